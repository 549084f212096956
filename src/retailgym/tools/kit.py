"""A tool is a typed function of the world. Its schema, validation and dispatch all come from the
signature."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..core import dates, money
from ..core.errors import RetailGymError
from ..core.values import Value, replace
from ..world import World, show

Kind = Literal["reads", "writes", "closes", "speaks"]


class Refused(RetailGymError):
    """The shop says no, and tells the agent why and what to do instead."""


class Invalid(RetailGymError):
    """Malformed output: ends the episode with -1. Any exception but these two is our bug and voids the
    episode."""


class View(Value, kw_only=True):
    """What a tool gives back. `ids` are those that the agent has seen once it has read it."""

    offers: ClassVar[bool] = (
        # some of what is shown sells out right after; in one's own small shop not what stands in an old order
        True
    )

    as_of: str | UnsetType = UNSET  # the shop's clock, where services fail: a page can be an old one

    def ids(self) -> Iterable[str]:
        return ()


class Schema(Value):
    """A tool as an agent sees it: a name, a sentence, and JSON Schema for its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


ID = {"id": True}  # marks a parameter that names something shown before
Cents = Annotated[int, Meta(extra={"reads": "money"})]  # in cents, or as printed: €12.30
Day = Annotated[int, Meta(extra={"reads": "day"})]  # a date as printed, or the number of the day
AS_TEXT = {"as_text": True}  # offered as it is printed alone, though a number is taken too
ProductId = Annotated[str, Meta(extra=ID)]
VariantId = Annotated[str, Meta(extra=ID)]


class Tool:
    def __init__(self, fn: Callable[..., Any], kind: Kind) -> None:
        hints = get_type_hints(fn, include_extras=True)
        world, *params = inspect.signature(fn).parameters.values()
        if hints.get(world.name) is not World:
            raise TypeError(f"tool {fn.__name__}: the first parameter must be `world: World`, not {world}")
        fields = [
            (p.name, _accepted(hints[p.name]), *(() if p.default is p.empty else (p.default,)))
            for p in params
        ]
        self.name, self.fn, self.kind = fn.__name__, fn, kind
        self.args = msgspec.defstruct(
            fn.__name__, fields, frozen=True, kw_only=True, forbid_unknown_fields=True
        )
        self.names = self.args.__struct_fields__
        self.printed = tuple(
            (n, form) for n, p in enumerate(params) if (form := _mark(hints[p.name], "reads"))
        )
        self.id_names = tuple(p.name for p in params if _is_id(hints[p.name]))
        self.schema = Schema(
            name=self.name,
            description=" ".join((fn.__doc__ or "").split()),
            parameters=_parameters(self.args),
        )
        self.irreversible = self.inspects = False

    def read(self, arguments: object) -> tuple[Any, ...]:
        """The arguments in the signature's order; numbers may come as text."""
        try:
            given = msgspec.convert(arguments, self.args, strict=False)
        except msgspec.ValidationError as error:
            raise Invalid(f"{self.name}: {error}") from None
        return msgspec.structs.astuple(given)

    def __call__(self, world: World, args: tuple[Any, ...]) -> tuple[World, View]:
        """The world afterwards and what the agent reads. Raises Refused."""
        for n, form in self.printed:
            args = (*args[:n], _number(self.names[n], args[n], form, world.today), *args[n + 1 :])
        match self.kind:
            case "writes":
                world, view = self.fn(world, *args)
            case "closes":
                if self.name in world.answers:
                    raise Refused(f"{self.name} was called before and stands; it cannot be called again")
                answer, view = self.fn(world, *args)
                world = replace(world, answers={**world.answers, self.name: answer})
            case _:
                view = self.fn(world, *args)
        return show(world, view.ids()) if view.offers or not world.catalog.imported else world, view


def _is_id(hint: Any) -> bool:
    if get_origin(hint) is list:
        return any(_is_id(h) for h in get_args(hint))
    return bool(_mark(hint, "id"))


def _mark(hint: Any, name: str) -> Any:
    """What the notes on a parameter say under a name."""
    return next(
        (
            m.extra[name]
            for m in getattr(hint, "__metadata__", ())
            if isinstance(m, Meta) and m.extra and name in m.extra
        ),
        None,
    )


def _accepted(hint: Any) -> Any:
    """Where a number may be given as it is printed, text is taken too."""
    form = _mark(hint, "reads")
    taken = get_args(hint)[0] | (float | str if form == "price" else str) if form else hint
    return Annotated[taken, *hint.__metadata__] if form else hint


UNREADABLE = {
    "money": "amount of money; write it as printed, such as €12.30, or in cents",
    "price": "price; write it as printed, such as €12.30",
    "day": "day; write the date as printed",
}


