"""What customers say of days, sums and numbers is what a shopkeeper would expect to hear."""

import re

import retailgym as rg
from retailgym.catalog.schema import default_schema
from retailgym.catalog.sense import _data, bounds, drawback, refusable, shared
from retailgym.catalog.shelf_sets import rack_of
from retailgym.core.env import Said
from retailgym.core.streams import Streams
from retailgym.core.task import Detail, Persona, Thing
from retailgym.customer.acts import DoesNotMind, Revises, Told
from retailgym.customer.locale.en import (
    links,
    orders,
    phrases,
    policy_phrases,
    ranking,
    returning,
    revisions,
    tickets,
)
from retailgym.customer.locale.en.grammar import NUMBERS, of_several
from retailgym.customer.locale.en.links import LIST_BY_PRICE
from retailgym.customer.voice import is_bought_whole, say
from retailgym.envs.desk.talk import _swap
from retailgym.envs.shared.links import by_price
from retailgym.envs.shared.order_clues import UNKNOWN
from retailgym.envs.shared.order_references import _doubtful
from retailgym.envs.shared.reckoning import terms_of
from retailgym.envs.substitution.originals import TOLERANCES

from .paths import started


def said_in(env: str, level: int, seed: int) -> list[str]:
    """What the customer of an episode says to the expert."""
    episode, _ = rg.play(started(env, level, seed, noise=0), rg.players.get("expert"))
    return [e.message.text for e in episode.log if isinstance(e.message, Said)]


def plain(said: str) -> str:
    """Without the marks round values."""
    return re.sub("[^ -~]", "", said)


def test_whoever_knows_something_of_a_day_forgets_only_which_day_it_was():
    met = 0
    for seed in range(60):
        for thing in started("tracking", 9, seed).task.brief.requests[0].things:
            details = {d.topic: d for d in thing.details}
            if details["placed"].value == UNKNOWN:
                known = [t for t in orders.OF_THE_DAY if details[t].value != UNKNOWN]
                met += bool(known)
                assert (details["placed"].says[0] in orders.DAY_UNKNOWN) is bool(known), seed
    assert met > 10


