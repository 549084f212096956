"""How customers refer to what they bought: one reading, also for those who read loosely."""

import re

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.core.task import Thing
from retailgym.core.values import replace
from retailgym.customer.locale.en.grammar import is_pair, of_several
from retailgym.customer.locale.en.orders import (
    DAY_UNKNOWN,
    EITHER_WAY,
    LABELS,
    NOT_ALL_LISTED,
    SAYS,
    WHICH_ORDER,
)
from retailgym.customer.locale.en.orders import UNKNOWN as FORGOTTEN
from retailgym.customer.locale.en.returning import OF_ANOTHER, RATHER_ANOTHER, WORN
from retailgym.customer.reading import Laid, Way, read
from retailgym.customer.voice import _are_several
from retailgym.envs.shared.order_clues import (
    CUES,
    NUMBERS,
    ROUND,
    TOPICS,
    UNKNOWN,
    Clue,
    clue_detail,
    fits,
    said_of,
    said_roughly,
    statements,
)
from retailgym.envs.shared.order_families import RememberedLine, pick_family
from retailgym.envs.shared.order_references import CLUES, asked_next, masks_of
from retailgym.envs.shared.return_statements import CASE_SAYS, case_detail, in_pairs, of_another, worn
from retailgym.envs.shared.shelves import Name
from retailgym.world import World
from retailgym.world.order_history import family_counts

from .histories import TODAY, drawn
from .paths import drafted, started


def kettle(placed: int, cents: int, pieces: int, **changes: object) -> RememberedLine:
    usual = RememberedLine(placed, cents, pieces, True, "standard", ("Lamps",), 2, False, False, True)
    return usual._replace(**changes)


# day 4000 is a Thursday, since day 0 is a Monday and 4000 = 7 x 571 + 3; 3995 was a Saturday
KETTLES = [
    kettle(3999, 4020, 1), kettle(3995, 6990, 2, own=False, method="express", gift=True), kettle(3979, 4110,
    1, coupon=True),
    kettle(3957, 2540, 3, beside=(), items=1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "value", "fitting"),
    [
        ("placed", "less 1", [0, 1]),
        ("placed", "less 3", [0, 1, 2]),
        ("placed", "more 3", [3]),
        ("paid", "more 40", [0, 1, 2, 3]),
        ("paid", "more 4100", [1, 2]),
        ("paid", "less 4100", [0, 3]),
        ("pieces", "one", [0, 2]),
        ("pieces", "several", [1, 3]),
        ("recipient", "me", [0, 2, 3]),
        ("recipient", "other", [1]),
        ("method", "courier", [1]),
        ("method", "standard", [0, 2, 3]),
        ("beside", "with Lamps", [0, 1, 2]),
        ("beside", "without Lamps", [3]),
        ("items", "more 1", [0, 1, 2]),
        ("items", "less 1", [3]),
        ("coupon", "yes", [2]),
        ("gift", "no", [0, 2, 3]),
        ("dearest", "yes", [0, 1, 2, 3]),
        ("weekday", "weekend", [1]),
        ("weekday", "weekday", [0, 2, 3]),
        ("paid", UNKNOWN, [0, 1, 2, 3]),
        ("order_number", UNKNOWN, [0, 1, 2, 3]),
    ],
)
def test_a_clue_fits_what_it_says(topic, value, fitting):
    clue = Clue(topic=topic, value=value)
    assert [n for n, e in enumerate(KETTLES) if fits(clue, e, TODAY)] == fitting


def test_numbers_lie_in_the_middle_of_what_there_is():
    """Ages 1, 5, 21, 43 days: a week. Prices 25.40, 40.20, 41.10, 69.90: between the second and the third
    nothing is round, so $26."""
    pairs = statements((Streams("middle"))(), KETTLES, TODAY)
    assert pairs["placed"] == ("less 1", "more 1") and pairs["paid"] == ("less 2600", "more 2600")
    for topic, pair in pairs.items():
        for e in KETTLES:
            assert sum(fits(Clue(topic=topic, value=value), e, TODAY) for value in pair) == 1


def references(env, levels, seeds):
    """Each episode's draft, and its candidates with all that fits each of their clues."""
    for level in levels:
        for seed in seeds:
            _, pool = drafted(rg.Spec(env, level, seed))
            (_, _, entries), reference, today = pool.plan.family, pool.plan.reference, pool.world.today
            for nth in reference.lines[:4]:
                clues = [said_of(entries[nth], reference.pairs, t, today) for t in reference.topics]
                yield level, nth, [[n for n, e in enumerate(entries) if fits(c, e, today)] for c in clues]


