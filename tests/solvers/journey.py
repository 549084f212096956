"""Journeys: each leg by its own job's solver, in the same world."""

from itertools import product as combinations
from typing import Any

from retailgym.core.episode import Episode
from retailgym.core.task import Brief
from retailgym.core.values import replace
from retailgym.envs import get_env

many = True  # a bundle can be filled in more than one way


def _leg(episode: Episode, n: int) -> Episode:
    """The episode as the n-th leg's solver would meet it alone."""
    brief = episode.task.brief
    alone = Brief(persona=brief.persona, requests=(brief.requests[n],))
    return replace(episode, task=replace(episode.task, brief=alone))


def answers(episode: Episode) -> list[Any]:
    from . import solvers

    requests = episode.task.brief.requests
    return list(combinations(*(solvers()[m.job].answers(_leg(episode, n)) for n, m in enumerate(requests))))


def given(episode: Episode) -> Any:
    from . import solvers

    requests = episode.task.brief.requests
    return tuple(
        solvers()[m.job].given(_leg(episode, n)) if get_env(m.job).closing in episode.world.answers else None
        for n, m in enumerate(requests)
    )
