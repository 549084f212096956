"""What it takes to add something: each test adds one thing to a copy of the package and sees it work."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import retailgym as rg

PACKAGE = Path(rg.__file__).parent


@pytest.fixture
def copy(tmp_path):
    """A copy of the package to change, and a way to run code in it."""
    shutil.copytree(PACKAGE, tmp_path / "retailgym", ignore=shutil.ignore_patterns("__pycache__"))

    class Copy:
        def add(self, file, after, text):
            path = tmp_path / "retailgym" / file
            before = path.read_text(encoding="utf-8")
            assert before.count(after) == 1, f"{file} has no single place after {after!r}"
            path.write_text(before.replace(after, after + text), encoding="utf-8")

        def run(self, code):
            ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
            assert ran.returncode == 0, ran.stderr
            return ran.stdout

    return Copy()


CURRENCY = 8 * " " + 'Currency("SEK", "kr", "kronor", 95_000),\n'
REGION = 8 * " " + 'Region("SE", "Sweden", "SEK", (25,)),\n'
SPENT = """
import retailgym as rg
seen = set()
for seed in range(40):
    for job in ("tracking/6", "desk/12"):
        episode, verdict = rg.play(rg.start(f"{job}/{seed}"), rg.players.get("expert"))
        assert verdict.reward == 1.0, (job, seed, verdict)
        seen.add(f"{job} {episode.world.customer.region}")
    seen.add(f"paid in {episode.world.ticket.order.currency}")
print(sorted(seen))
"""


def test_a_currency_and_a_region_are_one_row_each_of_one_file(copy):
    copy.add("core/markets.py", 'Currency("GBP", "£", "pounds", 1_270_000),\n', CURRENCY)
    copy.add("core/markets.py", 'Region("UK", "the United Kingdom", "GBP", (20,)),\n', REGION)
    seen = copy.run(SPENT)
    assert "tracking/6 SE" in seen and "desk/12 SE" in seen and "paid in SEK" in seen, seen


AXIS = '    "p_chat": (PER_MILLE, 0, 1000, tuple(10 * d for d in LEVELS)),\n'
READ = """
import retailgym as rg
print([rg.start(spec).axes.p_chat for spec in ("cart/6/1", "cart/6/1?p_chat=0.5")])
"""


def test_an_axis_is_one_file_and_its_reader(copy):
    copy.add("core/difficulty.py", "    policy_depth: int\n", "    p_chat: int = 0\n")
    copy.add("core/difficulty.py", "TABLE: dict[str, tuple[int, int, int, tuple[int, ...]]] = {\n", AXIS)
    assert copy.run(READ).strip() == "[60, 500]"
