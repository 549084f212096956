"""How a customer refers to something they bought: by clues, some remembered and the rest forgotten.

What they remember singles out one line among all of its shelf in the history, also for those who read it
loosely; where they leave any of it unsaid, they leave all of it unsaid, so that every line of the shelf is in
play. Where customers may be mistaken, some remember more than it takes and say a little of it at once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import NamedTuple

from ...catalog.needs import TooSmall
from ...core.difficulty import HALF
from ...core.streams import Rng
from ...core.task import TOPICS_PER_QUESTION, Detail, questions
from ...core.values import Value, replace
from ...customer.locale.en import orders as words
from ...tools.orders import PAGE
from ...world import World
from .order_clues import (
    CUES,
    LISTED_BY,
    TOPICS,
    UNKNOWN,
    Clue,
    clue_detail,
    fitting_lines,
    narrowing,
    said_alone,
    said_of,
    said_roughly,
    statements,
)
from .order_families import Family, RememberedLine
from .shelves import CANDIDATES, Disclosure, Name, name_of

TRIES = 24  # sets of topics
WEIGHED = 8  # of those, the ones that leave the most lines, of which the one is taken that tells least
AT_LENGTH = (8, 9, 10, 11)  # by those who remember more than it takes
LENGTHY_TRIES = 9  # sets of so many topics
MISTAKEN = (2, 3)  # how often they are wrong about something
LOOKED_AT = 12  # lines of which it is seen how they are taken for others
AT_ONCE, SHARED_AT_ONCE = 3, 8  # topics that they begin with at most; lines that fit what they begin with
WALKS = 6  # ways to ask for the rest, by which it is seen where one who stops too early ends
OF_THE_REST = ("items", "beside", "dearest")  # what is said of the rest of an order
# what nobody remembers without the other: whether anything was dearer, and what else there was; whether it
# was marked as a gift, and whom it went to
KNOWN_WITH = {"dearest": "beside", "gift": "recipient"}
CLUES = (5, 6)  # that are remembered: as few as single out enough lines
SINGLED_OUT = 10  # lines among which somebody guesses who knows only what is remembered, and not how it was
ALONE, TOGETHER = 5, 2  # how often a question for three topics meets one of them against two
NOBODY_ASKS = ("month", "weekday")  # above level 12 they are named if they are remembered
LEFT_OUT = 3  # a reference is left out as often as one of so many details would be
SHARED_FROM = 4  # the level from which on no clue fits one line alone


class OrderReference(Value):
    """What the customer remembers of the line that is meant: the same topics whichever it is, all of them
    said or none."""

    topics: tuple[str, ...]
    pairs: dict[str, tuple[str, str]]  # what may be said on each topic
    disclosures: tuple[Disclosure, ...]
    lines: list[int]  # by place in the family: those that the topics single out, in any order
    exchanges: list[int]  # that it takes to learn which of these it is, line by line
    slip: str = ""  # the topic on which the customer is mistaken

    @property
    def unsaid(self) -> bool:
        return "mentioned" in self.disclosures or "omitted" in self.disclosures

    def by(self, key: Callable[[int], int]) -> "OrderReference":
        """The same, with the lines in another order."""
        pairs = sorted(zip(self.lines, self.exchanges, strict=True), key=lambda pair: key(pair[0]))
        return replace(self, lines=[x for x, _ in pairs], exchanges=[n for _, n in pairs])

    @property
    def at_length(self) -> bool:
        """Whether more is remembered than it takes, of which something may not be so."""
        return len(self.topics) > CLUES[-1]


def draw_reference(
    rng: Rng,
    world: World,
    family: "Family",
    able: Sequence[int],
    unsaid: bool = False,
    any_line: bool = False,
) -> OrderReference:
    """Topics that single out some of the able lines, of those tried the ones of which two together tell the
    least, so that no question is worth much by itself; where it may be nearly any line, such as single out
    most lines, whatever they tell. From some level on each fits other lines, too. Who leaves out anything
    leaves out these."""
    pairs = statements(rng, family.entries, world.today)
    masks = masks_of(pairs, family.entries, world.today)
    lengthy = _at_length(rng, pairs, masks, able) if _speaks_at_length(rng, world) else None
    if lengthy is not None:
        return lengthy
    shared, tries = 1 + (world.axes.level >= SHARED_FROM), TRIES
    find = _first_enough if any_line else _least_telling
    lines, topics = find(rng, masks, able, shared)
    while not lines and tries:  # what may be said tells none of them apart; something else may
        pairs, tries = statements(rng, family.entries, world.today), tries - 1
        masks = masks_of(pairs, family.entries, world.today)
        lines, topics = find(rng, masks, able, shared)
    if not lines:
        raise TooSmall(f"nothing that one remembers tells the orders of {family.shelf.name!r} apart")
    disclosures: list[Disclosure] = ["stated"] * len(topics)
    if True in rng.chances(LEFT_OUT, world.axes.p_omit) or unsaid:
        disclosures = [
            "mentioned" if named else "omitted" for named in rng.chances(len(topics), world.axes.announced)
        ]
        if world.axes.level > HALF:
            _name_what_nobody_asks_for(topics, disclosures)
    lines, said = rng.shuffled(lines), disclosures[0] == "stated"
    named = [t for t, disclosure in zip(topics, disclosures, strict=True) if disclosure == "mentioned"]
    exchanges = {x: 0 if said else _exchanges({t: masks[t][x] for t in topics}, named, x) for x in lines}
    first = exchanges[lines[0]]
    lines.sort(key=lambda x: exchanges[x] != first)  # so that candidates take about the same
    return OrderReference(
        topics=tuple(topics),
        pairs=pairs,
        disclosures=tuple(disclosures),
        lines=lines,
        exchanges=[exchanges[x] for x in lines],
    )


def _name_what_nobody_asks_for(topics: Sequence[str], disclosures: list[Disclosure]) -> None:
    """In place of what a shop asks for anyway, as far as there is such a thing."""
    for n in [n for n, t in enumerate(topics) if t in NOBODY_ASKS and disclosures[n] == "omitted"]:
        asked = [k for k, t in enumerate(topics) if t not in NOBODY_ASKS and disclosures[k] == "mentioned"]
        if asked:
            disclosures[asked[0]] = "omitted"
        disclosures[n] = "mentioned"


def _first_enough(
    rng: Rng, masks: Mapping[str, Sequence[int]], able: Sequence[int], shared: int
) -> tuple[list[int], list[str]]:
    """Topics as they come, the first that single out so many of the able lines that who hears the topics
    alone hardly knows more than that it is one of them; of those tried the ones that come closest to it."""
    n, best = len(masks[TOPICS[0]]), (list[int](), list[str]())
    packed = {topic: _packed(row, shared) for topic, row in masks.items()}
    places = [(x, ((1 << n) - 1) << n * x, 1 << n * x + x) for x in able]
    for _ in range(TRIES):
        topics = _remembered(rng, CLUES[-1])
        left = reduce(and_, [packed[t] for t in topics])
        lines = [x for x, here, alone in places if left & here == alone]
        best = max(best, (lines, topics), key=lambda found: len(found[0]))
        if len(lines) >= SINGLED_OUT:
            break
    return best


def _least_telling(
    rng: Rng, masks: Mapping[str, Sequence[int]], able: Sequence[int], shared: int
) -> tuple[list[int], list[str]]:
    """Of the topics tried, those that single out candidates enough, and of these the ones that tell least;
    with the able lines that they single out."""
    n, tried = len(masks[TOPICS[0]]), list[tuple[list[int], list[str]]]()
    packed = {topic: _packed(row, shared) for topic, row in masks.items()}
    places = [(x, ((1 << n) - 1) << n * x, 1 << n * x + x) for x in able]
    for clues in CLUES:
        for _ in range(TRIES):
            topics = _remembered(rng, clues)
            left = reduce(and_, [packed[t] for t in topics])
            tried.append(([x for x, here, alone in places if left & here == alone], topics))
        most = min(CANDIDATES, max([len(lines) for lines, _ in tried]))
        if most == CANDIDATES:
            break
    here = {x: place for x, place, _ in places}
    able_to = [found for found in tried if len(found[0]) >= most]
    vague = sorted(able_to, key=lambda found: _left_by_two(found[1], packed, [here[x] for x in found[0]]))
    return min(
        vague[-WEIGHED:],
        key=lambda found: (_telling([[masks[t][x] for t in found[1]] for x in found[0]]), *found),
    )


def _remembered(rng: Rng, clues: int) -> list[str]:
    """So many topics that somebody may remember together."""
    while True:
        topics = rng.sample(TOPICS, clues)
        if all(other in topics for topic, other in KNOWN_WITH.items() if topic in topics):
            return topics


def _left_by_two(topics: Sequence[str], packed: Mapping[str, int], places: Sequence[int]) -> tuple[int, int]:
    """How many lines two of the topics leave of each of these on average, for all of them at once."""
    every = reduce(or_, places, 0)
    left = sum([(packed[a] & packed[b] & every).bit_count() for a, b in combinations(topics, 2)])
    return left // max(1, len(places)), left


def _speaks_at_length(rng: Rng, world: World) -> bool:
    wrong, of = MISTAKEN
    return world.axes.p_slip > 0 and rng.chance(min(1000, world.axes.p_slip * of // wrong))


def _at_length(
    rng: Rng, pairs: dict[str, tuple[str, str]], masks: Mapping[str, Sequence[int]], able: Sequence[int]
) -> OrderReference | None:
    """A reference by somebody who remembers more than it takes: they begin with a little, and name the rest.
    What they begin with is mostly not so in one thing: then no line has all that they say, the line that is
    meant alone has all but one, and while they are asked for the rest another one often seems to be meant. Of
    several references that are drawn the one is taken in which it does so most often."""
    found, every = list[_Lengthy](), (1 << len(masks[TOPICS[0]])) - 1
    for clues in AT_LENGTH:
        for _ in range(LENGTHY_TRIES):
            topics = _remembered(rng, clues)
            doubted = rng.pick(_doubtful(topics))
            topics = [doubted, *[t for t in topics if t != doubted]]
            lines = [x for x in able if _stands_off(x, [masks[t][x] for t in topics], every)]
            if len(lines) >= CANDIDATES:
                found += _lengthy(rng, topics, rng.sample(lines, min(LOOKED_AT, len(lines))), masks, every)
    if not found:
        return None
    best = max(found, key=lambda lengthy: (lengthy.astray, lengthy.topics))
    said: list[Disclosure] = ["stated" if n < best.at_once else "mentioned" for n in range(len(best.topics))]
    wrong, of = MISTAKEN
    asked = questions(len(best.topics) - best.at_once)
    return OrderReference(
        topics=tuple(best.topics),
        pairs=pairs,
        disclosures=tuple(said),
        lines=rng.shuffled(best.lines),
        exchanges=[asked] * len(best.lines),
        slip=best.topics[0] if rng.below(of) < wrong else "",
    )


class _Lengthy(NamedTuple):
    """Topics, the doubtful one first, with how many of them are said at once, for these lines."""

    topics: list[str]
    at_once: int
    lines: list[int]
    astray: int  # how often one who stops early ends at another line


def _lengthy(
    rng: Rng, topics: list[str], lines: list[int], masks: Mapping[str, Sequence[int]], every: int
) -> "list[_Lengthy]":
    """What is begun with leaves so many lines, whichever of these is meant and whether it is so or not;
    the lines are kept that are taken for another by who asks as things are named."""
    at_once, begun = 0, [masks[topics[0]][x] ^ every for x in lines]
    left = [*begun, *[masks[topics[0]][x] for x in lines]]
    while at_once < AT_ONCE and min(map(int.bit_count, left)) >= SHARED_AT_ONCE:
        at_once, begun = at_once + 1, left[: len(lines)]
        row = masks[topics[at_once]]
        left = [fit & row[x] for fit, x in zip(left, (*lines, *lines), strict=True)]
    if not at_once:
        return []
    rest = [rng.shuffled(topics[at_once:]) for _ in range(WALKS)]
    walks = [[*[t for t in w if t in LISTED_BY], *[t for t in w if t not in LISTED_BY]] for w in rest]
    rows = [[masks[t] for t in walk] for walk in walks]
    ends = {x: [_ends_elsewhere(x, fit, row) for row in rows] for x, fit in zip(lines, begun, strict=True)}
    by_walk = [sum([ends[x][n] for x in lines]) for n in range(WALKS)]
    most = max(by_walk)
    n = by_walk.index(most)  # people ask for things as they were named, or as a list can find them
    lines = sorted(lines, key=lambda x: (not ends[x][n], -sum(ends[x]), x))[: max(CANDIDATES, most)]
    astray = sum([sum(ends[x]) for x in lines]) + WALKS * most
    return [_Lengthy([*topics[:at_once], *walks[n]], at_once, lines, astray)]


def _ends_elsewhere(x: int, left: int, walk: Sequence[Sequence[int]]) -> bool:
    """Whether one line alone fits on the way, as three things at a time are asked of one that does not."""
    for n, row in enumerate(walk, 1):
        left &= row[x]
        if n % TOPICS_PER_QUESTION == 0 and not left & (left - 1):
            return left != 0
    return False


def _doubtful(topics: Sequence[str]) -> list[str]:
    """Those on which somebody may be mistaken without contradicting themselves: who says that there was only
    one item knows of nothing beside it."""
    related = [t for t in topics if t in OF_THE_REST]
    return [t for t in topics if t not in related or len(related) == 1] or list(topics)


def _stands_off(x: int, alike: Sequence[int], every: int) -> bool:
    """Whether every other line differs from this one in some topics, in two more if in the first, which may
    be said otherwise than it is; given by which lines share what is so of this one."""
    one = two = more = 0  # bits of how many topics each line differs in
    for same in alike:
        carried, one = one & ~same, one ^ ~same
        two, more = two ^ carried, more | two & carried
    shared = ~(one | two | more) | (~alike[0] & ~(more | one & two))
    return shared & every == 1 << x


def masks_of(
    pairs: Mapping[str, tuple[str, str]], entries: Sequence[RememberedLine], today: int
) -> dict[str, list[int]]:
    """By topic and place, which lines share what would be said of the line there, as bits."""
    masks, every = {}, (1 << len(entries)) - 1
    for topic, (one, _) in pairs.items():
        clue = Clue(topic=topic, value=one)
        mask = sum([fit << n for n, fit in enumerate(fitting_lines(clue, entries, today))])
        masks[topic] = [mask if mask >> n & 1 else every ^ mask for n in range(len(entries))]
    return masks


def _packed(row: Sequence[int], shared: int) -> int:
    """For every line those that share what would be said of it, one after the other in one number, so that
    topics are joined for all lines at once; none where fewer than `shared` do."""
    return sum([mask << len(row) * x for x, mask in enumerate(row) if mask.bit_count() >= shared])


def _telling(lines: Sequence[Sequence[int]]) -> int:
    """How close a question for a few topics comes to naming a line, on average, in millionths: each of its
    topics by itself, and two of them together. A line is given by which lines share what would be said of
    it."""
    told = sum([ALONE * _mean_guess(masks) for masks in lines])
    told += sum([TOGETHER * _mean_guess([a & b for a, b in combinations(masks, 2)]) for masks in lines])
    return told // max(1, len(lines))


def _mean_guess(left: Sequence[int]) -> int:
    """How likely a guess among the lines that are left is right, in millionths."""
    return sum([1_000_000 // lines.bit_count() for lines in left]) // len(left)


def asked_next(named: Sequence[str], known: Collection[str]) -> list[str]:
    """What to ask of an order while several lines fit: what was named, then whatever else one can remember,
    first what the list of orders can be asked for; three at a time."""
    topics = sorted(dict.fromkeys((*named, *TOPICS)), key=lambda t: (t not in named, t not in LISTED_BY))
    return [t for t in topics if t not in known][:TOPICS_PER_QUESTION]


def _exchanges(masks: Mapping[str, int], named: Sequence[str], x: int) -> int:
    """How many questions it takes until one line is left."""
    known, left, n = list[str](), -1, 0
    while left != 1 << x:
        asked = asked_next(named, known)
        for topic in asked:
            left &= masks.get(topic, -1)
        known, n = known + asked, n + 1
    return n


def listing_calls(world: World, family: "Family", reference: OrderReference) -> int:
    """How many pages of orders one reads, whichever line is meant: those of which all is so that was said by
    then, as far as the list can be asked for it; all of that kind where something may be wrong."""
    known = list(reference.topics)
    if reference.unsaid:
        pairs = zip(reference.topics, reference.disclosures, strict=True)
        named = [t for t, disclosure in pairs if disclosure == "mentioned"]
        known = [t for t in asked_next(named, ()) if t in reference.topics]
    entries, today = family.entries, world.today
    said = [Clue(topic=t, value=v) for t in known if not reference.at_length for v in reference.pairs[t]]
    picked = [fitting_lines(c, entries, today) for c in said if narrowing(c, today)]
    most = 1
    for which in {tuple([fit[x] for fit in picked]) for x in reference.lines}:
        fitting = [fit for fit, so in zip(picked, which, strict=True) if so]
        left = {p.order for n, p in enumerate(family.places) if all(fit[n] for fit in fitting)}
        most = max(most, -(-len(left) // PAGE))
    return most


def most_exchanges(world: World) -> int:
    """How many questions any reference takes at a level."""
    return questions(CLUES[-1] if world.axes.announced == 1000 else len(TOPICS))


def reference_details(world: World, family: "Family", reference: OrderReference, nth: int) -> list[Detail]:
    """What the customer can say of a line: what they remember, then what they have forgotten."""
    name = name_of(world.catalog, family.shelf)
    clues = [said_of(family.entries[nth], reference.pairs, t, world.today) for t in reference.topics]
    pairs = zip(clues, reference.disclosures, strict=True)
    found = [clue_detail(c, world, disclosure, name) for c, disclosure in pairs]
    found = [_mistaken(d, reference, world, name) if d.topic == reference.slip else d for d in found]
    known = {d.topic: d.value for d in found}
    found += [
        _forgotten(clue_detail(Clue(topic=t, value=UNKNOWN), world, "omitted", name), known)
        for t in CUES
        if t not in reference.topics
    ]
    without = not str(known.get("beside", "")).startswith("with ")
    if known.get("items") == "less 1" and without:
        return [said_alone(d) if d.topic in ("beside", "dearest") else d for d in found]
    if "dearest" in reference.topics:
        return [
            said_roughly(d, world) if d.topic == "beside" and d.disclosure != "stated" else d for d in found
        ]
    return found


def _forgotten(d: Detail, known: Mapping[str, str | int]) -> Detail:
    """What is forgotten; where something is known of the day, only which day it was."""
    knows = d.topic == "placed" and not known.keys().isdisjoint(words.OF_THE_DAY)
    return replace(d, says=words.DAY_UNKNOWN) if knows else d


def _mistaken(true: Detail, reference: OrderReference, world: World, name: Name) -> Detail:
    """The other of the two things that may be said on a topic."""
    (other,) = [value for value in reference.pairs[true.topic] if value != true.value]
    said = clue_detail(Clue(topic=true.topic, value=other), world, true.disclosure, name)
    return replace(said, slip=str(true.value))
