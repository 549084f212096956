"""Substitution: an item has sold out; suggest the closest that is in stock, has all that the customer insists
on, and costs what they allow."""

from ...core.env import Env
from ...tools import catalog as catalog_tools
from ...tools import shop as shop_tools
from ...tools.kit import toolset
from ...tools.recommend import suggest_substitute
from .expert import expert
from .task import choose_goal, sample_task, verify

ABOUT = """A customer wanted something that has sold out. Find out which product it was, ask for what they
leave open, and suggest the closest product that they can have instead: in stock, of the same kind, with all
that they insist on, and at a price that they allow. The closing tool says how close is measured. A product
arrives as many days from today as its shipping days say."""

ENV = Env(
    id="substitution",
    version=30,
    draws=28,
    closing="suggest_substitute",
    tools=toolset(catalog_tools, shop_tools, suggest_substitute),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
