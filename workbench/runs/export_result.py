"""The result of an export: verdict, files, and the text on which a library differs.

`ExportResult` is the widget; `file_columns` and `export_columns` tell its tables, `headline` and
`details` phrase a verdict, `ExportDifferenceView` shows a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from engine.machine import how_to_install
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import NOTHING, byte_size, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, visible
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import ICON_SIZE, ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import InstallButton
from workbench.ui.widgets.labels import ElidedLabel, hairline, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from engine.formats import ExportDifference, ExportVerdict
    from workbench.store import ExportedFile, ExportRecord

_tr = translator("verdict_words")

CUT_HEIGHT = 132
SHOWN_CHARACTERS = 400

LOOKS = {
    "equal": ("check", "positive"),
    "different": ("error", "negative"),
    "not installed": ("info", "warning"),
    "failed": ("warning", "warning"),
    "not asked": ("info", "muted_text"),
}
"""Icon and colour role of each status."""
_SIGNS = {"equal": "✓", "different": "≠", "failed": "✗"}
MOST_ROWS = 5


@dataclass(frozen=True, slots=True)
class Cut:
    """The tokens of one text with their ids."""

    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]

    @property
    def bounds(self) -> list[int]:
        """Where each token begins, and the end."""
        return list(accumulate(map(len, self.tokens), initial=0))

    @property
    def spans(self) -> list[tuple[int, int, int]]:
        """Beginning, end and id of each token."""
        bounds = self.bounds
        return list(zip(bounds, bounds[1:], self.ids, strict=False))


class CutView(QWidget):
    """One split: its name with the number of tokens, and the coloured tokens."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel("", "section")
        self.view = SpanView(name, theme, self._describe)
        self.view.setMinimumHeight(CUT_HEIGHT)
        self.view.set_overlays(Overlays(ids=True))
        vertical(self._name, (self.view, 1), parent=self, spacing=SPACE_XS)

    @property
    def words(self) -> str:
        """The line above the tokens."""
        return self._name.text()

    def show_cut(self, name: str, cut: Cut, other: Cut, place: int) -> None:
        """Show tokens with their ids, ringed where `other` has none of the same bytes and id;
        `place` is the first that differs."""
        n = len(cut.ids)
        words = counted("CutView", "%1: 1 token", "%1: %2 tokens", n, name, grouped(n))
        self._name.setText(words)
        bounds = np.array(cut.bounds, np.int64)
        text = SpanText(b"".join(cut.tokens), bounds, ids=np.array(cut.ids, np.uint32))
        self.view.set_text(text)
        shared = set(other.spans)
        self.view.set_ringed(np.array([span not in shared for span in cut.spans], np.bool_))
        if place < text.n_spans:
            self.view.set_current(place)

    def _describe(self, span: int) -> str:
        text = self.view.text
        token = text.span_bytes(span)
        number = "" if text.ids is None else str(int(text.ids[span]))
        return f"{number} {token.decode('utf-8', 'replace')} {hex_of(token)}"


