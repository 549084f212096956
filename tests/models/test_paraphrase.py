"""A model rewords the customer, and only faithful words reach the agent."""

import asyncio
import json
import re
from contextlib import contextmanager

import pytest

import retailgym as rg
from retailgym.episode import Episode
from retailgym.evaluation.ledger import Ledger, settled
from retailgym.evaluation.plan import Job
from retailgym.evaluation.runner import Shift
from retailgym.players.model.client import Endpoint
from retailgym.players.model.paraphrase import Paraphraser, Words
from retailgym.players.model.purse import Purse
from retailgym.players.model.rewording import carries, script_of
from retailgym.record import TurnLine, read, replay
from retailgym.spec import Spec

from ..paths import expert_turns, walk
from .endpoint import Server, serving
from .shifts import run_of, settings, specs_of

SPECS = specs_of(["cart", "tracking"], (0, 6), 2)
FILLER = "Well, let me put it like this. "


def lines_of(spec: str):
    """Everything that the customer says on the expert's way, with the episode at that moment."""
    episode = rg.start(spec)
    for here in walk(episode, expert_turns(episode)):
        for event in here.log[here.read :]:
            if event.acts and event.message is not None:
                yield event.message.text, event.acts, here


def script(spec: str):
    text, acts, episode = next(lines_of(spec))
    found = script_of(text, acts, episode)
    assert found is not None
    return found


@pytest.mark.parametrize("env", rg.envs())
def test_the_template_itself_always_carries_its_act(env):
    for level in (0, 9):
        for text, acts, episode in lines_of(str(Spec(env, level, 5))):
            found = script_of(text, acts, episode)
            assert found is None or carries(found, text) == carries(found, f"Erm. {text}") == ""


def test_every_value_that_is_dropped_is_missed():
    dropped = 0
    for spec in specs_of(["cart", "returns", "tracking", "bundle"], (0,), 3):
        found = script(spec)
        for ways in found.kept:
            without = re.sub(re.escape(ways[0].rstrip(".")), "something", found.text, flags=re.IGNORECASE)
            assert without == found.text or carries(found, without), (spec, ways[0])
            dropped += without != found.text
    assert dropped > 15


def test_what_is_added_or_changed_is_noticed():
    found = script("cart/0/1")
    _, _, episode = next(lines_of("cart/0/1"))
    thing = episode.problem.brief.matters[0].things[0]
    others = [d for d in thing.details if d.others and d.role != "quantity"]
    assert others
    for d in others:
        other = next(o for o in d.others if not any(o.lower() in s.lower() for s in (*d.says, found.text)))
        assert "added" in carries(found, f"{found.text} And {other}, please.")
    assert "other numbers" in carries(found, f"{found.text} I need seventeen.") and "other numbers" in carries(found, f"{found.text} Order o12345.")
    assert carries(found, "") and carries(found, found.text * 4) and carries(found, f"{found.text} [a note]")


def test_feelings_refusals_and_the_shops_notes_are_left_as_they_are():
    episode = rg.step(rg.start("cart/0/1"), {"text": "Is it raining?"})
    event = episode.log[-1]
    assert script_of(event.message.text, event.acts, episode) is None
    text, acts, episode = next(lines_of("desk/0/1"))
    assert "[" in text and script_of(text, acts, episode) is None


class Speaker(Server):
    """An endpoint that rewords: faithfully, or leaving out all numbers and values."""

    faithful = True

    async def _answer(self, line, headers, body, writer):
        request = json.loads(body)
        self.requests.append(request)
        text = request["messages"][-1]["content"]
        words = FILLER + text if self.faithful else "I would like something nice, if you please, and quickly."
        completion = {"choices": [{"message": {"role": "assistant", "content": words}, "finish_reason": "stop"}]}
        answer = json.dumps(completion).encode()
        writer.write(f"HTTP/1.1 200 OK\r\ncontent-length: {len(answer)}\r\n\r\n".encode() + answer)


@contextmanager
def speaking(faithful: bool):
    with serving([], kind=Speaker) as speaker:
        speaker.faithful = faithful
        yield speaker


def played(directory, server, speaker, words):
    """The expert behind an endpoint hears a customer who is reworded behind another."""
    how = settings(server)
    ledger = Ledger.open(directory, run_of(SPECS, how), resume=False)

    async def work() -> Paraphraser:
        async with Endpoint(how) as endpoint, Endpoint(settings(speaker)) as other:
            paraphraser = Paraphraser(other, words)
            shift = Shift([Job("scripted", Spec.parse(s)) for s in SPECS], ledger, directory, Purse(), paraphraser=paraphraser)
            await shift.work(endpoint, parallel=2)
            return paraphraser

    paraphraser = asyncio.run(work())
    ledger.close()
    return settled(ledger.entries), paraphraser


def test_reworded_customers_are_recorded_kept_and_replayed_without_a_model(tmp_path):
    with serving(SPECS, hears=lambda text: text.removeprefix(FILLER)) as server, speaking(faithful=True) as speaker:
        lines, first = played(tmp_path / "a", server, speaker, Words(tmp_path / "words.jsonl"))
        asked = len(speaker.requests)
        again, second = played(tmp_path / "b", server, speaker, Words(tmp_path / "words.jsonl"))
        assert len(speaker.requests) == asked > 0, "words that are kept are not asked for again"
    assert [e.verdict.reward for e in lines] == [e.verdict.reward for e in again] == [1.0] * len(SPECS)
    assert first.reworded == second.reworded > len(SPECS) and any(FILLER in json.dumps(r["messages"]) for r in server.requests)
    for line in lines:
        record = read((tmp_path / "a" / line.record).read_bytes())
        opening = next(t.words for t in record if isinstance(t, TurnLine))
        assert opening[0] == FILLER + rg.start(line.spec).log[0].message.text
        assert isinstance(replay(record), Episode)
        assert (tmp_path / "a" / line.record).read_bytes() == (tmp_path / "b" / line.record).read_bytes()


def test_where_the_words_will_not_do_the_template_stands(tmp_path):
    with serving(SPECS) as server, speaking(faithful=False) as speaker:
        lines, paraphraser = played(tmp_path, server, speaker, Words())
    assert [e.verdict.reward for e in lines] == [1.0] * len(SPECS) and speaker.requests
    assert paraphraser.reworded == 0 and not any(b'"words":["' in (tmp_path / e.record).read_bytes() for e in lines)
