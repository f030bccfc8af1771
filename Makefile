# `make solve EQ="3x + 5 = 11"`, `make serve` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EQ ?= c + d/(a*x + b) = 0
export EQ

.PHONY: solve serve test bench clean

solve: $(VENV)/.solve
	@$(BIN)/aljabr solve "$$EQ"

serve: $(VENV)/.serve
	@$(BIN)/aljabr serve

test: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks.throughput

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "aljabr needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.solve: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.serve: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[serve]"
	@touch $@ $(VENV)/.solve

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,serve,dev]"
	@touch $@ $(VENV)/.solve $(VENV)/.serve

clean:
	rm -rf $(VENV)
