"""The writer says what the model says, and training raises the reward: on the CPU, in minutes."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the learner needs torch: make test-learn has it")
pytestmark = pytest.mark.stack

LEARN = Path(__file__).parents[2] / "examples" / "learn"
sys.path.insert(0, str(LEARN))
SMOKE = """--jobs tracking --levels 1 --workers 2 --vocabulary 50 --width 64 --depth 2 --heads 4
--context 1024 --longest-act 24 --thinking 0 --batch 4096 --supervised 400 --tokens 650000 --lr 5e-3 --pool 32
--reinforced 300 --iterations 4 --rl-lr 1e-3 --rows 64 --episodes 64 --steps 2 --evaluated 32"""


def test_the_writer_gives_the_chances_that_the_model_gives() -> None:
    from model import Decoder, Shape, Writer

    torch.manual_seed(0)
    model = Decoder(Shape(50, 32, 2, 4, 2, head=8, hidden=64)).requires_grad_(False)
    for weight in model.parameters():
        if weight.dim() == 2:
            weight.normal_(0, 0.3)
    writer = Writer(model, 16, 700, 8, end=1)
    writer.CHUNK = 64
    texts: list[list[int]] = [[] for _ in range(16)]
    rng = np.random.default_rng(0)
    for playing in (16, 9, 2, 16):  # in the end the rows are given to new episodes
        texts = [[] if playing == 16 else text for text in texts]
        shown = {row: (len(texts[row]), rng.integers(2, 50, rng.integers(2, 150))) for row in range(playing)}
        late = {row: shown[row] for row in range(0, playing, 2)}
        writer.read({row: new for row, new in shown.items() if row not in late})
        acts = writer.write()
        writer.read(late)
        while writer.begun:
            acts += writer.write()
        assert sorted(row for row, *_ in acts) == list(range(playing))
        for row, start, act in acts:
            texts[row] += shown[row][1].tolist()
            assert start == len(texts[row])
            texts[row] += act
            _same_chances(model, writer, row, texts[row])


def _same_chances(model, writer, row: int, text: list[int]) -> None:
    assert writer.text[row, : len(text)].tolist() == text
    said = model.logits(model(torch.tensor([text]))).log_softmax(-1)[0]
    for place in writer.written[row, : len(text)].nonzero()[:, 0].tolist():
        assert abs(said[place - 1, text[place]] - writer.chances[row, place]) < 1e-4


def test_a_pretrained_model_in_the_form_of_hugging_face_says_the_same(tmp_path: Path) -> None:
    from model import Decoder, Shape

    save_file = pytest.importorskip("safetensors.torch").save_file
    tokenizers = pytest.importorskip("tokenizers")
    shape = Shape(50, 32, 2, 4, 2, head=8, hidden=64, before=0)
    model = Decoder(shape).requires_grad_(False)
    named = {}
    for name, weight in model.state_dict().items():
        place = "model." + name.replace("embedding", "embed_tokens").replace("out.", "self_attn.o_proj.")
        place = place.replace("attention_norm", "input_layernorm").replace(
            "mlp_norm", "post_attention_layernorm"
        )
        place = place.replace("down.", "mlp.down_proj.")
        if "qkv" in name:
            parts = zip("qkv", weight.split([32, 16, 16]), strict=True)
            named |= {place.replace("qkv", f"self_attn.{x}_proj"): part.clone() for x, part in parts}
        elif "gate_up" in name:
            parts = zip(("gate", "up"), weight.chunk(2), strict=True)
            named |= {place.replace("gate_up", f"mlp.{x}_proj"): part.clone() for x, part in parts}
        elif name != "earlier":
            named[place] = weight
    save_file(named, tmp_path / "model.safetensors")
    config = {"vocab_size": 50, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
    config |= {
        "num_key_value_heads": 2,
        "intermediate_size": 64,
        "rope_theta": 10_000.0,
        "rms_norm_eps": 1e-5,
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    words = tokenizers.models.WordLevel({"</s>": 0, "\n": 1, "cart": 2}, unk_token="</s>")
    tokenizers.Tokenizer(words).save(str(tmp_path / "tokenizer.json"))

    from pretrained import Borrowed, pretrained

    state = pretrained(str(tmp_path))
    opened = Decoder(Shape(**state["shape"])).requires_grad_(False)
    opened.load_state_dict(state["model"])
    tokens = torch.randint(0, 50, (2, 20))
    assert torch.equal(opened.logits(opened(tokens)), model.logits(model(tokens)))
    assert (Borrowed(state["tokenizer"]).end, Borrowed(state["tokenizer"]).job("cart")) == (0, 2)


def test_training_raises_the_reward(tmp_path: Path) -> None:
    command = [sys.executable, str(LEARN / "train.py"), "--out", str(tmp_path), *SMOKE.split()]
    subprocess.run(command, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    found = [line for line in lines if line["kind"] == "evaluated"]
    reward = {line["when"]: line["reward"] for line in found}
    assert reward["start"] == -1.0  # malformed
    assert reward["after"] > -0.5