@pytest.mark.parametrize("env", ["tracking", "returns", "policy"])
def test_a_reference_singles_out_one_line_and_from_level_four_on_no_clue_does_so_alone(env):
    for level, nth, fitting in references(env, (0, 2, 4, 8, 12), range(12)):
        assert set.intersection(*map(set, fitting)) == {nth}
        assert level < 4 or min(map(len, fitting)) >= 2


@pytest.mark.parametrize("env", ["tracking", "returns", "policy"])
def test_whoever_leaves_something_out_leaves_ten_lines_in_play(env):
    """All clues are said, or none is; then nothing but the noun is known of the line."""
    for seed in range(60):
        episode = started(env, seed % 13, seed)
        things = episode.task.brief.requests[0].things
        said = [d for d in things[0].details if d.topic in CUES and d.disclosure == "stated"]
        left = [d for t in things for d in t.details if d.disclosure == "mentioned"]
        shelves = [episode.world.catalog.head(b.doc).shelf for o in episode.world.orders for b in o.lines]
        assert shelves.count(things[0].shelf) >= 10 and not (said and left) and len(said) in (0, *CLUES)


def test_all_lines_of_a_history_are_of_shelves_bought_from_as_often():
    for level in (0, 6, 12):
        for seed in range(20):
            world = drawn(level, seed)
            shelves = [world.catalog.head(b.doc).shelf for o in world.orders for b in o.lines]
            families, each = family_counts(len(world.orders))
            assert len(set(shelves)) == families and {shelves.count(s) for s in shelves} == {each}


def test_what_was_named_is_asked_first_then_whatever_else_one_remembers():
    assert asked_next(["gift"], []) == ["gift", "placed", "paid"]
    assert asked_next(["gift"], ["gift", "placed", "paid"]) == ["recipient", "method", "coupon"]
    assert asked_next([], TOPICS) == []


KETTLE = Name(noun="kettle", plural="kettles", called=())


def values(world: World) -> dict[str, list[str]]:
    """Everything that could be said of an order in this world."""
    numbers = {"placed": range(1, 20), "paid": (100, 2900, 4500, 12_000), "items": (1, 2, 3)}
    shelves = sorted({world.catalog.head(b.doc).shelf for o in world.orders for b in o.lines})
    found = {
        t: [f"{side} {n}" for side in ("less", "more") for n in several] for t, several in numbers.items()
    }
    found["beside"] = [f"{side} {shelf}" for side in SAYS["beside"] for shelf in shelves]
    return {t: [*found.get(t, SAYS.get(t, ())), UNKNOWN] for t in CUES}


def test_no_two_values_of_a_topic_are_said_alike():
    """Otherwise the words would not carry what is meant."""
    assert set(SAYS) == set(TOPICS) and set(FORGOTTEN) == set(LABELS) == set(CUES)
    world = drawn(6, 1)
    said = [
        s
        for topic, several in values(world).items()
        for v in several
        for s in clue_detail(Clue(topic=topic, value=v), world, "stated", KETTLE).says
    ]
    assert len(said) == len(set(said))


def bag(words: str) -> list[str]:
    """The words in any order."""
    return sorted(re.findall(r"[\w'{}-]+", words.lower()))


def test_both_sides_of_a_topic_can_be_said_with_the_same_words():
    """Who reads a set of words knows then of what something was said, and not what."""
    pairs = [
        *[(topic, sides) for topic, sides in EITHER_WAY.items() if topic != "items"],
        ("items", {side: EITHER_WAY["items"][side] for side in ("less", "more")}),
        ("items", {side: EITHER_WAY["items"][side] for side in ("only", "not only")}),
        ("beside", WHICH_ORDER),
        ("beside", NOT_ALL_LISTED),
    ]
    for topic, sides in pairs:
        one, other = sides.values()
        for this, that in zip(one, other, strict=True):
            assert this != that and bag(this) == bag(that), (topic, this, that)


def test_a_family_has_many_lines_to_choose_from():
    for level in (0, 6, 12):
        assert all(
            len(pick_family((Streams("f") / seed)(), drawn(level, seed)).places) >= 12 for seed in range(20)
        )


