"""The OpenEnv package: its manifest, its layout, OpenEnv's own validation, and its client in an older
OpenEnv."""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from openenv.cli._validation import validate_multi_mode_deployment
from openenv.cli.commands.push import _validate_openenv_directory
from openenv.validation.providers import ExecResult
from openenv.validation.runner import run_validation
from openenv.validation.types import Level, ProviderCapability

import retailgym as rg
from retailgym.serving.settings import ServerSettings

from .servers import Running
from .test_clients import calls

SPACE = Path(__file__).parents[2] / "space"


@pytest.fixture(scope="module")
def manifest() -> Any:
    return yaml.safe_load((SPACE / "openenv.yaml").read_text())


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("staged") / "retailgym_env"
    subprocess.run([sys.executable, SPACE / "stage.py", out], check=True)
    return out


def test_the_manifest_declares_the_tools_and_tasks_that_there_are(manifest: Any) -> None:
    declared = manifest["validation"]["capabilities"]
    tools = {tool for env in rg.envs() for tool in rg.start(f"{env}/0/0").env.tools}
    assert set(declared["declared_tools"]) == tools
    assert declared["declared_task_count"] == dict.fromkeys(("train", "validation", "test"), 225_000)
    assert manifest["validation"]["reward"]["range"] == [-1.0, 1.0]


def test_the_plan_is_the_expert_s_path() -> None:
    """When this fails: python space/validation/oracle.py --plan cart/3/42 > space/validation/runtime.json"""
    plan = json.loads((SPACE / "validation" / "runtime.json").read_text())
    assert [(a["tool_name"], a["arguments"]) for a in plan["actions"][1:]] == calls(
        plan["reset"]["options"]["spec"]
    )


def test_static_validation_passes_and_push_accepts_the_layout(staged: Path) -> None:
    report = run_validation(staged, max_level=Level.STATIC, skip_build=True)
    assert [c.status.value for c in report.results if c.check_id == "static.manifest"] == ["pass"], report
    assert _validate_openenv_directory(staged)[0] == "retailgym_env"


def test_the_older_validation_finds_only_the_lock_where_uv_is_not_at_hand(staged: Path) -> None:
    _, issues = validate_multi_mode_deployment(staged)
    assert issues == ([] if shutil.which("uv") else ["Missing uv.lock - run 'uv lock' to generate it"])


class Subject:
    """A server that runs here instead of in a container."""

    def __init__(self, server: Running) -> None:
        self.server, self.base_url = server, server.url

    def inspect(self) -> dict[str, Any]:
        return {}

    def logs(self, max_bytes: int = 65536) -> str:
        return self.server.log.read_text()[-max_bytes:]

    def exec(self, argv: list[str], timeout_s: float) -> ExecResult:
        raise NotImplementedError

    def stop(self) -> None:
        self.server.stop()


class Here:
    """OpenEnv's validation provider where there is no Docker: it can start a server, and cannot police its
    network."""

    name = "here"
    capabilities = frozenset({ProviderCapability.IMAGE_BUILD})
    supported_network_modes = frozenset({"public", "no-network", "allowlist"})

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def build(self, root: Path, execution: Any) -> str:
        return "sha256:" + hashlib.sha256((root / "openenv.yaml").read_bytes()).hexdigest()

    def start(self, spec: Any) -> Subject:
        return Subject(Running(ServerSettings(port=0), self.directory))


def test_the_runtime_graders_pass_through_a_local_provider(staged: Path, tmp_path: Path) -> None:
    report = run_validation(staged, max_level=Level.RUNTIME, provider=Here(tmp_path))
    status = {c.check_id: c.status.value for c in report.results}
    for check in (
        "runtime.startup",
        "runtime.reward_well_formed",
        "runtime.observation_schema",
        "runtime.state_contract",
    ):
        assert status[check] == "pass", report


