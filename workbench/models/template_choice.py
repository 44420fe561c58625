"""TemplateChoice: which template renders conversations, and a draft of it that is edited."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

NANOCHAT, TOKENIZER, FILE, OWN = "nanochat", "tokenizer", "file", "own"
NAMED = "named"
MASKS = ("auto", "generation", "prefix")


@dataclass(frozen=True, slots=True)
class TemplateChoice:
    """What renders.

    kind: NANOCHAT for its rules, NAMED for a template of the program, TOKENIZER for the open
    tokenizer's own, FILE, or OWN for text that was written here. name: of a named template.
    path: of a file. text: what was edited, None while it is as it came.
    """

    kind: str = NANOCHAT
    name: str = ""
    path: Path | None = None
    text: str | None = None

    @property
    def is_draft(self) -> bool:
        """Whether its text was edited here."""
        return self.text is not None

    @property
    def is_editable(self) -> bool:
        """Whether it has a text at all: nanochat's rules are code."""
        return self.kind != NANOCHAT

    @property
    def file_name(self) -> str:
        """A name to save it under."""
        stem = self.name or (self.path.stem if self.path is not None else "template")
        return f"{stem}.jinja"

    def edited(self, text: str | None) -> TemplateChoice:
        """The same with another text; None for what it was before."""
        return replace(self, text=text)
