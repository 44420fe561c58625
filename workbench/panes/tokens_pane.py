"""TokensPane: text in, coloured tokens out; what the token under the pointer is."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QMenu,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError, SpecialTokenError
from engine.utf8 import without_lone_surrogates
from workbench.jobs import Job, StepProgress
from workbench.numbers import grouped, ratio
from workbench.parts.engine_jobs import EngineJobs
from workbench.parts.failure_words import failure_words
from workbench.parts.token_copying import TokenCopying
from workbench.parts.token_strip import TokenStrip
from workbench.sample_text import SAMPLE_TEXT
from workbench.state import WorkbenchState
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.token_facts import TokenFacts, inspection_of, merged_from, token_facts
from workbench.views.span_colouring import Colouring
from workbench.views.span_text import PLAIN, SPECIAL, SpanText
from workbench.views.span_view import SpanView
from workbench.visible_text import hex_of
from workbench.widgets.figures import Figures
from workbench.widgets.labels import hairline, label
from workbench.widgets.pane import Pane
from workbench.widgets.raw_text_edit import RawTextEdit

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.tokenizer import SpecialHandling

DIRECT_CHARACTERS = 8_192  # encoded at once, in about a millisecond
_LONGEST_HEX = 48


@dataclass(frozen=True, eq=False)
class EncodedText:
    """A text as tokens: the spans, and the characters it has."""

    spans: SpanText
    characters: int


def encode_text(tokenizer: Tokenizer, text: str, special: SpecialHandling) -> EncodedText:
    """Return the tokens of a text. Raises SpecialTokenError for `special="reject"`."""
    data = without_lone_surrogates(text).encode()
    tokens = tokenizer.token_spans(data, special=special)
    if tokenizer.normalization is not None:  # the places are those of the rewritten text
        data = tokenizer.decode_bytes(tokens.ids)
    kinds = np.where(tokens.special, SPECIAL, PLAIN).astype(np.uint8)
    spans = SpanText(data, tokens.starts.astype(np.int64), ids=tokens.ids, kinds=kinds)
    return EncodedText(spans, len(text))


class TokensPane(Pane):
    """Encodes a text with the current tokenizer. `copying` copies what is selected.

    Signals:
        train_requested: there is no tokenizer and the person wants to train one.
        token_requested: int, a token the person wants to see in the vocabulary.
    """

    train_requested = Signal()
    token_requested = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        jobs: EngineJobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Tokens"), parent)
        self._state, self._jobs = state, jobs
        self._job: Job | None = None
        self._warm: Tokenizer | None = None
        self._special = QComboBox()
        self._colouring = QComboBox()
        self._ids = QCheckBox(self.tr("Ids"))
        self._copy = QPushButton(self.tr("Copy"))
        words = (
            self.tr("tokens"), self.tr("bytes"), self.tr("bytes per token"),
            self.tr("characters"), self.tr("different tokens"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._editor = RawTextEdit(self.tr("Text to encode"), theme)
        self._editor.setPlainText(SAMPLE_TEXT)
        self._editor.setPlaceholderText(self.tr("Type or paste text to see its tokens."))
        self._view = SpanView(self.tr("Tokens"), theme, self.describe)
        parts = (
            self.tr("id"), self.tr("rank"), self.tr("bytes"), self.tr("hex"),
            self.tr("merged from"),
        )  # fmt: skip
        hint = self.tr("Point at a token, or walk with the arrow keys.")
        self._strip = TokenStrip(parts, hint, theme)
        self._fill_choices()
        self.copying = TokenCopying(self._view)
        menu = QMenu(self._copy)
        self.copying.fill_menu(menu)
        self._copy.setMenu(menu)
        self._copy.setProperty("kind", "menu")
        self._lay_out()
        self._connect()
        self._show_tokenizer(state.tokenizer)

    @property
    def view(self) -> SpanView:
        """The painted tokens."""
        return self._view

    @property
    def figures(self) -> tuple[str, ...]:
        """Tokens, bytes, bytes per token, characters, different tokens."""
        return self._figures.values()

    @property
    def strip(self) -> tuple[str, ...]:
        """Text, id, rank, bytes, hex and origin of the token in the strip."""
        return self._strip.texts

    @property
    def ids(self) -> list[int]:
        """The ids on show."""
        found = self._view.text.ids
        return [] if found is None else [int(token_id) for token_id in found]

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed."""
        self._editor.setPlainText(text)
        self._editor.settle()

    def set_special(self, special: str) -> None:
        """Choose "text", "parse" or "reject" for special tokens in the text."""
        self._special.setCurrentIndex(self._special.findData(special))

    def set_show_ids(self, show: bool) -> None:
        self._ids.setChecked(show)

    def set_colouring(self, colouring: Colouring) -> None:
        self._colouring.setCurrentIndex(self._colouring.findData(colouring))

    def describe(self, span: int) -> str:
        """Return a token in words, as screen readers say it."""
        facts = self._facts(span)
        if facts is None:
            return ""
        words = self.tr("token %1 of %2, id %3, bytes %4, %5")
        spans = self._view.text
        parts = (span + 1, spans.n_spans, facts.token_id, hex_of(facts.data[:_LONGEST_HEX]))
        for number, part in enumerate((*parts, facts.text), 1):
            words = words.replace(f"%{number}", str(part), 1)
        return words

    def _fill_choices(self) -> None:
        for word, value in (
            (self.tr("Special tokens as text"), "text"),
            (self.tr("Parse special tokens"), "parse"),
            (self.tr("Reject special tokens"), "reject"),
        ):
            self._special.addItem(word, value)
        self._special.setAccessibleName(self.tr("Special tokens in the text"))
        self._colouring.addItem(self.tr("Alternating colours"), Colouring.ALTERNATE)
        self._colouring.addItem(self.tr("Colour by id"), Colouring.BY_ID)
        self._colouring.setAccessibleName(self.tr("Colours"))

    def _lay_out(self) -> None:
        for control in (self._special, self._colouring, self._ids, self._copy):
            self.header.addWidget(control)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        top.addWidget(self._figures)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addWidget(label(self.tr("Text"), "section"))
        column.addWidget(self._editor, 1)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(left)
        halves.addWidget(self._view)
        halves.setStretchFactor(0, 1)
        halves.setStretchFactor(1, 2)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(hairline())
        column.addWidget(halves, 1)
        column.addWidget(hairline())
        column.addWidget(self._strip)
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "This pane shows how a tokenizer cuts text into tokens. "
                "Train one, or open a run, to begin."
            ),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.train_requested)

    def _connect(self) -> None:
        self._editor.settled.connect(self._encode)
        self._special.currentIndexChanged.connect(self._encode)
        self._colouring.currentIndexChanged.connect(self._recolour)
        self._ids.toggled.connect(self._view.set_show_ids)
        self._view.current_changed.connect(self._show_current)
        self._view.hovered_changed.connect(self._show_hovered)
        self._view.span_activated.connect(self._ask_for_token)
        self._state.tokenizer_changed.connect(self._show_tokenizer)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        if tokenizer is None:
            self.set_caption("")
            self.show_empty()
            return
        self._say_size()
        self._view.set_text(SpanText.empty())
        self._strip.show_token()
        self._special.setEnabled(bool(tokenizer.special_tokens))
        self.show_content()
        self._encode()

    def _encode(self) -> None:
        """Encode the text: at once where it is short, in a job where it is long."""
        tokenizer = self._state.tokenizer
        if tokenizer is None:
            return
        if self._job is not None:
            self._job.cancel()
            self._job = None
        text, special = self._editor.raw_text, self._special.currentData()
        if tokenizer is self._warm and len(text) <= DIRECT_CHARACTERS:
            try:
                self._show_encoded(encode_text(tokenizer, text, special))
            except EngineError as error:
                self._show_error(error)
            return
        task = _encoding(tokenizer, text, special)
        job = Job(task, title=self.tr("Encode text"), brief=True, parent=self)
        job.finished.connect(self._take_encoded)
        job.failed.connect(self._show_error)
        self._job = job
        self._jobs.start(job)
        if self._jobs.holds(job):
            self.set_caption(self.tr("Preparing the engine"))

    def _say_size(self) -> None:
        tokenizer = self._state.tokenizer
        n_tokens = grouped(tokenizer.vocab_size if tokenizer is not None else 0)
        self.set_caption(self.tr("Vocabulary of %1").replace("%1", n_tokens))

    def _take_encoded(self, encoded: EncodedText) -> None:
        self._job = None
        self._warm = self._state.tokenizer
        self._say_size()
        self._show_encoded(encoded)

    def _show_encoded(self, encoded: EncodedText) -> None:
        self.bar.clear()
        spans = encoded.spans
        self._strip.show_token()
        self._view.set_text(spans, keep_place=True)
        n_tokens, n_bytes = spans.n_spans, len(spans.data)
        different = len(np.unique(spans.ids)) if spans.ids is not None else 0
        self._figures.show_values(
            grouped(n_tokens),
            grouped(n_bytes),
            ratio(n_bytes / n_tokens if n_tokens else None),
            grouped(encoded.characters),
            grouped(different),
        )

    def _show_error(self, error: Exception) -> None:
        self._job = None
        self._say_size()
        if isinstance(error, SpecialTokenError):
            words = self.tr(
                "The text holds the special token %1 at byte %2. Take it out, or choose another "
                "way to treat special tokens above."
            )
            words = words.replace("%1", error.token).replace("%2", grouped(error.offset))
        else:
            words = failure_words(error)
        self.bar.show_error(words)

    def _recolour(self) -> None:
        self._view.set_colouring(self._colouring.currentData())

    def _facts(self, span: int) -> TokenFacts | None:
        tokenizer, ids = self._state.tokenizer, self._view.text.ids
        if tokenizer is None or ids is None:
            return None
        return token_facts(tokenizer, int(ids[span]))

    def _show_hovered(self, span: int | None) -> None:
        self._show_in_strip(self._view.current if span is None else span)

    def _show_current(self, span: int | None) -> None:
        self._show_in_strip(span)
        tokenizer, ids = self._state.tokenizer, self._view.text.ids
        if span is None or tokenizer is None or ids is None:
            return
        token_id = int(ids[span])
        times = grouped(int(np.count_nonzero(ids == token_id)))
        words = self.tr("%1 times").replace("%1", times)
        self._state.inspect(inspection_of(tokenizer, token_id, occurrences=words))

    def _show_in_strip(self, span: int | None) -> None:
        facts = None if span is None else self._facts(span)
        tokenizer = self._state.tokenizer
        if facts is None or tokenizer is None:
            self._strip.show_token()
            return
        self._strip.show_token(
            facts.text,
            str(facts.token_id),
            "–" if facts.rank is None else grouped(facts.rank),
            grouped(len(facts.data)),
            hex_of(facts.data[:_LONGEST_HEX]),
            merged_from(tokenizer, facts),
        )

    def _ask_for_token(self, span: int) -> None:
        ids = self._view.text.ids
        if ids is not None:
            self.token_requested.emit(int(ids[span]))


def _encoding(
    tokenizer: Tokenizer, text: str, special: SpecialHandling
) -> Generator[StepProgress, None, EncodedText]:
    yield StepProgress("Encode text")
    _ = tokenizer.vocabulary
    return encode_text(tokenizer, text, special)
