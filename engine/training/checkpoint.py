"""TrainingCheckpoint: a training that is killed at any moment goes on where it was.

    checkpoint = TrainingCheckpoint(Path("checkpoint"))
    for progress in train(corpus, config, checkpoint=checkpoint): ...
    checkpoint.remove()                          # once the tokenizer is stored

The same lines after a kill resume: the result is, merge for merge, that of a training which was
never interrupted. In the folder:

    training.json     settings, versions, and what the files of the corpus were
    *.counts          parts of sources that are being counted           (CountingCheckpoint)
    merges.log        the merges so far                                 (MergeLog)

Nothing is written in the first seconds of a training, and nothing that fails while writing ends
it: `remarks` says so then.

Of each file it knows size, time of change, a hash of its first and last 64 KiB, and the hash of all
of it where that is remembered. Another size or other ends are another file; another time of change
is too, unless the hash of all of it says that the content is what it was.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import (
    Corpus,
    RemotePath,
    Source,
    SourcePath,
    content_hash,
    known_hash,
    remote_state,
    state_on_disk,
)
from engine.counting import CheckpointPace, CountingCheckpoint, counting_facts
from engine.errors import CheckpointError, CorpusError, reason_of
from engine.machine import PARTIAL_FILES, remove_matching, write_whole
from engine.sentences import say
from engine.settings import ENGINE_VERSION, ReadingOptions
from engine.text import UNICODE_VERSION, utf8_of
from engine.training.merges_done import MergeLog

if TYPE_CHECKING:
    from engine.compiled import Int64s
    from engine.counting import PretokenCounts
    from engine.settings import MixtureMaker, TrainingConfig
    from engine.training.layout import Results
    from engine.training.merges_done import MergesDone

CHECKPOINT_VERSION = 1
"""Changes when earlier checkpoints can no longer be read."""

FACTS_FILE, MERGES_FILE = "training.json", "merges.log"

_OWN_FILES = (FACTS_FILE, MERGES_FILE, "*.counts", "counts-*.log", *PARTIAL_FILES)

_KINDS = {"versions": list, "settings": dict, "inputs": list, "about": dict}
_log = logging.getLogger(__name__)
END_BYTES = 1 << 16
"""Bytes of the beginning and of the end of a file that are hashed."""


def checkpoint_about(folder: Path) -> dict[str, Any] | None:
    """What was to be kept beside a training, and the rest of its facts; None for no checkpoint."""
    try:
        content = (folder / FACTS_FILE).read_bytes()
    except OSError:
        return None
    facts = facts_of(content)
    return None if facts is None else dict(facts["about"])


def remove_checkpoint(folder: Path) -> int:
    """Remove a checkpoint; returns the bytes that were freed."""
    return remove_matching(folder, _OWN_FILES)


def facts_content(facts: dict[str, Any]) -> bytes:
    """A line with the hash of the rest, then JSON."""
    content = json.dumps(facts, default=str).encode()
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def facts_of(content: bytes) -> dict[str, Any] | None:
    """The facts in a file, None where it is damaged; of another version without the rest."""
    check, _, document = content.partition(b"\n")
    if hashlib.sha256(document).hexdigest().encode() != check:
        return None
    try:
        facts = json.loads(document)
        if facts["version"] != CHECKPOINT_VERSION:
            return {"versions": None, "about": dict(facts.get("about") or {})}
        if not all(isinstance(facts[key], kind) for key, kind in _KINDS.items()):
            return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return dict(facts)


class TrainingCheckpoint:
    """What a training keeps on disk so that it can go on after a kill.

    folder: of this training alone; made when there is something to write.
    about: anything else to keep, as JSON.
    pace: when to write; None for the usual one. now: seconds, another clock only for tests.

    remarks: sentences on checkpoints that could not be written, or not be used.
    n_resumed: merges that the training did not have to make again.
    """

    def __init__(
        self,
        folder: Path,
        *,
        about: Mapping[str, Any] | None = None,
        pace: CheckpointPace | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder = folder
        self.remarks: list[str] = []
        self.n_resumed = 0
        self._about = dict(about or {})
        self._pace = CheckpointPace() if pace is None else pace
        self._now = now
        self._began = now()
        self._is_begun = self._is_off = False
        self._corpus: Corpus | None = None
        self._files: tuple[object, ...] = ()
        self._settings: dict[str, Any] = {}
        self._merges: MergeLog | None = None
        self._unmade: tuple[dict[str, Any], PretokenCounts] | None = None

    def begin(self, corpus: Corpus, config: TrainingConfig, mixture: MixtureMaker | None) -> None:
        """A training begins or, where the folder has one like it, goes on.

        Raises CheckpointError where files of the corpus or settings are other ones than then. What
        another version wrote, or what is damaged, is removed with a remark, and all begins again.
        """
        self._corpus, self._began = corpus, self._now()
        self._files = _states(corpus)
        self._settings = settings_facts(config, mixture)
        kept = self._kept_facts()
        if kept is not None:
            self._check(kept, corpus, self._settings)
            self._is_begun = True
        elif self._pace.begin_after_s == 0:
            self._may_write()

    def check(self, corpus: Corpus, config: TrainingConfig, mixture: MixtureMaker | None) -> None:
        """Raise CheckpointError where `begin` would; nothing is changed or removed."""
        kept = self._read_facts()
        if kept is not None and kept["versions"] == self._versions():
            self._check(kept, corpus, settings_facts(config, mixture))

    def counting(self, settings: object) -> CountingCheckpoint | None:
        """The parts of a counting with these settings, a frozen dataclass; None without files."""
        corpus = self._corpus
        if corpus is None or self._is_off or corpus.iterators:
            return None
        if any(source.texts is not None for source in corpus.sources):
            return None
        return CountingCheckpoint(
            self.folder,
            counting_facts(settings, self._versions()),
            corpus,
            self._pace,
            may_begin=self._may_write,
            failed=self._give_up,
            now=self._now,
        )

    def merges_done(
        self, pretokens: PretokenCounts, n_merges: int, texts_digest: str = ""
    ) -> MergesDone | None:
        """The merges that were made on these counts, in natural units; None for none yet.

        texts_digest: of the texts of a parity-aware training, whose merges have choosers.
        """
        facts = {"settings": self._settings, "counts": ""}
        if texts_digest:
            facts["texts"] = texts_digest
        n_columns = len(pretokens.labels) + bool(texts_digest)
        path = self.folder / MERGES_FILE
        if self._is_begun and path.exists():
            facts["counts"] = counts_digest(pretokens)
            self._merges = MergeLog(path, facts, self._pace, self._now)
            try:
                done, fits = self._merges.done(n_columns, n_merges)
            except OSError as error:
                self._give_up(error)
                return None
            if not fits:
                self.remarks.append(say("merges_made_again"))
            self.n_resumed = 0 if done is None else len(done)
            return done
        self._unmade = (facts, pretokens)
        return None

    def note_merges(
        self,
        results: Results,
        n_merges: int,
        n_first: int | None = None,
        choosers: Int64s | None = None,
    ) -> None:
        """Note the number of merges that are made; written when it is due.

        n_first: those of stage one, once stage two has begun. choosers: see MergeLog.add.
        """
        if self._is_off or not self._may_write():
            return
        try:
            log = self._merge_log()
            if log is not None and log.is_due(n_merges):
                log.add(results, n_merges, n_first, choosers)
        except OSError as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the files, which stay: the training ended, was cancelled or failed."""
        self._unmade = None
        if self._merges is not None:
            log, self._merges = self._merges, None
            with suppress(OSError):
                log.close()

    def remove(self) -> int:
        """The training is stored, or given up: remove the folder; returns the bytes freed."""
        self.close()
        self._is_off = True
        return remove_checkpoint(self.folder)

    def _merge_log(self) -> MergeLog | None:
        if self._merges is None and self._unmade is not None:
            (facts, pretokens), self._unmade = self._unmade, None
            facts["counts"] = counts_digest(pretokens)
            self._merges = MergeLog(self.folder / MERGES_FILE, facts, self._pace, self._now)
        return self._merges

    def _may_write(self) -> bool:
        """Whether the training has lasted long enough; makes the folder the first time."""
        if self._is_begun or self._is_off:
            return not self._is_off
        if self._now() - self._began < self._pace.begin_after_s or self._corpus is None:
            return False
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            facts = {
                "version": CHECKPOINT_VERSION,
                "versions": self._versions(),
                "settings": self._settings,
                "inputs": input_facts(self._corpus),
                "about": self._about,
            }
            if _states(self._corpus) != self._files:
                self._is_off = True
                self.remarks.append(say("files_changed_meanwhile"))
                return False
            write_whole(self.folder / FACTS_FILE, facts_content(facts))
        except (OSError, CorpusError) as error:
            self._give_up(error)
            return False
        self._is_begun = True
        return True

    def _give_up(self, error: OSError | CorpusError) -> None:
        """Write no more; the training goes on."""
        self._is_off = True
        with suppress(OSError):
            if self._merges is not None:
                self._merges.close()
        self._merges = self._unmade = None
        _log.info("No checkpoints in %s: %s", self.folder, error)
        self.remarks.append(
            say("checkpoints_not_written", folder=self.folder, reason=reason_of(error))
        )

    def _kept_facts(self) -> dict[str, Any] | None:
        """What the folder says of its training; None where there is none that can be used."""
        if not (self.folder / FACTS_FILE).exists():
            remove_checkpoint(self.folder)  # without it nothing in the folder was begun
            return None
        kept = self._read_facts()
        if kept is not None and kept["versions"] == self._versions():
            return kept
        code = "checkpoint_damaged" if kept is None else "checkpoint_of_other_version"
        self.remarks.append(say(code, folder=self.folder))
        remove_checkpoint(self.folder)
        return None

    def _read_facts(self) -> dict[str, Any] | None:
        try:
            return facts_of((self.folder / FACTS_FILE).read_bytes())
        except OSError:
            return None

    def _check(self, kept: dict[str, Any], corpus: Corpus, settings: dict[str, Any]) -> None:
        if kept["settings"] != settings:
            raise CheckpointError(say("checkpoint_of_other_settings", folder=self.folder))
        check_inputs(kept["inputs"], corpus)

    @staticmethod
    def _versions() -> list[str]:
        return [ENGINE_VERSION, UNICODE_VERSION]


