"""Train a small decoder from nothing to work in the shop: first on experts' episodes, then by its own reward.

    python examples/learn/train.py --out runs/first                      # one GPU, ten minutes
    python examples/learn/train.py --out runs/smoke --preset smoke       # two cores, two minutes
    python examples/learn/train.py --out runs/next --start runs/first/policy.pt --supervised 0

Supervised training reads experts' episodes as worker processes play them. Reinforcement is GRPO with DAPO's
loss: groups from one start, advantages within a group, groups without a difference left out, clipping that is
wider above than below, the mean over all tokens, no KL term. The order in which to read: text.py, shop.py,
model.py, rollout.py, this file.
"""

import argparse
import json
import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
from model import Decoder, Shape, Writer
from optimizer import Optimizer
from rollout import Clock, Half, Played, Task, roll
from shop import Shop
from text import Tokenizer
from torch import Tensor
from torch.nn import functional as F

from retailgym.core import curriculum as curricula
from retailgym.core.streams import Rng
from retailgym.evaluation.numbers import rate_interval

TEST, FRESH = 3 << 30, 1 << 30  # first seeds of the test split, and of those that only reinforcement plays


@dataclass
class Settings:
    out: str = "runs/learn"  # folder for log and checkpoints
    start: str = ""  # a checkpoint to go on from
    preset: str = ""
    seed: int = 0  # of weights, demonstrations and tasks
    jobs: str = "tracking,cart,discovery,returns"
    levels: int = 4  # level 0 and those above it
    workers: int = 14  # processes that step environments
    vocabulary: int = 300  # experts' episodes per job and level from which words are taken
    width: int = 256
    depth: int = 8
    heads: int = 8  # of 32
    kv_heads: int = 4
    context: int = 3072  # tokens of an episode at most
    longest_act: int = 128
    batch: int = 32_768  # tokens of a batch at most, with padding
    supervised: float = 240.0  # seconds
    lr: float = 2e-3
    thinking: float = (
        0.5  # how many acts have a thought in the second half of that; in the first all, or none
    )
    pool: int = 512  # demonstrations between looks for new ones
    reinforced: float = 240.0  # seconds
    iterations: int = 100_000  # of reinforcement at most
    rl_lr: float = 2e-4
    rows: int = 1024  # episodes in each of two halves
    group: int = 8  # episodes from one start
    steps: int = 4  # of the optimizer per pass over what was played
    passes: int = 2
    clip_low: float = 0.2
    clip_high: float = 0.28
    curriculum: str = ""  # window, band or rolling; without one all levels alike
    rules: str = "{}"  # of the curriculum, as JSON
    evaluated: int = 256  # test specs per job and level


SMOKE = {
    "jobs": "tracking", "levels": 1, "workers": 1, "vocabulary": 50, "width": 64, "depth": 2, "heads": 4,
    "context": 1024, "longest_act": 24, "thinking": 0.0, "batch": 4096, "supervised": 120.0, "lr": 5e-3,
    "pool": 32, "reinforced": 40.0, "rl_lr": 1e-3, "rows": 32, "steps": 2, "evaluated": 16,
}  # fmt: skip


