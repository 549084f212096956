"""What holds for every order: how lines are marked, how orders travel and what that costs. Regions,
currencies and tax stand in core/markets."""

from typing import Literal

from ..core.values import Value

Method = Literal["standard", "express", "next_day"]


class Delivery(Value, kw_only=False):
    """A way to send an order: what it costs, and the fewest and the most days that a parcel takes."""

    cents: int
    days: tuple[int, int]


DELIVERY: dict[Method, Delivery] = {
    "standard": Delivery(495, (2, 5)),
    "express": Delivery(995, (1, 3)),
    "next_day": Delivery(1495, (1, 1)),
}
CARRIERS = ("Postwing", "Blue Lorry", "Hermione Express", "Northline")
# What may be out of the ordinary about a line, and how a record of the desk calls it. The policy has a fact
# of each name.
MARKS = {
    "final_sale": "final sale",
    "clearance": "clearance",
    "refurbished": "refurbished",
    "sold_by_partner": "sold by a partner shop",
    "hygiene": "sold under a hygiene seal",
    "oversized": "oversized",
    "fragile": "fragile",
}
