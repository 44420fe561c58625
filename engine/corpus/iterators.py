"""Texts of Python iterators and of `datasets` objects as the documents of a source.

They are streamed: no more than one text, or one batch of rows, is in memory. Each pass over the
source begins a new iterator. Training reads once; superwords, and a mixture with a size, read
again, and so does every evaluation and every dataset that is written of the same corpus.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from engine.argument_types import described
from engine.corpus.paths import RemotePath
from engine.corpus.readers.documents import FileProblems
from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.text import refuse_invalid, repaired
from engine.errors import ArgumentError, CorpusError
from engine.sentences import say, some_of
from engine.settings import EncodingErrors
from engine.text import first_invalid_byte, utf8_of

Texts = Iterable[str | bytes]
MakeIterator = Callable[[], Texts] | Texts
"""A function that returns a new iterator for each pass, or texts that can be iterated again."""

_BATCH_ROWS = 1000
_MOST_NAMED = 12
_SPLITS = frozenset({"DatasetDict", "IterableDatasetDict"})


class _PassSum(NamedTuple):
    """What a pass gave: texts, bytes, a checksum; is_whole: whether it reached the end."""

    documents: int
    n_bytes: int
    checksum: int
    is_whole: bool

    def differs(self, other: _PassSum) -> bool:
        """Whether two passes cannot be of the same texts in the same order."""
        if self.documents == other.documents:
            return self[:3] != other[:3]
        return self.is_whole and other.is_whole


class RowReader(Protocol):
    """Gives the items of one pass."""

    def __call__(self, problems: FileProblems, /) -> Iterator[object]:
        """All items, in order."""


class IteratedTexts:
    """The texts of an iterator, one document each.

    n_passes: how often it was read. must_repeat: whether a pass that gives other texts than the
    first one is an error; otherwise it is a problem of the corpus.
    """

    def __init__(self, make_iterator: MakeIterator, label: str) -> None:
        """Raises ArgumentError for what is neither a function nor iterable, and for one text."""
        if isinstance(make_iterator, (str, bytes)) or not (
            callable(make_iterator) or isinstance(make_iterator, Iterable)
        ):
            raise ArgumentError(
                say("iterator_wanted", label=repr(label), value=described(make_iterator))
            )
        self.n_passes = 0
        self.must_repeat = False
        self._label = label
        self._given = make_iterator
        self._last: object = None
        self._first_pass: _PassSum | None = None
        self._longest_pass: _PassSum | None = None

    @property
    def path(self) -> RemotePath:
        """The name of the source in the problems of a corpus, where a file has its path."""
        return RemotePath(say("iterator_named", label=repr(self._label)))

    @property
    def is_one_shot(self) -> bool:
        """Whether a generator or another iterator was given, which can be read once."""
        return not callable(self._given) and iter(self._given) is self._given

    @property
    def known_bytes(self) -> int | None:
        """UTF-8 bytes of the last pass to its end; None before that."""
        return None if self._longest_pass is None else self._longest_pass.n_bytes

    def parts(
        self, problems: FileProblems, errors: EncodingErrors
    ) -> Generator[DocumentPart, None, None]:
        """The documents of a new pass.

        Raises CorpusError for an iterator that is used up, for an item that is no text, and as
        `errors` asks for bytes that are no UTF-8.
        """
        items = self._begun(problems)
        documents = n_bytes = checksum = 0
        is_whole = False
        try:
            for index, item in enumerate(items):
                data = self._document(item, index, problems, errors)
                if data is None:
                    continue
                documents += 1
                n_bytes += len(data)
                checksum = zlib.crc32(data, checksum)
                yield DocumentPart(data)
            is_whole = True
        finally:
            close = getattr(items, "close", None)
            if callable(self._given) and close is not None:
                close()
            self._note(_PassSum(documents, n_bytes, checksum, is_whole), problems)

    def _begun(self, problems: FileProblems) -> Iterator[object]:
        """The iterator of a new pass."""
        if self.n_passes and self.is_one_shot:
            raise CorpusError(say("iterator_used_up", label=repr(self._label)))
        found = self._items(problems)
        try:
            iterator = iter(found)
        except TypeError:
            raise CorpusError(
                say("iterator_not_made", label=repr(self._label), value=described(found))
            ) from None
        if isinstance(found, (str, bytes)):
            raise CorpusError(
                say("iterator_not_made", label=repr(self._label), value=described(found))
            )
        if iterator is self._last:
            raise CorpusError(say("iterator_same_again", label=repr(self._label)))
        self.n_passes += 1
        self._last = iterator
        return iterator

    def _items(self, _problems: FileProblems) -> Iterable[object]:
        return self._given() if callable(self._given) else self._given

    def _document(
        self, item: object, index: int, problems: FileProblems, errors: EncodingErrors
    ) -> bytes | None:
        """An item in UTF-8; None if it is left out."""
        if isinstance(item, str):
            return utf8_of(item)
        if not isinstance(item, bytes):
            code = "iterator_gives_rows" if isinstance(item, Mapping) else "iterator_gives"
            raise CorpusError(
                say(code, label=repr(self._label), index=index, value=described(item))
            )
        if item.isascii() or (at := first_invalid_byte(item)) is None:
            return item
        if errors == "replace":
            return repaired(item, problems)
        if errors == "stop":
            refuse_invalid(problems.path, item, at)
        problems.add(say("document_invalid", number=index + 1), offset=at)
        return None

    def _note(self, found: _PassSum, problems: FileProblems) -> None:
        """Compare a pass with the first one."""
        if found.is_whole:
            self._longest_pass = found
        if self._first_pass is None:
            self._first_pass = found
            return
        if found.differs(self._first_pass):
            if self.must_repeat:
                raise CorpusError(say("iterator_differs", label=repr(self._label), n=self.n_passes))
            problems.add(say("iterator_differed", n=self.n_passes))
        elif found.documents > self._first_pass.documents:
            self._first_pass = found


class DatasetTexts(IteratedTexts):
    """One column of a `datasets` object, map-style or streaming; each row is a document.

    Anything that gives rows as mappings works too. Null values are left out and reported.
    """

    def __init__(self, dataset: Any, column: str, label: str) -> None:
        """Raises ArgumentError for what is no dataset, CorpusError for a missing column."""
        if type(dataset).__name__ in _SPLITS:
            raise ArgumentError(
                say(
                    "dataset_of_splits",
                    splits=some_of([repr(name) for name in dataset], _MOST_NAMED),
                    first=repr(next(iter(dataset), "train")),
                )
            )
        if isinstance(dataset, Mapping) or not isinstance(dataset, Iterable):
            raise ArgumentError(say("dataset_wanted", value=described(dataset)))
        names = getattr(dataset, "column_names", None)
        if names is not None and not {column, column.partition(".")[0]} & set(names):
            raise _missing_column(label, column, names)
        super().__init__(dataset, label)
        self._column = column

    @property
    def path(self) -> RemotePath:
        return RemotePath(say("dataset_named", label=repr(self._label)))

    def _items(self, problems: FileProblems) -> Iterator[object]:
        n_null = first = 0
        for row, value in enumerate(self._values(), 1):
            if value is None:
                n_null += 1
                first = first or row
                continue
            if not isinstance(value, (str, bytes)):
                raise CorpusError(
                    say(
                        "dataset_value_no_text",
                        label=repr(self._label),
                        row=row,
                        column=self._column,
                        value=described(value),
                    ),
                    setting="column",
                )
            yield value
        if n_null:
            problems.add(
                say("null_values", n=n_null, column=self._column, first=first), times=n_null
            )

    def _values(self) -> Iterator[object]:
        """The column's values: of batches where the object gives them, else row by row."""
        first, *steps = self._column.split(".")
        dataset: Any = self._given
        if hasattr(dataset, "with_format"):  # tables and arrays have no rows
            dataset = dataset.with_format(None)
        if self._column in (getattr(dataset, "column_names", None) or ()):
            first, steps = self._column, []
        if getattr(dataset, "column_names", None) and hasattr(dataset, "select_columns"):
            dataset = dataset.select_columns([first])
        batched = hasattr(dataset, "iter")
        rows = dataset.iter(_BATCH_ROWS) if batched else dataset
        for row in rows:
            if not isinstance(row, Mapping) or first not in row:
                names = list(row) if isinstance(row, Mapping) else []
                raise _missing_column(self._label, self._column, names)
            for value in row[first] if batched else [row[first]]:
                yield self._inside(value, steps)

    def _inside(self, value: object, steps: list[str]) -> object:
        for step in steps:
            if value is None:
                return None
            if not isinstance(value, Mapping) or step not in value:
                names = list(value) if isinstance(value, Mapping) else []
                raise _missing_column(self._label, self._column, names)
            value = value[step]
        return value


def _missing_column(label: str, column: str, names: Iterable[object]) -> CorpusError:
    columns = some_of([f'"{name}"' for name in names], _MOST_NAMED) or say("no_columns")
    sentence = say("dataset_no_column", label=repr(label), name=column, columns=columns)
    return CorpusError(sentence, setting="column")


@contextmanager
def repeated_exactly(iterators: Iterable[IteratedTexts]) -> Iterator[None]:
    """Within the block a pass that gives other texts than the first one raises CorpusError."""
    iterators = list(iterators)
    for each in iterators:
        each.must_repeat = True
    try:
        yield
    finally:
        for each in iterators:
            each.must_repeat = False
