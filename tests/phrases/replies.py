"""Are good replies to a ticket graded as complete, and bad ones as bad?

    python -m tests.phrases.replies [--file replies.jsonl] [--first-seed 5000000] [--plays 6] [--failures 20]
    [--id d-refund-01]

Each line of replies.jsonl is filled in from real tickets of the desk. The ticket is read and decided as it
should be, the reply is drafted, the ticket submitted and judged; what counts is the part of the verdict that
grades the reply. The sealed gold is opened only to know what is right."""

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path

import retailgym as rg
from retailgym import testing

from .hearing import named

HERE = Path(__file__).resolve().parent
COMPLETE, BAD_MEAN, FULL = 95.0, 0.3, 0.999
SEEDS = (110, 18)  # tickets for each level: those with a single item, which are up to level 6, and the others
FEW = (40, 8)  # in which all but a handful of lines find one that fits
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
TENDERS = {
    "card": "card",
    "gift_card": "gift card",
    "wallet": "wallet",
    "invoice": "invoice account",
    "bank_transfer": "bank account",
}
SLOT = re.compile(r"\{(\w+)\}")


def printed(cents, currency):
    return f"{SYMBOLS.get(currency, currency + ' ')}{abs(cents) / 100:,.2f}"


class No(Exception):
    """This line does not fit this ticket."""


class Item:
    """One item of a ticket, and what is due to it."""

    def __init__(self, gold, thing, line, units, currency):
        self.gold, self.units, self.line, self.currency = gold, units, line, currency
        self.plural = units > 1 or thing.noun.startswith("pair of ")
        self.noun = (
            (thing.plural if units > 1 else thing.noun).removeprefix("pair of ").removeprefix("pairs of ")
        )
        self.resolution, self.why, self.cents, self.days = gold.resolution, gold.why, gold.cents, gold.days
        self.next = self._next()
        self.money = "none" if not self.cents else "pay" if self.cents > 0 else "back"

    def _next(self):
        if self.gold.next not in ("nothing", "replacement"):
            return self.gold.next
        if self.line.came_back:
            return "back_already"
        return "nothing" if self.why in ("never_arrived", "charged_twice") else "keep"

    def fits(self, row):
        return (
            row["resolution"] in ("any", self.resolution)
            and self.why in row.get("why", [self.why])
            and self.next in row.get("next", [self.next])
            and (self.resolution != "exchange" or self.money in row.get("money", [self.money]))
        )


class Desk:
    """A ticket that has been read and decided as it should be; the reply is still to be written."""

    def __init__(self, spec):
        ep = rg.start(spec)
        truth = named(testing.truth(ep))
        self.spec, gold, ticket, things = truth.spec, truth.goal.gold, truth.ticket, truth.things
        self.name, self.order_id, self.currency = ticket.name.split()[0], ticket.order_id, ticket.currency
        lines = {line.item_id: line for line in ticket.lines}
        self.items = []
        for n, g in enumerate(gold.items):
            line = lines[g.item_id]
            told = next((d.value for d in things[n].details if d.topic == "quantity"), line.quantity)
            self.items.append(Item(g, things[n], line, line.disputed or int(told), self.currency))
        self.split = self._split(gold)
        for what in sorted(
            frozenset(["order", "customer", "page return-costs"]).union(*[g.evidence for g in gold.items])
        ):
            kind, _, name = what.partition(" ")
            match kind:
                case "order":
                    ep = self._call(ep, "inspect_order", order_id=self.order_id)
                case "customer":
                    ep = self._call(ep, "inspect_customer")
                case "page":
                    ep = self._call(ep, "inspect_policy", page=name)
                case "stock":
                    ep = self._call(ep, "inspect_inventory", item_id=name)
        for g in gold.items:
            amount = (
                {"amount_cents": g.cents}
                if g.resolution in ("refund", "partial_refund", "store_credit", "exchange")
                else {}
            )
            ep = self._call(ep, "set_item_resolution", item_id=g.item_id, resolution=g.resolution, **amount)
        ep = self._call(ep, "set_ticket_resolution", resolution=gold.resolution)
        self.ep = self._call(ep, "set_priority", priority=gold.priority)

    @staticmethod
    def _call(ep, name, **arguments):
        after = rg.step(ep, {"calls": [{"name": name, "arguments": arguments}]})
        message = rg.observe(after).messages[-1]
        if type(message).__name__ != "Result":
            raise RuntimeError(f"{ep.spec}: {name} gave {message}")
        return after

    @staticmethod
    def _split(gold):
        """What goes back to each payment, if money goes to more than one."""
        sums = Counter()
        for g in gold.items:
            for p in g.to if g.resolution != "store_credit" else ():
                sums[p.tender] += p.cents
        return dict(sums) if len(sums) > 1 else {}

    def grade(self, text):
        ep = self._call(self.ep, "draft_reply", message=text)
        return rg.judge(self._call(ep, "submit")).parts["reply_quality"]


