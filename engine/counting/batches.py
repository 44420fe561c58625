"""What of a corpus has to be read: its plan, its batches, and what was counted of it before.

It loads no Numba: an idle window asks for the plan. `SourceBatches` are what a training reads.

Now and then, while all threads rest, what they have counted since the last time is kept by source.
A source that was counted from its beginning to its end since then goes where it stays, into the
cache of counts. Of the others a `CountingCheckpoint` keeps a part in its folder, by the same writer
and in the same form, known by the number of the batch with which it begins. Batches of documents
are the same for any number of threads, so that a part ends where a later reading has an end, too.
What is in the parts is not counted again; a source that is in them whole is not even read.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.corpus import (
    Corpus,
    CorpusProblem,
    RemotePath,
    SourcePath,
    content_hash,
    is_counts_label,
    known_hash,
    size_on_disk,
)
from engine.counting.kept import NO_PRETOKENS, CountsCache, CountsKey, SourcePart, SourcePretokens
from engine.errors import CheckpointError, ConfigError, CorpusError, PatternError
from engine.sentences import say
from engine.splitting import full_pattern

if TYPE_CHECKING:
    from engine.corpus import DocumentBatch, DocumentPart, Source, TextRooms
    from engine.counting.table import CountedSources
    from engine.machine import WorkerThread
    from engine.settings import TrainingConfig
    from engine.splitting import Splitter
    from engine.text import Normalization

PACE_VARIABLE = "TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS"
OFF = "off"
_NO_LIMIT = 1 << 62
_TURN_SECONDS, _LOOK_SECONDS = 0.02, 0.001
_QUICKLY_HASHED_BYTES = 1 << 26


@dataclass(frozen=True, slots=True)
class SourcePlan:
    """One source: its size as it lies, and whether its counts are kept, so that it is not read.

    refusal: why counts that were given as files cannot serve this training, "" if they can.
    """

    label: str
    n_bytes_on_disk: int
    is_kept: bool
    refusal: str = ""


def reading_plan(
    corpus: Corpus, config: TrainingConfig, cache: CountsCache | None
) -> tuple[SourcePlan, ...]:
    """What the next training on `corpus` will read, as far as can be told without reading it.

    Files of more than 64 MB, and files at addresses, that were never hashed count as to be read.
    Where the corpus ends after `max_chars`, the sources before the end are told by their own caps
    alone. Without a cache nothing is kept, nor for a pattern that cannot be used.
    """
    are_kept = [any(map(is_counts_label, source.paths)) for source in corpus.sources]
    if cache is not None:
        corpus = cut_at_special_tokens(corpus, config)
        pattern = full_pattern(config.pattern)
        for index in range(len(corpus.sources)):
            if are_kept[index]:
                continue
            key = cache.key(corpus, index, pattern, config.normalization, hash_of=_quick_hash)
            are_kept[index] = key is not None and _is_kept(cache, key, corpus, config)
    return tuple(
        SourcePlan(source.label, source.n_bytes_on_disk, is_kept, _refusal(source, config))
        for source, is_kept in zip(corpus.sources, are_kept, strict=True)
    )


def _refusal(source: Source, config: TrainingConfig) -> str:
    """Why files of counts cannot serve a training: they are of other rules, damaged or gone."""
    if not any(map(is_counts_label, source.paths)):
        return ""
    # Here, not above: an idle window without counts loads neither kernels nor pyarrow.
    from engine.counting.counts_folder import CountsRules
    from engine.counting.counts_reading import counts_of_label

    try:
        rules = CountsRules.of(config)
        for path in source.paths:
            folder, _label = counts_of_label(path)
            folder.manifest.rules.check_equal(rules, folder.path)
    except (CorpusError, PatternError) as error:
        return str(error)
    return ""


def _is_kept(cache: CountsCache, key: CountsKey, corpus: Corpus, config: TrainingConfig) -> bool:
    if corpus.max_chars is not None and config.normalization is not None:
        return False  # such counts are not kept, see SourceBatches
    return cache.holds(key)


def _quick_hash(path: SourcePath) -> str | None:
    if (known := known_hash(path)) is not None or isinstance(path, RemotePath):
        return known
    size = size_on_disk(path)
    return content_hash(path) if size is not None and size <= _QUICKLY_HASHED_BYTES else None


def cut_at_special_tokens(corpus: Corpus, config: TrainingConfig) -> Corpus:
    """The corpus as a training reads it: cut at its special tokens, where that is wanted."""
    if not config.cut_at:
        return corpus
    sources = [
        replace(source, reading=replace(source.reading, cut_at=config.cut_at))
        for source in corpus.sources
    ]
    return corpus.with_sources(sources)


class SourceBatches:
    """The sources of a corpus in order: batches of those to read, the kept counts of the others.

    Iterating gives batches with offsets from the beginning of their source, and None after a
    source whose counts were kept. Each source is read by itself; where the corpus ends after
    `max_chars`, what the sources before it took decides how much of one is read.

    kept: the counts of sources that were not read, by index; full when the iteration has ended.
    checkpoint: what of the corpus is counted already; its batches are left out, and a source of
        which it has all is not read.
    """

    def __init__(
        self,
        corpus: Corpus,
        splitter: Splitter,
        normalization: Normalization | None,
        cache: CountsCache | None,
        checkpoint: CountingCheckpoint | None = None,
    ) -> None:
        self.kept: dict[int, SourcePretokens] = {}
        self.problems_of: dict[int, tuple[CorpusProblem, ...]] = {}
        self.expected_bytes = corpus.expected_bytes
        self.is_size_known = corpus.is_size_known
        self._corpus = corpus
        self._splitter = splitter
        self._normalization = normalization
        self._cache = cache
        self._checkpoint = checkpoint
        self._keys: dict[int, CountsKey] = {}
        self._put: set[int] = set()
        self._rooms: TextRooms | None = None

    def __iter__(self) -> Iterator[DocumentBatch | None]:
        left = self._corpus.max_chars
        for index in range(len(self._corpus.sources)):
            if left == 0:
                return
            if (read := self._read_before(index, left)) is not None:
                n_characters = read.n_characters
                yield None
            elif (found := self.found(index, left)) is not None:
                self._take(index, found)
                n_characters = found.n_characters
                yield None
            else:
                n_characters = yield from self._read(index, left)
            left = None if left is None else left - n_characters

    @property
    def problems(self) -> tuple[CorpusProblem, ...]:
        """Everything that was repaired or left out, source after source."""
        return tuple(each for index in sorted(self.problems_of) for each in self.problems_of[index])

    def keepable(self) -> tuple[int, ...]:
        """Indices of the sources that were read and that the cache can keep."""
        return tuple(self._keys)

    def keep(self, index: int, pretokens: SourcePretokens) -> None:
        """Put the counts of a source that was read into the cache."""
        key = self._keys.pop(index)
        if self._cache is not None and key.still_holds():
            self._cache.put(key, pretokens)
            if self._cache.holds(key):
                self._put.add(index)

    def keep_counted(self, index: int, pretokens: SourcePretokens) -> bool:
        """Put the counts of a source into the cache while others are counted; whether they are.

        They are not where they would take the place of other counts: it may be that of sources
        counted before.
        """
        n_bytes = pretokens.data.nbytes + pretokens.counts.nbytes + pretokens.firsts.nbytes
        if self._cache is None or index not in self._keys or not self._cache.has_room(n_bytes):
            return False
        self.keep(index, pretokens)
        return index in self._put

    @property
    def all_can_be_in_cache(self) -> bool:
        """Whether the cache has the counts of every source or will have them."""
        if self._cache is None or not self._cache.max_bytes:
            return False
        everything = range(len(self._corpus.sources))
        return all(i in self.kept or i in self._keys or i in self._put for i in everything)

    @property
    def are_all_in_cache(self) -> bool:
        """Whether the cache has the counts of every source by now."""
        if self._cache is None:
            return False
        everything = range(len(self._corpus.sources))
        return all(i in self.kept or i in self._put for i in everything)

    def found(self, index: int, left: int | None) -> SourcePretokens | None:
        """The kept counts of a source; remembers the key where there are none.

        Those of a source that consists of counts are always there. Raises CorpusError for counts
        that cannot serve.
        """
        if self._corpus.sources[index].is_counts:
            return self._counted_elsewhere(index)
        if self._cache is None or (left is not None and self._normalization is not None):
            return None  # the cap is on the text before its normalization, which is not kept
        whole = self._cache.key(self._corpus, index, self._splitter.pattern, self._normalization)
        if whole is None:
            return None
        self._keys[index] = whole
        if self._checkpoint is not None and self._checkpoint.skipped(index):
            return None  # a part of it is counted already
        found = self._cache.get(whole)
        if left is not None and (found is None or found.n_characters > left):
            found = self._cache.get(whole.ended_after(left))
        if found is not None:
            del self._keys[index]
        return found

    def _counted_elsewhere(self, index: int) -> SourcePretokens:
        from engine.counting.counts_folder import CountsRules
        from engine.counting.counts_reading import counted_source  # here: few corpora need it

        cut_at = self._corpus.reading_of(self._corpus.sources[index]).cut_at
        rules = CountsRules.for_pattern(self._splitter.pattern, self._normalization, cut_at)
        return counted_source(self._corpus, index, rules)

    def _take(self, index: int, found: SourcePretokens) -> None:
        self.kept[index] = found
        self._note(index, found.problems)
        self.expected_bytes += found.n_bytes - self._corpus.sources[index].expected_bytes

    def _note(self, index: int, problems: tuple[CorpusProblem, ...]) -> None:
        self.problems_of[index] = problems
        self._corpus.note_problems(problems)

    def _read_before(self, index: int, left: int | None) -> ReadSource | None:
        """How a source was read that the checkpoint has whole."""
        checkpoint = self._checkpoint
        if checkpoint is None or (read := checkpoint.so_far.read.get(index)) is None:
            return None
        self.found(index, left)
        if index in self._keys and left is not None and read.n_characters >= left:
            self._keys[index] = self._keys[index].ended_after(left)
        self._note(index, read.problems)
        counted = checkpoint.so_far.bytes.get(index, 0)
        self.expected_bytes += counted - self._corpus.sources[index].expected_bytes
        return read

    def _read(self, index: int, left: int | None) -> Generator[DocumentBatch | None, None, int]:
        from engine.corpus import TextRooms, document_batches  # here: it loads kernels

        checkpoint, part = self._checkpoint, OneSource(self._corpus, index, left)
        n_skipped = 0 if checkpoint is None else checkpoint.skipped(index)
        n_batches, n_bytes = 0, 0
        self._rooms = self._rooms or TextRooms()
        for batch in document_batches(part, self._splitter, self._normalization, self._rooms):
            if n_batches == n_skipped and checkpoint is not None and n_skipped:
                checkpoint.check_skipped(index, n_bytes)
            n_batches, n_bytes = n_batches + 1, n_bytes + batch.n_bytes
            if n_batches > n_skipped:
                yield replace(batch, source=index)
            else:
                batch.release()
                yield None
        if checkpoint is not None:
            if n_batches <= n_skipped:
                checkpoint.check_skipped(index, n_bytes)
            checkpoint.note_read(index, ReadSource(part.n_characters, tuple(part.problems)))
        self._note(index, tuple(part.problems))
        if index in self._keys and left is not None and part.n_characters >= left:
            self._keys[index] = self._keys[index].ended_after(left)
        return part.n_characters


class Turns:
    """Gives the batches of one source to one thread, as long as no other waits for work.

    Texts of one source share their pre-tokens: the tables stay smaller than where each thread has
    a part of every source.
    """

    def __init__(self, workers: Sequence[WorkerThread[DocumentBatch]]) -> None:
        self._workers = workers
        self._source = -1
        self._last = workers[0]

    def put(self, batch: DocumentBatch) -> bool:
        """Hand a batch over; False where no thread takes it within a moment."""
        until = time.perf_counter() + _TURN_SECONDS
        while time.perf_counter() < until:
            worker = min(self._workers, key=lambda each: each.n_waiting)
            if worker.n_waiting and batch.source == self._source:
                worker = self._last
            if worker.put(batch, timeout_s=_LOOK_SECONDS):
                self._last, self._source = worker, batch.source
                return True
        return False


class OneSource(Corpus):
    """One source of a corpus, read as the corpus reads it, to end after `max_chars` code points.

    n_characters: code points read so far; counted only where there is a cap.
    """

    def __init__(self, corpus: Corpus, index: int, max_chars: int | None) -> None:
        source = corpus.sources[index]
        super().__init__([replace(source, reading=corpus.reading_of(source))], max_chars=max_chars)
        self.n_characters = 0

    def labelled_parts(self) -> Iterator[tuple[int, DocumentPart]]:
        from engine.text import count_characters  # here: it loads kernels

        for index, part in super().labelled_parts():
            if self.max_chars is not None:
                self.n_characters += count_characters(part.data)
            yield index, part


@dataclass(frozen=True, slots=True)
class CheckpointPace:
    """Seconds between what is written of a checkpoint, so that it costs next to nothing.

    begin_after_s: of work, before anything at all is written; a training that is over by then
        leaves nothing and costs nothing.
    part_every_s: at least, between two parts of a counting, since what takes less is soon counted
        again; cost_factor: and this multiple of what the last part took.
    write_every_s: at least, between two records of merges, which the system has then.
    sync_every_s: at least, between two moments at which the disk has them.
    """

    begin_after_s: float = 3.0
    part_every_s: float = 20.0
    cost_factor: float = 50.0
    write_every_s: float = 0.2
    sync_every_s: float = 2.0

    @classmethod
    def chosen(cls) -> CheckpointPace | None:
        """The usual pace, or TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS: that often from then on.

        None where the variable is "off". Raises ConfigError.
        """
        given = os.environ.get(PACE_VARIABLE)
        if not given:
            return cls()
        if given == OFF:
            return None
        try:
            return cls.every(float(given))
        except ValueError:
            raise ConfigError(
                say("pace_no_number", variable=PACE_VARIABLE, off=repr(OFF), given=repr(given)),
                setting=PACE_VARIABLE,
            ) from None

    @classmethod
    def every(cls, seconds: float) -> CheckpointPace:
        """Begin after this number of seconds and write as often, whatever it costs."""
        if not 0 <= seconds < float("inf"):
            raise ValueError("a pace is a number of seconds")
        return cls(seconds, seconds, 0.0, seconds, seconds)


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read to its end. n_characters: 0 where nothing limits them."""

    n_characters: int
    problems: tuple[CorpusProblem, ...]


