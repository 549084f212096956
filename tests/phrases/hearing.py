"""How well does the customer understand what an assistant writes?

    python -m tests.phrases.hearing [--file questions.jsonl] [--first-seed 5000000] [--plays 6] [--failures
    40] [--kind ask] [--env cart] [--id X]

Each line of questions.jsonl is filled in from real episodes and said to the customer. What the customer wants
is read from the episode's brief, and only to know the truth; what is judged is what comes back: the acts that
experts hear and the words that everybody reads."""

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import retailgym as rg
from retailgym import testing

HERE = Path(__file__).resolve().parent
UNDERSTOOD, FALSE, WASTED = 97.0, 0.3, 2.0  # percent
SEEDS = {"policy": 14, "returns": 6}  # episodes for each level and pool, where there are more than usual
USUAL = 4
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "dollars": "$", "euros": "€", "pounds": "£"}
WORDS = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
WHOLE = (
    "budget",
    "order_number",
    "receipt",
    "dispute",
)  # asked of the whole, not of one thing, where the thing has no such detail

# ------------------------------------------------------------------------------------------------------------
# ---- what the customer knows

TOPICS = {
    "budget": ("budget", "price"), "deadline": ("shipping_days",), "rating": ("rating",), "brand": ("brand",),
    "quantity": ("quantity",),
    "shortlist": ("shortlist",), "preference": ("preference",), "when": ("placed",), "cost": ("paid",),
    "ordered": ("pieces",), "back": ("count",),
    "box": ("box", "packaging"), "dangerous": ("hazard",), "which": ("turn",), "who": ("recipient",),
    "order_number": ("order_number", "order"),
    "difference": ("difference_cents",), "price_drop": ("price_drop_cents",), "promotion": ("clearance",),
    "card_balance": ("gift_card_cents",),
    "card_age": ("gift_card_days",), "same_model": ("same_model", "model"),
}  # fmt: skip
SPECIAL = ("price", "rating", "shipping_days")


def is_about(want, d):
    """Is this detail what a line asks for?"""
    if want == "attribute":
        return d.role in ("wish", "keep") and not d.topic.startswith("old ") and d.topic not in SPECIAL
    if want == "option":
        return d.role == "option"
    if want == "match":
        return d.topic.startswith("match with")
    if want == "old":
        return d.topic.startswith("old ")
    if want in TOPICS:
        return d.topic in TOPICS[want]
    return not d.topic.startswith("old ") and (d.topic == want or d.label == want)


class Stage:
    """An episode at a moment when the agent may speak."""

    def __init__(self, ep, pool):
        truth = testing.truth(ep)
        self.ep, self.pool, self.spec, self.env = ep, pool, truth["spec"], truth["env"]
        self.things = [named(t) for t in truth["things"]]
        self.jobs = [t.job for t in self.things]
        self.latest, self.currency, self.goal, self.line = (
            truth["latest"],
            truth["currency"],
            truth["goal"],
            truth["line"],
        )
        self.told = {(n, topic) for n, topic in truth["told"]}
        self.wasted = wasted(ep)

    def places(self):
        return [(n, d) for n, t in enumerate(self.things) for d in t.details]

    def open(self, n, d):
        return (n, d.topic) not in self.told

    def topics(self, n, kind):
        """What can be wished of such a thing: attributes, or options."""
        return [a for a in self.things[n].topics if a.kind == kind]

    def label(self, n, topic):
        return next(a.label for a in self.topics(n, "attribute") if a.name == topic)

    def choices(self, n, topic):
        """Every value that a topic of a thing could have, with how it is printed."""
        for a in (*self.topics(n, "option"), *self.topics(n, "attribute")):
            if a.name == topic:
                return [
                    (c.value, c.label, f"{c.value} {a.unit}" if isinstance(c.value, int) else str(c.value))
                    for c in a.choices
                ]
        return []

    def money(self, n):
        if self.jobs[n] in ("discovery", "substitution") and self.things[n].topics:
            return SYMBOLS.get(self.things[n].money, "$")
        return SYMBOLS.get(self.currency, "$")


def named(plain):
    """Plain data with its fields as attributes."""
    return json.loads(json.dumps(plain), object_hook=lambda fields: SimpleNamespace(**fields))


def wasted(ep):
    return sum(not x["free"] for x in testing.exchanges(ep))


def accepts(d, value):
    """Would the customer have this value?"""
    try:
        return {
            "eq": value == d.value,
            "ne": value != d.value,
            "gte": value >= d.value,
            "lte": value <= d.value,
        }[d.op]
    except TypeError:
        return False


class No(Exception):
    """This line cannot be said at this stage."""


def bare(thing):
    return thing.noun.removeprefix("pair of ")


def is_pair(thing):
    return thing.noun.startswith("pair of ")


def article(noun):
    return ("an " if noun[0] in "aeioAEIO" else "a ") + noun


# ------------------------------------------------------------------------------------------------------------
# --------------- filling lines in

SLOT = re.compile(r"\{(\w+)\}")
THING = re.compile(r"(?:a_)?(noun|item|plural|one)(\d?)$")
NEEDS_OPEN = ("ask", "ask_many", "choice", "read_back")
WORDS_OF = re.compile(r"[a-z0-9]+")


def stems(text):
    return [
        w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w
        for w in WORDS_OF.findall(text.lower())
    ]


