"""The same Spec gives the same bytes in another process, under another hash seed, Python and set of CPU
features."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import retailgym as rg

from . import transcripts
from .transcripts import FILE, HISTORY, SEEDS, digests, specs, versions, with_versions

ROOT = Path(__file__).parents[2]
OTHER_PYTHON = ROOT / ".venv-313" / "bin" / "python"


def in_process(python: str | Path, **environment: str) -> dict[str, str]:
    """Digests of every environment at some levels, from a process of its own."""
    ran = subprocess.run(
        [str(python), "-m", "tests.golden.transcripts", "few"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def kept() -> dict[str, str]:
    return json.loads(FILE.read_text())


def few() -> dict[str, str]:
    known = kept()
    return {str(spec): known[str(spec)] for spec in transcripts.few()}


@pytest.mark.parametrize("seeds", [2, pytest.param(SEEDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("env", rg.envs())
def test_transcripts_are_as_kept(env, seeds):
    """If a change of bytes is meant, raise the environment's version and run `make golden`."""
    known, chosen = kept(), [spec for spec in specs(seeds) if spec.env == env]
    assert digests(chosen) == {str(spec): known[str(spec)] for spec in chosen}


def test_every_transcript_is_kept():
    assert list(kept()) == [str(spec) for spec in specs()]


def history() -> dict[str, dict[str, str]]:
    return json.loads(HISTORY.read_text())


def test_what_is_kept_is_what_the_versions_stand_for():
    """`make golden` writes both files, and refuses other bytes under the same version."""
    for env, (version, here) in versions(kept()).items():
        assert history()[env][version] == here, f"{env} {version}"
        assert list(map(int, history()[env])) == sorted({int(v) for v in history()[env]})
        assert list(history()[env])[-1] == version, f"{env} has gone back to {version}"


def test_other_bytes_under_the_same_version_are_refused():
    spec = next(s for s in kept() if s.startswith("cart/"))
    version, _ = versions(kept())["cart"]
    with pytest.raises(SystemExit, match=f"since cart {version} was kept: raise `version`"):
        with_versions(history(), {**kept(), spec: "other bytes"})
    assert with_versions(history(), kept()) == history()
    raised = {**history(), "cart": {"1": "older bytes"}}
    assert list(with_versions(raised, kept())["cart"]) == ["1", version]


def test_no_version_was_ever_kept_with_other_bytes():
    """The history of versions only grows, from each commit that touched it to the next."""
    where = HISTORY.relative_to(ROOT).as_posix()
    listed = _git("log", "--format=%H", "--", where)
    if listed is None:
        pytest.skip("not a checkout of the repository")
    for commit in listed.split():
        before = json.loads(_git("show", f"{commit}:{where}") or "{}")
        for env, known in before.items():
            for version, here in known.items():
                assert history().get(env, {}).get(version) == here, f"{env} {version} was {here} in {commit}"


def _git(*arguments: str) -> str | None:
    """What git says; nothing where there is no git, no checkout, or no such file."""
    try:
        ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return ran.stdout if ran.returncode == 0 else None


def test_transcripts_do_not_depend_on_the_hash_seed():
    """The seed of the process that runs these tests is another every time."""
    assert in_process(sys.executable, PYTHONHASHSEED="4242") == few()


def test_transcripts_do_not_depend_on_cpu_features_or_the_kernel_of_search():
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    present = [f for f in __cpu_dispatch__ if __cpu_features__.get(f)]
    assert present, "NumPy dispatches on no feature of this processor"
    assert (
        in_process(sys.executable, NPY_DISABLE_CPU_FEATURES=" ".join(present), RETAILGYM_KERNEL="numpy")
        == few()
    )


@pytest.mark.skipif(
    not OTHER_PYTHON.exists(),
    reason="make found no second Python (OTHER_PYTHON in the Makefile) and so made no .venv-313",
)
def test_transcripts_do_not_depend_on_the_python():
    assert in_process(OTHER_PYTHON) == few()
