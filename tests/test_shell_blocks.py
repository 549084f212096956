"""Every command that README and docs show, run as it is written but for smaller numbers."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.core.curriculum import fresh, saved
from retailgym.core.spec import JOBS
from retailgym.serving.records import Finished, StoredRecord, open_records

from .importing import shop
from .models.endpoint import serving
from .pages import ROOT, blocks, lines

KEY = "0f" * 32
TYPED = re.compile(r"""(?:[A-Z_]+=(?:"[^"]*"|\S+) )*retailgym """)  # with what is set for it
# (what the reader types, what is run): the same command on less
SMALLER = (
    (r"--seeds \d+", "--seeds 1"),
    (r"--levels (?:all|[\d,-]+)", "--levels 0"),
    (r"--repeats \d+", "--repeats 1"),
    (r"--episodes \d+", "--episodes 20"),
    (r"--products \d+", "--products 3000"),
    (r"--sizes [\d,]+", "--sizes 3000,6000"),
    (r"--workers \d+", "--workers 2"),
)
# beginnings and parts of lines that are run elsewhere, each with the place
ELSEWHERE = {
    "pip install": "tests/test_release.py installs the built wheel",
    "git clone": "a checkout is what runs this test",
    "make ": "targets are checked by tests/test_docs.py; CI runs them",
    "pre-commit": "its hooks are those of `make lint`",
    "curl": "tests/serving/test_http.py sends the same requests",
    "inspect eval": "tests/stacks/test_inspect.py",
    "vf-eval": "tests/stacks/test_verifiers.py",
    "retailgym baseline": "tests/models/test_commands.py, whose endpoint knows the levels of that set",
    "retailgym adapters": "tests/test_adapters.py; each needs its framework",
    "retailgym new": "tests/test_packages.py builds, installs and plays what it writes",
    "retailgym play layaway": "tests/test_packages.py",
    "retailgym validate layaway": "tests/test_packages.py",
    "retailgym validate my_envs": "tests/test_packages.py",
    "postgresql://": "tests/serving and tests/catalog run PostgreSQL",
    "--paraphrase": "tests/models/test_paraphrase.py",
    "--tokens": "tests/scale; the tokenizers come from a package that is not installed here",
    "--workers 4 --records": "tests/serving",
    "openssl rand -hex 32 > test.key": "the fixture writes a key",
    "docs_tools/learning": "tests/learn; whole runs take a GPU",
    "examples/train_cpu.py": "tests/stacks/test_trl.py",
    "COMMAND": "no command",
    "…": "no command",
}


def commands() -> list[tuple[str, list[str]]]:
    """Page by page, in the order of the page: a later command may need what an earlier one wrote."""
    pages: dict[str, list[str]] = {}
    for where, text in blocks("", "bash", "sh"):
        page = where.partition(":")[0]
        wanted = (re.split(r" {2,}", line)[0] for line in lines(text))
        pages.setdefault(page, []).extend(
            line for line in wanted if TYPED.match(line) and not any(part in line for part in ELSEWHERE)
        )
    return [(page, found) for page, found in pages.items() if found]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """The expert behind an endpoint, for whatever the pages let a model play."""
    specs = [rg.task(split, 0, env, 0) for env in JOBS for split in ("train", "test")]
    specs += [rg.task("sealed", 0, env, 0, key=KEY.encode()) for env in JOBS]
    with serving([str(s) for s in specs]) as server:
        yield f"http://127.0.0.1:{server.port}/v1"


@pytest.fixture
def home(prepared: Path, tmp_path: Path) -> Path:
    """A page finds what is prepared, and nothing that another page did to it."""
    return shutil.copytree(prepared, tmp_path / "reader")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, endpoint: str) -> Path:
    """What the commands find: a shop's files, runs, records, a curriculum."""
    home = tmp_path_factory.mktemp("reader")
    stock = list(shop.things())
    for name in ("products.csv", "products_export.csv"):
        shop.shopify(home / name, stock, new=True)
    shop.google_xml(home / "feed.xml", stock)
    shop.amazon(home / "meta.jsonl.gz", stock)
    rows = shop.plain(home / "stock.csv", stock)
    rows.write_text(re.sub(r"^.*", in_english, rows.read_text(), count=1))
    (home / "test.key").write_text(KEY)
    (home / "my_shop").mkdir()
    keep_one_episode(home / "records.sqlite")
    for how in (
        "--players expert,random --out runs/all",
        "--players expert --out runs/mine",
        "--players expert --split train --out runs/train",
        "--players expert --levels=6 --record records",
    ):
        played = run(f"retailgym eval --envs cart {how}", home, endpoint)
        assert played.returncode == 0, played.stderr
    built = run("retailgym catalog build --products 3000 --to my-shop.catalogue", home, endpoint)
    assert built.returncode == 0, built.stderr
    shutil.copy(home / "my-shop.catalogue", home / "shop.catalogue")
    (home / "state.json").write_bytes(saved(fresh("window", ("cart",), min_episodes=8)))
    for name in (
        "qwen",
        "llama",
        "before",
        "after",
        "reworded",
        "templates",
        "template",
        "paraphrased",
        "other",
        "baseline/qwen3-8b",
    ):
        shutil.copytree(home / "runs/mine", home / f"runs/{name}")
    return home


