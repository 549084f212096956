"""Text carries what JSON carries, in fewer tokens; what it prints can be given back."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

import retailgym as rg
from retailgym import players
from retailgym.catalog.search.tokens import terms
from retailgym.core import dates, money
from retailgym.core.cells import BAR, NONE_YET
from retailgym.core.env import Refusal, Result, Said
from retailgym.core.rendering import ABOVE, INDENT, Rendering, results_from
from retailgym.core.values import encode, plain, replace
from retailgym.players.play import play
from retailgym.tools.kit import Refused
from retailgym.tools.shop import clock_now

SPECS = [rg.Spec(env, level, seed) for env in rg.envs() for level, seed in ((0, 5), (6, 6), (12, 7))]


def results(spec: rg.Spec) -> list[Result]:
    episode, _ = play(rg.start(spec), players.get("expert"))
    return [
        e.message
        for e in episode.log
        if isinstance(e.message, Result) and not isinstance(e.message.content, str)
    ]


def leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "numbers":  # printed with their units, as attributes
                yield from leaves(key, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(name, inner)
    elif value not in (None, ""):
        yield name, value


def stands_in(name: str, value: Any, text: str) -> bool:
    if isinstance(value, bool):
        return name in text and ("yes" in text or "no" in text)  # the few that differ are named
    if isinstance(value, int) and (name == "cents" or name.endswith("_cents")):
        return money.printed(abs(value), "EUR")[1:] in text
    if isinstance(value, int) and (name in ("day", "today") or name.endswith("_day")):
        return dates.in_year(value) in text and str(dates.date(value).year) in text
    if name == "kind":
        return set(terms(value)) <= set(terms(text))
    words = re.sub(r"\s+", " ", str(value))
    number, _, unit = words.partition(" ")
    return words in re.sub(r"\s+", " ", text) or (
        number.isdecimal() and f"{name} ({unit})" in text and f"|{number}" in text
    )


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_text_carries_every_fact_of_the_structured_result(spec):
    rendering, read = Rendering(), ""
    for result in results(spec):
        read += rendering.message(result) + "\n"
        for name, value in leaves("", plain(result.content)):
            if name in ("currency", "shop_currency") or (name in NONE_YET and value == 0):
                continue
            for part in re.split(r"\n\n|(?<=\.) (?=[A-Z])", value) if isinstance(value, str) else [value]:
                assert stands_in(name, part, read), (
                    f"{result.tool}: {name} = {part!r} is in JSON and not in text"
                )


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_every_row_has_the_cells_of_its_header_and_all_money_has_a_currency(spec):
    rendering = Rendering()
    for result in results(spec):
        text = rendering.message(result)
        widths: dict[bool, int] = {}
        for line in text.split("\n"):
            if re.fullmatch(r"[a-z_]+:", line):
                widths = {}
            elif BAR in line:
                inner = line.startswith(INDENT)
                assert widths.setdefault(inner, line.count(BAR)) == line.count(BAR), (
                    f"{result.tool}: {line!r}"
                )
        assert not re.search(r"(?m)\.\d\d (?=\||;|$)", text), (
            f"{result.tool} prints an amount without a currency:\n{text}"
        )
        assert "None" not in text and not re.search(r"\bday \d{4,}", text)


def test_json_stays_as_it_was_and_other_forms_are_refused():
    for result in results(rg.Spec("cart", 3, 1)):
        assert Rendering("json").message(result) == encode(result.content).decode()
    with pytest.raises(ValueError, match="text or json"):
        results_from("yaml")


def test_what_was_shown_is_not_shown_again_until_it_is_forgotten():
    listed = next(r for r in results(rg.Spec("tracking", 6, 2)) if r.tool == "order_list")
    rendering = Rendering()
    first, second = rendering.message(listed), rendering.message(listed)
    assert "tier:" in first and "tier:" not in second
    assert all(o.order_id in second for o in listed.content.orders)
    rendering.forget()
    assert rendering.message(listed) == first


def test_a_result_reads_alike_as_a_value_and_from_the_wire():
    one, other = Rendering(), Rendering()
    for result in results(rg.Spec("returns", 6, 3)):
        assert one.message(result) == other.answer(msgspec.json.decode(encode(result.content)))
    assert other.answer({"refused": "no such order"}) == one.message(
        Refusal(tool="order_get", text="no such order")
    )
    assert other.answer({"result": "Hello", "customer": "And a hat."}) == "Hello\nCustomer: And a hat."
    assert other.answer("Hello") == one.message(Said(text="Hello"))


@pytest.mark.parametrize("cents", [0, 5, 99, 100, 70600, 123456789, -400, -1250])
@pytest.mark.parametrize("currency", ["USD", "EUR", "GBP", "CHF"])
def test_money_can_be_given_back_as_printed(cents, currency):
    assert money.read(money.printed(cents, currency)) == cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("706", 706),
        ("€706", 70600),
        ("706.5", 70650),
        ("1,299.00 EUR", 129900),
        ("USD 12.30", 1230),
        ("twelve", None),
        ("12.345", None),
        ("--4", None),
        ("", None),
    ],
)
def test_money_is_read_as_people_write_it(text, cents):
    assert money.read(text) == cents
    assert money.read("50", whole=True) == 5000


def test_dates_can_be_given_back_as_printed():
    for day in range(20_000, 21_600, 7):
        for near in (day - 170, day, day + 170):
            assert (
                dates.read(dates.printed(day))
                == dates.read(dates.in_year(day), near)
                == dates.read(str(day))
                == day
            )
    assert dates.printed(20_150) == "Fri 7 Mar 2025"
    for text in ("7 March 2025", "Friday, 7 March 2025", "March 7, 2025", "2025-03-07", "7th Mar 2025"):
        assert dates.read(text) == 20_150, text
    for text in ("Mon 7 Mar 2025", "31 Feb 2025", "soon", "7 Mar", "99999999999"):
        assert dates.read(text) is None, text


def test_what_cannot_be_read_as_a_day_or_an_amount_is_refused_and_not_malformed():
    episode = rg.start("tracking/0/1")
    report = episode.env.tools["report_status"]
    given = {"order_id": "o1", "parcel_id": "t1", "status": "lost"}
    with pytest.raises(Refused, match="is no day"):
        report(episode.world, report.read({**given, "day": "some time in March"}))
    with pytest.raises(Refused, match="no order"):
        report(episode.world, report.read({**given, "day": dates.printed(episode.world.today)}))
    closing = rg.start("returns/0/1").env.tools["close_return_request"]
    with pytest.raises(Refused, match="is no amount"):
        closing(
            episode.world,
            closing.read({"outcome": "refused", "order_id": "o1", "line_id": "l1", "amount_cents": "a lot"}),
        )


def test_an_object_has_the_same_fields_with_every_tool_that_takes_it():
    tools = {t.name: t.parameters["properties"] for t in rg.observe(rg.start("returns/0/1")).tools}
    fields = [set(tools[t]["statement"]["properties"]) for t in ("return_initiate", "return_exchange")]
    assert fields == [set(tools["return_check_eligibility"]["statement"]["properties"])] * 2
    assert tools["return_initiate"]["statement"]["required"] == ["reason", "condition"]


def test_an_object_that_several_tools_take_is_described_once():
    for env in rg.envs():
        seen = rg.observe(rg.start(rg.Spec(env, 0, 1)))
        written = encode([t.parameters for t in seen.tools]).decode()
        assert "$ref" not in written and written.count('"changed_mind"') <= 1


def test_a_result_seen_before_has_its_whole_row_again_and_the_facets_once():
    searches = [r for r in results(rg.Spec("cart", 6, 2)) if r.tool == "catalog_search"]
    rendering = Rendering()
    first, again = (rendering.message(searches[0]).split("\n") for _ in range(2))
    before = first[: first.index("facets:")]
    assert again[:-1] == before and again[-1].startswith("facets: as above (brand, ")


def test_an_order_says_once_what_a_list_has_shown_and_in_full_to_who_saw_no_list():
    seen = {r.tool: r for r in results(rg.Spec("tracking", 6, 2))}
    order, told = seen["order_get"], ("placed:", "recipient:", "marked_as_gift:", "shipping_method:")
    fresh, reader = Rendering(), Rendering()
    assert all(name in fresh.message(order) for name in told)
    listed = [r for r in results(rg.Spec("tracking", 6, 2)) if r.tool == "order_list"]
    assert all(o.order_id in reader.message(r) for r in listed for o in r.content.orders)
    text = reader.message(order)
    assert not [name for name in told if name in text] and order.content.order_id in text
    other = replace(order.content, order_id="o1")
    assert all(name in reader.result(other) for name in told), "another order was never listed"


def test_a_list_of_one_order_shows_it_whole():
    (page,) = [r.content for r in results(rg.Spec("tracking", 6, 2)) if r.tool == "order_list"][:1]
    text = Rendering().result(replace(page, orders=page.orders[:1]))
    assert "placed:" in text and "recipient:" in text and "shipping_method:" in text


def test_the_year_that_the_clock_has_shown_is_not_said_of_every_column():
    found = results(rg.Spec("tracking", 6, 2))
    clock, listed = (next(r for r in found if r.tool == tool) for tool in ("clock_now", "order_list"))
    year = dates.date(clock.content.day).year
    assert {dates.date(o.placed_day).year for o in listed.content.orders} == {year}
    reader = Rendering()
    assert f"placed ({year})" in reader.message(listed)
    reader.forget()
    reader.message(clock)
    assert f"({year})" not in reader.message(listed)
    old = [replace(o, placed_day=o.placed_day - 366) for o in listed.content.orders]
    assert f"placed ({year - 1})" in reader.result(replace(listed.content, orders=old))


def test_a_section_that_was_shown_before_is_said_to_stand_above():
    episode = rg.start("desk/6/2")
    tool, reader = episode.env.tools["inspect_policy"], Rendering()
    ask = {"page": "return-costs", "sections": ["Restocking fee"]}
    first, again = (reader.result(tool(episode.world, tool.read(ask))[1]) for _ in range(2))
    assert "Restocking fee\n" in first and ABOVE not in first
    assert f"Restocking fee: {ABOVE}" in again and len(again) < 100
    both = {**ask, "sections": ["Restocking fee", "Who pays for the way back"]}
    mixed = reader.result(tool(episode.world, tool.read(both))[1])
    assert f"Restocking fee: {ABOVE}" in mixed and "Who pays for the way back\n" in mixed


def test_a_document_that_was_shown_before_is_said_to_stand_above():
    episode = rg.start("desk/15/2")
    tool, reader = episode.env.tools["inspect_policy"], Rendering()
    listed = tool(episode.world, tool.read({"search": "restocking fee"}))[1]
    ask = {"documents": [listed.documents[0].document]}
    first, again = (reader.result(tool(episode.world, tool.read(ask))[1]) for _ in range(2))
    assert ABOVE not in first and again == f"document: {ask['documents'][0]}: {ABOVE}"


def test_what_else_is_in_orders_has_a_column_for_each_kind():
    page = next(r.content for r in results(rg.Spec("tracking", 6, 4)) if r.tool == "order_list")
    kinds = sorted({kind for o in page.orders for kind in o.beside})
    text = Rendering().result(page)
    assert 0 < len(kinds) <= 4 and all(f"{k} beside" in text for k in kinds)


def test_what_days_are_counted_from_is_told_where_the_day_is():
    first = dates.date(0)
    assert f"day 0 is {first:%A} {first.day} {first:%B} {first.year}" in clock_now.schema.description


def two_pages(seed):
    """The first two pages of one search, if they show the same columns."""
    found = [r for r in results(rg.Spec("discovery", 6, seed)) if r.tool == "catalog_search"]
    pages = [r for r in found if len(r.content.results) > 9][:2]
    alike = [{x.in_stock for x in page.content.results} for page in pages]
    return (
        pages if len(pages) == 2 and pages[0].content.next_cursor and alike[0] == alike[1] == {True} else None
    )


def test_a_table_that_goes_on_repeats_no_header():
    """The pages of one search are one table, until another stands between them or all is forgotten."""
    pages = next(pages for pages in map(two_pages, range(40)) if pages)
    rendering = Rendering()
    first, second, *_ = [rendering.message(page) for page in pages]
    assert "\nproduct_id|" in first and "product_id|" not in second and "results, columns as above:" in second
    assert all(f"\n{shown.product_id}|" in second for shown in pages[1].content.results)
    rendering.forget()
    assert "\nproduct_id|" in rendering.message(pages[1])
