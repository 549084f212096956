"""OpenEnv's harness layer: a factory of sessions, in this process or on a server, that any of its harnesses
can drive.

factory = SessionFactory()                                  # or SessionFactory("http://127.0.0.1:8000")
rollout = MCPHarnessAdapter().run_white_box(model_step, factory.create("cart/3/42"),
HarnessRunLimits(max_turns=60))

A harness of this kind ends a rollout when the model calls no tool, so the customer is spoken to with a tool;
what was not finished by then earned nothing."""

from collections.abc import Mapping
from typing import Any

from .needs import needs

needs(
    "openenv",
    "openenv.core.harness:ResourceSessionFactory.create(task)",
    "openenv.core.harness:ResourceSession",
    "openenv.core.harness:VerifyResult",
)

from openenv.core.env_server.mcp_types import Tool  # noqa: E402
from openenv.core.harness import (  # noqa: E402
    ResourceSession,
    ResourceSessionFactory,
    ToolResult,
    VerifyResult,
)

from ..core.rendering import Rendering, Results  # noqa: E402
from ..core.spec import Spec  # noqa: E402
from ..evaluation.held_out import HeldOut  # noqa: E402
from ..serving.light_client import LightEnv  # noqa: E402
from ..serving.local_client import LocalEnv  # noqa: E402
from .splits import admit  # noqa: E402

OVER = "The episode is over; nothing more can be done."
Door = LocalEnv | LightEnv


class ShopSession(ResourceSession):
    """One episode."""

    def __init__(self, door: Door, asked: Mapping[str, Any], results: Results = "text") -> None:
        self._rendering = Rendering(results)
        self._door, self._frame = door, door.reset(**asked)
        self.spec, self._prompt = str(self._frame.metadata["spec"]), str(self._frame.observation["prompt"])

    def initial_messages(self) -> list[dict[str, Any]]:
        return [{"role": "user", "content": self._prompt}]

    def list_tools(self) -> list[Tool]:
        return [Tool(**tool) for tool in self._door.tools()]

    def call_tool(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """What the shop says. A tool that there is not is malformed output too, and is judged as such."""
        if self._frame.done:
            return ToolResult(data=OVER, done=True, metadata={"reward": self._frame.reward})
        self._frame = self._door.step(name, arguments)
        error = self._frame.observation.get("error")
        result = self._frame.observation.get("result")
        data = (
            error["message"]
            if error
            else self._rendering.answer(result)
            if self._rendering.results == "text"
            else result
        )
        return ToolResult(
            data=data,
            done=self._frame.done,
            metadata={"reward": self._frame.reward},
            error=error["message"] if error else None,
        )

    def verify(self, transcript: list[dict[str, Any]], final_state: Any | None = None) -> VerifyResult:
        scores = dict(self._frame.metadata.get("rubric_scores") or {})
        return VerifyResult(
            env_reward=float(self._frame.reward or 0.0), done=self._frame.done, metrics=scores
        )

    def close(self) -> None:
        self._door.close()


class SessionFactory(ResourceSessionFactory):
    """Sessions by spec, or by whatever a reset understands: {"env": "cart", "level": 3} with a seed.

    The test split is there to be evaluated on: `evaluate=True` says that nothing is learned from it.
    """

    def __init__(
        self, base_url: str = "", *, token: str = "", evaluate: bool = False, results: Results = "text"
    ) -> None:
        self._base_url, self._token, self._evaluate, self._results = base_url, token, evaluate, results

    def create(self, task: Any, seed: int | None = None, episode_id: str | None = None) -> ShopSession:
        asked = {"spec": str(task)} if isinstance(task, (str, Spec)) else dict(task)
        asked |= {
            name: value for name, value in (("seed", seed), ("episode_id", episode_id)) if value is not None
        }
        session = ShopSession(
            LightEnv(self._base_url, token=self._token) if self._base_url else LocalEnv(),
            asked,
            self._results,
        )
        try:
            admit(session.spec, self._evaluate)  # what a task and a seed come to is known only now
        except HeldOut:
            session.close()
            raise
        return session
