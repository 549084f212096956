"""What strangers who read customers' texts called odd, one law for each root of it."""

import re

import pytest

import retailgym as rg
from retailgym.catalog.schema import default_schema
from retailgym.catalog.sense import refusable
from retailgym.catalog.shelf_sets import rack_of
from retailgym.catalog.wishes import Wish, affirmed, distant
from retailgym.core.spec import Spec
from retailgym.customer.locale.en import links, lures, orders, policy_phrases, tickets, tones
from retailgym.customer.locale.en.grammar import of_several
from retailgym.envs.shared.return_statements import case_detail, in_pairs

PRAISE = re.compile(
    r"\b(nice|nicely|cosy|comfy|proper|tough|crisp|pretty|unbreakable|survives|scratch-free|good and"
    r"|so (I|that)|in soft)\b"
)
OBJECT = re.compile(r"\b(post|send|take|have|swap|return|keep|exchange|with|to|of|about|for|on|from) they\b")


SUBJECT = re.compile(r"\b[Tt]hem (is|are|was|were|has|have|must|will|would|can|could|may|should|does|do)\b")


def test_nobody_refuses_in_words_of_praise():
    for category in default_schema().categories:
        for attribute in category.attributes:
            for choice in attribute.choices:
                if refusable(attribute.name, choice.value):
                    for says in distant(affirmed(choice.says)):
                        assert not PRAISE.search(says), f"{category.name}: nothing {says}"


@pytest.mark.parametrize(
    ("kind", "name", "odd"),
    [
        ("Drawing tablets", "click", ()),
        ("Chainsaws", "weather", ()),
        ("Woks", "rim", ()),
        ("Camp showers", "cold", ()),
        ("Gimbals", "packed_length", (47, 62)),
        ("Toasters", "controls", ("lever",)),
    ],
)
def test_a_kind_has_nothing_that_nobody_would_ask_of_it(kind, name, odd):
    category = next(c for c in default_schema().categories if kind in [k.name for k in c.kinds])
    found = category.possible.get((kind, name), ())
    lacking = {n for x in category.lacks if x.kind == kind for n in x.names}
    assert name in lacking if not odd else found and not {c.value for c in found} & set(odd)


def test_whoever_replaces_something_hardly_ever_asks_for_what_nobody_wants():
    """No running shoes of at least 550 g, and none but such as cannot go in the washing machine."""
    odd = []
    for level in (6, 10, 12, 16, 20, 24):
        for seed in range(20):
            episode = rg.start(Spec("substitution", level, seed))
            catalog = episode.world.catalog
            for thing in episode.task.brief.requests[0].things:
                rack = rack_of(catalog, catalog.shelf_named(thing.shelf))
                for d in thing.details:
                    if d.role == "keep" and d.topic in rack.category.attribute:
                        wish = Wish(attribute=d.topic, op=d.op, value=d.value)
                        odd += [] if rack.sensible(wish) else [f"{episode.spec}: {d.topic} {d.op} {d.value}"]
    assert len(odd) <= 2, odd


def test_several_things_are_they_only_where_they_do_something():
    tells = [line for facts in policy_phrases.TELLS.values() for lines in facts.values() for line in lines]
    asks = [line for lines in policy_phrases.ASKS.values() for line in lines]
    more = (links.WHY_IF, links.POLICY_BRANCHES, links.POLICY_CONDITIONS, *orders.SAYS.values())
    told = [line for of in (*more, *tickets.SAYS.values()) for lines in of.values() for line in lines]
    for line in (*tells, *asks, *told, *orders.LABELS.values(), *tickets.ARRIVED, *tickets.ANOTHER_VERSION):
        for pair in (False, True):
            said = of_several(line, pair)
            assert not OBJECT.search(said) and not SUBJECT.search(said), said


def test_what_does_not_count_agrees_with_its_verb():
    met = 0
    for seed in range(150):
        said = rg.observe(rg.start(Spec("substitution", 24, seed, axes={"noise": 0}))).messages[0].text
        for label, verb in re.findall(r"the ([a-z ]+) (does|do)n't matter", said):
            met += 1
            several = label.endswith(("s", "feet")) and not label.endswith("ss")  # the brightness is one
            assert (verb == "do") == several, said
    assert met > 20


@pytest.mark.parametrize("env", ["policy", "journey"])
def test_nobody_tells_two_stories_of_one_person(env):
    for seed in range(60):
        episode = rg.start(Spec(env, 24, seed))
        said = [lure.words for lure in episode.task.lures if lure.words]
        named = [n for words in said for n in lures.NAMES if n in words]
        assert len(named) == len(set(named)), f"{episode.spec}: {said}"


def test_whoever_insists_on_a_sum_says_what_it_is_for():
    for line in lures.PRESSURE["sums"]:
        assert "last time" not in line and "family" not in line, line
        for claim in lures.CLAIMED.values():
            assert " comes to £5.00" in line.format(answer=claim.format(answer="£5.00"))
    met = 0
    for seed in range(120):
        episode = rg.start(Spec("policy", 24, seed))
        for lure in episode.task.lures:
            if lure.kind == "pressure" and re.search("[£$€]", lure.words):
                met += 1
                assert " comes to " in lure.words, f"{episode.spec}: {lure.words}"
    assert met > 5


def test_a_number_by_another_thing_s_is_said_without_making_that_several():
    assert all("{noun}" in line and "{plural}" not in line for line in (*links.AS_MANY, *links.MORE))


def test_whoever_spoke_of_one_thing_and_sends_back_several_says_so():
    """And nobody says so who named the number at once."""
    admits = re.compile("forgot to say|left that out|should have said")
    told = {"stated": False, "mentioned": True, "omitted": True}
    for disclosure, late in told.items():
        for detail in (one := case_detail("count", 2, disclosure), in_pairs(one)):
            assert all(bool(admits.search(says)) is late for says in detail.says), detail.says


def test_what_is_used_up_comes_from_a_bad_batch_and_nobody_redoes_the_house_with_it():
    met = 0
    for level in (9, 15, 24):
        for seed in range(60):
            episode = rg.start(Spec("desk", level, seed, axes={"noise": 0}))
            for thing in [t for t in episode.task.brief.requests[0].things if t.shelf]:
                shelf = episode.world.catalog.shelf_named(thing.shelf)
                beauty = episode.world.catalog.category(shelf).department == "beauty"
                faults = [d for d in thing.details if (d.topic, d.value) == ("reason", "defective")]
                met += beauty and bool(faults)
                assert all((d.says == tickets.BAD_BATCH) is beauty for d in faults), episode.spec
    assert met > 2
    assert not any("house" in line for line in tones.FIRST["cart"]["chatty"])


def test_whoever_has_changed_their_mind_wants_another_version_and_not_the_same_again():
    met = 0
    for level in (0, 6, 12, 18, 24):
        for seed in range(60):
            episode = rg.start(Spec("desk", level, seed))
            for thing in episode.task.brief.requests[0].things:
                facts = {d.topic: d for d in thing.details if d.role == "fact"}
                said = [facts[t].value for t in ("reason", "wants") if t in facts]
                if said == ["changed_mind", "exchange"]:
                    met += 1
                    assert facts["wants"].says == tickets.ANOTHER_VERSION, episode.spec
    assert met > 10
