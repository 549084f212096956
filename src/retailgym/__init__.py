"""RetailGym: one simulated shop, nine jobs, for training and evaluating LLM agents with verifiable rewards.

The order in which to read the package, which is also the order of its imports: a module imports only what
stands above it (tests/test_layers.py).

    core.errors core.values core.streams              frozen values, named random streams
    core.markets core.money core.dates                currencies and regions, whole cents, the calendar
    core.difficulty core.spec core.curriculum         levels and axes, identity, what to play next
    catalog                                           products, shelves, wishes, search; other people's files
    policy                                            rules as data: decisions, settlements, prose
    world                                             the shop at one moment, an immutable value
    tools                                             what an agent can do: typed functions of the world
    core.task                                         a task: goal, brief, par
    customer                                          hears, answers, speaks
    core.reward core.env core.faults core.lures       verdict and reward; what an environment is; faults
    core.cells core.rendering                         results as compact text
    envs.shared                                       what several jobs sample alike; how experts move
    envs                                              one folder per job: task, expert, blind players
    core.state core.turn core.calls core.judgement    an episode's state; turns, calls, the verdict
    core.episode core.record                          one episode as a pure fold; records that replay
    envs.*.blind envs.*.skipping                      players that must not win
    players                                           play, and players by name; language models
    store                                             your own shop
    retailgym                                         this file: the public face
    testing                                           the inside as plain data, for tests and scorers
    evaluation serving training                       runs and reports; servers and clients; adapters
    laws                                              the laws as tests, for packages with a job of their own
    bench                                             what all of it costs
    cli __main__                                      the command line
"""

from importlib import import_module

from . import catalog as catalog
from . import players as players
from .core import record as record
from .core.env import Call as Call
from .core.env import Env as Env
from .core.env import Observation as Observation
from .core.env import Turn as Turn
from .core.episode import Episode as Episode
from .core.episode import digest as digest
from .core.episode import judge as judge
from .core.episode import observe as observe
from .core.episode import potential as potential
from .core.episode import start as start
from .core.episode import step as step
from .core.errors import RetailGymError as RetailGymError
from .core.reward import Verdict as Verdict
from .core.spec import Spec as Spec
from .core.spec import task as task
from .envs import names as _names
from .players import play as play

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """rg.testing opens sealed goals, so it is only imported by those who ask for it."""
    if name == "testing":
        return import_module(".testing", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def envs() -> tuple[str, ...]:
    """The ids of all environments."""
    return _names()