def _number(name: str, given: float | str | None, form: str, today: int) -> int | None:
    """Money and dates may be given as they are printed; what cannot be read is refused. A bare number is an
    amount in cents, a price in whole units."""
    if given is None:
        return None
    if isinstance(given, float) and not isfinite(given):
        raise Refused(f"{name} {given} is no {UNREADABLE[form]}")
    if not isinstance(given, str):
        return round(given * 100) if form == "price" else int(given)
    number = dates.read(given, today) if form == "day" else money.read(given, whole=form == "price")
    if number is None:
        raise Refused(f"{name} {given[:40]!r} is no {UNREADABLE[form]}")
    return number


def _parameters(args: type) -> dict[str, Any]:
    """JSON Schema without what says nothing: every object where it is used, no titles, no empty defaults.
    That tools take no other arguments is said once, in the rules."""
    (_,), defs = msgspec.json.schema_components([args], ref_template="{name}")
    own: dict[str, Any] = _short(defs[args.__name__], defs)
    return own


def _short(schema: Any, defs: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_short(s, defs) for s in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _short({**defs[schema["$ref"]], **{k: v for k, v in schema.items() if k != "$ref"}}, defs)
    if (
        len(schema.get("anyOf", ())) > 1 and {"type": "number"} in schema["anyOf"]
    ):  # an integer is a number too
        schema = {**schema, "anyOf": [s for s in schema["anyOf"] if s != {"type": "integer"}]}
    if "anyOf" in schema.get("items", {}):  # a list of values as printed
        schema = {**schema, "items": {"type": "string"}}
    if schema.get("default", "") is None:  # what may be left out need not be null
        given = [s for s in schema["anyOf"] if s != {"type": "null"}]
        rest = {k: v for k, v in schema.items() if k != "anyOf"}
        schema = rest | ({"anyOf": given} if len(given) > 1 and not schema.get("as_text") else given[-1])
    plain = {
        k: v
        for k, v in schema.items()
        if k not in ("title", "additionalProperties", "as_text")
        and not (k in ("default", "required") and v in ("", [], None))
    }
    return {
        k: {n: _short(s, defs) for n, s in v.items()} if k == "properties" else _short(v, defs)
        for k, v in plain.items()
    }


def schemas(tools: Iterable[Tool]) -> tuple[Schema, ...]:
    """As an agent is shown them together: an object that several tools take is described once; elsewhere its
    fields stand with their types alone."""
    described: dict[str, str] = {}

    def once(tool: str, name: str, field: Any) -> Any:
        if field.get("type") != "object" or described.setdefault(repr(field), tool) == tool:
            return field
        types = {n: {"type": f.get("type", "string")} for n, f in field["properties"].items()}
        rest = {"description": f"As in {described[repr(field)]}.", "properties": types}
        return {"type": "object", **rest, "required": field.get("required", [])}

    shown = []
    for t in tools:
        fields = {n: once(t.name, n, f) for n, f in t.schema.parameters.get("properties", {}).items()}
        shown.append(replace(t.schema, parameters={**t.schema.parameters, "properties": fields}))
    return tuple(shown)


def reads(fn: Callable[..., Any]) -> Tool:
    """fn(world, …) -> View"""
    return Tool(fn, "reads")


def writes(fn: Callable[..., Any]) -> Tool:
    """fn(world, …) -> (World, View)"""
    return Tool(fn, "writes")


def closes(fn: Callable[..., Any]) -> Tool:
    """fn(world, …) -> (answer, View); the answer is kept in the world for the judge. Once per episode."""
    return Tool(fn, "closes")


def speaks(fn: Callable[..., Any]) -> Tool:
    """fn(world, message); the message goes to the customer, who answers."""
    return Tool(fn, "speaks")


def irreversible(tool: Tool) -> Tool:
    """What the tool does stands, so it needs the customer's yes. Its docstring must say so to the agent."""
    if "cannot be undone" not in tool.schema.description:
        raise TypeError(f"tool {tool.name}: its docstring must say that what it does cannot be undone")
    tool.irreversible = True
    return tool


def inspects(tool: Tool) -> Tool:
    """It shows something, and all that it changes is the record of what was looked at."""
    tool.inspects = True
    return tool


def toolset(*sources: ModuleType | Tool) -> dict[str, Tool]:
    """Every tool defined in these modules: a new function in one of them is offered with no other edit."""
    tools = [
        t
        for s in sources
        for t in ([s] if isinstance(s, Tool) else [t for t in vars(s).values() if isinstance(t, Tool)])
    ]
    return {t.name: t for t in tools}
