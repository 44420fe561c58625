"""Writing a regular expression anew so that nothing in it matches the end of a line.

Parts of it that could match a line feed are put behind a look ahead that forbids it; what means
the ends of the text becomes "^" and "$", which the caller reads line by line.
"""

from __future__ import annotations

import warnings
from functools import lru_cache

import regex

_ATOM = regex.compile(
    r"\\[pP](?:\{[^}]*\}|.)|\\N\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
    r"|\\0[0-7]{0,2}|\\.",
    regex.DOTALL,
)
_SET = regex.compile(r"\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*+\]", regex.DOTALL)
_GROUP = regex.compile(r"\((?:\?(?::|=|!|<=|<!|>|\||P?<\w+>|P=\w+\)|P>\w+\)))?")
_REFERENCE = regex.compile(r"\\(?:[1-9]\d*|g<\w+>)")
_REPEATED = regex.compile(r"[*+]|\{\d*,?\d*\}")
_MOST_REPETITIONS = 3
_KEPT = frozenset(("\\b", "\\B", "\\m", "\\M"))
_BOUNDS = {"\\A": "^", "\\Z": "$"}
_WITHOUT_LINE_END = {
    "\\s": r"[^\S\n]", "\\W": r"[^\w\n]", "\\D": r"[^\d\n]", "\\n": r"[^\s\S]",
}  # fmt: skip
_NOT_BY_LINE = frozenset(("\\G", "\\K", "\\X", "\\R", "\\L", "\\g", "\\z", "\\Q", "\\E"))


@lru_cache(maxsize=64)
def line_pattern(pattern: str) -> str | None:
    """The pattern for texts that stand one to a line, read with MULTILINE.

    None for a pattern that has to be tried on each text by itself: flags in the middle, comments,
    conditions, and what is not told apart here.
    """
    parts = []
    at = 0
    while at < len(pattern):
        part = _part(pattern, at)
        if part is None:
            return None
        length, written = part
        parts.append(written)
        at += length
    return "".join(parts)


def after_line_start(written: str) -> str | None:
    """What follows the "^" of a pattern that `line_pattern` wrote and that begins with it.

    None for a pattern that may also match elsewhere: one without "^", or with a choice outside of
    all groups.
    """
    if not written.startswith("^") or _REPEATED.match(written, 1) or written[1:2] == "?":
        return None
    depth, at = 0, 1
    while at < len(written):
        if written[at] == "|" and not depth:
            return None
        depth += (written[at] == "(") - (written[at] == ")")
        part = _part(written, at)
        if part is None:
            return None
        at += part[0]
    return written[1:]


@lru_cache(maxsize=64)
def is_tame(pattern: str) -> bool:
    """Whether a pattern comes to an end soon on every text of a token's length.

    So do patterns of few repetitions, none of them around another repetition or a choice: what
    they try grows with a small power of the length. Of others nothing is known.
    """
    n_repetitions = 0
    outer: list[bool] = []  # of each open group: whether a repetition of it could explode
    holds = False  # the same of the group at hand
    at = 0
    while at < len(pattern):
        part = _part(pattern, at)
        if part is None or _REFERENCE.match(pattern, at):
            return False
        after = at + part[0]
        if pattern[at] == "(":
            outer.append(holds)
            holds = False
        elif pattern[at] == "|":
            holds = True
        elif pattern[at] == ")":
            if holds and _REPEATED.match(pattern, after):
                return False
            holds = (outer.pop() if outer else False) or holds
        elif _REPEATED.match(pattern, at):
            n_repetitions += 1
            holds = True
        at = after
    return n_repetitions <= _MOST_REPETITIONS


def _part(pattern: str, at: int) -> tuple[int, str] | None:
    """The length of what stands at a place, and how it is written anew."""
    character = pattern[at]
    if character == "(":
        match = _GROUP.match(pattern, at)
        words = match[0] if match else ""
        if words == "(" and pattern[at + 1 : at + 2] in ("?", "*"):
            return None
        return (len(words), words) if words else None
    if character == "[":
        match = _SET.match(pattern, at)
        return None if match is None else (len(match[0]), _guarded(match[0]))
    if character != "\\":
        return (1, character)
    match = _REFERENCE.match(pattern, at)
    if match is not None:
        return (len(match[0]), match[0])
    match = _ATOM.match(pattern, at)
    if match is None or match[0] in _NOT_BY_LINE:
        return None
    atom = match[0]
    if atom in _KEPT or atom in _BOUNDS:
        return (len(atom), _BOUNDS.get(atom, atom))
    return (len(atom), _guarded(atom))


@lru_cache(maxsize=256)
def _guarded(atom: str) -> str:
    """An escape or a set that does not match a line feed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # a bracket in a set may mean more one day
        try:
            may_end_line = regex.match(atom, "\n") is not None
        except regex.error:
            return atom  # the pattern as a whole cannot be read either
    if not may_end_line:
        return atom
    if atom in _WITHOUT_LINE_END:
        return _WITHOUT_LINE_END[atom]
    if atom.startswith("[^") and not atom.startswith("[^]"):
        return f"[^\\n{atom[2:]}"
    return f"(?:(?!\\n){atom})"