def in_english(header: re.Match[str]) -> str:
    names = {"Artikel": "SKU", "Modell": "Group", "Marke": "Brand", "Gruppe": "Category", "Preis": "Price",
             "Lager": "Stock", "Tage": "Ship days", "Farbe": "Colour", "Masse": "Size"}  # fmt: skip
    return ";".join(names.get(name, name) for name in header[0].split(";"))


def keep_one_episode(where: Path) -> None:
    """A record store as a server leaves it: an episode that was won, and the curriculum it was played in."""
    start = rg.start("cart/0/7")
    tape = rg.core.record.Tape(start, player="my-model")
    for turn in rg.players.path(start, rg.players.expert):
        tape.step(turn)
    about = Finished(
        id="0" * 32, finished=0.0, env="cart", level=0, seed=7, spec="cart/0/7", player="my-model",
        reward=1.0, success=True, turns=tape.episode.turns,
    )  # fmt: skip
    records = open_records(str(where))
    records.begin_curriculum("warm-up", fresh("window", ("cart",), min_episodes=8))
    records.keep([StoredRecord(about=about, lines=tape.written(), curriculum="warm-up")])
    records.close()


def run(line: str, home: Path, endpoint: str) -> subprocess.CompletedProcess[str]:
    """A command in a shell; what waits for somebody is given nobody, a server is stopped when it answers."""
    for long, short in SMALLER:
        line = re.sub(long, short, line)
    if " validate " in line:  # statistics of a single episode say nothing
        line = line.replace("--seeds 1", "--seeds 10")
    line, pipe, after = re.sub(r"--base-url \S+", "", line).partition(" | ")
    if " --model " in line:
        line += f" --base-url {endpoint}" + (" --price 1,1" if "--budget" in line else "")
    if " eval " in line:
        line += "".join(f" {flag} {n}" for flag, n in (("--seeds", 1), ("--levels", 0)) if flag not in line)
        if "--resume" not in line:  # the fixture may have kept a run of that name
            kept = re.search(r"--out (\S+)", line) or re.search(r"--model (\S+)", line)
            shutil.rmtree(
                home / "runs" / Path(kept[1]).name if kept else home / "runs/none", ignore_errors=True
            )
    if begun := re.search(r" turn (\S+) --start", line):
        (home / begun[1]).unlink(missing_ok=True)
    if " demo" in line:
        line += " --seeds 1"
    if " attack " in line:
        line = re.sub(r" attack [a-z ]+", r"\g<0> --levels 0 --episodes 20 ", line)
    if " bench" in line:
        line += " --episodes 2 --rounds 1" + (" --sizes 3000,6000" if " --scale" in line else "")
    line += pipe + after
    line = re.sub(r"\bretailgym(?= )", f"{shlex.quote(sys.executable)} -m retailgym", line)
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "API_KEY": "none", "HF_TOKEN": "none", "PORT": "0"}
    if " serve" in line:
        line = re.sub(r"(?=\S*python\S* -m retailgym)", "exec ", line, count=1)  # behind what is set for it
        return served(f"{line} --port 0", home, env)
    return subprocess.run(
        line, shell=True, cwd=home, env=env, capture_output=True, text=True, input="/quit\n"
    )


def served(line: str, home: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A server that says its address, then is asked to stop and does."""
    with (home / "server.log").open("w+") as log:
        server = subprocess.Popen(
            line, shell=True, cwd=home, env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert server.stdout is not None
        said = server.stdout.readline()  # empty where it ended without an answer
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=60)
        log.seek(0)
        code = 0 if "http://" in said and server.returncode in (0, -signal.SIGTERM) else 1
        return subprocess.CompletedProcess(line, code, said, log.read())


def test_there_is_something_to_run():
    assert sum(len(found) for _, found in commands()) > 60


def test_every_line_is_run_or_has_its_place():
    for where, text in blocks("", "bash", "sh"):
        for line in filter(None, (re.split(r" {2,}", line)[0] for line in lines(text))):
            run_here = TYPED.match(line) or line.startswith("#")
            assert run_here or any(part in line for part in ELSEWHERE), f"{where}: nobody runs {line}"


def test_places_are_there():
    for part, place in ELSEWHERE.items():
        for path in re.findall(r"tests/[\w./]+\w", place):
            assert (ROOT / path).exists(), f"{part}: {path}"


@pytest.mark.long
@pytest.mark.parametrize(("page", "typed"), commands(), ids=lambda v: v if isinstance(v, str) else "")
def test_commands_run(page: str, typed: list[str], home: Path, endpoint: str) -> None:
    for line in typed:
        ran = run(line, home, endpoint)
        # `attack` ends with 1 where it found something, and so few episodes may show anything by chance
        finding = " attack " in line and ran.returncode == 1 and "Traceback" not in ran.stderr
        assert ran.returncode == 0 or finding, f"{page}: {line}\n{ran.stderr[-2000:]}"
