"""The state of an episode: an immutable value, and the log of what happened in it."""

from typing import TYPE_CHECKING, Literal

from ..customer import Talk
from ..world import CartLine, World
from .difficulty import Axes
from .env import Acts, Call, Env, Message
from .errors import RetailGymError
from .faults import Fault
from .spec import Spec
from .streams import Streams
from .task import Par, Task
from .values import Value, replace

if TYPE_CHECKING:
    from ..world.orders import SentBack


class Event(Value, kw_only=False):
    """One thing that happened: an act of the agent, or what came back. Only messages are ever shown."""

    message: Message | None = None
    acts: Acts = ()  # of the customer, behind the words
    call: Call | None = None
    said: str | None = None  # by the agent: to the customer, or beside calls
    ids: tuple[str, ...] = ()  # given by the agent
    shown: tuple[str, ...] = ()  # ids that the agent has seen now
    fault: Fault = ""  # of the service; the call is not counted


class Earlier(Value):
    """What a page from before the last write shows."""

    cart: tuple[CartLine, ...]
    returns: "tuple[SentBack, ...]"
    as_of: str


class Used(Value):
    exchanges: int = 0
    calls: int = 0
    strikes: int = 0


class Episode(Value):
    spec: Spec
    env: Env
    stream: Streams
    task: Task
    world: World
    talk: Talk
    log: tuple[Event, ...]
    used: Used = Used()
    # things, and lines beside them, to which the customer had said yes when it could no longer be undone
    agreed: frozenset[int | str] = frozenset()
    earlier: Earlier | None = None  # kept where services fail
    read: int = 0  # events before the last turn
    turns: int = 0
    ended: Literal["", "closed", "budget", "invalid"] = ""

    @property
    def done(self) -> bool:
        return self.ended != ""

    @property
    def axes(self) -> Axes:
        return self.world.axes

    @property
    def budgets(self) -> Par:
        """The most exchanges and calls; a matter adds its own when it is brought up."""
        return self.task.budgets(self.axes, self.talk.raised)


class Over(RetailGymError, ValueError):
    """The episode has ended."""


def logged(ep: Episode, event: Event) -> Episode:
    """The episode after one more event."""
    return replace(ep, log=(*ep.log, event))
