"""Settling: what the sentences of a message come to together."""

from collections.abc import Sequence

from . import books
from .acts import PRODUCT
from .given import Given, Read
from .impressions import Impression
from .mentions import COUNTED, Place
from .message import Sentence

_FURTHER = books.lexicon("more") - {"anything", "something"}
_OF_A_DAY = ("month", "weekday")  # what a date tells as well
SUMS = ("budget", "price")
SUMMARY = 2  # details that are not yet a summary


def settle(msg: Impression) -> None:
    """Puts together what the sentences said: choices are questions, and a topic left hanging is one, if
    nothing else is asked."""
    for read in msg.reads:
        if read.sentence.does("sides"):
            _ask_side(msg, read)
    if True not in msg.asked.values():
        msg.asked.update({p: has for p, has in msg.hinted.items() if p not in msg.asked})
    if all(topic in COUNTED for _, topic in msg.asked):  # how many, and which version?
        msg.asked.update(dict.fromkeys(msg.versions, True))
    summary = len(msg.given) > SUMMARY
    opens = msg.open and not (msg.more and True in msg.asked.values())  # which colour? What else?
    if summary and not msg.choice and (msg.seeks or opens or msg.puzzling):
        msg.seeks = msg.seeks if msg.confirming else "right"
    _ask_to_choose(msg)
    _settle_agreement(msg, summary, opens)
    _settle_lists(msg)
    if _asks_nothing(msg):
        _ask_what_hangs(msg)
    if not msg.asked and not msg.seeks and msg.out is None:
        _ask_of_values(msg)


def _ask_to_choose(msg: Impression) -> None:
    """Several values of one topic are put to choose from, or several products: each asks for one."""
    offered = _offered(msg)
    either = bool(msg.given) and any(read.given and "or" in read.sentence.words for read in msg.reads)
    for place, given in msg.given.items():
        choosing = msg.choice or ((msg.asking or either) and msg.seeks in ("", "okay", "inverted"))
        if not (choosing and _are_several(given) and _is_put_forward(msg, place)):
            continue
        has = msg.table.detail(*place) is not None
        if msg.intends and not has and not msg.choice:
            continue  # I'd take back the one by this brand and the one by that, okay?
        whole = not has and place[0] in offered and place not in msg.asked
        msg.asked[(place[0], PRODUCT) if whole else place] = has
        msg.seeks = msg.seeks if msg.seeks in ("leave", "right") else ""
    if offered and msg.choice and not msg.asked and not msg.confirming:  # this one or that one?
        msg.asked, msg.seeks = {(n, PRODUCT): False for n in sorted(offered)}, ""


def _are_several(given: Sequence[Given]) -> bool:
    values = {g.value for g in given if g.op != "ne"}
    return len(values) > 1 or any(g.value in values for g in given if g.op == "ne")


def _is_put_forward(msg: Impression, place: Place) -> bool:
    """Is it put to choose from, not told of what was found, nor what each of several costs?"""
    offered = place in msg.offered
    described = any(read.sentence.does("candidates") for read in msg.reads)
    costs = place[1] in SUMS and any(topic == "brand" for _, topic in msg.given)
    return (msg.choice or offered or not described) and not costs and (offered or not _asks_elsewhere(msg))


def _settle_agreement(msg: Impression, summary: bool, opens: bool) -> None:
    """What kind of agreement the whole message seeks."""
    if (msg.seeks == "okay" or (opens and not msg.seeks)) and summary:
        msg.seeks = "right"
    if msg.seeks == "okay" and msg.intends:  # I'll take it back, okay?
        msg.seeks = "leave"
    if not msg.given and (msg.seeks in ("okay", "inverted") or (msg.seeks == "right" and msg.open)):
        msg.seeks, msg.puzzling = "", not msg.open and not msg.closing


def _settle_lists(msg: Impression) -> None:
    """What lists and statements name is asked for, where nothing is to be agreed to."""
    if msg.confirming and msg.given:  # review the contents of your cart
        msg.asked = {p: has for p, has in msg.asked.items() if has or p in msg.plain}
    if not msg.confirming:
        msg.asked.update({p: has for p, has in msg.listed.items() if p not in msg.asked})
    if _asks_nothing(msg):
        msg.asked.update({p: has for p, has in msg.faint.items() if has})


def _asks_nothing(msg: Impression) -> bool:
    """Is nothing sought, and nothing asked but by words that may mean something else (which one fits?)? Who
    asks by its name for what the customer has nothing to say to has asked, whatever else is mentioned."""
    plain = msg.asked.keys() & msg.plain & (msg.labelled | msg.said)
    by_name = [p for p in plain if not books.is_verb(p[1])]
    return True not in msg.asked.values() and not msg.seeks and not by_name


