"""The pages of docs/: all in the contents, none too long, no broken link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.frame.guide_pages import (
    DOCS,
    PAGE_ENDINGS,
    GuidePages,
    docs_folder,
    heading_anchor,
    plain_text,
)

pytestmark = pytest.mark.static

PAGES = GuidePages()
MOST_LINES = 300
OTHERS = ("README.md", "benchmarks/README.md", "packaging/README.md", "tests/README.md")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def lines_outside_code(text: str) -> list[str]:
    kept, is_code = [], False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        kept.append("" if is_code else re.sub(r"`[^`]*`", "", line))
    return kept


def anchors_of(path: Path) -> list[str]:
    lines, is_code, found = path.read_text("utf-8").splitlines(), False, []
    for line in lines:
        is_code ^= line.startswith("```")
        if not is_code and re.match(r"#{1,6} ", line):
            found.append(heading_anchor(plain_text(line.lstrip("# "))))
    return found


def broken_links(path: Path) -> list[str]:
    """Links of a Markdown file to missing files and headings, with their lines."""
    found = []
    for number, line in enumerate(lines_outside_code(path.read_text("utf-8")), 1):
        for target in LINK.findall(line):
            if target.startswith(("https://", "http://")):
                continue
            file, _, anchor = target.partition("#")
            goal = (path.parent / file).resolve() if file else path
            if not goal.exists() or (anchor and anchor not in anchors_of(goal)):
                found.append(f"{path.name}:{number}: {target}")
    return found


def test_every_page_is_in_the_contents_once():
    listed = [name for name in PAGES.names if not name.startswith("../")]
    files = [path for ending in PAGE_ENDINGS for path in DOCS.rglob(f"*{ending}")]
    assert sorted(listed) == sorted(path.relative_to(DOCS).as_posix() for path in files)
    text = (DOCS / "contents.toml").read_text("utf-8")
    named = re.findall(r'"(\S+(?:\.md|\.ipynb))"', text)
    assert [name for name in named if "*" not in name and name not in PAGES.names] == []


@pytest.mark.parametrize("name", PAGES.names)
def test_the_links_of_a_page_lead_somewhere(name):
    assert broken_links(DOCS / name) == []


@pytest.mark.parametrize("name", OTHERS)
def test_the_links_of_other_texts_lead_somewhere(name):
    assert broken_links(DOCS.parent / name) == []


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "a.md").write_text("# A b\n\n[x](#a-b) [y](#c) [z](b.md)\n\n```\n[no](c.md)\n```\n")
    assert broken_links(tmp_path / "a.md") == ["a.md:3: #c", "a.md:3: b.md"]


def test_no_page_is_long():
    lengths = {name: PAGES.text(name).count("\n") for name in PAGES.names}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_every_page_begins_with_its_title():
    titles = [PAGES.title(name) for name in PAGES.names if not name.startswith("../")]
    assert [name for name in PAGES.names if not PAGES.text(name).startswith("# ")] == []
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("package", "pages"),
    [
        ("docs-beside/workbench", "docs-beside/docs"),
        ("venv/lib/python3.11/site-packages/workbench", "venv/share/tokenizer-workbench/docs"),
        ("home/.local/lib/python3.11/site-packages/workbench",
         "home/.local/share/tokenizer-workbench/docs"),
        ("user/Python311/site-packages/workbench", "user/share/tokenizer-workbench/docs"),
        ("target/workbench", "target/share/tokenizer-workbench/docs"),
    ],
)  # fmt: skip
def test_the_pages_are_found_wherever_the_program_is_installed(tmp_path, package, pages):
    (tmp_path / pages).mkdir(parents=True)
    (tmp_path / pages / "contents.toml").touch()
    assert docs_folder(tmp_path / package / "frame" / "guide_pages.py") == tmp_path / pages
