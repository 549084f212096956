"""Outside the train split a verdict says no more than scores; whoever runs the server reads all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.serving.settings import ServerSettings

from .servers import Running, running
from .test_http import ask

TOKEN, OPERATOR = "a-secret-of-those-who-play", "a-secret-of-whoever-runs-the-server"
TRAIN, TEST = "cart/2/11", f"cart/2/{3 * 2**30 + 11}"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = ServerSettings(port=0, token=TOKEN, operator_token=OPERATOR)
    with running(tmp_path_factory.mktemp("secrets"), settings) as server:
        yield server


def wasted(server: Running, spec: str) -> Any:
    """A try that is thrown away to learn what was wanted."""
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    _, opened = ask("POST", f"{server.url}/episodes", {"spec": spec}, **bearer)
    closing = {"calls": [{"name": "cart_confirm", "arguments": {}}]}
    _, ended = ask("POST", f"{server.url}/episodes/{opened['id']}/turns", closing, **bearer)
    assert ended["done"] and not ended["verdict"]["success"]
    return ended


def reasons(verdict: Any) -> list[str]:
    return [*(check["because"] for check in verdict["checks"]), *verdict["remarks"]]


def test_a_wasted_try_outside_the_train_split_tells_scores_alone(guarded: Running) -> None:
    assert any(reasons(wasted(guarded, TRAIN)["verdict"]))
    ended = wasted(guarded, TEST)
    assert not any(reasons(ended["verdict"])) and ended["verdict"]["parts"]["task"] < 1
    for path in (f"/page/api/episodes/{ended['id']}", f"/page/api/records/{ended['record']}"):
        _, story = ask("GET", guarded.url + path, Authorization=f"Bearer {TOKEN}")
        assert not any(reasons(story["verdict"]))


def test_what_the_customer_heard_is_shown_when_the_episode_is_over(guarded: Running) -> None:
    """While it goes on, and outside the train split for good, nobody who plays reads it."""
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for spec, full in ((TRAIN, True), (TEST, False)):
        _, opened = ask("POST", f"{guarded.url}/episodes", {"spec": spec}, **bearer)
        turns, page = f"{guarded.url}/episodes/{opened['id']}/turns", f"/page/api/episodes/{opened['id']}"
        ask("POST", turns, {"text": "How many do you need, and by the way, what is the colour?"}, **bearer)
        assert not heard(guarded, page, TOKEN)
        _, ended = ask("POST", turns, {"calls": [{"name": "cart_confirm"}]}, **bearer)
        found = heard(guarded, page, TOKEN)
        assert bool(found) is full
        assert not full or ("quantity" in " ".join(found[0]["asked"]) and found[0]["why"])
        assert len(heard(guarded, f"/page/api/records/{ended['record']}", OPERATOR)) == 1


def heard(server: Running, path: str, token: str) -> list[Any]:
    _, story = ask("GET", server.url + path, Authorization=f"Bearer {token}")
    return [m["heard"] for beat in story["beats"] for m in beat["moments"] if m.get("heard")]


def test_records_are_told_in_full_to_whoever_runs_the_server_only(guarded: Running) -> None:
    record = wasted(guarded, TEST)["record"]
    for path in (f"/records/{record}", "/records.jsonl"):
        for token, full in ((TOKEN, False), (OPERATOR, True)):
            _, lines = ask("GET", guarded.url + path, Authorization=f"Bearer {token}")
            found = [line for line in lines.splitlines() if b'"line":"verdict"' in line]
            last = rg.record.read(b"\n".join(lines.splitlines()[:1] + found[-1:]))[-1]
            assert any(check.because for check in last.verdict.checks) is full


def test_the_operator_s_token_is_another_one(tmp_path: Path) -> None:
    from retailgym.serving.settings import checked

    with pytest.raises(ValueError, match="must differ"):
        checked(ServerSettings(token=TOKEN, operator_token=TOKEN))
