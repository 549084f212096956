"""Voice and noise: varied, grammatical, in the customer's own tone, and never beyond recognition."""

import re
from collections import Counter

import pytest

import retailgym as rg
from retailgym.core.difficulty import axes_at
from retailgym.core.episode import step
from retailgym.core.streams import Streams
from retailgym.core.task import TONES, Persona, Tone
from retailgym.core.values import replace
from retailgym.customer.acts import Answers, Told
from retailgym.customer.locale.en import orders, tones
from retailgym.customer.locale.en.grammar import NUMBERS, is_pair, is_plural, of_several
from retailgym.customer.noise import BEGIN, END, NUMBER_WORDS, add_noise, marked, slips, unmarked
from retailgym.customer.statements import UNKNOWN
from retailgym.customer.voice import say

from ..paths import started
from .table import KETTLE, PARKA, schema
from .test_reading import drawn_act, drawn_table, spoken

OPENINGS = 1000
SHARED_AT_MOST = OPENINGS * 2 // 100


def sentences(text: str) -> set[str]:
    return {s.strip().lower() for s in re.split(r"[.?!]", text) if s.strip()}


def opening(level: int, seed: int) -> tuple[Tone, str]:
    ep = started("cart", level, seed)
    said = rg.observe(ep).messages[0]
    return ep.task.brief.persona.tone, said.text  # type: ignore[union-attr]


def test_no_sentence_is_shared_by_more_than_two_in_a_hundred_openings() -> None:
    shared = Counter(s for seed in range(OPENINGS) for s in sentences(opening(6, seed)[1]))
    sentence, times = shared.most_common(1)[0]
    assert times <= SHARED_AT_MOST, (sentence, times)


def own_words(tone: Tone) -> set[str]:
    """Pieces of lines that only this tone has."""

    def pieces(t: Tone) -> set[str]:
        lines = (*tones.GREETINGS[t], *tones.FIRST["cart"][t], *tones.NEXT["cart"][t], *tones.ASIDES[t])
        return {
            p.strip(" .,:?").lower()
            for line in lines
            for p in re.split(r"\{\w+\}", line)
            if len(p.strip(" .,:?")) > 6
        }

    return pieces(tone) - {p for t in TONES if t != tone for p in pieces(t)}


def test_the_tone_shows_in_most_openings_and_is_never_another() -> None:
    own = {tone: own_words(tone) for tone in TONES}
    shown = 0
    for seed in range(300):
        tone, text = opening(0, seed)
        held = {t for t in TONES if any(p in text.lower() for p in own[t] if t == tone or len(p) > 14)}
        assert held <= {tone}, text
        shown += held == {tone}
    assert shown >= 180, shown


FAULTS = {
    "a hole in a line": r"[{}]", "two spaces": r"  ", "a space before a stop": r" [,.?!]",
    "two stops": r"(?<!\.)\.\.(?!\.)|,,|,\.",
    "a wrong article": (
        r"\ba (?=[aeioAEIO])(?!one\b|European)|\ban (?![aeiouAEIO8]|11|18|hour|HDMI|SOS|XL)"
    ),
    "a plural that matters": (r"\b(?:feet|controls|pockets|cuffs|sleeves|modes|parts|prompts) "
                              r"(?:matters|is)\b"),
    "the pair of": r"\bthe pair of\b|\bany pair of\b", "one for a pair": r"\bpair of [a-z ]+ should be one\b",
    "that that": r"\bthat that\b",
    "one the one": r"\b(?:one|a pair) the \w+ one\b",
    "and then a clause": r"\band I (?:can|just|never|only|would)\b(?! (?:tell|say))",
}  # fmt: skip


@pytest.mark.parametrize("kind", range(5))
def test_sentences_are_grammatical(kind: int) -> None:
    for n in range(500):
        rng = (Streams("grammar") / kind / n)()
        things, _ = drawn_table(rng, axes_at(n % 13, {}).p_omit, n)
        words = spoken(drawn_act(rng, things, kind), things, rng, 0)
        for fault, pattern in FAULTS.items():
            assert not re.search(pattern, words), (fault, words)
        assert words[0].isupper() or words[0].isdigit(), words
        assert all(s[0].isupper() or s[0].isdigit() for s in re.split(r"(?<=[a-z][.?!]) ", words)), words


