"""The hot paths keep to a budget of instructions, so that a slow-down is a failing test on any machine."""

import json
import platform
import shutil
import sys

import pytest

from retailgym.catalog.search.kernel import built

from .instructions import FILE, counted

ALLOWED = 1.15  # of what was counted when the budgets were kept
# of a start, from a shop whose shelves are all known to one with more shelves than anybody will ever see
GROWTH = 1.5
BUDGETS = json.loads(FILE.read_text())
pytestmark = [
    pytest.mark.skipif(
        not shutil.which("valgrind"), reason="valgrind is not installed; install the package `valgrind`"
    ),
    pytest.mark.skipif(
        not built(), reason="the kernel was not built: there was no C compiler when retailgym was installed"
    ),
    pytest.mark.skipif(
        sys.version_info[:2] != (3, 11) or platform.machine() != "x86_64",
        reason=(
            "the budgets were counted under CPython 3.11 on x86-64; another Python takes other instructions"
        ),
    ),
]


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    return counted()


def test_a_start_on_shelves_never_seen_costs_little_more_than_one_on_those_that_were(
    found: dict[str, int],
) -> None:
    assert (
        found["start, shelves seen"]
        < found["start, shelves never seen"]
        < GROWTH * found["start, shelves seen"]
    )


def test_start_step_observe_judge_and_search_keep_to_their_budgets(found: dict[str, int]) -> None:
    """If a change is worth its cost, run `python -m tests.scale.instructions write`."""
    assert found.keys() == BUDGETS.keys()
    over = {
        name: f"{count:,} instructions, {count / BUDGETS[name]:.2f} of what is kept"
        for name, count in found.items()
        if count > ALLOWED * BUDGETS[name]
    }
    assert not over
