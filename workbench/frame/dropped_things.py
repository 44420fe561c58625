"""What it is that somebody drops on the window: text, a mixture, a tokenizer, a chat template."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from engine.corpus import COMPRESSION_SUFFIXES, TEXT_SUFFIXES, plain_suffix
from engine.machine import check_regular
from workbench.tokenizer_files import is_tokenizer_path

HEAD_BYTES = 4096
MOST_JSON_BYTES = 1_000_000
TEMPLATE_SUFFIXES = (".jinja", ".j2")
MIXTURE_KEYS = {"shares", "bytes", "alpha", "target_bytes", "seed"}


class Kind(StrEnum):
    """What files and folders are, by name and first bytes."""

    CORPUS = "corpus"
    MIXTURE = "mixture"
    TOKENIZER = "tokenizer"
    TEMPLATE = "template"
    OTHER = "other"


def kind_of(path: Path) -> Kind:
    """Return what a file or folder is; OTHER for what nothing here can use."""
    try:
        if path.is_dir():
            return Kind.TOKENIZER if is_tokenizer_path(path) else Kind.CORPUS
        check_regular(path)
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError:
        return Kind.OTHER
    suffix = path.suffix.lower()
    if is_tokenizer_path(path):
        return Kind.TOKENIZER
    if suffix in TEMPLATE_SUFFIXES:
        return Kind.TEMPLATE
    if _is_mixture(path, suffix, head):
        return Kind.MIXTURE
    is_known = plain_suffix(path) in TEXT_SUFFIXES or suffix in COMPRESSION_SUFFIXES
    return Kind.CORPUS if is_known or b"\0" not in head else Kind.OTHER


def kinds_of(paths: Sequence[Path]) -> set[Kind]:
    """The kinds among several."""
    return {kind_of(path) for path in paths}


def read_mixture_json(path: Path) -> dict[str, object]:
    """The settings of a mixture in a JSON file, also under the key "mixture".

    Raises ValueError where there is none, OSError where it cannot be read.
    """
    check_regular(path)
    value = json.loads(path.read_text(encoding="utf-8-sig"))
    if isinstance(value, dict) and isinstance(value.get("mixture"), dict):
        value = value["mixture"]
    if not isinstance(value, dict) or not value or not set(value) <= MIXTURE_KEYS:
        raise ValueError(f"{path.name} holds no mixture.")
    return {key: part for key, part in value.items() if part is not None}


def _is_mixture(path: Path, suffix: str, head: bytes) -> bool:
    if suffix == ".toml":
        keys = (b"shares", b"bytes", b"alpha", b"[[group", b"temperature", b"target_bytes")
        return any(key in head for key in keys)
    if suffix != ".json" or path.stat().st_size > MOST_JSON_BYTES:
        return False
    try:
        read_mixture_json(path)
    except (OSError, ValueError):
        return False
    return True
