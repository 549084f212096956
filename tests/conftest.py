"""What all tests share: the same examples every time, so that a change that passes here passes everywhere.
`make test-long` looks for new ones (`--hypothesis-profile fresh`)."""

import gc
import os
from importlib.util import find_spec

# each core has a worker of its own; threads of libraries would only wait for one another, and busily
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if find_spec("hypothesis") is not None:  # the environments of the stacks do without it
    from hypothesis import settings

    settings.register_profile("steady", derandomize=True)
    settings.register_profile("fresh", derandomize=False)
    settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """Tests and episodes that several of them share stay to the end: to look through them again and again
    for what could go is a tenth of the work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 50)
