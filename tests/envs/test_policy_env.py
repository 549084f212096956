"""The policy job by hand: what an answer is, what counts as known, and what the customer must tell."""

from collections import Counter
from functools import cache
from statistics import mean, stdev

import pytest

import retailgym as rg
from retailgym.core.difficulty import LEVELS
from retailgym.core.env import Outcome, Refusal, Result
from retailgym.core.reward import SMALL_CAP, Effort
from retailgym.core.streams import Streams
from retailgym.core.task import Thing
from retailgym.core.values import replace
from retailgym.customer.hearing import hear
from retailgym.customer.locale.en.policy_phrases import ASKS, CUES, LABELS, TELLS, TELLS_AMOUNT
from retailgym.envs.policy.expert import steps
from retailgym.envs.policy.task import PolicyGoal, verify
from retailgym.envs.shared.careful import careful
from retailgym.envs.shared.expert_moves import Named, Notes, question
from retailgym.envs.shared.order_families import LineRef
from retailgym.envs.shared.policy_facts import (
    TOLD,
    UNMARKED,
    asked_detail,
    heard_fact,
    on_account,
    recorded,
    told_detail,
)
from retailgym.envs.shared.policy_orders import places
from retailgym.envs.shared.policy_questions import AMOUNTS, ASKED, STORY
from retailgym.envs.shared.records import on_account as on_pages
from retailgym.envs.shared.records import on_order as on_page
from retailgym.evaluation.numbers import rate_interval
from retailgym.players.skipping import scripts
from retailgym.policy import FACTS, Policy, Rule, article, decide, draw, matters, unsettled
from retailgym.policy.facts import USUAL
from retailgym.policy.reading import Reading
from retailgym.policy.rules import Cap, Is, More, No, Percent, Say, Yes
from retailgym.tools.answer import read_answer
from retailgym.tools.kit import Refused
from retailgym.tools.policy import handbook_in, policy_read

from ..paths import begun, drafted, started
from ..solvers.tracking import lines
from ..test_skipping_players import lower, more_is_asked


def clauses(topic, *rules):
    numbered = enumerate(rules, 1)
    return {
        topic: tuple(
            Rule(id=f"{topic}.{n}", topic=topic, clause=f"{n}", rank=n, then=then, when=when)
            for n, (then, when) in numbered
        )
    }


WINDOW = clauses(
    "return_window",
    (Say(30), ()),  # 1
    (Say(7), (Yes("clearance"),)),  # 2
    (More(10), (Is("tier", ("gold",)),)),  # 3
    (Cap(35), (Is("condition", ("opened", "used")), No("clearance"))),  # 4
)
FEE = clauses(
    "restocking_fee",
    (Say(0), ()),  # 1
    (Percent(15, "line_cents"), (Is("condition", ("opened",)),)),  # 2
    (More(500), (No("packaging"), Is("condition", ("opened", "used")))),  # 3
    (Say(0), (Yes("withdrawal_right"),)),  # 4
)


@pytest.mark.parametrize(
    ("tier", "clearance", "condition", "days", "clause"),
    [
        ("none", False, "unopened", 30, "1"),
        ("gold", False, "unopened", 40, "3"),  # 30 + 10
        ("gold", False, "used", 35, "4"),  # 40, but never more than 35
        ("none", False, "used", 30, "1"),  # the limit applies and makes no difference
        ("gold", True, "used", 17, "3"),  # 7 + 10; the limit is not for clearance
    ],
)
def test_the_last_clause_that_makes_a_difference_decides(tier, clearance, condition, days, clause):
    ruling = decide(
        Policy("by hand", WINDOW),
        "return_window",
        {"tier": tier, "clearance": clearance, "condition": condition},
    )
    assert (ruling.outcome, ruling.decided_by) == (days, clause)


def test_what_is_still_open_is_asked_for_and_nothing_else():
    policy = Policy("by hand", WINDOW)
    assert unsettled(policy, "return_window", {"tier": "none", "clearance": False}) == ("condition",)
    assert (
        unsettled(policy, "return_window", {"tier": "none", "clearance": True}) == ()
    )  # then the condition does not matter
    assert set(unsettled(policy, "return_window", {"clearance": False})) == {"tier", "condition"}
    assert unsettled(policy, "return_window", {"tier": "gold", "clearance": False, "condition": "used"}) == ()


