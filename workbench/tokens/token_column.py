"""One tokenizer's tokens with its name and counts, and what copies the selected ones.

`TokenColumn` is the widget; `TokenCopying` copies text, ids, a Python list or JSON; `SourceMenu`
offers the tokenizers that a column can show.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from engine.splitting import CUT_BOTH, CUT_HERE, CUT_THERE
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, is_utf8
from workbench.tokens.text_encoding import EncodedColumns, EncodedText
from workbench.ui.spans.overview_strip import OverviewStrip
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import InstallButton
from workbench.ui.widgets.file_dialogs import PublishedMenu, ask_file, ask_folder
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.token_facts import token_facts
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.comparison import Baseline
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.runs.search import run_titles

if TYPE_CHECKING:
    from workbench.store import RunSummary

_LONGEST_HEX = 48

MOST_IDS = 1_000_000
MOST_DESCRIBED = 100_000

MOST_RUNS = 24


class TokenColumn(QWidget):
    """Name, counts and painted tokens of one tokenizer, the open one in the first column.

    Signals (payload: the column, and what happened in it):
        current_changed: (column, span or None).
        selection_changed: (column, range).    span_activated: (column, span).
        place_changed: (column, byte offset).
        remove_requested: the column.          source_chosen: (column, Baseline).
        installation_requested: tuple of modules that the tokenizer needs.
    """

    current_changed: Signal[tuple[TokenColumn, int | None]] = Signal(object)
    selection_changed: Signal[tuple[TokenColumn, range]] = Signal(object)
    span_activated: Signal[tuple[TokenColumn, int]] = Signal(object)
    place_changed: Signal[tuple[TokenColumn, float]] = Signal(object)
    remove_requested: Signal[TokenColumn] = Signal(object)
    source_chosen: Signal[tuple[TokenColumn, Baseline]] = Signal(object)
    installation_requested: Signal[tuple[str, ...]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.encoded: EncodedText | None = None
        self.view = SpanView(self.tr("Tokens"), theme, self.describe)
        self._name = ElidedLabel("", "section")
        self._library = ElidedLabel("", "caption")
        self._library.hide()
        self._counts = ElidedLabel("", "caption")
        self._against = ElidedLabel("", "caption")
        self._error = label("", "error", wrap=True)
        self._error.setMargin(SPACE_M)
        self._error.hide()
        self.install = InstallButton()
        self.install.installation_requested.connect(self.installation_requested)
        self._remove = QToolButton()
        self._remove.setAutoRaise(True)
        self._remove.clicked.connect(self._ask_to_remove)
        self._replace = QToolButton()
        self._replace.setAutoRaise(True)
        self._replace.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._sources = SourceMenu(self._replace)
        self._sources.source_chosen.connect(self._choose)
        self._replace.setMenu(self._sources)
        self._head = QWidget()
        self._theme = theme
        self._lay_out()
        self.view.current_changed.connect(self._note_current)
        self.view.selection_changed.connect(self._note_selection)
        self.view.span_activated.connect(self._note_activated)
        self.view.place_changed.connect(self._note_place)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def name(self) -> str:
        return self._name.text()

    @property
    def words(self) -> tuple[str, str]:
        """The two lines below the name: counts, and how it compares with the first column."""
        return self._counts.text(), self._against.text()

    @property
    def library_words(self) -> str:
        """The library that the tokenizer runs through, "" for none."""
        return "" if self._library.isHidden() else self._library.text()

    @property
    def error(self) -> str:
        return self._error.text()

    @property
    def sources(self) -> SourceMenu:
        """The menu that offers other tokenizers for this column."""
        return self._sources

    def set_head(self, name: str, *, is_first: bool, is_alone: bool) -> None:
        """Name the column; alone it needs no head, and the first one stays."""
        self._name.setText(name)
        self._head.setVisible(not is_alone)
        for button in (self._replace, self._remove):
            button.setVisible(not is_first)
        words = fill(self.tr("Remove the column %1"), name)
        self._remove.setAccessibleName(words)
        self._remove.setToolTip(plain_tip(words))
        words = fill(self.tr("Replace the column %1"), name)
        self._replace.setAccessibleName(words)
        self._replace.setToolTip(plain_tip(words))
        told = fill(self.tr("Tokens of %1"), name)
        self.view.setAccessibleName(self.tr("Tokens") if is_alone else told)

    def show_waiting(self, error: str) -> None:
        """Show nothing: the tokenizer is being read, or `error` says why there is none."""
        self.show_nothing("" if error else self.tr("Loading"))
        self._error.setText(error)
        self._error.setVisible(bool(error))
        self.install.offer_for(error)

    def show_nothing(self, words: str) -> None:
        """Show no tokens, and what is waited for in place of the counts."""
        if self.encoded is not None:
            self.encoded = None
            self._library.hide()
            self.view.set_text(SpanText.empty())
        self._counts.setText(words)
        self._against.setText("")

    def show_encoded(self, columns: EncodedColumns, number: int, *, keep_place: bool) -> None:
        """Show what the tokenizer of column `number` made of the text."""
        self._error.hide()
        self.install.offer_for("")
        encoded = columns.columns[number]
        if encoded is not self.encoded:
            self.view.set_text(encoded.spans, keep_place=keep_place)
            self.encoded = encoded
        spans = encoded.spans
        self.view.set_ringed(columns.changes[number])
        n_tokens, n_bytes = spans.n_spans, len(spans.data)
        words = counted(
            "TokenColumn",
            "1 token · %2 bytes per token",
            "%1 tokens · %2 bytes per token",
            n_tokens,
            grouped(n_tokens),
            ratio(n_bytes / n_tokens if n_tokens else None),
        )
        self._counts.setText(words)
        self._against.setText(self._words_against(columns, number))
        self._tell_library(encoded)

    def describe(self, span: int) -> str:
        """Return a token in words, as screen readers say it."""
        spans = self.view.text
        if self.encoded is None or spans.ids is None:
            return ""
        facts = token_facts(self.encoded.tokenizer, int(spans.ids[span]))
        words = self.tr("token %1 of %2, id %3, bytes %4, %5")
        parts = (span + 1, spans.n_spans, facts.token_id, hex_of(facts.data[:_LONGEST_HEX]))
        words = fill(words, *parts, facts.text)
        ringed = self.view.ringed
        if ringed is not None and ringed[span]:
            told = {
                CUT_HERE: self.tr("%1, split only here"),
                CUT_THERE: self.tr("%1, split only in the first column"),
                CUT_BOTH: self.tr("%1, split differently from the first column"),
            }
            words = fill(told[int(ringed[span])], words)
        return words

    def _tell_library(self, encoded: EncodedText) -> None:
        """Say of a tokenizer that runs through its library which that is, and why."""
        tokenizer = encoded.tokenizer
        self._library.setVisible(runs_elsewhere(tokenizer))
        if runs_elsewhere(tokenizer):
            told = "\n".join(
                (
                    fill(
                        self.tr("It runs in %1, because %2."),
                        tokenizer.library,
                        sentence_words(tokenizer.reason),
                    ),
                    *map(sentence_words, tokenizer.remarks),
                )
            )
            self._library.setText(tokenizer.library)
            self._library.setToolTip(plain_tip(told))
            self._library.setAccessibleDescription(told)

    def _words_against(self, columns: EncodedColumns, number: int) -> str:
        if not columns.compared[number]:
            return self.tr("Normalizes the text, so it is not compared")
        if number == 0:
            return self.tr("Reference")
        first = columns.columns[0].spans.n_spans
        share = columns.from_first[number]
        if share is None or not first:
            return ""
        more = 100 * (columns.columns[number].spans.n_spans - first) / first
        words = self.tr("%1 tokens · %2 of bytes differ")
        return fill(words, signed_percent(more), percent(share))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_XS)
        row.addWidget(self._name, 3)  # the name keeps its room beside a library with a long one
        row.addWidget(self._library, 2)
        for button in (self._replace, self._remove):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # heads are of one height, with and without
            button.setSizePolicy(policy)
            row.addWidget(button)
        vertical(
            row,
            self._counts,
            self._against,
            parent=self._head,
            margins=(SPACE_M, SPACE_S, SPACE_S, SPACE_S),
            spacing=0,
        )
        column = vertical(self._head, self._error, parent=self, spacing=0)
        column.addWidget(self.install, 0, Qt.AlignmentFlag.AlignHCenter)
        text = horizontal((self.view, 1), OverviewStrip(self.view, self._theme), spacing=0)
        column.addLayout(text, 1)

    def _note_current(self, span: int | None) -> None:
        self.current_changed.emit((self, span))

    def _note_selection(self, spans: range) -> None:
        self.selection_changed.emit((self, spans))

    def _note_activated(self, span: int) -> None:
        self.span_activated.emit((self, span))

    def _note_place(self, offset: float) -> None:
        self.place_changed.emit((self, offset))

    def _dress(self) -> None:
        """Draw the icons in the colours of the scheme in force."""
        self._remove.setIcon(icon("close", self._theme))
        self._replace.setIcon(icon("chevron-down", self._theme))

    def _ask_to_remove(self) -> None:
        self.remove_requested.emit(self)

    def _choose(self, source: Baseline) -> None:
        self.source_chosen.emit((self, source))


def signed_percent(number: float) -> str:
    """Return a number of percent with its sign, one decimal below ten."""
    digits = f"{number:+.1f}" if abs(number) < 10 else f"{number:+.0f}"
    return f"{digits} %".replace("-", "\N{MINUS SIGN}")


class TokenCopying(QObject):
    """Copies the selected tokens of the last used view; all, if at most one is selected.

    Signals:
        refused: the sentence that says what is too large to copy.
    """

    refused: Signal[str] = Signal(object)

    def __init__(self, view: SpanView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view

    def set_view(self, view: SpanView) -> None:
        """Copy from this view from now on."""
        self._view = view

    def copy_text(self) -> None:
        """Put the tokens' text on the clipboard; bytes that are no text as \\xNN."""
        chosen = self._chosen()
        if chosen:
            data = self._view.text.range_bytes(chosen[0], chosen[-1])
            QGuiApplication.clipboard().setText(data.decode("utf-8", "backslashreplace"))

    def copy_ids(self) -> None:
        """Put the ids on the clipboard, one space between."""
        if self._allows(MOST_IDS):
            QGuiApplication.clipboard().setText(" ".join(map(str, self._ids())))

    def copy_ids_as_list(self) -> None:
        """Put the ids on the clipboard as a list that Python and JSON read."""
        if self._allows(MOST_IDS):
            QGuiApplication.clipboard().setText(json.dumps(self._ids()))

    def copy_as_json(self) -> None:
        """Put the tokens on the clipboard as JSON: id, place, bytes, and text where it is some."""
        if not self._allows(MOST_DESCRIBED):
            return
        spans, chosen = self._view.text, self._chosen()
        ids = self._ids()
        lines = []
        for span, token_id in zip(chosen, ids, strict=True):
            data = spans.span_bytes(span)
            token = {
                "id": token_id,
                "start": int(spans.bounds[span]),
                "end": int(spans.bounds[span + 1]),
                "bytes": data.hex(),
                "text": data.decode() if is_utf8(data) else None,
            }
            lines.append(json.dumps(token, ensure_ascii=False))
        QGuiApplication.clipboard().setText("[" + ",\n ".join(lines) + "]\n")

    def _allows(self, most: int) -> bool:
        n_tokens = len(self._chosen())
        if n_tokens > most:
            words = self.tr("%1 tokens are too many to copy this way; select %2 or fewer.")
            words = fill(words, grouped(n_tokens), grouped(most))
            self.refused.emit(words)
        return n_tokens <= most

    def _chosen(self) -> range:
        chosen = self._view.selected
        return chosen if len(chosen) > 1 else range(self._view.text.n_spans)

    def _ids(self) -> list[int]:
        ids, chosen = self._view.text.ids, self._chosen()
        return [] if ids is None else [int(i) for i in ids[chosen.start : chosen.stop]]