def settings_facts(config: TrainingConfig, mixture: MixtureMaker | None) -> dict[str, Any]:
    """Everything that decides the merges but the text, as JSON has it."""
    facts: dict[str, Any] = {"config": asdict(config), "mixture": None}
    del facts["config"]["trainer"]  # only this engine's own trainings have checkpoints
    for setting in ("parity", "pieces"):
        if facts["config"][setting] is None:
            del facts["config"][setting]  # as checkpoints of earlier versions have it
    if mixture is not None:
        given = getattr(mixture, "given", None)
        own = given() if given is not None else asdict(mixture) if is_dataclass(mixture) else {}
        facts["mixture"] = [type(mixture).__name__, own]
    settled: dict[str, Any] = json.loads(json.dumps(facts, default=_plain, sort_keys=True))
    return settled


def counts_digest(pretokens: PretokenCounts) -> str:
    """A hash of pre-tokens and counts, weights and all: what merges depend on."""
    digest = hashlib.blake2b(digest_size=20)
    arrays = (
        pretokens.data,
        pretokens.starts,
        pretokens.counts,
        pretokens.source_starts,
        pretokens.source_indices,
        pretokens.source_counts,
        pretokens.first_positions,
        pretokens.source_weights,
    )
    for array in arrays:
        digest.update(array.data)
    digest.update(json.dumps([pretokens.labels, pretokens.weight_scale]).encode())
    return digest.hexdigest()


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _states(corpus: Corpus) -> tuple[object, ...]:
    return tuple(state_on_disk(path) for source in corpus.sources for path in source.paths)