def test_labels_that_are_plural_are_known() -> None:
    labels = {a.label for c in schema().categories for a in c.attributes}
    plural = {
        "controls",
        "prompts",
        "pockets",
        "cuffs",
        "sleeves",
        "power modes",
        "spare parts",
        "feet",
        "emissions",
    }
    assert {label for label in labels if is_plural(label)} == plural


def test_without_noise_nothing_changes() -> None:
    rng = Streams("noise")()
    assert add_noise("A kettle, please.", 0, rng) == "A kettle, please."


def test_noise_touches_no_number_and_no_id() -> None:
    for n in range(400):
        rng = (Streams("numbers") / n)()
        things, _ = drawn_table(rng, 300, n)
        clean = say(drawn_act(rng, things, n % 5), things, Persona(tone=rng.pick(TONES), patience=3), rng)
        noisy = add_noise(clean + " It was order o7k2m9, for p4xw8t.", 900, rng)
        assert re.findall(r"\d[\d.]*", noisy) == re.findall(r"\d[\d.]*", clean + " o7k2m9 p4xw8t"), (
            clean,
            noisy,
        )
        counted = [w for w in re.findall(r"[a-z]+", noisy.lower()) if w in NUMBER_WORDS]
        assert counted == [w for w in re.findall(r"[a-z]+", clean.lower()) if w in NUMBER_WORDS], (
            clean,
            noisy,
        )


def test_a_value_slips_in_long_words_only_and_at_most_once_in_each() -> None:
    for n in range(300):
        rng = (Streams("slips") / n)()
        things, _ = drawn_table(rng, 0, n)
        clean = say(drawn_act(rng, things, 0), things, Persona(tone="dry", patience=3), rng)
        noisy = add_noise(clean, 1000, rng)
        values = [re.findall(f"{BEGIN}(.*?){END}", text) for text in (clean, noisy)]
        for before, after in zip(*values, strict=True):
            pairs = list(
                zip(re.findall(r"[a-z]+", before.lower()), re.findall(r"[a-z]+", after.lower()), strict=True)
            )
            assert all(b == a or (len(b) >= 6 and a in slips(b)) for b, a in pairs), (before, after)


def test_names_are_never_mistyped():
    """Whoever searches for a brand that is spelt otherwise finds nothing."""
    clean = f"I want one from {marked('Halden Works')}, made of {marked('brushed aluminium')}."
    noisy = [add_noise(clean, 1000, (Streams("names") / n)()) for n in range(20)]
    assert all("Halden Works" in text for text in noisy) and not any("aluminium" in text for text in noisy)


def test_the_marks_around_values_are_never_seen() -> None:
    for seed in range(50):
        text = opening(12, seed)[1]
        assert unmarked(text) == text


CONNECTS = re.compile(r"^(then|also|and|plus|on top of that|next)\b|\b(too|as well)\.$", re.IGNORECASE)


@pytest.mark.parametrize("level", [0, 12])
def test_nothing_goes_on_before_the_first_thing_of_a_project(level: int) -> None:
    for seed in range(40):
        ep = started("bundle", level, seed, noise=0)
        first, text = ep.task.brief.requests[0].things[1].noun, str(rg.observe(ep).messages[0].text)  # type: ignore[union-attr]
        said = next(s for s in re.split(r"(?<=[.?!]) ", text) if re.search(rf"\b{re.escape(first)}\b", s))
        assert not CONNECTS.search(said), said


