"""Settings that have a document of their own, as the text of a column: JSON, NULL for none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol


class HasDocument(Protocol):
    """What tells itself as JSON."""

    def document(self) -> dict[str, Any]: ...


def document_text(value: HasDocument | None) -> str | None:
    return None if value is None else json.dumps(value.document(), ensure_ascii=True)


def document_of(text: str | None) -> Mapping[str, Any] | None:
    """The document that a column holds. Raises ValueError for a text that is none."""
    if text is None:
        return None
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("one of its settings is no document")
    return document
