"""What experts do alike: remember what was told, ask for what is open, find the product that wishes single out.

They see observations and the acts of what the customer has said, never a goal.
"""

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from .customer.acts import Answers, FallsBack, Named, Opens, Spoken, Told
from .env import Acts, Call, Observation, Turn
from .problem import TOPICS_PER_QUESTION
from .tools.catalog import COMPARED, Row

T = TypeVar("T")
Skill = Generator[Turn, tuple[Observation, Acts], T]


def call(tool: str, **arguments: object) -> Turn:
    return Turn("", (Call(tool, arguments),))


def content(seen: Observation) -> Any:
    """What the tool that was called last gave back."""
    return seen.messages[-1].content  # type: ignore[union-attr]  # an expert is never refused


def threes(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[i : i + TOPICS_PER_QUESTION] for i in range(0, len(items), TOPICS_PER_QUESTION)]


class Notes:
    """What the customer has said so far, thing by thing."""

    def __init__(self, heard: Acts) -> None:
        self.things: dict[int, Spoken] = {}  # by number; a later matter's things are numbered on
        self.named: list[Named] = []
        self.told: dict[int, dict[str, Told]] = {}
        self.dropped: set[int] = set()
        self.hear(heard)

    def hear(self, heard: Acts) -> None:
        for act in heard:
            match act:
                case Opens():
                    self.things.update(enumerate(act.things, act.first))
                    self.named += act.named
                    self.told.update({n: {} for n in range(act.first, act.first + len(act.things))})
                    self._learn(act.told)
                case Answers():
                    self._learn(act.told)
                case FallsBack():
                    self._learn(act.told)
                    if not act.told:
                        self.dropped.add(act.thing)
                case _:
                    pass

    def _learn(self, told: Sequence[Told]) -> None:
        for t in told:
            self.told[t.thing][t.topic] = t

    def of(self, thing: int, role: str) -> list[Told]:
        return [t for t in self.told[thing].values() if t.role == role]


def ask(notes: Notes, wanted: Sequence[Named]) -> Skill[None]:
    """Questions for details, up to three at once."""
    for group in threes(wanted):
        _, heard = yield Turn(" ".join(question(notes.things[u.thing].noun, u) for u in group))
        notes.hear(heard)


def question(noun: str, wanted: Named) -> str:
    return f"How many of the {noun}?" if wanted.topic == "quantity" else f"What {wanted.label} should the {noun} have?"


def find(shelf: str, wishes: Sequence[Told]) -> Skill[str]:
    """The product of a shelf that has everything: filter by what can be filtered, compare for the rest."""
    here = {"name": "shelf", "op": "eq", "value": shelf}
    seen, _ = yield call("catalog_search", filters=[here])
    listed = {f.name for f in content(seen).facets}
    filters = [here, *({"name": w.topic, "op": w.op, "value": w.value} for w in wishes if w.topic in listed)]
    cursor = ""
    while True:
        seen, _ = yield call("catalog_search", filters=filters, cursor=cursor)
        page = content(seen)
        ids = [h.product_id for h in page.results]
        if len(ids) == 1 and not cursor and not page.next_cursor:
            return str(ids[0])
        for batch in (ids[i : i + COMPARED] for i in range(0, len(ids), COMPARED)):
            seen, _ = yield call("catalog_compare", product_ids=batch)
            fits = [row.product_id for row in content(seen).products if all(has(row, w) for w in wishes)]
            if fits:
                return str(fits[0])
        cursor = page.next_cursor
        if not cursor:
            raise LookupError(f"nothing on shelf {shelf!r} has {wishes}")


def has(row: Row, wish: Told) -> bool:
    """Does the printed row have what was wished? Numbers are printed with their unit."""
    text = row.brand if wish.topic == "brand" else row.attributes.get(wish.topic, "")
    if isinstance(wish.value, str):
        return text == wish.value
    number = int(text.split()[0])
    return {"eq": number == wish.value, "gte": number >= wish.value, "lte": number <= wish.value}[wish.op]
