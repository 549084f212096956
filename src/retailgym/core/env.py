"""What an environment is: tools, four functions, up to four more, and a version that rises with its bytes."""

from collections.abc import Callable, Generator, Mapping
from typing import Any

from ..customer.acts import Act, Talk
from ..customer.mentions import Place
from ..tools.kit import Schema, Tool, schemas
from ..world import World
from .reward import Findings, Verdict
from .reward import Outcome as Outcome
from .streams import Streams
from .task import Brief, Ending, TaskPool
from .values import Value


class Call(Value, kw_only=False):
    """One tool call. Arguments are an object, or JSON text as some APIs send it."""

    name: str
    arguments: Any = {}
    id: str | None = None


class Turn(Value, kw_only=False):
    """What arrived together in one assistant message. Without calls the text is said to the customer."""

    text: str = ""
    calls: tuple[Call, ...] = ()


class Said(Value, tag="customer"):
    """The customer speaks."""

    text: str


class Result(Value, tag="result", kw_only=False):
    """What a tool gave back."""

    tool: str
    content: Any
    id: str | None = None


class Refusal(Value, tag="refusal"):
    """The shop said no, and why."""

    tool: str
    text: str
    id: str | None = None


class Failure(Refusal, tag="failure"):
    """The service failed. Whether the call was done is not known where it timed out."""


class Mistake(Value, tag="mistake"):
    """The output was malformed."""

    text: str
    tool: str = ""
    id: str | None = None


class Skipped(Value, tag="skipped"):
    """A call after the end of the episode, not run."""

    tool: str
    id: str | None = None


Message = Said | Result | Refusal | Failure | Mistake | Skipped


class Observation(Value, kw_only=False):
    """The whitelist: an agent sees these fields and nothing else. There is no metadata bag."""

    env: str
    messages: tuple[Message, ...]  # since the last turn
    tools: tuple[Schema, ...]
    exchanges_left: int
    calls_left: int
    done: bool


Acts = tuple[Act, ...]
Moves = Generator[Turn, tuple[Observation, Acts], None]
Player = Callable[[Observation, Acts], Moves]


STOCK_MOVES = "Stock moves while you work: the last look counts."
NEEDS_A_YES = """Before {}, which cannot be undone, read every line back to the customer (what, which variant,
how many) and wait for their yes; after any change ask again."""
COSTS = """Reward is lost by questions about nothing open, calls beyond need, made-up ids, and doing what
nobody asked for."""


class Env(Value):
    """One environment. Its expert plays through the same door as any agent, so that a full score proves the
    task solvable."""

    id: str
    version: int  # rises with any change of bytes
    closing: str  # the tool that ends the episode
    tools: Mapping[str, Tool]
    sample_task: Callable[[Streams, World], TaskPool]  # sets the task in a shop; what is there already stays
    choose_goal: Callable[
        [Streams, TaskPool, int], tuple[Any, Brief]
    ]  # the goal of one candidate, and what its customer knows
    verify: Callable[
        [Any, Outcome], Findings | Verdict
    ]  # a job with a grade of its own gives the whole verdict
    expert: Player
    about: str  # what an agent is told of its job
    draws: int = 1  # raised only to draw every task anew: other words for the same tasks leave it alone
    ends: Callable[[Any], Ending | None] | None = None  # what a goal comes to, for a later matter
    opens: Callable[[Brief, Streams, World], tuple[Acts, str, Talk]] | None = (
        None  # a customer with words of its own, who opens
    )
    replies: Callable[[Brief, Talk, str, World, Streams], tuple[Acts, str, Talk]] | None = None  # and answers
    # and changes their mind about what stands at some places
    revises: Callable[[Brief, Talk, list[Place], World, Streams], tuple[Acts, str, Talk]] | None = None

    @property
    def speaking(self) -> str:
        """The tool that talks to the customer."""
        return next(t.name for t in self.tools.values() if t.kind == "speaks")

    @property
    def instructions(self) -> str:
        """What an agent is told of its job, and of what it is judged by."""
        final = [t.name for t in self.tools.values() if t.irreversible]
        lines = [
            self.about,
            STOCK_MOVES if "catalog_search" in self.tools else "",
            NEEDS_A_YES.format(" or ".join(final)) if final else "",
            COSTS,
        ]
        return " ".join(" ".join(lines).split())

    def schemas(self) -> tuple[Schema, ...]:
        return schemas(self.tools.values())
