"""The runs behind docs/learning.md: three calls, each under ten minutes on one GPU.

    python3 docs_tools/learning_runs.py --plan      # what each call runs, and how long that should take
    python3 docs_tools/learning_runs.py 1           # then 2 and 3, in any order: each stands on its own
    python3 docs_tools/learning_runs.py 1 --quick   # the same at tiny sizes on the CPU, in minutes

A run is a folder under runs/results. One that is done is not run again, so a call that broke off goes on from
its checkpoints where they are still there. Logs, and the policies that become the player `small`, go to $OUT
as they come (or to runs/results/out), and everything ends by itself inside --seconds.

A machine without msgspec or a compiled kernel finds them in runs/device, which `--carry` fills here.
"""

import argparse
import glob
import importlib.util
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
TRAIN = ROOT / "examples" / "learn" / "train.py"
RUNS, CARRIED = ROOT / "runs" / "results", ROOT / "runs" / "device"
KERNEL = ROOT / "src/retailgym/catalog/search/_kernel.abi3.so"
EVALUATION_S = 35  # kept at the end for an evaluation of 384 episodes, of which many come at once
STARTING_S = 10  # until a process is at work
SUPERVISED_SHARE = 0.62  # of a call, at most


@dataclass(frozen=True)
class Job:
    """What one model learns, and how much."""

    names: str
    context: int
    longest_act: int
    tokens: float  # millions, supervised
    iterations: int  # of 512 episodes
    percent: int  # success at which the curriculum climbs
    evaluated: int = 96  # test specs per level
    vocabulary: int = 150

    @property
    def evaluation_s(self) -> float:
        return EVALUATION_S * max(1.0, 4 * self.evaluated * len(self.names.split(",")) / 384)


FOUR = {
    "discovery": Job("discovery", 3072, 384, 110, 22, 30),  # first, since it takes longest
    "returns": Job("returns", 2048, 160, 70, 20, 40),
    "cart": Job("cart", 2560, 160, 65, 14, 30),
    "tracking": Job("tracking", 1536, 160, 45, 12, 60),
}
REST = {
    "substitution": Job("substitution", 3584, 64, 65, 10, 30, 64),
    "policy": Job("policy", 2560, 64, 65, 10, 30, 64),
    "bundle": Job("bundle", 2560, 64, 65, 10, 30, 64),
    "journey": Job("journey", 4608, 64, 65, 10, 30, 64),
    "desk": Job("desk", 6656, 64, 65, 10, 30, 48),
}
SETS = {  # as in `retailgym eval --envs C4`, at equal numbers of tokens and episodes
    "C1": Job("cart", 2560, 160, 65, 10, 30, 96),
    "C2": Job("cart,returns", 2560, 160, 65, 10, 30, 64),
    "C4": Job("cart,returns,discovery,tracking", 3072, 384, 65, 10, 30, 48, 75),
    "C8": Job(
        "cart,returns,discovery,tracking,substitution,policy,bundle,journey", 4608, 384, 65, 10, 30, 32, 40
    ),
}
JOBS = FOUR | REST | SETS
# without which part, or at which fixed level, seed 0 is reinforced once more from the same checkpoint
OTHERWISE = {
    "level0": (("--level", "0"), tuple(FOUR)),
    "grounding": (("--without", "grounding"), ("cart", "discovery")),
    "efficiency": (("--without", "efficiency"), ("cart", "returns")),
}
PARALLEL = {1: 8, 2: 8, 3: 9}  # processes side by side, by call
QUICK = """--levels 1 --workers 1 --vocabulary 2 --width 16 --depth 1 --heads 2 --kv-heads 1 --batch 8192
--tokens 3e4 --pool 4 --iterations 1 --rows 8 --episodes 8 --group 4 --evaluated 2 --longest-act 16""".split()


