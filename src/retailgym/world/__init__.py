"""The shop at one moment: catalogue, stock, customer, cart, clock. An immutable value; `build` is the only
place one is made."""

from .build import build as build
from .world import Approval as Approval
from .world import CartLine as CartLine
from .world import Customer as Customer
from .world import World as World
from .world import cart_change as cart_change
from .world import show as show
from .world import stock as stock
