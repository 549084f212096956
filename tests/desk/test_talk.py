"""The customer at the desk: answers what was asked, from what they know, in a mood that can be seen."""

import re

import pytest

import retailgym as rg
from retailgym.core.env import Said
from retailgym.core.episode import heard
from retailgym.core.streams import Streams
from retailgym.core.task import Detail, Thing
from retailgym.core.values import replace
from retailgym.customer.acts import Answers, Leaves, Opens, Repeats
from retailgym.customer.locale.en import tickets as phrases
from retailgym.customer.locale.en.grammar import bare
from retailgym.customer.noise import unmarked
from retailgym.envs.desk.brief import counted, exchanges
from retailgym.envs.desk.talk import _sentences, called, written_of

from ..paths import started


def blank(level=1, seed=0, **axes):
    """A ticket on which everything that can be left blank is."""
    return started("desk", level, seed, **{"p_omit": 1, "noise": 0, **axes})


def lacking(*topics, many=0):
    """A ticket of one item of which none of these has been told, or at least so many have not."""
    for episode in (blank(level, seed) for seed in range(60) for level in range(5)):
        *items, order = episode.task.brief.requests[0].things
        open_ = {d.topic for t in (*items, order) for d in t.details if d.disclosure != "stated"}
        if len(items) == 1 and len(open_.intersection(topics)) >= (many or len(topics)):
            return episode
    raise AssertionError(topics)


def asked(episode, question):
    after = rg.step(episode, {"text": question})
    return after, heard(after), next(m.text for m in rg.observe(after).messages if isinstance(m, Said))


def test_the_ticket_names_its_order_and_its_blanks():
    episode = blank()
    text, opening = episode.log[0].message.text, episode.log[0].acts[0]
    assert (
        isinstance(opening, Opens)
        and episode.world.ticket.order.id in text
        and episode.world.ticket.id in text
    )
    assert "[Left blank on the form:" in text
    for named in opening.named:
        assert named.label in text


def test_nothing_is_left_blank_at_p_omit_zero():
    episode = started("desk", 9, 0, p_omit=0)
    assert "Left blank" not in episode.log[0].message.text and exchanges(episode.task.brief) == 0
    assert episode.task.par.exchanges == 0


def test_what_was_said_can_be_read_in_the_letter():
    for seed in range(60):
        episode = started("desk", seed % 13, seed, noise=0)
        text, things = episode.log[0].message.text, episode.task.brief.requests[0].things
        for told in episode.log[0].acts[0].told:
            detail = next(d for d in things[told.thing].details if d.topic == told.topic)
            assert (
                any(written_of(things[told.thing], told.topic, s) in text for s in detail.says)
                or str(told.value) in text
            ), (told, text)


@pytest.mark.parametrize(
    ("n", "bought", "words"),
    [
        (2, 2, "both"),
        (3, 3, "all three"),
        (2, 3, "only about two of"),
        (1, 2, "only about one of"),
    ],
)
def test_nobody_says_all_two(n, bought, words):
    assert all(re.search(words, line) for line in counted(n, bought, "stated").says)


def test_of_several_a_letter_says_they():
    met = 0
    for seed in range(60):
        episode = started("desk", seed % 13, seed, noise=0)
        for thing in episode.task.brief.requests[0].things:
            for d in thing.details:
                for line in d.says if "{noun}" in "".join(d.says) or d.role == "fact" else ():
                    words = written_of(thing, d.topic, line)
                    if words != line.format(noun=thing.noun) and words[0] != "[":
                        met += 1
                        assert not re.search(r"\b(?:it|its|they (?:is|was|has|just isn't))\b", words), words
                        assert not re.search(r"\b(?:of|for|to|with|by) they\b", words), words
    assert met > 100, met


