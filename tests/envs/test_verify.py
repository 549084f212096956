"""Verifiers, worked by hand: what each gate and the credit say of an answer that is wrong in one way."""

import pytest

import retailgym as rg
from retailgym.core.episode import Episode
from retailgym.core.judgement import _outcome
from retailgym.core.reward import Findings, Outcome
from retailgym.core.values import replace
from retailgym.world import CartLine


def won(spec: str) -> Episode:
    return rg.play(rg.start(spec), rg.players.get("expert"))[0]


def found(episode: Episode, outcome: Outcome) -> Findings:
    return episode.env.verify(episode.task.goal.open(), outcome)


def failed(findings: Findings) -> list[str]:
    return [c.name for c in findings.checks if not c.passed]


def because(findings: Findings, name: str) -> str:
    return next(c.because for c in findings.checks if c.name == name)


def answering(outcome: Outcome, **answers: object) -> Outcome:
    return replace(outcome, after=replace(outcome.after, answers={**outcome.after.answers, **answers}))


def unanswered(outcome: Outcome) -> Outcome:
    return replace(outcome, after=replace(outcome.after, answers={}))


def unseen(outcome: Outcome) -> Outcome:
    return replace(outcome, retrieved=frozenset())


# policy


@pytest.mark.parametrize("seed", range(6))
def test_of_a_policy_answer_the_clause_is_worth_60_hundredths_and_the_answer_40(seed):
    episode = won(f"policy/6/{seed}")
    outcome = _outcome(episode)
    given = outcome.after.answers["answer_policy"]
    other = next(c for c in sorted(outcome.retrieved, reverse=True) if c != given.clause_id)
    values = [not given.answer] if isinstance(given.answer, bool) else ["~", ""]
    wrong = values if isinstance(given.answer, bool | str) else [given.answer + 1, given.answer - 1]
    assert failed(found(episode, outcome)) == [] and found(episode, outcome).credit == 1.0
    for answer in wrong:
        mistaken = found(episode, answering(outcome, answer_policy=replace(given, answer=answer)))
        assert failed(mistaken) == ["answer"] and mistaken.credit == pytest.approx(0.6)
    for clause in (other, f"{given.clause_id}0"):
        shown = replace(outcome, retrieved=outcome.retrieved | {clause})
        mistaken = found(episode, answering(shown, answer_policy=replace(given, clause_id=clause)))
        assert failed(mistaken) == ["clause"] and mistaken.credit == pytest.approx(0.4)
    guessed = found(episode, unseen(outcome))
    assert failed(guessed) == ["read"] and guessed.credit == 0.0
    assert because(guessed, "read") == f"clause {given.clause_id} was never shown"
    assert because(found(episode, outcome), "read") == "the clause was read first"
    assert failed(found(episode, unanswered(outcome))) == ["answered"]


# tracking


def test_of_a_report_the_order_is_worth_40_hundredths_the_parcel_60_status_and_day_20_each():
    episode = won("tracking/6/1")
    outcome = _outcome(episode)
    told = outcome.after.answers["report_status"]
    for changes, credit in (
        ({"order_id": "o0", "parcel_id": "p0"}, 0.0),
        ({"parcel_id": "p0"}, 0.4),
        ({"status": "adrift"}, 0.8),
        ({"day": told.day + 1}, 0.8),
        ({"day": told.day - 1}, 0.8),
        ({"status": "adrift", "day": told.day - 1}, 0.6),
    ):
        shown = replace(outcome, retrieved=outcome.retrieved | {"p0"})
        mistaken = found(episode, answering(shown, report_status=replace(told, **changes)))
        assert failed(mistaken) == list(changes) and mistaken.credit == pytest.approx(credit), changes
    assert failed(found(episode, unseen(outcome))) == ["retrieved"]
    assert because(found(episode, unseen(outcome)), "retrieved") == f"parcel {told.parcel_id} was never shown"
    assert because(found(episode, outcome), "retrieved") == "the parcel was looked up"
    assert failed(found(episode, unanswered(outcome))) == ["reported"]


# substitution


def test_a_substitute_is_worth_60_hundredths_with_all_conditions_and_up_to_30_with_some():
    episode = won("substitution/6/1")
    outcome, goal = _outcome(episode), episode.task.goal.open()
    catalog, after = outcome.after.catalog, outcome.after
    shelf = catalog.shelf_named(goal.shelf)
    on_shelf = [catalog.head(n).id for n in range(shelf.first, shelf.last)]
    seen = replace(outcome, retrieved=outcome.retrieved | {*on_shelf})
    right = after.answers["suggest_substitute"]

    def suggested(id: str) -> Findings:
        return found(episode, answering(seen, suggest_substitute=id))

    assert failed(suggested(right)) == []
    credits = set()
    for id in on_shelf:
        says, product = suggested(id), after.product(id)
        if product is None or id == right:
            continue
        gone = id in after.overlay.sold_out
        assert "closest" in failed(says) and ("in_stock" in failed(says)) == gone
        kept = int(because(says, "must_keeps").split()[2])
        whole = 0.6 if kept == len(goal.wishes) else 0.3 * kept / len(goal.wishes)
        assert says.credit == pytest.approx(0.0 if gone else whole)
        assert because(says, "in_stock") == ("it has sold out" if gone else "it has not sold out")
        credits.add(says.credit)
    assert len(credits) > 2
    for n in (shelf.first - 1, shelf.last):
        other = catalog.head(n).id
        shown = replace(seen, retrieved=seen.retrieved | {other})
        off = found(episode, answering(shown, suggest_substitute=other))
        assert "same_kind" in failed(off) and off.credit == 0.0
    assert failed(found(episode, unseen(outcome))) == ["retrieved"]
    assert because(found(episode, unseen(outcome)), "retrieved").endswith(
        "was suggested, without being shown"
    )
    assert because(suggested(right), "retrieved").endswith("was suggested, after being shown")
    nothing = found(episode, unanswered(outcome))
    assert because(nothing, "retrieved") == "nothing was suggested, without being shown"


