"""What a sentence states about a decision, a reason or a next step, and whether it means it."""

import re
from functools import lru_cache
from typing import Literal

from ...core.values import Value
from ...customer.locale.en import hedges
from ...customer.locale.en import replies as book
from .patterns import any_of, by_negation, compiled, holds, matches

Mode = Literal["plain", "not", "need_not", "perhaps", "mention"]
GRANTS = ("refund", "partial", "full", "exchange", "store_credit", "credit", "approve")
_TABLE = [
    (slot, kind, negated, phrases)
    for slot, table in (("decision", book.DECISION), ("why", book.WHY), ("next", book.NEXT))
    for kind, both in table.items()
    for negated, phrases in by_negation(both)
]
_BREAKS = re.compile(
    r"(?:^| )(?:,|because|since|as|so|and|but|which|therefore|while|who|hence|though|although|however"
    r"|if|when|once|until|after)(?= |$)"
)
# Nothing is done, however many things it is said of: "no amount is paid, credited or charged yet".
_NOTHING = re.compile(
    r"^(?:so far |yet |for now )?(?:, )?(?:no \S+(?: (?:or|and|nor) \S+)*|nothing|none) "
    r"(?:is|are|was|were|has been|have been) "
    r"(?:\S+ (?:, |or |and )+)*$"
)
# Where a denial ends and the shop or the customer begins to do something: "can not be used you get ...".
_BEGINS = re.compile(
    r" not (?!think|believe|say|mean|promise|know|agree|see)(?:[^\s,]+ ){1,6}?"
    r"(?=(?:you (?:(?:will|shall) )?(?:get|receive|have #m)|we (?:will|are|shall|make|give|pay|refund)) )"
)

# What the same thing does not do beside what it does: "the credit does not expire and can be used".
_OTHER_VERB = re.compile(
    r"(?:does|do|did|will|can|is|are|has|have) not (?:\S+ ){1,3}(?:and|but) "
    r"(?=(?:can|may|will|is|are|has|have) (?!not |never ))"
)

_NOUNS = "|".join([word.replace("*", r"\w*") for word in hedges.MENTION_NOUNS.split()])
_SUBJECT = re.compile(rf"(?:{_NOUNS}) (?=(?:we|i)\b)")


class ReplyStatement(Value, kw_only=False):
    """A decision, reason or next step that a sentence speaks of."""

    slot: str
    kind: str
    mode: Mode


@lru_cache(maxsize=65_536)
def stated(words: str, asks: bool = False) -> tuple[ReplyStatement, ...]:
    """What a sentence states, each with the modes in which it does. A question announces no decision, but may
    ask for something."""
    found: dict[ReplyStatement, None] = {}
    for slot, kind, negated, phrases in _TABLE:
        asked = asks and slot == "decision" and kind != "request_info"
        for match in matches(words, phrases):
            mode = "mention" if asked else _mode(words, match, slot, kind, negated)
            found[ReplyStatement(slot, kind, mode)] = None
    return tuple(found)


