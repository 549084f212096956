"""TRL 1.16, the real package: GRPO on a tiny model made here, with a tokenizer trained here."""

import inspect
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="make test-stacks STACK=trl")

import torch  # noqa: E402
from datasets import Dataset  # noqa: E402
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM  # noqa: E402
from transformers.utils import get_json_schema  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402
from trl.chat_template_utils import qwen3_chat_template  # noqa: E402

import retailgym as rg  # noqa: E402
from retailgym.bench import adapter_plays as through  # noqa: E402
from retailgym.core.env import Call  # noqa: E402
from retailgym.evaluation.held_out import HeldOut  # noqa: E402
from retailgym.training import needs, rollout  # noqa: E402
from retailgym.training.trl import OVER, Schedule, environments, rows  # noqa: E402

from ..pages import shown  # noqa: E402
from ..serving.servers import running  # noqa: E402
from .plays import plays  # noqa: E402

pytestmark = pytest.mark.stack
SPEC = "cart/0/7"
ACTS = (
    Call("cart_view"),
    Call("ask_user", {"message": "Anything else?"}),
    Call("cart_confirm"),
    Call("cart_view", {"surprise": 1}),
)  # the last earns -1


def test_the_release_is_one_that_was_tested_and_has_what_is_needed():
    assert not needs.drift("trl")
    needs.needs(
        "trl", "trl:GRPOTrainer.__init__(environment_factory)", "trl:GRPOConfig(max_tool_calling_iterations)"
    )


