"""Which of the topics that a sentence may be asking for it does ask for: the surest first."""

from collections.abc import Sequence

from . import books
from .mentions import COUNTED, OTHERS, Asked, Place
from .message import Sentence, Span

SHORT_PART = 4  # words of a part of a sentence that is about one thing

Found = tuple[tuple[bool, bool, int, int, int], Asked, list[Place], bool]


def plausible(found: list[Found], sentence: Sentence) -> list[Found]:
    """The surest first. Mere hints count where nothing surer is there, or only something that the customer
    has nothing to say to, or in a short part of their own."""
    if found and (others := books.unless().find(sentence.basics)):
        found = [f for f in found if not any(_is_of(hit, f) for hit in others)]
    found = [f for f in found if not _means_something_else(f, found, sentence)]
    found = [f for f in found if f[2][0][1] != OTHERS or not _is_broken(f[1].span, sentence)]
    if len(found) < 2:
        return found
    sayings = [f[1].span for f in found if f[1].sure and f[3] and not f[1].label]
    found = [f for f in found if f[1].sure or f[1].label or not any(map(f[1].span.within, sayings))]
    if "long" in sentence.words and any(f[3] and f[2][0][1] == "shortlist" for f in found):
        # a list, and how long?
        found = [f for f in found if not f[1].label or not _is_how_long(sentence, f[1].span)]
    found = _without_placeholders(_within_clauses(found, sentence), sentence)
    if any(a.topic.name == "shipping_days" and not has for _, a, _, has in found):
        done = {sentence.part(a.span.start) for _, a, _, has in found if a.label and has}
        found = [  # how quickly should it charge?
            f
            for f in found
            if f[3] or f[1].topic.name != "shipping_days" or sentence.part(f[1].span.start) not in done
        ]
    longer = [a for _, a, _, _ in found if a.sure and not a.label]
    found = [f for f in found if not _asks_more(f[1], longer, sentence)]
    counted = [a.span for _, a, _, has in found if a.topic.name in COUNTED and not a.label and has]
    found = [f for f in found if not f[1].label or f[1].span not in counted]  # the number of pieces
    named = [(a, has) for _, a, _, has in found if a.label and a.sure]
    found = [
        f
        for f in found
        if f[1].label
        or not any(
            f[1].span.meets(a.span)
            and (a.weight > f[1].weight or _is_which(a, f[1], sentence))
            and (has or not f[3] or not inside(a.span, f[1].span))
            for a, has in named
        )
    ]
    found = [f for f in found if not _is_behind(f, found, sentence)]
    found = sorted(_without_causes(found, sentence), key=lambda f: f[0])
    counting = [
        a.span.end if sentence.words[a.span.end - 1] == "one" else a.span.start + 2  # more than one colour
        for _, a, _, _ in found
        if a.topic.name in COUNTED and a.span.end > a.span.start + 1
    ]
    whole = [a.span for _, a, _, _ in found if a.topic.name in COUNTED and a.whole]
    measured = [
        f
        for f in found
        if (f[1].label or f[1].sure)
        and f[1].topic.name not in COUNTED
        and f[3]
        and f[1].span.start in counting
        and not any(f[1].span.within(w) for w in whole)
    ]  # how many litres, a number of stars
    if measured:
        return [f for f in found if f in measured or (f[1].sure and f[1].topic.name not in COUNTED)]
    if any(a.sure and has for _, a, _, has in found) or any(a.sure and a.label for _, a, _, _ in found):
        parts = [sentence.part(f[1].span.start) for f in found if f[1].sure]
        asked = {sentence.clause(f[1].span.start) for f in found if f[1].sure}
        return [f for f in found if f[1].sure or _stands_alone(f, sentence, parts, asked)]
    return [f for f in found if not f[1].sure and f[1].label] or found


def _is_which(label: Asked, a: Asked, sentence: Sentence) -> bool:
    """Is a label asked for right before what its words begin: what fixing this time?"""
    before = sentence.words[max(0, label.span.start - 1)]
    return label.span.start == a.span.start > 0 and before in _WH


def _within_clauses(found: list[Found], sentence: Sentence) -> list[Found]:
    """Without what the words of two clauses seem to ask together, where one of them asks something: was it
    sent by express, how many did you buy?"""
    if not sentence.joints:
        return found
    across = [f for f in found if any(f[1].span.start < j < f[1].span.end for j in sentence.joints)]
    within = [f[1].span for f in found if f not in across and f[1].sure]
    return [f for f in found if f not in across or not any(map(f[1].span.meets, within))]


