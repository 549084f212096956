"""What a run comes to, and the report on it: right in every number, whole in one file, and safe whatever the
names are."""

import csv
import io
import json
import re
import shlex
from html.parser import HTMLParser

import pytest

import retailgym as rg
from retailgym.cli.errors import UserError
from retailgym.cli.report import compare, report, shown, written
from retailgym.core.spec import key_fingerprint
from retailgym.core.values import replace
from retailgym.envs import get_env
from retailgym.evaluation.analysis import analyse, rows_of
from retailgym.evaluation.ledger import Ledger, Setup
from retailgym.evaluation.report.markdown import markdown
from retailgym.evaluation.report.markup import joined, table, tag
from retailgym.evaluation.report.page import page
from retailgym.evaluation.reproduce import commands
from retailgym.players.model.failure import InfrastructureFailure, PlayerFailure

from ..command import retailgym
from .runs import KEY, MODEL, careless_run

NASTY = '<script>alert(1)</script> & "co" ``` | =1+1'


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    directory = tmp_path_factory.mktemp("run")
    return directory, *careless_run(directory)


@pytest.fixture(scope="module")
def analysis(kept):
    _, run, entries = kept
    return analyse(run, entries)


# the numbers


def test_the_scores_are_those_of_the_ledger(kept, analysis):
    """48 episodes of 24 specs, each tried twice; means over specs are plain means here."""
    rewards = [e.verdict.reward for e in kept[2]]
    study = analysis.studies[MODEL]
    assert study.scores.episodes == 48 and study.scores.specs == 24 and 0 < study.scores.success < 1
    assert study.scores.reward == pytest.approx(sum(rewards) / 48)
    cart = [e for e in kept[2] if e.spec.startswith("cart/6/")]
    assert study.by_env["cart"].by_level["6"].success == pytest.approx(
        sum(e.verdict.success for e in cart) / 8
    )
    assert list(study.by_env) == ["cart", "policy"] and list(study.by_level) == ["0", "6", "12"]
    assert (
        set(study.scores.pass_k) == {"1", "2"}
        and study.scores.pass_k["2"] < study.scores.success < study.scores.pass_at_k["2"]
    )


def test_conduct_and_accounts_are_sums_of_the_lines(kept, analysis):
    lines, study = kept[2], analysis.studies[MODEL]
    assert study.conduct.turns == pytest.approx(sum(e.turns for e in lines) / 48)
    assert study.conduct.hallucinated == pytest.approx(
        sum(e.ids_unseen for e in lines) / sum(e.ids_given for e in lines)
    )
    assert study.usage.tokens_in == sum(
        900 * e.turns for e in lines
    ) and study.usage.cost_usd == pytest.approx(sum(0.0001 * e.turns for e in lines))
    assert sum(study.conduct.ended.values()) == 48 and study.seconds == pytest.approx(72.0)


def test_reasons_are_the_failed_checks_of_the_verdicts(kept, analysis):
    study = analysis.studies[MODEL]
    failed = [e for e in kept[2] if e.spec.startswith("cart") and not e.verdict.success]
    for reason in [r for r in study.reasons if r.env == "cart"]:
        having = [e for e in failed if any(c.name == reason.check and not c.passed for c in e.verdict.checks)]
        assert reason.episodes == len(having) and reason.share == pytest.approx(len(having) / len(failed))
        assert any(
            e.spec == reason.spec and reason.because in [c.because for c in e.verdict.checks] for e in having
        )
    assert [r.episodes for r in study.reasons] == sorted((r.episodes for r in study.reasons), reverse=True)


def test_an_axis_that_was_set_by_itself_is_told_apart(kept):
    _, run, entries = kept
    cart = [e for e in entries if e.spec.startswith("cart/6/")]
    ablated = [
        replace(e, spec=f"{e.spec}?p_stockout=0", verdict=replace(e.verdict, success=False, reward=0.0))
        for e in cart
    ]
    found = analyse(run, [*cart, *ablated]).studies[MODEL].by_axis
    assert list(found) == ["p_stockout"] and list(found["p_stockout"]) == ["0", "0.3"]
    assert found["p_stockout"]["0"].success == 0.0 and found["p_stockout"]["0.3"].success > 0.0


