"""The policy that is shipped plays on the CPU, with NumPy alone."""

import pytest

import retailgym as rg
from retailgym.players.small import WEIGHTS
from retailgym.players.small.decoder import Decoder, TextSoFar
from retailgym.players.small.demonstrations import demonstration

MEGABYTES = 16


def test_the_weights_are_small():
    assert set(WEIGHTS) == {"tracking", "cart", "returns", "discovery"}
    assert sum(file.stat().st_size for file in WEIGHTS.values()) <= MEGABYTES * 1e6


@pytest.mark.parametrize("env", WEIGHTS)
def test_it_mostly_plays_to_the_end(env: str):
    """What it knows is of the draws that it was trained on; a call of it may be malformed on others."""
    played = [rg.play(rg.start(f"{env}/0/{seed}"), rg.players.get("small"))[0] for seed in range(6)]
    assert all(episode.done for episode in played)
    assert sum(episode.ended != "invalid" for episode in played) >= 3


def test_it_wins_more_than_anybody_who_does_not_read():
    """It wins a third of tracking at level 0, in words that it was not trained on; the best player that does
    not read wins a tenth."""
    specs = [f"tracking/0/{3 << 30 | seed}" for seed in range(40)]
    assert sum(rg.play(rg.start(spec), rg.players.get("small"))[1].success for spec in specs) >= 8


def test_it_says_what_it_has_not_learned():
    with pytest.raises(ValueError, match="has not learned 'desk'; it plays cart"):
        rg.play(rg.start("desk/0/1"), rg.players.get("small"))


def test_reading_at_once_is_reading_one_by_one():
    model = Decoder(WEIGHTS["tracking"])
    tokens = demonstration("tracking/0/5", model.tokenizer)[0].tolist()
    one_by_one, at_once = TextSoFar(model), TextSoFar(model)
    assert [one_by_one._next([token]) for token in tokens][-1] == at_once._next(tokens)
