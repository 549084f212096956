"""`retailgym turn`: an episode in a file, one turn per call, through real processes."""

import json

import retailgym as rg
from retailgym.players.model.prompt import rules, rules_with_tools

from .paths import expert_turns
from .test_cli import retailgym


def written(turn: rg.Turn) -> str:
    """A turn as an agent with a shell would give it."""
    return (
        json.dumps({"name": turn.calls[0].name, "arguments": turn.calls[0].arguments})
        if turn.calls
        else turn.text
    )


def test_an_episode_is_played_turn_by_turn_to_its_verdict(tmp_path):
    file, episode = str(tmp_path / "mine.jsonl"), rg.start("policy/0/7")
    seen = rg.observe(episode)
    ran = retailgym("turn", file, "--start", "policy/0/7")
    assert ran.returncode == 0 and ran.stderr == ""
    assert (
        ran.stdout
        == f"{rules_with_tools(episode.env, seen, episode.spec)}\n\nCustomer: {seen.messages[0].text}\n"
    )
    for turn in expert_turns(episode):
        episode = rg.step(episode, turn)
        ran = retailgym("turn", file, written(turn))
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.startswith(f"Result of {turn.calls[0].name}:" if turn.calls else "Customer: ")
        assert ("success; reward 1 " in ran.stdout) == episode.done
    assert (
        "passed  answer: " in ran.stdout
        and f"{episode.used.calls} calls, par is {episode.task.par.calls}" in ran.stdout
    )
    assert rg.digest(
        rg.core.record.replay(rg.core.record.read((tmp_path / "mine.jsonl").read_bytes()))
    ) == rg.digest(episode)
    over = retailgym("turn", file, "Hello?")
    assert over.returncode == 2 and "is over" in over.stderr and "Traceback" not in over.stderr


def test_machines_get_one_json_object(tmp_path):
    file, episode = str(tmp_path / "mine.jsonl"), rg.start("tracking/2/5")
    begun = json.loads(retailgym("turn", file, "--start", "tracking/2/5", "--json").stdout)
    seen = rg.observe(episode)
    assert begun["system"] == rules(episode.env, seen, episode.spec) and [
        t["name"] for t in begun["tools"]
    ] == list(episode.env.tools)
    assert (begun["exchanges_left"], begun["calls_left"], begun["done"], begun["verdict"]) == (
        seen.exchanges_left,
        seen.calls_left,
        False,
        None,
    )
    asked = json.loads(
        retailgym(
            "turn", file, "-", "--json", typed='{"calls": [{"name": "clock_now", "arguments": {}}]}'
        ).stdout
    )
    assert (
        asked["messages"][0]["tool"] == "clock_now"
        and asked["calls_left"] == seen.calls_left - 1
        and "system" not in asked
    )
    ended = json.loads(retailgym("turn", file, '{"name": "nope"}', "--json").stdout)
    assert ended["done"] and ended["verdict"]["reward"] == -1.0 and ended["messages"][0]["type"] == "mistake"


def test_mistakes_are_one_line(tmp_path):
    file = tmp_path / "mine.jsonl"
    for arguments, says in [
        ([str(file), "hello"], "mine.jsonl"),
        ([str(file)], "give either --start SPEC or one turn"),
        ([str(file), "hello", "--start", "cart/0/1"], "give either --start SPEC or one turn"),
        ([str(file), "--start", "crat/0/1"], "did you mean 'cart'"),
    ]:
        ran = retailgym("turn", *arguments)
        assert ran.returncode == 2 and says in ran.stderr and ran.stderr.count("\n") == 1, ran.stderr
    assert not file.exists()
    file.write_text("kept\n")
    assert (
        "exists; give a turn" in retailgym("turn", str(file), "--start", "cart/0/1").stderr
        and file.read_text() == "kept\n"
    )
    assert "line 1 is not part of a record" in retailgym("turn", str(file), "hello").stderr


def test_results_can_be_read_as_json(tmp_path):
    file, call = str(tmp_path / "mine.jsonl"), '{"name": "clock_now", "arguments": {}}'
    retailgym("turn", file, "--start", "tracking/2/5")
    said = retailgym("turn", file, call, "--results", "json").stdout
    found = json.loads(said.partition("Result of clock_now:")[2])
    assert found["day"] == rg.start("tracking/2/5").world.today
    wrong = retailgym("turn", file, call, "--results", "xml")
    assert wrong.returncode and "must be text or json" in wrong.stderr
