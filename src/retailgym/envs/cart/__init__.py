"""Cart: put exactly the asked products, variants and quantities into the cart, though some details come only
when asked and some items sell out on the way."""

from ...core.env import Env
from ...tools import cart as cart_tools
from ...tools import catalog as catalog_tools
from ...tools import shop as shop_tools
from ...tools.kit import toolset
from .expert import expert
from .task import choose_goal, sample_task, verify

ABOUT = """A customer wants certain products in their cart. Find exactly what they mean, in the variant and
number they want, ask for what they leave open, and follow their wishes if something sells out. When the
cart is right, read it back to the customer, and confirm it when they agree."""

ENV = Env(
    id="cart",
    version=31,
    draws=29,
    closing="cart_confirm",
    tools=toolset(catalog_tools, cart_tools, shop_tools),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
