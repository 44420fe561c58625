"""GuidePage: the guide, as it lies beside the program, with a search."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QLineEdit, QTextBrowser, QWidget

from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_S, SPACE_XL, SPACE_XS, Theme
from workbench.ui.widgets.pane import Page

MOST_PICTURE_WIDTH = 900
MOST_WIDTH = MOST_PICTURE_WIDTH + 3 * SPACE_XL  # of the text with its margins
LINE_HEIGHT = 130.0  # percent
_PICTURE = "\ufffc"
"""What a picture is in the text of its block."""
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_DOCS = Path(__file__).resolve().parents[2] / "docs"


def guide_path() -> Path:
    """Where the guide lies in the sources and in the bundle."""
    return _DOCS / "guide.md"


class GuidePage(Page):
    """Reads the file when it is first opened; Enter in the search goes to the next place."""

    def __init__(
        self, theme: Theme, path: Path | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Guide"), parent)
        self._path = path or guide_path()
        self._search = QLineEdit(placeholderText=self.tr("Find in the guide"))
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.setFixedWidth(SEARCH_WIDTH)
        self._search.returnPressed.connect(self.find_next)
        self._view = _GuideView(self._path.parent, theme)
        self._view.setAccessibleName(self.tr("Guide"))
        self._view.document().setDocumentMargin(SPACE_XL)
        self._view.setFont(theme.font())
        self._view.anchorClicked.connect(self._follow)
        self.header.addWidget(self._search)
        self.add_close(self.tr("Close"))
        self.body.addWidget(self._view)
        self._is_read = False

    @property
    def text(self) -> str:
        """What the page shows, without pictures and marks."""
        return self._view.toPlainText()

    def open(self) -> None:
        """Show the guide, read the first time."""
        if not self._is_read:
            self._is_read = True
            self._view.set_guide(self._read())
        self._view.setFocus()

    def find_next(self) -> None:
        """Go to the next place of the words searched for, from the top after the last."""
        words = self._search.text()
        if words and not self._view.find(words):
            self._view.moveCursor(QTextCursor.MoveOperation.Start)
            self._view.find(words)

    def search(self, words: str) -> None:
        """Fill in the search and go to the first place."""
        self._search.setText(words)
        self.find_next()

    @property
    def found(self) -> str:
        """The words found and marked."""
        return self._view.textCursor().selectedText()

    def _read(self) -> str:
        try:
            return self._path.read_text(encoding="utf-8")
        except OSError as error:
            words = self.tr("Guide not found: %1 (%2).")
            return fill(words, str(self._path), error.strerror or str(error))

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
        elif url.hasFragment() and not url.path():
            self._view.go_to_heading(url.fragment())
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path.parent / url.path())))


class _GuideView(QTextBrowser):
    """Markdown with pictures no wider than the page."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self._folder, self._theme = folder, theme
        theme.changed.connect(self._colour_links)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines stay short enough to be read, however wide the window is."""
        super().resizeEvent(event)
        spare = max(0, self.width() - MOST_WIDTH)
        if self.viewportMargins().right() != spare:
            self.setViewportMargins(0, 0, spare, 0)

    def set_guide(self, text: str) -> None:
        self.document().setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        self._give_room()
        self._colour_links()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _give_room(self) -> None:
        """Set paragraphs and headings apart; what Qt makes of Markdown stands too close."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # laid out once, at the end
        block = self.document().begin()
        while block.isValid():
            shape = block.blockFormat()
            is_heading = shape.headingLevel() > 0
            shape.setTopMargin(SPACE_XL if is_heading else SPACE_XS)
            shape.setBottomMargin(SPACE_XS if block.textList() is not None else SPACE_S)
            if _PICTURE not in block.text():  # a proportion of a picture is a gap below it
                shape.setLineHeight(LINE_HEIGHT, _PROPORTIONAL)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(shape)
            block = block.next()
        cursor.endEditBlock()

    def _colour_links(self, _scheme: object = None) -> None:
        """Give links the theme's colour: they keep that of when the text was read."""
        colour = self._theme.colour("accent")
        places: list[tuple[int, int]] = []
        block = self.document().begin()
        while block.isValid():
            parts = block.begin()
            while not parts.atEnd():
                part = parts.fragment()
                if part.charFormat().isAnchor():
                    places.append((part.position(), part.position() + part.length()))
                parts += 1
            block = block.next()
        shape = QTextCharFormat()
        shape.setForeground(colour)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for start, end in places:
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(shape)
        cursor.endEditBlock()

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802  Qt's name
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QImage(str(self._folder / QUrl(name).path()))
        if image.width() > MOST_PICTURE_WIDTH:
            smooth = Qt.TransformationMode.SmoothTransformation
            image = image.scaledToWidth(MOST_PICTURE_WIDTH, smooth)
        return image

    def go_to_heading(self, anchor: str) -> None:
        """Scroll to the heading that GitHub would give this anchor."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and heading_anchor(block.text()) == anchor:
                cursor = QTextCursor(block)
                self.setTextCursor(cursor)
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top))
                return
            block = block.next()


def heading_anchor(heading: str) -> str:
    """The anchor of a heading: lower case, blanks as dashes, nothing but letters and digits.

    >>> heading_anchor("Where things are kept")
    'where-things-are-kept'
    """
    kept = (letter for letter in heading.lower().strip() if letter.isalnum() or letter in " -_")
    return "".join(kept).replace(" ", "-")
