"""Evil split patterns under a limit of memory and of time.

Each is accepted and cuts a text as the `regex` module does, or is refused with a PatternError. The
reference runs in a child of its own, since `regex` itself may not end.
"""

from __future__ import annotations

import hashlib
from typing import Any

from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.evil_patterns import TEXT, evil_pattern
from benchmarks.reliability.nursery import Answer

MEMORY_BYTES = 1_500_000_000
LIMIT_S, SHORT_LIMIT_S = 20.0, 120.0
REGEX_LIMIT_S = 5.0
_OURS, _THEIRS = (f"benchmarks.reliability.patterns:{name}" for name in ("cut_here", "cut_there"))


def run(attempts: Attempts) -> None:
    """One pattern in each attempt."""
    limit_s = SHORT_LIMIT_S if attempts.is_short else LIMIT_S
    attempts.figures["limits"] = f"{MEMORY_BYTES / 1e9:.1f} GB and {limit_s:.0f} s"
    limits: dict[str, Any] = {"memory_bytes": MEMORY_BYTES, "limit_s": limit_s}
    home = attempts.scratch / "home"
    home.mkdir()
    nursery = attempts.equipment.nursery()
    for number in attempts.numbers():
        kind, pattern = evil_pattern(attempts.chance(number), number, attempts.is_short)
        ours = nursery.call(_OURS, [pattern], home, **limits)
        theirs = None
        if ours.status == 0 and "refused" not in ours.value:
            theirs = nursery.call(_THEIRS, [pattern, ours.value["pattern"]], home, **limits)
        verdict, what = verdict_of(ours, theirs)
        attempts.tally(verdict)
        if what:
            attempts.fault(number, f"{kind}: {what}; pattern {shown(pattern)}")


def verdict_of(ours: Answer, theirs: Answer | None) -> tuple[str, str | None]:
    """What became of a pattern, and the fault if it is one."""
    if ours.hung:
        return "HUNG", "no answer within the time limit"
    if ours.status < 0:
        return "DIED", f"the child died by signal {-ours.status}"
    if ours.status:
        last = ours.err.strip().splitlines()[-1:] or [""]
        return "CRASHED", f"no PatternError but {last[0][:200]}"
    told = ours.value
    if "refused" in told:
        return "refused", None
    if theirs is None or theirs.hung or theirs.status:
        return "cut here alone", None
    other = theirs.value
    if "timeout" in other:
        return "cut here alone", None
    if "invalid" in other:
        return "WRONG", f"accepted, and regex says {other['invalid'][:100]}"
    if other["digest"] != told["digest"]:
        return "WRONG", f"{told['n']} spans here, {other['n']} there"
    return "same cuts", None


def shown(pattern: str) -> str:
    """The pattern, or its two ends with its length."""
    if len(pattern) <= 120:
        return repr(pattern)
    return f"{pattern[:60]!r} … {pattern[-40:]!r} ({len(pattern):,} characters)"


def cut_here(pattern: str) -> dict[str, Any]:
    """Our spans of the text, or the sentence of the refusal."""
    from engine.errors import PatternError
    from engine.splitting import Splitter

    try:
        splitter = Splitter(pattern)
        spans = [(int(a), int(b)) for a, b in splitter.spans(TEXT.encode())]
    except PatternError as error:
        return {"refused": str(error)}
    return {"kind": splitter.kind, "pattern": splitter.pattern, **_digest(spans)}


def cut_there(pattern: str, _expression: str) -> dict[str, Any]:
    """The spans by the `regex` module: its matches, and what lies between two of them."""
    import regex

    try:
        compiled = regex.compile(pattern)
    except regex.error as error:
        return {"invalid": str(error)}
    spans, end = [], 0
    offsets = [0]
    for character in TEXT:
        offsets.append(offsets[-1] + len(character.encode()))
    try:
        for match in compiled.finditer(TEXT, timeout=REGEX_LIMIT_S):
            first, last = match.span()
            if first == last:
                continue
            if first > end:
                spans.append((offsets[end], offsets[first]))
            spans.append((offsets[first], offsets[last]))
            end = last
    except TimeoutError:
        return {"timeout": True}
    if end < len(TEXT):
        spans.append((offsets[end], offsets[-1]))
    return _digest(spans)


def _digest(spans: list[tuple[int, int]]) -> dict[str, Any]:
    return {"n": len(spans), "digest": hashlib.sha256(repr(spans).encode()).hexdigest()}
