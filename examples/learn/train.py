"""Train a small decoder from nothing to work in the shop: first on experts' episodes, then by its own reward.

    python examples/learn/train.py --out runs/first                      # one GPU, ten minutes
    python examples/learn/train.py --out runs/next --start runs/first/policy.pt --supervised 0

Reinforcement is GRPO with DAPO's loss: groups from one start, advantages within a group, groups without a
difference left out, clipping that is wider above than below, the mean over all tokens, no KL term. Read
shop.py, model.py, rollout.py, then this file; the text itself is in retailgym/players/small.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
from model import Decoder, Shape, Writer
from optimizer import Optimizer
from pretrained import Borrowed, pretrained
from rollout import Played, Rollout, Task
from shop import Shop
from torch import Tensor
from torch.nn import functional as F

from retailgym.core import curriculum as curricula
from retailgym.core.streams import Rng
from retailgym.evaluation.numbers import rate_interval
from retailgym.players.small.tokenizer import Tokenizer

TEST, FRESH = 3 << 30, 1 << 30  # first seeds of the test split, and of those that only reinforcement plays
CLIP = 0.8, 1.28


@dataclass
class Settings:
    out: str = "runs/learn"  # folder for log and checkpoints
    start: str = ""  # a checkpoint to go on from, or a folder with a pretrained model in Hugging Face's form
    seed: int = 0  # of weights, demonstrations and tasks
    jobs: str = "tracking,cart,discovery,returns"
    levels: int = 4  # level 0 and those above it
    workers: int = 14  # processes that step environments
    vocabulary: int = 300  # experts' episodes per job and level from which words are taken
    width: int = 256
    depth: int = 8
    heads: int = 8  # of 32
    kv_heads: int = 2
    context: int = 3072  # tokens of an episode at most
    longest_act: int = 256
    batch: int = 32_768  # tokens of a batch at most, with padding
    supervised: float = 240.0  # seconds at most
    tokens: float = 1e12  # at most
    lr: float = 2e-3
    thinking: float = 0.5  # how many acts have a thought in the last 30 % of that; before, all (0: none)
    pool: int = 512  # demonstrations between looks for new ones
    reinforced: float = 240.0  # seconds at most
    iterations: int = 1_000_000  # at most
    rl_lr: float = 2e-4
    rows: int = 512  # episodes at a time
    episodes: int = 1024  # per iteration
    group: int = 8  # of them from one start
    steps: int = 4  # of the optimizer per pass over what was played
    passes: int = 2
    without: str = ""  # a part of the reward that is left out: grounding or efficiency
    curriculum: str = ""  # window, band or rolling
    level: int = -1  # the only one that is reinforced without a curriculum; -1: all alike
    rules: str = "{}"  # of the curriculum, as JSON
    evaluated: int = 128  # test specs per job and level


class Run:
    """One run: the model, its tokenizer, the workers, and a log."""

    def __init__(self, asked: Settings) -> None:
        self.asked, self.out, self.began = asked, Path(asked.out), time.perf_counter()
        self.out.mkdir(parents=True, exist_ok=True)
        self.jobs, self.levels = tuple(asked.jobs.split(",")), range(asked.levels)
        torch.manual_seed(asked.seed)
        random.seed(asked.seed)
        self.shop = Shop(asked.workers, asked.without)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.load(self.opened())
        if asked.curriculum and not self.curriculum:
            self.curriculum = curricula.fresh(asked.curriculum, self.jobs, **json.loads(asked.rules))
        self.writer = Writer(self.model, asked.rows, asked.context, asked.longest_act, self.tokenizer.end)
        self.rollout = Rollout(self.shop, self.writer)
        shape, size = asdict(self.model.shape), sum(p.numel() for p in self.model.parameters())
        self.log("start", device=self.device, parameters=size, shape=shape, settings=asdict(asked))

    def opened(self) -> dict[str, Any]:
        """The state to begin with; without any, one that has learned nothing but words."""
        a = self.asked
        if a.start:
            return pretrained(a.start) if Path(a.start).is_dir() else torch.load(a.start, "cpu")
        some = range(FRESH - a.vocabulary, FRESH)
        specs = [f"{job}/{level}/{seed}" for seed in some for job in self.jobs for level in self.levels]
        tokenizer = self.shop.train_tokenizer(specs, self.jobs)
        shape = Shape(len(tokenizer.pieces), a.width, a.depth, a.heads, a.kv_heads, hidden=3 * a.width)
        return {"tokenizer": tokenizer.save(), "shape": asdict(shape)}

    def load(self, state: dict[str, Any]) -> None:
        saved = state["tokenizer"]
        self.tokenizer = Borrowed(saved) if isinstance(saved, str) else Tokenizer(**saved)
        self.shop.ask_all([("tokenizer", self.tokenizer)] * self.asked.workers)
        self.model = Decoder(Shape(**state["shape"]))
        self.model.to(self.device, torch.bfloat16 if self.device == "cuda" else torch.float32)
        if "model" in state:
            self.model.load_state_dict(state["model"])
        self.curriculum = curricula.restored(state["curriculum"]) if state.get("curriculum") else None
        self.progress, self.done = 0.0, state.get("done", 0)  # supervised; iterations of reinforcement

    def save(self, name: str) -> None:
        weights = {k: v.to(torch.bfloat16) for k, v in self.model.state_dict().items()}
        state = {"model": weights, "shape": asdict(self.model.shape), "done": self.done}
        reached = curricula.saved(self.curriculum) if self.curriculum else None
        torch.save(state | {"tokenizer": self.tokenizer.save(), "curriculum": reached}, self.out / name)

    def log(self, kind: str, **facts: Any) -> None:
        line = json.dumps({"kind": kind, "seconds": round(time.perf_counter() - self.began, 1), **facts})
        with (self.out / "log.jsonl").open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)


def supervise(run: Run) -> None:
    """Write what experts wrote, given what they read."""
    asked, optimizer = run.asked, Optimizer(run.model, run.asked.lr, muon=True)
    began = time.perf_counter()
    source = run.shop.demonstrations(demonstrated(run))
    recent, losses = list[Any](), list[Tensor]()
    steps, tokens, fresh, used, logged = 0, 0, 0, 0, 0.0
    while run.progress < 1:
        fresh += gather(source, recent, asked)
        some = random.sample(recent, asked.pool)
        for batch in batches(some, asked.batch):
            ids, written = (padded([e[n] for e in batch], run.device) for n in range(2))
            loss = -chances(run.model, ids.long(), written).mean()
            loss.backward()
            optimizer.step(min((steps + 1) / 100, 1.0, 0.02 + 2 * (1 - run.progress)))
            steps, tokens = steps + 1, tokens + sum(len(e[0]) for e in batch)
            losses.append(loss.detach())
        used += len(some)
        run.progress = max((time.perf_counter() - began) / asked.supervised, tokens / asked.tokens)
        if run.progress - logged > 0.02:
            loss = round(float(torch.stack(losses).mean()), 4)
            run.log("supervised", steps=steps, fresh=fresh, used=used, tokens=tokens, loss=loss)
            losses, logged = [], run.progress
            run.save("supervised.pt")
    run.shop.ask_all([])  # what was asked for and is not wanted any more
    run.save("supervised.pt")


def demonstrated(run: Run) -> Iterator[tuple[str, float]]:
    """Specs without end, and how many of the acts have a thought before them."""
    for n in count(run.asked.seed * 100_000_000):
        early = run.progress < 0.7 and run.asked.thinking > 0
        for job in run.jobs:
            yield f"{job}/{run.levels[n % len(run.levels)]}/{n}", 1.0 if early else run.asked.thinking


def gather(source: Iterator[Any], recent: list[Any], asked: Settings) -> int:
    """Take demonstrations that are ready and fit into the context; wait only for the first ones. There must
    be new ones all the time: what is read ten times is learned by heart, and nothing else is."""
    taken = 0
    while taken < asked.pool and ((found := next(source)) is not None or len(recent) < asked.pool):
        if found is None:
            time.sleep(0.002)
        elif 1 < len(found[0]) <= asked.context:
            recent.append(found)
            taken += 1
    del recent[: -8 * asked.pool]
    return taken


def batches(episodes: list[Any], size: int) -> list[list[Any]]:
    """Episodes of like length together, at most `size` tokens a batch with their padding, in random order."""
    found: list[list[Any]] = [[]]
    for episode in sorted(episodes, key=lambda e: len(e[0])):
        if found[-1] and (len(found[-1]) + 1) * len(episode[0]) > size:
            found.append([])
        found[-1].append(episode)
    random.shuffle(found)
    return [batch for batch in found if batch]


def padded(rows: list[Any], device: str) -> Tensor:
    whole = np.zeros((len(rows), -(-max(map(len, rows)) // 64) * 64), rows[0].dtype)
    for n, row in enumerate(rows):
        whole[n, : len(row)] = row
    return torch.from_numpy(whole).to(device)


def chances(model: Decoder, ids: Tensor, written: Tensor) -> Tensor:
    """The log-probability of every written token, in order."""
    logits = model.logits(model(ids[:, :-1])[written[:, 1:]])
    return -F.cross_entropy(logits, ids[:, 1:][written[:, 1:]], reduction="none")


def reinforce(run: Run) -> None:
    """Play, see which members of each group did better than the others, and make what they wrote likelier."""
    asked, optimizer = run.asked, Optimizer(run.model, run.asked.rl_lr, muon=False)
    began = now = time.perf_counter()
    for n in count():
        lasted, now = time.perf_counter() - now, time.perf_counter()
        left = 1 - max((now + lasted - began) / asked.reinforced, n / asked.iterations)
        if left <= 0:  # or there would be after one more iteration
            break
        run.done += 1
        busy = run.shop.busy_seconds
        played = run.rollout.play(chosen(run), asked.group)
        after_rollout = time.perf_counter()
        facts = learn(run, optimizer, played, min(1.0, (n + 1) / 3, 0.1 + 1.8 * left)) | climbed(run, played)
        seconds = {"training": time.perf_counter() - after_rollout, "workers": run.shop.busy_seconds - busy}
        times = {f"{name}_s": round(value, 2) for name, value in (run.rollout.seconds | seconds).items()}
        by_job = {job: summary([p for p in played if p.env == job]) for job in run.jobs}
        run.save("policy.pt")
        run.log("reinforced", iteration=run.done, **summary(played), **facts, by_job=by_job, **times)


def chosen(run: Run) -> list[Task]:
    """The tasks of the next iteration: by the curriculum, or of all jobs and levels alike."""
    rng = Rng(f"learn/{run.asked.seed}/{run.done}")
    tasks = run.asked.episodes // run.asked.group
    first = FRESH + (run.asked.seed * 10_000 + run.done) * tasks
    if run.curriculum:
        picks = [curricula.choose(run.curriculum, rng) for _ in range(tasks)]
    else:
        levels = run.levels if run.asked.level < 0 else [run.asked.level]
        picks = [(rng.pick(run.jobs), rng.pick(levels)) for _ in range(tasks)]
    return [(env, level, first + n) for n, (env, level) in enumerate(picks)]


def climbed(run: Run, played: list[Played]) -> dict[str, Any]:
    """What was played counts for the curriculum."""
    if not run.curriculum:
        return {}
    for p in played:
        finished = curricula.FinishedEpisode(env=p.env, level=p.level, success=p.success, reward=p.reward)
        run.curriculum = curricula.after(run.curriculum, finished)
    return {"levels": {job: tally.level for job, tally in run.curriculum.tallies.items()}}


def learn(run: Run, optimizer: Optimizer, played: list[Played], rate: float) -> dict[str, float]:
    """A few passes over what was played, each in a few steps."""
    asked = run.asked
    rewards = np.array([p.reward for p in played], np.float32).reshape(-1, asked.group)
    spread = rewards.std(1, keepdims=True, ddof=1)
    worth = ((rewards - rewards.mean(1, keepdims=True)) / (spread + 1e-4)).ravel()
    live = np.broadcast_to(spread > 1e-4, rewards.shape).ravel()
    good = [n for n, p in enumerate(played) if live[n] and p.ended not in ("context", "void")]
    rows = [(p.ids, p.written, p.chances, np.full(p.length, worth[n])) for n in good for p in [played[n]]]
    found: dict[str, list[Tensor]] = {"drift": [], "clipped": [], "norm": []}
    for step in range(asked.passes * asked.steps):
        if step % asked.steps == 0:
            random.shuffle(rows)
        part = rows[step % asked.steps :: asked.steps]
        total = sum(int(row[1].sum()) for row in part)
        for batch in batches(part, asked.batch):
            ids, mine, before, gain = (padded([row[n] for row in batch], run.device) for n in range(4))
            now, mine = chances(run.model, ids, mine), mine[:, 1:]
            then, gain = before[:, 1:][mine], gain[:, 1:][mine]
            ratio = (now - then).exp()
            clipped = ratio.clamp(*CLIP)
            (-torch.minimum(ratio * gain, clipped * gain).sum() / total).backward()
            found["clipped"].append((clipped * gain < ratio * gain).float().mean())
            if not found["norm"]:  # before the first step the two must agree
                found["drift"].append((now - then).detach().abs().mean())
        found["norm"].append(optimizer.step(rate))
    means = {name: round(float(torch.stack(v).mean()), 4) if v else 0.0 for name, v in found.items()}
    surprise = -float(np.concatenate([p.chances[p.written] for p in played if p.ids is not None]).mean())
    return means | {"live": round(float(live.mean()), 3), "surprise": round(surprise, 4)}


def summary(played: list[Played]) -> dict[str, Any]:
    formed = [p for p in played if p.ended != "invalid"]
    shares = {
        "success": [p.success for p in played], "reward": [p.reward for p in played],
        "invalid": [p.ended == "invalid" for p in played], "cut_off": [p.ended == "context" for p in played],
        "unseen": [p.unseen for p in formed], "turns": [p.turns for p in formed],
    }  # fmt: skip
    means = {name: round(sum(values) / max(1, len(values)), 4) for name, values in shares.items()}
    return {"episodes": len(played)} | means


def evaluate(run: Run, when: str) -> None:
    """Success on held-out specs of the test split, by the likeliest token."""
    if not run.asked.evaluated:
        return
    seeds = range(TEST, TEST + run.asked.evaluated)
    tasks = [(job, level, seed) for seed in seeds for job in run.jobs for level in run.levels]
    run.writer.temperature.fill_(0.0)
    played = run.rollout.play(tasks, 1)
    run.writer.temperature.fill_(1.0)
    for job in run.jobs:
        mine = [p for p in played if p.env == job]
        levels = [[p.success for p in mine if p.level == level] for level in run.levels]
        ends = [round(end, 4) for end in rate_interval([[float(p.success)] for p in mine])]
        by_level = [round(sum(level) / len(level), 3) for level in levels]
        run.log("evaluated", when=when, job=job, **summary(mine), interval=ends, by_level=by_level)


def main() -> None:
    parser = argparse.ArgumentParser()
    for field in fields(Settings):
        kind, name = type(field.default), f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, default=field.default, type=kind, help=f"({field.default!r})")
    run = Run(Settings(**vars(parser.parse_args())))
    if not run.asked.start:
        evaluate(run, "start")
    if run.asked.supervised:
        supervise(run)
    if run.asked.supervised or Path(run.asked.start).is_dir():  # else it stands in an earlier log
        evaluate(run, "before")
    if run.asked.reinforced:
        reinforce(run)
        evaluate(run, "after")


if __name__ == "__main__":
    main()
