"""What to listen for: the words that make a sentence a question, a request, a confirmation, or news of a
stock-out.

All of it is matched against plain text: lower case, without markdown, without "'s", and without idioms that
only sound like a topic."""

import re

MORE_CUES = {
    "quantity": (
        "just one", "just the one", "only one", "one enough", "one be enough", "more than one",
        "how many bottles", "how many packs",
        "how many boxes", "how many sets", "how many pairs", "how many tubes", "how many bags",
        "how many pieces", "how many items",
    ),
    "brand": ("a make", "particular make", "certain make", "make do you", "make would you", "company",
    "made by", "branding"),
}  # fmt: skip

_IDIOMS = re.compile(
    r"\b(?:mak(?:e|es|ing) (?:sure|sense|certain|a (?:note|difference|list)|it happen|do|up)|by the way|of "
    r"course|in order to|as a matter of fact"
    r"|no matter|at this point|in the meantime|size (?:it |that )?up(?: the)?|set (?:up|aside)|an? (?:large "
    r"|small |great )?number of|colou?rful"
    r"|take (?:good )?care(?: of)?|in any case|just in case|in case|(?:on|at) hand|hand "
    r"(?:over|you|it)|weigh (?:up|in)"
    r"|come across|fit for purpose|(?:give|need|allow) me an? (?:second|moment|minute|sec|bit)|need an? "
    r"(?:second|moment|minute|sec)"
    r"|(?:the |one |my |a )?(?:last|final|next|first) (?:question|thing|detail|point|step|item)s?|at "
    r"last|feel free|keep in (?:mind|touch)|in touch"
    r"|no problem|don't worry|hold on|hold that|to start with|get started|carry on|run (?:a|another|the) "
    r"search|run through"
    r"|help (?:you )?with (?:that|this|your|it)|on the safe side|safely|in (?:the )?light of|put (?:it |them "
    r")?(?:in|into|down|aside)"
    r"|close to|cut (?:it )?short|look after you|fine with you|all set|keep you|keep (?:an "
    r"eye|looking|searching)|for (?:a )?start"
    r"|size (?:guide|chart)s?|colou?r charts?|bring up|good fit|price tags?|price range|ran(?:ge)? of "
    r"(?:products|options))\b"
)
_IDIOM_WORDS = frozenset(
    (
        "make makes making way course matter point meantime up set aside number colourful colorful care case "
        "hand weigh across purpose second "
        "moment minute sec bit question questions thing things detail details step steps item items feel "
        "mind touch problem worry hold start "
        "started carry run show help safe safely light put close short after fine keep guide guides chart "
        "charts bring good price range last order"
    ).split()
)
_MARKS = str.maketrans(
    {
        "\u2019": "'",
        "*": " ",
        "_": " ",
        "`": " ",
        "#": " ",
        "\u2013": "-",
        "\u2014": "-",
        "\t": " ",
        "\r": "\n",
    }
)
_STAR = re.compile(r"^[ \t]*\*(?=\s)", re.MULTILINE)
_WORD = re.compile(r"[a-z0-9']+", re.ASCII)
_OWNER = re.compile(r"'s\b|(?<=\w)-(?=wise\b)")

