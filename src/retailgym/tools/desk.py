"""The returns desk: four ways to look, one to ask, and seven to decide."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from .. import policy as shop_policy
from ..core.difficulty import HALF
from ..core.values import Opaque, Value, replace
from ..policy import ARTICLES, TOPICS, Policy, article, sections_of
from ..world import World
from ..world.ticket import (
    PAYING,
    PRIORITIES,
    RESOLUTIONS,
    TAGS,
    CustomerRecord,
    Decision,
    Step,
    StockRecord,
    Ticket,
)
from .desk_handbook import AT_ONCE, DocumentPages, asked, pages
from .desk_records import OrderRecord, order_record, unsigned_shown
from .kit import ID, Cents, Refused, View, closes, inspects, speaks, writes
from .policy import PER_PAGE, Documents, Sections, book_in, listed

MOST_CENTS = 100_000_000

OrderId = Annotated[str, Meta(extra=ID)]
ItemId = Annotated[str, Meta(extra=ID)]
Page = Annotated[str, Meta(extra_json_schema={"enum": list(ARTICLES)})]
Headings = Annotated[
    list[str],
    Meta(
        description="Only these of the page's sections; none for all. In the order of the pages they are: "
        + " / ".join(["; ".join(sections_of(page)) for page in ARTICLES])
        + ". With documents: only what they say on these terms."
    ),
]
SearchWords = Annotated[str, Meta(description="Words to look for, in place of a page.")]
DocumentIds = Annotated[
    list[str],
    Meta(
        description=f"Where the policy is a handbook: documents to read, by id, {AT_ONCE} at once at most.",
        extra=ID,
    ),
]
ClauseId = Annotated[
    str,
    Meta(
        description="Where the policy is a handbook: the section that decides this resolution, by id.",
        extra=ID,
    ),
]
Priority = Annotated[
    str, Meta(description="Page tickets says which.", extra_json_schema={"enum": list(PRIORITIES)})
]
Resolution = Annotated[str, Meta(extra_json_schema={"enum": list(RESOLUTIONS)})]
Tag = Annotated[
    str,
    Meta(
        description="A tag belongs on the ticket exactly if its condition holds. "
        + " ".join(f"{tag}: {means}." for tag, means in TAGS.items()),
        extra_json_schema={"enum": list(TAGS)},
    ),
]
Amount = Annotated[
    Cents | None,
    Meta(
        extra={"reads": "money"},
        description="In the shop's currency. What the customer gets by a refund, partial refund or store "
        "credit. For an exchange, what "
        "the customer still has to pay, negative if they get money back, 0 if none moves. No other "
        "resolution has an amount.",
    ),
]


class Prose(Opaque):
    """Some sections of a page of the policy. It is written down as its text, which is put into words when
    somebody reads it."""

    __slots__ = ("headings", "name", "policy")

    def __init__(self, policy: Policy, name: str, headings: Sequence[str] = ()) -> None:
        self.policy, self.name, self.headings = policy, name, headings or sections_of(name)

    @property
    def content_hash(self) -> str:
        return article(self.policy, self.name, self.headings).text

    def of(self, topic: str) -> Policy:
        """The policy, for one who wants to know no more of it than what stands here about a topic."""
        if TOPICS[topic].article != self.name or TOPICS[topic].title not in self.headings:
            raise LookupError(f"section {TOPICS[topic].title!r} of page {self.name!r} has not been read")
        return self.policy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose) and (self.name, self.content_hash) == (other.name, other.content_hash)

    __hash__ = None  # type: ignore[assignment]


class PolicyPage(View):
    page: str
    text: Prose


class CustomerView(View):
    customer: CustomerRecord

    def ids(self) -> Iterable[str]:
        return [self.customer.customer_id]


class StockView(View):
    stock: StockRecord

    def ids(self) -> Iterable[str]:
        return [self.stock.item_id]


class ItemStanding(Value, kw_only=False):
    resolution: str
    amount_cents: int | None  # where money can move
    clause_id: str | UnsetType = UNSET


class Standing(View, kw_only=False):
    """What stands decided; all of it can still be changed."""

    items: Mapping[str, ItemStanding]
    ticket: str
    priority: str
    tags: tuple[str, ...]
    fraud: bool
    reply_drafted: bool
    currency: str


class OrderView(View):
    order: OrderRecord
    note: str | UnsetType = UNSET
    decided: Standing | UnsetType = UNSET  # so that one can look whether a call that failed was done

    def ids(self) -> Iterable[str]:
        return [self.order.order_id, *[line.item_id for line in self.order.lines]]


def _ticket(world: World) -> Ticket:
    if world.ticket is None:
        raise Refused("there is no ticket on the desk")
    return world.ticket


def _read(world: World, *what: str) -> World:
    ticket = _ticket(world)
    return replace(world, ticket=replace(ticket, log=(*ticket.log, *what)))


def section_read(page: str, heading: str) -> str:
    """How the ticket's log names a section of the policy that was read."""
    return f"page {page}: {heading}"


