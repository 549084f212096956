"""Where other things go back with the one that is named: each is ruled by itself, and all of them count."""

import pytest
from msgspec import convert

import retailgym as rg
from retailgym.catalog.sense import fitting
from retailgym.core.task import Detail, Thing
from retailgym.core.values import replace
from retailgym.customer.acts import EXTENT
from retailgym.customer.belongings import belongings, is_among_others
from retailgym.customer.conversation import listen, shop_of
from retailgym.envs.returns import company
from retailgym.envs.returns.checks import to_agree
from retailgym.envs.shared.order_families import LineRef
from retailgym.envs.shared.policy_orders import shelves_of
from retailgym.envs.shared.return_statements import stated
from retailgym.players.skipping import scripts
from retailgym.policy import TOPICS
from retailgym.policy.facts import USUAL
from retailgym.tools.returns import Statement, known

from ..paths import drafted, expert_turns, run, started
from ..policy.test_handbook_laws import readers


def extent(start) -> int:
    details = start.task.brief.requests[0].things[0].details
    return next((int(d.value) for d in details if d.topic == EXTENT), 0)


def beside(start):
    """The other things, as the customer speaks of them."""
    told = {d.topic: d.value for d in start.task.brief.requests[0].things[0].details}
    goal, orders = start.task.goal.open(), start.world.orders
    o = next(n for n, order in enumerate(orders) if order.id == goal.order_id)
    place = LineRef(o, orders[o].line_ids.index(goal.line_id))
    return company.cases(start.world, place, extent(start), convert(stated(told), Statement))


def sends_back(turn) -> bool:
    return any(call.name == "return_initiate" for call in turn.calls)


def said(name, arguments):
    return rg.Turn(calls=(rg.Call(name, arguments),))


def in_company(level: int, seeds: int, **axes):
    starts = [started("returns", level, seed, **{"p_fault": 0, **axes}) for seed in range(seeds)]
    return [start for start in starts if extent(start)]


def test_from_three_links_on():
    assert not in_company(20, 20) and not in_company(24, 20, links=2)
    assert in_company(21, 20) and in_company(5, 30, links=3) and in_company(12, 20, links=3)


@pytest.mark.parametrize("level", [5, 12, 18])
def test_at_any_level_the_expert_wins_where_three_links_are_set(level):
    for start in in_company(level, 12, links=3):
        assert rg.play(start, rg.players.expert)[1].reward == 1.0


@pytest.mark.parametrize("level", [22, 24])
def test_some_go_back_and_some_do_not_by_rulings_of_their_own(level):
    starts = in_company(level, 40)
    assert len(starts) >= 16
    goals = [start.task.goal.open() for start in starts]
    assert sum(bool(goal.others) for goal in goals) >= 0.75 * len(goals)
    assert {goal.outcome for goal in goals} == {"returned", "refused"}


def test_nobody_says_of_several_things_what_cannot_be_so_of_one_of_them():
    for start in in_company(24, 60):
        catalog, told = start.world.catalog, start.task.brief.requests[0]
        shelves = [catalog.shelf_named(catalog.at(c.order.lines[c.line].doc).shelf) for c in beside(start)]
        spoils = any(fitting(("perishable",), catalog.category(s), s.name) for s in shelves)
        said = {d.value for d in told.things[0].details} | {r.old.value for r in told.revisions}
        assert not (spoils and "used" in said) and "incomplete" not in said


def test_whoever_leaves_one_out_sends_one_more_or_adds_up_wrong_does_not_win():
    start = next(s for s in in_company(24, 20) if len(s.task.goal.open().others) > 1)
    turns, goal = expert_turns(start), start.task.goal.open()
    *before, last = turns
    assert rg.judge(run(start, turns)).reward == 1.0
    for deed in [t for t in turns if sends_back(t)]:
        assert not rg.judge(run(start, [t for t in turns if t is not deed])).success
    case = next(t for t in turns if sends_back(t)).calls[0].arguments
    refused = next(c for c in beside(start) if c.line_id not in {deed[2] for deed in goal.others})
    more = {**case, "order_id": refused.order.id, "line_id": refused.line_id, "quantity": 1}
    verdict = rg.judge(run(start, [*before, said("return_initiate", more), last]))
    assert not verdict.success and verdict.harm > 0
    told = last.calls[0].arguments
    wrong = said(last.calls[0].name, {**told, "amount_cents": told["amount_cents"] - 1})
    assert not rg.judge(run(start, [*before, wrong])).success


