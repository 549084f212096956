"""Play the episodes of a plan, in this process or in several, and keep what is needed of each."""

import multiprocessing
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .. import players
from ..env import Acts, Moves, Observation, Player, Turn
from ..episode import start
from ..record import Tape
from ..spec import Spec
from ..value import Value
from .plan import Plan

AT_ONCE = 16  # episodes that a worker is handed together


class Played(Value):
    """One episode as the numbers need it."""

    player: str
    spec: Spec
    success: bool
    reward: float
    harm: float
    turns: int
    exchanges: int
    calls: int


def run(plan: Plan, *, workers: int = 1, records: Path | None = None) -> Iterator[Played]:
    """The episodes in the order of the plan, whoever plays them; with `records`, one file each is written there."""
    jobs = [(player, spec) for player in plan.players for spec in plan.specs()]
    play_job = partial(play_spec, records=records)
    if workers <= 1:
        yield from map(play_job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers, initializer=_leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(play_job, jobs, chunksize=min(AT_ONCE, -(-len(jobs) // workers)))


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_spec(job: tuple[str, Spec], records: Path | None = None) -> Played:
    name, spec = job
    player, turns = players.get(name), list[Turn]()
    opened = start(spec)
    episode, verdict = players.play(opened, _noted(player, turns) if records else player)
    if records:
        tape = Tape(opened, player=name)
        for turn in [*turns, *[Turn()] * (episode.turns - len(turns))]:  # a player that stops is silent from then on
            tape.step(turn)
        file = record_file(records, name, spec)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(tape.written())
    return Played(
        player=name, spec=spec, success=verdict.success, reward=verdict.reward, harm=verdict.harm, turns=episode.turns,
        exchanges=episode.used.exchanges, calls=episode.used.calls,
    )  # fmt: skip


def record_file(records: Path, player: str, spec: Spec) -> Path:
    return records / player / f"{spec.env}-{spec.level}-{spec.seed}.jsonl"


def _noted(player: Player, turns: list[Turn]) -> Player:
    """The same player, with every turn written down."""

    def moves(seen: Observation, heard: Acts) -> Moves:
        inner = player(seen, heard)
        turn = next(inner, None)
        while turn is not None:
            turns.append(turn)
            came_back = yield turn
            try:
                turn = inner.send(came_back)
            except StopIteration:
                turn = None

    return moves
