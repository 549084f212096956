"""RetailGym as an OpenEnv package: the client and the typed models. The shop itself is the package
`retailgym`."""

from .client import RetailEnv, RetailgymEnv
from .models import RetailgymAction, RetailgymObservation, RetailgymReset, RetailgymState

__all__ = [
    "RetailEnv",
    "RetailgymAction",
    "RetailgymEnv",
    "RetailgymObservation",
    "RetailgymReset",
    "RetailgymState",
]
