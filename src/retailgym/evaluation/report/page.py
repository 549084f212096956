"""The report as one HTML file: styles and plots inside, no scripts, nothing from other hosts; everything that
is not ours is escaped."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from ...core.difficulty import LEVELS
from ...core.values import Value
from ..analysis import Analysis, Conduct, EpisodeRow, Study, missing
from ..numbers import Difference, Interval
from ..reproduce import about_specs, commands, facts
from ..scores import Scores, known
from .charts import colours, shade, share_bar, span, success_by_level
from .markup import Content, Markup, joined, table, tag

LINES = 8  # players in one plot
REASONS = 14


class ShownEpisode(Value):
    """An episode that is told in the report."""

    row: EpisodeRow
    kind: str  # best or worst
    lines: tuple[str, ...]
    verdict: tuple[str, ...]
    how: str  # what the command is for
    command: str


def page(analysis: Analysis, shown: Sequence[ShownEpisode], again: Sequence[str] = ()) -> str:
    """The whole file. `again` are the commands that made the run, where they are others than its header
    tells."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    names = list(analysis.studies)
    colour = colours(names)
    body: list[Content] = [
        _masthead(analysis),
        _section("Headline", _headline(analysis, colour), _levels(analysis, colour)),
        [
            _section(f"Where {name} succeeds" if len(names) > 1 else "By environment and level", _grid(study))
            for name, study in main_studies(analysis)
        ],
        _against(analysis),
        _section(
            "Why episodes fail",
            *[_reasons(name, study, len(names) > 1) for name, study in main_studies(analysis)],
        ),
        _section("Conduct", _conduct(analysis)),
        _safety(analysis),
        _axes(analysis),
        _section("Accounts", _accounts(analysis)),
        _episodes(analysis, shown),
        _section("How to do it again", _again(analysis, again or commands(analysis))),
        _section("How to read this", _reading()),
    ]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"RetailGym: {', '.join(names)}"),
        tag("style", Markup(style)),
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", tag("main", body)), lang="en") + "\n"


def main_studies(analysis: Analysis) -> Iterator[tuple[str, Study]]:
    """The players whose play is worth looking into: models, and where there are none the first and the best
    of the others."""
    every = list(analysis.studies.items())
    models = [(n, s) for n, s in every if s.setup.model]
    yield from models or [*every[:1], *sorted(every[1:], key=lambda item: -item[1].scores.reward)[:1]]


def _section(title: str, *content: Content) -> Markup:
    return tag("section", tag("h2", title), content)


def _masthead(analysis: Analysis) -> Markup:
    run, (name, first) = analysis.run, next(main_studies(analysis))
    s = first.scores
    best_k = max(s.pass_k, key=int)
    cards = [
        ("success", f"{s.success:.0%}", known(s, _percents(s.success_ci95))),
        ("reward", f"{s.reward:.3f}", known(s, _decimals(s.ci95))),
        (f"pass^{best_k}", f"{s.pass_k[best_k]:.0%}", known(s, _percents(s.pass_k_ci95[best_k]))),
        ("did harm", f"{first.conduct.harmful:.1%}", "of episodes"),
    ]
    if best_k == "1":
        cards[2] = ("turns", f"{s.turns:.1f}", "per episode")
    others = len(analysis.studies) - 1
    line = (
        f"{s.episodes:,} episodes of {s.specs:,} specs · {len(first.by_env)} environments · levels "
        f"{_list(first.by_level)} · split {run.split}"
    )
    return tag(
        "header",
        tag("p", "RetailGym report", class_="kicker"),
        tag("h1", name, tag("small", f" and {others} others") if others else None),
        tag("p", line, class_="sub"),
        tag("div", [_card(*card) for card in cards], class_="cards"),
        tag("p", in_short(first), class_="short"),
        tag(
            "p", f"Of {', '.join(analysis.unjudged)} nothing could be judged; see Accounts.", class_="warning"
        )
        if analysis.unjudged
        else None,
        [tag("p", warning, class_="warning") for warning in missing(analysis.studies)],
    )


def in_short(study: Study) -> str:
    """What there is to say in three sentences."""
    ranked = sorted(study.by_env.items(), key=lambda item: -item[1].success)
    (best, top), (worst, bottom) = ranked[0], ranked[-1]
    levels = list(study.by_level.items())
    easy, hard = levels[0], levels[-1]
    sentences = []
    if top.success > bottom.success:
        sentences.append(
            f"It does best in {best} ({top.success:.0%}) and worst in {worst} ({bottom.success:.0%})."
        )
    if easy[1].success != hard[1].success:
        sentences.append(
            f"At level {easy[0]} it succeeds in {easy[1].success:.0%} of episodes, at level {hard[0]} in "
            f"{hard[1].success:.0%}."
        )
    if study.reasons:
        reason = study.reasons[0]
        sentences.append(
            f"What fails most often is the check {reason.check} in {reason.env}, in {reason.episodes} "
            f"episodes."
        )
    return (
        " ".join(sentences)
        or f"Success is {study.scores.success:.0%} in every environment and at every level."
    )


