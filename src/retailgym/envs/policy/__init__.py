"""Policy: answer a question about the shop's rules from what they say, what the records show and what only
the customer can tell, and name the clause that decides."""

from ...core.env import Env
from ...tools import orders as order_tools
from ...tools import policy as policy_tools
from ...tools import shop as shop_tools
from ...tools.answer import answer_policy
from ...tools.kit import toolset
from .expert import expert
from .task import choose_goal, ends, sample_task, verify

ABOUT = """A customer asks what the shop's policy says in their case. Find the section that answers the
question and every other section that it calls on, look up what the order and the account show, ask for what
only the customer knows, and answer with the clause that decides. Whatever is out of the ordinary about an
item is among its marks; what is not marked is not so, and items are everyday products. A fault counts as
reported today. The price paid for an item is that of one piece, the next to come back. Where a gift card paid
for part of an order, it counts as paid by the other means. Where the policy is a handbook of many documents,
one of them says which hold and which prevail."""

ENV = Env(
    id="policy",
    version=38,
    draws=36,
    closing="answer_policy",
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
    ends=ends,
    tools=toolset(order_tools, policy_tools, shop_tools.ask_user, shop_tools.clock_now, answer_policy),
)
