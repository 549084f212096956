"""A shop's own documents: what they state holds, by rank, date and region; what is wrong with them is told at
load, and nothing is half loaded."""

import datetime
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.store_directory import NoStore
from retailgym.core.dates import number
from retailgym.core.streams import Streams
from retailgym.policy import TOPICS, Policy, files
from retailgym.policy.policy import draw
from retailgym.store.stats import statistics
from retailgym.tools.policy import handbook_in, policy_read, policy_search
from retailgym.world.build import own_documents

HEADING = "## How long you have"
WITHIN = "The item can be returned within {} days of delivery."


def document(
    rank: int | str = 1, day: str = "2020-01-01", days: int = 77, text: str = "", **more: str
) -> str:
    fields = "".join(f"{name}: {value}\n" for name, value in more.items())
    body = text or f"{HEADING}\n10. {WITHIN.format(days)}"
    return f"---\ntitle: On returns\nrank: {rank}\nvalid_from: {day}\n{fields}---\n{body}\n"


@pytest.fixture(scope="module")
def policy_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    drawn = draw(Streams("a written policy"))
    path = tmp_path_factory.mktemp("policy") / "policy.json"
    files.dump(Policy("ours", {t: drawn.rules(t) for t in TOPICS}, "EUR"), path)
    return path.read_text()


@pytest.fixture
def store(tmp_path: Path, policy_text: str) -> Path:
    (tmp_path / "policy.json").write_text(policy_text)
    (tmp_path / "store.toml").write_text('currency = "EUR"\n')
    (tmp_path / "handbook").mkdir()
    return tmp_path


