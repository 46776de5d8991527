# Everything is set up on first use, in a virtual environment in this folder.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help demo test bench figures lint clean

help:
	@echo "make demo   set up and show what Railbird does"
	@echo "make test   set up and run the tests"
	@echo "make bench  measure against other libraries, in one run"
	@echo "make figures  draw the pictures of the documentation, from the commands in it"
	@echo "make lint   style, types, import layers"
	@echo "make clean  remove the environment and what the tools left behind"

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: .venv/installed
	$(BIN)/python examples/demo.py

test: .venv/installed-dev
	$(BIN)/pytest

bench: .venv/installed-dev
	$(BIN)/python -m benchmarks

figures: .venv/installed-dev
	$(BIN)/python docs/figures.py

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
