"""Single sentences of replies: what says nothing against a decision, and what says it, its reason or its next
step."""

from pathlib import Path

import pytest

from retailgym.core.values import replace
from retailgym.customer.locale.en import replies as book
from retailgym.envs.desk.patterns import compiled, forms_of, matches
from retailgym.envs.desk.reply import read_reply
from retailgym.envs.desk.sentences import sentences
from retailgym.envs.desk.steps import Due

PHRASES = Path(__file__).parent.parent / "phrases"
AMOUNT = 8420
LETTERS = {
    "refund": (
        "We refund you €84.20 within 5 days.",
        "The kettle arrived damaged.",
        "Please send the kettle back to us.",
    ),
    "partial_refund": (
        "You get a partial refund of €84.20 within 5 days.",
        "Parts of the kettle were missing.",
        "You can keep the kettle.",
    ),
    "exchange": (
        "We will exchange the kettle.",
        "The kettle has a defect.",
        "Please send the kettle back to us.",
    ),
    "store_credit": (
        "You get store credit of €84.20 within 5 days.",
        "You asked within the return period.",
        "Please send the kettle back to us.",
    ),
    "deny": (
        "We have to decline your claim.",
        "The return window has closed.",
        "Please reply to this message if you disagree.",
    ),
    "escalate": (
        "I have escalated your case to my supervisor.",
        "The sum is above my limit.",
        "They will contact you.",
    ),
    "request_info": (
        "We cannot decide yet.",
        "We need a photo of the kettle as proof.",
        "Please send us a photo.",
    ),
}
WHYS = {
    "refund": "damaged",
    "partial_refund": "missing_parts",
    "exchange": "defective",
    "store_credit": "in_policy",
    "deny": "window",
    "escalate": "limit",
    "request_info": "photo",
}
NEXT = {
    "partial_refund": "nothing",
    "deny": "object",
    "escalate": "colleague",
    "request_info": "photo",
}


def due(resolution, why="", next_step=""):
    why = why or WHYS[resolution]
    return Due(
        names=("kettle",),
        resolution=resolution,
        cents=AMOUNT if resolution in ("refund", "partial_refund", "store_credit") else 0,
        whys=frozenset((why,)),
        true=frozenset((why,)),
        next=next_step or NEXT.get(resolution, "send_back"),
        days=5,
    )


def grade(text, of):
    return read_reply(text, [of], (), lambda cents: cents == AMOUNT)


def lines(name):
    rows = [x.partition("|") for x in (PHRASES / name).read_text(encoding="utf-8").splitlines()]
    return [(whose, text) for whose, _, text in rows]


@pytest.mark.parametrize("resolution", LETTERS)
def test_a_plain_letter_is_complete_and_fits_no_other_decision(resolution):
    text = " ".join(LETTERS[resolution])
    assert grade(text, due(resolution)).value == 1.0, grade(text, due(resolution))
    others = [r for r in LETTERS if r != resolution and {r, resolution} != {"refund", "partial_refund"}]
    assert [r for r in others if grade(text, due(r)).value > 0.0] == []


def test_what_is_said_beside_a_decision_takes_nothing_away_from_it():
    failed = []
    for whose, aside in lines("reply_asides.txt"):
        for resolution in LETTERS if whose == "all" else whose.split(","):
            said = LETTERS[resolution]
            for text in (" ".join([aside, *said]), " ".join([*said, aside])):
                if (found := grade(text, due(resolution))).value < 1.0:
                    failed.append((resolution, aside, found.because))
    assert failed == []


def test_one_sentence_that_announces_another_decision_makes_a_letter_worth_nothing():
    passed = []
    for whose, contrary in lines("reply_contraries.txt"):
        for resolution in whose.split(","):
            said = LETTERS[resolution]
            for text in (" ".join([contrary, *said]), " ".join([*said, contrary])):
                if grade(text, due(resolution)).value > 0.0:
                    passed.append((resolution, contrary))
    assert passed == []


def test_a_decision_is_heard_in_any_good_words():
    failed = []
    for what, sentence in lines("reply_sentences.txt"):
        kind, _, which = what.partition(":")
        if kind in ("why", "next"):
            continue
        of = due(kind, which, which)
        text = sentence if which else " ".join([sentence, "It takes 5 days.", *LETTERS[kind][1:]])
        if (found := grade(text, of)).value < 1.0:
            failed.append((what, sentence, found.because))
    assert failed == []


def test_phrases_one_by_one_are_found_where_one_pattern_of_them_all_finds_them():
    texts = [text for name in ("reply_sentences.txt", "reply_contraries.txt") for _, text in lines(name)[::4]]
    said = [s.words for text in texts for s in sentences(text, [("kettle",)])]
    found = 0
    for phrases in (*book.DECISION.values(), *book.WHY.values(), *book.NEXT.values()):
        for words in said:
            spans = [match.span() for match in matches(words, phrases)]
            assert spans == [match.span() for match in compiled(phrases).finditer(words)], (phrases, words)
            found += len(spans)
    assert found > len(said)


@pytest.mark.parametrize("slot", ["why", "next"])
def test_a_reason_and_a_next_step_are_heard_in_any_good_words(slot):
    failed = []
    for what, sentence in lines("reply_sentences.txt"):
        kind, _, which = what.partition(":")
        if kind != slot:
            continue
        for resolution in _with(slot, which):
            decision, reason, step = LETTERS[resolution]
            of = due(resolution, which if slot == "why" else "", which if slot == "next" else "")
            text = " ".join([decision, *([sentence, step] if slot == "why" else [reason, sentence])])
            if (found := grade(text, of)).value < 1.0:
                failed.append((resolution, what, sentence, found.because))
    assert failed == []


def _with(slot, which):
    """The decisions that can have this reason or this next step."""
    if slot == "next":
        return {
            "send_back": ["refund", "store_credit"],
            "nothing": ["partial_refund"],
            "replacement": ["exchange"],
            "object": ["deny"],
            "colleague": ["escalate"],
        }[which]
    if which in ("limit", "review"):
        return ["escalate"]
    if which in ("window", "reported_late", "not_returnable", "not_shown"):
        return ["deny"]
    return ["partial_refund"] if which == "missing_parts" else ["refund", "store_credit"]


@pytest.mark.parametrize("text", ["x" * 100_000, "not a " * 16_000, "? yes " * 16_000])
def test_what_reading_costs_grows_no_faster_than_the_text(text):
    """A word of any length has few beginnings that a phrase could ask for."""
    assert sum([len(form) for form in forms_of(text)]) < len(text) + 2_000
    assert grade(text, due("refund")).value == 0.0


def test_one_sentence_tells_the_next_step_of_several_items():
    pair = [due("refund"), replace(due("refund"), names=("lamp",))]
    said = "\n\n".join(
        [f"The {noun} arrived damaged, so we refund you €84.20 within 5 days." for noun in ("kettle", "lamp")]
    )

    def value(step):
        return read_reply(f"{said} {step}", pair, (), lambda cents: True).value

    for step in (
        "Please send both back to us.",
        "Please send the kettle back to us together with the lamp.",
        "Please send all of these items back to us.",
    ):
        assert value(step) == 1.0, step
    assert value("Please send the kettle back to us.") < 1.0
    assert value("Please send the kettle back to us, but keep the lamp.") < 1.0