def _ask_what_hangs(msg: Impression) -> None:
    """What is merely named is asked for, where nothing else is."""
    hanging = msg.hanging or (msg.aside if msg.choice or msg.refers else {})
    if not msg.asking:  # unless it is a word of the trade
        hanging = {} if _ends_in_farewell(msg) else _named_plainly(msg, hanging)
    elif msg.open and _goes_beyond(msg):  # the set is complete; do you need anything more?
        hanging = {p: has for p, has in hanging.items() if has and p in msg.labelled}
    known: dict[Place, bool] = {p: has for p, has in hanging.items() if has}
    if msg.asking and not msg.labelled.isdisjoint(known):
        # prices vary. The colour matters. How so?
        sure = msg.labelled | msg.said | _beside_labels(msg)
        known = {p: has for p, has in known.items() if p in sure}
    elif _is_vague(msg) and not (msg.refers or msg.choice):
        # the old one comes back. You did use him? What is named elsewhere is not meant
        sure = msg.labelled | msg.said | {p for read in msg.reads for _, p, _ in read.quiet}
        hanging = {p: has for p, has in hanging.items() if p in sure}
        known = {p: has for p, has in known.items() if p in hanging}
    msg.asked = known or msg.asked or hanging


def _named_plainly(msg: Impression, hanging: dict[Place, bool]) -> dict[Place, bool]:
    """What is called by its name, and numbers beside that."""
    counted = [p for p in _beside_labels(msg) if p[1] in COUNTED]
    return {p: has for p, has in hanging.items() if has and (has_label(msg, p) or p in counted)}


def _ask_of_values(msg: Impression) -> None:
    """A question about a value, in whatever words: the wish answers it."""
    if not msg.open:
        msg.asked = {p: True for p in msg.given if p in msg.wonders and msg.table.detail(*p)}
    if not msg.asked and msg.choice:  # a refund, or we send another: which do you want?
        among = [g for read in msg.reads if "or" in read.sentence.words for _, g in read.given]
        msg.asked = {p: True for g in among if msg.table.detail(*(p := (g.thing, g.topic)))}


def _is_vague(msg: Impression) -> bool:
    """Was something asked that was not understood, or only in words that hardly ask?"""
    return msg.puzzling or (msg.asking and not any(r.sentence.begs for r in msg.reads))


def _beside_labels(msg: Impression) -> set[Place]:
    """What stands in one sentence with a topic that is called by its name."""
    places = [{p for _, p, _ in read.topics} for read in msg.reads]
    return {p for ps in places if not msg.labelled.isdisjoint(ps) for p in ps}


def _asks_elsewhere(msg: Impression) -> bool:
    """Has each question a topic of its own, and puts nothing of what was said before to choose from: our
    rules treat used and opened goods differently. When did you order it?"""
    asking = [r for r in msg.reads if r.sentence.asks]
    return bool(asking) and not any(
        r.given or _puts_choice(r.sentence) or not any(has for _, _, has in r.topics) for r in asking
    )


def _ask_side(msg: Impression, read: Read) -> None:
    """Before or after 10 April, over or under 150? That asks for the day and the price, and states
    neither."""
    for _, g in read.given:
        place = (g.thing, "placed" if g.topic in _OF_A_DAY else g.topic)
        msg.asked[place] = msg.table.detail(*place) is not None
        msg.given.pop((g.thing, g.topic), None)
    if read.given and not msg.given and msg.seeks in ("okay", "inverted", "right"):
        msg.seeks = ""


def _offered(msg: Impression) -> frozenset[int]:
    """Things for which several products were put forward by their brands, to choose from: each as it is,
    not its brand or its pockets by themselves."""
    several = [n for (n, topic), given in msg.given.items() if topic == "brand" and len(given) > 1]
    if not several:
        return frozenset()
    brands = [(k, at, g) for k, read in enumerate(msg.reads) for at, g in read.given]
    named = {(k, at, g.thing) for k, at, g in brands if g.topic == "brand"}
    found = [n for _, _, n in named if msg.table.sorts[n] != "fact"]
    return frozenset([n for n in several if found.count(n) > 1])


def _ends_in_farewell(msg: Impression) -> bool:
    return bool(msg.reads) and msg.reads[-1].sentence.does("farewell")


def _goes_beyond(msg: Impression) -> bool:
    """Is more asked for than was spoken of?"""
    return any(
        read.sentence.does("open") and not _FURTHER.isdisjoint(read.sentence.words) for read in msg.reads
    )


def has_label(msg: Impression, place: Place) -> bool:
    facets = msg.table.facets[place[0]]
    return facets is not None and place[1] in facets.labels


def promises(msg: Impression) -> bool:
    """Does it ask nothing and give nothing, but say what the agent will do?"""
    return not msg.asking and not msg.given and any(r.sentence.does("busy") for r in msg.reads)


def _puts_choice(sentence: Sentence) -> bool:
    """Which do you prefer? An "or" may be of its own: the receipt, or another proof?"""
    return any(sentence.words[at.start] not in ("or", "either") for at in sentence.frames.get("which", ()))
