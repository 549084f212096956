"""What strangers who read customers' texts called odd, one law for each root of it."""

import re

import pytest

import retailgym as rg
from retailgym.catalog.schema import default_schema
from retailgym.catalog.sense import drawback, refusable
from retailgym.catalog.shelf_sets import rack_of
from retailgym.catalog.wishes import REFUSING, Wish, affirmed, distant
from retailgym.core.streams import Streams
from retailgym.core.task import Detail, Persona, Thing
from retailgym.customer.acts import DoesNotMind
from retailgym.customer.locale import locale_of
from retailgym.customer.locale.en import links, lures, orders, phrases, policy_phrases, tickets, tones
from retailgym.customer.locale.en.grammar import NUMBERS, agrees_with_several, of_several, of_thing
from retailgym.customer.noise import unmarked
from retailgym.customer.voice import _in_one, say, several_wanted
from retailgym.envs.shared.links import hangs_on
from retailgym.envs.shared.return_statements import case_detail, in_pairs

from .paths import started

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
        ("Electric kettles", "cleaning", ()),
        ("Dinner plates", "material", ("melamine",)),
        ("Dinner plates", "rim", ("gold line",)),
        ("Front wheels", "riding", ("racing",)),
        ("Mudguards", "kit", ("fitting tools",)),
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
            episode = started("substitution", level, seed)
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
    of_all = policy_phrases.TELLS_OF_ALL.values()
    tells += [line for facts in of_all for lines in facts.values() for line in lines]
    asked = (policy_phrases.ASKS, policy_phrases.ASKS_OF_ALL)
    asks = [line for of in asked for lines in of.values() for line in lines]
    more = (links.WHY_IF, links.POLICY_BRANCHES, links.POLICY_CONDITIONS, *orders.SAYS.values())
    told = [line for of in (*more, *tickets.SAYS.values()) for lines in of.values() for line in lines]
    for line in (*tells, *asks, *told, *orders.LABELS.values(), *tickets.ARRIVED, *tickets.ANOTHER_VERSION):
        for pair in (False, True):
            said = of_several(line, pair)
            assert not OBJECT.search(said) and not SUBJECT.search(said), said
            assert not re.search("[Tt]hey're (been|in a|at home)", said), said


def test_what_does_not_count_agrees_with_its_verb():
    met = 0
    for seed in range(150):
        thing = started("substitution", 24, seed).task.brief.requests[0].things[0]
        said = " ".join([words for d in thing.details for words in d.says])
        for label, verb in re.findall(r"the ([a-z ]+) (does|do)n't matter", said):
            met += 1
            several = label.endswith(("s", "feet")) and not label.endswith("ss")  # the brightness is one
            assert (verb == "do") == several, said
    assert met > 20


@pytest.mark.parametrize("env", rg.envs())
def test_nobody_asks_for_what_two_strangers_have_or_presses_twice(env):
    """Nor does anybody ask for it after the end of a letter but in a postscript."""
    for seed in range(25):
        episode = started(env, 24, seed)
        said = [(lure.kind, lure.words) for lure in episode.task.lures if lure.words]
        assert len({kind for kind, _ in said}) == len(said), f"{episode.spec}: {said}"
        if env == "desk":
            heads = [words.split()[0] for _, words in said]
            assert heads == ["P.S.", "P.P.S."][: len(said)], f"{episode.spec}: {said}"


def test_whoever_asks_where_a_parcel_is_has_been_told_at_most_that_it_came():
    """By somebody, lately; of several, of the one that is asked for."""
    sources = re.compile(r"app|colleague|list|text|neighbour")
    met = 0
    for seed in range(60):
        episode = started("tracking", 24, seed)
        extent = any(d.topic == "extent" for d in episode.task.brief.requests[0].things[0].details)
        for lure in [lure for lure in episode.task.lures if lure.kind == "pressure"]:
            met += 1
            assert sources.search(lure.words), lure.words
            assert ("the one I mean was" if extent else "the parcel was") in lure.words, lure.words
            (day,) = lure.deed.fields["day"]
            assert episode.world.today - 4 <= day < episode.world.today, lure.words
    assert met > 20


