"""`count`: count the pre-tokens of a corpus into a folder of counts, in bounded memory.

`train --counts` trains on the folder; see also `counts`.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.shared.cluster import (
    add_cluster,
    check_cluster,
    chosen_cluster,
    result_on_cluster,
)
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import check_directory, chosen_corpus
from workbench.cli.shared.options import (
    PATHS_HELP,
    CommandParser,
    add_floor,
    add_labels,
    add_memory,
    add_reading_options,
    add_setting_option,
    number,
)
from workbench.cli.shared.output import (
    counted,
    prepare_engine,
    print_fact,
    print_json,
    print_note,
    result_with_line,
)
from workbench.cli.shared.settings import chosen_cache
from workbench.text.numbers import byte_size, duration
from workbench.work.counts_folders import folder_document
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.counting import CountingProgress, CountsFolder, CountsRules


def add_count_options(parser: CommandParser) -> None:
    """Add the options of `count`."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    parser.add_argument(
        "--pattern", metavar="P", default="gpt2", help="split pattern (default gpt2)"
    )
    normalization = replace(SETTINGS["normalization"], help="as train normalizes text")
    add_setting_option(parser, "normalization", normalization)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="folder to write, new or empty"
    )
    add_floor(parser)
    add_memory(parser)
    add_reading_options(parser)
    add_labels(parser)
    add_cluster(parser)
    parser.add_argument(
        "--partitions",
        metavar="N",
        type=number,
        help="with --cluster: files of rows to write (default: by the size of the counts)",
    )
    parser.add_argument(
        "--no-kept-counts",
        action="store_true",
        help="read every source, also those whose counts are kept on disk",
    )


def count_command(arguments: Namespace) -> int:
    """Count, write the folder and report it."""
    from engine.counting import CountsRules, write_counts

    rules = CountsRules.for_pattern(arguments.pattern, arguments.normalization)
    check_directory(arguments.out)
    corpus = chosen_corpus(arguments)
    cache = chosen_cache(arguments)
    check_cluster(arguments, "partitions")
    prepare_engine()
    if arguments.cluster is not None:
        folder = _counted_on_cluster(arguments, corpus, rules)
    else:
        steps = write_counts(
            corpus,
            arguments.out,
            rules,
            min_count=arguments.min_count,
            memory_bytes=arguments.memory,
            cache=cache,
        )
        folder = result_with_line(steps, _progress_text)
    for problem in folder.manifest.problems:
        print_note(problem)
    if arguments.json:
        print_json(folder_document(folder))
    else:
        print_folder(folder)
    return 0


def _counted_on_cluster(arguments: Namespace, corpus: Corpus, rules: CountsRules) -> CountsFolder:
    from engine.cluster import counting_steps

    if arguments.memory is not None:
        raise UsageError("--memory belongs to counting on this machine, not to --cluster.")
    with chosen_cluster(arguments) as client:
        steps = counting_steps(
            corpus,
            rules,
            client,
            out=arguments.out,
            partitions=arguments.partitions,
            min_count=arguments.min_count,
        )
        return result_on_cluster(steps, _progress_text)


def _progress_text(step: CountingProgress) -> str:
    left = "" if step.remaining_s is None else f", {duration(step.remaining_s)} left"
    share = step.done / max(1, step.total)
    if step.phase == "join":
        return f"Bring together {share:4.0%}  {step.done:,} of {counted(step.total, 'part')}"
    return (
        f"Count {share:4.0%}  {byte_size(step.done)}, {counted(step.documents, 'document')}{left}"
    )


def print_folder(folder: CountsFolder) -> None:
    """Print what a folder of counts contains, in a few lines."""
    manifest = folder.manifest
    print_fact("Folder", folder.path)
    print_fact("Split pattern", manifest.rules.pattern_name or manifest.rules.pattern)
    if manifest.rules.normalization is not None:
        print_fact("Normalization", manifest.rules.normalization)
    print_fact("Unicode", manifest.rules.unicode[0])
    totals = (("bytes", "byte"), ("pretokens", "pre-token"), ("documents", "document"))
    print_fact("Text", ", ".join(counted(manifest.total(key), word) for key, word in totals))
    files = counted(len(manifest.parts), "file")
    size = byte_size(sum(part.bytes for part in manifest.parts))
    print_fact("Counts", f"{counted(manifest.rows, 'row')} in {files}, {size}")
    if manifest.min_count > 1:
        share = manifest.total("dropped_bytes") / max(1, manifest.total("bytes"))
        rows = counted(manifest.total("dropped_rows"), "row")
        print_fact("Floor", f"{manifest.min_count:,}: {rows} dropped, {share:.2%} of the bytes")
