"""At the counter: a message goes in, acts and words come out. Each exchange has its own stream, so that forks
meet the same customer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from ..catalog.product import Product
from ..catalog.schema import Category
from ..core.streams import Streams
from ..core.task import Brief, Thing
from ..core.values import Value, replace
from ..world import World
from .acts import Act, Talk, raise_request, things_of
from .answering import respond
from .belongings import (
    Belonging,
    belongings,
    is_among_others,
    kinds,
    named_in,
    several_of,
    spoken_of,
    titled,
)
from .checking import statement
from .given import Given
from .heard import Heard
from .hearing import hear
from .mentions import Place, sort_of
from .noise import add_noise, unmarked
from .revising import instead_of_yes, revise
from .statements import accepts
from .strangers import Strangers, bought_in, names_another
from .voice import explained_before, say

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog


def open_talk(brief: Brief, stream: Streams, noise: int) -> tuple[tuple[Act, ...], str, Talk]:
    """The customer comes up and says what they want."""
    act, talk = raise_request(brief, Talk())
    return (act,), _words((act,), brief, (Talk(), talk), stream / "opening", noise), talk


class Shop(Value):
    """What the customer can see of the shop: what kind of thing something is, and whether it has sold out."""

    category: Callable[[Thing], Category | None]
    has_gone: Callable[[Thing], bool]
    holds: Callable[[Thing], Mapping[str, str | int]] = lambda _: {}  # how what they have bought looks
    in_cart: Callable[[Thing], Mapping[str, str | int]] = lambda _: {}  # how what was put there for it looks
    others: Callable[[Thing], Sequence[Belonging]] = lambda _: ()  # what else they have bought
    # what is neither one of these things nor of these lines
    strangers: Callable[[Sequence[Thing], Sequence[Belonging]], Strangers | None] = lambda things, along: None
    catalog: "Catalog | None" = None  # with the names of all that is sold
    bought: tuple[int, ...] = ()  # what the customer has ordered of it
    today: int = 0
    settled: int = 0  # how many matters are done


def category_of(catalog: "Catalog", thing: Thing) -> Category | None:
    """What kind of thing it is."""
    shelf = catalog.shelf_named(thing.shelf) if thing.shelf else None
    return catalog.category(shelf) if shelf is not None else None


def shop_of(world: World) -> Shop:
    """The shop as the customer sees it."""

    def held(thing: Thing) -> Product | None:
        return world.product(thing.product_id) if thing.product_id and sort_of(thing) == "fact" else None

    def holds(thing: Thing) -> Mapping[str, str | int]:
        product = held(thing)
        if product is None:
            return {}
        variant = next((v for v in product.variants if v.id == thing.variant_id), None)
        return {"brand": product.brand, **(variant.options if variant is not None else {})}

    def in_cart(thing: Thing) -> Mapping[str, str | int]:
        ids = {line.product_id for line in world.cart}
        if not thing.product_id or thing.product_id in ids:
            return {}
        found = [p for p in map(world.product, sorted(ids)) if p is not None and p.shelf == thing.shelf]
        return {"brand": found[0].brand, **found[0].attributes} if len(found) == 1 else {}

    def strangers(things: Sequence[Thing], along: Sequence[Belonging]) -> Strangers:
        mine = (*things, *[line.thing for line in along])
        categories = [category_of(world.catalog, t) for t in mine]
        return Strangers(world, mine, categories, [line.title for line in along])

    return Shop(
        category=partial(category_of, world.catalog),
        has_gone=lambda thing: thing.variant_id in world.gone.get(thing.product_id, ()),
        holds=holds,
        in_cart=in_cart,
        others=lambda thing: belongings(world, thing),
        strangers=strangers,
        catalog=world.catalog,
        bought=bought_in(world),
        today=world.today,
        settled=len(world.answers),
    )


class Utterance(Value):
    """A message, with all that hearing it depends on but the catalogue."""

    text: str
    things: tuple[Thing, ...]
    today: int
    starts: tuple[int, ...]
    bought: tuple[int, ...] = ()  # what they have ordered


def utterance(brief: Brief, talk: Talk, message: str, today: int, bought: tuple[int, ...] = ()) -> Utterance:
    """The message as it comes to the customer at this point of the talk."""
    starts = (0, *accumulate([len(m.things) for m in brief.requests[: talk.raised - 1]]))
    return Utterance(text=message, things=things_of(brief, talk), today=today, starts=starts, bought=bought)


def understood(
    said: Utterance, category: Callable[[Thing], Category | None], catalog: "Catalog | None" = None
) -> Heard:
    """What a customer makes of it, in a shop with these kinds of things, and with whatever the catalogue has
    beside them."""
    heard = hear(said.text, said.things, category, said.starts[-1], said.today, said.starts)
    if catalog is None or names_another(said.text, said.things, catalog, said.bought):
        return heard
    return replace(heard, strange=False)


_known: list[tuple[Utterance, Heard]] = []


@contextmanager
def known(said: Utterance, heard: Heard) -> Iterator[None]:
    """Meanwhile nobody works out again what was made of it elsewhere."""
    _known.append((said, heard))
    try:
        yield
    finally:
        _known.pop()


def _heard_elsewhere(said: Utterance) -> Heard | None:
    return next((heard for known, heard in _known if known == said), None)


def listen(brief: Brief, talk: Talk, message: str, shop: Shop) -> Heard:
    """What the customer makes of a message at this point of the talk."""
    said = utterance(brief, talk, message, shop.today, shop.bought)
    things, starts = said.things, said.starts
    heard = _heard_elsewhere(said) or understood(said, shop.category, shop.catalog)
    along = [line for t in things if is_among_others(t) for line in shop.others(t)]
    heard = alienated(heard, things, message, shop, along)
    if heard.seeks:
        heard = _beside_others(heard, things, message, shop, starts)
    held = [(g, shop.holds(things[g.thing])) for g in heard.given]
    own = {(g.thing, g.topic) for g, holds in held if g.value == holds.get(g.topic)}
    # where it is named as it is, what is said of another thing may be heard of it as well: large, and M
    alien = [
        g for g, holds in held if g.value != holds.get(g.topic, g.value) and (g.thing, g.topic) not in own
    ]
    return replace(
        heard,
        alien=heard.alien or bool(alien),
        own=bool(own),
        settled=shop.settled >= talk.raised,
        unfit=_unfit(things, heard, shop),
    )


def alienated(
    heard: Heard, things: Sequence[Thing], message: str, shop: Shop, along: Sequence[Belonging] = ()
) -> Heard:
    """Whether it is about something that is none of these things, nor of the lines that go back beside."""
    about = heard.strange and (heard.seeks or heard.topics)
    strangers = shop.strangers(things, along) if about else None
    if strangers is None:
        return heard
    if heard.seeks:
        return replace(heard, alien=True) if strangers.put_forward(message) else heard
    contents = {topic for _, topic in heard.topics} <= CONTENTS
    return heard if contents or not strangers.asked_of(message) else replace(heard, elsewhere=True)


CONTENTS = {"beside", "contents", "items"}  # was there an air fryer in it as well?


def _beside_others(
    heard: Heard, things: tuple[Thing, ...], message: str, shop: Shop, starts: tuple[int, ...]
) -> Heard:
    """What is said of the things, where others go back with one of them: what is read back of those is not
    said of the one."""
    others = [line for t in things if is_among_others(t) for line in shop.others(t)]
    spoken = (*things, *kinds(spoken_of(message, others)))
    if len(spoken) == len(things):
        return heard
    found = hear(message, spoken, shop.category, starts[-1], shop.today, starts)
    lent = {t.shelf for t in spoken[len(things) :]}  # nor is it said of another matter's thing of that name
    if not any(is_among_others(spoken[n]) for n in found.named):
        lent = titled(message, others) if heard.seeks == "leave" else set()
    own = [n for n, thing in enumerate(things) if thing.shelf not in lent]
    along = named_in(message, others, [spoken[n].shelf for n in found.named if n not in own])
    if not along:
        return heard
    counts = [g for g in found.given if g.topic == "count" and g.thing not in own]
    for shelf in sorted({x.thing.shelf for x in others if x.line_id in along}):
        counted = sum([int(g.value) for g in counts if spoken[g.thing].shelf == shelf])
        along |= several_of(message, others, shelf, counted)
    named = frozenset([n for n in found.named if n in own])
    return replace(
        heard,
        given=tuple([g for g in found.given if g.thing in named]),
        named=named,
        topics=tuple([p for p in heard.topics if p in found.topics]),
        along=along,
    )


def _unfit(things: tuple[Thing, ...], heard: Heard, shop: Shop) -> tuple[Place, ...]:
    """Wishes, told or not, that another product in the cart does not meet: who is asked to buy it looks at
    it."""
    if not heard.confirms:
        return ()
    found: list[Place] = []
    for n, thing in enumerate(things):
        looks = shop.in_cart(thing) if n in heard.named or not heard.named else {}
        wishes = [d for d in thing.details if d.role == "wish" and d.topic in looks]
        found += [
            (n, d.topic)
            for d in wishes
            if accepts(d, statement(Given(thing=n, topic=d.topic, value=looks[d.topic]))) is False
        ]
    return tuple(found)


def reply(
    brief: Brief, talk: Talk, message: str, shop: Shop, stream: Streams, noise: int
) -> tuple[tuple[Act, ...], str, Talk]:
    """The customer hears the message and answers."""
    acts, after = respond(brief, talk, listen(brief, talk, message, shop), shop.has_gone)
    acts, after = instead_of_yes(brief, acts, after) or (acts, after)
    if after.raised < len(brief.requests) and brief.requests[after.raised].interrupts and not after.left:
        opened, after = raise_request(brief, after)
        acts = (*acts, opened)
    return acts, _words(acts, brief, (talk, after), stream / "exchange" / talk.exchanges, noise), after


def unasked(
    brief: Brief, talk: Talk, places: list[Place], stream: Streams, noise: int
) -> tuple[tuple[Act, ...], str, Talk]:
    """The customer changes their mind while the agent works."""
    acts, after = revise(brief, talk, places)
    words = stream / "revision" / len(talk.revised)
    return acts, _words(acts, brief, (talk, after), words, noise) if acts else "", after


def next_request(brief: Brief, talk: Talk, stream: Streams, noise: int) -> tuple[tuple[Act, ...], str, Talk]:
    """One matter is settled; the customer brings up the next."""
    act, after = raise_request(brief, talk)
    return (act,), _words((act,), brief, (talk, after), stream / "matter" / talk.raised, noise), after


def _words(acts: tuple[Act, ...], brief: Brief, talk: tuple[Talk, Talk], stream: Streams, noise: int) -> str:
    """What is said, by the talk before and after."""
    before, after = talk
    things = explained_before(things_of(brief, after), before.told, brief.persona)
    said = []
    for n, act in enumerate(acts):
        rng = (stream / n)()
        said.append(add_noise(say(act, things, brief.persona, rng), noise, rng))
    return unmarked(" ".join(said))
