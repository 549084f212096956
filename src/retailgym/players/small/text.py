"""What the small player reads and writes: a short text for every message and act.

A model that starts from nothing has to learn what a pretrained one brings along, so its text is made easy to
copy and to compare. Nothing is added that an agent could not see, and every act is still an ordinary call:

- an id is renamed at its first appearance, `o937984430` to `o0`, so that it is one token;
- a date gets its distance from today, `thu 4 mar d38`, once the clock has been read;
- a cell of a table of products or variants says what it is of, `p3 colour red`; a line of any other table
  ends with the id of its row;
- fields that a job never needs are left out (IGNORED), and so are the fixed instructions and schemas: one
  token per job stands for them;
- a call is `order_get order_id= o4`, what is said to the customer `say which size ?`.
"""

import re
from typing import Any

from ...core import dates
from ...core.env import Call, Message, Observation, Result, Turn
from ...core.rendering import Rendering
from ...core.values import plain

ORDER = {
    "others",
    "ships_to",
    "payments",
    "coupon_cents",
    "shipping_cents",
    "total_cents",
    "tax_cents",
    "department",
}
IGNORED = {
    "tracking": ORDER | {"line_id", "product_id", "variant_id", "kind", "options", "marks",
    "already_returned"},
    "returns": ORDER | {"parcels", "parcel_id", "because", "facets", "kind", "brand"},
    "discovery": {"brand"},
    "cart": {"brand", "total", "total_cents", "rating", "shipping_days"},
}  # fmt: skip
ALWAYS_IGNORED = {
    "title", "tier", "region", "currency", "business", "refunds_in_90_days", "claims_in_a_year", "weekday",
}  # fmt: skip
NEEDED = {"desk": {"currency"}}  # its letters are about orders in several
_DATE = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}(?: \d{4})?")
_ROW = re.compile(r"([a-z]\d{1,3})(?:\||$)")
_DISTANCE = re.compile(r"[df]\d{1,3}")
_YEAR = re.compile(r" \(20\d\d\)")
_MONEY = re.compile(r"[$€£](?=\d)|(?<=\d),(?=\d{3})")


