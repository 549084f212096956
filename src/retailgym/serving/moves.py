"""Players whom visitors may watch. The page takes their turns through the same door as any agent; this only
says what the next one is."""

from typing import TypeVar

from .. import players
from ..core.env import Acts, Moves, Observation, Turn
from ..core.episode import Episode, heard, observe, start, step
from ..core.spec import Spec
from ..core.values import encode
from .model_guest import Guest, configured
from .redaction import may_show
from .seats import StoredSeat
from .sessions import Clash, Sessions, running_of
from .settings import loopback
from .spec_choice import WrongChoice

T = TypeVar("T")
WATCHED = 1000  # episodes whose players are remembered


class Stage:
    """The players at work in this process, by episode."""

    def __init__(self, shop: Sessions) -> None:
        self._shop = shop
        self._moves: dict[str, tuple[Moves | None, int]] = {}  # and how many turns they have given
        self._guests: dict[str, Guest] = {}
        private = bool(shop.settings.token) or loopback(shop.settings.host)
        self._model = configured() if private else None  # strangers shall not spend what it costs

    @property
    def model(self) -> str:
        return self._model.model if self._model else ""

    def players(self, env: str) -> tuple[str, ...]:
        """Who can be watched at this counter."""
        model = [self.model] if self.model else []
        return ("expert", "silent", *players.learned(env), *players.blind_for(env), *model)

    async def next_turn(self, seat: StoredSeat) -> Turn:
        """What the player whose name the episode bears does next."""
        session, key = seat.session, seat.id
        assert session is not None
        running = running_of(session)
        if running.player not in self.players(running.spec.env):
            raise WrongChoice(
                f"no player {running.player!r} at this counter; there are "
                f"{', '.join(self.players(running.spec.env))}"
            )
        if running.player == self.model:
            return await self._guest(key, len(running.turns)).next_turn(session.episode)
        if not may_show(self._shop.settings, running.spec):
            raise WrongChoice(
                f"seed {running.spec.seed} is kept for evaluation; watch one below 2147483648, or serve "
                f"with "
                f"--teaching"
            )
        moves, given = self._moves.pop(key, (None, -1))
        if moves is None or given != len(running.turns):
            spec, player = session.episode.spec, running.player
            moves, turn = await self._shop.compute(self._caught_up, spec, player, running.turns)
        else:
            turn = await self._shop.compute(_sent, moves, observe(session.episode), heard(session.episode))
        _remember(self._moves, key, (moves, len(running.turns) + 1))
        return turn

    def _guest(self, key: str, turns: int) -> Guest:
        """A model remembers what it was told, so it plays on only where it began."""
        assert self._model is not None
        if turns and key not in self._guests:
            raise Clash("the model is not at this counter any more; begin again")
        guest = self._guests.pop(key, None) or Guest(self._model)
        _remember(self._guests, key, guest)
        return guest

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


def _remember(held: dict[str, T], key: str, one: T) -> None:
    """The latest of them; those at whom nobody looks any more go first."""
    held[key] = one
    while len(held) > WATCHED:
        del held[next(iter(held))]


def _same(turn: Turn, taken: str, episode: Episode) -> bool:
    return encode(step(episode, encode(turn)).log) == encode(step(episode, taken).log)


def _sent(moves: Moves, seen: Observation, heard: Acts) -> Turn:
    """A player that stops early is silent from then on."""
    try:
        return moves.send((seen, heard))
    except StopIteration:
        return Turn()
