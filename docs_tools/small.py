"""Write a policy for the player `small`: python docs_tools/small.py POLICY.pt FILE.npz CONTEXT LONGEST_ACT"""

import json
import sys

import numpy as np
import torch

STEPS = 40  # from zero to the largest weight of a row: about six bits each when packed


def main() -> None:
    source, target, context, longest_act = sys.argv[1:]
    state = torch.load(source, "cpu")
    facts = {"shape": state["shape"], "tokenizer": state["tokenizer"]}
    facts |= {"context": int(context), "longest_act": int(longest_act)}
    arrays = {"facts": np.frombuffer(json.dumps(facts).encode(), np.uint8)}
    for name, weight in state["model"].items():
        values = weight.float().numpy()
        scale = np.maximum(np.abs(values).max(-1, keepdims=True), 1e-8) / STEPS
        arrays[name] = np.round(values / scale).astype(np.int8)
        arrays[f"{name}/scale"] = scale.astype(np.float32)
    np.savez_compressed(target, **arrays)


if __name__ == "__main__":
    main()
