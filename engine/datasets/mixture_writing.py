"""Writing a mixed corpus: the text that a training on a mixture counts, as files.

A mixture gives each source s of B_s bytes its effective bytes E_s. The files get whole documents:

    all documents, floor(E_s / B_s) times, in their order; then
    of the others the rest: documents in the order of a hash of (seed, number), up to the one that
    reaches the rest, which is written if that is nearer to it than leaving it away

so that a source differs from E_s by at most half of one document; with `shorten` that document is
shortened, and the difference is less than a character. The hash is that of the samples of a
training. Each source is read once to measure it and once for each time that it is written.

The folder has one file for each source, LABEL.txt, LABEL.jsonl or LABEL.parquet, and
`mixture.manifest` (JSON): settings, seed, bytes wanted and written, and the SHA-256 of every file
that was read and written. It appears whole or not at all.
"""

from __future__ import annotations

import re
import shutil
from array import array
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import numpy as np

from engine.argument_types import check_optional, checked_path, checked_string
from engine.compiled import Bools, Int64s
from engine.corpus import Corpus, DocumentPart, checked_corpus, label_for_path, without_text
from engine.counting import OneSource
from engine.datasets.mixture_files import MixtureFormat, OpenMixtureFile, needed_pyarrow
from engine.datasets.source_files import SourceFiles
from engine.datasets.writing import check_new_folder, write_manifest
from engine.errors import ConfigError, CorpusError, ExportError
from engine.machine import Progress, cannot_write, move_into_place, partial_folder
from engine.sentences import say
from engine.settings import Mixture, MixtureMaker, MixtureRow, check_mixture
from engine.text import count_characters, without_cut_character

MIXTURE_MANIFEST = "mixture.manifest"
FORMAT = "tokenizer-workbench mixture"
SEPARATOR = "\n<|endoftext|>\n"
_UNSAFE = re.compile(r"[^\w.+#-]+")
_STEP_BYTES = 1 << 20
_GREATEST_EXCESS = 2


@dataclass(frozen=True)
class MixtureFileSettings:
    """How a mixture is written.

    format: "txt", "jsonl" with "text" and "label", or "parquet" with these columns.
    document_separator: between the documents of a text file.
    shorten: whether the last document of each source is shortened, so that no byte is too many;
        None: only where whole documents come nowhere near.
    """

    format: MixtureFormat = "jsonl"
    document_separator: str = SEPARATOR
    shorten: bool | None = None

    def __post_init__(self) -> None:
        known = get_args(MixtureFormat)
        if self.format not in known:
            raise ConfigError(
                say(
                    "dataset_choice",
                    setting="format",
                    known=", ".join(known),
                    value=repr(self.format),
                ),
                setting="format",
            )
        if not checked_string(self.document_separator, "document_separator"):
            raise ConfigError(say("separator_empty"), setting="document_separator")


@dataclass(frozen=True, slots=True)
class MixtureProgress(Progress):
    """How far writing is. phase: "hash", "measure" or "write"; written: bytes of text in files."""

    written: int = 0


@dataclass(slots=True)
class _Share:
    """What of one source is written.

    sizes: int64[n], bytes of each document; left: code points that the corpus has left for it.
    n_whole: how often all is written. drawn: bool[n], what is written once more. cut_number,
    cut_bytes: the document that is cut, and where.
    """

    index: int
    label: str
    left: int | None
    sizes: Int64s
    wanted: int = 0
    n_whole: int = 0
    drawn: Bools = field(default_factory=lambda: np.zeros(0, np.bool_))
    cut_number: int = -1
    cut_bytes: int = 0

    @property
    def n_bytes(self) -> int:
        return int(self.sizes.sum())

    @property
    def n_passes(self) -> int:
        return self.n_whole + bool(self.drawn.any())


