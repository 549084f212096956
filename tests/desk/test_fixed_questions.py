"""Nobody wins by asking everybody the same, however well they read."""

from functools import lru_cache
from itertools import combinations

import pytest

import retailgym as rg
from retailgym.core.values import replace
from retailgym.customer.acts import Accepts, Answers
from retailgym.envs.desk.gold import derive
from retailgym.envs.desk.skipping import ASSUMED
from retailgym.evaluation.numbers import mean_interval

from ..paths import started
from ..test_skipping_players import FIXED
from .tickets import ticket

TOPICS = {
    "reason": "What is wrong?",
    "wants": "What would you like us to do?",
    "condition": "What condition is it in?",
    "packaging": "Is the packaging still there?",
    "photo": "Is there a photo?",
    "hazard": "Is it dangerous?",
    "receipt": "Do you have the receipt?",
    "quantity": "How many is it about?",
    "option": "Which version do you want?",
    "since": "Since when has it been like that?",
    "for_whom": "Who was it for?",
}
OPEN = (
    "Is there anything else that matters?",
    "Tell me everything.",
    "Please tell me more about all items.",
    "What happened, and what else should we know?",
    "What is wrong with each of them, and what is left blank?",
)
TEXTS = [" ".join(texts) for k in (1, 2) for texts in combinations(TOPICS.values(), k)]
TRIPLES = [" ".join(texts) for texts in combinations(TOPICS.values(), 3)]


class Ticket:
    """A ticket of which something was left blank, and what comes of it for those who learn some of that."""

    def __init__(self, level, seed):
        self.start, (self.world, self.drawn) = started("desk", level, seed), ticket(level, seed)
        things = self.start.task.brief.requests[0].things
        self.blank = frozenset(
            [
                (n, d.topic)
                for n, thing in enumerate(things)
                for d in thing.details
                if d.disclosure != "stated" and d.role != "case"
            ]
        )
        self.known = {}

    def wins(self, text, times):
        return self.right(self.told(text, times) if text else frozenset())

    def told(self, text, times):
        """What of the blanks the text brings to light."""
        now = self.start
        for _ in range(times):
            now = rg.step(now, rg.Turn(text)) if not now.done and rg.observe(now).exchanges_left else now
        acts = [act for event in now.log[1:] for act in event.acts if isinstance(act, Answers | Accepts)]
        return self.blank & {(t.thing, t.topic) for act in acts for t in act.told}

    def right(self, known):
        if known not in self.known:
            self.known[known] = self._right(self.blank - known)
        return self.known[known]

    def _right(self, unknown):
        """Whether all is decided rightly by who takes the rest to be as usual; which version is wanted nobody
        knows."""
        dossier, gold = self.drawn.dossier, self.drawn.gold
        told, of_order = [dict(t) for t in dossier.told], dict(dossier.of_order)
        for n, topic in unknown:
            if topic not in ASSUMED:
                return False
            (told[n] if n < len(told) else of_order)[topic] = ASSUMED[topic]
        found = derive(self.world.policy, replace(dossier, told=tuple(told), of_order=of_order))
        return decided(found) == decided(gold)


def decided(gold):
    return [(i.resolution, i.cents, i.fraud) for i in gold.items], gold.resolution


@lru_cache(maxsize=2)
def tickets(level, seeds):
    found = [Ticket(level, 20_000 + seed) for seed in range(seeds)]
    return [t for t in found if t.blank]


def check(level, seeds, texts):
    """No text wins more than the limit, by the lower end of the interval."""
    of_level = tickets(level, seeds)
    assert len(of_level) >= 8
    for text in texts:
        for times in (1, 2):
            gained = [[float(t.wins(text, times)) - float(t.wins("", 0))] for t in of_level]
            assert mean_interval(gained, -1.0, 1.0)[0] <= FIXED, (text, times, level)


@pytest.mark.parametrize("level", [4, 6, 12])
def test_one_text_for_everybody_wins_little(level):
    check(level, 40, [*TEXTS, *TRIPLES[::11], *OPEN])


@pytest.mark.long
@pytest.mark.parametrize("level", [*range(13), 16, 20, 24])
def test_no_text_for_everybody_wins_much(level):
    check(level, 240, [*TEXTS, *TRIPLES, *OPEN])
