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
    brief = episode.problem.brief
    alone = Brief(persona=brief.persona, matters=(brief.matters[n],))
    return replace(episode, problem=replace(episode.problem, brief=alone))


def answers(episode: Episode) -> list[Any]:
    from . import solvers

    matters = episode.problem.brief.matters
    return list(combinations(*(solvers()[m.job].answers(_leg(episode, n)) for n, m in enumerate(matters))))


def given(episode: Episode) -> Any:
    from . import solvers

    matters = episode.problem.brief.matters
    return tuple(
        solvers()[m.job].given(episode) if get_env(m.job).closing in episode.world.answers else None
        for m in matters
    )
