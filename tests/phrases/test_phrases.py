"""What assistants write is understood, and no answer is false: a sample of the lines that the scorers play in full."""

import json
from pathlib import Path

import pytest

from . import hearing

HERE = Path(__file__).resolve().parent
FILES = (
    "questions",
    "own",
    "voices",
    "rounds",
    "counter",
    "manners",
    "desks",
    "tongues",
    "parlour",
    "doorstep",
    "polite",
    "abroad",
    "chatter",
    "bureau",
    "assistants",
    "accents",
    "texters",
    "forms",
    "models",
    "weekend",
    "live",
    "trades",
    "service",
    "roots",
    "fresh",
    "frames",
    "margins",
    "turns",
    "strangers",
    "visitors",
    "passers",
    "newcomers",
    "corners",
)
SEED = 7_000_000
SOME = ("cart", "discovery", "returns")  # environments that the sample is played in


def lines(name):
    return [
        json.loads(x) for x in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines() if x.strip()
    ]


def played(rows, plays):
    """Each line's episodes: what was judged, and whether a fair exchange was counted as wasted."""
    for line in rows:
        for f in hearing.fill(line, SEED, plays):
            answer = hearing.play(f)
            mark, why = hearing.judge(f, answer)
            wasted = hearing.reasonable(f) and answer.wasted
            yield (
                mark,
                wasted,
                f"[{mark} {why}] {line['id']} {f.stage.spec}: {f.message!r} -> {answer.text!r}",
            )


def check(found):
    bad = [text for mark, _, text in found if mark != hearing.GOOD]
    false = [text for mark, _, text in found if mark == hearing.LIE]
    wasted = [text for _, lost, text in found if lost]
    assert 100 * (len(found) - len(bad)) >= hearing.UNDERSTOOD * len(found), "\n".join(bad)
    assert 100 * len(false) <= max(hearing.FALSE * len(found), 100), "\n".join(false)  # one of a small sample
    assert 100 * len(wasted) <= hearing.WASTED * len(found), "\n".join(wasted)


def test_a_sample_of_the_lines_is_understood():
    rows = [x for name in FILES for x in lines(name) if x["env"] in SOME]
    check(list(played(rows[::4], 1)))


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_all_lines_are_understood(name):
    check(list(played(lines(name), 6)))


def test_the_lines_name_only_what_the_scorer_knows():
    for name in FILES:
        found = lines(name)
        assert len({x["id"] for x in found}) == len(found)
        assert {x["kind"] for x in found} <= set(hearing.POOL_OF)
