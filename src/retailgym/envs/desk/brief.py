"""What the customer of a ticket knows and will say: details of each item and of the order, some of them left
blank on the form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from typing import NamedTuple

from ...catalog.schema import cues
from ...catalog.sense import fits
from ...core.streams import Rng, Streams
from ...core.task import (
    TOPICS_PER_QUESTION,
    Brief,
    Detail,
    Par,
    Persona,
    Request,
    Revisable,
    Thing,
    questions,
)
from ...core.values import replace
from ...customer.locale.en import tickets as phrases
from ...customer.locale.en.grammar import NUMBERS, bare_noun, bare_plural, is_pair_noun, listed
from ...policy import handbook
from ...policy.facts import SHOP_AT_FAULT
from ...policy.handbook import Handbook
from ...tools.desk_handbook import AT_ONCE
from ...world import World
from ..shared.shelves import Disclosure, option_detail
from .aim import CHARGEBACK
from .draw import DrawnTicket
from .gold import Gaps
from .linking import EITHER, with_links
from .slips import with_arrivals
from .story import Goods

ORDER_NOUN = "order"
ASKED, APIECE = 6, 4  # what may be left blank of one item, and how much of several there is always room for
PAGES, PAGES_DISPUTED = 9, 5  # of the policy that a claim, or a dispute, can need
CONSULTED, CONSULTED_DISPUTED = 62, 36  # calls that it takes to read as much in a handbook
PER_THOUSAND = 10  # and more of them, by its documents
SPARE_TAGS = {1: 2, 2: 2, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6}  # by tier: as many as most tickets have at most
MOST_TAGS = {1: 5, 2: 5, 3: 5, 4: 7, 5: 9, 6: 9, 7: 9}  # and none has more
ALWAYS = ("reason", "wants", "quantity", "receipt")  # what matters of a claim, whatever is wrong
GIVEN = ("order", "dispute", "receipt")  # what is not left blank so that others are not guessed
ALIKE = ("wants", "reason")  # what many say of all that they bought
# how often who guesses at what is blank may be right, once a question has been answered: limit, and what is
# aimed at
GUESSED, AIM = 0.125, 0.03
BEFORE_READING = 2  # calls after which nobody has read what hangs on it
A_HANDBOOK = 1  # the call that shows that it is one


@cache
def _cues(topic: str) -> tuple[str, ...]:
    return cues(*phrases.CUES[topic])


@cache
def _not_ours(option: tuple[str, ...]) -> tuple[str, ...]:
    """Words that ask for an option, without those that ask for something about any item: a case is no
    packaging."""
    ours = {cue for topic in phrases.CUES for cue in _cues(topic)}
    return tuple([cue for cue in option if cue not in ours])


def brief_of(
    drawn: DrawnTicket, world: World, persona: Persona, rng: Rng, blank: bool | None
) -> tuple[Brief, float]:
    """Everything the customer could say, and how often who guesses at what was left blank is right. What the
    answer depends on may be left blank, but for the order."""
    omit = world.axes.p_omit if blank is not False else 0
    gaps = Gaps(world.policy, drawn.dossier, drawn.gold, drawn.tier)
    things = [_item(drawn, world, n, rng, gaps, omit) for n in range(len(drawn.goods))]
    order = drawn.dossier.order
    details = [
        Detail(topic="order", label="order", value=order.order_id, says=(), cues=_cues("order"), role="fact")
    ]
    if order.payments.disputes:
        dispute = _fact("dispute", "open", "stated")
        says = tuple([line.format(items=_items(drawn.goods)) for line in dispute.says])
        details.append(replace(dispute, says=says))
    else:
        no_receipt = rng.chance(omit) and gaps.receipt_matters()
        when = _when(no_receipt, rng.chance(world.axes.announced))
        details.append(_fact("receipt", str(drawn.dossier.of_order["receipt"]), when))
    things.append(Thing(noun=ORDER_NOUN, plural="orders", called=("purchase",), details=tuple(details)))
    most = 3 * exchanges_at_most(drawn.tier, world.axes.p_omit, len(drawn.goods))
    things = _up_to(_enough(rng, things, gaps, Room(most, world.axes.announced), blank), most)
    things = [_as_what_came(_with_wishes(thing)) for thing in things]
    changes = tuple([r for n in range(len(drawn.goods)) for r in _revisable(drawn, n, things[n], gaps)])
    brief = Brief(persona=persona, requests=(Request(job="desk", things=tuple(things), revisable=changes),))
    places = [place for place, _ in _blanks(things)]
    return brief, guessed(places, gaps) if places else 0.0


def as_people_write(stream: Streams, drawn: DrawnTicket, world: World, brief: Brief) -> Brief:
    """In the upper half wishes hang on each other, and people say what they remember."""
    axes = world.axes
    if axes.links:
        gaps = Gaps(world.policy, drawn.dossier, drawn.gold)
        brief = with_links((stream / "links")(), drawn, brief, gaps, axes.links)
    if axes.p_slip:
        brief = with_arrivals((stream / "arrivals")(), drawn, brief, world.policy, axes.p_slip)
    return brief


def _items(goods: Sequence[Goods]) -> str:
    """All that a ticket is about, in one phrase."""
    names = [bare_noun(g.name.noun) if g.quantity == 1 else bare_plural(g.name.plural) for g in goods]
    return listed([f"the {name}" for name in names])


def _revisable(drawn: DrawnTicket, n: int, thing: Thing, gaps: Gaps) -> Iterator[Revisable]:
    """Who wants money may have wanted credit at first, and the other way round, where that matters."""
    wants = next(filter(_is_wish, thing.details), None)
    other = EITHER.get(str(wants.value)) if wants else None
    if wants and other and gaps.matters(n, "wants", other):
        yield Revisable(thing=n, others=(_fact("wants", other, wants.disclosure),), within=BEFORE_READING)


def _item(drawn: DrawnTicket, world: World, n: int, rng: Rng, gaps: Gaps, omit: int) -> Thing:
    goods, told = drawn.goods[n], drawn.dossier.told[n]
    shelf = world.catalog.shelf_named(goods.shelf)
    assert shelf is not None
    category, details = world.catalog.category(shelf), []
    for topic, value in told.items():
        blank = rng.chance(omit) and gaps.guess(n, topic) < 1
        when = _when(blank, _form_has(topic) or rng.chance(world.axes.announced))
        if topic == "quantity":
            details.append(counted(int(value), goods.quantity, when, is_pair_noun(goods.name.noun)))
        elif topic in phrases.SAYS:
            says = _says(topic, told, category.department, drawn.dossier.item(n).dispute is not None)
            if topic == "condition" and fits("clothes", category, goods.shelf):
                says = phrases.WORN.get(str(value), says)
            details.append(replace(_fact(topic, str(value), when), says=says))
        else:
            option = option_detail(category, topic, str(value), when)
            label = phrases.OPTION_LABELS.get(topic, option.label)
            details.append(replace(option, label=label, cues=_not_ours(option.cues)))
    details += [_spare(topic, value, goods) for topic, value in own_case(drawn, n) if topic not in told]
    name = goods.name
    return Thing(
        noun=name.noun, plural=name.plural, called=name.called, shelf=goods.shelf, details=tuple(details)
    )


def _says(topic: str, told: Mapping[str, str | int], department: str, disputed: bool) -> tuple[str, ...]:
    """In what words: who has changed their mind wants another version, or asks the bank instead, a cream has
    no defect, and what never came is on no photo."""
    value = str(told[topic])
    if topic == "wants" and (told["reason"], value) == ("changed_mind", "exchange"):
        return phrases.ANOTHER_VERSION
    if disputed and (topic, value) == ("reason", "changed_mind"):
        return phrases.MIND_DISPUTED
    if (topic, value, department) == ("reason", "defective", "beauty"):
        return phrases.BAD_BATCH
    if topic == "photo" and told["reason"] == "wrong_item":
        return phrases.PHOTO_OF_ANOTHER.get(value, phrases.SAYS[topic][value])
    return phrases.SAYS[topic][value]


def _as_what_came(thing: Thing) -> Thing:
    """Whoever says that they got something else speaks of that; who leaves it blank does not give it away."""
    if not any((d.topic, d.value, d.disclosure) == ("reason", "wrong_item", "stated") for d in thing.details):
        return thing
    says = phrases.OF_ANOTHER
    details = [replace(d, says=says.get(d.topic, {}).get(str(d.value), d.says)) for d in thing.details]
    return replace(thing, details=tuple(details))


class Room(NamedTuple):
    """How many details may be left blank, and how many in a thousand of these are named."""

    most: int
    announced: int


def _enough(rng: Rng, things: list[Thing], gaps: Gaps, room: Room, must: bool | None) -> list[Thing]:
    """Who leaves something blank leaves so much blank that a guess at it is seldom right, as far as there is
    so much that matters."""
    blank = dict(_blanks(things))
    stated = [
        (n, d.topic)
        for n, thing in enumerate(things)
        for d in thing.details
        if d.role != "case" and (n, d.topic) not in blank and d.topic not in GIVEN
    ]
    for place in rng.shuffled(stated) if blank or must else ():
        if len(blank) == room.most or guessed(blank, gaps) <= AIM:
            break
        if gaps.guess(*place) < 1:
            blank[place] = _when(True, _form_has(place[1]) or rng.chance(room.announced))
    return [
        replace(thing, details=tuple([_left(d, blank.get((n, d.topic))) for d in thing.details]))
        for n, thing in enumerate(things)
    ]


def guessed(blank: Iterable[tuple[int, str]], gaps: Gaps) -> float:
    """How often who guesses at all that is blank is right, but for what one question may bring to light. Many
    say the same of all that they bought, and most have the receipt."""
    places = [place for place in blank if place[1] != "receipt"]
    places = sorted(places, key=lambda place: gaps.guess(*place))[TOPICS_PER_QUESTION:]
    chance = 1.0
    for topic in sorted({topic for _, topic in places}):
        items = [n for n, other in places if other == topic]
        apart = prod([gaps.guess(n, topic) for n in items])
        chance *= max(apart, gaps.guess_alike(items, topic)) if topic in ALIKE else apart
    return chance


def _blanks(things: Sequence[Thing]) -> Iterator[tuple[tuple[int, str], Disclosure]]:
    for n, thing in enumerate(things):
        for d in thing.details:
            if _is_blank(d):
                yield (n, d.topic), d.disclosure


def _left(d: Detail, when: Disclosure | None) -> Detail:
    return replace(d, disclosure=when) if when and d.role != "case" else d


def _form_has(topic: str) -> bool:
    """Is it something that no form leaves out?"""
    return topic == "quantity" or topic not in phrases.LABELS


def own_case(drawn: DrawnTicket, n: int) -> list[tuple[str, str]]:
    """The ordinary facts of a customer's own case, which they know whether or not anything turns on them."""
    reason, dispute = str(drawn.dossier.told[n]["reason"]), drawn.dossier.item(n).dispute
    unseen, fault = reason == "never_arrived", reason in SHOP_AT_FAULT
    return [
        ("condition", "unseen" if unseen else "opened"),
        ("packaging", "unseen" if unseen else "kept"),
        ("photo", "none"),
        ("hazard", "unseen" if unseen else "harmless"),
        ("wants", "refund"),
        ("quantity", str(dispute.units if dispute else 1)),
        ("since", "due" if unseen else "arrival" if fault else "later"),
        ("for_whom", "present" if drawn.dossier.order.gift else "self"),
    ]


