"""Reply quality: does the reply tell the customer what was decided, for how much, why, what happens next and
when, and nothing else?"""

from collections.abc import Callable, Iterable, Sequence

from ...core.values import Value
from ...customer.locale.en import hedges
from ...customer.locale.en import replies as book
from .statements import Mode, ReplySentence, any_of, holds, rude, sentences

SOUP = 3  # so many reasons that are none of the ticket's
LATE = frozenset(("window", "reported_late"))
WANTING: tuple[str, ...] = (
    "photo",
    "identity",
    "evidence",
    "in_transit",
    "limit",
    "review",
)  # reasons that name what is wanting
ANY_MODE: tuple[Mode, ...] = ("plain", "not", "need_not", "perhaps")
REFUNDS = ("refund", "partial_refund")
KINDS = ("refund", "exchange", "store_credit")
Commitments = tuple[
    float | None, ...
]  # decision, amount, reason, next step, time; None for what does not apply


class Due(Value):
    """What a reply must say of one item: what the agent decided, and what is true of that."""

    names: tuple[str, ...]
    resolution: str  # "" if nothing was decided
    cents: int
    whys: frozenset[str]  # reasons that are true of the item and bear on the decision
    true: frozenset[str]  # reasons that are true of it, whatever they bear on
    next: str
    days: int  # until money is paid; 0 if none is


def quality(text: str, due: Sequence[Due], parts: Sequence[int], seen: Callable[[int], bool]) -> float:
    """From 0 to 1: a fifth for each commitment that is made, and 1 if all are that apply. Who announces
    another decision or another sum, is rude, or gives every reason there is, has said nothing. `parts` is
    what goes to each payment, if there are several; `seen` tells whether an amount follows from the records
    or the decisions."""
    said = sentences(text, [d.names for d in due])
    if any(rude(s.words) for s in said) or not all(seen(c) for s in said for c in s.money):
        return 0.0
    about = _about(said, len(due), parts)
    by_item = [[s for s, items in zip(said, about, strict=True) if k in items] for k in range(len(due))]
    if _announces_another(said, due, about) or len(_false_reasons(said, due)) >= SOUP:
        return 0.0
    rows = [_commitments(d, mine, said, due) for d, mine in zip(due, by_item, strict=True)]
    kept = [[c for c in column if c is not None] for column in zip(*rows, strict=True)]
    made = [sum(column) / len(column) for column in kept if column]
    if parts and not set(parts) <= {c for s in said for c in s.money}:
        made[1] /= 2
    return 1.0 if min(made) == 1.0 else sum(made) / 5


def _about(said: Sequence[ReplySentence], n: int, parts: Sequence[int] = ()) -> list[Sequence[int]]:
    """Which items each sentence is about: the one that was named last in its paragraph, or under a heading;
    all, if none was."""
    found: list[Sequence[int]] = []
    current: Sequence[int] = range(n)
    heading = False
    for s in said:
        if s.item is not None:
            current = (s.item,)
        elif (s.begins and not heading) or (s.money and set(s.money) <= set(parts)):
            current = range(n)
        heading = s.begins and s.item is not None and not s.statements
        found.append(current)
    return found


def _announces_another(
    said: Sequence[ReplySentence], due: Sequence[Due], about: Sequence[Sequence[int]]
) -> bool:
    """Does any sentence announce what was not decided for the items that it is about?"""
    return any(all(_foreign(due[k], s) for k in items) for s, items in zip(said, about, strict=True))


def _foreign(d: Due, s: ReplySentence) -> bool:
    own, words = d.resolution, s.words
    so_far = any_of(hedges.SO_FAR, words) or (own == "escalate" and s.states("why", "limit"))
    waits = own in ("escalate", "request_info")
    other = own in KINDS and any(
        s.states("decision", kind, "not") for kind in KINDS if kind != own
    )  # "an exchange is not possible"
    denies = s.states("decision", "deny") and not so_far and not other
    refuses = (
        any(s.states("decision", kind, "not") for kind in _refusable(own))
        and not so_far
        and not any_of(hedges.BESIDES, words)
    )
    if own != "deny" and (denies or refuses):
        return True
    later = waits and any_of(hedges.LATER, words)
    grants = set(_granted(s)) if not later and not (own == "escalate" and so_far) else set()
    if own == "exchange" and d.cents:
        grants -= {"refund"}  # the difference in price
    if own == "store_credit" and not any_of(hedges.CARD, words):
        grants -= {"refund"}
    if own == "partial_refund" and s.states("decision", "full"):
        return True
    if grants - {"refund" if own in REFUNDS else own}:
        return True
    if own != "escalate" and s.states("decision", "escalate"):
        return True
    return (
        own in (*REFUNDS, "exchange", "store_credit")
        and holds(words, hedges.ASKS)
        and not any_of("thank* thanks if", words)
    )


