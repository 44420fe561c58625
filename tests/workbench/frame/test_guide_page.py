"""The guide in the window: contents, search, and links to headings, pages, files and the web."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor
from PySide6.QtWidgets import QLineEdit, QListWidget, QTextBrowser, QTreeWidget

from workbench.frame.guide_page import GuidePage
from workbench.frame.guide_pages import DOCS, GuidePages

FILLER = "A line of text.\n\n" * 60
INDEX = f"""# Home

[there](#the-last-part-no-2) [train](window/train.md#superwords)

{FILLER}## The *last* part, no. 2

{FILLER}"""
TRAIN = f"""# Train

[home](../index.md) ![A](../pictures/a.png)

{FILLER}## Superwords

A *merge* joins words.

{FILLER}"""


@pytest.fixture
def shown(monkeypatch):
    """What the system is asked to open."""
    found = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", staticmethod(lambda url: found.append(url.toString()))
    )
    return found


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "window").mkdir()
    (tmp_path / "contents.toml").write_text(
        '[[section]]\ntitle = "Start"\npages = ["index.md", "missing.md"]\n'
        '[[section]]\ntitle = "Window"\npages = ["window/train.md"]\n'
    )
    (tmp_path / "index.md").write_text(INDEX, "utf-8")
    (tmp_path / "window" / "train.md").write_text(TRAIN, "utf-8")
    return tmp_path


@pytest.fixture
def page(qtbot, theme, folder):
    page = GuidePage(theme, folder)
    qtbot.addWidget(page)
    page.resize(800, 400)
    page.show()
    page.open()
    return page


def follow(page, link):
    page.findChild(QTextBrowser).anchorClicked.emit(QUrl(link))


def test_links_lead_to_headings_pages_files_and_the_web(page, folder, shown):
    view = page.findChild(QTextBrowser)
    assert page.page == "index.md"
    assert view.verticalScrollBar().value() == 0
    follow(page, "#no-such-heading")
    assert view.verticalScrollBar().value() == 0
    follow(page, "#the-last-part-no-2")
    assert view.textCursor().block().text() == "The last part, no. 2"
    left_at = view.verticalScrollBar().value()
    assert left_at > 400
    follow(page, "window/train.md#superwords")
    assert (page.page, view.textCursor().block().text()) == ("window/train.md", "Superwords")
    page.go_back()
    assert (page.page, view.verticalScrollBar().value()) == ("index.md", left_at)
    assert shown == []
    follow(page, "https://example.org/a")
    follow(page, "../README.md")
    assert shown == [
        "https://example.org/a",
        QUrl.fromLocalFile(f"{folder}/../README.md").toString(),
    ]


def test_the_contents_list_the_pages_that_are_there(page, folder):
    contents = page.findChild(QTreeWidget)
    assert page.pages == ("index.md", "window/train.md")
    assert contents.currentItem().text(0) == "Home"
    contents.setCurrentItem(contents.topLevelItem(1).child(0))
    assert page.page == "window/train.md"
    page.open_for("corpus")  # has no page here
    assert page.page == "window/train.md"
    follow(page, "../index.md")
    page.open_for("train")
    assert page.page == "window/train.md"
    follow(page, "../index.md")
    page.open_for("train")  # where it was left
    assert page.page == "index.md"


def test_a_search_lists_hits_of_all_pages_and_enter_goes_through_them(page, qtbot):
    field, results = page.findChild(QLineEdit), page.findChild(QListWidget)
    field.setText("the last part")
    assert [hit.page for hit in page.hits] == ["index.md"]
    field.setText("line TEXT")
    places = [(hit.page, hit.heading) for hit in page.hits]
    assert {("index.md", "Home"), ("window/train.md", "Superwords")} < set(places)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (page.page, page.found) == (places[0][0], "line")
    for _ in places[1:]:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.page == places[-1][0]
    assert results.currentRow() == len(places) - 1
    page.search("merge joins")
    assert (page.page, page.found) == ("window/train.md", "merge joins")
    assert results.item(0).text() == "Train › Superwords\nA merge joins words."
    page.search("no page has this")
    assert (results.item(0).text(), page.hits) == ("No results", [])
    field.clear()
    assert page.findChild(QTreeWidget).isVisible()


def test_missing_contents_are_one_sentence(qtbot, theme, tmp_path):
    page = GuidePage(theme, tmp_path / "nothing")
    qtbot.addWidget(page)
    page.open()
    assert page.text.startswith("Guide not found: ")
    page.search("words")
    assert page.hits == []


def test_links_have_the_colour_of_the_theme_in_force(page, theme):
    seen = set()
    for scheme in ("light", "dark", "light-contrast", "dark-contrast"):
        theme.set_preference(scheme)
        cursor = QTextCursor(page.findChild(QTextBrowser).document())
        cursor.setPosition(page.text.index("there") + 1)
        colour = cursor.charFormat().foreground().color()
        assert colour == theme.colour("accent")
        assert cursor.charFormat().isAnchor()
        seen.add(colour.name())
    assert len(seen) == 4


def test_no_gap_is_below_a_picture(qtbot, theme, folder):
    height = 400
    picture = QImage(300, height, QImage.Format.Format_RGB32)
    picture.fill(0)
    (folder / "pictures").mkdir()
    assert picture.save(str(folder / "pictures" / "a.png"))
    (folder / "window" / "train.md").write_text("# Train\n\n![A](../pictures/a.png)\n\nwords\n")
    page = GuidePage(theme, folder)
    qtbot.addWidget(page)
    page.resize(900, 900)
    page.show()
    page.open_for("train")
    document = page.findChild(QTextBrowser).document()
    block, of = document.begin().next(), document.documentLayout().blockBoundingRect
    assert of(block.next()).top() - of(block).top() < 1.1 * height


def test_a_picture_is_as_wide_as_the_page_allows(qtbot, theme, folder):
    picture = QImage(1200, 100, QImage.Format.Format_RGB32)
    picture.fill(0)
    (folder / "pictures").mkdir()
    assert picture.save(str(folder / "pictures" / "a.png"))
    (folder / "window" / "train.md").write_text("# Train\n\n![A](../pictures/a.png)\n")
    page = GuidePage(theme, folder)
    qtbot.addWidget(page)
    page.resize(1000, 500)
    page.show()
    page.open_for("train")
    view = page.findChild(QTextBrowser)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.document().idealWidth() > 500
    page.resize(700, 500)
    assert view.horizontalScrollBar().maximum() == 0
    assert 300 < view.document().idealWidth() < 450


def test_every_page_opens_under_its_title(qtbot, theme):
    page = GuidePage(theme)
    qtbot.addWidget(page)
    page.open()
    pages = GuidePages()
    assert page.pages == pages.names
    for workspace in ("corpus", "pattern", "train", "runs", "chat"):
        page.open_for(workspace)
        assert page.page == f"window/{workspace}.md"
        assert page.text.startswith(pages.title(page.page))
    assert len(page.text) > 1000
    assert (DOCS / page.page).is_file()


def test_a_picture_follows_the_theme(page, folder, theme):
    for scheme, colour in (("light", Qt.GlobalColor.red), ("dark", Qt.GlobalColor.blue)):
        picture = QImage(60, 40, QImage.Format.Format_RGB32)
        picture.fill(colour)
        (folder / "pictures").mkdir(exist_ok=True)
        assert picture.save(str(folder / "pictures" / f"a-{scheme}.png"))
    (folder / "window" / "new.md").write_text("# New\n\n![A](../pictures/a-light.png)\n")
    page.show_page("window/new.md")
    view = page.findChild(QTextBrowser)

    def blue_of_the_picture():
        image = view.viewport().grab().toImage()
        across, down = range(0, image.width(), 8), range(0, image.height(), 8)
        pixels = [image.pixelColor(x, y) for x in across for y in down]
        return max(pixel.blue() - pixel.red() for pixel in pixels)

    theme.set_preference("light")
    assert blue_of_the_picture() < 100
    theme.set_preference("dark")
    assert blue_of_the_picture() > 200
