"""Gymnasium: spaces of text, one episode or many in one call. Importing this module registers every
environment.

import gymnasium
from retailgym.training.gymnasium import env_id
env = gymnasium.make(env_id("cart"), level=3)  # retailgym/Cart-v4 for version 4 of cart
seen, info = env.reset(seed=42)  # plays cart/3/42
seen, reward, terminated, truncated, info = env.step('{"text": "Which size?"}')

An observation is JSON text: what came back since the last turn, and what is left of the budgets. An action is
a turn as JSON text. Anything else is malformed output, which ends the episode with -1. `info` has the spec,
the tools and, at the end, the verdict. Who reads no text says `text=False` and gets observations as values:
putting a policy into words takes longer than all the rest of a step."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from .needs import needs

needs(
    "gymnasium", "gymnasium:Env", "gymnasium.vector:VectorEnv._add_info", "gymnasium.vector.utils:batch_space"
)

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from ..core.env import Message, Observation, Turn  # noqa: E402
from ..core.episode import Episode, judge, observe, potential, start, step  # noqa: E402
from ..core.spec import SPLITS, Spec  # noqa: E402
from ..core.values import Value, encode  # noqa: E402
from ..envs import get_env, names  # noqa: E402
from .splits import admit  # noqa: E402

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

Info = dict[str, Any]
Action = str | Turn | Mapping[str, Any]
Seen = str | Observation
Start = Spec | str | Episode
Shaping = Literal["", "potential"]


class AnyText(spaces.Space[str]):
    """Every text. Gymnasium's own Text knows an alphabet and looks at each character."""

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, np.str_, seed)

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: None = None, probability: None = None) -> str:
        """Something said to the customer: the simplest turn that is well formed."""
        words = ("How many?", "Which size?", "Which colour?", "Anything else?", "Shall I go ahead?")
        return encode({"text": words[int(self.np_random.integers(len(words)))]}).decode()

    def contains(self, x: object) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyText)

    def __repr__(self) -> str:
        return "AnyText()"


class AnyObservation(spaces.Space[Observation]):
    """Every observation, as a value."""

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: None = None, probability: None = None) -> Observation:
        """One in which nothing was seen."""
        return Observation(env="", messages=(), tools=(), exchanges_left=0, calls_left=0, done=False)

    def contains(self, x: object) -> bool:
        return isinstance(x, Observation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyObservation)

    def __repr__(self) -> str:
        return "AnyObservation()"


class _Shown(Value):
    """An observation as text: the tools are the same all through, so they come once, with the reset."""

    messages: tuple[Message, ...]
    exchanges_left: int
    calls_left: int


def shown(episode: Episode) -> str:
    """What the agent may see now, as JSON text."""
    seen = observe(episode)
    return encode(
        _Shown(messages=seen.messages, exchanges_left=seen.exchanges_left, calls_left=seen.calls_left)
    ).decode()


@cache
def _tools(env: str) -> str:
    return encode(get_env(env).schemas()).decode()


def _opened(episode: Episode) -> Info:
    return {"spec": str(episode.spec), "about": episode.env.instructions, "tools": _tools(episode.env.id)}


class Terms(Value):
    """What is played, and how."""

    env: str
    level: int = 0
    shaping: Shaping = ""
    evaluate: bool = False  # nothing is learned from it
    text: bool = True  # observations are text, not values

    def __post_init__(self) -> None:
        if self.shaping not in ("", "potential"):
            raise ValueError(f"shaping={self.shaping!r} must be 'potential', or empty for none")
        Spec(get_env(self.env).id, self.level, 0)  # a level that there is not is told now

    def space(self) -> AnyText | AnyObservation:
        return AnyText() if self.text else AnyObservation()


class EpisodeSeat:
    """One place at which episodes are played, one after the other: what both kinds of environment do for each
    of theirs."""

    def __init__(self, terms: Terms, catalog: "Catalog | None") -> None:
        self.terms, self.catalog = terms, catalog
        self.episode: Episode | None = None
        self._look: Callable[[Episode], Seen] = shown if terms.text else observe
        self._height = 0.0

    def reset(self, seed: int, begin: Start | None = None) -> tuple[Seen, Info]:
        """An episode that is given is played on from where it stands; so a fork begins."""
        at = Spec(self.terms.env, self.terms.level, seed) if begin is None else begin
        spec = admit(at.spec if isinstance(at, Episode) else at, self.terms.evaluate)
        self.episode = at if isinstance(at, Episode) else start(spec, catalog=self.catalog)
        self._height = potential(self.episode) if self.terms.shaping else 0.0
        return self._look(self.episode), _opened(self.episode)

    def drawn(self, rng: np.random.Generator) -> int:
        """A seed of the training split, or of the test split where nothing is learned."""
        seeds = SPLITS["test" if self.terms.evaluate else "train"]
        return seeds[int(rng.integers(len(seeds)))]

    def step(self, action: Action) -> tuple[Seen, float, bool, Info]:
        if self.episode is None:
            raise ValueError("no episode has begun; reset first")
        self.episode = episode = step(self.episode, action)
        reward, info = 0.0, Info()
        if episode.done:
            verdict = judge(episode)
            reward, info = (
                verdict.reward,
                {"success": verdict.success, "ended": episode.ended, "harm": verdict.harm, **verdict.parts},
            )
        if self.terms.shaping:
            before, self._height = self._height, potential(episode)
            reward += self._height - before
        return self._look(episode), reward, episode.done, info


