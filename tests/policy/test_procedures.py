"""Codes and the order of steps stand in documents alone: a careful reader finds them, a hasty one does not,
and no tool tells."""

from dataclasses import dataclass

import pytest

import retailgym as rg
from retailgym.core.env import Result
from retailgym.players.skipping import scripts
from retailgym.policy.handbook import page
from retailgym.policy.handbook.procedures import ENDS, ORDERS, STEPS, TICKETS, read_codes, read_order
from retailgym.policy.handbook.reading import ranks, statements
from retailgym.policy.handbook.subjects import GLOSSARIES

from .test_handbook import handbook, on, read

PARTS = sorted({part for part, _ in ENDS.values()})


@dataclass
class Hasty:
    """Takes every document for valid, the last one read prevails."""

    right: int = 0
    asked: int = 0


@pytest.mark.parametrize("documents", [50, 300, 600])
def test_who_reads_what_holds_knows_each_code_and_the_order(documents):
    hasty = Hasty()
    for seed in range(12):
        book = handbook(seed, documents)
        rank = ranks(page(book, book.ranking()).text)
        for part in PARTS:
            subject = GLOSSARIES[part]
            codes = {end: book.closing_code(end) for end, (of, _) in ENDS.items() if of == part}
            assert read_codes([s.words for s in read(book, subject, rank)]) == codes
            everything = [s for d in on(book, subject) for s in statements(page(book, d, subject).text)]
            found = read_codes([s.words for s in everything])
            hasty.right += sum(found[end] == code for end, code in codes.items())
            hasty.asked += len(codes)
        steps = [s.words for s in read(book, GLOSSARIES[TICKETS], rank)]
        assert read_order(steps) == book.working_order and set(book.working_order) == set(STEPS)
    if documents == 600:
        assert hasty.right <= 0.6 * hasty.asked, hasty


def test_shops_differ_in_their_codes_and_in_their_order():
    books = [handbook(seed) for seed in range(40)]
    assert len({book.closing_code("return taken") for book in books}) > 35
    assert len({book.working_order for book in books}) > len(ORDERS) / 2


@pytest.mark.parametrize("words", ["closing code", "with which code is a refused return closed?"])
def test_words_find_what_says_it(words):
    start = rg.start("returns/20/4?lures=0&p_fault=0")
    episode = rg.step(start, {"calls": [{"name": "policy_search", "arguments": {"words": words}}]})
    hits = episode.log[-1].message.content.documents
    assert any("is closed with code" in hit.snippet for hit in hits[:4])


def closing(start: rg.Episode) -> tuple[rg.Episode, rg.Call]:
    """The expert's way up to its last call."""
    *turns, last = rg.players.path(start, rg.players.get("expert"))
    for turn in turns:
        start = rg.step(start, turn)
    return start, last.calls[0]


@pytest.mark.parametrize("code", ["", "A-100", "L-716", "nonsense"])
def test_a_wrong_code_is_taken_and_judged(code):
    for seed in range(4):
        before, call = closing(rg.start(rg.Spec("returns", 18, seed, axes={"p_fault": 0})))
        right = call.arguments["closing_code"]
        ends = {}
        for given in (right, code):
            done = rg.step(
                before, rg.Turn(calls=(rg.Call(call.name, {**call.arguments, "closing_code": given}),))
            )
            assert isinstance(done.log[-1].message, Result)
            ends[given] = (rg.judge(done).success, rg.core.values.encode(done.log[-1].message.content))
        assert ends[right][0] and not ends[code][0] and ends[right][1] == ends[code][1]


def test_whoever_takes_the_first_code_that_is_shown_loses():
    player = scripts()["returns"]["never_looks_for_the_code"]
    starts = [rg.start(rg.Spec("returns", level, seed)) for level in (14, 18, 24) for seed in range(10)]
    won = sum(rg.play(start, player)[1].success for start in starts)
    assert won <= 0.25 * len(starts), won


def test_below_level_13_no_code_is_asked_for():
    for seed in range(5):
        _, call = closing(rg.start(rg.Spec("returns", 12, seed)))
        assert "closing_code" not in call.arguments
