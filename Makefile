# Two commands do everything on a fresh machine: `make play` and `make test`.
# The system's Python, if it is new enough and can make environments: distributions build theirs with all optimisation, which
# version managers mostly do not (a tenth slower).
SYSTEM := /usr/bin/python3
PYTHON ?= $(shell $(SYSTEM) -c "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))" 2> /dev/null \
	&& echo $(SYSTEM) || echo python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: setup play test lint client api chromium postgresql bench soak docs release map pictures clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	@echo "worldfire: making $(VENV) and installing the package with its development tools (half a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable ".[dev]"
	@touch $@

# The browser client: built when its sources have changed. Its output is part of the package.
CLIENT := src/worldfire/server/static
NPM := npm --prefix client --no-fund --no-audit --no-update-notifier

client: $(CLIENT)/index.html

client/node_modules/.installed: client/package.json client/package-lock.json
	@command -v npm > /dev/null || { echo "worldfire: building the client needs Node.js 20.19 or newer with npm"; exit 1; }
	@echo "worldfire: fetching what the client is built with (half a minute)"
	@$(NPM) ci --silent
	@touch $@

$(CLIENT)/index.html: client/node_modules/.installed client/index.html client/vite.config.ts client/texts.mjs $(shell find client/src client/public src/worldfire/data/text/*/client -type f -not -name texts.d.ts)
	@echo "worldfire: building the client (10 seconds)"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# The client's types, from the server's own description: to be renewed whenever an answer or a message changes.
api: setup client/node_modules/.installed
	@echo "worldfire: writing client/src/generated from the server's description of itself"
	@$(BIN)/python -m tools.api
	@$(NPM) run --silent api

# The browser that tests/browser drive: Debian's, because a test tool's own download is not always allowed.
chromium: /usr/bin/chromium

/usr/bin/chromium:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "worldfire: installing Debian's Chromium for the browser tests (a minute)"; \
		(apt-get update && apt-get install --yes --no-install-recommends chromium fonts-dejavu-core) > /dev/null; \
	else \
		echo "worldfire: the browser tests need /usr/bin/chromium: as root, apt-get install chromium"; exit 1; \
	fi

# The other database that tests/server run on: Debian's. The tests make a cluster of their own in a temporary folder.
postgresql:
	@if ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "worldfire: installing Debian's PostgreSQL for the server's tests (a minute)"; \
		(apt-get update && apt-get install --yes --no-install-recommends postgresql) > /dev/null; \
	else \
		echo "worldfire: the server's tests need PostgreSQL: as root, apt-get install postgresql"; exit 1; \
	fi

play: setup client
	@echo "worldfire: starting the server; the page opens in your browser"
	@$(BIN)/worldfire serve --open

lint: setup
	@echo "worldfire: ruff and mypy"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

# What pytest makes of the tests' sources it keeps. In a new clone each of its workers would make it anew, so one process does
# it before they start, beside the client's tests; what it finds wrong the real run tells.
COLLECT := $(BIN)/pytest --collect-only -qq > /dev/null 2>&1

test: lint client chromium postgresql
	@echo "worldfire: types and tests of the client"
	@$(COLLECT) & $(NPM) run --silent check && $(NPM) run --silent test; told=$$?; wait; exit $$told
	@echo "worldfire: tests; the server's run on SQLite and on a PostgreSQL cluster in a temporary folder"
	@$(BIN)/pytest -n auto

$(VENV)/.bench: $(VENV)/.installed
	@echo "worldfire: installing the yardsticks (OpenSpiel, catanatron)"
	@$(PIP) --editable ".[bench]"
	@touch $@

bench: $(VENV)/.bench
	@echo "worldfire: the bars of the design beside OpenSpiel and catanatron (some minutes); the figures go to bench.json"
	@$(BIN)/worldfire bench --out bench.json --history docs/bench-history.jsonl
	@echo "worldfire: the server with 200 games, 50 actions a second (a minute)"
	@$(BIN)/worldfire load
	@echo "worldfire: the same, then beside 20 verifications, 5 imports and 5 replays of whole games (a few minutes)"
	@$(BIN)/worldfire load --beside

# Long runs; their reports are left in soak/. Stopped and started again, the random games of Barbarossa (`worldfire fuzz`) go
# on where they were, for each game that is over is kept there; the parts that pytest and `worldfire load` run begin anew.
# `rm -r soak` begins all of it anew. The whole takes some five hours of two cores.
SOAK := soak
FUZZ := $(BIN)/worldfire fuzz --jobs 2 --json --campaign barbarossa

$(VENV)/.ray: $(VENV)/.installed
	@echo "worldfire: installing Ray for the arena's test"
	@$(PIP) --editable ".[ray]"
	@touch $@

soak: $(VENV)/.ray client chromium postgresql
	@mkdir -p $(SOAK)
	@echo "worldfire: whole campaigns (five minutes)"
	@$(BIN)/pytest -n auto --soak --junit-xml $(SOAK)/campaigns.xml
	@echo "worldfire: 10,000 random games of each exercise and of the toy title (an hour)"
	@$(BIN)/pytest -n auto tests/fuzz tests/engine/test_changes.py --fuzz-games 10000 --junit-xml $(SOAK)/exercises.xml
	@echo "worldfire: 200 random games of Barbarossa, 20 in debug mode, 40 of a player who thinks now and then; the same with options"
	@$(FUZZ) --games 200 --resume $(SOAK)/random.jsonl > $(SOAK)/random.json
	@$(FUZZ) --games 20 --seed 500 --debug --resume $(SOAK)/debug.jsonl > $(SOAK)/debug.json
	@$(FUZZ) --games 40 --seed 1000 --players mixed --debug --resume $(SOAK)/mixed.jsonl > $(SOAK)/mixed.json
	@$(FUZZ) --games 200 --options 8,26,27,44 --resume $(SOAK)/options.jsonl > $(SOAK)/options.json
	@$(FUZZ) --games 20 --seed 500 --options 8,26,27,44 --debug --resume $(SOAK)/options-debug.jsonl > $(SOAK)/options-debug.json
	@echo "worldfire: 100 random set-ups of each campaign (a minute)"
	@WORLDFIRE_SET_UP_GAMES=100 $(BIN)/pytest -n auto tests/campaigns -k random_placements --junit-xml $(SOAK)/set-ups.xml
	@echo "worldfire: 2,000 requests by the server's own description (a few minutes)"
	@WORLDFIRE_REQUESTS=2000 $(BIN)/pytest tests/server/test_description.py
	@echo "worldfire: half an hour of load; memory must be flat after the first ten minutes"
	@$(BIN)/worldfire load --minutes 30
	@echo "worldfire: five minutes of a server that is killed at random moments"
	@$(BIN)/worldfire load --minutes 5 --kills
	@echo "worldfire: the reports are in $(SOAK)/"

docs: setup postgresql
	@echo "worldfire: running the tests and writing docs/conformance.md from what they ran"
	@$(BIN)/python -m tools.title_changes
	@$(BIN)/pytest -q -n auto --write-conformance

# The last act before a release: keep today's tables, and record the saved games that later versions must open.
release: setup
	@$(BIN)/python -m tools.archive_tables $(RELEASE)
	@$(BIN)/python -m tools.record_corpus $(RELEASE)

map: setup
	@echo "worldfire: rebuilding src/worldfire/data/board/wif from geography and the hand-written tables"
	@$(PIP) --editable ".[mapmaker]"
	@$(BIN)/python -m tools.mapmaker wif
	@$(BIN)/python -m tools.mapmaker fa

# The pictures of the documents, from the real page and the real map.
pictures: setup client chromium
	@echo "worldfire: drawing the sheets into docs/"
	@for sheet in W E A P M world; do $(BIN)/worldfire map render --sheet $$sheet --scale 34 --out docs/map-$$sheet.png; done
	@echo "worldfire: playing for the pictures of README.md and docs/playing.md (two minutes)"
	@PYTHONPATH=tests $(BIN)/python -m browser.pictures

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist findings soak bench.json client/node_modules $(CLIENT)
