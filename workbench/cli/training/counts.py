"""`counts`: merge, show and check folders of counts, made by `count` or by another program.

Exit status of `check`: 0 for a folder that can be used, 1 for one that cannot, 2 for
one that does not exist.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import check_directory
from workbench.cli.shared.options import (
    CommandParser,
    add_command,
    add_floor,
    add_memory,
    add_setting_option,
    number_from,
)
from workbench.cli.shared.output import (
    count,
    known_language,
    prepare_engine,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.cli.training.count import print_folder
from workbench.text.visible_text import visible
from workbench.work.counts_folders import folder_document
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from engine.counting import CountsCheck, CountsFolder, CountsRules
    from engine.machine import Progress

_FOLDER_HELP = "folder of counts: of `count`, or with parquet files of another program"
_TOP = 20


def add_counts_options(counts: CommandParser) -> None:
    """Add the options of `counts`."""
    actions = counts.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=CommandParser
    )
    merge = add_command(actions, "merge", "write several folders of counts into one")
    merge.add_argument("folders", metavar="FOLDER", nargs="+", type=Path, help=_FOLDER_HELP)
    merge.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="folder to write, new or empty"
    )
    _add_rules(merge)
    add_floor(merge)
    add_memory(merge)
    show = add_command(actions, "show", "show what a folder of counts contains")
    show.add_argument("folder", metavar="FOLDER", type=Path, help=_FOLDER_HELP)
    show.add_argument(
        "--top",
        metavar="N",
        type=number_from(0),
        default=_TOP,
        help=f"most frequent pre-tokens to show (default {_TOP})",
    )
    _add_rules(show)
    check = add_command(actions, "check", "check every row of a folder of counts, whoever made it")
    check.add_argument("folder", metavar="FOLDER", type=Path, help=_FOLDER_HELP)
    _add_rules(check)
    add_memory(check)


def _add_rules(parser: CommandParser) -> None:
    parser.add_argument("--pattern", metavar="P", help="split pattern of a folder without manifest")
    normalization = replace(SETTINGS["normalization"], help="of a folder without manifest")
    add_setting_option(parser, "normalization", normalization)


def counts_command(arguments: Namespace) -> int:
    """Do what `arguments.action` says."""
    prepare_engine()
    match arguments.action:
        case "merge":
            return _merge(arguments)
        case "show":
            return _show(arguments)
        case "check":
            return _check(arguments)
    raise UsageError(f"There is no action {arguments.action!r} for counts.")


def _rules(arguments: Namespace) -> CountsRules | None:
    from engine.counting import CountsRules

    if arguments.pattern is None:
        if arguments.normalization is not None:
            raise UsageError("--normalization belongs to --pattern, of a folder without manifest.")
        return None
    return CountsRules.for_pattern(arguments.pattern, arguments.normalization)


def _checked(folder: Path, rules: CountsRules | None, memory: int | None = None) -> CountsCheck:
    from engine.counting import check_counts

    return result_with_line(check_counts(folder, rules, memory_bytes=memory), _progress_text)


def _opened(folder: Path, rules: CountsRules | None) -> CountsFolder:
    """A folder with its manifest; one of another program is checked. Raises CorpusError."""
    from engine.corpus import is_counts_folder
    from engine.counting import open_counts
    from engine.errors import CorpusError

    if is_counts_folder(folder) or rules is None:
        found = open_counts(folder)
        if rules is not None:
            found.manifest.rules.check_equal(rules, folder)
        return found
    check = _checked(folder, rules)
    for warning in check.warnings:
        print_note(warning)
    if check.folder is None:
        raise CorpusError(check.error or "", path=folder)
    return check.folder


def _merge(arguments: Namespace) -> int:
    from engine.counting import merge_counts

    check_directory(arguments.out)
    rules = _rules(arguments)
    folders = [_opened(folder, rules) for folder in arguments.folders]
    steps = merge_counts(
        folders, arguments.out, min_count=arguments.min_count, memory_bytes=arguments.memory
    )
    merged = result_with_line(steps, _progress_text)
    if arguments.json:
        print_json(folder_document(merged))
    else:
        print_folder(merged)
    return 0


def _show(arguments: Namespace) -> int:
    from engine.counting import most_frequent

    folder = _opened(arguments.folder, _rules(arguments))
    folder.check_whole()
    top = result_with_line(most_frequent(folder, arguments.top), _progress_text)
    if arguments.json:
        rows = [
            {"pretoken": visible(row.pretoken), "hex": row.pretoken.hex(), "label": row.label,
             "count": row.count}
            for row in top
        ]  # fmt: skip
        print_json({**folder_document(folder), "most_frequent": rows})
        return 0
    print_folder(folder)
    print()
    print_table(
        ("label", "language", "documents", "bytes", "pre-tokens", "rows", "dropped"),
        [
            (
                label,
                known_language(label) or "",
                count(facts.documents),
                count(facts.bytes),
                count(facts.pretokens),
                count(facts.rows),
                count(facts.dropped_rows),
            )
            for label, facts in folder.manifest.labels.items()
        ],
        n_words=2,
    )
    if top:
        print()
        rows_shown = [(visible(row.pretoken), row.label, count(row.count)) for row in top]
        print_table(("pre-token", "label", "count"), rows_shown, n_words=2)
    return 0


def _check(arguments: Namespace) -> int:
    if not arguments.folder.exists():
        raise CommandError(f"{arguments.folder} was not found; check the path.")
    found = _checked(arguments.folder, _rules(arguments), arguments.memory)
    if arguments.json:
        facts = None if found.folder is None else folder_document(found.folder)
        warnings = list(found.warnings)
        print_json(
            {"usable": found.error is None, "error": found.error, "warnings": warnings,
             "counts": facts}
        )  # fmt: skip
    else:
        for warning in found.warnings:
            print(f"Warning: {warning}")
        if found.error is not None:
            print(f"Error: {found.error}")
        elif found.folder is not None:
            print_folder(found.folder)
            print("No problems.")
    return 1 if found.error is not None else 0


def _progress_text(step: Progress) -> str:
    return f"{(step.phase or 'read').capitalize()} {step.fraction or 0:4.0%}  {step.label}".rstrip()
