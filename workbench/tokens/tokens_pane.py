"""The Tokens pane: a text above, its coloured tokens below, of one to four tokenizers.

Read `TokensPane` first; `TextInput` has the text to encode, `TokenLookUp` shows facts on the
current token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSplitter, QStackedWidget, QWidget

from engine.errors import SpecialTokenError
from workbench.signals import Signal
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.tokens.text_encoding import (
    ColumnEncoder,
    ColumnEncodingError,
    EncodedColumns,
    HeldText,
    size_words,
    utf8_of_text,
)
from workbench.tokens.token_column import SourceMenu, TokenCopying
from workbench.tokens.token_columns import ColumnSpan, DifferenceBar, TokenColumns, TokenOptions
from workbench.tokens.token_columns_flow import MOST_COLUMNS, TokenizerColumn
from workbench.tokens.token_dropout import DropoutChoice
from workbench.ui.spans.find_bar import FindBar, with_find_bar
from workbench.ui.spans.overlays import Overlays, ShowButton
from workbench.ui.spans.span_legend import SpanLegend
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.pane import Pane
from workbench.ui.widgets.raw_text_edit import RawTextEdit
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.token_facts import inspection_of
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.comparison import Baseline
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from workbench.store import RunSummary
    from workbench.tokens.token_columns import ColumnSource


MOST_TYPED = 200_000  # characters; an editor is slow with more
_PREVIEW_BYTES = 16_000


class TextInput(QWidget):
    """An editor. A held text is shown by its beginning and cannot be edited.

    Signals:
        changed: another text is to be encoded.
        file_chosen: Path of a text file that the person wants to see.
    """

    changed = Signal()
    file_chosen: Signal[Path] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: HeldText | None = None
        self._typed = SAMPLE_TEXT
        self._words = ElidedLabel("", "caption")
        self._open = QPushButton(self.tr("Open file…"))
        self._open.setToolTip(self.tr("Show the tokens of a text file of any size"))
        self._back = QPushButton(self.tr("Back to typing"))
        self._back.hide()
        self.editor = _PlainInput(self.tr("Text to encode"), theme)
        self.editor.set_settled_text(SAMPLE_TEXT)
        self.editor.setPlaceholderText(self.tr("Type or paste text, or drop a text file here."))
        head = horizontal(
            label(self.tr("Text"), "section"), STRETCH, self._back, self._open, spacing=SPACE_S
        )
        vertical(
            head,
            self._words,
            (self.editor, 1),
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
        self._words.hide()
        self.editor.settled.connect(self._note_typed)
        self.editor.big_text_pasted.connect(self._hold_pasted)
        self._open.clicked.connect(self.ask_file)
        self._back.clicked.connect(self.release)

    @property
    def data(self) -> bytes:
        """The text as UTF-8, or the bytes of a file as they are."""
        return utf8_of_text(self.editor.raw_text) if self._held is None else self._held.data

    @property
    def held(self) -> HeldText | None:
        """The text that is held, None while a person types."""
        return self._held

    @property
    def words(self) -> str:
        """The line above the text of a file."""
        return self._words.text()

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed or pasted."""
        if len(text) > MOST_TYPED:
            self._hold_pasted(text)
            return
        self.release()
        self.editor.setPlainText(text)
        self.editor.settle()

    def hold(self, held: HeldText) -> None:
        """Show a text that is too long to be edited, or a file's."""
        if self._held is None:
            self._typed = self.editor.raw_text
        self._held = held
        self._words.setText(size_words(held))
        self._words.setToolTip(plain_tip(str(held.path or "")))
        beginning = held.data[:_PREVIEW_BYTES]
        shown = beginning.decode("utf-8", "ignore").replace("\0", "\N{SYMBOL FOR NULL}")
        if len(held.data) > len(beginning):
            shown += "…"
        self.editor.set_settled_text(shown)
        self.editor.setReadOnly(True)
        self._words.show()
        self._back.show()
        self.changed.emit()

    def release(self) -> None:
        """Let go of a held text and bring back what was typed before."""
        if self._held is None:
            return
        self._held = None
        self._words.setText("")
        self.editor.setReadOnly(False)
        for hidden in (self._words, self._back):
            hidden.hide()
        self.editor.setPlainText(self._typed)
        self.editor.settle()

    def ask_file(self) -> None:
        """Let the person choose a text file."""
        name = ask_file(self, self.tr("Text to encode"))
        if name:
            self.file_chosen.emit(Path(name))

    def _note_typed(self) -> None:
        if self._held is None:
            self.changed.emit()

    def _hold_pasted(self, text: str) -> None:
        self.hold(HeldText(self.tr("Pasted text"), utf8_of_text(text)))


