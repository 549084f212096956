"""One base for what the package raises on purpose, and one hint for misspelt names."""

import ast
import builtins

import pytest

import retailgym as rg
from retailgym.core.errors import RetailGymError, did_you_mean
from retailgym.tools.kit import Invalid, Refused

from .trees import trees

BUILT_IN = {
    name
    for name, thing in vars(builtins).items()
    if isinstance(thing, type) and issubclass(thing, BaseException)
}


def test_every_exception_of_the_package_has_the_one_base():
    found = []
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and file.name != "errors.py":
                bases = {b.id for b in node.bases if isinstance(b, ast.Name)}
                if bases & BUILT_IN:
                    found.append(node.name)
                    assert "RetailGymError" in bases, f"{file}: {node.name} is no RetailGymError"
    assert len(found) > 20


def test_what_callers_catch_is_of_the_built_in_kind_as_well():
    episode = rg.step(rg.start("cart/0/1"), b"not json")
    with pytest.raises(ValueError) as over:
        rg.step(episode, {})
    assert isinstance(over.value, rg.RetailGymError) and rg.RetailGymError is RetailGymError
    assert issubclass(Invalid, RetailGymError) and issubclass(Refused, RetailGymError)


def test_a_misspelt_name_gets_the_nearest_or_all_there_are():
    assert did_you_mean("crat", ("cart", "desk")) == "did you mean 'cart'?"
    assert did_you_mean("zzz", ("cart", "desk")) == "there are cart, desk"
    assert did_you_mean("zzz", ("cart", "desk"), "") == ""
    assert did_you_mean("car", ("cart", "card", "desk"), most=2) == "did you mean 'cart' or 'card'?"
    assert [file.name for file, tree in trees().items() if "get_close_matches" in ast.dump(tree)] == [
        "errors.py"
    ]
