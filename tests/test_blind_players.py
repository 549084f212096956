"""Nobody scores without reading. Blind players may use tool results and the raw opening as a query, but not
what the customer means."""

import pytest

import retailgym as rg
from retailgym.core.difficulty import LEVELS
from retailgym.players.memory import memorised

from .paths import started

REWARD = 0.35
SUCCESS = {env: 0.25 if env in ("policy", "tracking", "returns", "desk") else 0.05 for env in rg.envs()}
PLAYERS = [(env, name) for env in rg.envs() for name in rg.players.blind_for(env)]


def score(env, level, player, seeds):
    verdicts = [rg.play(started(env, level, s), player)[1] for s in seeds]
    return sum(v.reward for v in verdicts) / len(verdicts), sum(v.success for v in verdicts) / len(verdicts)


@pytest.mark.parametrize(("env", "name"), PLAYERS)
def test_a_blind_player_earns_little(env, name):
    rows = [score(env, level, rg.players.blind_for(env)[name], range(8)) for level in (0, 10, 20)]
    # eight seeds scatter, and some level of some player is always the worst; the long test is strict
    assert all(reward <= REWARD + 0.3 for reward, _ in rows), rows
    rewards, successes = zip(*rows, strict=True)
    limit = SUCCESS[env]
    scatter = 2 * (limit * (1 - limit) / (8 * len(rows))) ** 0.5
    assert sum(rewards) / len(rows) <= REWARD and sum(successes) / len(rows) <= limit + scatter, rows


@pytest.mark.parametrize("env", rg.envs())
def test_a_memory_of_other_episodes_earns_little(env):
    """Where things are simplest; the long test has more of them, at higher levels too."""
    memory = memorised(rg.start(rg.Spec(env, 0, seed)) for seed in range(1000, 1040))
    reward, success = score(env, 0, memory, range(24))
    assert reward <= REWARD and success <= SUCCESS[env], (reward, success)


@pytest.mark.long
@pytest.mark.parametrize(("env", "name"), PLAYERS)
def test_a_blind_player_stays_within_the_limits_at_every_level(env, name):
    for level in LEVELS:
        reward, success = score(env, level, rg.players.blind_for(env)[name], range(200))
        assert reward <= REWARD and success <= SUCCESS[env], (level, reward, success)


@pytest.mark.long
@pytest.mark.parametrize("env", rg.envs())
@pytest.mark.parametrize("level", [0, 4, 8, 12])
def test_ten_thousand_memorised_episodes_do_not_help(env, level):
    memory = memorised(rg.start(rg.Spec(env, level, seed)) for seed in range(100_000, 110_000))
    reward, success = score(env, level, memory, range(200))
    assert reward <= REWARD and success <= SUCCESS[env], (reward, success)


@pytest.mark.long
@pytest.mark.parametrize("env", rg.envs())
def test_difficulty_never_falls_with_the_level(env):
    """Over 200 seeds per level mean par never falls and mean blind reward never rises, within intervals."""
    pars, blind = [], {name: [] for name in rg.players.blind_for(env)}
    for level in LEVELS:
        starts = [rg.start(rg.Spec(env, level, seed)) for seed in range(200)]
        pars.append(interval([e.task.par.exchanges + e.task.par.calls for e in starts]))
        for name, player in rg.players.blind_for(env).items():
            blind[name].append(interval([rg.play(e, player)[1].reward for e in starts]))
    for (_, upper), (lower, _) in zip(pars[1:], pars[:-1], strict=True):
        assert upper >= lower, pars
    best = [max(blind[name][level] for name in blind) for level in LEVELS]
    for (lower, _), (_, upper) in zip(best[1:], best[:-1], strict=True):
        assert lower <= upper, best


def interval(values):
    """95 %; where all are alike the rule of three holds: what n episodes never showed may still happen in 3
    of n."""
    mean = sum(values) / len(values)
    spread = max(
        1.96 * (sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)) ** 0.5,
        3 / len(values),
    )
    return mean - spread, mean + spread


@pytest.mark.long
@pytest.mark.parametrize("env", rg.envs())
def test_the_expert_earns_exactly_one_on_two_thousand_specs(env):
    for i in range(2002):
        spec = rg.Spec(env, i % 25, 50_000 + i)
        episode, verdict = rg.play(rg.start(spec), rg.players.get("expert"))
        assert verdict.reward == 1.0, (spec, verdict)
        assert (
            episode.used.exchanges <= episode.task.par.exchanges
            and episode.used.calls <= episode.task.par.calls
        )
