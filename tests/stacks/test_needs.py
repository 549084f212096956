"""Version drift is noticed, in one line that says what is gone. Shown with a package that is always here."""

import pytest

from retailgym.training import needs


@pytest.fixture
def pytest_as_a_stack(monkeypatch):
    monkeypatch.setitem(needs.TESTED, "pytest", ("pytest", "8.0", "99.0"))
    return monkeypatch


def test_what_is_there_is_found(pytest_as_a_stack):
    assert (
        needs.needs("pytest", "pytest:fixture", "pytest:fixture(scope)", "pytest:MonkeyPatch.setattr(value)")
        == pytest.__version__
    )


@pytest.mark.parametrize(
    "gone",
    ["pytest:no_such_thing", "pytest.no_such_module:x", "pytest:MonkeyPatch.paint", "pytest:fixture(colour)"],
)
def test_what_is_gone_is_named_with_the_releases_that_were_tested(pytest_as_a_stack, gone):
    with pytest.raises(
        needs.Drifted, match=r"pytest \S+ has no pytest.*; this adapter was tested with pytest 8.0 to 99.0"
    ):
        needs.needs("pytest", gone)


def test_a_stack_that_is_not_installed_says_what_to_install(monkeypatch):
    monkeypatch.setitem(needs.TESTED, "nowhere", ("no-such-package-here", "1.0", "1.0"))
    with pytest.raises(needs.MissingStack, match=r'pip install "retailgym\[nowhere\]"'):
        needs.needs("nowhere")


def test_a_release_outside_those_tested_is_told(pytest_as_a_stack):
    assert needs.drift("pytest") == ""
    pytest_as_a_stack.setitem(needs.TESTED, "pytest", ("pytest", "1.0", "2.7"))
    assert "not one of the releases that were tested, 1.0 to 2.7" in needs.drift("pytest")
    pytest_as_a_stack.setitem(needs.TESTED, "pytest", ("pytest", "98.0", "99.0"))
    assert needs.drift("pytest")


def test_every_adapter_has_an_extra_of_its_name():
    import tomllib
    from pathlib import Path

    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(needs.TESTED) <= set(extras)