def _spare(topic: str, value: str, goods: Goods) -> Detail:
    """Told only to who asks, and nothing turns on it."""
    if topic == "quantity":
        detail = counted(int(value), goods.quantity, "omitted", is_pair_noun(goods.name.noun))
    else:
        detail = _fact(topic, value, "omitted")
    return replace(detail, role="case")


def _when(blank: bool, announced: bool) -> Disclosure:
    """Blank: named on the form as such, or just not there."""
    return "stated" if not blank else "mentioned" if announced else "omitted"


@cache
def _fact(topic: str, value: str, disclosure: Disclosure) -> Detail:
    says = phrases.SAYS[topic][value]
    return Detail(
        topic=topic,
        label=phrases.LABELS[topic],
        value=value,
        says=says,
        cues=_cues(topic),
        role="fact",
        disclosure=disclosure,
    )


@lru_cache(maxsize=1024)
def counted(n: int, bought: int, disclosure: Disclosure, pair: bool = False) -> Detail:
    """How many a ticket is about, of so many that were bought."""
    whole = "one" if n == 1 else "both" if n == 2 else "all"
    if pair:
        lines = phrases.PAIRS[whole if n == bought else "one of" if n == 1 else "some"]
    else:
        lines = phrases.QUANTITY[whole if n == bought else "some"]
    said, of = [NUMBERS[k] if k < len(NUMBERS) else str(k) for k in (n, bought)]
    says = tuple([line.format(n=said, bought=of) for line in lines])
    return Detail(
        topic="quantity",
        label=phrases.LABELS["quantity"],
        value=n,
        says=says,
        cues=_cues("quantity"),
        role="quantity",
        disclosure=disclosure,
    )