# cart


def test_of_a_cart_line_the_product_is_worth_30_hundredths_and_a_wrong_number_60():
    episode = won("cart/6/3")
    outcome = _outcome(episode)
    first, *rest = outcome.after.cart

    def holding(*lines: CartLine) -> Findings:
        return found(episode, replace(outcome, after=replace(outcome.after, cart=lines)))

    assert failed(found(episode, outcome)) == [] and found(episode, outcome).credit == 1.0
    share = 1 / len(outcome.after.cart)
    for quantity in (first.quantity + 1, first.quantity - 1):
        mistaken = holding(replace(first, quantity=quantity), *rest)
        assert failed(mistaken) == ["cart_as_asked"]
        assert mistaken.credit == pytest.approx(1 - share * 0.4)
    siblings = [v.id for v in outcome.after.product(first.product_id).variants if v.id != first.variant_id]
    other_variant = holding(replace(first, variant_id=siblings[0]), *rest)
    assert other_variant.credit == pytest.approx(1 - share * 0.7)
    assert holding(*rest).credit == pytest.approx(1 - share)
    assert holding().credit == 0.0
    assert because(found(episode, outcome), "retrieved") == "every product was shown first"
    assert because(found(episode, unseen(outcome)), "retrieved").startswith("never shown: ")


# discovery


def test_recommending_says_what_was_never_shown_and_what_has_sold_out():
    episode = won("discovery/6/1")
    outcome = _outcome(episode)
    assert because(found(episode, outcome), "retrieved") == "every product was shown first"
    assert because(found(episode, outcome), "in_stock") == "nothing that has sold out was recommended"
    assert because(found(episode, unseen(outcome)), "retrieved").startswith("never shown: ")


# journey


def test_a_journey_is_worth_the_mean_of_its_legs_each_by_its_own_cap():
    for spec in ("journey/9/1", "journey/9/2", "journey/9/4"):
        episode = won(spec)
        goal, outcome = episode.task.goal.open(), _outcome(episode)
        assert found(episode, outcome).credit == 1.0
        for n, (job, _) in enumerate(goal.legs):
            closing = rg.start(f"{job}/0/0").env.closing
            answers = {k: v for k, v in outcome.after.answers.items() if k != closing}
            without = replace(outcome, after=replace(outcome.after, answers=answers))
            own = rg.start(f"{job}/0/0").env.verify(goal.legs[n][1], _from(goal.firsts[n], without))
            share = own.credit * own.cap / 60
            expected = (len(goal.legs) - 1 + share) / len(goal.legs)
            assert found(episode, without).credit == pytest.approx(expected), (spec, job)
            assert f"{job}.closed" in failed(found(episode, without))


def _from(first: int, outcome: Outcome) -> Outcome:
    return replace(outcome, agreed=frozenset(n - first for n in outcome.agreed))


# returns


@pytest.mark.parametrize("spec", ["returns/3/1", "returns/3/2", "returns/3/3", "returns/3/5", "returns/3/8"])
def test_of_a_return_the_line_is_worth_40_hundredths_deeds_and_outcome_30_each(spec):
    episode = won(spec)
    outcome, goal = _outcome(episode), episode.task.goal.open()
    told = outcome.after.answers["close_return_request"]
    assert failed(found(episode, outcome)) == [] and found(episode, outcome).credit == pytest.approx(1.0)
    wrong = [
        ({"amount_cents": told.amount_cents + 1}, ["right_amount"], 1.0),
        ({"amount_cents": told.amount_cents - 1}, ["right_amount"], 1.0),
    ]
    for other in {"returned", "exchanged", "refused"} - {told.outcome}:
        wrong.append(({"outcome": other}, ["right_outcome"], 0.7))
    wrong.append(({"line_id": ""}, ["right_line"], 0.0))
    for changes, gates, credit in wrong:
        mistaken = found(episode, answering(outcome, close_return_request=replace(told, **changes)))
        assert failed(mistaken) == gates and mistaken.credit == pytest.approx(credit), changes
    if goal.outcome != "refused":
        undone = replace(outcome, after=replace(outcome.after, returns=outcome.before.returns))
        assert failed(found(episode, undone)) == ["right_deeds"]
        assert found(episode, undone).credit == pytest.approx(0.7)
        *before, made = outcome.after.returns
        for more in (1, -1):
            twice = replace(made, quantity=made.quantity + more)
            after = replace(outcome.after, returns=(*before, twice))
            assert failed(found(episode, replace(outcome, after=after))) == ["right_deeds"]
