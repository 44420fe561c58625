"""`chat --out`: whole files as arrays for training, with the problems that were found."""

from __future__ import annotations

import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.cli.shared.inputs import check_directory
from workbench.cli.shared.output import (
    count,
    counted,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.text.numbers import duration

if TYPE_CHECKING:
    from engine.chat import ChatRenderer, ConversationFile
    from engine.datasets import DatasetProgress

REFUSES = "template-refuses"


def print_lints(lints: Counter[str]) -> None:
    """How many conversations have each problem."""
    if lints:
        print()
        found = [(code, count(n)) for code, n in lints.most_common()]
        print_table(("Problem", "Conversations"), found)


def _progress_words(progress: DatasetProgress) -> str:
    return f"Conversations: {progress.documents:,}  tokens: {progress.tokens:,}"


def write_arrays(
    renderer: ChatRenderer, files: Sequence[ConversationFile], arguments: Namespace
) -> int:
    """Write the arrays of --out, and print what they are; the exit status."""
    from engine.chat import writing_chat_arrays

    check_directory(arguments.out)
    began = time.perf_counter()
    steps = writing_chat_arrays(renderer, files, arguments.out, max_tokens=arguments.max_tokens)
    manifest = result_with_line(steps, _progress_words)
    seconds = time.perf_counter() - began
    for problem in manifest["problems"]:
        print_note(problem)
    if arguments.json:
        document = manifest | {"out": str(arguments.out.absolute()), "seconds": round(seconds, 3)}
        print_json(document)
        return _array_status(manifest)
    print(
        f"{counted(manifest['conversations'], 'conversation')}, "
        f"{counted(manifest['tokens'], 'token')}, {manifest['trained']:,} supervised, as "
        f"{manifest['dtype']} in {duration(seconds)}"
    )
    print(
        f"{count(manifest['refused'])} not rendered, {count(manifest['all_zero'])} with nothing "
        f"supervised, {count(manifest['truncated'])} truncated"
    )
    for lint in manifest["template_lints"]:
        if lint["code"] != REFUSES:
            print(f"{lint['severity']} {lint['code']}: {lint['sentence']}")
    _print_array_lints(manifest)
    print(arguments.out.absolute())
    return _array_status(manifest)


def _print_array_lints(manifest: dict[str, Any]) -> None:
    """The counts of each problem, and where the first error or warning of each kind is."""
    print_lints(Counter(manifest["lints"]))
    first: dict[str, dict[str, Any]] = {}
    for lint in manifest["listed_lints"]:
        first.setdefault(lint["code"], lint)
    if first:
        print()
    for lint in first.values():
        place = f"{lint['file']}, conversation {lint['number']:,}"
        print(f"{lint['severity']} {lint['code']}: {place}: {lint['sentence']}")


def _array_status(manifest: dict[str, Any]) -> int:
    """1 where an error was found, as the view has it."""
    of_template = any(lint["severity"] == "error" for lint in manifest["template_lints"])
    return 1 if of_template or "error" in manifest["severities"] else 0
