"""How shops write to customers, as replies.toml has it: what tells a decision, a reason and a next step."""

import tomllib
from importlib.resources import files

_READ: dict[str, dict[str, str]] = {
    section: {kind: " ".join(phrases.split()) for kind, phrases in table.items()}
    for section, table in tomllib.loads(
        (files(__package__) / "replies.toml").read_text(encoding="utf-8")
    ).items()
}
GROUPS, DECISION, WHY, NEXT, SURE = [_READ[name] for name in ("groups", "decision", "why", "next", "sure")]
