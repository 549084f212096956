"""`retailgym` and `python -m retailgym`."""

import sys
from importlib.util import find_spec

NEEDED = ("typer", "rich", "prompt_toolkit")


def main() -> None:
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        print(
            f'retailgym: the command line needs {" and ".join(missing)}; run  pip install "retailgym[cli]"',
            file=sys.stderr,
        )
        sys.exit(2)
    from .cli import run

    run()


if __name__ == "__main__":
    main()
