"""A model plays, through a real socket."""

import json

import pytest

import retailgym as rg
from retailgym.players.model.failure import InfrastructureFailure, PlayerFailure

from .endpoint import Fault, serving
from .shifts import settings, shift, specs_of

ALL = specs_of(rg.envs(), (0, 7))
CART = specs_of(["cart"], (0,), 3)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("mode", ["tools", "json"])
def test_the_expert_behind_the_endpoint_scores_one(tmp_path, mode, stream):
    with serving(ALL) as server:
        lines, _ = shift(tmp_path, ALL, settings(server, mode=mode, stream=stream))
    assert [(e.spec, e.verdict.reward, e.failure) for e in lines] == [
        (s, 1.0, None) for s in sorted(ALL, key=lambda s: (s.split("/")[0], int(s.split("/")[1])))
    ]
    for e in lines:
        assert (
            e.usage.replies == e.turns
            and e.usage.tokens_in == 1000 * e.turns
            and e.usage.tokens_out == 50 * e.turns
        )
        assert (
            e.usage.cost_usd == pytest.approx(e.turns * (1000 * 1 + 50 * 10) / 1e6)
            and e.usage.tokens_reasoning == 7 * e.turns
        )
        assert (
            e.usage.retries == e.usage.uncounted == e.usage.cut == e.usage.trimmed == e.tool_errors == 0
            and e.ids_unseen == 0
        )
        assert (
            rg.judge(rg.core.record.replay(rg.core.record.read((tmp_path / e.record).read_bytes())))
            == e.verdict
        )
    assert all(
        ("tools" in r) == (mode == "tools") and r["temperature"] == 0.0 and r["max_tokens"] == 2048
        for r in server.requests
    )
    assert all(h["authorization"] == "Bearer a key" for h in server.headers)


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_reasoning_and_settings_are_kept_and_no_secret_is(tmp_path, mode):
    with serving(CART[:1]) as server:
        (line,), _ = shift(tmp_path, CART[:1], settings(server, temperature=0.3, seed=5, mode=mode))
    (file,) = (tmp_path / "replies").rglob("*.ndjson")
    setup, *replies = [json.loads(text) for text in file.read_text().splitlines()]
    assert setup["temperature"] == 0.3 and setup["seed"] == 5 and len(replies) == line.turns
    assert {reply["reasoning"] for reply in replies} == {"I think of the customer."}
    assert not [f for f in tmp_path.rglob("*") if f.is_file() and b"a key" in f.read_bytes()]
    assert all("I think" not in json.dumps(r["messages"]) for r in server.requests), (
        "reasoning is not sent back"
    )


def test_a_spec_gets_the_same_seed_again_and_each_repeat_another(tmp_path):
    with serving(CART[:1]) as server:
        for run in ("a", "b"):
            shift(tmp_path / run, CART[:1], settings(server), repeats=2, parallel=1)
    half = len(server.requests) // 2
    seeds = [r["seed"] for r in server.requests]
    assert seeds[:half] == seeds[half:] and len(set(seeds[:half])) == half


def test_a_model_is_told_its_job_and_nothing_of_the_goal(tmp_path):
    with serving(ALL) as server:
        shift(tmp_path, ALL, settings(server))
    by_env: dict[str, set[str]] = {}
    for request in server.requests:
        spec = server.brain.spec(request)
        system = request["messages"][0]["content"]
        env = rg.start(spec).env
        assert env.instructions in system and env.closing in system
        seen = rg.observe(rg.start(spec))
        left = f"{seen.exchanges_left} times and make {seen.calls_left} other"
        assert left in system
        by_env.setdefault(env.id, set()).add(system.replace(left, ""))
    assert {env: len(texts) for env, texts in by_env.items()} == dict.fromkeys(rg.envs(), 1), (
        "but for the budgets, all specs are told the same"
    )


INFRASTRUCTURE = {
    "429": "rate_limit", "429_for_long": "rate_limit", "500": "server", "503": "server", "drop": "dropped",
    "half": "dropped", "hang": "timeout",
    "garbled": "garbled", "no_choice": "garbled", "400": "rejected", "401": "unauthorised",
    "404": "not_found", "no_credit": "unauthorised",
    "402": "unauthorised", "no_provider": "not_found", "moved": "not_found", "loading": "server",
}  # fmt: skip


@pytest.mark.parametrize(("fault", "kind"), INFRASTRUCTURE.items())
def test_a_fault_of_the_endpoint_is_nobodys_play(tmp_path, fault, kind):
    with serving(CART, {CART[1]: Fault(fault, turn=1)}) as server:
        patience = {"timeout_s": 1.0} if fault == "hang" else {}
        lines, worked = shift(tmp_path, CART, settings(server, **patience), parallel=1)
    failed = next(e for e in lines if e.spec == CART[1])
    assert (
        failed.verdict is None
        and isinstance(failed.failure, InfrastructureFailure)
        and failed.failure.kind == kind
    )
    assert failed.usage.replies == 1 and failed.usage.tokens_in == 1000 and failed.record == ""
    hopeless = kind in ("unauthorised", "not_found")
    assert failed.usage.retries == (0 if hopeless or fault in ("429_for_long", "400") else 2)
    assert bool(worked.stopped) == hopeless and len(lines) == (2 if hopeless else 3)
    assert all(e.verdict.reward == 1.0 for e in lines if e.spec != CART[1])
    with serving(CART) as server:  # the trouble is over
        lines, _ = shift(tmp_path, CART, settings(server), resume=True)
    assert [e.verdict.reward for e in lines] == [1.0] * 3 and {
        server.brain.spec(r) for r in server.requests
    } == ({*CART[1:]} if hopeless else {CART[1]})


