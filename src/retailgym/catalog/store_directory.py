"""A store directory: a catalogue, and whatever else the shop has of its own. Its content hash names it.

shop.catalogue   the products, as `retailgym catalog import` writes them; without one, the generated catalogue
store.toml       name, currency, regions, calendar and the desk's mix
policy.yaml      the policy, or policy.json
handbook/*.md    documents that state items of the policy anew, or more of them
phrases.toml     how customers speak
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from ..core.errors import RetailGymError
from ..core.markets import spoken
from ..core.values import Value, hashed, replace
from . import handbook_files
from .cache import generated, open_file
from .catalogue import Catalog
from .handbook_files import BadHandbook, ShopDocument, read_documents
from .schema import Attribute, Category, Choice, Kind, Option, faults
from .store_config import Calendar, StoreConfig, TicketMix

KNOWN = ("store.toml", "policy.yaml", "policy.yml", "policy.json", "phrases.toml")
SLOTS = {"hi": "", "np": "", "qty": ""}
T = TypeVar("T")
A = TypeVar("A", Attribute, Option)


class StoreFile(Value):
    """The shape of store.toml."""

    name: str = ""
    language: str = "en"  # of its customers
    currency: str = ""
    regions: tuple[str, ...] = ()
    calendar: Calendar | None = None
    desk: TicketMix = TicketMix()
    departments: Mapping[str, str] = {}  # category -> the department of the policy that it belongs to


class Called(Value):
    noun: str
    plural: str
    also: tuple[str, ...] = ()


class Phrases(Value):
    """The shape of phrases.toml: how customers open, what they call kinds of product, how they say values,
    and what asks for an attribute."""

    openings: Mapping[str, tuple[str, ...]] = {}
    kinds: Mapping[str, Called] = {}
    says: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    asks: Mapping[str, tuple[str, ...]] = {}


class NoStore(RetailGymError, ValueError):
    """The directory is no store that can be used; the message says what is wrong with which file."""


def open_store(path: Path, products: int) -> Catalog:
    """The shop of a directory. Where it has no catalogue, the generated one of so many products stands in."""
    files = {name: path / name for name in KNOWN if (path / name).is_file()}
    catalogues = sorted(path.glob("*.catalogue"))
    if len(catalogues) > 1:
        raise NoStore(
            f"{path} holds {len(catalogues)} catalogues ({', '.join(c.name for c in catalogues)}); a "
            f"store "
            f"has one"
        )
    policies = [name for name in files if name.startswith("policy.")]
    if len(policies) > 1:
        raise NoStore(f"{path} holds {' and '.join(policies)}; a store has one policy")
    if not catalogues and not files:
        raise NoStore(f"{path} is no store: it holds no catalogue and none of {', '.join(KNOWN)}")
    catalog = open_file(catalogues[0]) if catalogues else generated(products)
    texts = {name: _text(file) for name, file in (files | handbook_files.paths(path)).items()}
    phrases = _read(path / "phrases.toml", texts.get("phrases.toml", ""), Phrases)
    given = _read(path / "store.toml", texts.get("store.toml", ""), StoreFile)
    config = _config(path, given, catalog, phrases)
    config = replace(config, policy=texts[policies[0]], policy_file=policies[0]) if policies else config
    config = replace(config, documents=_documents(path, texts, bool(policies)))
    own = _sorted(path, catalog.contents.schema.categories, given.departments)
    schema = replace(
        catalog.contents.schema,
        categories=_spoken(path, own, phrases, spoken(config.currency)),
    )
    name = hashed(msgspec.msgpack.encode((catalog.content_hash, sorted(texts.items()))))
    return catalog.furnished(replace(catalog.contents, schema=schema), name, config)


def _documents(path: Path, texts: Mapping[str, str], policy: bool) -> tuple[ShopDocument, ...]:
    own = {name: text for name, text in texts.items() if name.startswith(f"{handbook_files.FOLDER}/")}
    if own and not policy:
        raise NoStore(
            f"{path} has a {handbook_files.FOLDER} and no policy.yaml or policy.json; the handbook changes "
            "items of a policy"
        )
    try:
        return read_documents({name.partition("/")[2]: text for name, text in own.items()})
    except BadHandbook as fault:
        raise NoStore(f"{path}: {fault}") from None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeError:
        raise NoStore(f"{file} is not UTF-8") from None


def _read(file: Path, text: str, shape: type[T]) -> T:
    try:
        table: T = msgspec.convert(tomllib.loads(text), shape)
        return table
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NoStore(f"{file}: {error}") from None


def _config(path: Path, given: StoreFile, catalog: Catalog, phrases: Phrases) -> StoreConfig:
    origin = catalog.contents.origin
    _check_openings(path / "phrases.toml", phrases.openings)
    try:
        return StoreConfig(
            name=given.name,
            currency=given.currency or (origin.currency if origin else ""),
            regions=given.regions,
            calendar=given.calendar,
            desk=given.desk,
            openings=phrases.openings,
            language=given.language,
        )
    except ValueError as error:
        raise NoStore(f"{path / 'store.toml'}: {error}") from None


def _sorted(
    path: Path, categories: tuple[Category, ...], departments: Mapping[str, str]
) -> tuple[Category, ...]:
    """The categories, each in the department that the shop says it belongs to."""
    if strange := sorted(set(departments) - {c.name for c in categories}):
        raise NoStore(
            f"{path / 'store.toml'}: the catalogue has no category {strange[0]!r}; `retailgym catalog "
            f"stats` "
            f"lists what it has"
        )
    return tuple(
        replace(c, department=departments[c.name]) if c.name in departments else c for c in categories
    )


def _check_openings(file: Path, openings: Mapping[str, tuple[str, ...]]) -> None:
    for job, lines in openings.items():
        for line in lines or ("",):
            try:
                line.format(**SLOTS)
            except (KeyError, IndexError, ValueError):
                raise NoStore(f"{file}: {line!r} has a slot other than {{hi}}, {{np}} and {{qty}}") from None
            if "{np}" not in line:
                raise NoStore(
                    f"{file}: an opening for {job!r} must say what is wanted, {{np}}; {line!r} does not"
                )


def _spoken(
    path: Path, categories: tuple[Category, ...], phrases: Phrases, money: str
) -> tuple[Category, ...]:
    """The categories as the shop's own customers speak of them."""
    _check_names(path / "phrases.toml", categories, phrases)
    if not (phrases.kinds or phrases.says or phrases.asks or money):
        return categories
    spoken = tuple(_reworded(c, phrases, money) for c in categories)
    for before, after in zip(categories, spoken, strict=True):
        known = set(faults(before))
        if wrong := [f for f in faults(after) if f not in known]:
            raise NoStore(f"{path / 'phrases.toml'}, category {after.name!r}: {wrong[0]}")
    return spoken