def test_failures_of_the_infrastructure_are_in_no_score_and_a_later_line_counts(kept):
    _, run, entries = kept
    first, second, *rest = entries
    lost = replace(first, verdict=None, failure=InfrastructureFailure(kind="timeout"))
    again = replace(second, verdict=None, failure=InfrastructureFailure(kind="dropped"))
    judged = replace(rest[0], failure=PlayerFailure(kind="overflow"))
    study = analyse(run, [lost, again, judged, *rest[1:], second]).studies[MODEL]
    assert (
        study.scores.episodes == 47
        and study.infrastructure_failures == {"timeout": 1}
        and study.player_failures == {"overflow": 1}
    )


def test_what_has_no_verdict_is_told_before_any_score(kept):
    """48 episodes were planned; two were lost and one was stopped."""
    _, run, entries = kept
    lost = [
        replace(e, verdict=None, failure=InfrastructureFailure(kind=kind))
        for e, kind in zip(entries[:2], ("timeout", "server"), strict=True)
    ]
    stopped = replace(entries[2], verdict=None, failure=InfrastructureFailure(kind="stopped"))
    found = analyse(run, [*lost, stopped, *entries[3:]])
    said = (
        f"3 of the 48 episodes of {MODEL} have no verdict and are in no score; for want of "
        f"infrastructure: server 1, timeout 1."
    )
    text = Page(page(found, [])).text
    assert (
        said in text
        and text.index(said) < text.index("Headline")
        and said in written(found, [], ".md", None).decode().replace("\\_", "_")
    )
    assert "no verdict and" not in Page(page(analyse(run, entries), [])).text


def test_pass_k_is_left_open_where_not_every_spec_was_tried_so_often(kept):
    _, run, entries = kept
    expert = [replace(e, player="expert") for e in entries]
    found = analyse(replace(run, players=(*run.players, Setup(player="expert"))), [*entries[1:], *expert])
    assert set(found.studies[MODEL].scores.pass_k) == {"1"} and set(
        found.studies["expert"].scores.pass_k
    ) == {"1", "2"}
    row = re.search(rf"<tr><td><i [^>]*></i>{re.escape(MODEL)}</td>.*?</tr>", page(found, []))
    assert row is not None and row[0].count('<td class="n">–</td>') == 2


def test_a_check_that_fails_in_a_success_is_no_reason_of_failure(kept):
    _, run, entries = kept
    won = [e for e in entries if e.verdict.success][:2]
    flawed = replace(
        won[0], verdict=replace(won[0].verdict, checks=(replace(won[0].verdict.checks[0], passed=False),))
    )
    assert analyse(run, [flawed, won[1]]).studies[MODEL].reasons == ()


def test_replies_that_are_in_no_sum_are_told(kept):
    _, run, entries = kept
    used = replace(entries[0].usage, uncounted=2, cut=1, trimmed=3)
    text = Page(page(analyse(run, [replace(entries[0], usage=used), *entries[1:]]), [])).text
    assert (
        "2 of " in text
        and "came without a count" in text
        and "were cut off" in text
        and "3 old results were left out" in text
    )


def test_the_command_to_do_it_again_names_what_was_planned_and_a_shop_of_ones_own(kept):
    _, run, entries = kept
    (line,) = commands(analyse(run, [e for e in entries if e.spec.startswith("cart/")]))
    assert "--envs cart,policy" in line and "--store" not in line
    (line,) = commands(analyse(replace(run, store="feedbeef"), entries))
    assert line.endswith("--store STORE")


def test_the_best_and_the_worst_come_from_different_environments_first(analysis):
    study = analysis.studies[MODEL]
    assert {r.spec.env for r in study.worst[:2]} == {"cart", "policy"} == {r.spec.env for r in study.best[:2]}
    assert not any(r.success for r in study.worst) and all(r.reward == 1.0 for r in study.best)


# the page


