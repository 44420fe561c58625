"""`import`: report on a tokenizer's files, and convert or register the tokenizer.

--out writes tokenizer.twb, --name registers it. Exit status 1 if the files cannot be used.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import check_directory, open_existing_store
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import count, prepare_engine, print_json

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.formats import ImportReport
    from workbench.store import RegisteredTokenizer

_SOURCE_HELP = (
    "a tokenizer's file or directory (tokenizer.json, vocab.json + merges.txt, .tiktoken, "
    "tekken.json, minbpe or SentencePiece .model, nanochat's directory), or a published name: "
    "gpt2, cl100k_base, o200k_base, hub:OWNER/NAME ..."
)
_LIST_SHOWN = 6


def add_import_options(parser: CommandParser) -> None:
    """Add the options of `import`."""
    parser.add_argument("source", metavar="PATH", help=_SOURCE_HELP)
    parser.add_argument("--pattern", metavar="P", help="split pattern for files without one")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="write tokenizer.twb, our own format, into DIR"
    )
    parser.add_argument("--name", help="register it under this permanent name")


def import_command(arguments: Namespace) -> int:
    """Print the report; exit status 1 where the files cannot be used."""
    if arguments.out is not None:
        check_directory(arguments.out)
    report = _report(arguments)
    written, registered, failure = None, None, None
    if report.is_usable:
        try:
            written = _write(report, arguments)
            registered = _register(report, arguments)
        except CommandError as error:
            failure = error
    if arguments.json:
        document = report.document() | {
            "written": None if written is None else str(written.absolute()),
            "registered": None if registered is None else registered.reference,
        }
        print_json(document)
    else:
        _print(report)
        if written is not None:
            print(f"Written: {written}")
        if registered is not None:
            print(f"Registered: {registered.reference}  {registered.semantic_hash}")
    if failure is not None:
        raise failure
    return 0 if report.is_usable else 1


def _report(arguments: Namespace) -> ImportReport:
    from engine.formats import is_published_name, validate_published, validate_tokenizer
    from engine.splitting import Splitter

    path = Path(arguments.source)
    if not path.exists() and is_published_name(arguments.source):
        if arguments.pattern is not None:
            raise UsageError(
                f"{arguments.source} has its own split pattern; --pattern is for files without one."
            )
        prepare_engine(quiet=arguments.json)
        return validate_published(arguments.source)
    if not path.exists():
        raise CommandError(
            f"{path} was not found, and no published tokenizer has that name; check the path."
        )
    if arguments.pattern is not None:
        Splitter(arguments.pattern)  # whether it can be is no matter of the file
    prepare_engine(quiet=arguments.json)
    return validate_tokenizer(path, arguments.pattern)


def _exact(report: ImportReport, wanted: str) -> Tokenizer:
    """The tokenizer; a CommandError where only its library can run it."""
    from engine.encoding import Tokenizer

    if not isinstance(report.tokenizer, Tokenizer):
        library = getattr(report.tokenizer, "library", "another library")
        raise CommandError(
            f"{report.path} runs in {library} and cannot be {wanted}: its merges are not "
            "known here."
        )
    return report.tokenizer


def _write(report: ImportReport, arguments: Namespace) -> Path | None:
    if arguments.out is None:
        return None
    arguments.out.mkdir(parents=True, exist_ok=True)
    return _exact(report, "written in our own format").save(arguments.out)


def _register(report: ImportReport, arguments: Namespace) -> RegisteredTokenizer | None:
    if arguments.name is None:
        return None
    from workbench.store import ImportedFile

    tokenizer = _exact(report, "registered")
    path = Path(arguments.source)
    file = ImportedFile.of(path) if path.exists() else ImportedFile(arguments.source)
    with open_existing_store(arguments.db) as store:
        return store.register_file(arguments.name, tokenizer, file, {})


def _print(report: ImportReport) -> None:
    facts = list(_lines(report.facts))
    width = max((len(word) for word, _ in facts), default=0)
    for word, value in facts:
        print(f"{word:<{width}}  {value}".rstrip())
    if report.findings:
        print()
    for finding in report.findings:
        where = f"  [{finding.where}]" if finding.where else ""
        print(f"{finding.severity:<7}  {finding.sentence}{where}")
    print(f"\n{report.verdict}")


def _lines(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Words and values of the facts, one line each; lists and mappings continue below."""
    for word, value in facts.items():
        if isinstance(value, Mapping):
            yield word, ""
            yield from ((f"  {name}", str(inner)) for name, inner in value.items())
        elif isinstance(value, list):
            more = f" and {len(value) - _LIST_SHOWN:,} more" if len(value) > _LIST_SHOWN else ""
            yield word, (", ".join(map(str, value[:_LIST_SHOWN])) + more) or "none"
        else:
            yield word, count(value) if isinstance(value, int) else str(value)
