"""Play the episodes of a plan by scripts, in this process or in several, and keep what is needed of each."""

import multiprocessing
import re
import signal
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from .. import players
from ..catalog import load
from ..core.env import Acts, Moves, Observation, Player, Turn
from ..core.episode import Episode, judge, start
from ..core.record import Tape, package_version
from ..core.spec import Spec
from ..core.values import Value, hashed
from ..envs import get_env
from .accounts import conducted
from .ledger import VERSION, LedgerEntry, Run, Setup
from .plan import EvaluationPlan, Job

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


def run(plan: EvaluationPlan, *, workers: int = 1, records: Path | None = None) -> Iterator[Played]:
    """The episodes in the order of the plan, whoever plays them; with `records`, one file each is written
    there."""
    return played(entries(plan.jobs(), workers=workers, records=records))


def played(lines: Iterator[LedgerEntry] | Sequence[LedgerEntry]) -> Iterator[Played]:
    """Those that have a verdict."""
    for line in lines:
        if (v := line.verdict) is not None:
            yield Played(
                player=line.player,
                spec=line.parsed,
                success=v.success,
                reward=v.reward,
                harm=v.harm,
                turns=line.turns,
                exchanges=line.exchanges,
                calls=line.calls,
            )


def entries(jobs: Sequence[Job], *, workers: int = 1, records: Path | None = None) -> Iterator[LedgerEntry]:
    """The same as lines of a ledger."""
    play_job = partial(play_spec, records=records)
    if workers <= 1 or not jobs:
        yield from map(play_job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(
        workers, initializer=_leave_interrupts_to_the_parent
    ) as pool:
        yield from pool.imap(play_job, jobs, chunksize=min(AT_ONCE, -(-len(jobs) // workers)))


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def header(plan: EvaluationPlan, setups: Sequence[Setup], *, paraphrase: str = "") -> Run:
    """The header of the ledger of a plan."""
    return Run(
        ledger=VERSION,
        retailgym=package_version(),
        store=load().content_hash,
        versions={env: get_env(env).version for env in plan.envs},
        players=tuple(setups),
        envs=plan.envs,
        levels=plan.levels,
        seeds=plan.seeds,
        repeats=plan.repeats,
        split=plan.split,
        invalid=plan.invalid,
        key_fingerprint=plan.key_fingerprint,
        paraphrase=paraphrase,
    )


def play_spec(job: Job, records: Path | None = None) -> LedgerEntry:
    player, turns, begun = players.get(job.player), list[Turn](), time.perf_counter()
    opened = start(job.spec)
    episode, _ = players.play(opened, _noted(player, turns) if records else player)
    seconds = time.perf_counter() - begun
    file = ""
    if records:
        tape = Tape(opened, player=job.player)
        for turn in [
            *turns,
            *[Turn()] * (episode.turns - len(turns)),
        ]:  # a player that stops is silent from then on
            tape.step(turn)
        file = keep(tape, record_file(records, *job), records)
    return entry_of(job, episode, seconds=seconds, record=file)


def entry_of(job: Job, episode: Episode, *, seconds: float, record: str = "") -> LedgerEntry:
    """The line of an episode that was played to its end."""
    how = conducted(episode)
    return LedgerEntry(
        player=job.player,
        spec=str(job.spec),
        repeat=job.repeat,
        verdict=judge(episode) if episode.done else None,
        ended=episode.ended,
        turns=episode.turns,
        exchanges=episode.used.exchanges,
        calls=episode.used.calls,
        tool_errors=how.tool_errors,
        ids_given=how.ids_given,
        ids_unseen=how.ids_unseen,
        seconds=round(seconds, 4),
        record=record,
    )


def record_file(records: Path, player: str, spec: Spec, repeat: int = 0) -> Path:
    more = f"-{hashed(str(spec).encode())}" if "?" in str(spec) else ""
    again = f"-r{repeat}" if repeat else ""
    return records / file_name(player) / f"{spec.env}-{spec.level}-{spec.seed}{more}{again}.jsonl"


def file_name(player: str) -> str:
    """A player's name as part of a path: models have slashes and colons in theirs."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", player).strip(".-") or "player"


def keep(tape: Tape, file: Path, records: Path) -> str:
    """Writes a record; the path from the directory that holds all of them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(tape.written())
    return file.relative_to(records.parent).as_posix()


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
