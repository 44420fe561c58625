"""What a checkpoint is: the files of its folder, and the facts of its training.

Needs nothing of the engine, so that asking for checkpoints and removing them costs no loading.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from engine.checkpoint_files import remove_matching

CHECKPOINT_VERSION = 1
"""Changes when checkpoints of before cannot be read any more."""

FACTS_FILE, MERGES_FILE = "training.json", "merges.log"

_OWN_FILES = (FACTS_FILE, MERGES_FILE, "counts-*.log", "*.unfinished")


def checkpoint_about(folder: Path) -> dict[str, Any] | None:
    """What was to be kept beside a training, and the rest of its facts; None for no checkpoint."""
    try:
        content = (folder / FACTS_FILE).read_bytes()
    except OSError:
        return None
    facts = facts_of(content)
    return None if facts is None else dict(facts["about"])


def remove_checkpoint(folder: Path) -> int:
    """Remove a checkpoint; returns the bytes that were freed."""
    return remove_matching(folder, _OWN_FILES)


def facts_content(facts: dict[str, Any]) -> bytes:
    """A line with the hash of the rest, then JSON."""
    content = json.dumps(facts, default=str).encode()
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def facts_of(content: bytes) -> dict[str, Any] | None:
    """The facts in a file, None where it is damaged; of another version without the rest."""
    check, _, document = content.partition(b"\n")
    if hashlib.sha256(document).hexdigest().encode() != check:
        return None
    try:
        facts = json.loads(document)
        if facts["version"] != CHECKPOINT_VERSION:
            return {"versions": None, "about": dict(facts.get("about") or {})}
        if not all(isinstance(facts[key], kind) for key, kind in _KINDS.items()):
            return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return dict(facts)


_KINDS = {"versions": list, "settings": dict, "inputs": list, "about": dict}
