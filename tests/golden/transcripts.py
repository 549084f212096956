"""Digests of what agents see: `python -m tests.golden.transcripts` prints them, `… write` keeps them.

For each spec, the expert's transcript (messages, budgets, world), the verdict on it, and what a model is told
and may call. Beside them a history of versions: one digest for each version of each environment, for ever.
Needs the package's two dependencies alone, so that any interpreter can run it."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import retailgym as rg
from retailgym.core.values import digest
from retailgym.envs import get_env
from retailgym.players.model.prompt import rules_with_tools

FILE = Path(__file__).with_name("transcripts.json")
HISTORY = Path(__file__).with_name("versions.json")  # env: version: digest of all its transcripts; only grows
LEVELS = (*range(13), 16, 20, 24)
SEEDS = 4  # at each level


def specs(seeds: int = SEEDS) -> list[rg.Spec]:
    return [rg.Spec(env, level, 1000 + n) for env in rg.envs() for n in range(seeds) for level in LEVELS]


def few() -> list[rg.Spec]:
    """One seed at every third level, not the same levels of every environment."""
    return specs(1)[::3]


def digests(chosen: list[rg.Spec]) -> dict[str, str]:
    return {str(spec): seen(spec) for spec in chosen}


def seen(spec: rg.Spec) -> str:
    """The transcript, the verdict, and the prompt with its tools."""
    start = rg.start(spec)
    prompt = rules_with_tools(start.env, rg.observe(start), spec)
    episode, verdict = rg.play(start, rg.players.get("expert"))
    return f"{rg.digest(episode)} {digest(verdict)} {digest(prompt)}"


def versions(found: dict[str, str]) -> dict[str, tuple[str, str]]:
    """The version of each environment, and one digest of all that was found of it."""
    own = {env: {k: v for k, v in found.items() if k.startswith(f"{env}/")} for env in rg.envs()}
    return {env: (str(get_env(env).version), digest(own[env])) for env in rg.envs()}


def with_versions(history: dict[str, dict[str, str]], found: dict[str, str]) -> dict[str, dict[str, str]]:
    """The history with what was found; bytes that changed under the same version are refused."""
    unraised = [
        f"{env} {version}"
        for env, (version, here) in versions(found).items()
        if history.get(env, {}).get(version, here) != here
    ]
    if unraised:
        raise SystemExit(
            f"what agents see has changed since {', '.join(unraised)} was kept: raise `version` in "
            "envs/NAME/__init__.py of each, then run this again"
        )
    return {env: {**history.get(env, {}), version: here} for env, (version, here) in versions(found).items()}


def write() -> None:
    found = digests(specs())
    history = with_versions(json.loads(HISTORY.read_text()), found)
    FILE.write_text(json.dumps(found, indent=0) + "\n")
    HISTORY.write_text(json.dumps(history, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    else:
        print(json.dumps(digests(few() if sys.argv[1:] == ["few"] else specs()), indent=0))
