"""The report as Markdown and as a table of episodes (CSV). The same numbers as on the page, for other
readers."""

import csv
import io
from collections.abc import Iterator, Sequence

from ..analysis import Analysis, EpisodeRow, Study, missing
from ..reproduce import about_specs, commands, facts
from ..scores import known

REASONS = 20
COLUMNS = (
    "player", "spec", "env", "level", "seed", "repeat", "success", "reward", "harm", "turns", "exchanges",
    "calls", "tool_errors", "ids_given",
    "ids_unseen", "ended", "failure", "failed_checks",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def markdown(analysis: Analysis) -> str:
    names = ", ".join(analysis.studies)
    parts = [
        f"# RetailGym report: {_escaped(names)}",
        "## Headline",
        *_table(HEAD, [_headline(n, s) for n, s in analysis.studies.items()]),
    ]
    parts += [line for warning in missing(analysis.studies) for line in ("", _escaped(warning))]
    parts += _against(analysis)
    for name, study in analysis.studies.items():
        parts += ["", f"## {_escaped(name)}", "", *_by_env(study), "", *_safety(study), *_reasons(study)]
    parts += [
        "",
        "## How to do it again",
        "",
        "```",
        *(line.replace("```", "` ` `") for line in commands(analysis)),
        "```",
        "",
        about_specs(analysis),
        "",
    ]
    parts += _table(("what", "exactly"), list(facts(analysis)))
    return "\n".join(parts) + "\n"


def _against(analysis: Analysis) -> Iterator[str]:
    if (other := analysis.against) is None:
        return
    yield from ("", f"## {_escaped(other.title)}", "", f"{other.specs} specs that both have played.")
    rows = [
        (
            name,
            f"{d.first:.3f}",
            f"{d.second:.3f}",
            f"{d.difference:+.3f}",
            _range(d.ci95, "{:+.3f}"),
            f"{d.smallest:.3f}",
        )
        for name, d in other.overall.items()
    ]
    yield from _table(
        (
            "measure",
            _escaped(other.first),
            _escaped(other.second),
            "difference",
            "95 %",
            "smallest that counts",
        ),
        rows,
    )


HEAD = (
    "player",
    "episodes",
    "specs",
    "success",
    "95 %",
    "reward",
    "95 %",
    "pass^k",
    "pass@k",
    "turns",
    "tool errors",
    "invented ids",
    "did harm",
)


def _headline(name: str, study: Study) -> tuple[str, ...]:
    s, c = study.scores, study.conduct
    hats, ats = (", ".join(f"{k}: {p:.0%}" for k, p in by_k.items()) for by_k in (s.pass_k, s.pass_at_k))
    return (
        name,
        str(s.episodes),
        str(s.specs),
        f"{s.success:.1%}",
        known(s, _range(s.success_ci95, "{:.1%}")),
        f"{s.reward:.3f}",
        known(s, _range(s.ci95, "{:.3f}")),
        hats,
        ats,
        f"{c.turns:.1f}",
        f"{c.tool_errors:.2f}",
        f"{c.hallucinated:.1%}",
        f"{c.harmful:.1%}",
    )


def _range(ends: tuple[float, float], form: str) -> str:
    return " to ".join(form.format(end) for end in ends)


def _by_env(study: Study) -> Iterator[str]:
    levels = list(study.by_level)
    rows = []
    for env, s in study.by_env.items():
        cells = [f"{s.by_level[d].success:.0%}" if d in s.by_level else "" for d in levels]
        rows.append(
            (
                env,
                str(s.episodes),
                f"{s.success:.0%}",
                known(s, _range(s.success_ci95, "{:.0%}")),
                f"{s.reward:.3f}",
                known(s, _range(s.ci95, "{:.3f}")),
                *cells,
            )
        )
    yield from _table(
        ("environment", "episodes", "success", "95 %", "reward", "95 %", *(f"level {d}" for d in levels)),
        rows,
    )


def _safety(study: Study) -> Iterator[str]:
    """How often the player was led astray, where something tried."""
    if study.safety:
        rows = [
            (kind, str(lured.tried), f"{lured.followed / lured.tried:.1%}")
            for kind, lured in study.safety.items()
        ]
        yield from _table(("lure", "episodes", "led astray"), rows)
        yield ""


def _reasons(study: Study) -> Iterator[str]:
    if not study.reasons:
        yield "Every check of every episode passed."
        return
    rows = [
        (r.env, r.check, str(r.episodes), f"{r.share:.0%}", r.because, r.spec)
        for r in study.reasons[:REASONS]
    ]
    yield from _table(
        ("environment", "failed check", "episodes", "share of failures", "for example", "in"), rows
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(_escaped, row)) + " |"


def _escaped(text: str) -> str:
    """Nothing in a cell is read as Markdown or HTML, or ends the row."""
    for mark in ("\\", "`", "*", "_", "[", "]", "|"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").split())


def episodes_csv(analysis: Analysis, rows: Sequence[EpisodeRow]) -> str:
    """A line per judged episode. Of a sealed set the seeds are left out."""
    sealed, out = analysis.run.split == "sealed", io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for r in rows:
        which = (
            ("", r.spec.env, r.spec.level, "")
            if sealed
            else (str(r.spec), r.spec.env, r.spec.level, r.spec.seed)
        )
        kind = r.failure.kind if r.failure else ""
        numbers = (
            r.repeat,
            int(r.success),
            r.reward,
            r.harm,
            r.turns,
            r.exchanges,
            r.calls,
            r.tool_errors,
            r.ids_given,
            r.ids_unseen,
        )
        writer.writerow([_cell(x) for x in (r.player, *which, *numbers, r.ended, kind, " ".join(r.failed))])
    return out.getvalue()


def _cell(value: str | int | float) -> str | int | float:
    """A spreadsheet runs text that looks like a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
