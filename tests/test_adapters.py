"""`retailgym adapters`, as a process of its own."""

import json
from importlib.util import find_spec

from .command import retailgym


def adapters(*arguments):
    return retailgym("adapters", *arguments)


def test_it_prints_what_each_installed_adapter_costs_and_names_the_others():
    run = adapters("--only", "endpoint,skyrl", "--level", "0", "--episodes", "2", "--rounds", "1", "--json")
    assert run.returncode == 0, run.stderr
    (found,) = json.loads(run.stdout)
    assert found["in_process_us"] > 0 and found["adapters"]["endpoint"]["cpu_us"] > 0
    assert "beside the expert" in run.stderr
    assert find_spec("skyrl_gym") or 'pip install "retailgym[skyrl]"' in found["left_out"]["skyrl"]


def test_a_name_that_there_is_not_is_told_in_one_line():
    run = adapters("--only", "gymnasion")
    assert run.returncode == 2 and run.stderr.count("\n") == 1 and "no adapter 'gymnasion'" in run.stderr
