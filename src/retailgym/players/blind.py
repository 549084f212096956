"""Scripts that play without reading what the customer means: `blind.py` in an environment's folder, found by
existing."""

from functools import cache

from ..core.env import Player
from ..envs import names, part
from ..envs.shared.careful import careful


@cache
def scripts() -> dict[str, dict[str, Player]]:
    """environment -> name -> player"""
    modules = {env: part(env, "blind") for env in names()}
    return {
        env: {name: careful(player) for name, player in module.PLAYERS.items()}
        for env, module in modules.items()
        if module is not None
    }
