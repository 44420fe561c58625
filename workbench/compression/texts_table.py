"""What each text of an evaluation is: lines, blank ones, and its script."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.text import script_names
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING
from workbench.ui.tables.column_table import Column

if TYPE_CHECKING:
    from engine.evaluation import TextReport


def text_columns() -> Sequence[Column[TextReport]]:
    """What each text of an evaluation is: lines, blank ones, and its script."""
    other = _tr("Most letters are of another script than the label says.")
    return (
        Column(_tr("Language or domain"), lambda row: language_name(row.label), width=176),
        Column(_tr("Label"), attrgetter("label"), width=100),
        Column(_tr("Lines"), attrgetter("lines"), side="right", width=68),
        Column(_tr("Bytes"), attrgetter("bytes"), side="right", width=84),
        Column(_tr("Blank"), attrgetter("blank_lines"), side="right", width=56),
        Column(_tr("<range>"), attrgetter("range_lines"), side="right", width=72,
               explanation=_tr("Lines of <range>: the verse belongs to the line above it.")),
        Column(_tr("Expected script"), lambda row: _script(row.declared_script), width=132),
        Column(_tr("Script found"), _found, width=132,
               tip=lambda row: other if row.has_other_script else None),
        Column(_tr("Parallel"), lambda row: _tr("yes") if row.is_parallel else _tr("no"),
               width=64, stretches=True),
    )  # fmt: skip


def _found(text: TextReport) -> str:
    return f"{'≠ ' if text.has_other_script else ''}{_script(text.detected_script)}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("TextsTable", words)


def _script(code: str | None) -> str:
    """English words for a script with its code."""
    if code is None:
        return NOTHING
    names = script_names().get(code, ())
    return f"{names[0].replace('_', ' ')} ({code})" if len(names) == 1 else code