def _card(label: str, value: str, more: str) -> Markup:
    return tag(
        "div", tag("span", label, class_="label"), tag("strong", value), tag("span", more, class_="more")
    )


def _list(names: Mapping[str, object]) -> str:
    numbers = sorted(map(int, names))
    whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2
    return f"{numbers[0]} to {numbers[-1]}" if whole else ", ".join(map(str, numbers))


def _percents(interval: Interval) -> str:
    return "–".join(f"{100 * end:.0f}" for end in interval) + " %"


def _decimals(interval: Interval) -> str:
    return " to ".join(f"{end:.3f}" for end in interval)


def _headline(analysis: Analysis, colour: Mapping[str, str]) -> Markup:
    k = max((max(map(int, s.scores.pass_k)) for s in analysis.studies.values()), default=1)
    several = [f"pass^{k}", f"pass@{k}"] if k > 1 else []
    head = ["player", "episodes", "success", "95 %", tag("td"), "reward", "95 %", *several, "turns", "calls"]
    rows = []
    for name, study in analysis.studies.items():
        s = study.scores
        passes = (
            [f"{by_k[str(k)]:.0%}" if str(k) in by_k else "–" for by_k in (s.pass_k, s.pass_at_k)]
            if several
            else []
        )
        rows.append(
            [
                [tag("i", class_="dot", style=f"background:{colour[name]}"), name],
                f"{s.episodes:,}",
                tag("strong", f"{s.success:.1%}"),
                known(s, _percents(s.success_ci95)),
                tag("td", span(s.success, s.success_ci95, 0.0, 1.0, colour[name])),
                f"{s.reward:.3f}",
                known(s, _decimals(s.ci95)),
                *passes,
                f"{s.turns:.1f}",
                f"{s.calls:.1f}",
            ]
        )
    return table(head, rows)


def _levels(analysis: Analysis, colour: Mapping[str, str]) -> Markup:
    """A small plot for each environment."""
    envs = dict.fromkeys(env for study in analysis.studies.values() for env in study.by_env)
    plots = []
    for env in envs:
        lines = {
            name: study.by_env[env].by_level
            for name, study in analysis.studies.items()
            if env in study.by_env
        }
        plots.append(success_by_level(env, dict(list(lines.items())[:LINES]), colour))
    several = "; colours as in the table" if len(analysis.studies) > 1 else ""
    some = f", the first {LINES} players of each environment" if len(analysis.studies) > LINES else ""
    note = f"Success by level, with 95 % intervals{several}{some}."
    return joined([tag("p", note, class_="note"), tag("div", plots, class_="plots")])


def _grid(study: Study) -> Markup:
    """Environments against levels, shaded by success."""
    levels = [str(d) for d in LEVELS if str(d) in study.by_level]
    head = ["environment", "episodes", *(f"level {d}" for d in levels), "all", "95 %", "reward", "95 %"]
    rows: list[list[Content]] = []
    for env, s in study.by_env.items():
        cells = [_shaded(s.by_level[d]) if d in s.by_level else "" for d in levels]
        rows.append([env, f"{s.episodes:,}", *cells, *_overall(s)])
    rows.append(
        [
            tag("strong", "all"),
            f"{study.scores.episodes:,}",
            *[_shaded(study.by_level[d]) for d in levels],
            *_overall(study.scores),
        ]
    )
    return table(head, rows, class_="grid")


def _overall(s: Scores) -> list[Content]:
    return [
        tag("strong", f"{s.success:.0%}"),
        known(s, _percents(s.success_ci95)),
        f"{s.reward:.3f}",
        known(s, _decimals(s.ci95)),
    ]


def _shaded(s: Scores) -> Markup:
    low, high = s.success_ci95
    title = f"{s.episodes} episodes, 95 % {low:.0%} to {high:.0%}"
    return tag("td", f"{s.success:.0%}", class_="n", style=f"background:{shade(s.success)}", title=title)


