"""The same turns through every adapter: what each comes to must be what the core says. The tests compare
rewards, the bench cost."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from ..core.env import Acts, Call, Moves, Observation, Player, Said, Turn
from ..core.episode import Episode, judge, observe, start, step
from ..core.values import encode
from ..envs import get_env
from ..training.groups import Rollout
from ..training.script import ScriptedEndpoint, opening, written

Driver = Callable[[Sequence[Rollout]], list[float]]


def calls_of(play: Rollout) -> Iterator[Call]:
    """Each act of its own, as stacks need it that carry one call at a time; what is said becomes a call."""
    env = get_env(play.spec.env)
    field = env.tools[env.speaking].names[0]
    for turn in play.turns:
        yield from turn.calls or (Call(env.speaking, {field: turn.text}),)


def in_process(plays: Sequence[Rollout]) -> list[float]:
    """As an expert in this process sees it: values, no text."""
    return [_played(play, observe) for play in plays]


def in_process_as_text(plays: Sequence[Rollout]) -> list[float]:
    """As a model in this process sees it: all that comes back is written out."""
    return [_played(play, lambda episode: encode(observe(episode).messages).decode()) for play in plays]


def _played(play: Rollout, look: Callable[[Episode], object]) -> float:
    episode = start(play.spec)
    look(episode)
    for turn in play.turns:
        episode = step(episode, turn)
        look(episode)
    return judge(episode).reward


def gymnasium(plays: Sequence[Rollout]) -> list[float]:
    return _gymnasium(plays, True, _text)


def gymnasium_values(plays: Sequence[Rollout]) -> list[float]:
    """As the expert reads and writes: values, no text."""
    return _gymnasium(plays, False, lambda turn: turn)


def _gymnasium(plays: Sequence[Rollout], text: bool, act: Callable[[Turn], str | Turn]) -> list[float]:
    import gymnasium as gym

    from ..training import gymnasium as ours  # registers them

    envs = {env: gym.make(ours.env_id(env), text=text).unwrapped for env in {p.spec.env for p in plays}}
    assert all(isinstance(env, ours.ShopEnv) for env in envs.values())
    rewards = []
    for play in plays:
        env, reward = envs[play.spec.env], 0.0
        env.reset(options={"start": play.spec})
        for turn in play.turns:
            _, reward, _, _, _ = env.step(act(turn))
        rewards.append(reward)
    return rewards


def gymnasium_vector(plays: Sequence[Rollout]) -> list[float]:
    from ..training.gymnasium import ShopVectorEnv

    env = ShopVectorEnv(plays[0].spec.env, len(plays))
    env.reset(options={"starts": [p.spec for p in plays]})
    rewards = [0.0] * len(plays)
    for n in range(max(len(p.turns) for p in plays)):
        _, earned, _, _, _ = env.step([_text(p.turns[n]) if n < len(p.turns) else "{}" for p in plays])
        rewards = [float(earned[i]) if n < len(p.turns) else rewards[i] for i, p in enumerate(plays)]
    return rewards


def _text(turn: Turn) -> str:
    return encode(turn).decode()


def trl(plays: Sequence[Rollout], base_url: str = "") -> list[float]:
    from ..training.trl import environments, rows

    pool = {env: made() for env, made in environments({p.spec.env for p in plays}, base_url=base_url).items()}
    rewards = []
    for play, row in zip(plays, rows(p.spec for p in plays), strict=True):
        env = pool[play.spec.env]
        env.reset(**row)
        for call in calls_of(play):
            getattr(env, call.name)(**call.arguments)
        rewards.append(env.get_reward())
    return rewards


def openenv(plays: Sequence[Rollout], base_url: str = "") -> list[float]:
    from ..training.openenv import SessionFactory

    rewards = []
    for play in plays:
        session = SessionFactory(base_url).create(play.spec)
        for call in calls_of(play):
            session.call_tool(call.name, dict(call.arguments))
        rewards.append(float(session.verify([]).env_reward))
        session.close()
    return rewards


def skyrl(plays: Sequence[Rollout]) -> list[float]:
    import skyrl_gym

    from ..training.skyrl import rows

    rewards = []
    for row, play in zip(rows(p.spec for p in plays), plays, strict=True):
        env, reward = skyrl_gym.make(row["env_class"], env_config={}, extras=row), 0.0
        env.init(row["prompt"])
        for turn in play.turns:
            reward = env.step(written(turn))["reward"]
        rewards.append(reward)
    return rewards


def ray(plays: Sequence[Rollout]) -> list[float]:
    from ..training.ray import RolloutPool

    with RolloutPool(_team(plays), workers=2) as pool:
        return [group.rollouts[0].reward for group in pool.play(p.spec for p in plays)]


def _team(plays: Sequence[Rollout]) -> Callable[[int], Player]:
    """A player that knows each play by its opening, as a model would have to."""
    known = {opening(play): play.turns for play in plays}

    def player(seen: Observation, heard: Acts) -> Moves:
        said = "\n".join(m.text for m in seen.messages if isinstance(m, Said))
        for turn in known[said]:  # noqa: UP028  # a tuple takes no answers
            yield turn

    return lambda member: player


def endpoint(plays: Sequence[Rollout]) -> list[float]:
    from ..training.endpoint import run_episode

    async def run(base_url: str) -> list[float]:
        return [(await run_episode(base_url, "script", play.spec)).reward for play in plays]

    with ScriptedEndpoint(plays) as scripted:
        return asyncio.run(run(scripted.base_url))


def verifiers(plays: Sequence[Rollout]) -> list[float]:
    """By its own runner, in a process of its own."""
    with ScriptedEndpoint(plays) as scripted, tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "eval.toml")
        config.write_text(_eval_toml(plays, scripted.base_url, folder), encoding="utf-8")
        runner = Path(sys.executable).parent / "vf-eval"
        subprocess.run(
            [runner, "@", str(config)], check=True, capture_output=True, env={**os.environ, "NO_KEY": "none"}
        )
        (file,) = Path(folder).rglob("traces.jsonl")
        traces = [msgspec.json.decode(line)["traces"][0] for line in file.read_bytes().splitlines()]
    earned = {t["task"]["data"]["spec"]: float(t["rewards"]["reward"]["score"]) for t in traces}
    return [earned[str(p.spec)] for p in plays]


def _eval_toml(plays: Sequence[Rollout], base_url: str, folder: str) -> str:
    specs = ", ".join(f'"{p.spec}"' for p in plays)
    return f"""
model = "script"
push = false
output_dir = "{folder}/out"

[client]
base_url = "{base_url}"
api_key_var = "NO_KEY"

[env.taskset]
id = "retailgym-verifiers"
specs = [{specs}]

[env.agent.harness]
id = "retailgym-verifiers"

[env.agent.runtime]
type = "subprocess"
"""


DRIVERS: dict[str, Driver] = {
    "gymnasium": gymnasium, "gymnasium_values": gymnasium_values, "gymnasium_vector": gymnasium_vector,
    "ray": ray, "trl": trl,
    "openenv": openenv, "skyrl": skyrl, "endpoint": endpoint, "verifiers": verifiers,
}  # fmt: skip
NEEDS = {
    "gymnasium_values": "gymnasium",
    "gymnasium_vector": "gymnasium",
    "endpoint": "models",
}  # the extra, where it has another name
