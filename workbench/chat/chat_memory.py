"""ChatMemory: the file, template, limit and mask of the Chat workspace, for the next start."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSettings

from workbench.chat.chat_draft import FILE, MASKS, NAMED, NANOCHAT, OWN, TemplateChoice
from workbench.work.remembered import Remembered

KEY = "chat/state"
_KINDS = frozenset({NANOCHAT, NAMED, FILE, OWN})
"""The tokenizer's own template is not among them: the next run may have none."""


@dataclass(frozen=True)
class _Kept:
    """What the settings keep; kind, name, path and text are those of the template."""

    kind: str = ""
    name: str = ""
    path: Path | None = None
    text: str | None = None
    mask: str = ""
    max_tokens: int | None = None
    file: Path | None = None


class ChatMemory(QObject):
    """Kept in the settings; what is damaged counts as not kept."""

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = Remembered(settings, KEY, _Kept(), parent=self)
        self._kept = self._memory.value

    @property
    def template(self) -> TemplateChoice:
        kept = self._kept
        needed = {FILE: kept.path, NAMED: kept.name}.get(kept.kind, True)
        if kept.kind not in _KINDS or not needed:
            return TemplateChoice()
        return TemplateChoice(kept.kind, kept.name, kept.path, kept.text)

    @property
    def max_tokens(self) -> int | None:
        limit = self._kept.max_tokens
        return limit if limit is not None and limit > 0 else None

    @property
    def mask(self) -> str:
        return self._kept.mask if self._kept.mask in MASKS else MASKS[0]

    @property
    def file(self) -> Path | None:
        """The file of conversations, also one that is gone."""
        return self._kept.file

    def keep_rules(self, template: TemplateChoice, mask: str, max_tokens: int | None) -> None:
        """Keep what renders."""
        path = None if template.path is None else template.path.absolute()
        self._keep(replace(
            self._kept, kind=template.kind, name=template.name, path=path, text=template.text,
            mask=mask, max_tokens=max_tokens,
        ))  # fmt: skip

    def keep_file(self, path: Path | None) -> None:
        """Keep the file of conversations."""
        self._keep(replace(self._kept, file=None if path is None else path.absolute()))

    def _keep(self, kept: _Kept) -> None:
        self._kept = kept
        self._memory.keep(kept)