class Transcriber:
    """One agent's reading of one episode: the names it has given, and what it has read."""

    def __init__(self, env: str) -> None:
        self.env, self.today = env, 0
        self.ignored = (IGNORED.get(env, set()) | ALWAYS_IGNORED) - NEEDED.get(env, set())
        self.rendering = Rendering()
        self.names: dict[str, str] = {}  # id -> name
        self.meant: dict[str, Any] = {}  # name -> id or day
        self.cells: dict[tuple[str, str], str] = {}  # of tables, by name of the row and column
        self.head: tuple[list[str], dict[str, str]] = [], {}  # last columns, and what all rows share

    def fork(self) -> "Transcriber":
        """A reader that has read the opening, for each member of a group. An opening holds no ids."""
        return Transcriber(self.env)

    def read(self, seen: Observation) -> str:
        return "\n".join([self._message(m) for m in seen.messages]) + "\n"

    def _message(self, message: Message) -> str:
        if isinstance(message, Result) and not isinstance(message.content, str):
            content = self._renamed(plain(message.content))
            if message.tool == "clock_now":
                self.today = content["day"]
            text = self._table(self.rendering.result(content))
        else:
            text = self._with_names(self.rendering.message(message))
        text = _MONEY.sub("", _YEAR.sub("", _DATE.sub(self._dated, text)))
        return f"customer: {text}" if not isinstance(message, Result) else text

    def _renamed(self, content: Any) -> Any:
        """The same content with ids renamed, without what this job never needs."""
        if isinstance(content, list):
            return [self._renamed(part) for part in content]
        if not isinstance(content, dict):
            return content
        return {
            key: self._name(key, value)
            if key.endswith("_id") or key == "next_cursor"
            else self._renamed(value)
            for key, value in content.items()
            if key not in self.ignored
        }

    def _name(self, key: str, id: str) -> str:
        if id and id not in self.names:
            kind = "c" if key == "clause_id" else id[0]
            self.names[id] = name = f"{kind}{sum(n[0] == kind for n in self.names.values())}"
            self.meant[name] = id
        return self.names.get(id, id)

    def _table(self, text: str) -> str:
        """Each cell with its row and column, or each line with the id of its row once more behind it; a part
        of a row stands indented."""
        lines, columns, id, shared = [], list[str](), "", dict[str, str]()
        for line in text.split("\n"):
            cells = line.split("|")
            if line.startswith("all: "):
                shared = dict(re.findall(r"(\w+): ([^;]+)", line.removeprefix("all: ")))
            if cells[0] in ("product_id", "variant_id"):
                columns = [cell.partition(" (")[0] for cell in cells[1:]]
                self.head = columns, shared
            elif line.endswith(", columns as above:"):
                columns, shared = self.head
            elif columns and len(cells) == len(columns) + 1:
                pairs = list(zip(columns, map(str.strip, cells[1:]), strict=True))
                fields = {**shared, **dict(pairs)}
                self.cells.update({(cells[0], column): cell for column, cell in fields.items()})
                line = " ".join([f"{cells[0]} {column} {cell}" for column, cell in pairs])
            elif match := _ROW.match(line):
                id = match[1]
            elif not line.startswith("  "):
                columns, id = [], ""
            lines.append(f"{line} | {id}" if id and not columns else line)
        return "\n".join(lines)

    def _with_names(self, text: str) -> str:
        return re.sub(r"\b[a-z]\w{6,12}\b", lambda m: self.names.get(m[0], m[0]), text)

    def _dated(self, match: re.Match[str]) -> str:
        day = dates.read(match[0], self.today) if self.today else None
        return match[0] if day is None else f"{' '.join(match[0].split()[:3])} {self._day(day)}"

    def _day(self, day: int) -> str:
        name = f"d{self.today - day}" if day <= self.today else f"f{day - self.today}"
        self.meant[name] = day
        return name

    def write(self, turn: Turn) -> str:
        """An expert's act as the learner would write it."""
        if not turn.calls:
            return f"say {turn.text}"
        (call,) = turn.calls
        given = [(key, self._written(key, value)) for key, value in call.arguments.items() if value != ""]
        return " ".join([call.name, *(f"{key}= {value}" for key, value in given)])

    def _written(self, key: str, value: Any) -> str:
        match value:
            case bool():
                return "yes" if value else "no"
            case int() if key.endswith("_cents"):
                return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"
            case int() if key == "day":
                return self._day(value)
            case str() if key in ("since", "until"):
                day = dates.read(value, self.today)
                return value if day is None else self._day(day)
            case dict():
                return " ".join([f"{k} {self._written(k, v)} ;" for k, v in value.items()])
            case [{"name": _}, *_]:
                return " ".join(
                    [f"{f['name']} {f['op']} {self._written(f['name'], f['value'])} ;" for f in value]
                )
            case list() if key == "sections":
                return " ".join([f"{heading} ;" for heading in value])
            case list():
                return " ".join([self.names.get(v, str(v)) for v in value])
            case _:
                return self.names.get(value, str(value))

    def act(self, text: str, spelling: dict[str, str]) -> Turn:
        """The learner's words as an act, less the thought before it. Nothing is repaired: nonsense goes to
        the shop as nonsense."""
        name, _, rest = text.rpartition("*")[2].strip().partition(" ")
        if name == "say":
            return Turn(text=rest)
        parts = re.split(r"(\w+)=", rest)
        pairs = zip(parts[1::2], parts[2::2], strict=True)
        arguments = {key: self._argument(key, value.strip(), spelling) for key, value in pairs}
        return Turn(calls=(Call(name, arguments),))

    def _argument(self, key: str, text: str, spelling: dict[str, str]) -> Any:
        if key in ("product_ids", "items", "attributes"):
            return [self.meant.get(name, name) for name in text.split()]
        if key in ("since", "until") and _DISTANCE.fullmatch(text):
            return dates.printed(self.today - int(text[1:]) * (1 if text[0] == "d" else -1))
        if key in ("price_from", "price_to"):
            return text
        fields = [field.split() for field in text.split(";") if field.strip()] if ";" in text else []
        if key == "sections":
            headings = [" ".join(field) for field in fields]
            return [spelling.get(heading, heading) for heading in headings]
        if key == "filters":
            return [
                {"name": f[0], "op": f[1], "value": self._value(f[0], " ".join(f[2:]), spelling)}
                for f in fields
                if len(f) > 2
            ]
        if key == "statement":
            return {f[0]: self._value(f[0], " ".join(f[1:]), spelling) for f in fields if len(f) > 1}
        return self._value(key, text, spelling)

    def _value(self, key: str, text: str, spelling: dict[str, str]) -> Any:
        if text in ("yes", "no") and key not in ("query", "words"):
            return text == "yes"
        if key.endswith("_cents") and re.fullmatch(r"-?\d+\.\d\d", text):
            return int(text.replace(".", ""))
        return self.meant.get(text, int(text) if text.isdigit() else spelling.get(text, text))
