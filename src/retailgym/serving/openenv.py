"""The shop as an OpenEnv environment, for OpenEnv's own server and for use in process. `retailgym serve` does
not need it."""

from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import (
    CallToolAction,
    CallToolObservation,
    ListToolsAction,
    ListToolsObservation,
    Tool,
)
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation

from ..core.record import package_version
from .local_client import LocalEnv
from .models import RetailgymReset, RetailgymState
from .protocol import ABOUT, ENV_NAME
from .rubric import Reward
from .session import Frame
from .spec_choice import OPEN_SPLITS, Menu, menu


class RetailgymEnvironment(Environment):
    """One agent at the counter. Nothing is recorded and nothing limited; that is the server's part."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = (
        True  # one thread builds and closes all of them, instead of a thread for each
    )

    def __init__(self) -> None:
        super().__init__(rubric=Reward())
        self.local = LocalEnv()
        self._menu: Menu = menu()
        self._listed = 0  # before the first reset

    def reset(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Observation:
        self.rubric.reset()
        return observed(self.local.reset(seed=seed, episode_id=episode_id, **asked))

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        if isinstance(action, ListToolsAction):
            self._listed += 1
            return ListToolsObservation(
                tools=[Tool(**tool) for tool in self.local.tools()], reward=0.0, done=False
            )
        if not isinstance(action, CallToolAction):
            raise ValueError(f"an action is a call_tool or a list_tools, not {type(action).__name__}")
        seen = observed(self.local.step(action.tool_name, action.arguments))
        if seen.done and self.local.session is not None:
            self.rubric.judged(self.local.session.verdict)
            seen.reward = self.rubric(action, seen)
        return seen

    @property
    def state(self) -> RetailgymState:
        if self.local.session is None:
            return RetailgymState(episode_id=None, step_count=self._listed)
        return RetailgymState(**self.local.state())

    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name=ENV_NAME, description=ABOUT, version=package_version(), author="RetailGym"
        )

    def list_splits(self) -> list[str]:
        return list(OPEN_SPLITS)

    def num_tasks(self, split: str) -> int:
        return self._menu.num_tasks(split)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        return {"spec": str(self._menu.task(split, index)), "split": split, "index": index}

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        return [self.get_task(split, i) for i in range(self.num_tasks(split))[slice(start, stop)]]

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        return self.get_task_range(split)


def observed(frame: Frame) -> Observation:
    """A frame as the stock class that stock clients know."""
    kind = CallToolObservation if "tool_name" in frame.observation else RetailgymReset
    return kind(**frame.observation, reward=frame.reward, done=frame.done)
