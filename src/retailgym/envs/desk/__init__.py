"""Desk: read a support ticket, gather what it depends on, decide item by item as the policy says, reply, and
submit."""

from ...core.env import Env
from ...tools import desk as desk_tools
from ...tools.kit import toolset
from .expert import expert
from .talk import opens, replies, revises
from .task import choose_goal, sample_task, verify

ABOUT = """A support ticket lies on the desk. Inspect the order, the customer's record, the policy and the
stock as far as the claims depend on them, ask the customer for what only they know, which may be more than
the form shows as left blank (and a blank says nothing of what is due). A long wait or a question for nothing
tries their patience; at its end they answer no more. Then decide: a resolution for each
item, with the amount to the cent, and one for the ticket, its priority, its tags, and whether it must be
flagged for fraud. Write the reply and submit. What the policy says decides, not what the customer hopes for;
where records and customer disagree, the policy says which of them counts. Where the policy is a handbook of
many documents, one of them says which hold and how they are read; name the section that decides each item's
resolution, and work the ticket in the order that those that hold tell."""

ENV = Env(
    id="desk",
    version=38,
    draws=36,
    closing="submit",
    tools=toolset(desk_tools),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
    opens=opens,
    replies=replies,
    revises=revises,
)
