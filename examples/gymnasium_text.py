"""A text agent in Gymnasium, here the expert; yours reads `seen` and writes the next turn. Needs
`retailgym[gymnasium]`.

python examples/gymnasium_text.py
"""

import json

import gymnasium

import retailgym as rg
from retailgym.training import rollout
from retailgym.training.gymnasium import env_id


def main() -> None:
    env = gymnasium.make(env_id("cart"), level=3)
    seen, info = env.reset(seed=42)
    print(info["about"], [tool["name"] for tool in json.loads(info["tools"])], seen, sep="\n")
    for turn in rollout(rg.start("cart/3/42"), rg.players.expert).turns:
        seen, reward, terminated, _, info = env.step(rg.core.values.encode(turn).decode())
        print(turn, seen[:200], sep="\n")
    print(reward, terminated, info)


if __name__ == "__main__":
    main()
