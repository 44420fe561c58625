"""The counts of a source from its folders: checked, above a floor, in the order of the text.

Without first positions pre-tokens are in the order of their counts, the greatest first, and of
their bytes where these are equal. That decides the tie-breaks that ask which came first.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.compiled import PADDING, Int64s, UInt8s, bounds_of, run_kernel
from engine.corpus import (
    Corpus,
    Source,
    SourcePath,
    counts_folder_of,
    read_counts_label,
)
from engine.counting import _counting_kernels as kernels
from engine.counting.counts_folder import (
    MOST_COUNT,
    CountsFolder,
    CountsRules,
    LabelFacts,
    open_counts,
)
from engine.counting.counts_parts import table_arrays
from engine.counting.counts_rows import (
    BATCH_ROWS,
    Rows,
    dropped_pairs,
    read_rows,
    rows_table,
    summed_rows,
    weighted_sum,
)
from engine.counting.dropped import DroppedPairs
from engine.counting.kept import SourcePretokens
from engine.errors import CorpusError
from engine.machine import Progress, available_bytes, counts_bytes, megabytes, merging_bytes
from engine.sentences import say

_USUAL_BYTES = 10
"""Of a distinct pre-token."""
_UNFIT = ("max_document_chars", "max_chars", "sample")


@dataclass(frozen=True, slots=True)
class _LabelRows:
    """Rows of one label above the floor, in any order; arrays as in Rows."""

    data: UInt8s
    starts: Int64s
    counts: Int64s
    firsts: Int64s | None


def counted_source(corpus: Corpus, index: int, rules: CountsRules) -> SourcePretokens:
    """The counts of a source whose files are labels of folders of counts.

    rules: of the training. Raises CorpusError for counts of other rules, for folders that are not
    whole, for a bad row, for reading options that counts cannot follow, and where the counts need
    more memory than there is.
    """
    source = corpus.sources[index]
    _check_options(corpus, source)
    least = corpus.reading_of(source).min_count
    parts: list[_LabelRows] = []
    dropped = DroppedPairs.none()
    totals = LabelFacts()
    begin = 0
    for path in source.paths:
        folder, label = counts_of_label(path)
        folder.manifest.rules.check_equal(rules, folder.path)
        facts = folder.manifest.labels[label]
        _check_memory(source.label, facts, folder, least)
        rows, own = _label_rows(folder, label, least)
        dropped += own
        if folder.manifest.dropped is not None:
            dropped += dropped_pairs(folder).get(label, DroppedPairs.none())
        parts.append(rows if rows.firsts is None else _moved(rows, begin))
        begin += max(facts.bytes, facts.first_end)
        totals.documents += facts.documents
        totals.bytes += facts.bytes
        totals.characters += facts.characters
        totals.pretokens += facts.pretokens
        totals.unmatched_bytes += facts.unmatched_bytes
    joined = _joined(parts)
    if not len(joined.counts):
        raise CorpusError(say("counts_without_rows", label=source.label, least=least))
    summed = _summed(joined)
    if len(source.paths) == 1 and len(summed.counts) < len(joined.counts):
        raise CorpusError(say("counts_has_duplicates", label=source.label, folder=folder.path))
    return _in_order(source.label, summed, totals, dropped)


def counts_of_label(path: SourcePath) -> tuple[CountsFolder, str]:
    """The folder and the label that the file of a label names.

    Raises CorpusError where they do not fit, and for a folder that is not whole.
    """
    assert isinstance(path, Path)
    named = read_counts_label(path)
    folder = open_counts(counts_folder_of(path, named))
    if folder.sha256 != named.manifest:
        raise CorpusError(say("counts_manifest_changed", path=path, folder=folder.path), path=path)
    if named.label not in folder.manifest.labels:
        words = say("counts_label_unknown", folder=folder.path, label=named.label)
        raise CorpusError(words, path=path)
    folder.check_whole()
    return folder, named.label


def _check_options(corpus: Corpus, source: Source) -> None:
    """Raise CorpusError for an option of reading that only text can follow."""
    reading = corpus.reading_of(source)
    settings = [name for name in _UNFIT if getattr(reading, name) is not None]
    if corpus.max_chars is not None:
        settings.append("max_chars")
    if settings:
        words = say("counts_cannot_be_cut", label=source.label, setting=settings[0])
        raise CorpusError(words, path=source.paths[0], setting=settings[0])


def _check_memory(label: str, facts: LabelFacts, folder: CountsFolder, least: int) -> None:
    """Raise CorpusError where the rows of a label surely need more memory than there is."""
    available = available_bytes()
    if available is None or least > 1:  # how many rows are above a floor is not known before
        return
    n_bytes = _USUAL_BYTES * facts.rows
    needed = counts_bytes(facts.rows, n_bytes) + merging_bytes(facts.rows, n_bytes)
    if needed > available:
        words = say(
            "counts_memory",
            label=label,
            rows=facts.rows,
            needed=megabytes(needed),
            available=megabytes(available),
        )
        raise CorpusError(words, path=folder.path, setting="min_count")


def _label_rows(folder: CountsFolder, label: str, least: int) -> tuple[_LabelRows, DroppedPairs]:
    """The rows of a label counted at least so often, and what was dropped of the others."""
    dropped, n_rows = DroppedPairs.none(), 0
    found: list[_LabelRows] = []
    for path in folder.parts:
        for rows in read_rows(path, label):
            n_rows += len(rows.counts)
            is_kept = rows.counts >= least
            if not is_kept.all():
                out = rows.of(~is_kept)
                dropped += DroppedPairs.of(out.data, out.starts, out.counts)
            found.append(_label_part(rows.of(is_kept)))
    written = folder.manifest.labels[label].rows
    if n_rows != written:
        words = say(
            "counts_rows_differ", folder=folder.path, label=label, rows=n_rows, written=written
        )
        raise CorpusError(words, path=folder.path)
    return _joined(found), dropped


def _label_part(rows: Rows) -> _LabelRows:
    return _LabelRows(rows.data, rows.starts, rows.counts, rows.firsts)


def _moved(rows: _LabelRows, begin: int) -> _LabelRows:
    assert rows.firsts is not None
    return _LabelRows(rows.data, rows.starts, rows.counts, rows.firsts + begin)


def _joined(parts: Sequence[_LabelRows]) -> _LabelRows:
    """Rows one after another; without first positions where one has none."""
    parts = [each for each in parts if len(each.counts)]
    if len(parts) == 1:
        return parts[0]
    lengths = [np.diff(each.starts) for each in parts]
    none = np.zeros(0, np.int64)
    firsts = [each.firsts for each in parts if each.firsts is not None]
    return _LabelRows(
        np.concatenate([np.zeros(0, np.uint8), *(each.data for each in parts)]),
        bounds_of(np.concatenate([none, *lengths])),
        np.concatenate([none, *(each.counts for each in parts)]),
        np.concatenate([none, *firsts]) if len(firsts) == len(parts) else None,
    )


def _in_order(
    label: str, rows: _LabelRows, totals: LabelFacts, dropped: DroppedPairs
) -> SourcePretokens:
    """Rows sorted by their bytes as the counts of a source, in the order of the text."""
    widths = np.diff(rows.starts)
    n_bytes = sum(
        weighted_sum(rows.counts[at : at + BATCH_ROWS], widths[at : at + BATCH_ROWS])
        for at in range(0, len(widths), BATCH_ROWS)
    )
    if n_bytes >= MOST_COUNT:
        raise CorpusError(say("counts_sum_too_large", label=label))
    order, firsts = _order(rows, n_bytes)
    starts = bounds_of(widths[order])
    data = np.empty(int(starts[-1]) + PADDING, np.uint8)
    source = np.concatenate((rows.data, np.zeros(PADDING, np.uint8)))
    run_kernel(kernels.copy_pretokens, source, rows.starts, order, starts, data)
    return SourcePretokens(
        data=data,
        starts=starts,
        counts=rows.counts[order],
        firsts=firsts,
        n_bytes=n_bytes,
        n_documents=totals.documents,
        n_characters=max(0, totals.characters - dropped.characters),
        n_pretokens=int(rows.counts.sum()),
        unmatched_bytes=min(totals.unmatched_bytes, n_bytes),
        dropped=dropped if dropped.rows else None,
    )


def _summed(rows: _LabelRows) -> _LabelRows:
    """The rows sorted by their bytes, with the counts of equal pre-tokens added up."""
    table = summed_rows(rows_table("", rows.data, rows.starts, rows.counts, rows.firsts))
    data, starts = table_arrays(table)
    firsts = None if rows.firsts is None else table["first"].to_numpy()
    return _LabelRows(data, starts, table["count"].to_numpy(), firsts)


def _order(rows: _LabelRows, n_bytes: int) -> tuple[Int64s, Int64s]:
    """int64[n] each: which row comes when, and where it occurs first, ascending and below n_bytes.

    The rows are sorted by their bytes, which decides where the rest is equal.
    """
    n = len(rows.counts)
    if rows.firsts is None:
        return np.argsort(-rows.counts, kind="stable"), np.arange(n)
    order = np.argsort(rows.firsts, kind="stable")
    firsts = rows.firsts[order]
    are_bytes = int(firsts[-1]) < n_bytes and bool((np.diff(firsts) > 0).all())
    return order, firsts if are_bytes else np.arange(n)


@dataclass(frozen=True, slots=True)
class FrequentRow:
    """A row of a folder of counts."""

    pretoken: bytes
    label: str
    count: int


def most_frequent(
    folder: CountsFolder, n: int
) -> Generator[Progress, None, tuple[FrequentRow, ...]]:
    """The n rows of a folder that are counted most, the greatest first, equal ones by their bytes.

    Raises CorpusError for a bad row.
    """
    found: list[FrequentRow] = []
    done, total = 0, folder.manifest.rows
    for path in folder.parts if n else ():
        for rows in read_rows(path):
            first = np.argsort(-rows.counts, kind="stable")[:n]
            found += [
                FrequentRow(
                    rows.data[rows.starts[at] : rows.starts[at + 1]].tobytes(),
                    rows.label,
                    int(rows.counts[at]),
                )
                for at in first.tolist()
            ]
            found = sorted(found, key=lambda row: (-row.count, row.pretoken, row.label))[:n]
            done += len(rows.counts)
            yield Progress(done, total, "read", rows.label)
    return tuple(found)
