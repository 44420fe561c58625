"""DropOverlay: while files or text hang over the window, it says what dropping them would do.

It lies over the panes as long as something is dragged, so that fields below do not take paths for
text; the pane under the pointer is asked first, then what belongs to the kind of thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from engine.corpus import COMPRESSION_SUFFIXES, TEXT_SUFFIXES, plain_suffix
from engine.machine import check_regular
from workbench.frame.docks import Docks, Pages
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import RADIUS_SURFACE, SPACE_L, SPACE_S, SPACE_XS, TEXT_TITLE, Theme
from workbench.ui.widgets.message_bar import MessageBar
from workbench.work.tokenizer_files import is_tokenizer_path

# What it is that the user drops on the window: text, a mixture, a tokenizer, a chat template.


HEAD_BYTES = 4096
MOST_JSON_BYTES = 1_000_000
TEMPLATE_SUFFIXES = (".jinja", ".j2")
MIXTURE_KEYS = {"shares", "bytes", "alpha", "target_bytes", "seed"}


class Kind(StrEnum):
    """What files and folders are, by name and first bytes."""

    CORPUS = "corpus"
    MIXTURE = "mixture"
    TOKENIZER = "tokenizer"
    TEMPLATE = "template"
    OTHER = "other"


def kind_of(path: Path) -> Kind:
    """Return what a file or folder is; OTHER for what nothing here can use."""
    try:
        if path.is_dir():
            return Kind.TOKENIZER if is_tokenizer_path(path) else Kind.CORPUS
        check_regular(path)
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError:
        return Kind.OTHER
    suffix = path.suffix.lower()
    if is_tokenizer_path(path):
        return Kind.TOKENIZER
    if suffix in TEMPLATE_SUFFIXES:
        return Kind.TEMPLATE
    if _is_mixture(path, suffix, head):
        return Kind.MIXTURE
    is_known = plain_suffix(path) in TEXT_SUFFIXES or suffix in COMPRESSION_SUFFIXES
    return Kind.CORPUS if is_known or b"\0" not in head else Kind.OTHER


def kinds_of(paths: Sequence[Path]) -> set[Kind]:
    """The kinds among several."""
    return {kind_of(path) for path in paths}


def read_mixture_json(path: Path) -> dict[str, object]:
    """The settings of a mixture in a JSON file, also under the key "mixture".

    Raises ValueError where there is none, OSError where it cannot be read.
    """
    check_regular(path)
    value = json.loads(path.read_text(encoding="utf-8-sig"))
    if isinstance(value, dict) and isinstance(value.get("mixture"), dict):
        value = value["mixture"]
    if not isinstance(value, dict) or not value or not set(value) <= MIXTURE_KEYS:
        raise ValueError(f"{path.name} contains no mixture.")
    return {key: part for key, part in value.items() if part is not None}


def _is_mixture(path: Path, suffix: str, head: bytes) -> bool:
    if suffix == ".toml":
        keys = (b"shares", b"bytes", b"alpha", b"[[group", b"temperature", b"target_bytes")
        return any(key in head for key in keys)
    if suffix != ".json" or path.stat().st_size > MOST_JSON_BYTES:
        return False
    try:
        read_mixture_json(path)
    except (OSError, ValueError):
        return False
    return True


VEIL_ALPHA = 0.85


@dataclass(frozen=True)
class Way:
    """What is done with things of a kind.

    words: said before. take: called with the paths. pane: the workspace they go to.
    """

    words: str
    take: Callable[[Sequence[Any]], object]
    pane: str = ""


@dataclass(frozen=True)
class Plan:
    """What dropping here and now would do; take is None where it is refused."""

    words: str
    take: Callable[[], object] | None
    pane: str = ""


class DropOverlay(QWidget):
    """Watches the workspaces, and a page in their place, for drags.

    bar: says why nothing was done, until a drop is accepted.
    """

    def __init__(
        self, docks: Docks, pages: Pages, bar: MessageBar, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._bar, self._refusal = bar, 0
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Drop target"))
        self._docks, self._pages, self._theme = docks, pages, theme
        self._ways: dict[Kind, Way] = {}
        self._text_way: tuple[str, Callable[[str], object]] | None = None
        self._plan = Plan("", None)
        self._looked_at: tuple[tuple[Path, ...], set[Kind]] = ((), set())
        self.hide()
        parent.setAcceptDrops(True)
        parent.installEventFilter(self)

    def set_ways(
        self, ways: Mapping[Kind, Way], text_words: str, take_text: Callable[[str], object]
    ) -> None:
        """Say what becomes of things that the pane below does not take itself, and of text."""
        self._ways = dict(ways)
        self._text_way = (text_words, take_text)

    def plan_for(self, data: QMimeData, pane: str) -> Plan:
        """Return what dropping `data` on a pane would do."""
        paths, corpus = dropped_paths(data), self._ways.get(Kind.CORPUS)
        addresses = [url.toString() for url in data.urls() if not url.isLocalFile()]
        if paths:
            return self._plan_for_paths(paths, pane)
        if addresses and corpus is not None:
            return Plan(corpus.words, lambda: corpus.take(addresses), "corpus")
        if data.hasText() and self._text_way is not None:
            words, take = self._text_way
            text = data.text()
            return Plan(words, lambda: take(text), "tokens")
        return Plan(self.tr("Only files, folders and text can be dropped here."), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle drags over the rail and the bars, which the overlay does not cover.

        Qt sends the window's DragLeave before the overlay's DragEnter.
        """
        if isinstance(event, QDragEnterEvent) and event.source() is None:
            corner = self._cover()
            self._show_plan(event.mimeData(), event.position().toPoint() - corner)
            event.acceptProposedAction()
            return True
        if self.isVisible() and event.type() is QEvent.Type.DragLeave:
            self.hide()
            return True
        if self.isVisible() and event.type() is QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._drop(event, event.position().toPoint() - self.pos())
            return True
        return super().eventFilter(watched, event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._cover()
        self._show_plan(event.mimeData(), event.position().toPoint())
        event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._show_plan(event.mimeData(), event.position().toPoint())
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Do it, or say why not."""
        self._drop(event, event.position().toPoint())

    def _cover(self) -> QPoint:
        """Lie over the workspaces; returns the upper left corner."""
        window = self.parentWidget()
        assert window is not None
        corner = self._pages.mapTo(window, QPoint(0, 0))
        self.setGeometry(QRect(corner, self._pages.size()))
        self.raise_()
        self.show()
        return corner

    def _drop(self, event: QDropEvent, point: QPoint) -> None:
        self.hide()
        plan = self.plan_for(event.mimeData(), self._pane_at(point))
        event.acceptProposedAction()
        if plan.take is None:
            self._refuse(plan.words)
        else:
            self._bar.end(self._refusal)
            plan.take()

    def _refuse(self, sentence: str) -> None:
        self._refusal = self._bar.show_error(sentence)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        target = self._target().adjusted(SPACE_S, SPACE_S, -SPACE_S, -SPACE_S)
        veil = theme.colour("window")
        veil.setAlphaF(VEIL_ALPHA)
        painter.setBrush(veil)
        role = "accent" if self._plan.take is not None else "negative"
        pen = QPen(theme.colour(role), 2)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(target, RADIUS_SURFACE, RADIUS_SURFACE)
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font(TEXT_TITLE, bold=True))
        inner = target.adjusted(SPACE_L, SPACE_XS, -SPACE_L, -SPACE_XS)
        place = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
        painter.drawText(inner, place, self._plan.words)

    def _plan_for_paths(self, paths: Sequence[Path], pane: str) -> Plan:
        gone = [path for path in paths if not path.exists()]
        if gone:
            words = self.tr("%1 was not found.")
            return Plan(fill(words, str(gone[0])), None)
        page = self._pages.page
        if page is not None and (offer := page.drop_offer(paths)) is not None:
            return Plan(*offer)
        kinds = self._kinds_of(tuple(paths))
        if Kind.OTHER in kinds:
            [name, *_] = [path.name for path in paths if kind_of(path) is Kind.OTHER]
            words = self.tr(
                "%1 cannot be used here: it is no text, tokenizer, mixture or chat template."
            )
            return Plan(fill(words, name), None)
        words = self._docks.pane(pane).drop_words(paths) if pane else ""
        if words:
            return Plan(words, lambda: self._give(pane, paths), pane)
        if len(kinds) > 1:
            return Plan(
                self.tr("These are several kinds of files; drop texts, mixtures and tokenizers "
                        "separately."), None,
            )  # fmt: skip
        [kind] = kinds
        way = self._ways[kind]
        return Plan(way.words, lambda: way.take(paths), way.pane)

    def _kinds_of(self, paths: tuple[Path, ...]) -> set[Kind]:
        """The kinds among them, looked at once and not with every move of the pointer."""
        if self._looked_at[0] != paths:
            self._looked_at = (paths, kinds_of(paths))
        return self._looked_at[1]

    def _give(self, pane: str, paths: Sequence[Path]) -> None:
        if not self._docks.pane(pane).accept_drop(paths):
            self._refuse(self.tr("This workspace does not accept it."))

    def _show_plan(self, data: QMimeData, point: QPoint) -> None:
        self._plan = self.plan_for(data, self._pane_at(point))
        self.setAccessibleDescription(self._plan.words)
        self.update()

    def _pane_at(self, point: QPoint) -> str:
        if self._pages.page is not None:
            return ""
        for name in self._docks.visible_panes:
            if self._rect_of(name).contains(point):
                return name
        return ""

    def _target(self) -> QRect:
        is_seen = self._pages.page is None and self._plan.pane in self._docks.visible_panes
        return self._rect_of(self._plan.pane) if is_seen else self.rect()

    def _rect_of(self, name: str) -> QRect:
        pane = self._docks.pane(name)
        return QRect(pane.mapTo(self._docks, QPoint(0, 0)), pane.size())


def dropped_paths(data: QMimeData) -> list[Path]:
    """The files and folders of what is dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