def write_mixture(
    corpus: Corpus,
    mixture: MixtureMaker | None,
    out: Path | str,
    settings: MixtureFileSettings | None = None,
) -> Generator[MixtureProgress, None, dict[str, Any]]:
    """Yields progress; the result is the return value: `result_of(write_mixture(...))`.

    It writes the text that `mixture` makes of the corpus into `out`, a folder that does not exist
    or is empty, and returns the manifest. Closing the generator leaves nothing behind. The same
    corpus, mixture and seed give the same files.

    The call itself raises ArgumentError, CorpusError for an iterator that can be read once, and
    ExportError if pyarrow is missing; later, ConfigError for a mixture that does not fit or that
    whole documents cannot come near, CorpusError for a file that cannot be read or that changes
    meanwhile, ExportError for a place that cannot be written or has no room.
    """
    checked_corpus(corpus).check_repeatable(say("mixture_reads_again"))
    check_mixture(mixture)
    out = checked_path(out, "The folder of a mixture")
    check_optional(settings, MixtureFileSettings, "settings", "MixtureFileSettings() makes them")
    settings = settings or MixtureFileSettings()
    if settings.format == "parquet":
        needed_pyarrow()
    return _written(_Writing(corpus, mixture or Mixture(), out, settings), out)


def _written(writing: _Writing, out: Path) -> Generator[MixtureProgress, None, dict[str, Any]]:
    check_new_folder(out, lambda: say("mixture_is_file", path=out))
    with partial_folder(out) as partial:
        manifest = yield from writing.run(partial)
        try:
            move_into_place(partial, out)
        except OSError as error:
            raise cannot_write(out, error) from None
    return manifest


