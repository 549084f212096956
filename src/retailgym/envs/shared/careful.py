"""Around any player, where services fail: a call that failed is made again, but a write that timed out only
after a look shows that it was not done; and a page from before the last write is not believed."""

import re
from collections.abc import Callable, Generator
from functools import wraps
from typing import Any

from ...core.env import Acts, Call, Failure, Moves, Observation, Player, Result, Turn
from ...core.values import replace

Back = tuple[Observation, Acts]
_AT = re.compile(r"timed out at (\d\d:\d\d)")


def _cart(_: Call) -> Call:
    return Call("cart_view", {})


def _order(call: Call) -> Call:
    return Call("order_get", {"order_id": call.arguments["order_id"]})


# a write that must not be done twice -> the look that shows whether it was done, and what to look for there
LOOKS: dict[str, tuple[Callable[[Call], Call], str]] = {
    "cart_add": (_cart, "variant_id"),
    "return_initiate": (_order, "line_id"),
    "return_exchange": (_order, "line_id"),
}


WRITES = (*LOOKS, "cart_remove", "cart_set_quantity")


class _Memory:
    """How many of each variant are in the cart and of each line have gone back, and when something was last
    written."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.written = ""

    def see(self, tool: str, content: Any) -> None:
        if tool.startswith("cart_"):
            self.counts |= {id: 0 for id in self.counts if id[:1] == "v"}
            self.counts |= {line.variant_id: line.quantity for line in content.lines}
        elif tool == "order_get":
            self.counts |= {line.line_id: line.already_returned for line in content.lines}
        elif tool in LOOKS:
            self.counts[content.line_id] = self.counts.get(content.line_id, 0) + content.quantity
        if tool in WRITES and isinstance(content.as_of, str):
            self.written = content.as_of

    def is_old(self, content: Any) -> bool:
        as_of = getattr(content, "as_of", "")
        return isinstance(as_of, str) and as_of < self.written


def careful(player: Player) -> Player:
    """The same player, who looks before repeating."""

    @wraps(player)
    def moves(seen: Observation, heard: Acts) -> Moves:
        inner, memory = player(seen, heard), _Memory()
        turn = next(inner, None)
        while turn is not None:
            back = yield from _through(turn, memory)
            try:
                turn = inner.send(back)
            except StopIteration:
                return

    return moves


def _through(turn: Turn, memory: _Memory) -> Generator[Turn, Back, Back]:
    """Make a turn's call until it is done, and no more than once."""
    seen, heard = yield turn
    while len(turn.calls) == 1 and (trouble := _trouble(seen, memory)):
        call = turn.calls[0]
        if call.name in LOOKS and isinstance(trouble, Failure) and (at := _AT.search(trouble.text)):
            look, name = LOOKS[call.name]
            id, memory.written = str(call.arguments.get(name)), at[1]
            before = memory.counts.get(id, 0)
            seen, more = yield from _through(Turn("", (look(call),)), memory)
            heard = (*heard, *more)
            if memory.counts.get(id, 0) != before:
                break
        seen, more = yield turn
        heard = (*heard, *more)
    if turn.calls and (page := _page(seen)) is not None:
        memory.see(page.tool, page.content)
        seen = replace(seen, messages=(page,))  # what the customer says beside it is heard
    return seen, heard


def _trouble(seen: Observation, memory: _Memory) -> Failure | Result | None:
    failure = next((m for m in seen.messages if isinstance(m, Failure)), None)
    page = _page(seen)
    return failure or (page if page is not None and memory.is_old(page.content) else None)


def _page(seen: Observation) -> Result | None:
    return next((m for m in seen.messages if isinstance(m, Result) and not isinstance(m.content, str)), None)


def hasty(player: Player) -> Player:
    """The same player, who repeats every call that timed out and believes every page."""

    @wraps(player)
    def moves(seen: Observation, heard: Acts) -> Moves:
        inner = player(seen, heard)
        turn = next(inner, None)
        while turn is not None:
            seen, heard = yield turn
            while any(isinstance(m, Failure) for m in seen.messages):
                seen, more = yield turn
                heard = (*heard, *more)
            if turn.calls and (page := _page(seen)) is not None:
                seen = replace(seen, messages=(page,))
            try:
                turn = inner.send((seen, heard))
            except StopIteration:
                return

    return moves
