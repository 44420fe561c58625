"""ChatMemory: the file, template, limit and mask of the Chat workspace, for the next start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings

from workbench.chat.chat_draft import FILE, MASKS, NAMED, NANOCHAT, OWN, TemplateChoice

KEY = "chat/state"
_KINDS = frozenset({NANOCHAT, NAMED, FILE, OWN})
"""The tokenizer's own template is not among them: the next run may have none."""


class ChatMemory(QObject):
    """Kept in the settings; what is damaged counts as not kept."""

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._kept = self._read()

    @property
    def template(self) -> TemplateChoice:
        kept = self._kept
        kind, name, text = (str(kept.get(key) or "") for key in ("kind", "name", "text"))
        path = Path(str(kept["path"])) if kept.get("path") else None
        is_whole = (
            kind in _KINDS and (kind != FILE or path is not None) and (kind != NAMED or bool(name))
        )
        if not is_whole:
            return TemplateChoice()
        return TemplateChoice(kind, name, path, text if kept.get("text") is not None else None)

    @property
    def max_tokens(self) -> int | None:
        found = self._kept.get("max_tokens")
        return found if isinstance(found, int) and found > 0 else None

    @property
    def mask(self) -> str:
        found = str(self._kept.get("mask") or "")
        return found if found in MASKS else MASKS[0]

    @property
    def file(self) -> Path | None:
        """The file of conversations, also one that is gone."""
        found = self._kept.get("file")
        return Path(str(found)) if found else None

    def keep_rules(self, template: TemplateChoice, mask: str, max_tokens: int | None) -> None:
        """Keep what renders."""
        path = None if template.path is None else str(template.path.absolute())
        self._kept |= {"kind": template.kind, "name": template.name, "path": path,
                       "text": template.text, "mask": mask, "max_tokens": max_tokens}  # fmt: skip
        self._write()

    def keep_file(self, path: Path | None) -> None:
        """Keep the file of conversations."""
        self._kept["file"] = None if path is None else str(path.absolute())
        self._write()

    def _write(self) -> None:
        self._settings.setValue(KEY, json.dumps(self._kept))

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(str(self._settings.value(KEY) or "{}"))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}