def _up_to(things: list[Thing], most: int) -> list[Thing]:
    """No more blanks than the cap allows; what is beyond it has been filled in."""
    left, found = most, []
    for thing in things:
        details = []
        for d in thing.details:
            blank = _is_blank(d)
            left -= blank
            details.append(replace(d, disclosure="stated") if blank and left < 0 else d)
        found.append(replace(thing, details=tuple(details)))
    return found


def _with_wishes(thing: Thing) -> Thing:
    """Who says in which colour they want another one has said that they want another one."""
    if not any(d.role == "option" and d.disclosure == "stated" for d in thing.details):
        return thing
    said = [replace(d, disclosure="stated") if _is_wish(d) else d for d in thing.details]
    return replace(thing, details=tuple(said))


def _is_wish(d: Detail) -> bool:
    return d.topic == "wants" and d.role != "case"


def _is_blank(d: Detail) -> bool:
    return d.disclosure != "stated" and d.role != "case"


def exchanges(brief: Brief) -> int:
    """Where it is not said what is wrong, the first questions ask for that, and for what matters whatever it
    is or is named as blank; the rest is known to matter only then."""
    blank = [d for t in brief.requests[0].things for d in t.details if _is_blank(d)]
    first = questions(len([d for d in blank if d.topic == "reason"]))
    at_once = [d for d in blank if d.topic in ALWAYS or d.disclosure == "mentioned"]
    return first + questions(len(blank) - min(len(at_once), TOPICS_PER_QUESTION * first))


