"""CountingCheckpoint: what is counted of a corpus so far, kept in parts while counting goes on.

A part is what all threads have counted since the part before: for each of them and each source the
distinct pre-tokens with their counts and first places, in the form of the cache of counts. Batches
of documents are the same for any number of threads, so that a part ends at a place that a later
reading meets again: after n batches of a source. What is in the parts is not counted again;
a source that is in them whole is not even read.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import CorpusProblem
from engine.counting.entries import (
    DAMAGE,
    entry_content,
    entry_pretokens,
    problem_facts,
    problem_of,
)
from engine.errors import CheckpointError, ConfigError
from engine.machine import GrowingLog, records

if TYPE_CHECKING:
    from engine.corpus import Corpus, DocumentBatch
    from engine.counting.counter import CountedSources
    from engine.counting.source_pretokens import SourcePretokens

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


MAGIC = b"tokenizer-workbench counting 1\n"


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read to its end. n_characters: 0 where nothing limits them."""

    n_characters: int
    problems: tuple[CorpusProblem, ...]


@dataclass(slots=True)
class CountedSoFar:
    """What the parts hold together.

    batches, bytes: by source, how much of it was counted. sections: counts, each with its source.
    read: the sources that were read to their end. end: of the last part in the log.
    """

    batches: dict[int, int] = field(default_factory=dict)
    bytes: dict[int, int] = field(default_factory=dict)
    sections: list[tuple[int, SourcePretokens]] = field(default_factory=list)
    read: dict[int, ReadSource] = field(default_factory=dict)
    end: int = 0


class CountingCheckpoint:
    """The parts of one counting, in one file.

    path: of the file. facts: what decides the counts; parts of other facts are none.
    may_begin: called when the first part is due; False where nothing is to be written.
    failed: told the OSError that ended the writing of parts; the counting goes on.
    """

    def __init__(
        self,
        path: Path,
        facts: str,
        corpus: Corpus,
        pace: CheckpointPace,
        *,
        may_begin: Callable[[], bool],
        failed: Callable[[OSError], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path, self._facts, self._corpus, self._pace = path, facts, corpus, pace
        self._may_begin, self._failed, self._now = may_begin, failed, now
        self.so_far = self._restored()
        self._log: GrowingLog | None = None
        self._is_off = False
        self._new_read: dict[int, ReadSource] = {}
        self._wait_s = pace.part_every_s
        self._last = now()

    def skipped(self, source: int) -> int:
        """Batches of a source that are counted already."""
        return self.so_far.batches.get(source, 0)

    def check_skipped(self, source: int, n_bytes: int) -> None:
        """Raise CheckpointError unless the batches left out held as many bytes as then."""
        if n_bytes != self.so_far.bytes.get(source, 0):
            self._path.unlink(missing_ok=True)
            label = self._corpus.sources[source].label
            raise CheckpointError(
                f"The text of {label} is cut otherwise than when the training began, so its counts "
                "were given up; resume once more, and the text is counted again."
            )

    def note_batch(self, batch: DocumentBatch) -> None:
        """A batch was handed to a thread."""
        so_far = self.so_far
        so_far.batches[batch.source] = so_far.batches.get(batch.source, 0) + 1
        so_far.bytes[batch.source] = so_far.bytes.get(batch.source, 0) + len(batch.data)

    def note_read(self, source: int, read: ReadSource) -> None:
        """A source was read to its end."""
        self._new_read[source] = read

    def is_due(self) -> bool:
        """Whether it is time for a part."""
        return not self._is_off and self._now() - self._last >= self._wait_s and self._may_begin()

    def add(self, counters: Iterable[CountedSources]) -> None:
        """Write what the counters, which rest, have counted since the last part."""
        began = self._now()
        try:
            parts = self._part(counters)
            if self._log is None:
                self._log = self._opened()
            self._log.append(parts)
            self._log.sync()
        except OSError as error:
            self._is_off = True
            self.close()
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

    def close(self) -> None:
        """Close the file."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def remove(self) -> None:
        """The counts are kept elsewhere: forget the parts."""
        self.close()
        self._is_off = True
        self._path.unlink(missing_ok=True)

    def _opened(self) -> GrowingLog:
        log = GrowingLog(self._path, MAGIC, self.so_far.end)
        if not self.so_far.end:
            log.append([self._facts.encode()])
        return log

    def _part(self, counters: Iterable[CountedSources]) -> list[bytes | memoryview]:
        contents, sections = list[bytes | memoryview](), []
        for counter in counters:
            for source, section in counter.taken():
                content = entry_content(self._facts, (), section)
                sections.append([source, sum(map(len, content))])
                contents += content
        head = {
            "batches": self.so_far.batches,
            "bytes": self.so_far.bytes,
            "sections": sections,
            "read": {source: self._read_facts(source) for source in self._new_read},
        }
        self._new_read = {}
        return [json.dumps(head, default=str).encode() + b"\n", *contents]

    def _read_facts(self, source: int) -> dict[str, Any]:
        read, files = self._new_read[source], self._corpus.sources[source].paths
        problems = [problem_facts(each, files) for each in read.problems]
        return {"n_characters": read.n_characters, "problems": problems}

    def _restored(self) -> CountedSoFar:
        """What the parts that are whole hold; nothing where the first record is of other facts."""
        found = CountedSoFar()
        is_head = True
        try:
            for content, end in records(self._path, MAGIC):
                if is_head and content != self._facts.encode():
                    break
                if not is_head:
                    self._take(found, content)
                found.end, is_head = end, False
        except (OSError, *DAMAGE):
            return found
        return found

    def _take(self, found: CountedSoFar, content: bytes) -> None:
        """Add one part, all of it or, where it is damaged, nothing: it raises one of DAMAGE."""
        head_end = content.index(b"\n")
        head = json.loads(content[:head_end])
        at, sections = head_end + 1, []
        for source, size in head["sections"]:
            section = entry_pretokens(content[at : at + size], self._facts, ())
            sections.append((int(source), section))
            at += size
        read = {
            int(source): ReadSource(
                facts["n_characters"],
                tuple(
                    problem_of(each, self._corpus.sources[int(source)].paths)
                    for each in facts["problems"]
                ),
            )
            for source, facts in head["read"].items()
        }
        batches = {int(source): int(n) for source, n in head["batches"].items()}
        n_bytes = {int(source): int(n) for source, n in head["bytes"].items()}
        found.sections += sections
        found.read |= read
        found.batches, found.bytes = batches, n_bytes


def counting_facts(settings: object, versions: Sequence[object]) -> str:
    """What decides the counts, as text. settings: a frozen dataclass."""
    assert not isinstance(settings, type)
    facts = asdict(settings)  # type: ignore[call-overload]
    return json.dumps({"settings": facts, "versions": list(versions)}, sort_keys=True, default=str)
