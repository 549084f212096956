"""A model rewords the customer, and only faithful words reach the agent."""

import asyncio
import json
import re
from contextlib import contextmanager

import pytest

import retailgym as rg
from retailgym.core.episode import Episode
from retailgym.core.record import TurnLine, read, replay
from retailgym.core.spec import Spec
from retailgym.core.values import replace
from retailgym.evaluation.export import Transcript, pairs
from retailgym.evaluation.ledger import Ledger, settled
from retailgym.evaluation.plan import Job
from retailgym.evaluation.runner import Shift
from retailgym.players.model.client import Endpoint
from retailgym.players.model.paraphrase import Paraphraser, Rewording
from retailgym.players.model.rewording import carries, script_of
from retailgym.players.model.spending import Spending
from retailgym.players.model.wire import Chat

from ..command import retailgym
from ..paths import expert_turns, walk
from .endpoint import ANSWERS, Server, serving, whole
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
    for spec in specs_of(["cart", "returns", "tracking", "bundle"], (0,), 4):
        found = script_of(*next(lines_of(spec)))
        for ways in found.kept if found else ():  # sometimes only the template will do
            without = re.sub(re.escape(ways[0].rstrip(".")), "something", found.text, flags=re.IGNORECASE)
            assert without == found.text or carries(found, without), (spec, ways[0])
            dropped += without != found.text
    assert dropped > 20


def test_a_thing_that_is_not_named_is_missed():
    dropped = 0
    for spec in specs_of(["cart", "returns", "tracking", "bundle"], (0, 6), 3):
        text, acts, episode = next(lines_of(f"{spec}?noise=0"))  # a name with a typo in it is one as well
        found = script_of(text, acts, episode)
        for names in found.called if found is not None else ():
            without = found.text
            for name in sorted(names, key=len, reverse=True):
                without = re.sub(rf"\b{re.escape(name)}\b", "something", without, flags=re.IGNORECASE)
            assert without == found.text or carries(found, without), (spec, names)
            dropped += without != found.text
    assert dropped > 15


def test_what_is_added_or_changed_is_noticed():
    found = script("cart/0/1")
    _, _, episode = next(lines_of("cart/0/1"))
    thing = episode.task.brief.requests[0].things[0]
    others = [d for d in thing.details if d.others and d.role != "quantity"]
    assert others
    for d in others:
        other = next(o for o in d.others if not any(o.lower() in s.lower() for s in (*d.says, found.text)))
        assert "added" in carries(found, f"{found.text} And {other}, please.")
    assert "other numbers" in carries(
        found, f"{found.text} I need seventeen."
    ) and "other numbers" in carries(found, f"{found.text} Order o12345.")
    assert carries(found, "") and carries(found, found.text * 4) and carries(found, f"{found.text} [a note]")


def test_feelings_refusals_and_the_shops_notes_are_left_as_they_are():
    episode = rg.step(rg.start("cart/0/1"), {"text": "Is it raining?"})
    event = episode.log[-1]
    assert script_of(event.message.text, event.acts, episode) is None
    text, acts, episode = next(lines_of("desk/0/1"))
    assert "[" in text and script_of(text, acts, episode) is None


class Speaker(Server):
    """An endpoint that rewords: faithfully, or leaving out all numbers and values; or it answers with a
    fault."""

    faithful, fault = True, ""

    async def _answer(self, line, headers, body, writer):
        request = json.loads(body)
        self.requests.append(request)
        if self.fault:
            status, answer, more = ANSWERS[self.fault]
            writer.write(whole(status, answer.encode(), more))
            return
        text = request["messages"][-1]["content"]
        words = FILLER + text if self.faithful else "I would like something nice, if you please, and quickly."
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        completion = {
            "choices": [{"message": {"role": "assistant", "content": words}, "finish_reason": "stop"}],
            "usage": usage,
        }
        writer.write(whole(200, json.dumps(completion).encode()))


@contextmanager
def speaking(faithful: bool, fault: str = ""):
    with serving([], kind=Speaker) as speaker:
        speaker.faithful, speaker.fault = faithful, fault
        yield speaker


def played(directory, server, speaker, words, specs=SPECS):
    """The expert behind an endpoint hears a customer who is reworded behind another."""
    how, purse = settings(server), Spending()
    ledger = Ledger.open(directory, run_of(specs, how), resume=False)

    async def work() -> Paraphraser:
        async with Endpoint(how) as endpoint, Endpoint(settings(speaker)) as other:
            paraphraser = Paraphraser(other, words, purse)
            shift = Shift(
                [Job("scripted", Spec.parse(s)) for s in specs],
                ledger,
                directory,
                purse,
                paraphraser=paraphraser,
            )
            await shift.work(endpoint, parallel=2)
            return paraphraser

    paraphraser = asyncio.run(work())
    ledger.close()
    return settled(ledger.entries), paraphraser


