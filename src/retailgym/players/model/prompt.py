"""What a model is told: its job and the rules, from the environment's own description. Nothing here knows a
goal."""

from ...core.env import Env, Observation
from ...core.spec import Spec
from ...core.values import encode
from ...tools.kit import Schema

RULES = """You work for an online shop and serve one customer.

Your job: {instructions}

How it works:
- Text without a tool call is said to the customer, as with {speaking}.
- {closing} ends the job; without it nothing is done. Call it once, when all is right.
- Tools take exactly the arguments shown. {malformed}"""

ENDS = "Anything malformed ends the job at once."
STRIKES = "Malformed calls are told to you; the third one ends the job."

FORMAT = """You call a tool by answering with one JSON object and nothing else:
{{"name": "NAME OF THE TOOL", "arguments": {{"ARGUMENT": "VALUE"}}}}
For example, to speak to the customer:
{{"name": "{speaking}", "arguments": {{"{message}": "Which size would you like?"}}}}

The tools, each with the JSON Schema of its arguments:
{tools}"""

LIMITS = (
    "You may speak to the customer {exchanges} times and make {calls} other calls; one more ends the job."
)


def rules(env: Env, seen: Observation, spec: Spec) -> str:
    """The system prompt; the tools themselves are offered beside it."""
    return f"{_rules(env, spec)}\n\n{_limits(seen)}"


def rules_with_tools(env: Env, seen: Observation, spec: Spec) -> str:
    """The system prompt for a model that has no tool calls of its own and answers in JSON."""
    tools = "\n".join(_described(schema) for schema in seen.tools)
    described = FORMAT.format(speaking=env.speaking, message=env.tools[env.speaking].names[0], tools=tools)
    return f"{_rules(env, spec)}\n\n{described}\n\n{_limits(seen)}"


def _rules(env: Env, spec: Spec) -> str:
    malformed = ENDS if spec.invalid == "end" else STRIKES
    return RULES.format(
        instructions=env.instructions, speaking=env.speaking, closing=env.closing, malformed=malformed
    )


def _limits(seen: Observation) -> str:
    """What differs between specs comes last, so that endpoints can keep the rest of the prompt from one
    episode to the next."""
    return LIMITS.format(exchanges=seen.exchanges_left, calls=seen.calls_left)


def _described(schema: Schema) -> str:
    return f"{schema.name}: {' '.join(schema.description.split())}\n  {encode(schema.parameters).decode()}"
