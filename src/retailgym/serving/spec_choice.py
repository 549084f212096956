"""Which episode a reset asks for: its arguments as a Spec. Arguments that are not ours belong to somebody
else's dataset and are left alone."""

import reprlib
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.difficulty import LEVELS
from ..core.errors import RetailGymError
from ..core.spec import JOBS, SPLITS, TASKS_PER_SPLIT, Spec, task
from ..core.values import Value, replace
from ..envs import get_env, names

OPEN_SPLITS = ("train", "validation", "test")
LENGTH = 500  # characters; whatever has more is nothing of ours, and to look through it would take long


class WrongChoice(RetailGymError, ValueError):
    """The request asks for what there is not."""


class Menu(Value):
    """The environments that a server offers, and the tasks of its splits."""

    envs: tuple[str, ...]

    def jobs(self) -> tuple[str, ...]:
        return tuple(env for env in JOBS if env in self.envs)

    def num_tasks(self, split: str) -> int:
        _known(split)
        return TASKS_PER_SPLIT // len(JOBS) * len(self.jobs())

    def task(self, split: str, index: int) -> Spec:
        """Task `index` among those of the offered environments; with all nine on offer this is the split's
        own order."""
        jobs = self.jobs()
        if not 0 <= index < self.num_tasks(split):
            raise IndexError(f"split {split!r} has tasks 0 to {self.num_tasks(split) - 1}, not {index}")
        return task(split, index // len(jobs) * len(JOBS) + JOBS.index(jobs[index % len(jobs)]))

    def tasks(self, split: str) -> Iterator[Spec]:
        return (self.task(split, i) for i in range(self.num_tasks(split)))


def menu(envs: tuple[str, ...] = ()) -> Menu:
    """Every installed environment, or those named."""
    for env in envs:
        get_env(env)
    return Menu(envs=envs or names())


def chosen(menu: Menu, asked: Mapping[str, Any]) -> Spec:
    """The Spec that these reset arguments ask for: a spec, a task of a split, or environment, level and seed
    with what is missing filled in."""
    spec = _asked(menu, asked)
    if spec.env not in menu.envs:
        raise WrongChoice(f"this server offers {', '.join(menu.envs)}, not {spec.env!r}")
    invalid = asked.get("invalid")
    return spec if invalid is None else replace(spec, invalid=_text("invalid", invalid))


def named(what: str, asked: Mapping[str, Any]) -> str | None:
    """A name that a client gives. What cannot be printed cannot be kept by every database."""
    value = asked.get(what)
    name = None if value is None else (value if isinstance(value, str) else reprlib.repr(value))[:200]
    if name is not None and not name.isprintable():
        raise WrongChoice(f"{what}={name!r} must be text without control characters")
    return name


def _asked(menu: Menu, asked: Mapping[str, Any]) -> Spec:
    if (text := asked.get("spec")) is not None:
        return Spec.parse(_text("spec", text))
    env, level, seed, split, index = (asked.get(name) for name in ("env", "level", "seed", "split", "index"))
    env = None if env is None else _text("env", env)
    level = None if level is None else _whole("level", level)
    if split is not None and index is not None:
        split, index = _text("split", split), _whole("index", index)
        if env is None and level is None:
            return menu.task(split, index)
        _known(split)
        return task(split, index, env or menu.envs[0], level or 0)
    seed = secrets.randbelow(len(SPLITS["train"])) if seed is None else _whole("seed", seed)
    turn, place = divmod(seed, len(menu.envs))
    return Spec(env or menu.envs[place], LEVELS[turn % len(LEVELS)] if level is None else level, seed)


def _known(split: str) -> None:
    if split not in OPEN_SPLITS:
        raise WrongChoice(f"no split {split!r}; the splits are {', '.join(OPEN_SPLITS)}")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise WrongChoice(f"{name}={reprlib.repr(value)} must be text")
    if len(value) > LENGTH:
        raise WrongChoice(f"{name} may have at most {LENGTH} characters, not {len(value)}")
    return value


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongChoice(f"{name}={reprlib.repr(value)} must be a whole number")
    return value
