"""A company's own policy as a YAML or JSON file: read, checked with rule and line, and written back."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import RetailGymError
from ..core.values import Value, encode
from .book import TOPICS
from .check import PolicyFault, check
from .policy import Policy
from .rules import Rule


class PolicyFile(Value):
    """The shape of a policy file."""

    name: str
    rules: tuple[Rule, ...]
    currency: str = "USD"


class Unsound(RetailGymError, ValueError):
    """A policy file that cannot be used, with everything that is wrong with it."""

    def __init__(self, path: Path, faults: tuple[PolicyFault, ...]) -> None:
        super().__init__(
            f"{path}: " + "\n".join(("the policy is not sound", *(f"  {fault}" for fault in faults)))
        )
        self.faults = faults


def load(path: str | Path) -> Policy:
    """A policy from a .yaml, .yml or .json file; raises Unsound with all faults, each with rule and line."""
    path = Path(path)
    return load_text(str(path), path.read_text(encoding="utf-8"))


def load_text(name: str, text: str) -> Policy:
    """The same from the text of a file of that name."""
    policy, faults = _checked(Path(name), text)
    if faults:
        raise Unsound(Path(name), faults)
    return policy


def read(path: str | Path) -> tuple[Policy, tuple[PolicyFault, ...]]:
    """A policy and what is wrong with it. A file that is not of the shape at all raises Unsound."""
    return _checked(Path(path), Path(path).read_text(encoding="utf-8"))


def _checked(path: Path, text: str) -> tuple[Policy, tuple[PolicyFault, ...]]:
    lines = _rule_lines(text)
    try:
        file = msgspec.convert(_parsed(path, text), PolicyFile)
    except msgspec.ValidationError as error:
        raise Unsound(path, (_misshapen(str(error), lines),)) from None
    by_topic = {
        t: tuple(sorted((r for r in file.rules if r.topic == t), key=lambda r: r.rank)) for t in TOPICS
    }
    policy = Policy(file.name, by_topic, file.currency)
    strays = tuple(
        PolicyFault(rule=r.id, words=f"no topic {r.topic!r}; the topics are {', '.join(TOPICS)}")
        for r in file.rules
        if r.topic not in TOPICS
    )
    where = {rule: line for line, rule in reversed(lines)}
    return policy, tuple(
        msgspec.structs.replace(f, line=where.get(f.rule, 0)) for f in (*strays, *check(policy))
    )


def dump(policy: Policy, path: str | Path) -> None:
    """The whole policy as a file that `load` reads back to an equal policy."""
    path = Path(path)
    file = PolicyFile(name=policy.name, currency=policy.currency, rules=tuple(policy.all_rules()))
    if path.suffix == ".json":
        path.write_bytes(msgspec.json.format(encode(file), indent=1))
        return
    text = _yaml().safe_dump(msgspec.to_builtins(file), sort_keys=False, allow_unicode=True, width=140)
    path.write_text(text, encoding="utf-8")


def _parsed(path: Path, text: str) -> Any:
    if path.suffix == ".json":
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            return _json_with_line(path, text)
    yaml = _yaml()
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise Unsound(path, (PolicyFault(rule="file", words=f"not YAML: {error}"),)) from None


def _json_with_line(path: Path, text: str) -> Any:
    """The standard parser is slower and says where it stopped."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unsound(
            path, (PolicyFault(rule="file", words=f"not JSON: {error.msg}", line=error.lineno),)
        ) from None


def _yaml() -> Any:
    try:
        import yaml
    except ImportError:
        raise ImportError(
            "reading and writing YAML needs PyYAML: pip install 'retailgym[yaml]', or use a .json file"
        ) from None
    return yaml


def _rule_lines(text: str) -> list[tuple[int, str]]:
    """The line on which each rule's id stands, in the order of the file."""
    pattern = re.compile(r"""["']?\bid["']?\s*:\s*["']?([^"',}\s]+)""")
    return [(n, m[1]) for n, line in enumerate(text.split("\n"), start=1) for m in pattern.finditer(line)]


def _misshapen(words: str, lines: list[tuple[int, str]]) -> PolicyFault:
    """msgspec says `$.rules[3].when[0]`; people want the rule and the line."""
    match = re.search(r"\$\.rules\[(\d+)\]", words)
    index = int(match[1]) if match else len(lines)
    line, rule = lines[index] if index < len(lines) else (0, "file")
    return PolicyFault(rule=rule, words=words, line=line)
