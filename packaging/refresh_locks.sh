#!/usr/bin/env bash
# Resolves pyproject.toml, bundle.in and docs.in into the locks; needs uv. Arguments go to `uv pip compile`, for example --upgrade.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    uv pip compile --universal --python-version 3.11 --only-binary :all: --generate-hashes \
        --no-emit-index-url --no-header --no-annotate --quiet "$@"
}

compile pyproject.toml --extra test --output-file packaging/requirements-test.txt "$@"
tested=(--constraint packaging/requirements-test.txt)
compile pyproject.toml "${tested[@]}" --output-file packaging/requirements.txt "$@"
extras=(--extra parquet --extra remote --extra sentencepiece)
compile pyproject.toml packaging/bundle.in "${extras[@]}" "${tested[@]}" \
    --output-file packaging/requirements-bundle.txt "$@"
compile packaging/docs.in --constraint packaging/requirements-test.txt --output-file packaging/requirements-docs.txt "$@"
