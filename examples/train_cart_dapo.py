"""The field's reference run on `cart`: Qwen3-8B, DAPO loss, groups of 8, 300 steps, a curriculum. Needs
`retailgym[trl]`, vLLM and GPUs.

accelerate launch --num_processes 8 examples/train_cart_dapo.py
python examples/train_cart_dapo.py --dry-run                     # the set-up alone: no model, no GPU
"""

import argparse

from retailgym.training.trl import Schedule, environments

MODEL, STEPS, GROUP, PROMPTS = "Qwen/Qwen3-8B", 300, 8, 32  # 32 prompts of 8 members: 256 episodes a step


def settings() -> dict[str, object]:
    """DAPO: no KL term, clipping that is wider above than below, a loss over all tokens, nothing learned from
    what was cut off."""
    return {
        "output_dir": "outputs/cart-dapo",
        "max_steps": STEPS,
        "num_generations": GROUP,
        "per_device_train_batch_size": GROUP,
        "generation_batch_size": PROMPTS * GROUP,
        "steps_per_generation": 4,
        "loss_type": "dapo",
        "beta": 0.0,
        "epsilon": 0.2,
        "epsilon_high": 0.28,
        "mask_truncated_completions": True,
        "scale_rewards": "group",
        "learning_rate": 1e-6,
        "lr_scheduler_type": "constant_with_warmup",
        "warmup_steps": 10,
        "temperature": 1.0,
        "max_completion_length": 8192,
        "max_tool_calling_iterations": 60,
        "use_vllm": True,
        "vllm_mode": "colocate",
        "bf16": True,
        "gradient_checkpointing": True,
        "logging_steps": 1,
        "save_steps": 50,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=MODEL)
    parser.add_argument(
        "--server", default="", help="play on a RetailGym server, such as http://127.0.0.1:8000"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="make everything but the model, play one episode, and stop"
    )
    asked = parser.parse_args()

    schedule = Schedule(("cart",), "window")  # levels h-3 to h; h rises at 90 % success
    factory = environments(("cart",), base_url=asked.server, schedule=schedule)
    dataset = schedule.rows(STEPS * PROMPTS)
    if asked.dry_run:
        env = factory["cart"]()
        print(
            env.reset(row=dataset[0]["row"]), env.cart_view(), env.cart_confirm(), env.get_reward(), sep="\n"
        )
        return

    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    trainer = GRPOTrainer(
        model=asked.model,
        args=GRPOConfig(**settings()),
        train_dataset=Dataset.from_list(dataset),
        environment_factory=factory,
    )
    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main()
