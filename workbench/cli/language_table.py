"""The table of a training's sources: label, language, bytes, tokens, bytes per token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.settings import TrainingRecord
from workbench.cli.output import count, decimal, print_table
from workbench.languages import language_name
from workbench.store import SourceRecord


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One source of a training corpus, measured with all merges.

    natural_share, share: parts of the corpus and of the mixture, None where they are not known;
    repetition: how often what was read counted.
    """

    label: str
    bytes: int
    tokens: int
    natural_share: float | None = None
    share: float | None = None
    repetition: float = 1.0

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
            "natural_share": self.natural_share,
            "share": self.share,
            "repetition": self.repetition,
        }


def language_rows(
    training: TrainingRecord, sources: Sequence[SourceRecord] = ()
) -> list[LanguageRow]:
    """A row per source, the best compressed first.

    sources: as the store has them, for the shares; in the order of the training.
    """
    tokens = training.source_tokens()
    natural = _natural_shares(training, sources)
    rows = [
        LanguageRow(
            label,
            int(training.source_bytes[i]),
            int(tokens[i]),
            natural[i],
            sources[i].share if sources and sources[i].share is not None else natural[i],
            float(training.source_repetitions[i]),
        )
        for i, label in enumerate(training.source_labels)
    ]
    return sorted(rows, key=lambda row: (-(row.bytes_per_token or 0.0), row.label))


def print_language_table(training: TrainingRecord, sources: Sequence[SourceRecord] = ()) -> None:
    """Print the rows and their total; shares and repetition where sources are weighed."""
    rows = language_rows(training, sources)
    total = LanguageRow("all", training.bytes, training.corpus_tokens())
    headers = ("label", "language", "bytes", "tokens", "bytes/token")
    if not training.is_weighted:
        print_table(headers, [_cells(row) for row in (*rows, total)], n_words=2)
        return
    cells = [(*_cells(row), *_mixture_cells(row)) for row in rows]
    cells.append((*_cells(total), "100.00%", "100.00%", ""))
    print_table((*headers, "natural share", "share", "repetition"), cells, n_words=2)


def _natural_shares(training: TrainingRecord, sources: Sequence[SourceRecord]) -> list[float]:
    """Parts of the corpus by bytes, of the whole sources where those are known."""
    sizes = [int(n) for n in training.source_bytes]
    if sources and all(source.natural_bytes is not None for source in sources):
        sizes = [source.natural_bytes or 0 for source in sources]
    total = max(1, sum(sizes))
    return [size / total for size in sizes]


def _mixture_cells(row: LanguageRow) -> tuple[str, ...]:
    return (
        f"{row.natural_share or 0:.2%}",
        f"{row.share or 0:.2%}",
        decimal(row.repetition, 3),
    )


def known_language(label: str) -> str | None:
    """English words for a label, None where there are none."""
    name = language_name(label)
    return None if name in {label, label.replace("_", " ").strip()} else name


def _cells(row: LanguageRow) -> tuple[str, ...]:
    return (
        row.label,
        known_language(row.label) or "",
        count(row.bytes),
        count(row.tokens),
        decimal(row.bytes_per_token),
    )
