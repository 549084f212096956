"""`retailgym curriculum`: the state of curricula and how an agent climbed, from every place where they are
kept."""

import json
import os

import pytest

import retailgym as rg
from retailgym.core.curriculum import FinishedEpisode, after, choose, fresh, saved
from retailgym.core.difficulty import LEVELS
from retailgym.core.streams import Streams
from retailgym.evaluation.climb import climb, plotted
from retailgym.serving.records import Finished, StoredRecord, open_records

from ..command import retailgym

ENVS = ("cart", "returns")


def shown(*arguments, **environment):
    return retailgym("curriculum", *arguments, env=os.environ | environment)


def game(env, level, won, **how):
    return FinishedEpisode(env=env, level=level, success=won, reward=float(won), **how)


def learner(episodes):
    """A learner that always wins below level 3 and never above."""
    curriculum, rng, games = fresh("window", ENVS, min_episodes=8), Streams("learner")(), []
    for _ in range(episodes):
        env, level = choose(curriculum, rng)
        games.append(game(env, level, level < 3))
        curriculum = after(curriculum, games[-1])
    return curriculum, games


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two hundred episodes of the learner and one evaluation, in a record store."""
    where = tmp_path_factory.mktemp("store") / "records.sqlite"
    records = open_records(str(where))
    records.begin_curriculum("warm-up", fresh("window", ENVS, min_episodes=8))
    rows = [(n, g, n) for n, g in enumerate(learner(200)[1])] + [(200, game("cart", 12, True), 3 * 2**30)]
    records.keep(
        [
            StoredRecord(
                about=Finished(
                    id=f"{n:032x}",
                    finished=float(n),
                    env=g.env,
                    level=g.level,
                    seed=seed,
                    spec=f"{g.env}/{g.level}/{seed}",
                    player="learner",
                    reward=g.reward,
                    success=g.success,
                    turns=1,
                ),
                lines=b"{}\n",
                curriculum="warm-up",
            )
            for n, g, seed in rows
        ]
    )
    records.close()
    return where


def test_stretches_hold_the_highest_level_and_the_share_of_successes():
    games = [game("cart", 0, True), game("cart", 2, False), game("returns", 1, True), game("cart", 3, True)]
    found = climb(games, 2)
    assert found.per_stretch == 2 and found.episodes == 4
    first, second = found.by_env["cart"]
    assert (first.level, first.mean_level, first.success, first.episodes) == (
        2,
        1.0,
        0.5,
        2,
    ) and second.level == 3
    assert found.by_env["returns"][0] is None and found.by_env["returns"][1].success == 1.0


def test_evaluations_are_left_out():
    assert climb([game("cart", 12, True, evaluation=True)]).by_env == {}


def test_every_level_is_drawn_otherwise_and_never_lower_than_the_one_before():
    columns = []
    for level in LEVELS:
        rows, _ = plotted(climb([game("cart", level, True)]).by_env["cart"])
        columns.append(rows)
    assert len(set(columns)) == len(LEVELS) and columns == sorted(columns)
    assert columns[0] == (" ", " ", "_") and columns[12] == (" ", "▄", "█") and columns[24] == ("█", "█", "█")


def test_a_store_shows_its_curricula_and_the_climb(store):
    ran = shown(store)
    assert ran.returncode == 0, ran.stderr
    assert "warm-up: window, moves after 8 episodes" in ran.stdout and "200 training episodes" in ran.stdout
    assert "level 3" in ran.stdout and "│" in ran.stdout and "level 12" not in ran.stdout


def test_json_has_the_state_that_the_fold_came_to(store):
    found = json.loads(shown(store, "--json", "--width", "10").stdout)
    state, _ = learner(200)
    assert {e: t["level"] for e, t in found["curricula"]["warm-up"]["tallies"].items()} == {
        e: t.level for e, t in state.tallies.items()
    }
    assert found["progress"]["per_stretch"] == 20 and all(
        len(row) == 10 for row in found["progress"]["by_env"].values()
    )


def test_the_server_s_own_store_is_the_default(store):
    assert "warm-up" in shown(RETAILGYM_RECORDS=str(store)).stdout


def test_a_saved_state_is_shown(tmp_path):
    (tmp_path / "state.json").write_bytes(saved(learner(40)[0]))
    ran = shown(tmp_path / "state.json")
    assert ran.returncode == 0 and "state: window" in ran.stdout and "no training episodes" in ran.stdout


def test_records_are_plotted_from_a_directory_and_from_one_file_of_many(tmp_path):
    tapes = []
    for level in (0, 1):
        tape = rg.core.record.Tape(rg.start(rg.Spec("cart", level, 5)), player="silent")
        while not tape.episode.done:
            tape.step({})
        tapes.append(tape.written())
        (tmp_path / f"{level}.jsonl").write_bytes(tape.written())
    unfinished = rg.core.record.Tape(rg.start("cart/9/5"))
    (tmp_path / "left.jsonl").write_bytes(unfinished.written())
    apart = json.loads(shown(tmp_path, "--json").stdout)
    (tmp_path / "all.jsonl").write_bytes(b"".join(tapes))
    together = json.loads(shown(tmp_path / "all.jsonl", "--json").stdout)
    assert apart == together and [s["level"] for s in apart["progress"]["by_env"]["cart"]] == [0, 1]
    assert (
        json.loads(shown(tmp_path / "all.jsonl", "--player", "nobody", "--json").stdout)["progress"][
            "episodes"
        ]
        == 0
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.sqlite"], "nowhere.sqlite"),
        ([__file__], "not part of a ledger"),
        (["--name", "nope"], "there are warm-up"),
    ],
)
def test_mistakes_are_one_line(store, arguments, says):
    ran = shown(*([store] if arguments[0] == "--name" else []), *arguments)
    assert ran.returncode == 2 and len(ran.stderr.splitlines()) == 1 and says in ran.stderr, ran.stderr
