"""Reading an expression character by character, as the parser of the `regex` module does."""

from __future__ import annotations

from collections.abc import Container

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
