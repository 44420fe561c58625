"""The pages of the reference are those that docs/write_reference.py writes."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path

import pytest

from workbench.frame.guide_pages import DOCS, GuidePages

pytestmark = pytest.mark.static


@pytest.fixture(scope="module")
def docs_modules():
    """Lets scripts of docs/ be imported by their bare names."""
    sys.path.insert(0, str(DOCS))
    yield
    sys.path.remove(str(DOCS))


def test_the_reference_is_current(docs_modules):
    writer = importlib.import_module("write_reference")
    pages = writer.reference_pages()
    old = [name for name, text in pages.items() if writer.is_old(name, text)]
    assert old == [], "run docs/write_reference.py"
    files = {path for folder in writer.FOLDERS for path in (DOCS / folder).glob("*.md")}
    assert files <= {DOCS / name for name in pages}, "run docs/write_reference.py"
    commands = pages["reference/commands/text.md"]
    assert "## encode\n" in commands
    assert "`--dropout P`" in commands


def test_docstrings_become_markdown(docs_modules):
    api = importlib.import_module("reference_api")
    text = "Do *it*.\n\nname: the first,\n    going on.\nother: the second. Raises X.\n\n>>> f()\n1"
    assert list(api.docstring_lines(text)) == [
        "Do \\*it\\*.", "", "- `name`: the first, going on.", "- `other`: the second. Raises X.",
        "", "```pycon", ">>> f()", "1", "```", "",
    ]  # fmt: skip
    node, words = api.definition("Corpus", "engine.corpus")
    assert node.name == "Corpus"
    assert words.startswith("Documents to train on")
    with pytest.raises(LookupError, match="no such"):
        api.definition("no such", "engine.errors")


def test_the_manual_page_is_read_without_complaint(docs_modules):
    manual = importlib.import_module("reference_man").manual()
    assert manual.startswith(".TH TOKENIZER-WORKBENCH 1 ")
    assert ".SS train\n" in manual
    assert ".SS registry verify\n" in manual
    requests = {line.split()[0] for line in manual.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".B", ".SS", ".TP"}


def test_the_wheel_takes_every_folder_of_the_guide():
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["data-files"]
    taken = {path for patterns in data.values() for p in patterns for path in DOCS.parent.glob(p)}
    pages = [(DOCS / name).resolve() for name in GuidePages().names]
    assert [page for page in pages if page not in taken] == []
    place = Path("share/tokenizer-workbench")
    for page in pages:  # links between pages are relative
        path = page.relative_to(DOCS.parent)
        assert any(path.match(pattern) for pattern in data[(place / path).parent.as_posix()])
    assert DOCS / "contents.toml" in taken
    for folder, patterns in data.items():
        assert all(list(DOCS.parent.glob(pattern)) for pattern in patterns), folder
