"""At the counter: a message goes in, acts and words come out. Each exchange has its own stream, so that forks
meet the same customer."""

from collections.abc import Callable

from ..core.streams import Streams
from ..core.task import Brief, Thing
from .acts import Act, Talk, raise_matter, respond, things_of
from .hearing import hear
from .noise import add_noise
from .phrasing import unmarked
from .voice import say


def open_talk(brief: Brief, at: Streams, noise: int) -> tuple[tuple[Act, ...], str, Talk]:
    """The customer comes up and says what they want."""
    act, talk = raise_matter(brief, Talk())
    return (act,), _words((act,), brief, talk, at / "opening", noise), talk


def reply(
    brief: Brief, talk: Talk, message: str, has_gone: Callable[[Thing], bool], at: Streams, noise: int
) -> tuple[tuple[Act, ...], str, Talk]:
    """The customer hears the message and answers."""
    acts, after = respond(brief, talk, hear(message, things_of(brief, talk)), has_gone)
    if after.raised < len(brief.matters) and brief.matters[after.raised].interrupts and not after.left:
        opened, after = raise_matter(brief, after)
        acts = (*acts, opened)
    return acts, _words(acts, brief, after, at / "exchange" / talk.exchanges, noise), after


def next_matter(brief: Brief, talk: Talk, at: Streams, noise: int) -> tuple[tuple[Act, ...], str, Talk]:
    """One matter is settled; the customer brings up the next."""
    act, after = raise_matter(brief, talk)
    return (act,), _words((act,), brief, after, at / "matter" / talk.raised, noise), after


def _words(acts: tuple[Act, ...], brief: Brief, talk: Talk, at: Streams, noise: int) -> str:
    things = things_of(brief, talk)
    said = []
    for n, act in enumerate(acts):
        rng = (at / n)()
        said.append(add_noise(say(act, things, brief.persona, rng), noise, rng))
    return unmarked(" ".join(said))