class SourceMenu(QMenu):
    """Offers tokenizers: files and folders, published ones, baselines of the window, runs.

    Signals:
        source_chosen: the Baseline; a file or folder has no name yet.
    """

    source_chosen: Signal[Baseline] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSummary, ...] = ()
        self._baselines: tuple[Baseline, ...] = ()
        self._published = PublishedMenu(self)
        self._published.name_chosen.connect(self._choose_published)
        self.aboutToShow.connect(self.fill)

    def set_choices(self, runs: Sequence[RunSummary], baselines: Sequence[Baseline]) -> None:
        """Know the runs of the store and the tokenizers that other panes measure with."""
        self._runs = tuple(run for run in runs if run.status == "finished")
        self._baselines = tuple(each for each in baselines if each.run_id is None)

    def fill(self) -> None:
        """Refill the menu."""
        self.removeAction(self._published.menuAction())  # clear() would make Python its owner
        self.clear()
        self._offer(self.tr("Tokenizer file…")).triggered.connect(self.ask_file)
        self._offer(self.tr("Folder of a tokenizer…")).triggered.connect(self.ask_folder)
        self.addMenu(self._published)
        if self._baselines:
            self.addSeparator()
        for each in self._baselines:
            self._offer_source(each, fill(self.tr("Baseline %1"), each.name))
        if self._runs:
            self.addSeparator()
        titles = run_titles(self._runs)
        for run in self._runs[:MOST_RUNS]:
            title = titles[run.run_id]
            words = fill(self.tr("%1   %2 tokens"), title, grouped(run.vocab_size))
            self._offer_source(Baseline(title, run_id=run.run_id), words)

    def ask_file(self) -> None:
        """Let the person choose the file of a tokenizer."""
        title = self.tr("Tokenizer to compare with")
        name = ask_file(self.parentWidget(), title)
        self._choose_path(name)

    def ask_folder(self) -> None:
        """Let the person choose a folder that holds a tokenizer."""
        title = self.tr("Folder of a tokenizer")
        self._choose_path(ask_folder(self.parentWidget(), title))

    def _choose_path(self, name: str) -> None:
        if name:
            self.source_chosen.emit(Baseline("", path=Path(name)))

    def _choose_published(self, name: str) -> None:
        self.source_chosen.emit(Baseline(name, published=name))

    def _offer(self, words: str) -> QAction:
        return self.addAction(words.replace("&", "&&"))

    def _offer_source(self, source: Baseline, words: str) -> None:
        action = self._offer(words)
        action.setData(source)
        action.triggered.connect(self._choose_offered)

    def _choose_offered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.source_chosen.emit(action.data())