def exchanges_at_most(tier: int, omit: int, items: int) -> int:
    """For so many items at such a rate of omission: what is likely, and a little more, but so much that no
    one question covers it."""
    likely = -(-omit * ((1 if tier == CHARGEBACK else ASKED) * items + 1) // 1000) + 2
    return questions(likely if tier == CHARGEBACK else max(likely, APIECE * items, ASKED))


def par_of(drawn: DrawnTicket, brief: Brief, book: Handbook | None) -> Par:
    """All that must be read, asked and decided. Tags are counted generously, so that par does not tell how
    many belong on the ticket."""
    gold = drawn.gold
    read = frozenset[str]().union(*[i.evidence for i in gold.items])
    calls = len(read)
    if book:
        topics = frozenset[str]().union(*[i.topics for i in gold.items])
        calls = len([what for what in read if not what.startswith("page ")])
        calls += A_HANDBOOK + handbook.calls(book, sorted(topics), AT_ONCE)
    marks = max(SPARE_TAGS[drawn.tier], len(gold.tags) + gold.fraud)
    return Par(exchanges=exchanges(brief), calls=calls + marks + len(gold.items) + 4)


def cap_of(tier: int, items: int, omit: int, documents: int) -> Par:
    """The largest par of a ticket of this tier with so many items, whatever is said of them."""
    disputed = tier == CHARGEBACK
    pages = PAGES_DISPUTED if disputed else PAGES
    if documents:
        pages = (CONSULTED_DISPUTED if disputed else CONSULTED) + documents * PER_THOUSAND // 1000
    calls = 2 + pages + items + MOST_TAGS[tier] + items + 4
    return Par(exchanges=exchanges_at_most(tier, omit, items), calls=calls)
