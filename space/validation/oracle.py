"""The oracle: the scripted expert plays a spec against the server at a URL and prints the reward it earned,
which is 1.

python validation/oracle.py http://127.0.0.1:8000 cart/3/42
python validation/oracle.py --plan cart/3/42 > validation/runtime.json
"""

import json
import sys
from typing import Any

from retailgym.bench.serving import calls_of
from retailgym.core.spec import Spec
from retailgym.serving.light_client import LightEnv


def plan(spec: str) -> dict[str, Any]:
    """The expert's path as a plan for OpenEnv's runtime validation."""
    actions: list[dict[str, Any]] = [{"type": "list_tools"}]
    actions += [
        {"type": "call_tool", "tool_name": name, "arguments": arguments}
        for name, arguments in calls_of(Spec.parse(spec))
    ]
    reset = {"episode_id": "probe", "seed": Spec.parse(spec).seed, "options": {"spec": spec}}
    return {"plan_schema_version": "1", "reset": reset, "actions": actions}


def play(url: str, spec: str) -> float:
    with LightEnv(url) as env:
        frame = env.reset(spec=spec)
        for name, arguments in calls_of(Spec.parse(spec)):
            frame = env.step(name, arguments)
    return frame.reward or 0.0


if __name__ == "__main__":
    where, spec = sys.argv[1:3]
    print(json.dumps(plan(spec), indent=1, ensure_ascii=False) if where == "--plan" else play(where, spec))