@dataclass(frozen=True)
class Step:
    call: int
    job: str
    seed: int = 0
    how: str = "supervised"  # or window, level0, grounding, efficiency: reinforced from there
    workers: int = 2

    @property
    def name(self) -> str:
        return f"{self.job}-{self.seed}-{self.how}"

    @property
    def folder(self) -> Path:
        return RUNS / self.name

    @property
    def start(self) -> Path | None:
        """The checkpoint that it begins with."""
        before = RUNS / f"{self.job}-{self.seed}-supervised"
        return None if self.how == "supervised" else before / "supervised.pt"

    @property
    def result(self) -> Path:
        return self.folder / ("policy.pt" if self.start else "supervised.pt")

    @property
    def done(self) -> bool:
        return (self.folder / "done").exists() and self.result.exists()

    @property
    def ready(self) -> bool:
        """Is what it begins with there, and finished?"""
        return self.start is None or (self.start.exists() and (self.start.parent / "done").exists())

    def command(self, call_s: float, left_s: float) -> list[str]:
        job = JOBS[self.job]
        given = {
            "out": self.folder, "jobs": job.names, "seed": self.seed, "workers": self.workers, "depth": 6,
            "context": job.context, "longest_act": job.longest_act, "rows": 256, "evaluated": job.evaluated,
        }  # fmt: skip
        if self.start is None:
            cap = max(left_s - (1 - SUPERVISED_SHARE) * call_s, 0.5 * (left_s - job.evaluation_s))
            given |= {"vocabulary": job.vocabulary, "thinking": 0.4, "supervised": cap, "reinforced": 0}
            given |= {"tokens": job.tokens * 1e6}
        else:
            cap = left_s - STARTING_S - job.evaluation_s
            given |= {"start": self.start, "supervised": 0, "reinforced": cap}
            given |= {"iterations": job.iterations, "episodes": 512, "steps": 2, "batch": 16_384}
        options = [part for k, v in given.items() for part in (f"--{k.replace('_', '-')}", str(v))]
        if self.how == "window" or self.how in ("grounding", "efficiency"):
            rules = {"min_episodes": 128, "accuracy_percent": job.percent}
            options += ["--curriculum", "window", "--rules", json.dumps(rules)]
        options += OTHERWISE[self.how][0] if self.how in OTHERWISE else ()
        return [sys.executable, str(TRAIN), *options]


def steps() -> list[Step]:
    """All runs, by call. Those of one call need nothing of another."""
    found = [Step(1, job, 0, "supervised", 3) for job in FOUR]
    found += [Step(1, job, 0, "window", 1) for job in FOUR]
    found += [Step(1, job, 0, how, 1) for how, (_, jobs) in OTHERWISE.items() for job in jobs]
    found += [Step(2, job, seed, how) for how in ("supervised", "window") for seed in (1, 2) for job in FOUR]
    found += [Step(3, job, 0, how) for how in ("supervised", "window") for job in (*SETS, *REST)]
    return found


