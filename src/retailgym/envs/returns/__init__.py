"""Returns: find the line that is meant among many orders, learn what only the customer knows, and do what the
policy says about it."""

from ...core.env import Env
from ...tools import catalog as catalog_tools
from ...tools import orders as order_tools
from ...tools import policy as policy_tools
from ...tools import returns as return_tools
from ...tools import shop as shop_tools
from ...tools.kit import toolset
from .checks import ends, verify
from .expert import expert
from .task import choose_goal, sample_task

ABOUT = """A customer wants to send something back or exchange it. Find the order line that they mean, ask for
what they leave open, and apply the shop's policy to what they say: return or exchange exactly that, or refuse
and name the clause that decides. Where return_check_eligibility does not rule, read the policy and name the
clause in either case. Where the policy is a handbook, one of its documents says which hold and which prevail,
and those that hold give the code to close with."""

ENV = Env(
    id="returns",
    version=37,
    draws=35,
    closing="close_return_request",
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
    ends=ends,
    tools=toolset(
        order_tools, return_tools, policy_tools, catalog_tools, shop_tools.ask_user, shop_tools.clock_now
    ),
)
