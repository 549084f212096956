"""What a customer announces can be asked for in the words of the announcement, turned into a question."""

import re

import pytest

from retailgym.catalog.schema import Category
from retailgym.core.task import Detail, Thing
from retailgym.customer import voice
from retailgym.customer.hearing import hear
from retailgym.customer.locale import locale_of
from retailgym.customer.statements import UNKNOWN

from ..paths import begun, started
from .table import schema

WORDS = locale_of("en")
APART = ("budget", "match", "shortlist", "preference", "others")
BE = {"is": "be", "are": "be", "was": "be", "were": "be"}
DID = {
    "ordered": "order", "used": "use", "kept": "keep", "cost": "cost", "found": "find", "saw": "see",
    "sent": "send", "fell": "fall", "went": "go", "looked": "look",
}  # fmt: skip
FIRST = ("is", "are", "was", "were", "can", "could", "have", "would")  # verbs that change places
SUBJECT = r"(?:it|they|I|that|there|you|the [\w' -]+?|a [\w' -]+?|my [\w' -]+?|anything[\w ]*?)"
VERB = rf"(?:{'|'.join((*FIRST, *DID))}|[a-z]+s|keep|take|hold|look|come|'d)"
SHAPE = re.compile(rf"(?P<wh>(?:.*\b)?)(?P<subject>{SUBJECT})(?P<verb> ?'d| {VERB})\b(?P<rest>.*)")


def to_you(said: str) -> str:
    """As the agent says it: how many you ordered."""
    said = said.replace("you to do", "me to do").replace("I'd", "you'd")
    return re.sub(r"\bmy\b", "your", re.sub(r"\bI\b", "you", said))


def turned(said: str) -> list[str]:
    """The question that an announcement makes: what it cost, what did it cost?"""
    m = SHAPE.fullmatch(said)
    if m is None:
        return [f"{said}?"]  # whose name was on the parcel
    wh, subject, verb, rest = m["wh"].removeprefix("whether "), m["subject"], m["verb"].strip(), m["rest"]
    if wh.strip() == "" and "whether " not in said:
        return [f"{said}?"]
    if verb == "'d":
        return [f"{wh}would {subject}{rest}?"]
    if verb in FIRST:
        if verb == "have" and subject == "you":
            return [f"{wh}do you have{rest}?"]
        return [f"{wh}{verb} {subject}{rest}?"]
    if verb in DID:
        return [f"{wh}did {subject} {DID[verb]}{rest}?"]
    root = verb if subject in ("they", "you") else verb.removesuffix("s")
    return [f"{wh}do{'es' if verb != root else ''} {subject} {root}{rest}?"]


def wished(said: str) -> list[str]:
    """The same of what is to be had: how heavy should it be, how much should it be able to carry?"""
    m = SHAPE.fullmatch(said)
    if m is None:
        who, can, rest = said.partition(" can ")
        return [f"{who} should be able to {rest}?"] if can else []
    wh, subject, verb, rest = m["wh"].removeprefix("whether "), m["subject"], m["verb"].strip(), m["rest"]
    if verb == "can":
        able = f"{wh}should {subject} be able to{rest}?"
        return [f"{wh}must {subject}{rest}?", able]
    root = BE.get(verb, "go" if verb == "goes" else verb.removesuffix("s"))
    return [f"{wh}should {subject} {root}{rest}?"]


def announced(thing: Thing, d: Detail) -> str:
    """The words in which somebody says that it is still to be asked for."""
    if d.role == "fact":
        return voice._agreeing(WORDS, thing, d.label)
    if d.role == "quantity":
        return f"how many {thing.plural} I need"
    return voice._label(WORDS, thing, d.topic, f"the {d.label}")


def questions(thing: Thing, d: Detail) -> list[str]:
    said = to_you(announced(thing, d))
    if said.startswith("the "):
        verb = "are" if WORDS.grammar.is_plural(d.label) else "is"
        return [
            f"What about {said}?", f"Which {d.label} would you like?", f"Could you tell me {said}?",
            f"What {verb} {said} to be?",
        ]  # fmt: skip
    found = [f"Could you tell me {said}?", *turned(said), *(wished(said) if d.role != "fact" else [])]
    return [q[:1].upper() + q[1:] for q in found]


