"""A new environment: the starter under another name, its test, and in a checkout the solver that the laws ask
for."""

import keyword
import re
from pathlib import Path

from ..envs import names
from . import package_files

PACKAGE = Path(__file__).parents[1]

TEST = '''"""{Name}: what is special about it. The laws hold for every environment by existing."""

{imports}

LEVELS = range(25)


def test_the_expert_of_{name}_earns_exactly_one():
    for level in LEVELS:
        _, verdict = rg.play(rg.start(rg.Spec("{name}", level, 7)), rg.players.get("expert"))
        assert verdict.reward == 1.0, verdict


def test_silence_earns_nothing_in_{name}():
    for level in LEVELS:
        assert rg.play(rg.start(rg.Spec("{name}", level, 7)), rg.players.get("silent"))[1].reward == 0.0


def test_naming_nothing_in_{name}_fails_and_says_why():
    nothing = rg.Call("{name}_done", {{"product_ids": []}})
    episode = rg.step(rg.start("{name}/0/7"), rg.Turn(calls=(nothing,)))
    verdict = rg.judge(episode)
    assert not verdict.success and verdict.reward == 0.0
    assert [check.name for check in verdict.checks if not check.passed] == ["as_meant"]
'''

INSIDE = "import retailgym as rg"
OUTSIDE = """from pathlib import Path

import retailgym as rg
from retailgym.envs import __path__ as places

# environments are found by existing, there as well, once anyone looks
places.append(str(Path(__file__).parent / "envs"))"""

SOLVER = '''"""Products that fit what the customer would say."""

from itertools import product as combinations

from retailgym.core.episode import Episode

from ..shelves import fitting

Named = tuple[str, ...]


def answers(episode: Episode) -> list[Named]:
    things = episode.problem.brief.matters[0].things
    fits = [[p.id for p in fitting(episode.world, thing)] for thing in things]
    return [tuple(sorted(chosen)) for chosen in combinations(*fits)]


def given(episode: Episode) -> Named:
    return tuple(sorted(episode.world.answers.get("{name}_done", ())))
'''


def write_new(name: str, directory: Path | None, package: bool = False) -> list[Path]:
    """Writes the files and gives their paths. Nothing is written over."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ValueError(
            f"{name!r} cannot name an environment; use lower-case letters, digits and _, such as layaway"
        )
    if name in names():
        raise ValueError(f"environment {name!r} exists; choose another name")
    if package:
        files = _package(name, directory or Path(f"retailgym-{name.replace('_', '-')}"))
    else:
        files = _outside(name, directory) if directory else _inside(name)
    if taken := [str(path) for path in files if path.exists()]:
        raise ValueError(f"{taken[0]} exists; choose another name or remove it")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def _inside(name: str) -> dict[Path, str]:
    """In a checkout every file has its place."""
    root = PACKAGE.parents[1]
    if not (root / "pyproject.toml").exists() or not (root / "tests" / "solvers").is_dir():
        raise ValueError("this is not a checkout of RetailGym; say where to write with --dir DIR")
    return {
        PACKAGE / "envs" / name / "__init__.py": env_source(name),
        root / "tests" / "envs" / f"test_{name}.py": _filled(TEST, name, imports=INSIDE),
        root / "tests" / "solvers" / f"{name}.py": _filled(SOLVER, name),
    }


def _outside(name: str, directory: Path) -> dict[Path, str]:
    """Apart from its test, since every module beside an environment is taken for one."""
    return {
        directory / "envs" / name / "__init__.py": env_source(name),
        directory / f"test_{name}.py": _filled(TEST, name, imports=OUTSIDE),
    }


def _package(name: str, directory: Path) -> dict[Path, str]:
    """A package of its own, which brings the environment by an entry point."""
    return {
        directory / "pyproject.toml": package_files.PYPROJECT.format(name=name),
        directory / "README.md": package_files.README.format(name=name),
        directory / "src" / f"retailgym_{name}" / "__init__.py": env_source(name, "retailgym."),
        directory / "tests" / f"test_{name}.py": _filled(TEST, name, imports=INSIDE),
    }


def next_steps(name: str, package: bool) -> str:
    if package:
        directory = f"retailgym-{name.replace('_', '-')}"
        install = f'pip install -e "{directory}[dev]"'
        return f"next: {install}, then retailgym play {name}/0/7 and pytest --pyargs retailgym.laws"
    return f"next: change one thing at a time and keep its test green; retailgym validate {name} checks it"


def env_source(name: str, above: str = "...") -> str:
    """The starter with every mention of its name replaced; `above` is where the package's modules are."""
    source = (PACKAGE / "cli" / "starter.py").read_text(encoding="utf-8")
    _, _, code = source.partition('"""\n\n')
    about = (
        f'"""{name.capitalize()}: find the products that the customer describes, some of whose details '
        f'come only when asked."""\n\n'
    )
    deeper = re.sub(r"^from \.\.", f"from {above}", code, flags=re.MULTILINE)
    return about + deeper.replace("starter", name).replace("Starter", name.title().replace("_", ""))


def _filled(text: str, name: str, imports: str = "") -> str:
    return text.format(name=name, Name=name.capitalize(), imports=imports)
