"""A model plays one episode: it is told what came back, asked for its turn, and what it wrote goes to the
shop as it is."""

from collections.abc import Iterator, Sequence

from ...core.env import Message, Mistake, Observation, Result, Said, Turn
from ...core.episode import observe
from ...core.record import Tape
from ...core.streams import Streams
from ...core.values import Value, replace
from .client import Completion, Endpoint
from .endpoint_errors import Trouble
from .failure import Failure, InfrastructureFailure, PlayerFailure
from .formats import LEFT_OUT, Manner, manner
from .paraphrase import Paraphraser
from .spending import Spending
from .wire import Chat, Count, WrittenCall


class Note(Value):
    """One reply of the model as it came, reasoning included."""

    turn: int
    text: str
    reasoning: str
    calls: tuple[WrittenCall, ...]
    finish: str
    count: Count | None
    retries: int
    seconds: float


class Seat:
    """A model at the counter: the conversation so far, what was replied, and what went wrong."""

    def __init__(
        self,
        tape: Tape,
        endpoint: Endpoint,
        purse: Spending,
        stream: Streams,
        *,
        paraphraser: Paraphraser | None = None,
    ) -> None:
        self.tape, self._endpoint, self._purse, self._at = tape, endpoint, purse, stream
        self._paraphraser = paraphraser
        self._words: tuple[str, ...] = ()
        self.notes: list[Note] = []
        self.trimmed = self.retries_in_vain = 0
        self.failure: Failure | None = None
        self._manner: Manner = manner(endpoint.settings.mode, endpoint.settings.results)

    async def play(self) -> None:
        """To the end of the episode, or to where the infrastructure fails."""
        try:
            seen = await self._seen()
            chat, tools = self._manner.opening(self.tape.episode, seen), self._manner.tools(seen)
            while not self.tape.episode.done:
                heard = await self._ask(chat, tools)
                if self.failure is not None:
                    break
                self._step(self._manner.turn(heard.reply))
                if not self.tape.episode.done:
                    chat += [
                        self._manner.said(heard.reply),
                        *self._manner.answered((await self._seen()).messages),
                    ]
        except Trouble as trouble:
            self.failure = trouble.failure
        if not isinstance(self.failure, InfrastructureFailure):
            self._finish()

    def _step(self, turn: Turn | str) -> None:
        """With the words that the model had read before it, where those are not the template's."""
        self.tape.step(turn)
        if self._words:
            self.tape.turns[-1] = replace(self.tape.turns[-1], words=self._words)

    async def _seen(self) -> Observation:
        """What came back since the last turn, the customer's words reworded if they are to be."""
        episode, seen = self.tape.episode, observe(self.tape.episode)
        if self._paraphraser is None:
            return seen
        messages: list[Message] = []
        for event in episode.log[episode.read :]:
            match event.message:
                case Said(text=text) if event.acts:
                    messages.append(Said(text=await self._paraphraser.reword(text, event.acts, episode)))
                case Result(content=str() as text) if event.acts:
                    messages.append(
                        replace(
                            event.message, content=await self._paraphraser.reword(text, event.acts, episode)
                        )
                    )
                case None:
                    pass
                case message:
                    messages.append(message)
        self._words = tuple(_spoken(messages)) if tuple(messages) != seen.messages else ()
        return replace(seen, messages=tuple(messages))

    async def _ask(self, chat: list[Chat], tools: Sequence[object] | None) -> Completion:
        """One reply; where the context is full, old results make room for it."""
        while True:
            if self._purse.empty():
                raise Trouble(InfrastructureFailure(kind="stopped", detail="the budget is spent"))
            try:
                heard = await self._endpoint.ask(chat, tools, self._at / len(self.notes))
            except Trouble as trouble:
                self.retries_in_vain += trouble.retries
                if (
                    isinstance(trouble.failure, PlayerFailure)
                    and trouble.failure.kind == "overflow"
                    and self._make_room(chat)
                ):
                    continue
                raise
            self._note(heard)
            return heard

    def _note(self, heard: Completion) -> None:
        reply, price = heard.reply, self._endpoint.settings.price
        usd = price.of(reply.count.tokens_in, reply.count.tokens_out) if price and reply.count else None
        self._purse.pay(reply.count, usd)
        self.notes.append(
            Note(
                turn=self.tape.episode.turns + 1,
                text=reply.text,
                reasoning=reply.reasoning,
                calls=reply.calls,
                finish=reply.finish,
                count=reply.count,
                retries=heard.retries,
                seconds=heard.seconds,
            )
        )
        if reply.finish == "content_filter" or (reply.refusal and not reply.calls):
            self.failure = PlayerFailure(
                kind="refused", detail=reply.refusal or "the endpoint filtered the answer"
            )

    def _make_room(self, chat: list[Chat]) -> bool:
        """Leaves out the older half of what tools have given back; the customer's words and the last result
        stay."""
        old = [n for n, c in enumerate(chat[:-1]) if _is_result(c) and c.content != LEFT_OUT]
        for n in old[: -(-len(old) // 2)]:
            chat[n] = replace(chat[n], content=LEFT_OUT)
            self.trimmed += 1
        self._manner.rendering.forget()
        return bool(old)

    def _finish(self) -> None:
        """A player that cannot go on is silent from then on, so that what was reached is judged."""
        while not self.tape.episode.done:
            self.tape.step({})
        if self.tape.episode.ended == "invalid":
            mistakes = [e.message.text for e in self.tape.episode.log if isinstance(e.message, Mistake)]
            self.failure = PlayerFailure(kind="invalid", detail=mistakes[-1])


def _spoken(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        match message:
            case Said(text=text) | Result(content=str() as text):
                yield text


def _is_result(chat: Chat) -> bool:
    return chat.role == "tool" or (chat.role == "user" and chat.content.startswith("Result of "))
