"""Spec: the whole identity of an episode, as a value and as text such as "cart/6/1742"; and the seeds of the
splits."""

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Literal
from urllib.parse import parse_qsl, urlencode

import msgspec

from .difficulty import LEVELS, in_units
from .values import Value, hashed

JOBS = ("discovery", "substitution", "cart", "returns", "tracking", "policy", "bundle", "journey", "desk")
SETS = {
    "C1": ("cart",),
    "C2": ("cart", "returns"),
    "C4": ("cart", "returns", "discovery", "tracking"),
    "C8": JOBS[:8],
    "C9": JOBS,
}  # fmt: skip
SPLITS = {
    "train": range(2**31),
    "validation": range(2**31, 3 * 2**30),
    "test": range(3 * 2**30, 2**32),
    "sealed": range(2**32, 2**53),
}
TASKS_PER_SPLIT = 225_000
MAX_SEED = 2**53

_TEXT = re.compile(
    r"(?P<env>[a-z][a-z0-9_]*)(?:@(?P<version>\d+))?/(?P<level>\d+)/(?P<seed>\d+)(?:\?(?P<query>.*))?"
)


class Spec(Value, kw_only=False):
    """The same Spec gives the same bytes everywhere. Version 0 and an empty store mean those that are
    installed."""

    env: str
    level: int
    seed: int
    version: int = 0
    store: str = ""
    axes: Mapping[str, int | float] = {}
    invalid: Literal["end", "strike"] = "end"

    def __post_init__(self) -> None:
        if not re.fullmatch("[a-z][a-z0-9_]*", self.env):
            raise ValueError(f"an environment's name is lower-case letters, not {self.env!r}")
        if type(self.level) is not int or self.level not in LEVELS:
            raise ValueError(f"level {self.level!r} must be a whole number from 0 to {LEVELS[-1]}")
        if type(self.seed) is not int or not 0 <= self.seed < MAX_SEED:
            raise ValueError(f"seed {self.seed!r} must be a whole number from 0 to 2**53 - 1")
        if type(self.version) is not int or self.version < 0:
            raise ValueError(
                f"version {self.version!r} must be a whole number, 0 for the one that is installed"
            )
        if not re.fullmatch("[0-9A-Za-z]*", self.store):
            raise ValueError(f"a store is named by its content hash, letters and digits, not {self.store!r}")
        if self.invalid not in ("end", "strike"):
            raise ValueError(f"invalid={self.invalid!r} must be 'end' or 'strike'")
        for name, value in self.axes.items():
            in_units(name, value)
        ordered = {k: self.axes[k] for k in sorted(self.axes)}
        msgspec.structs.force_setattr(self, "axes", ordered)

    def __str__(self) -> str:
        version = f"@{self.version}" if self.version else ""
        query: dict[str, object] = {"store": self.store} if self.store else {}
        query |= self.axes
        if self.invalid != "end":
            query["invalid"] = self.invalid
        return f"{self.env}{version}/{self.level}/{self.seed}" + (f"?{urlencode(query)}" if query else "")

    def __hash__(self) -> int:
        return hash(str(self))

    @classmethod
    def parse(cls, text: str) -> "Spec":
        """Read what `str` prints: "cart@2/6/1742?store=9f3a&p_stockout=0"."""
        match = _TEXT.fullmatch(text.strip())
        if not match:
            raise ValueError(f"{text!r} is not a spec; write environment/level/seed, such as cart/6/1742")
        pairs = parse_qsl(match["query"] or "", keep_blank_values=True)
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise ValueError(f"{text!r} gives something twice")
        store, invalid = fields.pop("store", ""), fields.pop("invalid", "end")
        axes = {name: _number(name, value) for name, value in fields.items()}
        return cls(
            match["env"],
            int(match["level"]),
            int(match["seed"]),
            int(match["version"] or 0),
            store,
            axes,
            invalid,
        )


def _number(name: str, text: str) -> int | float:
    try:
        return int(text) if re.fullmatch(r"-?\d+", text) else float(text)
    except ValueError:
        raise ValueError(f"axis {name}={text!r} is not a number") from None


def task(split: str, i: int, env: str | None = None, level: int | None = None, *, key: bytes = b"") -> Spec:
    """Task i of a split. Sealed seeds are drawn with the key that the evaluator keeps."""
    if split not in SPLITS:
        raise ValueError(f"no split {split!r}; the splits are {', '.join(SPLITS)}")
    if (env is None) != (level is None):
        raise ValueError("give both an environment and a level, or neither")
    if i < 0:
        raise IndexError(f"task {i} of split {split!r}: tasks count from 0")
    nth = i if env is not None else i // (len(JOBS) * len(LEVELS))
    seed = sealed_seed(key, nth) if split == "sealed" else SPLITS[split].start + nth
    if seed not in SPLITS[split]:
        raise IndexError(f"split {split!r} has no task {i}")
    if env is None or level is None:
        env, level = JOBS[i % len(JOBS)], LEVELS[i // len(JOBS) % len(LEVELS)]
    return Spec(env, level, seed)


def tasks(split: str, *, key: bytes = b"") -> Iterator[Spec]:
    """The listed tasks of a split."""
    return (task(split, i, key=key) for i in range(TASKS_PER_SPLIT))


def split_of(seed: int) -> str:
    return next(name for name, seeds in SPLITS.items() if seed in seeds)


def sealed_seed(key: bytes, nth: int) -> int:
    if len(key) < 16:
        raise ValueError("the sealed split needs a secret key of at least 16 bytes")
    seeds = SPLITS["sealed"]
    drawn = blake2b(nth.to_bytes(8, "big"), key=blake2b(key, digest_size=32).digest(), digest_size=8).digest()
    return seeds.start + (int.from_bytes(drawn, "big") * len(seeds) >> 64)


def key_fingerprint(key: bytes) -> str:
    """Names a key without giving it away."""
    return hashed(b"retailgym sealed split" + key)
