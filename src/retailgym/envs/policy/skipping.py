"""Policy without asking, without opening the order, or without reading: what is not known is taken to be as
usual."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from ...core.env import Acts, Moves, Observation, Player
from ...customer.acts import Named
from ...policy import FACTS, TOPICS, Facts, Reading, Ruling, day_of_year, decide, unsettled
from ...policy.facts import USUAL
from ...policy.rules import OneOf, Plain, YesNo
from ...tools.policy import Documents
from ..shared.expert_moves import Line, Notes, Skill, ask, call, content, recall, without
from ..shared.links import ignoring
from ..shared.order_reach import of_one
from ..shared.policy_facts import TOLD, UNMARKED, heard_fact
from ..shared.policy_inquiry import to_ask
from ..shared.policy_links import read_question
from ..shared.policy_questions import NEVER_ASKED, goes_with
from ..shared.policy_reading import Book, open_policy, skim
from ..shared.records import look_up, on_account, on_order
from ..tracking.skipping import FIXED, any_one, fitting, say
from .expert import expert, steps

WAY = 4  # days that a parcel takes
WEIGHED = 6  # lines
CASE = "Why is it going back, what condition is it in, and do you have a photo of it?"


def _answers(notes: Notes, records: dict[str, Plain], today: int, asks: bool = False) -> Moves:
    """Reads until only the customer could tell more, asks for that or takes it as usual, and decides; by
    another topic first, where it depends on that what is asked."""
    first = min(notes.things)
    asked = str(notes.told[first]["question"].value)
    question = read_question(asked)
    topic = question.topic if question else asked
    usual = {f: value for f, value in USUAL.items() if not asks or f not in TOLD}
    region = str(records.get("region", UNMARKED.get("region", "")))
    book = yield from open_policy(topic, region, today)
    while True:
        heard = {t.topic: heard_fact(t.topic, t.value) for t in notes.told[first].values() if t.topic in TOLD}
        known = {**usual, **UNMARKED, **records, **heard}
        lacking = unsettled(book, topic, known)
        wanted = to_ask(lacking) if asks else []
        unread = next((name for name in lacking if name in TOPICS), "")
        if wanted:
            yield from ask(notes, [Named(thing=first, topic=f, label=f) for f in wanted])
        elif unread:
            yield from book.look_up(unread)
        else:
            ruling = decide(book, topic, {**USUAL, **known})
            if question is None:
                break
            topic, question = question.chosen(ruling.outcome), None
            if not book.rules(topic):
                yield from book.look_up(topic)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _opened(left: Sequence[Line], today: int) -> Skill[dict[str, Plain]]:
    """What the order shows of any line that is still with the customer."""
    line = any_one(left)
    seen, _ = yield call("order_get", order_id=line.order_id)
    place = line.place(content(seen))
    bought, others = content(seen).lines[place], [x for x in left if x != line]
    if bought.already_returned == bought.quantity and others:
        return (yield from _opened(others, today))
    return on_order(content(seen), place, today)


def _asks(questions: Sequence[str]) -> Player:
    """Says the same to everyone, takes any line that fits, and looks at everything."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        left, account, today = yield from fitting(notes, min(notes.things))
        records = on_account(account) | (yield from _opened(left, today))
        yield from _answers(notes, records, today)

    return player


