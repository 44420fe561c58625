"""What a split pattern does to texts: guessed from its looks, proven, or tried.

    python -m engine.splitting.pattern_probe SECONDS

tries a pattern that came with a file in a process of its own. It reads it from standard input and
says, as lines of JSON, whether it compiles and how text is cut with it, and names each run of one
kind of character before it tries to cut it. A pattern that explodes on such runs, or never finishes
compiling, costs that process its life: it ends itself after a number of seconds, whether or not its
answer is waited for.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from engine.errors import PatternError
from engine.machine import Deadline, child_command, finished, limit_memory
from engine.sentences import Sentences, say
from engine.splitting.automaton_cutter import CompiledPattern, compiled_pattern
from engine.splitting.automaton_subset import MatchesNothing, TooLarge, Unsupported
from engine.splitting.expression_reader import read_pattern
from engine.splitting.expression_tree import Group, Leaf, Part, Repeat, nodes
from engine.splitting.preset_patterns import full_pattern, pattern_stages, preset_name_of
from engine.splitting.splitter import Splitter

_MANY = 10
"""A repeat of fewer cannot explode."""

LIMIT_SECONDS = 20.0
"""For starting the process, compiling, and all runs; each is a matter of milliseconds."""
RUN_LENGTH = 2_000
_MEMORY_LIMIT = 1 << 30
_GRACE_SECONDS = 10.0
"""After this much more time the process is killed from here."""

COMMON_RUNS = (
    ("letters", "a" * RUN_LENGTH + "!"),
    ("capital letters", "A" * RUN_LENGTH + "!"),
    ("digits", "1" * RUN_LENGTH + "!"),
    ("spaces", " " * RUN_LENGTH + "x"),
    ("line ends", "\r\n" * (RUN_LENGTH // 2) + "x"),
    ("punctuation marks", "!" * RUN_LENGTH + "a"),
    ("combining marks", "a" + "\u0301" * RUN_LENGTH + "!"),
)
"""Names of kinds of characters, with a long run of each."""
_RUNS = (*COMMON_RUNS, ("Chinese characters", "\u4e2d" * RUN_LENGTH + "!"))


def explosive_construct(pattern: str) -> tuple[int, int] | None:
    """Start and end of the first repeat that can explode; None where none is seen.

    A repeat of a group that contains a repeat or a choice, none of them possessive, can be passed
    through in as many ways as a text has cuts: `(?:a+)+`, `(?:a|aa)+`. Two repeats side by side
    share the text between them in as many ways as it has characters: `\\w*\\w*!`. The first kind,
    which is the worse one, is looked for first. This is a guess from the looks: whether text
    explodes is for a trial to tell.
    """
    parts = (part for expression in read_pattern(pattern) for part in expression.parts)
    found = (part for part, _ in nodes(parts))
    repeats = [part for part in found if isinstance(part, Repeat) and _is_long(part)]
    for repeat in repeats:
        if _has_choice(repeat.body):
            return repeat.start, repeat.end
    for repeat, following in pairwise(repeats):
        if repeat.end == following.start:
            return repeat.start, following.end
    return None


def _is_long(repeat: Repeat) -> bool:
    """Whether it repeats often and gives back what it took."""
    most = repeat.bounds[1]
    is_open = "," in repeat.count.value or repeat.count.value[0] in "*+"
    return is_open and repeat.manner != "possessive" and (most is None or most >= _MANY)


def _has_choice(body: Part) -> bool:
    if not isinstance(body, Group) or body.opening.value == "(?>":
        return False
    inside = [part for part, _ in nodes(body.parts)]
    has_bar = any(isinstance(part, Leaf) and part.kind == "bar" for part in inside)
    return has_bar or any(isinstance(part, Repeat) and _is_long(part) for part in inside)


def surely_cuts(pattern: str, token: bytes) -> bool:
    """Whether no text at all has `token` inside one pre-token of `pattern`.

    pattern: name of a preset or a regular expression. True is a proof: the token is read from every
    state of the pattern's automaton, and none of them reaches its end, so no match contains it.
    False says only that there is no such proof: the pattern has no automaton, it leaves text
    unmatched (which stays in one piece), or some match may contain the token.
    """
    characters = _whole_characters(token)
    if len(characters) < 2:
        return False
    for stage in pattern_stages(full_pattern(pattern)):
        try:
            compiled = compiled_pattern(stage.expression)
        except (Unsupported, TooLarge, MatchesNothing):
            continue
        if compiled.leaves_nothing and not _survives(compiled, characters):
            return True
    return False


def _survives(compiled: CompiledPattern, characters: list[int]) -> bool:
    """Whether some state of the automaton reads all the characters within one match."""
    states = np.arange(len(compiled.moves))
    for point in characters:
        reached = compiled.moves[states, int(compiled.class_of[point])]
        states = np.unique(reached[reached > 0]) - 1
        if not len(states):
            return False
    return True


def _whole_characters(token: bytes) -> list[int]:
    """Code points of the characters that lie wholly in the token; parts at its ends are left out.

    A token with anything else that is not UTF-8 has none: nothing is claimed of it.
    """
    start = 0
    while start < min(len(token), 3) and token[start] & 0xC0 == 0x80:
        start += 1
    for end in range(len(token), max(len(token) - 4, start), -1):
        try:
            return [ord(character) for character in token[start:end].decode()]
        except UnicodeDecodeError:
            continue
    return []


@dataclass(frozen=True, slots=True)
class PatternProbe:
    """The result of trying a pattern.

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
        return PatternProbe(pattern, error=say("probe_no_process"))
    return _probe_of(pattern, ending.output, is_slow=ending.is_slow)


def _probe_of(pattern: str, said: bytes, *, is_slow: bool) -> PatternProbe:
    fields: dict[str, Any] = {}
    for line in said.splitlines():
        fields |= json.loads(line)
    if "error" in fields:
        return PatternProbe(pattern, error=Sentences.unpacked(fields["error"]))
    kind, reason = str(fields.get("kind", "")), Sentences.unpacked(fields.get("reason") or "")
    if fields.get("done"):
        return PatternProbe(pattern, kind, reason)
    if is_slow:
        return PatternProbe(pattern, kind, reason, slow_on=str(fields.get("run") or "compiling"))
    return PatternProbe(pattern, kind, reason, error=say("probe_ended"))


def main() -> int:
    """Try the pattern on standard input; the exit status."""
    Deadline().begin(float(sys.argv[1]))
    limit_memory(_MEMORY_LIMIT)
    pattern = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    try:
        splitter = Splitter(pattern)
        _tell(kind=splitter.kind, reason=Sentences.packed(splitter.fallback_reason or ""))
        for name, text in _RUNS:
            _tell(run=name)
            splitter.spans(text.encode())
        _tell(done=True)
    except PatternError as error:
        _tell(error=Sentences.packed(str(error)))
    return 0


def _tell(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
