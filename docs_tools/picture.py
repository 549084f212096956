"""A moving picture of an episode: what was said and done appears line by line. One SVG file, no script."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

import msgspec

from retailgym import players
from retailgym.core.env import Refusal, Result, Said
from retailgym.core.episode import Event, start
from retailgym.core.reward import Verdict
from retailgym.core.spec import Spec
from retailgym.core.values import encode
from retailgym.players import play

WIDTH, HEIGHT, LINE, PAD = 860, 460, 21, 14
COLUMNS, WIDE = 66, 96  # characters in a line of a bubble, and of a call
PAUSE_S, LAST_S = 1.7, 6.0  # between two beats, and at the end
LISTS = {"results": "products", "variants": "variants", "products": "products compared", "lines": "lines"}
STYLE = """
svg { font: 14px ui-sans-serif, system-ui, sans-serif; }
.paper { fill: #fbfaf7; stroke: #e3e0d8; } .ink { fill: #1d2125; } .dim { fill: #5c646d; }
.customer { fill: #f2efe8; } .agent { fill: #e2f0ee; } .call { fill: none; stroke: #cfcabd; }
.code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
.won { fill: #1c6b3a; font-weight: 600; }
@media (prefers-color-scheme: dark) {
.paper { fill: #14171a; stroke: #30363c; } .ink { fill: #e8eaec; } .dim { fill: #a3abb3; }
.customer { fill: #23282d; } .agent { fill: #17332f; } .call { stroke: #3a4148; } .won { fill: #7fd39b; }
}
@media (prefers-reduced-motion: reduce) { .beat, .roll { animation: none !important; } }
"""


class Bubble(NamedTuple):
    kind: str  # customer, agent, call or verdict
    lines: list[str]

    @property
    def height(self) -> int:
        return len(self.lines) * LINE + 2 * PAD - 6


def picture(spec: str) -> str:
    episode, verdict = play(start(Spec.parse(spec)), players.expert)
    bubbles = [b for event in episode.log for b in _bubbles(event)] + [_verdict(verdict)]
    tops = [PAD]
    for bubble in bubbles:
        tops.append(tops[-1] + bubble.height + 8)
    seconds = PAUSE_S * len(bubbles) + LAST_S
    beats = "".join(_drawn(b, top, n, seconds) for n, (b, top) in enumerate(zip(bubbles, tops, strict=False)))
    frames = _frames(tops[1:], seconds) + _appearing(len(bubbles), seconds)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
    title = f"<title>The expert plays {escape(spec)}</title>"
    rolled = f'<g class="roll" style="animation: roll {seconds:.1f}s infinite">{beats}</g>'
    frame = f'<rect class="paper" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="12"/>'
    clip = f'<clipPath id="c"><rect width="{WIDTH}" height="{HEIGHT - 8}" y="4"/></clipPath>'
    inner = f'<g clip-path="url(#c)">{rolled}</g>'
    return f"{head}>{title}<style>{STYLE}{frames}</style>{frame}{clip}{inner}</svg>\n"


def _bubbles(event: Event) -> Iterator[Bubble]:
    if event.said is not None:
        yield Bubble("agent", textwrap.wrap(event.said, COLUMNS))
    message = event.message
    if event.call is not None:
        given = event.call.arguments if isinstance(event.call.arguments, dict) else {}
        words = " ".join(f"{k}={encode(v).decode()}" for k, v in given.items() if v != "")
        came = f"→ {_gist(message.content)}" if isinstance(message, Result) else ""
        yield Bubble("call", [_cut(f"{event.call.name} {words}"), came])
    elif isinstance(message, (Said, Refusal)):
        yield Bubble("customer", textwrap.wrap(message.text, COLUMNS))


def _cut(text: str) -> str:
    return text if len(text) <= WIDE else f"{text[: WIDE - 2]} …"


def _gist(content: object) -> str:
    found = msgspec.json.decode(encode(content))
    for name, noun in LISTS.items():
        if isinstance(found, dict) and isinstance(found.get(name), list):
            first = next((row.get("title", "") for row in found[name] if isinstance(row, dict)), "")
            many = f"{len(found[name])} {noun}" if len(found[name]) > 1 else noun.removesuffix("s")
            return _cut(f"{many}: {first}" if first else many)
    return "done"


def _verdict(verdict: Verdict) -> Bubble:
    passed = ", ".join(c.name.replace("_", " ") for c in verdict.checks if c.passed)
    return Bubble("verdict", [f"reward {verdict.reward:.2f}, computed by a program: {passed}"])


def _drawn(bubble: Bubble, top: int, n: int, seconds: float) -> str:
    wide = 500 if bubble.kind in ("customer", "agent") else WIDTH - 4 * PAD
    left = WIDTH - wide - 2 * PAD if bubble.kind == "agent" else 2 * PAD
    ink = {"verdict": "won", "call": "ink code"}.get(bubble.kind, "ink")
    box = "" if bubble.kind == "verdict" else (
        f'<rect class="{bubble.kind}" x="{left}" y="{top}" width="{wide}" height="{bubble.height}" rx="10"/>'
    )  # fmt: skip
    text = "".join(
        f'<text class="{"dim code" if bubble.kind == "call" and k else ink}" x="{left + PAD}" '
        f'y="{top + PAD + 11 + k * LINE}">{escape(line)}</text>'
        for k, line in enumerate(bubble.lines)
    )
    return f'<g class="beat" style="animation: beat{n} {seconds:.1f}s infinite">{box}{text}</g>'


def _appearing(many: int, seconds: float) -> str:
    def one(n: int) -> str:
        at = 100 * n * PAUSE_S / seconds
        hidden = f"0% {{opacity: 0}} {at:.2f}% {{opacity: 0}} " if n else ""
        return f"@keyframes beat{n} {{ {hidden}{at + 1.2:.2f}% {{opacity: 1}} 100% {{opacity: 1}} }}\n"

    return "".join(map(one, range(many)))


def _frames(bottoms: list[int], seconds: float) -> str:
    """The page rolls up as far as the newest line needs."""
    steps = ["0% {transform: translateY(0)}"]
    for n, bottom in enumerate(bottoms):
        up = min(0, HEIGHT - PAD - bottom)
        begin, end = 100 * n * PAUSE_S / seconds, 100 * (n * PAUSE_S + 0.4) / seconds
        before = min(0, HEIGHT - PAD - bottoms[n - 1]) if n else 0
        steps += [f"{begin:.2f}% {{transform: translateY({before}px)}}"] if n else []
        steps += [f"{end:.2f}% {{transform: translateY({up}px)}}"]
    return f"@keyframes roll {{ {' '.join(steps)} 100% {{transform: translateY({up}px)}} }}\n"
