"""Matches: how an item must go with another one, as data that a customer can tell and a solver can test."""

from typing import Literal

from ....core.values import Value

Relation = Literal["same", "at_least", "at_most", "any"]  # any: it does not matter after all
Worth = str | int | None
ANYTHING = {
    "hob": "all hobs",
    "gas_fitting": "multi-fuel",
}  # values that go with every other value of the attribute


AND = " and "  # between matches of the same two things, as dialogue acts carry them


class Match(Value, kw_only=False):
    """`attribute` of an item against `than` of the other one."""

    attribute: str
    relation: Relation = "same"
    than: str = ""  # empty: the same attribute

    @property
    def other(self) -> str:
        return self.than or self.attribute

    @property
    def anything(self) -> str:
        """The value that goes with all others; empty if there is none."""
        return ANYTHING.get(self.attribute, "") if self.relation == "same" else ""

    @property
    def code(self) -> str:
        """The match in a line of text, as dialogue acts carry it."""
        return f"{self.attribute} {self.relation} {self.other}"

    @staticmethod
    def read(code: str) -> "Match":
        attribute, relation, than = code.split()
        return Match(attribute, relation, than)  # type: ignore[arg-type]  # `code` wrote it

    def holds(self, mine: Worth, theirs: Worth) -> bool:
        """Do the two values go together?"""
        match self.relation:
            case "same":
                return mine == theirs or (self.anything != "" and self.anything in (mine, theirs))
            case "at_least":
                return _number(mine) >= _number(theirs)
            case "at_most":
                return _number(mine) <= _number(theirs)
            case "any":
                return True


def _number(worth: Worth) -> int:
    return int(worth.split()[0]) if isinstance(worth, str) else worth or 0