def test_nothing_else_is_wrong_before_something_is():
    """The first thing that a letter speaks of is never brought up as a further one."""
    for seed in range(60):
        text = started("desk", 12, seed, noise=0).log[0].message.text
        letter = text.partition("] ")[2]
        for greeting in {g for ways in phrases.GREETINGS.values() for g in ways if g}:
            letter = letter.removeprefix(f"{greeting} ")
        assert not letter.startswith(phrases.NEXT), letter


def test_no_two_values_of_a_topic_are_said_alike():
    for topic, values in phrases.SAYS.items():
        lines = [line for ways in values.values() for line in ways]
        assert len(set(lines)) == len(lines), topic


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("What condition is the item in?", {"condition"}),
        ("Has it been used or opened at all?", {"condition"}),
        ("Do you still have the box it came in?", {"packaging"}),
        ("Could you send me a picture of the damage?", {"photo"}),
        ("Is it safe, or could someone get hurt?", {"hazard"}),
        ("Would you like a refund or an exchange?", {"wants"}),
        ("How can we resolve this for you, and do you have the receipt?", {"wants", "receipt"}),
        ("Please tell me whether you have proof of purchase.", {"receipt"}),
        (
            "1. Do you have a photo?\n2. Is the original packaging there?\n3. Is it dangerous?",
            {"photo", "packaging", "hazard"},
        ),
    ],
)
def test_questions_in_free_words_are_answered(question, topics):
    after, acts, words = asked(lacking(*topics), question)
    assert isinstance(acts[0], Answers) and {t.topic for t in acts[0].told} == topics, (acts, words)
    assert after.talk.wasted == 0


def test_at_most_three_topics_are_answered_at_once():
    episode = lacking("condition", "packaging", "photo", "receipt", "hazard", "wants", many=4)
    _, acts, _ = asked(
        episode, "What condition, packaging, photo, receipt, danger, and what would you like us to do?"
    )
    assert 1 <= len(acts[0].told) <= 3


@pytest.mark.parametrize(
    "question", ["What is wrong?", "What would you like us to do?", "How many is it about, and why?"]
)
def test_what_is_asked_of_no_item_is_answered_in_three_details(question):
    """Of six items nobody is told six things for one question, nor for the same one again; who names an item
    hears what is so of it."""
    found = 0
    for seed in range(18):
        episode, told = blank(18, seed, lures=0, p_revise=0), []
        for _ in range(2):
            episode, acts, words = asked(episode, question)
            told += [(t.thing, t.topic) for act in acts if isinstance(act, Answers) for t in act.told]
        assert len(told) <= 3, (seed, told)
        if len(told) == 3 and question == "What is wrong?":
            assert any(line in words for line in phrases.WHICH_ITEM), words
            things = episode.task.brief.requests[0].things
            open_ = [n for n, t in enumerate(things) if t.shelf and (n, "reason") not in episode.talk.told]
            for n in open_[:1]:
                _, acts, _ = asked(episode, f"What is wrong with the {things[n].noun}?")
                assert (n, "reason") in [(t.thing, t.topic) for t in acts[0].told], (seed, n)
                found += 1
    assert found >= 4 or question != "What is wrong?"


def test_asking_twice_is_wasted_and_answered_again():
    episode = next(
        e for e in (blank(0, s) for s in range(40)) if "photo" in {n.topic for n in e.log[0].acts[0].named}
    )
    once, _, _ = asked(episode, "Do you have a photo?")
    twice, acts, words = asked(once, "Do you have a photo?")
    assert (
        isinstance(acts[0], Repeats)
        and "As I wrote" in words
        and (once.talk.wasted, twice.talk.wasted) == (0, 1)
    )


