"""Who holds how much of this process: places for sessions, connections, and bytes on their way in.

Every door asks here, so one client has one share, whichever doors it uses. Nobody is idle for ever: what has
not been touched for a while gives up its place, and so does the least used place of the greediest client when
another has none."""

import ipaddress
import logging
from collections.abc import Callable
from functools import lru_cache

from ..core.errors import RetailGymError
from . import clock
from .metrics import Metrics
from .settings import Limits

log = logging.getLogger("retailgym.serving")
TOLD_S = 10.0  # refusals of one client for one reason are logged so often, with their number


class Full(RetailGymError, RuntimeError):
    """No room for another session."""


class Place:
    """Room for one session. `give_up` is called when it has to go, and must not wait."""

    __slots__ = ("client", "give_up", "life_s", "touched", "waiting")

    def __init__(
        self, client: str, give_up: Callable[[], None], life_s: float, waiting: bool = False
    ) -> None:
        self.client, self.give_up, self.life_s = client, give_up, life_s
        self.waiting = waiting  # nobody is connected, and nothing is lost with it: the records have it all
        self.touched = clock.now()

    def touch(self) -> None:
        self.touched = clock.now()


class Bucket:
    """So many at once, and so many a second from then on."""

    __slots__ = ("_at", "_level", "burst", "per_s")

    def __init__(self, burst: float, per_s: float) -> None:
        self.burst, self.per_s = burst, per_s
        self._level, self._at = burst, clock.now()

    def take(self) -> bool:
        self._refill()
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def empty(self) -> bool:
        self._refill()
        return self._level < 1

    @property
    def full(self) -> bool:
        self._refill()
        return self._level >= self.burst

    def _refill(self) -> None:
        now = clock.now()
        self._level, self._at = min(self.burst, self._level + (now - self._at) * self.per_s), now


class Client:
    """One address, or one network of them."""

    __slots__ = ("begins", "bytes", "connections", "faults", "guesses", "places", "slowed", "told")

    def __init__(self, limits: Limits) -> None:
        self.places: set[Place] = set()
        self.connections = self.bytes = 0
        self.slowed = 0  # wrong tokens that wait for their answer
        self.guesses = Bucket(limits.guesses, limits.guesses_per_s)
        self.begins = Bucket(limits.begins, limits.begins_per_s)
        self.faults = Bucket(limits.faults, limits.faults_per_s)
        self.told: dict[str, tuple[float, int]] = {}  # when a refusal was logged, and how many came since

    @property
    def forgettable(self) -> bool:
        idle = not (self.places or self.connections or self.bytes or self.slowed or self.told)
        return idle and self.guesses.full and self.begins.full and self.faults.full


class AdmissionLedger:
    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._limits, self._metrics = limits, metrics
        self._clients: dict[str, Client] = {}
        self._places = self._bytes = 0

    def client(self, name: str) -> Client:
        client = self._clients.get(name)
        if client is None:
            client = self._clients[name] = Client(self._limits)
        return client

    # ── places ──
    def enter(self, place: Place) -> None:
        """Takes the place, or raises Full."""
        mine = self.client(place.client)
        if place in mine.places:
            return
        if len(mine.places) >= self._limits.sessions_per_client and not self._made_room(
            mine, waiting_only=True
        ):
            most = self._limits.sessions_per_client
            self.refuse(place.client, "sessions per client")
            raise Full(f"{place.client} has {len(mine.places)} sessions open; a client may have {most}")
        if self._places >= self._limits.sessions and not self._made_fair_room(mine):
            self.refuse(place.client, "sessions")
            raise Full("no room for another session; close one, or raise --max-sessions")
        mine.places.add(place)
        self._places += 1
        self._metrics.sessions.set(self._places)

    def leave(self, place: Place) -> None:
        places = self.client(place.client).places
        if place in places:
            places.discard(place)
            self._places -= 1
            self._metrics.sessions.set(self._places)

    def may_begin(self, name: str) -> None:
        """Episodes are costly to begin; nobody begins them without end."""
        if not self.client(name).begins.take():
            self.refuse(name, "episodes per second")
            raise Full(
                f"{name} begins more than {self._limits.begins_per_s:g} episodes a second; wait a moment"
            )

    def _made_fair_room(self, mine: Client) -> bool:
        """By the client with the most places, if it has more than this one would then have."""
        greedy = max(self._clients.values(), key=lambda client: len(client.places))
        fair = len(greedy.places) > len(mine.places) + 1
        return self._made_room(greedy, waiting_only=not fair)

    def _made_room(self, client: Client, *, waiting_only: bool) -> bool:
        candidates = [p for p in client.places if p.waiting or not waiting_only]
        if not candidates:
            return False
        oldest = min(candidates, key=lambda place: (not place.waiting, place.touched))
        self.leave(oldest)
        oldest.give_up()
        return True

    def sweep(self) -> None:
        """Places that nobody has used for their time are given up; this is the only thing that ends what is
        idle."""
        now = clock.now()
        for name, client in list(self._clients.items()):
            for place in [p for p in client.places if now - p.touched > p.life_s]:
                self.leave(place)
                place.give_up()
            for why, (at, count) in list(client.told.items()):
                if now - at >= TOLD_S:
                    if count:
                        log.warning(
                            "refused", extra={"said": {"client": name, "reason": why, "times": count}}
                        )
                    del client.told[why]
            if client.forgettable:
                del self._clients[name]

    # ── connections and bytes ──
    def connect(self, name: str) -> bool:
        client = self.client(name)
        if client.connections >= self._limits.connections_per_client:
            self.refuse(name, "connections")
            return False
        client.connections += 1
        return True

    def disconnect(self, name: str) -> None:
        self.client(name).connections -= 1

    def carry(self, name: str, size: int) -> bool:
        """Whether so many more bytes may come in: of all there is a budget, and of that each client has a
        fair share."""
        client = self.client(name)
        budget = self._limits.incoming_bytes
        if self._bytes + size > budget or client.bytes + size > budget // 2:
            carrying = sum(1 for other in self._clients.values() if other.bytes) or 1
            if client.bytes + size > budget // (carrying + 1) or self._bytes + size > 2 * budget:
                self.refuse(name, "bytes on their way in")
                return False
        client.bytes += size
        self._bytes += size
        return True

    def put_down(self, name: str, size: int) -> None:
        self.client(name).bytes -= size
        self._bytes -= size

    # ── refusals ──
    def refuse(self, name: str, why: str) -> None:
        """Counted always, logged at once and then now and again."""
        self._metrics.refused.labels(why).inc()
        told = self.client(name).told
        if why in told:
            at, count = told[why]
            told[why] = at, count + 1
        else:
            told[why] = clock.now(), 0
            log.warning("refused", extra={"said": {"client": name, "reason": why}})


@lru_cache(maxsize=4096)
def client_name(address: str) -> str:
    """The address; of IPv6 the network of 64 bits, since one client has as many addresses as it likes."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