def section_shown(id: str) -> str:
    """How the ticket's log names a section of the handbook that was shown."""
    return f"section {id}"


def _deciding(world: World) -> Ticket:
    ticket = _ticket(world)
    if not ticket.log:
        raise Refused(
            "nothing has been inspected yet; look at the order, the customer, the policy or the stock "
            "before "
            "you decide"
        )
    return ticket


def _decided(world: World, ticket: Ticket) -> tuple[World, Standing]:
    return replace(world, ticket=ticket), _standing(ticket)


def _begun(ticket: Ticket, step: Step) -> tuple[Step, ...]:
    """The steps of a ticket with one more, if that has not been begun before."""
    return ticket.steps if step in ticket.steps else (*ticket.steps, step)


def _item_standing(ticket: Ticket, item_id: str) -> ItemStanding:
    d = ticket.items[item_id]
    moves = d.resolution in PAYING or d.resolution == "exchange"
    return ItemStanding(d.resolution, d.amount_cents if moves else None, ticket.cited.get(item_id) or UNSET)


def _standing(ticket: Ticket) -> Standing:
    return Standing(
        {item_id: _item_standing(ticket, item_id) for item_id in ticket.items},
        ticket.resolution,
        ticket.priority,
        ticket.tags,
        ticket.fraud,
        bool(ticket.reply),
        ticket.file.shop_currency,
    )


