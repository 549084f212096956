"""Run a player to the end of an episode."""

from ..core.env import Player, Turn
from ..core.episode import Episode, heard, judge, observe, step
from ..core.reward import Verdict


def play(episode: Episode, player: Player) -> tuple[Episode, Verdict]:
    """The finished episode and the verdict on it. A player that stops early is silent from then on."""
    moves = player(observe(episode), heard(episode))
    turn = next(moves, None)
    while not episode.done:
        episode = step(episode, turn if turn is not None else {})
        if not episode.done and turn is not None:
            try:
                turn = moves.send((observe(episode), heard(episode)))
            except StopIteration:
                turn = None
    return episode, judge(episode)


def path(episode: Episode, player: Player) -> list[Turn]:
    """What a player says and does, turn by turn, to the end."""
    moves = player(observe(episode), heard(episode))
    turns = [next(moves)]
    while not (episode := step(episode, turns[-1])).done:
        turns.append(moves.send((observe(episode), heard(episode))))
    return turns
