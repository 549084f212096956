"""What a reply must say of one item, and whether sentences give its reason and its next step."""

from collections.abc import Sequence

from ...core.values import Value
from ...customer.locale.en import hedges
from .patterns import any_of, compiled, holds
from .sentences import ReplySentence
from .statements import Mode, general

LATE = frozenset(("window", "reported_late"))
UNLIKE = frozenset(
    ("wrong_item", "not_as_described", "missing_parts")
)  # as good as said by "not" and the word
WANTING: tuple[str, ...] = (
    "photo",
    "identity",
    "evidence",
    "in_transit",
    "limit",
    "review",
)  # reasons that name what is wanting
WANTED = ("photo", "identity", "evidence")
ANY_MODE: tuple[Mode, ...] = ("plain", "not", "need_not", "perhaps")


class Due(Value):
    """What a reply must say of one item: what the agent decided, and what is true of that."""

    names: tuple[str, ...]
    resolution: str  # "" if nothing was decided
    cents: int
    whys: frozenset[str]  # reasons that are true of the item and bear on the decision
    true: frozenset[str]  # reasons that are true of it, whatever they bear on
    next: str
    days: int  # until money is paid; 0 if none is
    to: tuple[int, ...] = ()  # how much of the amount goes to each payment


def gives(why: str, s: ReplySentence) -> bool:
    if why in LATE:
        only_after = s.states("why", "window", "not") and any_of("until till", s.words)
        return only_after or s.states("why", "window") or s.states("why", "in_policy", "not")
    if why in ("never_arrived", "not_returnable", "charged_once"):
        contrary = {
            "never_arrived": "arrived",
            "not_returnable": "in_policy",
            "charged_once": "charged_twice",
        }[why]
        return s.states("why", why) or s.states("why", contrary, "not")
    if why in UNLIKE:
        return s.states("why", why, "plain", "not")
    return s.states("why", why, *(ANY_MODE if why in WANTING else ("plain",)))


def next_step(d: Due, mine: Sequence[ReplySentence], paid: bool) -> bool:
    """Is the customer told what comes next? Who is paid and sends nothing back need not be told more."""
    match d.next:
        case "send_back":
            return any(s.states("next", "send_back") or wants_back(s) for s in mine)
        case "nothing":
            back = [s for s in mine if s.states("next", "send_back") and not sends_another(s)]
            asked = [s for s in back if not holds(s.words, hedges.HAVE_IT)]
            keep = any(s.states("next", "keep") or s.states("next", "send_back", "need_not") for s in mine)
            return keep or (paid and not asked)
        case "replacement":
            return any(s.states("next", "replacement") or sends_another(s) for s in mine)
        case "object" if any(holds(s.words, hedges.COME_BACK) for s in mine):
            return True
        case "photo" | "identity" | "evidence" if asks_for(d, mine):
            return True
    return any(s.states("next", d.next, "plain", "not") for s in mine)


def asks_for(d: Due, mine: Sequence[ReplySentence]) -> bool:
    """Is what is wanting spoken of at all, by who waits for it?"""
    wanting = [why for why in d.whys if why in WANTED]
    named = any(gives(why, s) and not any_of(hedges.THANKS, s.words) for why in wanting for s in mine)
    asks = any(s.asks or holds(s.words, hedges.WANTED) for s in mine)
    return d.resolution == "request_info" and named and asks


def hands_on(d: Due, mine: Sequence[ReplySentence]) -> bool:
    """Does somebody else answer the customer, for a reason to hand the case on?"""
    return (
        d.resolution == "escalate"
        and any(holds(s.words, "<senior>") and not general(s.words) for s in mine)
        and any(s.states("next", "colleague") for s in mine)
        and any(gives(why, s) for why in d.whys for s in mine)
    )


def sends_another(s: ReplySentence) -> bool:
    """Does another one than the customer has go out to them, whatever need not be done besides?"""
    unsure = f"{hedges.HEDGES} {hedges.NOT}"
    return any(
        holds(part, hedges.SENDS_ANOTHER) and not any_of(unsure, part) and not holds(part, hedges.HEDGED)
        for part in dict.fromkeys([s.words, *s.words.split(" , and ")])
    )


def wants_back(s: ReplySentence) -> bool:
    """Is the customer asked for the item, in whatever words? By a request, by an order, or by what is said to
    come after it."""
    if any_of(hedges.NOT, s.words) or holds(s.words, f"<photo>; <identity>; {hedges.HAVE_IT}"):
        return False
    orders = any(compiled(hedges.ORDERS_BACK).match(c.strip()) for c in s.words.split(" , "))
    return orders or holds(s.words, hedges.WANTS_BACK)