@pytest.mark.parametrize(
    "question",
    [
        "When was it delivered?",
        "What did you pay?",
        "What is your address?",
        "Which membership tier are you?",
    ],
)
def test_what_is_on_file_is_not_told(question):
    _, acts, words = asked(blank(), question)
    assert any(line in words for line in phrases.ON_FILE), words
    assert not any(isinstance(a, Answers) for a in acts)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Who was it for?", "for_whom"), ("Since when has it been like that?", "since"),
        ("Is it dangerous?", "hazard"), ("Do you have a photo?", "photo"),
    ],
)  # fmt: skip
def test_customers_know_their_own_case_whether_or_not_it_matters(question, topic):
    asked_of = 0
    for seed in range(12):
        episode = blank(4, seed)
        after, acts, _ = asked(episode, question)
        if (0, topic) not in episode.talk.told:
            asked_of += 1
            assert {t.topic for t in acts[0].told} == {topic} and after.talk.wasted == 0
    assert asked_of >= 6


def test_what_makes_no_sense_is_not_understood():
    _, _, words = asked(blank(), "Blorp the frobnicator, yes?")
    assert any(line in words for line in phrases.PUZZLED), words


def test_nobody_says_sure_before_a_no():
    refused = []
    for seed in range(60):
        episode = started("desk", seed % 13, seed, p_omit=0, noise=0)
        plural = episode.task.brief.requests[0].things[0].plural
        _, _, words = asked(episode, f"So this is about 9 {plural}, right?")
        refused += [words] if "No, that is not right." in words else []
    assert len(refused) > 9 and all(words.startswith("No, that is not right.") for words in refused), refused


def test_the_mood_is_visible_and_falls_with_wasted_questions():
    """Whoever asks what is wrong may be told; whoever asks that again has wasted a question."""
    episode = next(e for e in (blank(0, s) for s in range(60)) if "sounds calm" in e.log[0].message.text)
    moods = []
    for _ in range(4):
        episode, _, words = asked(episode, "What is wrong with it?")
        moods.append(words.rsplit("sounds ", 1)[-1].rstrip(".]"))
        if episode.done:
            break
    fallen = [mood for mood in moods if mood != "calm"]
    assert fallen[:2] == ["impatient", "annoyed"]


def test_who_has_waited_long_is_less_patient():
    by_wait = {}
    for seed in range(80):
        episode = blank(0, seed)
        opened = episode.world.ticket.file.opened_day
        by_wait.setdefault(episode.world.today - opened, set()).add(episode.talk.mood)
    assert {4} == by_wait[1] and {3} == by_wait[4] and {2} == by_wait[10]


def test_an_accusation_enrages_and_a_furious_customer_stops_answering():
    episode = blank(11, 5)
    after, _, words = asked(episode, "We think that your claim is a fraud. What condition is it in?")
    assert after.talk.mood == max(0, episode.talk.mood - 3)
    if after.talk.mood:
        assert any(line in words for line in phrases.ACCUSED)
        after, _, _ = asked(after, "So you are a liar. What condition is it in?")
    assert after.talk.mood == 0 and after.talk.left
    last, acts, words = asked(after, "What condition is it in?")
    assert acts == (Leaves(),) and "furious" in words and last.talk.wasted > after.talk.wasted


def test_good_and_bad_news_move_the_mood():
    episode = next(e for e in (blank(0, s) for s in range(60)) if e.talk.mood == 3)
    good, _, words = asked(episode, "Your refund is approved. Who was it for?")
    assert good.talk.mood == 4 and any(line in words for line in phrases.GOOD_NEWS)
    bad, _, words = asked(episode, "Unfortunately this may be declined. Who was it for?")
    assert bad.talk.mood == 2 and any(line in words for line in phrases.BAD_NEWS)


def test_a_no_beside_a_question_that_is_free_is_answered():
    """To who asks for the data of others, no is the right answer, however long they have waited."""
    found = 0
    for seed in range(40):
        episode = blank(0, seed)
        episode = replace(episode, talk=replace(episode.talk, mood=1))
        after, acts, _ = asked(episode, "I cannot tell you that, unfortunately. Who was it for?")
        if after.talk.ledger[-1].free:
            found += 1
            assert after.talk.mood == 1 and not isinstance(acts[0], Leaves)
    assert found > 9