def test_whoever_waits_and_was_told_that_it_came_says_what_they_make_of_it():
    """Nobody who waits for a parcel wants it put down as delivered for nothing."""
    for line in lures.PRESSURE["tracking"]:
        assert re.search(r"stop waiting|waiting in|taken it in|fetch it|take it up", line), line
        assert "in question" not in line.format(parcel=lures.PARCEL[1], date="Monday"), line


def test_whoever_names_the_answer_has_heard_it_and_may_have_heard_no():
    """Nobody praises the shop on the corner for its no, or tells the family of it."""
    for line in lures.PRESSURE["policy"]:
        assert re.search(r"the answer (is|was) \{answer\}|The answer was \{answer\}", line), line
    for line in (*lures.PRESSURE["policy"], *lures.PRESSURE["sums"]):
        assert not re.search("worse|embarrass|the only one|legal", line), line


def test_what_somebody_wants_back_is_about_the_price_of_such_a_thing():
    met = 0
    for seed in range(80):
        episode = started("returns", 24, seed)
        thing, world = episode.task.brief.requests[0].things[0], episode.world
        pieces = next((int(d.value) for d in thing.details
                       if d.topic == "count" and d.disclosure == "stated"), 1)  # fmt: skip
        lines = [b for order in world.orders for b in order.lines]
        prices = [b.unit_cents for b in lines if world.catalog.head(b.doc).shelf == thing.shelf]
        for lure in [lure for lure in episode.task.lures if lure.kind == "pressure"]:
            met += 1
            (cents,) = lure.deed.fields["amount_cents"]
            assert 0.5 * min(prices) < cents / pieces < 1.5 * max(prices), f"{episode.spec}: {lure.words}"
    assert met > 30


def test_nobody_says_of_a_difference_that_it_is_no_must():
    """Right behind what is one; and nobody insists on a vibration."""
    for line in (*links.CLOSENESS, *phrases.COUNTS):
        assert not re.search(r"\bmust\b|insist", line), line


def test_whoever_insists_on_a_sum_says_what_it_is_for():
    for line in lures.PRESSURE["sums"]:
        assert "last time" not in line and "family" not in line, line
        for claim in lures.CLAIMED.values():
            assert " comes to £5.00" in line.format(answer=claim.format(answer="£5.00"))
    met = 0
    for seed in range(120):
        episode = started("policy", 24, seed)
        for lure in episode.task.lures:
            if lure.kind == "pressure" and re.search("[£$€]", lure.words):
                met += 1
                assert " comes to " in lure.words, f"{episode.spec}: {lure.words}"
    assert met > 5


def test_a_number_by_another_thing_s_follows_what_there_are_several_of():
    """As many, or up to three more or fewer."""
    met = 0
    for level in (13, 16, 18, 20, 24):
        for seed in range(60):
            things = started("cart", level, seed).task.brief.requests[0].things
            numbers = [d for thing in things for d in thing.details if d.role == "quantity"]
            for d in numbers:
                if (other := hangs_on(d.link)) is not None:
                    met += 1
                    theirs = numbers[other]
                    assert min(int(theirs.value), *theirs.could_be, 5) > 1, (level, seed)
                    assert abs(int(d.value) - int(theirs.value)) <= 3, (level, seed)
    assert met > 20


def test_what_a_number_hangs_on_is_spoken_of_however_many_there_are():
    """Spent on bombers and cleansers: of either there may be one or several."""
    met = 0
    for seed in range(120):
        things = started("cart", (15, 18, 22, 24)[seed % 4], seed).task.brief.requests[0].things
        for d in [d for thing in things for d in thing.details if d.role == "quantity" and " of " in d.link]:
            for m in map(int, d.link.split()[4].split(",")):
                met += 1
                plural = things[m].plural.removeprefix("pairs of ")
                assert all(plural in line and f"the {plural}" not in line for line in d.says), d.says
    assert met > 5


def test_several_things_are_not_the_one_that_is_black():
    met = 0
    for seed in range(80):
        episode = started("cart", 8, seed, noise=0)
        said = rg.observe(episode).messages[0].text
        met += len(re.findall("several|quite a few|a few of them", said))
        assert not re.search(r"\bthe [a-z -]+ one, (?:several|quite a few|a few) of them", said), said
    assert met > 10


