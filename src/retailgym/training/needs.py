"""Which releases of other people's packages the adapters were written for, and what to say when something
else is installed."""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from inspect import signature

from ..core.errors import RetailGymError

TESTED = {
    "gymnasium": ("gymnasium", "1.0", "1.4"),
    "ray": ("ray", "2.60", "2.60"),
    "trl": ("trl", "1.16", "1.16"),
    "verifiers": ("verifiers", "0.4", "0.4"),
    "skyrl": ("skyrl-gym", "0.4", "0.4"),
    "verl": ("verl", "0.9", "0.9"),
    "openenv": ("openenv", "0.10", "0.10"),
    "models": ("aiohttp", "3.11", "3.14"),
}  # extra: distribution, first and last release that the tests have met


class MissingStack(RetailGymError, ImportError):
    """A stack is not installed."""


class Drifted(RetailGymError, ImportError):
    """A stack is installed, but without the interface that the adapter needs."""


def installed(extra: str) -> str:
    """The release of a stack; says how to get it where there is none."""
    name = TESTED[extra][0]
    try:
        return version(name)
    except PackageNotFoundError:
        raise MissingStack(f'{name} is not installed; run  pip install "retailgym[{extra}]"') from None


def drift(extra: str) -> str:
    """What to say where the release is none of those that were tested; nothing where it is."""
    (name, first, last), release = TESTED[extra], installed(extra)
    if _numbers(first) <= _numbers(release)[: len(_numbers(first))] and _numbers(release)[
        : len(_numbers(last))
    ] <= _numbers(last):
        return ""
    return (
        f"{name} {release} is not one of the releases that were tested, {first} to {last}; run "
        f"tests/stacks "
        f"with it and widen the table in needs.py"
    )


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".") if part.isdecimal())


def needs(extra: str, *things: str) -> str:
    """The release of a stack that has all these, each as "module:name.name" or "module:name(parameter)"; one
    line says which is gone."""
    release = installed(extra)
    for thing in things:
        if not _exists(thing):
            name, first, last = TESTED[extra]
            releases = first if first == last else f"{first} to {last}"
            raise Drifted(
                f"{name} {release} has no {thing.replace(':', '.')}; this adapter was tested with {name} "
                f"{releases}"
            )
    return release


def _exists(thing: str) -> bool:
    place, _, parameter = thing.removesuffix(")").partition("(")
    module, _, path = place.partition(":")
    try:
        member = import_module(module)
    except ModuleNotFoundError as gone:
        if gone.name and not f"{module}.".startswith(f"{gone.name}."):
            raise  # something else that the stack needs is not there
        return False
    for name in filter(None, path.split(".")):
        if not hasattr(member, name):
            return False
        member = getattr(member, name)
    return not parameter or parameter in signature(member).parameters  # type: ignore[arg-type]