def _refusable(own: str) -> tuple[str, ...]:
    """What cannot be refused by who has decided so."""
    return (
        ("refund", "exchange", "store_credit")
        if own in ("escalate", "request_info", "")
        else ("refund",)
        if own in REFUNDS
        else (own,)
    )


def _granted(s: ReplySentence) -> Iterable[str]:
    """Refund, exchange or store credit, as the sentence announces it."""
    credit, card = s.states("decision", "store_credit"), any_of(hedges.CARD, s.words)
    if credit and not card:
        yield "store_credit"
    elif s.states("decision", "refund") or credit:
        yield "refund"
    if (
        credit
        and card
        and s.states("decision", "refund")
        and holds(s.words, "store credit; voucher; credit note; shop credit")
    ):
        yield "store_credit"
    if s.states("decision", "exchange") and (
        not s.states("why", "wrong_item") or holds(s.words, "exchange*; swap*; replac*")
    ):
        yield "exchange"


def _announces(d: Due, s: ReplySentence) -> bool:
    match d.resolution:
        case "refund":
            return (
                s.states("decision", "refund")
                or (s.states("decision", "store_credit") and any_of(hedges.CARD, s.words))
                or _pays(d, s)
            )
        case "partial_refund":
            return (
                s.states("decision", "partial")
                or (s.states("decision", "refund") and abs(d.cents) in s.money)
                or _pays(d, s)
            )
        case "exchange":
            return s.states("decision", "exchange") or s.states("next", "replacement")
        case "deny":
            refused = any(
                s.states("decision", kind, "not")
                for kind in ("refund", "exchange", "store_credit", "partial", "full")
            )
            return (
                refused
                or s.states("decision", "deny")
                or s.states("decision", "no")
                or s.states("why", "not_returnable")
            )
        case "request_info":
            asks = (
                s.states("next", d.next)
                and any_of(hedges.REQUESTS, s.words)
                and not s.words.startswith("if ")
            )
            return asks or s.states("decision", "request_info", "plain", "not", "need_not")
    return s.states("decision", d.resolution)


def _pays(d: Due, s: ReplySentence) -> bool:
    """The very amount, to the customer, and nothing that speaks against it."""
    against = any(x.slot == "decision" and x.mode != "plain" for x in s.statements)
    return abs(d.cents) in s.money and d.cents != 0 and any_of(hedges.TO_CUSTOMER, s.words) and not against


def _commitments(
    d: Due, mine: Sequence[ReplySentence], said: Sequence[ReplySentence], due: Sequence[Due]
) -> Commitments:
    """What is said of one item. Who does not say what was decided has said nothing of it."""
    timed = bool(d.days and d.cents)
    if not d.resolution or not any(_announces(d, s) for s in mine):
        return 0.0, 0.0 if d.cents else None, 0.0, 0.0, 0.0 if timed else None
    money = {c for s in said for c in s.money}
    amount = abs(d.cents) in money or sum([abs(x.cents) for x in due]) in money
    days = {n for s in said for n in s.days}
    when = any(n in days for n in {x.days for x in due} if n >= d.days)
    reason = any(_gives(why, s) for why in d.whys for s in mine) and len(_false_reasons(mine, due)) < SOUP - 1
    return (
        1.0,
        float(amount) if d.cents else None,
        float(reason),
        float(_next(d, mine, timed and when)),
        float(when) if timed else None,
    )


def _gives(why: str, s: ReplySentence) -> bool:
    if why in LATE:
        return s.states("why", "window") or s.states("why", "in_policy", "not")
    if why in ("never_arrived", "not_returnable", "charged_once"):
        contrary = {
            "never_arrived": "arrived",
            "not_returnable": "in_policy",
            "charged_once": "charged_twice",
        }[why]
        return s.states("why", why) or s.states("why", contrary, "not")
    return s.states("why", why, *(ANY_MODE if why in WANTING else ("plain",)))


def _false_reasons(said: Sequence[ReplySentence], due: Sequence[Due]) -> frozenset[str]:
    """Reasons that are plainly given and true of no item."""
    true = frozenset[str]().union(*[d.true for d in due])
    late = LATE if true & LATE else frozenset()
    return frozenset(
        [
            why
            for why, words in book.SURE.items()
            if why not in true | late and any(holds(s.words, words) for s in said)
        ]
    )


def _next(d: Due, mine: Sequence[ReplySentence], paid: bool) -> bool:
    back = any(s.states("next", "send_back") for s in mine)
    keep = any(s.states("next", "keep") or s.states("next", "send_back", "need_not") for s in mine)
    match d.next:
        case "send_back":
            return back
        case "nothing":
            return keep or (paid and not back)
        case "replacement":
            return any(s.states("next", "replacement") for s in mine)
    return any(s.states("next", d.next, "plain", "not") for s in mine)
