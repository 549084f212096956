"""What a customer remembers of an order, against what the shop's records show."""

import re
from functools import cache

import pytest

import retailgym as rg
from retailgym import testing
from retailgym.core.dates import printed

UNKNOWN = "unknown"


@cache
def clues(env, query):
    """Episodes by seed, each with the details of its first thing by topic."""
    episodes = [rg.start(f"{env}/{query.format(seed=seed)}") for seed in range(700, 790)]
    return [(ep, {d.topic: d for d in ep.task.brief.requests[0].things[0].details}) for ep in episodes]


def said(env="returns", query="8/{seed}?noise=0&p_omit=0"):
    return clues(env, query)


def answer(ep, text):
    after = rg.step(ep, {"text": text})
    return [a["act"] for a in testing.heard(after)], testing.heard(after), testing.exchanges(after)[-1]


def days(ep, known):
    """A day that agrees with what is remembered, and one that does not."""
    side, _, weeks = known["placed"].value.partition(" ")
    less, more = ep.world.today - 7 * int(weeks) + 5, ep.world.today - 7 * int(weeks) - 30
    return (less, more) if side == "less" else (more, less)


def dated():
    """Episodes in which the age of the order is all that is known of its day."""
    found = [
        (ep, *days(ep, known))
        for ep, known in said()
        if known["placed"].value != UNKNOWN
        and known["placed"].slip == ""
        and {known["month"].value, known["weekday"].value} == {UNKNOWN}
    ]
    assert len(found) > 3
    return found


def test_of_two_days_the_one_that_agrees_is_chosen():
    for ep, right, wrong in dated():
        acts, (pick,), _ = answer(ep, f"Was it on {printed(wrong)} or on {printed(right)}?")
        assert acts == ["picks"]
        assert [printed(right).endswith(day) for day in pick["days"]] == [True]
        beyond = wrong + (1 if wrong > right else -1)
        _, (none,), _ = answer(ep, f"Did you order on {printed(wrong)} or on {printed(beyond)}?")
        assert none["days"] == ()


@pytest.mark.parametrize(
    "text", ["You ordered it on {}, right?", "I'll return one from the order of {}. Shall I go ahead?"]
)
def test_the_day_of_another_order_is_not_confirmed(text):
    for ep, right, wrong in dated():
        assert "confirms" in answer(ep, text.format(printed(right)))[0]
        assert answer(ep, text.format(printed(wrong)))[0] == ["corrects"]


def test_an_order_that_is_proposed_by_its_day_is_not_taken_for_one_piece():
    met = 0
    for ep, known in (
        *clues("tracking", "8/{seed}?noise=0&p_omit=0"),
        *clues("tracking", "10/{seed}?noise=0&p_omit=0"),
    ):
        of_the_day = {known[t].value for t in ("placed", "month", "weekday")}
        if known["pieces"].value != "several" or of_the_day == {UNKNOWN}:
            continue
        met += 1
        goal = ep.task.goal.open()
        placed = next(o.placed for o in ep.world.orders if o.id == goal.order_id)
        acts, *_ = answer(ep, f"Is the order of {printed(placed)} the one?")
        assert acts in (["confirms"], ["accepts"]), (str(ep.spec), acts)
    assert met > 3, met


@pytest.mark.parametrize("kept_back", [0, 1])
def test_who_has_forgotten_the_day_says_what_they_still_know_of_it(kept_back):
    """They forget only the very day, and tell the rest to whoever asks for it."""
    found = [
        (ep, known)
        for ep, known in said(query=f"8/{{seed}}?noise=0&p_omit={kept_back}")
        if known["placed"].value == UNKNOWN and known["month"].value != UNKNOWN
    ]
    assert len(found) > 3
    for ep, known in found:
        assert all(re.search("the exact (day|date)", says) for says in known["placed"].says)
        _, (act,), _ = answer(ep, "Was that in the first or in the second half of the month?")
        assert [(t["topic"], t["value"]) for t in act["told"]] == [("month", known["month"].value)]


SHOWN = {
    "recipient": {"me": "Our records show that it was sent to you.",
                  "other": "Our records show that it was sent to somebody else."},
    "coupon": {"yes": "I see here that a coupon was used.", "no": "I see no coupon on that order."},
    "gift": {"yes": "It was marked as a gift.", "no": "It was not marked as a gift."},
}  # fmt: skip


def test_who_misremembers_concedes_when_shown_the_record_and_it_costs_nothing():
    found = 0
    for ep, known in said(query="24/{seed}?noise=0&lures=0&p_omit=0"):
        for topic, shown in SHOWN.items():
            slip = known[topic].slip
            if slip != "" and known[topic].disclosure == "stated":
                acts, _, exchange = answer(ep, shown[str(slip)])
                assert acts == ["concedes"], (str(ep.spec), topic)
                assert exchange["free"]
                found += 1
            elif slip == "" and known[topic].value != UNKNOWN and known[topic].disclosure == "stated":
                other = next(text for value, text in shown.items() if value != known[topic].value)
                assert "concedes" not in answer(ep, other)[0]
    assert found > 1


def test_another_brand_than_that_of_what_goes_back_is_not_confirmed():
    read_back = "I'll take back one {} from you for a refund. Shall I go ahead?"
    found = 0
    for ep, known in said():
        things = ep.task.brief.requests[0].things
        if len(things) > 1 or known["count"].value != 1 or known["wants"].value != "refund":
            continue
        product, noun = ep.world.product(things[0].product_id), things[0].noun.removeprefix("pair of ")
        category = ep.world.catalog.category(ep.world.catalog.shelf_named(things[0].shelf))
        brands = [c.label for c in category.attribute["brand"].choices if c.value != product.brand]
        assert answer(ep, read_back.format(f"{product.brand} {noun}"))[0] == ["confirms"], str(ep.spec)
        assert answer(ep, read_back.format(f"{brands[0]} {noun}"))[0] == ["declines"], str(ep.spec)
        found += 1
    assert found > 3
