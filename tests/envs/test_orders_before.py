"""The orders that were placed right before another one."""

import retailgym as rg
from retailgym.core.env import Result
from retailgym.envs.shared.records import orders_before

from ..paths import started


def test_before_the_oldest_order_there_is_none() -> None:
    """Who has gone to the wrong order may find nothing before it."""
    episode = started("tracking", 12, 5)
    oldest = min(episode.world.orders, key=lambda order: order.placed)
    episode = rg.step(episode, {"calls": [{"name": "order_get", "arguments": {"order_id": oldest.id}}]})
    (page,) = [m.content for m in rg.observe(episode).messages if isinstance(m, Result)]
    moves = orders_before(page, 3)
    turn = next(moves)
    try:
        moves.send((rg.observe(rg.step(episode, turn)), ()))
    except StopIteration as done:
        assert done.value == []
    else:
        raise AssertionError("it looks at an order")