def test_a_section_that_was_not_read_is_open_unless_a_fact_rules_its_clause_out():
    policy = Policy("by hand", FEE)
    known = {"condition": "opened", "packaging": False, "line_cents": 2000}
    assert unsettled(policy, "restocking_fee", known) == ("withdrawal_right",)
    assert unsettled(policy, "restocking_fee", {**known, "withdrawal_right": False}) == ()
    assert (
        decide(policy, "restocking_fee", {**known, "withdrawal_right": False}).outcome == 800
    )  # 15 % of 20.00 and 5.00


@pytest.mark.parametrize(
    ("topic", "given", "read"),
    [
        ("return_window", 30, 30),
        ("return_window", "30", 30),
        ("return_window", "30 days", 30),
        ("return_window", "1 day.", 1),
        ("restocking_fee", 1250, 1250),
        ("restocking_fee", "1,250", 1250),
        ("restocking_fee", "$12.50", 1250),
        ("restocking_fee", "€1,012.50", 101250),
        ("restocking_fee", "12.50 EUR", 1250),
        ("restocking_fee", "1250 cents", 1250),
        ("return_allowed", "yes", True),
        ("return_allowed", False, False),
        ("return_allowed", "No.", False),
        ("refund_method", "store credit", "store_credit"),
        ("refund_method", "As store credit", "store_credit"),
        ("refund_method", "store_credit", "store_credit"),
        ("refund_method", "Refunds are paid on a new gift card.", "gift_card"),
        ("refund_method", "the way the order was paid", "original_payment"),
    ],
)
def test_answers_are_read_in_the_words_that_people_use(topic, given, read):
    found = read_answer(topic, given)
    assert found == read and type(found) is type(read)


@pytest.mark.parametrize(
    ("topic", "given"),
    [
        ("return_window", "a month"),
        ("return_window", True),
        ("return_window", "$30.00"),
        ("return_window", 12.5),
        ("restocking_fee", 10**30),
        ("return_allowed", 1),
        ("return_allowed", "perhaps"),
        ("refund_method", "cash"),
        ("refund_method", ""),
        ("restocking_fee", -5),
    ],
)
def test_answers_of_another_type_are_refused_in_words(topic, given):
    with pytest.raises(Refused, match="that clause"):
        read_answer(topic, given)


def closed(spec, **changed):
    """The expert's path with another answer at the end."""
    start = begun(spec)
    done, _ = rg.play(start, rg.players.get("expert"))
    episode = start
    for event in done.log[1:]:
        call = event.call or rg.Call("ask_user", {"message": event.said})
        arguments = {**call.arguments, **changed} if call.name == "answer_policy" else call.arguments
        episode = rg.step(episode, rg.Turn(calls=(rg.Call(call.name, arguments),)))
    return episode


def test_the_answer_alone_or_the_clause_alone_is_worth_little():
    spec = rg.Spec("policy", 6, 7)
    goal = begun(spec).task.goal.open()
    other = next(r.clause for r in begun(spec).world.policy.rules(goal.topic) if r.clause != goal.clause_id)
    right, clause_wrong = rg.judge(closed(spec)), rg.judge(closed(spec, clause_id=other))
    assert right.success and right.reward == 1.0
    assert not clause_wrong.success and 0 < clause_wrong.reward <= SMALL_CAP / 100
    assert [c.name for c in clause_wrong.checks if not c.passed] == ["clause"]


def test_a_clause_that_was_never_read_does_not_count():
    start = started("policy", 0, 3)
    goal = start.task.goal.open()
    end = rg.step(
        start,
        rg.Turn(calls=(rg.Call("answer_policy", {"answer": goal.answer, "clause_id": goal.clause_id}),)),
    )
    verdict = rg.judge(end)
    assert not verdict.success and verdict.reward == 0.0 and verdict.parts["grounding"] == 0.0


