"""An environment in a package of its own: written, installed, found, played, and held to the laws."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.evaluation.validate import CHECKS

SOURCE = str(Path(rg.__file__).parents[1])


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as `pip install` leaves it: its files and its metadata."""
    place = tmp_path_factory.mktemp("packages")
    ran = run("-m", "retailgym", "new", "layaway", "--package", "--dir", str(place / "layaway"))
    assert ran.returncode == 0 and "pytest --pyargs retailgym.laws" in ran.stderr, ran.stderr
    about = place / "site" / "retailgym_layaway-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: retailgym-layaway\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[retailgym.envs]\nlayaway = retailgym_layaway:ENV\n")
    (place / "site" / "retailgym_layaway").symlink_to(place / "layaway" / "src" / "retailgym_layaway")
    return place


def run(*arguments, site=None, **environment):
    path = os.pathsep.join([SOURCE, *([str(site)] if site else [])])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path} | environment,
    )


def test_it_is_listed_with_the_package_that_it_comes_from(installed):
    found = json.loads(run("-m", "retailgym", "envs", "--json", site=installed / "site").stdout)
    assert [e["package"] for e in found["envs"] if e["id"] == "layaway"] == ["retailgym-layaway"]
    assert [e["id"] for e in found["envs"]] == [*rg.envs(), "layaway"]
    assert "layaway" not in run("-m", "retailgym", "envs").stdout


def test_it_is_played_like_any_other(installed):
    command = (
        "-m",
        "retailgym",
        "eval",
        "--envs",
        "layaway",
        "--levels",
        "0,6",
        "--seeds",
        "2",
        "--json",
        "-",
    )
    found = json.loads(run(*command, site=installed / "site").stdout)
    assert found["by_env"]["layaway"]["reward"] == 1.0


def test_its_own_tests_pass_and_the_laws_run_from_there(installed):
    tests = installed / "layaway" / "tests"
    for what in ([str(tests)], ["--pyargs", "retailgym.laws"]):
        command = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *what)
        ran = run(*command, site=installed / "site", RETAILGYM_SEEDS="1")
        assert ran.returncode == 0, ran.stdout
    assert ran.stdout.split()[0] == "." * len(CHECKS), ran.stdout


def test_what_is_written_says_what_to_do_next(installed):
    project = (installed / "layaway" / "pyproject.toml").read_text()
    assert 'layaway = "retailgym_layaway:ENV"' in project
    assert "pytest --pyargs retailgym.laws" in (installed / "layaway" / "README.md").read_text()


def test_envs_explains_the_sets():
    assert "C4 = cart, returns, discovery, tracking" in run("-m", "retailgym", "envs").stdout
