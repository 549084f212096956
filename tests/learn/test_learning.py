"""The writer says what the model says, and training raises the reward: on the CPU, in minutes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the learner needs torch: make test-learn has it")
pytestmark = pytest.mark.stack

LEARN = Path(__file__).parents[2] / "examples" / "learn"
sys.path.insert(0, str(LEARN))


def test_the_writer_gives_the_chances_that_the_model_gives() -> None:
    from model import Decoder, Shape, Writer

    torch.manual_seed(0)
    model = Decoder(Shape(50, 32, 2, 4, 2, head=8, hidden=64)).requires_grad_(False)
    for weight in model.parameters():
        if weight.dim() == 2:
            weight.normal_(0, 0.3)
    writer = Writer(model, 64, 256, 8, end=1)
    texts: list[list[int]] = [[] for _ in range(64)]
    for playing in (64, 40, 9, 2):  # so that slots move and their number falls
        lengths = torch.where(torch.arange(64) % 64 < playing, torch.randint(3, 38, (64,)), 0)
        shown = torch.randint(2, 50, (64, int(lengths.max())))
        for row, text in enumerate(texts):
            text += shown[row, : lengths[row]].tolist()
        acts = writer.write(shown, lengths)
        assert sorted(row for row, *_ in acts) == list(range(playing))
        for row, start, act in acts:
            assert start == len(texts[row])
            texts[row] += act
    kept, written, chances = (writer.by_row(s) for s in (writer.text, writer.written, writer.chances))
    for row, text in enumerate(texts):
        assert kept[row, : len(text)].tolist() == text
        said = model.lm_head(model(torch.tensor([text]))).log_softmax(-1)[0]
        for place in written[row].nonzero()[:, 0].tolist():
            assert abs(said[place - 1, text[place]] - chances[row, place]) < 1e-4


def test_training_raises_the_reward(tmp_path: Path) -> None:
    command = [sys.executable, str(LEARN / "train.py"), "--preset", "smoke", "--out", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    found = [line for line in lines if line["kind"] == "evaluated"]
    reward = {(line["when"], line["temperature"]): line["reward"] for line in found}
    assert reward["start", 0.0] == -1.0  # malformed
    assert reward["after", 0.0] > -0.5
    assert reward["after", 1.0] > reward["start", 1.0]