def test_yes_is_not_one():
    """In Python true equals 1; in the shop a yes is not one day."""
    episode = closed(
        next(
            s
            for s in (rg.Spec("policy", 0, n) for n in range(200))
            if begun(s).task.goal.open().answer is True
        )
    )
    answer = episode.world.answers["answer_policy"]
    goal = PolicyGoal(topic="return_window", answer=1, clause_id=answer.clause_id)
    effort = Effort(exchanges=0, wasted=0, calls=0, ids_given=0, ids_unseen=0)
    outcome = Outcome(
        before=episode.task.world,
        after=episode.world,
        retrieved=frozenset([answer.clause_id]),
        effort=effort,
        par=episode.task.par,
        budgets=episode.budgets,
    )
    assert [c.name for c in verify(goal, outcome).checks if not c.passed] == ["answer"]


def test_an_unknown_clause_is_refused_and_costs_only_the_call():
    start = started("policy", 3, 1)
    after = rg.step(start, rg.Turn(calls=(rg.Call("answer_policy", {"answer": 3, "clause_id": "no such"}),)))
    assert not after.done and "policy_read" in after.log[-1].message.text and after.used.calls == 1


def enquiries(level, seeds):
    for seed in seeds:
        _, pool = drafted(rg.Spec("policy", level, seed))
        for e in pool.plan.enquiries:
            yield pool, e


def place_of(pool, e):
    return pool.plan.family.places[pool.plan.reference.lines[e.place]]


