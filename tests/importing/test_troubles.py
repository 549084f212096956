"""Files as they come: cut off, in the wrong encoding, with endless lines, twice the same, below zero, in
several currencies."""

import gzip
import json
from pathlib import Path

import pytest

from retailgym.catalog.importing import ImportReport, SourceFile, UnreadableFile, lines
from retailgym.catalog.importing.run import ImportJob, importing

from ..command import retailgym
from . import shop


def brought(path: Path, **how: object) -> ImportReport:
    """The report of an import, without a trial of the result."""
    scratch = path.parent / "scratch"
    scratch.mkdir(exist_ok=True)
    source = SourceFile(
        path=path, encoding=str(how.pop("encoding", "")), partial=bool(how.pop("partial", False))
    )
    return importing(ImportJob(source=source, **how), scratch, lambda what: None).report  # type: ignore[arg-type]


def rows(count: int = 200, **changed: object) -> list[dict[str, object]]:
    return [{**row, **changed} for row in shop.amazon_rows(list(shop.things(8)))][:count]


def written(path: Path, content: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
    return path


def test_a_truncated_gzip_names_the_line_and_leaves_no_catalogue(tmp_path: Path) -> None:
    whole = gzip.compress("".join(json.dumps(row) + "\n" for row in rows()).encode())
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(whole[: len(whole) // 2])
    ended = retailgym("catalog", "import", str(file))
    assert ended.returncode == 2 and ended.stdout == ""
    assert (
        "cut off after line" in ended.stderr and "--partial" in ended.stderr and ended.stderr.count("\n") == 1
    )
    assert [p.name for p in tmp_path.iterdir()] == ["cut.jsonl.gz"]


def test_what_there_is_of_a_truncated_gzip_can_be_taken(tmp_path: Path) -> None:
    whole = gzip.compress("".join(json.dumps(row) + "\n" for row in rows()).encode())
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(whole[: len(whole) // 2])
    report = brought(file, partial=True)
    assert 0 < report.products < len(rows())


@pytest.mark.parametrize("name", ["latin.csv", "latin.jsonl"])
def test_a_wrong_encoding_names_the_line_and_the_way_out(tmp_path: Path, name: str) -> None:
    text = "id,title,price,availability\na1,Plain jug,4.00,in stock\na2,Krügel,5.00,in stock\n"
    if name.endswith("jsonl"):
        text = (
            '{"parent_asin": "a1", "title": "Jug", "price": "4"}\n{"parent_asin": "a2", "title": '
            '"Krügel", "price": "5"}\n'
        )
    file = tmp_path / name
    file.write_bytes(text.encode("cp1252"))
    with pytest.raises(
        UnreadableFile, match=r"line [23] of latin\..* is not UTF-8 \(byte 0xfc\).*--encoding cp1252"
    ):
        brought(file)
    assert brought(file, encoding="cp1252").products == 2


def test_a_line_of_a_hundred_megabytes_is_refused_by_number_and_the_rest_is_read(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    before, after = rows(3), rows(6)[3:]
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in before)
        out.write('{"title": "')
        for _ in range(100):
            out.write("x" * 2**20)
        out.write('"}\n')
        out.writelines(json.dumps(row) + "\n" for row in after)
    report = brought(file)
    assert report.products == 6 and report.refused == {"line too long": 1}
    assert report.examples[0].row == 4


def test_an_endless_line_in_a_table_is_told_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text('id,title,price\na1,Jug,4.00\na2,"' + "x" * (17 << 20) + "\n", encoding="utf-8")
    with pytest.raises(
        UnreadableFile, match=r"line 3 of long.csv is longer than 16 MiB; a quotation mark may be missing"
    ):
        brought(file)


def test_duplicates_prices_below_zero_and_missing_ones_are_counted_and_listed(tmp_path: Path) -> None:
    content = rows(10)
    content[1]["parent_asin"] = content[0]["parent_asin"]
    content[2]["price"], content[3]["price"], content[4]["price"] = "-4.00", None, "ask"
    content[5]["title"] = ""
    report = brought(written(tmp_path / "bad.jsonl", content))
    assert report.refused == {
        "duplicate id": 1,
        "price not above zero": 1,
        "no price": 1,
        "price not readable": 1,
        "no title": 1,
    }
    assert report.rows == 10 and report.products == 5 == report.rows - sum(report.refused.values())
    assert {(e.row, e.reason) for e in report.examples} == {
        (2, "duplicate id"),
        (3, "price not above zero"),
        (4, "no price"),
        (5, "price not readable"),
        (6, "no title"),
    }
    assert any("row 3" in line and "-4.00" in line for line in lines(report))


def test_of_mixed_currencies_the_most_frequent_is_kept_and_the_others_are_refused_by_name(
    tmp_path: Path,
) -> None:
    content = rows(10, price="12.00 EUR")
    content[7]["price"], content[8]["price"] = "$9.00", "8.00 GBP"
    report = brought(written(tmp_path / "mixed.jsonl", content))
    assert report.currency == "EUR" and report.products == 8 and report.refused == {"another currency": 2}
    assert {e.detail for e in report.examples} == {"USD", "GBP"}
    assert any(
        "the catalogue is in EUR, and 1 in GBP, 1 in USD were refused" in note for note in report.notes
    )
    assert brought(tmp_path / "mixed.jsonl", currency="usd").products == 1


def test_stock_and_shipping_are_drawn_only_when_asked_and_are_marked(tmp_path: Path) -> None:
    file = written(
        tmp_path / "plain.jsonl",
        [{k: v for k, v in row.items() if k not in ("stock", "shipping_days")} for row in rows(20)],
    )
    plain, drawn = brought(file), brought(file, synthesise=frozenset(("stock", "shipping")))
    assert plain.synthesised == {} and any(
        "20 products are out of stock, or not known" in note for note in plain.notes
    )
    assert drawn.synthesised == {"stock": 20, "shipping": 20}
    with pytest.raises(UnreadableFile, match="cannot synthesise 'prices'; only stock and shipping can be"):
        brought(file, synthesise=frozenset(("prices",)))


def test_a_mistake_on_the_command_line_is_one_line_that_says_the_way_out(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("sku,name,net\n1,Jug,4\n", encoding="utf-8")
    for arguments, said in (
        ((str(file),), "--column id=NAME --column price=NAME; category, brand"),
        ((str(file), "--column", "colour=net"), "where FIELD is one of"),
    ):
        ended = retailgym("catalog", "import", *arguments)
        assert ended.returncode == 2 and said in ended.stderr and ended.stderr.count("\n") == 1, ended.stderr


def test_an_unknown_format_or_encoding_names_those_there_are(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", rows(2))
    with pytest.raises(UnreadableFile, match="no format 'shopfy'; did you mean 'shopify'"):
        brought(file, format="shopfy")
    with pytest.raises(UnreadableFile, match="no encoding 'utf-9'; try utf-8, cp1252 or utf-16"):
        brought(file, encoding="utf-9")


def test_a_file_with_nothing_to_sell_says_why(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableFile, match=r"holds nothing that can be sold: every row was refused, 3 for 'no price'"
    ):
        brought(written(tmp_path / "free.jsonl", rows(3, price=None)))
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(UnreadableFile, match="is empty"):
        brought(tmp_path / "empty.jsonl")


def test_variants_that_nothing_tells_apart_are_refused_with_the_way_out(tmp_path: Path) -> None:
    """A plain table with a group column: its colours are options only once they are named."""
    rows = [
        f"S{n}{c},Kettle {n},Kettles,{10 + n}.00 EUR,{c},G{n}" for n in range(40) for c in ("red", "blue")
    ]
    file = tmp_path / "products.csv"
    file.write_text("\n".join(["id,title,category,price,colour,group", *rows]))
    found = {}
    for name, more in (("plain", []), ("named", ["--column", "options=colour"])):
        to = ["--to", str(tmp_path / name / "shop.catalogue")]
        ran = retailgym("catalog", "import", file, *more, *to)
        found[name] = ran.stdout + ran.stderr
    assert "--column options=colour+size" in found["plain"] and "refused: 40" in found["plain"]
    assert "refused: 0" in found["named"]
