# Everything runs in .venv, which each target makes if it is not there. PYTHON chooses the interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint docs bench clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/installed
	sh examples/demo.sh $(BIN)/linkly

test: $(VENV)/installed
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n auto --dist loadfile
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/installed
	$(BIN)/python -m linkly_cli.reference
	$(BIN)/python -m renderers.schema

bench: $(VENV)/installed
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