@pytest.mark.parametrize("seeds", [40, pytest.param(160, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", [0, 3, 6, 9, 12])
def test_the_answer_depends_on_about_as_many_rules_as_the_level_says(level, seeds):
    by_episode = []
    for seed in range(seeds):
        depths = []
        for pool, e in enquiries(level, [seed]):
            case = e.known() | recorded(pool.world, place_of(pool, e), on_account(pool.world))
            depths.append(len(matters(pool.world.policy, e.topic, case)) - pool.world.axes.policy_depth)
            ruling = decide(pool.world.policy, e.topic, case)
            assert (ruling.outcome, ruling.decided_by) == (e.answer, e.clause)
        by_episode.append(depths)
    # where nothing of the level's depth is to be had, which befalls all enquiries of an episode together
    off = rate_interval([[float(abs(d) > 2) for d in depths] for depths in by_episode])
    assert off[0] <= 0.05, by_episode
    means = [mean(depths) for depths in by_episode]
    scatter = 2 * stdev(means) / len(means) ** 0.5
    assert -0.7 - scatter <= mean(means) <= 1, (mean(means), scatter)


@pytest.mark.parametrize("level", [0, 2, 4, 6, 8, 10, 12])
def test_candidates_share_the_topic_and_differ_in_answer_or_clause_or_in_the_line_meant(level):
    """And no more than two of them have the same answer by the same clause."""
    full = 0
    for seed in range(24):
        _, pool = drafted(rg.Spec("policy", level, seed))
        several = pool.plan.enquiries
        rulings = {(str(e.answer), e.clause) for e in several}
        assert len({e.topic for e in several}) == 1 and len({e.place for e in several}) == len(several)
        assert len(rulings) >= len(several) - 1
        full += len(several) == pool.candidates
    assert full == 24


@pytest.mark.parametrize("level", [2, 6, 12])
def test_a_gap_matters(level):
    """Some other value of each unsaid fact changes answer or clause, and where the line is left open some
    fact is."""
    for pool, e in enquiries(level, range(10)):
        assert bool(e.unsaid) == pool.plan.reference.unsaid
        for name in e.unsaid:
            cases = [{**e.facts, name: other} for other in others(name, e.facts[name])]
            rulings = [decide(pool.world.policy, e.topic, case) for case in cases]
            assert any((r.outcome, r.decided_by) != (e.answer, e.clause) for r in rulings), (e.topic, name)


@pytest.mark.parametrize("level", [4, 8, 12])
def test_what_is_said_at_once_does_not_tell_which_line_is_meant_or_what_it_comes_to(level):
    """It is the same of every line, and comes to something else of most others, whatever is left unsaid;
    where that is an amount, which nobody guesses, it need not."""
    asked = 0
    for seed in range(20):
        _, pool = drafted(rg.Spec("policy", level, seed))
        several = [e for e in pool.plan.enquiries if e.unsaid]
        said = [[(f, e.facts[f]) for f in e.told if f not in e.unsaid] for e in several]
        assert all(told == said[0] for told in said)
        guessed = not any(f in AMOUNTS for e in several for f in e.unsaid)
        for e in several if guessed else ():
            lines = [other.facts | {f: e.facts[f] for f in TOLD} for other in several if other is not e]
            rulings = [decide(pool.world.policy, e.topic, facts) for facts in lines]
            alike = [r for r in rulings if (r.outcome, r.decided_by) == (e.answer, e.clause)]
            asked += 1
            assert len(alike) <= 1, (e.topic, seed)
    assert asked >= 30


def others(name, value):
    kind = FACTS[name].kind
    if isinstance(value, bool):
        return (not value,)
    return (0, value // 4, value * 4) if isinstance(value, int) else [o for o in kind.options if o != value]


def test_marks_are_as_common_on_every_line():
    """The lines that a candidate means have the same marks as all others of the history."""
    meant, rest = Counter(), Counter()
    for seed in range(120):
        _, pool = drafted(rg.Spec("policy", seed % 13, seed))
        lines = {place_of(pool, e) for e in pool.plan.enquiries}
        for o, order in enumerate(pool.world.orders):
            for n, b in enumerate(order.lines):
                (meant if (o, n) in lines else rest)[len(b.marks)] += 1
    for n in range(4):
        assert abs(meant[n] / meant.total() - rest[n] / rest.total()) < 0.09, (n, meant, rest)


def test_tools_print_what_the_question_was_drawn_with():
    """Days, money after coupons, marks and account, read from the pages alone, are the facts on record."""
    looked = 0
    for seed in range(60):
        done, _ = rg.play(started("policy", seed % 13, seed), rg.players.get("expert"))
        shown = {e.message.tool: e.message.content for e in done.log if isinstance(e.message, Result)}
        if "order_get" not in shown:
            continue
        world, page = done.task.world, shown["order_get"]
        thing, today = done.task.brief.requests[0].things[0], shown["clock_now"].day
        order = next(n for n, o in enumerate(world.orders) if o.id == page.order_id)
        line = next(n for o, n in lines(world, thing) if o == order)
        shown_at = [bought.line_id for bought in page.lines].index(world.orders[order].line_ids[line])
        printed = UNMARKED | on_pages(shown["order_list"].account) | on_page(page, shown_at, today)
        assert printed == recorded(world, LineRef(order, line), on_account(world))
        looked += 1
    assert looked > 40


def test_a_few_hundred_questions_have_many_answers():
    check_spread(LEVELS[::2], range(20), least_pairs=100)


@pytest.mark.long
def test_five_thousand_questions_have_three_hundred_pairs_and_no_constant_answers_a_quarter():
    check_spread(LEVELS, range(385), least_pairs=300)


def check_spread(levels, seeds, least_pairs):
    goals = [started("policy", level, seed).task.goal.open() for level in levels for seed in seeds]
    constants, pairs = Counter(str(g.answer) for g in goals), {(g.topic, str(g.answer)) for g in goals}
    assert len(pairs) >= least_pairs and constants.most_common(1)[0][1] <= 0.25 * len(goals), (
        len(pairs),
        constants.most_common(3),
    )
    both = Counter((str(g.answer), g.clause_id) for g in goals)
    assert both.most_common(1)[0][1] <= max(4, 0.01 * len(goals))


def test_every_topic_that_is_asked_has_words_and_every_fact_can_be_told():
    assert {t for topics in ASKED.values() for t in topics} <= set(ASKS)
    assert set(LABELS) == set(CUES) == {*TELLS, *TELLS_AMOUNT} >= set(TOLD)
    told_by = Counter(s for sentences in ASKS.values() for s in sentences)
    told_by += Counter(s for values in TELLS.values() for sentences in values.values() for s in sentences)
    assert all(n == 1 for n in told_by.values())  # no sentence means two things
    for name, values in STORY.items():
        assert all(
            value is False or value is True or str(value) in TELLS[name]
            for value in values
            if value != "charged_twice"
        )


def test_what_was_told_is_the_fact_again():
    world = rg.start("policy/0/0").world
    for name in TOLD:
        value = USUAL[name]
        assert heard_fact(name, told_detail(world, name, value, "stated", of_all=False).value) == value
    assert "€4.50" in told_detail_in("EUR", "difference_cents", 450).says[0]


def told_detail_in(currency, name, value):
    world = rg.start("policy/0/0").world
    return told_detail(
        replace(world, customer=replace(world.customer, currency=currency)),
        name,
        value,
        "stated",
        of_all=False,
    )


def test_each_fact_is_heard_when_it_is_asked_for_beside_all_others():
    world = rg.start("policy/0/0").world
    for names in (TOLD,):
        details = (
            asked_detail("return_window", of_all=False),
            *(told_detail(world, n, USUAL[n], "mentioned", of_all=False) for n in names),
        )
        thing = Thing(noun="desk lamp", plural="desk lamps", called=("desk lamp", "lamp"), details=details)
        for name in names:
            words = question("desk lamp", Named(thing=0, topic=name, label=LABELS[name]))
            assert hear(words, (thing,)).asked == ((0, name),), words


def test_an_article_can_be_read_in_parts():
    policy = draw(Streams("parts"))
    book = Reading()
    assert book.rules("return_window") == ()
    book.add(article(policy, "returns").text)
    assert [r.clause for r in book.rules("return_window")] == [
        r.clause for r in policy.rules("return_window")
    ]
    assert book.rules("restocking_fee") == ()


@pytest.mark.parametrize("level", [13, 18, 24])
def test_the_expert_finds_its_way_through_the_handbook(level):
    for seed in range(6):
        start = started("policy", level, seed)
        _, verdict = rg.play(start, rg.players.get("expert"))
        assert verdict.reward == 1.0, (seed, verdict)


def test_any_section_that_holds_and_states_the_rule_may_be_cited_and_no_other():
    cited = set()
    for seed in range(12):
        start = started("policy", 24, seed, p_fault=0)
        goal = start.task.goal.open()
        book = handbook_in(start.world)
        subject = book.subject(goal.topic)
        sections = [v for some in (subject.base, *subject.versions) for v in some]
        for section in sections:
            after = cite(start, goal.answer, section)
            assert after.done
            check = next(c for c in rg.judge(after).checks if c.name == "clause")
            assert check.passed == (section.id in goal.sections)
        cited.add(len(goal.sections))
    assert max(cited) > 1


def cite(start, answer, section):
    call = rg.Call("answer_policy", {"answer": str(answer), "clause_id": section.id})
    return rg.step(start, rg.Turn(calls=(call,)))


def test_a_section_that_explains_a_word_cannot_be_cited():
    start = started("policy", 18, 1, p_fault=0)
    book = handbook_in(start.world)
    for id in (book.subject("terms of returns").base[0].id, "HB-1", "HB-1.2", book.ranking().id + ".1"):
        call = rg.Call("answer_policy", {"answer": "yes", "clause_id": id})
        after = rg.step(start, rg.Turn(calls=(call,)))
        assert not after.done and id in after.log[-1].message.text


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("policy_search", {"words": "return", "page": 0}),
        ("policy_read", {"article_name": "returns"}),
        ("policy_read", {"article_name": "HB-99999"}),
        ("policy_read", {"article_name": "HB-1", "section": "2"}),
        ("policy_read", {"article_name": ""}),
    ],
)
def test_the_handbook_says_what_is_wrong_with_an_argument(tool, arguments):
    start = started("policy", 18, 2, p_fault=0)
    after = rg.step(start, rg.Turn(calls=(rg.Call(tool, arguments),)))
    assert not after.done and isinstance(after.log[-1].message, Refusal)


def test_a_document_is_read_whole_by_section_or_by_term():
    world = started("policy", 18, 2).world
    book = handbook_in(world)
    guideline = book.base("returns", glossary=False)
    whole = policy_read.fn(world, guideline.id, "").text
    part = policy_read.fn(world, guideline.id, f"the {book.terms['return_window']}").text
    section = policy_read.fn(world, f"{guideline.id}.1", "").text
    assert section in part and part in whole and len(section) < len(part) < len(whole)


def of_all(start):
    return any(d.topic == "extent" for d in start.task.brief.requests[0].things[0].details)


def test_from_two_links_on_many_questions_are_about_all_of_an_order():
    """Who answers for the thing alone that is named loses where the rest of the order comes to something."""
    starts = [started("policy", 24, seed) for seed in range(60)]
    asked = [start for start in starts if of_all(start)]
    assert len(asked) >= 12
    needed = [start for start in asked if more_is_asked(start)]
    assert len(needed) >= 0.8 * len(asked)
    player = scripts()["policy"]["answers_for_one"]
    assert not any(rg.play(start, player)[1].success for start in needed)


def test_with_one_link_or_none_a_question_is_about_one_thing():
    for level in (0, 12, 13, 16):
        assert not any(of_all(started("policy", level, seed)) for seed in range(10))


@cache
def multiple(level, seeds):
    """Episodes in which all of several orders is asked about."""
    starts = [started("policy", level, seed) for seed in range(seeds)]
    return [s for s in starts if of_all(s) and drafted(s.spec)[1].plan.extent.orders > 1]


def things_of(start):
    plan = drafted(start.spec)[1].plan
    return [1 + len(places(start.world, plan.line_of(e), plan.extent.orders)) for e in plan.enquiries]


def test_orders_and_things_that_are_asked_about_grow_with_the_level():
    """One order at 17, eight at 24; at 24 most questions are about some ten things."""
    means = []
    for level in (18, 21, 24):
        several = multiple(level, 80)
        assert len(several) >= 4, level
        means.append(mean(n for start in several for n in things_of(start)))
    assert means[0] < means[1] < means[2] and 8 <= means[2] <= 14, means


@pytest.mark.parametrize(
    ("counted", "most"),
    [
        (lambda things: [t for t in things if t.page is things[0].page], 0.1),  # one order alone
        (lambda things: things[:-1], 0.35),  # the last thing is forgotten
        (lambda things: [things[0], *map(unmarked, things[1:])], 0.5),  # marks of the named thing alone
        (lambda things: [things[0], *map(without_coupon, things[1:])], 0.5),  # prices as they are listed
    ],
)
def test_who_gets_one_of_many_things_wrong_loses(counted, most):
    """A thing that comes to nothing may be forgotten; most come to something."""
    several = multiple(24, 120)
    assert len(several) >= 12

    def player(seen, heard):
        yield from steps(Notes(heard), counted)

    won = [rg.play(start, careful(player))[1].success for start in several]
    assert lower(sum(won), len(won)) <= most, won


def unmarked(thing):
    lines = [replace(line, marks=()) for line in thing.page.lines]
    return thing._replace(page=replace(thing.page, lines=lines))


def without_coupon(thing):
    return thing._replace(page=replace(thing.page, coupon_cents=0))


def test_many_things_are_told_of_in_words_that_leave_one_reading():
    for start in multiple(21, 24):
        said = next(d.says[0] for d in start.task.brief.requests[0].things[0].details if d.topic == "extent")
        assert "right before that" in said and "what has arrived and hasn't gone back yet" in said, said


@pytest.mark.parametrize("env", ["policy", "tracking"])
def test_orders_are_no_pairs_though_the_thing_comes_in_pairs(env):
    """What is said of a pair has "them" for "it", and "pair" for "one"."""
    found = 0
    for seed in range(400):
        if found == 2:
            break
        start = started(env, 24, seed, noise=0, lures=0)
        (thing,) = start.task.brief.requests[0].things
        opening = start.log[0].message.text
        said = [line for d in thing.details if d.topic == "extent" for line in d.says]
        if said and thing.noun.startswith("pair of "):
            found += 1
            assert any(line in opening for line in said), opening
    assert found, "no pair was asked about"


def test_a_verdict_quotes_every_clause_that_may_be_named():
    met = 0
    for seed in range(40):
        episode = rg.start(rg.Spec("policy", 22, seed, axes={"documents": 0}))
        goal = episode.task.goal.open()
        _, verdict = rg.play(episode, rg.players.get("expert"))
        (check,) = [c for c in verdict.checks if c.name == "clause"]
        met += len(goal.sections) > 1
        for clause in goal.sections or (goal.clause_id,):
            assert f'{clause}: "' in check.because, check.because
    assert met > 2
