"""Adapters to the stacks that people train with: one short file each, imported only by those who have that
stack.

groups: G continuations from one start, forks at any turn. gymnasium: spaces of text, and menus for classic
RL. ray: many machines."""

from .groups import Rollout as Rollout
from .groups import RolloutGroup as RolloutGroup
from .groups import advantages as advantages
from .groups import grow as grow
from .groups import play_group as play_group
from .groups import rollout as rollout
