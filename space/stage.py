"""Put the OpenEnv package and the wheel of retailgym into one directory, ready for `docker build`, `openenv
push` or `openenv validate`.

python space/stage.py OUT
"""

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
        TemporaryDirectory() as clean
    ):  # a build in the checkout would leave files there, and ship those of older builds
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(HERE.parent / name, clean)
        shutil.copytree(HERE.parent / "src", Path(clean) / "src", ignore=LEFT_OUT)
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "--quiet",
                "--no-deps",
                "--wheel-dir",
                str(out / "wheels"),
                clean,
            ],
            check=True,
        )
    if uv := shutil.which(
        "uv"
    ):  # the lock names where each package comes from, so it is made here and not kept in git
        subprocess.run([uv, "lock", "--quiet", "--project", str(out)], check=True)


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