IT = re.compile(r"\b(?:it|its|it's)\b", re.IGNORECASE)
ONE = re.compile(r"\bone\b", re.IGNORECASE)  # of a pair
# of an order, of other things, or of nothing at all
NOT_OF_THE_THING = re.compile(
    r"when it comes to|does it (?:matter|make)|is it (?:any use|enough)|for one\b|and one is|"
    r"one of them (?:is )?(?:the|wh|how)|one of \w+ (?:more )?things|"
    r"(?:if|in case) it (?:helps|matters)|would it help|in it\b|make it|one of my orders|which one is it"
    r"|one (?:more )?(?:thing|suggestion|favour)|just one|show me one|otherwise one|just the one|one pair"
    r"|marked as one|the standard one|parcel\? The one with|my order\? It was for|\{.*?\}"
    r"|it isn't far|it's (?:no trouble|been|about)|(?:say|all|only) one|that one"
    r"|it's (?:you who|another|a different|on one|your)|it (?:says|need not|seems)|pick one|one of each"
    r"|one of those marketplaces|it all\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("seeds", [80, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("env", ["returns", "tracking", "policy", "substitution"])
def test_of_a_pair_or_of_several_nobody_says_it(env: str, seeds: int) -> None:
    met = 0
    for level in (0, 6, 12):
        for seed in range(seeds):
            ep = started(env, level, seed, noise=0)
            thing = ep.task.brief.requests[0].things[0]
            number = next((d for d in thing.details if d.topic == "count" and d.disclosure == "stated"), None)
            if is_pair(thing) or (number is not None and int(number.value) > 1):
                met += 1
                text = str(rg.observe(ep).messages[0].text)  # type: ignore[union-attr]
                values = [s for d in thing.details if d.role != "fact" for s in d.says]
                for words in sorted(values, key=len, reverse=True):
                    text = text.replace(words, "")
                own = text.split("another ")[0] if env == "returns" else text
                said = NOT_OF_THE_THING.sub("", own)
                assert not IT.search(said) and not (is_pair(thing) and ONE.search(said)), (ep.spec, text)
    assert met > 10, met


def test_nothing_remembered_of_a_pair_is_said_of_one() -> None:
    lines = [line for by_value in orders.SAYS.values() for several in by_value.values() for line in several]
    lines += [line for several in orders.UNKNOWN.values() for line in several] + [*orders.DAY_UNKNOWN]
    assert len(lines) > 80
    for line in lines:
        bought = {"noun": "pair of boots", "plural": "pairs of boots"}
        filled = line.format("two weeks", items="items", things="different things", **bought)
        said = NOT_OF_THE_THING.sub("", of_several(filled, True))
        assert not IT.search(said) and not ONE.search(said), said


def test_what_goes_back_is_counted_where_it_is_brought_up() -> None:
    met = 0
    for seed in range(60):
        ep = started("returns", 3, seed, noise=0)
        thing = ep.task.brief.requests[0].things[0]
        number = next((d for d in thing.details if d.topic == "count" and d.disclosure == "stated"), None)
        if number is not None and int(number.value) > 1:
            met += 1
            n, text = int(number.value), str(rg.observe(ep).messages[0].text)  # type: ignore[union-attr]
            number_first = rf"\b(?:{n}|{NUMBERS[n]}) {re.escape(thing.plural)}\b"
            assert re.search(number_first, text, re.IGNORECASE), text
    assert met > 5, met


@pytest.mark.parametrize("env", ["tracking", "returns", "policy"])
def test_nobody_brings_up_what_they_have_forgotten(env: str) -> None:
    for seed in range(40):
        ep = started(env, 0, seed, noise=0)
        after = step(ep, {"text": "Could you tell me a bit more about what you need?", "calls": []})
        for act in after.log[-1].acts:
            assert all(t.value != UNKNOWN for t in getattr(act, "told", ())), (ep.spec, act)


def test_what_is_refused_of_one_thing_among_several_names_it() -> None:
    kettle, parka = [
        replace(t, details=tuple([replace(d, op="ne") if d.topic == topic else d for d in t.details]))
        for t, topic in ((KETTLE, "brand"), (PARKA, "insulation"))
    ]
    told = (Told(thing=0, topic="brand", value="Norrland", op="ne"),)
    for seed in range(40):
        rng = (Streams("said") / seed)()
        said = say(Answers(told=told), (kettle, parka), Persona(tone="dry", patience=5), rng)
        assert "kettle" in said, said