def _weighs(questions: Sequence[str]) -> Player:
    """Says the same to everyone, takes each of some lines that fit with whatever the customer may not have
    said, and gives the ruling that is the likeliest."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        yield from say(notes, questions)
        left, account, today = yield from fitting(notes, min(notes.things))
        cases = []
        for line in left[:WEIGHED]:
            shown = yield from _opened([line], today)
            cases.append({**UNMARKED, **on_account(account), **shown, **_told(notes)})
        yield from _answers_for_most(notes, cases, account.region, today)

    return player


def asks_about_the_order_alone(seen: Observation, heard: Acts) -> Moves:
    """Finds the line as the expert does, and weighs whatever the customer may not have said of it."""
    notes = Notes(heard)
    records = yield from look_up(notes, min(notes.things))
    cases = [{**UNMARKED, **records.facts(), **_told(notes)}]
    yield from _answers_for_most(notes, cases, records.account.region, records.today)


def _answers_for_most(notes: Notes, cases: Sequence[Facts], region: str, today: int) -> Moves:
    """With the ruling that is the likeliest in some cases."""
    asked = str(notes.told[min(notes.things)]["question"].value)
    question = read_question(asked)
    topic = question.topic if question else asked
    book = yield from open_policy(topic, region, today)
    if question:
        topic = question.chosen((yield from _likeliest(book, topic, cases)).outcome)
        if not book.rules(topic):
            yield from book.look_up(topic)
    ruling = yield from _likeliest(book, topic, cases)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _told(notes: Notes) -> dict[str, Plain]:
    told = notes.told[min(notes.things)].values()
    return {t.topic: heard_fact(t.topic, t.value) for t in told if t.topic in TOLD}


def _likeliest(book: Book, topic: str, cases: Sequence[Facts]) -> Skill[Ruling]:
    """The ruling that is the likeliest where each case is as likely, and so is each ruling that it comes to
    with whatever else may be so."""
    often, found = defaultdict[tuple[str, str], Fraction](Fraction), dict[tuple[str, str], Ruling]()
    for case in cases:
        may_be = yield from _may_come_to(book, topic, case)
        found |= may_be
        for said in may_be:
            often[said] += Fraction(1, len(may_be))
    return found[max(often, key=lambda said: (often[said], said))]


def _may_come_to(book: Book, topic: str, case: Facts) -> Skill[dict[tuple[str, str], Ruling]]:
    """All that a case comes to with whatever else may be so; reads what that takes."""
    waiting, found = [case], dict[tuple[str, str], Ruling]()
    while waiting:
        known = waiting.pop()
        lacking = unsettled(book, topic, known)
        unread = next((name for name in lacking if name in TOPICS), "")
        if open_ := to_ask(lacking)[:1]:
            waiting += [{**known, open_[0]: v} for v in _may_be(topic, open_[0])]
        elif unread:
            yield from book.look_up(unread)
            waiting.append(known)
        else:
            ruling = decide(book, topic, {**USUAL, **known})
            found[str(ruling.outcome), ruling.decided_by] = ruling
    return found


def _may_be(topic: str, name: str) -> Sequence[Plain]:
    """What a customer may say who asks this."""
    match FACTS[name].kind:
        case YesNo():
            return (True, False)
        case OneOf(_, options):
            able = [v for v in options if (name, v) not in NEVER_ASKED]
            return [v for v in able if name != "reason" or goes_with(topic, v)]
        case _:
            return (USUAL[name],)


def never_opens_the_order(seen: Observation, heard: Acts) -> Moves:
    """Asks for everything, and knows the order by the list alone."""
    notes = Notes(heard)
    first = min(notes.things)
    line = yield from recall(notes, first)
    seen, _ = yield call("clock_now")
    today, cursor = content(seen).day, ""
    while True:
        seen, _ = yield call("order_list", cursor=cursor)
        page = content(seen)
        order = next((o for o in page.orders if o.order_id == line.order_id), None)
        if order is not None:
            break
        cursor = page.next_cursor
    age = today - order.placed_day
    records: dict[str, Plain] = on_account(page.account) | {
        "days_since_order": age,
        "ordered_on": day_of_year(order.placed_day),
        "line_cents": line.cents,
        "is_gift": order.marked_as_gift,
        "shipping_method": order.shipping_method,
        "coupon": order.coupon,
        "order_cents": sum(x.unit_cents * x.quantity for x in order.lines),
        **dict.fromkeys(("days_since_delivery", "days_without_scan", "days_to_report"), max(0, age - WAY)),
    }
    yield from _answers(notes, records, today, asks=True)


def never_reads(seen: Observation, heard: Acts) -> Moves:
    """Goes by what the search shows of the section that the question is about."""
    notes = Notes(heard)
    asked = str(notes.told[min(notes.things)]["question"].value)
    question = read_question(asked)
    topic = TOPICS[question.then if question else asked]
    seen, _ = yield call("policy_search", words=topic.asks)
    if isinstance(content(seen), Documents):
        rules, _ = yield from skim(content(seen), opens=False)
    else:
        hit = next((h for h in content(seen).sections if h.section == topic.title), content(seen).sections[0])
        book = Reading()
        book.add(f"{hit.section}\n  {hit.snippet}")
        rules = book.rules(topic.name)
    if rules:
        yield call("answer_policy", answer=getattr(rules[0].then, "value", 0), clause_id=rules[0].clause)


def answers_for_one(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, for the thing alone that the customer names."""
    yield from expert(seen, of_one(heard))


PLAYERS: dict[str, Player] = {
    "never_asks": _asks(()), "one_question": _asks((FIXED,)),
    "never_asks_and_weighs": _weighs(()), "one_question_about_the_case": _weighs((CASE,)),
    "asks_about_the_order_alone": asks_about_the_order_alone,
    "never_opens_the_order": never_opens_the_order, "never_reads": never_reads,
    "ignores_links": ignoring(expert), "answers_for_one": answers_for_one,
    "takes_todays_tier": without("looks_back", steps),
}  # fmt: skip
