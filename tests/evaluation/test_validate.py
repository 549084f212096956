"""`retailgym validate` passes what is sound and names what is not."""

import json

from retailgym.cli.new import write_new

from ..command import retailgym


def validate(*arguments):
    return retailgym("validate", *arguments)


def spoiled(directory, name, before, after):
    """A new environment with one thing wrong with it."""
    file, _ = write_new(name, directory)
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    return file


def test_sound_environments_pass_every_check():
    ran = validate("policy", "--levels", "6", "--seeds", "5")
    assert ran.returncode == 0 and "FAILED" not in ran.stdout, ran.stdout + ran.stderr
    for check in (
        "expert at maximum",
        "within par",
        "floor gap",
        "blind players kept out",
        "statistics say nothing",
        "determinism",
        "isolation",
        "no leak",
        "any bytes",
    ):
        assert check in ran.stdout


def test_what_is_wrong_with_an_environment_is_found_by_the_check_that_is_for_it(tmp_path):
    files = {
        "fine": write_new("fine", tmp_path / "a")[0],
        "unsolvable": spoiled(
            tmp_path / "b", "unsolvable", "product_ids=products)", "product_ids=products[:-1])"
        ),
        "generous": spoiled(
            tmp_path / "c",
            "generous",
            "passed=sorted(named) == sorted(goal.product_ids)",
            "passed=bool(named)",
        ),
        "hashed": spoiled(
            tmp_path / "d",
            "hashed",
            'stream / "hashed", world)',
            'stream / "hashed" / (hash("salt") % 1000), world)',
        ),
    }
    ran = validate(*files.values(), "--levels", "0", "--seeds", "4", "--json")
    assert ran.returncode == 1, ran.stderr
    found = json.loads(ran.stdout)
    failed = {
        env: {f["check"] for f in found["findings"] if f["env"] == env and not f["passed"]} for env in files
    }
    assert not found["passed"] and failed["fine"] == set()
    assert "expert at maximum" in failed["unsolvable"] and "blind players kept out" in failed["generous"]
    chance = {"statistics say nothing"}  # what is drawn differs from run to run, so this may fail by chance
    assert {"determinism"} <= failed["hashed"] <= {"determinism"} | chance
    assert all(f["because"] and f["figure"] for f in found["findings"])


def test_a_store_that_is_too_small_for_a_job_says_so():
    ran = validate("journey", "64", "--levels", "12", "--seeds", "2")
    assert (
        ran.returncode == 1 and "FAILED journey: can be set: the catalogue has too few shelves" in ran.stdout
    ), ran.stdout + ran.stderr


def test_mistakes_are_one_line(tmp_path):
    for arguments, says in [(["crat"], "did you mean 'cart'"), ([tmp_path / "none.py"], "none.py")]:
        ran = validate(*arguments)
        assert ran.returncode == 2 and says in ran.stderr and len(ran.stderr.splitlines()) == 1, ran.stderr
