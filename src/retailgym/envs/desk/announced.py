"""What a sentence of a reply announces for an item: what was decided for it, or something else."""

from collections.abc import Iterable

from ...customer.locale.en import hedges
from .patterns import any_of, holds
from .sentences import ReplySentence
from .statements import Mode
from .steps import Due, gives, sends_another

REFUNDS = ("refund", "partial_refund")
KINDS = ("refund", "exchange", "store_credit")
GRANTED = (*REFUNDS, "exchange", "store_credit")
WAITING = ("escalate", "request_info")
SOUP = 3  # so many decisions at once, and none is taken


def is_foreign(d: Due, s: ReplySentence) -> bool:
    """Does it announce what was not decided for this item?"""
    own, words = d.resolution, s.words
    if own != "deny" and _refuses_it(d, s):
        return True
    if own == "partial_refund" and s.states("decision", "full"):
        return True
    if _grants_now(d, s) - _same_grant(d, s):
        return True
    if own == "exchange" and _charges_another(d, s):
        return True
    appeal = own == "deny" and s.states("next", "object") and any_of(hedges.APPEALS, words)
    handles = own in GRANTED and holds(words, hedges.HANDLING) and not holds(words, hedges.HANDS_ON)
    handles = handles or holds(words, hedges.FINISHED)
    if own != "escalate" and s.states("decision", "escalate") and not appeal and not handles:
        return True
    spared = s.states("decision", "request_info", "not", "need_not") or any_of(
        "thank* thanks if yourself", words
    )
    return own in GRANTED and holds(words, hedges.ASKS) and not spared


def _refuses_it(d: Due, s: ReplySentence) -> bool:
    """Does it refuse what was granted, or what is still open?"""
    own, words = d.resolution, s.words
    waits = own in WAITING
    declines = holds(words, hedges.DECLINES) and not any_of(hedges.NOT, words)
    not_mine = own == "escalate" and s.states("why", "limit", "plain", "not") and not declines
    so_far = any_of(hedges.SO_FAR, words) or not_mine
    so_far = so_far or (waits and (any_of("without", words) or holds(words, hedges.OPEN)))
    other = _of_another_kind(d, s) or holds(
        words, hedges.SOONER
    )  # "an exchange is not possible", "you wanted one, but ..."
    waiting = s.states("decision", own) or any(gives(why, s) for why in d.whys)
    undecided = own == "request_info" and waiting and not holds(words, hedges.DECLINES)
    not_all = own == "partial_refund" and s.states("decision", "full", "not")
    grants_it = own in GRANTED and announces(d, s) and not holds(words, hedges.DECLINES)
    again = own in GRANTED and holds(words, hedges.NO_SECOND)
    denied = s.states("decision", "deny") and not (again and not holds(words, hedges.DECLINES))
    if denied and not (so_far or other or undecided or grants_it or not_all):
        return True
    if holds(words, hedges.NOT_REFUSED) or (own == "store_credit" and holds(words, hedges.NO_USE)):
        return False
    no_credit = own == "store_credit" and s.states("decision", "credit", "not") and not _to_card(words)
    beside = again or any_of(hedges.BESIDES, words)
    refused = any(s.states("decision", kind, "not") for kind in _refusable(own)) and not beside
    return (refused or no_credit) and not so_far and not _pays_out(d, s)


def _of_another_kind(d: Due, s: ReplySentence) -> bool:
    """Is it another kind that is refused: one that the customer may have wished for?"""
    modes: tuple[Mode, ...] = ("not",) if holds(s.words, hedges.DECLINES) else ("not", "mention")
    modes = (*modes, "perhaps") if holds(s.words, hedges.UNREAL) else modes
    others = [kind for kind in KINDS if kind != d.resolution]
    return d.resolution in KINDS and any(s.states("decision", kind, *modes) for kind in others)


def _grants_now(d: Due, s: ReplySentence) -> set[str]:
    """What it grants, but for what comes after a decision that others are still to take."""
    own, words, grants = d.resolution, s.words, set(_granted(s))
    if own in WAITING and len(grants) < SOUP and (any_of(hedges.LATER, words) or words.startswith("if ")):
        return set()
    if own == "deny" and words.startswith(("if ", "should ")) and any_of(hedges.NEWS, words):
        return set()  # what an appeal may lead to
    if own == "escalate" and s.states("why", "limit"):
        grants -= {"approve"}
    if own == "escalate" and holds(words, hedges.HANDED_ON) and not any_of("and but", words):
        grants -= {*KINDS, "credit"}
    if own == "exchange" and s.money and not any(s.money):
        grants -= {"refund", "credit"}  # you pay €0.00
    return grants


