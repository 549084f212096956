"""Bring a catalogue: import a file, try the shelves, and write what can be used."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from ..catalog.cache import open_file
from ..catalog.importing.report import ImportReport
from ..catalog.importing.run import ImportJob, importing, scratch_beside, write
from ..core.values import replace
from .hearing import misheard
from .trial import serves, uses


def bring(
    order: ImportJob,
    path: Path,
    advance: Callable[[str], object] = lambda what: None,
    trial: bool = True,
) -> ImportReport:
    """The catalogue of an order as a file, and what was found on the way; without a trial not which jobs it
    can serve at which levels."""
    with scratch_beside(path) as scratch:
        imported = importing(replace(order, misheard=misheard), Path(scratch), advance)
        pool = Path(scratch) / "draft"
        write(imported.built, pool)
        used = uses(open_file(pool), imported.able, lambda: advance("trying shelves"))
        built = imported.built._replace(contents=msgspec.structs.replace(imported.built.contents, uses=used))
        write(built, path)
    tried = serves(open_file(path), advance=lambda: advance("trying jobs")) if trial else {}
    return replace(imported.report, serves={env: str(s) for env, s in tried.items()})
