"""Players whom visitors may watch. The page takes their turns through the same door as any agent; this only
says what the next one is."""

import asyncio

from .. import players
from ..core.env import Acts, Moves, Observation, Turn
from ..core.episode import Episode, heard, observe, start, step
from ..core.spec import Spec, split_of
from ..core.values import encode
from .model_guest import Guest, configured
from .session import Session
from .sessions import Clash, Sessions, running_of
from .settings import loopback
from .spec_choice import WrongChoice

SHOWN = "train"  # the split whose solutions may be looked at


def may_show(shop: Sessions, spec: Spec) -> bool:
    """Seeds that are kept for evaluation are not solved in public, unless the server is for teaching."""
    return shop.settings.teaching or split_of(spec.seed) == SHOWN


class Stage:
    """The players at work in this process, by episode."""

    def __init__(self, shop: Sessions) -> None:
        self._shop = shop
        self._moves: dict[str, tuple[Moves, int]] = {}  # and how many turns they have given
        self._guests: dict[str, Guest] = {}
        private = bool(shop.settings.token) or loopback(shop.settings.host)
        self._model = configured() if private else None  # strangers shall not spend what it costs

    @property
    def model(self) -> str:
        return self._model.model if self._model else ""

    def players(self, env: str) -> tuple[str, ...]:
        """Who can be watched at this counter."""
        return ("expert", "silent", *players.blind_for(env), *([self.model] if self.model else []))

    async def next_turn(self, session: Session) -> Turn:
        """What the player whose name the episode bears does next."""
        running = running_of(session)
        if running.player not in self.players(running.spec.env):
            raise WrongChoice(
                f"no player {running.player!r} at this counter; there are "
                f"{', '.join(self.players(running.spec.env))}"
            )
        if running.player == self.model:
            return await self._guest(session, len(running.turns)).next_turn(session.episode)
        if not may_show(self._shop, running.spec):
            raise WrongChoice(
                f"seed {running.spec.seed} is kept for evaluation; watch one below 2147483648, or serve "
                f"with "
                f"--teaching"
            )
        moves, given = self._moves.pop(session.token, (None, -1))
        if moves is None or given != len(running.turns):
            moves, turn = self._caught_up(session.episode.spec, running.player, running.turns)
        else:
            turn = await asyncio.to_thread(_sent, moves, observe(session.episode), heard(session.episode))
        self._moves = {token: kept for token, kept in self._moves.items() if token in self._shop.sessions}
        self._moves[session.token] = moves, len(running.turns) + 1
        return turn

    def _guest(self, session: Session, turns: int) -> Guest:
        """A model remembers what it was told, so it plays on only where it began."""
        assert self._model is not None
        self._guests = {token: kept for token, kept in self._guests.items() if token in self._shop.sessions}
        if turns and session.token not in self._guests:
            raise Clash("the model is not at this counter any more; begin again")
        return self._guests.setdefault(session.token, Guest(self._model))

    def _caught_up(self, spec: Spec, name: str, turns: tuple[str, ...]) -> tuple[Moves, Turn]:
        """A player that was not here for the turns so far, or comes from another process: it plays them
        again, and they must be its own."""
        episode = start(spec, catalog=self._shop.catalog)
        moves = players.get(name)(observe(episode), heard(episode))
        turn = next(moves, Turn())
        for taken in turns:
            if not _same(turn, taken, episode):
                raise Clash(f"somebody else has played in this episode; {name!r} cannot go on with it")
            episode = step(episode, taken)
            turn = _sent(moves, observe(episode), heard(episode))
        return moves, turn


def _same(turn: Turn, taken: str, episode: Episode) -> bool:
    return encode(step(episode, encode(turn)).log) == encode(step(episode, taken).log)


def _sent(moves: Moves, seen: Observation, heard: Acts) -> Turn:
    """A player that stops early is silent from then on."""
    try:
        return moves.send((seen, heard))
    except StopIteration:
        return Turn()
