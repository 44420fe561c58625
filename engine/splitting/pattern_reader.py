"""PatternReader: a place in a pattern, the flags in force, and what the subset leaves out."""

from __future__ import annotations

from dataclasses import dataclass


class Unsupported(Exception):  # noqa: N818  a message between two modules, not a failure
    """The pattern uses something outside the subset; `str` is the reason, for people."""


class LooksFurther(Unsupported):
    """The automaton needs to know what comes behind the next character."""


class TooLarge(Unsupported):
    """No engine should try this pattern: written out, it is enormous."""


class MatchesNothing(Unsupported):
    """No text has a match of at least one character: the pattern would cut nothing."""


@dataclass(frozen=True, slots=True)
class Flags:
    """Inline flags: (?i), (?s), (?m) and (?V1), which lets sets be nested and combined."""

    any_case: bool = False
    dot_all: bool = False
    lines: bool = False
    combined_sets: bool = False


class PatternReader:
    """`pattern` with `at`, the position of the next character."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.pattern)

    def peek(self, text: str) -> bool:
        """Whether `text` comes next."""
        return self.pattern.startswith(text, self.at)

    def next(self, length: int = 1) -> str:
        """The next characters, fewer at the end."""
        return self.pattern[self.at : self.at + length]

    def take(self, text: str) -> bool:
        """Step over `text` where it comes next."""
        taken = self.peek(text)
        if taken:
            self.at += len(text)
        return taken

    def take_character(self) -> str:
        """Step over one character."""
        self.at += 1
        return self.pattern[self.at - 1]

    def take_until(self, sign: str, what: str) -> str:
        """What stands before `sign`, which is stepped over too. Raises Unsupported without one."""
        end = self.pattern.find(sign, self.at)
        if end < 0:
            raise Unsupported(f"{what} without an end")
        text = self.pattern[self.at : end]
        self.at = end + len(sign)
        return text
