"""`train --trainer`: a training in another library, and what is printed of it."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.machine import make_directory, write_whole
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import note_shared_name
from workbench.cli.shared.output import (
    count,
    counted,
    decimal,
    finite,
    known_language,
    prepare_engine,
    print_json,
    print_note,
    print_table,
)
from workbench.cli.shared.recorded_training import ProgressBar, with_bar
from workbench.cli.shared.training_report import mixture_document, mixture_remarks
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.evaluation import Evaluation
    from workbench.cli.shared.settings import TrainingSettings
    from workbench.store import RunRecord, RunStore
    from workbench.work.runs.library_recording import RecordedLibraryRun

CANCELLED = "Cancelled; the run is in the history as cancelled."


@dataclass(frozen=True)
class StoredLibraryRun:
    """A training in another library as it is stored. path: of its file; problems: sentences."""

    recorded: RecordedLibraryRun
    record: RunRecord
    path: Path
    problems: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """What `train --trainer ... --json` prints."""
        document = library_document(self.recorded, self.record, self.path)
        return document | {"problems": list(self.problems)}


def train_in_library(arguments: Namespace, settings: TrainingSettings) -> int:
    """Let another library train, store the run, write its file and report."""
    from workbench.store import RunStore

    if arguments.keep_on_interrupt:
        raise UsageError(
            "--keep-on-interrupt keeps merges, which --trainer does not have until its end."
        )
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        stored = stored_library_run(arguments, settings, store)
    if arguments.json:
        print_json(stored.document)
    else:
        print_library_run(arguments, stored)
    return 0


def stored_library_run(
    arguments: Namespace, settings: TrainingSettings, store: RunStore
) -> StoredLibraryRun:
    """Let another library train, store the run and write its file; notes are printed."""
    from workbench.work.runs.library_recording import record_library_training

    prepare_engine(quiet=arguments.quiet)  # the evaluation works with its kernels
    recording = record_library_training(
        store,
        settings.corpus,
        settings.config,
        name=settings.name,
        mixture=settings.mixture.maker,
    )
    bar = None if arguments.quiet else ProgressBar(sys.stderr)
    recorded = with_bar(recording, bar, CANCELLED)
    record = store.run(recorded.run_id)
    note_shared_name(store, recorded.run_id)
    path = _written(store, recorded, settings.out)
    problems = (
        *(each.sentence for each in settings.design_warnings),
        *recorded.made.problems,
        *mixture_remarks(settings.mixture, record.sources),
    )
    for problem in problems:
        print_note(problem)
    return StoredLibraryRun(recorded, record, path, problems)


def print_library_run(arguments: Namespace, stored: StoredLibraryRun) -> None:
    """Print what `train --trainer` says without --json."""
    if arguments.quiet:
        print(stored.recorded.run_id)
    else:
        _print_summary(stored.recorded, stored.record, stored.path)


def _written(store: RunStore, recorded: RecordedLibraryRun, out: Path | None) -> Path:
    """The library's file in `out` or beside the store."""
    folder = out or store.path.parent / "tokenizers" / recorded.run_id
    path = folder / recorded.made.file_name
    try:
        make_directory(folder)
        write_whole(path, recorded.made.file)
    except (OSError, ExportError) as error:
        raise CommandError(
            f"{path} cannot be written: {error}. The run {recorded.run_id} is stored; "
            f"`tokenizer-workbench export {recorded.run_id} --format ... --out ...` writes it."
        ) from None
    return path.absolute()


def library_document(recorded: RecordedLibraryRun, record: RunRecord, path: Path) -> dict[str, Any]:
    """What `train --trainer ... --json` prints, but for the problems."""
    made, evaluation, summary = recorded.made, recorded.evaluation, record.summary
    trainer = record.config.trainer
    assert trainer is not None
    return {
        "run_id": summary.run_id,
        "name": summary.name,
        "trainer": trainer.name,
        "options": {key: trainer.option(key) for key in trainer.own_options},
        "library": made.library,
        "vocab_size": made.tokenizer.vocab_size,
        "asked_vocab_size": record.config.vocab_size,
        "tokenizer": str(path),
        "file_bytes": len(made.file),
        "semantic_hash": made.tokenizer.semantic_hash,
        "special_tokens": made.tokenizer.special_tokens,
        "documents": summary.documents,
        "bytes": summary.bytes,
        "trained_bytes": made.manifest["bytes"],
        "bytes_per_token": finite(evaluation.total.bytes_per_token),
        "unknown_share": finite(evaluation.total.unknown_share),
        "round_trips": evaluation.total.round_trips,
        "labels": _labels(evaluation),
        "seconds": {part: round(seconds, 4) for part, seconds in made.seconds.items()},
        "elapsed_s": round(recorded.elapsed_s, 4),
        "peak_bytes": made.peak_bytes,
        "mixture": mixture_document(record),
    }


def _labels(evaluation: Evaluation) -> list[dict[str, Any]]:
    return [
        {
            "label": row.label,
            "language": known_language(row.label),
            "bytes": row.bytes,
            "tokens": row.tokens,
            "bytes_per_token": finite(row.bytes_per_token),
            "unknown_share": finite(row.unknown_share),
            "round_trips": row.round_trips,
        }
        for row in evaluation.rows
    ]


def _print_summary(recorded: RecordedLibraryRun, record: RunRecord, path: Path) -> None:
    made, evaluation = recorded.made, recorded.evaluation
    headers = ("label", "language", "bytes", "tokens", "bytes/token", "unknown", "exact")
    rows = [
        (
            row.label,
            known_language(row.label) or "",
            count(row.bytes),
            count(row.tokens),
            decimal(row.bytes_per_token),
            "" if row.unknown_share is None else f"{row.unknown_share:.2%}",
            "yes" if row.round_trips else "NO",
        )
        for row in (*evaluation.rows, evaluation.total)
    ]
    print_table(headers, rows, n_words=2)
    print("Measured on the beginning of each source.")
    print()
    seconds, summary = made.seconds, record.summary
    peak = "" if made.peak_bytes is None else f", {byte_size(made.peak_bytes)} of memory at most"
    print(f"Run {summary.run_id} ({summary.name})")
    print(f"  {count(made.tokenizer.vocab_size)} ids, {byte_size(len(made.file))} of file")
    print(
        f"  {counted(summary.documents or 0, 'document')}, {byte_size(summary.bytes or 0)}; "
        f"{byte_size(made.manifest['bytes'])} as mixed"
    )
    print(
        f"  {duration(seconds['total'])} in {made.library}: {duration(seconds['write'])} writing "
        f"the text, {duration(seconds['read'])} reading it, {duration(seconds['train'])} "
        f"training{peak}"
    )
    print(f"  {path}")
