"""Every block of Python in README and docs runs, with what a reader would have beside it. Those that need a
framework run among that framework's own tests."""

import ast
import os
import re
import subprocess
import sys
import textwrap
from contextlib import ExitStack
from functools import cache

import pytest

from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob, importing, write

from .importing import shop
from .models.endpoint import serving
from .pages import ROOT, blocks
from .serving.servers import running as server

# Compiled here, and run where their framework is.
ELSEWHERE = {
    "docs/evaluation.md": "tests/stacks/test_datasets.py",
    "docs/training/gymnasium.md": "tests/stacks/test_gymnasium.py",
    "docs/training/ray.md": "tests/stacks/test_ray.py",
    "docs/training/skyrl.md": "tests/stacks/test_skyrl.py",
    "docs/training/trl.md": "tests/stacks/test_trl.py",
    "docs/training/verl.md": "tests/stacks/test_verl.py",
    "docs/tutorial/3-train.md": "tests/stacks/test_trl.py",
}


@pytest.fixture(scope="module")
def neighbours(tmp_path_factory):
    """What a reader has running or lying about, begun when a page speaks of it: a server, a model's endpoint,
    a shop of their own."""
    with ExitStack() as running:

        @cache
        def begun(what: str) -> str:
            directory = tmp_path_factory.mktemp(what)
            if what == "endpoint":
                return f"http://127.0.0.1:{running.enter_context(serving(['cart/3/42'])).port}/v1"
            if what == "server":
                return running.enter_context(server(directory)).url
            file = shop.shopify(directory / "products.csv", list(shop.things()))
            brought = importing(ImportJob(source=SourceFile(path=file)), directory, lambda what: None)
            write(brought.built, directory / "shop.catalogue")
            return str(directory)

        yield begun


@pytest.mark.parametrize(
    ("where", "code"), blocks("python"), ids=lambda value: value if "\n" not in value else ""
)
def test_python_runs(where, code, tmp_path, neighbours):
    compile(code, where, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    page = where.partition(":")[0]
    if page in ELSEWHERE:
        assert f'"{page}"' in (ROOT / ELSEWHERE[page]).read_text(encoding="utf-8")
        return
    code = re.sub(r"http://127\.0\.0\.1:8000/v1", lambda _: neighbours("endpoint"), code)
    code = re.sub(r"http://127\.0\.0\.1:8000", lambda _: neighbours("server"), code)
    code = re.sub(r'"my_shop"', lambda _: repr(neighbours("shop")), code)
    if "my_model_step" in code:
        code = f"def my_model_step(*asked): ...\n{code}"
    if "await " in code:
        code = "import asyncio\nasync def main():\n" + textwrap.indent(code, "    ") + "\nasyncio.run(main())"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )
    assert ran.returncode == 0, ran.stderr
