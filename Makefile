# Two commands on a fresh machine with Python 3.11 and make:
#   make generate   regenerate generated/ from specs/ (creates .venv first)
#   make test       run the tests

PYTHON ?= $(or $(shell command -v python3.11),python3)
VENV := .venv
BIN := $(VENV)/bin
# One file per state of the pins: a changed pin installs again, an unchanged one never does.
INSTALLED := $(VENV)/.installed-$(shell cat requirements-dev.txt pyproject.toml | cksum | cut -d' ' -f1)
PEER := build/peers/bin/openapi-python-client

.PHONY: generate test corpus fuzz check bench golden lint ci install pins
.DEFAULT_GOAL := test

generate: $(INSTALLED)
	$(BIN)/specloom generate --config specs/specloom.yaml

test: $(INSTALLED)
	$(BIN)/pytest -n auto

# Not a test, as it needs the network: real documents of two npm packages through everything; see the module.
# CORPUS=--all takes all of them, CORPUS="--list FILE" those of another list.
corpus: $(INSTALLED)
	PYTHONPATH=tests $(BIN)/python -m corpus.run $(CORPUS)

# Random schemas, for FUZZ_SECONDS (600), from FUZZ_SEED on (a random one, which is printed).
fuzz: $(INSTALLED)
	PYTHONPATH=tests $(BIN)/python -m judge.fuzz

# Nothing in generated/ or the golden trees is stale, missing or extra; the second opinion agrees.
check: $(INSTALLED)
	$(BIN)/specloom check --config specs/specloom.yaml
	$(BIN)/specloom validate --config specs/specloom.yaml
	$(BIN)/specloom merge --config specs/specloom.yaml -o build/merged.json
	$(BIN)/openapi-spec-validator build/merged.json
	PYTHONPATH=tests $(BIN)/python -m support.golden check

# Not a test: numbers of this machine, written to docs/benchmarks.md. It takes an hour or so, and the network for
# documents and other generators. BENCH="events calls" measures these parts of the page again, and leaves the others.
# The peer generator is kept apart from what ours needs.
bench: $(INSTALLED) $(PEER)
	PYTHONPATH=tests $(BIN)/python bench/page.py $(BENCH)

$(PEER):
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1

golden: $(INSTALLED)
	PYTHONPATH=tests $(BIN)/python -m support.golden write
	PYTHONPATH=tests $(BIN)/python -m support.second_opinion

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

ci: lint check test

install: $(INSTALLED)

$(INSTALLED): requirements-dev.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	rm -f $(VENV)/.installed-*
	touch $@

# The newest versions of everything we need, tried in an empty environment, become the pins.
pins:
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --disable-pip-version-check '.[dev]'
	LC_ALL=C build/pins/bin/python -m pip freeze | grep -E '^[A-Za-z0-9._-]+==' > requirements-dev.txt
	rm -rf build/pins
