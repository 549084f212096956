"""Of good replies nearly all are graded complete, and bad ones are worth next to nothing, whoever wrote
them."""

import json
from pathlib import Path

import pytest

from . import replies

FILES = tuple(sorted([f.name for f in Path(__file__).parent.glob("replies*.jsonl")]))


@pytest.mark.parametrize("name", FILES)
def test_good_replies_are_complete_and_bad_ones_worth_little(name):
    check(name, 3 if name == "replies.jsonl" else 1, replies.FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_on_many_tickets_good_replies_are_complete_and_bad_ones_worth_little(name):
    check(name, 6, replies.SEEDS)


def check(name, tickets, seeds):
    rows = [json.loads(x) for x in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()]
    reasons, lines = rows[0]["reasons"], rows[1:]
    parts = [r for r in lines if r["scope"] == "part"]
    played = [
        (r, desk.grade(text))
        for r in lines
        if r["scope"] != "part"
        for desk, text in replies.fill(r, parts, reasons, tickets, 6_000_000, seeds)
    ]
    good = [grade == 1.0 for r, grade in played if r["good"]]
    assert len(good) >= 18 * tickets and sum(good) >= 0.98 * len(good), sorted(
        {r["id"] for r, grade in played if r["good"] and grade < 1}
    )
    for fault in {r["fault"] for r in lines if not r["good"]}:
        grades = [grade for r, grade in played if r.get("fault") == fault]
        assert grades and sum(grades) <= 0.2001 * len(grades), fault
