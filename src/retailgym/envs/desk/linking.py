"""What a customer wants for one item by how another one is settled: "if you turn down the lamp, I want my
money back for the shade, otherwise store credit"."""

import re
from collections.abc import Sequence

from ...core.money import printed
from ...core.streams import Rng
from ...core.task import Brief, Detail, Thing
from ...core.values import replace
from ...customer.locale.en.links import BY_ITEM, ITEM_CONDITIONS, SUM_CONDITION, WANTED
from ...policy import Policy
from ...policy.claims import claim_of
from ..shared.links import STEPS
from .draw import DrawnTicket
from .facts import Dossier, order_facts
from .gold import Gaps, Settled, believed_bill, cents_of, settled
from .talk import called

MET = 600  # per mille of conditions that can be
EITHER = {"refund": "store_credit", "store_credit": "refund"}
# of ten conditions that are not met how many speak of each, as often as items are settled so
SPOKEN_OF = {"store_credit": 5, "refund": 3, "deny": 1, "exchange": 1}
PER_ITEMS = 5  # links are counted on so many items
SUMS_FROM, SUMS = 2, 500  # links from which wishes hang on sums, and per mille of those that do
MONEY = ("refund", "partial_refund", "deny")  # of which it is plain how much money comes back
_SUM = re.compile(r"(\w+) if items_(\d+)_(\d+) above (\d+) else (\w+)")
_CODE = re.compile(r"(\w+) if item_(\d+) is (\w+) else (\w+)")


def with_links(rng: Rng, drawn: DrawnTicket, brief: Brief, gaps: Gaps, n: int) -> Brief:
    """Up to so many items on five for which something else is wanted by how an earlier one is settled, or by
    what comes back for two of them, where that matters; about these nobody changes their mind."""
    request, items = brief.requests[0], len(drawn.goods)
    things, linked = list(request.things), set[int]()
    most = n * max(items, PER_ITEMS) // PER_ITEMS
    for item in rng.shuffled(range(1, items)):
        wants = next((d for d in things[item].details if d.topic == "wants" and d.role == "fact"), None)
        other = EITHER.get(str(wants.value)) if wants else None
        if len(linked) < most and wants and other and gaps.matters(item, "wants", other):
            by = (
                _by_sum(rng, drawn, things, item, (wants, other))
                if n >= SUMS_FROM and rng.chance(SUMS)
                else None
            )
            if by is None:
                earlier = rng.below(item)
                by = _by_item(rng, wants, other, earlier, drawn.gold.items[earlier].resolution)
                says = tuple([line.replace("{other}", called(things[earlier])[0]) for line in by.says])
                by = replace(by, says=says)
            details = [by if d is wants else d for d in things[item].details]
            things[item] = replace(things[item], details=tuple(details))
            linked.add(item)
    free = tuple([r for r in request.revisable if r.thing not in linked])
    return replace(brief, requests=(replace(request, things=tuple(things), revisable=free),))


def _by_sum(
    rng: Rng, drawn: DrawnTicket, things: Sequence[Thing], item: int, wish: tuple[Detail, str]
) -> Detail | None:
    """What is wanted by how much money comes back for two earlier items; None where there are no two of which
    it is plain."""
    wants, other = wish
    earlier = [n for n in range(item) if drawn.gold.items[n].resolution in MONEY]
    pairs = [(a, b) for a in earlier for b in earlier if a < b]
    if not pairs:
        return None
    pair = rng.pick(pairs)
    cents = [money_back(drawn.gold.items[n].resolution, drawn.gold.items[n].cents) for n in pair]
    total, step = sum(cents), 100 * rng.pick(STEPS)
    met = total > step + 100 and rng.chance(500)
    limit = (total - step if met else total + step) // 100 * 100
    yes, no = (str(wants.value), other) if met else (other, str(wants.value))
    nouns = [called(things[n])[0] for n in pair]
    amount = printed(limit, drawn.dossier.order.shop_currency)
    condition = SUM_CONDITION.format(amount=amount, one=nouns[0], two=nouns[1])
    words = {"yes": WANTED[yes], "no": WANTED[no], "condition": condition}
    says = tuple([line.format(noun="{noun}", **words) for line in BY_ITEM])
    return replace(wants, link=f"{yes} if items_{pair[0]}_{pair[1]} above {limit} else {no}", says=says)


def money_back(resolution: str, cents: int) -> int:
    """What a customer gets back in money for an item."""
    return cents if resolution in ("refund", "partial_refund") else 0


def _by_item(rng: Rng, wants: Detail, other: str, earlier: int, resolution: str) -> Detail:
    met = resolution in _conditions(str(wants.value)) and rng.chance(MET)
    # part of the money is no plain case of either
    barred = (resolution, "refund") if resolution == "partial_refund" else (resolution,)
    said = resolution if met else rng.pick([r for r in _conditions(other) if r not in barred])
    yes, no = (str(wants.value), other) if met else (other, str(wants.value))
    words = {"yes": WANTED[yes], "no": WANTED[no], "condition": ITEM_CONDITIONS[said]}
    says = tuple([line.format(noun="{noun}", **words) for line in BY_ITEM])  # the other noun comes later
    return replace(wants, link=f"{yes} if item_{earlier} is {said} else {no}", says=says)


def _conditions(wanted: str) -> list[str]:
    """How another item may be settled for somebody to want this; who is refused asks for money."""
    return [r for r, n in SPOKEN_OF.items() for _ in range(n) if r != "deny" or wanted == "refund"]


def plain(policy: Policy, dossier: Dossier) -> Dossier:
    """A ticket with what is wanted of each item, now that it can be told how those before it are settled."""
    told = dossier.told
    for n, own in enumerate(told):
        code = str(own.get("wants", ""))
        if found := _CODE.fullmatch(code):
            case = _settled(policy, replace(dossier, told=told), int(found[2])).case
            wants = found[1] if case["resolution"] == found[3] else found[4]
        elif found := _SUM.fullmatch(code):
            items = [_settled(policy, replace(dossier, told=told), int(found[k])) for k in (2, 3)]
            wants = found[1] if sum([_money(s) for s in items]) > int(found[4]) else found[5]
        else:
            continue
        told = (*told[:n], {**own, "wants": wants}, *told[n + 1 :])
    return replace(dossier, told=told) if told is not dossier.told else dossier


def _settled(policy: Policy, dossier: Dossier, n: int) -> Settled:
    return settled(policy, dossier.item(n), order_facts(dossier), believed_bill(policy, dossier))


def _money(s: Settled) -> int:
    claim = claim_of(s.case, s.bill, s.portion)
    return money_back(claim.resolution, cents_of(s, claim))