def _check_names(file: Path, categories: tuple[Category, ...], phrases: Phrases) -> None:
    kinds = {k.name for c in categories for k in c.kinds}
    things = {name for c in categories for name in (*(a.name for a in c.attributes), *c.option)}
    for what, given, known in (
        ("kind", phrases.kinds, kinds),
        ("attribute", phrases.says, things),
        ("attribute", phrases.asks, things),
    ):
        if strange := sorted(set(given) - known):
            raise NoStore(
                f"{file}: the catalogue has no {what} {strange[0]!r}; `retailgym catalog stats` lists "
                f"what "
                f"it has"
            )


def _reworded(category: Category, phrases: Phrases, money: str) -> Category:
    return replace(
        category,
        money=money or category.money,
        kinds=tuple(_called(k, phrases) for k in category.kinds),
        attributes=tuple(_said(a, phrases) for a in category.attributes),
        options=tuple(_said(o, phrases) for o in category.options),
    )


def _called(kind: Kind, phrases: Phrases) -> Kind:
    own = phrases.kinds.get(kind.name)
    return replace(kind, noun=own.noun, plural=own.plural, also=own.also) if own else kind


def _said(thing: A, phrases: Phrases) -> A:
    own = phrases.says.get(thing.name, {})
    choices: tuple[Choice, ...] = tuple(replace(c, says=own.get(str(c.value), c.says)) for c in thing.choices)
    changed: A = replace(thing, choices=choices, asks=phrases.asks.get(thing.name, thing.asks))
    return changed