_SENTENCE = re.compile(r"[^.?!;\n]*+(?:\.(?=\d)[^.?!;\n]*+)*+[.?!;\n]?")
_BULLET = re.compile(r"\s*(?:[-+\u2022]|\(?\d{1,2}[.)]|\(?[a-d]\))\s+")
_STARTS = frozenset(
    (
        "what which who whose whom where when why how do does did is are was were can could would will "
        "should shall may might have has any must am"
    ).split()
)
_FILLERS = frozenset(
    (
        "and so but or also then now okay ok hi hello hey thanks thank you great sure perfect please just "
        "well alright right "
        "understood got it good first next finally lastly one quick another question for the your to with on "
        "in of about "
        "regarding as from by at"
    ).split()
)
_EXCLAIMS = re.compile(
    r"(?:^|[,:] )\s*(?:what an? |what (?:lovely|great|nice|good) |how "
    r"(?:lovely|nice|great|wonderful|exciting|kind|interesting|fun|sweet"
    r"|good|exactly right))"
)
REQUESTS = re.compile(
    r"\b(?:tell me|let me know|please "
    r"(?:specify|state|choose|pick|select|advise|clarify|confirm|share|indicate|provide|name|give|describe"
    r"|say|list|send)"
    r"|(?:i|we)(?:'d|'ll| would| will| still| just| also| only| do)* need(?: to "
    r"(?:know|ask|clarify|hear|confirm|learn)\b|:? (?!to\b))"
    r"|(?:just|still|only|also) need(?: to (?:know|ask|clarify|hear|confirm|learn)\b|:? (?!to\b))"
    r"|(?:want|have|like|love|got|help|good|useful|helpful|important) to (?:know|ask|hear)"
    r"|i(?:'m| am) (?:missing|unsure|not sure)|(?:don't|do not) (?:yet )?(?:know|have) "
    r"(?:your|the|which|what|how|an?)\b"
    r"|clarify|specify|remind me|i(?:'m| am| was| do)? (?:also |just )?wonder(?:ing)?|curious|give me|could "
    r"use|i mean|your preferred"
    r"|your preference|preference (?:for|on|regarding)"
    r"|(?:haven't|have not|did not|didn't|not) (?:yet "
    r")?(?:said|told|mentioned|say|tell|mention|specified|specify)|asking about"
    r"|missing|still open|leaves? open|up to you|your call|your choice|describe|elaborate)\b"
)
OPEN = re.compile(
    r"\b(?:anything (?:else|more|in particular|specific|special|further|i(?:'ve| should| have| missed| "
    r"forgot| overlooked)|we(?:'ve| have"
    r"| missed))|something else|what else|else (?:i should|that)"
    r"|(?:any|which|what|all)(?: are| is| the| your| of the| of your| more| further| other| special| "
    r"particular| specific| additional| important)*"
    r" (?:requirement|preference|wish|wishe|detail|request|need|constraint|criteria|specification)s?"
    r"|more (?:details?|information|info|about|specific)|further (?:details?|wishes|information)|tell me "
    r"(?:everything|all|more)"
    r"|what (?:exactly )?(?:do|would|are|did|can|is it) you (?:want|need|like|looking|after|have in "
    r"mind|tell me|hoping|wish)"
    r"|how (?:can|may|could) i help|(?:can|may|could) i help|in more "
    r"detail|elaborate|describe|(?:what|which)(?: is| are|) (?:matters?|important)"
    r"|what (?:most )?matters|(?:help|do for) you|tell me about)\b"
)
OPEN_WORDS = frozenset(
    (
        "anything something else requirement requirements preference preferences wish wishes detail details "
        "request requests need needs constraint "
        "constraints criteria specification specifications more further everything all what help elaborate "
        "describe matters important about"
    ).split()
)
BARE = re.compile(
    r"^\W*(?:(?:and|so|okay|great|but|now|then|please|tell me|or)\W+)*(?:which|what|whom?)\b(?! "
    r"(?:else|other|matters|can|are all))"
    r"|\b(?:which (?:one|ones|of|do|is|did|would|should|are|exactly)|what is it)\b|^\W*(?:do|did) you "
    r"mean\b|\belaborate on (?:it|that|this)\b"
)
WHICH_ONE = re.compile(
    r"\bwhich(?: one| ones| of| exactly| do| is| did| would| should|\W*$)|\b(?:do|did) you mean\b"
)
VARIANT = re.compile(r"\b(?:which|what|your|an?|the)(?: \w+)? (?:variant|version|option|model)s?\b")
VARIANTS = re.compile(r"\b(?:variant|version)s\b")
INSTEAD = re.compile(r"\b(?:instead|alternatives?|replacement|another one)\b")
COUNTS = re.compile(
    r"\b(?:one|two|three|four|five|1|2|3|4|5|single|only|just)\b(?: \w+){0,3},? or "
    r"(?:two|three|four|five|2|3|4|5|more|several|a few"
    r"|a couple|many)\b(?! [a-z]{1,2}\b)"
    r"|\bor (?:several|a few|a couple)\b"
)
ASKS_FOR = re.compile(r"\b(?:what|which|how|who|whom|whose)\b")
EACH = re.compile(r"\b(?:each|both|all (?:of|three|four|five|items)|every)\b")
CLAUSE = re.compile(
    r"(?:,|;|:| - |\band\b|\bor\b|\bplus\b|\balso\b|&|\))\s*"
    r"(?=(?:(?:and|also|then|or)\W+)*(?:(?:in|from|by|of|at|to|for|with) (?:what|which"
    r"|whom)|what|which|how|who"
    r"|for (?:the|your|both|each)|as for|as to|with the|regarding|about "
    r"the|is|are|do|does|should|would|any|whether|could|can)\b)"
)
_JOINING, _PUNCTUATION = frozenset(("and", "or", "plus", "also")), re.compile("[-,;:&)]")
GOES_ON = re.compile(r"^\W*(?:(?:and|or|what about|how about|for|of|also|the same)\b\W*)+")

