"""Encoding a text for the Tokens pane: with several tokenizers, in pieces, and what differs.

`ColumnEncoder` encodes short texts at once and long ones in a job.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject

from engine.compiled import UInt8s
from engine.machine import result_of
from engine.text import without_lone_surrogates
from workbench.signals import Signal
from workbench.text.numbers import byte_size
from workbench.text.placeholders import fill
from workbench.ui.spans.span_text import PLAIN, SPECIAL, SpanText
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.translation import translator
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.jobs import Job, StepProgress
from workbench.work.pre_tokens import PreTokenStarts

if TYPE_CHECKING:
    from engine.encoding import SpecialHandling, TokenSpans
    from engine.library import AnyTokenizer
    from engine.splitting import SpanDifference

_tr = translator("text_encoding")

PIECE_BYTES = 1 << 20
MOST_BYTES = 64_000_000  # of a file; what follows is not shown, and that is said

DIRECT_BYTES = 8_192  # encoded at once, in about a millisecond


@dataclass(frozen=True, eq=False)
class EncodedText:
    """A text as tokens of one tokenizer. different: how many of its ids differ."""

    tokenizer: AnyTokenizer
    spans: SpanText
    different: int


@dataclass(frozen=True, eq=False)
class EncodedColumns:
    """A text as each of several tokenizers cuts it.

    data: the UTF-8 text. characters: how many it has. special: what special tokens meant.
    columns: in the order of the tokenizers. compared: which of them cut `data` itself and not a
    normalized text; only those can be compared. difference: where they differ, None for fewer
    than two. changes: for each column uint8[n], how its spans differ from those of the first that
    is compared (`cut_changes`); None where it is not compared. from_first: for each
    column the share of bytes that it and the first cut differently, None where it is unknown.
    """

    data: bytes
    characters: int
    special: SpecialHandling
    columns: tuple[EncodedText, ...]
    compared: tuple[bool, ...]
    difference: SpanDifference | None
    changes: tuple[UInt8s | None, ...]
    from_first: tuple[float | None, ...]


@dataclass(frozen=True, eq=False)
class TextToEncode:
    """What to encode and with what.

    pre_tokens: find where pre-tokens begin, too. known: an earlier result, of which may be kept
    what fits.
    """

    data: bytes
    special: SpecialHandling
    tokenizers: tuple[AnyTokenizer, ...]
    pre_tokens: bool = False
    known: EncodedColumns | None = field(default=None)


class ColumnEncodingError(Exception):
    """One of several tokenizers refused the text: which one, counted from 0, and why."""

    def __init__(self, column: int, error: Exception) -> None:
        super().__init__(str(error))
        self.column, self.error = column, error


def encode_columns(wanted: TextToEncode) -> EncodedColumns:
    """Encode a short text at once. Raises ColumnEncodingError."""
    return result_of(encoding(wanted))


def encoding(wanted: TextToEncode) -> Generator[StepProgress, None, EncodedColumns]:
    """Encode with one tokenizer after the other, a value for about each megabyte."""
    tokenizers, n_columns = wanted.tokenizers, len(wanted.tokenizers)
    columns: list[EncodedText] = []
    for number, tokenizer in enumerate(tokenizers):
        kept = _known(wanted, tokenizer)
        if kept is None:
            yield StepProgress(_tr("Encode text"), number / n_columns)
            steps = _Encoding(tokenizer, wanted.data, wanted.special)
            try:
                for share in steps:
                    yield StepProgress(_tr("Encode text"), (number + share) / n_columns)
                kept = steps.result()
            except GeneratorExit:
                raise
            except Exception as error:
                raise ColumnEncodingError(number, error) from error
        if wanted.pre_tokens and kept.spans.pre_tokens is None:
            kept = yield from _with_pre_tokens(kept)
        columns.append(kept)
    if n_columns > 1:
        yield StepProgress(_tr("Compare tokens"), 1.0)
    return _compared(wanted, tuple(columns))


def _with_pre_tokens(encoded: EncodedText) -> Generator[StepProgress, None, EncodedText]:
    """Add where pre-tokens begin, if the tokenizer splits the very text that is shown."""
    tokenizer, spans = encoded.tokenizer, encoded.spans
    if runs_elsewhere(tokenizer) or tokenizer.cutting_splitter is None:
        return encoded
    special = None if spans.kinds is None else spans.kinds == SPECIAL
    starts = PreTokenStarts(spans.data, spans.bounds, special, tokenizer.cutting_splitter)
    for _ in starts:
        yield StepProgress(_tr("Find pre-tokens"))
    return replace(encoded, spans=replace(spans, pre_tokens=starts.result()))


def reading(path: Path) -> Generator[StepProgress, None, HeldText]:
    """Read the beginning of a text file, compressed or not. Raises CorpusError."""
    from engine.corpus import open_file, refuse_binary

    yield StepProgress(_tr("Read text"), 0.0)
    parts: list[bytes] = []
    n_bytes = 0
    with open_file(path) as stream:
        while n_bytes <= MOST_BYTES and (part := stream.read(PIECE_BYTES)):
            if not parts:
                refuse_binary(path, part)
            parts.append(part)
            n_bytes += len(part)
            yield StepProgress(_tr("Read text"))
    data = b"".join(parts)
    cut = len(data)
    if cut > MOST_BYTES:
        cut = MOST_BYTES
        while cut > 0 and data[cut] & 0xC0 == 0x80:
            cut -= 1
    return HeldText(path.name, data[:cut], is_cut=cut < len(data), path=path)


@dataclass(frozen=True, eq=False)
class HeldText:
    """A text that is too long to be edited, or a file's.

    name: what it is called. is_cut: whether more follows that is not shown. path: of its file.
    """

    name: str
    data: bytes
    is_cut: bool = False
    path: Path | None = None


def utf8_of_text(text: str) -> bytes:
    """Return what a person typed as UTF-8."""
    return without_lone_surrogates(text).encode()


class _Encoding:
    """Encodes one text in pieces; iterating gives the share that is done, `result` the tokens."""

    def __init__(self, tokenizer: AnyTokenizer, data: bytes, special: SpecialHandling) -> None:
        self._tokenizer, self._data, self._special = tokenizer, data, special
        self._ids: list[np.ndarray[tuple[int], np.dtype[np.uint32]]] = []
        self._placed: TokenSpans | None = None  # of a tokenizer whose library says the places

    def __iter__(self) -> Iterator[float]:
        tokenizer, data = self._tokenizer, self._data
        _ = tokenizer.vocabulary
        if runs_elsewhere(tokenizer):
            self._placed = tokenizer.token_spans(data, special=self._special)
            return
        splitter = tokenizer.cutting_splitter
        # A special token may stand across a cut, so texts that hold one are encoded whole; so are
        # those with dropout, in which a part would have the random numbers of the first again.
        whole = tokenizer.dropout is not None
        whole |= self._special != "text" and any(
            token.encode() in data for token in tokenizer.special_tokens
        )
        start = 0
        while True:
            end = len(data)
            if splitter is not None and not whole and end - start > PIECE_BYTES:
                end = splitter.sure_cut(data, start + PIECE_BYTES)
            piece = data[start:end] if start or end < len(data) else data
            self._ids.append(tokenizer.encode_to_array(piece, special=self._special))
            if end >= len(data):
                return
            start = end
            yield start / len(data)

    def result(self) -> EncodedText:
        """Return the tokens with their places."""
        tokenizer, data = self._tokenizer, self._data
        if self._placed is not None:
            return _placed_text(tokenizer, data, self._placed)
        ids = self._ids[0] if len(self._ids) == 1 else np.concatenate(self._ids)
        bounds = np.zeros(len(ids) + 1, np.int64)
        np.cumsum(tokenizer.token_lengths[ids], out=bounds[1:])
        if tokenizer.normalization is not None:  # the places are those of the rewritten text
            vocabulary = tokenizer.vocabulary  # decoding would drop a space in front
            data = b"".join([vocabulary[i] for i in ids.tolist()])
        special_ids = np.fromiter(tokenizer.special_tokens.values(), np.int64)
        kinds = None
        if self._special == "parse" and len(special_ids):
            kinds = np.where(np.isin(ids, special_ids), SPECIAL, PLAIN).astype(np.uint8)
        different = int(np.count_nonzero(np.bincount(ids))) if len(ids) else 0
        return EncodedText(tokenizer, SpanText(data, bounds, ids=ids, kinds=kinds), different)


def _placed_text(tokenizer: AnyTokenizer, data: bytes, placed: TokenSpans) -> EncodedText:
    """The tokens that a library found; of a text that it drops whole nothing is shown."""
    shown = data if int(placed.starts[-1]) == len(data) else b""
    kinds = np.where(placed.special, SPECIAL, PLAIN).astype(np.uint8)
    spans = SpanText(shown, placed.starts.copy(), ids=placed.ids.copy(), kinds=kinds)
    return EncodedText(tokenizer, spans, len(np.unique(placed.ids)))


def _known(wanted: TextToEncode, tokenizer: AnyTokenizer) -> EncodedText | None:
    """Return what is known already of the same text and tokenizer."""
    known = wanted.known
    if known is None or known.special != wanted.special or known.data != wanted.data:
        return None
    return next((each for each in known.columns if each.tokenizer is tokenizer), None)


def _compared(wanted: TextToEncode, columns: tuple[EncodedText, ...]) -> EncodedColumns:
    from engine.splitting import cut_changes, span_difference

    data = wanted.data
    compared = tuple(each.spans.data is data or each.spans.data == data for each in columns)
    columns = _with_common_paragraphs(columns, compared)
    cuts = [each.spans.bounds for each, fits in zip(columns, compared, strict=True) if fits]
    shares: list[float | None] = [None] * len(columns)
    if compared and compared[0]:
        first = columns[0].spans.bounds
        for number in range(1, len(columns)):
            if compared[number]:
                shares[number] = span_difference([first, columns[number].spans.bounds]).share
    difference = span_difference(cuts) if len(cuts) > 1 else None
    return EncodedColumns(
        data,
        _n_characters(data),
        wanted.special,
        columns,
        compared,
        difference,
        tuple(
            cut_changes(each.spans.bounds, cuts[0]) if difference is not None and fits else None
            for each, fits in zip(columns, compared, strict=True)
        ),
        tuple(shares),
    )


def _with_common_paragraphs(
    columns: tuple[EncodedText, ...], compared: tuple[bool, ...]
) -> tuple[EncodedText, ...]:
    """Cut long lines where all compared columns begin a token, so that their lines are aligned."""
    shown = [each.spans for each, fits in zip(columns, compared, strict=True) if fits]
    if all(np.array_equal(each.paragraphs, shown[0].paragraphs) for each in shown[1:]):
        return columns
    n_columns = np.zeros(len(shown[0].data) + 1, np.uint8)
    for spans in shown:
        n_columns[spans.bounds] += 1
    cuts = np.flatnonzero(n_columns == len(shown))
    return tuple(
        replace(each, spans=replace(each.spans, cuts=cuts)) if fits else each
        for each, fits in zip(columns, compared, strict=True)
    )


def _n_characters(data: bytes) -> int:
    """Return how many bytes begin a character."""
    return int(np.count_nonzero((np.frombuffer(data, np.uint8) & 0xC0) != 0x80))


def size_words(held: HeldText) -> str:
    """Return name and size of a held text for a line above it."""
    words = _tr("%1, the first %2") if held.is_cut else _tr("%1, %2")
    return fill(words, held.name, byte_size(len(held.data)))


class ColumnEncoder(QObject):
    """Does one text at a time; a new one takes the place of that which is not done yet.

    Signals:
        encoded: EncodedColumns.    text_loaded: HeldText.
        failed: the exception.
        busy_changed: words of what is waited for, "" for nothing.
    """

    encoded: Signal[EncodedColumns] = Signal(object)
    text_loaded: Signal[HeldText] = Signal(object)
    failed: Signal[Exception] = Signal(object)
    busy_changed: Signal[str] = Signal(object)

    def __init__(self, jobs: EngineJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._slot = JobSlot(jobs, self)
        self._slot.busy_changed.connect(self._note_busy)
        self._warm: tuple[AnyTokenizer, ...] = ()  # those that have encoded something already
        self._has_pre_tokens = False  # the kernels that find them were loaded
        self._last: EncodedColumns | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a text is being read or encoded."""
        return self._slot.is_running

    def encode(
        self,
        data: bytes,
        special: SpecialHandling,
        tokenizers: Sequence[AnyTokenizer],
        *,
        pre_tokens: bool = False,
    ) -> None:
        """Encode a text with each of the tokenizers; pre_tokens: find where those begin, too."""
        self.stop()
        wanted = TextToEncode(data, special, tuple(tokenizers), pre_tokens, self._last)
        is_warm = all(any(each is warm for warm in self._warm) for each in tokenizers)
        is_warm = is_warm and (self._has_pre_tokens or not pre_tokens)
        is_here = not any(map(runs_elsewhere, tokenizers))  # another process may keep us waiting
        if is_warm and is_here and len(data) * len(tokenizers) <= DIRECT_BYTES:
            self._note_busy(False)
            try:
                self._note_encoded(encode_columns(wanted))
            except ColumnEncodingError as error:
                self.failed.emit(error)
            return
        job = Job(encoding(wanted), title=self.tr("Encode text"), brief=True)
        self._start(job, self._note_encoded)

    def read(self, path: Path) -> None:
        """Read a text file."""
        self.stop()
        job = Job(reading(path), title=self.tr("Read text"), brief=True)
        self._start(job, self.text_loaded.emit)

    def stop(self) -> None:
        """Give up what is not done yet."""
        self._slot.give_up()

    def forget(self) -> None:
        """Let go of the last text, of which the next one could have used something."""
        self.stop()
        self._last, self._warm = None, ()

    def _start(self, job: Job, done: Callable[[Any], object]) -> None:
        self._slot.start(job, done, failed=self.failed.emit, progressed=self._note_progress)
        if self._jobs.holds(job):
            self.busy_changed.emit(self.tr("Preparing the engine"))

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        last = values[-1]
        words = last.phase
        if last.fraction:
            words = fill(self.tr("%1, %2 %"), words, str(round(100 * last.fraction)))
        self.busy_changed.emit(words)

    def _note_encoded(self, encoded: EncodedColumns) -> None:
        self._last = encoded
        self._warm = tuple(each.tokenizer for each in encoded.columns)
        self._has_pre_tokens = any(each.spans.pre_tokens is not None for each in encoded.columns)
        self.encoded.emit(encoded)

    def _note_busy(self, is_busy: bool) -> None:
        if not is_busy:
            self.busy_changed.emit("")
