"""No word of the pages, of the README or of the changelog is misspelt (codespell).

tests/test_words.py compares the same texts with the glossary.
"""

from __future__ import annotations

import importlib
import sys

import pytest
from codespell_lib import main as codespell

from workbench.frame.guide_pages import DOCS, GuidePages

pytestmark = pytest.mark.static

ROOT = DOCS.parent
OTHERS = ("README.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff")


@pytest.fixture(scope="module")
def spelt_right():
    sys.path.insert(0, str(DOCS))
    yield ",".join(importlib.import_module("make_site").SPELT_RIGHT)
    sys.path.remove(str(DOCS))


def misspelt(spelt_right, capsys, *files):
    codespell("--ignore-words-list", spelt_right, *map(str, files))
    return capsys.readouterr().out.splitlines()


def test_no_word_is_misspelt(spelt_right, capsys):
    files = [DOCS / name for name in GuidePages().names]
    files += [ROOT / name for name in OTHERS]
    assert misspelt(spelt_right, capsys, *files) == []


def test_a_misspelt_word_is_found(spelt_right, capsys, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A tokenizer\n\nIt recieves text.\n", "utf-8")
    [line] = misspelt(spelt_right, capsys, page)
    assert "recieves ==> receives" in line
