"""CountingCheckpoint: what is counted of a corpus so far, kept while counting goes on.

Now and then, while all threads rest, what they have counted since the last time is kept by source.
A source that was counted from its beginning to its end since then goes where it stays, into the
cache of counts. Of the others a part is kept in the folder of the checkpoint, by the same writer
and in the same form, known by the number of the batch with which it begins. Batches of documents
are the same for any number of threads, so that a part ends where a later reading has an end, too.
What is in the parts is not counted again; a source that is in them whole is not even read.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.corpus import CorpusProblem
from engine.counting.entries import (
    DAMAGE,
    SourcePart,
    entry_pretokens,
    problem_of,
)
from engine.counting.kept import CountsCache, CountsKey
from engine.counting.sentences import say
from engine.counting.source_pretokens import NO_PRETOKENS, SourcePretokens
from engine.errors import CheckpointError, ConfigError
from engine.machine import records

if TYPE_CHECKING:
    from engine.corpus import Corpus, DocumentBatch
    from engine.counting.table import CountedSources

# CheckpointPace: when checkpoints of a training are written, so that they cost next to nothing.


PACE_VARIABLE = "TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS"
OFF = "off"


@dataclass(frozen=True, slots=True)
class CheckpointPace:
    """Seconds between what is written.

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
                f"{PACE_VARIABLE} must be a number of seconds or {OFF!r}, not {given!r}.",
                setting=PACE_VARIABLE,
            ) from None

    @classmethod
    def every(cls, seconds: float) -> CheckpointPace:
        """Begin after this number of seconds and write as often, whatever it costs."""
        if not 0 <= seconds < float("inf"):
            raise ValueError("a pace is a number of seconds")
        return cls(seconds, seconds, 0.0, seconds, seconds)


_NO_LIMIT = 1 << 62


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read to its end. n_characters: 0 where nothing limits them."""

    n_characters: int
    problems: tuple[CorpusProblem, ...]


@dataclass(slots=True)
class CountedSoFar:
    """What the parts hold together.

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
        self._old_log = folder / f"counts-{hashlib.sha256(facts.encode()).hexdigest()[:12]}.log"
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
        so_far.bytes[batch.source] = so_far.bytes.get(batch.source, 0) + len(batch.data)

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
        """Let a counter begin with what the parts hold."""
        for source, section in self.so_far.sections:
            counter.take(source, section)
        self.so_far.sections.clear()

    def remove(self) -> None:
        """The counts are kept elsewhere: forget the parts."""
        self._is_off = True
        for key in self._keys:
            self._store.remove(key)
        self._old_log.unlink(missing_ok=True)

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
        """What the parts hold; of each source as far as none is missing."""
        found = parts_of_log(self._old_log, self._facts, self._corpus)
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


# The form of versions before: one log with a record for each part of all sources.


OLD_MAGIC = b"tokenizer-workbench counting 1\n"


def parts_of_log(path: Path, facts: str, corpus: Corpus) -> CountedSoFar:
    """What the parts that are whole hold; nothing where the first record is of other facts."""
    found = CountedSoFar()
    is_head = True
    try:
        for content, _end in records(path, OLD_MAGIC):
            if is_head and content != facts.encode():
                break
            if not is_head:
                _take(found, content, facts, corpus)
            is_head = False
    except (OSError, *DAMAGE):
        return found
    return found


def _take(found: CountedSoFar, content: bytes, facts: str, corpus: Corpus) -> None:
    """Add one part, all of it or, where it is damaged, nothing: it raises one of DAMAGE."""
    head_end = content.index(b"\n")
    head = json.loads(content[:head_end])
    at, sections = head_end + 1, []
    for source, size in head["sections"]:
        sections.append((int(source), entry_pretokens(content[at : at + size], facts, ())))
        at += size
    read = {}
    for source, told in head["read"].items():
        files = corpus.sources[int(source)].paths
        problems = tuple(problem_of(each, files) for each in told["problems"])
        read[int(source)] = ReadSource(told["n_characters"], problems)
    batches = {int(source): int(n) for source, n in head["batches"].items()}
    n_bytes = {int(source): int(n) for source, n in head["bytes"].items()}
    found.sections += sections
    found.read |= read
    found.batches, found.bytes = batches, n_bytes
