"""ChatOptions: the controls of the head: template, length limit, source of the mask, prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from workbench.chat.chat_draft import FILE, MASKS, NAMED, NANOCHAT, OWN, TOKENIZER, TemplateChoice
from workbench.signals import Signal
from workbench.ui.spans.overlays import ShowButton
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.head_controls import HeadControls
from workbench.ui.words.tool_tips import plain_tip

if TYPE_CHECKING:
    from engine.chat import MaskSource

MOST_TOKENS = 10_000_000
_STEP = 256
_TEMPLATE_LETTERS = 12
_LIST_WIDTH = 200
_LEAST_MASK = 136


class ChatOptions(HeadControls):
    """Template and limit, which are always in sight, then `show_menu`, mask and prompt.

    Signals:
        template_chosen: TemplateChoice; one of kind FILE without a path asks for a file.
        changed: mask, limit or prompt changed.
    """

    template_chosen: Signal[TemplateChoice] = Signal(object)
    changed = Signal()

    def __init__(self, show_menu: ShowButton, parent: QWidget | None = None) -> None:
        super().__init__(least=2, usual=3, parent=parent)
        self._named: tuple[str, ...] = ()
        self._choice = TemplateChoice()
        self._template = self._make_chooser()
        self._mask = QComboBox()
        self._mask.setAccessibleName(self.tr("Where the mask comes from"))
        words = {
            "auto": self.tr("Mask: auto"), "generation": self.tr("Mask: generation blocks"),
            "prefix": self.tr("Mask: by prefixes"),
        }  # fmt: skip
        self._sources = {
            "generation": self.tr("Mask: generation (auto)"),
            "prefix": self.tr("Mask: prefixes (auto)"),
        }
        for mask in MASKS:
            self._mask.addItem(words[mask], mask)
        everything = (*words.values(), *self._sources.values(), self.tr("Mask: rules"))
        self._mask.setMinimumContentsLength(max(map(len, everything)) - 2)
        self._mask.setMinimumWidth(_LEAST_MASK)  # where two workspaces share the window
        self._limit = self._make_limit()
        self._completion = QCheckBox(self.tr("Prompt"))
        self._completion.setObjectName("completion")
        self._completion.setToolTip(
            self.tr("Show the prompt that the model answers, without supervised tokens")
        )
        for control in (self._template, self._limit, show_menu):
            self.add(control)
        self.add(self._mask, self.tr("Mask"))
        self.add(self._completion)
        self._fill()
        self._template.activated.connect(self._tell_template)
        self._mask.activated.connect(self._tell)
        self._limit.valueChanged.connect(self._tell)
        self._completion.toggled.connect(self._tell)

    def _make_chooser(self) -> QComboBox:
        """The chooser of templates: its list is wider than it is."""
        chooser = QComboBox()
        chooser.setAccessibleName(self.tr("Template"))
        chooser.setToolTip(self.tr("How a conversation becomes tokens"))
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        chooser.setSizeAdjustPolicy(policy)
        chooser.setMinimumContentsLength(_TEMPLATE_LETTERS)
        chooser.view().setMinimumWidth(_LIST_WIDTH)
        return chooser

    def _make_limit(self) -> NumberBox:
        limit = NumberBox()
        limit.setRange(0, MOST_TOKENS)
        limit.setSingleStep(_STEP)
        limit.setPrefix(self.tr("Limit "))
        limit.setSpecialValueText(self.tr("No limit"))
        limit.setAccessibleName(self.tr("Token limit"))
        limit.setToolTip(self.tr("Keep at most this many tokens of a conversation; 0 keeps all"))
        limit.setKeyboardTracking(False)
        return limit

    @property
    def template_words(self) -> str:
        """What the chosen template is called."""
        return self._template.currentText()

    @property
    def mask_source(self) -> MaskSource:
        """Where the mask comes from."""
        return cast("MaskSource", str(self._mask.currentData()))

    @property
    def max_tokens(self) -> int | None:
        return self._limit.value() or None

    @property
    def completion(self) -> bool:
        return self._completion.isChecked()

    def set_named(self, names: Sequence[str]) -> None:
        """Offer the templates that come with the program."""
        self._named = tuple(names)
        self._fill()

    def show_choice(self, choice: TemplateChoice) -> None:
        """Show what is chosen, without telling anybody."""
        self._choice = choice
        self._mask.setEnabled(choice.kind != NANOCHAT)
        is_rules = choice.kind == NANOCHAT
        self._mask.setItemText(0, self.tr("Mask: rules") if is_rules else self.tr("Mask: auto"))
        words = self.tr("nanochat's rules decide what is supervised")
        self._mask.setToolTip(plain_tip("" if choice.kind != NANOCHAT else words))
        self._fill()

    def note_mask_source(self, source: str) -> None:
        """Say what "auto" came to: "generation", "prefix", or "" for nanochat's rules."""
        words = self._sources.get(source, self.tr("Mask: rules"))
        self._mask.setItemText(0, words if self.mask_source == MASKS[0] else self.tr("Mask: auto"))

    def set_template(self, kind: str, name: str = "") -> None:
        """Choose a template as a person does."""
        self.template_chosen.emit(TemplateChoice(kind, name))

    def set_mask(self, mask: str) -> None:
        self._mask.setCurrentIndex(max(self._mask.findData(mask), 0))
        self.changed.emit()

    def set_max_tokens(self, most: int | None) -> None:
        self._limit.setValue(most or 0)

    def _fill(self) -> None:
        choice = self._choice
        box = self._template
        box.clear()
        own = self.tr("the tokenizer's own")
        entries = [(self.tr("nanochat's rules"), TemplateChoice(NANOCHAT))]
        entries += [(name, TemplateChoice(NAMED, name)) for name in self._named]
        entries.append((own, TemplateChoice(TOKENIZER)))
        if choice.kind == FILE and choice.path is not None:
            entries.append((choice.path.name, TemplateChoice(FILE, path=choice.path)))
        entries.append((self.tr("own text"), TemplateChoice(OWN, text="")))
        entries.append((self.tr("Open template…"), TemplateChoice(FILE)))
        current = 0
        for number, (words, each) in enumerate(entries):
            is_it = (each.kind, each.name, each.path) == (choice.kind, choice.name, choice.path)
            if is_it:
                current = number
                words += self.tr(", edited") if choice.is_draft and choice.kind != OWN else ""
            box.addItem(words, number)
        self._offered = [each for _, each in entries]
        box.setCurrentIndex(current)

    def _tell_template(self, index: int) -> None:
        chosen = self._offered[index]
        if chosen.kind == FILE and chosen.path is None:
            self.show_choice(self._choice)  # until a file was chosen it is the one before
        self.template_chosen.emit(chosen)

    def _tell(self, _value: object = None) -> None:
        self.changed.emit()
