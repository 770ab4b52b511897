# Everything a developer runs. Needs Python 3.11 or newer, a C compiler and make; the rest is installed into .venv.

VENV ?= .venv
BENCH_VENV ?= .venv-bench
# The first Python that is new enough; `make test PYTHON=python3.13 VENV=.venv-3.13` names another one.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
PYTEST_ARGS ?=

PIP = -m pip install -qq --disable-pip-version-check
BIN = $(VENV)/bin

# What is installed stays until one of these changes: they decide the packages and the compiled module.
BUILT_FROM = pyproject.toml setup.py $(wildcard csrc/*.c csrc/*.h csrc/*.py)
# A stamp for each set of packages. The demo takes the developer's environment where there is one.
BASE = $(VENV)/.stamp-base
DEV = $(VENV)/.stamp-dev
DOCS = $(VENV)/.stamp-docs
BENCH = $(BENCH_VENV)/.stamp-bench
INSTALLED = $(if $(wildcard $(DEV)),$(DEV),$(BASE))

.PHONY: help demo test test-long lint docs bench clean
.NOTPARALLEL:
.DEFAULT_GOAL = help

help: ## what can be made
	@grep -E '^[a-z-]+: .*## ' Makefile | sed -E 's/^([a-z-]+): .*## /  make \1\t/' | expand -t 20

demo: $(INSTALLED) ## deal and settle one round of each game (on a fresh machine: install first)
	@PYTHONUTF8=1 $(BIN)/python examples/demo.py
	@echo
	@echo "How to go on:"
	@printf '  %-46s%s\n' \
		"make demo" "other cards" \
		"$(BIN)/caribbean rules caribbean-holdem" "all rules of a game; \`games\` lists them" \
		"$(BIN)/caribbean settle --help" "a box of your own" \
		"README.md" "the library in twenty lines" \
		"make test" "all tests"

test: $(DEV) ## all tests that a push waits for
	$(BIN)/python -m pytest -n auto -m "not long" $(PYTEST_ARGS)

test-long: $(DEV) ## all tests there are, and fifty times the random examples: an hour, before a release
	$(BIN)/python -m pytest --hypothesis-profile=search $(PYTEST_ARGS)

lint: $(DEV) ## ruff and mypy
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy

docs: $(DOCS) ## the documentation, in docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html

bench: $(BENCH) ## speed, import time and wheel size
	$(BENCH_VENV)/bin/python benchmarks/scalar.py
	$(BENCH_VENV)/bin/python benchmarks/exact.py
	$(BENCH_VENV)/bin/python benchmarks/batch.py

clean: ## remove all that was made, the environments too
	rm -rf $(VENV) $(BENCH_VENV) build dist docs/_build docs/games benchmarks/results *.egg-info src/*.egg-info
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache src/caribbean/_ffi*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python $(BENCH_VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found; name one: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -m venv $(patsubst %/bin/python,%,$@)

$(BASE): $(BUILT_FROM) | $(VENV)/bin/python
	@echo "Installing caribbean-rules into $(VENV)"
	@$(BIN)/python $(PIP) -e '.[cli]'
	@touch $@

$(DEV): $(BUILT_FROM) | $(VENV)/bin/python
	@echo "Installing caribbean-rules and its development tools into $(VENV)"
	@$(BIN)/python $(PIP) -e '.[dev]'
	@touch $@

$(DOCS): $(BUILT_FROM) | $(VENV)/bin/python
	@echo "Installing caribbean-rules and its documentation tools into $(VENV)"
	@$(BIN)/python $(PIP) -e '.[docs]'
	@touch $@

# Not editable, so that what is measured is what a user installs.
$(BENCH): $(BUILT_FROM) $(wildcard src/caribbean/*.py src/caribbean/*/*.py) | $(BENCH_VENV)/bin/python
	@echo "Installing caribbean-rules and its peers into $(BENCH_VENV)"
	@$(BENCH_VENV)/bin/python $(PIP) --force-reinstall --no-deps .
	@$(BENCH_VENV)/bin/python $(PIP) '.[bench]'
	@touch $@