def test_the_order_in_which_they_are_sent_back_changes_nothing():
    start = next(s for s in in_company(24, 20) if len(s.task.goal.open().others) > 1)
    turns = expert_turns(start)
    deeds, rest = [t for t in turns if sends_back(t)], [t for t in turns if not sends_back(t)]
    assert rg.judge(run(start, [*rest[:-1], *deeds[::-1], rest[-1]])).reward == 1.0


def test_who_sends_back_the_named_one_alone_wins_none_of_them():
    starts = [s for s in in_company(24, 30) if s.task.goal.open().others]
    player = scripts()["returns"]["sends_back_one"]
    assert not any(rg.play(start, player)[1].success for start in starts)


def test_a_reader_of_the_text_alone_rules_on_each_of_them_as_the_engine_does():
    for start in in_company(24, 8, lures=0):
        reader = readers(start.world)["careful"]
        going = {deed[2] for deed in start.task.goal.open().others}
        for case in beside(start):
            goes, _ = reader.rules(TOPICS["return_allowed"].asks, {**USUAL, **known(start.world, case)})
            assert bool(goes) == (case.line_id in going), case


def titled(product, variant) -> str:
    return f"{product.title} ({', '.join(map(str, variant.options.values()))})"


def printed(start, line_id: str) -> str:
    """A line as an order shows it."""
    order = next(o for o in start.world.orders if line_id in o.line_ids)
    line = order.lines[order.line_ids.index(line_id)]
    product = start.world.catalog.at(line.doc)
    return titled(product, product.variants[line.variant % len(product.variants)])


def answer_to(start, *lines: str) -> str:
    text = "\n".join(["I can take this back for a refund:", *lines, "Shall I go ahead?"])
    return rg.testing.exchanges(rg.step(start, {"text": text}))[-1]["why"]


def test_all_that_goes_back_may_be_read_back_line_by_line():
    """What is so of another thing is not taken for the one that is named; what is not so of that one is."""
    for start in in_company(24, 20, p_revise=0, lures=0, p_slip=0):
        goal, thing = start.task.goal.open(), start.task.brief.requests[0].things[0]
        if goal.outcome == "refused":
            continue
        others = [f"- 1 × {printed(start, deed[2])}" for deed in goal.others]
        mine = start.world.product(thing.product_id)
        own = mine.variant(thing.variant_id)
        assert answer_to(start, f"- {goal.quantity} × {titled(mine, own)}", *others) == "confirmed"
        wrong = [v for v in mine.variants if not {*v.options.values()} & {*own.options.values()}]
        for variant in wrong[:1]:
            assert answer_to(start, f"- {goal.quantity} × {titled(mine, variant)}") != "confirmed"


def agreed_to(start, text: str) -> bool:
    """Whether that was a read-back of all that goes back, and a yes to it."""
    due = to_agree(start.task.goal.open(), start.world)
    return due.keys() <= rg.step(start, {"text": text}).talk.agreed


READ_BACK = (
    "Good news: I can take back {}, each for a refund. Shall I go ahead?",
    "I can return {} for a refund to your original payment method. Do you confirm?",
    "I'd send back {}. Everything is refunded. Is that OK with you?",
    "To confirm: a refund for {}. May I open these returns now?",
)


