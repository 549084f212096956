"""Tickets of the upper half are settled by a handbook of many documents, which are searched, read several at
a time, and cited."""

from itertools import permutations

import pytest

import retailgym as rg
from retailgym.core.env import Refusal, Result
from retailgym.envs import get_env
from retailgym.policy import ARTICLES, sections_of
from retailgym.tools.desk_handbook import AT_ONCE
from retailgym.tools.policy import Documents, Sections, book_in

from .. import paths

CALM = {"p_fault": 0, "lures": 0}


def started(level: int = 18, seed: int = 3) -> rg.Episode:
    return paths.started("desk", level, seed, **CALM)


def shown(episode: rg.Episode, tool: str, **arguments: object):
    episode = rg.step(episode, rg.Turn(calls=(rg.Call(tool, arguments),)))
    message = episode.log[-1].message
    assert isinstance(message, Result | Refusal), message
    return message.content if isinstance(message, Result) else message.text


@pytest.mark.parametrize("seeds", [2, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", range(13, 25))
def test_the_expert_earns_one_within_par(level, seeds):
    for seed in range(seeds):
        episode, verdict = rg.play(paths.started("desk", level, 40 + seed), rg.players.get("expert"))
        assert verdict.reward == 1.0, (episode.spec, verdict)
        par = episode.task.par
        assert episode.used.calls <= par.calls and episode.used.exchanges <= par.exchanges, episode.spec


@pytest.mark.parametrize("page", ["returns", "warranty", "delivery"])
def test_sections_of_a_page_list_no_documents_of_other_parts(page):
    whole = shown(started(24), "inspect_policy", page=page).in_all
    for heading in sections_of(page):
        assert shown(started(24), "inspect_policy", page=page, sections=[heading]).in_all <= whole, heading


def test_a_page_or_words_list_documents_and_documents_are_read_by_id():
    episode = started()
    listed = [
        shown(episode, "inspect_policy", page="returns", sections=[sections_of("returns")[0]]),
        shown(episode, "inspect_policy", search="How many days does the customer have to return the item?"),
    ]
    for found in listed:
        assert isinstance(found, Documents) and found.in_all > 0
    ids = [hit.document for hit in listed[0].documents]
    pages = shown(episode, "inspect_policy", documents=ids)
    assert all(f"document: {id}; kind: " in pages.text for id in ids)


def test_what_cannot_be_shown_is_refused_in_words():
    upper, lower = started(), started(12)
    many = shown(upper, "inspect_policy", documents=[f"HB-{1000 + n}" for n in range(AT_ONCE + 1)])
    assert f"ask for {AT_ONCE} at most" in many
    assert "no document 'HB-0'" in shown(upper, "inspect_policy", documents=["HB-0"])
    assert "no page '' " in shown(upper, "inspect_policy").replace(";", " ")
    assert "pages, not documents" in shown(lower, "inspect_policy", documents=["HB-1000"])


def test_below_level_13_words_find_sections_of_the_pages():
    found = shown(started(12), "inspect_policy", search="fraud points")
    assert isinstance(found, Sections) and "fraud" in {hit.article for hit in found.sections}


def without(moves, change):
    """The expert, with some of its calls changed."""

    def player(seen, heard):
        inner = moves(seen, heard)
        turn = next(inner)
        while True:
            back = yield change(turn)
            try:
                turn = inner.send(back)
            except StopIteration:
                return

    return player


def cites(what: str):
    def change(turn: rg.Turn) -> rg.Turn:
        if not turn.calls or "clause_id" not in turn.calls[0].arguments:
            return turn
        call = turn.calls[0]
        return rg.Turn(calls=(rg.Call(call.name, {**call.arguments, "clause_id": what}),))

    return change


@pytest.mark.parametrize("what", ["", "HB-1000.1", "the handbook"])
def test_who_does_not_cite_what_decides_loses_evidence_and_nothing_else(what):
    expert = get_env("desk").expert
    for seed in range(4):
        _, verdict = rg.play(started(18, seed), without(expert, cites(what)))
        assert verdict.success
        assert [name for name, part in verdict.parts.items() if part < 1] == ["evidence"]


def test_what_stands_decided_can_be_looked_at_again():
    episode, _ = rg.play(started(12), rg.players.get("expert"))
    order_id = episode.world.ticket.order.id
    fresh = started(12)
    look = shown(fresh, "inspect_order", order_id=order_id)
    assert "decided" not in str(rg.core.values.encode(look))
    for e in episode.log:
        if e.call is not None and e.call.name != "submit":
            fresh = rg.step(fresh, rg.Turn(calls=(e.call,)))
    look = shown(fresh, "inspect_order", order_id=order_id)
    assert look.decided.ticket == episode.world.ticket.resolution and look.decided.reply_drafted


def test_where_calls_fail_the_order_shows_at_any_time_what_stands_and_what_does_not():
    """So that who was told that add_tag timed out can see whether the tag is there."""
    episode = rg.start(rg.Spec("desk", 18, 3, axes={"lures": 0, "p_fault": 0.001}))
    order_id = episode.world.ticket.order.id
    assert shown(episode, "inspect_order", order_id=order_id).decided.tags == ()
    for call in (
        rg.Call("inspect_order", {"order_id": order_id}),
        rg.Call("add_tag", {"tag": "damaged"}),
        rg.Call("add_tag", {"tag": "damaged"}),
    ):
        episode = rg.step(episode, rg.Turn(calls=(call,)))
    assert shown(episode, "inspect_order", order_id=order_id).decided.tags == ("damaged",)


def test_a_page_by_its_name_lists_what_holds_for_it_and_then_its_own_documents():
    """So that whoever is told that page tickets says something finds it in a handbook as well."""
    episode = started()
    for page, words in (
        ("tickets", "settled by itself"),
        ("disputes", "dispute of its own"),
        ("return-costs", "shared by the lines of an order"),
    ):
        found = shown(episode, "inspect_policy", page=page)
        general, *rest = found.documents
        assert general.kind == "general provisions" and words in general.snippet
        assert f"{ARTICLES[page][0]}: " in general.snippet  # what several pages say is shown as this one's
        book = episode.world.policy.handbooks.popitem()[1]
        part = f"part {book.parts[page]}"
        assert all(part in hit.title.lower() for hit in rest[:6]), page
        text = shown(episode, "inspect_policy", documents=[general.document]).text
        assert "never more than the customer paid" in text and "highest priority of its items" in text


@pytest.mark.parametrize("page", ARTICLES)
def test_every_page_leads_to_what_holds_in_all_parts(page):
    """It is listed first for a page by its name, and every document says where it stands."""
    episode = started()
    general, *rest = shown(episode, "inspect_policy", page=page).documents
    assert general.kind == "general provisions", page
    for hit in rest[:6]:
        assert general.document in shown(episode, "inspect_policy", documents=[hit.document]).text, hit.title


def reordered(start: rg.Episode, order: tuple[str, ...]) -> rg.Episode:
    """The expert's way, with what is decided in another order."""
    turns = list(rg.players.path(start, rg.players.get("expert")))
    names = {"tags": "add_tag", "priority": "set_priority"}
    names |= {"items": "set_item_resolution", "ticket": "set_ticket_resolution"}
    decides = [t for t in turns if t.calls and t.calls[0].name in names.values()]
    first = turns.index(decides[0])
    moved = [t for step in order for t in decides if t.calls[0].name == names[step]]
    for turn in [*turns[:first], *moved, *turns[first + len(decides) :]]:
        start = rg.step(start, turn)
    return start


@pytest.mark.parametrize("seed", [0, *[pytest.param(n, marks=pytest.mark.long) for n in (1, 2)]])
def test_a_ticket_that_is_not_worked_in_order_loses_half_of_its_evidence_and_nothing_else(seed):
    """A procedure alone tells the order; no tool refuses another one."""
    start = started(18, seed)
    order = book_in(start.world).working_order
    done = [
        s for s in ("items", "ticket", "priority", "tags") if s != "tags" or start.task.goal.open().gold.tags
    ]
    for tried in permutations(done):
        verdict = rg.judge(reordered(start, tried))
        places = [order.index(step) for step in tried]
        assert verdict.success
        assert verdict.parts["evidence"] == (1.0 if places == sorted(places) else 0.5), tried
        assert all(part == 1.0 for name, part in verdict.parts.items() if name != "evidence")


def test_below_level_13_any_order_will_do():
    start = started(12)
    for order in (("items", "ticket", "priority", "tags"), ("tags", "priority", "ticket", "items")):
        assert rg.judge(reordered(start, order)).reward == 1.0