def _one_of(what: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise Refused(f"no {what} {given!r}; choose one of {', '.join(known)}")


@inspects
@writes
def inspect_order(world: World, order_id: OrderId) -> tuple[World, OrderView]:
    """The order: its lines and what they cost, how they were packed, what the carrier and the payment
    processor show, today's date, and what stands decided on the ticket so far. Unit price and grams are of
    one piece, the price before coupons; tax and shares are of the whole line; returned_grams are of all that
    came back."""
    ticket = _ticket(world)
    if order_id != ticket.order.id:
        raise Refused(f"no order {order_id!r} on this ticket; the ticket names its order")
    shown = ticket.touched or world.axes.p_fault  # where calls fail, that nothing stands is worth knowing
    note, decided = world.notes.get(order_id, UNSET), _standing(ticket) if shown else UNSET
    order = order_record(world.catalog, world.today, ticket)
    order = unsigned_shown(order) if world.axes.level > HALF else order
    return _read(world, "order"), OrderView(order=order, note=note, decided=decided)


@inspects
@writes
def inspect_customer(world: World) -> tuple[World, CustomerView]:
    """The customer's record: membership, account, and the history of orders, refunds and claims before this
    ticket."""
    return _read(world, "customer"), CustomerView(customer=_ticket(world).customer)


@inspects
@writes
def inspect_policy(
    world: World,
    page: Page = "",
    sections: Headings = [],  # noqa: B006
    search: SearchWords = "",
    documents: DocumentIds = [],  # noqa: B006
    results_page: int = 1,
) -> tuple[World, PolicyPage | Sections | Documents | DocumentPages]:
    """Sections of a page of the shop's policy, clause by clause; or what fits some words. Where the policy is
    a handbook of many documents, a page or a search lists those that fit, and documents are read by id."""
    if results_page < 1:
        raise Refused(f"no page {results_page} of results; the first is 1")
    book = book_in(world)
    if documents:
        if book is None:
            raise Refused(f"the policy has pages, not documents; choose one of {', '.join(ARTICLES)}")
        shown = pages(book, documents, sections)
        return _read(world, *[section_shown(id) for id in shown.sections]), shown
    if not search:
        _check_page(page, sections)
    if words := search or (book and asked(page, sections)):
        part = "" if search else page
        return _read(world, "search"), _listed(world, words, results_page, part)
    text = Prose(world.policy, page, sections)
    read = _read(world, f"page {page}", *[section_read(page, h) for h in text.headings])
    return read, PolicyPage(page=page, text=text)


def _check_page(page: str, sections: Sequence[str]) -> None:
    _one_of("page", page, ARTICLES)
    for heading in sections:
        if heading not in sections_of(page):
            known = "; ".join(sections_of(page))
            raise Refused(f"no section {heading[:60]!r} on page {page!r}; its sections are {known}")


def _listed(world: World, words: str, page: int, part: str) -> Sections | Documents:
    if book := book_in(world):
        return listed(book, words, page, part)
    return Sections(
        sections=shop_policy.search(world.policy, words, page * PER_PAGE)[(page - 1) * PER_PAGE :]
    )


@inspects
@writes
def inspect_inventory(world: World, item_id: ItemId) -> tuple[World, StockView]:
    """The stock of an item in all its variants, the last stock count, and how the item was found if it has
    come back."""
    record = _ticket(world).stock.get(item_id)
    if record is None:
        raise Refused(f"no item {item_id!r} in this order; inspect_order lists the items")
    return _read(world, f"stock {item_id}"), StockView(stock=record)


@speaks
def ask_customer(world: World, question: str) -> None:
    """Ask the customer for up to three things at once, by name. What is on file need not be asked."""


@writes
def flag_fraud(world: World, flagged: bool = True) -> tuple[World, Standing]:
    """Flag the ticket for the fraud team, or take the flag off again. Only for claims that carry more fraud
    points than they may."""
    return _decided(world, replace(_deciding(world), fraud=flagged))


@writes
def set_priority(world: World, priority: Priority) -> tuple[World, Standing]:
    """Set the ticket's priority."""
    ticket = _deciding(world)
    _one_of("priority", priority, PRIORITIES)
    return _decided(world, replace(ticket, priority=priority, steps=_begun(ticket, "priority")))


@writes
def add_tag(world: World, tag: Tag, remove: bool = False) -> tuple[World, Standing]:
    """Put a tag on the ticket, or take it off again. A tag stands once, however often it is put on."""
    ticket = _deciding(world)
    _one_of("tag", tag, TAGS)
    rest = tuple([t for t in ticket.tags if t != tag])
    tags = rest if remove else (*rest, tag)
    return _decided(world, replace(ticket, tags=tags, steps=_begun(ticket, "tags")))


@writes
def set_item_resolution(
    world: World,
    item_id: ItemId,
    resolution: Resolution,
    amount_cents: Amount = None,
    clause_id: ClauseId = "",
) -> tuple[World, Standing]:
    """Decide how one item of the ticket is settled, and for how much."""
    ticket = _deciding(world)
    _one_of("item on this ticket", item_id, ticket.file.about)
    _one_of("resolution", resolution, RESOLUTIONS)
    if resolution in PAYING and (amount_cents is None or not 0 <= amount_cents <= MOST_CENTS):
        raise Refused(f"a {resolution} needs an amount of 0 cents or more, not {amount_cents}")
    if resolution == "exchange" and abs(amount_cents or 0) > MOST_CENTS:
        raise Refused(f"{amount_cents} cents are beyond any price difference")
    if resolution not in PAYING and resolution != "exchange" and amount_cents:
        raise Refused(f"{resolution} moves no money; leave amount_cents out")
    decision = Decision(resolution, amount_cents or 0)
    cited = (
        {**ticket.cited, item_id: clause_id.strip()} if clause_id or item_id in ticket.cited else ticket.cited
    )
    items, log = {**ticket.items, item_id: decision}, (*ticket.log, f"item {item_id}")
    steps = _begun(ticket, "items")
    return _decided(world, replace(ticket, items=items, cited=cited, log=log, steps=steps))


@writes
def set_ticket_resolution(world: World, resolution: Resolution) -> tuple[World, Standing]:
    """Decide how the ticket as a whole is settled. Page tickets says how that follows from its items."""
    ticket = _deciding(world)
    _one_of("resolution", resolution, RESOLUTIONS)
    return _decided(world, replace(ticket, resolution=resolution, steps=_begun(ticket, "ticket")))


@writes
def draft_reply(world: World, message: str) -> tuple[World, Standing]:
    """Write the reply that goes out with the ticket: what was decided, the amounts, why, when money is paid,
    and what happens next or what the customer has to do. Where money goes back to several payments, say how
    much to each."""
    return _decided(world, replace(_deciding(world), reply=message))


@closes
def submit(world: World) -> tuple[bool, Standing]:
    """Close the ticket with everything as it stands. This cannot be undone."""
    return True, _standing(_ticket(world))
