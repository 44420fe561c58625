"""`split`: a text cut into pre-tokens by a split pattern."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable

from engine.splitter import Splitter
from workbench.commands.engine_preparation import prepare_engine
from workbench.commands.input_file import read_input
from workbench.commands.output import as_json, counted, print_note


def split_command(arguments: Namespace) -> int:
    """Print one pre-token per line as a JSON string, or all with their places as JSON.

    Written as the text is cut, so that the memory does not grow with the number of pre-tokens.
    """
    splitter = Splitter(arguments.pattern)
    prepare_engine()
    data = read_input(arguments.file)
    if view := _view(arguments):
        return view(arguments, data)
    unmatched = 0
    if arguments.json:
        head = json.dumps({"pattern": splitter.pattern, "kind": splitter.kind})
        sys.stdout.write(head.removesuffix("}") + ', "pretokens": [')
    separator = "\n"
    for block in splitter.span_blocks(data):
        for (start, end), matched in zip(block.spans.tolist(), block.matched, strict=True):
            unmatched += 0 if matched else end - start
            text = _text(data[start:end])
            if arguments.json:
                fields = {"text": text, "start": start, "end": end, "matched": bool(matched)}
                sys.stdout.write(separator + as_json(fields))
                separator = ",\n"
            else:
                sys.stdout.write(as_json(text) + "\n")
    if arguments.json:
        sys.stdout.write(f'\n], "bytes": {len(data)}, "unmatched_bytes": {unmatched}}}\n')
    elif unmatched:
        print_note(
            f"The split pattern leaves {counted(unmatched, 'byte')} unmatched, kept as pre-tokens."
        )
    return 0


def _view(arguments: Namespace) -> Callable[[Namespace, bytes], int] | None:
    """What to print instead of the pre-tokens."""
    if not (arguments.alternatives or arguments.engines or arguments.compare is not None):
        return None
    from workbench.commands import split_views

    if arguments.alternatives:
        return split_views.split_by_alternatives
    return split_views.split_by_engines if arguments.engines else split_views.split_compared


def _text(data: bytes) -> str:
    r"""The pre-token as text; bytes that are not UTF-8 are written as \xff."""
    return data.decode("utf-8", "backslashreplace")
