"""What strangers who read customers' texts called odd: how sentences stand beside each other."""

import re

import pytest

import retailgym as rg
from retailgym.core.spec import Spec
from retailgym.core.task import TONES
from retailgym.customer.acts import Opens
from retailgym.customer.locale.en import announcements, grammar, orders, returning, tickets, tones
from retailgym.customer.locale.en.grammar import attached
from retailgym.customer.voice import _several_wanted

from .paths import started


def said_by(episode):
    """All that the customer says to the expert, matter by matter."""
    done, _ = rg.play(episode, rg.players.get("expert"))
    return [event.message.text for event in done.log if hasattr(event.message, "text")]


def test_a_clause_stands_behind_the_thing_and_not_behind_a_part_of_it():
    assert attached(["with a spout", "that is here by Friday"]) == " that is here by Friday, with a spout"
    assert attached(["in navy", "made of steel", "that whistles"]) == " made of steel that whistles, in navy"
    assert attached(["with a spout", "in navy"]) == " with a spout, in navy"
    for env in ("discovery", "cart"):
        for seed in range(40):
            said = rg.observe(rg.start(Spec(env, 6, seed, axes={"noise": 0}))).messages[0].text
            assert not re.search(r" (with|in) [a-z -]+ that (is here|gets here|arrives|buyers)", said), said


@pytest.mark.parametrize("level", [6, 12, 20])
def test_another_matter_comes_with_a_word_that_leads_to_it(level):
    met = 0
    for seed in range(4):
        done, _ = rg.play(rg.start(Spec("journey", level, seed, axes={"noise": 0})), rg.players.get("expert"))
        for event in done.log[1:]:
            if any(isinstance(act, Opens) for act in event.acts):
                met += 1
                assert any(words in event.message.text for words in tones.IN_BETWEEN), event.message.text
    assert met > 5 and "" not in tones.IN_BETWEEN


def test_nobody_starts_a_list_of_one_thing_or_in_the_middle():
    for seed in range(80):
        episode = rg.start(Spec("cart", 0, seed))
        said = rg.observe(episode).messages[0].text
        assert not re.search("let's start|first of all|first on my list|at the top of it", said, re.I), said


def test_what_is_said_again_stands_behind_the_word_that_it_is():
    for tone in TONES:
        assert all(re.search(r"[Aa]s I (think I )?said[^.]*: \{\}$", line) for line in tones.REPEATS[tone])
    assert grammar.after_colon("In black.") == "in black."
    assert grammar.after_colon("I'd like two.") == "I'd like two."


def test_one_of_them_is_said_where_there_are_some():
    """Of a mouse that goes back nobody has said that there are others."""
    for line in (*orders.SAYS["pieces"]["one"], *orders.SAYS["pieces"]["several"], *returning.ONE_GOING_BACK):
        assert "of them" not in line, line


def test_nobody_knows_whether():
    for line in announcements.ASK_ME:
        assert "I know {}" not in line, line


def test_nobody_has_used_for_a_while_what_came_days_ago():
    for line in (*tickets.SAYS["condition"]["used"], *tickets.SAYS["reason"]["changed_mind"]):
        assert not re.search("for a while|for a bit", line), line


@pytest.mark.parametrize("seeds", [60, pytest.param(180, marks=pytest.mark.long)])
def test_nothing_else_was_cheaper_where_there_was_nothing_else(seeds):
    met = 0
    for level in (12, 21, 24):  # below 21 hardly anybody remembers both
        for env in ("tracking", "returns", "policy"):
            for seed in range(seeds // 3 if env == "policy" else seeds):  # which takes long to draw
                thing = started(env, level, seed).task.brief.requests[0].things[0]
                said = {d.topic: d for d in thing.details}
                if said["items"].value == "less 1" and said["dearest"].value == "yes":
                    alone = not str(said["beside"].value).startswith("with ")
                    met += alone
                    assert (said["dearest"].says == orders.ALONE_DEAREST) is alone, (env, level, seed)
    assert met > 8


def test_whoever_has_a_dispute_though_nothing_is_wrong_says_why():
    met = 0
    for level in (12, 21):
        for seed in range(60):
            things = rg.start(Spec("desk", level, seed)).task.brief.requests[0].things
            disputed = any(d.topic == "dispute" for t in things for d in t.details)
            for d in [
                d for t in things for d in t.details if (d.topic, d.value) == ("reason", "changed_mind")
            ]:
                met += disputed
                assert (d.says == tickets.MIND_DISPUTED) is disputed, (level, seed)
    assert met > 5


def test_several_take_longer():
    assert grammar.of_several("every day that it takes longer", True) == "every day that they take longer"


def test_nobody_has_looked_at_what_is_still_packed():
    assert not any("look" in line for line in tickets.SAYS["reason"]["changed_mind"])


def test_of_several_things_each_is_one_that_does_something():
    met = 0
    for level in (8, 12, 16):
        for seed in range(12):
            episode = rg.start(Spec("cart", level, seed, axes={"noise": 0, "p_revise": 0}))
            said = " ".join(said_by(episode)[1:])
            for thing in episode.task.brief.requests[0].things:
                noun = thing.noun.removeprefix("pair of ")
                met += f"ach of the {thing.plural} " in said
                lead = rf"\b(With|As for|About|For) the {noun}[,:]? (I'd like |I want )?"
                odd = rf"{lead}(one|a pair) |The {noun} should be"
                assert not (_several_wanted(thing) and re.search(odd, said)), (episode.spec, said)
    assert met > 5
