"""Finding a registered tokenizer by what a person calls it: NAME, NAME@VERSION, NAME@HASH."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from workbench.store.errors import (
    AmbiguousTokenizerError,
    RegistryNameError,
    UnknownTokenizerError,
)
from workbench.store.registry_schema import registered_tokenizers as table
from workbench.store.sentences import say

MAX_NAME_LENGTH = 100
MAX_METADATA = 200
MAX_KEY_LENGTH, MAX_VALUE_LENGTH = 100, 10_000
SHORTEST_HASH = 8

_VERSION = re.compile(r"[1-9][0-9]{0,6}")
_HASH = re.compile(rf"[0-9a-fA-F]{{{SHORTEST_HASH},64}}")
_NOT_IN_NAMES = "@/\\"


def find_registered(connection: Connection, reference: str) -> Row[Any]:
    """The name, version and hash of the one tokenizer that a reference means.

    A name alone is its newest version; a hash that several versions have (they differ in roles or
    chat template) is the newest of these. Raises UnknownTokenizerError, AmbiguousTokenizerError.
    """
    name, at, which = reference.rpartition("@")
    if not at:
        name, which = reference, ""
    versions = _versions(connection, name)
    if not versions:
        raise UnknownTokenizerError(
            f'No registered tokenizer is called "{name}"; `registry list` says which there are.',
            reference=reference,
        )
    if not at:
        return versions[0]
    if _VERSION.fullmatch(which):
        found = [row for row in versions if row.version == int(which)]
    elif _HASH.fullmatch(which):
        found = [row for row in versions if row.semantic_hash.startswith(which.lower())]
    else:
        raise RegistryNameError(
            f'"{which}" in "{reference}" is neither a version (1, 2, ...) nor {SHORTEST_HASH} or '
            "more hex digits of a hash.",
            name=reference,
        )
    if not found:
        known = ", ".join(f"@{row.version} ({row.semantic_hash[:12]})" for row in versions)
        raise UnknownTokenizerError(
            f'"{name}" has no version or hash {which}; it has {known}.', reference=reference
        )
    if len({row.semantic_hash for row in found}) > 1:
        references = [f"{row.name}@{row.version}" for row in found]
        raise AmbiguousTokenizerError(
            f"The hashes of {', '.join(references)} begin with {which}; write more digits, or the "
            "version.",
            reference=reference,
            references=references,
        )
    return found[0]


def checked_registry_name(name: str) -> str:
    """A name as it is stored: white space put in order. Raises RegistryNameError."""
    cleaned = " ".join(name.split())
    if not cleaned:
        raise RegistryNameError(say("registered_name_empty"), name=name)
    if len(cleaned) > MAX_NAME_LENGTH:
        raise RegistryNameError(
            say(
                "registered_name_too_long",
                beginning=cleaned[:40],
                n=len(cleaned),
                most=MAX_NAME_LENGTH,
            ),
            name=name,
        )
    if not cleaned.strip("."):
        raise RegistryNameError(
            say("registered_name_folder", name=cleaned),
            name=name,
        )
    bad = next((sign for sign in cleaned if sign in _NOT_IN_NAMES or not sign.isprintable()), None)
    if bad is not None:
        raise RegistryNameError(
            say("registered_name_sign", name=cleaned, sign=repr(bad)),
            name=name,
        )
    return cleaned


def checked_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """Metadata as it is stored. Raises RegistryNameError."""
    if len(metadata) > MAX_METADATA:
        raise RegistryNameError(
            say("metadata_too_many", n=len(metadata), most=MAX_METADATA),
            name="metadata",
        )
    cleaned: dict[str, str] = {}
    for key, value in metadata.items():
        word, text = " ".join(str(key).split()), str(value).strip()
        if not word or len(word) > MAX_KEY_LENGTH:
            raise RegistryNameError(
                say("metadata_key", key=repr(key[:40]), most=MAX_KEY_LENGTH),
                name=key,
            )
        if len(text) > MAX_VALUE_LENGTH:
            raise RegistryNameError(
                say("metadata_too_long", word=word, n=len(text), most=MAX_VALUE_LENGTH),
                name=key,
            )
        if word in cleaned:
            raise RegistryNameError(say("metadata_twice", word=word), name=key)
        cleaned[word] = text
    return cleaned


def _versions(connection: Connection, name: str) -> list[Row[Any]]:
    """The versions of a name, newest first."""
    columns = (table.c.name, table.c.version, table.c.semantic_hash)
    query = select(*columns).where(table.c.name == name).order_by(table.c.version.desc())
    return list(connection.execute(query))
