"""Links of the guide: to its own headings, to files beside it, to the web."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor
from PySide6.QtWidgets import QTextBrowser

from workbench.frame.guide_page import GuidePage, guide_path, heading_anchor

OWN_LINK = re.compile(r"\]\(#([^)]+)\)")


@pytest.fixture
def shown(monkeypatch):
    """What the system is asked to open."""
    found = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", staticmethod(lambda url: found.append(url.toString()))
    )
    return found


def follow(page, link):
    page.findChild(QTextBrowser).anchorClicked.emit(QUrl(link))


def test_links_lead_to_headings_files_and_the_web(qtbot, theme, tmp_path, shown):
    filler = "A line of text.\n\n" * 60
    text = (
        f"# Guide\n\n[there](#the-last-part-no-2)\n\n{filler}## The *last* part, no. 2\n\n{filler}"
    )
    (tmp_path / "guide.md").write_text(text, "utf-8")
    page = GuidePage(theme, tmp_path / "guide.md")
    qtbot.addWidget(page)
    page.resize(600, 400)
    page.show()
    page.open()
    view = page.findChild(QTextBrowser)
    assert view.verticalScrollBar().value() == 0
    follow(page, "#no-such-heading")
    assert view.verticalScrollBar().value() == 0
    follow(page, "#the-last-part-no-2")
    assert view.textCursor().block().text() == "The last part, no. 2"
    assert view.verticalScrollBar().value() > 400
    assert shown == []
    follow(page, "https://example.org/a")
    follow(page, "../README.md")
    assert shown == [
        "https://example.org/a",
        QUrl.fromLocalFile(f"{tmp_path}/../README.md").toString(),
    ]


def test_links_have_the_colour_of_the_theme_in_force(qtbot, theme, tmp_path):
    (tmp_path / "guide.md").write_text("# Guide\n\nwords [there](#guide) words\n", "utf-8")
    page = GuidePage(theme, tmp_path / "guide.md")
    qtbot.addWidget(page)
    page.open()
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


def test_every_link_inside_the_guide_has_its_heading(qtbot, theme):
    page = GuidePage(theme)
    qtbot.addWidget(page)
    page.open()
    document = page.findChild(QTextBrowser).document()
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    anchors = [heading_anchor(each.text()) for each in blocks if each.blockFormat().headingLevel()]
    links = OWN_LINK.findall(guide_path().read_text("utf-8"))
    assert anchors
    assert [link for link in links if link not in anchors] == []


def test_the_contents_name_every_section():
    text = guide_path().read_text("utf-8")
    contents, _, rest = text.partition("\n## ")
    sections = re.findall(r"^#{2,3} (.+)$", f"## {rest}", re.MULTILINE)
    assert OWN_LINK.findall(contents) == [heading_anchor(section) for section in sections]
    assert "Chat" in sections


def test_no_gap_is_below_a_picture(qtbot, theme, tmp_path):
    height = 400
    picture = QImage(300, height, QImage.Format.Format_RGB32)
    picture.fill(0)
    assert picture.save(str(tmp_path / "picture.png"))
    (tmp_path / "guide.md").write_text("# Guide\n\n![A](picture.png)\n\nwords\n", "utf-8")
    page = GuidePage(theme, tmp_path / "guide.md")
    qtbot.addWidget(page)
    page.resize(600, 900)
    page.show()
    page.open()
    document = page.findChild(QTextBrowser).document()
    block, of = document.begin().next(), document.documentLayout().blockBoundingRect
    assert of(block.next()).top() - of(block).top() < 1.1 * height