def input_facts(corpus: Corpus) -> list[dict[str, Any]]:
    """What the files of each source are now, as JSON has it.

    Texts in memory are told by their hash. Raises OSError, CorpusError for what cannot be read.
    """
    return [
        {
            "label": source.label,
            "reading": _reading_facts(corpus.reading_of(source)),
            "texts": None if source.texts is None else _hash_of_texts(source),
            "files": [file_facts(path) for path in source.paths],
        }
        for source in corpus.sources
    ]


def file_facts(path: SourcePath) -> dict[str, Any]:
    """What is known of one file now."""
    if isinstance(path, RemotePath):
        return {"path": str(path), "told": remote_state(path)}
    found = path.stat()
    return {
        "path": str(path.absolute()),
        "size": found.st_size,
        "modified": found.st_mtime_ns,
        "ends": _hash_of_ends(path, found.st_size),
        "sha256": known_hash(path),
    }


def check_inputs(kept: Sequence[Mapping[str, Any]], corpus: Corpus) -> None:
    """Raise CheckpointError, naming the file and what changed, unless all is as it was."""
    labels = [str(facts["label"]) for facts in kept]
    if labels != [source.label for source in corpus.sources]:
        raise CheckpointError(
            say(
                "checkpoint_of_other_sources",
                then=", ".join(labels),
                now=", ".join(source.label for source in corpus.sources),
            )
        )
    for facts, source in zip(kept, corpus.sources, strict=True):
        if facts["reading"] != _as_json(_reading_facts(corpus.reading_of(source))):
            raise CheckpointError(say("source_read_otherwise", label=source.label))
        if facts["texts"] != (None if source.texts is None else _hash_of_texts(source)):
            raise CheckpointError(say("source_with_other_text", label=source.label))
        if len(facts["files"]) != len(source.paths):
            raise CheckpointError(
                say(
                    "source_with_other_files",
                    label=source.label,
                    then=len(facts["files"]),
                    now=len(source.paths),
                )
            )
        for kept_file, path in zip(facts["files"], source.paths, strict=True):
            if change := _change(kept_file, path):
                raise CheckpointError(_changed_words(path, change), path=path)


