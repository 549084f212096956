"""A task for inspect_ai (extra `inspect`): the same specs, the same conversation and the same verdicts as
`retailgym eval`.

inspect eval retailgym/counter --model openai-api/local/my-model -T envs=C4 -T levels=0,6,12 -T seeds=20
--epochs 4"""

from typing import Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo, ToolParams

from ..core.env import Call, Observation, Turn
from ..core.episode import Episode, judge, observe, start, step
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import encode
from ..players.model.formats import ToolCalls
from ..players.model.wire import Chat
from .accounts import conducted
from .plan import EvaluationPlan, choose_envs, choose_levels

KEPT = "retailgym verdict"


@task
def counter(
    envs: str = "all",
    levels: str = "0,6,12",
    seeds: int = 5,
    split: str = "test",
    invalid: Literal["end", "strike"] = "end",
) -> Task:
    """Serve customers: every spec of a plan is a sample. Nothing of a goal is in a sample or in the log."""
    plan = EvaluationPlan(
        players=(),
        envs=choose_envs(str(envs)),
        levels=choose_levels(str(levels)),
        seeds=seeds,
        split=split,
        invalid=invalid,
    )
    samples = [_sample(spec) for spec in plan.specs()]
    return Task(
        dataset=MemoryDataset(samples, name=f"retailgym-{split}"),
        solver=at_the_counter(),
        scorer=verdict(),
        version=_version(plan),
    )


def _version(plan: EvaluationPlan) -> str:
    from ..envs import get_env

    return ",".join(f"{env}@{get_env(env).version}" for env in plan.envs)


def _sample(spec: Spec) -> Sample:
    episode = start(spec)
    opening = [_message(chat, {}) for chat in ToolCalls().opening(episode, observe(episode))]
    return Sample(id=str(spec), input=opening, metadata={"env": spec.env, "level": spec.level})


@solver
def at_the_counter() -> Solver:
    """The model plays the episode to its end. Its calls go to the shop as they are."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode, model = start(Spec.parse(str(state.sample_id))), get_model()
        tools, manner = _tools(observe(episode)), ToolCalls()
        while not episode.done:
            output = await model.generate(state.messages, tools=tools)
            state.messages.append(output.message)
            state.output = output
            episode = step(episode, _turn(output))
            state.messages.extend(_answers(manner, output.message, observe(episode)))
        state.store.set(KEPT, encode(judge(episode)).decode())
        _note(state, episode)
        return state

    return solve


def _note(state: TaskState, episode: Episode) -> None:
    """How it was played, beside the verdict."""
    how = conducted(episode)
    state.metadata |= {
        "ended": episode.ended,
        "turns": episode.turns,
        "exchanges": episode.used.exchanges,
        "calls": episode.used.calls,
        "tool_errors": how.tool_errors,
        "ids_unseen": how.ids_unseen,
    }


def _turn(output: ModelOutput) -> Turn:
    """What cannot be read as arguments stays unreadable, so that the episode's own rule for malformed output
    applies."""
    calls = [
        Call(c.function, "{" if c.parse_error else c.arguments, c.id) for c in output.message.tool_calls or []
    ]
    return Turn(output.message.text, tuple(calls))


def _answers(manner: ToolCalls, message: ChatMessageAssistant, seen: Observation) -> list[ChatMessage]:
    names = {c.id: c.function for c in message.tool_calls or []}
    return [_message(chat, names) for chat in manner.answered(seen.messages)]


def _message(chat: Chat, names: dict[str, str]) -> ChatMessage:
    match chat.role:
        case "system":
            return ChatMessageSystem(content=chat.content)
        case "tool":
            return ChatMessageTool(
                content=chat.content, tool_call_id=chat.tool_call_id, function=names.get(chat.tool_call_id)
            )
        case _:
            return ChatMessageUser(content=chat.content)


def _tools(seen: Observation) -> list[ToolInfo]:
    return [
        ToolInfo(name=s.name, description=s.description, parameters=ToolParams.model_validate(s.parameters))
        for s in seen.tools
    ]


@scorer(metrics={"success": [mean(), stderr()], "reward": [mean(), stderr()]})
def verdict() -> Scorer:
    """Success and reward as the shop's own judge gave them, with the checks that failed."""

    async def score(state: TaskState, target: Target) -> Score:
        import msgspec

        verdict = msgspec.json.decode(state.store.get(KEPT), type=Verdict)
        why = (
            "; ".join(f"{c.name}: {c.because}" for c in verdict.checks if not c.passed)
            or "every check passed"
        )
        return Score(
            value={"success": float(verdict.success), "reward": verdict.reward},
            explanation=why,
            metadata=dict(verdict.parts) | {"harm": verdict.harm},
        )

    return score
