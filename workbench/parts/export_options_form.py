"""ExportOptionsForm: what can be chosen about an export in the format that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget

from workbench.theme import SPACE_S
from workbench.widgets.field import Field
from workbench.widgets.file_dialogs import ask_file

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.formats import ExportOptions

OWN_TEMPLATE, TEMPLATE_FILE = "", "\0file"


class ExportOptionsForm(QWidget):
    """One control for each option; those that the format does not read are hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = _choice(
            (self.tr("As transformers 5 writes them"), "v5"),
            (self.tr("As version 4 did, for older servers"), "v4"),
        )
        self._merges = _choice(
            (self.tr("Pairs, for tokenizers 0.20 and later"), "pairs"),
            (self.tr("Strings, for every version"), "strings"),
        )
        self._template = QComboBox()
        self._pre = QLineEdit(placeholderText=self.tr("Found by itself"))
        self._renumber = QCheckBox(self.tr("Change ids: special tokens come first"))
        self._add_bos = QCheckBox(self.tr("Readers put bos before a text"))
        fields = {
            "layout": Field(self.tr("Files beside it"), self._layout),
            "merges": Field(self.tr("Merges"), self._merges),
            "chat_template": Field(self.tr("Chat template"), self._template),
            "pre": Field(self.tr("Pre-tokenizer in llama.cpp"), self._pre),
        }
        self._parts: dict[str, QWidget] = {
            **fields, "renumber": self._renumber, "add_bos": self._add_bos,
        }  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in self._parts.values():
            part.hide()
            column.addWidget(part)
        self._template.addItem(self.tr("The tokenizer's own"), OWN_TEMPLATE)
        self._template.activated.connect(self._note_template)

    @property
    def shown(self) -> tuple[str, ...]:
        """The options that the chosen format reads."""
        return tuple(name for name, part in self._parts.items() if not part.isHidden())

    def show_format(self, name: str) -> None:
        """Show what a format reads; "" for none."""
        from engine.formats import export_format

        read = export_format(name).options if name else ()
        for option, part in self._parts.items():
            part.setVisible(option in read)
        self.setVisible(bool(self.shown))
        if "chat_template" in read and self._template.count() == 1:
            self._fill_templates()

    def show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Say whether the tokenizer has a chat template of its own."""
        words = self.tr("The tokenizer's own")
        if tokenizer is not None and tokenizer.chat_template is None:
            words = self.tr("None: the tokenizer has none")
        self._template.setItemText(0, words)

    def choose(self, option: str, value: object) -> None:
        """Choose a value of an option, as a person does."""
        part = {"layout": self._layout, "merges": self._merges, "chat_template": self._template}
        if option in part:
            part[option].setCurrentIndex(part[option].findData(value))
        elif option == "pre":
            self._pre.setText(str(value))
        else:
            {"renumber": self._renumber, "add_bos": self._add_bos}[option].setChecked(bool(value))

    def options(self, name: str) -> ExportOptions:
        """The options of a format; those that it does not read stay as they usually are."""
        from engine.formats import ExportOptions, export_format

        values: dict[str, Any] = {
            "layout": self._layout.currentData(),
            "merges": self._merges.currentData(),
            "chat_template": self._template.currentData() or None,
            "pre": self._pre.text().strip() or None,
            "renumber": self._renumber.isChecked(),
            "add_bos": self._add_bos.isChecked(),
        }
        read = export_format(name).options
        return ExportOptions(**{key: value for key, value in values.items() if key in read})

    def _fill_templates(self) -> None:
        from engine.chat import template_names

        for name in template_names():
            self._template.addItem(name, name)
        self._template.addItem(self.tr("File…"), TEMPLATE_FILE)

    def _note_template(self, index: int) -> None:
        if self._template.itemData(index) != TEMPLATE_FILE:
            return
        words = self.tr("Chat template")
        chosen = ask_file(self, words, self.tr("Chat templates (*.jinja *.json)"))
        if not chosen:
            self._template.setCurrentIndex(0)
            return
        self._template.insertItem(index, chosen, chosen)
        self._template.setCurrentIndex(index)


def _choice(*items: tuple[str, str]) -> QComboBox:
    box = QComboBox()
    for words, value in items:
        box.addItem(words, value)
    return box
