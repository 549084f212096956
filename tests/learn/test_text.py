"""The learner's text loses nothing that an act needs: what an expert does still wins when it is written as
tokens and read back."""

import re
import sys
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.players.small.demonstrations import demonstration, shown
from retailgym.players.small.text import Transcriber
from retailgym.players.small.thoughts import THINKS
from retailgym.players.small.tokenizer import Tokenizer

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "learn"))
from shop import Counter

JOBS = rg.envs()
SOME = (0, 1), (3, 2)
SPECS = [f"{job}/{level}/{seed}" for job in JOBS for level, seed in SOME]
THOUGHTFUL = [spec for spec in SPECS if spec.partition("/")[0] in THINKS]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    found = [part for spec in SPECS for part in shown(spec)]
    texts = [text for read, wrote, _ in found for text in (read, wrote)]
    return Tokenizer.train(texts, [act for *_, act in found], JOBS, least=1)


@pytest.mark.parametrize("spec", SPECS)
def test_acts_that_are_written_and_read_back_still_win(spec: str, tokenizer: Tokenizer) -> None:
    episode = rg.start(spec)
    reader = Transcriber(episode.env.id)
    for read, wrote, _ in shown(spec):
        assert reader.read(rg.observe(episode)) == read
        episode = rg.step(episode, reader.act(tokenizer.decode(tokenizer.encode(wrote)), tokenizer.spelling))
    assert rg.judge(episode).reward == 1.0


@pytest.mark.parametrize("spec", SPECS)
def test_the_learner_is_told_what_came_of_an_episode(spec: str, tokenizer: Tokenizer) -> None:
    counter = Counter(tokenizer, "")
    counter.open(spec, [5])
    answers = [counter.act(5, [*tokenizer.encode(wrote), tokenizer.end]) for _, wrote, _ in shown(spec)]
    assert answers[-1] == ([5], (1.0, True, "closed", 0.0))


@pytest.mark.parametrize("spec", SPECS)
def test_an_id_is_one_token(spec: str, tokenizer: Tokenizer) -> None:
    reader = Transcriber(spec.partition("/")[0])
    reader.names = {"p123456789": "p0"}
    assert len(tokenizer.encode(reader._with_names("p123456789"))) == 1


@pytest.mark.parametrize("spec", SPECS)
def test_only_what_the_learner_writes_is_marked(spec: str, tokenizer: Tokenizer) -> None:
    tokens, written = demonstration(spec, tokenizer)
    acts = [wrote for _, wrote, _ in shown(spec)]
    assert written.sum() == sum(len(tokenizer.encode(act)) + 1 for act in acts)
    assert (tokens == tokenizer.end).sum() == len(acts)


@pytest.mark.parametrize("spec", THOUGHTFUL)
def test_a_thought_ends_in_what_the_expert_does(spec: str) -> None:
    """The one row that is said to fit is the one that is taken."""
    thoughts = [wrote.split(" * ") for _, wrote, _ in shown(spec) if " * " in wrote]
    assert thoughts
    assert not any(" * " in wrote for _, wrote, _ in shown(spec, thinking=0.0))
    for thought, act in thoughts:
        words = thought.split()
        if act.startswith(("catalog_get_variants", "cart_add")):
            fitting = [w for n, w in enumerate(words) if w[1:].isdigit() and _fits(words[n + 1 :])]
            assert fitting[0] in act.split()


@pytest.mark.parametrize("level, seed", SOME)
def test_a_shortlist_follows_from_what_its_thought_lists(level: int, seed: int) -> None:
    """The number that sorts and the price are there for all that fits, and the best stand last, in order."""
    *_, (_, wrote, _) = shown(f"discovery/{level}/{seed}")
    thought, act = wrote.split(" * recommend product_ids= ")
    *_, asked, listed, best = thought.split(" ; ")
    way, rows = asked.split()[-2], re.findall(r"(p\d+) ([\d.]+) ?([\d.]*)", listed)
    found = sorted(rows, key=lambda r: (float(r[1]) * (1 if way == "up" else -1), float(r[2] or 0)))
    assert act.split() == re.findall(r"p\d+", best) == [name for name, *_ in found][: len(act.split())]


def _fits(words: list[str]) -> bool:
    """Does `fits` come before the next row?"""
    row = next((n for n, w in enumerate(words) if w[0] in "pv" and w[1:].isdigit()), len(words))
    return "fits" in words[:row]