class Run:
    """One run: the model, its tokenizer, the workers, and a log."""

    def __init__(self, asked: Settings) -> None:
        self.asked, self.out = asked, Path(asked.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.jobs, self.levels = tuple(asked.jobs.split(",")), range(asked.levels)
        torch.manual_seed(asked.seed)
        random.seed(asked.seed)
        self.shop = Shop(asked.workers)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.began = time.perf_counter()
        self.load(torch.load(asked.start, "cpu") if asked.start else self.blank())
        if asked.curriculum and not self.curriculum:
            self.curriculum = curricula.fresh(asked.curriculum, self.jobs, **json.loads(asked.rules))
        sizes = asked.rows, asked.context, asked.longest_act, self.tokenizer.end
        writers = [Writer(self.model, *sizes) for _ in range(2)]
        self.halves = [Half(self.shop, writer, self.tokenizer, n) for n, writer in enumerate(writers)]
        size = sum(p.numel() for p in self.model.parameters())
        self.log(
            "start",
            device=self.device,
            parameters=size,
            shape=asdict(self.model.shape),
            settings=asdict(asked),
        )

    def blank(self) -> dict[str, Any]:
        """A state that has learned nothing but words."""
        a = self.asked
        some = range(FRESH - a.vocabulary, FRESH)
        specs = [f"{job}/{level}/{seed}" for seed in some for job in self.jobs for level in self.levels]
        tokenizer = self.shop.train_tokenizer(specs, self.jobs)
        sizes = a.width, a.depth, a.heads, a.kv_heads
        shape = Shape(len(tokenizer.pieces), *sizes, hidden=3 * a.width)
        return {"tokenizer": tokenizer.save(), "shape": asdict(shape), "curriculum": None, "done": 0}

    def load(self, state: dict[str, Any]) -> None:
        self.tokenizer = Tokenizer.load(state["tokenizer"])
        self.shop.give_tokenizer(self.tokenizer)
        self.model = Decoder(Shape(**state["shape"]))
        self.model.to(self.device, torch.bfloat16 if self.device == "cuda" else torch.float32)
        if "model" in state:
            self.model.load_state_dict(state["model"])
        self.curriculum = curricula.restored(state["curriculum"]) if state["curriculum"] else None
        self.done: int = state["done"]  # iterations of reinforcement

    def save(self, name: str) -> None:
        weights = {k: v.to(torch.bfloat16) for k, v in self.model.state_dict().items()}
        weights["lm_head.weight"] = weights["embed_tokens.weight"]  # one and the same
        state = {"model": weights, "shape": asdict(self.model.shape), "tokenizer": self.tokenizer.save()}
        reached = curricula.saved(self.curriculum) if self.curriculum else None
        torch.save(state | {"curriculum": reached, "done": self.done}, self.out / name)

    def log(self, kind: str, **facts: Any) -> None:
        line = json.dumps({"kind": kind, "seconds": round(time.perf_counter() - self.began, 1), **facts})
        with (self.out / "log.jsonl").open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)


# --- supervised ---


def supervise(run: Run) -> None:
    """Write what experts wrote, given what they read."""
    asked, optimizer = run.asked, Optimizer(run.model, run.asked.lr, muon=True)
    began = time.perf_counter()
    source = run.shop.demonstrations(demonstrated(run, began + asked.supervised / 2))
    recent: deque[Any] = deque(maxlen=8 * asked.pool)
    steps, tokens, fresh, used, logged = 0, 0, 0, 0, 0.0
    losses: list[Tensor] = []
    while (progress := (time.perf_counter() - began) / asked.supervised) < 1:
        fresh += gather(source, recent, asked)
        some = random.sample(recent, asked.pool)
        for batch in batches(some, asked.batch):
            ids, written = padded(batch, run.device)
            loss = -chances(run.model, ids, written).mean()
            optimizer.add(loss)
            optimizer.step(min((steps + 1) / 100, 1.0, 0.02 + 2 * (1 - progress)))
            steps, tokens = steps + 1, tokens + sum(len(ids) for ids, _ in batch)
            losses.append(loss.detach())
        used += len(some)
        if progress - logged > 0.02:
            loss = round(float(torch.stack(losses).mean()), 4)
            run.log("supervised", steps=steps, fresh=fresh, used=used, tokens=tokens, loss=loss)
            losses, logged = [], progress
    source.close()


def demonstrated(run: Run, half: float) -> Iterator[tuple[str, float]]:
    """Specs without end, and how many of the acts have a thought before them."""
    for n in count(run.asked.seed * 100_000_000):
        early = time.perf_counter() < half and run.asked.thinking > 0
        thinking = 1.0 if early else run.asked.thinking
        for job in run.jobs:
            yield f"{job}/{run.levels[n % len(run.levels)]}/{n}", thinking