def _is_broken(span: Span, sentence: Sentence) -> bool:
    """Does a comma stand among the words: next, must it be there by Friday?"""
    return any(span.start < n < span.end for n in sentence.joints)


_IN_ORDER = books.lexicon("in_order")


def _without_placeholders(found: list[Found], sentence: Sentence) -> list[Found]:
    """Without what only stands for a topic that is named behind it: the next thing is the colour."""
    named = [a.span.start for _, a, _, has in found if has and a.label and a.sure]
    return [
        f
        for f in found
        if f[2][0][1] != OTHERS
        or sentence.words[f[1].span.start] not in _IN_ORDER
        or not any(n > f[1].span.start for n in named)
    ]


_OPENERS = books.lexicon("openers_of_files")
_OPENING = books.lexicon("opening")
_FILED = books.lexicon("filed")


def is_filed(span: Span, sentence: Sentence) -> bool:
    """Is it something else that is opened, and not what was bought: shall I open the return? Let me open the
    page."""
    opener = [w for w in sentence.words[max(0, span.start - 3) : span.start] if w not in _OPENING][-1:]
    if opener and opener[0] in _OPENERS:  # I have just opened your account
        return True
    if any(map(span.meets, sentence.frames.get("leave", ()))):
        return True
    opens = any("open" in word for word in sentence.words[span.start : span.end])  # but: condition and case
    around = sentence.basics[max(0, span.start - 2) : span.end + 3]
    return opens and not _FILED.isdisjoint(around)


_AUXILIARIES = books.lexicon("auxiliaries")
_COMES_WITH = (["come", "with"], ["comes", "with"], ["come", "in"], ["comes", "in"])
_WH = ("what", "which")
_EXAMPLES = books.lexicon("examples")
_JOINS = books.lexicon("joins")


def _is_of(hit: books.Hit[str], f: Found) -> bool:
    """Do words that are known to ask for something else hold what seems to ask for this topic?"""
    asked = hit.what in (f[2][0][1], f[1].topic.name)
    return hit.what == "" or (asked and f[1].span.meets(Span(hit.start, hit.end)))


def _means_something_else(f: Found, found: Sequence[Found], sentence: Sentence) -> bool:
    """Shall I open the return? How did you pay? Did anything cost more? Did you use a coupon when you bought
    it? None asks for what its words ask for elsewhere: the seal, the sum, the day."""
    words, begin = sentence.words, f[1].span.start
    if f[1].label and words[max(0, begin - 1)] == "wrong":  # was it damaged, or the wrong size?
        return any(a.topic.name == "reason" for _, a, _, _ in found)
    if f[1].label and words[begin : f[1].span.end] in _COMES_WITH:  # what size should it come with?
        return any(a.label and a.sure and words[a.span.start - 1] in _WH for _, a, _, _ in found if a != f[1])
    if f[1].topic.name != "hazard" and "hazard" in [a.topic.name for _, a, _, _ in found if a.sure]:
        clause = sentence.opening(begin)
        return not _EXAMPLES.isdisjoint(words[:begin]) and words[clause] not in ("and", *_AUXILIARIES)
    match f[2][0][1]:
        case "condition":
            return is_filed(f[1].span, sentence)
        case "paid":
            others = [a.span for _, a, _, _ in found if a.sure and a.topic.name in ("payment", "dearest")]
            return any(map(f[1].span.meets, others)) and "much" not in words
        case "recipient" if f[1].size == 1:  # somebody has it for less, and I have to ask who
            return any(a.topic.name == "cheaper_at" and a.sure and has for _, a, _, has in found)
        case "wants" if words[begin] == "what" and "do" not in words:  # what would you like the colour to be?
            clause = sentence.clause(begin)
            return any(a.label and has and sentence.clause(a.span.start) == clause for _, a, _, has in found)
        case "beside" if words[begin : f[1].span.end] == ["same", "order"]:  # anything dearer in it?
            return any(a.topic.name == "dearest" and a.sure for _, a, _, _ in found)
        case "pieces":  # how many different things were in it?
            others = [a.span for _, a, _, _ in found if a.topic.name == "item_kinds"]
            return any(map(f[1].span.meets, others))
        case "placed" if words[begin] == "when" and begin > 0:
            if words[begin - 1] in _TOLD_OF:  # could you give me an idea of when you bought it?
                return False
            clause = sentence.opening(begin)
            told = not _TELLING.isdisjoint(words[clause:begin])  # do you know off the top of your head when
            return (
                clause < begin
                and words[clause] in _AUXILIARIES
                and not told
                and words[begin - 1] not in _JOINS
            )
    return False


