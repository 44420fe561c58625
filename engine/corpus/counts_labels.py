"""Folders of counts as parts of a corpus: one small file for each label, beside the counts.

    counts/counts.json           the manifest, written last
    counts/labels/eng.counts     one label: its name, its sizes, the SHA-256 of the manifest
    counts/part-00000.parquet    the counts themselves; see engine.counting.counts_folder

The file of a label is what a corpus names as a file of the source: it can be hashed, stored and
found again like a file of text. It contains no text, and reading it as text says so.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.corpus.paths import LABEL_ENDING, SourcePath
from engine.errors import CorpusError
from engine.sentences import say

MANIFEST = "counts.json"
LABELS = "labels"
FOLDER_FORMAT = "tokenizer-workbench counts"
LABEL_FORMAT = "tokenizer-workbench counts of a label"
_MOST_BYTES = 1 << 20
_BEGINNING = 256
"""Bytes of a manifest in which its format is named."""


@dataclass(frozen=True, slots=True)
class CountsLabel:
    """What the file of a label says.

    folder: of the counts, relative to the file unless it is absolute. manifest: SHA-256 of its
    manifest. documents, text_bytes, characters: of the text that was counted; 0 where unknown.
    """

    label: str
    folder: str
    manifest: str
    documents: int
    text_bytes: int
    characters: int

    def content(self) -> bytes:
        """The file."""
        facts = {"format": LABEL_FORMAT, "version": 1, **asdict(self)}
        return (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode()


def is_counts_folder(path: Path) -> bool:
    """Whether a folder contains counts: it has a manifest of them."""
    try:
        with (path / MANIFEST).open("rb") as stream:
            return f'"{FOLDER_FORMAT}"'.encode() in stream.read(_BEGINNING)
    except OSError:
        return False


def label_files(folder: Path) -> list[Path]:
    """The files of the labels of a folder of counts. Raises CorpusError where there are none."""
    found = sorted((folder / LABELS).glob(f"*{LABEL_ENDING}"))
    if not found:
        raise CorpusError(say("counts_without_labels", folder=folder), path=folder)
    return found


def read_counts_label(path: SourcePath) -> CountsLabel:
    """What the file of a label says. Raises CorpusError for one that is missing or damaged."""
    try:
        with Path(path).open("rb") as stream:
            facts: dict[str, Any] = json.loads(stream.read(_MOST_BYTES))
        if facts.pop("format") != LABEL_FORMAT or facts.pop("version") != 1:
            raise ValueError
        found = CountsLabel(**facts)
        texts = (found.label, found.folder, found.manifest)
        numbers = (found.documents, found.text_bytes, found.characters)
        if not all(isinstance(each, str) and each for each in texts) or not all(
            isinstance(each, int) and 0 <= each < 1 << 62 for each in numbers
        ):
            raise ValueError
    except FileNotFoundError:
        raise CorpusError(say("file_not_there", path=path), path=path) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise CorpusError(say("counts_label_damaged", path=path), path=path) from None
    return found


def counts_folder_of(path: Path, found: CountsLabel) -> Path:
    """The folder of the counts that the file of a label belongs to."""
    return (path.parent / found.folder).resolve()
