"""ExportError: an export that cannot be written, or that a format cannot hold."""

from __future__ import annotations

from pathlib import Path

from engine.errors import EngineError


class ExportError(EngineError):
    """`path` is the file that failed, None where the format itself is the obstacle."""

    def __init__(self, sentence: str, *, path: Path | None = None) -> None:
        super().__init__(sentence)
        self.path = path
