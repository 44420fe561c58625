"""GuidePage: the pages of the documentation in the window, with contents and a search."""

from __future__ import annotations

import tomllib
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QKeySequence,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from engine.errors import reason_of
from workbench.frame.guide_pages import DOCS, GuidePages, Hit, heading_anchor
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_S, SPACE_XL, SPACE_XS, Theme
from workbench.ui.widgets.pane import Page

HOME = "index.md"
CONTENTS_WIDTH = 320
MOST_HITS = 100  # shown; words that are on every page need no longer list
MOST_PICTURE_WIDTH, LEAST_PICTURE_WIDTH = 900, 300
MOST_WIDTH = MOST_PICTURE_WIDTH + 3 * SPACE_XL  # of the text with its margins
LINE_HEIGHT = 130.0  # percent
_PICTURE = "\ufffc"
"""What a picture is in the text of its block."""
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value


class GuidePage(Page):
    """Contents, or what a search found, at the left; a page at the right.

    Reads the contents when it is first opened. Enter in the search goes to the next hit.
    """

    def __init__(self, theme: Theme, folder: Path = DOCS, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Guide"), parent)
        self._pages = GuidePages(folder)
        self._page = ""
        self._back: list[tuple[str, int]] = []
        self._hits: list[Hit] = []
        self._at_workspace: str | None = None
        self._build_header()
        self._contents = QTreeWidget()
        self._contents.setAccessibleName(self.tr("Contents"))
        self._contents.setHeaderHidden(True)
        self._contents.setRootIsDecorated(False)
        self._contents.setIndentation(SPACE_S)
        self._contents.currentItemChanged.connect(self._show_item)
        self._results = QListWidget()
        self._results.setWordWrap(True)
        self._results.setSpacing(SPACE_XS)
        self._results.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._results.setAccessibleName(self.tr("Search results"))
        self._results.currentRowChanged.connect(self._show_hit)
        self._side = QStackedWidget()
        self._side.addWidget(self._contents)
        self._side.addWidget(self._results)
        self._view = _GuideView(folder, theme)
        self._view.setAccessibleName(self.tr("Guide"))
        self._view.document().setDocumentMargin(SPACE_XL)
        self._view.setFont(theme.font())
        self._view.anchorClicked.connect(self._follow)
        halves = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        halves.addWidget(self._side)
        halves.addWidget(self._view)
        halves.setStretchFactor(1, 1)
        halves.setSizes([CONTENTS_WIDTH, 3 * CONTENTS_WIDTH])
        self.body.addWidget(halves)

    def _build_header(self) -> None:
        self._return = QPushButton(self.tr("Back"))
        self._return.setShortcut(QKeySequence("Alt+Left"))
        self._return.setEnabled(False)
        self._return.clicked.connect(self.go_back)
        self._search = QLineEdit(placeholderText=self.tr("Find in the guide"))
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.setClearButtonEnabled(True)
        self._search.setFixedWidth(SEARCH_WIDTH)
        self._search.textChanged.connect(self._find)
        self._search.returnPressed.connect(self.find_next)
        self.header.addWidget(self._return)
        self.header.addWidget(self._search)
        self.add_close(self.tr("Close"))

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._page

    @property
    def pages(self) -> tuple[str, ...]:
        """The names of all pages in the contents."""
        return tuple(str(item.data(0, Qt.ItemDataRole.UserRole)) for item in self._items())

    @property
    def text(self) -> str:
        """What the page shows, without pictures and marks."""
        return self._view.toPlainText()

    @property
    def hits(self) -> list[Hit]:
        """What the search found, as listed."""
        return self._hits

    @property
    def found(self) -> str:
        """The words found and marked."""
        return self._view.textCursor().selectedText()

    def open(self) -> None:
        """Show the contents and, the first time, the first page."""
        if not self._page:
            self._fill_contents()
            self.show_page(HOME)
        self._view.setFocus()

    def open_for(self, workspace: str) -> None:
        """Show the page of a workspace; the page read last if it was opened there before."""
        self.open()
        name = f"window/{workspace}.md"
        if workspace != self._at_workspace and self._pages.is_page(name):
            self._search.clear()
            self.show_page(name)
        self._at_workspace = workspace

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show a page from its top, or from a heading."""
        if name != self._page:
            if self._page:
                self._back.append((self._page, self._view.verticalScrollBar().value()))
            self._set_page(name)
        if anchor:
            self._view.go_to_heading(anchor)

    def go_back(self) -> None:
        """Show the page before, where it was left."""
        if self._back:
            name, scrolled = self._back.pop()
            self._set_page(name)
            self._view.verticalScrollBar().setValue(scrolled)

    def find_next(self) -> None:
        """Go to the next hit, from the first after the last."""
        if self._hits:
            self._results.setCurrentRow((self._results.currentRow() + 1) % len(self._hits))

    def search(self, words: str) -> None:
        """Fill in the search and go to the first hit."""
        self._search.setText(words)
        self.find_next()

    def _set_page(self, name: str) -> None:
        self._page = name
        self._view.set_guide(self._read(name), (self._pages.folder / name).parent)
        self._return.setEnabled(bool(self._back))
        for item in self._items():
            if item.data(0, Qt.ItemDataRole.UserRole) == name:
                self._contents.setCurrentItem(item)

    def _items(self) -> list[QTreeWidgetItem]:
        tops = map(self._contents.topLevelItem, range(self._contents.topLevelItemCount()))
        found = [top.child(row) for top in tops if top for row in range(top.childCount())]
        return [item for item in found if item]

    def _fill_contents(self) -> None:
        try:
            sections = self._pages.sections
        except (OSError, tomllib.TOMLDecodeError):
            return  # the page says what is missing
        for section in sections:
            top = QTreeWidgetItem([section.title])
            top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = self._contents.font()
            font.setBold(True)
            top.setFont(0, font)
            self._contents.addTopLevelItem(top)
            for name in section.pages:
                item = QTreeWidgetItem([self._pages.title(name)])
                item.setData(0, Qt.ItemDataRole.UserRole, name)
                item.setToolTip(0, item.text(0))
                top.addChild(item)
        self._contents.expandAll()

    def _find(self, words: str) -> None:
        self._hits = []
        self._results.clear()
        self._hits = self._pages.search(words)[:MOST_HITS] if self.pages else []
        for hit in self._hits:
            place = hit.title if hit.heading == hit.title else f"{hit.title} › {hit.heading}"
            self._results.addItem(QListWidgetItem(f"{place}\n{hit.excerpt}"))
        if words.strip() and not self._hits:
            empty = QListWidgetItem(self.tr("No results"))
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
            self._results.addItem(empty)
        self._results.setCurrentRow(-1)
        self._side.setCurrentWidget(self._results if words.strip() else self._contents)

    def _show_hit(self, row: int) -> None:
        if 0 <= row < len(self._hits):
            hit = self._hits[row]
            self.show_page(hit.page, hit.anchor)
            self._view.mark(hit.word)

    def _show_item(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, Qt.ItemDataRole.UserRole) if item else None
        if name:
            self.show_page(str(name))

    def _read(self, name: str) -> str:
        try:
            return self._pages.text(name)
        except OSError as error:
            words = self.tr("Guide not found: %1 (%2).")
            path = self._pages.folder / name
            return fill(words, str(path), reason_of(error))

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        target = self._pages.target(self._page, url.toString())
        if target:
            self.show_page(*target)
        else:
            folder = (self._pages.folder / self._page).parent
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder / url.path())))


class _GuideView(QTextBrowser):
    """Markdown with pictures no wider than the page."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self._folder, self._theme = folder, theme
        self._text, self._picture_width = "", 0  # 0: the page has no picture
        theme.changed.connect(self._change_colours)

    def _change_colours(self) -> None:
        """Give pictures and links the colours of the theme, where the page was left."""
        if self._picture_width:
            self._show_again()
        else:
            self._colour_links()

    def _show_again(self) -> None:
        scrolled = self.verticalScrollBar().value()
        self.set_guide(self._text, self._folder)
        self.verticalScrollBar().setValue(scrolled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines stay short enough to be read, however wide the window is."""
        super().resizeEvent(event)
        spare = max(0, self.width() - MOST_WIDTH)
        if self.viewportMargins().right() != spare:
            self.setViewportMargins(0, 0, spare, 0)
        if self._picture_width > self._room():
            self._show_again()

    def _room(self) -> int:
        """The width of the widest picture, with space for a scroll bar."""
        beside = 2 * SPACE_XL + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return max(LEAST_PICTURE_WIDTH, min(MOST_PICTURE_WIDTH, self.width() - beside))

    def set_guide(self, text: str, folder: Path) -> None:
        """Show Markdown; pictures are relative to `folder`."""
        self._folder, self._text, self._picture_width = folder, text, 0
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
            if is_code_line(block):
                shape.setTopMargin(0 if is_code_line(block.previous()) else SPACE_XS)
                shape.setBottomMargin(0 if is_code_line(block.next()) else SPACE_S)
            else:
                shape.setTopMargin(SPACE_XL if is_heading else SPACE_XS)
                shape.setBottomMargin(SPACE_XS if block.textList() is not None else SPACE_S)
            if _PICTURE not in block.text():  # a proportion of a picture is a gap below it
                shape.setLineHeight(LINE_HEIGHT, _PROPORTIONAL)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(shape)
            block = block.next()
        cursor.endEditBlock()

    def _colour_links(self) -> None:
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
        path = self._folder / QUrl(name).path()
        in_dark = path.with_name(path.name.replace("-light.", "-dark."))
        image = QImage(str(in_dark if self._theme.is_dark and in_dark.is_file() else path))
        self._picture_width = self._room()
        if image.width() > self._picture_width:
            smooth = Qt.TransformationMode.SmoothTransformation
            image = image.scaledToWidth(self._picture_width, smooth)
        return image

    def mark(self, words: str) -> None:
        """Select the first occurrence of the words from the heading on and bring it into view."""
        if not self.find(words):
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.find(words)

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


def is_code_line(block: QTextBlock) -> bool:
    """Whether a block is a line of a fenced block of code."""
    return block.isValid() and block.blockFormat().nonBreakableLines()