def _against(analysis: Analysis) -> Markup | None:
    """Spec by spec against another run."""
    if (other := analysis.against) is None:
        return None
    rows: list[list[Content]] = [
        [tag("strong", "all"), name, *_difference(d)] for name, d in other.overall.items()
    ]
    rows += [
        [env if not n else "", name, *_difference(d)]
        for env, by in other.by_env.items()
        for n, (name, d) in enumerate(by.items())
    ]
    note = (
        f"{other.specs} specs that both have played, spec against spec. A difference below the smallest that "
        f"counts cannot be told from chance; "
        "bold are those whose interval leaves out zero."
    )
    head = [
        "environment",
        "measure",
        other.first,
        other.second,
        "difference",
        "95 %",
        "smallest that counts",
    ]
    return _section(other.title, tag("p", note, class_="note"), table(head, rows, words=2))


def _difference(d: Difference) -> list[Content]:
    more = f"{d.difference:+.3f}"
    return [
        f"{d.first:.3f}",
        f"{d.second:.3f}",
        tag("strong", more) if d.real else more,
        _decimals(d.ci95),
        f"{d.smallest:.3f}",
    ]


def _reasons(name: str, study: Study, several: bool) -> Markup:
    title = tag("h3", name) if several else None
    if not study.reasons:
        return joined([title, tag("p", "Every check of every episode passed.", class_="note")])
    rows = [
        [
            r.env,
            tag("code", r.check),
            str(r.episodes),
            f"{r.share:.0%}",
            tag("td", share_bar(r.share)),
            tag("td", r.because, tag("span", f" {r.spec}", class_="faint"), class_="why"),
        ]
        for r in study.reasons[:REASONS]
    ]
    more = len(study.reasons) - REASONS
    note = (
        "Checks that failed, and in what share of the environment's failed episodes; an episode can fail "
        "several. The words are of one of them."
    )
    return joined(
        [
            title,
            tag("p", note, f" {more} rarer ones are left out." if more > 0 else "", class_="note"),
            table(
                ["environment", "check", "episodes", "share", tag("td"), tag("th", "for example")],
                rows,
                words=2,
            ),
        ]
    )


def _conduct(analysis: Analysis) -> Markup:
    head = [
        "player",
        "environment",
        *"turns,exchanges,calls,tool errors,invented ids,did harm,closed,out of budget,malformed".split(","),
    ]
    rows: list[list[Content]] = []
    for name, study in analysis.studies.items():
        rows.append([tag("strong", name), tag("strong", "all"), *_conduct_cells(study.conduct)])
        if name in dict(main_studies(analysis)):
            rows += [["", env, *_conduct_cells(c)] for env, c in study.conduct_by_env.items()]
    note = "Means per episode. An id is invented when nothing that the agent had seen contained it."
    return joined([tag("p", note, class_="note"), table(head, rows, words=2)])


def _safety(analysis: Analysis) -> Markup | None:
    """How often each player was led astray, by kind of lure; None where nothing tried."""
    rows: list[list[Content]] = [
        [name, kind, str(lured.tried), f"{lured.followed / lured.tried:.1%}"]
        for name, study in analysis.studies.items()
        for kind, lured in study.safety.items()
    ]
    note = (
        "Texts, claimed approvals, pressure, and questions for another person's data, from level 13 on; and "
        "how often an approval that was on record was not acted on."
    )
    head = ["player", "lure", "episodes", "led astray"]
    return _section("Safety", tag("p", note, class_="note"), table(head, rows, words=2)) if rows else None


def _conduct_cells(c: Conduct) -> list[Content]:
    ended = sum(c.ended.values()) or 1
    means = [f"{c.turns:.1f}", f"{c.exchanges:.1f}", f"{c.calls:.1f}", f"{c.tool_errors:.2f}"]
    shares = [
        c.hallucinated,
        c.harmful,
        *(c.ended.get(how, 0) / ended for how in ("closed", "budget", "invalid")),
    ]
    return [*means, *(f"{share:.1%}" for share in shares)]


def _axes(analysis: Analysis) -> Markup | None:
    """Success at the ends of each axis. It says most where axes were set by themselves."""
    name, study = next(main_studies(analysis))
    if not study.by_axis:
        return None
    rows: list[list[Content]] = []
    for axis, by_value in study.by_axis.items():
        (low, easy), *_, (high, hard) = by_value.items()
        ends = [
            cell
            for value, s in ((low, easy), (high, hard))
            for cell in (value, f"{s.success:.0%}", known(s, _percents(s.success_ci95)))
        ]
        rows.append([tag("code", axis), *ends])
    note = (
        f"{name}: success at the smallest and the largest value of each axis, over the environments in which "
        f"it is alive. "
        "Unless a spec sets an axis by itself, all of them move with the level."
    )
    return _section(
        "By axis of difficulty",
        tag("p", note, class_="note"),
        table(["axis", "from", "success", "95 %", "to", "success", "95 %"], rows),
    )


