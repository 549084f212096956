"""Digests of what agents see: `python -m tests.golden.transcripts` prints them, `… write` keeps them.

For each spec, the expert's transcript (messages, budgets, world), the verdict on it, and what a model is told
and may call. Needs the package's two dependencies alone, so that any interpreter can run it."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import retailgym as rg
from retailgym.core.values import digest
from retailgym.players.model.prompt import rules_with_tools

FILE = Path(__file__).with_name("transcripts.json")
PER_ENV, FEW = 104, 26  # eight seeds at each of the thirteen levels, or two


def specs(per_env: int = PER_ENV) -> list[rg.Spec]:
    return [rg.Spec(env, i % 13, 1000 + i // 13) for env in rg.envs() for i in range(per_env)]


def digests(per_env: int = PER_ENV) -> dict[str, str]:
    return {str(spec): seen(spec) for spec in specs(per_env)}


def seen(spec: rg.Spec) -> str:
    """The transcript, the verdict, and the prompt with its tools."""
    start = rg.start(spec)
    prompt = rules_with_tools(start.env, rg.observe(start), spec)
    episode, verdict = rg.play(start, rg.players.get("expert"))
    return f"{rg.digest(episode)} {digest(verdict)} {digest(prompt)}"


if __name__ == "__main__":
    text = json.dumps(digests(FEW if sys.argv[1:] == ["few"] else PER_ENV), indent=0)
    if sys.argv[1:] == ["write"]:
        FILE.write_text(text + "\n")
    else:
        print(text)
