"""The command line. What it prints for people goes to stderr or a terminal; stdout stays clean for `--json
-`."""

from .app import run as run