def test_reworded_customers_are_recorded_kept_and_replayed_without_a_model(tmp_path):
    with (
        serving(SPECS, hears=lambda text: text.removeprefix(FILLER)) as server,
        speaking(faithful=True) as speaker,
    ):
        lines, first = played(tmp_path / "a", server, speaker, Rewording(tmp_path / "words.jsonl"))
        asked = len(speaker.requests)
        again, second = played(tmp_path / "b", server, speaker, Rewording(tmp_path / "words.jsonl"))
        assert len(speaker.requests) == asked > 0, "words that are kept are not asked for again"
    assert [e.verdict.reward for e in lines] == [e.verdict.reward for e in again] == [1.0] * len(SPECS)
    assert first.tokens == 110 * asked and second.tokens == 0
    assert first.reworded == second.reworded > len(SPECS) and any(
        FILLER in json.dumps(r["messages"]) for r in server.requests
    )
    for line in lines:
        record = read((tmp_path / "a" / line.record).read_bytes())
        opening = next(t.words for t in record if isinstance(t, TurnLine))
        assert opening[0] == FILLER + rg.start(line.spec).log[0].message.text
        assert isinstance(replay(record), Episode)
        assert (tmp_path / "a" / line.record).read_bytes() == (tmp_path / "b" / line.record).read_bytes()


def test_where_the_words_will_not_do_the_template_stands(tmp_path):
    with serving(SPECS) as server, speaking(faithful=False) as speaker:
        lines, paraphraser = played(tmp_path, server, speaker, Rewording())
    assert [e.verdict.reward for e in lines] == [1.0] * len(SPECS) and speaker.requests
    assert paraphraser.reworded == 0 and not any(
        b'"words":["' in (tmp_path / e.record).read_bytes() for e in lines
    )


@pytest.mark.parametrize("fault", ["filtered_request", "overflow"])
def test_a_model_that_will_not_reword_costs_the_player_nothing(tmp_path, fault):
    with serving(SPECS) as server, speaking(True, fault) as speaker:
        lines, paraphraser = played(tmp_path, server, speaker, Rewording())
    assert (
        [(e.verdict.reward, e.failure) for e in lines] == [(1.0, None)] * len(SPECS)
        and speaker.requests
        and not paraphraser.reworded
    )


def test_a_speaker_that_is_down_is_the_infrastructures_failure(tmp_path):
    with serving(SPECS) as server, speaking(True, "500") as speaker:
        lines, _ = played(tmp_path, server, speaker, Rewording())
    assert [(e.verdict, e.failure.kind) for e in lines] == [(None, "server")] * len(
        SPECS
    ) and not server.requests


TRAINING = [
    str(rg.task("train", i, env, level)) for env in ("cart", "tracking") for level in (0, 6) for i in range(1)
]


def test_replays_reports_and_exports_show_what_was_said_not_what_the_template_has(tmp_path):
    with (
        serving(TRAINING, hears=lambda text: text.removeprefix(FILLER)) as server,
        speaking(faithful=True) as speaker,
    ):
        lines, paraphraser = played(tmp_path / "run", server, speaker, Rewording(), TRAINING)
    shown = ""
    for line in lines:
        ran = retailgym("replay", tmp_path / "run" / line.record)
        assert ran.returncode == 0 and "each as recorded" in ran.stderr, ran.stderr
        words = [
            w
            for t in read((tmp_path / "run" / line.record).read_bytes())
            if isinstance(t, TurnLine)
            for w in t.words
        ]
        assert words and all(f"customer: {w}" in ran.stdout for w in words)
        shown += ran.stdout
    assert shown.count(FILLER) == paraphraser.reworded > len(TRAINING)
    retailgym("report", tmp_path / "run", "--out", tmp_path / "report.html").check_returncode()
    assert FILLER in (tmp_path / "report.html").read_text()
    retailgym("export", tmp_path / "run", "--out", tmp_path / "rows.jsonl").check_returncode()
    asked = {json.dumps([m["content"] for m in r["messages"]]) for r in server.requests}
    for row in map(json.loads, (tmp_path / "rows.jsonl").read_text().splitlines()):
        assert json.dumps([m["content"] for m in row["messages"][:-1]]) in asked, (
            "what was exported is what the model was told"
        )


def test_tries_that_began_in_other_words_make_no_pair():
    chat = tuple(
        Chat(role=role, content=text)
        for role, text in (("system", "Rules."), ("user", "Hello."), ("assistant", "Yes?"))
    )
    one = Transcript(
        messages=chat,
        tools="[]",
        spec="cart/0/1",
        env="cart",
        level=0,
        split="train",
        player="a",
        reward=1.0,
        success=True,
        turns=1,
    )
    worse, reworded = (
        replace(one, reward=0.0, player="b"),
        (chat[0], Chat(role="user", content="Good day."), chat[2]),
    )
    assert len(list(pairs([one, worse], 0.5))) == 1 and not list(
        pairs([one, replace(worse, messages=reworded)], 0.5)
    )
