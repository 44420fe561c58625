"""`export`: files for another library, on request verified in that library."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from engine.formats import (
    EXPORT_FORMATS,
    ExportVerdict,
    export_notes,
    export_tokenizer,
    verification_texts,
    verify_export,
)
from engine.tokenizer import Tokenizer
from workbench.commands.command_error import CommandError, UsageError
from workbench.commands.directories import check_directory
from workbench.commands.engine_preparation import prepare_engine
from workbench.commands.installation import install_line
from workbench.commands.output import print_json, print_note
from workbench.commands.tokenizer_argument import load_tokenizer


def export_command(arguments: Namespace) -> int:
    """Write the files of a format; with --verify compare ids in the target library."""
    check_format(arguments.format)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    return export_and_report(tokenizer, arguments)


def check_format(name: str) -> None:
    """Raise UsageError for a format that does not exist."""
    if name not in EXPORT_FORMATS:
        raise UsageError(
            f"There is no export format {name!r}; choose one of {', '.join(EXPORT_FORMATS)}."
        )


def export_and_report(tokenizer: Tokenizer, arguments: Namespace) -> int:
    """The part of an export after the tokenizer is found; shared with `runs export`."""
    check_directory(arguments.out)
    if arguments.vocab_size is not None:
        tokenizer = tokenizer.truncated(arguments.vocab_size)
    prepare_engine()
    paths = export_tokenizer(tokenizer, arguments.format, arguments.out)
    notes = export_notes(tokenizer, arguments.format)
    verdict = None
    if arguments.verify:
        texts = verification_texts(tuple(tokenizer.special_tokens))
        verdict = verify_export(tokenizer, arguments.format, arguments.out, texts)
    if arguments.json:
        print_json(
            {
                "format": arguments.format,
                "vocab_size": tokenizer.vocab_size,
                "files": [str(path.absolute()) for path in paths],
                "notes": notes,
                "verification": None if verdict is None else _document(verdict),
            }
        )
    else:
        for path in paths:
            print(path)
        for note in notes:
            print_note(note)
        if verdict is not None and verdict.is_equal:
            print(verdict, file=sys.stderr)
    if verdict is not None and not verdict.is_equal:
        raise CommandError(_sentence(verdict))
    return 0


def _document(verdict: ExportVerdict) -> dict[str, Any]:
    return {
        "status": verdict.status,
        "libraries": list(verdict.libraries),
        "not_installed": list(verdict.missing),
        "texts": verdict.n_texts,
        "sentence": _sentence(verdict),
    }


def _sentence(verdict: ExportVerdict) -> str:
    """The verdict; where no library could be asked, with the line that installs them."""
    if verdict.status != "not installed":
        return str(verdict)
    return f"{verdict} The files are written; to verify them: {install_line(verdict.missing)}"
