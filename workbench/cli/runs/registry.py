"""`register` and `registry`: freeze tokenizers under names, and list, verify and export them.

Exit status 1 if a file changed since its export or an export could not be verified, and of `verify`
2 for an unknown name.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ExportError
from engine.formats import ExportOptions, known_format
from workbench.cli.shared.errors import AnswerError, CommandError, UsageError
from workbench.cli.shared.inputs import check_directory, find_tokenizer, open_existing_store
from workbench.cli.shared.options import CommandParser, add_command
from workbench.cli.shared.output import (
    count,
    counted,
    prepare_engine,
    print_fact,
    print_json,
    print_note,
    print_table,
)
from workbench.store import HASH_DIGITS, ImportedFile
from workbench.text.numbers import byte_size
from workbench.text.visible_text import harmless

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from workbench.cli.shared.inputs import FoundTokenizer
    from workbench.store import ExportRecord, RegisteredTokenizer, RunStore, TrainedFrom
    from workbench.work.tokenizer_export import FileFinding

_REFERENCE_HELP = "NAME (its newest version), NAME@VERSION, or NAME@HASH with 8 or more hex digits"
_FORMAT_HELP = "format to export as well; can be repeated (see export --help)"
_MOST_FILES = 8

_MOST_LABELS = 3


def add_register_options(register: CommandParser) -> None:
    """Add the options of `register`."""
    register.add_argument("tokenizer", metavar="RUN|FILE", help="id or name of a run, or a file")
    register.add_argument("--name", required=True, help="name in the registry, without @ and /")
    register.add_argument(
        "--metadata",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a text to keep with it; can be repeated",
    )
    register.add_argument(
        "--pattern", metavar="P", help="split pattern of a tokenizer file without one"
    )
    _add_export(register)


def add_registry_options(registry: CommandParser) -> None:
    """Add the options of `registry`."""
    registry.set_defaults(action="list")
    actions = registry.add_subparsers(dest="action", metavar="ACTION", parser_class=CommandParser)
    add_command(actions, "list", "list the registered tokenizers, newest first")
    show = add_command(actions, "show", "show everything that is kept of one")
    show.add_argument("reference", metavar="NAME[@VERSION]", help=_REFERENCE_HELP)
    verify = add_command(
        actions, "verify", "hash its exported files again and say which changed or are missing"
    )
    verify.add_argument("reference", metavar="NAME[@VERSION]", help=_REFERENCE_HELP)
    export = add_command(actions, "export", "write files for other libraries, verified in them")
    export.add_argument("references", metavar="NAME", nargs="+", help=_REFERENCE_HELP)
    _add_export(export, required=True)


def _add_export(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument(
        "--format", metavar="FORMAT", action="append", default=[], required=required,
        help=_FORMAT_HELP,
    )  # fmt: skip
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=required,
        help="folder for exported files; with several formats or tokenizers a folder in it each",
    )
    parser.add_argument(
        "--no-verify", action="store_true", help="do not ask the libraries for their ids"
    )


def register_command(arguments: Namespace) -> int:
    """Freeze a run or a file; with --format and --out export it as well."""
    from engine.formats import check_alphabet
    from workbench.work.tokenizer_export import export_document, registered_document

    metadata = _metadata(arguments.metadata)
    formats = checked_formats(arguments)
    found = find_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    for each in formats:
        check_alphabet(found.tokenizer, each)
    with open_existing_store(arguments.db) as store:
        registered = _register(store, found, arguments, metadata)
        if not arguments.json:
            _tell_registered(registered, metadata)
        made = export_registered(
            store, registered, found.tokenizer, formats, arguments, arguments.out
        )
        registered_now = store.find_registered(registered.reference)
    if arguments.json:
        document = registered_document(registered_now)
        print_json({**document, "is_new": registered.is_new,
                    "exported": [export_document(record) for record in made]})  # fmt: skip
    else:
        tell_exports(made)
    check_verdicts(made)
    return 0


def registry_command(arguments: Namespace) -> int:
    """Do what `arguments.action` says with the registry."""
    with open_existing_store(arguments.db) as store:
        match arguments.action:
            case None | "list":
                return _list(store, arguments)
            case "show":
                return _show(store.find_registered(arguments.reference), arguments)
            case "verify":
                return _verify(store.find_registered(arguments.reference), arguments)
            case "export":
                return _export(store, arguments)
    raise UsageError(f"There is no action {arguments.action!r} for registry.")


def _register(
    store: RunStore,
    found: FoundTokenizer[Tokenizer],
    arguments: Namespace,
    metadata: dict[str, str],
) -> RegisteredTokenizer:
    if found.run_id is not None:
        return store.register(arguments.name, found.run_id, metadata)
    if found.registered is not None:
        raise CommandError(
            f"{found.registered.reference} is registered already; register the run or the file "
            "under another name if it needs one."
        )
    file = ImportedFile(arguments.tokenizer) if found.path is None else ImportedFile.of(found.path)
    return store.register_file(arguments.name, found.tokenizer, file, metadata)


def _metadata(given: list[str]) -> dict[str, str]:
    metadata: dict[str, str] = {}
    for entry in given:
        key, equals, value = entry.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"--metadata {entry}: write KEY=VALUE.")
        if key.strip() in metadata:
            raise UsageError(f"--metadata names {key.strip()} twice.")
        metadata[key.strip()] = value
    return metadata


def _tell_registered(registered: RegisteredTokenizer, metadata: dict[str, str]) -> None:
    print(f"{harmless(registered.reference)}  {registered.semantic_hash}")
    if not registered.is_new:
        when = f"{registered.created:%Y-%m-%d %H:%M}"
        print_note(f"This tokenizer is {registered.reference} since {when}; nothing was changed.")
        if metadata and metadata != dict(registered.metadata):
            print_note(
                "What is registered is frozen, so the metadata given now was not stored; another "
                "name can have it."
            )


def _list(store: RunStore, arguments: Namespace) -> int:
    from workbench.work.tokenizer_export import registered_document

    every = store.registered()
    if arguments.json:
        print_json({"registered": [registered_document(each) for each in every]})
    elif not every:
        print("Nothing is registered yet; `register RUN --name NAME` does it.")
    else:
        headers = ("tokenizer", "hash", "from", "trained from", "registered", "ids", "exports")
        rows = [
            (
                each.reference,
                each.semantic_hash[:HASH_DIGITS],
                origin_words(each),
                trained_from_words(each.trained_from),
                f"{each.created:%Y-%m-%d %H:%M}",
                count(each.vocab_size),
                count(len(each.exports)),
            )
            for each in every
        ]
        print_table(headers, rows, n_words=5)
    return 0


def _show(each: RegisteredTokenizer, arguments: Namespace) -> int:
    from workbench.work.tokenizer_export import registered_document

    if arguments.json:
        print_json(registered_document(each))
        return 0
    known = each.trained_from
    facts = [
        ("tokenizer", each.reference),
        ("hash", each.semantic_hash),
        ("registered", f"{each.created:%Y-%m-%d %H:%M:%S %Z}"),
        ("from", origin_words(each)),
        ("vocabulary", f"{count(each.vocab_size)} ids, {counted(each.n_merges, 'merge')}"),
        ("pattern", f"{each.pattern_name or 'own'}: {each.pattern}"),
        ("kept as", f"{byte_size(each.size_bytes)}, sha256 {each.sha256}"),
        *((f"  {key}", value) for key, value in each.metadata.items()),
        ("trained from", trained_from_words(known)),
    ]
    for word, fact in facts:
        print_fact(word, fact)
    for source in known.sources:
        size = "-" if source.bytes is None else byte_size(source.bytes)
        print_fact("source", f"{source.label}: {size}, {counted(source.documents, 'document')}")
        for file in source.files[:_MOST_FILES]:
            print_fact("file", f"{file.path}  sha256 {file.sha256 or 'unknown'}")
        if len(source.files) > _MOST_FILES:
            print_fact("file", f"and {len(source.files) - _MOST_FILES:,} more (--json has all)")
    for record in each.exports:
        made = f"{record.format}, {record.created:%Y-%m-%d %H:%M}"
        print_fact("export", f"{made}, {record.directory}: {record.status}")
        for exported in record.files:
            print_fact("  file", f"{exported.name}  sha256 {exported.sha256}")
    return 0


def _verify(each: RegisteredTokenizer, arguments: Namespace) -> int:
    """Hash the files of all exports again; exit status 1 if one changed.

    Replaced and missing files are reported and are not failures.
    """
    from workbench.work.tokenizer_export import checked_exports, export_document

    checked = checked_exports(each.exports)
    findings = [item for _, items in checked for item in items]
    changed = [item.file.name for item in findings if item.status == "changed"]
    if arguments.json:
        exports = [
            {**export_document(record), "files": [_finding(item) for item in items]}
            for record, items in checked
        ]
        print_json({"reference": each.reference, "unchanged": not changed, "exports": exports})
    elif not checked:
        print(f"No export of {each.reference} is recorded.")
    else:
        for record, items in checked:
            for item in items:
                print(f"{item.status:<8} {harmless(str(record.folder / item.file.name))}")
    _note_absent(findings)
    if changed:
        raise AnswerError(
            f"{counted(len(changed), 'file')} of {each.reference} changed since the export: "
            f"{', '.join(changed)}. Export again."
        )
    return 0


def _note_absent(findings: list[FileFinding]) -> None:
    """Say how many files are no longer there to be compared, and why."""
    times = Counter(item.status for item in findings)
    if times["replaced"]:
        print_note(f"{counted(times['replaced'], 'file')} replaced by a later export.")
    if times["gone"]:
        print_note(f"{counted(times['gone'], 'file')} missing: moved, deleted, or not readable.")


def _finding(item: FileFinding) -> dict[str, object]:
    file = item.file
    return {"name": file.name, "sha256": file.sha256, "status": item.status, "found": item.found}


def _export(store: RunStore, arguments: Namespace) -> int:
    from workbench.work.tokenizer_export import export_document

    formats, made = checked_formats(arguments), []
    wanted = [store.find_registered(reference) for reference in arguments.references]
    for each in dict.fromkeys(each.reference for each in wanted):
        registered = store.find_registered(each)
        folder = arguments.out / each if len(wanted) > 1 else arguments.out
        tokenizer = store.registered_tokenizer(each)
        made += export_registered(store, registered, tokenizer, formats, arguments, folder)
    if arguments.json:
        print_json({"exports": [export_document(record) for record in made]})
    else:
        tell_exports(made)
    check_verdicts(made)
    return 0


def asked_formats(arguments: Namespace) -> list[str]:
    """The formats that --format names, once each. Raises UsageError for one that does not exist."""
    try:
        return list(dict.fromkeys(known_format(name) for name in arguments.format))
    except ExportError as error:
        raise UsageError(str(error)) from None


def checked_formats(arguments: Namespace) -> list[str]:
    """The formats of an export, which needs --out as well. Raises UsageError, CommandError."""
    formats = asked_formats(arguments)
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
    """Write each format, store the export records, and return them."""
    from workbench.work.tokenizer_export import (
        ExportWish,
        keep_with_registered,
        provenance_of_registered,
        write_export,
    )

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


def origin_words(each: RegisteredTokenizer) -> str:
    """The run or the file. Examples: "run mine (20261121-0001-ab12)", "file cl100k.tiktoken"."""
    if each.file is not None:
        return f"file {each.file.name}"
    return f"run {each.run_name} ({each.run_id})"


def trained_from_words(known: TrainedFrom) -> str:
    """How much of what. Examples: "218 MB in 87 sources", "1.2 MB: deu, eng", "not known"."""
    if not known.sources:
        return "not known"
    labels = [source.label for source in known.sources]
    size = "text" if known.bytes is None else byte_size(known.bytes)
    if len(labels) > _MOST_LABELS:
        return f"{size} in {len(labels)} sources"
    return f"{size}: {', '.join(labels)}"
