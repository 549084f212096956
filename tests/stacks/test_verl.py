"""verl 0.9, the real package: the agent loop on its own base class and token builder. Its trainer needs GPUs
and is not run here."""

import asyncio

import pytest

pytest.importorskip("verl", reason="make test-stacks STACK=verl")

from omegaconf import OmegaConf  # noqa: E402
from transformers import PreTrainedTokenizerFast  # noqa: E402
from verl.experimental.agent_loop.agent_loop import DictConfigWrap  # noqa: E402
from verl.workers.rollout.replica import TokenOutput  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, verl  # noqa: E402
from retailgym.training.script import opening, written  # noqa: E402

from ..pages import shown  # noqa: E402
from .plays import plays  # noqa: E402

pytestmark = pytest.mark.stack
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tokenizer():
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer, raw.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    raw.train_from_iterator(["A customer wants certain products in their cart."], trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=CHATML
    )


class Scripted:
    """In place of the fleet of GPUs: gives the turns of a play as tokens."""

    def __init__(self, tokens):
        self.tokens, self.known = tokens, {opening(play): play.turns for play in plays()}

    async def generate(self, request_id, prompt_ids, sampling_params):
        text = self.tokens.decode(prompt_ids)
        said = text.partition("<|im_start|>user\nCustomer: ")[2].partition("<|im_end|>")[0]
        turn = self.known[said][text.count("<|im_start|>assistant\n") - 1]
        ids = [*self.tokens.encode(written(turn), add_special_tokens=False), self.tokens.eos_token_id]
        return TokenOutput(token_ids=ids, log_probs=[-0.5] * len(ids))


def loop(response_length=1_000_000):
    tokens = tokenizer()
    rollout = {"prompt_length": 100_000, "response_length": response_length}
    config = DictConfigWrap(OmegaConf.create({"actor_rollout_ref": {"rollout": rollout}}))
    return verl.ShopAgentLoop(
        config, Scripted(tokens), tokens, None, None, DictConfigWrap(OmegaConf.create({}))
    )


def run(rows, **settings):
    async def all_of_them():
        made = loop(**settings)
        return [await made.run({}, **row) for row in rows]

    return asyncio.run(all_of_them())


def test_the_release_is_one_that_was_tested():
    assert not needs.drift("verl")


def test_the_same_fifty_plays_give_the_rewards_of_the_core():
    outputs = run(verl.rows(play.spec for play in plays()))
    assert [output.reward_score for output in outputs] == [play.reward for play in plays()]


def test_only_the_models_own_tokens_are_learned_from():
    play, tokens = plays()[0], tokenizer()
    (output,) = run(verl.rows([play.spec]))
    learned = tokens.decode([i for i, m in zip(output.response_ids, output.response_mask, strict=True) if m])
    said = "".join(f"{written(turn)}<|im_end|>" for turn in play.turns)
    assert learned.replace("\n", "") == said.replace("\n", "")
    assert (
        len(output.response_logprobs) == len(output.response_ids)
        and output.num_turns == 2 * len(play.turns) + 1
    )


def test_a_response_that_is_full_before_the_end_earns_nothing():
    (output,) = run(verl.rows([plays()[0].spec]), response_length=40)
    assert output.reward_score == 0.0 and len(output.response_ids) == len(output.response_mask) == 40


def test_the_test_split_is_for_evaluation():
    spec = rg.task("test", 0, "cart", 0)
    with pytest.raises(HeldOut, match=r"test split.*evaluate=True"):
        verl.rows([spec])
    (row,) = verl.rows([spec], evaluate=True)
    assert row["extra_info"] == {"spec": str(spec), "index": 0, "evaluate": True}
    with pytest.raises(HeldOut):
        run([row | {"extra_info": {"spec": str(spec)}}])
    with pytest.raises(KeyError):  # the fleet has no turn for it: it was let in
        run([row])


def test_the_page_shows_what_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown("docs/training/verl.md", ("range(4000)", "range(8)"))
    assert (tmp_path / "train.parquet").stat().st_size
