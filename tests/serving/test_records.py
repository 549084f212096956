"""Records: ten writers on one SQLite file, PostgreSQL restarted in mid-run, and a curriculum that all workers
share."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import retailgym as rg
from retailgym.core.curriculum import fresh
from retailgym.core.spec import SPLITS
from retailgym.core.values import replace
from retailgym.serving import clock
from retailgym.serving.light_client import LightEnv
from retailgym.serving.records import Advance, Attempt, Parked, Put, Query, Records, Running, open_records
from retailgym.serving.settings import ServerSettings

from ..forks import FORKS
from .servers import free_port, running
from .test_clients import calls
from .test_http import ask
from .writers import kept, write_many


class Postgres:
    """A server of the test's own, from the system's packages."""

    def __init__(self, bin: Path, directory: Path) -> None:
        self.bin, self.data, self.port = bin, directory / "data", free_port()
        directory.chmod(0o777)  # it runs as another user
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync", "-D", str(self.data))
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.data} -c "
            f"fsync=off"
        )
        self._run("pg_ctl", "-D", str(self.data), "-w", "-o", options, "-l", str(self.data / "log"), "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Its processes stand still: connections stay open, and nothing comes back."""
        main = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(main)], capture_output=True, text=True).stdout.split()
        processes = [main, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def _run(self, program: str, *arguments: str) -> None:
        user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        done = subprocess.run(
            [self.bin / program, *arguments],
            user=user,
            cwd="/",
            capture_output=program != "pg_ctl",
            text=True,
        )
        assert done.returncode == 0, done.stderr


def postgres_programs() -> Path:
    """Installed from the system's packages where they are missing and that can be done."""

    def found() -> list[Path]:
        return sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))

    if not found() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=False, capture_output=True)
    if not found():
        pytest.skip(
            "PostgreSQL is not installed and apt-get could not install it; install the package `postgresql`"
        )
    if os.geteuid() == 0 and "postgres" not in {entry.pw_name for entry in pwd.getpwall()}:
        pytest.skip("this is root, PostgreSQL does not run as root, and there is no user `postgres`")
    return found()[-1].parent


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """In a directory of its own: pytest closes its own to other users, and does so again whenever another run
    begins."""
    with tempfile.TemporaryDirectory(prefix="retailgym-postgres-", ignore_cleanup_errors=True) as directory:
        server = Postgres(postgres_programs(), Path(directory))
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "records.sqlite")
    url: str = request.getfixturevalue("postgres").url
    records = open_records(url)
    records._database.transaction(
        lambda db: [db.execute(f"DELETE FROM {t}") for t in ("records", "sessions", "attempts", "curricula")],
        "write",
    )
    records.close()
    return url


@pytest.fixture
def records(where: str) -> Iterator[Records]:
    opened = open_records(where)
    yield opened
    opened.close()


def test_what_is_kept_is_found_by_each_of_its_fields(records: Records) -> None:
    records.keep([kept(n) for n in range(30)])
    records.keep([kept(7)])
    assert len(records.find(Query())) == 30
    assert [r.level for r in records.find(Query(env="cart", level=4))] == [4, 4, 4][
        : len([n for n in range(30) if n % 13 == 4])
    ]
    assert all(r.success for r in records.find(Query(min_reward=1.0)))
    assert records.find(Query(player="nobody")) == records.find(Query(env="desk")) == []
    first = records.find(Query(limit=10))
    assert [r.turns for r in records.find(Query(limit=10, after=first[-1].id))] == list(range(10, 20))
    assert records.lines(first[0].id) == b"{}\n" * 50 and records.lines("none") is None
    assert sum(1 for _ in records.export(Query(limit=7))) == 30


def parked(steps: int, life_s: float = 60.0, shared: bool = True) -> Parked:
    running = Running(
        spec=rg.Spec("cart", 1, 2),
        turns=("{}",) * steps,
        steps=steps,
        attempt="a",
        origin="a",
        begun=0.0,
        episode_id="e",
    )
    return Parked(running=running, life_s=life_s, shared=shared)


def test_a_session_goes_on_from_its_last_version_and_from_no_other(records: Records) -> None:
    records.write(
        [Put(token_hash="a", version=2, parked=parked(2)), Put(token_hash="a2", version=1, parked=parked(1))]
    )
    records.write([Put(token_hash="a", version=1, parked=parked(1))])
    assert records.session("a") == (2, parked(2)) and records.session("b") is None
    following = [Advance(token_hash=name, before=2, parked=parked(3)) for name in ("a", "a2", "b")]
    assert records.write(following) == [True, False, False]
    assert records.write(following) == [False] * 3 and records.version("a") == 3
    records.forget(["a"])
    assert records.session("a") is None


