"""Which columns of a table are in sight: what fits, the least telling ones go first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QTableView


def choose_columns(
    table: QTableView,
    widths: Sequence[int],
    wanted: Iterable[int],
    *,
    expendable: Sequence[int],
    stretch: int,
    least_stretch: int,
) -> None:
    """Show the `wanted` columns of a table as far as its width allows.

    widths: of all columns. expendable: what goes first, in that order. stretch: the column that
    takes the rest, `least_stretch` pixels at least.
    """
    shown = set(wanted)
    room = table.viewport().width() - least_stretch
    for column in expendable:
        if sum(widths[other] for other in shown - {stretch}) <= room:
            break
        shown.discard(column)
    for column in range(table.model().columnCount()):
        if table.isColumnHidden(column) == (column in shown):
            table.setColumnHidden(column, column not in shown)
