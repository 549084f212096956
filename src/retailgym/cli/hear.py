"""What the customer makes of a message, and what they would answer: to see why an exchange went as it did."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import UserError, mistakes

if TYPE_CHECKING:
    from ..core.episode import Episode
    from ..core.task import Thing
    from ..customer.mentions import Place

Where = Annotated[str, typer.Argument(metavar="SPEC", help="environment/level/seed, such as cart/6/42.")]
Said = Annotated[list[str], typer.Argument(metavar="TEXT", help="What is said to the customer, one by one.")]


def hear(spec: Where, text: Said) -> None:
    """Print what the customer hears in a message at the start of an episode, and what they would answer.

    Several texts are said one after the other. What this prints is the customer's own view, which no
    agent sees.

    \b
    retailgym hear cart/6/42 "Is black okay for the colour?"
    """
    from ..core.episode import start, step

    with mistakes():
        episode = start(spec)
        print("\n".join(_opening(episode)))
        for said in text:
            if episode.done:
                raise UserError("the episode is over; say less")
            print("\n".join(_heard(episode, said)))
            episode = step(episode, {"text": said})
            print("\n".join(_answered(episode)))


def _opening(episode: "Episode") -> Iterator[str]:
    from ..core.episode import observe

    yield f"customer  {observe(episode).messages[-1].text}"  # type: ignore[union-attr]


def _heard(episode: "Episode", said: str) -> Iterator[str]:
    """The message and what it comes to."""
    from ..customer import listen, shop_of
    from ..customer.acts import things_of

    brief, talk = episode.task.brief, episode.talk
    things, heard = things_of(brief, talk), listen(brief, talk, said, shop_of(episode.world))
    yield f"\nsaid      {said}"
    for place in heard.topics:
        state = "nothing to say" if place in heard.absent else "told" if place in talk.told else "open"
        yield f"asks      {_named(things, place)} ({state})"
    for given in heard.given:
        yield f"gives     {_named(things, (given.thing, given.topic))}: {given.op} {given.value}"
    if heard.seeks:
        yield f"seeks     {heard.seeks}"
    if heard.stock_out:
        gone = ", ".join([things[n].noun for n in sorted(heard.out)])
        yield f"news      sold out: {gone or 'not said what'}"
    flags = {"open": heard.open, "closing": heard.closing, "not understood": heard.puzzling}
    flags["more than three details"] = heard.many
    yield from [f"also      {name}" for name, holds in flags.items() if holds]


def _named(things: "tuple[Thing, ...]", place: "Place") -> str:
    return f"{place[1]} of the {things[place[0]].noun}"


def _answered(episode: "Episode") -> Iterator[str]:
    """The acts, the words, and what the exchange counted for."""
    from ..core.episode import heard, observe

    for act in heard(episode):
        yield f"act       {type(act).__name__}"
    for message in observe(episode).messages:
        yield f"customer  {getattr(message, 'text', '')}"
    if episode.talk.ledger:
        last = episode.talk.ledger[-1]
        yield f"counted   {'free' if last.free else 'wasted'}: {last.why}"