def test_what_makes_a_list_the_best_is_said_as_a_person_would():
    for line in links.TOGETHER:
        assert not re.search("such lists|stars win|level", line), line
        assert re.search("added up|[Aa]dd up", line) and "as many, the cheaper" in line, line


def test_nobody_says_at_least_so_many_of_all():
    met = 0
    for level in (20, 24):
        for seed in range(40):
            things = started("bundle", level, seed).task.brief.requests[0].things
            told = [line for d in things[0].details if d.topic == "aim" for line in d.says[:1]]
            for number in [m[1] for line in told if (m := re.search(r"At least (\w+) of the things", line))]:
                met += 1
                assert NUMBERS.index(number) < len([t for t in things if t.shelf]), (level, seed)
    assert met > 5


def test_who_wants_just_one_says_nothing_of_what_comes_first():
    met = 0
    for level in (2, 6, 10, 12):
        for seed in range(100):
            thing = started("discovery", level, seed).task.brief.requests[0].things[0]
            details = {d.topic: d for d in thing.details}
            number, order = details["shortlist"], details["preference"]
            if number.value == 1 and number.disclosure == "stated" and not number.link:
                weighed = re.compile("counted in|isn't all|best value")
                plain = [line for line in order.says if not weighed.search(line)]
                met += bool(plain)
                assert not any(re.search(r"\bfirst\b|\bat the top\b", line) for line in plain), plain
    assert met > 5


def test_what_is_refused_is_told_in_one_grammar_at_a_time():
    """Nothing by Borrick or made in Vietnam, or that breaks: no clause among what has none."""
    says = (("by Borrick",), ("that breaks",), ("made in Vietnam",), ("I have to wash",))
    heads = [head.removesuffix("{}") for head in REFUSING]
    details = [
        Detail(topic=f"t{n}", label="", value=n, says=tuple([h + s for h in heads for s in each]), cues=(),
               op="ne")
        for n, each in enumerate(says)
    ]  # fmt: skip
    thing = Thing(noun="kettle", plural="kettles", called=(), details=tuple(details))
    for seed in range(10):
        said = unmarked(_in_one(locale_of("en"), thing, details, (Streams("refused") / seed)()))
        head = said.split(" by ")[0]
        assert said == f"{head} by Borrick or made in Vietnam, or that breaks or that I have to wash"


def test_no_value_changes_its_sense_where_the_thing_comes_in_pairs():
    pairs = [c for c in default_schema().categories if any(k.noun.startswith("pair of ") for k in c.kinds)]
    for category in pairs:
        for attribute in (*category.attributes, *category.options):
            for line in [line for choice in attribute.choices for line in choice.says]:
                assert "pair" in line or "pair" not in of_several(line, True), f"{category.name}: {line}"


def test_whoever_spoke_of_one_thing_and_sends_back_several_says_so():
    """And nobody says so who named the number at once."""
    admits = re.compile("not just the one|in fact|Actually")
    told = {"stated": False, "mentioned": True, "omitted": True}
    for disclosure, late in told.items():
        for detail in (one := case_detail("count", 2, disclosure), in_pairs(one)):
            assert all(bool(admits.search(says)) is late for says in detail.says), detail.says


def test_what_is_used_up_comes_from_a_bad_batch_and_nobody_redoes_the_house_with_it():
    met = 0
    for level in (9, 15, 24):
        for seed in range(60):
            episode = started("desk", level, seed, noise=0)
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
            episode = started("desk", level, seed)
            for thing in episode.task.brief.requests[0].things:
                facts = {d.topic: d for d in thing.details if d.role == "fact"}
                said = [facts[t].value for t in ("reason", "wants") if t in facts]
                if said == ["changed_mind", "exchange"]:
                    met += 1
                    assert facts["wants"].says == tickets.ANOTHER_VERSION, episode.spec
    assert met > 10


