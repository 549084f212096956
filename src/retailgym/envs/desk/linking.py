"""What a customer wants for one item by how another one is settled: "if you turn down the lamp, I want my
money back for the shade, otherwise store credit"."""

import re

from ...core.streams import Rng
from ...core.task import Brief, Detail
from ...core.values import replace
from ...customer.locale.en.links import BY_ITEM, ITEM_CONDITIONS, WANTED
from ...policy import Policy
from .draw import DrawnTicket
from .facts import Dossier, order_facts
from .gold import Gaps, believed_bill, settled

MET = 600  # per mille of conditions that can be
EITHER = {"refund": "store_credit", "store_credit": "refund"}
# of ten conditions that are not met how many speak of each, as often as items are settled so
SPOKEN_OF = {"store_credit": 5, "refund": 3, "deny": 1, "exchange": 1}
_CODE = re.compile(r"(\w+) if item_(\d+) is (\w+) else (\w+)")


def with_links(rng: Rng, drawn: DrawnTicket, brief: Brief, gaps: Gaps, n: int) -> Brief:
    """Up to so many items for which something else is wanted by how an earlier one is settled, where that
    matters; about these nobody changes their mind."""
    request = brief.requests[0]
    things, linked = list(request.things), set[int]()
    for item in rng.shuffled(range(1, len(drawn.goods))):
        wants = next((d for d in things[item].details if d.topic == "wants" and d.role == "fact"), None)
        other = EITHER.get(str(wants.value)) if wants else None
        if len(linked) < n and wants and other and gaps.matters(item, "wants", other):
            earlier = rng.below(item)
            by = _by_item(rng, wants, other, earlier, drawn.gold.items[earlier].resolution)
            says = tuple([line.replace("{other}", things[earlier].noun) for line in by.says])
            details = [replace(by, says=says) if d is wants else d for d in things[item].details]
            things[item] = replace(things[item], details=tuple(details))
            linked.add(item)
    free = tuple([r for r in request.revisable if r.thing not in linked])
    return replace(brief, requests=(replace(request, things=tuple(things), revisable=free),))


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
        if found := _CODE.fullmatch(str(own.get("wants", ""))):
            earlier = replace(dossier, told=told).item(int(found[2]))
            case = settled(policy, earlier, order_facts(dossier), believed_bill(policy, dossier)).case
            wants = found[1] if case["resolution"] == found[3] else found[4]
            told = (*told[:n], {**own, "wants": wants}, *told[n + 1 :])
    return replace(dossier, told=told) if told is not dossier.told else dossier
