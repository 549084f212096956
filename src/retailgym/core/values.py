"""Values: frozen, strictly decoded, content-addressed. Everything that crosses a function boundary is one."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Generic, TypeVar, dataclass_transform

import msgspec

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class _ValueMeta(msgspec.StructMeta):
    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:
        strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        return super().__new__(mcls, name, bases, namespace, **strict | config)


class Value(msgspec.Struct, metaclass=_ValueMeta):
    """Base of every record in the core. Change one with `replace(value, field=...)`."""


class lazy(Generic[T]):  # noqa: N801  it is written like property
    """A property that is worked out once: `functools.cached_property` without its lock, which costs more than
    most of these do."""

    def __init__(self, made: Callable[[Any], T]) -> None:
        self._made, self._name, self.__doc__ = made, made.__name__, made.__doc__

    def __get__(self, owner: Any, kind: type) -> T:
        value = owner.__dict__[self._name] = self._made(owner)
        return value


class Opaque:
    """Something too large to be part of a value, such as a catalogue: it is written down as its content
    hash."""

    __slots__ = ()

    @property
    def content_hash(self) -> str:
        raise NotImplementedError


def _written(thing: Any) -> Any:
    if isinstance(thing, Opaque):
        return thing.content_hash
    if isinstance(thing, Mapping):
        return dict(thing)
    raise TypeError(f"{type(thing).__name__} has no encoding")


replace = msgspec.structs.replace
_json = msgspec.json.Encoder(order="deterministic", enc_hook=_written)


def encode(value: Any) -> bytes:
    """The value as JSON, the same bytes on every machine."""
    return _json.encode(value)


def plain(value: Any) -> Any:
    """The value as JSON would give it back: dicts, lists, texts and numbers."""
    return msgspec.to_builtins(value, order="deterministic", enc_hook=_written)


def hashed(data: bytes) -> str:
    """Short content hash of bytes."""
    return blake2b(data, digest_size=8).hexdigest()


def digest(value: Any) -> str:
    """Short content hash: the same value gives the same digest on every machine."""
    return hashed(encode(value))
