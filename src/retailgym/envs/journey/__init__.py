"""Journey: several jobs in one conversation and one world. The customer brings up the next matter when one is
settled, or in the middle."""

from ...core.env import Env
from .expert import expert
from .task import _tools, choose_goal, sample_task, verify

ABOUT = """A customer comes with several matters, one after the other or two at once. Settle each as its own
job would be settled, with that job's closing tool, keep them apart, and call finish when nothing is left. A
new matter may come up with the answer to any call, the closing ones too, and finish ends everything.
How often you may speak and call is told for what has come up so far; each further matter adds its own share
when it comes up."""

ENV = Env(
    id="journey",
    version=45,
    draws=43,
    closing="finish",
    tools=dict(_tools()),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
