"""Reply quality: does the reply tell the customer what was decided, for how much, why, what happens next and
when, and nothing else?"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...customer.locale.en import hedges
from ...customer.locale.en import replies as book
from .announced import KINDS, REFUNDS, announces, is_foreign
from .patterns import any_of, compiled, holds
from .sentences import ReplySentence, sentences
from .statements import general, rude, stated
from .steps import LATE, WANTED, Due, asks_for, gives, hands_on, next_step, wants_back

LEAST_REASON, LEAST_TELLING = 4, 5  # words
SOUP = 3  # so many reasons that are none of the ticket's
COMMITMENTS = ("the decision", "the amount", "the reason", "the next step", "the time")
Commitments = tuple[float | None, ...]  # one for each; None for what does not apply


class ReplyGrade(NamedTuple):
    """What a reply is worth, and why it is worth no more."""

    value: float
    because: str


def quality(text: str, due: Sequence[Due], parts: Sequence[int], seen: Callable[[int], bool]) -> float:
    return read_reply(text, due, parts, seen).value


def read_reply(
    text: str, due: Sequence[Due], parts: Sequence[int], seen: Callable[[int], bool]
) -> ReplyGrade:
    """From 0 to 1: a fifth for each commitment that is made of every item, and 1 if all are that apply. Who
    announces another decision, sum or time, is rude, or gives every reason there is, has said nothing.
    `parts` is what goes to each payment, if there are several; `seen` tells whether an amount follows from
    the records or the decisions."""
    said = sentences(text, [d.names for d in due])
    about = _about(said, due, parts)
    if fault := _fault(said, due, about, seen):
        return ReplyGrade(0.0, fault)
    by_item = [
        [s for s, items in zip(said, about, strict=True) if k in items or k in _also(s, due)]
        for k in range(len(due))
    ]
    rows = [_commitments(d, mine, said, due) for d, mine in zip(due, by_item, strict=True)]
    kept = {
        name: [c for c in column if c is not None]
        for name, column in zip(COMMITMENTS, zip(*rows, strict=True), strict=True)
    }
    made = {name: min(column) for name, column in kept.items() if column}
    if "the amount" in made and not _splits({c for s in said for c in s.money}, due, parts):
        made["the amount"] /= 2
    if min(made.values()) == 1.0:
        return ReplyGrade(1.0, "it says all that it has to say")
    lacking = [name for name, part in made.items() if part < 1]
    return ReplyGrade(sum(made.values()) / 5, f"it lacks, for some item, {' and '.join(lacking)}")


def _splits(named: set[int], due: Sequence[Due], parts: Sequence[int]) -> bool:
    """Is it said how much goes to each payment: in all, or item by item?"""
    by_item = any(len(d.to) > 1 for d in due) and all(named.issuperset(d.to) for d in due)
    return named.issuperset(parts) or by_item


def _also(s: ReplySentence, due: Sequence[Due]) -> Sequence[int]:
    """The items that a sentence is about beside those it names first, where it tells one next step and no
    decision: please send both back; send the kettle back together with the lamp."""
    steps = {x.kind for x in s.statements if x.slot == "next"} | ({"send_back"} if wants_back(s) else set())
    divided = not steps or {"keep", "send_back"} <= steps  # send this one back, but keep that one
    if len(due) < 2 or divided or any(x.slot == "decision" for x in s.statements):
        return ()
    return range(len(due)) if holds(s.words, hedges.SHARED) else s.named


def totals(paid: Sequence[tuple[str, int]], of: str = "") -> frozenset[int]:
    """Sums that follow from decisions with their amounts: of all, of all refunds, of all store credit, and of
    both; those that hold one of this kind."""
    groups = (
        {resolution for resolution, _ in paid},
        set(REFUNDS),
        {"store_credit"},
        {*REFUNDS, "store_credit"},
    )
    return frozenset(
        [sum([abs(c) for resolution, c in paid if resolution in g]) for g in groups if not of or of in g]
    )


def _fault(
    said: Sequence[ReplySentence],
    due: Sequence[Due],
    about: Sequence[Sequence[int]],
    seen: Callable[[int], bool],
) -> str:
    """That for which a reply is worth nothing, whatever else it says; empty if there is nothing such."""
    if any(rude(s.words) for s in said):
        return "it is rude"
    if unseen := [c for s in said if not _pays_nothing(s) for c in s.money if c and not seen(c)]:
        return f"it names the sum {unseen[0] / 100:.2f}, which follows from no record and no decision"
    if other := _announces_another(said, due, about):
        return f"it announces what was not decided: {other[:100]!r}"
    if _hedges(said):
        return "it brings up one decision after the other without taking any"
    if _takes_back(said, about):
        return "it grants and refuses the same thing"
    if other_days := _other_days(said, due, about):
        return f"it says that money takes {other_days} days, which it does not"
    if _asks_and_spares(said, due, about):
        return "it asks for something and says that it is not needed"
    if len(_false_reasons(said, due)) >= SOUP:
        return "it gives reasons that are true of no item"
    return ""


def _pays_nothing(s: ReplySentence) -> bool:
    """Does it grant nothing and say what is not paid? A sum in it is one that the customer named."""
    grants = [x for x in s.statements if x.slot == "decision" and x.kind not in ("deny", "no")]
    return holds(s.words, hedges.NOT_PAID) and all(x.mode == "not" for x in grants)


def _about(
    said: Sequence[ReplySentence], due: Sequence[Due], parts: Sequence[int] = ()
) -> list[Sequence[int]]:
    """Which items each sentence is about: the one that was named last in its paragraph, or under a heading;
    all, if none was or if it sums up."""
    found: list[Sequence[int]] = []
    n = len(due)
    current: Sequence[int] = range(n)
    paragraph = dict[int, None]()  # the items that were named in it
    heading = False
    for s in said:
        if s.items:
            current = s.items
        elif (s.begins and not heading) or (s.money and set(s.money) <= set(parts)):
            current = range(n)
        paragraph = {**({} if s.begins else paragraph), **dict.fromkeys(s.named)}
        heading = s.begins and bool(s.items) and not s.statements
        of_all = (not s.items and _sums_up(s, due)) or _is_of_all(s, n)
        found.append(range(n) if of_all else _of_list(s, current, tuple(paragraph), due))
    return found


def _of_list(
    s: ReplySentence, current: Sequence[int], paragraph: Sequence[int], due: Sequence[Due]
) -> Sequence[int]:
    """What follows a list is of all that stands in it: that which speaks of "these"; and a step or a time, of
    those that are settled alike."""
    if s.items or len(paragraph) < 2 or len(current) > 1:
        return current
    if holds(s.words, hedges.THESE):
        return paragraph
    one = any_of(hedges.OF_ONE, s.words) and not holds(s.words, hedges.OF_ANY)
    if one or any(x.slot == "decision" for x in s.statements):
        return current
    last = due[current[0]]
    return [k for k in paragraph if (due[k].resolution, due[k].next) == (last.resolution, last.next)]


def _sums_up(s: ReplySentence, due: Sequence[Due]) -> bool:
    """Does it sum up, or speak of what was granted before, of whatever that was: the store credit is paid
    within 9 days? A sum that was granted to none is none of these."""
    granted = totals([(d.resolution, d.cents) for d in due]).union([abs(d.cents) for d in due])
    before = s.words.startswith(hedges.GRANTED_BEFORE) and granted.issuperset(s.money)
    return before or holds(s.words, hedges.SUMS_UP)


def _is_of_all(s: ReplySentence, n: int) -> bool:
    """Does it say something of all items, whether or not it names each: both are credited, 20 for the kettle
    and 30 for the lamp? Of three, both are only some."""
    return len(s.named) in (0, n) and holds(s.words, hedges.SHARED if n == 2 else hedges.OF_EACH)


def _announces_another(
    said: Sequence[ReplySentence], due: Sequence[Due], about: Sequence[Sequence[int]]
) -> str:
    """The first sentence that announces what was not decided for the items that it is about."""
    found = [
        s
        for s, items in zip(said, about, strict=True)
        if (any if len(s.items) > 1 or _is_of_all(s, len(due)) else all)(is_foreign(due[k], s) for k in items)
    ]
    return found[0].words if found else ""


def _hedges(said: Sequence[ReplySentence]) -> bool:
    """Does it bring up one decision after the other without taking any?"""
    perhaps = [{x.kind for x in s.statements if x.slot == "decision" and x.mode == "perhaps"} for s in said]
    kinds = set[str]().union(*perhaps) & {*KINDS, "credit", "deny", "escalate"}
    if any(len(compiled(hedges.GROUPS).findall(s.words)) > 1 for s in said):
        return True
    if any(_weighs_cases(s) for s in said):
        return True
    cases = [s for s in said if holds(s.words, hedges.CASES)]
    if len(cases) >= SOUP and len({x.kind for s in cases for x in s.statements if x.slot == "decision"}) > 1:
        return True
    return len(kinds) >= SOUP and len([kinds for kinds in perhaps if kinds]) >= SOUP


def _weighs_cases(s: ReplySentence) -> bool:
    """Does one sentence grant this if one thing is so and refuse if another is? Who hands a ticket on may
    name all that a colleague can decide on one condition."""
    kinds = {x.kind for x in s.statements if x.slot == "decision" and x.mode == "perhaps"}
    conditions = len(compiled(hedges.CONDITIONS).findall(s.words)) + (not holds(s.words, hedges.HANDED_ON))
    return len(kinds) >= SOUP and conditions > 1


def _takes_back(said: Sequence[ReplySentence], about: Sequence[Sequence[int]]) -> bool:
    """Does it grant and refuse the same of several items at once?"""
    several = [(s, tuple(items)) for s, items in zip(said, about, strict=True) if len(items) > 1]
    granted = {(items, kind) for s, items in several for kind in KINDS if s.states("decision", kind)}
    refused = {(items, kind) for s, items in several for kind in KINDS if s.states("decision", kind, "not")}
    return not granted.isdisjoint(refused)


def _asks_and_spares(
    said: Sequence[ReplySentence], due: Sequence[Due], about: Sequence[Sequence[int]]
) -> bool:
    """Is the customer asked to send what they are told to keep, of one and the same item?"""
    for k, d in enumerate(due):
        mine = [s for s, items in zip(said, about, strict=True) if tuple(items) == (k,)]
        if next_step(d, mine, False) and any(_spares(d, s) for s in mine):
            return True
    return False


def _other_days(said: Sequence[ReplySentence], due: Sequence[Due], about: Sequence[Sequence[int]]) -> int:
    """The days within which an item is said to be paid, where these are never the right ones."""
    for k, d in enumerate(due):
        mine = [s for s, items in zip(said, about, strict=True) if k in items and _pays_in_days(s)]
        if d.days and d.cents and mine and not _in_time(d, mine, due):
            return mine[0].days[0]
    return 0


def _spares(d: Due, s: ReplySentence) -> bool:
    spared = {"send_back": hedges.KEEPS, **dict.fromkeys(WANTED, hedges.SENDS_NOTHING)}.get(d.next, "")
    return bool(spared) and holds(s.words, spared) and not holds(s.words, hedges.BUT_FOR)


def _commitments(
    d: Due, mine: Sequence[ReplySentence], said: Sequence[ReplySentence], due: Sequence[Due]
) -> Commitments:
    """What is said of one item. Who does not say what was decided has said nothing of it."""
    timed = bool(d.days and d.cents)
    if not d.resolution or not (
        any(announces(d, s) for s in mine) or asks_for(d, mine) or hands_on(d, mine) or _turns_down(d, mine)
    ):
        return (0.0,) * len(COMMITMENTS)
    money = {c for s in said for c in s.money}
    amount = abs(d.cents) in money or not totals(
        [(x.resolution, x.cents) for x in due], d.resolution
    ).isdisjoint(money)
    when = _in_time(d, [s for s in mine if _pays_in_days(s)] or said, due)
    false = len(_false_reasons(mine, due))
    given = any(gives(why, s) or s.states("why", why, "perhaps") for why in d.whys for s in mine)
    reason = (given and false < SOUP - 1) or (not false and any(_explains(s) for s in mine))
    return (
        1.0,
        float(amount) if d.cents else None,
        float(reason),
        float(next_step(d, mine, timed and when)),
        float(when) if timed else None,
    )


def _in_time(d: Due, said: Sequence[ReplySentence], due: Sequence[Due]) -> bool:
    """Is a number of days named by which this is paid, be it that of an item that takes longer?"""
    days = {n for s in said for n in s.days}
    return any(n in days for n in {x.days for x in due} if n >= d.days)


def _pays_in_days(s: ReplySentence) -> bool:
    return bool(s.days) and holds(s.words, hedges.PAID_IN)


def _turns_down(d: Due, mine: Sequence[ReplySentence]) -> bool:
    """Is something refused, in whatever words, and nothing asked for?"""
    waits = any(s.states("decision", "request_info") or holds(s.words, hedges.ASKS) for s in mine)
    return d.resolution == "deny" and not waits and any(_refuses(s.words) for s in mine)


def _refuses(words: str) -> bool:
    unsure = holds(words, f"{hedges.UNDECIDED}; {hedges.HEDGED}") or any_of(hedges.HEDGES, words)
    return holds(words, hedges.TURNS_DOWN) and not unsure


def _explains(s: ReplySentence) -> bool:
    """Does it give a reason, in whatever words? Either it says that it does, or it tells something that is
    neither a decision nor a request nor a courtesy."""
    found = compiled(hedges.REASONED).search(s.words)
    if found is not None and len(s.words[found.end() :].split(" , ")[0].split()) >= LEAST_REASON:
        return True
    return any(_tells(clause) for clause in s.words.split(" , "))


def _tells(clause: str) -> bool:
    if len(clause.split()) < LEAST_TELLING or holds(clause, hedges.NO_REASON) or "#m" in clause:
        return False
    return not any(x.slot == "decision" for x in stated(clause))


def _false_reasons(said: Sequence[ReplySentence], due: Sequence[Due]) -> frozenset[str]:
    """Reasons that are plainly given and true of no item. Beside a true one two may stand: "damage or defects
    have to be reported in time"."""
    true = frozenset[str]().union(*[d.true for d in due])
    fair = true | LATE if true & LATE else true
    found = frozenset[str]()
    for s in said:
        whys = [x.kind for x in s.statements if x.slot == "why" and x.mode in ("plain", "perhaps")]
        sure = [why for why in whys if why in book.SURE and why not in fair]
        false = frozenset([why for why in sure if holds(s.words, book.SURE[why])])
        if not false or general(s.words) or holds(s.words, hedges.RULES):
            continue
        if len(false) >= SOUP or not any(gives(why, s) for why in true):
            found |= false
    return found
