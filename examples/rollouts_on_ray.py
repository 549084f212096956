"""Groups on Ray with a shared curriculum, played by the expert; put your own team in its place. Needs
`retailgym[ray]`.

python examples/rollouts_on_ray.py --workers 2 --steps 5
"""

import argparse

from retailgym.core.curriculum import fresh
from retailgym.training import advantages
from retailgym.training.ray import RolloutPool, SharedCurriculum


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--steps", type=int, default=5)
    asked = parser.parse_args()
    with RolloutPool("expert", workers=asked.workers, group=8) as pool:
        curriculum = SharedCurriculum(fresh("window", ("cart", "returns")))
        for step in range(asked.steps):
            groups = list(pool.play(curriculum.specs(32)))
            curriculum.learn(groups)
            signal = sum(any(advantages(group.rewards())) for group in groups)
            levels = {env: tally.level for env, tally in curriculum.state().tallies.items()}
            print(
                f"step {step}: {len(groups)} groups, {signal} with something to learn from, levels {levels}",
                flush=True,
            )


if __name__ == "__main__":
    main()
