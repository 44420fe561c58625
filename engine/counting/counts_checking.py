"""Checking a folder of counts, whoever made it, and giving one of another program a manifest.

Files are read in batches and keys are compared partition by partition, so that a folder of any size
is checked in bounded memory.
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.argument_types import checked_path
from engine.compiled import Bools
from engine.counting.counts_folder import (
    MOST_COUNT,
    PART_ENDING,
    CountsFolder,
    CountsManifest,
    CountsRules,
    LabelFacts,
    PartFile,
    open_counts,
)
from engine.counting.counts_parts import RowSpill, usual_memory
from engine.counting.counts_rows import (
    Rows,
    arrow,
    dropped_pairs,
    file_hash,
    read_rows,
    weighted_sum,
)
from engine.errors import CorpusError
from engine.machine import Progress
from engine.sentences import say
from engine.splitting import Splitter
from engine.text import first_invalid_byte

_SHOWN_BYTES = 40


@dataclass(frozen=True, slots=True)
class CountsCheck:
    """What a check found.

    folder: with its manifest, or the one that it would have. error: the first fault, with file,
    row, column and value; None for a folder that can be used. warnings: what is doubtful.
    """

    folder: CountsFolder | None
    error: str | None
    warnings: tuple[str, ...] = ()


Checking = Generator[Progress, None, CountsCheck]


def check_counts(
    folder: str | Path, rules: CountsRules | None = None, *, memory_bytes: int | None = None
) -> Checking:
    """Check every row of a folder of counts; the result says what is wrong.

    rules: what the counts were made by; needed for a folder without a manifest, and compared with
        the manifest of one that has it.
    memory_bytes: about what the check may take.

    Raises CorpusError where pyarrow is missing; faults of the folder are in the result.
    """
    arrow()
    place = checked_path(folder, "The folder of counts")
    memory = usual_memory() if memory_bytes is None else memory_bytes
    return _checking(place, rules, memory)


def _checking(place: Path, rules: CountsRules | None, memory: int) -> Checking:
    seen = _Seen()
    try:
        folder = opened_counts(place, rules)
        parts = folder.manifest.parts
        total = 2 * sum(part.bytes for part in parts)
        done = 0
        folder.check_whole()
        for path, part in zip(folder.parts, parts, strict=True):
            if part.sha256 and file_hash(path) != part.sha256:
                raise CorpusError(say("counts_part_changed", path=path), path=path)
            done += part.bytes
            yield Progress(done, total, "hash")
        splitter = Splitter(folder.manifest.rules.pattern)
        with tempfile.TemporaryDirectory(prefix="counts-") as scratch:
            spill = RowSpill(Path(scratch), memory)
            for path, part in zip(folder.parts, parts, strict=True):
                for rows in read_rows(path):
                    seen.add(rows, path, splitter)
                    _note_keys(spill, rows)
                    yield Progress(done, total, "rows", rows.label)
                done += part.bytes
            for table in spill.tables():
                _refuse_duplicates(table, folder)
                yield Progress(total, total, "keys")
        seen.check_manifest(folder)
        dropped_pairs(folder)
    except (CorpusError, OSError) as error:
        return CountsCheck(None, str(error), seen.warnings())
    return CountsCheck(seen.completed(folder), None, seen.warnings())


def opened_counts(place: Path, rules: CountsRules | None) -> CountsFolder:
    """A folder of counts, also of another program: without a manifest, but with rules.

    Raises CorpusError for a folder without either, for rules that are not those of its manifest,
    and as `open_counts`.
    """
    try:
        folder = open_counts(place)
    except CorpusError as error:
        if error.code != "counts_no_manifest" or rules is None:
            raise
        return _without_manifest(place, rules)
    if rules is not None:
        folder.manifest.rules.check_equal(rules, place)
    return folder


def _without_manifest(place: Path, rules: CountsRules) -> CountsFolder:
    """The folder of another program; the numbers of its labels come with its rows."""
    parts = []
    pa = arrow()
    for path in sorted(place.glob(f"*{PART_ENDING}")):
        size = path.stat().st_size
        try:
            rows = pa.parquet.read_metadata(path).num_rows
        except (pa.ArrowException, OSError) as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            raise CorpusError(
                say("counts_file_damaged", path=path, reason=reason), path=path
            ) from None
        parts.append(PartFile(path.name, rows, size, ""))
    return CountsFolder(place, CountsManifest(rules, {}, tuple(parts)), "")


@dataclass(slots=True)
class _Doubts:
    """Rows that are doubtful for one reason: how many, and the first one."""

    code: str
    n: int = 0
    path: Path | None = None
    row: int = 0
    value: str = ""

    def note(self, rows: Rows, path: Path, is_doubtful: Bools) -> None:
        """Add the doubtful rows of a batch."""
        n = int(is_doubtful.sum())
        if n and not self.n:
            at = int(np.argmax(is_doubtful))
            text = rows.data[rows.starts[at] : rows.starts[at + 1]].tobytes()
            self.path, self.row = path, int(rows.places[at]) + 1
            self.value = repr(text[:_SHOWN_BYTES])
        self.n += n

    def sentence(self) -> str:
        return say(self.code, n=self.n, path=self.path, row=self.row, value=self.value)


@dataclass(slots=True)
class _Seen:
    """What the rows of a folder add up to, and what is doubtful of them."""

    labels: dict[str, LabelFacts] = field(default_factory=dict)
    n_first: dict[str, int] = field(default_factory=dict)
    pieces: _Doubts = field(default_factory=lambda: _Doubts("counts_many_pieces"))
    invalid: _Doubts = field(default_factory=lambda: _Doubts("counts_invalid_utf8"))

    def add(self, rows: Rows, path: Path, splitter: Splitter) -> None:
        """Add a batch of rows. Raises CorpusError where the counts become too large."""
        facts = self.labels.setdefault(rows.label, LabelFacts(has_first=True))
        is_whole = (rows.data & 0xC0) != 0x80
        characters = np.add.reduceat(is_whole.astype(np.int64), rows.starts[:-1])
        widths = np.diff(rows.starts)
        facts.rows += len(rows.counts)
        facts.pretokens += weighted_sum(rows.counts)
        facts.bytes += weighted_sum(rows.counts, widths)
        facts.characters += weighted_sum(rows.counts, characters)
        if facts.bytes >= MOST_COUNT:
            raise CorpusError(say("counts_sum_too_large", label=rows.label), path=path)
        if rows.firsts is None:
            facts.has_first = False
        else:
            facts.first_end = max(facts.first_end, 1 + int(rows.firsts.max()))
            self.n_first[rows.label] = self.n_first.get(rows.label, 0) + len(rows.counts)
        is_invalid = _invalid(rows)
        self.invalid.note(rows, path, is_invalid)
        self.pieces.note(rows, path, _split_further(rows, splitter) & ~is_invalid)

    def check_manifest(self, folder: CountsFolder) -> None:
        """Raise CorpusError where the manifest says otherwise."""
        if not folder.sha256:
            if not self.labels:
                raise CorpusError(say("counts_nothing_in", folder=folder.path), path=folder.path)
            return
        for label in sorted({*folder.manifest.labels, *self.labels}):
            written = folder.manifest.labels.get(label)
            found = self.labels.get(label, LabelFacts())
            rows = written.rows if written is not None else 0
            if written is None or rows != found.rows:
                words = say(
                    "counts_rows_differ",
                    folder=folder.path,
                    label=label,
                    rows=found.rows,
                    written=rows,
                )
                raise CorpusError(words, path=folder.path)
            for name in ("pretokens", "bytes"):
                said = getattr(written, name) - getattr(written, f"dropped_{name}")
                if said != getattr(found, name):
                    words = say(
                        "counts_sums_differ",
                        folder=folder.path,
                        label=label,
                        found=getattr(found, name),
                        written=said,
                        name=name,
                    )
                    raise CorpusError(words, path=folder.path)

    def completed(self, folder: CountsFolder) -> CountsFolder:
        """The folder with a manifest, also where it has none of its own."""
        if folder.sha256:
            return folder
        for facts in self.labels.values():
            facts.first_end = facts.first_end if facts.has_first else 0
        manifest = folder.manifest
        parts = tuple(
            PartFile(part.name, part.rows, part.bytes, file_hash(path))
            for path, part in zip(folder.parts, manifest.parts, strict=True)
        )
        labels = dict(sorted(self.labels.items()))
        made = CountsManifest(manifest.rules, labels, parts, folder=str(folder.path.resolve()))
        return CountsFolder(folder.path, made, "")

    def warnings(self) -> tuple[str, ...]:
        some = [
            say("counts_some_first", label=label)
            for label, facts in sorted(self.labels.items())
            if not facts.has_first and self.n_first.get(label)
        ]
        doubts = [each.sentence() for each in (self.pieces, self.invalid) if each.n]
        return (*doubts, *some)


def _invalid(rows: Rows) -> Bools:
    """Which pre-tokens are invalid UTF-8 by themselves."""
    found = np.zeros(len(rows.counts), np.bool_)
    text = rows.data.tobytes()
    starts_inside = (rows.data[rows.starts[:-1]] & 0xC0) == 0x80
    if first_invalid_byte(text) is None and not starts_inside.any():
        return found
    for at in range(len(found)):
        piece = text[int(rows.starts[at]) : int(rows.starts[at + 1])]
        found[at] = first_invalid_byte(piece) is not None
    return found


def _split_further(rows: Rows, splitter: Splitter) -> Bools:
    """Which pre-tokens the pattern splits into several."""
    text = rows.data.tobytes()
    n_pieces = np.zeros(len(rows.counts), np.int64)
    for block in splitter.span_blocks(text, rows.starts):
        owners = np.searchsorted(rows.starts, block.spans[:, 0], side="right") - 1
        n_pieces += np.bincount(owners, minlength=len(n_pieces))[: len(n_pieces)]
    return n_pieces > 1


def _note_keys(spill: RowSpill, rows: Rows) -> None:
    """Add the keys of rows, each counted once."""
    ones = np.ones(len(rows.counts), np.int64)
    spill.add(rows.label, rows.data, rows.starts, ones, None)


def _refuse_duplicates(table: Any, folder: CountsFolder) -> None:
    """Raise CorpusError for the first key that is in two rows."""
    numbers = table["count"].to_numpy()
    repeated = np.flatnonzero(numbers > 1)
    if not len(repeated):
        return
    row = table.slice(int(repeated[0]), 1).to_pylist()[0]
    places = list(_places_of(folder, row["label"], row["pretoken"]))
    (first, first_row), (path, at) = places[0], places[1]
    words = say(
        "counts_duplicate",
        path=path,
        row=at,
        value=repr(row["pretoken"][:_SHOWN_BYTES]),
        label=row["label"],
        first=first.name,
        first_row=first_row,
    )
    raise CorpusError(words, path=path)


def _places_of(folder: CountsFolder, label: str, pretoken: bytes) -> Iterator[tuple[Path, int]]:
    """The files and rows, from 1, that have a key."""
    width = len(pretoken)
    for path in folder.parts:
        for rows in read_rows(path, label):
            for at in np.flatnonzero(np.diff(rows.starts) == width).tolist():
                if rows.data[rows.starts[at] : rows.starts[at + 1]].tobytes() == pretoken:
                    yield path, int(rows.places[at]) + 1
