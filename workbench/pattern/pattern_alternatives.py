"""The two tables beside the pattern: the alternatives with their coverage, and the totals.

`alternative_columns` are over a row per alternative, `figures_columns` over one for the saved
pattern, the edited one and the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.tables.column_table import Column, cell_text


@dataclass(frozen=True, slots=True)
class AlternativeRow:
    """The result of one alternative on the sample.

    number: from 1, None for text that no alternative matched. hue: index of its hue or None.
    n_bytes: bytes of its pre-tokens; saved_bytes: those of the same alternative of the saved
    pattern, None if it has none. is_gone: only the saved pattern has it.
    """

    number: int | None
    text: str
    hue: int | None
    pretokens: int
    n_bytes: int
    saved_bytes: int | None = None
    is_gone: bool = False

    @property
    def change(self) -> int | None:
        """Bytes more than under the saved pattern."""
        return None if self.saved_bytes is None else self.n_bytes - self.saved_bytes


def alternative_columns() -> Sequence[Column[AlternativeRow]]:
    """Number, expression, pre-tokens, bytes, difference to the saved pattern."""
    made = _tr("Bytes of the sample in pre-tokens of this alternative.")
    return (
        Column(_tr("No."), lambda row: "" if row.number is None else str(row.number), tip=_tip,
               width=40, key="number"),
        Column(_tr("Alternative"), _expression, tip=_tip, width=120, stretches=True,
               key="expression"),
        Column(_tr("Pre-tokens"), lambda row: "" if row.is_gone else row.pretokens, tip=_tip,
               side="right", width=80),
        Column(_tr("Bytes"), lambda row: "" if row.is_gone else row.n_bytes, tip=_tip,
               side="right", width=64, explanation=made),
        Column(_tr("± Bytes"), lambda row: _signed(row.change) if row.change else "", tip=_tip,
               side="right", width=80, key="change",
               explanation=_tr("Compared with the same alternative of the reference pattern.")),
    )  # fmt: skip


def _expression(row: AlternativeRow) -> str:
    return row.text if row.hue is None else visible(row.text.encode("utf-8", "replace"))


def _tip(row: AlternativeRow) -> str:
    if row.is_gone:
        return fill(_tr("Only in the reference pattern: %1"), row.text)
    if row.number is not None and not row.pretokens:
        return fill(_tr("Matches nothing in the sample: %1"), row.text)
    return row.text


def _signed(change: int) -> str:
    return f"{'+' if change > 0 else '−'}{grouped(abs(change))}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("AlternativesTable", words)


@dataclass(frozen=True, slots=True)
class CutFigures:
    """Totals of one split. longest, unmatched: bytes. tokens, trained: None until counted."""

    pretokens: int | None = None
    distinct: int | None = None
    longest: int | None = None
    unmatched: int | None = None
    tokens: int | None = None
    trained: int | None = None

    @property
    def values(self) -> tuple[int | None, ...]:
        return (self.pretokens, self.distinct, self.longest, self.unmatched, self.tokens,
                self.trained)  # fmt: skip


class FiguresRow(NamedTuple):
    """A name and the words of the numbers of CutFigures."""

    name: str
    numbers: tuple[str, ...]


def figures_columns() -> Sequence[Column[FiguresRow]]:
    """One column for each number of CutFigures, right of the name of the cut."""
    heads = (
        _tr("Pre-tokens"), _tr("Different"), _tr("Longest, bytes"), _tr("Unmatched, bytes"),
        _tr("Tokens"), _tr("Tokens after retraining"),
    )  # fmt: skip
    explained = {
        4: _tr("Tokens of the sample with the merges of the open tokenizer."),
        5: _tr("Tokens of the sample after retraining on the sample."),
    }

    def number(at: int) -> Callable[[FiguresRow], str]:
        return lambda row: row.numbers[at]

    return (
        Column(_tr("Pattern"), attrgetter("name")),
        *(Column(head, number(at), side="right", explanation=explained.get(at, ""))
          for at, head in enumerate(heads)),
    )  # fmt: skip


def figures_rows(saved: CutFigures, edited: CutFigures, saved_name: str) -> Sequence[FiguresRow]:
    """The saved cut, the edited one, the difference; `saved_name` says whose cuts are first."""
    pairs = list(zip(saved.values, edited.values, strict=True))
    return (
        FiguresRow(saved_name, tuple(cell_text(first) for first, _ in pairs)),
        FiguresRow(_tr("Draft"), tuple(cell_text(second) for _, second in pairs)),
        FiguresRow(_tr("Difference"), tuple(_difference(*pair) for pair in pairs)),
    )


def _difference(saved: int | None, edited: int | None) -> str:
    if saved is None or edited is None:
        return NOTHING
    change = edited - saved
    if not change:
        return "0"
    share = f" ({ratio(abs(100 * change / saved))} %)" if saved else ""
    return f"{_signed(change)}{share}"
