"""The typed action, observations and state of the OpenEnv environment."""

from typing import Any

from openenv.core.env_server.mcp_types import CallToolAction, Tool, ToolError
from openenv.core.env_server.types import Observation, State
from pydantic import ConfigDict, Field

RetailgymAction = (
    CallToolAction  # exactly this class: with a subclass, servers and clients stop recognising tool calls
)


class RetailgymReset(Observation):
    """What a reset gives: the job, and what the customer says first."""

    env: str = Field(description="The environment's id.")
    about: str = Field(description="What the agent is told of its job.")
    customer: str = Field(description="What the customer says first.")
    prompt: str = Field(description="Both, ready to be shown to a model.")


class RetailgymObservation(Observation):
    """What a step gives: the result of a call, or the list of tools."""

    tool_name: str | None = Field(default=None, description="The tool that was called.")
    result: Any = Field(default=None, description="What the tool gave back, or what the customer said.")
    error: ToolError | None = Field(default=None, description="Why the call was malformed.")
    tools: list[Tool] | None = Field(default=None, description="The tools, where they were asked for.")


class RetailgymState(State):
    """Where the episode is; nothing of the goal."""

    model_config = ConfigDict(extra="forbid")
