"""Character escapes and bracketed sets of a split pattern, for another regex engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from engine.errors import PatternError

Refuse = Callable[[str, int], PatternError]

_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"
"""What `regex` and fancy-regex mean by \\w; Oniguruma's own has six characters more, two less."""

_SIMPLE = frozenset("dDsSwWnrtfva")
_CODE_POINT = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_PROPERTY = re.compile(r"\\([pP])(?:\{(\^?)([^{}]+)\}|([A-Z]))")
_CATEGORY_KEYS = frozenset({"gc", "generalcategory", "sc", "script"})
_POSIX = re.compile(r"\[:(\^?)([a-zA-Z]+):\]")
_POSIX_PROPERTIES = {
    "alpha": "Alphabetic",
    "lower": "Lowercase",
    "upper": "Uppercase",
    "space": "White_Space",
}
"""What these names mean in `regex`; in other engines some of them are ASCII."""


_OPERATORS = ("||", "~~", "&&", "--")
_JOINED = {
    "||": "{left}[{right}]",
    "~~": "[{left}[{right}]]&&[^{left}&&[{right}]]",
    "&&": "{left}&&[{right}]",
    "--": "{left}&&[^{right}]",
}
"""Operations on sets, from the one that binds least, and what they come to with two of them."""


def word_set(escape: str) -> str:
    """The set that \\w or \\W stands for, spelled out."""
    return f"[{_WORD}]" if escape == r"\w" else f"[^{_WORD}]"


def is_word_escape(text: str) -> bool:
    """Whether `text` is \\w or \\W."""
    return text in {r"\w", r"\W"}


def escape_at(pattern: str, start: int, refuse: Refuse) -> tuple[str, int]:
    """The escape that starts at `start`, rewritten, and where it ends."""
    if found := _PROPERTY.match(pattern, start):
        return _property(found, start, refuse), found.end()
    if found := _CODE_POINT.match(pattern, start):
        digits = found[1] or found[2] or found[3]
        return f"\\x{{{digits.lstrip('0') or '0'}}}", found.end()
    name = pattern[start + 1 : start + 2]
    if name in _SIMPLE or (name and not name.isalnum()):
        return pattern[start : start + 2], start + 2
    if name == "0":
        return r"\x{0}", start + 2
    raise refuse(f"the escape \\{name}", start)


def _property(found: re.Match[str], start: int, refuse: Refuse) -> str:
    """\\p{...} by the names that all engines know: categories, scripts and binary properties."""
    letter, caret, name = found[1], found[2], found[3] or found[4]
    key, equals, value = name.replace(":", "=").partition("=")
    if equals:
        if re.sub(r"[\s_-]", "", key).lower() not in _CATEGORY_KEYS:
            raise refuse(f"the property {name!r}", start)
        name = value.strip()
    if caret:
        letter = "P" if letter == "p" else "p"
    return f"\\{letter}{{{name}}}"


class SetRewriter:
    """Rewrites `[...]`: characters that combine sets in other engines are escaped.

    combined: whether sets may be nested and combined here as well, as behind `(?V1)`; what the
    other engines do not have is written with `&&` and `^`.
    """

    def __init__(
        self,
        pattern: str,
        dialect: Literal["oniguruma", "fancy-regex"],
        refuse: Refuse,
        *,
        combined: bool,
    ) -> None:
        self._pattern = pattern
        self._dialect = dialect
        self._refuse = refuse
        self._combined = combined

    def rewrite(self, start: int) -> tuple[str, int]:
        """The set that opens at `start`, rewritten, and where it ends."""
        at = start + 1
        negated = self._pattern[at : at + 1] == "^"
        at += negated
        inside, at = self._operands(at, 0) if self._combined else self._listed(at)
        if self._pattern[at : at + 1] != "]":
            raise self._refuse("a set that is not closed", start)
        return f"[{'^' if negated else ''}{inside}]", at + 1

    def _operands(self, at: int, level: int) -> tuple[str, int]:
        """What _OPERATORS[level:] join from `at` on, without brackets, and where it ends."""
        if level == len(_OPERATORS):
            return self._listed(at)
        left, at = self._operands(at, level + 1)
        while self._pattern.startswith(_OPERATORS[level], at):
            if self._pattern[at + 2 : at + 3] == "]":
                raise self._refuse("an operation on sets without a set", at)
            right, at = self._operands(at + 2, level + 1)
            left = _JOINED[_OPERATORS[level]].format(left=f"[{left}]", right=right)
        return left, at

    def _listed(self, start: int) -> tuple[str, int]:
        """What is listed from `start` on up to the end of the set or an operator, and its end."""
        at = start
        parts: list[str] = []
        while True:
            character = self._pattern[at : at + 1]
            operator = self._combined and self._pattern[at : at + 2] in _OPERATORS
            if operator and at == start:
                raise self._refuse("an operation on sets without a set", start)
            if not character or operator or (character == "]" and at > start):
                return "".join(parts), at
            item, at, single = self._item(at)
            parts.append(item)
            if single and self._is_range(at):
                end_item, at, _ = self._item(at + 1)
                parts.append("-" + end_item)

    def _is_range(self, at: int) -> bool:
        """Whether a hyphen at `at` joins two characters: not before the end of the set."""
        after = self._pattern[at + 1 : at + 2]
        if self._combined and after == "-":
            return False
        return self._pattern[at : at + 1] == "-" and after not in {"]", ""}

    def _item(self, at: int) -> tuple[str, int, bool]:
        """One member of a set, where it ends, and whether it is a single character."""
        character = self._pattern[at]
        if found := _POSIX.match(self._pattern, at):
            return self._posix(found, at), found.end(), False
        if self._combined and character == "[":
            return *self.rewrite(at), False
        if character == "\\":
            text, end = self._escape(at)
            is_character = text.startswith("\\x") or (len(text) == 2 and text[1] not in "dDsSwW")
            return text, end, is_character
        if character in "[]&~-":
            return "\\" + character, at + 1, True
        return character, at + 1, True

    def _posix(self, found: re.Match[str], at: int) -> str:
        name = _POSIX_PROPERTIES.get(found[2].lower())
        if name is None:
            raise self._refuse(f"the set {found[0]}", at)
        return f"\\{'P' if found[1] else 'p'}{{{name}}}"

    def _escape(self, at: int) -> tuple[str, int]:
        if self._pattern[at + 1 : at + 2] == "b":
            return r"\x{8}", at + 2
        text, end = escape_at(self._pattern, at, self._refuse)
        if self._dialect == "oniguruma" and text == r"\w":
            return _WORD, end
        if self._dialect == "oniguruma" and text == r"\W":
            return f"[^{_WORD}]", end
        return text, end
