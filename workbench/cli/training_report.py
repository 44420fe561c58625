"""The report of a finished training: its tokenizer file, a summary, one JSON document."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from workbench.cli.errors import CommandError
from workbench.cli.inputs import note_shared_name
from workbench.cli.output import count, counted, finite, print_json, print_note
from workbench.cli.training_words import (
    compression_words,
    estimate_sentence,
    language_rows,
    mixed_bytes_per_token,
    mixture_document,
    print_language_table,
    progress_document,
    special_token_words,
    superword_words,
    superwords_document,
)
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.settings import TrainingRecord
    from workbench.store import RunId, RunRecord, RunStore, SourceRecord
    from workbench.work.recording_progress import TrainingReport
    from workbench.work.run_recording import RecordedRun


def stored_training(
    store: RunStore, recorded: RecordedRun, out: Path | None
) -> tuple[Tokenizer, RunRecord, Path]:
    """A run as it is stored, and its tokenizer in a file in `out` or beside the store."""
    run_id = recorded.run_id
    tokenizer, record = store.tokenizer(run_id), store.run(run_id)
    note_shared_name(store, run_id)
    folder = out or store.path.parent / "tokenizers" / run_id
    return tokenizer, record, written_tokenizer(tokenizer, folder, run_id)


def print_training(
    arguments: Namespace,
    stored: tuple[Tokenizer, RunRecord, Path],
    report: TrainingReport,
    problems: Sequence[str],
) -> None:
    """Print what `train` prints at its end; problems go to standard error, too."""
    tokenizer, record, path = stored
    run_id = record.summary.run_id
    for problem in problems:
        print_note(problem)
    if arguments.json:
        document = training_report(tokenizer, run_id, record.summary.name, path, record.sources)
        document |= progress_document(report, _training(tokenizer))
        document["second_stage"] = superwords_document(tokenizer)
        print_json(document | {"mixture": mixture_document(record), "problems": list(problems)})
    elif arguments.quiet:
        print(run_id)
    else:
        _print_summary(tokenizer, record, path, report)


def training_report(
    tokenizer: Tokenizer,
    run_id: RunId,
    name: str,
    path: Path,
    sources: Sequence[SourceRecord] = (),
) -> dict[str, Any]:
    """What `train --json` prints, but for the problems; `demo --json` has it too."""
    training = _training(tokenizer)
    return {
        "run_id": run_id,
        "name": name,
        "vocab_size": tokenizer.vocab_size,
        "tokenizer": str(path),
        "semantic_hash": tokenizer.semantic_hash,
        "n_merges": tokenizer.n_merges,
        "unused_ids": len(tokenizer.unused_ids),
        "special_tokens": tokenizer.special_tokens,
        "roles": tokenizer.roles,
        "documents": training.documents,
        "bytes": training.bytes,
        "pretokens": training.pretokens,
        "unique_pretokens": training.unique_pretokens,
        "unmatched_bytes": training.unmatched_bytes,
        "bytes_per_token": finite(training.bytes_per_token()),
        "bytes_per_token_mixed": mixed_bytes_per_token(training),
        "labels": [row.document() for row in language_rows(training, sources)],
        "seconds": {part: round(training.seconds[part], 4) for part in training.seconds},
    }


def written_tokenizer(tokenizer: Tokenizer, folder: Path, run_id: RunId) -> Path:
    from engine.formats import export_tokenizer

    try:
        return export_tokenizer(tokenizer, "workbench", folder)[0].absolute()
    except ExportError as error:
        raise CommandError(
            f"{error} The run {run_id} is stored; `tokenizer-workbench export {run_id}` writes it."
        ) from None


def training_problems(tokenizer: Tokenizer, corpus: Corpus) -> list[str]:
    """What was repaired or left out, and what could not be reached, as sentences."""
    problems = list(_training(tokenizer).problems)
    if left_out := _beyond_the_cap(_training(tokenizer), corpus):
        problems.append(
            f"The corpus ends after {counted(corpus.max_chars, 'character')} (max_chars), before "
            f"any text of {', '.join(left_out)}."
        )
    if unused := len(tokenizer.unused_ids):
        problems.append(
            f"The corpus yields only {counted(tokenizer.n_merges, 'merge')}; {unused:,} of the "
            f"{tokenizer.vocab_size:,} ids {'stays' if unused == 1 else 'stay'} unused."
        )
    if unmatched := _training(tokenizer).unmatched_bytes:
        problems.append(
            f"The split pattern leaves {counted(unmatched, 'byte')} unmatched, kept as pre-tokens."
        )
    return problems


def _beyond_the_cap(training: TrainingRecord, corpus: Corpus) -> tuple[str, ...]:
    """Labels of the sources that `max_chars` left without any text; they are the last ones."""
    import numpy as np

    if corpus.max_chars is None:
        return ()
    with_text = np.flatnonzero(training.source_bytes)
    if not len(with_text):
        return ()
    beyond = range(int(with_text[-1]) + 1, len(training.source_labels))
    return tuple(training.source_labels[i] for i in beyond if training.source_weights[i])


def _print_summary(
    tokenizer: Tokenizer, record: RunRecord, path: Path, report: TrainingReport
) -> None:
    training = _training(tokenizer)
    seconds = training.seconds
    print_language_table(training, record.sources)
    print()
    print(f"Run {record.summary.run_id} ({record.summary.name})")
    print(
        f"  {count(tokenizer.vocab_size)} ids, {counted(tokenizer.n_merges, 'merge')}, "
        f"{compression_words(training)}"
    )
    print(
        f"  {counted(training.documents, 'document')}, {byte_size(training.bytes)}, "
        f"{counted(training.pretokens, 'pre-token')}, {count(training.unique_pretokens)} different"
    )
    print(
        f"  {duration(seconds['total'])}: {duration(seconds['count'])} counting, "
        f"{duration(seconds['merge'])} merging; {duration(report.elapsed_s)} with evaluation"
    )
    if superwords := superword_words(tokenizer):
        print(f"  {superwords}")
    if estimates := estimate_sentence(report):
        print(f"  {estimates}")
    if words := special_token_words(tokenizer):
        print(f"  {words}")
    print(f"  {path}")


def _training(tokenizer: Tokenizer) -> TrainingRecord:
    """The record of a tokenizer that was just trained, which always has one."""
    assert tokenizer.training is not None
    return tokenizer.training
