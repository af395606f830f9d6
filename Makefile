PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup play test lint bench soak clean map pictures

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	@echo "worldfire: creating $(VENV) and installing the package with its development tools"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

lint: setup
	@echo "worldfire: ruff and mypy"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

test: lint
	@echo "worldfire: tests"
	@$(BIN)/pytest -n auto

map: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[mapmaker]"
	@$(BIN)/python -m tools.mapmaker

pictures: setup
	@for sheet in W E A P M world; do $(BIN)/python -m worldfire.cli.map render --sheet $$sheet --scale 34 --out docs/map-$$sheet.png; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
