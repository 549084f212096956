"""What the Hugging Face router is asked, as its documentation wants it: over TLS under its own name, or at an
address that stands in for it."""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.cli.models import LEVELS
from retailgym.evaluation.ledger import read_ledger
from retailgym.players.model.endpoint_errors import ErrorAnswer, Trouble, trouble_from
from retailgym.players.model.failure import InfrastructureFailure
from retailgym.players.model.settings import settings_for

from ..command import retailgym
from .endpoint import Fault, Server, serving
from .shifts import specs_of

HOST = "router.huggingface.co"
TOKEN, OTHER = "hf_not_a_token", "sk_not_a_key"
BASELINE = specs_of(rg.envs(), LEVELS)
CART = specs_of(["cart"], (0,), 3)


class Router(Server):
    """A proxy that leads to the router, whoever is asked for: it answers a tunnel by itself, under the
    router's name."""

    certificate: ssl.SSLContext

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self.lines: list[str] = []

    async def _answer(
        self, line: str, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter
    ) -> None:
        self.lines.append(line)
        if line.startswith("CONNECT "):
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            await writer.start_tls(self.certificate)
            return
        await super()._answer(line, headers, body, writer)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("a certificate for the stand-in is made by the program openssl, which is not here")
    key, file = (tmp_path_factory.mktemp("tls") / name for name in ("key.pem", "certificate.pem"))
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]
    command += [
        "-subj",
        f"/CN={HOST}",
        "-addext",
        f"subjectAltName=DNS:{HOST}",
        "-keyout",
        str(key),
        "-out",
        str(file),
    ]
    subprocess.run(command, check=True, capture_output=True)
    Router.certificate = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    Router.certificate.load_cert_chain(file, key)
    return file


def outside(**more: str) -> dict[str, str]:
    """The environment without what its owner may have set."""
    ours = (
        "HF_TOKEN",
        "OPENAI_API_KEY",
        "API_BASE_URL",
        "MODEL_NAME",
        "HTTPS_PROXY",
        "HTTP_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "SSL_CERT_FILE",
    )
    return {name: value for name, value in os.environ.items() if name.upper() not in ours} | more


def through(server: Server, certificate: Path) -> dict[str, str]:
    return outside(
        HF_TOKEN=TOKEN,
        OPENAI_API_KEY=OTHER,
        HTTPS_PROXY=f"http://127.0.0.1:{server.port}",
        SSL_CERT_FILE=str(certificate),
    )


def instead(server: Server) -> dict[str, str]:
    return outside(HF_TOKEN=TOKEN, OPENAI_API_KEY=OTHER, API_BASE_URL=f"http://127.0.0.1:{server.port}/v1")


def baseline(environ: dict[str, str], out: Path) -> "subprocess.CompletedProcess[str]":
    """A few requests of two models of the set; the budget ends it."""
    return retailgym(
        "baseline",
        "--model",
        "qwen2.5-7b,qwen3-8b:together",
        "--seeds",
        "1",
        "--budget",
        "20k",
        "--out",
        out,
        env=environ,
    )


def test_the_baseline_asks_the_router_by_its_own_name_over_tls(tmp_path, certificate):
    with serving(BASELINE, kind=Router) as server:
        ran = baseline(through(server, certificate), tmp_path)
    assert (
        ran.returncode == 1
        and ran.stderr.count("stopped: the budget is spent") == 2
        and "infrastructure" not in ran.stderr
    ), ran.stderr
    assert set(server.lines) == {f"CONNECT {HOST}:443 HTTP/1.1", "POST /v1/chat/completions HTTP/1.1"}
    for headers in server.headers:
        assert (
            headers["host"] == HOST
            and headers["authorization"] == f"Bearer {TOKEN}"
            and headers["content-type"] == "application/json"
        )
    _as_documented(server.requests)
    assert {p.name for p in tmp_path.iterdir()} == {"bounds", "qwen2.5-7b", "qwen3-8b-together"}
    assert not [f for f in tmp_path.rglob("*") if f.is_file() and TOKEN.encode() in f.read_bytes()]


def test_an_address_that_stands_in_for_the_router_is_asked_the_same_but_gets_no_token_of_it(tmp_path):
    with serving(BASELINE, kind=Router) as server:
        ran = baseline(instead(server), tmp_path)
    assert (
        ran.returncode == 1
        and ran.stderr.count("stopped: the budget is spent") == 2
        and "infrastructure" not in ran.stderr
    ), ran.stderr
    assert set(server.lines) == {"POST /v1/chat/completions HTTP/1.1"} and {
        h["authorization"] for h in server.headers
    } == {f"Bearer {OTHER}"}
    _as_documented(server.requests)


