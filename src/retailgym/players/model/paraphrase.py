"""A model rewords the customer: the words are checked against the act, else the template stands; kept by
content, so that they come back."""

from pathlib import Path

import msgspec

from ...core.env import Acts
from ...core.episode import Episode
from ...core.streams import Streams
from ...core.values import Value, digest, encode
from .client import Endpoint
from .endpoint_errors import Trouble
from .failure import InfrastructureFailure
from .rewording import Script, carries, script_of
from .spending import Spending
from .wire import Chat, Count

VERSION = 1  # rises with the text below, so that old words are not taken for new ones
TASK = """You reword what a customer says to a shop assistant. Say the same in other words, as one and the \
same person would: other sentences,
another order, another tone. Add no wish, no fact and no question, leave none out, and keep numbers as they \
are.
Keep these words exactly, each once:
{kept}
Answer with the customer's words alone, in one paragraph."""


class Reworded(Value):
    """What a model made of some words. It is kept whether it will do or not."""

    key: str
    words: str


class Rewording:
    """Rewordings on disk, one JSON line each, found by what was asked. Without a file they are kept for this
    run alone."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        lines = file.read_bytes().split(b"\n")[:-1] if file is not None and file.exists() else []
        self._by_key = {
            kept.key: kept.words for kept in (msgspec.json.decode(line, type=Reworded) for line in lines)
        }

    def get(self, key: str) -> str | None:
        return self._by_key.get(key)

    def add(self, key: str, words: str) -> None:
        self._by_key[key] = words
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as file:
                file.write(encode(Reworded(key=key, words=words)) + b"\n")


class Paraphraser:
    """Rewords what a customer says, if it may be reworded."""

    def __init__(self, endpoint: Endpoint, words: Rewording, purse: Spending) -> None:
        self._endpoint, self._words, self._purse = endpoint, words, purse
        self.reworded = self.stood = self.tokens = 0

    async def reword(self, text: str, acts: Acts, episode: Episode) -> str:
        script = script_of(text, acts, episode)
        words = await self._asked(script) if script is not None else text
        if script is None or carries(script, words):
            self.stood += 1
            return text
        self.reworded += 1
        return words

    async def _asked(self, script: Script) -> str:
        prompt = TASK.format(kept="\n".join(f"- {ways[0]}" for ways in script.kept) or "(none)")
        s = self._endpoint.settings
        key = digest((VERSION, s.model, s.temperature, s.seed, s.extra, prompt, script.text))
        words = self._words.get(key)
        if words is None:
            chat = [Chat(role="system", content=prompt), Chat(role="user", content=script.text)]
            try:
                heard = await self._endpoint.ask(chat, None, Streams("paraphrase") / key)
            except Trouble as trouble:
                if isinstance(trouble.failure, InfrastructureFailure):
                    raise
                # it will not say such a thing, or has no room for it, which is nothing that the player did
                return ""
            self._pay(heard.reply.count)
            words = " ".join(heard.reply.text.split()).strip('"')
            self._words.add(key, words)
        return words

    def _pay(self, count: Count | None) -> None:
        price = self._endpoint.settings.price
        self._purse.pay(count, price.of(count.tokens_in, count.tokens_out) if price and count else None)
        self.tokens += count.tokens_in + count.tokens_out if count else 0
