"""PPO on menus of legal acts: a small network learns the work of one job on one core. Needs `retailgym[ray]`.

python examples/train_menu_ppo.py --env cart --iterations 50
"""

import argparse

from retailgym.training.rllib import config, train


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="cart")
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=50, help="of 512 steps each")
    asked = parser.parse_args()
    for n, mean_return in enumerate(train(config(asked.env, level=asked.level, seed=1), asked.iterations), 1):
        print(f"iteration {n:3}: mean return {mean_return:+.3f}", flush=True)


if __name__ == "__main__":
    main()