class Filled:
    """A line in the words of one episode, and what should come of it."""

    def __init__(self, line, stage, rng):
        self.line, self.stage, self.rng = line, stage, rng
        self.kind, self.env = line["kind"], line["env"]
        self.slots = SLOT.findall(line["message"])
        self.groups = {}  # 1, 2, 3 -> numbers of the things that go by one noun
        self.wanted = []  # (n, detail), in the order of wants
        self.places = set()  # that must be told
        self.also = set()  # that may be told as well
        self.wrong = set()  # that are read back wrongly
        self.expect = ""
        self.gone = None
        self._values = {}
        self._choose_things()
        self._choose_wants()
        message = SLOT.sub(lambda m: self._slot(m[1]), line["message"])
        self.message = message[0].upper() + message[1:]
        self._close()

    # things

    def _choose_things(self):
        named = [(m[1], int(m[2] or 1)) for s in self.slots if (m := THING.match(s))]
        at = [int(w.split("@")[1]) for w in self.line.get("wants", ()) if "@" in w]
        k = max([i for _, i in named] + at, default=0)
        self.named = bool(named)
        singular = {i for what, i in named if what in ("noun", "one")}
        groups = {}
        for n, t in enumerate(self.stage.things):
            if t.shelf or (t.noun == "gift card"):
                groups.setdefault(t.noun, []).append(n)
        pool = list(groups.values())
        if self.env == "journey" and self.stage.latest and k:
            now = [g for g in pool if g[0] >= self.stage.latest]
            before = [g for g in pool if g[0] < self.stage.latest]
            self.rng.shuffle(now)
            self.rng.shuffle(before)
            pool = now[:1] + before[:1] if k > 1 else now + before
        else:
            self.rng.shuffle(pool)
        self.options = []
        if k == 0:
            self.options = [{}]
        else:
            for first in range(min(len(pool), 4)):
                rest = [g for g in pool if g is not pool[first]]
                if len(rest) >= k - 1:
                    self.options.append(dict(enumerate([pool[first], *rest[: k - 1]], 1)))
        self.options = [
            o
            for o in self.options
            if not any(is_pair(self.stage.things[o[i][0]]) for i in singular if i in o)
        ]
        if not self.options:
            raise No("no such things")

    # wants

    def _choose_wants(self):
        for option in self.options:
            self.groups = option
            try:
                self.wanted = []
                for want in self.line.get("wants", ()):
                    found = self._resolve(want)
                    if found:
                        self.wanted.append(found)
                return
            except No:
                continue
        raise No("nothing to ask for")

    def _scope(self, i):
        if i in self.groups:
            own = self.groups[i]
            return [(n, d) for n, d in self.stage.places() if n in own]
        return self.stage.places()

    def _resolve(self, want):
        want, _, at = want.partition("@")
        stage, kind = self.stage, self.kind
        if want in ("doubt", "return", "exchange", "wrong_wants"):
            self._special(want)
            return None
        i = int(at or 1)
        everywhere = stage.places()
        scope = self._scope(i)
        found = [(n, d) for n, d in scope if is_about(want, d)]
        if not found and want in WHOLE:
            found = [(n, d) for n, d in everywhere if is_about(want, d) and not stage.things[n].shelf]
        taken = [(n, d.topic) for n, d in self.wanted]
        found = [(n, d) for n, d in found if (n, d.topic) not in taken]
        if kind == "no_preference":
            return self._absent(want, i)
        if kind in NEEDS_OPEN or (kind == "stock_out" and want != "stock"):
            found = [(n, d) for n, d in found if stage.open(n, d)]
        elif kind == "already_told":
            found = [(n, d) for n, d in found if not stage.open(n, d)]
        found = [(n, d) for n, d in found if self._can_say(n, d)]
        if i not in self.groups:  # nothing is named, so it must be clear which thing is meant
            found = [(n, d) for n, d in found if len({m for m, e in everywhere if _like(want, e, d)}) == 1]
        if not found:
            raise No(want)
        return self.rng.choice(found)

    def _can_say(self, n, d):
        """Are there values for the slots that this line needs?"""
        slots = set(self.slots)
        if d.role == "fact" or d.topic in SPECIAL:
            if d.topic in SPECIAL and slots & {"value", "refused", "other", "other2"}:
                return d.topic == "rating" or not isinstance(d.value, str)
            return True
        if slots & {"value", "refused", "other", "other2"}:
            values = self.stage.choices(n, d.topic)
            bad = [v for v, _, _ in values if not accepts(d, v)]
            good = [v for v, _, _ in values if accepts(d, v)]
            if "only" in self.line and d.op not in self.line["only"]:
                return False
            if self.kind == "choice" and d.op != "eq":
                return False
            return (
                bool(values)
                and len(bad) >= ("refused" in slots) + ("other" in slots) + ("other2" in slots)
                and bool(good)
            )
        return True

    def _absent(self, want, i):
        """Something that the customer has no wish about, or does not know."""
        stage = self.stage
        own = self.groups.get(i) or [n for n, t in enumerate(stage.things) if t.shelf]
        if i not in self.groups and len({stage.things[n].noun for n in own}) > 1:
            raise No("which thing?")
        details = [d for n in own for d in stage.things[n].details]
        n = own[-1]
        known = {
            s
            for d in details
            for cue in (d.label, d.topic.removeprefix("old ").replace("_", " "), *d.cues)
            for s in stems(cue)
        }
        if want in ("attribute", "option"):
            pool = (
                stage.topics(n, "option")
                if want == "option"
                else [a for a in stage.topics(n, "attribute") if a.name != "brand"]
            )
            topics = {d.topic.removeprefix("old ") for d in details}
            pool = [
                a
                for a in pool
                if a.name not in topics and not known.intersection(stems(a.label) + stems(a.name))
            ]
            pool = [a for a in pool if len(a.choices) >= 3]
            if not pool:
                raise No(want)
            a = self.rng.choice(pool)
            labels = [c.label for c in a.choices]
            self.rng.shuffle(labels)
            self._values |= {"any_label": a.label, "any_value": labels[0], "any_value2": labels[1]}
            self.fact = False
            return None
        if any(is_about(want, d) for _, d in stage.places()):
            raise No(want)
        if want == "budget" and known.intersection(("price", "cost", "budget")):
            raise No(want)
        if want == "budget" and any("price" in str(d.value) for d in details if d.topic == "preference"):
            raise No(want)
        if want == "rating" and any("rating" in str(d.value) for d in details if d.topic == "preference"):
            raise No(want)
        if want == "deadline" and any("shipping" in str(d.value) for d in details if d.topic == "preference"):
            raise No(want)
        self.fact = want not in (
            "brand",
            "deadline",
            "rating",
            "budget",
            "preference",
            "shortlist",
            "match",
            "quantity",
        )
        return None

    def _special(self, want):
        if want in ("return", "exchange"):
            goal = self._goal()
            if goal.outcome != {"return": "returned", "exchange": "exchanged"}[want]:
                raise No(want)
        if want == "wrong_wants":
            self.wrong.add((0, "wants"))
        if want == "doubt":
            self.expect = "doubt"

    def _goal(self):
        if self.stage.env != "returns":
            raise No("returns only")
        return named(self.stage.goal)

    # slots

    def _slot(self, name):
        if name not in self._values:
            self._values[name] = str(self._make(name))
        return self._values[name]

    def _make(self, name):
        stage, _rng = self.stage, self.rng
        if m := THING.match(name):
            thing = stage.things[self.groups[int(m[2] or 1)][0]]
            noun = thing.plural if m[1] == "plural" else bare(thing)
            return article(noun) if name.startswith("a_") else noun
        m = re.fullmatch(r"(label|value|refused|other)(\d?)", name)
        if m and m[1] == "label":
            return self._label(int(m[2] or 1))
        if m and name in ("value", "refused", "other", "other2"):
            return self._value(name)
        if m and m[1] == "value":
            n, d = self.wanted[int(m[2]) - 1]
            return self._printed(n, d, d.value)
        if name in ("said_label", "said_value"):
            return self._said()[name]
        if name in ("n", "wrong_n"):
            return self._number(name)
        if name in ("summary", "summary_list"):
            return self._summary(name == "summary_list")
        if name in ("budget", "more"):
            return self._money(name)
        if name in ("when", "wrong_when", "cost", "wrong_cost", "ordered", "wrong_ordered", "who"):
            return self._clue(name)
        if name in RETURN_SLOTS:
            return RETURN_SLOTS[name](self)
        if name in ("options", "alt", "alt_wrong"):
            return self._variant(name)
        if name == "project":
            projects = [
                t.noun
                for t, job in zip(stage.things, stage.jobs, strict=True)
                if job == "bundle" and not t.shelf
            ]
            if not projects:
                raise No("no project")
            return projects[0]
        raise KeyError(f"{self.line['id']}: slot {{{name}}}")

    def _label(self, i):
        n, d = self.wanted[i - 1]
        if d.role == "fact" and not d.topic.startswith("match"):
            raise No("a fact has no label")
        return d.label

    def _printed(self, n, d, value):
        """As the catalogue prints it, or as the tools show it."""
        for v, label, printed in self.stage.choices(n, d.topic):
            if v == value:
                return (
                    printed if label != printed and isinstance(v, int) and self.rng.random() < 0.3 else label
                )
        if d.topic == "rating":
            return f"{int(value) / 10:g} stars"
        if d.topic == "price":
            return f"{self.stage.money(n)}{-(-int(value) // 100)}"
        if d.topic == "shipping_days":
            return f"{value} days" if isinstance(value, int) else str(value)
        return str(value)

    def _value(self, name):
        """value: one that the customer would have; refused, other: such as they would not."""
        n, d = self.wanted[0]
        if d.topic in SPECIAL:
            step = {"price": 2500, "rating": 5, "shipping_days": 2}[d.topic]
            upward = d.op == "lte"
            bad = d.value + (step if upward else -step) * (2 if name == "other" else 1)
            good = d.value - (step // 2 if upward else -step // 2)
            if d.topic == "rating":
                good, bad = min(49, good), max(10, bad)
            if good <= 0:
                raise No("nothing below")
            if stage_old_price(self.stage, d):
                raise No("a tolerance")
            self.expect = self.expect or ("yes" if name == "value" else "no")
            return self._printed(n, d, good if name == "value" else bad)
        values = [v for v, _, _ in self.stage.choices(n, d.topic)]
        good = [v for v in values if accepts(d, v)]
        bad = [v for v in values if not accepts(d, v)]
        if not values:
            raise No("no values")
        if "good" not in self._values:
            self.rng.shuffle(bad)
            pick = d.value if d.op == "eq" else self.rng.choice(good)
            self._bad, self._values["good"] = bad, pick
        if self.kind == "is_it_okay":
            self.expect = self.expect or ("yes" if name == "value" else "no")
        if name == "value":
            return self._printed(n, d, self._values["good"])
        place = {
            "refused": 0,
            "other": int("refused" in self.slots),
            "other2": 1 + int("refused" in self.slots),
        }[name]
        if place >= len(self._bad):
            raise No("too few values")
        return self._printed(n, d, self._bad[place])

    def _said(self):
        stage = self.stage
        own = self.groups.get(1) or [n for n, t in enumerate(stage.things) if t.shelf]
        if 1 not in self.groups and len(own) > 1:
            raise No("which?")
        found = [
            (n, d)
            for n in own
            for d in stage.things[n].details
            if d.role in ("wish", "keep", "option") and d.op == "eq"
        ]
        found = [
            (n, d)
            for n, d in found
            if not stage.open(n, d)
            and not d.topic.startswith("old ")
            and d.topic not in SPECIAL
            and stage.choices(n, d.topic)
        ]
        if not found:
            raise No("nothing was said")
        n, d = self.rng.choice(found)
        self.also.add((n, d.topic))
        value = self._printed(n, d, d.value)
        self._values |= {"said_label": d.label, "said_value": value}
        return self._values

    def _number(self, name):
        scope = self._scope(1)
        found = [
            (n, d)
            for n, d in scope
            if d.role == "quantity"
            or (
                d.topic in ("count", "pieces", "shortlist")
                and self.line.get("wants")
                and is_about(self.line["wants"][0], d)
            )
        ]
        if self.wanted and isinstance(self.wanted[0][1].value, int):
            found = [self.wanted[0]]
        if len(found) != 1:
            raise No("how many?")
        n, d = found[0]
        self.also.add((n, d.topic))
        if name == "n":
            return str(d.value)
        self.wrong.add((n, d.topic))
        if self.kind == "is_it_okay":
            self.expect = "no"
        return str(self.rng.choice([k for k in range(2, 7) if k != d.value]))

    def _money(self, name):
        found = [(n, d) for n, d in self.stage.places() if d.topic == "budget"]
        if not found:
            raise No("no budget")
        n, d = found[0]
        symbol = self.stage.money(n)
        if name == "budget":
            if self.kind == "is_it_okay":
                self.expect = "yes"
            return f"{symbol}{d.value // 100:,}"
        self.wrong.add((n, d.topic))
        if self.kind == "is_it_okay":
            self.expect = "no"
        return f"{symbol}{d.value * 13 // 1000:,}"

    def _clue(self, name):
        topic = {"when": "placed", "cost": "paid", "ordered": "pieces", "who": "recipient"}[
            name.removeprefix("wrong_")
        ]
        found = [(n, d) for n, d in self.stage.places() if d.topic == topic]
        if len(found) != 1:
            raise No(topic)
        n, d = found[0]
        if self.kind != "is_it_okay" and self.stage.open(n, d):
            raise No("unsaid")
        self.also.add((n, topic))
        wrong = name.startswith("wrong_")
        if wrong:
            self.wrong.add((n, topic))
            self.expect = "no"
        side, _, of = str(d.value).partition(" ")  # customers remember roughly: more than three weeks ago
        if side not in ("more", "less", "one", "several", "me"):
            raise No("forgotten")
        if topic == "recipient":
            return "you" if (side == "me") != wrong else "somebody else"
        if topic == "pieces":
            return "one" if (side == "one") != wrong else self.rng.choice(("three", "four"))
        beyond = (side == "more") != wrong
        if topic == "paid":
            return f"{self.stage.money(n)}{int(of) * (self.rng.randint(15, 25) if beyond else self.rng.randint(4, 7)) // 1000}"
        return (
            f"about {WORDS[min(12, 2 * int(of) + 2)]} weeks ago"
            if beyond
            else self.rng.choice(("yesterday", "two days ago"))
        )

    def _variant(self, name):
        """The options of what sold out, of what the customer takes instead, and of something else."""
        stage, n = self.stage, self.groups[1][0]
        thing = stage.things[n]
        mine = {d.topic: d.value for d in thing.details if d.role == "option"}
        if name == "options":
            return ", ".join(self._printed(n, d, d.value) for d in thing.details if d.role == "option")
        if not thing.fallback:
            raise No("is left out")
        instead = mine | {d.topic: d.value for d in thing.fallback}
        if name == "alt":
            return ", ".join(
                self._label_of(n, topic, value) for topic, value in instead.items() if value != mine[topic]
            )
        others = [options for options in map(vars, thing.in_stock) if options not in (mine, instead)]
        others = [o for o in others if all(o[t] != instead[t] for t in instead if instead[t] != mine[t])]
        if not others:
            raise No("nothing else is left")
        other = min(others, key=lambda o: sum(o[t] != mine[t] for t in mine))
        return ", ".join(
            self._label_of(n, topic, value) for topic, value in other.items() if value != mine[topic]
        )

    def _label_of(self, n, topic, value):
        return next((label for v, label, _ in self.stage.choices(n, topic) if v == value), str(value))

    # summaries

    def _summary(self, as_list):
        stage, rng = self.stage, self.rng
        told = [
            (n, d) for n, d in stage.places() if not stage.open(n, d) and _summed(d) and self._in_scope(n)
        ]
        if not told:
            raise No("nothing to sum up")
        broken = None
        if self.kind == "confirm_wrong":
            able = [(n, d) for n, d in told if self._breakable(n, d)]
            if not able:
                raise No("nothing to get wrong")
            broken = rng.choice(able)
            self.wrong.add((broken[0], broken[1].topic))
        lines = []
        for n in dict.fromkeys([n for n, _ in told]):
            lines.append(self._line(n, [d for m, d in told if m == n], broken, as_list))
        if as_list:
            return "\n" + "\n".join(f"- {x}" for x in lines) + "\n"
        return "; ".join(lines) if len(lines) > 2 else " and ".join(lines)

    def _in_scope(self, n):
        return self.stage.jobs[n] in ("cart", "discovery", "substitution", "bundle")

    def _breakable(self, n, d):
        if d.topic.startswith("match") or (d.topic in SPECIAL and isinstance(d.value, str)):
            return False
        if d.role == "fact" or d.topic in SPECIAL or d.role == "quantity":
            return True
        values = [v for v, _, _ in self.stage.choices(n, d.topic)]
        return any(self._worse(d, v) for v in values)

    @staticmethod
    def _worse(d, v):
        """Is this value a wrong one to read back?"""
        if d.op == "gte":
            return v < d.value
        if d.op == "lte":
            return v > d.value
        return v != d.value if d.op == "eq" else v == d.value

    def _line(self, n, details, broken, as_list):
        stage, thing = self.stage, self.stage.things[n]
        parts, count, project = [], None, not thing.shelf
        for d in details:
            wrong = broken is not None and (n, d.topic) == (broken[0], broken[1].topic)
            if d.role == "quantity":
                count = (
                    int(d.value) if not wrong else self.rng.choice([k for k in range(1, 7) if k != d.value])
                )
            else:
                parts.append(self._part(n, d, wrong))
        if project:
            return (
                f"{thing.noun}: {', '.join(parts)}" if as_list else f"your {thing.noun} ({', '.join(parts)})"
            )
        name = bare(thing)
        if count is not None:
            name = f"{count} × {name}" if as_list else f"{count} {thing.noun if count == 1 else thing.plural}"
        elif not as_list:
            name = f"the {name}" if stage.env == "bundle" or len(stage.things) > 1 else article(thing.noun)
        if not parts:
            return name
        return f"{name}: {', '.join(parts)}" if as_list else f"{name} ({', '.join(parts)})"

    def _part(self, n, d, wrong):
        stage = self.stage
        if d.topic == "budget":
            return f"total budget {stage.money(n)}{(d.value * 13 // 10 if wrong else d.value) // 100:,}"
        if d.topic == "shortlist":
            k = self.rng.choice([k for k in range(1, 6) if k != d.value]) if wrong else d.value
            return "just the single best one" if k == 1 else f"the best {WORDS[k]}"
        if d.topic == "preference":
            return _ranked(stage, n, str(d.value), wrong)
        if d.topic.startswith("match with"):
            return _matched(stage, n, d)
        if d.topic == "price":
            if stage_old_price(stage, d):
                return (
                    f"within {stage.money(n)}{(d.value + 3000 if wrong else d.value) // 100} of the old price"
                )
            return f"under {stage.money(n)}{-(-(d.value + 4000 if wrong else d.value) // 100)}"
        if d.topic == "rating":
            return f"rated {(d.value - 10 if wrong else d.value) / 10:g} stars or better"
        if d.topic == "shipping_days":
            return (
                f"here by {d.value}"
                if isinstance(d.value, str)
                else f"delivered within {d.value + 3 if wrong else d.value} days"
            )
        value = d.value
        if wrong:
            value = self.rng.choice([v for v, _, _ in stage.choices(n, d.topic) if self._worse(d, v)])
        printed = self._label_of(n, d.topic, value)
        if d.op == "ne":
            return f"{d.label}: {printed}" if wrong else f"{d.label}: anything but {printed}"
        bound = {"gte": "at least ", "lte": "at most "}.get(d.op, "")
        return f"{d.label}: {bound}{printed}"

    # the end

    def _close(self):
        """What must be told, what may be told, and what is expected."""
        stage = self.stage
        self.places = {(n, d.topic) for n, d in self.wanted}
        if "old" in self.line["wants"] and "{label" not in self.line["message"]:  # what was it like?
            self.also |= {(n, d.topic) for n, d in stage.places() if is_about("old", d)}
        for want in self.line.get("also", ()):
            want, _, at = want.partition("@")
            self.also |= {
                (n, d.topic)
                for n, d in (self._scope(int(at or 1)) if self.named else stage.places())
                if is_about(want, d)
            }
        if self.kind == "is_it_okay" and not self.expect:
            self.expect = self.line.get("expect", "")
            if not self.expect:
                raise No("neither right nor wrong")
        if self.kind == "is_it_okay" and self.wrong:
            self.places |= self.wrong
        if self.kind == "confirm_wrong" and not self.wrong:
            raise No("nothing is wrong")
        if self.kind == "stock_out" and self.expect != "doubt" and self.groups and stage.env == "cart":
            self.gone = sorted({n for i in self.groups for n in self.groups[i]})


def stage_old_price(stage, d):
    """In substitution the price is how far it may be from that of the old one."""
    return d.topic == "price" and d.role == "keep"


def _like(want, e, d):
    return is_about(want, e) and (want not in ("attribute", "option") or e.label == d.label)


def _summed(d):
    return not d.topic.startswith("old ") and (
        d.role in ("wish", "keep", "option", "quantity")
        or d.topic in ("budget", "shortlist", "preference")
        or d.topic.startswith("match with")
    )


RANKED = {
    "price up": "cheapest first",
    "price down": "most expensive first",
    "rating down": "best rated first",
    "shipping_days up": "fastest delivery first",
}


def _ranked(stage, n, order, wrong):
    if wrong:
        order = "price down" if order != "price down" else "rating down"
    if order in RANKED:
        return RANKED[order]
    name, _, way = order.partition(" ")
    return f"{'lowest' if way == 'up' else 'highest'} {stage.label(n, name)} first"


def _matched(stage, n, d):
    attribute, relation, other = (str(d.value).split() + ["", ""])[:3]
    label = stage.label(n, attribute)
    than = d.topic.removeprefix("match with the ")
    if relation == "same":
        return f"same {label} as the {than}"
    return (
        f"{label} {'at least' if relation == 'at_least' else 'no more than'} the "
        f"{other.replace('_', ' ')} of the {than}"
    )


# what an agent knows of a return when it asks for leave to go ahead


def _return_line(f):
    return f._goal(), named(f.stage.line)


def _count_words(k, of):
    if of == 1:
        return "the one"
    if k == of:
        return "both" if of == 2 else f"all {of}"
    return f"{WORDS[k]} of the {of}"


def _money_words(f):
    g = f._goal()
    return f"{f.stage.money(0)}{abs(g.cents) / 100:,.2f}"


def _method_words(f):
    return {
        "original_payment": "to your original payment method",
        "store_credit": "as store credit",
        "gift_card": "to your gift card",
    }.get(f._goal().method, "to the way you paid")


def _new_words(f, wrong=False):
    """What is wanted instead, by the options in which it differs from what goes back."""
    g, line = _return_line(f)
    if not g.product_id:
        raise No("no exchange")
    for v in line.variants:
        v.options = vars(v.options)
    chosen = next(v for v in line.variants if v.variant_id == g.variant_id)
    if wrong:
        n = next(n for n, t in enumerate(f.stage.things) for d in t.details if d.role == "option")
        others = [v for v in line.variants if v.variant_id != g.variant_id]
        if not others:
            raise No("no other variant")
        chosen_other = f.rng.choice(others)
        f.wrong |= {
            (n, topic) for topic, value in chosen_other.options.items() if value != chosen.options[topic]
        }
        chosen = chosen_other
    words = ", ".join(chosen.options.values())
    if words == line.options and "old" in f.slots:
        raise No("another product in the same version")
    return words


def _difference_words(f):
    cents = f._goal().cents
    if cents == 0:
        return "There is no price difference."
    return (
        f"The difference of {_money_words(f)} would be charged to you."
        if cents > 0
        else f"You would get the difference of {_money_words(f)} back."
    )


def _wrong_count(f):
    g, line = _return_line(f)
    if line.quantity < 2:
        raise No("only one")
    k = f.rng.choice([k for k in range(1, line.quantity + 1) if k != g.quantity])
    f.wrong.add((0, "count"))
    return _count_words(k, line.quantity)


REASONS = {
    "changed_mind": "you changed your mind", "damaged": "it arrived damaged",
    "defective": "it does not work properly",
    "wrong_item": "we sent you the wrong item", "not_as_described": "it does not match the description",
    "missing_parts": "parts were missing",
}  # fmt: skip


def _reason_words(f, wrong=False):
    reason = f._goal().reason
    if wrong:
        f.wrong.add((0, "reason"))
        reason = f.rng.choice([r for r in REASONS if r != reason])
    return REASONS[reason]


RETURN_SLOTS = {
    "title": lambda f: _return_line(f)[1].title, "old": lambda f: _return_line(f)[1].options,
    "placed": lambda f: _return_line(f)[1].placed,
    "order": lambda f: f._goal().order_id, "count": lambda f: _count_words(f._goal().quantity,
    _return_line(f)[1].quantity),
    "wrong_count": _wrong_count, "money": _money_words, "method": _method_words, "new": _new_words,
    "wrong_new": lambda f: _new_words(f, True),
    "difference": _difference_words, "reason": _reason_words, "wrong_reason": lambda f: _reason_words(f,
    True),
}  # fmt: skip

# ------------------------------------------------------------------------------------------------------------
# ------------- reading an answer

PUZZLED = re.compile(
    r"don't follow|do not follow|not sure what you mean|what is it you want|one thing at a time|nothing to "
    r"say to that|don't understand|don't get"
    r"|what do you mean|come again|beg your pardon|didn't (?:catch|get|understand)|could you rephrase|don't "
    r"know what to tell you|nothing to add to that"
    r"|can't say more about that|what are you asking",
    re.IGNORECASE,
)
UNKNOWN = re.compile(
    r"couldn't (?:tell|say)|can't (?:tell|say|recall|remember)|cannot "
    r"(?:tell|say|recall|remember)|(?:don't|do not) (?:know|remember|recall|have (?:it|that|one|any|the))"
    r"|no idea|not sure(?! what)|forg(?:et|ot)|haven't (?:got|a)\b|not to hand|wouldn't know|no clue|hard to "
    r"say|have to look",
    re.IGNORECASE,
)
ON_FILE = re.compile(r"on file|your own records|your system|look it up", re.IGNORECASE)
INDIFFERENT = re.compile(
    r"(?:don't|do not|wouldn't|doesn't|does not|not) (?:really |much |particularly |at all "
    r")?(?:mind|care|matter|bother|fuss|picky|particular|important)\w*"
    r"|no (?:particular |strong |special |real "
    r")?(?:preference|opinion|view|wish|wishes|requirement|limit|budget|rush|hurry)|not "
    r"(?:fussy|bothered|picky|particular|important)"
    r"|no matter|all the same|all one|up to you|you (?:choose|decide|pick)|your "
    r"(?:choice|pick|call)|any(?:thing|one| one| of them| will| would| is| kind| sort)?(?: \w+)? "
    r"(?:will|would|is|goes|does|do|fine|okay|ok|works)"
    r"|whichever|whatever|either (?:one |way )?(?:is|will|would|works|does)|both (?:are|would|will|do)|no "
    r"(?:strong )?feelings|makes no difference|no difference|(?:nothing|none|no one) in particular|i'm "
    r"easy|i'm open|open to any|leave (?:that|it) to you|surprise me",
    re.IGNORECASE,
)
NOTHING_MORE = re.compile(
    r"that's everything|that is everything|nothing (?:else|more|further)|that was all|that's all|that is "
    r"all|that'll be all|you have (?:it all|everything)"
    r"|told you everything|everything from me|no(?:pe)?,? (?:thanks|thank you|that's it)|that's it|that's "
    r"the lot|all set|all sorted|i'm done|we're done|nothing for now",
    re.IGNORECASE,
)
ADDS_NOTHING = re.compile(
    r"nothing (?:to add|more to (?:add|say))|can't say more|no (?:further )?questions", re.IGNORECASE
)
_LEAD = (
    r"^(?:(?:oh|um|ah|er|well|hm+|mm|so|right|okay|ok|and|but|no worries|great, thank you|that is good "
    r"to hear|oh, that helps|fine|all right|quickly, then|lovely|glad to hear from you|thank you for "
    r"taking care of it|i have been waiting long enough|how much longer\?|i am not amused|this is "
    r"getting beyond a joke|sure|that is not what i hoped for|i am not happy about that|that is a "
    r"disappointment)\b[,.!… ]*)*"
)
YES = re.compile(
    r"\b(?:yes|yep|yeah|yup|aye|agreed|absolutely|certainly|definitely|exactly|indeed|correct|go ahead|go "
    r"for it|go on|please do|do it|do that|do so|that's right|that is right|spot on"
    r"|sounds (?:good|right|fine|great|perfect)|looks (?:good|right|fine)|that (?:works|will do|would "
    r"do|suits me)|that(?:'s| is| would be| will be) (?:fine|the "
    r"one|it|correct|lovely|perfect|good|great|okay|ok|all right|alright)|right\b(?! (?:now|away))|fine "
    r"(?:by|with) me"
    r"|(?:okay|ok|good|all right|alright) (?:by|with|for) me|happy with|perfect|works for me|of course you "
    r"(?:can|may)|you (?:can|may)|it (?:does|is|would|will)\b(?! not))\b",
    re.IGNORECASE,
)
YES_LEAD = re.compile(
    _LEAD.replace("|sure", "")
    + r"(?:yes|yep|yeah|yup|sure|of course|absolutely|certainly|definitely|exactly|go ahead|please do|do it|that's right|correct|fine by me|that works)\b",
    re.IGNORECASE,
)
NO_LEAD = re.compile(
    _LEAD
    + r"(?:no\b(?! (?:preference|particular))|nope|wrong\b|not quite|not exactly|not really|not that|almost, but|nearly right|close, but no|i said something else|you've mixed|that's not|that is not|that isn't"
    r"|it isn't|it's not|hold on|wait\b|not so fast|you haven't asked|i'd rather not|rather not|i don't "
    r"want|i don't think|never\b|ha, no|sorry, (?:i think there's|that|no)|sorry, but no|i'm afraid "
    r"not|afraid not|please not|please don't"
    r"|not \w+,? (?:please|thanks)|\w+\? no\b|that(?:'s| is) too|that won't|that will not|that wouldn't|that "
    r"would not|that doesn't|that does not|i won't|i wouldn't|i will not|i would not|are you "
    r"sure\?|really\?|that surprises me|not one\b|none\b|nothing (?:with|in|made|that|from)|anything but)",
    re.IGNORECASE,
)
YES_ACT = re.compile("confirm|^agree|accept|approve|affirm|consent")
NO_ACT = re.compile("correct|object|doubt|deny|denies|declin|refus|reject|disagree|contradict")
MUTE = ("opens",)


class Answer:
    """What came back."""

    def __init__(self, stage, after):
        self.acts = [named(a) for a in testing.heard(after) if a["act"] not in MUTE]
        self.names = {a.act for a in self.acts}
        self.text = " ".join(
            getattr(m, "text", "") or str(getattr(m, "content", "")) for m in rg.observe(after).messages
        ).replace("’", "'")
        self.wasted = wasted(after) > stage.wasted
        plain = re.sub(r"\[[^\]]*\]", " ", self.text).strip()
        plain = re.sub(
            (
                r"^(?:As I (?:said|wrote)[^.:]*[.:]|I told you already[^.?]*[.?]|I said that\.|Like I "
                r"said[^.?]*[.?]|Ah yes, I should have said\.)\s*"
            ),
            "",
            plain,
        )
        self.plain = plain
        self.told = set()
        for act in self.acts:
            for t in getattr(act, "told", ()):
                if self._spoken(stage, act, t):
                    self.told.add((t.thing, t.topic))
        self.objected = {(x.thing, x.topic) for a in self.acts for x in getattr(a, "named", ())}
        self.puzzled = bool(PUZZLED.search(plain)) and not self.told
        self.unknown = bool(UNKNOWN.search(plain)) and not self.puzzled and not self.told
        self.indifferent = (
            bool(INDIFFERENT.search(plain))
            or any(re.search("indiffer|mind|care|prefer", n) for n in self.names)
        ) and not self.told
        silent = stage.env == "desk"  # there, what is not told in words is not told
        agrees = bool(YES_LEAD.search(plain)) or (not silent and any(map(YES_ACT.search, self.names)))
        self.nothing_more = "nothingmore" in self.names or (
            bool(NOTHING_MORE.search(plain)) and not self.told and not agrees
        )
        said_yes, said_no = bool(YES.search(plain)), bool(NO_LEAD.search(plain))
        self.no = (said_no or (not silent and any(map(NO_ACT.search, self.names)))) and not self.nothing_more
        only_heard = self.names == {"acknowledges"} or bool(
            re.fullmatch(
                r"(?:okay|ok|all right|alright|right|fine|mm-hm|i see|if you say so|okay, and)\W*",
                plain,
                re.IGNORECASE,
            )
        )
        said_yes = said_yes and not only_heard
        self.yes = (
            (said_yes or (not silent and any(map(YES_ACT.search, self.names))))
            and not said_no
            and not self.told
            and not self.nothing_more
        )
        self.yes_lead = bool(YES_LEAD.search(plain))
        self.agrees = agrees or self.yes
        self.no_lead = said_no
        self.left = "leaves" in self.names

    def _spoken(self, stage, act, told):
        """At the desk, acts that have no words of their own tell nothing."""
        if stage.env != "desk" or act.act in ("answers", "repeats"):
            return True
        detail = next((d for d in stage.things[told.thing].details if d.topic == told.topic), None)
        return detail is not None and any(s.split("{")[0].lower() in self.text.lower() for s in detail.says)

    def says(self, stage, place):
        """Is the detail told, by an act or in its own words?"""
        if place in self.told:
            return True
        detail = next((d for d in stage.things[place[0]].details if d.topic == place[1]), None)
        if detail is None or len(stage.things) > 3:
            return False
        noun = stage.things[place[0]].noun
        return any(len(s) > 3 and s.replace("{noun}", noun).lower() in self.text.lower() for s in detail.says)


GOOD, BAD, LIE = "understood", "not understood", "false"


def judge(f, a):
    """GOOD, BAD or LIE, and why."""
    stage, kind = f.stage, f.kind
    missing = {p for p in f.places if not a.says(stage, p)}
    extra = a.told - f.places - f.also - f.wrong
    if kind in ("confirm_right", "confirm_wrong"):
        extra -= stage.told
    if kind not in ("closing", "stock_out") and extra:
        return LIE, f"told {sorted(extra)}, which was not asked"
    match kind:
        case "ask" | "ask_many" | "choice" | "already_told":
            return _told(f, a, missing)
        case "read_back":
            return _told(f, a, missing) if f.places else _no_protest(a)
        case "is_it_okay":
            return _okay(f, a)
        case "confirm_right":
            if a.no_lead or a.objected or a.names & {"corrects", "doubts"}:
                return LIE, "denies what is right"
            return (
                (GOOD, "")
                if a.agrees or (f.line.get("ack") and "acknowledges" in a.names)
                else (BAD, "no yes")
            )
        case "confirm_wrong":
            if any(a.says(stage, p) for p in f.wrong) or (a.objected & f.wrong) or (a.no and not a.objected):
                return (BAD, "a yes before a no") if a.yes_lead else (GOOD, "")
            if a.yes:
                return LIE, "a yes to what is wrong"
            return BAD, "no protest"
        case "no_preference":
            return _absent(f, a)
        case "closing":
            return _closing(f, a)
        case "stock_out":
            return _stock(f, a)
        case "off_topic":
            if a.yes:
                return (BAD, "a hollow yes") if f.line.get("yes") else (LIE, "a yes to what nobody wants")
            if {"corrects", "doubts", "objects"} & a.names:
                return LIE, "a protest at small talk"
            return GOOD, ""
    raise KeyError(kind)


def _told(f, a, missing):
    if not missing:
        return GOOD, ""
    names = ", ".join(sorted(t for _, t in missing))
    if a.indifferent or (a.unknown and not a.puzzled):
        return LIE, f"claims not to know or mind: {names}"
    if a.no and a.names & {"doubts", "objects", "corrects"}:
        return LIE, f"protests instead of telling: {names}"
    if a.nothing_more and any(f.stage.open(*_place(f, p)) for p in missing):
        return LIE, f"says there is nothing more, but: {names}"
    return BAD, f"not told: {names}"


def _place(f, p):
    return p[0], next(d for d in f.stage.things[p[0]].details if d.topic == p[1])


def _no_protest(a):
    if a.no or a.objected:
        return LIE, "denies what is right"
    return (BAD, "does not follow") if a.puzzled else (GOOD, "")


def _okay(f, a):
    told = any(a.says(f.stage, p) for p in f.places)
    if f.line.get("inverted"):  # "would you mind": a yes means no
        if told or (a.yes and f.expect == "no") or (a.no and f.expect == "yes"):
            return GOOD, ""
        return (LIE, "the wrong way round") if a.yes or a.no or a.indifferent else (BAD, "neither yes nor no")
    if f.expect == "yes":
        if a.names & {"corrects", "doubts"} or (a.no_lead and not told) or a.objected:
            return LIE, "a no to what is right"
        return (GOOD, "") if a.yes or told or a.indifferent and not f.places else (BAD, "neither yes nor no")
    if told:
        return (BAD, "a yes before a no") if a.yes_lead and not a.no_lead else (GOOD, "")
    if a.yes:
        return LIE, "a yes to what is refused"
    if a.indifferent:
        return LIE, "claims not to mind"
    if a.no and not a.objected:
        return GOOD, ""
    return BAD, "neither yes nor no"


def _absent(f, a):
    if a.names & {"corrects", "doubts"}:
        return LIE, "protests"
    if a.indifferent or a.nothing_more or (f.fact and (a.unknown or ON_FILE.search(a.plain))):
        return GOOD, ""
    if a.puzzled:
        return BAD, "does not follow"
    if a.yes:
        return LIE, "a yes where there is no wish"
    return (GOOD, "") if a.no_lead and not a.objected else (BAD, "no answer")


def _closing(f, a):
    if a.nothing_more or ADDS_NOTHING.search(a.plain):
        return GOOD, ""
    if a.told:
        fresh = [p for p in a.told if p not in f.stage.told]
        return (GOOD, "") if fresh else (BAD, "says again what was said")
    if a.names & {"corrects", "doubts", "objects"}:
        return LIE, "protests"
    if a.yes and not f.line.get("yes"):
        return LIE, "a yes, and nothing after it"
    if a.puzzled:
        return BAD, "does not follow"
    if f.line.get("ack"):
        return GOOD, ""
    return (GOOD, "") if a.no_lead or f.line.get("yes") and a.yes else (BAD, "no answer")


def _stock(f, a):
    if f.expect == "doubt":
        if "doubts" in a.names or a.no:
            return GOOD, ""
        return (
            (LIE, "takes for gone what is not")
            if any(hasattr(x, "thing") for x in a.acts)
            else (BAD, "no doubt")
        )
    if f.gone is None:
        return (
            (GOOD, "")
            if not f.places and not a.puzzled and not a.yes
            else _told(f, a, {p for p in f.places if not a.says(f.stage, p)})
            if f.places
            else (BAD, "does not follow")
        )
    done = {x.thing for x in a.acts if isinstance(getattr(x, "thing", None), int)}
    if done - set(f.gone):
        return LIE, "takes another thing for gone"
    if set(f.gone) <= done:
        more = {p for p in f.places if not a.says(f.stage, p)}
        return (GOOD, "") if not more else (BAD, f"not told: {sorted(more)}")
    if "doubts" in a.names:
        return LIE, "doubts what is true"
    if a.yes:
        return LIE, "a yes to a stock-out"
    return BAD, "no reaction to the stock-out"


def reasonable(f):
    """Would a fair judge count this exchange as one that the customer caused?"""
    stage, kind = f.stage, f.kind
    if kind in ("ask", "ask_many", "choice", "no_preference", "closing") or (
        kind == "read_back" and f.places
    ):
        return True
    if kind == "is_it_okay":
        return all((n, t) not in stage.told for n, t in f.places) and bool(f.places)
    if kind in ("confirm_right", "confirm_wrong"):
        return stage.env in ("cart", "returns")
    return kind == "stock_out" and f.gone is not None


# ------------------------------------------------------------------------------------------------------------
# --------------------- playing

POOLS = {"open": "p_omit=0.8", "half": "p_omit=0.5", "told": "p_omit=0", "out": "p_omit=0&p_stockout=1"}
POOL_OF = {
    "ask": "open", "ask_many": "open", "choice": "open", "is_it_okay": "half", "confirm_right": "told",
    "confirm_wrong": "told",
    "no_preference": "half", "closing": "half", "already_told": "half", "stock_out": "out",
    "read_back": "half", "off_topic": "half",
}  # fmt: skip


def pool_of(line):
    if line["kind"] == "stock_out" and (line["env"] != "cart" or "doubt" in line.get("wants", ())):
        return "open" if line.get("wants") and "doubt" not in line["wants"] else "told"
    return line.get("pool", POOL_OF[line["kind"]])


@lru_cache(maxsize=None)
def stage(env, pool, level, seed):
    query = f"noise=0&{POOLS[pool]}"
    if env == "journey":  # two matters on the table, or one
        query += (
            "&turn_slack=10&p_switch=" + ("1" if level < 4 else "0") + ("&constraints=5" if level < 4 else "")
        )
    ep = rg.start(f"{env}/{level}/{seed}?{query}")
    if env == "journey" and level < 4:
        ep = rg.step(ep, {"text": "One moment, please."})
    return Stage(ep, pool)


def stages(env, pool, first_seed):
    """Where a line of this kind may be said; each is begun when it is first looked at."""
    seeds = [(level, k) for level in range(13) for k in range(SEEDS.get(env, USUAL))]
    return [(env, pool, level, first_seed + 100 * level + k) for level, k in seeds]


def fill(line, first_seed, plays):
    """The line in the words of several episodes."""
    found, tried = [], 0
    pool = stages(line["env"], pool_of(line), first_seed)
    order = list(range(len(pool)))
    random.Random(f"order {line['id']}").shuffle(order)
    texts = set()
    for k in order:
        here = stage(*pool[k])
        try:
            f = Filled(line, here, random.Random(f"{line['id']} {here.spec}"))
        except No:
            continue
        if not is_true(f):
            continue
        if f.message in texts and tried < 40:
            tried += 1
            if "{" in line["message"]:
                continue
        texts.add(f.message)
        found.append(f)
        if len(found) == plays:
            break
    return found


def looked(f):
    """The episode after the agent has looked at what it says has sold out."""
    ep = f.stage.ep
    for n in f.gone or ():
        call = {"name": "catalog_get_variants", "arguments": {"product_id": f.stage.things[n].product_id}}
        ep = rg.step(ep, {"calls": [call]})
    return ep


def is_true(f):
    """Has it sold out? Not every version does that is shown."""
    return not f.gone or all(testing.truth(looked(f))["things"][n]["gone"] for n in f.gone)


def play(f):
    return Answer(f.stage, rg.step(looked(f), {"text": f.message}))


def share(k, n):
    return 100 * k / n if n else 0.0


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--file", type=Path, default=HERE / "questions.jsonl")
    args.add_argument("--first-seed", type=int, default=5_000_000)
    args.add_argument("--plays", type=int, default=6, help="episodes for each line")
    args.add_argument("--failures", type=int, default=0, help="print so many of what went wrong")
    args.add_argument("--only", choices=(BAD, LIE, "wasted"), help="of these failures alone")
    args.add_argument("--kind"), args.add_argument("--env"), args.add_argument("--id")
    args.add_argument("--lines", action="store_true", help="print the share understood of each line")
    opt = args.parse_args()
    lines = [json.loads(x) for x in opt.file.read_text(encoding="utf-8").splitlines() if x.strip()]
    lines = [
        x
        for x in lines
        if opt.kind in (None, x["kind"]) and opt.env in (None, x["env"]) and opt.id in (None, x["id"])
    ]
    rows, failures, unplayed = [], [], []
    for line in lines:
        filled = fill(line, opt.first_seed, opt.plays)
        if not filled:
            unplayed.append(line["id"])
        for f in filled:
            a = play(f)
            mark, why = judge(f, a)
            fair = reasonable(f)
            rows.append((line, mark, fair, fair and a.wasted))
            if mark != GOOD or (fair and a.wasted):
                failures.append((line, f, a, mark if mark != GOOD else "wasted", why))
    report(rows, unplayed, opt)
    if opt.failures:
        show([x for x in failures if opt.only in (None, x[3])], opt.failures)
    return verdict(rows, opt.file.stem)


def table(title, rows, key):
    groups = defaultdict(list)
    for row in rows:
        groups[key(row[0])].append(row)
    print(f"\n{title:<16}{'plays':>7}{'understood':>12}{'false':>8}{'wasted':>8}")
    for name, mine in sorted(groups.items()):
        fair = [r for r in mine if r[2]]
        good, lies, wasted = (sum(r[1] == m for r in mine) for m in (GOOD, LIE, None))
        wasted = sum(r[3] for r in fair)
        print(
            f"{name:<16}{len(mine):>7}{share(good, len(mine)):>11.1f}%{share(lies, len(mine)):>7.1f}%"
            + (f"{share(wasted, len(fair)):>7.1f}%" if fair else f"{'-':>8}")
        )


def report(rows, unplayed, opt):
    table("kind", rows, lambda x: x["kind"])
    table("env", rows, lambda x: x["env"])
    if opt.lines:
        table("line", rows, lambda x: x["id"])
    if unplayed:
        print(f"\nno episode fits: {', '.join(unplayed)}")


def show(failures, most):
    random.Random(1).shuffle(failures)
    for line, f, a, mark, why in failures[:most]:
        print(
            (
                f"\n[{mark}: {why}] {line['id']} {line['kind']} {f.stage.spec} wants {sorted(f.places)} "
                f"{f.expect} wrong {sorted(f.wrong)}\n  A: {f.message}\n  C: {a.text}   "
                f"<{', '.join(sorted(a.names))}>"
            )
        )
    print(
        "\nwhy:",
        Counter(
            (line["kind"], mark, re.sub(r"[\[:].*", "", why)) for line, _, _, mark, why in failures
        ).most_common(25),
    )


def verdict(rows, name):
    n, fair = len(rows), [r for r in rows if r[2]]
    good, lies, wasted = (
        share(sum(r[1] == GOOD for r in rows), n),
        share(sum(r[1] == LIE for r in rows), n),
        share(sum(r[3] for r in fair), len(fair)),
    )
    passed = good >= UNDERSTOOD and lies <= FALSE and wasted <= WASTED
    print(
        f"\nhearing {name}: {n} plays, understood {good:.1f} % (at least {UNDERSTOOD:g}), false answers "
        f"{lies:.2f} % (at most {FALSE:g}), "
        f"wasted though reasonable {wasted:.1f} % (at most {WASTED:g}): {'pass' if passed else 'FAIL'}"
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