class Page(HTMLParser):
    """What a browser would load, and whether every element is closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.links, self.text = [], [], [], ""
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        self.links += [
            v
            for k, v in attributes
            if k in ("href", "src", "srcset", "data", "xlink:href", "action") or k.startswith("on")
        ]
        if name != "meta":
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.tags.append(name)

    def handle_endtag(self, name):
        assert self.open.pop() == name

    def handle_data(self, text):
        self.text += text


def test_the_page_is_whole_and_needs_nothing_else(kept, analysis):
    text = page(analysis, shown(analysis, kept[0]))
    read = Page(text)
    assert (
        read.open == []
        and "script" not in read.tags
        and read.links == []
        and "@import" not in text
        and "url(" not in text
    )
    assert read.tags.count("svg") > 2 and read.tags.count("details") == 6 and "@media print" in text


def test_the_page_says_what_it_takes_to_do_it_again(kept, analysis):
    said = Page(page(analysis, [])).text
    for fact in (
        kept[1].store,
        f"cart@{get_env('cart').version}",
        f"policy@{get_env('policy').version}",
        analysis.specs_digest,
        "--temperature 0.7",
        "--repeats 2",
        "--split validation",
        "--seeds 4",
    ):
        assert fact in said, fact


def test_transcripts_can_be_seen_again_by_the_command_beside_them(kept, analysis):
    commands = re.findall(r"See it again: <code>(.*?)</code>", page(analysis, shown(analysis, kept[0])))
    assert len(commands) == 6
    ran = retailgym(*shlex.split(commands[0])[1:])
    assert ran.returncode == 0 and "no success; reward" in ran.stdout, ran.stderr


def test_nothing_that_comes_from_outside_is_read_as_markup(kept):
    _, run, entries = kept
    setup = replace(run.players[0], player=NASTY, model=NASTY, base_url=NASTY)
    lines = [replace(e, player=NASTY) for e in entries]
    bad = replace(
        lines[0].verdict,
        success=False,
        checks=(replace(lines[0].verdict.checks[0], passed=False, name=NASTY, because=NASTY),),
    )
    found = analyse(replace(run, players=(setup,)), [replace(lines[0], verdict=bad), *lines[1:]])
    text = page(found, shown(found, kept[0]))
    assert NASTY in Page(text).text and "script" not in Page(text).tags
    told = written(found, lines, ".md", None).decode()
    assert told.count("```") == 2 and "<script" not in re.sub("```.*?```", "", told, flags=re.DOTALL)
    rows = list(
        csv.reader(
            io.StringIO(written(found, [replace(e, player="=cmd()") for e in lines], ".csv", None).decode())
        )
    )
    assert {row[0] for row in rows[1:]} == {"'=cmd()"} and len(rows) == 49


@pytest.mark.parametrize("text", ["<b>", "&amp;", '"', "'", "]]>", "<!--"])
def test_text_is_escaped_wherever_it_stands(text):
    made = tag("p", text, [text, (text,)], title=text) + table([text], [[text, 1]])
    assert Page(made).text == text * 5 + "1" and Page(made).tags.count("p") == 1
    assert joined([None, 3, "<"]) == "3&lt;"


def test_a_sealed_set_stays_sealed_in_every_format(tmp_path):
    run, entries = careless_run(
        tmp_path,
        split="sealed",
        seeds=2,
        levels=(6, 12),
        repeats=1,
        key_fingerprint=key_fingerprint(KEY),
        per_mille=200,
    )
    found = analyse(run, entries)
    seeds = {str(rg.Spec.parse(e.spec).seed) for e in entries}
    assert found.studies[MODEL].reasons
    for suffix in (".html", ".md", ".json", ".csv"):
        text = written(found, entries, suffix, tmp_path).decode()
        assert not [s for s in seeds if s in text], suffix
        assert suffix == ".csv" or key_fingerprint(KEY) in text


# the commands


def test_the_report_is_written_in_every_format(kept, tmp_path, analysis):
    files = [tmp_path / f"r{suffix}" for suffix in (".html", ".md", ".json", ".csv")]
    ran = retailgym("report", kept[0], *[a for f in files for a in ("--out", f)])
    assert ran.returncode == 0 and ran.stdout == "", ran.stderr
    page, told, numbers, episodes = (f.read_text(encoding="utf-8") for f in files)
    assert Page(page).open == [] and f"# RetailGym report: {MODEL}" in told
    assert json.loads(numbers)["studies"][MODEL]["scores"]["episodes"] == 48
    assert len(list(csv.DictReader(io.StringIO(episodes)))) == 48 == len(rows_of(kept[2]))


def test_a_run_of_eval_can_be_reported_and_compared(tmp_path):
    ran = retailgym(
        "eval",
        "--players",
        "expert,first_result",
        "--envs",
        "cart",
        "--levels",
        "0,6",
        "--seeds",
        "3",
        "--out",
        tmp_path / "run",
    )
    assert ran.returncode == 0, ran.stderr
    assert retailgym("report", tmp_path / "run", "--out", tmp_path / "r.html").returncode == 0
    assert "first_result" in (tmp_path / "r.html").read_text(encoding="utf-8")
    found = json.loads(
        retailgym("compare", f"{tmp_path}/run:first_result", f"{tmp_path}/run:expert", "--json").stdout
    )
    assert (
        found["shared"] == 6
        and found["overall"]["success"]["second"] == 1.0
        and found["overall"]["success"]["real"]
    )


def test_two_runs_are_compared_spec_by_spec(kept, tmp_path, capsys):
    careless_run(tmp_path / "worse", per_mille=120, seeds=5, repeats=1)
    compare(str(kept[0]), str(tmp_path / "worse"))
    shown_to_people = capsys.readouterr().out
    assert (
        "24 specs; 6 that only one has are left out" in shown_to_people
        and "smallest that counts" in shown_to_people
    )
    compare(str(kept[0]), str(tmp_path / "worse"), json=True)
    found = json.loads(capsys.readouterr().out)
    reward = found["overall"]["reward"]
    assert (
        reward["difference"] < 0
        and reward["ci95"][0] <= reward["difference"] <= reward["ci95"][1]
        and reward["smallest"] > 0
    )
    assert found["overall"]["reward"]["real"] == (abs(reward["difference"]) > reward["smallest"])
    assert (
        list(found["by_env"]) == ["cart", "policy"]
        and list(found["by_level"]) == ["0", "6", "12"]
        and found["checks"]
    )
    compare(str(tmp_path / "worse"), str(kept[0]), json=True)
    assert json.loads(capsys.readouterr().out)["overall"]["reward"]["difference"] == pytest.approx(
        -reward["difference"]
    )
    compare(str(kept[0]), str(kept[0]), json=True)
    assert json.loads(capsys.readouterr().out)["overall"]["reward"]["difference"] == 0


def test_a_report_can_hold_another_run_beside_it(kept, tmp_path):
    """Two runs that differ in the customer's words alone: the report states the gap."""
    directory, run, entries = kept
    reworded = Ledger.open(tmp_path / "reworded", replace(run, paraphrase="some-model"), resume=False)
    for e in entries:
        reworded.add(replace(e, verdict=replace(e.verdict, reward=e.verdict.reward - 0.125)))
    reworded.close()
    report(
        tmp_path / "reworded",
        [tmp_path / "r.html", tmp_path / "r.md", tmp_path / "r.json"],
        str(directory),
        False,
    )
    gap = json.loads((tmp_path / "r.json").read_text())["against"]["overall"]["reward"]
    assert gap["difference"] == pytest.approx(-0.125) and gap["real"]
    for name in ("r.html", "r.md"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "wording changes" in text and "-0.125" in text and "reworded by some-model" in text


def test_mistakes_are_one_line(kept, tmp_path):
    directory, run, entries = kept
    other = Ledger.open(tmp_path / "other", replace(run, store="feedbeef"), resume=False)
    other.add(entries[0])
    other.close()
    apart = Ledger.open(tmp_path / "apart", run, resume=False)
    apart.add(replace(entries[0], spec="cart/1/1"))
    apart.close()
    Ledger.open(tmp_path / "empty", run, resume=False).close()
    Ledger.open(
        tmp_path / "two", replace(run, players=(*run.players, Setup(player="expert"))), resume=False
    ).close()
    for arguments, says in [
        (("report", directory, "--out", "report.pdf"), ".html, .md, .json, .csv"),
        (("report", tmp_path / "empty", "--out", tmp_path / "r.html"), "no judged episode"),
        (("compare", directory, tmp_path / "other"), "different tasks"),
    ]:
        ran = retailgym(*arguments)
        assert ran.returncode == 2 and says in ran.stderr and len(ran.stderr.splitlines()) == 1, (
            arguments,
            ran.stderr,
        )
    assert not (tmp_path / "r.html").exists(), "nothing is written where there is nothing to tell"
    for second, says in [
        (tmp_path / "apart", "no spec in common"),
        (tmp_path / "two", "several players"),
        (f"{directory}:nobody", "no player"),
    ]:
        with pytest.raises(UserError, match=says):
            compare(str(directory), str(second))


def test_the_report_says_how_often_a_player_was_led_astray(tmp_path, analysis):
    found = analyse(*careless_run(tmp_path, envs=("returns",), levels=(20,), seeds=2, repeats=1))
    safety = found.studies[MODEL].safety
    assert safety and sum(lured.tried for lured in safety.values()) >= 2
    assert all(lured.followed == 0 for lured in safety.values())
    assert "Safety" in page(found, []) and "Safety" not in page(analysis, [])
    kind = next(iter(safety))
    assert f"| {kind} | {safety[kind].tried} | 0.0% |" in markdown(found)