class Words:
    """The slots of one line, for one item of a ticket."""

    def __init__(self, desk, item, voice, rng):
        self.desk, self.item, self.voice, self.rng = desk, item, voice, rng

    def fill(self, text):
        return SLOT.sub(lambda m: str(self.slot(m[1])), text)

    def slot(self, name):
        desk, item = self.desk, self.item
        many = item.plural
        match name:
            case "name":
                return desk.name
            case "order":
                return desk.order_id
            case "item":
                return item.noun
            case "Item":
                return item.noun[0].upper() + item.noun[1:]
            case "it":
                return "them" if many else "it"
            case "one":
                return "ones" if many else "one"
            case "a_new_one":
                return "new ones" if many else "a new one"
            case "money_words":
                amounts = [*[i.cents for i in desk.items if i.cents], *desk.split.values()]
                return " ".join(f"There is {printed(c, desk.currency)} in this." for c in amounts)
            case "days_words":
                return " ".join(
                    f"It may be in {n} days." for n in sorted({i.days for i in desk.items if i.days})
                )
            case "is" | "was" | "has" | "does" | "arrives":
                return (
                    {"is": "are", "was": "were", "has": "have", "does": "do", "arrives": "arrive"}[name]
                    if many
                    else name
                )
            case "amount":
                if not item.cents:
                    raise No("no amount")
                return printed(item.cents, desk.currency)
            case "amount_or_zero":
                return printed(item.cents, desk.currency)
            case "wrong_amount":
                return printed(abs(item.cents) * 123 // 100 + 117, desk.currency)
            case "price":
                return printed(item.line.unit_cents * item.units, desk.currency)
            case "wrong_days":
                if not item.days:
                    raise No("no days")
                return max(i.days for i in desk.items) + 9
            case "days":
                if not item.days:
                    raise No("no days")
                return item.days
            case "reason_words":
                return self.fill(self.voice[item.why])
            case "Reason_words":
                reason = self.slot("reason_words")
                return reason[0].upper() + reason[1:]
            case "what_to_do":
                return self.fill(
                    "Please send {it} back to us."
                    if item.next == "send_back"
                    else "You don't need to send {it} back."
                )
            case "difference_words":
                if item.money == "none":
                    return "There is no price difference."
                amount = printed(item.cents, desk.currency)
                return (
                    f"The difference of {amount} will be charged to you."
                    if item.money == "pay"
                    else f"You'll get the difference of {amount} back."
                )
            case "goods" | "tax":
                goods = item.line.unit_cents * item.units
                tax = item.cents - goods
                if (
                    not 0 < tax
                    or abs(tax * item.line.quantity - item.line.tax_cents * item.units) > item.line.quantity
                ):
                    raise No("no simple sum")
                return printed(goods if name == "goods" else tax, desk.currency)
        raise KeyError(name)


def letter(row, desk, parts, voice, rng):
    """The text of a reply to this ticket."""
    if row["scope"] == "letter":
        if not row["good"] and row["resolution"] == "any":
            return Words(desk, desk.items[0], voice, rng).fill(row["text"])
        if len(desk.items) > 1 or desk.split:
            raise No("one item and one payment only")
        (item,) = desk.items
        if not item.fits(row):
            raise No("another case")
        if (
            item.resolution in ("refund", "partial_refund", "store_credit")
            and row["good"]
            and not (item.cents and (item.days or item.why == "dispute_accepted"))
        ):
            raise No("nothing to pay")
        return Words(desk, item, voice, rng).fill(row["text"])
    texts = []
    for item in desk.items:
        texts.append(_part(item, desk, parts, voice, rng))
    split = ""
    if desk.split:
        split = (
            "Of the refund, "
            + " and ".join(
                f"{printed(c, desk.currency)} goes back to your {TENDERS.get(t, t)}"
                for t, c in desk.split.items()
            )
            + ". "
        )
    text = (
        row["text"]
        .replace("{parts_list}", "\n".join(f"- {t}" for t in texts))
        .replace("{parts}", "\n\n".join(texts))
        .replace("{split_line}", split)
    )
    return Words(desk, desk.items[0], voice, rng).fill(text)


def _part(item, desk, parts, voice, rng):
    fitting = [p for p in parts if item.fits(p)]
    rng.shuffle(fitting)
    for p in fitting:
        try:
            return Words(desk, item, voice, rng).fill(p["text"])
        except No:
            continue
    raise No(f"no part for {item.resolution} {item.why} {item.next}")


@lru_cache(maxsize=None)
def desks(first_seed, seeds):
    return [
        Desk(f"desk/{level}/{first_seed + 1000 * level + k}?noise=0&call_slack=10")
        for level in range(13)
        for k in range(seeds[level > 6])
    ]


def fill(row, parts, reasons, plays, first_seed, seeds=SEEDS):
    pool = desks(first_seed, seeds)
    order = list(range(len(pool)))
    random.Random(row["id"]).shuffle(order)
    found = []
    for k in order:
        desk = pool[k]
        if row["scope"] == "frame" and len(desk.items) < 2:
            continue
        try:
            found.append((desk, letter(row, desk, parts, reasons, random.Random(f"{row['id']} {desk.spec}"))))
        except No:
            continue
        if len(found) == plays * (3 if row["scope"] == "frame" else 1):
            break
    return found


def mean(values):
    return sum(values) / len(values) if values else 0.0


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--file", type=Path, default=HERE / "replies.jsonl")
    args.add_argument("--first-seed", type=int, default=5_000_000)
    args.add_argument("--plays", type=int, default=6, help="tickets for each line")
    args.add_argument(
        "--failures",
        type=int,
        default=0,
        help="print so many good replies that were not graded complete, and bad ones graded well",
    )
    args.add_argument("--lines", action="store_true", help="print the grade of each line")
    args.add_argument("--id")
    opt = args.parse_args()
    rows = [json.loads(x) for x in opt.file.read_text(encoding="utf-8").splitlines() if x.strip()]
    reasons = next(
        r["reasons"] for r in rows if r["scope"] == "reasons"
    )  # clauses that give the reason, in one voice
    rows = [r for r in rows if r["scope"] != "reasons"]
    parts = [r for r in rows if r["scope"] == "part"]
    played, unplayed = [], []
    for row in rows:
        if row["scope"] == "part" or opt.id not in (None, row["id"]):
            continue
        found = fill(row, parts, reasons, opt.plays, opt.first_seed)
        if not found:
            unplayed.append(row["id"])
        played += [(row, desk, text, desk.grade(text)) for desk, text in found]
    report(played, unplayed, opt)
    return verdict(played, opt.file.stem)


def report(played, unplayed, opt):
    good, bad = defaultdict(list), defaultdict(list)
    for row, desk, _, grade in played:
        if row["good"]:
            good["several items" if row["scope"] == "frame" else row["resolution"]].append(grade)
        else:
            bad[row["fault"]].append(grade)
    print(f"{'good replies':<20}{'plays':>7}{'mean':>8}{'complete':>10}")
    for key, grades in sorted(good.items()):
        print(
            f"{key:<20}{len(grades):>7}{mean(grades):>8.2f}{100 * mean([g >= FULL for g in grades]):>9.1f}%"
        )
    print(f"\n{'bad replies':<20}{'plays':>7}{'mean':>8}{'most':>10}")
    for key, grades in sorted(bad.items()):
        print(f"{key:<20}{len(grades):>7}{mean(grades):>8.2f}{max(grades):>10.2f}")
    if opt.lines:
        lines = defaultdict(list)
        for row, _, _, grade in played:
            lines[row["id"]].append(grade)
        print("\n" + "\n".join(f"{id:<28}{len(g):>4}{mean(g):>7.2f}" for id, g in lines.items()))
    if unplayed:
        print(f"\nno ticket fits: {', '.join(unplayed)}")
    if opt.failures:
        wrong = [
            p for p in played if (p[0]["good"] and p[3] < FULL) or (not p[0]["good"] and p[3] > BAD_MEAN)
        ]
        random.Random(1).shuffle(wrong)
        for row, desk, text, grade in wrong[: opt.failures]:
            due = "; ".join(
                f"{i.resolution} {i.cents} because {i.why}, next {i.next} ({i.gold.next}), days {i.days}"
                for i in desk.items
            )
            print(
                (
                    f"\n[{grade:.2f} {'good' if row['good'] else row['fault']}] {row['id']} {desk.spec}: "
                    f"{due}\n{text}"
                )
            )


def verdict(played, name):
    good, bad = [g for r, _, _, g in played if r["good"]], [g for r, _, _, g in played if not r["good"]]
    complete = 100 * mean([g >= FULL for g in good])
    faults = {r["fault"] for r, _, _, _ in played if not r["good"]}
    worst = max(faults, key=lambda f: mean([g for r, _, _, g in played if r.get("fault") == f]), default="")
    most = mean([g for r, _, _, g in played if r.get("fault") == worst]) if worst else 0.0
    passed = complete >= COMPLETE and mean(bad) <= BAD_MEAN and most <= BAD_MEAN
    print(
        f"\nreplies {name}: {len(good)} good ones, mean {mean(good):.2f}, complete {complete:.1f} % (at "
        f"least {COMPLETE:g}); "
        f"{len(bad)} bad ones, mean {mean(bad):.2f} (at most {BAD_MEAN:g}), worst fault {worst} {most:.2f} "
        f"(at most {BAD_MEAN:g}): "
        f"{'pass' if passed else 'FAIL'}"
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
