"""Runs that go on: one that was interrupted, and a finished one to a larger vocabulary.

Both read the sources of the stored run again as far as they have to, and only if these are still
what they were; a sentence names the file that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.corpus import Corpus, Source
from engine.counting import CountsCache
from engine.errors import CheckpointError
from engine.training import CountedCorpus, check_file, continued_config, superwords_config
from workbench.store import RESUMABLE, RunRecord, RunStateError, RunStore, SourceRecord
from workbench.work.runs.checkpoints import kept_mixture, run_checkpoint
from workbench.work.runs.recording import Recording, RunTask, begin_run, recorded

if TYPE_CHECKING:
    from engine.machine import StopRequest
    from engine.settings import MixtureMaker, Superwords
    from engine.training import SuperwordOptions

Counts = Callable[[Corpus], CountedCorpus]

NO_CHECKPOINT = (
    "The training was interrupted before its first checkpoint, so it begins again, with the same "
    "settings."
)


@dataclass(frozen=True, slots=True, eq=False)
class Resumption:
    """A run that can go on.

    has_checkpoint: whether anything of it is kept; else it is trained from its beginning.
    """

    record: RunRecord
    counted: CountedCorpus
    mixture: MixtureMaker | None
    has_checkpoint: bool


def counts_with(cache: CountsCache | None, superwords: SuperwordOptions | None = None) -> Counts:
    """How a corpus gets its counts where nothing of it is in memory."""

    def counts_of(corpus: Corpus) -> CountedCorpus:
        return CountedCorpus(corpus, cache=cache, superwords=superwords)

    return counts_of


def resumption(store: RunStore, run: str, counts_of: Counts) -> Resumption:
    """What it takes to resume a run; nothing is changed yet.

    Raises RunStateError for a run that has nothing to resume, CheckpointError for one whose files
    are not what they were.
    """
    store.recognise_interrupted()
    record = store.run(run)
    run_id, status = record.summary.run_id, record.summary.status
    if status not in RESUMABLE:
        why = "is finished; `--vocab-size N` continues it to a larger vocabulary"
        if status == "running":
            why = "is being trained now"
        raise RunStateError(
            f'The run "{record.summary.name}" ({run_id}) {why}.', run=run_id, status=status
        )
    _check_own(record)
    corpus = _corpus_of(record, record.sources)
    is_kept, mixture = kept_mixture(store, run_id)
    if not is_kept:
        mixture = record.mixture
        _check_files(record)
    else:
        checkpoint = run_checkpoint(store, run_id, mixture)
        if checkpoint is not None:
            checkpoint.check(corpus, record.config, mixture)
    return Resumption(record, counts_of(corpus), mixture, is_kept)


def resume_run(store: RunStore, resumed: Resumption, stop: StopRequest | None = None) -> Recording:
    """Let an interrupted run go on as the same run, to the result it would have had.

    Raises RunStateError where another process was quicker; else as `record_training`.
    """
    record = resumed.record
    run_id = record.summary.run_id
    store.resume_run(run_id)
    continued = None
    if record.summary.parent is not None:
        continued = store.tokenizer(record.summary.parent)
    task = RunTask(store, run_id, resumed.counted, record.config, resumed.mixture, stop, continued)
    made = yield from recorded(task)
    # One that was there and could not be used has said so, with the reason.
    if resumed.has_checkpoint or any("begins again" in remark for remark in made.remarks):
        return made
    return replace(made, remarks=(NO_CHECKPOINT, *made.remarks))


def continue_run(
    store: RunStore,
    run: str,
    vocab_size: int,
    counts_of: Counts,
    *,
    name: str | None = None,
    stop: StopRequest | None = None,
    superwords: Superwords | None = None,
) -> Recording:
    """A new run that goes on from a finished one, as if that had never stopped.

    superwords: let it go on across words from a transition on; the run is then the one that a
        training at once with these superwords gives.

    Raises ConfigError for a size that is not larger, CheckpointError for files that are not what
    they were; else as `record_training`.
    """
    record = store.run(run)
    _check_own(record)
    tokenizer = store.tokenizer(run)
    if superwords is None:
        config = continued_config(tokenizer, vocab_size)
    else:
        config = superwords_config(tokenizer, vocab_size, superwords)
    _check_files(record)
    counted = counts_of(_corpus_of(record, _as_asked(record)))
    new_id = begin_run(
        store, counted, config, name=name, mixture=record.mixture, parent=record.summary.run_id
    )
    return (
        yield from recorded(
            RunTask(store, new_id, counted, config, record.mixture, stop, tokenizer)
        )
    )


def _check_own(record: RunRecord) -> None:
    """Raise RunStateError for a run that another library trains: it begins from the start."""
    summary = record.summary
    if summary.trainer is not None:
        raise RunStateError(
            f'The run "{summary.name}" ({summary.run_id}) is one of {summary.trainer}, which '
            "cannot go on where it was; train it again with the same settings.",
            run=summary.run_id,
            status=summary.status,
        )


def _corpus_of(record: RunRecord, sources: tuple[SourceRecord, ...]) -> Corpus:
    """The corpus of a run as it was given. Raises CheckpointError for text that is nowhere."""
    if in_memory := [source.label for source in record.sources if not source.files]:
        raise CheckpointError(
            f"The text of {', '.join(in_memory)} was in memory when the run "
            f"{record.summary.run_id} began and is in no file, so the run cannot go on."
        )
    options = record.options
    return Corpus(
        [
            Source(
                source.label, tuple(file.location for file in source.files), reading=source.reading
            )
            for source in sources
        ],
        max_document_chars=options.max_document_chars,
        max_chars=options.max_chars,
        document_separator=options.document_separator,
        text_field=options.text_field,
        encoding_errors=options.encoding_errors,
    )


def _as_asked(record: RunRecord) -> tuple[SourceRecord, ...]:
    """The sources of a finished run without the samples that its mixture took of them."""
    if record.mixture is None or record.mixture.target_bytes is None:
        return record.sources
    return tuple(
        replace(source, reading=replace(source.reading, sample=None)) for source in record.sources
    )


def _check_files(record: RunRecord) -> None:
    """Raise CheckpointError for a file that is gone or another one."""
    for source in record.sources:
        for file in source.files:
            check_file(file.location, file.size_bytes, file.sha256)
