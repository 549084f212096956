"""What a release needs agrees with itself: version, links, files, workflows, and names that every system can
write."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path, PureWindowsPath

import pytest

import retailgym as rg
from retailgym.evaluation.run import record_file

from .command import retailgym
from .trees import trees

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/retailgym/retailgym"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
POSIX_ONLY = {"fcntl", "resource", "pwd", "grp", "termios", "pty", "tty"}


def test_the_version_stands_in_one_place_and_everything_else_follows():
    assert "version" not in PROJECT["project"] and re.fullmatch(r"\d+\.\d+\.\d+", rg.__version__)
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == rg.__version__
    assert f"## [{rg.__version__}]" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("arguments", [["--version"], ["play", "--nope"], ["-h"], ["eval", "-h"]])
def test_the_version_and_short_help_can_be_asked_for(arguments):
    ran = retailgym(*arguments)
    expected = {
        "--version": f"retailgym {rg.__version__}",
        "-h": "Usage: retailgym",
        "--nope": "See retailgym play --help.",
    }[arguments[-1]]
    assert expected in ran.stdout + ran.stderr


def test_readme_links_work_outside_of_the_repository():
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", README)
    assert links
    for link in (one or other for one, other in links):
        assert link.startswith(("https://", "#")), f"{link} is relative: it leads nowhere on a package's page"
        inside = re.match(
            rf"(?:{REPOSITORY}/(?:blob|tree)|https://raw\.githubusercontent\.com/retailgym/retailgym)/main/([^#]+)",
            link,
        )
        assert not inside or (ROOT / inside[1]).exists(), f"{link}: no {inside[1]}"


def test_the_files_of_a_release_are_there_and_workflows_can_be_read():
    for name in (
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
        ".github/pull_request_template.md",
    ):
        assert (ROOT / name).stat().st_size > 100, name
    for file in [*(ROOT / ".github").rglob("*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "CITATION.cff"]:
        assert isinstance(yaml.safe_load(file.read_text()), dict), file
    tested = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]["suite"]["strategy"][
        "matrix"
    ]["python"]
    named = [c.rpartition(" ")[2] for c in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert tested == named and PROJECT["project"]["requires-python"] == f">={named[0]}"


def test_every_tested_stack_has_its_job():
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]["stacks"]["strategy"][
        "matrix"
    ]["stack"]
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(jobs) == {
        f.stem.removeprefix("test_") for f in (ROOT / "tests/stacks").glob("test_*.py")
    } & set(extras)


def test_learning_has_its_job():
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]
    assert jobs["learn"]["steps"][-1]["run"] == "make test-learn"


def test_records_have_names_that_every_system_can_write():
    for player in ("expert", "Qwen/Qwen3-8B:together", "..", "con?", "a\\b|c"):
        for spec in ("cart/6/1742", "cart/6/1742?p_stockout=0&invalid=strike"):
            path = record_file(Path("records"), player, rg.Spec.parse(spec), 2)
            assert not re.search(r'[<>:"|?*\\]', str(path)), path
            assert PureWindowsPath(str(path)).parts == path.parts and len(path.parts) == 3


def test_what_windows_lacks_is_not_imported_on_the_way_in():
    """A module that only POSIX has may be imported inside a function, or behind a look at the platform."""
    for file, tree in trees().items():
        for node in tree.body:
            names = (
                {a.name for a in node.names}
                if isinstance(node, ast.Import)
                else {node.module}
                if isinstance(node, ast.ImportFrom)
                else set()
            )
            assert not names & POSIX_ONLY, f"{file}:{node.lineno} imports {names & POSIX_ONLY}"


def test_every_file_of_the_package_that_is_no_python_goes_into_the_wheel():
    """A style sheet that stays behind is noticed only by those who install."""
    source = ROOT / "src" / "retailgym"
    listed = subprocess.run(
        ["git", "ls-files", str(source)], capture_output=True, text=True, cwd=ROOT
    ).stdout.split()
    data = [
        Path(name).relative_to("src/retailgym") for name in listed if not name.endswith((".py", ".c", ".h"))
    ]
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["retailgym"]
    packed = {file.relative_to(source) for pattern in patterns for file in source.glob(pattern)}
    assert data and set(data) <= packed, set(data) - packed