class ExportDifferenceView(QWidget):
    """The text on which a library gives other ids: cause, text, both splits."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        selectable = (
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._cause = label("", wrap=True)
        self._cause.setFont(theme.font(bold=True))
        self._place = label("", "caption", wrap=True)
        self._text = label("", wrap=True)
        self._text.setFont(theme.mono_font())
        for part in (self._cause, self._text):
            part.setTextInteractionFlags(selectable)
        self.ours = CutView(self.tr("Tokens here"), theme)
        self.theirs = CutView(self.tr("Tokens of the library"), theme)
        cuts = QHBoxLayout()
        cuts.setSpacing(SPACE_M)
        for cut in (self.ours, self.theirs):
            cuts.addWidget(cut, 1)
        cuts.insertWidget(1, hairline(vertical=True))
        vertical(self._cause, self._place, self._text, (cuts, 1), parent=self, spacing=SPACE_S)

    @property
    def cause(self) -> str:
        return self._cause.text()

    @property
    def text(self) -> str:
        """The text as it is shown, white space written out."""
        return self._text.text()

    def show_difference(self, difference: ExportDifference) -> None:
        """Show where a library parts from us."""
        cause = sentence_words(difference.cause) or self.tr("The cause is not known.")
        self._cause.setText(cause[:1].upper() + cause[1:])
        words = self.tr("The first text that differs, at token %1:")
        place = difference.place
        self._place.setText(fill(words, grouped(difference.first + place + 1)))
        shown = difference.text[:SHOWN_CHARACTERS]
        more = "…" if len(difference.text) > SHOWN_CHARACTERS else ""
        self._text.setText(visible(shown.encode()) + more)
        ours = Cut(difference.ours, difference.ours_cut)
        theirs = Cut(difference.theirs, difference.theirs_cut)
        self.ours.show_cut(self.tr("Tokenizer Workbench"), ours, theirs, place)
        self.theirs.show_cut(difference.library, theirs, ours, place)


def headline(verdict: ExportVerdict | None) -> str:
    """The verdict in a few words."""
    if verdict is None:
        return _tr("Written, not verified: the library was not asked")
    if verdict.status == "equal":
        n = verdict.n_texts
        return counted("verdict_words", "Identical ids on 1 text", "Identical ids on %1 texts", n)
    if verdict.status == "different":
        return _tr("Token ids differ")
    if verdict.status == "not installed":
        return _tr("Written, not verified: no library that reads it is installed")
    return _tr("Written, but it cannot be verified")


def details(verdict: ExportVerdict | None) -> str:
    """Libraries with versions, those that are missing, the reason, remarks; lines."""
    if verdict is None:
        return ""
    lines = []
    if verdict.libraries:
        words = fill(_tr("Loaded and compared in %1"), ", ".join(verdict.libraries))
        lines.append(words)
    if verdict.missing:
        words = fill(_tr("Not installed, so not verified: %1."), ", ".join(verdict.missing))
        lines.append(f"{words} {sentence_words(how_to_install(verdict.missing))}")
    if verdict.reason:
        lines.append(sentence_words(verdict.reason))
    return "\n".join([*lines, *map(sentence_words, verdict.remarks)])


def file_columns(mono: QFont) -> Sequence[Column[ExportedFile]]:
    """The files of one export, with what identifies them."""
    return (
        Column(_tr("File"), attrgetter("name"), width=180, stretches=True),
        Column(_tr("Size"), attrgetter("size_bytes"), text=lambda row: byte_size(row.size_bytes),
               side="right", width=76),
        Column(_tr("sha256"), attrgetter("sha256"), font=mono, width=132, stretches=True),
    )  # fmt: skip


def export_columns() -> Sequence[Column[ExportRecord]]:
    """What was exported before, newest first."""
    return (
        Column(_tr("Exported"), _when, width=140),
        Column(_tr("Format"), attrgetter("format"), width=112, stretches=True),
        Column(_tr("Verdict"), _status, width=120, stretches=True),
        Column(_tr("Asked"), _asked, tip=_asked, width=108, stretches=True, key="asked"),
        Column(_tr("Ids"), attrgetter("vocab_size"), side="right", width=68),
        Column(_tr("Files"), lambda row: len(row.files), side="right", width=52, key="files"),
        Column(_tr("Folder"), attrgetter("directory"), tip=attrgetter("directory"), width=88,
               stretches=True),
    )  # fmt: skip


def _when(record: ExportRecord) -> str | None:
    created = record.created
    return None if created is None else f"{created.astimezone():%Y-%m-%d %H:%M}"


def _asked(record: ExportRecord) -> str:
    asked = () if record.verdict is None else record.verdict.get("libraries", ())
    return ", ".join(asked) or NOTHING


def _status(record: ExportRecord) -> str:
    words = {
        "equal": _tr("identical ids"),
        "different": _tr("ids differ"),
        "not installed": _tr("not installed"),
        "not asked": _tr("not asked"),
    }.get(record.status, _tr("not verified"))
    return f"{_SIGNS.get(record.status, '–')} {words}"


class ExportResult(QWidget):
    """The verdict with icon and colour on top; notes, files and a difference below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._record: ExportRecord | None = None
        self._verdict: ExportVerdict | None = None
        self._icon = QLabel()
        self._icon.setFixedSize(ICON_SIZE, ICON_SIZE)
        self._headline = label("", "verdict", wrap=True)
        self._details = label("", "caption", wrap=True)
        self.install = InstallButton()
        self._notes = label("", wrap=True)
        self._place = ElidedLabel("", "caption")
        self._copy = QPushButton(self.tr("Copy report"))
        self._copy.setToolTip(
            self.tr("Versions, files, both splits and the likely cause, as text for a bug report")
        )
        self.files = ColumnTable(file_columns(theme.mono_font()), parent=self)
        self.table = SharedTable(self.tr("Exported files"), theme)
        self.table.show_columns(self.files)
        self.difference = ExportDifferenceView(theme)
        self._lay_out()
        self._copy.clicked.connect(self.copy_report)
        theme.changed.connect(self._dress)

    @property
    def record(self) -> ExportRecord | None:
        """The export on show."""
        return self._record

    @property
    def words(self) -> tuple[str, str]:
        """The headline and the text below it."""
        return self._headline.text(), self._details.text()

    @property
    def missing(self) -> tuple[str, ...]:
        """The libraries that the verdict on show names as not installed."""
        return () if self._verdict is None else self._verdict.missing

    @property
    def notes(self) -> str:
        return self._notes.text()

    def show_record(self, record: ExportRecord) -> None:
        """Show an export; a verdict of another version of this program as far as it is read."""
        from engine.formats import ExportVerdict

        self._record = record
        try:
            self._verdict = (
                None if record.verdict is None else ExportVerdict.of_document(record.verdict)
            )
            self._headline.setText(headline(self._verdict))
            self._details.setText(details(self._verdict))
        except (KeyError, ValueError, TypeError):
            self._verdict = None
            self._headline.setText(self.tr("The stored verdict cannot be read"))
            self._details.setText("")
        self._details.setVisible(bool(self._details.text()))
        self.install.offer_for(self._details.text())
        self._notes.setText("\n".join(map(sentence_words, record.notes)))
        self._notes.setVisible(bool(record.notes))
        self._place.setText(fill(self.tr("%1 in %2"), record.format, str(record.folder)))
        self.files.set_rows(record.files)
        rows = min(max(len(record.files), 1), MOST_ROWS)
        self.table.setFixedHeight((rows + 1) * ROW_HEIGHT + SPACE_XS)
        found = None if self._verdict is None else self._verdict.difference
        self.difference.setVisible(found is not None)
        if found is not None:
            self.difference.show_difference(found)
        self._dress()

    def copy_report(self) -> None:
        """Copy the report: everything that is needed to reproduce the export."""
        QGuiApplication.clipboard().setText(self.report)

    @property
    def report(self) -> str:
        """The export as text: files with sha256, notes, verdict with versions, both cuts."""
        record = self._record
        if record is None:
            return ""
        lines = [
            f"export: {record.format}, {record.vocab_size} ids",
            f"semantic hash: {record.semantic_hash}",
            *(f"{key}: {value}" for key, value in record.options.items()),
            *(f"file: {each.name}, {each.size_bytes} bytes, sha256 {each.sha256}"
              for each in record.files),
            *(f"note: {note}" for note in record.notes),
        ]  # fmt: skip
        verdict = "" if self._verdict is None else self._verdict.report()
        return "\n".join(lines) + "\n" + verdict

    def _dress(self) -> None:
        status = "not asked" if self._record is None else self._record.status
        name, role = LOOKS.get(status, LOOKS["failed"])
        self._icon.setPixmap(icon(name, self._theme, role=role).pixmap(ICON_SIZE, ICON_SIZE))
        set_property(self._headline, "verdict", status)

    def _lay_out(self) -> None:
        selectable = (
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        for part in (self._headline, self._details, self._notes):
            part.setTextInteractionFlags(selectable)
        top = horizontal(self._icon, (self._headline, 1), self._copy, spacing=SPACE_S)
        files = horizontal((self._place, 1), self.table.copying.button(), spacing=SPACE_S)
        column = vertical(top, self._details, parent=self, spacing=SPACE_S)
        column.addWidget(self.install, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.difference, 1)
        column.addWidget(self._notes)
        column.addLayout(files)
        column.addWidget(self.table)
        column.addStretch(0)
        column.setContentsMargins(0, 0, 0, SPACE_M)
        for part in (self._details, self._notes):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
