"""What the readers of tokenizer.json share: its nested parts, and the two ways to refuse it."""

from __future__ import annotations

from typing import Any

_DEEPEST = 50


class NotByteLevelError(Exception):
    """The file is another tokenizer than byte-level BPE; the reason, without a full stop."""


class DamagedJsonError(Exception):
    """The file is no tokenizer that tokenizers would load; the reason, without a full stop."""


def flat_parts(part: Any, key: str, depth: int = 0) -> list[dict[str, Any]]:
    """The steps of a normalizer, pre-tokenizer or post-processor, sequences in sequences too.

    key: under which a Sequence lists its steps. Raises DamagedJsonError.
    """
    if part is None:
        return []
    if not isinstance(part, dict) or depth > _DEEPEST:
        raise DamagedJsonError(f"one of its {key} is no object with a type")
    if part.get("type") != "Sequence":
        return [part]
    steps = part.get(key)
    if not isinstance(steps, list):
        raise DamagedJsonError(f"a Sequence in it does not list its {key}")
    return [step for each in steps for step in flat_parts(each, key, depth + 1)]