@pytest.mark.parametrize("fault", ["429", "500", "503", "drop", "half", "garbled"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_a_fault_that_passes_is_tried_again_and_counted(tmp_path, fault, stream):
    with serving(CART, {spec: Fault(fault, turn=2, times=2) for spec in CART}) as server:
        lines, _ = shift(tmp_path, CART, settings(server, stream=stream))
    assert [(e.verdict.reward, e.failure, e.usage.retries) for e in lines] == [(1.0, None, 2)] * 3
    assert all(e.usage.replies == e.turns for e in lines), "only answers are counted"


def test_a_stream_that_is_cut_is_asked_for_again(tmp_path):
    with serving(CART, {CART[0]: Fault("stream_cut", turn=1, times=1)}) as server:
        lines, _ = shift(tmp_path, CART, settings(server, stream=True))
    assert [(e.verdict.reward, e.usage.retries) for e in lines] == [(1.0, 1), (1.0, 0), (1.0, 0)]


PLAYER = {"malformed": "invalid", "unknown_tool": "invalid", "length": "invalid", "unparsed": "invalid",
    "overflow": "overflow",
          "overflow_422": "overflow", "filtered": "refused", "refused": "refused",
          "filtered_request": "refused"}  # fmt: skip


@pytest.mark.parametrize(("fault", "kind"), PLAYER.items())
def test_a_fault_of_the_model_is_its_own_and_is_judged(tmp_path, fault, kind):
    with serving(CART, {CART[0]: Fault(fault, turn=1)}) as server:
        (failed, *others), _ = shift(tmp_path, CART, settings(server))
    assert isinstance(failed.failure, PlayerFailure) and failed.failure.kind == kind and failed.failure.detail
    assert failed.verdict.reward == (-1.0 if kind == "invalid" else 0.0) and not failed.verdict.success
    assert failed.ended == ("invalid" if kind == "invalid" else "budget") and failed.usage.retries == 0
    assert failed.usage.cut == (fault == "length") and [e.verdict.reward for e in others] == [1.0, 1.0]
    assert (
        rg.judge(rg.core.record.replay(rg.core.record.read((tmp_path / failed.record).read_bytes())))
        == failed.verdict
    )
    with serving(CART) as server:
        shift(tmp_path, CART, settings(server), resume=True)
    assert server.requests == [], "what was judged is not played again"


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_with_strikes_a_model_reads_its_mistake_and_goes_on_twice(tmp_path, mode):
    specs = [f"{spec}?invalid=strike" for spec in CART]
    with serving(
        specs, {specs[0]: Fault("malformed", turn=1, times=2), specs[1]: Fault("malformed", turn=1)}
    ) as server:
        lines, _ = shift(tmp_path, specs, settings(server, mode=mode))
    assert [(e.ended, e.tool_errors, e.verdict.reward) for e in lines] == [
        ("closed", 2, 1.0),
        ("invalid", 3, -1.0),
        ("closed", 0, 1.0),
    ]
    assert [e.failure and e.failure.kind for e in lines] == [None, "invalid", None] and lines[1].turns == 4
    sent = [call for r in server.requests for m in r["messages"] for call in m.get("tool_calls", ())]
    assert all(isinstance(json.loads(call["function"]["arguments"]), dict) for call in sent), (
        "endpoints choke on anything else"
    )


def test_old_results_make_room_in_a_full_context(tmp_path):
    with serving(CART, {spec: Fault("overflow_until_trimmed", turn=3) for spec in CART}) as server:
        lines, _ = shift(tmp_path, CART, settings(server))
    assert all(e.verdict.reward == 1.0 and e.failure is None and e.usage.trimmed > 0 for e in lines)


def test_replies_without_a_count_are_counted_as_such(tmp_path):
    with serving(CART, {CART[0]: Fault("uncounted", turn=0)}) as server:
        (line, *_), _ = shift(tmp_path, CART, settings(server))
    assert line.usage.uncounted == 1 and line.usage.tokens_in == 1000 * (line.turns - 1)


def test_extra_fields_are_sent_and_null_takes_one_out(tmp_path):
    with serving(CART[:1]) as server:
        shift(
            tmp_path,
            CART[:1],
            settings(server, extra={"temperature": None, "chat_template_kwargs": {"enable_thinking": False}}),
        )
    assert all(
        "temperature" not in r and r["chat_template_kwargs"] == {"enable_thinking": False}
        for r in server.requests
    )
