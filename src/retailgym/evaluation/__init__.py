"""Evaluation: which episodes to play, playing them, and the numbers that come of it."""

from .plan import EvaluationPlan as EvaluationPlan
from .plan import choose_envs as choose_envs
from .plan import choose_levels as choose_levels
from .plan import choose_players as choose_players
from .report.data import Report as Report
from .report.data import report as report
from .run import Played as Played
from .run import run as run
from .scores import Scores as Scores
from .scores import score as score
