"""How customers refer to what they bought: one reading, also for those who read loosely."""

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.customer.reading import Laid, Way, read
from retailgym.envs.shared.order_references import (
    CASE_SAYS,
    Clue,
    RememberedLine,
    case_detail,
    clue_detail,
    fits,
    pick_family,
    refer,
)
from retailgym.tools.shop import WEEKDAYS
from retailgym.world import World

from .histories import TODAY, drawn

# day 4000 is a Thursday, since day 0 is a Monday and 4000 = 7 x 571 + 3
KETTLES = [
    RememberedLine(3999, 4020, "Ada Abara", 1, "o1"), RememberedLine(3995, 6990, "Ben Dahl", 2, "o2"),
    RememberedLine(3980, 4110, "Ada Abara", 1, "o3"),
    RememberedLine(3958, 2540, "Ada Abara", 3, "o4"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "value", "strictly", "loosely"),
    [
        ("placed", "yesterday", [0], [0]),
        ("placed", "5 days ago", [1], [1]),
        ("placed", "last Saturday", [1], [1]),
        ("placed", "last Friday", [], []),
        ("placed", "about 3 weeks ago", [2], [2]),
        ("placed", "about 2 weeks ago", [], [2]),
        ("placed", "exactly 42 days ago", [3], [3]),
        ("placed", "about 6 weeks ago", [3], [3]),
        ("paid", 4000, [0, 2], [0, 2]),
        ("paid", 7000, [1], [1]),
        ("paid", 2600, [3], [3]),
        ("recipient", "Ben Dahl", [1], [1]),
        ("turn", "latest", [0], [0]),
        ("turn", "one before the latest", [1], [1]),
        ("turn", "first", [3], [3]),
        ("pieces", 1, [0, 2], [0, 2]),
        ("order_number", "o3", [2], [2]),
    ],
)
def test_a_clue_fits_what_it_says(topic, value, strictly, loosely):
    clue = Clue(topic=topic, value=value)
    for loose, wanted in ((False, strictly), (True, loosely)):
        assert [n for n, e in enumerate(KETTLES) if fits(clue, e, KETTLES, TODAY, loose=loose)] == wanted


def test_a_reference_singles_out_one_line_for_strict_and_for_loose_readers():
    for level in (0, 4, 8, 12):
        for seed in range(25):
            world = drawn(level, seed)
            family = pick_family((Streams("family") / seed)(), world)
            for nth, entry in enumerate(family.entries):
                clues = refer(
                    (Streams("refer") / seed / nth)(), entry, family.entries, world.today, 2 + (level >= 8)
                )
                for loose in (False, True):
                    assert [
                        e
                        for e in family.entries
                        if all(fits(c, e, family.entries, world.today, loose=loose) for c in clues)
                    ] == [entry]


def test_no_two_values_of_a_topic_are_said_alike():
    """Otherwise the words would not carry what is meant."""
    world = drawn(6, 1)
    values = {
        "placed": [
            "today",
            "yesterday",
            "2 days ago",
            "10 days ago",
            "last Monday",
            "last Sunday",
            "about 2 weeks ago",
            "about 12 weeks ago",
            "exactly 10 days ago",
            "exactly 13 days ago",
        ],
        "paid": [2600, 2800, 4500, 12_000],
        "recipient": [world.customer.name, "Ben Dahl"],
        "pieces": [1, 2, 3, 4],
        "turn": ["latest", "first", "one before the latest"],
    }
    for topic, several in values.items():
        said = [s for v in several for s in clue_detail(Clue(topic=topic, value=v), world, "said").says]
        assert len(said) == len(set(said)), topic


def test_a_family_has_several_lines_to_choose_from():
    for level in (0, 6, 12):
        assert all(
            len(pick_family((Streams("f") / seed)(), drawn(level, seed)).places) >= 4 for seed in range(20)
        )


def ways(world: World) -> tuple[Way, ...]:
    """Everything that could be said of an order in this world, and of something that goes back."""
    days = [
        *(f"{n} days ago" for n in range(2, 11)),
        *(f"last {d}" for d in WEEKDAYS),
        *(f"about {n} weeks ago" for n in range(2, 20)),
    ]
    values: dict[str, list[str | int]] = {
        "placed": ["today", "yesterday", *days, *(f"exactly {n} days ago" for n in range(2, 130))],
        "pieces": [1, 2, 3, 4],
        "paid": [*range(200, 3000, 200), *range(3000, 12_000, 500), *range(12_000, 90_000, 1000)],
        "turn": ["latest", "first", "one before the latest"],
        "recipient": sorted({o.recipient for o in world.orders} | {world.customer.name}),
        "order_number": [o.id for o in world.orders],
    }
    said = [
        clue_detail(Clue(topic=t, value=v), world, "said") for t, several in values.items() for v in several
    ]
    said += [case_detail(t, v, "said") for t, by_value in CASE_SAYS.items() for v in by_value] + [
        case_detail("count", n, "said") for n in range(1, 5)
    ]
    return tuple(Way(words=words, topic=d.topic, value=d.value) for d in said for words in d.says)


@pytest.mark.parametrize("env", ["tracking", "returns"])
@pytest.mark.parametrize("level", [0, 5, 12])
def test_what_is_said_of_an_order_can_be_read_back_from_the_words(env, level):
    for seed in range(12):
        episode, _ = rg.play(rg.start(rg.Spec(env, level, seed)), rg.players.get("expert"))
        thing = episode.problem.brief.matters[0].things[0]
        table = (Laid(names=thing.called, labels=(), ways=ways(episode.world)),)
        for event in episode.log:
            told = [t for act in event.acts for t in getattr(act, "told", ()) if t.role == "fact"]
            read_back = (
                {(s.topic, s.value) for s in read(event.message.text, table) if s.topic != "quantity"}
                if event.acts
                else set()
            )
            assert read_back == {(t.topic, t.value) for t in told}, event.message.text
