"""Reading an expression character by character, as the parser of the `regex` module does."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

DIGITS = frozenset("0123456789")
ASCII_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Unreadable(Exception):  # noqa: N818  a message between modules, not a failure
    """The expression cannot be rewritten; `reason` is for people."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


class Unsupported(Unreadable):
    """The `regex` module may take it, but its releases do not agree. advice: what to write."""

    def __init__(self, reason: str, position: int, advice: str = "") -> None:
        super().__init__(reason, position)
        self.advice = advice


class ExpressionSource:
    """`text` with `at`, the position of the next character; skips_blanks as behind `(?x)`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skips_blanks = False

    def _skip(self) -> None:
        """Step over blanks and comments, where these do not count."""
        while self.skips_blanks and self.at < len(self.text):
            if self.text[self.at].isspace():
                self.at += 1
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def get(self) -> str:
        """The next character, stepped over; "" at the end."""
        self._skip()
        return self.get_any()

    def get_any(self) -> str:
        """The next character, also a blank."""
        character = self.text[self.at : self.at + 1]
        self.at += len(character)
        return character

    def peek(self) -> str:
        """The next character, "" at the end."""
        at = self.at
        character = self.get()
        self.at = at
        return character

    def match(self, wanted: str) -> bool:
        """Step over `wanted` where it comes next."""
        start = self.at
        for character in wanted:
            if self.get() != character:
                self.at = start
                return False
        return True

    def take_while(self, allowed: Container[str], *, blanks: bool = False) -> str:
        """The next characters that are allowed; blanks: a blank is a character like others."""
        return self._take(allowed, wanted=True, blanks=blanks)

    def take_until(self, ends: Container[str]) -> str:
        """The next characters up to one of `ends`, which is not stepped over."""
        return self._take(ends, wanted=False, blanks=False)

    def _take(self, characters: Container[str], *, wanted: bool, blanks: bool) -> str:
        taken: list[str] = []
        while True:
            start = self.at
            character = self.get_any() if blanks else self.get()
            if not character or (character in characters) is not wanted:
                self.at = start
                return "".join(taken)
            taken.append(character)

    def expect(self, wanted: str) -> None:
        """Step over `wanted`. Raises Unreadable where it does not come next."""
        if not self.match(wanted):
            raise Unreadable(f"{wanted} is missing", self.at)


# Inline flags of an expression, such as `(?i)`, `(?i-s:...)` and `(?V1)`.


_FIELDS = {"i": "any_case", "f": "full_case", "m": "lines", "s": "dot_all", "x": "verbose"}
_WHOLE = frozenset({"V0", "V1", "a", "b", "e", "p", "r"})
_IGNORED = "u"
"""Unicode, as every string has it."""


@dataclass(frozen=True, slots=True)
class ExpressionFlags:
    """Inline flags in force. is_v1 and is_ascii, (?V1) and (?a), hold for a whole expression."""

    any_case: bool = False
    full_case: bool = False
    lines: bool = False
    dot_all: bool = False
    verbose: bool = False
    is_v1: bool = False
    is_ascii: bool = False

    @property
    def folds_to_several(self) -> bool:
        """Whether a character is compared with several, as ß with ss."""
        return self.any_case and self.full_case and not self.is_ascii


@dataclass(frozen=True, slots=True)
class FlagsRead:
    """What one parenthesis with flags says.

    whole: flags for the whole expression by now. changes: fields of ExpressionFlags. is_group:
    whether the flags hold for a group that follows, not up to the end of the one around them.
    """

    whole: frozenset[str]
    changes: dict[str, bool]
    is_group: bool


def read_flags(source: ExpressionSource, whole: frozenset[str], start: int) -> FlagsRead:
    """Read the flags at the source, with the colon or the parenthesis behind them.

    whole: what is known to hold for all of it; start: where the question mark is. Raises
    Unsupported for flags about which releases of `regex` do not agree.
    """
    on = _names(source)
    off = _names(source) if source.match("-") else []
    is_group = source.match(":")
    if not is_group:
        source.expect(")")
    for name in on:
        if name in {"w", "L"}:
            raise Unsupported(f"the flag {name}", start - 1, "leave it out")
        if name == "a" and (start > 1 or is_group):
            raise Unsupported("the flag a inside", start - 1, "write it at the very start")
    if "a" in whole | set(on) and _IGNORED in on:
        raise Unsupported("the flags a and u, which exclude each other,", start - 1)
    if set(on) & set(off) or set(off) & _WHOLE:
        raise Unreadable("flags that are turned on and off", start - 1)
    changes = {_FIELDS[name]: True for name in on if name in _FIELDS}
    changes |= {_FIELDS[name]: False for name in off if name in _FIELDS}
    return FlagsRead(whole | (_WHOLE & set(on)), changes, is_group)


def _names(source: ExpressionSource) -> list[str]:
    names: list[str] = []
    while True:
        at = source.at
        name = source.get()
        if name == "V":
            name += source.get()
        if name not in {*_FIELDS, *_WHOLE, _IGNORED, "w", "L"}:
            source.at = at
            return names
        names.append(name)
