"""Trying to compile a large pattern in a process of its own, with limits of memory and time.

    python -m engine.splitting.large_patterns [--regex]

reads a split pattern from standard input, compiles it and says as a line of JSON what is wrong with
it; with --regex an expression for the `regex` module alone. A pattern that explodes costs that
process its life, not this one. Patterns of the size that people publish are compiled at once: the
limits here bound what they can take. Regex engines write counted repeats out:
`((a{300}){300}){300}` takes one of them gigabytes before it can say no.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache

from engine.errors import PatternError
from engine.machine import (
    LIMITED_VARIABLE,
    Deadline,
    can_start,
    child_command,
    finished,
    is_limited,
    limit_memory,
)
from engine.sentences import Sentences, say
from engine.splitting.expression_reader import read_expression, read_pattern
from engine.splitting.preset_patterns import length_refusal, pattern_stages

MOST_WRITTEN_OUT = 1_000_000
_CHEAP_CHARACTERS = 4_096
_CHEAP_WRITTEN_OUT = 20_000
MEMORY_LIMIT = 1 << 30
"""Above what the process has when it begins."""
SECONDS_LIMIT = 60.0
_REGEX = "--regex"


def size_refusal(expression: str) -> str | None:
    """Why an expression is too large for any engine, None where it is not."""
    if (refusal := length_refusal(expression)) is not None:
        return refusal
    if (size := read_expression(expression).size) > MOST_WRITTEN_OUT:
        return say("too_large", size=size)
    return None


def is_costly(pattern: str) -> bool:
    """Whether compiling it may take more memory and time than a pattern that people publish."""
    if len(pattern) > _CHEAP_CHARACTERS:
        return True
    return sum(each.size for each in read_pattern(pattern)) > _CHEAP_WRITTEN_OUT


def try_large_pattern(pattern: str) -> None:
    """Raise PatternError for a large pattern that cannot be compiled within the limits."""
    if is_costly(pattern) and can_start():
        sentence, position = _refusal(pattern)
        if sentence:
            raise PatternError(sentence, pattern=pattern, position=position)


def expression_refusal(expression: str) -> tuple[str, int | None] | None:
    """Why a large expression cannot be compiled by `regex` within the limits, and where; or None.

    The words of an ExpressionError.
    """
    if is_limited() or not is_costly(expression) or not can_start():
        return None
    sentence, position = _refusal(expression, _REGEX)
    return (sentence, position) if sentence else None


@lru_cache(maxsize=32)
def _refusal(pattern: str, *options: str) -> tuple[str, int | None]:
    """What a process of its own has against a pattern, and where; "" if nothing."""
    try:
        ending = finished(
            child_command("engine.splitting.large_patterns", *options),
            pattern.encode("utf-8", "surrogatepass"),
            environment={LIMITED_VARIABLE: "1"},
        )
    except OSError:  # no process can be started: the limits of size have to do
        return "", None
    if said := ending.output.strip():
        answer = json.loads(said)
        return Sentences.unpacked(answer["sentence"]), answer["position"]
    code = "needs_too_much" if options else "pattern_needs_too_much"
    return say(code, megabytes=MEMORY_LIMIT >> 20, seconds=SECONDS_LIMIT), None


def main() -> int:
    """Compile the pattern on standard input; the exit status."""
    compiled = _expression_faults if _REGEX in sys.argv else _pattern_faults
    Deadline().begin(SECONDS_LIMIT)
    limit_memory(MEMORY_LIMIT)
    pattern = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    try:
        sentence, position = compiled(pattern)
    except MemoryError:
        return 1
    sys.stdout.write(json.dumps({"sentence": Sentences.packed(sentence), "position": position}))
    return 0


def _pattern_faults(pattern: str) -> tuple[str, int | None]:
    """What is wrong with a split pattern, and where; "" if nothing."""
    from engine.splitting.splitter import cutter_of  # late: only the child process compiles

    try:
        for stage in pattern_stages(pattern):
            cutter_of(stage)
    except PatternError as error:
        return str(error), error.position
    return "", None


def _expression_faults(expression: str) -> tuple[str, int | None]:
    """What `regex` has against an expression, and where; "" if nothing."""
    from engine.splitting.stable_expression import ExpressionError, stable_regex

    try:
        stable_regex(expression)
    except ExpressionError as error:
        reason = error.reason
        if error.advice:
            reason = say("expression_advice", reason=reason, advice=error.advice)
        return reason, error.position
    return "", None


if __name__ == "__main__":
    sys.exit(main())