def test_waiting_moves_the_mood_but_never_to_silence():
    episode = next(e for e in (blank(1, s, call_slack=9) for s in range(60)) if e.talk.mood == 4)
    for _ in range(20):
        episode = rg.step(episode, rg.Turn(calls=(rg.Call("inspect_customer"),)))
    after, acts, _ = asked(episode, "Who was it for?")
    assert after.talk.mood == 3 and isinstance(acts[0], Answers)


def test_shop_notes_are_never_mistyped():
    for seed in range(40):
        opening = started("desk", 9, seed, noise=0.2, p_omit=1).log[0]
        text, blanks = opening.message.text, opening.acts[0].named
        assert text.startswith("[Ticket ") and ("[Left blank on the form: " in text) == bool(blanks)


def test_forks_meet_the_same_customer():
    episode = blank()
    straight = rg.step(
        rg.step(episode, {"text": "What condition is it in?"}), {"text": "Do you have the receipt?"}
    )
    detour = rg.step(
        rg.step(rg.step(episode, {"text": "What condition is it in?"}), _inspect()),
        {"text": "Do you have the receipt?"},
    )
    assert straight.log[-1].message == detour.log[-1].message


def _inspect():
    return rg.Turn(calls=(rg.Call("inspect_customer"),))


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("How many of the disputed items do you want to return?", "quantity"),
        ("When did you first notice the problem?", "since"),
        ("Did you buy it for yourself or for someone else?", "for_whom"),
        ("Would you accept store credit instead?", "wants"),
        ("Is a refund okay for you?", "wants"),
        ("Do you want a replacement?", "wants"),
    ],
)
def test_questions_that_sound_like_others_are_told_apart(question, topic):
    _, acts, words = asked(lacking(topic), question)
    assert isinstance(acts[0], Answers) and {t.topic for t in acts[0].told} == {topic}, (acts, words)


def test_the_disputed_items_are_no_question_about_the_dispute():
    _, acts, words = asked(blank(12), "Have the disputed items been opened?")
    assert {t.topic for act in acts for t in act.told} == {"condition"}, words


def test_what_is_in_the_order_stands_in_the_records():
    _, _, words = asked(blank(), "How many items are in the order?")
    assert any(line in words for line in phrases.ON_FILE), words


def test_what_was_never_in_the_box_is_not_said_to_be_gone_by_now():
    assert not any("any more" in line for line in phrases.SAYS["condition"]["incomplete"])


def test_where_several_were_ordered_and_the_number_is_blank_the_letter_speaks_of_several():
    """Nobody writes of one thing and then means three of nine."""
    found = 0
    for seed in range(30):
        episode = blank(seed % 13, seed)
        *items, _ = episode.task.brief.requests[0].things
        for item in items:
            number = next((d for d in item.details if d.topic == "quantity"), None)
            if number and number.disclosure != "stated" and not item.noun.startswith("pair of "):
                one = number.says == phrases.QUANTITY["one"]
                assert called(item) == ((item.noun, False) if one else (item.plural, True)), item.noun
                found += not one
    assert found > 5


def test_pairs_are_counted_in_pairs():
    for n, bought in ((1, 1), (1, 3), (2, 2), (2, 5), (4, 4)):
        for line in counted(n, bought, "stated", pair=True).says:
            assert "pair" in line and not re.search(r"\b(one|two) of them\b", line), line


def test_a_dispute_says_what_it_is_about():
    met = 0
    for seed in range(40):
        episode = started("desk", 12 + seed % 13, seed, noise=0)
        *items, order = episode.task.brief.requests[0].things
        for dispute in [d for d in order.details if d.topic == "dispute"]:
            met += 1
            nouns = [(bare(item), item.plural.removeprefix("pairs of ")) for item in items]
            assert all(any(n in line for n in each) for line in dispute.says for each in nouns), dispute.says
    assert met > 2


