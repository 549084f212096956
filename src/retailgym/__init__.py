"""RetailGym: one simulated shop, nine jobs, for training and evaluating LLM agents with verifiable rewards."""

from importlib import import_module

from . import catalog as catalog
from . import players as players
from . import record as record
from .env import Call as Call
from .env import Env as Env
from .env import Observation as Observation
from .env import Turn as Turn
from .envs import names as _names
from .episode import Episode as Episode
from .episode import digest as digest
from .episode import judge as judge
from .episode import observe as observe
from .episode import potential as potential
from .episode import start as start
from .episode import step as step
from .errors import RetailGymError as RetailGymError
from .players import play as play
from .spec import Spec as Spec
from .spec import task as task
from .verdict import Verdict as Verdict

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """rg.testing opens sealed goals, so it is only imported by those who ask for it."""
    if name == "testing":
        return import_module(".testing", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def envs() -> tuple[str, ...]:
    """The ids of all environments."""
    return _names()
