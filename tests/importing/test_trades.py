"""Six messy files become shops whose customers talk like people."""

import re

import pytest

import retailgym as rg
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.catalog.needs import TooSmall
from retailgym.core.env import Result, Said
from retailgym.store.import_catalog import bring

from .trades import TRADES


@pytest.fixture(scope="module", params=TRADES)
def shop(request, tmp_path_factory):
    directory = tmp_path_factory.mktemp("trades")
    file = TRADES[request.param](directory / request.param)
    path = directory / "shop.catalogue"
    how = frozenset(("stock",)) if request.param == "tea.jsonl" else frozenset()
    bring(ImportJob(source=SourceFile(path=file, columns={}), synthesise=how), path, trial=False)
    return request.param, rg.catalog.load(path)


def serves(catalog, env):
    try:
        return bool(catalog.drawable_for(env))
    except TooSmall:
        return False


def talk(catalog, env, level, seed):
    episode, verdict = rg.play(rg.start(rg.Spec(env, level, seed), catalog=catalog), rg.players.get("expert"))
    words = [e.message.text for e in episode.log if isinstance(e.message, Said)]
    results = [
        e.message
        for e in episode.log
        if isinstance(e.message, Result) and not isinstance(e.message.content, str)
    ]
    return " ".join(words), results, verdict


def test_the_expert_wins_and_customers_talk_like_people(shop):
    _, catalog = shop
    said = ""
    for env in ("discovery", *(e for e in ("cart", "substitution") if serves(catalog, e))):
        for level, seed in ((0, 1), (0, 2), (6, 3)) if env != "cart" else ((0, 1), (1, 2)):
            words, results, verdict = talk(catalog, env, level, seed)
            assert verdict.reward == 1.0, f"{env}/{level}/{seed}: {verdict.checks}"
            said += words + " "
            for r in results:
                for hit in getattr(r.content, "results", ()):
                    assert hit.rating != 0 and hit.shipping_days != 0
    assert not re.search(r"\b(RED|WHITE|LIGHTING)\b", said), "what is shouted in the file is said in a shop"
    assert not re.search(r"\d %", said) and "item item" not in said


def test_letters_percent_signs_and_the_shop_s_own_types_are_kept(shop):
    name, catalog = shop
    values = {
        c.value
        for category in catalog.contents.schema.categories
        for a in (*category.attributes, *category.options)
        for c in a.choices
    }
    shelves = {s.name for s in catalog.shelves}
    brands = {b for category in catalog.contents.schema.categories for b in category.brands}
    assert {"Müller & Söhne", "Café Ñandú"} <= brands
    expected = {
        "shirts.csv": ({"100% cotton", "heather grey", "red", "crew neck", "V-neck"}, "Hoodie"),
        "bikes.tsv": ({"grün", "weiß"}, "Trekkingrad"),
        "tea.jsonl": ({"loose leaf"}, "Green Tea"),
        "plants.csv": ({"half shade"}, "Ferns"),
        "paints.csv": ({"crème", "white"}, "Wall paints"),
        "lamps.csv": ({"smoked glass"}, "Desk Lamps"),
    }[name]
    assert expected[0] <= values, expected[0] - values
    assert any(expected[1] in shelf for shelf in shelves), shelves
