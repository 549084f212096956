"""What was heard: what a message asks, gives and seeks, as far as it matters to a customer."""

from ..core.values import Value
from .given import Given
from .mentions import Place


class Heard(Value):
    """What a message asks and says, as far as it matters to a customer."""

    topics: tuple[Place, ...] = ()  # what is asked for, in order of mention
    absent: frozenset[Place] = frozenset()  # those of them that the customer has nothing to say to
    open: bool = False  # "anything else?"
    more: bool = False  # the same beside something that is asked for
    beyond: bool = False  # asks for other things that matter in words that may mean there are none
    about: frozenset[int] = frozenset()  # the things that it was asked of
    # agreement: "leave" to act, whether it is "right", whether it is "okay", or "inverted", where a yes means
    # no
    seeks: str = ""
    given: tuple[Given, ...] = ()  # values that are read back or put forward
    named: frozenset[int] = frozenset()  # things that were named
    stock_out: bool = False
    out: frozenset[int] = frozenset()  # things said to have sold out; empty if it was not said which
    closing: bool = False  # "have a nice day"
    offer: bool = False  # something that nobody spoke of is offered
    puzzling: bool = False  # a question about none of these
    weak: frozenset[Place] = frozenset()  # topics that one word alone brought up
    labelled: frozenset[Place] = frozenset()  # topics called by their names
    narrow: frozenset[Place] = frozenset()  # days asked for by names to choose from, people by theirs
    lost: str = ""  # a word of such a question beside others that were understood
    returning: bool = False  # speaks of taking something back
    choosing: bool = False  # asks what is wished for, not how something is or was
    many: bool = False  # more details than a customer answers at once
    doubted: bool = False  # "are you sure?"
    strange: bool = True  # may name something that is none of the customer's
    alien: bool = False  # speaks of another product than what the customer has in their hands
    elsewhere: bool = False  # asks of another thing alone
    own: bool = False  # describes what the customer has in their hands
    final: bool = False  # speaks of letting the whole order go
    explicit: bool = False  # asks for the agreement in so many words
    grim: bool = False  # tells of trouble, so that it may be news of what has sold out
    replaces: bool = False  # the same, and puts something else in the place of what it speaks of
    settled: bool = False  # all that the customer brought up is done
    unfit: tuple[Place, ...] = ()  # wishes that what lies in the cart does not meet
    along: frozenset[str] = frozenset()  # lines that were named of those that go back beside a thing

    @property
    def asked(self) -> tuple[Place, ...]:
        """What is asked for that the customer can tell."""
        return tuple([p for p in self.topics if p not in self.absent])

    @property
    def confirms(self) -> bool:
        return self.seeks in ("leave", "right")
