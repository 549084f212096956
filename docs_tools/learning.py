"""Make docs/learning.md, its plots and its logs: python docs_tools/learning.py LOGS..., where LOGS are what
docs_tools/learning_runs.py left (logs-1.tar.gz and so on) or folders of such logs. The text is in
docs_tools/learning_page.md; each {{name}} in it becomes a table made here.
"""

import json
import re
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from retailgym.evaluation.numbers import rate_interval

ROOT = Path(__file__).parents[1]
PAGE, KEPT = ROOT / "docs" / "learning.md", ROOT / "docs" / "learning"
TEMPLATE = Path(__file__).with_name("learning_page.md")
Line = dict[str, Any]
Logs = dict[str, list[Line]]  # by the name of the run: job-seed-how

FOUR = "tracking", "cart", "returns", "discovery"
REST = "substitution", "policy", "bundle", "journey", "desk"
SETS = "C1", "C2", "C4", "C8"
WIDTH, HEIGHT, EDGE = 300, 160, 34
COLOURS = {"0-window": "#06c", "1-window": "#093", "2-window": "#c50", "0-level0": "#999"}
PANELS = {
    "supervised: loss": ("supervised", "tokens", "loss"),
    "reinforced: mean reward": ("reinforced", "iteration", "reward"),
    "reinforced: success": ("reinforced", "iteration", "success"),
    "level reached": ("reinforced", "iteration", "levels"),
}
NONE = "not run"


def read(sources: list[str]) -> Logs:
    """All logs; one that is in several sources is taken from the last."""
    texts: dict[str, str] = {}
    for source in map(Path, sources):
        if source.is_dir():
            texts |= {file.stem: file.read_text() for file in sorted(source.glob("*-*-*.jsonl"))}
        else:
            with tarfile.open(source) as tar:
                for entry in tar.getmembers():
                    if (file := tar.extractfile(entry)) and entry.name.count("-") == 2:
                        texts[Path(entry.name).stem] = file.read().decode()
    return {name: [json.loads(row) for row in text.splitlines()] for name, text in texts.items() if text}


def evaluated(logs: Logs, name: str, when: str, job: str = "") -> Line | None:
    found = [row for row in logs.get(name, ()) if row["kind"] == "evaluated" and row["when"] == when]
    return next((row for row in found if not job or row["job"] == job), None)


def before(logs: Logs, job: str, seed: int = 0, of: str = "") -> Line | None:
    return evaluated(logs, f"{job}-{seed}-supervised", "before", of)


def after(logs: Logs, job: str, seed: int = 0, how: str = "window", of: str = "") -> Line | None:
    return evaluated(logs, f"{job}-{seed}-{how}", "after", of)


def played(logs: Logs, name: str) -> list[Line]:
    return [row for row in logs.get(name, ()) if row["kind"] == "reinforced"]


def tokens(logs: Logs, job: str, seed: int = 0) -> str:
    rows = [row for row in logs.get(f"{job}-{seed}-supervised", ()) if row["kind"] == "supervised"]
    return f"{rows[-1]['tokens'] / 1e6:.0f}" if rows else NONE


def percent(row: Line | None) -> str:
    if row is None:
        return NONE
    low, high = row["interval"]
    return f"{100 * row['success']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def by_level(row: Line | None) -> str:
    return " ".join(f"{100 * share:.0f}" for share in row["by_level"]) if row else NONE


def reached(logs: Logs, name: str) -> str:
    rows = [row["levels"] for row in played(logs, name) if "levels" in row]
    return "0 → " + ", ".join(f"{level}" for level in rows[-1].values()) if rows else NONE


def apart(low: Line | None, high: Line | None) -> bool:
    return low is not None and high is not None and bool(low["interval"][1] < high["interval"][0])


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def mean(rows: list[Line], name: str) -> float:
    return sum(row[name] for row in rows) / len(rows)


def together(rows: list[Line]) -> Line:
    """The mean over seeds, with the interval of one seed: all were evaluated on the same specs."""
    share, specs = mean(rows, "success"), rows[0]["episodes"]
    won = round(share * specs)
    return {"success": share, "interval": rate_interval([[1.0]] * won + [[0.0]] * (specs - won))}