def write(store: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (store / "handbook" / f"{name.replace('_', '-')}.md").write_text(text, encoding="utf-8")
    return store


def section(store: Path, region: str, year: int) -> str:
    """The section that states item 10 of the return window for a region, in June of a year."""
    policy = own_documents(rg.catalog.load(store)).policy(region, number(datetime.date(year, 6, 1)))
    return policy.rules("return_window")[0].clause


def test_rank_date_region_and_replacement_decide_what_holds(store: Path) -> None:
    write(
        store,
        general=document(1, "2026-01-01"),
        eu=document(2, "2027-01-01", 60, region="EU"),
        later=document(2, "2028-01-01", 50, region="EU", replaces="eu"),
        gone=document(9, "2025-02-01", 5, withdrawn="2025-03-01"),
    )
    assert section(store, "EU", 2025) == "policy-returns.1"
    assert section(store, "US", 2028) == section(store, "EU", 2026) == "general.1"
    assert section(store, "EU", 2027) == "eu.1" and section(store, "EU", 2028) == "later.1"


def test_agents_read_all_of_it_and_the_engine_knows_the_items(store: Path) -> None:
    item = "If the item is marked fragile, the return window grows by 77 days."
    text = f"We like to help.\n\n{HEADING}\n\nThink of the season.\n\n11. {item}\n"
    write(store, winter_2=document(3, kind="circular", issued_by="legal", text=text))
    catalog = rg.catalog.load(store)
    world = rg.start("policy/18/3", catalog=catalog).world
    hits = policy_search.fn(world, "how long you have", 1).documents
    assert {h.document: h.rank for h in hits}["winter-2"] == 3
    page = policy_read.fn(world, "WINTER-2", "")
    assert page.kind == "circular" and page.issued_by == "legal" and "Think of the season." in page.text
    assert f"winter-2.1  Item 11: {item}" in page.text and "winter-2.1" in page.ids()
    assert [r.clause for r in world.policy.rules("return_window")][:2] == ["policy-returns.1", "winter-2.1"]
    assert handbook_in(world).stating("return_window", "winter-2.1") == ("winter-2.1",)
    told = statistics(catalog).handbook
    assert "1 documents of its own state 1 items" in told and "2 other lines, of which the engine" in told


@pytest.mark.parametrize("env", ["policy", "returns"])
def test_the_expert_earns_one_on_it_within_par(store: Path, env: str) -> None:
    write(
        store,
        general=document(1, "2025-06-01"),
        eu=document(2, "2026-01-01", 60, region="EU"),
        allowed=document(text="## What can be returned\n15. The item cannot be returned if it is oversized."),
    )
    catalog = rg.catalog.load(store)
    cited = set()
    for seed in range(8):
        episode = rg.start(rg.Spec(env, 14, seed, axes={"p_fault": 0}), catalog=catalog)
        done, verdict = rg.play(episode, rg.players.get("expert"))
        assert verdict.reward == 1.0, (seed, verdict)
        assert done.used.calls <= episode.task.par.calls
        cited |= {s.partition(".")[0] for s in episode.task.goal.open().sections}
    assert all("HB-" not in name for name in cited) and cited


BAD = [
    ("no front matter", {"a": "# Returns\n"}, "a.md: it must begin with front matter"),
    ("it never ends", {"a": "---\ntitle: x\n"}, "a.md: it must begin with front matter"),
    ("no such field", {"a": document(colour="red")}, "line 5 of the front matter is no field"),
    ("a field twice", {"a": document(title="again")}, "title is given twice"),
    ("no rank", {"a": document().replace("rank: 1\n", "")}, "has no rank"),
    ("no number", {"a": document("high")}, "rank is a whole number from 1"),
    ("no date", {"a": document(day="soon")}, "valid_from is a date such as 2025-03-31, not 'soon'"),
    ("no such day", {"a": document(day="2025-02-30")}, "valid_from is a date"),
    ("no such region", {"a": document(region="Mars")}, "no region 'Mars'"),
    ("never in force", {"a": document(withdrawn="2019-01-01")}, "withdrawn before it holds"),
    ("nothing to replace", {"a": document(replaces="b")}, "replaces 'b', which is no document here"),
    ("itself", {"a": document(replaces="a")}, "a replaces a: a circle"),
    ("a newer one", {"a": document(replaces="b"), "b": document(day="2024-01-01")}, "which is not older"),
    (
        "a circle",
        {
            "a": document(replaces="b"),
            "b": document(day="2021-01-01", replaces="c"),
            "c": document(day="2022-01-01", replaces="a"),
        },
        "a replaces b replaces c replaces a: a circle",
    ),
    ("a contradiction", {"a": document(), "b": document(day="2021-01-01", days=5)}, "a.md, line 7 and"),
    ("twice in one", {"a": document(text=f"{HEADING}\n1. One.\n1. Two.")}, "item 1 stands twice"),
    ("a name of ours", {"policy_returns": document()}, "agents cite it"),
]


@pytest.mark.parametrize(("texts", "said"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_what_is_wrong_is_named_at_load(store: Path, texts: dict[str, str], said: str) -> None:
    write(store, sound=document(7, text="Nothing but words."), **texts)
    with pytest.raises(NoStore) as refused:
        rg.catalog.load(store)
    assert said in str(refused.value), refused.value


@pytest.mark.parametrize(
    "more",
    [{"rank": 2}, {"region": "UK"}, {"replaces": "a"}, {"days": 77}, {"day": "2022-01-01"}],
    ids=lambda m: next(iter(m)),
)
def test_two_contradict_only_if_nothing_parts_them(store: Path, more: dict) -> None:
    first = document(region="US", withdrawn="2022-01-01")
    write(store, a=first, b=document(**{"day": "2021-01-01", "days": 5} | more))
    assert len(rg.catalog.load(store).config.documents) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{HEADING}\n12. Ask your manager.", "a.md, line 7"),
        ("## What can be returned\n1. The item can be returned if it is oversized.", "no sound policy"),
    ],
)
def test_items_that_make_no_policy_are_named_before_anything_starts(
    store: Path, text: str, said: str
) -> None:
    write(store, a=document(text=text))
    with pytest.raises(ValueError, match=said):
        rg.start("policy/13/1", catalog=rg.catalog.load(store))


def test_every_document_counts_for_the_hash_and_a_handbook_needs_a_policy(store: Path) -> None:
    before = rg.catalog.load(store).content_hash
    after = rg.catalog.load(write(store, a=document())).content_hash
    assert before != after != rg.catalog.load(write(store, a=document(2))).content_hash
    (store / "policy.json").unlink()
    with pytest.raises(NoStore, match=r"has a handbook and no policy\.yaml"):
        rg.catalog.load(store)
