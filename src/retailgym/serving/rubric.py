"""The reward as OpenEnv's tree of rubrics: parts, harm and gates below the reward."""

from typing import Any

from openenv.core.rubrics import Rubric, RubricDict

from ..core.reward import Verdict


class Score(Rubric):
    """One number of the verdict."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def forward(self, action: Any, observation: Any) -> float:
        return self.value


class Reward(Rubric):
    """0.0 until the end, then the verdict's reward; below it `parts`, `gates` and `harm`, which say why."""

    def __init__(self) -> None:
        super().__init__()
        self.verdict: Verdict | None = None
        self.harm = Score(0.0)
        self.parts = RubricDict()
        self.gates = RubricDict()

    def reset(self) -> None:
        self.__init__()  # type: ignore[misc]

    def judged(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.harm = Score(verdict.harm)
        self.parts = RubricDict({name: Score(float(value)) for name, value in verdict.parts.items()})
        self.gates = RubricDict({check.name: Score(float(check.passed)) for check in verdict.checks})

    def forward(self, action: Any, observation: Any) -> float:
        if self.verdict is None:
            return 0.0
        for leaf in (*self.parts.values(), *self.gates.values(), self.harm):
            leaf(action, observation)
        return self.verdict.reward
