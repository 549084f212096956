"""`retailgym envs`: the environments that are installed, and the sets of them."""

import sys
from typing import Annotated

import typer


def envs(
    json: Annotated[bool, typer.Option("--json", help="Print them as JSON on stdout.")] = False,
) -> None:
    """List the environments that are installed, those of other packages included, and the sets of them.

    A package brings its own by an entry point of the group `retailgym.envs`; `retailgym new NAME --package`
    writes such a package.

    \b
    retailgym envs
    retailgym envs --json
    """
    import msgspec

    from ..core.spec import SETS
    from ..envs import all_envs, home
    from .tables import envs_table, show

    installed = all_envs()
    if json:
        listed = [
            {"id": e.id, "version": e.version, "closing": e.closing, "package": home(e.id)}
            for e in installed.values()
        ]
        sys.stdout.write(msgspec.json.encode({"envs": listed, "sets": SETS}).decode() + "\n")
        return
    rows = [(e.id, str(e.version), e.closing, home(e.id)) for e in installed.values()]
    show("environments", envs_table(rows), sys.stdout)
    for name, members in SETS.items():
        print(f"{name} = {', '.join(members)}")
