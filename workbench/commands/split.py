"""`split`: a text cut into pre-tokens by a split pattern."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from engine.splitter import Splitter
from workbench.commands.input_file import read_input
from workbench.commands.output import print_json, print_note


def split_command(arguments: Namespace) -> int:
    """Print one pre-token per line as a JSON string, or all with their places as JSON."""
    splitter = Splitter(arguments.pattern)
    data = read_input(arguments.file)
    spans, matched = splitter.spans_with_flags(data)
    unmatched = int((spans[~matched, 1] - spans[~matched, 0]).sum())
    if arguments.json:
        pretokens = [
            _pretoken(data[start:end], start, bool(flag))
            for (start, end), flag in zip(spans.tolist(), matched, strict=True)
        ]
        print_json(
            {
                "pattern": splitter.pattern,
                "kind": splitter.kind,
                "bytes": len(data),
                "unmatched_bytes": unmatched,
                "pretokens": pretokens,
            }
        )
        return 0
    for start, end in spans.tolist():
        print(json.dumps(_text(data[start:end]), ensure_ascii=False))
    if unmatched:
        print_note(
            f"The split pattern leaves {unmatched:,} bytes unmatched; they are kept as pre-tokens."
        )
    return 0


def _pretoken(data: bytes, start: int, matched: bool) -> dict[str, Any]:
    return {"text": _text(data), "start": start, "end": start + len(data), "matched": matched}


def _text(data: bytes) -> str:
    r"""The pre-token as text; bytes that are not UTF-8 are written as \xff."""
    return data.decode("utf-8", "backslashreplace")
