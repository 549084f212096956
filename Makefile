PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint types test-long clean

demo: $(STAMP)  ## install, play the expert and the blind players, print the table
	$(BIN)/retailgym demo

test: $(STAMP)  ## the whole suite: core, laws
	$(BIN)/pytest -n 2 -m "not long and not stack and not browser"

test-long: $(STAMP)  ## statistical runs over many seeds
	$(BIN)/pytest -n 2 -m long

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