def test_the_customer_says_yes_to_all_lines_that_are_read_back_and_to_no_other():
    """In ordinary words, also where the thing that is named is refused; not to what was left out."""
    starts = [s for s in in_company(24, 60, p_revise=0, lures=0, p_slip=0) if s.task.goal.open().others]
    outcomes = set()
    for start in starts:
        goal, thing = start.task.goal.open(), start.task.brief.requests[0].things[0]
        outcomes.add(goal.outcome)
        own = f"{goal.quantity} {thing.plural if goal.quantity > 1 else thing.noun}"
        titles = [printed(start, deed[2]).partition(" (")[0] for deed in goal.others]
        others = [f"1 {title.partition(',')[0]}" for title in titles]
        named = [own] if goal.outcome != "refused" else []
        for words in READ_BACK:
            assert agreed_to(start, words.format(" and ".join([*named, *others]))), (start.spec, words)
        assert not agreed_to(start, "Shall I go ahead with everything that can go back?")
        for k, words in enumerate(READ_BACK):  # also where another goes by the same name
            rest = " and ".join([own, *others[: k % len(others)], *others[k % len(others) + 1 :]])
            assert not agreed_to(start, words.format(rest)), (start.spec, words)
    assert outcomes == {"returned", "refused"}


def test_who_asks_for_no_yes_wins_none_of_them():
    starts = [s for s in in_company(24, 30) if s.task.goal.open().others]
    player = scripts()["returns"]["never_confirms"]
    assert any(s.task.goal.open().outcome == "refused" for s in starts)
    assert not any(rg.play(start, player)[1].success for start in starts)


def test_a_parcel_that_is_one_of_many_is_no_thing_that_goes_back_with_others():
    """In a journey who asks for the parcels of several orders may have a return open as well, whose read-back
    names a thing of the same kind."""
    parcels = [thing_of(started("tracking", 24, seed)) for seed in range(20)]
    lines = [thing_of(started("returns", 24, seed)) for seed in range(20)]
    parcel, line = (
        next(t for t in some if any(d.topic == EXTENT for d in t.details)) for some in (parcels, lines)
    )
    assert is_among_others(line) and not is_among_others(parcel)


def test_what_goes_back_by_its_title_is_said_of_no_other_matter_s_thing_of_that_kind():
    """The named thing may be refused, so that only the others are read back."""
    met = 0
    for seed in range(12):
        start = started("returns", 24, seed)
        request = start.task.brief.requests[0]
        if is_among_others(request.things[0]):
            line = belongings(start.world, request.things[0])[0]
            other = replace(request, things=(replace(line.thing, details=remembered(request.things[0])),))
            brief = replace(start.task.brief, requests=(request, other))
            message = f"I can take this back for a refund:\n- 1 of the {line.title}\nShall I go ahead?"
            heard = listen(brief, replace(start.talk, raised=2), message, shop_of(start.world))
            met += 1
            assert line.line_id in heard.along and not heard.named and not heard.given, (message, heard)
    assert met > 3


def remembered(thing: Thing) -> tuple[Detail, ...]:
    return tuple([d for d in thing.details if d.topic in ("pieces", "paid", "placed")])


def thing_of(start: rg.Episode) -> Thing:
    return start.task.brief.requests[0].things[0]


@pytest.mark.parametrize(
    "form",
    [
        "I will take back {} for a refund. OK?",
        "To read it back, these would go back for a refund: {}. Is all that right, and shall I go ahead?",
        "Let me read back what would go back: {}. Shall I return these?",
    ],
)
def test_lines_may_be_read_back_with_all_that_the_order_shows_of_them(form):
    """A size of one thing is no size of another."""
    met = 0
    for start in in_company(24, 60, p_revise=0, lures=0, p_slip=0):
        goal, thing = start.task.goal.open(), start.task.brief.requests[0].things[0]
        if not goal.others or goal.outcome == "refused":
            continue
        product = start.world.product(thing.product_id)
        options = next(v.options for v in product.variants if v.id == thing.variant_id)
        own = f"{goal.quantity} x {product.title} ({', '.join(options.values())})"
        text = form.format("; ".join([own, *[f"1 x {printed(start, deed[2])}" for deed in goal.others]]))
        assert agreed_to(start, text), (start.spec, text)
        met += 1
    assert met > 5


def test_no_other_matter_is_about_what_goes_back_beside_it():
    pools = [drafted(rg.Spec("returns", 24, seed))[1] for seed in range(12)]
    several = [pool for pool in pools if pool.plan.orders]
    assert several
    for pool in several:
        assert shelves_of(pool.world, pool.plan.lines, pool.plan.orders) <= pool.world.shelves
