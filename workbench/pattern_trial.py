"""Pattern trial: cuts a text with a split pattern in a process of its own, which can be killed.

Compiling a regular expression holds the interpreter's lock and knows no time limit, so a pattern
a person is still typing never runs inside the window. `python -m workbench.pattern_trial` reads
one JSON request per line, {"number", "pattern", "text" (base64 of UTF-8)}, and says
{"ready"} once everything that cutting needs is loaded and compiled. Each request is answered with
{"number", "kind", "reason"} as soon as the pattern is compiled (kind and reason as in Splitter)
and then {"number", "bounds", "matched" (base64 of int64 and bool), "distinct", "longest"}; or with
{"number", "error", "position"}. A request without "text" tries the pattern on long runs of one
kind of character instead. workbench/pattern_checker.py is the other end.
"""

from __future__ import annotations

import base64
import json
import signal
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.errors import PatternError
from engine.splitter import Splitter

RUN_LENGTH = 2_000
_GIVE_UP_S = 30  # for a child whose window is gone
_MEMORY_LIMIT = 4 << 30

_WARM_UP = (("gpt2", "Low, lower 10 \u00e9\n"), (r"\w+$", "low"))

_RUNS = (
    ("letters", "a" * RUN_LENGTH + "!"),
    ("capital letters", "A" * RUN_LENGTH + "!"),
    ("digits", "1" * RUN_LENGTH + "!"),
    ("spaces", " " * RUN_LENGTH + "x"),
    ("line ends", "\r\n" * (RUN_LENGTH // 2) + "x"),
    ("punctuation marks", "!" * RUN_LENGTH + "a"),
    ("combining marks", "a" + "\u0301" * RUN_LENGTH + "!"),
    ("emoji joined by ZWJ", "\U0001f468\u200d" * (RUN_LENGTH // 2) + "!"),
)


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the answers to one request; a trial of runs names each run before it starts."""
    number = request["number"]
    try:
        splitter = Splitter(request["pattern"])
        yield {"number": number, "kind": splitter.kind, "reason": splitter.fallback_reason}
        if "text" in request:
            yield {"number": number, **_cut(splitter, base64.b64decode(request["text"]))}
            return
        for name, text in _RUNS:
            yield {"number": number, "run": name}
            splitter.spans(text.encode())
        yield {"number": number, "run": None}
    except PatternError as error:
        yield {"number": number, "error": str(error), "position": error.position}
    except (MemoryError, RecursionError) as error:
        words = (
            f"The split pattern needs too much memory ({type(error).__name__}); make it simpler."
        )
        yield {"number": number, "error": words, "position": None}


def _cut(splitter: Splitter, data: bytes) -> dict[str, Any]:
    spans, matched = splitter.spans_with_flags(data)
    bounds = np.concatenate(([0], spans[:, 1])).astype("<i8")
    pretokens = [data[start:end] for start, end in spans.tolist()]
    longest = int(np.argmax(np.diff(bounds))) if pretokens else None
    return {
        "bounds": base64.b64encode(bounds.tobytes()).decode(),
        "matched": base64.b64encode(matched.astype(np.uint8).tobytes()).decode(),
        "distinct": len(set(pretokens)),
        "longest": longest,
    }


def main() -> int:
    """Answer requests until standard input ends."""
    _limit_memory()
    for pattern, text in _WARM_UP:
        Splitter(pattern).spans(text.encode())
    _write({"ready": True})
    for line in sys.stdin.buffer:
        # The default action ends the process even inside a regular expression.
        _set_alarm(_GIVE_UP_S)
        for reply in answer(json.loads(line)):
            _write(reply)
        _set_alarm(0)
    return 0


def _write(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, hard))


if __name__ == "__main__":
    sys.exit(main())
