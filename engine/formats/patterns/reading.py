"""Split patterns out of files that other regex engines read: the same boundaries, or a refusal.

Two things can differ. An expression can mean something else to another engine; it is taken only
where writing it for that engine gives it back. And where tiktoken and minbpe drop text that no
match covers, this program keeps it; so the matches must be known to cover every text.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import PatternError
from engine.formats.patterns.dialects import rewrite_pattern
from engine.machine import refusal
from engine.splitting import THEN, PatternToken, Splitter, pattern_tokens, presets, refuse_too_long

_BARE_WORD = re.compile(r"[\w.-]+")
_CODE_POINT = re.compile(r"\\x\{([0-9a-fA-F]{1,8})\}")
_LONE_OPERATOR = re.compile(r"(?<![&~\-\\])\\([&~-])(?!\\?[&~-])")
"""Doubled they combine sets in fancy-regex; one of them means itself."""
_PLAIN_BRACES = frozenset({r"\{", r"\}", r"\]"})


def tiktoken_pattern(path: Path, written: str) -> str:
    """As `read_tiktoken_pattern`, of a file. Raises TokenizerFileError."""
    try:
        return read_tiktoken_pattern(written)
    except PatternError as error:
        raise refusal(path, str(error).removesuffix(".")) from None


def read_tiktoken_pattern(written: str) -> str:
    """A split pattern for tiktoken, whose engine is fancy-regex, as it is written here.

    Raises PatternError, with the reason, for one that would cut text elsewhere.
    """
    _refuse_unreadable(written)
    kept, gaps_kept = _without_gap_alternative(written)
    pattern = "".join(_read(kept, token) for token in pattern_tokens(kept))
    try:
        is_same = _canonical(rewrite_pattern(pattern, "fancy-regex")) == _canonical(kept)
    except PatternError as error:
        raise _refusal(written, str(error).removesuffix(".")) from None
    if not is_same:
        raise _refusal(written, "tiktoken's regex engine reads it in another way")
    return _checked(written, pattern, "tiktoken", gaps_kept=gaps_kept)


def minbpe_pattern(path: Path, written: str) -> str:
    """The split pattern of a minbpe file, which its `regex` module reads as this program does.

    Raises TokenizerFileError, with the reason, for one that would cut text elsewhere.
    """
    try:
        return _read_minbpe_pattern(written)
    except PatternError as error:
        raise refusal(path, str(error).removesuffix(".")) from None


def _read_minbpe_pattern(written: str) -> str:
    from engine.splitting import ExpressionError, stable_regex

    _refuse_unreadable(written)
    try:
        n_groups = stable_regex(written).n_groups
    except ExpressionError as error:
        raise _refusal(written, f"it does not compile ({error.sentence()})") from None
    if n_groups:
        raise _refusal(written, "of a pattern with groups minbpe takes the groups alone")
    kept, gaps_kept = _without_gap_alternative(written)
    return _checked(written, kept, "minbpe", gaps_kept=gaps_kept)


def _refuse_unreadable(written: str) -> None:
    """Raise PatternError for what is too long to be read, and for a sequence."""
    refuse_too_long(written)
    if THEN in written:
        raise _refusal(written, f"{THEN} joins several splits here and is a comment there")


def _checked(written: str, pattern: str, library: str, *, gaps_kept: bool) -> str:
    """The pattern as an expression that is no preset's name, if no text is lost with it."""
    if pattern in presets() or _BARE_WORD.fullmatch(pattern):
        pattern = f"(?:{pattern})"
    splitter = Splitter(pattern)
    if gaps_kept or splitter.leaves_nothing:
        return pattern
    raise _refusal(
        written,
        f"it may leave text unmatched, which {library} drops and this program keeps, so that ids "
        "would differ",
    )


def _without_gap_alternative(written: str) -> tuple[str, bool]:
    """The pattern inside `(?:P)|(?:(?!P)[\\s\\S])+`, as our export writes it, and whether it is so.

    The second alternative takes what P leaves over in one piece, as is done here anyway.
    """
    if not (written.startswith("(?:") and written.endswith(r")[\s\S])+")):
        return written, False
    length = (len(written) - len(r"(?:)|(?:(?!)[\s\S])+")) // 2
    inner = written[3 : 3 + length]
    if written == rf"(?:{inner})|(?:(?!{inner})[\s\S])+":
        return inner, True
    return written, False


def _read(pattern: str, token: PatternToken) -> str:
    """A token of fancy-regex as it is written here."""
    text = pattern[token.start : token.end]
    if token.kind == "anchor" and text == "$":
        # Behind these no line end can be left, so that both engines mean the same end.
        before = pattern[: token.start]
        return text if before.endswith((r"\s++", r"\s*+")) else r"\Z"
    if text == r"\z":
        return r"\Z"
    return _CODE_POINT.sub(lambda found: _escape(int(found[1], 16)), text)


def _escape(point: int) -> str:
    if point <= 0xFF:
        return rf"\x{point:02x}"
    return rf"\u{point:04x}" if point <= 0xFFFF else rf"\U{point:08x}"


def _canonical(pattern: str) -> str:
    """A pattern with one spelling of ends of the text, braces, code points, lone & ~ and -."""
    spelled = "".join(_spelled(pattern[t.start : t.end], t) for t in pattern_tokens(pattern))
    return _LONE_OPERATOR.sub(r"\1", spelled)


def _spelled(text: str, token: PatternToken) -> str:
    if token.kind == "anchor" and text == "$":
        return r"\z"
    if text in _PLAIN_BRACES:
        return text[1:]
    return _CODE_POINT.sub(lambda found: rf"\x{{{int(found[1], 16):X}}}", text)


def _refusal(written: str, reason: str) -> PatternError:
    shown = written if len(written) <= 60 else written[:57] + "..."
    return PatternError(
        f"the split pattern {shown!r} cannot be used here: {reason}.", pattern=written
    )
