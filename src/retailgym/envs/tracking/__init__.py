"""Tracking: work out which of many orders is meant, and in which of its parcels the thing travels, and report
where it is."""

from ...core.env import Env
from ...tools import orders as order_tools
from ...tools import shop as shop_tools
from ...tools import tracking as tracking_tools
from ...tools.kit import toolset
from .expert import expert
from .task import choose_goal, ends, sample_task, verify

ABOUT = """A customer asks where something is that they ordered. Find out which of their orders they mean, ask
for what they leave open, read the scans of the parcel that holds it, and report order, parcel, status and
day as they are today. Where the order tells how its carriers work, they follow from that. Nothing is to be
changed."""

ENV = Env(
    id="tracking",
    version=30,
    draws=28,
    closing="report_status",
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
    ends=ends,
    tools=toolset(order_tools, shop_tools.ask_user, shop_tools.clock_now, tracking_tools),
)
