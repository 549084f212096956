"""Exported transcripts are what a model at the counter would have seen and done, once each, and never of a
held-out spec."""

import json
import re
from collections import Counter

import pytest

import retailgym as rg
from retailgym.cli.errors import UserError
from retailgym.cli.export import export
from retailgym.core.env import Call, Turn
from retailgym.core.values import encode, replace
from retailgym.evaluation.export import distinct, expert_transcript, pairs, taped_transcript, unpacked
from retailgym.evaluation.held_out import HeldOut
from retailgym.evaluation.record_files import taped
from retailgym.serving.records import Finished, StoredRecord, open_records

from ..command import retailgym
from .runs import MODEL, careless_run


def exported(*arguments):
    return retailgym("export", *arguments)


def rows_in(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    directory = tmp_path_factory.mktemp("run")
    return directory, careless_run(directory, levels=(0, 6), seeds=3, per_mille=40)[1]


def turns_of(messages):
    """What the agent did, as turns that can be played."""
    for message in messages:
        if message["role"] == "assistant":
            calls = tuple(
                Call(c["function"]["name"], c["function"]["arguments"], c["id"])
                for c in message.get("tool_calls", ())
            )
            yield Turn(message["content"], calls)


@pytest.mark.parametrize("env", rg.envs())
def test_what_the_expert_did_can_be_played_again_from_its_messages(env):
    """The conversation holds all that was said and done: its turns earn the same reward, and what came back
    is word for word in it."""
    row = json.loads(encode(expert_transcript(rg.Spec(env, 6, 11))))
    episode = rg.start(row["spec"])
    opening, said = rg.observe(episode).messages[0].text, []
    for turn in turns_of(row["messages"]):
        episode = rg.step(episode, turn)
        said += rg.observe(episode).messages
    assert episode.done and rg.judge(episode).reward == row["reward"] == 1.0 and row["turns"] == episode.turns
    assert [m["role"] for m in row["messages"][:2]] == ["system", "user"] and row["messages"][1][
        "content"
    ] == opening
    answered = {m["tool_call_id"]: m["content"] for m in row["messages"] if m["role"] == "tool"}
    ids = [c["id"] for m in row["messages"] for c in m.get("tool_calls", ())]
    assert (
        len(set(ids)) == len(ids)
        and set(ids) - set(answered) <= {ids[-1]}
        and row["messages"][-1]["role"] == "assistant"
    )
    spoken = [m["content"] for m in row["messages"][2:] if m["role"] == "user"]
    assert spoken == [m.text for m in said if hasattr(m, "text") and not getattr(m, "tool", "")]


def test_arguments_and_tools_are_json_text_and_unpack_to_objects():
    row = json.loads(encode(expert_transcript(rg.Spec("cart", 3, 5))))
    names = {tool["function"]["name"] for tool in json.loads(row["tools"])}
    assert {"cart_add", "ask_user"} <= names
    for message in unpacked(row["messages"]):
        assert None not in message.values()
        assert all(
            isinstance(c["function"]["arguments"], dict) and c["function"]["name"] in names
            for c in message.get("tool_calls", ())
        )


def test_records_of_a_model_become_the_same_messages_as_the_expert_s_own(tmp_path):
    """A careless expert that is never careless is the expert, through a record."""
    careless_run(tmp_path, levels=(3,), seeds=2, repeats=1, per_mille=-1000)
    for tape in taped(tmp_path):
        mine, own = taped_transcript(tape), expert_transcript(replace(tape.spec, version=0, store=""))
        assert replace(mine, player="expert") == own


@pytest.mark.parametrize("split", ["test", "sealed"])
def test_held_out_specs_are_refused_whoever_played_them(split, tmp_path):
    with pytest.raises(HeldOut, match=split):
        expert_transcript(rg.Spec("cart", 0, rg.core.spec.SPLITS[split].start))
    careless_run(
        tmp_path, split=split, envs=("cart",), levels=(0,), seeds=1, repeats=1, key_fingerprint="ab" * 8
    )
    with pytest.raises(UserError, match=split):
        export(str(tmp_path), tmp_path / "out.jsonl")
    assert list(tmp_path.glob("*out*")) == []
    export(str(tmp_path), tmp_path / "out.jsonl", skip_held_out=True)
    assert rows_in(tmp_path / "out.jsonl") == []


def test_successes_of_a_run_are_written_and_the_rest_counted(kept, tmp_path):
    directory, entries = kept
    ran = exported(directory, "--out", tmp_path / "good.jsonl", "--json")
    assert ran.returncode == 0, ran.stderr
    rows, told = rows_in(tmp_path / "good.jsonl"), json.loads(ran.stdout)
    won = [e for e in entries if e.verdict.success]
    assert all(r["success"] and r["player"] == MODEL for r in rows) and told["left_out"][
        "not good enough"
    ] == len(entries) - len(won)
    assert len(rows) == told["rows"] == len(won) - told["left_out"].get("duplicates", 0)
    assert {re.sub(r"@\d+", "", r["spec"].split("?")[0]) for r in rows} == {e.spec for e in won}


def test_a_least_reward_and_an_environment_can_be_asked_for(kept, tmp_path):
    export(str(kept[0]), tmp_path / "all.jsonl", envs="policy", levels="0", min_reward=-1.0)
    rows = rows_in(tmp_path / "all.jsonl")
    assert rows and {(r["env"], r["level"]) for r in rows} == {("policy", 0)}


def test_each_conversation_is_written_once():
    row = expert_transcript(rg.Spec("policy", 0, 3))
    counted = Counter()
    kept = list(
        distinct(
            [row, replace(row, player="somebody else"), expert_transcript(rg.Spec("policy", 0, 4))], counted
        )
    )
    assert len(kept) == 2 and counted == {"duplicates": 1}


def test_pairs_are_tries_at_one_spec_with_the_better_one_chosen(kept, tmp_path):
    export(str(kept[0]), tmp_path / "pairs.jsonl", pairs=True, with_expert=True)
    found = rows_in(tmp_path / "pairs.jsonl")
    assert found
    for pair in found:
        assert pair["chosen_reward"] - pair["rejected_reward"] >= 0.25 and [
            m["role"] for m in pair["prompt"]
        ] == ["system", "user"]
        assert (
            pair["chosen"][0]["role"] == pair["rejected"][0]["role"] == "assistant"
            and pair["chosen"] != pair["rejected"]
        )
    assert {p["chosen_reward"] for p in found} == {1.0}


def test_tries_that_lie_too_close_make_no_pair():
    one = expert_transcript(rg.Spec("policy", 0, 3))
    other = replace(one, reward=0.8)
    assert list(pairs([one, other], 0.25)) == [] and len(list(pairs([one, other], 0.1))) == 1


def test_a_store_is_a_source_too(tmp_path):
    tape = rg.core.record.Tape(rg.start("cart/0/7"), player="silent")
    while not tape.episode.done:
        tape.step({})
    records = open_records(str(tmp_path / "records.sqlite"))
    about = Finished(
        id="0" * 32,
        finished=0.0,
        env="cart",
        level=0,
        seed=7,
        spec="cart/0/7",
        player="silent",
        reward=0.0,
        success=False,
        turns=tape.episode.turns,
    )
    records.keep([StoredRecord(about=about, lines=tape.written())])
    records.close()
    export(str(tmp_path / "records.sqlite"), tmp_path / "s.jsonl", min_reward=0.0)
    (row,) = rows_in(tmp_path / "s.jsonl")
    assert row["player"] == "silent" and row["spec"].startswith("cart@")


def test_expert_specs_are_spread_over_environments_and_levels(tmp_path):
    export("", tmp_path / "e.jsonl", envs="cart,policy", levels="0,6", episodes=12, split="validation")
    rows = rows_in(tmp_path / "e.jsonl")
    assert Counter((r["env"], r["level"]) for r in rows) == {
        (e, d): 3 for e in ("cart", "policy") for d in (0, 6)
    }
    assert {r["split"] for r in rows} == {"validation"} and len({r["spec"] for r in rows}) == 12


def test_mistakes_are_one_line_and_leave_nothing_behind(tmp_path):
    for arguments, says in [(["--out", "x.csv"], ".jsonl, .parquet"), (["nowhere"], "nowhere")]:
        ran = retailgym("export", *arguments, cwd=tmp_path)
        assert ran.returncode == 2 and says in ran.stderr and len(ran.stderr.splitlines()) == 1, ran.stderr
    with pytest.raises(UserError, match="SOURCE"):
        export("", tmp_path / "x.jsonl", with_expert=True)
    with pytest.raises(UserError, match="test split"):
        export("", tmp_path / "x.jsonl", episodes=1, split="test")
    assert list(tmp_path.iterdir()) == []
