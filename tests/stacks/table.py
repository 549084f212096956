"""Runs the tests of one stack in the environment that it is started from, and keeps the row of the table in
docs/training/README.md.

python -m tests.stacks.table gymnasium
"""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from retailgym.training.needs import TESTED, installed

PAGE = Path(__file__).parents[2] / "docs" / "training" / "README.md"
ABOUT = {
    "gymnasium": (
        "Gymnasium",
        "text or values, vector environment, menus for classic RL, `check_env` without a word",
        "",
    ),
    "ray": (
        "Ray and RLlib",
        "groups on actors, shared curriculum, lost actors and nodes replaced, PPO on menus",
        "machines apart",
    ),
    "trl": (
        "TRL",
        "`environment_factory` per job, two GRPO steps in process and against a server, curriculum",
        "GPUs, vLLM",
    ),
    "verifiers": (
        "verifiers",
        "`vf-eval` finds the taskset and the in-process harness; metrics; `validate`",
        "prime-rl",
    ),
    "openenv": (
        "OpenEnv harness",
        "session factory in process and against a server, rollout function for TRL",
        "",
    ),
    "skyrl": ("SkyRL", "`BaseTextEnv`, metrics", "its trainer (GPUs)"),
    "verl": (
        "verl",
        "agent loop with masks and log-probabilities on its own token builder",
        "its trainer (GPUs)",
    ),
}


def run(stack: str) -> tuple[int, Counter[str]]:
    """The exit code, and how many tests came out how."""
    files = [
        f"tests/stacks/test_{stack}.py",
        *(["tests/stacks/test_same_rewards.py"] if stack in ABOUT else []),
    ]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:cacheprovider",
                "-m",
                "stack",
                f"--junitxml={report}",
                *files,
            ]
        ).returncode
        cases = list(ElementTree.parse(report).iter("testcase"))
    return code, Counter(_outcome(case) for case in cases)


def _outcome(case: ElementTree.Element) -> str:
    return next((kind for kind in ("failure", "error", "skipped") if case.find(kind) is not None), "passed")


def row(stack: str, counted: Counter[str]) -> str:
    name, works, untested = ABOUT[stack]
    bad = counted["failure"] + counted["error"]
    result = f"{counted['passed']} passed" + (f", {bad} failed" if bad else "")
    return (
        f"| [{name}]({stack}.md) | {TESTED[stack][0]} {installed(stack)} | {works} | {untested or '-'} | "
        f"{result} |"
    )


def with_row(page: str, stack: str, new: str) -> str:
    """The page with that row in place of the one before."""
    begins = f"| [{ABOUT[stack][0]}]("
    lines = [new if line.startswith(begins) else line for line in page.splitlines()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    name = sys.argv[1]
    exit_code, outcomes = run(name)
    if name in ABOUT:
        PAGE.write_text(
            with_row(PAGE.read_text(encoding="utf-8"), name, row(name, outcomes)), encoding="utf-8"
        )
    sys.exit(exit_code)
