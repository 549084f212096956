"""Each format by a small file: what its rows come to, and which are refused."""

from pathlib import Path

import pytest

from retailgym.catalog.importing.files import SourceFile
from retailgym.catalog.importing.formats import FORMATS, format_of
from retailgym.catalog.importing.offer import Offer, RefusedRow

SAMPLES = Path(__file__).parent / "samples"
COLUMNS = {
    "id": "Artikel",
    "title": "Name",
    "brand": "Marke",
    "category": "Gruppe",
    "price": "Preis",
    "stock": "Lager",
}


def read(name: str, columns: dict[str, str] | None = None) -> list[Offer | RefusedRow]:
    source = SourceFile(path=SAMPLES / name, columns=columns or {})
    return list(FORMATS[format_of(source)](source))


def offers(found: list[Offer | RefusedRow]) -> dict[str, Offer]:
    return {o.id: o for o in found if isinstance(o, Offer)}


def refusals(found: list[Offer | RefusedRow]) -> list[tuple[str, str]]:
    return [(r.id, r.reason) for r in found if isinstance(r, RefusedRow)]


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("shopify_old.csv", "shopify"),
        ("shopify_new.csv", "shopify"),
        ("woocommerce.csv", "woocommerce"),
        ("google.tsv", "google"),
        ("google.xml", "google-xml"),
        ("products.jsonld", "json-ld"),
        ("meta.jsonl", "amazon"),
        ("plain.csv", "csv"),
    ],
)
def test_the_format_is_seen_from_the_file(name: str, format: str) -> None:
    assert format_of(SourceFile(path=SAMPLES / name)) == format


@pytest.mark.parametrize("name", ["shopify_old.csv", "shopify_new.csv"])
def test_shopify_rows_of_one_handle_are_variants_in_both_generations_of_headers(name: str) -> None:
    found = offers(read(name))
    small, large, towel = found["FM-SL-S"], found["FM-SL-L"], found["oat-towel"]
    assert (
        small.group == large.group == "fjord-mug" and large.title == "Fjord Mug" and large.brand == "Norrvik"
    )
    assert small.options == {"Color": "Slate", "Size": "Small"} and large.options == {
        "Color": "Slate",
        "Size": "Large",
    }
    assert (small.price_cents, small.stock, large.price_cents, large.stock) == (1850, 14, 2100, 0)
    assert small.path == ("Home & Garden", "Kitchen", "Mugs") and small.attributes == {
        "material": "stoneware"
    }
    assert small.description == "Stoneware, & safe in the dishwasher ."
    assert towel.options == {} and towel.stock is None and towel.available is True  # nobody counts them


def test_shopify_pictures_are_no_products_and_drafts_and_what_has_no_price_are_refused() -> None:
    assert refusals(read("shopify_old.csv")) == [("DB-1", "not for sale"), ("NP-1", "no price")]


def test_woocommerce_variations_have_from_their_parent_what_they_do_not_say() -> None:
    found = read("woocommerce.csv")
    small, large, towel = (offers(found)[id] for id in ("FM-S", "FM-L", "OT-1"))
    assert (
        small.group == large.group == "FM"
        and small.title == large.title == "Fjord Mug"
        and large.brand == "Norrvik"
    )
    assert (small.price_cents, large.price_cents, towel.price_cents) == (1850, 1900, 3400)
    assert (
        small.options == {"Size": "Small"}
        and small.attributes == {"Material": "stoneware"}
        and small.path == ("Kitchen", "Mugs")
    )
    assert refusals(found) == [("HB-1", "not for sale")]


def test_google_feeds_give_variants_by_group_and_the_sale_price() -> None:
    found = offers(read("google.tsv"))
    assert found["FM-S"].options == {"color": "Slate", "size": "Small"} and found["FM-L"].price_cents == 1900
    assert (
        found["FM-S"].available is True and found["FM-L"].available is False and found["FM-S"].stock is None
    )
    assert found["OT-1"].group == "OT-1" and found["OT-1"].attributes == {"Material": "linen"}
    assert {o.currency for o in found.values()} == {"EUR", "USD"}


def test_google_xml_says_the_same_with_days_of_transport() -> None:
    found = offers(read("google.xml"))
    assert (
        found["FM-S"].ship_days == 4
        and found["FM-S"].attributes == {"Material": "stoneware"}
        and found["FM-S"].options == {"size": "Small"}
    )
    assert found["OT-1"].available is False and found["OT-1"].path == ("Bath", "Towels")


def test_json_ld_groups_give_their_variants_and_an_offer_without_price_is_refused() -> None:
    found = read("products.jsonld")
    small, large = offers(found)["FM-S"], offers(found)["FM-L"]
    assert (
        small.group == large.group == "FM"
        and small.brand == "Norrvik"
        and small.stock == 14
        and large.available is False
    )
    assert (
        (small.rating_tenths, small.ratings) == (44, 89)
        and small.attributes == {"Volume": "0.3 l"}
        and small.options == {"size": "Small"}
    )
    assert refusals(found) == [("OT-1", "no price")]


def test_amazon_lines_have_details_as_text_and_prices_that_are_none() -> None:
    found = read("meta.jsonl")
    mug = offers(found)["B0FJORD001"]
    assert (
        mug.price_cents == 101_850
        and mug.currency == "USD"
        and mug.path == ("Home & Kitchen", "Mugs")
        and mug.stock is None
    )
    assert mug.attributes == {"Material": "Stoneware", "Item Weight": "0.4 Kilograms"}
    assert refusals(found) == [
        ("B0OATTOW01", "no price"),
        ("B0OLDER0001", "price not readable"),
        ("", "not readable"),
        ("B0REFUND01", "price not above zero"),
    ]


def test_a_plain_table_is_read_by_its_map_of_columns_and_the_rest_are_attributes() -> None:
    found = read("plain.csv", COLUMNS)
    assert [(o.id, o.price_cents, o.stock, dict(o.attributes)) for o in offers(found).values()] == [
        ("FM-1", 1850, 14, {"farbe": "slate"}),
        ("OT-1", 103_400, 0, {"farbe": "oat"}),
    ]
    assert refusals(found) == [("XX-1", "not readable")]
