"""One episode against any endpoint that speaks OpenAI's chat protocol, for stacks that bring a model of their
own behind one.

ran = await run_episode("http://127.0.0.1:8000/v1", "my-model", "cart/3/42")
print(ran.reward, ran.verdict.parts)
"""

from ..core.episode import judge, start
from ..core.errors import RetailGymError
from ..core.record import Tape
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.streams import Streams
from ..core.values import Value, replace
from ..players.model.failure import InfrastructureFailure
from ..players.model.settings import ModelSettings
from ..players.model.spending import Spending
from .splits import admit


class Ran(Value):
    """A finished episode: what it earned, and its record, which replays to the byte."""

    spec: Spec
    verdict: Verdict
    turns: int
    record: str

    @property
    def reward(self) -> float:
        return self.verdict.reward


class NoVerdict(RetailGymError, RuntimeError):
    """The endpoint failed, not the player: there is no reward, and nothing to learn from it."""


async def run_episode(  # what to ask and play, and how
    base_url: str,
    model: str,
    spec: Spec | str,
    *,
    api_key: str = "",
    asked: ModelSettings | None = None,
    evaluate: bool = False,
) -> Ran:
    """Play to the end. Text and calls are sampled as in training, at temperature 1; `asked` says
    otherwise."""
    from ..players.model.client import Endpoint  # needs aiohttp
    from ..players.model.player import Seat

    settings = replace(
        asked or ModelSettings(model=model, base_url=base_url, temperature=1.0, seed=None),
        model=model,
        base_url=base_url,
    )
    tape = Tape(start(admit(spec, evaluate)), player=model)
    async with Endpoint(settings, api_key) as endpoint:
        seat = Seat(tape, endpoint, Spending(), Streams("run_episode") / str(tape.episode.spec))
        await seat.play()
    if isinstance(seat.failure, InfrastructureFailure):
        raise NoVerdict(
            f"{base_url} failed during {tape.episode.spec}: {seat.failure.kind}: {seat.failure.detail}"
        )
    return Ran(
        spec=tape.episode.spec,
        verdict=judge(tape.episode),
        turns=tape.episode.turns,
        record=tape.written().decode(),
    )
