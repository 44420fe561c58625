"""Pattern trial: cuts a text with a split pattern in a process of its own, which can be killed.

Compiling a regular expression holds the interpreter's lock and knows no time limit, so a
pattern a person is still typing never runs inside the window. `python -m
workbench.pattern.pattern_trial` reads one JSON request per line, {"number", "pattern", "text"
(base64 of UTF-8)}, and says {"ready"} once everything that cutting needs is loaded and
compiled. A request without "text" means the text of the one before. Each request is answered
with {"number", "kind", "reason"} as soon as the pattern is compiled (kind and reason as in
Splitter) and then {"number", "bounds", "matched", "made" (base64 of int64, bool and int16, as
AlternativeFinder.cut gives them), "alternatives" (the texts that "made" counts), "distinct",
"longest"}; or with {"number", "error", "position"}. A request with "runs" tries the pattern on
long runs of one kind of character and names each before it starts. A request with "cases", a list
of texts, is answered with "splits", the pieces of each. With `--quick` the process loads no
kernels and cuts with the `regex` module only: within milliseconds, for a preview that the other
kind of process confirms or corrects. workbench/pattern/pattern_checker.py is the other end.
"""

from __future__ import annotations

import base64
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from engine.errors import PatternError
from engine.machine import limit_memory
from engine.sentences import Sentences
from engine.splitting import (
    COMMON_RUNS,
    RUN_LENGTH,
    AlternativeFinder,
    full_pattern,
    top_level_alternatives,
)

_GIVE_UP_S = 30  # for a child whose window is gone
_MEMORY_LIMIT = 2 << 30

_WARM_UP = (("gpt2", "Low, lower 10 \u00e9\n"), (r"\w+$", "low"))

_RUNS = (
    *COMMON_RUNS,
    ("emoji joined by ZWJ", "\U0001f468\u200d" * (RUN_LENGTH // 2) + "!"),
)


class PatternAnswers:
    """Answers requests; remembers the last text. is_quick: see the module."""

    def __init__(self, *, is_quick: bool = False) -> None:
        self._is_quick = is_quick
        self._data = b""

    def answer(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the answers to one request; a trial of runs names each run before it starts."""
        number = request["number"]
        if "text" in request:
            self._data = base64.b64decode(request["text"])
        try:
            for reply in self._steps(request):
                yield {"number": number, **reply}
        except PatternError as error:
            yield {
                "number": number,
                "error": Sentences.packed(str(error)),
                "position": error.position,
            }
        except (MemoryError, RecursionError) as error:
            words = (
                "The split pattern needs too much memory "
                f"({type(error).__name__}); make it simpler."
            )
            yield {"number": number, "error": words, "position": None}

    def _steps(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if request.get("runs"):
            return self._runs(request)
        if "cases" in request:
            return self._cases(request["pattern"], request["cases"])
        return self._cut(request["pattern"])

    def _cases(self, pattern: str, texts: list[str]) -> Iterator[dict[str, Any]]:
        finder = AlternativeFinder(pattern, with_regex=self._is_quick)
        splits = []
        for data in map(str.encode, texts):
            bounds, _, _ = finder.cut(data)
            splits.append([data[a:b].decode() for a, b in pairwise(bounds.tolist())])
        yield {"splits": splits}

    def _cut(self, pattern: str) -> Iterator[dict[str, Any]]:
        if self._is_quick:
            finder = AlternativeFinder(pattern, with_regex=True)
            yield {"kind": "quick", "reason": None}
        else:
            yield _kind_of(pattern)
            finder = AlternativeFinder(pattern)
        bounds, matched, made = finder.cut(self._data)
        ends = bounds.tolist()
        pretokens = [self._data[start:end] for start, end in pairwise(ends)]
        alternatives = top_level_alternatives(full_pattern(pattern))
        yield {
            "alternatives": [each.text for each in alternatives],
            "bounds": base64.b64encode(bounds.astype("<i8").tobytes()).decode(),
            "matched": base64.b64encode(matched.astype(np.uint8).tobytes()).decode(),
            "made": base64.b64encode(made.astype("<i2").tobytes()).decode(),
            "distinct": len(set(pretokens)),
            "longest": int(np.argmax(np.diff(bounds))) if pretokens else None,
        }

    def _runs(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        from engine.splitting import Splitter

        splitter = Splitter(request["pattern"])
        yield {"kind": splitter.kind, "reason": Sentences.packed(splitter.fallback_reason)}
        for name, text in _RUNS:
            yield {"run": name}
            splitter.spans(text.encode())
        yield {"run": None}


def _kind_of(pattern: str) -> dict[str, Any]:
    from engine.splitting import Splitter

    splitter = Splitter(pattern)
    return {"kind": splitter.kind, "reason": Sentences.packed(splitter.fallback_reason)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer requests until standard input ends."""
    limit_memory(_MEMORY_LIMIT)
    is_quick = "--quick" in (sys.argv[1:] if arguments is None else arguments)
    answers = PatternAnswers(is_quick=is_quick)
    for pattern, text in _WARM_UP:
        encoded = base64.b64encode(text.encode()).decode()
        list(answers.answer({"number": 0, "pattern": pattern, "text": encoded}))
    _write({"ready": True})
    for line in sys.stdin.buffer:
        # The default action ends the process even inside a regular expression.
        _set_alarm(_GIVE_UP_S)
        for reply in answers.answer(json.loads(line)):
            _write(reply)
        _set_alarm(0)
    return 0


def _write(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    sys.exit(main())