CONFIRMS = re.compile(
    r"\b(?:(?:shall|should|can|may|could|do) (?:i|we) (?:now )?(?:go "
    r"ahead|proceed|confirm|place|finali[sz]e|check ?out|order|submit"
    r"|complete|book|do that"
    r"|do this|close|send|continue|finish|start|open|process|put|add|have your "
    r"(?:ok|okay|approval|confirmation|go-ahead))\b"
    r"|i (?:can|may|should) (?:now )?(?:go ahead|proceed|confirm|place|finali[sz]e|complete|submit)|if "
    r"(?:everything|that|this|it|all)\b"
    r"|go ahead\b|ok(?:ay)? (?:to|if i|for me to|with) ?|(?:me )?to (?:go ahead|proceed|check "
    r"?out|finali[sz]e)\b"
    r"|(?:is|are|does|do) (?:that|this|it|these|everything|all|they)(?: \w+){0,2} "
    r"(?:right|correct|ok|okay|fine|good|accurate|alright|what you)\b"
    r"|(?:is|are) (?:the|your) (?:\w+ ){1,5}(?:right|correct|ok|okay|fine|accurate)\b"
    r"|(?:please|to|you|me to|just|and) confirm\b|confirm (?:and|that|this|the|with)\b"
    r"|(?:all|everything)(?: \w+)? (?:good|correct|right|okay|ok|fine|in order)\W*\?|(?:sounds?|looks?) "
    r"(?:good|right|ok|okay|correct|fine|alright)"
    r"|happy (?:with|for me|to)|(?:agree|approve)\b|ready (?:to|for)\b|good to go|as you "
    r"(?:want|wish|ask|like|need)(?:ed)?\b|(?:correct"
    r"|right|okay|ok|alright|, yes|yes)\s*\?|your (?:ok|okay|approval|confirmation|go-ahead)"
    r"|(?:want|like) me to (?:go ahead|proceed|confirm|place|order|submit|finali[sz]e|check|complete|add))"
)
_CONFIRM_WORDS = frozenset(
    (
        "confirm ahead proceed place finalise finalize checkout check order submit complete book close send "
        "continue finish start open process put "
        "add ok okay right correct fine good accurate alright agree approve ready happy approval "
        "confirmation yes"
    ).split()
)
_FAINT, _WITH_FAINT = (
    frozenset(("do", "what", "as")),
    frozenset(("if", "you", "that", "this")),
)  # "as you wish", "shall I do that"
IN_WHAT_WAY = re.compile(r"\bhow (?:would|do|should|shall|can|could)\b")
CONFIRM_TOPIC = re.compile(r"\bconfirm\b")

