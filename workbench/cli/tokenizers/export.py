"""`export`: write files for another library, with --verify compared in that library.

Exit status 1 if the ids differ or the library is missing, 2 for options that the format ignores.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.formats import EXPORT_FORMATS, ExportOptions, ExportVerdict, export_format, known_format
from engine.machine import how_to_install, make_directory, write_whole
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import (
    check_directory,
    check_template,
    find_tokenizer,
    open_existing_store,
)
from workbench.cli.shared.options import CommandParser, add_tokenizer, number
from workbench.cli.shared.output import prepare_engine, print_json, print_note

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from workbench.store import RunStore
    from workbench.work.tokenizer_export import Exported, ExportSubject, ExportWish

_LIBRARY_FORMATS = {"tokenizer.json": "tokenizer.json", "tokenizer.model": "sentencepiece"}
"""The format of the file that another library writes, by its name."""
_OPTIONS = ("layout", "merges", "chat_template", "renumber", "pre", "add_bos")


def add_export_options(export: CommandParser) -> None:
    """Add the options of `export`."""
    from workbench.cli.shared.options import add_export_options

    add_tokenizer(export)
    export.add_argument(
        "--vocab-size",
        metavar="N",
        type=number,
        help="write the tokenizer of this smaller size, all ids counted",
    )
    add_export_options(export)


def export_command(arguments: Namespace) -> int:
    """Write the files of a format; with --verify compare ids in the target library."""
    check_export(arguments)
    from workbench.store import UnknownRunError
    from workbench.work.tokenizer_export import ExportSubject

    if not Path(arguments.tokenizer).exists():
        with open_existing_store(arguments.db) as store, suppress(UnknownRunError):
            if _wrote_library_file(store, arguments.tokenizer, arguments):
                return 0
    found = find_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    tokenizer = found.tokenizer
    subject = ExportSubject(
        arguments.tokenizer,
        tokenizer.vocab_size,
        run_id=found.run_id,
        registered=None if found.registered is None else found.registered.reference,
        tokenizer=tokenizer,
        size=arguments.vocab_size,
    )
    if found.run_id is None and found.registered is None:
        return export_and_report(subject, arguments, None)
    with open_existing_store(arguments.db) as store:
        return export_and_report(subject, arguments, store)


def export_run(store: RunStore, arguments: Namespace) -> int:
    """The same for `runs export`, whose run is given."""
    from workbench.work.tokenizer_export import ExportSubject

    check_export(arguments)
    if _wrote_library_file(store, arguments.run, arguments):
        return 0
    summary = store.run(arguments.run).summary
    subject = ExportSubject(
        arguments.run, summary.vocab_size, run_id=summary.run_id, size=arguments.vocab_size
    )
    return export_and_report(subject, arguments, store)


def _wrote_library_file(store: RunStore, run: str, arguments: Namespace) -> bool:
    """Write the file that another library made of a run, if that is what is asked for.

    It is written as the library wrote it, where only the library can run the tokenizer.
    """
    from workbench.work.exact_tokenizer import exact_or_none

    file = store.library_file(run)
    if file is None or _LIBRARY_FORMATS[file[0]] != known_format(arguments.format):
        return False
    if exact_or_none(store.any_tokenizer(run)) is not None or arguments.vocab_size is not None:
        return False
    check_directory(arguments.out)
    make_directory(arguments.out)
    path = (arguments.out / file[0]).absolute()
    write_whole(path, file[1])
    if arguments.json:
        print_json({"format": arguments.format, "files": [str(path)], "verification": None})
    else:
        print(path)
        print_note("The file is the library's own, unchanged; nothing else of it is exported.")
    return True


def check_export(arguments: Namespace) -> None:
    """Raise UsageError for a format that does not exist and for options that it does not read."""
    try:
        read = export_format(arguments.format).options
        _options(arguments, {})
    except ExportError as error:
        raise UsageError(str(error)) from None
    for option in _OPTIONS:
        if option not in read and getattr(arguments, option):
            raise UsageError(
                f"--{option.replace('_', '-')} has no effect on the format {arguments.format}; "
                "remove it."
            )
    check_template("--chat-template", arguments.chat_template)
    if arguments.name is not None and not export_format(arguments.format).names_files:
        named = [name for name in EXPORT_FORMATS if export_format(name).names_files]
        raise UsageError(
            f"--name is for {', '.join(named)}; the files of {arguments.format} have names "
            "that its library looks for."
        )
    if not arguments.verify and (arguments.verify_on or arguments.time_limit is not None):
        raise UsageError("--verify-on and --time-limit go with --verify.")
    if arguments.time_limit is not None and not arguments.time_limit > 0:
        raise UsageError("--time-limit is a number of seconds above 0.")


def export_and_report(subject: ExportSubject, arguments: Namespace, store: RunStore | None) -> int:
    """Write, verify, keep the record with the run, and tell. store: where a run is."""
    from workbench.work.tokenizer_export import STEM, ExportWish, write_export

    check_directory(arguments.out)
    tokenizer = _tokenizer(subject, store)
    prepare_engine()
    is_bundle = store is not None and known_format(arguments.format) == "bundle"
    provenance = subject.provenance(store) if store is not None and is_bundle else {}
    wish = ExportWish(
        arguments.format,
        arguments.out,
        name=arguments.name or STEM,
        options=_options(arguments, provenance),
        verifies=arguments.verify,
        texts=_texts(tokenizer, arguments),
        time_limit=arguments.time_limit,
    )
    exported = write_export(tokenizer, wish)
    if store is not None:
        exported = replace(exported, record=subject.keep_if_possible(store, exported.record))
    if arguments.json:
        print_json(_document(exported, wish))
    else:
        _tell(exported)
    if exported.verdict is not None and not exported.verdict.is_equal:
        raise CommandError(_sentence(exported.verdict))
    return 0


def _tokenizer(subject: ExportSubject, store: RunStore | None) -> Tokenizer:
    if store is not None:
        return subject.load(store)
    if subject.tokenizer is None:
        raise ValueError("an export without a store has its tokenizer")
    whole = subject.tokenizer
    return whole if subject.size is None else whole.truncated(subject.size)


def _options(arguments: Namespace, provenance: Mapping[str, Any]) -> ExportOptions:
    given = {
        name: value
        for name in _OPTIONS
        if (value := getattr(arguments, name)) is not None and value is not False
    }
    return replace(ExportOptions(**given), provenance=provenance)


def _texts(tokenizer: Tokenizer, arguments: Namespace) -> tuple[str, ...] | None:
    """The sample to verify on; None for the usual one."""
    if not arguments.verify_on:
        return None
    from engine.formats import corpus_sample

    return tuple(corpus_sample(arguments.verify_on, tokenizer.splitter))


def _tell(exported: Exported) -> None:
    for path in exported.paths:
        print(path)
    for note in exported.record.notes:
        print_note(note)
    if exported.verdict is not None and exported.verdict.is_equal:
        print(exported.verdict, file=sys.stderr)


def _document(exported: Exported, wish: ExportWish) -> dict[str, Any]:
    from workbench.work.tokenizer_export import chosen_options

    verdict = exported.verdict
    return {
        "format": exported.record.format,
        "vocab_size": exported.record.vocab_size,
        "semantic_hash": exported.record.semantic_hash,
        "options": chosen_options(wish.options),
        "files": [str(path.absolute()) for path in exported.paths],
        "sha256": {file.name: file.sha256 for file in exported.record.files},
        "notes": list(exported.record.notes),
        "verification": None
        if verdict is None
        else verdict.document() | {"sentence": _sentence(verdict)},
    }


def _sentence(verdict: ExportVerdict) -> str:
    """The verdict; where no library could be asked, with the line that installs them."""
    if verdict.status != "not installed":
        return str(verdict)
    return f"{verdict} The files are written. {how_to_install(verdict.missing)}"
