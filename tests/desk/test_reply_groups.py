"""A letter may say of several items at once what is true of each of them."""

from itertools import islice

import pytest

from retailgym.core.values import replace
from retailgym.envs.desk.reply import quality
from retailgym.envs.desk.steps import Due

from ..phrases.replies import Desk, printed

SPECS = [f"desk/{level}/{seed}" for seed in range(9_000_000, 9_000_200) for level in (5, 7)]
LETTERS = (
    "Hi {name},\n\nBoth items will be credited: {one} for the {a}, {other} for the {b}, as store credit. "
    "Both returns are within our policy. Please send both back. The credit is there within {days} days.",
    "Dear {name},\n\nWe will issue store credit for both items:\n- {a}: {one}\n- {b}: {other}\n"
    "Both are within our terms. Please send both items back; the credits arrive within {days} days.",
)


def tickets():
    """Those with two items to which the same is due."""
    for spec in SPECS:
        desk = Desk(spec)
        due = {(i.resolution, i.next, i.why, i.days) for i in desk.items}
        if len(desk.items) == 2 and [d[:3] for d in due] == [("store_credit", "send_back", "in_policy")]:
            yield desk


def test_what_is_said_of_both_items_is_of_each():
    for desk in islice(tickets(), 4):
        a, b = desk.items
        slots = {
            "one": printed(a.cents, desk.currency),
            "other": printed(b.cents, desk.currency),
            "days": a.days,
        }
        for letter in LETTERS:
            text = letter.format(name=desk.name, a=a.noun, b=b.noun, **slots)
            assert desk.grade(text) == 1.0, (desk.spec, text)


def test_another_decision_on_both_is_worth_nothing():
    for desk in islice(tickets(), 4):
        a, b = desk.items
        text = f"Dear {desk.name},\n\nBoth the {a.noun} and the {b.noun} will be exchanged. Send them back."
        assert desk.grade(text) == 0.0, (desk.spec, text)


def test_what_was_granted_to_one_item_may_be_spoken_of_behind_another():
    """The store credit is that of the item which gets it, wherever it is spoken of."""
    met = 0
    for spec in SPECS:
        desk = Desk(spec)
        ends = {i.resolution: i for i in desk.items}
        if ends.keys() != {"store_credit", "deny"} or len(desk.items) != 2:
            continue
        met += 1
        own, other = ends["store_credit"], ends["deny"]
        letter = (
            f"Hi {desk.name},\n\nFor the {own.noun} you get {printed(own.cents, desk.currency)} "
            f"as store credit. "
            f"For the {other.noun} we have to decline, since it is too late for a return."
        )
        more = f"{letter} The store credit is paid within {own.days} days."
        assert desk.grade(more) >= desk.grade(letter) > 0, spec
    assert met, "no such ticket"


def test_a_sum_that_the_customer_named_may_be_refused_by_its_name():
    """Whoever says that it is no approval promises nothing."""
    met = 0
    for desk in islice(tickets(), 2):
        a, b = desk.items
        slots = {"one": printed(a.cents, desk.currency), "other": printed(b.cents, desk.currency)}
        letter = LETTERS[0].format(name=desk.name, a=a.noun, b=b.noun, days=a.days, **slots)
        claimed = printed(a.cents + b.cents + 1_234, desk.currency)
        for refusal in (
            f"The sum of {claimed} that you noted from a phone call is not an approval on record.",
            f"You mention {claimed} from a call, but we cannot rely on that.",
        ):
            assert desk.grade(f"{letter} {refusal}") == desk.grade(letter), (desk.spec, refusal)
            met += 1
        assert desk.grade(f"{letter} We will also pay you {claimed}.") == 0, desk.spec
    assert met


def dues(resolution, next_step, *nouns):
    granted = resolution == "refund"
    return [
        Due(
            names=(noun,),
            resolution=resolution,
            cents=1000 if granted else 0,
            whys=frozenset(("damaged" if granted else "window",)),
            true=frozenset(("damaged" if granted else "window",)),
            next=next_step,
            days=9 if granted else 0,
        )
        for noun in nouns
    ]


REFUSED = (
    "I have to decline the claims for these items:\n- Kettle: the return window had closed.\n"
    "- Lamp: the return window had closed.\n"
)
REFUNDED = "We refund these:\n- Kettle: $10.00, it arrived damaged.\n- Lamp: $10.00, it arrived damaged.\n"


def test_what_follows_a_list_is_of_all_that_stands_in_it():
    pair = dues("deny", "object", "kettle", "lamp")
    for end in ("If you disagree with any of this, please reply.", "Please write to us if you disagree."):
        assert quality(REFUSED + end, pair, (), lambda n: True) == 1.0, end
    pair = dues("refund", "send_back", "kettle", "lamp")
    for end in ("Please send these back to us.", "Please send the items back to us."):
        assert quality(f"{REFUNDED}{end} You are paid within 9 days.", pair, (), lambda n: True) == 1.0, end
    assert (
        quality(f"{REFUNDED}Please send it back. You are paid within 9 days.", pair, (), lambda n: True) < 1.0
    )


def test_how_much_goes_to_each_payment_may_be_said_item_by_item():
    pair = [
        replace(d, to=to)
        for d, to in zip(dues("refund", "nothing", "kettle", "lamp"), ((400, 600), (1000,)), strict=True)
    ]
    text = f"{REFUNDED}You are paid within 9 days."
    assert quality(text, pair, (1400, 600), lambda n: True) == pytest.approx(0.9)
    for split in (
        "Of that, $14.00 goes to your card and $6.00 to your gift card.",
        "For the kettle that is $4.00 to your card and $6.00 to your gift card.",
    ):
        assert quality(f"{text} {split}", pair, (1400, 600), lambda n: True) == 1.0, split