def main_table(logs: Logs) -> str:
    """Before and after, all seeds together."""
    rows = []
    for job in FOUR:
        pairs = [(before(logs, job, seed), after(logs, job, seed)) for seed in range(3)]
        whole = [(b, a) for b, a in pairs if b and a]
        if not whole:
            rows.append([job, *[NONE] * 5])
            continue
        first, last = together([b for b, _ in whole]), together([a for _, a in whole])
        gains = ", ".join(f"{100 * (a['success'] - b['success']):+.1f}" for b, a in whole)
        gain = f"**{100 * (last['success'] - first['success']):+.1f}**"
        seeds = f"{sum(apart(b, a) for b, a in whole)} of {len(whole)}"
        rows.append([job, percent(first), percent(last), gain, gains, seeds])
    heads = ["job", "supervised", "+ reinforced", "points", "by seed", "intervals apart"]
    return table(heads, rows)


def seeds_table(logs: Logs) -> str:
    rows = []
    for job in FOUR:
        for seed in range(3):
            name, b, a = f"{job}-{seed}-window", before(logs, job, seed), after(logs, job, seed)
            if b is None or a is None:
                rows.append([f"{job} {seed}", *[NONE] * 6])
                continue
            links = f"[1](learning/{job}-{seed}-supervised.jsonl) [2](learning/{name}.jsonl)"
            change = f"{by_level(b)} → {by_level(a)}"
            size = tokens(logs, job, seed), f"{len(played(logs, name))}"
            rows.append(
                [f"{job} {seed} ({links})", percent(b), percent(a), *size, change, reached(logs, name)]
            )
    heads = ["job, seed (logs)", "supervised", "+ reinforced", "million tokens", "iterations"]
    return table([*heads, "by level, before → after", "level reached"], rows)


def fixed_table(logs: Logs) -> str:
    rows = []
    for job in FOUR:
        kinds = before(logs, job), after(logs, job, how="level0"), after(logs, job)
        levels = " / ".join(by_level(row) for row in kinds[1:])
        rows.append([job, *map(percent, kinds), levels])
    return table(["job", "supervised", "+ level 0 alone", "+ curriculum", "by level, of these two"], rows)


def without_table(logs: Logs, part: str, number: str, show: Callable[[float], str]) -> str:
    """With a part of the reward and without it: success, and the number that it is about, in the evaluation
    and in the last five iterations, where acts are drawn by chance."""
    rows = []
    for job in FOUR:
        if f"{job}-0-{part}" not in logs:
            continue
        for how, words in (("window", "with"), (part, "without")):
            row, late = after(logs, job, how=how), played(logs, f"{job}-0-{how}")[-5:]
            numbers = show(row[number]) if row else NONE, show(mean(late, number)) if late else NONE
            rows.append([f"{job}, {words}", percent(row), *numbers])
    name = {"unseen": "ids that were never shown", "turns": "turns"}[number]
    return table(["job", "success", f"{name}, held out", f"{name}, while training"], rows)


def rest_table(logs: Logs) -> str:
    rows = []
    for job in REST:
        b, a, name = before(logs, job), after(logs, job), f"{job}-0-window"
        rewards = f"{b['reward']:.2f} → {a['reward']:.2f}" if a and b else NONE
        size = tokens(logs, job), f"{len(played(logs, name))}"
        rows.append([job, percent(b), percent(a), rewards, *size, reached(logs, name)])
    heads = ["job", "supervised", "+ reinforced", "mean reward", "million tokens", "iterations"]
    return table([*heads, "level reached"], rows)


def sets_table(logs: Logs) -> str:
    rows = []
    for name in SETS:
        jobs = sorted(
            {row["job"] for row in logs.get(f"{name}-0-supervised", ()) if row["kind"] == "evaluated"}
        )
        cart = percent(before(logs, name, of="cart")), percent(after(logs, name, of="cart"))
        found = [
            (job, before(logs, name, of=job), after(logs, name, of=job)) for job in jobs if job != "cart"
        ]
        others = [
            f"{job} {100 * b['success']:.0f} → {100 * a['success']:.0f}" for job, b, a in found if a and b
        ]
        size = tokens(logs, name), f"{len(played(logs, f'{name}-0-window'))}"
        rows.append([f"{name} ({len(jobs)})", *size, *cart, ", ".join(others)])
    heads = ["set (jobs)", "million tokens", "iterations", "cart, supervised", "cart, + reinforced"]
    return table([*heads, "the others, %"], rows)


