"""verifiers: a taskset of specs and a harness that plays them in this process. `vf-eval retailgym-verifiers`
finds both.

Only the spec is in a task's data, which verifiers writes into traces; the goal never is. The parts of the
reward are metrics, and `vf-validate` lets the expert play."""

from collections.abc import Iterator
from typing import Any, ClassVar

from .needs import needs

needs(
    "verifiers",
    "verifiers.v1:Harness.launch(mcp_urls)",
    "verifiers.v1:Taskset.load",
    "verifiers.v1:TaskData",
    "verifiers.v1:ProgramResult",
)

import verifiers.v1 as vf  # noqa: E402

from .. import players  # noqa: E402
from ..core.episode import start  # noqa: E402
from ..core.rendering import Results  # noqa: E402
from ..core.spec import Spec, task  # noqa: E402
from ..envs import get_env  # noqa: E402
from ..evaluation import choose_envs, choose_levels  # noqa: E402
from ..evaluation.held_out import HELD_OUT  # noqa: E402
from ..players.model.settings import Mode, ModelSettings  # noqa: E402
from .endpoint import NoVerdict, run_episode  # noqa: E402
from .splits import admit  # noqa: E402

INSTEAD = 'set split = "train", or split = "test" where nothing is learned from it'


class SpecData(vf.TaskData):
    """All that is known of a task in advance."""

    spec: str = ""


class Earned(vf.State):
    """What an episode came to."""

    reward: float = 0.0
    success: float = 0.0
    harm: float = 0.0
    parts: dict[str, float] = {}


class ShopTask(vf.Task[SpecData, Earned, vf.TaskConfig]):
    """One spec."""

    @property
    def key(self) -> str:
        return str(self.data.spec)

    @vf.reward(weight=1.0)
    async def reward(self, trace: vf.Trace) -> float:
        return float(trace.state.reward)

    @vf.metric
    async def verdict(self, trace: vf.Trace) -> dict[str, float]:
        state = trace.state
        return {"success": state.success, "harm": state.harm, **state.parts}

    async def validate(self, runtime: Any) -> bool:
        """Can it be solved? The expert, who sees what any agent sees, must earn all of it."""
        return players.play(start(self.data.spec), players.expert)[1].reward == 1.0


class ShopConfig(vf.TasksetConfig):
    envs: str = "all"
    """all, a set such as C4, or names: cart,returns."""
    levels: str = "0"
    """0,6,12 or 0-24 or all."""
    split: str = "train"
    """train, validation or test. Saying test says that nothing is learned from it."""
    seeds: int = 100
    """Tasks per environment and level."""
    specs: list[str] = []
    """Exactly these, in place of all that; of the test split only where `split` says test."""


class ShopTaskset(vf.Taskset[ShopTask, ShopConfig]):
    """Environments by turns, level by level, seed by seed."""

    def load(self) -> Iterator[ShopTask]:
        for spec in self._specs():
            about = get_env(spec.env).instructions
            yield ShopTask(
                SpecData(spec=str(spec), id=str(spec), name=str(spec), prompt=about), self.config.task
            )

    def _specs(self) -> Iterator[Spec]:
        config = self.config
        if config.specs:
            return iter([admit(text, config.split in HELD_OUT, instead=INSTEAD) for text in config.specs])
        envs, levels = choose_envs(config.envs), choose_levels(config.levels)
        return (
            task(config.split, i, env, level) for i in range(config.seeds) for level in levels for env in envs
        )


class ShopHarnessConfig(vf.HarnessConfig):
    mode: Mode = "tools"
    """tools, or json for a model that has no tool calls of its own."""
    results: Results = "text"
    """How it reads results: text, or json."""


class ShopHarness(vf.Harness[ShopHarnessConfig]):
    """Plays an episode in this process; every call of the model goes through the interception, as the
    contract wants."""

    APPENDS_SYSTEM_PROMPT: ClassVar[bool] = True
    EXECUTES_CODE: ClassVar[bool] = False
    NEEDS_CONTAINER: ClassVar[bool] = False

    async def launch(  # one parameter for each thing that verifiers hands over
        self,
        ctx: Any,
        trace: vf.Trace,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
    ) -> vf.ProgramResult:
        mode: Mode = self.config.mode
        how = {"mode": mode, "results": self.config.results}
        asked = ModelSettings(
            model=ctx.model, base_url=endpoint, **how, temperature=None, seed=None, max_tokens=None
        )  # sampling is verifiers' own
        try:
            ran = await run_episode(
                endpoint, ctx.model, data.spec, api_key=secret, asked=asked, evaluate=True
            )  # the taskset let it in
        except NoVerdict as failed:
            return vf.ProgramResult(exit_code=1, stdout="", stderr=str(failed))
        trace.state.reward, trace.state.success, trace.state.harm = (
            ran.reward,
            float(ran.verdict.success),
            ran.verdict.harm,
        )
        trace.state.parts = {name: float(part) for name, part in ran.verdict.parts.items()}
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")