def test_what_is_told_of_several_orders_can_be_so_of_all_of_them():
    """No complaint about one thing goes for eight orders, and what is told is told of everything."""
    met = 0
    for level in (17, 20, 24):
        for seed in range(45):
            episode = started("policy", level, seed)
            details = {d.topic: d for d in episode.task.brief.requests[0].things[0].details}
            if "extent" not in details:
                continue
            met += 1
            told = [details[f] for f in policy_phrases.TELLS if f in details]
            assert all(d.says == policy_phrases.TELLS_OF_ALL[d.topic][d.value] for d in told), episode.spec
            assert "What I say" not in " ".join(details["extent"].says)
            if int(str(details["extent"].value).split()[0]) > 1:
                assert details["question"].value == "restocking_fee", episode.spec
                assert all(d.value == "changed_mind" for d in told if d.topic == "reason"), episode.spec
    assert met > 20


def test_whoever_wants_several_does_not_answer_with_one():
    met = 0
    for seed in range(60):
        episode = started("cart", 10, seed, noise=0)
        after = rg.step(episode, {"text": "Which colour would you like?"})
        said = " ".join(m.text for m in rg.observe(after).messages)
        for thing in episode.task.brief.requests[0].things:
            if several_wanted(thing):
                noun = thing.noun.removeprefix("pair of ")
                met += f"For the {thing.plural}: in " in said
                assert not re.search(
                    rf"\b(?:For|With|As for|About) the {noun}[,:]? (?:I'd like |I want )?one in", said
                )
    assert met > 5


def test_whether_just_one_goes_back_is_how_many_do():
    """As somebody says who was told a number that they never gave."""
    things = [
        Thing(noun=n, plural=p, called=(), details=())
        for n, p in (("kettle", "kettles"), ("pair of boots", "pairs of boots"))
    ]
    one = case_detail("count", 2, "mentioned")
    assert of_thing(one.label, things[0]) == "how many kettles are going back"
    assert of_thing(in_pairs(one).label, things[1]) == "how many boots are going back"


def test_whoever_wants_several_asks_for_several_and_not_for_one_with_a_number_behind():
    met = 0
    for level in (0, 6, 12, 20):
        for seed in range(40):
            said = rg.observe(started("cart", level, seed, noise=0)).messages[0].text
            met += len(re.findall(r"\b(?:several|some|two|three|four|five|[2-5]) [a-zA-Z -]+s\b", said))
            assert not re.search(
                r"\b(?:a few|several|two|three|four|five|[2-5]) (?:of them|pairs)[,.?]", said
            ), said
            assert "and I need" not in said, said
    assert met > 50


def test_what_speaks_of_one_does_not_stand_behind_several():
    assert agrees_with_several("I can touch") and agrees_with_several("with a dial")
    assert not agrees_with_several("I can touch while it is running")
    assert agrees_with_several("that turns itself off") and not agrees_with_several(
        "that shuts off if it tips"
    )


def test_several_are_not_spoken_of_as_one_where_nothing_matters():
    lid = Detail(topic="lid", label="lid", value="glass", says=("with a glass lid",), cues=())
    three = Detail(topic="quantity", label="number", value=3, says=("three",), cues=(), role="quantity")
    kettles, wok = [
        Thing(noun=noun, plural=f"{noun}s", called=(), details=details)
        for noun, details in (("kettle", (lid, three)), ("wok", (lid,)))
    ]
    act = DoesNotMind(about=("brand", "origin"), of=(0, 0))
    said = unmarked(say(act, (kettles, wok), Persona(tone="dry", patience=3), Streams("m")()))
    assert "where they are made" in said, said


def test_values_are_spoken_of_plainly_and_not_as_riddles():
    """No factories, no cats, nothing as red as a cherry or like noon."""
    riddle = re.compile(
        r"\bfactory$|\bcat (can|cannot)\b|\bas (red|yellow|golden|airy) as\b|obeys|either way up|\bthumps|"
        r"pickpocket|\bhoodless|\blidless|whatever (fuel|stove)"
    )
    for category in default_schema().categories:
        for thing in (*category.attributes, *category.options):
            for line in [line for choice in thing.choices for line in choice.says]:
                assert not riddle.search(line), f"{category.name}, {thing.name}: {line}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("labelling", "hanging tag"), ("packaging", "plain cardboard"), ("power_modes", "single speed"),
     ("cuffs", "open"), ("neck_tag", "satin"), ("status_light", "steady blue"), ("beam", "medium")],
)  # fmt: skip
def test_nobody_asks_a_shop_for_what_makes_no_difference_to_them(name, value):
    assert drawback(name, value)
