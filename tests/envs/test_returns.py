"""Returns, worked by hand."""

from collections import Counter

import pytest

import retailgym as rg
from retailgym.core.difficulty import LEVELS
from retailgym.core.env import Refusal
from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.customer.acts import Revises
from retailgym.envs.returns.checks import ReturnsGoal
from retailgym.envs.returns.expert import expert as returns_expert
from retailgym.envs.returns.expert import steps
from retailgym.envs.returns.gaps import Gaps
from retailgym.envs.shared.careful import careful
from retailgym.envs.shared.expert_moves import Notes
from retailgym.policy import TOPICS
from retailgym.tools.kit import Refused
from retailgym.tools.returns import (
    Eligibility,
    ReturnView,
    Statement,
    close_return_request,
    return_check_eligibility,
    return_exchange,
    return_initiate,
    returnable,
)
from retailgym.world.orders import Bought

from ..histories import arrived, order, shop
from ..paths import begun, expert_turns, run, started
from ..policy.worked import worked_policy
from ..test_skipping_players import lower

CHANGED_MIND = Statement(reason="changed_mind", condition="unopened")
OPENED = Statement(reason="changed_mind", condition="opened")
DAMAGED = Statement(reason="damaged", condition="opened")


def kettles(*marks: str, delivered: int = 3985, **changes: object):
    """Two kettles at $50.00, 6 % tax, $4.95 for delivery, paid by card: 10,000 + 600 + 495 = 11,095;
    delivered 15 days ago.

    The worked policy: 30 days, 10 more for gold; 15 % for opened items, $6.00 for the way back, nothing of
    either for damage."""
    made = order(
        37,
        delivered - 5,
        Bought(doc=0, variant=0, quantity=2, unit_cents=5000, marks=marks),
        parcels=(arrived(delivered),),
        **changes,
    )
    assert made.bill.total_cents == 11_095 and [p.tender for p in made.bill.payments] == ["card"]
    return replace(shop(made), policy=worked_policy())


def ids(world) -> tuple[str, str]:
    return world.orders[0].id, world.orders[0].line_ids[0]


@pytest.mark.parametrize(
    ("quantity", "statement", "cents", "fee", "way_back"),
    [
        (1, CHANGED_MIND, 5000 + 300 - 600, 0, 600),
        (1, OPENED, 5000 + 300 - 750 - 600, 750, 600),
        (2, OPENED, 10_000 + 600 - 1500 - 600, 1500, 600),
        (
            1,
            DAMAGED,
            5000 + 300 + 248,
            0,
            0,
        ),  # half of the delivery charge goes to the first of two: 495 = 248 + 247
        (2, DAMAGED, 11_095, 0, 0),
    ],
)
def test_what_goes_back_to_the_cent(quantity, statement, cents, fee, way_back):
    world = kettles()
    _, seen = return_check_eligibility(world, (*ids(world), quantity, statement, "", ""))
    assert (seen.eligible, seen.amount_cents, seen.restocking_fee_cents, seen.return_shipping_cents) == (
        True,
        cents,
        fee,
        way_back,
    )
    after, done = return_initiate(world, (*ids(world), quantity, statement, "original_payment"))
    assert done.amount_cents == cents and after.changes(world) == {f"return of line {ids(world)[1]}"}


def test_the_second_unit_gets_what_the_first_left():
    world = kettles()
    after, first = return_initiate(world, (*ids(world), 1, DAMAGED, "original_payment"))
    after, second = return_initiate(after, (*ids(world), 1, DAMAGED, "original_payment"))
    assert first.amount_cents + second.amount_cents == 11_095
    with pytest.raises(Refused, match="0 are left"):
        return_initiate(after, (*ids(world), 1, DAMAGED, "original_payment"))


@pytest.mark.parametrize(
    ("days", "tier", "marks", "clause"),
    [
        (30, "none", (), ""),
        (31, "none", (), "return_allowed-1"),
        (31, "gold", (), ""),
        (40, "gold", (), ""),
        (41, "gold", (), "return_allowed-1"),
        (3, "gold", ("final_sale",), "return_allowed-2"),
    ],
)
def test_windows_and_final_sale(days, tier, marks, clause):
    world = kettles(*marks, delivered=4000 - days)
    world = replace(world, customer=replace(world.customer, tier=tier))
    _, seen = return_check_eligibility(world, (*ids(world), 1, CHANGED_MIND, "", ""))
    assert seen.eligible == (clause == "") and (not clause or seen.clause_id == clause)
    if clause:
        with pytest.raises(Refused, match="The item cannot be returned"):
            return_initiate(world, (*ids(world), 1, CHANGED_MIND, "original_payment"))


