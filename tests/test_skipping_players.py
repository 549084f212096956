"""Who understands every word and leaves out a part of the job loses for it."""

import pytest

import retailgym as rg
from retailgym.players.skipping import scripts

LEVELS = range(0, 13, 2)
SKIPPED = 0.10  # of the episodes that need the part
FIXED = 0.10  # more than never asking, for one question that is the same for everybody
ASKING = {"never_asks", "never_asks_and_stays_near"}
ONE_QUESTION = {"one_question", "open_question"}
PLAYERS = [(env, name) for env, players in scripts().items() for name in players]


def episodes(env, level, seeds):
    return [rg.start(rg.Spec(env, level, 40_000 + seed)) for seed in range(seeds)]


def wins(env, level, name, seeds):
    """Whether each episode was won, and whether it needed the part that was left out."""
    starts = episodes(env, level, seeds)
    won = [rg.play(start, scripts()[env][name])[1].success for start in starts]
    return won, [_needs(start, name) for start in starts]


def _needs(start, name):
    if name == "never_confirms":
        return any(
            start.env.tools[call.name].irreversible
            for turn in rg.players.path(start, rg.players.expert)
            for call in turn.calls
        )
    return name not in ASKING | ONE_QUESTION or _asks(start)


def _asks(start):
    return any(d.when != "said" for m in start.problem.brief.matters for t in m.things for d in t.details)


def lower(won, total):
    """The lower end of the 95 % interval (Wilson's)."""
    if not total:
        return 0.0
    z, p = 1.96, won / total
    middle, spread = p + z * z / (2 * total), z * (p * (1 - p) / total + z * z / (4 * total * total)) ** 0.5
    return (middle - spread) / (1 + z * z / total)


def within(env, level, seeds, name):
    won, needed = wins(env, level, name, seeds)
    if name in ONE_QUESTION:
        silent, _ = wins(env, level, "never_asks", seeds)
        gained = sum(w and not s for w, s in zip(won, silent, strict=True))
        assert lower(gained, seeds) <= FIXED, (level, gained, seeds)
    else:
        lost = sum(w and n for w, n in zip(won, needed, strict=True))
        assert lower(lost, sum(needed)) <= SKIPPED, (level, lost, sum(needed))


@pytest.mark.parametrize(("env", "name"), PLAYERS)
def test_who_leaves_out_a_part_loses_for_it(env, name):
    for level in LEVELS:
        within(env, level, 25, name)


@pytest.mark.long
@pytest.mark.parametrize(("env", "name"), PLAYERS)
def test_who_leaves_out_a_part_loses_for_it_at_every_level(env, name):
    for level in LEVELS:
        within(env, level, 300, name)