class ShopEnv(gymnasium.Env[Seen, Action]):
    """One episode. `reset(seed=42)` plays that seed, `reset()` one of the training split,
    `reset(options={"start": …})` that spec or episode.

    With `evaluate=True` it is the test split, whose seeds are refused otherwise.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(  # as Gymnasium hands over what `make` was given
        self,
        env: str,
        level: int = 0,
        *,
        shaping: Shaping = "",
        catalog: "Catalog | None" = None,
        evaluate: bool = False,
        text: bool = True,
        render_mode: str | None = None,
    ) -> None:
        terms = Terms(env=env, level=level, shaping=shaping, evaluate=evaluate, text=text)
        self.observation_space, self.action_space = terms.space(), AnyText()
        self.counter, self.render_mode = EpisodeSeat(terms, catalog), render_mode

    @property
    def episode(self) -> Episode:
        """The episode as it stands; a value, so that keeping it is a fork."""
        if self.counter.episode is None:
            raise ValueError("no episode has begun; reset first")
        return self.counter.episode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Info]:
        super().reset(seed=seed)
        return self.counter.reset(
            self.counter.drawn(self.np_random) if seed is None else seed, (options or {}).get("start")
        )

    def step(self, action: Action) -> tuple[Seen, float, bool, bool, Info]:
        seen, reward, done, info = self.counter.step(action)
        return seen, reward, done, False, info

    def render(self) -> str:
        return shown(self.episode)


class ShopVectorEnv(VectorEnv[tuple[Seen, ...], Sequence[Action], np.ndarray]):
    """N episodes, stepped in one call. An episode that has ended is followed by the next at the next step,
    whose action is not used."""

    def __init__(  # as Gymnasium hands over what `make_vec` was given
        self,
        env: str,
        num_envs: int = 1,
        level: int = 0,
        *,
        shaping: Shaping = "",
        catalog: "Catalog | None" = None,
        evaluate: bool = False,
        text: bool = True,
    ) -> None:
        terms = Terms(env=env, level=level, shaping=shaping, evaluate=evaluate, text=text)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = terms.space(), AnyText()
        self.observation_space, self.action_space = (
            batch_space(terms.space(), num_envs),
            batch_space(AnyText(), num_envs),
        )
        self.metadata = _autoreset()
        self.counters = [EpisodeSeat(terms, catalog) for _ in range(num_envs)]
        self._ended = [False] * num_envs

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[tuple[Seen, ...], Info]:
        """One seed stands for itself and those after it. `options={"starts": […]}` gives each a spec or an
        episode."""
        super().reset(
            seed=seed if seed is None or isinstance(seed, int) else seed[0]
        )  # of it come the seeds of those that follow
        seeds = [counter.drawn(self.np_random) for counter in self.counters] if seed is None else seed
        seeds = range(seeds, seeds + self.num_envs) if isinstance(seeds, int) else seeds
        starts = (options or {}).get("starts") or [None] * self.num_envs
        if not len(seeds) == len(starts) == self.num_envs:
            raise ValueError(
                f"{len(seeds)} seeds and {len(starts)} starts were given for {self.num_envs} episodes; "
                f"give "
                f"one for each"
            )
        self._ended, seen, infos = [False] * self.num_envs, [], Info()
        for i, (counter, one, begin) in enumerate(zip(self.counters, seeds, starts, strict=True)):
            look, info = counter.reset(one, begin)
            seen.append(look)
            infos = self._add_info(infos, info, i)
        return tuple(seen), infos

    def step(
        self, actions: Sequence[Action]
    ) -> tuple[tuple[Seen, ...], np.ndarray, np.ndarray, np.ndarray, Info]:
        if len(actions) != self.num_envs:
            raise ValueError(
                f"{len(actions)} actions were given for {self.num_envs} episodes; give one for each"
            )
        seen, rewards, infos = [], np.zeros(self.num_envs), Info()
        for i, (counter, action) in enumerate(zip(self.counters, actions, strict=True)):
            if self._ended[i]:
                (look, info), self._ended[i] = counter.reset(counter.drawn(self.np_random)), False
            else:
                look, rewards[i], self._ended[i], info = counter.step(action)
            seen.append(look)
            infos = self._add_info(infos, info, i)
        return tuple(seen), rewards, np.array(self._ended), np.zeros(self.num_envs, bool), infos


def _autoreset() -> Info:
    """Gymnasium 1.0 has this way of following on and no name for it."""
    modes = getattr(gymnasium.vector, "AutoresetMode", None)
    return {"render_modes": []} | ({"autoreset_mode": modes.NEXT_STEP} if modes else {})


def env_id(env: str) -> str:
    """retailgym/Cart-v4 for version 4 of cart."""
    return f"retailgym/{env.replace('_', ' ').title().replace(' ', '')}-v{get_env(env).version}"


def register() -> None:
    """Every installed environment, once."""
    for env in names():
        if env_id(env) not in gymnasium.registry:
            gymnasium.register(
                env_id(env),
                entry_point=f"{__name__}:ShopEnv",
                vector_entry_point=f"{__name__}:ShopVectorEnv",
                kwargs={"env": env},
                disable_env_checker=True,
            )


register()
