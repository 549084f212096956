"""What a customer can say of something they want: wishes, options, a number, a day."""

from collections.abc import Sequence

from ...catalog.schema import Category
from ...catalog.wishes import COMMON, Wish, attribute_of, phrases
from ...core.dates import WEEKDAYS
from ...core.markets import spoken
from ...core.streams import Rng
from ...core.task import Detail
from ...customer.locale.en import phrases as phrase_book
from ...customer.locale.en.grammar import NUMBERS
from ...customer.locale.en.phrases import BY_THE_WEEKEND, BY_WEEKDAY
from ...world import World
from .shelves import HOW_MANY, OTHERS, Disclosure


def wish_detail(category: Category, wish: Wish, disclosure: Disclosure, money: str = "") -> Detail:
    a = attribute_of(category, wish.attribute)
    return Detail(
        topic=a.name,
        label=a.label,
        value=wish.value,
        op=wish.op,
        says=phrases(category, wish, money),
        cues=a.cues,
        others=a.labels,
        disclosure=disclosure,
    )


def dated(wish: Wish) -> bool:
    """Can one name the day of the week by which it must be here?"""
    return wish.attribute == "shipping_days" and int(wish.value) < len(WEEKDAYS)


def arrival_detail(wish: Wish, disclosure: Disclosure, today: int) -> Detail:
    """The latest day that something may arrive, said as a day of the week."""
    day = WEEKDAYS[(today + int(wish.value)) % len(WEEKDAYS)]
    lines = (*BY_WEEKDAY, *BY_THE_WEEKEND) if day == "Saturday" and today % 7 < 5 else BY_WEEKDAY
    says, a = tuple([t.format(weekday=day) for t in lines]), COMMON["shipping_days"]
    return Detail(
        topic=a.name, label=a.label, value=day, op=wish.op, says=says, cues=a.cues, disclosure=disclosure
    )


def wish_details(
    category: Category,
    wishes: Sequence[Wish],
    disclosures: Sequence[Disclosure],
    world: World,
    by_weekday: bool,
) -> list[Detail]:
    """What a customer can tell of wishes, some of it only when asked; weekdays may stand for numbers of
    days."""
    money = spoken(world.customer.currency)
    return [
        arrival_detail(w, disclosure, world.today)
        if by_weekday and dated(w)
        else wish_detail(category, w, disclosure, money)
        for w, disclosure in zip(wishes, disclosures, strict=False)
    ]


def option_detail(category: Category, name: str, value: str, disclosure: Disclosure) -> Detail:
    o = category.option[name]
    return Detail(
        topic=name,
        label=o.label,
        value=value,
        says=o.choice(value).says,
        cues=o.cues,
        others=o.labels,
        role="option",
        disclosure=disclosure,
    )


def quantity_detail(n: int, disclosure: Disclosure) -> Detail:
    return Detail(
        topic="quantity",
        label="quantity",
        value=n,
        says=(str(n),),
        cues=HOW_MANY,
        role="quantity",
        disclosure=disclosure,
    )


def announced(rng: Rng, unsaid: Sequence[bool], share: int) -> list[Disclosure]:
    """How each detail comes up: said at once; or left out, and then so many in a thousand are named and the
    others not even that."""
    return [
        "stated" if not left else "mentioned" if named else "omitted"
        for left, named in zip(unsaid, rng.chances(len(unsaid), share), strict=True)
    ]


def others_detail(n: int, noun: str = "") -> Detail:
    """How many more things matter, none of them named; of one thing among several, where its noun is
    given."""
    book = phrase_book
    lines = (
        (book.ONE_OTHER_OF if noun else book.ONE_OTHER) if n == 1 else book.OTHERS_OF if noun else book.OTHERS
    )
    says = tuple([line.format(n=NUMBERS[n], noun=noun) for line in lines])
    return Detail(topic=OTHERS, label="other things", value=n, says=says, cues=(), role="fact")
