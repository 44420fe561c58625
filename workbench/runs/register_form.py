"""RegisterForm: the name and the metadata under which a tokenizer is frozen, in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.labels import ElidedLabel, hairline, label

if TYPE_CHECKING:
    from workbench.work.tokenizer_export import ExportSubject

METADATA_HEIGHT = 72


class RegisterForm(QWidget):
    """The title names what is registered; the store decides the version.

    Signals:
        register_requested: (ExportSubject, name, metadata by key).
        asked: it asks for a name now.    closed: the person gave it up.
    """

    register_requested: Signal[tuple[ExportSubject, str, dict[str, str]]] = Signal(object)
    asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject: ExportSubject | None = None
        self._title = ElidedLabel("", "section")
        self._name = QLineEdit()
        self._metadata = QPlainTextEdit(
            placeholderText=self.tr("One line each, such as  model: base-7b")
        )
        self._name_field = Field(self.tr("Name"), self._name)
        self._metadata_field = Field(self.tr("Metadata"), self._metadata)
        self._register = QPushButton(self.tr("Register"))
        self._close = QPushButton(self.tr("Cancel"))
        self._names = QStringListModel(self)
        self._lay_out()
        self._name.textEdited.connect(self._clear_error)
        self._metadata.textChanged.connect(self._clear_error)
        self._name.returnPressed.connect(self.register)
        self._register.clicked.connect(self.register)
        self._close.clicked.connect(self.close_form)
        self.hide()

    @property
    def subject(self) -> ExportSubject | None:
        """What would be registered."""
        return self._subject

    @property
    def errors(self) -> tuple[str, str]:
        """What is wrong with the name, and with the metadata."""
        return self._name_field.error, self._metadata_field.error

    def ask(self, subject: ExportSubject) -> None:
        """Ask for the name under which something is to be registered."""
        self._subject = subject
        self._title.setText(fill(self.tr("Register %1"), subject.name))
        self._name.setText(subject.name.replace("@", "-").replace("/", "-"))
        self._metadata.setPlainText("")
        self._clear_error()
        self.show()
        self.asked.emit()
        self._name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._name.selectAll()

    def set_names(self, names: Sequence[str]) -> None:
        """Offer names that are there already while one is typed."""
        self._names.setStringList(sorted(set(names), key=str.casefold))

    def fill(self, name: str, metadata: str = "") -> None:
        """Put words into the fields as typing does."""
        self._name.setText(name)
        self._metadata.setPlainText(metadata)

    def register(self) -> None:
        """Ask for the registration, if the fields are right."""
        if self._subject is None:
            return
        metadata = self._read_metadata()
        if metadata is not None:
            self.register_requested.emit((self._subject, self._name.text(), metadata))

    def show_error(self, sentence: str) -> None:
        """Say at the name why it cannot be."""
        self._name_field.show_error(sentence)

    def close_form(self) -> None:
        """Give it up."""
        self._subject = None
        self.hide()
        self.closed.emit()

    # ---- inside

    def _read_metadata(self) -> dict[str, str] | None:
        """The metadata by key; None where a line is wrong, which is said at the field."""
        metadata: dict[str, str] = {}
        for number, line in enumerate(self._metadata.toPlainText().splitlines(), 1):
            key, sign, value = line.partition(":")
            if not line.strip():
                continue
            word = self.tr("Line %1: write  key: value.")
            if key.strip() in metadata:
                word = self.tr("Line %1: this key appears twice.")
            if not sign or not key.strip() or key.strip() in metadata:
                self._metadata_field.show_error(fill(word, str(number)))
                self._metadata.setFocus(Qt.FocusReason.OtherFocusReason)
                return None
            metadata[key.strip()] = value.strip()
        return metadata

    def _clear_error(self, _text: str = "") -> None:
        self._name_field.show_error("")
        self._metadata_field.show_error("")

    def _lay_out(self) -> None:
        self._name.setMaxLength(100)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._name.setCompleter(completer)
        self._metadata.setFixedHeight(METADATA_HEIGHT)
        self._metadata.setTabChangesFocus(True)
        self._name_field.show_hint(
            self.tr("The same name with other ids becomes its next version.")
        )
        frozen = label(
            self.tr("Registering freezes tokenizer, name and metadata."),
            "caption",
            wrap=True,
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._register)
        buttons.addWidget(self._close)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(SPACE_S)
        left.addWidget(self._name_field)
        left.addStretch(1)
        left.addLayout(buttons)
        right = QVBoxLayout()
        right.setSpacing(SPACE_S)
        right.addWidget(self._metadata_field)
        right.addWidget(frozen)
        right.addStretch(1)
        self._name.setMinimumWidth(FORM_WIDTH)
        fields = QHBoxLayout()
        fields.setSpacing(SPACE_L)
        fields.addLayout(left)
        fields.addLayout(right, 1)
        column = QVBoxLayout()
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(self._title)
        column.addLayout(fields)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(column)
        rows.addWidget(hairline())