@dataclass
class Call:
    """One call: starts what can be started, until all is done or time is up."""

    number: int
    seconds: float
    out: Path
    quick: bool
    parallel: int
    environment: dict[str, str]
    began: float = field(default_factory=time.perf_counter)
    running: dict[Step, subprocess.Popen[bytes]] = field(default_factory=dict)
    tries: dict[Step, int] = field(default_factory=dict)

    @property
    def left(self) -> float:
        return self.seconds - (time.perf_counter() - self.began)

    def say(self, what: str, **facts: object) -> None:
        line = json.dumps(
            {"kind": what, "call": self.number, "at": round(self.seconds - self.left, 1), **facts}
        )
        print(line, flush=True)
        with (RUNS / "calls.jsonl").open("a") as file:
            file.write(line + "\n")

    def run(self, mine: list[Step]) -> list[Step]:
        """What is not done in the end."""
        packed = self.left
        while self.left > 0 and (self.running or any(self.can_start(step) for step in mine)):
            for step in mine:
                if self.can_start(step) and len(self.running) < self.parallel:
                    self.begin(step)
            for step, process in list(self.running.items()):
                if process.poll() is not None:
                    self.end(step, process.returncode)
            if packed - self.left > 20:
                self.pack(mine)
                packed = self.left
            time.sleep(0.2)
        for step, process in self.running.items():
            process.send_signal(signal.SIGINT)  # so that it ends its workers too
            self.say("stopped", step=step.name)
        time.sleep(2 if self.running else 0)
        for process in self.running.values():
            process.kill()
        self.pack(mine)
        return [step for step in mine if not step.done]

    def can_start(self, step: Step) -> bool:
        waiting = step not in self.running and not step.done and self.tries.get(step, 0) < 2
        least = STARTING_S + JOBS[step.job].evaluation_s + 15  # else it would not come to anything
        return waiting and step.ready and self.left > (10 if self.quick else least)

    def begin(self, step: Step) -> None:
        shutil.rmtree(step.folder, ignore_errors=True)
        step.folder.mkdir(parents=True)
        self.tries[step] = self.tries.get(step, 0) + 1
        command = step.command(self.seconds, self.left) + (QUICK if self.quick else [])
        first = {"CUDA_MPS_CLIENT_PRIORITY": "0" if step.job == "discovery" else "1"}
        with (step.folder / "output.txt").open("wb") as output:
            self.running[step] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment | first, stdout=output, stderr=subprocess.STDOUT
            )
        self.say("started", step=step.name)

    def end(self, step: Step, status: int) -> None:
        del self.running[step]
        if status == 0:
            (step.folder / "done").touch()
            self.say("done", step=step.name)
        else:
            lines = (step.folder / "output.txt").read_text(errors="replace").splitlines()
            self.say("failed", step=step.name, status=status, lines=lines[-12:])

    def pack(self, mine: list[Step]) -> None:
        """Logs in one file; the policies of seed 0 that are shipped, one file each."""
        self.out.mkdir(parents=True, exist_ok=True)
        with tarfile.open(self.out / "part", "w:gz") as tar:
            for log in (RUNS / "calls.jsonl", *sorted(RUNS.glob("*/log.jsonl"))):
                text = log.read_bytes() if log.exists() else b""
                name = log.name if log.parent == RUNS else f"{log.parent.name}.jsonl"
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text))
        (self.out / "part").replace(self.out / f"logs-{self.number}.tar.gz")
        for step in mine:
            if (step.job in FOUR, step.seed, step.how) == (True, 0, "window") and step.done:
                shutil.copy(step.result, self.out / f"{step.job}.pt")


def prepared(quick: bool) -> dict[str, str]:
    """The environment of all runs: what this machine lacks, few threads, and one GPU for many processes."""
    found = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    paths = [str(ROOT / "src"), found.get("PYTHONPATH", "")]
    if importlib.util.find_spec("msgspec") is None:
        paths.append(str(CARRIED / "lib"))
    found["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    if not KERNEL.exists() and (CARRIED / KERNEL.name).exists():
        shutil.copy(CARRIED / KERNEL.name, KERNEL)
    shared = found | {
        "CUDA_MPS_PIPE_DIRECTORY": "/tmp/learning-mps",
        "CUDA_MPS_LOG_DIRECTORY": "/tmp/learning-mps",
    }
    os.environ["PATH"] += ":/usr/local/nvidia/bin:/usr/local/cuda/bin"  # where the driver's programs may be
    shared["PATH"] = os.environ["PATH"]
    if not quick and shutil.which("nvidia-cuda-mps-control"):
        Path("/tmp/learning-mps").mkdir(exist_ok=True)
        control(["-d"], "", shared)
        if works(shared, "cuda"):
            print("with MPS, compiled kernel:", KERNEL.exists(), flush=True)
            return shared
    print("without MPS: processes take turns on the GPU; compiled kernel:", KERNEL.exists(), flush=True)
    if not works(found, "cpu" if quick or not shutil.which("nvidia-smi") else "cuda"):
        raise SystemExit("retailgym or torch does not work here")
    return found


def control(options: list[str], said: str, environment: dict[str, str]) -> None:
    """Tell CUDA's daemon that lets processes share the GPU. It must not hold on to our output."""
    command, quiet = ["nvidia-cuda-mps-control", *options], subprocess.DEVNULL
    try:
        subprocess.run(command, input=said.encode(), env=environment, stdout=quiet, stderr=quiet, timeout=15)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command}: {error}", flush=True)