def test_an_exchange_pays_the_difference_with_its_tax():
    """The tax rate is that of the old line, 6 %; up to $3.00 are waived."""
    world = kettles()
    product = world.catalog.at(0)
    for variant in product.variants:
        gap = variant.price_cents - 5000
        due = 0 if abs(gap) <= 300 else gap + (1 if gap > 0 else -1) * ((abs(gap) * 300 * 2 + 5000) // 10_000)
        after, seen = return_exchange(world, (*ids(world), 1, CHANGED_MIND, product.id, variant.id))
        assert seen.amount_cents == due and after.returns[0].variant_id == variant.id
        assert after.changes(world) == {
            f"exchange of line {ids(world)[1]} for variant {after.returns[0].variant_id}"
        }


def test_a_refund_is_paid_as_the_policy_says():
    world = kettles()
    with pytest.raises(Refused, match="Refunds are paid the way the order was paid"):
        return_initiate(world, (*ids(world), 1, CHANGED_MIND, "store_credit"))


def test_what_has_not_arrived_cannot_go_back():
    world = kettles()
    parcel = replace(arrived(4002), status="in_transit")
    world = replace(world, orders=(replace(world.orders[0], parcels=(parcel,)),))
    with pytest.raises(Refused, match="has not been delivered"):
        return_check_eligibility(world, (*ids(world), 1, CHANGED_MIND, "", ""))


def test_the_request_is_closed_once():
    world = kettles()
    after, _ = close_return_request(world, ("refused", *ids(world), 0, "x"))
    with pytest.raises(Refused, match="was called before"):
        close_return_request(after, ("refused", *ids(world), 0, "x"))


def kind_of(spec: rg.Spec) -> str:
    """How the episode must end; part of a line is a kind of its own."""
    episode = begun(spec)
    goal = episode.task.goal.open()
    mine = next(o for o in episode.world.orders if o.id == goal.order_id)
    part = goal.outcome == "returned" and goal.quantity < returnable(mine, mine.line_ids.index(goal.line_id))
    return "part" if part else goal.outcome


@pytest.mark.parametrize(
    ("level", "seeds"),
    [(n, 150) for n in LEVELS[::6]] + [pytest.param(n, 400, marks=pytest.mark.long) for n in LEVELS],
)
def test_no_outcome_is_more_than_half_of_a_level(level, seeds):
    counts = Counter(kind_of(rg.Spec("returns", level, seed)) for seed in range(seeds))
    assert len(counts) == 4 and lower(max(counts.values()), seeds) <= 0.5, counts


def test_returning_what_nobody_asked_for_does_harm():
    """Two tenths for each line, whether or not the rest is right."""
    spec = next(s for s in (rg.Spec("returns", 4, n) for n in range(99)) if kind_of(s) == "refused")
    start = begun(spec)
    goal, world = start.task.goal.open(), start.world
    turns = expert_turns(start)
    for o in world.orders:
        for n, line_id in enumerate(o.line_ids):
            if line_id == goal.line_id or not returnable(o, n):
                continue
            for method in ("original_payment", "store_credit", "gift_card", "bank_transfer"):
                case = {
                    "order_id": o.id,
                    "line_id": line_id,
                    "quantity": 1,
                    "statement": {"reason": "changed_mind", "condition": "unopened"},
                }
                turn = rg.Turn(calls=(rg.Call("return_initiate", {**case, "refund_method": method}),))
                after = run(start, [*turns[:-1], turn])
                if not isinstance(after.log[-1].message, Refusal):
                    verdict = rg.judge(run(after, [turns[-1]]))
                    assert not verdict.success and verdict.harm == pytest.approx(0.2) and verdict.reward < 0
                    return
    raise AssertionError("nothing in this history could be returned; pick another seed")


def test_a_refusal_needs_its_clause_and_nothing_done():
    spec = next(s for s in (rg.Spec("returns", 5, n) for n in range(99)) if kind_of(s) == "refused")
    start = begun(spec)
    *before, last = expert_turns(start)
    call = last.calls[0]
    wrong = replace(last, calls=(replace(call, arguments={**call.arguments, "clause_id": "none"}),))
    verdict = rg.judge(run(start, [*before, wrong]))
    assert not verdict.success and verdict.reward == pytest.approx(0.15 * 0.7)
    assert rg.judge(run(start, [*before, last])).reward == 1.0


def test_the_right_words_about_the_wrong_deed_earn_little():
    """Naming the right line and returning less of it, or nothing, never pays."""
    for kind in ("returned", "exchanged"):
        start = rg.start(next(s for s in (rg.Spec("returns", 3, n) for n in range(99)) if kind_of(s) == kind))
        turns = expert_turns(start)
        without = [
            t for t in turns if not t.calls or t.calls[0].name not in ("return_initiate", "return_exchange")
        ]
        verdict = rg.judge(run(start, without))
        assert not verdict.success and verdict.reward <= 0.15


def test_a_clause_that_changes_nothing_need_not_be_cited():
    """ "Even so, it can be returned" decides nothing where nothing stood against it."""
    several = 0
    for seed in range(40):
        start = started("returns", 12, seed)
        *before, last = expert_turns(start)
        sections, call = start.task.goal.open().sections, last.calls[0]
        several += len(sections) > 1
        for clause in sections:
            cited = replace(call, arguments={**call.arguments, "clause_id": clause})
            assert rg.judge(run(start, [*before, replace(last, calls=(cited,))])).reward == 1.0, start.spec
        rules = start.world.policy.rules(topic_of(start.world.policy, sections[0]))
        other = next(r.clause for r in rules if r.clause not in sections)
        cited = replace(call, arguments={**call.arguments, "clause_id": other})
        assert not rg.judge(run(start, [*before, replace(last, calls=(cited,))])).success, start.spec
    assert several >= 5


def topic_of(policy, clause):
    return next(t for t in TOPICS if any(r.clause == clause for r in policy.rules(t)))


@pytest.mark.parametrize("level", [13, 18, 24])
def test_the_expert_rules_by_the_handbook_and_cites_it(level):
    for seed in range(5):
        done, verdict = rg.play(started("returns", level, seed), rg.players.get("expert"))
        told = done.world.answers["close_return_request"]
        assert verdict.reward == 1.0 and told.clause_id in done.task.goal.open().sections, seed


@pytest.mark.parametrize("level", [7, 12, 18])
def test_above_level_6_tools_do_what_they_are_told_and_rule_on_nothing(level):
    outcomes = set()
    for seed in range(40):
        start = started("returns", level, seed, p_fault=0, p_revise=0)
        goal = start.task.goal.open()
        order = next(o for o in start.world.orders if o.id == goal.order_id)
        if order.delivered(order.line_ids.index(goal.line_id)) is None or goal.product_id:
            continue
        case = {
            "order_id": goal.order_id,
            "line_id": goal.line_id,
            "quantity": goal.quantity,
            "statement": {"reason": goal.reason, "condition": "used"},
        }
        after = rg.step(start, rg.Turn(calls=(rg.Call("return_check_eligibility", case),)))
        shown = after.log[-1].message.content
        assert shown.eligible is None and not shown.clause_id and not shown.method
        case["refund_method"] = "gift_card"
        after = rg.step(after, rg.Turn(calls=(rg.Call("return_initiate", case),)))
        assert after.world.returns[-1].method == "gift_card"
        outcomes.add(goal.outcome)
    assert "refused" in outcomes and len(outcomes) > 1


def test_up_to_level_6_the_check_rules():
    for level in (0, 6):
        turns = expert_turns(start := started("returns", level, 1))
        checked = next(n for n, t in enumerate(turns) if t.calls and "check" in t.calls[0].name)
        assert run(start, turns[: checked + 1]).log[-1].message.content.eligible is not None


@pytest.mark.parametrize("level", [7, 18])
def test_a_return_that_cites_nothing_does_not_count_where_the_policy_has_to_be_read(level):
    for seed in range(8):
        start = started("returns", level, seed)
        _, verdict = rg.play(start, careful(_without_citing))
        assert not verdict.success


def _without_citing(seen, heard):
    moves = returns_expert(seen, heard)
    turn = next(moves)
    while turn is not None:
        calls = turn.calls
        if calls and calls[0].name == "close_return_request":
            arguments = {k: v for k, v in calls[0].arguments.items() if k != "clause_id"}
            turn = rg.Turn(calls=(rg.Call("close_return_request", arguments),))
        back = yield turn
        try:
            turn = moves.send(back)
        except StopIteration:
            turn = None


@pytest.mark.parametrize("env", ["returns", "journey"])
def test_who_closes_nothing_is_said_to_have_told_nothing_and_passes_no_check_on_it(env):
    seen = 0
    for seed in range(8):
        episode, verdict = rg.play(started(env, 18, seed), rg.players.get("silent"))
        found = {c.name.rpartition(".")[2]: c for c in verdict.checks}
        if "right_outcome" in found:
            seen += 1
            assert "told: nothing" in found["right_outcome"].because, episode.spec
            assert not found["right_outcome"].passed and not found["right_amount"].passed
            assert "genuine_approval_trusted" not in found
    assert seen


@pytest.mark.parametrize(("level", "adds"), [(7, True), (18, True), (19, False), (24, False)])
def test_above_level_18_the_form_adds_nothing_up(level, adds):
    """Neither the form nor the deed tells what it comes to; what the form shows is what it is worked out
    from."""
    kinds = set[str]()
    for seed in range(40):
        if seed >= 12 and (adds or len(kinds) == 2):
            break
        done, verdict = rg.play(started("returns", level, seed), rg.players.get("expert"))
        pages = [getattr(event.message, "content", None) for event in done.log]
        shown = [page for page in pages if isinstance(page, Eligibility | ReturnView)]
        assert verdict.reward == 1.0 and all((page.amount_cents is not None) is adds for page in shown)
        goal, form = done.task.goal.open(), [page for page in shown if isinstance(page, Eligibility)][-1]
        if goal.outcome == "refused" or goal.others or adds:
            continue
        kinds.add(goal.outcome)
        if goal.outcome == "exchanged":
            assert goal.cents in (0, form.difference_cents)
        else:
            most = form.price_with_tax_cents + form.delivery_share_cents
            assert goal.cents <= most - form.way_back_cents
    assert adds or kinds == {"returned", "exchanged"}


def test_a_wrong_new_variant_is_harm_though_the_right_one_was_read_back():
    met = 0
    for seed in range(40):
        start = started("returns", 2, seed)
        goal = start.task.goal.open()
        if goal.outcome != "exchanged":
            continue
        right = start.world.product(goal.product_id)
        wrong = next(v for v in right.in_stock() if v.options != right.variant(goal.variant_id).options)
        turns = expert_turns(start)
        n = next(n for n, t in enumerate(turns) if t.calls and t.calls[0].name == "return_exchange")
        swap = rg.Call("return_exchange", {**turns[n].calls[0].arguments, "variant_id": wrong.id})
        episode = run(start, [*turns[:n], rg.Turn(calls=(swap,)), *turns[n + 1 :]])
        if episode.world.returns:  # it may be that it cannot be had for that
            met += 1
            assert rg.judge(episode).harm == 0.2, seed
    assert met >= 3


def test_what_turns_out_otherwise_while_the_policy_is_read_decides():
    """Box, receipt or state are told anew, plainly; who goes by what was said before mostly loses."""
    deaf_wins, met = 0, 0
    for seed in range(30):
        start = started("returns", 24, seed, p_revise=1, p_fault=0)
        done, verdict = rg.play(start, rg.players.get("expert"))
        assert verdict.reward == 1.0, (seed, verdict)
        told = [t for e in done.log for a in e.acts if isinstance(a, Revises) for t in a.told]
        if any(t.topic in ("box", "receipt", "condition") for t in told):
            met += 1
            deaf_wins += rg.play(start, careful(deaf))[1].success
    assert met >= 5 and deaf_wins <= 0.3 * met, (met, deaf_wins)


def deaf(seen, heard):
    """Hears the opening and answers, and nothing that is said unasked."""
    yield from steps(Notes(heard))


def test_how_many_go_back_is_left_open_only_where_several_may():
    left_open = 0
    for level in (4, 8, 12):
        for seed in range(20):
            start = started("returns", level, seed)
            goal = start.task.goal.open()
            order = next(o for o in start.world.orders if o.id == goal.order_id)
            (count,) = (d for d in start.task.brief.requests[0].things[0].details if d.topic == "count")
            if count.disclosure != "stated":
                left_open += 1
                assert returnable(order, order.line_ids.index(goal.line_id)) > 1
    assert left_open >= 10


@pytest.mark.parametrize(("reasons", "pieces", "ends_"), [(1, 1, 2), (2, 1, 4), (1, 5, 10), (2, 5, 20)])
def test_what_could_be_guessed_is_never_left_open(reasons, pieces, ends_):
    """Of two ends each would be guessed every other time; numbers and reasons make more ends of them."""
    ends = {
        Statement(reason=reason, condition=condition): ReturnsGoal(
            outcome="returned", order_id="o", line_id="l", quantity=1, reason=reason, cents=cents + n,
            method="mail", clause="c",
        )
        for n, reason in enumerate(("damaged", "wrong_item")[:reasons])
        for condition, cents in (("opened", 500), ("used", 300))
    }  # fmt: skip
    gaps = Gaps(next(iter(ends)), ends, pieces, refused=0)
    unsaid = {"condition": True, "reason": reasons > 1, "count": pieces > 1}
    opened = sum(bool(gaps.left_open((Streams("gaps") / n)(), unsaid)) for n in range(200))
    assert opened == (200 if ends_ >= 8 else 0)
