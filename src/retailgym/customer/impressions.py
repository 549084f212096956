"""The impression that a message leaves while it is being heard."""

from .given import Given, Mention, Read
from .mentions import Place, Table
from .sentences import Reader


class Impression:
    """What was found so far, sentence by sentence."""

    def __init__(self, table: Table) -> None:
        self.table, self.reader = table, Reader(table)
        self.last: list[Mention] = []  # topics mentioned last
        self.asked: dict[Place, bool] = {}
        self.given: dict[Place, list[Given]] = {}
        self.hanging: dict[Place, bool] = {}  # topics that a statement mentions without a value
        self.hinted: dict[Place, bool] = {}  # topics of a statement that hardly asks
        self.faint: dict[Place, bool] = {}  # the same, by words that may mean something else
        self.aside: dict[Place, bool] = {}  # the same, where the sentence tells what the agent does
        self.plain: set[Place] = set()  # topics that are asked for in so many words
        self.listed: dict[Place, bool] = {}  # the same in a list
        self.wonders: set[Place] = set()  # what a question gives a value that seeks no agreement
        self.offered: set[Place] = set()  # what a sentence that asks gives a value
        self.named: frozenset[int] = frozenset()
        self.out: frozenset[int] | None = None
        self.about: frozenset[int] = frozenset()
        self.labelled: set[Place] = set()  # topics called by their names
        self.narrow: set[Place] = set()  # days and people asked for by names
        self.said: set[Place] = set()  # topics asked for in several words
        self.firm: set[Place] = set()  # topics asked for in many words
        self.reads: list[Read] = []
        self.versions: list[Place] = []  # what tells versions apart that were asked for
        self.more = self.open = self.closing = self.puzzling = self.choice = self.asking = self.listing = (
            False
        )
        self.offer = self.choosing = self.returning = self.intends = self.doubted = self.final = False
        self.refers = self.explicit = self.beyond = False
        self.seeks = ""

    @property
    def confirming(self) -> bool:
        return self.seeks in ("leave", "right")
