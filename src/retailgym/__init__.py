"""RetailGym: one simulated shop, nine jobs, for training and evaluating LLM agents with verifiable
rewards."""

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
