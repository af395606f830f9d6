# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: setup play test lint bench soak docs map pictures clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	@echo "worldfire: making $(VENV) and installing the package with its development tools (half a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable ".[dev]"
	@touch $@

play: setup
	@echo "worldfire: the terminal player (the browser client does not exist yet)"
	@$(BIN)/worldfire play

lint: setup
	@echo "worldfire: ruff and mypy"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

test: lint
	@echo "worldfire: tests"
	@$(BIN)/pytest -n auto

$(VENV)/.bench: $(VENV)/.installed
	@echo "worldfire: installing the yardsticks (OpenSpiel, catanatron)"
	@$(PIP) --editable ".[bench]"
	@touch $@

bench: $(VENV)/.bench
	@$(BIN)/worldfire bench
	@$(BIN)/worldfire bench --json > bench.json && echo "worldfire: the same as JSON in bench.json"
	@echo "worldfire: the server under load (two minutes)"
	@$(BIN)/worldfire load

# Long runs: 10,000 random games of every exercise and of the toy title.
soak: setup
	@echo "worldfire: 10,000 random games of each exercise and of the toy title (an hour)"
	@$(BIN)/pytest -n auto tests/fuzz --fuzz-games 10000
	@echo "worldfire: 100 random set-ups of each campaign (a minute)"
	@WORLDFIRE_SET_UP_GAMES=100 $(BIN)/pytest -n auto tests/campaigns -k random_placements
	@echo "worldfire: five minutes of a server that is killed at random moments"
	@$(BIN)/worldfire load --games 50 --rate 10 --seconds 300 --kill-every 15

docs: setup
	@echo "worldfire: running the tests and writing docs/conformance.md from what they ran"
	@$(BIN)/pytest -q -n auto --write-conformance

map: setup
	@echo "worldfire: rebuilding src/worldfire/data/board from geography and the hand-written tables"
	@$(PIP) --editable ".[mapmaker]"
	@$(BIN)/python -m tools.mapmaker

pictures: setup
	@echo "worldfire: drawing the sheets into docs/"
	@for sheet in W E A P M world; do $(BIN)/worldfire map render --sheet $$sheet --scale 34 --out docs/map-$$sheet.png; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist findings bench.json
