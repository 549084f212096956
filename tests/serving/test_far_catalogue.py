"""A catalogue in a database that stands still or goes away: whoever needs it waits and is told, nobody else
does, and the episode stands as it was."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.catalog import postgres as far
from retailgym.catalog.postgres import CatalogDatabase, publish
from retailgym.serving.light_client import LightEnv
from retailgym.serving.reconnection import ServerRefused
from retailgym.serving.settings import ServerSettings

from ..catalog.conftest import shop
from ..paths import expert_turns
from .servers import Running, running
from .test_http import ask
from .test_records import Postgres, postgres_programs

SPEC = "cart/0/1?p_omit=0"  # nothing is asked first, so that the first call needs the catalogue


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="retailgym-postgres-", ignore_cleanup_errors=True) as directory:
        made = Postgres(postgres_programs(), Path(directory))
        yield made
        made.stop()


@pytest.fixture(scope="module")
def served(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = publish(database.url, shop(640))
    with running(tmp_path_factory.mktemp("far"), ServerSettings(port=0, catalog=where)) as server:
        yield server


def path() -> list[tuple[str, dict[str, Any]]]:
    """How an expert plays it; questions to the customer are calls too."""
    episode = rg.start(SPEC, catalog=shop(640))
    speaking = episode.env.speaking
    argument = episode.env.tools[speaking].names[0]
    return [
        call
        for turn in expert_turns(episode)
        for call in [(c.name, dict(c.arguments)) for c in turn.calls] or [(speaking, {argument: turn.text})]
    ]


@contextmanager
def away(database: Postgres) -> Iterator[None]:
    database.stop()
    try:
        yield
    finally:
        database.start()


@pytest.mark.parametrize("how", ["frozen", "away"])
def test_a_moment_without_the_catalogue_costs_no_episode_and_nobody_else_waits(
    database: Postgres, served: Running, how: str
) -> None:
    rewards: list[float | None] = []
    with LightEnv(served.url) as env, LightEnv(served.url) as other:
        env.reset(spec=SPEC)
        other.reset(spec=SPEC)

        def play() -> None:
            rewards.extend(env.step(*call).reward for call in path())

        playing = threading.Thread(target=play)
        with database.frozen() if how == "frozen" else away(database):
            playing.start()
            until, answered = time.monotonic() + 1.5, 0
            while time.monotonic() < until:
                assert ask("GET", f"{served.url}/health")[0] == 200
                other.tools()
                answered += 1
                time.sleep(0.05)  # an episode has only so many steps
            assert answered >= 3 and not rewards
        playing.join(60)
    assert rewards[-1:] == [1.0], served.log.read_text()[-2000:]


def test_a_database_that_stands_still_is_given_up_in_time(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks is told so, with nothing of where it is; when it is back the same question is answered."""
    monkeypatch.setattr(far, "PATIENCE_S", 1.0)
    found = CatalogDatabase(database.url)
    asked = far.sql.SQL("SELECT 1")
    assert found.rows(asked) == [(1,)]
    thawed = threading.Event()

    def give_up() -> None:
        with pytest.raises(ConnectionError, match="could not be reached") as told:
            found.rows(asked)
        assert not thawed.is_set() and str(database.port) not in str(told.value)

    with database.frozen():
        waiting = threading.Thread(target=give_up, daemon=True)
        waiting.start()
        waiting.join(30)
        in_time = not waiting.is_alive()
    thawed.set()
    assert in_time and found.rows(asked) == [(1,)]


@pytest.mark.long
def test_a_catalogue_that_stays_away_is_told_without_its_address(database: Postgres, served: Running) -> None:
    with LightEnv(served.url) as env:
        env.reset(spec=SPEC)
        first, *rest = path()
        with away(database), pytest.raises(ServerRefused, match="could not be reached") as told:
            env.step(*first)
            for call in rest:
                env.step(*call)
        assert str(database.port) not in str(told.value) and "127.0.0.1" not in str(told.value)
