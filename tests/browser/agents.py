"""Agents that play over plain HTTP, for pages to look at."""

import json
import urllib.request
from typing import Any

import retailgym as rg

from ..paths import expert_turns


def ask(url: str, body: Any) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


def played(url: str, spec: str, turns: list[Any], player: str) -> str:
    """The id of the record of these turns."""
    episode = ask(f"{url}/episodes", {"spec": spec, "player": player})
    for turn in turns:
        episode = ask(f"{url}/episodes/{episode['id']}/turns", turn)
    assert episode["done"], f"{spec} is not over after {len(turns)} turns"
    return str(episode["record"])


def expert_path(spec: str) -> list[Any]:
    return [json.loads(rg.core.values.encode(turn)) for turn in expert_turns(rg.start(spec))]
