"""What only explains a question: examples, what stands in brackets, grounds to choose from."""

from .given import Mention
from .message import Sentence, Span
from .sentences import COMMON

NEAR = 4  # words between a question and the brackets that explain it


def without_explained(found: list[Mention], sentence: Sentence) -> list[Mention]:
    """Without what stands in brackets or as an example only to explain a question: by what (price, rating)?
    What is named as an example counts where the customer has it."""
    inner = sentence.brackets
    outer = [t for t in found if not any(b.start <= t[0].start < b.end for b in inner)] if inner else []
    for span in inner:
        if any(has or 0 <= span.start - at.end < NEAR for at, _, has in outer):
            found = [t for t in found if not (span.start <= t[0].start < span.end)]
    if examples := sentence.frames.get("example"):
        begin = examples[0].end
        if trailing := _example_before(examples[0], sentence):  # the brand or the colour, for instance?
            outer = [t for t in found if not trailing.start <= t[0].start < trailing.end]
            return outer if any(has for _, _, has in outer) else found
        named = [t for t in found if t[0].start >= begin]
        if any(has and at.end < begin for at, _, has in found):  # any danger, like heat?
            end = next((n for n in sentence.clauses if n > begin), len(sentence.words))
            return [t for t in found if not begin <= t[0].start < end]
        opens = sentence.does("open") and any(f.start < begin for f in sentence.frames["open"])
        if opens or (len(named) > 1 and any(t[2] for t in found)):
            found = [t for t in found if t[2] or t[0].start < begin]
    return found


def _example_before(mark: Span, sentence: Sentence) -> Span | None:
    """What stands before the words that call it an example, where nothing follows them."""
    if mark.end < len(sentence.words) and mark.end not in sentence.joints:
        return None
    begin = max([n for n in sentence.joints if n < mark.start], default=None)
    return Span(begin, mark.start) if begin is not None else None


def one_ground(found: list[Mention], sentence: Sentence) -> list[Mention]:
    """Of grounds to choose from that the customer has nothing to say to, the first: by price, rating or
    delivery time? That is one question."""
    if len([t for t in found if t[1][1] in COMMON]) < 2:
        return found
    begin = min([b.start for b in sentence.brackets], default=0)
    begin = begin if begin or "or" in sentence.words else len(sentence.words)
    grounds = [t for t in found if t[1][1] in COMMON and t[0].start >= begin]
    if any(t[2] for t in grounds) or len({topic for _, (_, topic), _ in grounds}) < 2:
        return found
    return [t for t in found if t not in grounds[1:]]