def test_the_package_s_names_are_those_that_auto_env_infers() -> None:
    spec = importlib.util.spec_from_file_location(
        "retailgym_env", SPACE / "__init__.py", submodule_search_locations=[str(SPACE)]
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules["retailgym_env"] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        assert (
            module.RetailEnv is module.RetailgymEnv
            and module.client.RetailgymAction is module.RetailgymAction
        )
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] == "retailgym_env"]:
            del sys.modules[name]


def test_the_client_code_does_not_import_the_server() -> None:
    for name in ("__init__.py", "client.py", "models.py"):
        assert "server" not in re.sub(r'""".*?"""', "", (SPACE / name).read_text(), flags=re.S)


@pytest.fixture(scope="module")
def built(staged: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Dockerfile's steps, run in a clean directory."""
    root = tmp_path_factory.mktemp("image")
    shutil.copytree(staged, root / "app" / "env")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(root),
        **{k: v for k, v in os.environ.items() if k.startswith("PIP_")},
    }
    for line in (staged / "Dockerfile").read_text().splitlines():
        if line.startswith("RUN "):
            command = (
                line[4:]
                .replace("/app/", f"{root}/app/")
                .replace("python -m venv", f"{sys.executable} -m venv")
            )
            subprocess.run(command, shell=True, check=True, cwd=root / "app" / "env", env=env)
    yield root / "app"


@pytest.mark.long
def test_the_image_s_steps_give_a_server_that_plays(built: Path, tmp_path: Path) -> None:
    from .servers import free_port

    port = free_port()
    env = {
        "PATH": f"{built}/venv/bin:/usr/bin:/bin",
        "RETAILGYM_CACHE": f"{built}/cache",
        "RETAILGYM_RECORDS": str(tmp_path / "r.sqlite"),
        "HOME": str(tmp_path),
    }
    server = subprocess.Popen(
        [built / "venv/bin/server", "--host", "127.0.0.1", "--port", str(port)], env=env, cwd=tmp_path
    )
    try:
        import time
        import urllib.request

        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2)
                break
            except OSError:
                time.sleep(0.1)
        oracle = [
            built / "venv/bin/python",
            built / "env/validation/oracle.py",
            f"http://127.0.0.1:{port}",
            "cart/3/42",
        ]
        done = subprocess.run(oracle, env=env, capture_output=True, text=True, check=True)
        assert float(done.stdout) == 1.0
    finally:
        server.terminate()
        server.wait(30)


OLD_CLIENT = """
import sys
from openenv.core.env_server.mcp_types import CallToolAction
from retailgym.bench.serving import calls_of
from retailgym.serving.client import RetailEnv
from retailgym.core.spec import Spec
with RetailEnv(base_url=sys.argv[1]).sync() as env:
    env.reset(spec="cart/3/42")
    for name, arguments in calls_of(Spec.parse("cart/3/42")):
        result = env.step(CallToolAction(tool_name=name, arguments=arguments))
    print(result.reward, result.done, env.state().step_count == len(calls_of(Spec.parse("cart/3/42"))))
"""


@pytest.mark.long
def test_the_client_plays_from_an_environment_with_openenv_0_4_2(
    server: Running, staged: Path, tmp_path: Path
) -> None:
    python = os.environ.get("RETAILGYM_OLD_OPENENV") or str(tmp_path / "venv/bin/python")
    if not os.environ.get("RETAILGYM_OLD_OPENENV"):
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
        subprocess.run(
            [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "openenv==0.4.2",
                *map(str, staged.glob("wheels/*.whl")),
            ],
            check=True,
        )
    version = subprocess.run(
        [python, "-c", "import importlib.metadata as m; print(m.version('openenv'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert version.stdout.strip() == "0.4.2"
    played = subprocess.run([python, "-c", OLD_CLIENT, server.url], capture_output=True, text=True)
    assert played.stdout.split() == ["1.0", "True", "True"], played.stderr