def check_file(path: SourcePath, size: int | None, sha256: str | None) -> None:
    """Raise CheckpointError where a file has another size or content than a run's record says.

    The content is compared where its hash is known of then: of a finished run.
    """
    found = state_on_disk(path)
    if found is None:
        if isinstance(path, RemotePath):
            return
        raise CheckpointError(_changed_words(path, say("change_missing")), path=path)
    change = ""
    if size is not None and found.size != size:
        change = _size_words(size, found.size)
    elif sha256 is not None and content_hash(path) != sha256:
        change = say("change_content")
    if change:
        raise CheckpointError(_changed_words(path, change), path=path)


def _change(kept: Mapping[str, Any], path: SourcePath) -> str:
    """What of a file is not as it was, as the end of a sentence; "" for nothing."""
    if isinstance(path, RemotePath):
        return _remote_change(kept, path)
    try:
        found = path.stat()
        if found.st_size != kept["size"]:
            return _size_words(kept["size"], found.st_size)
        ends = _hash_of_ends(path, found.st_size)
    except FileNotFoundError:
        return say("change_missing")
    except OSError as error:
        return say("change_unreadable", reason=reason_of(error))
    if ends != kept["ends"]:
        return say("change_ends")
    if found.st_mtime_ns == kept["modified"]:
        return ""
    if kept["sha256"] is not None and content_hash(path) == kept["sha256"]:
        return ""
    return say("change_written")


def _remote_change(kept: Mapping[str, Any], path: RemotePath) -> str:
    try:
        told = remote_state(path)
    except CorpusError as error:
        return str(error)
    if _as_json(told) != kept["told"]:
        return say("change_address")
    return ""


def _size_words(then: int, now: int) -> str:
    return say("change_size", then=then, now=now)


def _changed_words(path: SourcePath, change: str) -> str:
    return say("file_changed_since", path=path, change=change)


def _hash_of_ends(path: SourcePath, size: int) -> str:
    assert not isinstance(path, RemotePath)
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        digest.update(stream.read(END_BYTES))
        stream.seek(max(0, size - END_BYTES))
        digest.update(stream.read(END_BYTES))
    return digest.hexdigest()


def _reading_facts(options: ReadingOptions) -> dict[str, Any]:
    """How a source is read; without a floor where there is none, as older checkpoints have it."""
    facts = asdict(options)
    if options.min_count == 1:
        del facts["min_count"]
    return facts


def _hash_of_texts(source: Source) -> str:
    digest = hashlib.sha256()
    for text in source.texts or ():
        content = utf8_of(text)
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


def _as_json(document: object) -> object:
    """A document as it is after it was stored."""
    return json.loads(json.dumps(document, default=str))