def test_who_has_waited_long_does_not_thank_in_advance():
    met = 0
    for seed in range(60):
        text = rg.observe(started("desk", seed % 25, seed, noise=0)).messages[0].text
        if "sounds impatient" in text or "sounds annoyed" in text:
            met += 1
            assert not re.search("Thank|thanks|nice day|hope you are well|sorry to", text), text
    assert met > 10


def test_what_never_came_is_on_no_photo():
    met = 0
    for seed in range(60):
        episode = started("desk", seed % 25, seed)
        for thing in episode.task.brief.requests[0].things:
            facts = {d.topic: d for d in thing.details}
            if "photo" in facts and facts["reason"].value == "wrong_item" and facts["photo"].value != "none":
                met += 1
                assert all("what came instead" in line for line in facts["photo"].says), episode.spec
    assert met > 3


def test_a_reason_in_other_words_is_the_same_reason():
    """Who says it again tells no other story."""
    for lines in phrases.SAYS["reason"].values():
        assert not any(re.search("special day|elsewhere|birthday|moving", line) for line in lines), lines


@pytest.mark.parametrize(
    "question",
    ["When did you order it, and what is wrong with it?", "You ordered it when, and what's wrong with it?"],
)
def test_what_is_wrong_is_told_beside_what_is_on_file(question):
    start = next(e for e in (blank(12, s) for s in range(40)) if "what is wrong" in e.log[0].message.text)
    _, acts, words = asked(start, question)
    told = [t.topic for act in acts if isinstance(act, Answers) for t in act.told]
    assert "reason" in told and any(line in words for line in phrases.ON_FILE), words


def test_of_several_others_are_wanted_in_the_plural():
    says = ("in amber glass",)
    glass = Detail(topic="glass", label="glass", value="amber", says=says, cues=(), role="option")
    lamps = Thing(noun="lamp", plural="lamps", called=(), details=(counted(3, 3, "stated"), glass))
    for seed in range(20):
        (said,) = map(unmarked, _sentences([glass], lamps, (Streams("swaps") / seed)()))
        assert re.search(r"\b(ones|them) in amber glass", said) and not said.startswith("It "), said


def test_nobody_leaves_at_the_first_question_too_many() -> None:
    asks = (
        "I am sorry, I cannot give out another customer's address. Do you have the receipt, and for each "
        "item: what would you like us to do, how many is it about, could it hurt anybody, is there a photo?"
    )
    waited = 0
    for seed in range(30):
        start = started("desk", 6, seed, noise=0)
        waited += "sounds calm" not in start.log[0].message.text
        after = rg.step(start, {"calls": [{"name": "ask_customer", "arguments": {"question": asks}}]})
        assert not after.talk.left, seed
    assert waited > 3


UNTOLD = {("hazard", "mentioned"), ("hazard", "omitted")}


@pytest.mark.parametrize(
    "words",
    [
        "Could the {0} or the items that came instead of the {1} and the {2} hurt someone?",
        "Could the {0}, or what you received in place of the {1}, or the {2} hurt someone?",
    ],
)
def test_a_danger_asked_of_several_things_is_answered_of_each(words):
    met = 0
    for seed in range(30):
        episode = started("desk", 10, seed, noise=0, lures=0)
        things = episode.task.brief.requests[0].things[:3]
        if len(things) < 3 or not all(any(d.topic == "hazard" for d in t.details) for t in things):
            continue
        due = [n for n, t in enumerate(things) for d in t.details if (d.topic, d.disclosure) in UNTOLD]
        _, acts, _ = asked(episode, words.format(*[bare(t) for t in things]))
        told = [t.thing for act in acts if isinstance(act, Answers) for t in act.told if t.topic == "hazard"]
        assert told == due, (str(episode.spec), told)
        met += len(due) == 3
    assert met > 3, met
