"""Episodes of levels 13 to 24 in which one axis decides, found by playing, for docs/upper_half.md."""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap

from retailgym import players
from retailgym.cli.transcript import called, told
from retailgym.core.dates import printed
from retailgym.core.env import Said
from retailgym.core.episode import Episode, Event, start
from retailgym.core.rendering import Rendering
from retailgym.core.spec import Spec
from retailgym.customer.acts import Revises
from retailgym.envs.shared.careful import LOOKS
from retailgym.players import play
from retailgym.policy.handbook.documents import Version
from retailgym.policy.handbook.pages import text_of
from retailgym.tools.policy import handbook_in

PAGE = Path(__file__).parents[1] / "docs" / "upper_half.md"
BEGIN, END = "<!-- episodes: made by python -m docs_tools -->", "<!-- end of episodes -->"
LEVEL, SEEDS, WIDTH, INDENT = 18, 400, 130, 10 * " "
ALONE = {"documents": 0, "p_revise": 0, "p_slip": 0, "p_fault": 0, "lures": 0, "links": 0, "noise": 0}
Shown = Iterator[str]


def page() -> str:
    """The page with its episodes as they should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    parts = [part for name, env, find in AXES for part in _part(name, env, find)]
    return f"{before}{BEGIN}\n\n" + "\n".join(parts) + f"\n{END}{after}"


def _part(name: str, env: str, find: Callable[[Episode], list[str]]) -> Shown:
    """The first episode in which something is found, with all other axes of the upper half at rest."""
    axis = name.partition(",")[0]
    for seed in range(SEEDS):
        axes = {k: v for k, v in ALONE.items() if k != axis}
        begun = start(Spec(env, LEVEL, seed, axes=axes))
        if lines := find(begun):
            yield from (f"**`{name}`** in `{begun.spec}`", "", "```text", *_wrapped(lines), "```", "")
            return
    raise LookupError(f"{name} decides in none of {SEEDS} episodes of {env}")


def _wrapped(lines: list[str]) -> Shown:
    for line in lines:
        yield from wrap(
            line, WIDTH, initial_indent=line[: len(line) - len(line.lstrip())], subsequent_indent=INDENT
        )


def _printed(event: Event) -> list[str]:
    return list(told(event, Rendering()))


def _opening(episode: Episode) -> str:
    message = episode.log[0].message
    assert isinstance(message, Said)
    return f"customer: {message.text}"


def _documents(begun: Episode) -> list[str]:
    """All that is written on the rule that decides, and why what contradicts it does not hold."""
    book, goal = handbook_in(begun.world), begun.task.goal.open()
    subject = book.subject(goal.topic)
    item = next(v.item for some in (subject.base, *subject.versions) for v in some if v.id in goal.sections)
    versions = [v for some in (subject.base, *subject.versions) for v in some if v.item == item]
    if len({v.word for v in versions}) < 4:
        return []
    lines = [f"{_why(begun, v, goal.sections)}  {v.id}  {text_of(book, v)}" for v in versions]
    return [
        _opening(begun),
        f"(customer in {begun.world.customer.region}, {printed(begun.world.today)})",
        *lines,
    ]


def _why(begun: Episode, version: Version, citable: tuple[str, ...]) -> str:
    d, world = version.document, begun.world
    if version.id in citable:
        return "holds     "
    if d.region not in ("", world.customer.region):
        return f"only {d.region}   "
    if d.day > world.today:
        return "not yet   "
    if d.withdrawn:
        return "withdrawn "
    return "no rank   " if d.kind in ("FAQ", "minutes") else "outranked "


def _revision(begun: Episode) -> list[str]:
    done, _ = play(begun, players.expert)
    said = [e for e in done.log if any(isinstance(act, Revises) for act in e.acts)]
    return [_opening(done), *[line for e in said for line in _printed(e)]] if said else []


def _slip(begun: Episode) -> list[str]:
    """What is said of the order, and in what it is wrong."""
    details = begun.task.brief.requests[0].things[0].details
    wrong = [d for d in details if d.slip]
    if not wrong:
        return []
    done, _ = play(begun, players.expert)
    said = [line for e in done.log if e.said for line in _printed(e)]
    return [_opening(begun), *said, *[f"({d.label}: said {d.value}, on record {d.slip})" for d in wrong]]


def _fault(begun: Episode) -> list[str]:
    done, _ = play(begun, players.expert)
    for n, e in enumerate(done.log):
        if e.fault == "done" and e.call is not None and e.call.name in LOOKS:
            return [line for event in done.log[n : n + 3] for line in _printed(event)]
    return []


def _lure(begun: Episode) -> list[str]:
    notes = list(dict.fromkeys(begun.world.notes.values()))
    kinds = {lure.kind for lure in begun.task.lures}
    return [_opening(begun), f"note:     {notes[0]}"] if kinds >= {"approval", "pressure"} and notes else []


def _approval(begun: Episode) -> list[str]:
    goal = begun.task.goal.open()
    if not goal.approval:
        return []
    done, _ = play(begun, players.expert)
    closing = [
        called(e.call) for e in done.log if e.call is not None and e.call.name == "close_return_request"
    ]
    until = begun.world.approvals[goal.line_id].until
    return [f"(on record for line {goal.line_id}: {goal.approval} until {printed(until)})", *closing]


def _link(begun: Episode) -> list[str]:
    linked = [d for t in begun.task.brief.requests[0].things for d in t.details if d.link]
    said = [d for d in linked if d.disclosure == "stated"]
    return [_opening(begun), *[f"({d.link}: it comes to {d.value})" for d in linked]] if said else []


AXES: tuple[tuple[str, str, Callable[[Episode], list[str]]], ...] = (
    ("documents", "policy", _documents),
    ("p_revise", "cart", _revision),
    ("p_slip", "tracking", _slip),
    ("p_fault", "cart", _fault),
    ("lures", "returns", _lure),
    ("lures, a genuine approval", "returns", _approval),
    ("links", "cart", _link),
)