class _Writing:
    """One mixture: measured, resolved, written."""

    def __init__(
        self, corpus: Corpus, maker: MixtureMaker, out: Path, settings: MixtureFileSettings
    ) -> None:
        self._corpus = corpus
        self._maker = maker
        self._out = out
        self._settings = settings
        self._files = SourceFiles(corpus)
        self._read = self._expected = self._written = self._documents = 0
        self._is_size_known = corpus.is_size_known
        self._unsaid = 0

    def run(self, folder: Path) -> Generator[MixtureProgress, None, dict[str, Any]]:
        """Everything into `folder`; returns the manifest."""
        for _ in self._files.take():
            yield self._progress("hash", 0)
        self._expected = self._corpus.expected_bytes
        shares = yield from self._measured()
        labels = [share.label for share in shares]
        sizes = [share.n_bytes for share in shares]
        if not any(sizes):
            raise without_text(self._corpus.problem_sentences)
        mixture = self._maker.for_sources(labels, sizes)
        resolved = mixture.resolve(labels, sizes)
        for share, weight in zip(shares, resolved.weights.tolist(), strict=True):
            share.wanted = (weight * share.n_bytes + resolved.scale // 2) // resolved.scale
            _draw(share, mixture.seed, self._settings.shorten)
        self._check_room(folder, shares)
        self._is_size_known = True
        self._expected = self._read + sum(share.n_passes * share.n_bytes for share in shares)
        names = _names(labels, self._settings.format)
        entries = []
        for share, row, name in zip(shares, resolved.rows, names, strict=True):
            if share.n_passes:
                entries.append((yield from self._write(share, row, folder, name)))
        self._files.check()
        manifest = self._manifest(mixture, entries, resolved.left_out)
        write_manifest(folder / MIXTURE_MANIFEST, manifest, self._out / MIXTURE_MANIFEST)
        return manifest

    def _measured(self) -> Generator[MixtureProgress, None, list[_Share]]:
        """The sizes of all documents."""
        shares = []
        left = self._corpus.max_chars
        for index, source in enumerate(self._corpus.sources):
            sizes, n_characters = array("q"), 0
            share = _Share(index, source.label, left, np.zeros(0, np.int64))
            for part in self._parts(share):
                if part.begins:
                    sizes.append(0)
                sizes[-1] += len(part.data)
                if left is not None:
                    n_characters += count_characters(part.data)
                if self._is_told(part):
                    yield self._progress("measure", index)
            share.sizes = np.array(sizes, np.int64)
            shares.append(share)
            left = None if left is None else left - n_characters
        return shares

    def _parts(self, share: _Share) -> Iterator[DocumentPart]:
        """The source as the corpus reads it."""
        if share.left == 0:
            return
        one = OneSource(self._corpus, share.index, share.left)
        with closing(one.parts(one.sources[0], max_chars=share.left)) as parts:
            yield from parts
        self._corpus.note_problems(one.problems)

    def _write(
        self, share: _Share, row: MixtureRow, folder: Path, name: str
    ) -> Generator[MixtureProgress, None, dict[str, Any]]:
        """The file of one source; its entry in the manifest."""
        settings = self._settings
        n_bytes, n_documents = self._written, self._documents
        opened = OpenMixtureFile(
            folder / name,
            settings.format,
            settings.document_separator,
            share.label,
            self._out / name,
        )
        with opened:
            for number in range(share.n_passes):
                chosen = None if number < share.n_whole else share.drawn
                for read, part in self._checked(share, chosen):
                    if part is not None:
                        opened.file.add(part)
                        self._written += len(part.data)
                        self._documents += part.ends
                    if self._is_told(read):
                        yield self._progress("write", share.index)
            opened.file.finish()
            opened.sink.sync()
        n_bytes, n_documents = self._written - n_bytes, self._documents - n_documents
        return {
            "label": share.label,
            "file": name,
            "read_as": label_for_path(self._out / name),
            "file_bytes": opened.sink.n_bytes,
            "sha256": opened.sink.sha256,
            "bytes": n_bytes,
            "documents": n_documents,
            "wanted_bytes": share.wanted,
            "deviation_bytes": n_bytes - share.wanted,
            "share": row.share,
            "natural_bytes": share.n_bytes,
            "natural_documents": int(np.count_nonzero(share.sizes)),
            "repetition": n_bytes / share.n_bytes,
            "whole_passes": share.n_whole,
            "drawn_documents": int(np.count_nonzero(share.drawn)),
            "documents_with_separator": opened.file.n_joined,
            "sources": self._files.of(self._corpus.sources[share.index].paths),
        }

    def _checked(
        self, share: _Share, chosen: Bools | None
    ) -> Iterator[tuple[DocumentPart, DocumentPart | None]]:
        """All parts, each with what is written of it: of the chosen documents, all for None.

        Raises CorpusError where the text is not the one that was measured.
        """
        number, size = -1, 0
        for part in self._parts(share):
            if part.begins:
                number, size = number + 1, 0
            size += len(part.data)
            if number >= len(share.sizes) or (part.ends and size != share.sizes[number]):
                raise CorpusError(say("mixture_text_changed", label=repr(share.label)))
            is_written = share.sizes[number] and (chosen is None or chosen[number])
            if is_written and chosen is not None and number == share.cut_number:
                yield part, _beginning(part, size - len(part.data), share.cut_bytes)
            else:
                yield part, part if is_written else None
        if number + 1 != len(share.sizes):
            raise CorpusError(say("mixture_text_changed", label=repr(share.label)))

    def _check_room(self, folder: Path, shares: Sequence[_Share]) -> None:
        """Raise ExportError where the text does not fit on the disk."""
        needed = sum(share.wanted for share in shares)
        free = shutil.disk_usage(folder).free
        if self._settings.format != "parquet" and needed > free:
            raise ExportError(
                say("mixture_has_no_room", path=self._out, needed=needed, free=free),
                path=self._out,
            )

    def _is_told(self, part: DocumentPart) -> bool:
        self._read += len(part.data)
        self._unsaid += len(part.data) + 64
        if self._unsaid < _STEP_BYTES:
            return False
        self._unsaid = 0
        return True

    def _progress(self, phase: str, index: int) -> MixtureProgress:
        total = max(self._expected, self._read) if self._is_size_known else 0
        return MixtureProgress(
            done=self._read,
            total=total,
            phase=phase,
            label=self._corpus.sources[index].label,
            documents=self._documents,
            written=self._written,
        )

    def _manifest(
        self, mixture: Mixture, entries: list[dict[str, Any]], left_out: tuple[str, ...]
    ) -> dict[str, Any]:
        settings = self._settings
        wanted = sum(entry["wanted_bytes"] for entry in entries)
        return {
            "format": FORMAT,
            "version": 1,
            "file_format": settings.format,
            "document_separator": settings.document_separator if settings.format == "txt" else None,
            "shorten": settings.shorten,
            "mixture": mixture.given(),
            "seed": mixture.seed,
            "bytes": self._written,
            "wanted_bytes": wanted,
            "deviation_bytes": self._written - wanted,
            "documents": self._documents,
            "files": entries,
            "left_out": list(left_out),
            "problems": self._corpus.problem_sentences,
        }


def _draw(share: _Share, seed: int, shorten: bool | None) -> None:
    """Decide which documents are written. Raises ConfigError where none comes near."""
    n_bytes = share.n_bytes
    if not share.wanted or not n_bytes:
        return
    share.n_whole, rest = divmod(share.wanted, n_bytes)
    share.drawn = np.zeros(len(share.sizes), np.bool_)
    if not rest:
        return
    hashes = document_hashes(seed, len(share.sizes))
    order = np.argsort(hashes, kind="stable")
    order = order[share.sizes[order] > 0]
    ends = np.cumsum(share.sizes[order])
    n_within = int(np.searchsorted(ends, rest, "left"))  # the next document reaches the rest
    before = int(ends[n_within - 1]) if n_within else 0
    over = int(ends[n_within]) - rest
    n_drawn = n_within + (over <= rest - before)
    nearest = int(order[np.argmin(np.abs(share.sizes[order] - rest))])
    is_far = not (n_drawn or share.n_whole) and share.sizes[nearest] > _GREATEST_EXCESS * rest
    if shorten or (shorten is None and is_far):
        share.drawn[order[: n_within + 1]] = True
        if over:
            share.cut_number, share.cut_bytes = int(order[n_within]), rest - before
        return
    share.drawn[order[:n_drawn]] = True
    if n_drawn or share.n_whole:
        return
    if is_far:
        raise ConfigError(
            say(
                "mixture_documents_too_long",
                label=repr(share.label),
                wanted=rest,
                size=int(share.sizes[nearest]),
            ),
            setting="mixture",
        )
    share.drawn[nearest] = True


def document_hashes(seed: int, n: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """uint64[n]: the hash of (seed, number) by which a `DocumentSample` keeps documents."""
    first = _mixed(np.array([seed], np.uint64))
    return _mixed(first ^ np.arange(n, dtype=np.uint64))


def _mixed(words: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """SplitMix64 (Steele, Lea and Flood 2014), modulo 2^64."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def _beginning(part: DocumentPart, start: int, most: int) -> DocumentPart | None:
    """The part of a document, up to `most` bytes of it. start: its offset in the document."""
    end = start + len(part.data)
    if end < most:
        return part
    data = part.data if end == most else without_cut_character(part.data[: max(0, most - start)])
    if start >= most or (part.begins and not data):
        return None
    return DocumentPart(data, part.begins, ends=True)


def _names(labels: Sequence[str], ending: str) -> list[str]:
    """A file name for each source, the label where it can be; no two alike on any system."""
    names: list[str] = []
    taken: set[str] = set()
    for label in labels:
        stem = base = _UNSAFE.sub("_", label).strip("._") or "source"
        number = 1
        while stem.casefold() in taken:
            number += 1
            stem = f"{base}_{number}"
        taken.add(stem.casefold())
        names.append(f"{stem}.{ending}")
    return names
