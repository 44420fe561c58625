"""ExportResult: what an export wrote, and what the library said to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from workbench.engine_words import sentence_words
from workbench.models.export_tables import FILE, SHA256, ExportFilesTable
from workbench.parts.export_difference_view import ExportDifferenceView
from workbench.parts.run_shared_table import SharedTable
from workbench.parts.verdict_words import LOOKS, details, headline
from workbench.placeholders import fill
from workbench.theme import ICON_SIZE, ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.widgets.icons import icon
from workbench.widgets.install_button import InstallButton
from workbench.widgets.labels import ElidedLabel, label, set_property

if TYPE_CHECKING:
    from engine.formats import ExportVerdict
    from workbench.store import ExportRecord

WIDTHS = (180, 76, 132)
MOST_ROWS = 5


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
            self.tr("Versions, files, both cuts and the likely cause, as text for a bug report")
        )
        self.files = ExportFilesTable(theme.mono_font(), self)
        self.table = SharedTable(self.tr("Exported files"), theme)
        self.table.setModel(self.files)
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
        """The headline and what stands below it."""
        return self._headline.text(), self._details.text()

    @property
    def missing(self) -> tuple[str, ...]:
        """The libraries that the verdict on show names as not installed."""
        return () if self._verdict is None else self._verdict.missing

    @property
    def notes(self) -> str:
        return self._notes.text()

    @property
    def has_difference(self) -> bool:
        return not self.difference.isHidden()

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
        self.files.set_files(record.files)
        rows = min(max(len(record.files), 1), MOST_ROWS)
        self.table.setFixedHeight((rows + 1) * ROW_HEIGHT + SPACE_XS)
        self.table.share(WIDTHS, (FILE, SHA256))
        found = None if self._verdict is None else self._verdict.difference
        self.difference.setVisible(found is not None)
        if found is not None:
            self.difference.show_difference(found)
        self._dress()

    def copy_report(self) -> None:
        """Put everything on the clipboard that somebody else needs to see the same."""
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
        top = QHBoxLayout()
        top.setSpacing(SPACE_S)
        top.addWidget(self._icon)
        top.addWidget(self._headline, 1)
        top.addWidget(self._copy)
        files = QHBoxLayout()
        files.setSpacing(SPACE_S)
        files.addWidget(self._place, 1)
        files.addWidget(self.table.copying.button())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(top)
        column.addWidget(self._details)
        column.addWidget(self.install, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.difference, 1)
        column.addWidget(self._notes)
        column.addLayout(files)
        column.addWidget(self.table)
        column.addStretch(0)
        column.setContentsMargins(0, 0, 0, SPACE_M)
        for part in (self._details, self._notes):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
