"""A pretrained model in Hugging Face's form: a folder with config.json, model.safetensors, tokenizer.json."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from model import Shape


class Borrowed:
    """A pretrained model's tokenizer (packages tokenizers and safetensors) in the place of our own."""

    spelling: dict[str, str] = {}  # capitals are kept, so nothing is looked up

    def __init__(self, text: str) -> None:
        from tokenizers import Tokenizer

        self.text, self.inner = text, Tokenizer.from_str(text)
        ends = map(self.inner.token_to_id, ("<|im_end|>", "<|endoftext|>", "</s>"))
        self.end = next(n for n in ends if n is not None)
        self.act = self.encode("\n")[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return Borrowed, (self.text,)

    def save(self) -> str:
        return self.text

    def job(self, env: str) -> int:
        return self.encode(env)[0]

    def encode(self, text: str) -> list[int]:
        return list(self.inner.encode(text, add_special_tokens=False).ids)

    def decode(self, numbers: Iterable[int]) -> str:
        return str(self.inner.decode(list(numbers)))


def pretrained(folder: str) -> dict[str, Any]:
    """The state of a run that begins with this model."""
    from safetensors.torch import load_file

    config = json.loads((Path(folder) / "config.json").read_text())
    heads, width, depth = config["num_attention_heads"], config["hidden_size"], config["num_hidden_layers"]
    theta = config.get("rope_theta") or config["rope_parameters"]["rope_theta"]
    sizes = config["vocab_size"], width, depth, heads, config["num_key_value_heads"], width // heads
    shape = Shape(*sizes, config["intermediate_size"], theta, config["rms_norm_eps"], before=0)
    loaded = load_file(Path(folder) / "model.safetensors")
    raw = {name.removeprefix("model."): tensor for name, tensor in loaded.items()}
    weights = {"embedding.weight": raw["embed_tokens.weight"], "norm.weight": raw["norm.weight"]}
    weights["earlier"] = torch.zeros(0, width)
    for n in range(depth):
        attention, mlp = f"layers.{n}.self_attn.", f"layers.{n}.mlp."
        ours = {
            "attention_norm": raw[f"layers.{n}.input_layernorm.weight"],
            "qkv": torch.cat([raw[f"{attention}{x}_proj.weight"] for x in "qkv"]),
            "out": raw[f"{attention}o_proj.weight"],
            "mlp_norm": raw[f"layers.{n}.post_attention_layernorm.weight"],
            "gate_up": torch.cat([raw[f"{mlp}{x}_proj.weight"] for x in ("gate", "up")]),
            "down": raw[f"{mlp}down_proj.weight"],
        }
        weights |= {f"layers.{n}.{name}.weight": tensor for name, tensor in ours.items()}
    tokenizer = (Path(folder) / "tokenizer.json").read_text()
    return {"model": weights, "shape": asdict(shape), "tokenizer": tokenizer}
