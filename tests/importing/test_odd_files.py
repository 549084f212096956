"""Files as shop owners have them: packed, from other programs, in other scripts, with prices as people write
them."""

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.importing import ImportReport, SourceFile, UnreadableFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.players import get, play
from retailgym.store.import_catalog import bring

COLOURS, MATERIALS = ("red", "blue", "green", "black"), ("steel", "glass", "wood")
Row = dict[str, str]


def kettles(count: int = 48, **changed: Callable[[int], str]) -> list[Row]:
    """Rows of a plain table, some fields of them made by functions of the row's number."""

    def row(n: int) -> Row:
        plain = {
            "id": f"K{n}",
            "title": f"Kettle {n}",
            "description": "It boils water.",
            "price": f"{10 + n}.90",
            "category": "Kitchen > Kettles",
            "brand": ("Acme", "Bolt")[n % 2],
            "availability": "in stock",
            "colour": COLOURS[n % 4],
            "material": MATERIALS[n % 3],
        }
        return plain | {name: make(n) for name, make in changed.items()}

    return [row(n) for n in range(count)]


def table(rows: list[Row], end: str = "\n", separator: str = ",") -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator=end, delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def brought(tmp_path: Path, name: str, content: bytes | str, **how: str) -> tuple[ImportReport, Catalog]:
    """What an import tells, with its trial, and the shop."""
    file, to = tmp_path / name, tmp_path / "shop.catalogue"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    order = ImportJob(source=SourceFile(path=file, encoding=how.pop("encoding", "")), **how)  # type: ignore[arg-type]
    return bring(order, to, lambda what: None), rg.catalog.load(to)


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo("products.csv"), table(kettles()))  # of no time of day
    return packed.getvalue()


PLAIN = table(kettles())
LINES = "\n".join(
    json.dumps({"parent_asin": r["id"], "title": r["title"], "price": r["price"]}) for r in kettles(3)
)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("shop.zip", zipped(), "is a zip archive or a spreadsheet; unpack it, or save the sheet as CSV"),
        ("shop.csv", zipped(), "is a zip archive or a spreadsheet"),
        (
            "shop.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
            "is a spreadsheet; save the sheet as CSV",
        ),
        ("shop.csv.bz2", b"BZh91AY&SY" + bytes(range(200)), "is packed with bzip2"),
        (
            "shop.csv",
            PLAIN.encode("utf-16-le"),
            "looks like UTF-16 without a mark at its beginning; say --encoding utf-16-le",
        ),
        ("shop.csv", PLAIN.encode("utf-16-be"), "say --encoding utf-16-be"),
        ("shop.csv", table(kettles(), end="\r"), "ends its lines with carriage returns alone"),
        ("shop.csv", PLAIN.replace("K5,", 'K5,"', 1), "line 7: a quotation mark is never closed"),
        ("shop.csv", PLAIN.replace("colour", "title", 1), "has two columns called 'title'"),
        ("shop.csv", "id,title,price\n", "it has no rows"),
        ("shop.csv", "\n\n  \n", "is empty"),
        ("shop.csv", b"\xef\xbb\xbf", "is empty"),
        ("shop.csv.gz", gzip.compress(PLAIN.encode(), mtime=0) + b"more", "cannot be unpacked after line 49"),
        (
            "shop.json",
            json.dumps(json.loads(LINES.split(chr(10))[0]), indent=2),
            "is one JSON document without a list of products; write a list of objects, or one",
        ),
        ("shop.json", "[1, 2]", "without a list of products"),
        ("shop.json", "[{]", "is not JSON that can be read"),
        (
            "shop.csv",
            "sku,name,net\n1,Jug,4\n",
            "which column is the id and the price? Say so with --column id=NAME --column price=NAME",
        ),
        ("shop.html", "<html><p>Kettles</p></html>", "is a page without product data"),
        (
            "shop.jsonld.gz",
            gzip.compress(b'{"@context": "https://schema.org"}' * 50, mtime=0)[:-20],
            "is cut off: the packed data ends too early",
        ),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line_with_the_way_out(
    tmp_path: Path, name: str, content: bytes | str, said: str
) -> None:
    with pytest.raises(UnreadableFile) as told:
        brought(tmp_path, name, content)
    assert said in str(told.value) and str(told.value).startswith(name) and str(told.value).isprintable()
    assert [p.name for p in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("sample", ["shopify_old.csv", "shopify_new.csv", "woocommerce.csv"])
def test_exports_that_a_spreadsheet_saved_with_semicolons_are_read_as_they_were(
    tmp_path: Path, sample: str
) -> None:
    text = (Path(__file__).parent / "samples" / sample).read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    saved = io.StringIO()
    csv.writer(saved, delimiter=";").writerows(rows)
    reports = [
        brought(tmp_path, name, content)[0]
        for name, content in (("a.csv", text), ("b.csv", saved.getvalue()))
    ]
    assert reports[0].products == reports[1].products > 0 and reports[0].format == reports[1].format != "csv"


def test_a_currency_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no currency 'shells'; write its code, such as EUR"):
        brought(tmp_path, "shop.csv", PLAIN, currency="shells")


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"\xef\xbb\xbf" + PLAIN.encode(), ""),
        (table(kettles(), end="\r\n").encode(), ""),
        (table(kettles(), separator=";").encode(), ""),
        (PLAIN.encode("utf-16"), ""),
        (PLAIN.encode("utf-16-le"), "utf-16-le"),
        (gzip.compress(PLAIN.encode(), mtime=0), ""),
    ],
)
def test_marks_line_ends_separators_and_packing_change_nothing(
    tmp_path: Path, content: bytes, encoding: str
) -> None:
    plain, shop = brought(tmp_path, "a.csv", PLAIN)
    other, same = brought(tmp_path, "b.csv", content, encoding=encoding)
    assert (
        (other.products, other.refused, other.serves)
        == (plain.products, {}, plain.serves)
        == (48, {}, plain.serves)
    )
    assert [same.at(d) for d in range(48)] == [shop.at(d) for d in range(48)]


