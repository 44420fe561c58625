"""The table of a training's sources: label, language, bytes, tokens, bytes per token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.training_record import TrainingRecord
from workbench.commands.output import count, decimal, print_table
from workbench.languages import language_name


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One source of a training corpus, measured with all merges."""

    label: str
    bytes: int
    tokens: int

    @property
    def bytes_per_token(self) -> float | None:
        return self.bytes / self.tokens if self.tokens else None

    def document(self) -> dict[str, Any]:
        """The row as JSON has it."""
        return {
            "label": self.label,
            "language": known_language(self.label),
            "bytes": self.bytes,
            "tokens": self.tokens,
            "bytes_per_token": self.bytes_per_token,
        }


def language_rows(training: TrainingRecord) -> list[LanguageRow]:
    """A row per source, the best compressed first."""
    tokens = training.source_bytes - training.source_applied.sum(axis=0)
    rows = [
        LanguageRow(label, int(n_bytes), int(n_tokens))
        for label, n_bytes, n_tokens in zip(
            training.source_labels, training.source_bytes, tokens, strict=True
        )
    ]
    return sorted(rows, key=lambda row: (-(row.bytes_per_token or 0.0), row.label))


def print_language_table(training: TrainingRecord) -> None:
    """Print the rows and their total."""
    rows = language_rows(training)
    total = LanguageRow("all", training.bytes, training.corpus_tokens())
    print_table(
        ("label", "language", "bytes", "tokens", "bytes/token"),
        [_cells(row) for row in (*rows, total)],
        n_words=2,
    )


def known_language(label: str) -> str | None:
    """English words for a label, None where there are none."""
    name = language_name(label)
    return None if name == label else name


def _cells(row: LanguageRow) -> tuple[str, ...]:
    return (
        row.label,
        known_language(row.label) or "",
        count(row.bytes),
        count(row.tokens),
        decimal(row.bytes_per_token),
    )
