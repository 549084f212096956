"""The typed action, observations and state."""

from retailgym.serving.models import RetailgymAction, RetailgymObservation, RetailgymReset, RetailgymState

__all__ = ["RetailgymAction", "RetailgymObservation", "RetailgymReset", "RetailgymState"]
