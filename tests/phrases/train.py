"""Trains the second opinion (customer/opinion.py) from the lines of this folder: `make ear`.

    python -m tests.phrases.train           trains it and writes its weights
    python -m tests.phrases.train --check   leaves each set of lines out in turn, and prints what becomes of it

A perceptron with a margin, averaged, in whole numbers throughout, over lines in an order of their own, and over the
paraphrases of families.txt. own.jsonl is never trained on."""

import argparse
import hashlib
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from retailgym.customer import message, opinion

HERE = Path(__file__).resolve().parent
FAMILIES = "families"
WEIGHTS = Path(opinion.__file__).parent / "locale" / "en" / opinion.FILE
HELD_OUT = "own"
QUIET = set(opinion.OTHER) - {opinion.OPEN}
ROUNDS, MARGIN, SCALE, LEAST = 8, 12, 4, 6
BELOW = -(2**62)  # any score
FRAMES, PAIRS = 3, 8  # in how many frames a paraphrase is set, and with how many of another topic
TOPICS = {
    "budget": "price", "deadline": "shipping_days", "when": "placed", "cost": "paid", "ordered": "pieces",
    "back": "count", "which": "turn", "who": "recipient", "dangerous": "hazard", "difference": "difference_cents",
    "price_drop": "price_drop_cents", "promotion": "clearance", "card_balance": "gift_card_cents",
}  # fmt: skip
KINDS = {
    "off_topic": "none", "closing": "open", "is_it_okay": "agree", "confirm_right": "confirm",
    "confirm_wrong": "confirm", "stock_out": "stock",
}  # fmt: skip
SLOTS = (
    (re.compile(r"\{\w*label\w*\}"), opinion.TOPIC),
    (re.compile(r"\{(?:a_)?(?:item|noun|plural|title|one)\d?\}"), opinion.THING),
    (re.compile(r"\{\w+\}"), opinion.VALUE),
)


def topic_of(line):
    """What a line asks for, in the words of the model; None if that is more than one thing."""
    kind, wants = line["kind"], [w.split("@")[0] for w in line["wants"]]
    if kind in KINDS:
        return KINDS[kind]
    if kind == "read_back" and not wants:
        return "none"
    if kind == "no_preference" and "{any_label}" in line["message"]:
        return "label"
    if len(wants) > 1:
        return "many"
    if kind in ("ask", "already_told", "choice") and wants:
        return "label" if wants[0] in ("attribute", "option") else TOPICS.get(wants[0], wants[0])
    return None


def examples():
    """Each line with the set that it comes from, its signs, and what it asks."""
    found = []
    for file in sorted(HERE.glob("*.jsonl")):
        if file.stem.startswith("replies"):
            continue
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            topic = topic_of(line)
            if topic is not None:
                found.append((file.stem, signs_in(line["message"]), topic, line))
    found += [(FAMILIES, signs_in(text), topic, {"message": text, "env": ""}) for topic, text in families()]
    return sorted(found, key=lambda x: _draw(x[3]["message"]))


def signs_in(text):
    """What the model sees of a line: names, labels and values are blotted out."""
    for slot, word in SLOTS:
        text = slot.sub(f" {word} ", text)
    signs = [s for part in message.read(text).sentences for s in opinion.signs(part.ended)]
    return list(dict.fromkeys(signs))


def _draw(text):
    return hashlib.blake2b(text.encode()).hexdigest()


def _some(of, text, most):
    """A few of them, others for each text."""
    return sorted(of, key=lambda x: _draw(f"{x} {text}"))[:most]


