"""The first minute on a fresh machine, recorded: a new clone, README's commands, then sdist and
wheel, and the wheel in a clean environment. What was printed goes into docs/first-minute.md where everything
passed, and uncut into DIR/transcript.txt in any case.

python -m docs_tools.fresh DIR          # an empty directory to work in; takes half an hour and the network
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import retailgym as rg

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first-minute.md"
COLUMNS, LINES = 120, 24
LONGEST_S = 3600.0  # make test, on a machine that does other things too
SCRIPTED = "python -m tests.models.scripted --envs cart,tracking --levels 0,6 --seeds 3"


def wanted(spec: str) -> str:
    """What the customer of an episode came for, as the expert looks for it first."""
    turns = rg.players.path(rg.start(spec), rg.players.expert)
    calls = (call for turn in turns for call in turn.calls if call.name == "catalog_search")
    return str(next(calls).arguments["filters"][0]["value"]).lower()


class Step(NamedTuple):
    """A command, where it is run, what is typed into it, and how many of its last lines are kept."""

    typed: str
    where: str = "clone"
    keys: str = ""
    lines: int = LINES


IN_THE_CLONE = (
    Step("git clone https://github.com/retailgym/retailgym", "."),
    Step("make demo"),
    Step("python -m venv tools && tools/bin/pip install --quiet build twine"),
    Step("tools/bin/python -m build --outdir dist", lines=1),
    Step("tools/bin/twine check --strict dist/*"),
)
WITH_THE_WHEEL = (
    Step('python -m venv clean && clean/bin/pip install --quiet "$(ls dist/*.whl)[demo]"'),
    Step("retailgym --version", "home"),
    Step(
        "retailgym play cart/3/42        # typed: a question, a search, a look at variants",
        "home",
        f"Do you have a brand in mind?\nsearch {wanted('cart/3/42')}\nvariants 1\n/quit\n",
        40,
    ),
    Step("retailgym demo --seeds 1", "home", lines=16),
    Step("retailgym eval --player expert --levels 0,6,12 --seeds 3", "home", lines=12),
    Step(
        "retailgym eval --model my-model --base-url http://127.0.0.1:8001/v1 --envs cart,tracking "
        "--levels 0,6 --seeds 3 --out runs/mine",
        "home",
    ),
    Step("retailgym report runs/mine", "home"),
    Step(
        "retailgym new layaway --package && pip install --quiet -e retailgym-layaway && retailgym envs",
        "home",
    ),
)
WHOLE_SUITE = Step("make test", lines=3)  # last: it takes longer than all else together


def recorded(work: Path) -> Iterator[str]:
    """What a newcomer types and sees."""
    for place in ("home", "."):
        (work / place).mkdir(parents=True, exist_ok=True)
    for step in (*IN_THE_CLONE, WITH_THE_WHEEL[0]):
        yield from _shown(step, work)
    endpoint = subprocess.Popen(  # in the clone, with the wheel's Python
        f"exec {SCRIPTED}",
        shell=True,
        cwd=work / "clone",
        env=_environment(work),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert endpoint.stdout is not None and "knows" in endpoint.stdout.readline()
        yield f"$ {SCRIPTED} &"
        yield ""
        for step in WITH_THE_WHEEL[1:]:
            yield from _shown(step, work)
        yield from _served(work)
    finally:
        endpoint.send_signal(signal.SIGTERM)
        endpoint.wait(10)
    yield from _shown(WHOLE_SUITE, work)


def _environment(work: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "RETAILGYM_STORE")}
    return kept | {
        "PATH": f"{work / 'clone/clean/bin'}:{kept['PATH']}",
        "COLUMNS": str(COLUMNS),
        "LC_ALL": "C.UTF-8",
    }


def _shown(step: Step, work: Path) -> Iterator[str]:
    line = step.typed.partition("   #")[0]
    if line.startswith("git clone"):
        line = f"git clone --quiet {ROOT} clone"
    print(f"$ {step.typed}", file=sys.stderr, flush=True)
    begun = time.monotonic()
    ran = subprocess.run(
        line, shell=True, cwd=work / step.where, env=_environment(work), text=True, input=step.keys,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST_S,
    )  # fmt: skip
    seconds = time.monotonic() - begun
    _keep(work, step.typed, f"{ran.stdout}[{seconds:.0f} s, exit {ran.returncode}]")
    if ran.returncode:
        raise SystemExit(f"{step.typed} ended with {ran.returncode}:\n{ran.stdout[-4000:]}")
    print(f"  {seconds:.0f} s", file=sys.stderr, flush=True)
    yield f"$ {step.typed}"
    yield from _cut(ran.stdout, step.lines)
    yield ""


def _keep(work: Path, typed: str, printed: str) -> None:
    with (work / "transcript.txt").open("a", encoding="utf-8") as transcript:
        transcript.write(f"$ {typed}\n{printed}\n\n")


def _cut(text: str, lines: int) -> list[str]:
    """The last lines, without what a machine or a minute adds to them."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "\n").splitlines()
    found = [line.rstrip()[:COLUMNS] for line in plain if "WARNING: Location" not in line]
    while found and not found[-1]:
        found.pop()
    return ["…", *found[-lines:]] if len(found) > lines else found


def _served(work: Path) -> Iterator[str]:
    """The server says its address when it answers; the page is there."""
    begun = time.monotonic()
    server = subprocess.Popen(
        "exec retailgym serve --port 8000", shell=True, cwd=work / "home", env=_environment(work),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        said = server.stdout.readline().strip()
        _keep(work, "retailgym serve", f"{said}\n[{time.monotonic() - begun:.1f} s to the address]")
        with urlopen("http://127.0.0.1:8000/", timeout=20) as page:
            title = re.search(r"<title>(.*?)</title>", page.read().decode())
        yield "$ retailgym serve &"
        yield said
        yield ""
        yield "$ curl -s http://127.0.0.1:8000/ | grep -o '<title>.*</title>'"
        yield title[0] if title else "no title"
        yield ""
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def page_with(record: list[str], page: str) -> str:
    """The page with what was recorded in place of what stood there."""
    before, _, rest = page.partition("```text\n")
    return f"{before}```text\n" + "\n".join(record).rstrip() + "\n```" + rest.partition("\n```")[2]


if __name__ == "__main__":
    work = Path(sys.argv[1]).resolve()
    if work.exists() and any(work.iterdir()):
        raise SystemExit(f"{work} is not empty; name a new directory")
    PAGE.write_text(page_with(list(recorded(work)), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