def gather(source: Iterator[Any], recent: deque[Any], asked: Settings) -> int:
    """Take demonstrations that are ready and fit into the context; wait only for the first ones. There must
    be new ones all the time: what is read ten times is learned by heart, and nothing else is."""
    taken = 0
    while taken < asked.pool and ((found := next(source)) is not None or len(recent) < asked.pool):
        if found is None:
            time.sleep(0.002)
        elif 1 < len(found[0]) <= asked.context:
            recent.append(found)
            taken += 1
    return taken


def batches(episodes: list[Any], size: int) -> list[list[Any]]:
    """Episodes of like length together, at most `size` tokens a batch with their padding, in random order."""
    found: list[list[Any]] = [[]]
    for episode in sorted(episodes, key=lambda e: len(e[0])):
        if found[-1] and (len(found[-1]) + 1) * len(episode[0]) > size:
            found.append([])
        found[-1].append(episode)
    random.shuffle(found)
    return found


def padded(batch: list[Any], device: str) -> tuple[Tensor, Tensor]:
    length = -(-max(len(ids) for ids, _ in batch) // 64) * 64
    ids, written = np.zeros((len(batch), length), np.int32), np.zeros((len(batch), length), bool)
    for row, (tokens, mine) in enumerate(batch):
        ids[row, : len(tokens)], written[row, : len(mine)] = tokens, mine
    return torch.from_numpy(ids).to(device).long(), torch.from_numpy(written).to(device)


def chances(model: Decoder, ids: Tensor, written: Tensor) -> Tensor:
    """The log-probability of every written token, in order."""
    logits = model.lm_head(model(ids[:, :-1])[written[:, 1:]])
    return -F.cross_entropy(logits.float(), ids[:, 1:][written[:, 1:]], reduction="none")


# --- reinforcement ---


def reinforce(run: Run) -> None:
    """Play, see which members of each group did better than the others, and make what they wrote likelier."""
    asked, optimizer = run.asked, Optimizer(run.model, run.asked.rl_lr, muon=False)
    began = time.perf_counter()
    for n in range(asked.iterations):
        left = 1 - (time.perf_counter() - began) / asked.reinforced
        if left < 0:
            break
        run.done += 1
        clock, busy = Clock(), run.shop.busy_seconds
        played = roll(run.halves, chosen(run), asked.group, clock)
        after_rollout = time.perf_counter()
        facts = learn(run, optimizer, played, min(1.0, (n + 1) / 5, 0.1 + 1.8 * left)) | climbed(run, played)
        run.log(
            "reinforced", iteration=run.done, **summary(played), **facts,
            by_job={job: summary([p for p in played if p.env == job]) for job in run.jobs},
            rollout_s=round(clock.whole, 2), waiting_s=round(clock.waiting, 2),
            workers_s=round(run.shop.busy_seconds - busy, 2),
            training_s=round(time.perf_counter() - after_rollout, 2),
        )  # fmt: skip
        if run.done % 25 == 0:
            run.save("policy.pt")


def chosen(run: Run) -> list[Task]:
    """The tasks of the next iteration: by the curriculum, or of all jobs and levels alike."""
    rng = Rng(f"learn/{run.asked.seed}/{run.done}")
    tasks = 2 * (run.asked.rows // run.asked.group)
    first = FRESH + (run.asked.seed * 10_000 + run.done) * tasks
    if run.curriculum:
        picks = [curricula.choose(run.curriculum, rng) for _ in range(tasks)]
    else:
        picks = [(rng.pick(run.jobs), rng.pick(run.levels)) for _ in range(tasks)]
    return [(env, level, first + n) for n, (env, level) in enumerate(sorted(picks))]


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
    rewards = torch.tensor([p.reward for p in played]).view(-1, asked.group)
    spread = rewards.std(1, keepdim=True)
    worth = ((rewards - rewards.mean(1, keepdim=True)) / (spread + 1e-4)).flatten().to(run.device)
    live = (spread > 1e-4).expand_as(rewards).flatten().tolist()
    writers = [half.writer for half in run.halves]
    text, written, before = (
        torch.cat([w.by_row(state) for w, state in zip(writers, states, strict=True)])
        for states in zip(*[(w.text, w.written, w.chances) for w in writers], strict=True)
    )
    rows = [(range(p.length), n) for n, p in enumerate(played) if live[n] and p.ended != "context"]
    found: dict[str, list[Tensor]] = {"drift": [], "clipped": [], "norm": []}
    for step in range(asked.passes * asked.steps):
        if step % asked.steps == 0:
            random.shuffle(rows)
        part = rows[step % asked.steps :: asked.steps]
        total = written[[n for _, n in part]].sum() if part else 1
        for batch in batches(part, asked.batch) if part else ():
            longest, which = (
                min(-(-max(len(r) for r, _ in batch) // 64) * 64, asked.context),
                torch.tensor([n for _, n in batch], device=run.device),
            )
            ids, mine = text[which, :longest], written[which, :longest]
            now, then = chances(run.model, ids, mine), before[which, :longest][:, 1:][mine[:, 1:]]
            gain = worth[which, None].expand(-1, longest - 1)[mine[:, 1:]]
            ratio = (now - then).exp()
            clipped = ratio.clamp(1 - asked.clip_low, 1 + asked.clip_high)
            optimizer.add(-torch.minimum(ratio * gain, clipped * gain).sum() / total)
            found["clipped"].append((clipped * gain < ratio * gain).float().mean())
            if not found["norm"]:  # before the first step the two must agree
                found["drift"].append((now - then).detach().abs().mean())
        found["norm"].append(optimizer.step(rate))
    means = {name: round(float(torch.stack(v).mean()), 4) if v else 0.0 for name, v in found.items()}
    surprise = -float(before[written].mean())  # about the entropy of what is written
    return means | {"live": round(sum(live) / len(live), 3), "surprise": round(surprise, 4)}


def summary(played: list[Played]) -> dict[str, Any]:
    n = max(1, len(played))
    shares = {
        "success": [p.success for p in played],
        "reward": [p.reward for p in played],
        "invalid": [p.ended == "invalid" for p in played],
        "cut_off": [p.ended == "context" for p in played],
        "unseen": [p.unseen for p in played],
        "turns": [p.turns for p in played],
    }
    return {"episodes": len(played)} | {name: round(sum(values) / n, 4) for name, values in shares.items()}


def evaluate(run: Run, when: str) -> None:
    """Success on held-out specs of the test split: sampled as in training, and by the likeliest token."""
    seeds = range(TEST, TEST + run.asked.evaluated)
    tasks = [(job, level, seed) for job in run.jobs for level in run.levels for seed in seeds]
    for temperature in (0.0, 1.0):
        for half in run.halves:
            half.writer.temperature.fill_(temperature)
        played = roll(run.halves, tasks, 1, Clock())
        for job in run.jobs:
            mine = [p for p in played if p.env == job]
            levels = [[float(p.success) for p in mine if p.level == level] for level in run.levels]
            interval = rate_interval([[float(p.success)] for p in mine])
            run.log(
                "evaluated", when=when, temperature=temperature, job=job, **summary(mine),
                interval=[round(end, 4) for end in interval],
                by_level=[round(sum(level) / len(level), 3) for level in levels],
            )  # fmt: skip


def settings() -> Settings:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for field in fields(Settings):
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(
            name, default=field.default, type=type(field.default), help=f"({field.default!r})"
        )
    if parser.parse_known_args()[0].preset == "smoke":
        parser.set_defaults(**SMOKE)
    return Settings(**vars(parser.parse_args()))


def main() -> None:
    run = Run(settings())
    if run.asked.supervised:
        if not run.asked.start:
            evaluate(run, "start")
        supervise(run)
        run.save("supervised.pt")
    evaluate(run, "before")
    if run.asked.reinforced:
        reinforce(run)
        evaluate(run, "after")
    run.save("policy.pt")
    run.shop.close()


if __name__ == "__main__":
    main()
