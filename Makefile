# Shanghaien: `make` lists the targets. Everything is set up in .venv on first use.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PAGES := src/shanghaien/web/pages
SHEETS_AND_SCRIPTS := '$(PAGES)/**/*.css' 'src/shanghaien/web/static/js/*.js'
# A house of 100,000 people is filled once, so what is asked there is asked by one process.
FULL_HOUSE := tests/web/scale/test_plans.py
SEED ?= 1
REQUESTS ?= 50000
export OPENBLAS_NUM_THREADS = 1
export OMP_NUM_THREADS = 1

.DEFAULT_GOAL := help
.PHONY: help setup play check format test unit browser explore mutants fuzz faults golden texts bench clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Shanghaien needs Python 3.11 or newer; set PYTHON=python3.11 or the like.") if sys.version_info < (3, 11) else 0'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python has no venv module here: install python3-venv first (Debian: apt-get install python3-venv)."; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

setup: $(READY)  ## set everything up without running anything

play: $(READY)  ## set up and play
	@$(BIN)/shanghaien play

check: $(READY)  ## the fast checks: lint, format, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check $(PAGES)
	$(BIN)/djlint --quiet --lint $(PAGES)
	$(BIN)/oxfmt --check $(SHEETS_AND_SCRIPTS)
	$(BIN)/oxlint --deny-warnings src/shanghaien/web/static/js
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(READY)  ## bring Python, templates, style sheets and scripts into shape
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet $(PAGES)
	$(BIN)/oxfmt $(SHEETS_AND_SCRIPTS)

unit: $(READY)  ## unit, property, golden and store tests
	$(BIN)/pytest -n 2 --ignore=tests/browser --ignore=$(FULL_HOUSE)
	$(BIN)/pytest $(FULL_HOUSE)

browser: $(READY)  ## whole games in a real browser (chromium)
	@command -v chromium >/dev/null || scripts/install-chromium
	$(BIN)/pytest -n 2 tests/browser

explore: $(READY)  ## property tests with examples that nobody has tried yet
	$(BIN)/pytest -n 2 --ignore=tests/browser --ignore=$(FULL_HOUSE) --hypothesis-profile=explore

mutants: $(READY)  ## plant faults in a copy and see whether the tests notice, ten minutes (SEED=1)
	$(BIN)/python scripts/mutants.py --seed $(SEED)

fuzz: $(READY)  ## hostile requests on both stores, 100,000 in all (SEED=1, REQUESTS=50000)
	PYTHONPATH=. $(BIN)/python scripts/fuzz.py --seed $(SEED) --requests $(REQUESTS)

faults: $(READY)  ## kills, restarts, freezes, full disks, damage and floods, with a table, fifteen minutes
	$(BIN)/python bench/faults.py --minutes 15 --kills 5 --rounds 5 --seconds 10

test: check unit browser  ## all checks and tests

golden: $(READY)  ## write the golden playthroughs anew
	$(BIN)/python -m tests.golden.rewrite

texts: $(READY)  ## gather the texts of the pages into the catalogues of all languages
	PYTHONPATH=. $(BIN)/python scripts/texts.py

bench: $(READY)  ## measure, about an hour; every script prints JSON (make faults is the rest of bench)
	@status=0; for script in $(filter-out bench/faults.py,$(wildcard bench/*.py)); do \
		echo "== $$script"; $(BIN)/python $$script || status=1; done; exit $$status

clean:  ## remove what was set up and built
	rm -rf $(VENV) build dist artefacts .mypy_cache .ruff_cache .pytest_cache .hypothesis