class _PlainInput(RawTextEdit):
    """Leaves dropped files to the pane, and hands on what is too long to be edited.

    Signals:
        big_text_pasted: the text, of more than MOST_TYPED characters.
    """

    big_text_pasted: Signal[str] = Signal(object)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and len(source.text()) > MOST_TYPED:
            self.big_text_pasted.emit(source.text())
        elif not source.hasUrls():
            super().insertFromMimeData(source)


_LONGEST_HEX = 48

OVERLAYS = ("tokens", "ids", "bytes", "pre_tokens", "white_space")
_TEXT_SHARE = 3  # 1 / this of the pane's height or width


class TokenLookUp(QObject):
    """Shows the current token in the inspector.

    Signals:
        token_requested: int, a token of the open tokenizer to show in the vocabulary.
        refused: the sentence that says why a token cannot be shown there.
    """

    token_requested: Signal[int] = Signal(object)
    refused: Signal[str] = Signal(object)

    def __init__(self, state: WorkbenchState, columns: TokenColumns, parent: QObject) -> None:
        super().__init__(parent)
        self._state, self._columns = state, columns
        self._current: ColumnSpan | None = None
        self._inspected: Inspection | None = None  # what this one showed in the inspector
        columns.current_changed.connect(self._show_current)
        columns.span_activated.connect(self._ask_for)

    def ask_for_current(self) -> None:
        """Ask for the current token in the vocabulary."""
        if self._current is not None:
            self._ask_for(self._current)

    def _show_current(self, place: ColumnSpan) -> None:
        self._current = None if place.span is None else place
        column = self._columns.columns[place.column]
        spans, encoded = column.view.text, column.encoded
        if place.span is None or encoded is None or spans.ids is None:
            self._leave_inspector()
            return
        token_id, start = int(spans.ids[place.span]), int(spans.bounds[place.span])
        times = int(np.count_nonzero(spans.ids == token_id))
        words = counted("TokenLookUp", "once", "%1 times", times)
        found = inspection_of(encoded.tokenizer, token_id, occurrences=words)
        facts = (
            Fact(
                self.tr("Token in the text"),
                fill(self.tr("%1 of %2"), grouped(place.span + 1), grouped(spans.n_spans)),
            ),
            Fact(self.tr("Byte in the text"), grouped(start)),
        )
        self._inspected = replace(found, facts=(*found.facts, *facts))
        self._state.inspect(self._inspected)

    def _leave_inspector(self) -> None:
        """Another text came: the token that the inspector speaks of may not be in it."""
        if self._inspected is not None and self._state.inspection == self._inspected:
            self._state.inspect(None)
        self._inspected = None

    def _ask_for(self, place: ColumnSpan) -> None:
        column = self._columns.columns[place.column]
        ids = column.view.text.ids
        if ids is None or place.span is None:
            return
        if column.encoded is not None and column.encoded.tokenizer is self._state.any_tokenizer:
            self.token_requested.emit(int(ids[place.span]))
        else:
            words = self.tr("The vocabulary shows the open tokenizer; open %1 to see its tokens.")
            self.refused.emit(fill(words, column.name))


