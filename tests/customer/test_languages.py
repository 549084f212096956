"""The language of a shop's customers is one choice: every word and rule of grammar comes from its package."""

import ast
import inspect
import re

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.core.task import TONES, Detail, Persona, Thing
from retailgym.core.values import replace
from retailgym.customer import acts, voice
from retailgym.customer.locale import Locale, languages, locale_of
from retailgym.customer.noise import unmarked
from retailgym.customer.voice import say

GERMAN = Persona(tone="warm", patience=3, language="de")


def detail(topic: str, label: str, value: str | int, says: str, role: str) -> Detail:
    return Detail(topic=topic, label=label, value=value, says=(says,), cues=(), role=role)


KETTLE = Thing(
    noun="Wasserkocher",
    plural="Wasserkochern",
    called=(),
    details=(
        detail("colour", "Farbe", "black", "in Schwarz", "wish"),
        detail("quantity", "Anzahl", 12, "", "quantity"),
    ),
)
COLOUR, NUMBER = (acts.Told(thing=0, topic=d.topic, value=d.value) for d in KETTLE.details)
SENTENCES = [
    (
        acts.Opens(job="cart", first=0, things=(KETTLE,), told=(COLOUR, NUMBER), named=()),
        "Guten Tag, ich brauche Wasserkocher in Schwarz, 12 Stück.",
    ),
    (acts.Answers(told=(NUMBER,)), "Davon 12 Stück."),
    (acts.Repeats(told=(NUMBER,)), "Wie gesagt: Davon 12 Stück."),
    (acts.Corrects(told=(NUMBER,)), "Nicht ganz. Davon 12 Stück."),
    (acts.Revises(told=(NUMBER,)), "Ich habe es mir anders überlegt. Davon 12 Stück."),
    (acts.Confirms(), "Ja, genau so."),
    (acts.Declines(), "Nein, das nicht."),
    (acts.DoesNotMind(about=("rating", "shipping_days")), "Mir egal: Kundenbewertung und Lieferzeit."),
    (acts.Shrugs(), "Das habe ich nicht verstanden."),
    (acts.Leaves(), "Dann lasse ich es."),
]


@pytest.mark.parametrize(("act", "words"), SENTENCES)
def test_a_german_customer_says_so_in_german(act, words):
    assert unmarked(say(act, (KETTLE,), GERMAN, Streams("german")())) == words


def test_the_store_says_which_language_its_customers_speak():
    shop = rg.start("cart/0/1").world.catalog
    german = shop.furnished(shop.contents, shop.content_hash, replace(shop.config, language="de"))
    opening = rg.observe(rg.start("cart/0/1?p_omit=0", catalog=german)).messages[0].text
    assert opening.startswith("Guten Tag, ich brauche "), opening


def test_a_language_that_nobody_speaks_is_named_with_those_that_exist():
    assert languages() == ["de", "en"]
    with pytest.raises(ValueError, match="no language 'fr'; customers speak de, en"):
        locale_of("fr")


SLOT = re.compile(r"\{(\w*)\}")


def picked():
    """The module and name of every line and rule of grammar that the voice takes from a language."""
    found = [n for n in ast.walk(ast.parse(inspect.getsource(voice))) if isinstance(n, ast.Attribute)]
    pairs = {(getattr(n.value, "attr", getattr(n.value, "id", "")), n.attr) for n in found}
    return sorted((module, name) for module, name in pairs if module in Locale._fields)


def texts(value):
    if isinstance(value, dict):
        return [t for v in value.values() for t in texts(v)]
    if isinstance(value, tuple):
        return [t for v in value for t in texts(v)]
    return [value] if isinstance(value, str) else []


SLOTS = {
    slot
    for module, name in picked()
    if not callable(value := getattr(locale_of("en")[Locale._fields.index(module)], name))
    for text in texts(value)
    for slot in SLOT.findall(text)
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("module", "name"), picked())
def test_a_language_has_every_line_that_the_voice_picks(language, module, name):
    """Of the same sort, and with no slot that no English line has."""
    known = getattr(locale_of("en")[Locale._fields.index(module)], name)
    own = getattr(locale_of(language)[Locale._fields.index(module)], name)
    assert callable(own) == callable(known)
    if not callable(own):
        assert type(own) is type(known)
    if isinstance(own, str | tuple | dict):
        assert {slot for text in texts(own) for slot in SLOT.findall(text)} <= SLOTS
    if isinstance(own, dict) and known.keys() == set(TONES):
        assert own.keys() == known.keys()


def test_the_voice_picks_many_lines():
    assert len(picked()) > 100
