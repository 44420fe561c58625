"""`train --beside`: several trainers on one mixture, a run of each, and a table of all.

A trainer that fails leaves a row with the reason, and the others go on; the status is 1 then.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.settings import OWN_TRAINER
from engine.trainers import train_with_library
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.library_training import (
    StoredLibraryRun,
    print_library_run,
    stored_library_run,
)
from workbench.cli.shared.output import (
    count,
    decimal,
    finite,
    print_json,
    print_note,
    print_table,
)
from workbench.cli.shared.training_report import print_training, training_document
from workbench.cli.training.train import StoredTraining, train_here
from workbench.text.engine_words import error_words
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.evaluation import Evaluation
    from engine.settings import LibraryTrainer
    from workbench.cli.shared.settings import TrainingSettings
    from workbench.store import RunStore

AnyStored = StoredTraining | StoredLibraryRun
_HEADERS = (
    "trainer", "format", "ids", "file", "read", "train", "total", "memory", "bytes/token",
    "fertility", "unknown", "exact",
)  # fmt: skip


@dataclass(frozen=True)
class ComparedTrainer:
    """A row of the table; everything but the trainer is None where it failed, and error says why.

    seconds_read: reading and counting the text; seconds_train: the rest of the work of the
    trainer; seconds_total: both, with writing the text for a library. peak_bytes: None for the
    trainer that works in this process. The last four are of the beginnings of the sources;
    fertility is the mean over the labels.
    """

    trainer: str
    run_id: str | None = None
    name: str | None = None
    library: str | None = None
    format: str | None = None
    file_bytes: int | None = None
    vocab_size: int | None = None
    seconds_read: float | None = None
    seconds_train: float | None = None
    seconds_total: float | None = None
    peak_bytes: int | None = None
    bytes_per_token: float | None = None
    fertility: float | None = None
    unknown_share: float | None = None
    round_trips: bool | None = None
    error: str | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """Of the printed table."""
        if self.run_id is None:
            return (self.trainer, "failed", *[""] * (len(_HEADERS) - 2))
        times = (self.seconds_read, self.seconds_train, self.seconds_total)
        return (
            self.trainer,
            self.format or "",
            count(self.vocab_size),
            byte_size(self.file_bytes or 0),
            *(duration(seconds or 0.0) for seconds in times),
            "" if self.peak_bytes is None else byte_size(self.peak_bytes),
            decimal(self.bytes_per_token),
            decimal(self.fertility),
            f"{self.unknown_share or 0:.2%}",
            "yes" if self.round_trips else "NO",
        )


def train_all(arguments: Namespace, settings: TrainingSettings) -> int:
    """Train with the trainer of the settings and those beside it, and compare them."""
    from workbench.store import RunStore

    if arguments.keep_on_interrupt:
        raise UsageError("--keep-on-interrupt keeps one run of merges; use it without --beside.")
    settings = replace(settings, cache=None)  # counting is a part of the time that is compared
    others = [_settings_of(settings, trainer) for trainer in settings.beside]
    for other in others:  # what cannot begin ends here, before the first training
        train_with_library(other.corpus, other.config, mixture=other.mixture.maker).close()
    for sentence in _left_out(settings):
        print_note(sentence)
    rows: list[ComparedTrainer] = []
    documents: list[dict[str, Any]] = []
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        for each in (settings, *others):
            made = _made(arguments, each, store)
            rows.append(made if isinstance(made, ComparedTrainer) else _row(made))
            if not isinstance(made, ComparedTrainer):
                documents.append(_told(arguments, made))
    if arguments.json:
        main = documents[0] if rows[0].run_id is not None else {}
        compared = [asdict(row) for row in rows]
        beside = documents[1:] if main else documents
        print_json(main | {"beside": beside, "comparison": compared})
    elif not arguments.quiet:
        _print_comparison(rows)
    return int(any(row.run_id is None for row in rows))


def _settings_of(settings: TrainingSettings, trainer: LibraryTrainer) -> TrainingSettings:
    """The same training with another trainer, in a folder and under a name of its own."""
    return replace(
        settings,
        config=trainer.training_of(settings.config),
        name=None if settings.name is None else f"{settings.name}-{trainer.name}",
        out=None if settings.out is None else settings.out / trainer.name,
        design_warnings=(),
    )


def _left_out(settings: TrainingSettings) -> list[str]:
    """A sentence for each trainer without a setting that was given."""
    lacked = {each.name: each.lacked_settings(settings.config) for each in settings.beside}
    return [
        f"{name} trains without {', '.join(keys)}, which it does not have."
        for name, keys in lacked.items()
        if keys
    ]


def _made(
    arguments: Namespace, settings: TrainingSettings, store: RunStore
) -> AnyStored | ComparedTrainer:
    trainer = settings.config.trainer
    try:
        if trainer is None:
            return train_here(arguments, settings, store)
        return stored_library_run(arguments, settings, store)
    except EngineError as error:
        name = OWN_TRAINER if trainer is None else trainer.name
        sentence = error_words(error)
        print_note(f"{sentence} The other trainers go on.")
        return ComparedTrainer(name, error=sentence)


def _told(arguments: Namespace, made: AnyStored) -> dict[str, Any]:
    """The document of a run, which is printed at once unless all are printed as one."""
    if isinstance(made, StoredLibraryRun):
        if not arguments.json:
            print_library_run(arguments, made)
        document = made.document
    else:
        if arguments.json:
            for problem in made.problems:
                print_note(problem)
        else:
            print_training(arguments, made.stored, made.recorded, made.problems)
        document = training_document(made.stored, made.recorded, made.problems)
    if not arguments.json and not arguments.quiet:
        print()
    return document


def _row(made: AnyStored) -> ComparedTrainer:
    if isinstance(made, StoredLibraryRun):
        record, path, evaluation = made.record, made.path, made.recorded.evaluation
        training, trainer = made.recorded.made, record.config.trainer
        seconds, size = training.seconds, training.tokenizer.vocab_size
        assert trainer is not None
        name, library, peak = str(trainer.name), training.library, training.peak_bytes
        read = seconds["read"]
    else:
        tokenizer, record, path = made.stored
        evaluation = made.recorded.evaluation
        assert tokenizer.training is not None
        seconds, size = tokenizer.training.seconds, tokenizer.vocab_size
        name, library, peak, read = OWN_TRAINER, None, None, seconds["count"]
    summary = record.summary
    return ComparedTrainer(
        name,
        summary.run_id,
        summary.name,
        library,
        path.name,
        path.stat().st_size,
        size,
        round(read, 4),
        round(seconds["train"] if library else seconds["merge"], 4),
        round(seconds["total"], 4),
        peak,
        **_measured(evaluation),
    )


def _measured(evaluation: Evaluation) -> dict[str, Any]:
    total = evaluation.total
    fertility = [row.fertility for row in evaluation.rows if row.fertility is not None]
    return {
        "bytes_per_token": finite(total.bytes_per_token),
        "fertility": fmean(fertility) if fertility else None,
        "unknown_share": finite(total.unknown_share),
        "round_trips": total.round_trips,
    }


def _print_comparison(rows: Sequence[ComparedTrainer]) -> None:
    print_table(_HEADERS, [row.cells for row in rows], n_words=2)
    print(
        "The same mixture for all, measured on the beginning of each source. Fertility: tokens per "
        "word, mean over the labels."
    )
    for row in rows:
        print(f"  {row.trainer}: " + (row.error or f"run {row.run_id} ({row.name})"))
