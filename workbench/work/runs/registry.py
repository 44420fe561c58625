"""Registered tokenizers from Python: load them by name and version, or by name and hash.

from workbench.work.runs.registry import load, registered

tokenizer = load("wide", semantic_hash="1f0c66aa")
for each in registered():
    print(each.reference, each.semantic_hash, each.trained_from.bytes)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.store import RegisteredTokenizer, RegistryNameError, RunStore
from workbench.store.registry import SHORTEST_HASH

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

__all__ = ["RegisteredTokenizer", "load", "registered"]


def load(
    name: str,
    *,
    version: int | None = None,
    semantic_hash: str | None = None,
    database: Path | str | None = None,
) -> Tokenizer:
    """The registered tokenizer of that name; without version and hash the newest one.

    semantic_hash: eight or more hex digits of its beginning, compared with the hash of what was
        loaded. database: the store, by default that of the user's data folder.
    Raises UnknownTokenizerError, AmbiguousTokenizerError, RegistryNameError for a hash that is not
    the version's, DamagedStoreError and other StoreErrors.
    """
    reference = name
    if semantic_hash is not None and version is None:
        reference = f"{name}@{semantic_hash}"
    elif version is not None:
        reference = f"{name}@{version}"
    with RunStore.open(None if database is None else Path(database)) as store:
        tokenizer = store.registered_tokenizer(reference)
    if semantic_hash is not None:
        _check_hash(reference, tokenizer.semantic_hash, semantic_hash)
    return tokenizer


def registered(database: Path | str | None = None) -> tuple[RegisteredTokenizer, ...]:
    """All registered tokenizers, newest first. Raises StoreError."""
    with RunStore.open(None if database is None else Path(database)) as store:
        return store.registered()


def _check_hash(reference: str, found: str, wanted: str) -> None:
    if len(wanted) < SHORTEST_HASH or not found.startswith(wanted.lower()):
        raise RegistryNameError(
            f"{reference} has the hash {found}, not {wanted}"
            + ("." if len(wanted) >= SHORTEST_HASH else f"; write {SHORTEST_HASH} digits or more."),
            name=reference,
        )
