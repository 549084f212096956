"""How many files an episode goes through: `python -m docs_tools.way` counts those whose functions run.

The first number is what a reader has to open to follow `start` from the spec to the opening.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import retailgym as rg

PACKAGE = Path(rg.__file__).parent


def files_of(run: Callable[[], object]) -> list[str]:
    """The package's files in which a function is called, in the order of the first call."""
    seen: dict[str, None] = {}

    def watch(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                seen[str(path.relative_to(PACKAGE))] = None

    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(None)
    return list(seen)


def main() -> None:
    for env in rg.envs():
        rg.start(f"{env}/6/1")  # whatever is read once for all episodes
        files = files_of(lambda env=env: rg.start(f"{env}/6/42"))
        print(f"start of {env}: {len(files)} files: {' '.join(files)}")


if __name__ == "__main__":
    main()
