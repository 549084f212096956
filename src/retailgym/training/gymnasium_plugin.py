"""What Gymnasium finds by its entry point: every environment under an id with its own version.

Nothing of Gymnasium but its registry is imported here: Gymnasium calls this while it is being imported."""

from ..envs import all_envs, get_env

ENTRY = "retailgym.training.gymnasium"


def env_id(env: str) -> str:
    """retailgym/Cart-v4 for version 4 of cart."""
    return f"retailgym/{env.replace('_', ' ').title().replace(' ', '')}-v{get_env(env).version}"


def register() -> None:
    """Every installed environment, once."""
    from gymnasium.envs.registration import register, registry

    for env in all_envs():
        if env_id(env) not in registry:
            register(
                env_id(env),
                entry_point=f"{ENTRY}:ShopEnv",
                vector_entry_point=f"{ENTRY}:ShopVectorEnv",
                kwargs={"env": env},
                disable_env_checker=True,
            )
