"""Trying a split pattern that came with a file in a process of its own, with a time limit.

    python -m engine.splitting.pattern_probe SECONDS

reads the pattern from standard input and says, as lines of JSON, whether it compiles and how text
is cut with it, and names each run of one kind of character before it tries to cut it. A pattern
that explodes on such runs, or never finishes compiling, costs that process its life: it ends itself
after a number of seconds, whether or not its answer is waited for.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from engine.errors import PatternError
from engine.machine import Deadline, child_command, finished, limit_memory
from engine.splitting.presets import preset_name_of
from engine.splitting.splitter import Splitter

LIMIT_SECONDS = 20.0
"""For starting the process, compiling, and all runs; each is a matter of milliseconds."""
RUN_LENGTH = 2_000
_MEMORY_LIMIT = 1 << 30
_GRACE_SECONDS = 10.0
"""After so much more the process is ended from here."""

RUNS = (
    ("letters", "a" * RUN_LENGTH + "!"),
    ("capital letters", "A" * RUN_LENGTH + "!"),
    ("digits", "1" * RUN_LENGTH + "!"),
    ("spaces", " " * RUN_LENGTH + "x"),
    ("line ends", "\r\n" * (RUN_LENGTH // 2) + "x"),
    ("punctuation marks", "!" * RUN_LENGTH + "a"),
    ("combining marks", "a" + "\u0301" * RUN_LENGTH + "!"),
    ("Chinese characters", "\u4e2d" * RUN_LENGTH + "!"),
)


@dataclass(frozen=True, slots=True)
class PatternProbe:
    """What came of trying a pattern.

    kind: "automaton" or "regex", "" where it does not compile. fallback_reason: why not the first.
    error: a sentence where it cannot be used. slow_on: the run on which the limit ended it, or
    "compiling".
    """

    pattern: str
    kind: str = ""
    fallback_reason: str = ""
    error: str = ""
    slow_on: str = ""


def probe_pattern(pattern: str, *, limit_seconds: float = LIMIT_SECONDS) -> PatternProbe:
    """Try a pattern in a child; presets are known to be harmless and need none."""
    if preset_name_of(pattern) is not None:
        return PatternProbe(pattern, "automaton")
    try:
        ending = finished(
            child_command("engine.splitting.pattern_probe", str(limit_seconds)),
            pattern.encode("utf-8", "surrogatepass"),
            seconds=limit_seconds + _GRACE_SECONDS,
        )
    except OSError:
        return PatternProbe(pattern, error="The split pattern could not be tried: no process.")
    return _probe_of(pattern, ending.output, is_slow=ending.is_slow)


def _probe_of(pattern: str, said: bytes, *, is_slow: bool) -> PatternProbe:
    fields: dict[str, Any] = {}
    for line in said.splitlines():
        fields |= json.loads(line)
    if "error" in fields:
        return PatternProbe(pattern, error=str(fields["error"]))
    kind, reason = str(fields.get("kind", "")), str(fields.get("reason") or "")
    if fields.get("done"):
        return PatternProbe(pattern, kind, reason)
    if is_slow:
        return PatternProbe(pattern, kind, reason, slow_on=str(fields.get("run") or "compiling"))
    sentence = "The split pattern ended the process that tried it; it needs too much memory."
    return PatternProbe(pattern, kind, reason, error=sentence)


def main() -> int:
    """Try the pattern on standard input; the exit status."""
    Deadline().begin(float(sys.argv[1]))
    limit_memory(_MEMORY_LIMIT)
    pattern = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    try:
        splitter = Splitter(pattern)
        _say(kind=splitter.kind, reason=splitter.fallback_reason)
        for name, text in RUNS:
            _say(run=name)
            splitter.spans(text.encode())
        _say(done=True)
    except PatternError as error:
        _say(error=str(error))
    return 0


def _say(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
