PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# a second Python for the golden tests, where there is one that runs
OTHER_PYTHON := $(shell for p in python3.13 $$HOME/.pyenv/versions/3.13*/bin/python; do $$p -c "" 2>/dev/null && echo $$p && break; done)
OTHER := $(if $(OTHER_PYTHON),.venv-313/.installed)

.PHONY: demo test lint types test-long golden clean

demo: $(STAMP)  ## install, play the expert and the blind players, print the table
	$(BIN)/retailgym demo

test: $(STAMP) $(OTHER)  ## the whole suite: core, laws
	$(BIN)/pytest -n 2 -m "not long and not stack and not browser"

test-long: $(STAMP)  ## statistical runs over many seeds
	$(BIN)/pytest -n 2 -m long

golden: $(STAMP)  ## keep the transcripts' digests after a change of bytes that is meant
	$(BIN)/python -m tests.golden.transcripts write

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@

.venv-313/.installed:
	$(OTHER_PYTHON) -m venv .venv-313
	.venv-313/bin/pip install --quiet msgspec numpy
	touch $@

clean:
	rm -rf $(VENV) .venv-313 .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
