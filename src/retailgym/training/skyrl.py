"""SkyRL: text in, text out. Importing this module registers the environment as "retailgym".

A row of the dataset is {"prompt": [], "env_class": "retailgym", "extra_info": {"spec": "cart/3/42"}}; `rows`
makes them. A model calls a tool by writing one JSON object, as its first message tells it; any other text is
said to the customer."""

from collections.abc import Iterable
from typing import Any

from .needs import needs

needs(
    "skyrl",
    "skyrl_gym.envs.base_text_env:BaseTextEnv.init(prompt)",
    "skyrl_gym.envs.registration:register",
    "skyrl_gym:make",
)

from skyrl_gym.envs import registration  # noqa: E402
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput  # noqa: E402

from ..core.episode import judge, observe, start, step  # noqa: E402
from ..core.spec import Spec  # noqa: E402
from ..players.model.formats import InText  # noqa: E402
from ..players.model.text_calls import turn_in  # noqa: E402
from ..players.model.wire import Chat  # noqa: E402
from .splits import admit  # noqa: E402

ID = "retailgym"
Row = dict[str, Any]


def rows(specs: Iterable[Spec | str], *, evaluate: bool = False) -> list[Row]:
    """Rows for SkyRL's dataset; the spec is all that they hold. `evaluate` is for a validation file."""
    extra = {"evaluate": True} if evaluate else {}
    return [
        {"prompt": [], "env_class": ID, "extra_info": {"spec": str(admit(spec, evaluate)), **extra}}
        for spec in specs
    ]


class ShopTextEnv(BaseTextEnv):
    """One episode. `max_turns` has no part in it: the shop's own budgets end it."""

    def __init__(self, env_config: Any = None, extras: Row | None = None) -> None:
        super().__init__()
        given = (extras or {}).get("extra_info") or extras or {}
        self._episode = start(admit(given["spec"], bool(given.get("evaluate"))))
        self._manner = InText()
        self._metrics: dict[str, float] = {}

    def init(self, prompt: list[Row]) -> tuple[list[Row], Row]:
        """What the dataset has in front, then the job, the tools and what the customer says."""
        return [*prompt, *messages(self._manner.opening(self._episode, observe(self._episode)))], {
            "spec": str(self._episode.spec)
        }

    def step(self, action: str) -> BaseTextEnvStepOutput:
        self._episode = step(self._episode, turn_in(action))
        self.turns += 1
        reward = 0.0
        if self._episode.done:
            verdict = judge(self._episode)
            reward, self._metrics = (
                verdict.reward,
                {"success": float(verdict.success), "harm": verdict.harm, **verdict.parts},
            )
        seen = messages(self._manner.answered(observe(self._episode).messages))
        return BaseTextEnvStepOutput(
            observations=seen, reward=reward, done=self._episode.done, metadata=dict(self._metrics)
        )

    def get_metrics(self) -> dict[str, float]:
        return dict(self._metrics)


def messages(chat: Iterable[Chat]) -> list[Row]:
    return [{"role": c.role, "content": c.content} for c in chat]


if ID not in registration.registry:
    registration.register(id=ID, entry_point=f"{__name__}:ShopTextEnv")
