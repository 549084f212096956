"""The small player's model in NumPy: it reads tokens and says which one is likeliest to come next."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from .tokenizer import Tokenizer

Array = np.ndarray[Any, np.dtype[Any]]


class Decoder:
    """Weights as docs_tools/small.py writes them: small whole numbers, with a scale for each row."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as kept:
            self.facts = json.loads(kept["facts"].tobytes())
            self.weights = {
                name: kept[name].astype(np.float32) * kept[f"{name}/scale"].astype(np.float32)
                for name in kept.files
                if f"{name}/scale" in kept.files
            }
        self.tokenizer = Tokenizer(**self.facts["tokenizer"])
        self.shape: dict[str, Any] = self.facts["shape"]
        self.context: int = self.facts["context"]
        self.longest_act: int = self.facts["longest_act"]


class TextSoFar:
    """One episode's text so far, with what has been computed of it."""

    def __init__(self, model: Decoder) -> None:
        self.model, s = model, model.shape
        self.tokens: list[int] = [0] * s["before"]  # padding comes first
        room = s["depth"], 2, s["kv_heads"], model.context, s["head"]
        self.memory = np.zeros(room, np.float32)
        steps = s["theta"] ** (-np.arange(0, s["head"], 2) / s["head"])
        angles = np.tile(np.arange(model.context)[:, None] * steps, 2)
        self.turn = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def act(self, shown: list[int]) -> list[int] | None:
        """What to write after what was shown; nothing where there is no room."""
        end, act = self.model.tokenizer.end, list[int]()
        if self._length + len(shown) + self.model.longest_act + 2 >= self.model.context:
            return None
        token = self._next(shown)
        while token != end and len(act) < self.model.longest_act:
            act.append(token)
            token = self._next([token])
        return act

    @property
    def _length(self) -> int:
        return len(self.tokens) - int(self.model.shape["before"])

    def _next(self, tokens: list[int]) -> int:
        """Read some tokens, all at once, and say which one comes next."""
        w, s, start = self.model.weights, self.model.shape, self._length
        self.tokens += tokens
        recent = w["embedding.weight"][self.tokens[-len(tokens) - s["before"] :]]
        x = recent[s["before"] :].copy()
        for back, part in enumerate(w["earlier"], 1):
            x += part * recent[s["before"] - back : len(recent) - back]
        for n in range(s["depth"]):
            name = f"layers.{n}."
            x += (
                self._attention(n, self._norm(x, name + "attention_norm.weight"), start)
                @ w[f"{name}out.weight"].T
            )
            gate, up = np.split(self._norm(x, name + "mlp_norm.weight") @ w[f"{name}gate_up.weight"].T, 2, 1)
            x += (gate / (1 + np.exp(-gate)) * up) @ w[f"{name}down.weight"].T
        return int(np.argmax(w["embedding.weight"] @ self._norm(x[-1:], "norm.weight")[0]))

    def _norm(self, x: Array, name: str) -> Array:
        mean = np.mean(x * x, axis=1, keepdims=True) + self.model.shape["epsilon"]
        return np.asarray(x / np.sqrt(mean) * self.model.weights[name])

    def _attention(self, layer: int, x: Array, start: int) -> Array:
        s, new = self.model.shape, len(x)
        stop, groups, head = start + new, s["kv_heads"], s["head"]
        qkv = (
            (x @ self.model.weights[f"layers.{layer}.qkv.weight"].T).reshape(new, -1, head).transpose(1, 0, 2)
        )
        left, right = np.split(qkv[:-groups], 2, axis=2)
        cos, sin = (part[start:stop] for part in self.turn)
        turned = qkv[:-groups] * cos + np.concatenate([-right, left], 2) * sin
        keys, values = self.memory[layer]
        keys[:, start:stop], values[:, start:stop] = turned[-groups:], qkv[-groups:]
        q = turned[:-groups].reshape(groups, -1, head)  # those that share keys stand together
        scores = (q @ keys[:, :stop].transpose(0, 2, 1) / sqrt(head)).reshape(groups, -1, new, stop)
        scores[..., np.arange(stop) > np.arange(start, stop)[:, None]] = -1e9
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = weights.reshape(groups, -1, stop) @ values[:, :stop]
        return np.asarray(mixed.reshape(-1, new, head).transpose(1, 0, 2).reshape(new, -1))
