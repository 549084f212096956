"""Categories, attributes and words, as they are inferred."""

from collections import Counter
from pathlib import Path

import pytest

from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.item import _read, label_of
from retailgym.catalog.importing.lists import listed
from retailgym.catalog.importing.offer import Unpriced
from retailgym.catalog.importing.run import Imported, ImportJob, importing
from retailgym.catalog.importing.texts import folded, price
from retailgym.catalog.importing.traits import _flags
from retailgym.catalog.importing.wording import department_of, kind_of
from retailgym.catalog.schema import faults
from retailgym.catalog.shelf_sets import _loose, _Range
from retailgym.catalog.units import measure
from retailgym.catalog.units import printed as in_words
from retailgym.core.values import replace
from retailgym.store.hearing import misheard

from . import shop


def brought(path: Path, stock: list[shop.Thing]) -> Imported:
    scratch = path / "scratch"
    scratch.mkdir(exist_ok=True)
    order = ImportJob(source=SourceFile(path=shop.amazon(path / "a.jsonl", stock)), misheard=misheard)
    return importing(order, scratch, lambda what: None)


@pytest.mark.parametrize(
    ("text", "cents", "currency"),
    [
        ("$1,299.00", 129_900, "USD"),
        ("12,50 EUR", 1250, "EUR"),
        ("1.034,00", 103_400, ""),
        ("8.5", 850, ""),
        ("£3", 300, "GBP"),
        ("1 299,95 €", 129_995, "EUR"),
        ("USD 1,299", 129_900, "USD"),
        ("19.9994", 2000, ""),
        ("1'250.00 CHF", 125_000, "CHF"),
        ("1.299,00 €", 129_900, "EUR"),
        ("10,-", 1000, ""),
        ("1\u202f299,50\u00a0€", 129_950, "EUR"),
        ("¥1200", 120_000, "JPY"),
        ("₹1,20,500.00", 12_050_000, "INR"),
        ("R$ 10,90", 1090, "BRL"),
        ("CA$ 5", 500, "CAD"),
        ("$ 12.00 AUD", 1200, "AUD"),
        ("9,99 eur", 999, "EUR"),
        ("5.00 euros", 500, "EUR"),
        ("12.500 KWD", 1250, "KWD"),
        ("0.125", 13, ""),
    ],
)
def test_prices_are_read_in_the_ways_that_people_write_them(text: str, cents: int, currency: str) -> None:
    assert price(text) == (cents, currency)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no price"),
        ("None", "no price"),
        ("-3.00", "price not above zero"),
        ("0.00", "price not above zero"),
        ("ask", "price not readable"),
        ("$12 - $15", "price not readable"),
        ("99999999999", "price too high"),
        ("from 10.00", "price not readable"),
        ("5.00 each", "price not readable"),
        ("10 kr", "price not readable"),
        ("₿ 3.00", "currency not known"),
        ("€5 USD", "price not readable"),
        ("1.299", "price not readable"),
        ("1.299 €", "price not readable"),
        ("nan", "no price"),
        ("inf", "price not readable"),
        ("1e3", "price not readable"),
    ],
)
def test_what_is_no_price_has_a_reason(text: str, reason: str) -> None:
    with pytest.raises(Unpriced) as refused:
        price(text)
    assert refused.value.reason == reason


def test_numbers_with_units_are_whole_numbers_of_the_smaller_unit() -> None:
    assert [
        measure(t) for t in ("1.7 l", "0.4 Kilograms", "15 inches", "15.6 inches", "2 TB", "large", "12")
    ] == [
        (1700, "ml"),
        (400, "g"),
        (15, "inch"),
        None,
        (2000, "GB"),
        None,
        None,
    ]
    assert [in_words(*m) for m in ((1700, "ml"), (850, "ml"), (1250, "g"), (140, "mm"), (24, "months"))] == [
        "1.7 l",
        "850 ml",
        "1250 g",
        "14 cm",
        "24 months",
    ]
    assert (
        folded("Größe") == "Grosse"
        and label_of("Item_Weight ") == "weight"
        and label_of("UPC") == ""
        and label_of("Color") == "colour"
    )


@pytest.mark.parametrize(
    ("name", "noun", "plural", "also"),
    [
        ("Kettles", "kettle", "kettles", ()),
        ("Mugs & Cups", "mug", "mugs", ("cup",)),
        ("Bedding", "bedding item", "bedding items", ()),
        ("Dining Chairs", "dining chair", "dining chairs", ()),
        ("Bookcases", "bookcase", "bookcases", ()),
        ("Lenses", "lens", "lenses", ()),
        ("Chelsea Boots", "pair of chelsea boots", "pairs of chelsea boots", ()),
        ("Wood varnishs", "wood varnish", "wood varnishes", ()),
        ("Home & Kitchen", "home item", "home items", ("kitchen item",)),
        ("Чайники", "item", "items", ()),
    ],
)
def test_nouns_come_from_the_names_of_categories(
    name: str, noun: str, plural: str, also: tuple[str, ...]
) -> None:
    kind = kind_of(name, name, "")
    assert (kind.noun, kind.plural, kind.also) == (noun, plural, also)
    assert kind_of(name, name, "steel").noun == f"{noun} from the steel range"


def test_departments_come_from_the_words_of_the_path() -> None:
    assert (
        department_of(("Home", "Patio, Lawn & Garden", "Hoses")) == "garden"
        and department_of(("Things",)) == "kitchen"
        and department_of(("Pet Supplies", "Dog Beds")) == "pets"
    )