def test_a_category_and_attributes_of_a_plain_table_are_taken_whatever_else_it_has(tmp_path: Path) -> None:
    report, shop = brought(tmp_path, "shop.csv", PLAIN)
    assert [(c.name, {a.name for a in c.attributes}) for c in report.categories] == [
        ("Kettles", {"colour", "material"})
    ]
    assert shop.column["stock"].all()


def test_a_shop_that_states_no_stock_serves_what_needs_none(tmp_path: Path) -> None:
    rows = [{k: v for k, v in row.items() if k != "availability"} for row in kettles()]
    report, shop = brought(tmp_path, "shop.csv", table(rows))
    assert not shop.column["stock"].any()
    assert {"discovery", "substitution"} <= {
        env for env, why in report.serves.items() if "most of them in stock" in why
    }


def test_small_categories_are_told(tmp_path: Path) -> None:
    report, _ = brought(tmp_path, "shop.csv", table(kettles(100, category=lambda n: f"Kind {n % 20}")))
    assert any(note.startswith("20 of 20 categories have fewer than 32 products") for note in report.notes)


def test_a_category_in_capitals_is_the_same_category_as_most_products_write_it(tmp_path: Path) -> None:
    ways = ("Home > Kettles", "HOME > Kettles", "Home > KETTLES", "Home > Kettles")
    report, _ = brought(tmp_path, "shop.csv", table(kettles(48, category=lambda n: ways[n % 4])))
    assert [(c.path, c.products) for c in report.categories] == [(("Home", "Kettles"), 48)]


def test_names_that_begin_alike_before_a_slash_stand_below_it(tmp_path: Path) -> None:
    ways = ("Plants / Ferns", "Plants/Palms", "Garden/Pots/Clay pots", "Garden/Hoses", "Scarves/Shawls")
    report, _ = brought(tmp_path, "shop.csv", table(kettles(200, category=lambda n: ways[n % 5])))
    assert sorted(c.path for c in report.categories) == [
        ("Garden", "Hoses"), ("Garden", "Pots", "Clay pots"), ("Plants", "Ferns"), ("Plants", "Palms"),
        ("Scarves/Shawls",),
    ]  # fmt: skip


def test_what_has_no_category_is_a_product(tmp_path: Path) -> None:
    _, catalog = brought(tmp_path, "shop.csv", table(kettles(48, category=lambda n: "")))
    assert {k.noun for c in catalog.contents.schema.categories for k in c.kinds} == {"product"}


