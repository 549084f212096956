"""Which model, where, with which key, at what price; and what a user can get wrong."""

import subprocess
import sys

import pytest

from retailgym.cli import run
from retailgym.players.model.settings import (
    HUGGING_FACE,
    OPENAI,
    ModelSettings,
    Price,
    extra_from,
    key_for,
    presets,
    price_from,
    settings_for,
)
from retailgym.players.model.spending import purse_from

from .endpoint import Fault, serving
from .shifts import specs_of

NOWHERE: dict[str, str] = {}


def test_presets_cover_three_families_through_the_router():
    assert {p.model.split("/")[1].split("-")[0] for p in presets().values()} >= {"Qwen2.5", "Qwen3", "Llama"}
    for name, preset in presets().items():
        found = settings_for(name, "", NOWHERE)
        assert (
            found == settings_for(preset.model, "", NOWHERE)
            and found.base_url == HUGGING_FACE
            and found.price is not None
        )


def test_what_is_typed_comes_before_the_environment_variables():
    environ = {"MODEL_NAME": "qwen3-8b", "API_BASE_URL": "http://10.0.0.1/v1"}
    assert (
        settings_for("", "", environ).model == "Qwen/Qwen3-8B"
        and settings_for("", "", environ).base_url == "http://10.0.0.1/v1"
    )
    assert settings_for("mine", "http://127.0.0.1:1/v1", environ).base_url == "http://127.0.0.1:1/v1"
    assert (
        settings_for("org/mine", "", NOWHERE).base_url == HUGGING_FACE
        and settings_for("gpt-5", "", NOWHERE).base_url == OPENAI
    )


def test_the_routers_price_is_not_that_of_another_endpoint():
    assert settings_for("qwen3-8b", "http://127.0.0.1:1/v1", NOWHERE).price is None


def test_a_key_goes_only_where_it_belongs():
    both = {"HF_TOKEN": "hf", "OPENAI_API_KEY": "sk"}
    assert (
        key_for(HUGGING_FACE, environ=both)
        == key_for("https://x.endpoints.huggingface.cloud/v1", environ=both)
        == "hf"
    )
    assert key_for(OPENAI, environ=both) == key_for("http://127.0.0.1:8000/v1", environ=both) == "sk"
    for lookalike in ("https://evilhuggingface.co/v1", "https://huggingface.co.evil.org/v1"):
        assert key_for(lookalike, environ={"HF_TOKEN": "hf"}) == ""
    assert key_for(OPENAI, "typed", both) == "typed"


def test_an_address_is_written_down_without_its_password():
    assert ModelSettings(model="m", base_url="https://user:secret@host:8/v1/").address == "https://host:8/v1"


def test_a_price_is_per_million_tokens():
    assert price_from("0.15,0.60") == Price(tokens_in=0.15, tokens_out=0.60)
    assert price_from("2,8").of(1_000_000, 500_000) == 6.0


@pytest.mark.parametrize(
    ("text", "usd", "tokens"),
    [
        ("5", 5.0, None),
        ("$2.50", 2.5, None),
        ("3usd", 3.0, None),
        ("500k", None, 500_000),
        ("2M", None, 2_000_000),
        ("20,000 tokens", None, 20_000),
        ("", None, None),
    ],
)
def test_budgets_are_money_or_tokens(text, usd, tokens):
    purse = purse_from(text)
    assert (purse.usd, purse.tokens) == (usd, tokens)


def test_extra_fields_are_a_json_object():
    assert extra_from('{"top_k": 20, "temperature": null}') == {"top_k": 20, "temperature": None}
    for wrong in ("[1]", "{", "top_k=20"):
        with pytest.raises(ValueError, match="JSON object"):
            extra_from(wrong)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--model", "qwen3-9b"], "did you mean 'qwen3-8b'"),
        (["--player", "model"], "set MODEL_NAME"),
        (["--model", "m", "--base-url", "localhost:8000"], "such as http://127.0.0.1:8000/v1"),
        (["--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--budget", "5"], "needs the price of 'm'"),
        (["--model", "qwen3-8b", "--budget", "lots"], "500k, 2M or 20000tokens"),
        (["--model", "qwen3-8b", "--price", "1"], "such as 0.15,0.60"),
        (["--model", "qwen3-8b", "--mode", "xml"], "must be tools or json"),
        (["--model", "qwen3-8b", "--invalid", "never"], "must be end or strike"),
        (["--model", "qwen3-8b", "--extra", "{"], "JSON object"),
        (["--model", "qwen3-8b", "--repeats", "0"], "1 or more"),
        (["--split", "sealed"], "give --key-file FILE or set RETAILGYM_KEY"),
        (["--paraphrase", "qwen3-8b"], "--paraphrase is for models"),
        (["--player", "silent", "--temperature", "0"], "--temperature is for models; name one with --model"),
        (["--budget", "5"], "--budget is for models"),
        (["--resume"], "say where it is with --out"),
        (["--record", "records", "--out", "run"], "--record is for runs that are not kept"),
        (["--model", "qwen3-8b", "--record", "records"], "--record is for runs that are not kept"),
        (["--key-file", "secret.key"], "--key-file is for --split sealed"),
        (
            ["--model", "silent", "--base-url", "http://127.0.0.1:1/v1", "--player", "silent"],
            "two players are called 'silent'",
        ),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(arguments, says, tmp_path, monkeypatch, capsys):
    for variable in ("MODEL_NAME", "API_BASE_URL", "HF_TOKEN", "OPENAI_API_KEY", "RETAILGYM_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["retailgym", "eval", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    told = capsys.readouterr()
    assert (
        ended.value.code == 2 and told.out == "" and says in told.err and len(told.err.splitlines()) == 1
    ), told.err
    assert not list(tmp_path.iterdir())


def test_a_wrong_key_ends_the_run_with_one_line(tmp_path):
    specs = specs_of(["cart"], (0,), 3)
    with serving(specs, {spec: Fault("401") for spec in specs}) as server:
        base = [
            sys.executable,
            "-m",
            "retailgym",
            "eval",
            "--model",
            "m",
            "--base-url",
            f"http://127.0.0.1:{server.port}/v1",
        ]
        ran = subprocess.run(
            [*base, "--envs", "cart", "--levels", "0", "--seeds", "3", "--parallel", "1"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert (
        ran.returncode == 1
        and "no use (unauthorised): status 401" in ran.stderr
        and "Traceback" not in ran.stderr
        and len(server.requests) == 1
    )


def test_without_the_extra_it_says_what_to_install():
    code = (
        "import sys; sys.modules['aiohttp'] = None; sys.argv[1:] = ['eval', '--model', 'qwen3-8b']; from "
        "retailgym.cli import run; run()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (
        ran.returncode == 2
        and 'pip install "retailgym[models]"' in ran.stderr
        and len(ran.stderr.splitlines()) == 1
    )


def test_the_player_and_the_ledger_are_imported_without_aiohttp():
    code = (
        "import sys, retailgym.evaluation.ledger, retailgym.cli.app; print([m for m in ('aiohttp', "
        "'rich', 'numpy') if m in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
