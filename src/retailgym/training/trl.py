"""TRL: one environment class per job, its tools as typed methods, for `GRPOTrainer(environment_factory=…)`.

classes = environments(("cart", "returns"))                        # or environments(...,
base_url="http://127.0.0.1:8000") trainer = GRPOTrainer(model, args=…,
train_dataset=Dataset.from_list(rows(specs)), environment_factory=classes)

TRL makes every public method a tool, so a class has its tools, `reset` and `get_reward` and nothing else. TRL
has no word for "done": a call after the end changes nothing and says that the episode is over."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Union

from ..core import curriculum as curricula
from ..core.curriculum import FinishedEpisode
from ..core.env import Env
from ..core.rendering import Rendering, Results
from ..core.spec import Spec, task
from ..core.streams import Streams
from ..core.values import encode
from ..envs import get_env
from ..serving.local_client import LocalEnv
from ..serving.session import Frame
from ..tools.kit import Schema
from .splits import admit

if TYPE_CHECKING:
    from ..serving.light_client import LightEnv

OVER = "The episode is over; nothing more can be done."
NOTHING = "(nothing)"
PLAIN: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict,
    "null": None,
}
Door = Callable[[], "LocalEnv | LightEnv"]


class Schedule:
    """A curriculum for a dataset of numbered rows: the level of row i is chosen when it is first played, so a
    group shares it."""

    def __init__(self, envs: Iterable[str], strategy: str = "window", **settings: int) -> None:
        self.curricula = {env: curricula.fresh(strategy, (env,), **settings) for env in envs}
        self._chosen: dict[tuple[str, int], Spec] = {}

    def spec(self, env: str, row: int) -> Spec:
        if (env, row) not in self._chosen:
            _, level = curricula.choose(self.curricula[env], (Streams("schedule") / env / row)())
            self._chosen[env, row] = task("train", row, env, level)
        return self._chosen[env, row]

    def learn(self, spec: Spec, success: bool, reward: float) -> None:
        admit(spec)
        played = FinishedEpisode(env=spec.env, level=spec.level, success=success, reward=reward)
        self.curricula[spec.env] = curricula.after(self.curricula[spec.env], played)

    def rows(self, n: int) -> list[dict[str, Any]]:
        """n rows for each environment, mixed; for `Dataset.from_list`."""
        return [_row(env) | {"row": i} for i in range(n) for env in self.curricula]


def rows(specs: Iterable[Spec | str], *, evaluate: bool = False) -> list[dict[str, Any]]:
    """A row for each spec, for `Dataset.from_list`. Only the spec is in it, never an answer. `evaluate` is
    for an `eval_dataset`."""
    extra = {"evaluate": True} if evaluate else {}
    return [_row(spec.env) | {"spec": str(spec)} | extra for spec in (admit(one, evaluate) for one in specs)]


def _row(env: str) -> dict[str, Any]:
    return {"environment": env, "prompt": [{"role": "user", "content": ""}]}


def environments(
    envs: Iterable[str],
    *,
    base_url: str = "",
    token: str = "",
    schedule: Schedule | None = None,
    results: Results = "text",
) -> dict[str, type]:
    """A class for each environment, by the name in the dataset's `environment` column; in this process, or
    played on a server. Results are read as compact text, or as JSON."""
    door: Door = LocalEnv
    if base_url:
        from ..serving.light_client import LightEnv

        def door() -> "LightEnv":
            return LightEnv(base_url, token=token)

    return {env: environment(get_env(env), door, schedule, results) for env in envs}


def environment(env: Env, door: Door, schedule: Schedule | None = None, results: Results = "text") -> type:
    """The class of one environment."""

    def __init__(self: Any) -> None:
        self._env, self._frame, self._rendering = door(), None, Rendering(results)

    def reset(self: Any, *, spec: str = "", row: int = -1, evaluate: bool = False, **others: Any) -> str:
        at = schedule.spec(env.id, row) if schedule is not None and not spec else admit(spec, evaluate)
        if at.env != env.id:
            raise ValueError(
                f"{at} is no task of {env.id!r}; the dataset's column environment must say {at.env!r}"
            )
        self._spec, self._counts = at, schedule is not None and not spec
        self._frame = self._env.reset(spec=str(at))
        self._rendering.forget()
        return str(self._frame.observation["prompt"])

    def get_reward(self: Any) -> float:
        """An episode that was not finished earned nothing."""
        frame: Frame = self._frame
        reward = float(frame.reward or 0.0) if frame.done else 0.0
        if schedule is not None and self._counts:
            schedule.learn(self._spec, frame.done and bool(frame.metadata["success"]), reward)
            self._counts = False  # asked twice, counted once
        return reward

    methods = {
        "__init__": __init__,
        "reset": reset,
        "get_reward": get_reward,
        **{s.name: _method(s) for s in env.schemas()},
    }
    return type(f"{env.id.title()}Environment", (), {"__doc__": env.instructions, **methods})


def _method(schema: Schema) -> Callable[..., str]:
    """A tool as a method. It takes whatever the model wrote, so that the shop judges it; its signature says
    what it should be."""

    def tool(self: Any, **arguments: Any) -> str:
        if self._frame.done:
            return OVER
        self._frame = self._env.step(schema.name, arguments)
        return answer(self._frame, self._rendering)

    fields: Mapping[str, Any] = schema.parameters.get("properties", {})
    hints = {name: _hint(field) for name, field in fields.items()}
    required = schema.parameters.get("required", ())
    given = [
        inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, annotation=h, **_default(n in required))
        for n, h in hints.items()
    ]
    tool.__name__ = tool.__qualname__ = schema.name
    tool.__annotations__ = {**hints, "return": str}
    tool.__doc__ = _docstring(schema, fields)
    tool.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *given], return_annotation=str
    )
    return tool


def _default(required: bool) -> dict[str, Any]:
    return {} if required else {"default": None}


def _docstring(schema: Schema, fields: Mapping[str, Any]) -> str:
    """In Google's style, which is the one that TRL reads."""
    about = [f"    {name}: {_about(name, field)}" for name, field in fields.items()]
    told = ["", "Args:", *about] if about else []
    return "\n".join(
        [
            " ".join(schema.description.split()),
            *told,
            "",
            "Returns:",
            "    What the shop or the customer answers.",
        ]
    )


def _about(name: str, field: Mapping[str, Any]) -> str:
    """What a field means; a type hint cannot say what an object holds, so this does."""
    inner = field.get("items", field)
    held = f" As JSON schema: {encode(inner).decode()}" if "properties" in inner else ""
    return " ".join(f"{field.get('description') or name.replace('_', ' ')}{held}".split())


def _hint(field: Mapping[str, Any]) -> Any:
    """A type for a field of a JSON schema."""
    if "enum" in field:
        return Literal[tuple(field["enum"])]
    if "anyOf" in field:
        return Union[tuple(_hint(f) for f in field["anyOf"])]  # noqa: UP007  # made at run time
    if field.get("type") == "array":
        return list[_hint(field.get("items", {}))]  # type: ignore[misc]
    return PLAIN.get(field.get("type", "object"), dict)


def answer(frame: Frame, rendering: Rendering) -> str:
    """What the model reads after a call."""
    error = frame.observation.get("error")
    return (
        f"Malformed: {error['message']}"
        if error
        else rendering.answer(frame.observation.get("result")) or NOTHING
    )
