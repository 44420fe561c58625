"""Trying to compile a large split pattern in a process of its own, with limits of memory and time.

    python -m engine.large_patterns

reads the pattern from standard input, compiles it and says as a line of JSON what is wrong with it.
A pattern that explodes costs that process its life, not this one. Patterns of the size that people
publish are compiled at once: the limits of pattern_syntax bound what they can take.
"""

from __future__ import annotations

import faulthandler
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from engine.child_programs import can_start, child_command
from engine.errors import PatternError
from engine.pattern_size import is_costly
from engine.pattern_stages import pattern_stages

MEMORY_LIMIT = 1 << 30
"""Above what the process has when it begins."""
SECONDS_LIMIT = 60.0


def try_large_pattern(pattern: str) -> None:
    """Raise PatternError for a large pattern that cannot be compiled within the limits."""
    if is_costly(pattern) and can_start():
        sentence, position = _refusal(pattern)
        if sentence:
            raise PatternError(sentence, pattern=pattern, position=position)


@lru_cache(maxsize=32)
def _refusal(pattern: str) -> tuple[str, int | None]:
    """What a process of its own has against a pattern, and where; "" if nothing."""
    try:
        done = subprocess.run(
            child_command("engine.large_patterns"),
            input=pattern.encode("utf-8", "surrogatepass"),
            capture_output=True,
            check=False,
        )
    except OSError:  # no process can be started: the limits of pattern_syntax have to do
        return "", None
    if said := done.stdout.strip():
        answer = json.loads(said)
        return answer["sentence"], answer["position"]
    what = f"{MEMORY_LIMIT >> 20:,} MB of memory or {SECONDS_LIMIT:.0f} s"
    return f"The split pattern needs more than {what} to compile; make it shorter.", None


def main() -> int:
    """Compile the pattern on standard input; the exit status."""
    from engine.stage_cutters import cutter_of  # here: whoever only asks does without

    faulthandler.dump_traceback_later(SECONDS_LIMIT, exit=True)
    limit_memory(MEMORY_LIMIT)
    pattern = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    sentence, position = "", None
    try:
        for stage in pattern_stages(pattern):
            cutter_of(stage)
    except PatternError as error:
        sentence, position = str(error), error.position
    except MemoryError:
        return 1
    sys.stdout.write(json.dumps({"sentence": sentence, "position": position}))
    return 0


def limit_memory(n_bytes: int) -> None:
    """Let this process take `n_bytes` more of address space, where the platform can say so."""
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        n_pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:  # no Linux; what an interpreter with its libraries has mapped
        n_bytes += 3 << 30
    else:
        n_bytes += n_pages * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        n_bytes = min(n_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (n_bytes, hard))


if __name__ == "__main__":
    sys.exit(main())
