"""Put the OpenEnv package and the wheel of retailgym into one directory, ready for `docker build`, `openenv
push` or `openenv validate`.

python space/stage.py OUT
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
LEFT_OUT = shutil.ignore_patterns("__pycache__", "stage.py", "wheels", "*.egg-info", "build", "uv.lock")


def stage(out: Path) -> None:
    """OUT must not exist, so that nothing old is shipped."""
    shutil.copytree(HERE, out, ignore=LEFT_OUT)
    shutil.copy(HERE.parent / "LICENSE", out / "LICENSE")
    (out / "outputs").mkdir()
    with (
        TemporaryDirectory() as directory
    ):  # a build in the checkout would leave files there, and ship older ones
        clean = Path(directory)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(HERE.parent / name, clean)
        shutil.copytree(HERE.parent / "src", clean / "src", ignore=LEFT_OUT)
        shutil.copytree(out, clean / "space")
        wheel = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            str(out / "wheels"),
        ]
        subprocess.run([*wheel, str(clean), str(clean / "space")], check=True)
    (out / "sbom.json").write_text(json.dumps(bill_of_materials(out), indent=1) + "\n")
    if uv := shutil.which(
        "uv"
    ):  # the lock names where each package comes from, so it is made here and not kept in git
        subprocess.run([uv, "lock", "--quiet", "--project", str(out)], check=True)


def bill_of_materials(out: Path) -> dict[str, object]:
    """What the image holds, in CycloneDX's format: locked packages with their hashes, and our own wheels."""
    parts: list[dict[str, object]] = []
    for block in re.split(r"\n(?=\S)", (out / "constraints.txt").read_text()):
        if found := re.match(r"([A-Za-z0-9._-]+)==([^ \\;]+)", block):
            hashes = [{"alg": "SHA-256", "content": h} for h in re.findall(r"sha256:([0-9a-f]{64})", block)]
            parts.append(_part(found[1], found[2], hashes))
    for file in sorted((out / "wheels").glob("*.whl")):
        name, version = file.name.split("-")[:2]
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        parts.append(_part(name, version, [{"alg": "SHA-256", "content": digest}]))
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": parts}


def _part(name: str, version: str, hashes: list[dict[str, str]]) -> dict[str, object]:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "hashes": hashes,
    }


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
