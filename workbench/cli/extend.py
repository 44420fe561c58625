"""`extend`: new tokens for a tokenizer, a report on them, and the rows a model needs."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.extension import (
    Extension,
    ExtensionProgress,
    ExtensionReport,
    ExtensionStep,
    extend_tokenizer,
    extend_with_tokens,
    report_steps,
    write_embedding_rows,
    write_report,
)
from engine.formats import known_format
from engine.machine import StopRequest, make_directory, result_of
from workbench.cli.command_error import CancelledError
from workbench.cli.directories import check_directory
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.extend_settings import (
    check_extend,
    domain_corpus,
    extension_settings,
    general_corpus,
    given_tokens,
    learned_corpus,
    model_cost,
)
from workbench.cli.extend_words import print_extension
from workbench.cli.interruption import Interruption
from workbench.cli.mixture_settings import chosen_cache
from workbench.cli.output import print_json
from workbench.cli.progress_line import ProgressLine
from workbench.cli.registry_export import check_verdicts, tell_exports
from workbench.cli.run_names import open_existing_store
from workbench.cli.tokenizer_argument import FoundTokenizer, find_tokenizer
from workbench.provenance import export_document
from workbench.tokenizer_export import ExportWish, write_export
from workbench.visible_text import visible

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RegisteredTokenizer

_STEP_WORDS = {
    ExtensionStep.READ: "Read",
    ExtensionStep.COUNT: "Count pre-tokens",
    ExtensionStep.ENCODE: "Encode with the old merges",
    ExtensionStep.MERGE: "New tokens",
    ExtensionStep.TRY: "Try in contexts",
    ExtensionStep.MEASURE: "Measure",
}


def extend_command(arguments: Namespace) -> int:
    """Extend, write the files, register and export if asked, and report."""
    check_extend(arguments)
    formats = list(dict.fromkeys(known_format(name) for name in arguments.format))
    cost = model_cost(arguments)
    found = find_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern, exact=False)
    settings = extension_settings(arguments, found.tokenizer)
    check_directory(arguments.out)
    domain, general = domain_corpus(arguments), general_corpus(arguments)
    prepare_engine(quiet=arguments.json)
    cache = chosen_cache(arguments)
    if arguments.add is None:
        wanted = given_tokens(arguments, found.tokenizer)
        stop = None
        extending = extend_with_tokens(found.tokenizer, wanted, settings=settings)
    else:
        assert domain is not None  # check_extend has seen to it
        corpus, mixture = learned_corpus(arguments, domain, general)
        stop = StopRequest()
        extending = extend_tokenizer(
            found.tokenizer, corpus, arguments.add, settings=settings, mixture=mixture,
            cache=cache, stop=stop,
        )  # fmt: skip
        domain = None
    make_directory(arguments.out)
    extension: Extension = _finished(extending, stop if arguments.keep_on_interrupt else None)
    reporting = report_steps(extension, domain=domain, general=general, cost=cost, cache=cache)
    report: ExtensionReport = _finished(reporting, None)
    return _told(report, arguments, formats, found)


def _told(
    report: ExtensionReport, arguments: Namespace, formats: list[str], found: FoundTokenizer
) -> int:
    out: Path = arguments.out
    tokenizer = report.extension.tokenizer
    files = [
        tokenizer.save(out),
        write_report(report, out),
        write_embedding_rows(report.rows, out),
    ]
    registered = _registered(report, arguments, files[0], found)
    exports = _exported(report, arguments, formats)
    if arguments.json:
        print_json(_document(report, files, registered, exports))
    else:
        print_extension(report)
        print()
        for path in files:
            print(path)
        tell_exports(exports)
        if registered is not None:
            print(f"Registered: {registered.reference}  {registered.semantic_hash}")
    check_verdicts(exports)
    return 0


def _finished(steps: Generator[ExtensionProgress, None, Any], stop: StopRequest | None) -> Any:
    """Run steps with progress; Ctrl+C cancels, or stops merging where there is a request."""
    line = ProgressLine(sys.stderr)
    with Interruption() as interruption:

        def report(progress: ExtensionProgress) -> None:
            if interruption.requested:
                if stop is None or progress.step is not ExtensionStep.MERGE:
                    raise CancelledError("Cancelled; nothing was written.")
                stop.keep()
            line.show(partial(_progress_words, progress))

        try:
            return result_of(steps, report)
        finally:
            line.clear()


def _progress_words(progress: ExtensionProgress) -> str:
    words = f"{_STEP_WORDS[progress.step]} {progress.fraction:4.0%}"
    if progress.step is ExtensionStep.MERGE:
        words = f"{words}  {progress.done:,} of {progress.total:,}"
        if progress.last_token:
            words = f"{words}  {visible(progress.last_token)}"
    return f"{words}  {progress.elapsed_s:.1f} s" if progress.elapsed_s else words


def _registered(
    report: ExtensionReport, arguments: Namespace, file: Path, found: FoundTokenizer
) -> RegisteredTokenizer | None:
    """Freeze the tokenizer under --name, with what it extends."""
    if arguments.name is None:
        return None
    from workbench.store import ImportedFile

    with open_existing_store(arguments.db) as store:
        return store.register_file(
            arguments.name,
            report.extension.tokenizer,
            ImportedFile.of(file),
            extension_metadata(report, arguments.tokenizer, found),
        )


def extension_metadata(report: ExtensionReport, name: str, found: FoundTokenizer) -> dict[str, str]:
    """What a registered extension says of where it comes from."""
    old = report.extension.old
    parent = {"extends": name, "extends_hash": old.semantic_hash}
    if found.run_id is not None:
        parent["extends_run"] = found.run_id
    return parent | {
        "new_tokens": str(report.extension.n_new),
        "first_new_id": str(old.vocab_size),
    }


def _exported(
    report: ExtensionReport, arguments: Namespace, formats: list[str]
) -> list[ExportRecord]:
    made = []
    for name in formats:
        folder = arguments.out / name if len(formats) > 1 else arguments.out
        wish = ExportWish(name, folder, verifies=not arguments.no_verify)
        made.append(write_export(report.extension.tokenizer, wish).record)
    return made


def _document(
    report: ExtensionReport,
    files: list[Path],
    registered: RegisteredTokenizer | None,
    exports: list[ExportRecord],
) -> dict[str, Any]:
    """The report with the files; lists of thousands of old tokens stay in report.json."""
    document = report.document()
    for key in ("never_fired", "unused_old_tokens"):
        if document[key] is not None:
            document[key] = {"n": document[key]["n"]}
    names = ("tokenizer", "report", "embedding_rows")
    return document | {
        "files": {name: str(path.absolute()) for name, path in zip(names, files, strict=True)},
        "registered": None if registered is None else registered.reference,
        "exported": [export_document(record) for record in exports],
    }