def ways(world: World, thing: Thing) -> tuple[Way, ...]:
    """Everything that could be said of an order in this world, and of something that goes back: of a pair, or
    of several, as of several; and how many, also as they are brought up."""
    several = values(world) | {"paid": [f"{side} {n}" for side in SAYS["paid"] for n in ROUND] + [UNKNOWN]}
    several |= {"items": [f"{side} {n}" for side in ("less", "more") for n in range(1, 7)] + [UNKNOWN]}
    name = Name(noun=thing.noun, plural=thing.plural, called=thing.called)
    clues = [Clue(topic=t, value=v) for t, found in several.items() for v in found]
    said = [clue_detail(clue, world, when, name) for clue in clues for when in ("stated", "mentioned")]
    beside = [d for d in said if d.topic == "beside" and d.value != UNKNOWN]
    said += [said_roughly(d, world) for d in beside]
    said += [case_detail(t, v, "stated") for t, by_value in CASE_SAYS.items() for v in by_value]
    said += [worn(case_detail("condition", v, "stated")) for v in WORN]
    wrong = case_detail("reason", "wrong_item", "stated")
    said += of_another([wrong, *[case_detail("condition", v, "stated") for v in OF_ANOTHER]])[1:]
    counts = [case_detail("count", n, "stated") for n in range(1, 5)]
    said += [*counts, *map(in_pairs, counts)]
    said.append(replace(case_detail("reason", "changed_mind", "stated"), says=RATHER_ANOTHER))
    when = clue_detail(Clue(topic="placed", value=UNKNOWN), world, "stated", name)
    said.append(replace(when, says=DAY_UNKNOWN))
    many = is_pair(thing) or _are_several(thing)
    found = [(of_several(s, is_pair(thing)) if many else s, d) for d in said for s in d.says]
    found += [(s, d) for d in said if d.topic == "model" for s in d.says]  # of each new one
    found += [(f"{n} {thing.plural}", d) for d in counts[1:] for n in (d.value, NUMBERS[int(d.value)])]
    found.append((f"one {thing.noun}", counts[0]))
    return tuple(Way(words=words, topic=d.topic, value=d.value) for words, d in found)


@pytest.mark.parametrize("env", ["tracking", "returns"])
@pytest.mark.parametrize("level", [0, 5, 12])
def test_what_is_said_of_an_order_can_be_read_back_from_the_words(env, level):
    for seed in range(12):
        episode, _ = rg.play(started(env, level, seed), rg.players.get("expert"))
        thing = episode.task.brief.requests[0].things[0]
        table = (Laid(names=thing.called, labels=(), ways=ways(episode.world, thing)),)
        for event in episode.log:
            told = [t for act in event.acts for t in getattr(act, "told", ()) if t.role == "fact"]
            read_back = (
                {(s.topic, s.value) for s in read(event.message.text, table) if s.topic != "quantity"}
                if event.acts
                else set()
            )
            assert read_back == {(t.topic, t.value) for t in told}, event.message.text


@pytest.mark.parametrize("env", ["tracking", "policy", "returns"])
def test_above_level_12_nobody_keeps_back_a_weekday_that_tells_orders_apart(env):
    """No shop asks for it unless it has been named."""
    met = 0
    for seed in range(60):
        start = started(env, 13 + seed % 12, seed)
        details = start.task.brief.requests[0].things[0].details
        known = [d for d in details if d.topic in ("weekday", "month") and d.value != "unknown"]
        met += len(known)
        assert all(d.disclosure != "omitted" for d in known), start.spec
    assert met > 20


@pytest.mark.parametrize("env", ["tracking", "policy", "returns"])
def test_how_many_questions_a_line_takes_is_told_of_that_line(env):
    for level in (5, 8, 12):
        for seed in range(12):
            pool = drafted(rg.Spec(env, level, seed))[1]
            reference, entries, today = pool.plan.reference, pool.plan.family.entries, pool.world.today
            if not reference.unsaid or reference.at_length:
                continue
            masks = masks_of(reference.pairs, entries, today)
            pairs = zip(reference.topics, reference.disclosures, strict=True)
            named = [t for t, disclosure in pairs if disclosure == "mentioned"]
            for x, n in zip(reference.lines, reference.exchanges, strict=True):
                known, left, asked = list[str](), -1, 0
                while left & ((1 << len(entries)) - 1) != 1 << x:
                    known += asked_next(named, known)
                    left, asked = -1, asked + 1
                    for topic in set(known) & set(reference.topics):
                        left &= masks[topic][x]
                assert asked == n, (env, level, seed, x)
