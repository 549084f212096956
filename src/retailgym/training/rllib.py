"""RLlib: PPO on menus of legal acts, so that classic RL can learn the work without the language.

for mean_return in train(config("cart", level=0), iterations=50):
    print(mean_return)
"""

from collections.abc import Iterator
from typing import Any

from .needs import needs

needs("ray", "ray.rllib.algorithms.ppo:PPOConfig", "ray.tune.registry:register_env")

import gymnasium  # noqa: E402
import torch  # noqa: E402
from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.tune.registry import register_env  # noqa: E402

from .choices import Choices  # noqa: E402
from .gymnasium import ShopEnv  # noqa: E402

# of the environment, for `config.environment("retailgym", env_config={"env": "cart", "level": 0})`
NAME = "retailgym"


def made(settings: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """The environment that RLlib's `env_config` asks for."""
    return Choices(ShopEnv(**{"text": False} | settings))


register_env(NAME, made)


def config(env: str, *, level: int = 0, seed: int = 0, runners: int = 0) -> PPOConfig:
    """PPO as it is known to learn here; shaping is potential-based, so that the return stays what it is."""
    return (
        PPOConfig()
        .environment(NAME, env_config={"env": env, "level": level, "shaping": "potential"})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=4)
        .training(
            lr=1e-3,
            gamma=1.0,
            lambda_=0.95,
            train_batch_size_per_learner=512,
            minibatch_size=128,
            num_epochs=10,
            entropy_coeff=0.01,
            vf_clip_param=1.0,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def train(asked: PPOConfig, iterations: int) -> Iterator[float]:
    """The mean return of the latest episodes, after each iteration."""
    algorithm, threads = asked.build_algo(), torch.get_num_threads()
    torch.set_num_threads(1)  # in a network this small, more of them mostly wait for each other
    try:
        for _ in range(iterations):
            yield float(algorithm.train()["env_runners"]["episode_return_mean"])
    finally:
        algorithm.stop()
        torch.set_num_threads(threads)
