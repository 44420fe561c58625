"""Columns of the table of sizes: one row per vocabulary size, the size at the marker first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import QCoreApplication

from workbench.text.numbers import ratio
from workbench.ui.tables.column_table import Column


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One size. gain: share of tokens that a thousand further ids save; share: of all parameters,
    None without a total; remark: what is special about the size."""

    size: int
    bytes_per_token: float
    gain: float
    parameters: int
    share: float | None
    fits: bool | None
    remark: str = ""
    is_marker: bool = False


def size_columns() -> Sequence[Column[SizeRow]]:
    """One row for each vocabulary size, the size at the marker first."""
    return (
        Column(_tr("Size"), attrgetter("size"), side="right", width=72),
        Column(_tr("Bytes/token"), attrgetter("bytes_per_token"), side="right", width=72),
        Column(_tr("Saved, %"), lambda row: 100 * row.gain, side="right", width=64, key="gain",
               explanation=_tr(
                   "Share of all tokens that 1000 more ids save, measured over the 1000 merges "
                   "around the size; near the ends, the merges that are left are scaled up to 1000."
               )),
        Column(_tr("Params, M"), lambda row: row.parameters / 1e6, side="right", width=64,
               key="parameters",
               explanation=_tr(
                   "Embedding and output in millions: width times ids, twice where not tied."
               )),
        Column(_tr("Share, %"), lambda row: None if row.share is None else 100 * row.share,
               side="right", width=64, key="share",
               explanation=_tr("Share of all parameters of the model.")),
        Column(_tr("Remark"), attrgetter("remark"), tip=attrgetter("remark"), width=100,
               stretches=True),
    )  # fmt: skip


def _tr(words: str) -> str:
    return QCoreApplication.translate("SizesTable", words)


def parameter_words(n: int) -> str:
    """A number of parameters in millions or billions.

    >>> parameter_words(134_217_728), parameter_words(2_101_346_304)
    ('134 M', '2.10 B')
    """
    return f"{ratio(n / 1e9)} B" if n >= 999_500_000 else f"{ratio(n / 1e6)} M"
