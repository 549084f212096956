"""A package with one environment in it, ready to be installed: what `retailgym new NAME --package` writes."""

PYPROJECT = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "retailgym-{name}"
version = "0.1.0"
description = "The environment {name} for RetailGym"
requires-python = ">=3.11"
dependencies = ["retailgym"]

[project.optional-dependencies]
dev = ["pytest"]

[project.entry-points."retailgym.envs"]
{name} = "retailgym_{name}:ENV"
"""

README = """# {name}

An environment for [RetailGym](https://github.com/retailgym/retailgym).

```
pip install -e ".[dev]"
retailgym envs                     # {name} is among them
retailgym play {name}/0/7
pytest                             # its own tests
pytest --pyargs retailgym.laws     # the laws that hold for every environment
retailgym validate {name}
```

The task is in `src/retailgym_{name}/__init__.py`: `sample_task`, `choose_goal`,
`verify`, `expert`. Players that try to win without reading belong into `blind.py` beside it, as
`PLAYERS = {{"name": player}}`. A change of anything that an agent sees raises the environment's `version`.
"""
