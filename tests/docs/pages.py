"""Code on the pages of docs/: its blocks, and folders in which the pages can run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from workbench.__main__ import main
from workbench.frame.guide_pages import DOCS

PROGRAM = "tokenizer-workbench"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)
CORPUS = DOCS.parent / "resources" / "corpus"
LANGUAGES = ("eng", "deu", "tam")
CHATS = [
    {
        "messages": [
            {"role": "user", "content": f"What is {number} + 1?"},
            {"role": "assistant", "content": f"{number} + 1 is {number + 1}."},
        ]
    }
    for number in range(3)
]


class Block(NamedTuple):
    """A fenced block: its language, the file that it is, its text and its first line."""

    language: str
    file: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        yield Block(found[1], found[2] or "", found[3], text.count("\n", 0, found.start(3)))


def commands(block: Block) -> list[list[str]]:
    """The arguments of each command of the program in a block for the shell."""
    lines = block.text.replace("\\\n", " ").splitlines()
    words = [shlex.split(line, comments=True) for line in lines]
    return [line[1:] for line in words if line[:1] == [PROGRAM]]


def prepare(folder: Path) -> None:
    """Write the files that the pages name, and train the run `mine`; the home is `home`."""
    for name in ("texts", "parallel-texts", "model"):
        (folder / name).mkdir()
    for language in LANGUAGES:
        text = (CORPUS / f"{language}.txt").read_text("utf-8")
        (folder / "parallel-texts" / f"{language}.txt").write_text(text, "utf-8")
        if language != "tam":
            (folder / "texts" / f"{language}.txt").write_text(text, "utf-8")
    lines = "".join(json.dumps(chat) + "\n" for chat in CHATS)
    (folder / "chats.jsonl").write_text(lines, "utf-8")
    (folder / "names.txt").write_text("Heisenberg\n Schrödinger\n", "utf-8")
    (folder / "model" / "config.json").write_text('{"vocab_size": 704}', "utf-8")
    (folder / "missing").mkdir()  # transformers takes seconds; tokenizers verifies exports here
    (folder / "missing" / "transformers.py").write_text("raise ModuleNotFoundError\n", "utf-8")
    own = f"train {folder}/texts --vocab-size 600 --name mine --out {folder} --quiet"
    assert main(own.split()) == 0
    shutil.copyfile(folder / "tokenizer.twb", folder / "mine.twb")
    for name in ("stranger", "cl100k_base"):
        export = f"export {folder}/mine.twb --format tokenizer.json --out {folder}/{name}"
        assert main(export.split()) == 0


def run_page(page: Path, *, with_commands: bool = True) -> dict[str, Any]:
    """Run the blocks of a page from top to bottom, and return the names of its Python."""
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, "utf-8")
        elif block.language == "python":
            code = compile("\n" * block.line + block.text, str(page), "exec")
            exec(code, names)  # noqa: S102  our own page
        elif block.language == "sh" and with_commands:
            for arguments in commands(block):
                assert main(arguments) == 0, arguments
    return names


def copied(template: Path, folder: Path) -> Path:
    """A copy of a prepared folder, for one page."""
    return Path(shutil.copytree(template, folder))
