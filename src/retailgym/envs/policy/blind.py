"""Policy without reading: constants, the clauses that the opening finds as a query, and the usual case of the
newest order."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from ...catalog.search.tokens import terms
from ...core.env import Acts, Moves, Observation, Player, Said
from ...customer.locale.en.policy_phrases import ASKS, ASKS_OF_ALL
from ...policy import TOPICS, Policy, Reading, decide, policy_of, unsettled
from ...policy.facts import USUAL
from ...policy.rules import SETTING, Plain
from ...tools.policy import Documents
from ..shared.expert_moves import Skill, call, content
from ..shared.policy_facts import UNMARKED
from ..shared.policy_questions import ASKED
from ..shared.policy_reading import open_policy, skim
from ..shared.records import on_account, on_order
from ..tracking.blind import by_consent, listed, shared

ASKED_TOPICS = sorted({t for topics in ASKED.values() for t in topics})
TITLES = {topic.title: topic.name for topic in TOPICS.values()}


def _opening(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def _found(seen: Observation) -> Skill[tuple[Policy, str]]:
    """The article that the opening finds as a query, and the topic of the best section; in a handbook, the
    first document on the first topic that is explained."""
    seen, _ = yield call("policy_search", words=_opening(seen))
    if isinstance(content(seen), Documents):
        rules, topic = yield from skim(content(seen))
        return policy_of(rules), topic
    book, topic = Reading(), "return_window"
    if content(seen).sections:
        hit = content(seen).sections[0]
        seen, _ = yield call("policy_read", article_name=hit.article)
        book.add(content(seen).text)
        topic = TITLES[hit.section]
    return book, topic


def _constant(answer: Plain, nth: int) -> Player:
    """Always the same answer, with a clause by its place in the first section found; where that clause asks
    for another type, what it says."""

    def player(seen: Observation, heard: Acts) -> Moves:
        book, topic = yield from _found(seen)
        rules = book.rules(topic)
        if rules:
            yield call("answer_policy", answer=answer, clause_id=rules[nth % len(rules)].clause)
            yield call(
                "answer_policy", answer=_said(book, topic, nth), clause_id=rules[nth % len(rules)].clause
            )

    return player


def _said(book: Policy, topic: str, nth: int) -> Plain:
    """What a clause gives, taken by itself."""
    rules = book.rules(topic)
    value = getattr(rules[nth % len(rules)].then, "value", None)
    return value if value is not None else int(getattr(rules[nth % len(rules)].then, "amount", 0))


def clause(nth: int) -> Player:
    """What the n-th clause of the first section found says."""

    def player(seen: Observation, heard: Acts) -> Moves:
        book, topic = yield from _found(seen)
        rules = book.rules(topic)
        if rules:
            yield call(
                "answer_policy", answer=_said(book, topic, nth), clause_id=rules[nth % len(rules)].clause
            )

    return player


def usual_case(seen: Observation, heard: Acts) -> Moves:
    """Decides the first section found for the newest order and a customer to whom nothing out of the ordinary
    has happened."""
    book, topic = yield from _found(seen)
    seen, _ = yield call("order_list")
    account = content(seen).account
    known: dict[str, Plain] = {
        **USUAL,
        **UNMARKED,
        "tier": account.tier,
        "region": account.region,
        "business": account.business,
    }
    known |= {"refunds_90d": account.refunds_in_90_days, "claims_year": account.claims_in_a_year}
    seen, _ = yield call("order_get", order_id=content(seen).orders[0].order_id)
    line = content(seen).lines[0]
    known |= {"department": line.department, "line_cents": line.unit_cents, **dict.fromkeys(line.marks, True)}
    whole = _whole(book)
    known |= dict.fromkeys([t for t in unsettled(whole, topic, known) if t in TOPICS], False)
    if whole.rules(topic):
        ruling = decide(whole, topic, known)
        yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def _whole(book: Policy) -> Policy:
    """Only topics of which the ordinary case was read: a document of a handbook may hold exceptions alone."""
    read = {name: book.rules(name) for name in TOPICS}
    plain = {
        name for name, rules in read.items() if any(not r.when and type(r.then) in SETTING for r in rules)
    }
    return Policy("as read", {name: rules for name, rules in read.items() if name in plain})


def _topic_of(text: str) -> str:
    """The topic of the question that shares the most words with a text, of all that customers ask."""
    words = set(terms(text))
    return max(ASKED_TOPICS, key=lambda t: max(len(words & set(q)) / len(set(q)) for q in _questions(t)))


@cache
def _questions(topic: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(terms(q)) for q in (*ASKS[topic], *ASKS_OF_ALL.get(topic, ())))


def _by_question(lines: int) -> Player:
    """The topic by the nearest question, no clue, no fact, nothing asked: the ruling that most of so many
    lines of the kind get."""

    def player(seen: Observation, heard: Acts) -> Moves:
        words, orders = set(terms(_opening(seen))), (yield from listed())
        places = [(o.order_id, n, shared(x.kind, words)) for o in orders for n, x in enumerate(o.lines)]
        best = max(likeness for _, _, likeness in places)
        yield from _ruled(seen, [(id, n) for id, n, likeness in places if likeness == best][:lines])

    return player


def _ruled(seen: Observation, places: Sequence[tuple[str, int]]) -> Moves:
    """The commonest ruling for some lines on the topic that the opening is nearest to."""
    topic = _topic_of(_opening(seen))
    seen, _ = yield call("clock_now")
    today = content(seen).day
    seen, _ = yield call("order_list")
    records: dict[str, Plain] = {**USUAL, **UNMARKED, **on_account(content(seen).account)}
    cases = []
    for order_id, n in places:
        seen, _ = yield call("order_get", order_id=order_id)
        if any(p.parcel_id == content(seen).lines[n].parcel_id and p.scans for p in content(seen).parcels):
            cases.append(records | on_order(content(seen), n, today))
    book = yield from open_policy(topic, str(records["region"]), today)
    while unread := [name for case in cases for name in unsettled(book, topic, case) if name in TOPICS]:
        yield from book.look_up(unread[0])
    rulings = [decide(book, topic, case) for case in cases or [records]]
    often = Counter((str(r.outcome), r.decided_by) for r in rulings).most_common(1)[0][0]
    ruling = next(r for r in rulings if (str(r.outcome), r.decided_by) == often)
    yield call("answer_policy", answer=ruling.outcome, clause_id=ruling.decided_by)


def read_back_until_yes(seen: Observation, heard: Acts) -> Moves:
    """The topic by the nearest question, for the first line of the kind that the customer does not refuse."""
    first = seen
    line = yield from by_consent(seen)
    yield from _ruled(first, [line])


def pointing(names: Sequence[str]) -> Player:
    """The topic by the nearest question, for the line of this order whose title shares the most words."""

    def player(seen: Observation, heard: Acts) -> Moves:
        words, orders = set(terms(_opening(seen))), (yield from listed())
        lines = next((o.lines for o in orders if o.order_id == names[0]), [])
        places = sorted(range(len(lines)), key=lambda n: -shared(lines[n].kind, words))
        yield from _ruled(seen, [(names[0], n) for n in places[:1]])

    return player


PLAYERS: dict[str, Player] = {
    "first_clause": clause(0), "second_clause": clause(1), "last_clause": clause(-1),
    "always_yes": _constant(True, 0),
    "always_no": _constant(False, 1), "usual_case": usual_case,
    "nearest_question": _by_question(1), "nearest_question_many_lines": _by_question(4),
    "read_back_until_yes": read_back_until_yes,
}  # fmt: skip
