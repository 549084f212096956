"""Desk, every word understood and a part left out: asking, trusting approvals, what hangs together."""

from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Result, Turn
from ...core.values import replace
from ...customer.acts import Answers, Named, Told
from ...tools.desk import OrderView
from ..shared.expert_moves import Notes, Skill, call, listening
from ..shared.links import ignoring
from .expert import expert, steps
from .gold import USUAL
from .slips import TOPIC, as_said

ASSUMED: dict[str, str | int] = {
    **USUAL,
    "reason": "changed_mind",
    "condition": "unopened",
    "receipt": "kept",
    "quantity": 1,
}
FIXED = "What would you like us to do, what condition is it in, and how many is it about?"
WRONG = "What is wrong?"
CASE = "What is wrong, what condition is it in, and how many is it about?"
PHOTO = "What is wrong, what would you like us to do, and is there a photo?"
OPEN = "Is there anything else that matters?"


def never_asks(seen: Observation, heard: Acts, question: str = "", times: int = 1) -> Moves:
    """Does everything as the expert does, but asks nothing, or everyone the same, and takes what is still
    blank to be as usual."""
    notes = Notes(heard)
    yield from listening(notes, _after([question] * times if question else [], notes))


def _after(questions: list[str], notes: Notes) -> Moves:
    for question in questions:
        _, heard = yield Turn(question)
        notes.hear(heard)
    yield from steps(notes, _assume)


def _assume(notes: Notes, blanks: list[Named]) -> Skill[None]:
    """As usual; which variant is wanted instead nobody can know, and such a ticket is given up."""
    if any(b.topic not in ASSUMED for b in blanks):
        yield call("submit")
    told = [Told(thing=b.thing, topic=b.topic, value=ASSUMED[b.topic]) for b in blanks]
    notes.hear((Answers(told=tuple(told)),))


def distrusts_approvals(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, and takes every approval for a trick."""
    moves = expert(seen, heard)
    turn = next(moves, None)
    while turn is not None:
        seen, heard = yield turn
        try:
            turn = moves.send((replace(seen, messages=tuple(map(_unapproved, seen.messages))), heard))
        except StopIteration:
            return


def _unapproved(message: object) -> object:
    """An order's page as if nobody had approved anything."""
    if isinstance(message, Result) and isinstance(message.content, OrderView):
        order = replace(message.content.order, approvals=())
        return replace(message, content=replace(message.content, order=order))
    return message


def believes_the_customer(seen: Observation, heard: Acts) -> Moves:
    """Does everything as the expert does, and takes items to have come when the customer says so."""
    moves, said = expert(seen, heard), _said(heard)
    turn = next(moves, None)
    while turn is not None:
        seen, heard = yield turn
        said |= _said(heard)
        messages = [_believed(message, said) for message in seen.messages]
        try:
            turn = moves.send((replace(seen, messages=tuple(messages)), heard))
        except StopIteration:
            return


def _said(heard: Acts) -> dict[int, int]:
    """How many days ago each item came, as far as was said."""
    told = [t for act in heard for t in getattr(act, "told", ()) if t.topic == TOPIC]
    return {t.thing: int(t.value) for t in told}


def _believed(message: object, said: dict[int, int]) -> object:
    if isinstance(message, Result) and isinstance(message.content, OrderView):
        order = as_said(message.content.order, said)
        return replace(message, content=replace(message.content, order=order))
    return message


PLAYERS: dict[str, Player] = {
    "never_asks": never_asks,
    "one_question": partial(never_asks, question=FIXED),
    "one_question_about_the_reason": partial(never_asks, question=WRONG),
    "one_question_twice": partial(never_asks, question=WRONG, times=2),
    "one_question_about_the_case": partial(never_asks, question=CASE),
    "one_question_about_photos": partial(never_asks, question=PHOTO),
    "open_question": partial(never_asks, question=OPEN),
    "distrusts_approvals": distrusts_approvals,
    "ignores_links": ignoring(expert),
    "believes_the_customer": believes_the_customer,
}