def announcements(env: str, seeds: range) -> dict[str, tuple[str, Thing, Detail]]:
    """Each question, with an episode in which the words that it turns round may be said, the thing and the
    detail."""
    found: dict[str, tuple[str, Thing, Detail]] = {}
    for seed in seeds:
        spec = f"{env}/{seed % 13}/{seed}?noise=0&p_omit=0.8"
        things = begun(spec).task.brief.requests[0].things
        for thing in things:
            for d in thing.details:
                hidden = d.disclosure != "stated" and d.role != "case" and d.value != UNKNOWN
                if not hidden or d.topic.split()[0] in APART or d.topic.startswith("old "):
                    continue
                for q in questions(thing, d):
                    key = re.sub(rf"\b({re.escape(thing.noun)}|{re.escape(thing.plural)})\b", "{}", q)
                    found.setdefault(f"{key} {d.topic}", (q, thing, d))
    return found


def category(thing: Thing) -> Category | None:
    return next((c for c in schema().categories for k in c.kinds if k.name == thing.shelf), None)


@pytest.mark.parametrize("seeds", [80, pytest.param(160, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "env", ["cart", "discovery", "bundle", "substitution", "returns", "tracking", "policy"]
)
def test_what_is_announced_is_heard_when_it_is_asked_in_the_same_words(env: str, seeds: int) -> None:
    deaf = []
    for question, thing, d in announcements(env, range(9_900_000, 9_900_000 + seeds)).values():
        asked = {topic for _, topic in hear(question, (thing,), category).asked}
        if asked != {d.topic}:
            deaf.append(f"{d.topic}: {question} -> {sorted(asked)}")
    assert not deaf, f"{len(deaf)} of them\n" + "\n".join(deaf)


SAID_APART = {
    "budget": (
        "What is your budget?", "Do you have a budget?", "Is there a budget?", "What has to fit your budget?",
        "How much have you got for this?", "How much money have you put aside for this?",
        "What can you not go over?",
    ),
    "shortlist": (
        "How many should I show you?", "How many {plural} do you want to choose from?",
        "How many do you want to look at?", "How many of them should I show you?",
        "How many {plural} do you need to see?",
    ),
    "preference": (
        "What would you sort them by?", "What should I sort them by?", "Which one comes first?",
        "What decides it for you?", "What matters for which one comes first?",
        "How should I put them in order?", "In what order should I put them?",
    ),
    "match": (
        "What does the {noun} have to match the {other} in?",
        "How does the {noun} have to go with the {other}?",
        "How do the {noun} and the {other} have to go together?",
        "How does the {noun} need to suit the {other}?",
        "In what way should the {noun} go with the {other}?",
    ),
    "quantity": ("How many {plural} do you need?", "How many {plural}?"),
}  # fmt: skip


@pytest.mark.parametrize("env", ["discovery", "bundle", "cart"])
def test_what_is_announced_in_a_sentence_of_its_own_is_heard_too(env: str) -> None:
    deaf, met = set(), 0
    for seed in range(9_900_000, 9_900_060):
        things = started(env, seed % 13, seed, noise=0, p_omit=0.8).task.brief.requests[0].things
        for thing in things:
            for d in thing.details:
                hidden = d.disclosure != "stated" and d.role != "case" and d.value != UNKNOWN
                other = d.topic.partition(" with the ")[2].removeprefix("pair of ")
                for form in SAID_APART.get(d.topic.split()[0], ()) if hidden else ():
                    noun = thing.noun.removeprefix("pair of ")
                    question = form.format(noun=noun, plural=thing.plural, other=other)
                    asked = {topic for _, topic in hear(question, things, category).asked}
                    met += 1
                    if asked != {d.topic}:
                        deaf.add(f"{d.topic.split()[0]}: {form} -> {sorted(asked)}")
    assert met > 5 and not deaf, "\n".join(sorted(deaf))
