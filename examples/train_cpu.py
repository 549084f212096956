"""Two steps of GRPO on the CPU, in about a minute, to see that everything is in place before a GPU is rented.
The model is made here with random weights, so that nothing is fetched and nothing is learned.

pip install "retailgym[trl]"
python examples/train_cpu.py
python examples/train_cpu.py --model path/to/a/model --steps 20     # or weights of your own
"""

import argparse

from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_chat_template

import retailgym as rg
from retailgym.training.trl import environments, rows


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """Bytes and a few pieces of what agents are told, with Qwen's template for calls."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer, raw.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    pieces = trainers.BpeTrainer(
        vocab_size=600, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    raw.train_from_iterator([rg.start(f"{env}/0/7").env.about for env in rg.envs()], pieces)
    made = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    made.chat_template = qwen3_chat_template
    return made


def tiny_model(vocabulary: int) -> Qwen3ForCausalLM:
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "head_dim": 16}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1, "max_position_embeddings": 32_768}
    return Qwen3ForCausalLM(Qwen3Config(vocab_size=vocabulary, **sizes, **heads))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--model", default="", help="a directory with a model, or its name; random weights by default"
    )
    parser.add_argument("--steps", type=int, default=2)
    asked = parser.parse_args()
    tokens = None if asked.model else tiny_tokenizer()
    trainer = GRPOTrainer(
        model=asked.model or tiny_model(len(tokens)),
        processing_class=tokens,
        args=GRPOConfig(
            output_dir="outputs/cpu",
            max_steps=asked.steps,
            per_device_train_batch_size=4,
            num_generations=4,
            max_completion_length=64 if not asked.model else 1024,
            use_cpu=True,  # these two are what a machine without a GPU needs
            bf16=False,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
        ),
        train_dataset=Dataset.from_list(rows([rg.task("train", i, "tracking", 0) for i in range(64)])),
        environment_factory=environments(("tracking",)),
    )
    trainer.train()
    for step in (line for line in trainer.state.log_history if "reward" in line):
        print(
            f"step {step['step']}: reward {step['reward']:.3f}, {step['completions/mean_length']:.0f} tokens"
        )


if __name__ == "__main__":
    main()
