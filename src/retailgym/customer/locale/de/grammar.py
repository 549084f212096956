"""German grammar. Nouns stand without an article, so that no gender has to be known."""

from collections.abc import Sequence

from ....core.task import Thing

NUMBERS = ("keins", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")
OF_SEVERAL = "Von {plural} {says}."
OF_ONE = "{noun}: {said}"
AGREES: dict[bool, dict[str, str]] = {True: {}, False: {}}  # no line here has a verb that agrees
AGREES_WITH = AGREES


def a(thing: Thing) -> str:
    return thing.noun


def how_many(thing: Thing) -> str:
    return f"wie viele {thing.plural}"


def bare(thing: Thing) -> str:
    return thing.noun


def one(thing: Thing) -> str:
    return "eins"


def another(thing: Thing) -> str:
    return thing.noun


def bare_noun(noun: str) -> str:
    return noun


def bare_plural(plural: str) -> str:
    return plural


def with_plural(said: str, noun: str) -> str:
    return said


def of_several(words: str, pair: bool) -> str:
    return words


def is_pair(thing: Thing) -> bool:
    return thing.noun.startswith("Paar ")


def the(label: str) -> str:
    return label


def of_thing(label: str, thing: Thing) -> str:
    return f"{label} bei {thing.noun}"


def stands_alone(said: str) -> bool:
    return True


def is_apposed(said: str) -> bool:
    return False


def agrees_with_several(said: str) -> bool:
    return True


def behind_several(said: str) -> str:
    return said


def joinable(says: tuple[str, ...]) -> tuple[str, ...]:
    return says


def after_colon(said: str) -> str:
    return said


def attached(said: Sequence[str]) -> str:
    return f" {', '.join(said)}" if said else ""


def is_plain(said: str) -> bool:
    return True


def relative(said: str) -> str:
    return said


def is_plural(label: str) -> bool:
    return False


def listed(words: Sequence[str]) -> str:
    return " und ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def either(words: Sequence[str]) -> str:
    return listed(words)
