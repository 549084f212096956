"""One drawn task: what the customer knows (the brief), what the judge checks (the goal, sealed), and what a
careful agent needs (par)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar

from ..world import World
from .difficulty import Axes, budget
from .values import Value

Tone = Literal["brisk", "warm", "dry", "chatty", "shy"]
TONES: tuple[Tone, ...] = ("brisk", "warm", "dry", "chatty", "shy")
TOPICS_PER_QUESTION = 3
T = TypeVar("T")


class Persona(Value):
    tone: Tone
    patience: int  # wasted exchanges that the customer puts up with
    openings: Mapping[str, tuple[str, ...]] = {}  # by job, where the shop has words of its own
    language: str = "en"


class Detail(Value):
    """One thing that the customer can tell. It is said at once, or its topic is named and the value left for
    a question, or the form has a hole where it belongs (no size, no order number)."""

    topic: str
    label: str
    value: str | int
    says: tuple[str, ...]
    cues: tuple[str, ...]  # what asks for it
    others: tuple[str, ...] = ()  # labels of all the values it could have
    op: str = "eq"
    # keep: what stands in for the thing must have it; case: known to who asks, and nothing turns on it
    role: Literal["wish", "option", "quantity", "fact", "keep", "case"] = "wish"
    disclosure: Literal["stated", "mentioned", "omitted"] = "stated"
    slip: str | int = ""  # what is so, where the customer misremembers it; shown the record, they concede
    link: str = ""  # how the value is said where it depends on something else
    could_be: tuple[int, ...] = ()  # what it may come to for all that the customer knows


class Fallback(Value):
    """What the customer does when the thing has sold out: take it with other options, or leave it."""

    instead: tuple[Detail, ...] = ()  # none: leave it out


class Thing(Value):
    """Something that the customer speaks of, by a noun."""

    noun: str
    plural: str
    called: tuple[str, ...]  # other words for it
    details: tuple[Detail, ...]
    shelf: str = ""
    product_id: str = ""  # known by sight, never spoken: is it this one that has sold out?
    variant_id: str = ""
    fallback: Fallback | None = None

    def __hash__(self) -> int:
        """By what tells most things apart; all that can be said of it would take long to read."""
        return hash((self.noun, self.product_id, self.variant_id, len(self.details)))


class Revisable(Value):
    """A detail about which the customer may change their mind: what they may have said before."""

    thing: int  # by its place among the things of the matter
    others: tuple[Detail, ...]
    within: int  # calls that nobody gets by without
    since: int = 1  # and those before which nothing is changed
    waits: bool = False  # where a line is read back at the end, a change can wait until then
    # for each of them, what else of the matter is otherwise as long as it stands: things and details
    along: tuple[tuple[tuple[int, Detail], ...], ...] = ()


class Revision(Value):
    """A change of mind: what is said at first, and after how many calls of the matter that changes."""

    thing: int
    old: Detail
    after: int
    waits: bool
    along: tuple[tuple[int, Detail], ...] = ()  # what else is otherwise until then, since it hangs on it


class Request(Value):
    """One reason to come to the counter."""

    job: str
    things: tuple[Thing, ...]
    confirmations: int = 0  # irreversible writes, each worth one confirmation
    interrupts: bool = False  # comes up in the middle of the matter before it
    revisable: tuple[Revisable, ...] = ()
    revisions: tuple[Revision, ...] = ()


class Brief(Value):
    persona: Persona
    requests: tuple[Request, ...]


class Ending(Value):
    """What a matter comes to, by which a later one can be given: a field of its closing call."""

    field: str
    value: str | int | bool
    unit: Literal["cents", "days", "yes", "one of"]
    others: tuple[str, ...] = ()  # what else it could have been, where it is one of several
    about: str = ""  # what was asked, where it is an answer


class Par(Value):
    exchanges: int
    calls: int

    def __add__(self, other: "Par") -> "Par":
        return Par(exchanges=self.exchanges + other.exchanges, calls=self.calls + other.calls)


NOTHING = Par(exchanges=0, calls=0)


class TaskPool(Value):
    """A world drawn for several candidate goals alike. Which of them it will be is not known here."""

    world: World
    par: Par
    candidates: int
    plan: (
        Any  # the environment's own: from it and a candidate's number follow that candidate's goal and brief
    )
    cap: Par | None = None  # the largest par that is drawn for what the opening shows; None: as par
    revisable: int = 2  # details about which the customer may change their mind, at most
    per_revision: Par = NOTHING  # what it takes to put right what was done before a change of mind
    writes: Mapping[str, int] = {}  # how often each tool is needed that must not be called twice for once
    legs: "tuple[TaskPool, ...]" = ()  # of a journey, in the order in which the customer brings them up

    @property
    def shares(self) -> tuple[tuple[Par, Par], ...]:
        """Par and cap of each matter."""
        return tuple((d.par, d.cap or d.par) for d in self.legs or (self,))


class Sealed(Generic[T]):
    """Carries what the agent must never see. It has no encoding and no repr, so it cannot leave by
    accident."""

    __slots__ = ("_inner",)

    def __init__(self, inner: T) -> None:
        self._inner = inner

    def open(self) -> T:
        """Only the judge and the record of a finished episode may call this; tests/test_layers.py checks who
        does."""
        return self._inner

    def __repr__(self) -> str:
        return "<sealed>"


class Task(Value):
    world: World
    brief: Brief
    goal: Sealed[Any]
    shares: tuple[
        tuple[Par, Par], ...
    ]  # par and cap of each matter; what follows from a cap tells nothing of what was left unsaid
    lures: tuple[Any, ...] = ()  # what tries to lead the agent astray

    @property
    def par(self) -> Par:
        return self.par_of(len(self.shares))

    def par_of(self, raised: int) -> Par:
        """What the matters need that have been brought up."""
        return sum([par for par, _ in self.shares[:raised]], NOTHING)

    def budgets(self, axes: Axes, raised: int) -> Par:
        """The most exchanges and calls that an episode allows when so many matters have been brought up."""
        return _budgets(self.shares, raised, axes.turn_slack, axes.call_slack)


@lru_cache(maxsize=1024)
def _budgets(shares: tuple[tuple[Par, Par], ...], raised: int, turn_slack: int, call_slack: int) -> Par:
    """Remembered, since every act and every observation asks for it."""
    caps = [cap for _, cap in shares[:raised]]
    return Par(
        exchanges=sum([budget(cap.exchanges, turn_slack) for cap in caps]),
        calls=sum([budget(cap.calls, call_slack) for cap in caps]),
    )


def questions(topics: int) -> int:
    """How many focused questions it takes to ask for so many details."""
    return -(-topics // TOPICS_PER_QUESTION)
