# `make run` and `make test` set up all they need; the rest is for those who work on the project.
# Every path is relative, so that the project may lie in a folder whose name has spaces.

HOST ?= 127.0.0.1
PORT ?= 8000
UV ?= uv

PYTHON = .venv/bin/python
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header

.PHONY: help run test soak bench lock format clean

help:
	@echo "make run     start the site (HOST=… and PORT=… choose another address)"
	@echo "make test    run every check and test"
	@echo "make soak    run the tests that take minutes"
	@echo "make bench   measure how fast the engine is"
	@echo "make format  put the code into its usual form"
	@echo "make lock    choose the newest requirements and lock them (needs uv)"
	@echo "make clean   remove what these commands made, except your games"

run: .venv/run-is-ready node_modules/is-ready
	@HOST="$(HOST)" PORT="$(PORT)" $(PYTHON) -m pepper_site.serve

test: .venv/test-is-ready node_modules/is-ready
	@bin/test

soak: .venv/test-is-ready
	@$(PYTHON) -m pytest -m soak

bench: .venv/run-is-ready .venv-bench/is-ready
	@PYTHONPATH=. .venv-bench/bin/python tests/bench/run.py

format: .venv/test-is-ready
	@$(PYTHON) -m ruff check --fix --quiet . || true
	@$(PYTHON) -m ruff format .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 {} +

lock:
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: python3 -m pip install uv, or UV=/path/to/uv" >&2; exit 1; }
	$(LOCK) --upgrade pyproject.toml -o requirements.txt
	$(LOCK) --upgrade pyproject.toml --group test -c requirements.txt -o requirements-test.txt
	$(LOCK) --upgrade --group pyproject.toml:bench -o requirements-bench.txt

clean:
	rm -rf .venv .venv-bench node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A file that says "ready" is older than its lock as soon as the lock changes.

.venv/run-is-ready: requirements.txt bin/setup
	@sh bin/setup .venv requirements.txt
	@touch $@

.venv/test-is-ready: requirements-test.txt bin/setup
	@sh bin/setup .venv requirements-test.txt
	@touch $@ .venv/run-is-ready

node_modules/is-ready: package-lock.json bin/setup-charts
	@sh bin/setup-charts
	@touch $@

.venv-bench/is-ready: requirements-bench.txt bin/setup
	@sh bin/setup .venv-bench requirements-bench.txt
	@touch $@
