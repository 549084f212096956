"""Values: frozen, strictly read, written to the same bytes everywhere."""

import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType

import msgspec
import pytest

from retailgym.core.task import Sealed
from retailgym.core.values import Opaque, Value, digest, encode, hashed, replace


class Line(Value):
    sku: str
    count: int = 1
    notes: Mapping[str, int] = {}


class Shelfful(Opaque):
    @property
    def content_hash(self) -> str:
        return "0123456789abcdef"


def test_a_value_cannot_be_changed_but_replaced() -> None:
    line = Line(sku="kettle")
    with pytest.raises(AttributeError):
        line.count = 2  # type: ignore[misc]
    assert replace(line, count=2) == Line(sku="kettle", count=2) and line.count == 1


def test_fields_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Line("kettle", 2)  # type: ignore[misc]


def test_reading_is_strict_about_types_and_unknown_fields() -> None:
    assert msgspec.json.decode(b'{"sku":"kettle","count":3}', type=Line) == Line(sku="kettle", count=3)
    for text in (
        b'{"sku":"kettle","count":"3"}',
        b'{"sku":"kettle","colour":"red"}',
        b'{"count":3}',
        b'{"sku":7}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=Line)


def test_a_value_is_written_as_json_with_sorted_keys() -> None:
    assert (
        encode(Line(sku="kettle", notes={"b": 2, "a": 1}))
        == b'{"sku":"kettle","count":1,"notes":{"a":1,"b":2}}'
    )
    assert encode(MappingProxyType({"b": 2, "a": 1})) == b'{"a":1,"b":2}'
    assert encode({"z", "y"}) == b'["y","z"]'


def test_a_digest_is_sixteen_letters_of_blake2b_and_says_what_changed() -> None:
    assert hashed(b"") == "e4a6a0577479b2b4"  # blake2b with a digest of eight bytes
    assert digest(Line(sku="kettle")) == hashed(b'{"sku":"kettle","count":1,"notes":{}}')
    assert digest(Line(sku="kettle")) == digest(Line(sku="kettle", count=1))
    assert digest(Line(sku="kettle")) != digest(Line(sku="kettle", count=2))
    assert digest(Line(sku="k", notes={"a": 1, "b": 2})) == digest(Line(sku="k", notes={"b": 2, "a": 1}))


def test_a_digest_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from retailgym.core.values import digest; print(digest({'a': frozenset('retailgym'), 'b': {c: 1 "
        "for c in set('shop')}}))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1 and len(printed.pop().strip()) == 16


def test_what_is_sealed_can_be_opened_but_not_written_or_printed() -> None:
    sealed = Sealed(Line(sku="the goal"))
    assert sealed.open().sku == "the goal"
    assert "goal" not in repr(sealed) + str(sealed) + f"{sealed}" + repr([sealed])
    for thing in (sealed, [sealed], {"goal": sealed}):
        with pytest.raises(TypeError, match="Sealed has no encoding"):
            encode(thing)
    with pytest.raises(AttributeError):
        sealed.note = "also sealed"  # type: ignore[attr-defined]


def test_what_is_too_large_is_written_as_its_hash() -> None:
    assert encode({"catalogue": Shelfful()}) == b'{"catalogue":"0123456789abcdef"}'


def test_a_thing_without_an_encoding_is_named() -> None:
    with pytest.raises(TypeError, match="object has no encoding"):
        encode(object())