class TokensPane(Pane):
    """Encodes a text with the open tokenizer and those beside it.

    Signals:
        train_requested: train; there is no tokenizer yet.
        token_requested: int, a token to show in the vocabulary.
        columns_wanted: the pane is visible; load the remembered columns.
        column_added: Baseline.    column_removed: its number from 0, without the open tokenizer.
        column_replaced: (number, Baseline).
    """

    train_requested = Signal()
    token_requested: Signal[int] = Signal(object)
    columns_wanted = Signal()
    column_added: Signal[Baseline] = Signal(object)
    column_removed: Signal[int] = Signal(object)
    column_replaced: Signal[ColumnSource] = Signal(object)

    def __init__(
        self, state: WorkbenchState, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Tokens"), parent)
        self._state = state
        self._beside: tuple[TokenizerColumn, ...] = ()
        self._runs: tuple[RunSummary, ...] = ()
        self._shown: tuple[object, object] = (None, None)  # file and tokenizer of what is on show
        self._encoder = ColumnEncoder(jobs, self)
        self._compare = QPushButton(self.tr("Compare with"))
        self._compare.setProperty("kind", "menu")
        self.sources = SourceMenu(self._compare)
        self._compare.setMenu(self.sources)
        self.show_menu = ShowButton(OVERLAYS)
        self._copy = QPushButton(self.tr("Copy"))
        self._copy.setProperty("kind", "menu")
        self._copy.setMenu(QMenu(self._copy))
        self.dropout = DropoutChoice()
        self.options = TokenOptions((self.show_menu, self._compare, self._copy, self.dropout))
        words = (
            self.tr("tokens"), self.tr("bytes"), self.tr("bytes per token, this text"),
            self.tr("characters"), self.tr("different tokens"),
        )  # fmt: skip
        self._figures = Figures(words, theme, least=1)
        self.input = TextInput(theme)
        self.columns = TokenColumns(theme)
        self.legend = SpanLegend(theme)
        self.copying = TokenCopying(self.view, self)
        self._look_up = TokenLookUp(state, self.columns, self)
        self._make_actions()
        self.finder = FindBar(self, "tokens", self._views, theme)
        self.difference_bar = DifferenceBar(self._previous, self._next)
        self._lay_out()
        self._connect()
        self._offer_sources()
        self._show_tokenizer(state.any_tokenizer)

    @property
    def view(self) -> SpanView:
        """The painted tokens of the open tokenizer."""
        return self.columns.columns[0].view

    @property
    def figures(self) -> tuple[str, ...]:
        """Tokens, bytes, bytes per token, characters, different tokens."""
        return self._figures.values()

    @property
    def ids(self) -> list[int]:
        """The ids on show."""
        found = self.view.text.ids
        return [] if found is None else [int(token_id) for token_id in found]

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed."""
        self.input.set_text(text)

    def open_file(self, path: Path) -> None:
        """Show the tokens of a text file."""
        self.input.editor.settle()  # else what was typed before would take the file's place
        self._encoder.read(path)

    def set_columns(self, columns: Sequence[TokenizerColumn]) -> None:
        """Show these tokenizers beside the open one."""
        self._beside = tuple(columns)
        self._arrange()
        self._encode()

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Offer the runs of the store, and know the open one's name."""
        self._runs = tuple(runs)
        self._offer_sources()
        self._arrange()

    def drop_words(self, paths: Sequence[Path]) -> str:
        """Say what dropping files here would do."""
        if self._state.any_tokenizer is None or not paths:
            return ""
        if all(is_tokenizer_path(path) for path in paths):
            return self.tr("Compare with this tokenizer")
        if len(paths) == 1 and paths[0].is_file():
            return self.tr("Show the tokens of this file")
        return ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        """Take tokenizers as columns, and a file as the text."""
        if not self.drop_words(paths):
            return False
        if all(is_tokenizer_path(path) for path in paths):
            for path in paths:
                self.column_added.emit(Baseline("", path=path))
        else:
            self.open_file(paths[0])
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.columns_wanted.emit()

    def _make_actions(self) -> None:
        make, columns = self.make_action, self.columns
        hint = self.tr("Show the tokens of a text file of any size.")
        make("tokens.open_file", self.tr("Open text file…"), self.input.ask_file, hint=hint)
        hint = self.tr("Compare a tokenizer file in a column of its own.")
        words = self.tr("Compare with tokenizer file…")
        make("tokens.compare_file", words, self.sources.ask_file, hint=hint)
        hint = self.tr("Go to the next difference between the columns.")
        words, slot = self.tr("Next differing token"), columns.show_next_difference
        self._next = make("tokens.next_difference", words, slot, keys="F8", hint=hint)
        hint = self.tr("Go to the previous difference between the columns.")
        words, slot = self.tr("Previous differing token"), columns.show_previous_difference
        self._previous = make("tokens.previous_difference", words, slot, keys="Shift+F8", hint=hint)
        hint = self.tr("Show the current token in the vocabulary.")
        words, slot = self.tr("Show in vocabulary"), self._look_up.ask_for_current
        self._show_token = make("tokens.show_in_vocabulary", words, slot, hint=hint)
        hint = self.tr("Draw again which merges are dropped.")
        words, slot = self.tr("Draw again"), self.dropout.draw_again
        self.draw_again = make("tokens.draw_again", words, slot, keys="F5", hint=hint)
        self._make_copying()

    def _make_copying(self) -> None:
        make, copying = self.make_action, self.copying
        as_list, as_json = self.tr("Copy ids as a Python list"), self.tr("Copy tokens as JSON")
        hint = self.tr("Copy id, position, bytes and text of each token.")
        copies = (
            make("tokens.copy_text", self.tr("Copy text"), copying.copy_text, keys="Ctrl+C"),
            make("tokens.copy_ids", self.tr("Copy ids"), copying.copy_ids, keys="Ctrl+Shift+C"),
            make("tokens.copy_ids_as_list", as_list, copying.copy_ids_as_list),
            make("tokens.copy_as_json", as_json, copying.copy_as_json, hint=hint),
        )
        self._copy.menu().addActions(copies)
        self.columns.set_actions((*copies, self._show_token))

    def _lay_out(self) -> None:
        self._top = QStackedWidget()
        self._top.addWidget(self._figures)
        self._top.addWidget(self.difference_bar)
        self.add_head(self._top, self.options)
        self.draw_button = ActionButton(self.draw_again)
        self.draw_button.hide()
        below = horizontal(
            (self.legend, 1),
            self.draw_button,
            ActionButton(self._show_token),
            spacing=SPACE_S,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS),
        )
        self._halves = QSplitter(Qt.Orientation.Horizontal)
        self._halves.setChildrenCollapsible(False)
        self._halves.addWidget(self.input)
        self._halves.addWidget(with_find_bar(self.finder, self.columns))
        self._halves.setStretchFactor(0, 1)
        self._halves.setStretchFactor(1, _TEXT_SHARE - 1)
        content = QWidget()
        vertical(hairline(), (self._halves, 1), hairline(), below, parent=content, spacing=0)
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "See how a tokenizer splits text into tokens. Train one, or open a run, to begin."
            ),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.train_requested)

    def _connect(self) -> None:
        self.input.changed.connect(self._encode)
        self.input.file_chosen.connect(self.open_file)
        self.options.special_changed.connect(self._encode)
        self.dropout.changed.connect(self._encode)
        self.options.colouring_changed.connect(self.columns.set_colouring)
        self.options.colouring_changed.connect(self._explain)
        self.show_menu.changed.connect(self._show_overlays)
        self.sources.source_chosen.connect(self.column_added)
        self._encoder.encoded.connect(self._show_encoded)
        self._encoder.text_loaded.connect(self.input.hold)
        self._encoder.failed.connect(self._show_error)
        self._encoder.busy_changed.connect(self.set_caption)
        self._look_up.token_requested.connect(self.token_requested)
        for refused in (self.copying.refused, self._look_up.refused):
            refused.connect(self.bar.show_note)
        columns = self.columns
        columns.active_changed.connect(self.copying.set_view)
        columns.active_changed.connect(self._search_again)
        columns.difference_changed.connect(self.difference_bar.show_place)
        columns.removed.connect(self.column_removed)
        columns.replaced.connect(self.column_replaced)
        self._state.any_tokenizer_changed.connect(self._show_tokenizer)
        self._state.run_id_changed.connect(self._arrange)
        self._state.run_id_changed.connect(self._offer_sources)
        self._state.baselines_changed.connect(self._offer_sources)

    def _show_tokenizer(self, tokenizer: AnyTokenizer | None) -> None:
        self._arrange()
        if tokenizer is None:
            self._encoder.forget()
            self._shown = (None, None)
            self.columns.show_pending("")
            self.show_empty()
            return
        self.show_content()
        self._encode()

    def _arrange(self, _changed: object = None) -> None:
        """Have a column for each tokenizer; several stand below the text, not beside it."""
        names = [self._name_of_open(), *(each.source.name for each in self._beside)]
        self.columns.set_names(names)
        for number, beside in enumerate(self._beside, 1):
            if beside.tokenizer is None:
                self.columns.columns[number].show_waiting(beside.error)
        several = len(names) > 1
        self.options.note_comparing(several)
        self._explain()
        self._top.setCurrentIndex(int(several))
        for action in (self._next, self._previous):
            action.setEnabled(several)
            action.setStatusTip("" if several else self.tr("compare with another tokenizer first"))
        self._compare.setEnabled(len(names) < MOST_COLUMNS)
        wanted = Qt.Orientation.Vertical if several else Qt.Orientation.Horizontal
        if self._halves.orientation() is not wanted:
            self._halves.setOrientation(wanted)
            length = self._halves.height() if several else self._halves.width()
            text = length // (_TEXT_SHARE + 1 if several else _TEXT_SHARE)
            self._halves.setSizes([text, length - text])

    def _explain(self, _changed: object = None) -> None:
        """Explain the colours and marks that are shown."""
        overlays, is_comparing = self.show_menu.overlays, bool(self._beside)
        self.legend.explain(self.options.colouring, overlays, is_comparing=is_comparing)

    def _name_of_open(self) -> str:
        run_id = self._state.run_id
        name = run_titles(self._runs).get(run_id or "")
        return name or self._state.tokenizer_name or self.tr("Open tokenizer")

    def _offer_sources(self, _changed: object = None) -> None:
        """Offer all runs but the open one, which is the first column already."""
        baselines = self._state.baselines
        runs = [run for run in self._runs if run.run_id != self._state.run_id]
        self.sources.set_choices(runs, baselines)
        self.columns.set_choices(runs, baselines)

    def _tokenizers(self) -> list[AnyTokenizer]:
        """Return those that can encode, the open one first."""
        first = self._state.any_tokenizer
        others = [each.tokenizer for each in self._beside if each.tokenizer is not None]
        return [] if first is None else [first, *others]

    def _encode(self, _changed: object = None) -> None:
        tokenizers = self.dropout.applied(self._tokenizers())
        self.draw_again.setEnabled(self.dropout.share > 0)
        self.draw_button.setVisible(self.dropout.share > 0)
        self.draw_again.setStatusTip(
            "" if self.dropout.share else self.tr("choose a dropout first")
        )
        if tokenizers:
            self.options.allow_special(any(each.special_tokens for each in tokenizers))
            pre_tokens = self.show_menu.overlays.pre_tokens
            self._encoder.encode(
                self.input.data, self.options.special, tokenizers, pre_tokens=pre_tokens
            )
            if self._encoder.is_busy and self._shown != (self.input.held, tokenizers[0]):
                # Nothing of another file or tokenizer stays below the new one's name.
                self._shown = (None, None)
                self.columns.show_pending(self.tr("Encoding…"))
                self.difference_bar.show_encoded(None)
                self._figures.show_values(*(["–"] * 5))

    def _views(self) -> list[SpanView]:
        """Return those of all columns, the active one first."""
        active = self.columns.active.view
        others = [each.view for each in self.columns.columns if each.view is not active]
        return [active, *others]

    def _search_again(self, _view: SpanView) -> None:
        self.finder.search_again()

    def _show_overlays(self, overlays: Overlays) -> None:
        """Show other layers; where pre-tokens begin is found when it is first asked for."""
        self.columns.set_overlays(overlays)
        self._explain()
        if overlays.pre_tokens:
            self._encode()

    def _show_encoded(self, encoded: EncodedColumns) -> None:
        self.bar.clear()
        ready = [number for number, each in enumerate(self._beside, 1) if each.tokenizer]
        self._shown = (self.input.held, self._state.any_tokenizer)
        self.columns.show_encoded(encoded, [0, *ready])
        self.difference_bar.show_encoded(encoded)
        self.finder.search_again()
        first = encoded.columns[0]
        n_tokens, n_bytes = first.spans.n_spans, len(first.spans.data)
        self._figures.show_values(
            grouped(n_tokens),
            grouped(n_bytes),
            ratio(n_bytes / n_tokens if n_tokens else None),
            grouped(encoded.characters),
            grouped(first.different),
        )

    def _show_error(self, error: Exception) -> None:
        name = ""
        if isinstance(error, ColumnEncodingError):
            if len(self._tokenizers()) > 1:
                name = self.columns.columns[error.column].name
            error = error.error
        if isinstance(error, SpecialTokenError):
            words = self.tr(
                "The text contains the special token %1 at byte %2. Remove it, or choose "
                "another treatment of special tokens above."
            )
            words = fill(words, error.token, grouped(error.offset))
        else:
            words = failure_words(error)
        if name:
            words = fill(self.tr("%1: %2"), name, words)
        self.bar.show_error(words)