def cost_table(logs: Logs) -> str:
    """Where the seconds of reinforcement go; two seeds of four jobs run side by side."""
    rows = []
    names = "rollout", "writing", "reading", "waiting", "training", "workers"
    for job in FOUR:
        found = [row for seed in (1, 2) for row in played(logs, f"{job}-{seed}-window")]
        if found:
            seconds = {name: sum(row[f"{name}_s"] for row in found) for name in names}
            share = seconds["waiting"] / seconds["rollout"]
            cells = [f"{seconds[name]:.1f}" for name in names]
            cells[3] += f" ({100 * share:.1f} %)"
            rows.append([job, *cells])
    heads = ["rollouts", "of it writing", "reading", "**waiting for the environments**", "training"]
    return table(["job", *heads, "processor time of the workers"], rows)


def number(value: float | dict[str, float]) -> float:
    """The level of the one job, or the mean over several."""
    return sum(value.values()) / len(value) if isinstance(value, dict) else value


def panel(title: str, lines: dict[str, list[tuple[float, float]]], left: int) -> str:
    """Some lines of points, by colour, with the ends of their two axes."""
    points = [point for line in lines.values() for point in line]
    (x0, x1), (y0, y1) = ((min(p[n] for p in points), max(p[n] for p in points)) for n in (0, 1))
    y0, y1 = min(0, y0), max(0, y1)
    across, up = (WIDTH - 2 * EDGE) / ((x1 - x0) or 1), (HEIGHT - 2 * EDGE) / ((y1 - y0) or 1)
    words = [
        (left + EDGE, EDGE - 14, title),
        (left + 2, EDGE + 4, f"{y1:.3g}"), (left + 2, HEIGHT - EDGE, f"{y0:.3g}"),
        (left + EDGE, HEIGHT - EDGE + 16, f"{x0:.3g}"),
        (left + WIDTH - 2 * EDGE, HEIGHT - EDGE + 16, f"{x1:.3g}"),
    ]  # fmt: skip
    texts = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in words)
    frame = f'x="{left + EDGE}" y="{EDGE}" width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}"'
    drawn = ""
    for colour, line in lines.items():
        places = [(left + EDGE + (x - x0) * across, HEIGHT - EDGE - (y - y0) * up) for x, y in line]
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        drawn += f'<polyline points="{corners}" fill="none" stroke="{colour}"/>'
    return f'<rect {frame} fill="none" stroke="#bbb"/>{texts}{drawn}'


def plot(logs: Logs, job: str) -> str:
    """All seeds of one job, and seed 0 at a fixed level in grey."""
    drawn: list[str] = []
    for title, (kind, x, y) in PANELS.items():
        lines = {}
        for run, colour in COLOURS.items():
            seed, how = run.split("-")
            name = f"{job}-{seed}-{how if kind == 'reinforced' else 'supervised'}"
            found = [row for row in logs.get(name, ()) if row["kind"] == kind and y in row]
            if found and (kind == "reinforced" or how == "window"):
                lines[colour] = [(row[x], number(row[y])) for row in found]
        if lines:
            drawn.append(panel(title, lines, WIDTH * len(drawn)))
    size = f'viewBox="0 0 {WIDTH * len(drawn)} {HEIGHT}" font-family="sans-serif" font-size="11"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>\n'


def share(value: float) -> str:
    return f"{100 * value:.2f} %"


def turns(value: float) -> str:
    return f"{value:.2f}"


def without_paths(log: str) -> str:
    """Where a run was kept is the business of its machine."""
    return re.sub(r'"/[^"]*?/([^/"]*(?:/\w+\.pt)?)"', r'"runs/\1"', log)


def main() -> None:
    logs = read(sys.argv[1:])
    KEPT.mkdir(exist_ok=True)
    for name, rows in logs.items():
        (KEPT / f"{name}.jsonl").write_text(without_paths("".join(json.dumps(row) + "\n" for row in rows)))
    for job in (*FOUR, *REST):
        if f"{job}-0-window" in logs:
            (KEPT / f"{job}.svg").write_text(plot(logs, job))
    tables = {
        "main": main_table(logs), "seeds": seeds_table(logs), "fixed": fixed_table(logs),
        "grounding": without_table(logs, "grounding", "unseen", share),
        "efficiency": without_table(logs, "efficiency", "turns", turns),
        "rest": rest_table(logs), "sets": sets_table(logs), "cost": cost_table(logs),
    }  # fmt: skip
    text = TEMPLATE.read_text()
    for name, made in tables.items():
        text = text.replace("{{" + name + "}}", made)
    PAGE.write_text(text)
    print(main_table(logs))
    for gap in re.findall(r"\[\[.*?\]\]", text):
        print("still to be written:", gap)


if __name__ == "__main__":
    main()
