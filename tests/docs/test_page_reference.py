"""The pages of the reference are those that docs/write_reference.py writes."""

from __future__ import annotations

import importlib
import sys

import pytest

from workbench.frame.guide_pages import DOCS

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
