"""Bundle: a complete shopping list for a project within a budget. Every role filled, the items matching each
other."""

from ...core.env import Env
from ...tools import bundle as bundle_tools
from ...tools import catalog as catalog_tools
from ...tools import shop as shop_tools
from ...tools.kit import toolset
from .expert import expert
from .task import choose_goal, sample_task, verify

ABOUT = """A customer has a project and a budget. Put together a shopping list within it: one product for each
thing that they need, as they wish it, in stock, and matching where they say so. Ask for what they leave open.
Where they say what makes one list better than another, find the best. Then hand over the list."""

ENV = Env(
    id="bundle",
    version=31,
    draws=29,
    closing="recommend_bundle",
    tools=toolset(catalog_tools, bundle_tools, shop_tools),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