@dataclass(slots=True)
class CountedSoFar:
    """What all parts contain together.

    batches, bytes: by source, how much of it was counted. sections: counts, each with its source.
    read: the sources that were read to their end.
    """

    batches: dict[int, int] = field(default_factory=dict)
    bytes: dict[int, int] = field(default_factory=dict)
    sections: list[tuple[int, SourcePretokens]] = field(default_factory=list)
    read: dict[int, ReadSource] = field(default_factory=dict)


class CountingCheckpoint:
    """The parts of one counting, in the folder of the checkpoint.

    facts: what decides the counts; parts of other facts are none.
    may_begin: called when the first part is due; False where nothing is to be written.
    failed: told the OSError that ended the writing of parts; the counting goes on.
    keep_whole: keeps the counts of a whole source where they stay; False where it cannot.
    """

    def __init__(
        self,
        folder: Path,
        facts: str,
        corpus: Corpus,
        pace: CheckpointPace,
        *,
        may_begin: Callable[[], bool],
        failed: Callable[[OSError], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.keep_whole: Callable[[int, SourcePretokens], bool] = lambda _source, _counts: False
        self._facts, self._corpus, self._pace = facts, corpus, pace
        self._may_begin, self._failed, self._now = may_begin, failed, now
        self._store = CountsCache(folder, _NO_LIMIT)
        self._keys: list[CountsKey] = []
        self.so_far = self._restored()
        self._kept_batches = dict(self.so_far.batches)
        self._kept_bytes = dict(self.so_far.bytes)
        self._read: dict[int, ReadSource] = {}
        self._is_off = False
        self._wait_s = pace.part_every_s
        self._last = now()

    def skipped(self, source: int) -> int:
        """Batches of a source that are counted already."""
        return self.so_far.batches.get(source, 0)

    def check_skipped(self, source: int, n_bytes: int) -> None:
        """Raise CheckpointError unless the batches left out held as many bytes as then."""
        if n_bytes != self.so_far.bytes.get(source, 0):
            self.remove()
            label = self._corpus.sources[source].label
            raise CheckpointError(say("counts_cut_otherwise", label=label))

    def note_batch(self, batch: DocumentBatch) -> None:
        """A batch was handed to a thread."""
        so_far = self.so_far
        so_far.batches[batch.source] = so_far.batches.get(batch.source, 0) + 1
        so_far.bytes[batch.source] = so_far.bytes.get(batch.source, 0) + batch.n_bytes

    def note_read(self, source: int, read: ReadSource) -> None:
        """A source was read to its end."""
        self._read[source] = read

    def is_due(self) -> bool:
        """Whether it is time for a part."""
        return not self._is_off and self._now() - self._last >= self._wait_s and self._may_begin()

    def add(self, counters: Iterable[CountedSources]) -> None:
        """Keep what the counters, which rest, have counted since the last part."""
        from engine.counting.table import taken_by_source  # here: it loads kernels

        began = self._now()
        try:
            for source, pretokens in taken_by_source(counters):
                self._keep(source, pretokens)
            for source in tuple(self._read):  # what they had was in a part before
                self._keep(source, NO_PRETOKENS)
        except OSError as error:
            self._is_off = True
            self._failed(error)
        self._last = self._now()
        cost = self._last - began
        self._wait_s = max(self._pace.part_every_s, self._pace.cost_factor * cost)

    def add_rest(self, counters: Iterable[CountedSources]) -> None:
        """All is counted: write what is in no part yet, unless it would soon be counted again."""
        waited = self._now() - self._last
        if not self._is_off and waited >= self._pace.part_every_s and self._may_begin():
            self.add(counters)

    def restore_into(self, counter: CountedSources) -> None:
        """Let a counter begin with what the parts contain."""
        for source, section in self.so_far.sections:
            counter.take(source, section)
        self.so_far.sections.clear()

    def remove(self) -> None:
        """The counts are kept elsewhere: forget the parts."""
        self._is_off = True
        for key in self._keys:
            self._store.remove(key)

    def _keep(self, source: int, pretokens: SourcePretokens) -> None:
        """Keep what was counted of a source since its last part. Raises OSError."""
        first, read = self._kept_batches.get(source, 0), self._read.pop(source, None)
        if read is not None:
            pretokens = replace(pretokens, problems=read.problems)
            if not first and self.keep_whole(source, pretokens):
                return
        n_batches, n_bytes = self.skipped(source), self.so_far.bytes.get(source, 0)
        part = SourcePart(
            n_batches - first,
            n_bytes - self._kept_bytes.get(source, 0),
            None if read is None else read.n_characters,
        )
        key = self._key(source, first)
        self._store.put_part(key, pretokens, part)
        self._keys.append(key)
        self._kept_batches[source], self._kept_bytes[source] = n_batches, n_bytes

    def _key(self, source: int, first: int) -> CountsKey:
        """The key of the part of a source that begins with this batch."""
        facts = json.dumps({"counting": self._facts, "source": source, "from": first})
        return CountsKey(facts, self._corpus.sources[source].paths, ())

    def _restored(self) -> CountedSoFar:
        """What the parts contain; of each source as far as none is missing."""
        found = CountedSoFar()
        for source in range(len(self._corpus.sources)):
            while source not in found.read:
                first = found.batches.get(source, 0)
                key = self._key(source, first)
                kept = self._store.get_part(key)
                if kept is None:
                    break
                pretokens, part = kept
                self._keys.append(key)
                found.sections.append((source, pretokens))
                found.batches[source] = first + part.n_batches
                found.bytes[source] = found.bytes.get(source, 0) + part.n_bytes
                if part.n_read is not None:
                    found.read[source] = ReadSource(part.n_read, pretokens.problems)
        return found


def counting_facts(settings: object, versions: Sequence[object]) -> str:
    """What decides the counts, as text. settings: a frozen dataclass."""
    assert not isinstance(settings, type)
    facts = asdict(settings)  # type: ignore[call-overload]
    return json.dumps({"settings": facts, "versions": list(versions)}, sort_keys=True, default=str)