def test_a_record_is_kept_with_the_turn_that_ended_the_episode_or_not_at_all(records: Records) -> None:
    records.write([Put(token_hash="a", version=0, parked=parked(0))])
    first, late = (Advance(token_hash="a", before=0, parked=parked(1), kept=kept(n)) for n in (1, 2))
    assert records.write([first]) == [True] and records.write([late]) == [False]
    assert [found.turns for found in records.find(Query())] == [1]


def test_a_session_of_a_connection_is_claimed_once(records: Records) -> None:
    records.write([Put(token_hash="a", version=0, parked=parked(1, shared=False))])
    records.write([Put(token_hash="b", version=0, parked=parked(1))])
    assert records.claim("a") == parked(1, shared=False)
    assert records.claim("a") is None and records.claim("b") is None and records.session("b") is not None


def test_a_session_whose_time_is_up_is_gone(records: Records) -> None:
    records.write(
        [
            Put(token_hash=name, version=0, parked=parked(0, life))
            for name, life in (("old", -1e6), ("new", 600.0))
        ]
    )
    assert (
        records.session("old") is None
        and records.version("old") is None
        and records.session("new") is not None
    )
    assert records.tick() == 1 and records.tick() == 0


@pytest.mark.parametrize("jump", [-400 * 86400.0, 400 * 86400.0])
def test_a_clock_that_is_set_ends_no_session_and_hides_no_record(
    records: Records, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    records.write([kept(1), Put(token_hash="a", version=0, parked=parked(1, life_s=600.0))])
    first = records.find(Query())
    wall = clock.wall
    monkeypatch.setattr(clock, "wall", lambda: wall() + jump)
    assert records.tick() == 0 and records.session("a") is not None
    late = msgspec.structs.replace(
        kept(2), about=msgspec.structs.replace(kept(2).about, finished=clock.wall())
    )
    records.keep([late])
    assert [found.turns for found in records.find(Query(after=first[-1].id))] == [2]


def test_every_attempt_leaves_a_trace_and_its_last_word_counts(records: Records) -> None:
    begun = Attempt(id="a", origin="a", begun=1.0, spec="cart/1/2", player="me")
    records.write([begun, msgspec.structs.replace(begun, id="b", begun=2.0)])
    records.write([msgspec.structs.replace(begun, turns=5, record="r")])
    assert [(a.id, a.turns, a.record) for a in records.attempts("cart/1/2")] == [("b", 0, ""), ("a", 5, "r")]


@pytest.mark.parametrize(("durable", "synchronous"), [(False, 1), (True, 2)])
def test_records_that_are_durable_wait_for_the_disk(tmp_path: Path, durable: bool, synchronous: int) -> None:
    """2 is FULL: what was told survives the loss of power too, as docs/serving.md says."""
    records = open_records(str(tmp_path / "records.sqlite"), durable)

    def asked(db: Any) -> Any:
        db.execute("PRAGMA synchronous")
        return db.fetchall()

    assert records._database.transaction(asked, "write") == [(synchronous,)]
    records.close()


def test_ten_writers_lose_nothing_and_share_one_curriculum(where: str) -> None:
    records = open_records(where)
    records.begin_curriculum("shared", fresh("window", ("cart",), min_episodes=1_000_000))
    writers = [FORKS.Process(target=write_many, args=(where, w, 30), daemon=True) for w in range(10)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0] * 10
    found = records.find(Query(limit=1000))
    assert len(found) == 300
    curriculum = records.curriculum("shared")
    assert curriculum is not None and curriculum.tallies["cart"].tried == sum(
        1 for r in found if r.level == 0
    )
    records.close()


def test_the_tasks_of_a_curriculum_are_drawn_once_each(where: str) -> None:
    one, two = open_records(where), open_records(where)
    one.begin_curriculum("mine", fresh("band", ("cart",)))
    drawn = [str(r.next_task("mine")) for _ in range(10) for r in (one, two)]
    assert len(set(drawn)) == 20 and all(rg.Spec.parse(s).seed < 2**31 for s in drawn)
    one.close()
    two.close()


def test_a_writer_that_is_killed_leaves_what_it_had_kept(tmp_path: Path) -> None:
    where = str(tmp_path / "records.sqlite")
    writer = FORKS.Process(target=write_many, args=(where, 1, 1_000_000), daemon=True)
    writer.start()
    until = time.monotonic() + 60
    while not Path(where).exists() or len(open_records(where).find(Query())) < 20:
        assert time.monotonic() < until
        time.sleep(0.05)
    writer.kill()
    writer.join(10)
    found = open_records(where).find(Query(limit=10_000_000))
    assert [r.turns for r in found] == list(range(len(found)))


def test_postgres_restarted_in_mid_run_costs_no_record(postgres: Postgres, tmp_path: Path) -> None:
    with (
        running(tmp_path, ServerSettings(port=0, records=postgres.url)) as server,
        LightEnv(server.url) as env,
    ):
        for seed in range(6):
            spec = f"cart/0/{seed}"
            env.reset(spec=spec, player="through a restart")
            *first, last = calls(spec)
            for call in first:
                env.step(*call)
            if seed == 2:
                postgres.stop()
                starting = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1.0)"])
                starting.wait()
                postgres.start()
            assert env.step(*last).reward == 1.0
    records = open_records(postgres.url)
    assert [r.seed for r in records.find(Query(player="through a restart"))] == list(range(6))
    records.close()


