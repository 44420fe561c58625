"""`train_with_library`: a mixture as text -> another library in a child process -> a tokenizer.

    config = TrainingConfig(32_000, "none", trainer=LibraryTrainer("sp-unigram"))
    made = result_of(train_with_library(corpus, config, mixture=Mixture(alpha=0.3)))
    made.tokenizer.encode("text"), made.seconds["train"], made.peak_bytes

The mixture is written with `write_mixture`, whole documents in JSON lines, so that every trainer
reads the same bytes as often. The child reads them, trains, and leaves a file; what can be read
exactly becomes a `Tokenizer`, anything else runs in its library. The folder is removed at the end,
also where a trainer dies or the generator is closed, which ends the child.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.argument_types import check_optional, checked
from engine.corpus import Corpus, checked_corpus
from engine.datasets import MixtureFileSettings, MixtureProgress, write_mixture
from engine.errors import ConfigError, CorpusError, EngineError, LibraryError, reason_of
from engine.machine import (
    Progress,
    WorkClock,
    available_bytes,
    child_command,
    finishing,
    how_to_install,
    optional_library,
    relayed,
)
from engine.sentences import say
from engine.settings import MixtureMaker, TrainingConfig
from engine.trainers.child import BASE, LOG, MADE, READ, REQUEST, RESULT, TRAIN
from engine.trainers.stalls import StallWatch
from engine.trainers.words_of_libraries import LogReader, failure_of

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from engine.settings import LibraryTrainer

WRITE, START, LOAD = "Write text", "Start library", "Load tokenizer"
_THREADS_BYTES = 4 << 30
"""Address space that threads and code of a library reserve and never use."""


@dataclass(frozen=True, slots=True)
class LibraryProgress(Progress):
    """How far a training in another library is.

    phase: "Write text", "Start library", "Read text", "Train in library" or "Load tokenizer". Done
    and total are bytes while text is written, else a share in millionths, with the total 0 where
    the library does not say.
    """


@dataclass(frozen=True)
class LibraryTraining:
    """What a training in another library made, and what it took.

    file_name, file: the tokenizer as the library writes it. library: its name and version.
    seconds: "write" the mixture, "read" it in the library, "train", and "total", without pauses.
    peak_bytes: the greatest resident size of the library's process, None if not reported.
    manifest: of the written mixture, see `write_mixture`. problems: sentences.
    """

    tokenizer: AnyTokenizer
    file_name: str
    file: bytes
    library: str
    seconds: Mapping[str, float]
    peak_bytes: int | None
    manifest: Mapping[str, Any]
    problems: tuple[str, ...] = field(default=())


Training = Generator[LibraryProgress, None, LibraryTraining]


def train_with_library(
    corpus: Corpus,
    config: TrainingConfig,
    *,
    mixture: MixtureMaker | None = None,
    folder: Path | str | None = None,
    memory_bytes: int | None = None,
) -> Training:
    """Yields progress; the result is the return value: `result_of(train_with_library(...))`.

    config: with a trainer. mixture: how much of each source is written; all as it is by default.
    folder: where the text is written meanwhile, by default that of temporary files.
    memory_bytes: what the library may take; by default all that is free.

    The call itself raises ArgumentError, ConfigError for a config without trainer, CorpusError for
    a corpus without text or that can be read once, and LibraryError for a library that is not
    installed; later, what `write_mixture` raises, and LibraryError where the library fails, is
    ended, runs out of memory or gets nowhere (see `StallWatch`). While the generator is not asked
    for more the library is stopped (not on Windows); closing it ends the library.
    """
    checked_corpus(corpus).check_repeatable(say("mixture_reads_again"))
    checked(config, TrainingConfig, "config", "TrainingConfig(size, trainer=...) makes one")
    check_optional(memory_bytes, int, "memory_bytes", "bytes")
    trainer = config.trainer
    if trainer is None:
        raise ConfigError(say("trainer_is_own"), setting="trainer")
    for source in corpus.sources:
        if source.is_counts:
            raise CorpusError(
                say("trainer_needs_text", trainer=trainer.name, label=repr(source.label))
            )
    if not optional_library(trainer.package).is_installed:
        raise LibraryError(
            say(
                "trainer_not_installed",
                trainer=trainer.name,
                package=trainer.package,
                advice=how_to_install([trainer.package]),
            )
        )
    task = _Task(corpus, config, trainer, mixture, memory_bytes)
    return _trained(task, folder)


@dataclass(frozen=True, slots=True)
class _Task:
    corpus: Corpus
    config: TrainingConfig
    trainer: LibraryTrainer
    mixture: MixtureMaker | None
    memory_bytes: int | None


def _trained(task: _Task, folder: Path | str | None) -> Training:
    clock = WorkClock()
    try:
        scratch = tempfile.TemporaryDirectory(
            prefix="tokenizer-workbench-", dir=folder, ignore_cleanup_errors=True
        )
    except OSError as error:
        place = folder or tempfile.gettempdir()
        reason = reason_of(error)
        raise LibraryError(
            say("trainer_no_folder", trainer=task.trainer.name, folder=place, reason=reason)
        ) from None
    with scratch as name:
        work = Path(name)
        writing = write_mixture(task.corpus, task.mixture, work / "text", MixtureFileSettings())
        manifest = yield from relayed(clock.without_pauses(writing), _of_writing)
        written_s = clock.elapsed_s
        result, log = yield from _in_child(task, work, manifest, clock)
        yield LibraryProgress(phase=LOAD)
        file = (work / MADE / task.trainer.file_name).read_bytes()
        tokenizer = _loaded(task, file, result["library"])
        seconds = {"write": written_s, **result["seconds"], "total": clock.elapsed_s}
        return LibraryTraining(
            tokenizer,
            task.trainer.file_name,
            file,
            result["library"],
            seconds,
            result["peak_bytes"],
            manifest,
            _problems(task, manifest, result, log, tokenizer),
        )


def _of_writing(step: MixtureProgress) -> LibraryProgress:
    return LibraryProgress(step.done, step.total, WRITE, label=step.label, documents=step.documents)


def _in_child(
    task: _Task, work: Path, manifest: Mapping[str, Any], clock: WorkClock
) -> Generator[LibraryProgress, None, tuple[dict[str, Any], LogReader]]:
    """Let the library train; seconds in which it is stopped count nowhere. Raises LibraryError."""
    _write_request(task, work, manifest)
    log = LogReader(work / LOG, task.config.vocab_size)
    watch = StallWatch(lambda: log.n_bytes)
    held = {READ: 0.0, TRAIN: 0.0}

    def note_held(seconds: float) -> None:
        clock.leave_out(seconds)
        watch.leave_out(seconds)
        held[log.phase] = held.get(log.phase, 0.0) + seconds

    yield LibraryProgress(phase=START)
    command = child_command("engine.trainers.child", str(work))
    try:
        working = finishing(command, is_held=True, note_held=note_held, is_stalled=watch.is_stalled)
        ending = yield from relayed(working, lambda _: _of_log(log))
    except OSError as error:
        reason = reason_of(error)
        sentence = say("trainer_no_process", trainer=task.trainer.name, reason=reason)
        raise LibraryError(sentence) from None
    log.read()
    if ending.status != 0 or not (work / RESULT).is_file():
        raise LibraryError(failure_of(task.config, ending, log, watch.stall))
    result: dict[str, Any] = json.loads((work / RESULT).read_text("utf-8"))
    for part, phase in (("read", READ), ("train", TRAIN)):
        result["seconds"][part] = max(0.0, result["seconds"][part] - held[phase])
    return result, log


def _of_log(log: LogReader) -> LibraryProgress:
    log.read()
    if log.share is None:
        return LibraryProgress(phase=log.phase or START)
    step = Progress.of_share(log.share)
    return LibraryProgress(step.done, step.total, log.phase)


def _write_request(task: _Task, work: Path, manifest: Mapping[str, Any]) -> None:
    config, trainer = task.config, task.trainer
    memory = task.memory_bytes
    if memory is None and (free := available_bytes()) is not None:
        memory = free + _THREADS_BYTES
    files = [f"text/{entry['file']}" for entry in manifest["files"]]
    request = {
        "trainer": trainer.document(),
        "vocab_size": config.vocab_size,
        "min_frequency": config.min_frequency,
        "special_tokens": list(config.special_tokens),
        "normalization": config.normalization,
        "seed": manifest["seed"],
        "files": files,
        "file_bytes": sum(entry["file_bytes"] for entry in manifest["files"]),
        "memory": memory,
    }
    (work / REQUEST).write_text(json.dumps(request), "utf-8")
    if trainer.name == "hf-bpe" and not trainer.option("word_suffix"):
        _write_base(config, work)


def _write_base(config: TrainingConfig, work: Path) -> None:
    """How tokenizers normalizes and splits, as an export of a tokenizer without merges says it.

    Raises ExportError for a pattern that tokenizers cannot have.
    """
    import numpy as np

    from engine.encoding import Tokenizer
    from engine.formats import export_tokenizer

    empty = Tokenizer(
        np.zeros((0, 2), np.uint32), pattern=config.pattern, normalization=config.normalization
    )
    written = export_tokenizer(empty, "tokenizer.json", work / "base")
    next(path for path in written if path.name == "tokenizer.json").rename(work / BASE)


def _loaded(task: _Task, file: bytes, library: str) -> AnyTokenizer:
    try:
        return tokenizer_of_file(task.trainer.file_name, file)
    except EngineError as error:
        raise LibraryError(
            say("trainer_file_unreadable", trainer=task.trainer.name, library=library, reason=error)
        ) from None


def tokenizer_of_file(name: str, file: bytes) -> AnyTokenizer:
    """The tokenizer in the bytes of a file; what is not represented exactly runs in its library.

    name: of the file, whose ending tells its format. Raises TokenizerFileError, LibraryError.
    """
    from engine.formats import load_any_tokenizer
    from engine.library import LibraryTokenizer

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder, Path(name).name)
        path.write_bytes(file)
        tokenizer = load_any_tokenizer(path)
    if isinstance(tokenizer, LibraryTokenizer):
        tokenizer.path = None
    return tokenizer


def _problems(
    task: _Task,
    manifest: Mapping[str, Any],
    result: Mapping[str, Any],
    log: LogReader,
    tokenizer: AnyTokenizer,
) -> tuple[str, ...]:
    """What a person should know of a training that ended well."""
    trainer, library = task.trainer, result["library"]
    found: list[str] = [str(each) for each in manifest["problems"]]
    if n := result["n_long"]:
        longest = trainer.option("max_sentence_length")
        found.append(say("trainer_skipped_lines", library=library, n=n, longest=longest))
    if log.coverage is not None and log.coverage < 1 and not trainer.option("byte_fallback"):
        asked = trainer.option("character_coverage")
        found.append(say("trainer_unknown_left", share=1 - log.coverage, coverage=asked))
    if tokenizer.vocab_size < task.config.vocab_size:
        made, wanted = tokenizer.vocab_size, task.config.vocab_size
        found.append(say("trainer_smaller", library=library, made=made, asked=wanted))
    return tuple(found)
