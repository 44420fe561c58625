"""Counts as files: what a folder of pre-token counts consists of, and its manifest.

    counts/
        counts.json             the manifest, written last
        labels/eng.counts       what a corpus names as the file of a label (engine.corpus)
        part-00000.parquet      rows, sorted by label and pre-token within a part
        dropped.parquet         only with a floor: what the dropped rows contained, see `dropped`

    column    type                     meaning
    pretoken  binary (or string)       the bytes of a pre-token, never empty
    label     string                   language or domain
    count     integer                  occurrences in the text of the label, at least 1
    first     int64, null or missing   orders pre-tokens by their first occurrence in the text of
                                       the label; its byte there where we counted

A pre-token occurs once for each label, in whichever part. Every program that writes Parquet can
make such a folder; without a manifest the split pattern has to be given when it is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from engine.argument_types import checked, checked_path
from engine.corpus import FOLDER_FORMAT, MANIFEST
from engine.counting.kept import COUNTING_VERSION
from engine.errors import CorpusError, reason_of
from engine.sentences import say
from engine.settings import ENGINE_VERSION, TrainingConfig
from engine.splitting import full_pattern, preset_name_of
from engine.text import UNICODE_VERSION, Normalization, normalization_version

VERSION = 1
PART_ENDING = ".parquet"
DROPPED = "dropped.parquet"
MOST_COUNT = 1 << 62
"""Sums of counts stay below it, so that no count of a training can overflow."""
MOST_MANIFEST_BYTES = 1 << 28
_MOST_SHOWN = 60
_OTHER = {
    "pattern": "counts_other_pattern",
    "normalization": "counts_other_normalization",
    "cut_at": "counts_other_cut_at",
    "unicode": "counts_other_unicode",
    "counting": "counts_other_counting",
}
"""What is said where counts of other rules are asked for."""


@dataclass(frozen=True, slots=True)
class CountsRules:
    """What decides the counts of a text.

    pattern: the split pattern itself. cut_at: special tokens at which documents end.
    unicode: versions of the Unicode tables of splitting and of normalization.
    """

    pattern: str
    normalization: Normalization | None = None
    cut_at: tuple[str, ...] = ()
    unicode: tuple[str, str | None] = (UNICODE_VERSION, None)
    counting: int = COUNTING_VERSION

    @classmethod
    def of(cls, config: TrainingConfig) -> CountsRules:
        """Those of a training."""
        checked(config, TrainingConfig, "config", "TrainingConfig(vocab_size) makes one")
        return cls.for_pattern(config.pattern, config.normalization, config.cut_at)

    @classmethod
    def for_pattern(
        cls,
        pattern: str,
        normalization: Normalization | None = None,
        cut_at: tuple[str, ...] = (),
    ) -> CountsRules:
        """Those of this version. pattern: a preset or an expression."""
        versions = (UNICODE_VERSION, normalization_version(normalization))
        return cls(full_pattern(pattern), normalization, cut_at, versions)

    @property
    def pattern_name(self) -> str | None:
        """The preset that has the pattern."""
        return preset_name_of(self.pattern)

    @classmethod
    def checked(cls, rules: object) -> CountsRules:
        """Rules as they are. Raises ArgumentError for anything else."""
        return checked(rules, cls, "rules", "CountsRules.for_pattern(pattern) makes them")

    def check_equal(self, other: CountsRules, folder: Path) -> None:
        """Raise CorpusError where counts of a folder with these rules cannot serve the others."""
        for name in _OTHER:
            own, asked = getattr(self, name), getattr(other, name)
            if own != asked:
                words = say(
                    f"counts_other_{name}", folder=folder, own=_said(own), asked=_said(asked)
                )
                raise CorpusError(words, path=folder, setting=name)


def _said(value: object) -> str:
    """A setting for a sentence."""
    if value is None or value == ():
        return "none"
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value if each is not None)
    text = str(value)
    name = preset_name_of(text)
    if name is not None:
        return name
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


@dataclass(slots=True)
class LabelFacts:
    """A label in a manifest.

    documents, bytes, characters, pretokens, unmatched_bytes: of the text that was counted,
        documents 0 where unknown. rows: in the parts. has_first: whether they have first
        positions; first_end: greater than each of these.
    dropped_rows, dropped_pretokens, dropped_bytes, dropped_characters: of the rows below the floor.
    """

    documents: int = 0
    bytes: int = 0
    characters: int = 0
    pretokens: int = 0
    unmatched_bytes: int = 0
    rows: int = 0
    has_first: bool = False
    first_end: int = 0
    dropped_rows: int = 0
    dropped_pretokens: int = 0
    dropped_bytes: int = 0
    dropped_characters: int = 0


@dataclass(frozen=True, slots=True)
class PartFile:
    """A file of rows: its name, how many rows and bytes it has, and their SHA-256."""

    name: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was counted: where it was, its label, its size and its SHA-256 if known."""

    path: str
    label: str
    bytes: int | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class CountsManifest:
    """The manifest of a folder of counts.

    min_count: the floor; rows counted less often were dropped. folder: where the parts are,
    relative to the manifest; "." unless the manifest was made for the folder of another program.
    dropped: the file on the dropped rows, None without a floor. problems: of reading, as sentences.
    """

    rules: CountsRules
    labels: Mapping[str, LabelFacts]
    parts: tuple[PartFile, ...]
    min_count: int = 1
    folder: str = "."
    dropped: PartFile | None = None
    read: tuple[ReadFile, ...] = ()
    problems: tuple[str, ...] = ()
    engine_version: str = field(default=ENGINE_VERSION)

    def content(self) -> bytes:
        """The file."""
        rules = asdict(self.rules)
        facts = {
            "format": FOLDER_FORMAT,
            "version": VERSION,
            "pattern_name": self.rules.pattern_name,
            **rules,
            "min_count": self.min_count,
            "folder": self.folder,
            "labels": {label: asdict(each) for label, each in self.labels.items()},
            "parts": [asdict(each) for each in self.parts],
            "dropped": None if self.dropped is None else asdict(self.dropped),
            "read": [asdict(each) for each in self.read],
            "problems": list(self.problems),
            "engine_version": self.engine_version,
        }
        return (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode()

    @property
    def rows(self) -> int:
        return sum(each.rows for each in self.labels.values())

    def total(self, name: str) -> int:
        """The sum of a number over all labels."""
        return sum(getattr(each, name) for each in self.labels.values())


@dataclass(frozen=True, slots=True)
class CountsFolder:
    """A folder of counts whose manifest was read; `sha256` is the manifest's."""

    path: Path
    manifest: CountsManifest
    sha256: str

    @property
    def parts(self) -> list[Path]:
        """The files with the rows."""
        return [self.path / self.manifest.folder / part.name for part in self.manifest.parts]

    @property
    def dropped_file(self) -> Path | None:
        dropped = self.manifest.dropped
        return None if dropped is None else self.path / self.manifest.folder / dropped.name

    def check_whole(self) -> None:
        """Raise CorpusError where a part is missing or has another size than was written."""
        parts = [*self.manifest.parts, *([self.manifest.dropped] if self.manifest.dropped else [])]
        for part in parts:
            path = self.path / self.manifest.folder / part.name
            size = path.stat().st_size if path.is_file() else None
            if size is None:
                raise CorpusError(
                    say("counts_part_missing", folder=self.path, name=part.name), path=path
                )
            if size != part.bytes:
                raise CorpusError(
                    say("counts_part_size", path=path, size=size, written=part.bytes), path=path
                )


def open_counts(folder: str | Path) -> CountsFolder:
    """The folder with its manifest. Raises CorpusError without one, and for a damaged one."""
    folder = checked_path(folder, "folder")
    path = folder / MANIFEST
    try:
        if not folder.is_dir():
            code = "counts_no_folder" if folder.exists() else "file_not_there"
            raise CorpusError(say(code, path=folder), path=folder)
        if not path.is_file():
            raise CorpusError(_without_manifest(folder), path=folder)
        if path.stat().st_size > MOST_MANIFEST_BYTES:
            raise ValueError
        content = path.read_bytes()
        manifest = _manifest_of(json.loads(content))
    except OSError as error:
        words = say("file_unreadable", path=path, reason=reason_of(error))
        raise CorpusError(words, path=path) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CorpusError(say("counts_manifest_damaged", path=path), path=path) from None
    return CountsFolder(folder, manifest, hashlib.sha256(content).hexdigest())


def _without_manifest(folder: Path) -> str:
    """Why a folder has no manifest: nothing was counted there, or its writing did not end."""
    if not any(folder.glob(f"*{PART_ENDING}")):
        return say("counts_nothing_in", folder=folder)
    if (folder / "_temporary").exists():
        return say("counts_half_written", folder=folder)
    return say("counts_no_manifest", folder=folder)


def _manifest_of(facts: dict[str, Any]) -> CountsManifest:
    """The manifest in JSON. Raises ValueError, KeyError or TypeError for what is none."""
    if facts["format"] != FOLDER_FORMAT:
        raise ValueError("it is no manifest of counts")
    if facts["version"] != VERSION:
        raise ValueError("it is of another version")
    rules = {each.name: facts[each.name] for each in fields(CountsRules)}
    rules["cut_at"] = tuple(rules["cut_at"])
    rules["unicode"] = tuple(rules["unicode"])
    labels = {label: LabelFacts(**each) for label, each in facts["labels"].items()}
    parts = tuple(PartFile(**each) for each in facts["parts"])
    dropped = None if facts["dropped"] is None else PartFile(**facts["dropped"])
    for part in (*parts, *([dropped] if dropped else [])):
        if Path(part.name).name != part.name or not _is_size(part.bytes) or not _is_size(part.rows):
            raise ValueError("a part of it is no file of the folder")
    if not labels or not all(_is_size(n) for each in labels.values() for n in _numbers(each)):
        raise ValueError("a number of it is none")
    if not isinstance(rules["pattern"], str) or not _is_size(facts["min_count"]):
        raise ValueError("its rules are none")
    return CountsManifest(
        rules=CountsRules(**rules),
        labels=labels,
        parts=parts,
        min_count=facts["min_count"],
        folder=str(facts["folder"]),
        dropped=dropped,
        read=tuple(ReadFile(**each) for each in facts["read"]),
        problems=tuple(map(str, facts["problems"])),
        engine_version=str(facts["engine_version"]),
    )


def _numbers(facts: LabelFacts) -> list[object]:
    return [getattr(facts, each.name) for each in fields(facts)]


def _is_size(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= MOST_COUNT