def works(environment: dict[str, str], device: str) -> bool:
    """Does a process see the shop and the GPU? This also makes the catalogue, for all."""
    program = """import sys, torch, retailgym as rg
rg.start("tracking/0/0")
ones = torch.ones(64, 64, device=sys.argv[1])
print("torch", torch.__version__, sys.argv[1], float((ones @ ones).sum()), flush=True)
"""
    try:
        command = [sys.executable, "-c", program, device]
        return not subprocess.run(command, env=environment, timeout=60).returncode
    except subprocess.TimeoutExpired:
        return False


def carry() -> None:
    """Fill runs/device: the kernel that was built here, and msgspec for the Python of that machine."""
    (CARRIED / "lib").mkdir(parents=True, exist_ok=True)
    shutil.copy(KERNEL, CARRIED / KERNEL.name)
    wheel = [
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--python-version",
        "3.12",
        "msgspec",
    ]
    subprocess.run([sys.executable, "-m", "pip", *wheel, "--dest", str(CARRIED)], check=True)
    for file in glob.glob(str(CARRIED / "msgspec*.whl")):
        shutil.unpack_archive(file, CARRIED / "lib", "zip")
        os.remove(file)


TOKENS_S = 2.2  # millions of tokens that all processes together learn from in a second
ITERATION_S = {"tracking": 1.1, "cart": 1.6, "returns": 2.2, "discovery": 1.9}  # of the whole GPU; else 2.5


def plan() -> None:
    """When each run should begin and end, if all that run share the GPU alike (as measured before)."""
    for call in (1, 2, 3):
        waiting, now, ends = [s for s in steps() if s.call == call], 15.0, dict[str, float]()
        left: dict[Step, float] = {}
        print(f"call {call}")
        while waiting or left:
            ready = [s for s in waiting if not s.start or s.start.parent.name in ends]
            for step in ready[: PARALLEL[call] - len(left)]:
                job, each = JOBS[step.job], ITERATION_S.get(step.job, 2.5)
                left[step] = 0.75 * each + (job.iterations * each if step.start else job.tokens / TOKENS_S)
                waiting.remove(step)
                print(f"  {now:4.0f} s  {step.name} begins, {left[step]:.0f} s of the GPU")
            share = 1 / max(2, len(left))  # one alone leaves half of it idle
            first = min(left, key=left.__getitem__)
            spent = left[first] / share
            left = {step: work - spent * share for step, work in left.items() if step != first}
            now, ends[first.name] = now + spent, now + spent
            print(f"  {now:4.0f} s  {first.name} ends")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("call", type=int, nargs="?", choices=(1, 2, 3))
    parser.add_argument("--plan", action="store_true", help="print the schedule")
    parser.add_argument("--carry", action="store_true", help="fill runs/device, here, before the first call")
    parser.add_argument("--quick", action="store_true", help="tiny sizes on the CPU, two runs at a time")
    parser.add_argument("--only", default="", help="runs whose name has this in it")
    parser.add_argument("--seconds", type=float, default=568.0, help="of the whole call (568)")
    asked = parser.parse_args()
    if asked.plan:
        return plan()
    if asked.carry:
        return carry()
    if asked.call is None:
        parser.error("which call: 1, 2 or 3?")
    RUNS.mkdir(parents=True, exist_ok=True)
    out = Path(os.environ.get("OUT", RUNS / "out"))
    began = time.perf_counter()
    parallel = 2 if asked.quick else PARALLEL[asked.call]
    call = Call(asked.call, asked.seconds, out, asked.quick, parallel, prepared(asked.quick), began)
    missing = call.run([step for step in steps() if step.call == asked.call and asked.only in step.name])
    call.say("over", missing=[step.name for step in missing])
    if "CUDA_MPS_PIPE_DIRECTORY" in call.environment:
        control([], "quit\n", call.environment)


if __name__ == "__main__":
    main()
