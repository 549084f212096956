"""The language of a shop's customers is one choice: every word and rule of grammar comes from its package."""

import pytest

import retailgym as rg
from retailgym.core.streams import Streams
from retailgym.core.task import Detail, Persona, Thing
from retailgym.core.values import replace
from retailgym.customer import acts
from retailgym.customer.locale import languages, locale_of
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
