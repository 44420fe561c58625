"""`split`: a text cut into pre-tokens by a split pattern."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile

from engine.splitting import Splitter
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.input_file import read_input
from workbench.cli.output import as_json, counted, print_note

_KEPT_IN_MEMORY = 8 << 20
"""Bytes of a document; a longer one waits in a file until it is whole."""


def split_command(arguments: Namespace) -> int:
    """Print one pre-token per line as a JSON string, or all with their places as JSON.

    Written as the text is cut, so that the memory does not grow with the number of pre-tokens.
    """
    splitter = Splitter(arguments.pattern)
    prepare_engine()
    data = read_input(arguments.file)
    if view := _view(arguments):
        return view(arguments, data)
    unmatched = _print_json(splitter, data) if arguments.json else _print_lines(splitter, data)
    if unmatched and not arguments.json:
        print_note(
            f"The split pattern leaves {counted(unmatched, 'byte')} unmatched, kept as pre-tokens."
        )
    return 0


def _print_lines(splitter: Splitter, data: bytes) -> int:
    """Print the pre-tokens; returns the unmatched bytes."""
    unmatched = 0
    for start, end, matched in _spans(splitter, data):
        unmatched += 0 if matched else end - start
        sys.stdout.write(as_json(_text(data[start:end])) + "\n")
    return unmatched


def _print_json(splitter: Splitter, data: bytes) -> int:
    """Print the document when it is whole, as half of one says nothing; the unmatched bytes."""
    unmatched = 0
    with SpooledTemporaryFile(_KEPT_IN_MEMORY, "w+", encoding="utf-8", newline="") as document:
        head = json.dumps({"pattern": splitter.pattern, "kind": splitter.kind})
        document.write(head.removesuffix("}") + ', "pretokens": [')
        separator = "\n"
        for start, end, matched in _spans(splitter, data):
            unmatched += 0 if matched else end - start
            text = _text(data[start:end])
            fields = {"text": text, "start": start, "end": end, "matched": matched}
            document.write(separator + as_json(fields))
            separator = ",\n"
        document.write(f'\n], "bytes": {len(data)}, "unmatched_bytes": {unmatched}}}\n')
        document.seek(0)
        shutil.copyfileobj(document, sys.stdout)
    return unmatched


def _spans(splitter: Splitter, data: bytes) -> Iterator[tuple[int, int, bool]]:
    for block in splitter.span_blocks(data):
        for (start, end), matched in zip(block.spans.tolist(), block.matched, strict=True):
            yield start, end, bool(matched)


def _view(arguments: Namespace) -> Callable[[Namespace, bytes], int] | None:
    """What to print instead of the pre-tokens."""
    if not (arguments.alternatives or arguments.engines or arguments.compare is not None):
        return None
    from workbench.cli import split_views

    if arguments.alternatives:
        return split_views.split_by_alternatives
    return split_views.split_by_engines if arguments.engines else split_views.split_compared


def _text(data: bytes) -> str:
    r"""The pre-token as text; bytes that are not UTF-8 are written as \xff."""
    return data.decode("utf-8", "backslashreplace")
