"""`retailgym` in a process of its own, with its own input, output, environment and exit code. What imports
cost is paid once for all of them (forks.py); test_cli.py holds these against `python -m retailgym`."""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess

from .forks import FORKS

STREAMS = ("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY | os.O_CREAT), ("stderr", os.O_WRONLY | os.O_CREAT)


def retailgym(
    *arguments: object, typed: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """What a command gives back, as from subprocess.run; `env` is all of its environment."""
    words, env = [str(a) for a in arguments], dict(os.environ if env is None else env)
    with tempfile.TemporaryDirectory() as directory:
        here = Path(directory)
        (here / "stdin").write_text(typed, encoding="utf-8")
        process = FORKS.Process(target=_run, args=(words, directory, str(cwd or Path.cwd()), env))
        process.start()
        process.join()
        assert process.exitcode is not None
        said = [(here / name).read_text(encoding="utf-8") for name in ("stdout", "stderr")]
    return CompletedProcess(words, process.exitcode, *said)


def _run(words: list[str], streams: str, cwd: str, env: dict[str, str]) -> None:
    for number, (name, flags) in enumerate(STREAMS):
        os.dup2(os.open(f"{streams}/{name}", flags), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.argv = ["retailgym", *words]
    from retailgym.__main__ import main

    main()