def test_a_price_may_differ_by_a_round_sum_that_is_less_than_the_price():
    for level in (0, 6, 12, 18, 24):
        for seed in range(25):
            episode = started("substitution", level, seed)
            (thing,) = episode.task.brief.requests[0].things
            (price,) = [d for d in thing.details if d.topic == "price"]
            low, high = episode.task.goal.open().wishes[-2:]
            own = (int(low.value) + int(high.value)) // 2
            assert int(price.value) // 100 in TOLERANCES, episode.spec
            assert int(price.value) <= max(500, own * 3 // 4), f"{episode.spec}: {price.value} of {own}"


def test_whoever_was_mistaken_has_not_changed_their_mind():
    def revised(topic, role):
        says = ("I can show you the receipt.",)
        detail = Detail(topic=topic, label=topic, value="kept", says=says, cues=(), role=role)
        thing = Thing(noun="kettle", plural="kettles", called=(), details=(detail,))
        act = Revises(told=(Told(thing=0, topic=topic, value="kept", role=role),))
        return {say(act, (thing,), Persona(tone="dry", patience=3), (Streams("r") / n)()) for n in range(40)}

    def heads(lines):
        return {line.split("{0}")[0].strip() for line in lines}

    for said in revised("receipt", "fact"):
        assert plain(said).removesuffix(" I can show you the receipt.") in heads(revisions.MISTAKEN)
    for said in revised("wants", "fact"):
        assert plain(said).removesuffix(" I can show you the receipt.") in heads(revisions.REVISES)


def test_whoever_has_said_that_one_is_meant_speaks_of_one():
    """However many were ordered."""
    met = 0
    for level in (6, 9, 12, 15):
        for seed in range(25):
            for text in said_in("desk", level, seed)[1:]:
                ordered_some = re.search(
                    r"(?:Of the \w+ that I ordered, I only mean one|this is only about one of them)\.", text
                )
                if ordered_some:
                    (own,) = [
                        part
                        for part in re.split(r"(?:About|about|As for) the ", text)
                        if ordered_some[0] in part
                    ]
                    met += 1
                    assert "new ones" not in own and "them in" not in own, text
    assert met > 3


def test_several_things_are_wanted_in_navy_and_a_pair_of_which_there_are_six_is_too():
    def swapped(noun, plural, number):
        says = ("that is navy", "in navy")
        colour = Detail(topic="colour", label="colour", value="navy", says=says, cues=(), role="option")
        count = Detail(topic="quantity", label="how many", value=number, says=("so many",), cues=())
        thing = Thing(noun=noun, plural=plural, called=(), details=(count, colour))
        return {_swap([colour], thing, (Streams("s") / n)()) for n in range(30)}

    of_several = {line.format(says="in navy") + "." for line in tickets.SWAP_SEVERAL}
    for said in (swapped("kettle", "kettles", 6), swapped("pair of jeans", "pairs of jeans", 6)):
        assert {plain(line) for line in said} <= of_several, said
    assert any("one in navy" in plain(line) for line in swapped("kettle", "kettles", 1))


def test_nobody_says_that_they_do_not_mind_what_they_sort_by():
    def answer(order, *about):
        preference = Detail(
            topic="preference", label="order", value=order, says=("So.",), cues=(), role="fact"
        )
        thing = Thing(noun="kettle", plural="kettles", called=(), details=(preference,))
        act = DoesNotMind(about=about, of=(0,) * len(about))
        return plain(say(act, (thing,), Persona(tone="dry", patience=3), Streams("m")()))

    without = [line.format("the price") for line in phrases.NO_LIMIT]
    assert answer("price up", "price") in without
    assert not any("open" in line or "anything" in line for line in without)  # other wishes may be unsaid
    both = answer("price up", "price", "brand")
    limit = next(line for line in without if line in both)
    assert "price" not in both.replace(limit, "") and "brand" in both
    assert "price" in answer("rating down", "price")
    coloured = answer("sum shipping_days= +300; colour=red -200", "colour", "brand")
    assert any(line.format("the colour") in coloured for line in phrases.NO_LIMIT)


def test_nobody_says_that_they_do_not_mind_what_they_weigh():
    weights = Detail(
        topic="closeness", label="weights", value="care*3; origin*0; price/2000", says=("So.",), cues=()
    )
    thing = Thing(noun="parka", plural="parkas", called=(), details=(weights,))

    def answer(*about):
        act = DoesNotMind(about=about, of=(0,) * len(about))
        return plain(say(act, (thing,), Persona(tone="dry", patience=3), Streams("m")()))

    assert answer("care") in [line.format("the care") for line in phrases.COUNTS]
    assert answer("origin") not in [line.format("the origin") for line in phrases.COUNTS]


def test_numbers_of_what_more_of_is_better_have_no_upper_limit():
    assert bounds("cord_length") == bounds("laptop_size") == ("gte",)
    assert bounds("size") == ()


def test_how_many_somebody_buys_hangs_on_money_alone_and_more_money_buys_more():
    met = 0
    for seed in range(60):
        for request in started("journey", 22, seed).task.brief.requests:
            given = [(t, d) for t in request.things for d in t.details if re.search(r" if \w+\.", d.link)]
            for thing, d in given:
                assert " 1 days" not in d.says[0], d.says
                if d.role != "quantity" and is_bought_whole(thing):
                    yes, no = int(d.link.split()[0]), int(d.link.split()[-1])
                    assert d.says[0].startswith("How many I take depends on"), d.says
                    assert "_cents " not in d.link or (yes > no) is (" fee " not in d.says[0]), d.says
                elif d.role == "quantity":
                    met += 1
                    yes, no = int(d.link.split()[0]), int(d.link.split()[-1])
                    assert re.search("[£€$]", d.says[0]), d.says
                    assert yes > no and " fee " not in d.says[0], d.says
                else:
                    assert d.says[0].startswith("How many I look at depends on"), d.says
    assert met > 5


def test_nothing_has_the_country_of_a_thing_of_another_trade():
    for seed in range(60):
        episode = started("journey", 22, seed)
        things = [t for r in episode.task.brief.requests for t in r.things]
        for d in [d for t in things for d in t.details if d.role in ("wish", "option")]:
            assert "same country of origin as" not in d.says[0], episode.spec


def test_what_is_said_of_several_things_speaks_of_no_it():
    """For the creams: with aloe; nobody finds out what is in it."""
    for category in default_schema().categories:
        for attribute in category.options:
            for line in [line for choice in attribute.choices for line in choice.says]:
                assert not re.search(r"\b(in|on|up) it$|\bit in$", line) or "nothing" in line, line
        for name in ("key_ingredient", "pattern"):
            if name in category.attribute:
                for line in [line for c in category.attribute[name].choices for line in c.says]:
                    assert not re.search(r"\b(in|on) it$", line) or "nothing" in line, line


def test_nobody_wants_the_same_kit_as_another_thing_has_or_refuses_what_is_neither_here_nor_there():
    assert shared("colour") and shared("scent") and not shared("set") and not shared("kit")
    options = {o.name for c in default_schema().categories for o in c.options}
    assert _data()[2].in_common <= options | {"material"}
    assert not refusable("beam", "medium") and drawback("speed_control", "single speed")
    for seed in range(40):
        for thing in started("cart", 24, seed).task.brief.requests[0].things:
            for d in [d for d in thing.details if d.link.startswith("as line")]:
                assert shared(d.topic), d.says


def test_a_day_or_a_tenth_of_a_star_is_worth_a_small_part_of_a_price():
    met = 0
    for seed in range(50):
        episode = started("discovery", 20, seed)
        (thing,) = episode.task.brief.requests[0].things
        catalog = episode.world.catalog
        prices = rack_of(catalog, catalog.shelf_named(thing.shelf)).row("price")
        for d in [d for d in thing.details if d.topic == "preference"]:
            for term in [t for t in terms_of(str(d.value)) if t.counted]:
                met += 1
                assert abs(term.cents) <= max(prices) // 6, f"{episode.spec}: {d.says[0]}"
    assert met > 20


def test_the_price_by_which_a_list_is_longer_is_near_the_prices_there_are():
    assert all(
        int(by_price(Streams(str(n))(), number, [4000], "USD", LIST_BY_PRICE).link.split()[2]) >= 2800
        for n in range(30)
        for number in [Detail(topic="shortlist", label="", value=3, says=(), cues=(), role="fact")]
    )


def test_whoever_remembers_wrongly_does_not_contradict_themselves():
    assert _doubtful(["items", "beside", "paid"]) == ["paid"]
    assert _doubtful(["items", "paid"]) == ["items", "paid"]


def test_nobody_checks_what_they_did_themselves():
    """I've worn it: there is nothing to check about that."""
    assert not any(re.search("check|look", line) for line in revisions.MISTAKEN)


def test_an_order_has_more_than_one_item_whatever_the_items_are():
    assert of_several("The order had more than one item.", pair=True) == "The order had more than one item."


def test_who_forgot_where_a_parcel_went_speaks_of_a_person_as_who_remembers_does():
    for line in orders.UNKNOWN["recipient"]:
        assert re.search(r"\bwho\b", line) and "address" not in line, line
        assert re.search(r"others|family|all", line), f"a reason why somebody may not know it: {line}"
        assert "had it sent" not in line and "was sent" not in line, f"may still be on its way: {line}"


def test_a_part_of_the_month_is_a_part_of_any_month():
    for line in (line for of in orders.SAYS["month"].values() for line in of):
        assert re.search(r"\b1(5|6)th\b", line) and "half" not in line, line


def test_what_was_in_another_order_is_not_put_beside_the_order_out_of_the_blue():
    lines = [*orders.EITHER_WAY["beside"]["with"], *orders.EITHER_WAY["beside"]["without"]]
    for line in (*orders.SAYS["beside"]["without"], *lines):
        assert re.match(r"(I can't remember|I'm not sure any more|I forget) what else ", line), line
        assert re.search("another|some other", line), line


def test_whoever_buys_a_whole_list_does_not_choose_from_it():
    met = 0
    for seed in range(60):
        details = {
            d.topic: d for d in started("discovery", 22, seed).task.brief.requests[0].things[0].details
        }
        if "price=" in str(details["preference"].value) and not details["shortlist"].link:
            met += 1
            assert not set(details["shortlist"].says) & {
                line.format(n=NUMBERS[int(details["shortlist"].value)]) for line in ranking.SHORTLIST
            }
    assert met > 5


def test_whoever_buys_prizes_needs_them_neither_at_home_nor_for_a_friend():
    """Nor does anybody get themselves eight of them."""
    met = 0
    for seed in range(60):
        episode = started("discovery", 22, seed)
        thing = episode.task.brief.requests[0].things[0]
        if any("rating=most" in str(d.value) for d in thing.details):
            met += 1
            said = rg.observe(episode).messages[0].text
            assert not re.search("friend of mine|getting myself|at home we", said), said
    assert met > 20


def test_nobody_says_of_harmless_things_that_nobody_got_hurt():
    harmless = (returning.HAZARD["harmless"], policy_phrases.TELLS_OF_ALL["hazard"]["no"],
                tickets.SAYS["hazard"]["harmless"])  # fmt: skip
    assert not any("hurt" in line for lines in harmless for line in lines)


def test_a_tolerance_is_up_or_down_and_no_number_uses_anything_up():
    assert not any("more or less" in line for line in (*phrases.MORE_OR_LESS, *phrases.GIVE_OR_TAKE))
    assert not any("use up" in line for line in links.TOGETHER_UP_TO)


def test_whoever_speaks_of_a_day_writes_it_out():
    met = 0
    for seed in range(30):
        for lure in started("tracking", 24, seed).task.lures:
            if lure.kind == "pressure":
                met += 1
                assert re.search(r" on [A-Z][a-z]+day \d+ [A-Z][a-z]{2,}\b(?! \d)", lure.words), lure.words
    assert met > 5


def test_who_sends_back_more_does_not_say_that_there_was_more():
    """There may have been nothing else in the order."""
    for line in links.GOING_ALONG:
        assert "whatever else" not in line and re.search(r"\banything else\b", line), line


def test_a_condition_never_sounds_like_a_hope() -> None:
    hopes = re.compile(r"\b(prefer|ideally|would be (best|nice|good)|happy with|if you have|hope|rather)\b")
    frames = (
        phrases.KEEPS,
        phrases.VALUE,
        phrases.VALUE_ALONE,
        phrases.VALUE_OF_EACH,
        phrases.VALUE_OF_SEVERAL,
    )
    soft = [line for lines in frames for line in lines if hopes.search(line)]
    assert not soft, soft
