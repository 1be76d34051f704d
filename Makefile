# Everything a developer runs. The virtual environment .venv is made when a target needs it and is not made again
# until the locks, pyproject.toml or the version change.

.DEFAULT_GOAL := help
SHELL := /bin/sh

# The first of these that is Python 3.11 or newer; another one: make PYTHON=/path/to/python3.12
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# Tool that writes the locks; it has an environment of its own and nothing else uses it.
UV_VERSION := 0.13.9
LOCK_VENV := build/lock-venv
LOCK = $(LOCK_VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

# More for pytest: make test ARGS="tests/engine -k mus"
ARGS ?=

# What is missing to set up, as one line; empty when nothing is.
missing = $(shell \
	if ! '$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		echo "musbot needs Python 3.11 or newer$(if $(PYTHON), and '$(PYTHON)' is not that,). Install it or name it: make PYTHON=/path/to/python3.11"; \
	elif ! '$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "'$(PYTHON)' has no venv or no pip. On Debian and Ubuntu: apt-get install python3-venv"; \
	elif test -x $(BIN)/python && ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		echo "There is no pip in $(VENV). Remove that folder and run make again"; \
	fi)

##@ Setting up and running

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^##@/ {print "\n" substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

.PHONY: install
install: $(READY) ## Make .venv with exactly the locked packages; the other targets do it by themselves

$(READY): requirements-dev.txt pyproject.toml musbot/__init__.py
	@$(if $(missing),$(error $(missing)))test -x $(BIN)/python || '$(PYTHON)' -m venv --clear $(VENV)
	@echo "Installing into $(VENV), about a minute the first time"
	@$(PIP) install -qq --require-hashes -r requirements-dev.txt
	@$(PIP) install -qq --no-deps --no-build-isolation --no-index --editable .
	@touch $@

.PHONY: demo
demo: $(READY) ## Play in the browser on a local Telegram; needs no token
	@$(BIN)/python -m musbot demo

.PHONY: run
run: $(READY) ## Run the bot with the token in .env (see .env.example)
	@$(BIN)/python -m musbot run

##@ Checking

.PHONY: check
check: $(READY) ## Formatting, linter, types, layers, texts and the repository's own rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m musbot.i18n.check
	$(BIN)/python scripts/check_repository.py

.PHONY: test
test: $(READY) ## The whole test suite, on two workers; some of it: make test ARGS="tests/engine -k mus"
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)

.PHONY: crash
crash: $(READY) ## Kill the bot in the middle of games, KILLS=300 times; compare what is left with what people did
	KILLS=$(or $(KILLS),300) $(BIN)/pytest tests/crash -s

.PHONY: bench
bench: $(READY) ## Speed, as ratios, some minutes; some of it: make bench ARGS="--only engine store"
	@$(BIN)/python -m benchmarks $(ARGS)

##@ Changing

.PHONY: format
format: $(READY) ## Format the code and mend what the linter can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: golden
golden: $(READY) ## Write the golden files anew; read their diff before committing it
	MUSBOT_WRITE_GOLDEN=1 $(BIN)/pytest tests/golden $(ARGS)

.PHONY: lock
lock: $(LOCK_VENV)/.ready ## Lock the ranges of pyproject.toml; newest versions: make lock UPGRADE=1
	$(LOCK) --output-file requirements.txt pyproject.toml
	$(LOCK) --extra dev --constraint requirements.txt --no-annotate --output-file requirements-dev.txt pyproject.toml

$(LOCK_VENV)/.ready: Makefile
	@$(if $(missing),$(error $(missing)))'$(PYTHON)' -m venv --clear $(LOCK_VENV)
	@$(LOCK_VENV)/bin/python -m pip --disable-pip-version-check --no-input install -qq uv==$(UV_VERSION)
	@touch $@

.PHONY: clean
clean: ## Remove .venv, caches and build output; games in var/ stay
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
