"""An episode as it was seen at the counter, turn by turn, for people who look on: nothing is in it that the
agent could not read, but for what the customer heard once the episode is over."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.env import Call, Message
from ..core.episode import Episode, judge, observe, start, step
from ..core.record import Header, Line, TurnLine
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import Value, encode, replace
from ..customer.acts import things_of
from ..customer.locale.en.grammar import bare
from .http import expert_turns
from .redaction import Redact, may_show

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog


class HeardMessage(Value):
    """What the customer made of a message: what was asked for, and how the exchange counts."""

    asked: tuple[str, ...]
    free: bool
    why: str


class Moment(Value, omit_defaults=True):
    """What the agent said or did, and what came back."""

    said: str | None = None
    call: Call | None = None
    message: Message | None = None
    heard: HeardMessage | None = None


class Beat(Value):
    """One turn and what was left of the budgets after it; the opening is turn 0."""

    turn: int
    moments: tuple[Moment, ...]
    exchanges_left: int
    calls_left: int


class EpisodeTranscript(Value):
    """A whole episode, finished or not. The verdict is there when it is over."""

    spec: str
    env: str
    player: str
    currency: str  # of all prices that carry none
    beats: tuple[Beat, ...]
    ended: str
    verdict: Verdict | None = None


def told(spec: Spec, turns: Iterable[str | bytes], player: str, catalog: "Catalog") -> EpisodeTranscript:
    """The story of these turns, by playing them again."""
    episode = start(spec, catalog=catalog)
    beats = [_beat(episode)]
    for turn in turns:
        before = len(episode.talk.ledger)
        episode = step(episode, turn)
        beats.append(_beat(episode, before))
    verdict = judge(episode) if episode.done else None
    currency = episode.world.policy.currency
    return EpisodeTranscript(
        spec=str(spec),
        env=spec.env,
        player=player,
        currency=currency,
        beats=tuple(beats),
        ended=episode.ended,
        verdict=verdict,
    )


def of_record(lines: list[Line], catalog: "Catalog") -> EpisodeTranscript:
    header = lines[0]
    assert isinstance(header, Header)
    return told(
        header.spec, [line.input() for line in lines if isinstance(line, TurnLine)], header.player, catalog
    )


def of_expert(spec: Spec, catalog: "Catalog") -> EpisodeTranscript:
    """How the expert plays it."""
    return told(
        spec, [encode(turn) for turn in expert_turns(start(spec, catalog=catalog))], "expert", catalog
    )


def redacted(
    story: EpisodeTranscript, spec: Spec, redact: Redact, operator: bool = False
) -> EpisodeTranscript:
    """For those who may not read the reasons of the verdict. What was heard is a reason too, and nobody reads
    it while the episode goes on."""
    if story.verdict is not None and (operator or may_show(redact.settings, spec)):
        return story
    verdict = story.verdict and redact.verdict(spec, story.verdict, operator)
    beats = tuple(replace(b, moments=tuple(replace(m, heard=None) for m in b.moments)) for b in story.beats)
    return replace(story, verdict=verdict, beats=beats)


def _beat(episode: Episode, exchanges: int = 0) -> Beat:
    """A turn; so many exchanges came before it."""
    left = observe(episode)
    heard = iter(_heard(episode)[exchanges:])
    return Beat(
        turn=episode.turns,
        moments=tuple(
            Moment(
                said=e.said,
                call=e.call,
                message=e.message,
                heard=next(heard, None) if e.said is not None and e.acts else None,
            )
            for e in episode.log[episode.read :]
        ),
        exchanges_left=left.exchanges_left,
        calls_left=left.calls_left,
    )


def _heard(episode: Episode) -> list[HeardMessage]:
    """Every exchange so far, in people's words."""
    things = things_of(episode.task.brief, episode.talk)
    return [
        HeardMessage(
            asked=tuple(f"{topic.replace('_', ' ')} of the {bare(things[n])}" for n, topic in exchange.asked),
            free=exchange.free,
            why=exchange.why,
        )
        for exchange in episode.talk.ledger
    ]
