"""A company's own policy file."""

import builtins
import json

import pytest

from retailgym.core.streams import Streams
from retailgym.policy import Unsound, draw, dump, load, read

pytest.importorskip("yaml")


@pytest.mark.parametrize(("suffix", "policies"), [("json", 3), ("yaml", 1)])  # YAML is slow to read
def test_a_policy_comes_back_exactly(tmp_path, suffix, policies):
    for seed in range(policies):
        policy, path = draw(Streams(f"file/{seed}")), tmp_path / f"policy.{suffix}"
        dump(policy, path)
        again = load(path)
        assert again == policy and tuple(again.all_rules()) == tuple(policy.all_rules())
        dump(again, tmp_path / f"again.{suffix}")
        assert (tmp_path / f"again.{suffix}").read_bytes() == path.read_bytes()


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "policy.json"
    dump(draw(Streams("file/0")), path)
    return path


def edited(path, change):
    data = json.loads(path.read_text())
    change(data["rules"])
    path.write_text(json.dumps(data, indent=1))
    return path


def faults(path):
    lines = path.read_text().split("\n")
    found = read(path)[1]
    for fault in found:
        assert fault.line and (f'"{fault.rule}"' in lines[fault.line - 1] or "gap" in fault.words), fault
    return [(fault.rule, fault.words) for fault in found]


def place(rules, name):
    return next(i for i, rule in enumerate(rules) if rule["id"] == name)


def test_a_gap_is_reported(written):
    edited(written, lambda rules: rules.pop(place(rules, "return_window.standard")))
    with pytest.raises(Unsound, match=r"return_window: gap: no rule gives an answer when .*department is "):
        load(written)


def test_a_missing_topic_is_a_gap(written):
    edited(
        written, lambda rules: rules.__setitem__(slice(None), [r for r in rules if r["topic"] != "priority"])
    )
    assert any(f.rule == "priority" and "gap" in f.words for f in read(written)[1])


def test_a_rule_that_is_always_beaten_is_reported_with_its_line(written):
    def shadow(rules):
        rules[place(rules, "priority.hazard")]["when"] = []

    found = faults(edited(written, shadow))
    assert ("priority.waiting" in [rule for rule, words in found if words.startswith("unreachable")]) and len(
        found
    ) >= 10


def test_conditions_that_never_hold_together_are_reported(written):
    def impossible(rules):
        rules[place(rules, "return_window.gold")]["when"].append(
            {"type": "is", "fact": "tier", "values": ["none"]}
        )

    assert [
        rule for rule, words in faults(edited(written, impossible)) if "never hold together" in words
    ] == ["return_window.gold"]


def test_two_rules_of_one_rank_that_disagree_are_reported(written):
    def clash(rules):
        rules[place(rules, "return_window.clearance")]["rank"] = rules[
            place(rules, "return_window.short_departments")
        ]["rank"]

    found = faults(edited(written, clash))
    assert any("contradiction: return_window." in words and "both apply when" in words for _, words in found)


def test_two_rules_of_one_rank_that_cannot_meet_are_fine(written):
    def level(rules):
        rules[place(rules, "return_window.long_departments")]["rank"] = rules[
            place(rules, "return_window.short_departments")
        ]["rank"]

    assert faults(edited(written, level)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda rule: rule["when"].append({"type": "holds", "fact": "teir"}),
            "no fact 'teir'; did you mean 'tier'",
        ),
        (
            lambda rule: rule["when"].append({"type": "is", "fact": "tier", "values": ["bronze"]}),
            "tier is never 'bronze'",
        ),
        (
            lambda rule: rule["when"].append({"type": "at least", "fact": "tier", "amount": 3}),
            "does not fit tier",
        ),
        (
            lambda rule: rule["when"].append(
                {"type": "beyond", "fact": "line_cents", "topic": "return_window"}
            ),
            "cannot be compared",
        ),
        (lambda rule: rule.__setitem__("then", {"type": "say", "value": "soon"}), "is no number"),
        (lambda rule: rule.__setitem__("then", {"type": "say", "value": 0}), "must be more than 0"),
        (
            lambda rule: rule.__setitem__("then", {"type": "percent", "percent": 5, "of": "line_cents"}),
            "does not fit return_window",
        ),
        (lambda rule: rule.__setitem__("topic", "return_widow"), "no topic 'return_widow'"),
        (lambda rule: rule["when"].append({"type": "no", "fact": "return_allowed"}), "Invalid value 'no'"),
    ],
)
def test_a_rule_that_does_not_fit_is_named_with_line_and_way_out(written, change, words):
    edited(written, lambda rules: change(rules[place(rules, "return_window.gold")]))
    with pytest.raises(Unsound, match=r"line \d+: return_window\.gold: .*" + words.replace("(", r"\(")):
        load(written)


def test_a_topic_that_depends_on_itself_is_reported(written):
    def loop(rules):
        rules[place(rules, "withdrawal_right.used")]["when"].append(
            {"type": "holds", "fact": "return_allowed"}
        )

    assert any("depends on itself" in words for _, words in faults(edited(written, loop)))


def test_clause_ids_must_differ(written):
    def twice(rules):
        rules[5]["clause"] = rules[4]["clause"]

    assert any("stands twice" in words for _, words in faults(edited(written, twice)))


def test_broken_json_and_yaml_say_so(tmp_path):
    (tmp_path / "a.json").write_text('{"name": "x",\n "rules": [}')
    with pytest.raises(Unsound, match="line 2: file: not JSON"):
        load(tmp_path / "a.json")
    (tmp_path / "a.yaml").write_text("name: [x\nrules: }")
    with pytest.raises(Unsound, match="not YAML"):
        load(tmp_path / "a.yaml")


def test_yaml_cannot_run_anything(tmp_path):
    (tmp_path / "a.yaml").write_text("name: !!python/object/apply:os.system ['true']\nrules: []")
    with pytest.raises(Unsound, match="not YAML"):
        load(tmp_path / "a.yaml")


def test_without_pyyaml_the_error_names_the_extra(written, monkeypatch):
    real = builtins.__import__

    def without_yaml(name, *rest, **more):
        if name == "yaml":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_yaml)
    with pytest.raises(ImportError, match=r"retailgym\[yaml\]"):
        load(written.rename(written.with_suffix(".yaml")))
    dump(draw(Streams("file/0")), written)  # JSON needs nothing
    load(written)