def test_a_finish_waits_while_postgres_is_away(postgres: Postgres, tmp_path: Path) -> None:
    """The last step is sent while the database is down; its answer comes when the record is safe."""
    with (
        running(tmp_path, ServerSettings(port=0, records=postgres.url)) as server,
        LightEnv(server.url) as env,
    ):
        env.reset(spec="cart/0/1", player="waiting")
        *first, last = calls("cart/0/1")
        for call in first:
            env.step(*call)
        postgres.stop()
        back = threading.Timer(1.5, postgres.start)
        back.start()
        assert env.step(*last).reward == 1.0
        back.join()
    records = open_records(postgres.url)
    assert len(records.find(Query(player="waiting"))) == 1
    records.close()


def test_what_is_spilled_for_one_database_is_not_taken_in_by_another(postgres: Postgres) -> None:
    records = open_records(postgres.url)
    records._database.transaction(lambda db: db.execute("SELECT 1"), "read")
    mine, name = records.spill_directory, records._database._url
    records._database._url = name.replace("dbname=", "dbname=another_") if "dbname=" in name else f"{name}_2"
    assert mine is not None and records.spill_directory != mine
    records._database._url = name
    assert records.spill_directory == mine
    records.close()


@pytest.mark.parametrize("seconds", [4.0, pytest.param(60.0, marks=pytest.mark.long)])
def test_while_postgres_stands_still_nothing_is_told_that_is_not_kept_and_ready_says_so(
    postgres: Postgres, tmp_path: Path, seconds: float
) -> None:
    player, spill = f"frozen for {seconds:.0f} s", open_records(postgres.url).spill_directory
    assert spill is not None
    with (
        running(tmp_path, ServerSettings(port=0, records=postgres.url)) as server,
        LightEnv(server.url) as ending,
        LightEnv(server.url) as other,
    ):
        for env in (ending, other):
            env.reset(spec="cart/0/1", player=player)
        *first, last = calls("cart/0/1")
        for call in first:
            ending.step(*call)
        answers: list[float] = []
        closing = threading.Thread(target=lambda: answers.append(ending.step(*last).reward))
        with postgres.frozen():
            closing.start()
            end, ready = time.monotonic() + seconds, 200
            while time.monotonic() < end:
                other.tools()  # others go on
                ready = ask("GET", f"{server.url}/ready")[0]
                assert not answers or [*spill.glob("*")], "told, and nowhere kept"
                time.sleep(0.1)  # listing the tools is a step, and an episode has at most 1,000
            assert ready == 503 and ask("GET", f"{server.url}/health")[0] == 200
        closing.join(60)
        assert answers == [1.0]
        while ask("GET", f"{server.url}/ready")[0] != 200:
            time.sleep(0.2)
    records = open_records(postgres.url)
    assert len(records.find(Query(player=player))) == 1
    records.close()


@pytest.mark.parametrize(("split", "tried"), [("train", 1), ("validation", 0), ("test", 0), ("sealed", 0)])
def test_only_episodes_of_the_training_split_move_a_servers_curriculum(
    tmp_path: Path, split: str, tried: int
) -> None:
    records = open_records(str(tmp_path / "records.sqlite"))
    records.begin_curriculum("mine", fresh("band", ("cart",), min_episodes=4))
    one = kept(0, "mine")
    records.keep([replace(one, about=replace(one.about, seed=SPLITS[split][0]))])
    state = records.curriculum("mine")
    records.close()
    assert state is not None and state.tallies["cart"].tried == tried
