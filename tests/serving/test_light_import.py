"""The light client brings nothing heavy with it."""

import subprocess
import sys


def test_the_light_client_imports_no_framework() -> None:
    code = (
        "import sys, retailgym.serving.light_client; print([m for m in ('openenv', 'pydantic', "
        "'fastapi', "
        "'numpy', 'gradio') if m in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
