"""A model that whoever runs the server has set up, as a player whom visitors may watch."""

import logging
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..core.env import Call, Turn
from ..core.episode import Episode, observe
from ..core.streams import Streams
from ..players.model.settings import ModelSettings, key_for, settings_for
from .records import Unavailable

if TYPE_CHECKING:
    from ..players.model.wire import Chat, Reply

log = logging.getLogger("retailgym.serving")


def configured() -> ModelSettings | None:
    """The model that MODEL_NAME and API_BASE_URL name; none without them, or without the extra `models`."""
    if not os.environ.get("MODEL_NAME") or find_spec("aiohttp") is None:
        return None
    try:
        return settings_for("", "")
    except ValueError as error:
        log.warning("model", extra={"said": {"error": str(error)}})
        return None


class Guest:
    """One model in one episode: it is told what came back and asked for its next turn."""

    def __init__(self, settings: ModelSettings) -> None:
        from ..players.model.client import Endpoint
        from ..players.model.formats import manner

        self._endpoint, self._manner = (
            Endpoint(settings, key_for(settings.base_url)),
            manner(settings.mode, settings.results),
        )
        self._chat: list[Chat] = []
        self._reply: Reply | None = None

    async def next_turn(self, episode: Episode) -> Turn:
        from ..players.model.endpoint_errors import Trouble

        seen = observe(episode)
        if self._reply is None:
            self._chat = self._manner.opening(episode, seen)
        else:
            self._chat += [self._manner.said(self._reply), *self._manner.answered(seen.messages)]
        try:
            async with self._endpoint as endpoint:
                heard = await endpoint.ask(
                    self._chat, self._manner.tools(seen), Streams("watched") / episode.turns
                )
        except Trouble as trouble:
            raise Unavailable(
                f"the model gave no answer: {trouble.failure.kind}, {trouble.failure.detail}"
            ) from None
        self._reply = heard.reply
        turn = self._manner.turn(heard.reply)
        return turn if isinstance(turn, Turn) else Turn("", (Call("malformed", turn),))