def families():
    """Each paraphrase of families.txt in a few frames, and beside some of other topics."""
    phrases = {}
    for line in (HERE / f"{FAMILIES}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            here = phrases.setdefault(tuple(line.strip("[]").split()), [])
        elif line and not line.startswith("#"):
            here += [part.replace("\\n", "\n") for part in line.split(" | ")]
    frames = {sort: phrases.pop(("frames", sort)) for sort in ("noun", "clause", "ask", "many")}
    nouns = {topic: of for (topic, sort), of in phrases.items() if sort == "noun"}
    for (topic, sort), of in phrases.items():
        for phrase in of:
            for frame in _some(frames[sort], phrase, FRAMES):
                yield topic, _large(frame.replace("{}", phrase, 1))
    for topic, of in nouns.items():
        for phrase in _some(of, topic, PAIRS):
            other = _some([t for t in nouns if t != topic], phrase, 1)[0]
            frame, beside = _some(frames["many"], phrase, 1)[0], _some(nouns[other], phrase, 1)[0]
            yield "many", _large(frame.replace("{}", phrase, 1).replace("{}", beside, 1))


def _large(text):
    return text[:1].upper() + text[1:]


def train(rows):
    """The weights after some rounds, averaged over all their steps."""
    seen = Counter(sign for _, signs, _, _ in rows for sign in signs)
    places = {sign: n for n, sign in enumerate(s for s, times in seen.items() if times > 1)}
    topics = sorted(
        {topic for _, _, topic, _ in rows}, reverse=True
    )  # of two that are even the last name wins
    lines = [
        (np.array([places[s] for s in signs if s in places], dtype=int), topics.index(topic))
        for _, signs, topic, _ in rows
    ]
    weights, before = (np.zeros((len(places), len(topics)), dtype=np.int64) for _ in range(2))
    step = 0
    for _ in range(ROUNDS):
        for signs, topic in lines:
            step += 1
            scores = weights[signs].sum(axis=0)
            own, scores[topic] = scores[topic], BELOW
            other = scores.argmax()
            if own - scores[other] < MARGIN:
                for name, change in ((topic, 1), (other, -1)):
                    weights[signs, name] += change
                    before[signs, name] += change * step
    averaged = (SCALE * (weights * step - before)) // step
    kept = {
        sign: {topics[t]: int(of[t]) for t in np.flatnonzero(abs(of) >= LEAST)}
        for sign, of in zip(places, averaged, strict=True)
    }
    return {sign: of for sign, of in kept.items() if of}


def check(rows):
    """Of each set, trained on all others: how much is right where the model is sure, and what it mistakes."""
    could = defaultdict(set)
    for _, _, topic, line in rows:
        could[line["env"]].add(topic)
    mistakes, sure, right, missed, total = Counter(), 0, 0, 0, 0
    for name in sorted({row[0] for row in rows} - {FAMILIES}):
        weights = train([row for row in rows if row[0] not in (name, HELD_OUT)])
        mine = [(row, opinion.weigh(weights, row[1], could[row[3]["env"]])) for row in rows if row[0] == name]
        certain = [(row, o) for row, o in mine if o.margin >= opinion.SURE and o.topic not in QUIET]
        good = [row for row, o in certain if o.topic == row[2]]
        asked = [row for row, _ in mine if row[2] not in QUIET]
        print(
            f"{name:<12}{len(asked):>5} ask for a topic, {len(good):>4} heard, {len(certain) - len(good):>3} wrongly"
        )
        mistakes.update([(row[2], o.topic) for row, o in certain if o.topic != row[2]])
        sure, right, missed, total = (
            sure + len(certain),
            right + len(good),
            missed + len(asked) - len(good),
            total + len(asked),
        )
    print(
        f"in all {100 * right / total:.1f} % heard; of what it is sure of {100 * right / sure:.1f} % are right"
    )
    for (topic, taken), n in mistakes.most_common(20):
        print(f"  {n:>3} {topic} taken for {taken}")


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--check", action="store_true", help="leave each set out in turn")
    rows = examples()
    if args.parse_args().check:
        check(rows)
    else:
        weights = train([row for row in rows if row[0] != HELD_OUT])
        WEIGHTS.write_text(opinion.write(weights), encoding="utf-8")
        print(f"{len(rows)} lines, {len(weights)} signs, {sum(map(len, weights.values()))} weights")


if __name__ == "__main__":
    main()
