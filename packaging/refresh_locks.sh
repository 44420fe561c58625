#!/usr/bin/env bash
# Resolves pyproject.toml into the two locks; needs uv. Arguments go to `uv pip compile`, for example --upgrade.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    uv pip compile pyproject.toml --universal --python-version 3.11 --only-binary :all: --generate-hashes \
        --no-emit-index-url --no-header --no-annotate --quiet "$@"
}

compile --extra test --output-file packaging/requirements-test.txt "$@"
compile --constraint packaging/requirements-test.txt --output-file packaging/requirements.txt "$@"
