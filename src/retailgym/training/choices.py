"""A discrete-choice wrapper for Gymnasium: an action is a place on the menu of legal acts, an observation a
vector of numbers.

env = Choices(gymnasium.make(env_id("cart"), level=0, text=False))  # nobody here reads text
seen, info = env.reset(seed=42)
seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .needs import needs

needs("gymnasium", "gymnasium:Wrapper")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import RecordConstructorArgs  # noqa: E402

from ..core.env import Turn  # noqa: E402
from ..core.episode import heard, observe  # noqa: E402
from ..envs import get_env  # noqa: E402
from .gymnasium import Info, ShopEnv  # noqa: E402
from .menu import Act, Notebook  # noqa: E402

Numbers = NDArray[np.float32]
OFTEN = 5  # a tool that was used as often as this counts as used much


class Choices(gymnasium.Wrapper[Numbers, int, Any, Any], RecordConstructorArgs):
    """For each place: is there an act, how well does what it names fit, was it done before; then use of the
    tools, and the budgets left.

    A place that is empty stands for the next one that is not, so that every action is legal;
    `info["action_mask"]` has those that are not."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        if not isinstance(env.unwrapped, ShopEnv):
            raise TypeError(f"Choices wraps an environment of retailgym, not {env.unwrapped!r}")
        self._shop: ShopEnv = env.unwrapped
        self._env = get_env(self._shop.counter.terms.env)
        self._notes = Notebook(self._env)
        self._menu: list[Act | None] = []
        self.action_space = spaces.Discrete(self._notes.places)
        self.observation_space = spaces.Box(
            0.0, 1.0, (3 * self._notes.places + len(self._env.tools) + 2,), np.float32
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        _, info = self.env.reset(seed=seed, options=options)
        self._notes = Notebook(self._env)
        return self._looked(), info | {"action_mask": self.action_masks()}

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, Info]:
        act = self.act(int(action))
        self._notes.did(act.call)
        _, reward, terminated, truncated, info = self.env.step(Turn("", (act.call,)))
        return (
            self._looked(),
            float(reward),
            terminated,
            truncated,
            info | {"action_mask": self.action_masks()},
        )

    def act(self, action: int) -> Act:
        """The act at a place, or at the next one that has one: speaking to the customer is always
        possible."""
        return next(act for act in self._menu[action:] + self._menu[:action] if act is not None)

    def action_masks(self) -> NDArray[np.int8]:
        """One where there is an act, as `Discrete.sample` and maskable learners want it."""
        return np.array([act is not None for act in self._menu], np.int8)

    def _looked(self) -> Numbers:
        seen, budgets = observe(self._shop.episode), self._shop.episode.budgets
        self._notes.hear(seen, heard(self._shop.episode))
        self._menu = self._notes.menu()
        places = [(1.0, act.fit, float(act.done)) if act else (0.0, 0.0, 0.0) for act in self._menu]
        used = [min(1.0, self._notes.used[name] / OFTEN) for name in self._env.tools]
        left = [max(0, seen.exchanges_left) / budgets.exchanges, max(0, seen.calls_left) / budgets.calls]
        return np.array([x for place in places for x in place] + used + left, np.float32)