_TELLING = books.lexicon("telling")
_TOLD_OF = books.lexicon("told_of")
_CAUSES = books.lexicon("causes")


def _without_causes(found: list[Found], sentence: Sentence) -> list[Found]:
    """Is this defect a danger to anybody? That asks for the danger alone, not for the defect."""
    facts = [
        f
        for f in found
        if f[1].sure and f[3] and f[1].topic.sort == "fact" and f[1].topic.name not in ("reason", "fault")
    ]
    return [
        f
        for f in found
        if f[1].topic.name not in ("reason", "fault")
        or f[1].size > 1
        or sentence.basics[f[1].span.start] not in _CAUSES
        or not any(sentence.part(o[1].span.start) == sentence.part(f[1].span.start) for o in facts)
    ]


_OF = books.lexicon("placed_of")
_BESIDE = (["along"], ["together"])  # the date, along with the price
_THE = books.lexicon("the")


def _is_behind(f: Found, found: Sequence[Found], sentence: Sentence) -> bool:
    """Is it a word behind another topic that says only where, or what from, that is: could anybody come to
    harm from that fault?"""
    span, words = f[1].span, sentence.words
    if f[1].label or span.end - span.start > 1:
        return False
    begin = span.start
    while begin and words[begin - 1] in _THE:
        begin -= 1
    if not 0 < begin < span.start or words[begin - 1] not in _OF or words[begin - 2 : begin - 1] in _BESIDE:
        return False
    part = sentence.part(span.start)
    return any(
        a.sure
        and has
        and part.start <= a.span.start
        and a.span.end < begin
        and a.topic.name != f[1].topic.name
        for _, a, _, has in found
    )


_MONEY = books.lexicon("money")


def _asks_more(a: Asked, longer: Sequence[Asked], sentence: Sentence) -> bool:
    """Is it part of what asks for something else: the "how much" of what it may cost, a cap on the price?"""
    if not a.label:
        return False
    if sentence.words[a.span.start : a.span.end] == ["how", "much"]:
        if any(o.span.start == a.span.end for o in longer):  # how much leeway
            return True
        if not _MONEY.isdisjoint(sentence.basics[max(0, a.span.start - 2) : a.span.start]):
            return True  # money: how much?
        about_it = sentence.words[a.span.end : a.span.end + 2] in (["is", "it"], ["is", "that"])
        if any(  # the price was how much? Is there a limit, and how much is it?
            o.topic.name in ("price", "paid")
            and o.span.start < a.span.start
            and (sentence.part(o.span.start) == sentence.part(a.span.start) or about_it)
            for o in longer
        ):
            return True
        about = [o for o in longer if o.span.start == a.span.start and a.span.within(o.span)]
        pieces = [o for o in about if o.whole and (o.topic.name in (*COUNTED, "paid") or o.size > 3)]
        return bool(pieces) or any(
            not _MONEY.isdisjoint(sentence.basics[o.span.start : o.span.end]) for o in about
        )
    around = [o for o in longer if (o.whole or o.size > 2) and a.span.within(o.span)]  # how long … wait
    return bool(around) and (not a.sure or any(o.size > 2 for o in around))  # upper price limit


_ARTICLES = books.lexicon("joined_articles")


def _stands_alone(f: Found, sentence: Sentence, others: Sequence[Span], asked: set[int]) -> bool:
    """Is it what a short part of the sentence is about, with nothing surer in it: colour, folding, e-bike? Or
    what a question of its own is about: how should it be washed, and what are the other things?"""
    part, clause = sentence.part(f[1].span.start), sentence.clause(f[1].span.start)
    if f[1].label and f[3] and clause not in asked and sentence.is_question(clause):
        return True
    begin = part.start
    while begin < f[1].span.start and sentence.words[begin] in _ARTICLES:
        begin += 1
    if f[3] and part not in others and part.end - begin == f[1].span.end - f[1].span.start:
        return True  # date, the price and the number of kettles
    return f[1].label and part not in others and part.end - part.start <= SHORT_PART


def _is_how_long(sentence: Sentence, span: Span) -> bool:
    return sentence.words[span.start : span.start + 2] == ["how", "long"]


def inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