def test_yes_and_no_are_one_attribute_however_each_product_has_them() -> None:
    assert _flags(Counter({"Y": 3, "yes": 2, "Nein": 4})) == {"Y": "yes", "yes": "yes", "Nein": "no"}
    assert _flags(Counter({"Y": 3, "red": 2})) == {}


def test_a_unit_in_the_name_of_a_column_belongs_to_its_numbers() -> None:
    assert _read("Pot size (cm)", "12") == ("pot size", "12 cm")
    assert _read("height_mm", "1.200") == ("height mm", "1.200")  # one metre twenty, or a bit over one
    assert _read("made in", "Wales") == ("origin", "Wales") and _read("cm", "12") == ("cm", "12")


def test_a_large_category_becomes_shelves_of_at_most_200_split_by_a_named_attribute(tmp_path: Path) -> None:
    stock = [replace(t, kind="Kettles") for t in shop.things(1000) if t.kind == "Kettles"]
    imported = brought(tmp_path, stock)
    shelves = imported.built.contents.shelves
    assert len(shelves) > 3 and all(32 <= s.last - s.first <= 200 for s in shelves)
    (put,) = imported.report.categories
    assert put.split_by and set(put.split_by) <= {"handle", "material", "spout", "brand", "price"}
    nouns = [k.noun for c in imported.built.contents.schema.categories for k in c.kinds]
    assert len(set(nouns)) == len(shelves) and all(noun.startswith("kettle from the ") for noun in nouns)


def test_a_category_with_more_brands_than_a_column_holds_is_several(tmp_path: Path) -> None:
    stock = [
        replace(t, brand=f"Brand {n % 400:03d}")
        for n, t in enumerate(t for t in shop.things(900) if t.kind == "Drills")
    ]
    contents = brought(tmp_path, stock).built.contents
    assert len(contents.schema.categories) > 1 and all(
        len(c.brands) <= 250 for c in contents.schema.categories
    )
    assert {b for c in contents.schema.categories for b in c.brands} == {t.brand for t in stock}


def test_small_categories_join_their_parents(tmp_path: Path) -> None:
    stock = [
        replace(t, kind=f"{t.kind} {n % 3}s", parent="Kitchen")
        for n, t in enumerate(t for t in shop.things(60) if t.kind == "Kettles")
    ]
    imported = brought(tmp_path, stock)
    (put,) = imported.report.categories
    assert put.path == ("Kitchen",) and put.products == 60
    kinds = [k for c in imported.built.contents.schema.categories for k in c.kinds]
    assert all(k.noun.startswith("kitchen item") for k in kinds), "nobody buys a kitchen"


def test_every_product_of_a_task_shelf_has_every_attribute_and_the_rest_stand_apart(tmp_path: Path) -> None:
    """A shelf on which some products lack an attribute could not tell whether they have what was wished."""
    stock = [t for t in shop.things(120) if t.kind == "Kettles"]
    stock = [
        replace(t, attributes={k: v for k, v in t.attributes.items() if k != "Spout" or n % 5})
        for n, t in enumerate(stock)
    ]
    imported = brought(tmp_path, stock)
    first, rest = imported.report.categories
    assert (first.products, rest.products) == (96, 24) and "spout" in [a.name for a in first.attributes]
    assert len(imported.able) == 1


def test_an_attribute_that_a_customer_would_take_for_another_is_set_aside(tmp_path: Path) -> None:
    """ "What condition should it have?" asks for the state of something that goes back."""
    renamed = {"Handle": "Condition", "Spout": "Opened"}
    stock = [
        replace(t, attributes={renamed.get(k, k): v for k, v in t.attributes.items()})
        for t in shop.things(40)
        if t.kind == "Kettles"
    ]
    (put,) = brought(tmp_path, stock).report.categories
    assert put.aside == {
        "condition": "the shop's own talk has this word",
        "opened": "a question for it would be taken for another",
    }
    assert not set(put.aside) & {a.name for a in put.attributes}


def test_inferred_words_are_sound(tmp_path: Path) -> None:
    for category in brought(tmp_path, list(shop.things(40))).built.contents.schema.categories:
        assert list(faults(category)) == [] and not misheard(category)


def test_a_shop_with_one_brand_has_no_filter_for_it(tmp_path: Path) -> None:
    stock = [replace(t, brand="Own label") for t in shop.things(40) if t.kind == "Kettles"]
    (category,) = brought(tmp_path, stock).built.contents.schema.categories
    assert "brand" not in category.attribute and any(a.filterable for a in category.filters)


def test_lists_and_tables_in_a_description_are_attributes():
    text = (
        "<p>Note: soft.</p><ul><li>Material: 100 % cotton</li><li><b>Wash:</b> 40 °C.</li>"
        "<li>Just soft</li></ul>"
        "<table><tr><td>Weight</td><td>1,5 kg</td></tr></table><dl><dt>Fuel</dt><dd>gas</dd></dl>"
    )
    assert listed(text) == {"Material": "100 % cotton", "Wash": "40 °C", "Weight": "1,5 kg", "Fuel": "gas"}
    assert listed("Nice: yes.\n- Größe: XL\n• Colour: red\n") == {"Größe": "XL", "Colour": "red"}
    assert listed("no list at all") == listed("<ul><li>no pair</li></ul>") == {}


def test_of_what_is_or_is_not_so_nobody_refuses_the_one() -> None:
    for value in ("yes", "no"):
        assert not any(w.op == "ne" for w in _loose(_Range("lid", "", ("no", "yes"), True), value))
    assert any(w.op == "ne" for w in _loose(_Range("lid", "", ("flip", "screw"), True), "flip"))