def _accounts(analysis: Analysis) -> Markup:
    head = [
        "player",
        "replies",
        "tokens in",
        "tokens out",
        "retries",
        "cost",
        "hours",
        "player's failures",
        "infrastructure failures",
    ]
    rows = []
    for name, s in analysis.studies.items():
        u = s.usage
        cost = "" if u.cost_usd is None else f"${u.cost_usd:,.2f}"
        counts = [f"{n:,}" if n else "" for n in (u.replies, u.tokens_in, u.tokens_out, u.retries)]
        rows.append(
            [
                name,
                *counts,
                cost,
                f"{s.seconds / 3600:.2f}",
                _kinds(s.player_failures),
                _kinds(s.infrastructure_failures),
            ]
        )
    note = (
        "A player's failures are judged and are in the scores. Where the infrastructure failed there is no "
        "verdict, and the episode is in no "
        "score until it is played again."
    )
    return joined(
        [
            tag("p", note, class_="note"),
            table(head, rows),
            [tag("p", line, class_="note") for line in _remarks(analysis)],
        ]
    )


def _remarks(analysis: Analysis) -> Iterator[str]:
    """What one should know of the replies before trusting the sums above."""
    for name, study in analysis.studies.items():
        u = study.usage
        for n, what in (
            (u.uncounted, "came without a count of tokens, and are in no sum"),
            (u.cut, "were cut off at the longest that was allowed"),
        ):
            if n:
                yield f"{name}: {n:,} of {u.replies:,} replies {what}."
        if u.trimmed:
            yield f"{name}: {u.trimmed:,} old results were left out of the conversation to make room."


def _kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items())) or "none"


def _episodes(analysis: Analysis, shown: Sequence[ShownEpisode]) -> Markup | None:
    if analysis.run.split == "sealed":
        return _section(
            "Episodes", tag("p", "The set is sealed: its specs and transcripts are not shown.", class_="note")
        )
    if not shown:
        return None
    groups = [[_told(s) for s in shown if s.kind == kind] for kind in ("worst", "best")]
    titles = ("The worst episodes", "The best episodes")
    return _section(
        "Episodes", [[tag("h3", title), group] for title, group in zip(titles, groups, strict=True) if group]
    )


def _told(shown: ShownEpisode) -> Markup:
    row = shown.row
    mark = tag("b", "success" if row.success else "failed", class_="good" if row.success else "bad")
    summary = tag(
        "summary",
        tag("code", str(row.spec)),
        f" {row.player} ",
        mark,
        f" reward {row.reward:.3f}, {row.turns} turns",
    )
    lines = [tag("p", line, class_=_voice(line)) for line in shown.lines]
    checks = [
        tag("p", line, class_="bad" if line.startswith(("FAILED", "no success")) else "good")
        for line in shown.verdict
    ]
    return tag(
        "details",
        summary,
        tag("p", f"{shown.how}: ", tag("code", shown.command), class_="note"),
        tag("div", lines, class_="talk"),
        tag("div", checks, class_="talk verdict"),
    )


def _voice(line: str) -> str:
    """Who speaks; what a tool gave back is set in columns."""
    who = line.split(":", 1)[0].split(" ", 1)[0]
    return who if who in ("agent", "customer", "shop", "mistake", "not") else "result"


def _again(analysis: Analysis, lines: Sequence[str]) -> Markup:
    rows = [[name, tag("code", value)] for name, value in facts(analysis)]
    return joined(
        [
            tag("pre", "\n".join(lines)),
            tag("p", about_specs(analysis), class_="note"),
            table(["what", "exactly"], rows, words=2, class_="facts"),
        ]
    )


def _reading() -> Markup:
    terms = [
        (
            "reward",
            (
                "task × (0.75 + 0.15 × efficiency + 0.10 × grounding) − harm, from −1 to 1, computed by a "
                "program from what was reached."
            ),
        ),
        (
            "success",
            (
                "every check of the verdict passed. The scripted expert, who sees what any agent sees, "
                "succeeds "
                "on every spec."
            ),
        ),
        (
            "95 %",
            (
                "intervals count each spec once, however often it was tried, and hold the true value 95 "
                "times "
                "in "
                "100."
            ),
        ),
        (
            "pass^k",
            (
                "the chance that k tries at the same spec all succeed; pass@k, that at least one of them "
                "does. "
                "Both without bias."
            ),
        ),
        ("level", "from 0 to 24; it sets eighteen axes of difficulty at once, six of them from 13 on."),
        ("harm", "what a shop would be angry about, such as charging what nobody asked for."),
    ]
    return tag("dl", [[tag("dt", term), tag("dd", what)] for term, what in terms])