def tokenizer():
    """A few hundred pieces, and each of a few acts as one piece, so that a random model acts at all."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer, raw.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(
        [rg.start(SPEC).env.about],
        trainers.BpeTrainer(vocab_size=400, special_tokens=special, initial_alphabet=alphabet),
    )
    made = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    made.add_tokens([act(call) for call in ACTS])
    made.chat_template = qwen3_chat_template
    return made


def act(call):
    arguments = rg.core.values.encode(call.arguments).decode()
    return f'<tool_call>\n{{"name": "{call.name}", "arguments": {arguments}}}\n</tool_call>'


def model(vocabulary):
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=vocabulary,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=16_384,
    )
    return Qwen3ForCausalLM(config)


def a_trainer(directory, factory, dataset, steps=2, **more):
    """All but the acts and the end is suppressed, so that every completion calls tools."""
    tokens = tokenizer()
    allowed = {*tokens.convert_tokens_to_ids([act(call) for call in ACTS]), tokens.eos_token_id}
    args = GRPOConfig(
        output_dir=str(directory),
        max_steps=steps,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=2_000,
        use_cpu=True,
        max_tool_calling_iterations=6,
        report_to=[],
        logging_steps=1,
        save_strategy="no",
        learning_rate=1e-2,
        beta=0.0,
        bf16=False,
        generation_kwargs={"suppress_tokens": [i for i in range(len(tokens)) if i not in allowed]},
    )
    return GRPOTrainer(
        model=model(len(tokens)),
        args=args,
        processing_class=tokens,
        train_dataset=Dataset.from_list(dataset),
        environment_factory=factory,
        **more,
    )


def trained(directory, factory, dataset):
    """Two steps of GRPO."""
    trainer = a_trainer(directory, factory, dataset)
    before = [p.detach().clone() for p in trainer.model.parameters()]
    trainer.train()
    moved = any(not torch.equal(a, b) for a, b in zip(before, trainer.model.parameters(), strict=True))
    return trainer.state.log_history, moved


@pytest.mark.parametrize("where", ["in process", "on a server"])
def test_two_steps_of_grpo_call_tools_and_learn(where, tmp_path):
    if where == "in process":
        logs, moved = trained(tmp_path, environments(["cart"]), rows([SPEC, "cart/0/8"]))
    else:
        with running(tmp_path) as server:
            logs, moved = trained(
                tmp_path, environments(["cart"], base_url=server.url), rows([SPEC, "cart/0/8"])
            )
    steps = [log for log in logs if "tools/call_frequency" in log]
    assert len(steps) == 2 and all(log["tools/call_frequency"] > 0 for log in steps)
    assert all("rewards/CartEnvironment/mean" in log for log in steps)
    assert all(log["tools/failure_frequency"] == 0 for log in steps) and moved


def test_the_trainer_evaluates_on_the_test_split_and_does_not_train_on_it(tmp_path):
    test = [str(rg.task("test", 0, "cart", 0))]
    held_out = Dataset.from_list(rows(test, evaluate=True))
    metrics = a_trainer(tmp_path, environments(["cart"]), rows([SPEC]), eval_dataset=held_out).evaluate()
    assert "eval_rewards/CartEnvironment/mean" in metrics and metrics["eval_tools/call_frequency"] > 0
    unmarked = [
        {name: value for name, value in row.items() if name != "evaluate"}
        for row in rows(test, evaluate=True)
    ]
    with pytest.raises(HeldOut, match=r"test split.*evaluate=True"):
        a_trainer(tmp_path, environments(["cart"]), unmarked).train()


def test_a_curriculum_moves_with_what_is_played():
    schedule = Schedule(["cart"], min_episodes=2, accuracy_percent=90)
    env = environments(["cart"], schedule=schedule)["cart"]()
    for row in schedule.rows(2):
        env.reset(**{k: v for k, v in row.items() if k != "environment"})
        for call in through.calls_of(rollout(rg.start(schedule.spec("cart", row["row"])), rg.players.expert)):
            getattr(env, call.name)(**call.arguments)
        assert env.get_reward() == env.get_reward() == 1.0
    assert schedule.curricula["cart"].tallies["cart"].level == 1
    assert schedule.spec("cart", 0).level == 0, (
        "the members of a group meet the same spec, whenever they come"
    )


@pytest.mark.parametrize("env", rg.envs())
def test_every_tool_is_a_typed_method_that_trl_can_describe(env):
    made = environments([env])[env]
    tools = {n for n, _ in inspect.getmembers(made, inspect.isfunction) if not n.startswith("_")} - {
        "reset",
        "get_reward",
    }
    schemas = {schema.name: schema for schema in rg.start(f"{env}/0/1").env.schemas()}
    assert tools == set(schemas)
    for name in tools:
        found = get_json_schema(getattr(made(), name))["function"]
        assert set(found["parameters"]["properties"]) == set(schemas[name].parameters["properties"])
        assert found["parameters"].get("required", []) == list(schemas[name].parameters.get("required", []))
        assert found["description"] == " ".join(schemas[name].description.split())


def test_calls_after_the_end_are_harmless():
    env = environments(["cart"])["cart"]()
    env.reset(**rows([SPEC])[0])
    env.cart_confirm()
    earned = env.get_reward()
    assert env.cart_view() == OVER and env.get_reward() == earned


def test_an_argument_that_no_tool_has_is_judged_by_the_shop():
    env = environments(["cart"])["cart"]()
    env.reset(**rows([SPEC])[0])
    assert "unknown field" in env.cart_view(surprise=1) and env.get_reward() == -1.0


def test_what_was_not_finished_earned_nothing_and_an_instance_can_be_used_again():
    env = environments(["cart"])["cart"]()
    for _ in range(2):
        assert "The customer says:" in env.reset(**rows([SPEC])[0])
        env.cart_view()
        assert env.get_reward() == 0.0


def test_the_same_rewards_come_from_a_server(tmp_path):
    some = plays()[:18]
    with running(tmp_path) as server:
        assert through.trl(some, server.url) == [play.reward for play in some]


def test_the_dataset_holds_only_the_spec():
    assert rows([SPEC]) == [
        {"environment": "cart", "prompt": [{"role": "user", "content": ""}], "spec": SPEC}
    ]


REFERENCE = Path(__file__).parents[2] / "examples" / "train_cart_dapo.py"


def test_the_reference_run_asks_only_for_what_trl_has():
    asked = runpy.run_path(str(REFERENCE))["settings"]()
    assert set(asked) <= set(inspect.signature(GRPOConfig).parameters)
    assert (asked["loss_type"], asked["num_generations"], asked["max_steps"], asked["epsilon_high"]) == (
        "dapo",
        8,
        300,
        0.28,
    )


def test_the_reference_run_can_be_tried_without_a_gpu():
    run = subprocess.run([sys.executable, REFERENCE, "--dry-run"], capture_output=True, text=True)
    assert run.returncode == 0 and "The customer says:" in run.stdout and run.stdout.endswith("\n0.0\n"), (
        run.stderr
    )


def test_the_example_for_the_cpu_takes_its_steps_and_says_what_they_earned(tmp_path):
    example = Path(REFERENCE).with_name("train_cpu.py")
    run = subprocess.run([sys.executable, example], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr[-2000:]
    assert [line.partition(":")[0] for line in run.stdout.splitlines() if line.startswith("step ")] == [
        "step 1",
        "step 2",
    ]


SMALL = "max_completion_length=16, num_generations=2, per_device_train_batch_size=2, use_cpu=True, bf16=False"


@pytest.mark.parametrize(
    ("page", "weights", "settings"),
    [
        ("docs/tutorial/3-train.md", "Qwen/Qwen3-0.6B", "max_completion_length=4096, num_generations=8"),
        ("docs/training/trl.md", "Qwen/Qwen3-8B", "..."),
    ],
)
def test_the_pages_show_what_runs(page, weights, settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tokens = tokenizer()
    for part in (tokens, model(len(tokens))):
        part.save_pretrained(tmp_path / "tiny")
    left = shown(page, (weights, str(tmp_path / "tiny")), (settings, f"max_steps=1, {SMALL}"))
    left["trainer"].train()
    assert left["trainer"].state.global_step >= 1
