"""SourceRow: one row of the table of sources: its files, what is in them and how it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.corpus import Source, SourcePath
from engine.settings import ReadingOptions
from workbench.engine_words import sentence_words
from workbench.source_scan import FileScan

if TYPE_CHECKING:
    from engine.corpus import CorpusProblem, LookAlike
    from engine.settings import MixtureRow


@dataclass(slots=True)
class SourceRow:
    """Files with one label, or texts in memory; a file's scan is None until it was read.

    reading: the source's own options. mixed: its place in the mixture, None before there is one.
    is_kept: whether its counts are kept, None while that is not known.
    """

    label: str
    files: dict[SourcePath, FileScan | None] = field(default_factory=dict)
    texts: tuple[str, ...] | None = None
    text_bytes: int = 0
    text_characters: int = 0
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    mixed: MixtureRow | None = None
    is_kept: bool | None = None

    @property
    def scans(self) -> list[FileScan]:
        return [scan for scan in self.files.values() if scan is not None]

    @property
    def is_scanned(self) -> bool:
        return all(scan is not None for scan in self.files.values())

    @property
    def documents(self) -> int:
        return sum(scan.documents for scan in self._usable()) + len(self.texts or ())

    @property
    def n_bytes(self) -> int:
        return sum(scan.n_bytes for scan in self._usable()) + self.text_bytes

    @property
    def characters(self) -> int:
        return sum(scan.characters for scan in self._usable()) + self.text_characters

    @property
    def errors(self) -> list[str]:
        """Sentences on files that cannot be used."""
        return [
            _with_short_path(sentence_words(scan.error), scan.path)
            for scan in self.scans
            if scan.error
        ]

    @property
    def left_out(self) -> list[SourcePath]:
        """The files that cannot be used or hold no text."""
        return [scan.path for scan in self.scans if scan.error or not scan.documents]

    @property
    def problems(self) -> list[CorpusProblem]:
        """What was repaired or left out."""
        return [problem for scan in self.scans for problem in scan.problems]

    @property
    def look_alikes(self) -> list[tuple[SourcePath, LookAlike]]:
        """Special tokens that stand literally in the text, by file."""
        return [(scan.path, each) for scan in self.scans for each in scan.look_alikes]

    @property
    def n_problems(self) -> int:
        """How often something was repaired or left out."""
        return sum(problem.times for problem in self.problems)

    @property
    def sentences(self) -> list[str]:
        """Everything that is wrong, in sentences with the files' names alone."""
        repairs = [
            _with_short_path(sentence_words(str(problem)), problem.path)
            for problem in self.problems
        ]
        return [*self.errors, *repairs]

    @property
    def first_file(self) -> SourcePath | None:
        """The first file with text in it, or else the first one; None for texts in memory."""
        with_text = (scan.path for scan in self._usable() if scan.documents)
        return next(with_text, next(iter(self.files), None))

    @property
    def source(self) -> Source | None:
        """The engine's source of the usable files or texts, None where there are none."""
        if self.texts is not None:
            return Source(self.label, texts=self.texts, reading=self.reading)
        usable = tuple(scan.path for scan in self._usable() if scan.documents)
        return Source(self.label, usable, reading=self.reading) if usable else None

    def _usable(self) -> list[FileScan]:
        return [scan for scan in self.scans if not scan.error]


def _with_short_path(sentence: str, path: SourcePath) -> str:
    """Return a sentence that names a file with the file's name alone."""
    return sentence.replace(str(path), path.name, 1)
