# Everything is set up on first use, in a virtual environment in this folder.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --editable
# Each file in one worker.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder
# The files with a marker: collecting all the others takes as long as many of the tests.
marked = $$(grep -rl --include='*.py' 'mark[.]$(1)' tests)
# The tests start hundreds of processes: parsing all modules in each would take minutes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test deep kernels bench figures lint clean

help:
	@echo "make demo   set up and show what Railbird does"
	@echo "make test   set up and run the tests"
	@echo "make deep   run the tests that take long, after make test"
	@echo "make kernels  run the tests of compiled functions again, from the cache"
	@echo "make bench  measure against other libraries, in one run"
	@echo "make figures  draw the pictures of the documentation, from the commands in it"
	@echo "make lint   style, types, import layers"
	@echo "make clean  remove the environment and what the tools left behind"

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(INSTALL) .
	@touch $@

.venv/installed-dev: .venv/installed
	$(INSTALL) '.[dev]'
	@touch $@

.venv/installed-bench: .venv/installed-dev
	$(INSTALL) '.[dev,bench]'
	@touch $@

demo: .venv/installed
	$(BIN)/railbird warm-up
	$(BIN)/python examples/demo.py

# Tests that depend on how fast the machine answers come last, two at a time, when everything is compiled.
test: .venv/installed-dev
	$(BIN)/pytest -m "not alone" $(PARALLEL)
	$(BIN)/pytest -m alone -n 2 --dist loadfile $(call marked,alone)

deep: .venv/installed-dev
	$(BIN)/pytest -m deep $(PARALLEL) $(call marked,deep)

# Once everything is compiled: what comes from the cache gives the same.
kernels: .venv/installed-dev
	$(BIN)/pytest -m "kernels and not deep" $(PARALLEL) $(call marked,kernels)

bench: .venv/installed-bench
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
