"""Six messy files become shops whose customers talk like people."""

import re

import pytest

import retailgym as rg
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.catalog.importing.wording import kind_of, number_attribute, word_attribute
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


def test_what_a_file_says_is_said_as_people_would():
    def says(label, value):
        return word_attribute(label, (value,), True).choices[0].says

    assert says("case", "metal") == ("with a metal case", "that has a metal case")
    assert says("feet", "level") == ("with level feet", "that has level feet")
    assert says("paper", "ruled")[0] == "with ruled paper" and says("fabric", "linen")[0] == "made of linen"
    assert (
        says("ribbon", "absent")[0] == "without a ribbon" and says("ribbon", "two")[0] == "with two ribbons"
    )
    assert says("pages", "192 pages")[0] == "with 192 pages"
    assert says("washing", "40 degrees") == ("with washing at 40 degrees",)
    height = number_attribute("height", "cm", (20, 45), True)
    assert height.at_most == ("that is at most {} tall", "with a height of {} or less")
    assert number_attribute("weight", "g", (20, 45), True).at_least[1] == "that weighs {} or more"
    assert kind_of("Scarves", "Scarves", "").noun == "scarf"
    assert says("suitable for", "puppies") == ("that is suitable for puppies", "suitable for puppies")
    assert says("washable", "wipe clean only") == ("that is wipe clean only",)
    assert says("strings", "nylon strings")[0] == "with nylon strings"
    assert says("colour", "Dusty Pink")[0] == "in dusty pink"
    assert says("dimensions", "80 x 40 cm") == (
        "with dimensions of 80 x 40 cm",
        "that has dimensions of 80 x 40 cm",
    )
    assert says("max load", "30 kg per shelf")[0] == "with a max load of 30 kg per shelf"
    assert says("size", "S (50x40cm)") == ("in size S (50x40cm)",) and len(says("size", "large")) == 2
    assert says("watering", "rarely") == ("with watering rarely",)
    assert says("watering", "weekly")[0] == "with weekly watering"
    assert says("lid", "yes")[0] == "with a lid" and says("lid", "no")[0] == "without a lid"
    assert says("care", "dry clean only") == ("whose care label says dry clean only",)
    assert says("closure", "buttons")[0] == "with a button closure"
    assert says("lining", "unlined") == ("that is unlined",)
    assert says("assembly required", "yes") == ("that needs assembly",)
    assert says("batteries included", "no")[0] == "without batteries"
    assert word_attribute("assembly required", ("no", "yes"), True).label == "assembly"
    labels = [word_attribute(name, ("puppies",), True).label for name in ("suitable for", "washable", "neck")]
    assert labels == ["intended use", "washability", "neck"]


def test_nobody_sorts_an_imported_shop_by_the_smallest_pack_or_uses_what_is_eaten(shop):
    name, catalog = shop
    for seed in range(12):
        (thing,) = rg.start(rg.Spec("discovery", 6, seed), catalog=catalog).task.brief.requests[0].things
        (order,) = [str(d.value) for d in thing.details if d.topic == "preference"]
        assert order.split()[0] in ("price", "rating", "shipping_days"), order
        if name in ("tea.jsonl", "plants.csv"):
            for case in rg.start(rg.Spec("desk", 1, seed), catalog=catalog).task.brief.requests[0].things:
                said = {d.topic: d.value for d in case.details if d.role == "fact"}
                assert said.get("condition") != "used" and said.get("reason") != "defective", seed