def test_a_column_of_prices_may_name_its_currency(tmp_path: Path) -> None:
    rows = [{("price (£)" if k == "price" else k): v for k, v in row.items()} for row in kettles(48)]
    report, catalog = brought(tmp_path, "shop.csv", table(rows))
    assert catalog.contents.schema.categories[0].money == "pounds"
    assert not any("states its currency" in note for note in report.notes)


def test_a_rating_counts_without_the_number_of_those_who_gave_it(tmp_path: Path) -> None:
    rows = [{**row, "rating": "4,5" if n % 2 else ""} for n, row in enumerate(kettles(48))]
    report, shop = brought(tmp_path, "shop.csv", table(rows))
    assert "24 products have no rating" in report.notes
    assert sorted(shop.column["rating"].tolist()) == [0] * 24 + [45] * 24


def test_a_department_that_nobody_could_tell_is_told(tmp_path: Path) -> None:
    report, _ = brought(tmp_path, "shop.csv", table(kettles(48, category=lambda n: "Sundries")))
    assert any(
        note.startswith("no department of the policy could be told for Sundries; they count as kitchen")
        for note in report.notes
    )
    known, _ = brought(tmp_path, "known.csv", table(kettles(48)))
    assert not any("department" in note for note in known.notes)


def test_markup_scripts_and_unseen_signs_do_not_reach_the_agent(tmp_path: Path) -> None:
    told = "<p>Boils <b>fast</b> &amp; quiet.</p><script>alert(1)</script><style>p {color: red}</style>"
    rows = kettles(
        title=lambda n: f"Ket\x1b[31mtle\u202e {n}\x00",
        description=lambda n: told,
        category=lambda n: "K" * 5000,
    )
    lines = "\n".join(json.dumps({"parent_asin": r["id"], "categories": [r["category"]], **r}) for r in rows)
    _, shop = brought(tmp_path, "shop.jsonl", lines)
    product = shop.at(0)
    assert product.title == "Ket[31mtle 0" and product.description.startswith("Boils fast & quiet.")
    assert "alert" not in product.description and "color" not in product.description
    assert all(len(s.name) < 120 for s in shop.shelves)


@pytest.mark.parametrize(
    ("title", "category", "query"),
    [
        ("\u063a\u0644\u0627\u064a\u0629", "\u0645\u0637\u0628\u062e", "\u063a\u0644\u0627\u064a\u0629 7"),
        ("Чайник", "Кухня", "чайник 7"),
        ("🔥 Kettle 🫖", "🏠 Kettles", "kettle 7"),
        ("Bouilloire électrique", "Bouilloires", "ÉLECTRIQUE 7"),
    ],
)
def test_a_shop_in_any_script_is_found_by_its_words_and_can_be_played(
    tmp_path: Path, title: str, category: str, query: str
) -> None:
    report, shop = brought(
        tmp_path, "shop.csv", table(kettles(title=lambda n: f"{title} {n}", category=lambda n: category))
    )
    assert [shop.at(d).title for d in shop.search(query, ()).docs[:1]] == [f"{title} 7"]
    assert report.serves["discovery"] == "" and report.categories[0].name == category
    _, verdict = play(rg.start(rg.Spec("discovery", 4, 7), catalog=shop), get("expert"))
    assert verdict.reward == 1.0


def test_a_row_that_nests_too_deep_is_refused_alone(tmp_path: Path) -> None:
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    report, _ = brought(tmp_path, "shop.jsonl", f"{LINES}\n{deep}\n")
    assert report.products == 3 and report.refused == {"not readable": 1}


def test_prices_that_are_numbers_are_read_as_numbers_and_texts_only_where_they_are_plain(
    tmp_path: Path,
) -> None:
    rows = [
        {"parent_asin": f"K{n}", "title": f"Kettle {n}", "price": price}
        for n, price in enumerate((12.344, 7, "1.299", "1.299,00 €", "$5"))
    ]
    report, shop = brought(tmp_path, "shop.jsonl", "\n".join(map(json.dumps, rows)), currency="EUR")
    assert sorted(shop.at(d).price_cents for d in range(shop.size)) == [700, 1234, 129_900]
    assert report.refused == {"price not readable": 1, "another currency": 1}
