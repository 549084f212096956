"""The promises hold in a shop that was brought along."""

from collections.abc import Callable
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.catalog.needs import TooSmall
from retailgym.core.episode import Episode
from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.customer.reading import laid, read
from retailgym.store.import_catalog import bring

from ..paths import mutated, way
from ..solvers import solvers
from . import shop
from .conftest import FORMATS, TRIED, Brought


def specs(env: str, count: int) -> list[rg.Spec]:
    """Over all levels alike."""
    return [rg.Spec(env, 3 * n % 13, 500 + n) for n in range(count)]


def played(catalog: Catalog, spec: rg.Spec, player: str = "expert") -> tuple[Episode, rg.Verdict]:
    return rg.play(rg.start(spec, catalog=catalog), rg.players.get(player))


def served(brought: Brought) -> list[str]:
    return [env for env in rg.envs() if brought.catalog.serves(env)]


def expert_holds(brought: Brought, count: int) -> None:
    for env in served(brought):
        for spec in specs(env, count):
            episode, verdict = played(brought.catalog, spec)
            assert verdict.reward == 1.0 and verdict.success, (spec, verdict)
            assert (
                episode.used.exchanges <= episode.task.par.exchanges
                and episode.used.calls <= episode.task.par.calls
            ), spec


@pytest.mark.parametrize("name", TRIED)
def test_the_expert_earns_exactly_one_in_every_environment_that_is_served(
    brought: Callable[[str], Brought], name: str
) -> None:
    """All formats bring the same shop (tests/importing/test_same_shop.py); the two that differ most in what
    they say of it are played here at five levels, all of them in `make test-long`."""
    expert_holds(brought(name), 5)  # the trial of the import has played other seeds


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_the_expert_earns_exactly_one_in_two_hundred_specs(
    brought: Callable[[str], Brought], name: str
) -> None:
    expert_holds(brought(name), 200)


def test_silence_earns_nothing_and_the_same_spec_gives_the_same_bytes(
    brought: Callable[[str], Brought],
) -> None:
    small = brought("shopify old.csv")
    for env in served(small):
        for spec in specs(env, 5):
            assert played(small.catalog, spec, "silent")[1].reward == 0.0
            assert rg.digest(rg.start(spec, catalog=small.catalog)) == rg.digest(
                rg.start(spec, catalog=rg.catalog.load(small.path))
            )


def test_what_the_customer_would_say_leads_to_one_answer_and_near_misses_never_succeed(
    brought: Callable[[str], Brought],
) -> None:
    small = brought("shopify old.csv")
    for env in ("discovery", "substitution", "cart"):
        solver = solvers()[env]
        for spec in specs(env, 13):
            start = rg.start(spec, catalog=small.catalog)
            expert = way(start)
            end = expert.states[-1]
            assert set(solver.answers(end)) == {solver.given(end)}, spec
            for path, other in mutated(expert, (Streams("mutations") / spec.seed)()):
                verdict = rg.judge(other)
                right = other.ended == "closed" and solver.given(other) in solver.answers(other)
                assert verdict.success == (right and verdict.harm == 0), (spec, path)


def test_words_carry_the_wishes_typos_included(brought: Callable[[str], Brought]) -> None:
    catalog = brought("shopify old.csv").catalog
    for spec in specs("cart", 39):
        episode = rg.start(spec, catalog=catalog)
        things = episode.task.brief.requests[0].things
        shelves = [catalog.shelf_named(t.shelf) for t in things]
        table = [
            laid(catalog.category(s), (t.noun, t.plural, *t.called))
            for s, t in zip(shelves, things, strict=True)
            if s is not None
        ]
        stated = read(rg.observe(episode).messages[0].text, table)
        for told in episode.log[0].acts[0].told:
            if told.role in ("wish", "option"):
                assert any(
                    (s.thing, s.topic, s.value) == (told.thing, told.topic, told.value) for s in stated
                ), (spec, told)


def test_a_job_that_the_catalogue_cannot_serve_says_so_in_one_line(brought: Callable[[str], Brought]) -> None:
    with pytest.raises(TooSmall, match="three variants in stock") as refused:
        rg.start("cart/0/1", catalog=brought("amazon.jsonl.gz").catalog)
    assert "\n" not in str(refused.value)


def test_a_shop_that_has_the_kinds_of_a_project_serves_bundles(tmp_path: Path) -> None:
    names, materials = (
        {"Kettles": "Electric kettles", "Planters": "Milk frothers"},
        ("stainless steel", "glass", "copper", "enamel"),
    )
    stock = [
        replace(t, kind=names[t.kind], attributes={**t.attributes, "Material": materials[n % 4]})
        for n, t in enumerate(shop.things())
        if t.kind in names
    ]
    bring(
        ImportJob(source=SourceFile(path=shop.shopify(tmp_path / "a.csv", stock))),
        tmp_path / "a.catalogue",
        trial=False,
    )
    catalog = rg.catalog.load(tmp_path / "a.catalogue")
    for spec in specs("bundle", 26):
        assert played(catalog, spec)[1].reward == 1.0, spec


def test_where_only_availability_is_stated_nobody_asks_for_more_than_the_one_piece_that_is_known(
    tmp_path: Path,
) -> None:
    file = shop.google(tmp_path / "a.tsv", list(shop.things()))
    file.write_text(
        file.read_text(encoding="utf-8").replace("\tquantity\t", "\twarehouse\t", 1), encoding="utf-8"
    )
    bring(ImportJob(source=SourceFile(path=file)), tmp_path / "a.catalogue", trial=False)
    catalog = rg.catalog.load(tmp_path / "a.catalogue")
    assert {v.stock for doc in range(catalog.size) for v in catalog.at(doc).variants} == {0, 1}
    for spec in specs("cart", 26):
        assert played(catalog, spec)[1].reward == 1.0, spec


def test_no_customer_speaks_of_shipping_or_ratings_that_the_file_does_not_state(
    brought: Callable[[str], Brought],
) -> None:
    catalog = brought("shopify old.csv").catalog
    for spec in (*specs("discovery", 39), *specs("substitution", 39)):
        details = rg.start(spec, catalog=catalog).task.brief.requests[0].things[0].details
        assert not {d.topic for d in details} & {"shipping_days", "rating"}, spec
        assert not any(
            str(d.value).startswith(("shipping_days", "rating")) for d in details if d.topic == "preference"
        ), spec


def test_prices_are_spoken_of_in_the_money_of_the_shop(brought: Callable[[str], Brought]) -> None:
    catalog = brought("google.xml").catalog
    said = [
        rg.observe(rg.start(spec, catalog=catalog)).messages[0].text for spec in specs("substitution", 26)
    ]
    assert any("pounds" in text for text in said) and not any("dollars" in text for text in said)