STOCK_OUT = re.compile(
    r"\b(?:(?:(?:is|are|went|gone|going|currently|now|all|just|be|been|was|were) )?out of stock|sold[ "
    r"-]out|(?:not|isn't|aren't"
    r"|longer) (?:in stock|available)|unavailable"
    r"|no longer (?:have|stock|carry|offer|sell)|(?:have |has |'ve )?(?:ran|run) out|none left|no "
    r"stock|nothing left|(?:is|are|all) gone|gone, sorry"
    r"|(?:no|any) more (?:of (?:it|them|those|these|that)|left)|out at the moment|currently out|have "
    r"none|(?:zero|0) (?:left|stock|in stock)"
    r"|(?:not|don't) have (?:it|any|that|them)(?: \w+)? (?:left|in stock|of)|last one (?:has |was |is "
    r")?(?:just )?(?:been )?(?:sold|gone)"
    r"|bought the last"
    r"|it gone\b)"
)
STOCK_WORDS = frozenset("stock sold unavailable available out left gone longer more none last bought".split())
SUPPOSES = re.compile(
    r"\b(?:if|in case|unless|before|until|whether|should (?:it|they|the)|(?:is|are) any)\b[^,;:]*$"
    r"|\b(?:not|never|isn't|aren't|hasn't|haven't|wasn't|nothing)(?: \w+)?\s*$"
)
WONDERS = re.compile(r"\W*(?:is|are|was|were|has|have)\b[^?]*\?")
NEWS_START = re.compile(
    r"\b(?:is|are|was|were|has|have|had|but|while|whereas|however|though|although|can|will|added|put)\b|;"
)
NEWS_TAIL = re.compile(
    r"(?:\W|\b(?:is|are|was|were|has|have|had|been|just|now|currently|both|all|also|unfortunately|sadly|temporarily|completely|they|it)\b)*$"
)


def plain(message: str) -> str:
    text = message.lower()
    text = (_STAR.sub("- ", text) if "*" in text else text).translate(_MARKS)
    return _OWNER.sub(" ", text) if "'s" in text or "-wise" in text else text


def without_idioms(text: str, words: frozenset[str] | set[str]) -> str:
    return text if _IDIOM_WORDS.isdisjoint(words) else _IDIOMS.sub(" ", text)


def may_confirm(words: set[str]) -> bool:
    """Are there words without which nothing sounds like a confirmation?"""
    return not _CONFIRM_WORDS.isdisjoint(words) or not (
        _FAINT.isdisjoint(words) or _WITH_FAINT.isdisjoint(words)
    )


def clauses(sentence: str, words: set[str]) -> list[str]:
    """The clauses of a sentence; most have but one."""
    if _JOINING.isdisjoint(words) and not _PUNCTUATION.search(sentence):
        return [sentence]
    return CLAUSE.split(sentence)


def words_of(text: str) -> set[str]:
    return set(_WORD.findall(text))


def sentences(text: str) -> list[tuple[str, bool]]:
    """The sentences, each with whether it asks. What stands in a list asks if the line above the list
    does."""
    if "\n" not in text:
        return [(s, asks(s)) for s in _SENTENCE.findall(text) if s.strip()]
    found: list[tuple[str, bool]] = []
    header = False
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        here = [
            (s, asks(s)) for s in _SENTENCE.findall(line[bullet.end() :] if bullet else line) if s.strip()
        ]
        if bullet:
            found += [(s, asking or header) for s, asking in here]
        elif here:
            found += here
            header = here[-1][1] and not CONFIRMS.search(here[-1][0]) and not WHICH_ONE.search(here[-1][0])
    return found


def asks(sentence: str) -> bool:
    """Is this sentence, in plain text, a question or a request for an answer?"""
    if sentence.rstrip().endswith("?"):
        return True
    if _EXCLAIMS.search(sentence):
        return False
    for word in sentence.split():
        bare = word.strip(",:-()\"'")
        if bare in _STARTS:
            return True
        if bare not in _FILLERS:
            break
    return bool(REQUESTS.search(sentence))
