"""Roles of special tokens as the text of a column: JSON, NULL where nobody said them."""

from __future__ import annotations

import json
from collections.abc import Mapping


def role_text(roles: Mapping[str, str] | None) -> str | None:
    return None if roles is None else json.dumps(dict(roles), ensure_ascii=True)


def roles_of(text: str | None) -> Mapping[str, str] | None:
    """The roles that a column holds. Raises ValueError for a text that is none."""
    if text is None:
        return None
    roles = json.loads(text)
    if not isinstance(roles, dict):
        raise ValueError("its roles of special tokens are no mapping")
    return roles
