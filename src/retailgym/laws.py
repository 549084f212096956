"""The laws as tests, for an environment in a package of its own:

pytest --pyargs retailgym.laws

It checks every environment that another installed package brings; RETAILGYM_ENVS=layaway,cart names others,
and RETAILGYM_SEEDS says how many seeds of each level are played."""

import os

import pytest

from retailgym.core.spec import task
from retailgym.envs import home, names
from retailgym.evaluation.validate import CHECKS, Proven, Trial

LEVELS = (0, 3, 6, 9, 12)
ENVS = os.environ.get("RETAILGYM_ENVS", "").split(",") if os.environ.get("RETAILGYM_ENVS") else [
    env for env in names() if home(env) != "retailgym"
]  # fmt: skip
SEEDS = int(os.environ.get("RETAILGYM_SEEDS", "4"))


@pytest.fixture(scope="module", params=ENVS or ["none"])
def proven(request: pytest.FixtureRequest) -> Proven:
    if request.param == "none":
        pytest.skip("no other package brings an environment; RETAILGYM_ENVS names one")
    specs = tuple(task("validation", i, request.param, level) for level in LEVELS for i in range(SEEDS))
    return Proven(Trial(env=request.param, specs=specs))


@pytest.mark.parametrize("law", CHECKS)
def test_law(proven: Proven, law: str) -> None:
    passed, figure, because = CHECKS[law](proven)
    assert passed, f"{law}: {figure}; {because}"