def _mode(words: str, match: re.Match[str], slot: str, kind: str, negated: bool) -> Mode:
    before, after = words[: match.start()], words[match.end() :]
    begins = [m.end() for m in _BEGINS.finditer(words) if m.end() <= match.start()]
    start = max([m.end() for m in _BREAKS.finditer(before)] + begins, default=0)
    breaks = _BREAKS.search(after)
    clause, rest = before[start:], after[: breaks.start()] if breaks else after
    if kind == "request_info" and any_of(hedges.GUESSES, before):
        return "perhaps"
    near = f"{clause} {match[0]}" if slot == "decision" else clause
    if slot != "next" and kind != "request_info" and kind != "limit" and _unsure(before, near, after):
        return "perhaps"
    if negated:
        return "need_not" if slot == "decision" and _spares(near, len(clause)) else "plain"
    inside = any_of(hedges.NOT, _OTHER_VERB.sub("", match[0]))
    if slot == "decision":
        if (
            inside
            or (any_of(hedges.REFUSES, clause) and not _comes_anyway(clause, match[0]))
            or _NOTHING.match(before)
            or holds(" ".join(rest.split()[:9]), hedges.REFUSED)
        ):
            return "need_not" if any_of(hedges.NEED_NOT, clause) else "not"
        last, next_ = _SUBJECT.sub("", " ".join(clause.split()[-5:])), " ".join(rest.split()[:2])
        mentioned = (
            any_of(hedges.MENTIONS, last)
            or any_of(hedges.MENTIONED, next_)
            or holds(" ".join(rest.split()[:10]), hedges.OUT_OF_REACH)
            or (len(clause.split()) < 3 and compiled(hedges.ASKED_FOR).match(rest.strip()) is not None)
            or _conditional(before)
            or general(" ".join(f"{clause} {match[0]} {rest}".split()))
            or (kind == "refund" and _spent(clause, match[0]))
        )
        mentioned = mentioned or _leaves_all(words) or _tells_a_rule(words)
        return "mention" if mentioned and kind in GRANTS else "plain"
    if slot == "next" and holds(" ".join(rest.split()[:8]), hedges.UNNEEDED):
        return "need_not"
    if inside or any_of(hedges.NOT, clause):
        return "need_not" if any_of(hedges.NEED_NOT, f"{clause} {rest}") or "no need" in clause else "not"
    return "plain"


def _spares(words: str, start: int) -> bool:
    """Is nobody obliged to what stands behind this place: nothing is refused by "not need to do anything"?"""
    return any(m.end() > start for m in compiled(hedges.SPARES).finditer(words))


def _comes_anyway(clause: str, grant: str) -> bool:
    """Is it granted, only that nobody has to do anything for it?"""
    return holds(clause, hedges.SPARES) and holds(
        " ".join([*clause.split()[-2:], *grant.split()[:2]]), hedges.GOAL
    )


def _spent(clause: str, sum_: str) -> bool:
    """Is it a sum that the customer paid, or is yet to pay?"""
    begins = f"{clause.strip()} {sum_.split()[0]}"
    to_pay = any(m.end() == len(begins) for m in compiled(hedges.PAYS_US).finditer(begins))
    return to_pay or holds(" ".join(sum_.split()[-2:]), hedges.SPENT) or holds(clause, hedges.CHARGES)


def _unsure(before: str, clause: str, after: str) -> bool:
    """A hedge in its own clause, or one that the sentence begins with: normally we do, but yours is not."""
    before = before.rpartition(" but ")[2]
    return (
        any_of(hedges.HEDGES, clause)
        or any_of(hedges.HEDGES, before[:20].split(" ")[0])
        or holds(before, hedges.HEDGED)
        or holds(after, hedges.UNSURE)
    )


def general(words: str) -> bool:
    """A rule for everybody and nobody in particular, or what only could have been."""
    general = holds(words, hedges.GENERAL) and not any_of("you your #m #i", words)
    return general or holds(words, hedges.UNREAL)


def _tells_a_rule(words: str) -> bool:
    """What is usual, in every clause, and never of this customer."""
    usual = any_of(hedges.USUALLY, words) or holds(words, hedges.BY_RULE)
    return usual and not any_of("you your yours my our we i but #m #i", words)


def _leaves_all(words: str) -> bool:
    """A rule that says what changes nothing, and of nobody in particular."""
    return holds(words, hedges.UNCHANGED) and not any_of("you your we i but however #m #i", words)


def _conditional(before: str) -> bool:
    """If ..., with no comma since."""
    return bool(re.search(r"(?:^| )(?:if|should you|unless|in case)(?: [^,]*)?$", before))


def rude(words: str) -> bool:
    return any_of(hedges.INSULTS, words) or holds(words, hedges.RUDE)
