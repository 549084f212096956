"""Exports load with `datasets`, as JSON lines and as Parquet, and render through a Hugging Face chat
template."""

import json
import subprocess
import sys

import pytest

datasets = pytest.importorskip(
    "datasets", reason="make test-stacks STACK=datasets makes the environment for it"
)
transformers = pytest.importorskip(
    "transformers", reason="make test-stacks STACK=datasets makes the environment for it"
)
from retailgym.evaluation.export import unpacked  # noqa: E402

from ..pages import shown  # noqa: E402

pytestmark = pytest.mark.stack
TEMPLATE = """{%- if tools %}<|system|>
{{ messages[0].content }}
{%- for tool in tools %}
{{ tool | tojson }}{% endfor %}{% endif %}
{%- for message in messages %}{% if message.role != 'system' or not tools %}
<|{{ message.role }}|>
{{ message.content }}
{%- for call in message.tool_calls or [] %}
<tool_call>{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}}</tool_call>
{%- endfor %}{% endif %}{% endfor %}"""  # noqa: E501  # as the templates of Qwen and its kin do it


@pytest.fixture(scope="module")
def tokenizer():
    """A tokenizer built here; only its template matters."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]")
    made.chat_template = TEMPLATE
    return made


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    directory = tmp_path_factory.mktemp("export")
    for name in ("expert.jsonl", "expert.parquet"):
        command = [
            sys.executable,
            "-m",
            "retailgym",
            "export",
            "--episodes",
            "39",
            "--levels",
            "0,6,12",
            "--out",
            str(directory / name),
        ]
        subprocess.run(command, check=True, capture_output=True)
    return directory


def loaded(files, kind):
    name = {"json": "expert.jsonl", "parquet": "expert.parquet"}[kind]
    return datasets.load_dataset(
        kind, data_files=str(files / name), split="train", cache_dir=str(files / "cache")
    )


@pytest.mark.parametrize("kind", ["json", "parquet"])
def test_every_row_comes_back_as_it_was_written(files, kind):
    written = [json.loads(line) for line in (files / "expert.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = loaded(files, kind)
    assert len(rows) == len(written) == 39
    for row, original in zip(rows, written, strict=True):
        assert unpacked(row["messages"]) == unpacked(original["messages"])
        assert {k: v for k, v in row.items() if k != "messages"} == {
            k: v for k, v in original.items() if k != "messages"
        }


def rendered_calls(text):
    return [json.loads(part.partition("</tool_call>")[0]) for part in text.split("<tool_call>")[1:]]


@pytest.mark.parametrize("kind", ["json", "parquet"])
def test_rows_render_through_a_chat_template_with_every_call_and_result(files, tokenizer, kind):
    """Whether the template is given arguments as text or as objects."""
    for row in loaded(files, kind):
        functions = [c["function"] for m in row["messages"] for c in m.get("tool_calls") or []]
        wanted = [{"name": f["name"], "arguments": json.loads(f["arguments"])} for f in functions]
        for messages in (row["messages"], unpacked(row["messages"])):
            text = tokenizer.apply_chat_template(messages, tools=json.loads(row["tools"]), tokenize=False)
            assert rendered_calls(text) == wanted and wanted
            assert text.count("<|tool|>") == sum(m["role"] == "tool" for m in row["messages"]) and all(
                m["content"] in text for m in row["messages"]
            )


def test_the_page_shows_what_runs(files, tokenizer, monkeypatch):
    monkeypatch.chdir(files)
    assert "<tool_call>" in shown("docs/evaluation.md", tokenizer=tokenizer)["text"]