def _charges_another(d: Due, s: ReplySentence) -> bool:
    """Is another sum to pay for an exchange than the difference, which may stand beside the prices?"""
    named = abs(d.cents) in s.money if d.cents else not any(s.money)
    if not s.money or holds(s.words, hedges.CHARGED):
        return False
    reversed_ = d.cents < 0 and holds(s.words, hedges.TAKES) and not any(_granted(s))
    return reversed_ or (holds(s.words, f"{hedges.TO_PAY}; {hedges.TAKES}") and not named)


def _pays_out(d: Due, s: ReplySentence) -> bool:
    """Does the sentence grant the very sum that was decided, whatever it denies beside that?"""
    return (
        d.resolution in REFUNDS
        and s.states("decision", "refund")
        and abs(d.cents) in s.money
        and not holds(s.words, hedges.DECLINES)
    )


def _to_card(words: str) -> bool:
    """To where the money came from, and not onto a gift card."""
    clauses = words.replace("gift card", "voucher").split(" , ")
    return any(any_of(hedges.CARD, c) and not any_of("debited charged billed", c) for c in clauses)


def _same_grant(d: Due, s: ReplySentence) -> frozenset[str]:
    """What may be announced by other names: "credited" goes for money and for store credit, "approved" for
    whatever is granted, a refund beside an exchange for the difference in price."""
    match d.resolution:
        case "refund" | "partial_refund":
            return frozenset(("refund", "credit", "approve"))
        case "exchange":
            whole = s.states("decision", "full") or holds(s.words, hedges.WHOLE_PRICE)
            difference = d.cents < 0 or (d.cents > 0 and holds(s.words, hedges.TAKES))
            return frozenset(
                ("exchange", "approve", *(["refund", "credit"] if difference and not whole else []))
            )
        case "store_credit":
            card = _to_card(s.words)
            return frozenset(("store_credit", "credit", "approve", *(["refund"] if not card else [])))
    return frozenset()


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
    """Refund, exchange or store credit, as the sentence announces it; "credit" where it may be either, and
    "approve" where it may be any."""
    card = _to_card(s.words)
    if s.states("decision", "store_credit"):
        yield "store_credit"
    elif s.states("decision", "credit"):
        yield "refund" if card else "credit"
    if s.states("decision", "refund") and (card or not s.states("decision", "store_credit")):
        yield "refund"
    if s.states("decision", "approve"):
        yield "approve"
    if s.states("decision", "exchange") and (
        not s.states("why", "wrong_item") or holds(s.words, "exchange*; swap*; replac*")
    ):
        yield "exchange"


def announces(d: Due, s: ReplySentence) -> bool:
    match d.resolution:
        case "refund":
            return (
                s.states("decision", "refund")
                or (s.states("decision", "credit") and _to_card(s.words))
                or _pays(d, s)
            )
        case "partial_refund":
            return (
                s.states("decision", "partial")
                or (s.states("decision", "refund") and abs(d.cents) in s.money)
                or _pays(d, s)
            )
        case "exchange":
            sent = s.states("next", "replacement") and holds(s.words, hedges.NEW_ONE)
            return s.states("decision", "exchange") or (
                (sent or sends_another(s)) and not s.states("decision", "exchange", "perhaps")
            )
        case "deny":
            refused = any(
                s.states("decision", kind, "not") for kind in (*KINDS, "partial", "full", "credit", "approve")
            )
            stays = s.states("why", "not_returnable") and holds(s.words, hedges.STAYS)
            named = s.states("decision", "deny") or s.states("decision", "no")
            return refused or stays or named
        case "request_info":
            asks = s.states("next", d.next) and any_of(hedges.REQUESTS, s.words)
            waits = s.states("decision", "request_info", "plain", "not", "need_not")
            unsure = s.words.startswith("if ") or any_of(hedges.GUESSES, s.words)
            return (asks or waits) and not unsure
        case "store_credit":
            return s.states("decision", "store_credit") or s.states("decision", "credit")
    return s.states("decision", d.resolution)


def _pays(d: Due, s: ReplySentence) -> bool:
    """The very amount, to the customer, and nothing that speaks against it."""
    against = any(x.slot == "decision" and x.mode != "plain" for x in s.statements) or any_of(
        hedges.HEDGES, s.words
    )
    return abs(d.cents) in s.money and d.cents != 0 and any_of(hedges.TO_CUSTOMER, s.words) and not against
