"""Exports of `register` and `registry export`: written, hashed, verified, and kept."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.formats import ExportOptions, known_format
from workbench.cli.command_error import CommandError, UsageError
from workbench.cli.directories import check_directory
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.output import print_note
from workbench.provenance import provenance_of_registered
from workbench.tokenizer_export import ExportWish, keep_with_registered, write_export

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from workbench.store import ExportRecord, RegisteredTokenizer, RunStore


def checked_formats(arguments: Namespace) -> list[str]:
    """The formats that are asked for, once each. Raises UsageError, ExportError, CommandError."""
    formats = list(dict.fromkeys(known_format(name) for name in arguments.format))
    if bool(formats) != (arguments.out is not None):
        raise UsageError("An export needs both, --format FORMAT and --out DIR.")
    if formats:
        check_directory(arguments.out)
    return formats


def export_registered(
    store: RunStore,
    registered: RegisteredTokenizer,
    tokenizer: Tokenizer,
    formats: Sequence[str],
    arguments: Namespace,
    folder: Path,
) -> list[ExportRecord]:
    """Write each format, store what came of it, and return it."""
    if not formats:
        return []
    prepare_engine()
    made = []
    for name in formats:
        provenance = provenance_of_registered(registered) if name == "bundle" else {}
        wish = ExportWish(
            name,
            folder / name if len(formats) > 1 else folder,
            options=ExportOptions(provenance=provenance),
            verifies=not arguments.no_verify,
        )
        made.append(keep_with_registered(store, registered, write_export(tokenizer, wish).record))
    return made


def tell_exports(made: Sequence[ExportRecord]) -> None:
    """Print the files; notes and verdicts go to standard error."""
    for record in made:
        for file in record.files:
            print(f"{record.folder / file.name}  {file.sha256}")
        for note in record.notes:
            print_note(note)
        if record.verdict is not None:
            print_note(f"{record.format}: {record.verdict['sentence']}")


def check_verdicts(made: Sequence[ExportRecord]) -> None:
    """Raise CommandError where a library did not give the same ids; all are stored by now."""
    bad = [record for record in made if record.status not in ("equal", "not asked")]
    if bad:
        listed = " ".join(
            f"{record.format}: {record.verdict['sentence']}"
            for record in bad
            if record.verdict is not None
        )
        raise CommandError(f"Not every export could be verified. {listed}")
