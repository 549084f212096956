"""The client, as OpenEnv's AutoEnv looks for it."""

from retailgym.serving.client import RetailEnv, RetailgymEnv
from retailgym.serving.models import RetailgymAction, RetailgymObservation

__all__ = ["RetailEnv", "RetailgymAction", "RetailgymEnv", "RetailgymObservation"]
