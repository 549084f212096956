"""What attackers that learn from episodes got, from the kept output of `retailgym attack ENV --json`.

`retailgym attack ENV --json > docs_tools/attack_results/ENV.json` makes it anew; it takes minutes, so the
pages are written from what it last said."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from retailgym.players.attackers import ATTACKERS
from retailgym.players.memory import Memory

KEPT = Path(__file__).parent / "attack_results"
ABOUT = {**{name: learn.__doc__ for name, learn in ATTACKERS.items()}, "memory_of_openings": Memory.__doc__}


def section(env: str) -> Iterator[str]:
    """The lines of a page; none where nothing was tried yet."""
    file = KEPT / f"{env}.json"
    if not file.exists():
        return
    found = json.loads(file.read_text(encoding="utf-8"))
    levels = sorted({row["level"] for row in found["rows"]})
    yield "## Attackers that learn from episodes, and what they get"
    yield ""
    yield (
        f"`retailgym attack {env}` with {found['episodes']} episodes per level to learn from and as many to "
        f"point at, version {found['versions'][env]}: AUC for what is meant against its neighbours (0.5 is "
        "chance, 0.60 the limit), success and mean reward of playing what scores highest; then each limit "
        "that lies below its whole interval."
    )
    yield ""
    head = ("attacker", "what it goes by", *(f"level {d}" for d in levels))
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for name in dict.fromkeys(row["attacker"] for row in found["rows"]):
        cells = [_cell(row) for row in found["rows"] if row["attacker"] == name]
        yield "| " + " | ".join((name, " ".join((ABOUT[name] or "").split()), *cells)) + " |"
    yield ""


def _cell(row: dict[str, Any]) -> str:
    pointed = f"{row['auc']:.2f}, " if row["groups"] else ""
    played = f"{row['success']:.0%}, {row['reward']:+.2f}" if row["episodes"] else "not played"
    over = f" **over: {', '.join(row['over'])}**" if row["over"] else ""
    if "top-1" in row["over"]:
        over += f" ({row['top_1'] / row['chance']:.1f} times chance)"
    return pointed + played + over
