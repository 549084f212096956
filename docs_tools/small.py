"""Write the policies of the player `small`: python docs_tools/small.py FOLDER [TARGET], where FOLDER holds
tracking.pt and the others that docs_tools/learning_runs.py left. Weights become whole numbers, as fine as
fits into 16 MB together.
"""

import io
import json
import sys
from pathlib import Path

import numpy as np
import torch
from learning_runs import FOUR

PLAYER = Path(__file__).parents[1] / "src" / "retailgym" / "players" / "small"
MOST_BYTES = 15_950_000
STEPS = range(44, 16, -2)  # from zero to the largest weight of a row: 40 are about six bits when packed


def packed(source: Path, steps: int) -> bytes:
    """One policy as a file of arrays: its facts, and for every matrix whole numbers and a scale per row."""
    state, job = torch.load(source, "cpu"), FOUR[source.stem]
    facts = {"shape": state["shape"], "tokenizer": state["tokenizer"]}
    facts |= {"context": job.context, "longest_act": job.longest_act}
    arrays = {"facts": np.frombuffer(json.dumps(facts).encode(), np.uint8)}
    for name, weight in state["model"].items():
        values = weight.float().numpy()
        scale = np.maximum(np.abs(values).max(-1, keepdims=True), 1e-8) / steps
        arrays[name] = np.round(values / scale).astype(np.int8)
        arrays[f"{name}/scale"] = scale.astype(np.float32)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def main() -> None:
    folder, target = Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else PLAYER
    missing = [job for job in FOUR if not (folder / f"{job}.pt").exists()]
    if missing:
        raise SystemExit(f"no policy of {', '.join(missing)} in {folder}; the old files stay as they are")
    for steps in STEPS:
        files = {job: packed(folder / f"{job}.pt", steps) for job in FOUR}
        if sum(map(len, files.values())) <= MOST_BYTES:
            break
    for job, data in files.items():
        (target / f"{job}.npz").write_bytes(data)
    print(f"{sum(map(len, files.values())) / 1e6:.2f} MB, {steps} steps, into {target}")


if __name__ == "__main__":
    main()
