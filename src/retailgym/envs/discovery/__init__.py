"""Discovery: recommend the best products that satisfy all of the customer's constraints, best first by what
the customer goes by, though search filters only part of it and some products sell out on the way."""

from ...core.env import Env
from ...tools import catalog as catalog_tools
from ...tools import shop as shop_tools
from ...tools.kit import toolset
from ...tools.recommend import recommend
from .expert import expert
from .task import choose_goal, sample_task, verify

ABOUT = """A customer wants advice on what to buy. Find the products that have everything they ask for and
are in stock, ask for what they leave open, and recommend as many as they want, the best first by what they
go by. A product arrives as many days from today as its shipping days say."""

ENV = Env(
    id="discovery",
    version=32,
    draws=30,
    closing="recommend",
    tools=toolset(catalog_tools, shop_tools, recommend),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
