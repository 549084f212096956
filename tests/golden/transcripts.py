"""Digests of the expert's transcripts: `python -m tests.golden.transcripts` prints them, `… write` keeps them.

Needs the package's two dependencies alone, so that any interpreter can run it.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import retailgym as rg

FILE = Path(__file__).with_name("transcripts.json")
PER_ENV = 104  # eight seeds at each of the thirteen levels


def specs() -> list[rg.Spec]:
    return [rg.Spec(env, i % 13, 1000 + i // 13) for env in rg.envs() for i in range(PER_ENV)]


def digests() -> dict[str, str]:
    return {str(spec): rg.digest(rg.play(rg.start(spec), rg.players.get("expert"))[0]) for spec in specs()}


if __name__ == "__main__":
    text = json.dumps(digests(), indent=0)
    if sys.argv[1:] == ["write"]:
        FILE.write_text(text + "\n")
    else:
        print(text)
