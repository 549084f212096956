"""verl: an agent loop. Importing this module registers it as "retailgym_agent".

A row of the dataset is {"prompt": [...], "agent_name": "retailgym_agent", "extra_info": {"spec":
"cart/3/42"}, ...}; `rows` makes them. Tool calls are read from the text, in any of the usual ways of writing
them; text without one is said to the customer."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from .needs import needs

LOOP = "verl.experimental.agent_loop.agent_loop"
needs(
    "verl",
    f"{LOOP}:AgentLoopBase.ct_merge_context_msg(previous_messages)",
    f"{LOOP}:AgentLoopBase.ct_merge_assistant_token",
    f"{LOOP}:register",
)

from verl.experimental.agent_loop.agent_loop import (  # noqa: E402
    AgentLoopBase,
    AgentLoopMetrics,
    AgentLoopOutput,
    register,
)

from ..core.episode import Episode, judge, observe, start, step  # noqa: E402
from ..core.spec import Spec  # noqa: E402
from ..players.model.formats import InText  # noqa: E402
from ..players.model.text_calls import turn_in  # noqa: E402
from ..players.model.wire import Chat  # noqa: E402
from .splits import admit  # noqa: E402

NAME = "retailgym_agent"
Row = dict[str, Any]


def rows(specs: Iterable[Spec | str], *, evaluate: bool = False) -> list[Row]:
    """Rows for verl's parquet file; the spec is all that they hold. `evaluate` is for a validation file.

    The prompt is there because verl wants one: the loop writes its own.
    """
    extra = {"evaluate": True} if evaluate else {}
    return [
        {
            "prompt": [{"role": "user", "content": str(spec)}],
            "data_source": "retailgym",
            "agent_name": NAME,
            "reward_model": {"style": "rule", "ground_truth": ""},
            "extra_info": {"spec": str(spec), "index": i, **extra},
        }
        for i, spec in enumerate(admit(one, evaluate) for one in specs)
    ]


class TokenTranscript:
    """The tokens of one episode: those of the model are learned from, all others are not."""

    def __init__(self, ids: list[int]) -> None:
        self.ids = ids
        self.mask: list[int] = []
        self.logprobs: list[float] = []

    def put(self, merged: tuple[Any, list[int], list[float] | None]) -> None:
        result, self.mask, logprobs = merged
        self.ids, self.logprobs = result.token_ids, logprobs or []


@register(NAME)
class ShopAgentLoop(AgentLoopBase):
    """Plays an episode until it ends or the response is full; what is not finished by then earns nothing."""

    async def run(self, sampling_params: Row, priority: int = 0, **row: Any) -> AgentLoopOutput:
        asked = row["extra_info"]
        episode, manner, request = (
            start(admit(asked["spec"], bool(asked.get("evaluate")))),
            InText(),
            uuid4().hex,
        )
        chat = _messages(manner.opening(episode, observe(episode)))
        tokens = TokenTranscript(await self.ct_build_initial_tokens(chat))
        most = self.rollout_config.response_length
        while not episode.done and len(tokens.mask) < most:
            output = await self.server_manager.generate(
                request_id=request, prompt_ids=tokens.ids, sampling_params=sampling_params
            )
            logprobs = tokens.logprobs if tokens.logprobs or output.log_probs else None
            tokens.put(
                await self.ct_merge_assistant_token(
                    tokens.ids,
                    output.token_ids,
                    tokens.mask,
                    logprobs,
                    assistant_logprobs=output.log_probs or None,
                )
            )
            text = self.tokenizer.decode(output.token_ids, skip_special_tokens=True)
            episode = step(episode, turn_in(text))
            if not episode.done and len(tokens.mask) < most:
                before = [*chat, {"role": "assistant", "content": text}]
                chat = [*before, *_messages(manner.answered(observe(episode).messages))]
                tokens.put(
                    await self.ct_merge_context_msg(
                        before, chat, tokens.ids, tokens.mask, tokens.logprobs or None
                    )
                )
        return _output(episode, tokens, most)


def _output(episode: Episode, tokens: TokenTranscript, most: int) -> AgentLoopOutput:
    at = len(tokens.ids) - len(tokens.mask)
    reward = judge(episode).reward if episode.done else 0.0
    return AgentLoopOutput(
        prompt_ids=tokens.ids[:at],
        response_ids=tokens.ids[at:][:most],
        response_mask=tokens.mask[:most],
        response_logprobs=tokens.logprobs[:most] or None,
        reward_score=reward,
        num_turns=2 * episode.turns + 1,
        metrics=AgentLoopMetrics(),
        extra_fields={"turn_scores": [], "tool_rewards": [], "spec": str(episode.spec)},
    )


def _messages(chat: Iterable[Chat]) -> list[Row]:
    return [{"role": c.role, "content": c.content} for c in chat]
