"""What an expert thinks before an act, written out: who learns from nothing learns to look rows up only if it
may do so step by step. An act is `thought * act`; the shop never sees the thought.

- A list of orders: what was said, then every line with what speaks against it, `o3 placed method , fits ;`.
- A table of products or variants: the wishes, then of every row what it has instead, `p3 colour red`.
- The line of an order that is meant: how many, for how much.
- A shortlist: what fits, with what sorts it and its price, `p3 950 19.99`; then the best, `950 19.99 p3`.

Only what the customer said (as an expert hears it) and what tools showed goes in, never a goal.
"""

from typing import Any

from ...core.dates import WEEKDAYS
from ...core.env import Acts, Observation, Result, Turn
from ...core.values import replace
from ...customer.acts import Told
from ...envs.shared.expert_moves import Line, Notes, has, lines_of, shown
from ...envs.shared.order_clues import CUES, UNKNOWN, Clue, fitting_lines
from ...envs.shared.order_families import RememberedLine
from ...envs.shared.reckoning import row_cents, terms_of
from .text import Transcriber

THINKS = ("tracking", "cart", "returns", "discovery")


class Thinker:
    def __init__(self, env: str, heard: Acts) -> None:
        self.on = env in THINKS
        if not self.on:
            return
        self.notes = Notes(heard)
        self.today, self.thing = 0, min(self.notes.things) - 1
        self.lines: dict[Line, RememberedLine] = {}  # of the orders that were listed, until one is chosen
        self.rows: dict[str, Any] = {}  # products that fit, by id
        self.compared: list[Told] = []  # the wishes that they fit
        self.pages: dict[str, tuple[int, Any]] = {}  # for which thing, and the variants, by product
        self.last: Any = None  # what the last tool gave

    def see(self, seen: Observation, heard: Acts) -> None:
        if not self.on:
            return
        self.notes.hear(heard)
        self.last = None
        for message in seen.messages:
            if not isinstance(message, Result) or isinstance(message.content, str):
                continue
            self.last = message.content
            if message.tool == "clock_now":
                self.today = self.last.day
            if message.tool == "order_list":
                self.thing = max(self.notes.things)  # of two, what was bought and what is wanted for it
                for order in self.last.orders:
                    thing = self.notes.things[min(self.notes.things)]
                    self.lines |= lines_of(order, thing.shelf, self.last.account.name)
            if message.tool == "catalog_get_variants":
                self.pages[self.last.product_id] = self.thing, self.last.variants

    def think(self, turn: Turn, reader: Transcriber) -> str:
        """The thought before this act, in the words of who reads."""
        if not self.on:
            return ""
        names, self.cells = reader.names, reader.cells
        tool, given = (turn.calls[0].name, turn.calls[0].arguments) if turn.calls else ("say", {})
        if tool == "catalog_search":
            self._search(given)
        words: list[str] = []
        if self.lines and tool in ("say", "order_get"):
            words = self._orders(given.get("order_id"), names)
        if hasattr(self.last, "products"):
            words = self._products(names)
        if tool in ("cart_add", "return_check_eligibility") and given.get("product_id") in self.pages:
            words = self._variants(*self.pages[given["product_id"]], names)
        elif tool == "say" and hasattr(self.last, "variants"):
            words = self._variants(self.thing, self.last.variants, names)
        if tool == "recommend":
            words += self._late(names) + self._sorted(given["product_ids"], names)
        return " ".join([*words, "* "]) if words else ""

    def _search(self, given: dict[str, Any]) -> None:
        """A look at a whole shelf begins the search for a thing."""
        filters = given["filters"]
        if len(filters) == 1 and not given.get("cursor"):
            same = [n for n, thing in self.notes.things.items() if thing.shelf == filters[0]["value"]]
            self.thing = min([n for n in same if n > self.thing], default=self.thing)
            self.rows, self.compared = {}, []

    def _orders(self, chosen: object, names: dict[str, str]) -> list[str]:
        told = self.notes.told[min(self.notes.things)]
        clues = [Clue(topic=t, value=str(told[t].value)) for t in CUES if t in told]
        clues = [clue for clue in clues if clue.value != UNKNOWN]
        words = [f"{clue.topic} {_clue(clue)} ;" for clue in clues]
        if not clues:
            return []
        entries = list(self.lines.values())
        fitting = [fitting_lines(clue, entries, self.today) for clue in clues]
        wrong, order = [], ""
        for n, line in enumerate(self.lines):
            wrong.append([clue.topic for clue, fits in zip(clues, fitting, strict=True) if not fits[n]])
            words += [","] if line.order_id == order else [";", names[line.order_id]]
            words += wrong[-1] or ["fits"]
            order = line.order_id
        if chosen:
            least = min(map(len, wrong))
            here = [line for line, w in zip(self.lines, wrong, strict=True) if len(w) == least]
            line = next(line for line in here if line.order_id == chosen)
            words += [
                ";",
                names[line.order_id],
                str(line.quantity),
                f"{line.cents // 100}.{line.cents % 100:02}",
            ]
            self.lines = {}
        return words

    def _wishes(self) -> list[Told]:
        """What the customer wants of the thing in question, with days in place of weekdays."""
        wishes = sorted(self.notes.of(self.thing, "wish"), key=lambda w: w.topic)
        return [
            replace(w, value=(WEEKDAYS.index(w.value) - self.today % 7) % 7) if w.value in WEEKDAYS else w
            for w in wishes
        ]

    def _products(self, names: dict[str, str]) -> list[str]:
        rows = self.last.products
        wishes = [w for w in self._wishes() if (names[rows[0].product_id], w.topic) in self.cells]
        words = [word for wish in wishes for word in self._wish(wish, rows, names)]
        self.compared += wishes
        for row in rows if wishes else ():
            wrong = [not has(row, w) for w in wishes]
            words += self._walk(names[row.product_id], [w.topic for w in wishes], wrong)
            if True not in wrong:
                sold = "preference" in self.notes.told[self.thing] and not row.in_stock
                words.append("in_stock" if sold else "fits")
                self.rows |= {} if sold else {row.product_id: row}
        return words

    def _wish(self, wish: Told, rows: list[Any], names: dict[str, str]) -> list[str]:
        """As the table prints it, where it can be found there."""
        same = [names[row.product_id] for row in rows if has(row, replace(wish, op="eq"))]
        shown_values = [self.cells[name, wish.topic] for name in same if (name, wish.topic) in self.cells]
        value = shown_values[0] if shown_values else _number(wish.topic, wish.value)
        return [wish.topic, *([] if wish.op == "eq" else [wish.op]), value, ";"]

    def _variants(self, thing: int, variants: list[Any], names: dict[str, str]) -> list[str]:
        told = self.notes.told[thing]
        options = [o for o in variants[0].options if o in told]
        words = [f"{o} {told[o].value} ;" for o in options]
        for variant in variants if options else ():
            wrong = [variant.options[o] != told[o].value for o in options]
            words += self._walk(names[variant.variant_id], options, wrong)
            words += [] if True in wrong else ["fits"]
        return words

    def _walk(self, name: str, topics: list[str], wrong: list[bool]) -> list[str]:
        """What a row has, up to the first thing that is not as it should be."""
        looked_at = topics[: wrong.index(True) + 1] if True in wrong else topics
        return [name, *(f"{topic} {self.cells.get((name, topic), '')}" for topic in looked_at)]

    def _late(self, names: dict[str, str]) -> list[str]:
        """Of what fitted until then, what fits what the customer said after the comparison too."""
        wishes, rows = [w for w in self._wishes() if w not in self.compared], list(self.rows.values())
        words = [word for wish in wishes for word in self._wish(wish, rows, names)]
        for row in rows if wishes else ():
            wrong = [not has(row, w) for w in wishes]
            words += self._walk(names[row.product_id], [w.topic for w in wishes], wrong)
            if True in wrong:
                del self.rows[row.product_id]
            else:
                words.append("fits")
        return words

    def _sorted(self, chosen: list[str], names: dict[str, str]) -> list[str]:
        """What fits, with what it is sorted by and its price, which decides between equals: first in the
        order of the tables, then the best in theirs."""
        told = self.notes.told[self.thing]
        order = str(told["preference"].value)
        terms, (topic, _, way) = terms_of(order), order.partition(" ")
        prices = {id: self.cells.get((names[id], "price"), "") for id in self.rows if id in names}
        if terms:  # what each comes to
            way = "up"
            worth = {id: _number("price", row_cents(self.rows[id], terms)) for id in prices}
        else:
            worth = {id: _number(topic, shown(self.rows[id], topic)) for id in prices}
        if topic != "price":
            worth = {id: f"{value} {prices[id]}" for id, value in worth.items()}
        listed = [f"{names[id]} {value}" for id, value in worth.items()]
        best = [f"{worth[id]} {names[id]}" for id in chosen if id in worth]
        return [f"; {topic} {way} {told['shortlist'].value} ;", *listed, ";", *best]


def _clue(clue: Clue) -> str:
    side, _, of = clue.value.partition(" ")
    if clue.topic == "placed":
        return f"{side} {7 * int(of)}"
    return f"{side} {int(of) // 100}" if clue.topic == "paid" else clue.value


def _number(topic: str, value: str | int) -> str:
    """As tables print it."""
    if topic == "rating":
        return f"{int(value) / 10:.1f}"
    return f"{int(value) / 100:.2f}" if topic == "price" else str(value)
