"""GuidePages: the pages of the documentation, their contents, links and search; no Qt."""

from __future__ import annotations

import json
import posixpath
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from workbench.frame.formulas import with_plain_formulas

CONTENTS = "contents.toml"


def docs_folder(module: Path) -> Path:
    """Return the folder of the pages for a copy of this module.

    In the sources and in the bundle it is beside the program. A wheel puts it into `share` of a
    folder above the packages: of the environment, of the user (`pip install --user`) or of
    `pip install --target`.
    """
    beside = module.parents[2] / "docs"
    if (beside / CONTENTS).is_file():
        return beside
    in_share = Path("share") / "tokenizer-workbench" / "docs"
    installed = (folder / in_share for folder in (*module.parents, Path(sys.prefix)))
    return next(
        (folder for folder in installed if (folder / CONTENTS).is_file()),
        Path(sys.prefix) / in_share,
    )


DOCS = docs_folder(Path(__file__).resolve())
PAGE_ENDINGS = (".md", ".ipynb")
_HEADING = re.compile(r"#{1,6} +(.+)")
_EXCERPT = 90  # characters


class Section(NamedTuple):
    """A part of the contents: its title and the names of its pages, in order."""

    title: str
    pages: tuple[str, ...]


class Hit(NamedTuple):
    """A heading whose text has all the words.

    page: name of its page.
    title: the page's.
    heading: the nearest heading above the words, and its `anchor`.
    excerpt: the line of the first word.
    word: the words as the page writes them, to be marked.
    """

    page: str
    title: str
    heading: str
    anchor: str
    excerpt: str
    word: str


class _Part(NamedTuple):
    heading: str
    lines: list[str]


class GuidePages:
    """Reads `contents.toml` of a folder; a page is read when it is first asked for.

    Names are paths relative to the folder with "/" between parts: `window/train.md`. A name of the
    contents with an asterisk is each page that it fits, by name. Pages that are missing in this
    copy of the program are omitted. A notebook is a page, too.
    """

    def __init__(self, folder: Path = DOCS) -> None:
        self.folder = folder
        self._texts: dict[str, str] = {}

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The contents.

        Raises OSError if the file is missing and tomllib.TOMLDecodeError if it is damaged.
        """
        document = tomllib.loads((self.folder / CONTENTS).read_text("utf-8"))
        found = (
            Section(part["title"], tuple(self._expand(part["pages"])))
            for part in document["section"]
        )
        return tuple(section for section in found if section.pages)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pages, in the order of the contents."""
        return tuple(name for section in self.sections for name in section.pages)

    def _expand(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            folder, _, pattern = name.rpartition("/")
            if "*" in pattern:
                found = sorted(path.name for path in (self.folder / folder).glob(pattern))
                yield from (f"{folder}/{file}" for file in found)
            elif self.is_page(name):
                yield name

    def is_page(self, name: str) -> bool:
        """Whether the folder has a page of this name."""
        return name.endswith(PAGE_ENDINGS) and (self.folder / name).is_file()

    def source(self, name: str) -> str:
        """Return the Markdown of a page as written. Raises OSError if it cannot be read."""
        text = (self.folder / name).read_text(encoding="utf-8")
        return notebook_page(text) if name.endswith(".ipynb") else text

    def text(self, name: str) -> str:
        """Return the Markdown of a page with formulas in plain characters.

        Raises OSError if it cannot be read.
        """
        if name not in self._texts:
            self._texts[name] = with_plain_formulas(self.source(name))
        return self._texts[name]

    def title(self, name: str) -> str:
        """Return the first heading of a page, or its name."""
        heading = _HEADING.match(self.text(name))
        return plain_text(heading[1]) if heading else name

    def target(self, page: str, link: str) -> tuple[str, str] | None:
        """Return page and anchor that a link on `page` leads to; None if it is no page."""
        path, _, anchor = link.partition("#")
        if not path:
            return page, anchor
        name = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))
        return (name, anchor) if self.is_page(name) else None

    def search(self, words: str) -> list[Hit]:
        """Return the headings whose text has all words, the best ones first.

        Whole phrases come before single words, titles and headings before text.
        """
        terms = words.casefold().split()
        if not terms:
            return []
        phrase = " ".join(terms)
        found = []
        for name in self.names:
            title = self.title(name)
            for part in _parts(self.text(name)):
                body = "\n".join(part.lines)
                whole = f"{title}\n{part.heading}\n{body}".casefold()
                if not all(term in whole for term in terms):
                    continue
                rank = (
                    phrase not in part.heading.casefold(),
                    phrase not in whole,
                    -whole.count(phrase),
                )
                found.append((rank, self._hit(name, title, part, terms, phrase)))
        found.sort(key=lambda each: each[0])
        return [hit for _, hit in found]

    @staticmethod
    def _hit(name: str, title: str, part: _Part, terms: Sequence[str], phrase: str) -> Hit:
        lines = [part.heading, *part.lines]
        word = phrase if any(phrase in line.casefold() for line in lines) else terms[0]
        line = next((line for line in lines if word in line.casefold()), part.heading)
        at = max(0, line.casefold().find(word))
        begin = max(0, at - _EXCERPT // 3)
        excerpt = line[begin : begin + _EXCERPT].strip()
        if begin:
            excerpt = f"…{excerpt}"
        if begin + _EXCERPT < len(line):
            excerpt = f"{excerpt}…"
        written = line[at : at + len(word)] or word
        return Hit(name, title, part.heading, heading_anchor(part.heading), excerpt, written)


def _parts(text: str) -> Iterator[_Part]:
    """Yield the parts of a page, each from one heading to the next."""
    part, is_code = _Part("", []), False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        heading = None if is_code else _HEADING.match(line)
        if heading:
            if part.heading or any(part.lines):
                yield part
            part = _Part(plain_text(heading[1]), [])
        else:
            part.lines.append(line if is_code else plain_text(line))
    yield part


def notebook_page(text: str) -> str:
    """Return a Jupyter notebook as Markdown: its words, its code, and stored outputs of text."""
    lines: list[str] = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        lines.append(f"```python\n{source}\n```" if cell["cell_type"] == "code" else source)
        for output in cell.get("outputs", ()):
            shown = output.get("text") or output.get("data", {}).get("text/plain")
            if shown:
                lines.append(f"```\n{''.join(shown).rstrip()}\n```")
    return "\n\n".join(lines) + "\n"


def plain_text(markdown: str) -> str:
    """Return a line without the marks of Markdown.

    >>> plain_text("*File > Open* reads `a_b` ([more](x.md))")
    'File > Open reads a_b (more)'
    """
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\*\*?|`|^[-|>] ?", "", text).strip()


def heading_anchor(heading: str) -> str:
    """The anchor of a heading: lower case, blanks as dashes, nothing but letters and digits.

    >>> heading_anchor("Where things are kept")
    'where-things-are-kept'
    """
    kept = (letter for letter in heading.lower().strip() if letter.isalnum() or letter in " -_")
    return "".join(kept).replace(" ", "-")