def _as_documented(requests: list[dict[str, Any]]) -> None:
    """Fields, messages and tools as in the guide to function calling; the provider after a colon."""
    assert {r["model"] for r in requests} == {"Qwen/Qwen2.5-7B-Instruct", "Qwen/Qwen3-8B:together"}
    for r in requests:
        assert set(r) <= {"model", "messages", "tools", "temperature", "top_p", "seed", "max_tokens"}
        asked = (r["temperature"], r.get("top_p"), r["max_tokens"])
        assert asked == ((0.6, 0.95, 8192) if "Qwen3" in r["model"] else (0.0, None, 2048))
        for tool in r["tools"]:
            assert set(tool) == {"type", "function"} and tool["type"] == "function"
            assert (
                set(tool["function"]) == {"name", "description", "parameters"}
                and tool["function"]["parameters"]["type"] == "object"
            )
        _as_a_conversation(r["messages"])


def _as_a_conversation(messages: list[dict[str, Any]]) -> None:
    assert [m["role"] for m in messages[:2]] == ["system", "user"]
    waiting: list[str] = []
    for m in messages:
        assert isinstance(m["content"], str) and set(m) <= {"role", "content", "tool_calls", "tool_call_id"}
        if m["role"] == "tool":
            assert m["tool_call_id"] == waiting.pop(0)
        else:
            assert not waiting, "every call is answered before anyone speaks"
        for call in m.get("tool_calls", ()):
            assert (
                set(call) == {"id", "type", "function"}
                and call["type"] == "function"
                and isinstance(json.loads(call["function"]["arguments"]), dict)
            )
            waiting.append(call["id"])
    assert not waiting


@pytest.mark.parametrize(("fault", "kind"), {"402": "unauthorised", "no_provider": "not_found"}.items())
def test_what_no_other_episode_would_get_past_ends_the_run_at_once_on_the_infrastructures_account(
    tmp_path, fault, kind, certificate
):
    with serving(CART, {spec: Fault(fault) for spec in CART}, kind=Router) as server:
        run = [
            "eval",
            "--model",
            "llama3.1-8b:cheapest",
            "--envs",
            "cart",
            "--levels",
            "0",
            "--seeds",
            "3",
            "--parallel",
            "1",
            "--out",
            str(tmp_path),
        ]
        ran = retailgym(*run, env=through(server, certificate))
    assert (
        ran.returncode == 1 and f"no use ({kind}): status" in ran.stderr and "Traceback" not in ran.stderr
    ), ran.stderr
    assert [r["model"] for r in server.requests] == ["meta-llama/Llama-3.1-8B-Instruct:cheapest"]
    (line,) = read_ledger(tmp_path)[1]
    assert (
        line.verdict is None and isinstance(line.failure, InfrastructureFailure) and line.failure.kind == kind
    )


def test_a_baseline_without_credit_says_so_for_each_model_and_still_has_its_bounds(tmp_path):
    with serving(BASELINE, {spec: Fault("402") for spec in BASELINE}) as server:
        arguments = (
            "--model",
            "qwen2.5-7b,qwen3-8b",
            "--seeds",
            "1",
            "--parallel",
            "2",
            "--out",
            str(tmp_path),
            "--json",
        )
        ran = retailgym("baseline", *arguments, env=instead(server))
    assert (
        ran.returncode == 1
        and ran.stderr.count("no use (unauthorised): status 402") == 2
        and "Traceback" not in ran.stderr
    ), ran.stderr
    assert set(json.loads(ran.stdout)) == {"expert", "silent"} and len(server.requests) <= 4


@pytest.mark.parametrize(
    ("guess", "seconds"), [("20.0", 20.0), ("579.3", 60.0), ("-3", 0.0), ('"soon"', 0.0), ("null", 0.0)]
)
def test_a_model_that_is_being_loaded_is_waited_for_as_long_as_the_endpoint_guesses_within_reason(
    guess, seconds
):
    trouble = trouble_from(
        ErrorAnswer(503, f'{{"error": "Model is currently loading", "estimated_time": {guess}}}'.encode())
    )
    assert isinstance(trouble, Trouble) and trouble.again and trouble.retry_after_s == seconds


def test_a_provider_after_a_colon_takes_nothing_from_what_is_known_of_the_model():
    known, named = settings_for("qwen3-8b", "", {}), settings_for("qwen3-8b:fireworks-ai", "", {})
    assert (
        named.model == "Qwen/Qwen3-8B:fireworks-ai"
        and settings_for("Qwen/Qwen3-8B:fireworks-ai", "", {}) == named
    )
    assert (named.temperature, named.top_p, named.max_tokens, named.price) == (
        known.temperature,
        known.top_p,
        known.max_tokens,
        known.price,
    )
    assert settings_for("qwen3:8b", "http://127.0.0.1:11434/v1", {}).model == "qwen3:8b", (
        "elsewhere a colon is part of the name"
    )


def test_without_a_token_the_router_is_not_even_asked():
    ran = retailgym("baseline", "--model", "qwen3-8b", env=outside())
    assert ran.returncode == 2 and "set HF_TOKEN" in ran.stderr and len(ran.stderr.splitlines()) == 1
