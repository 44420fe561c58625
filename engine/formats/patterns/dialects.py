"""Split patterns for other regex engines: the same boundaries, written as each engine reads them.

Our patterns follow Python's `regex` module. Oniguruma (tokenizers) and fancy-regex (tiktoken) read
most of them alike; the differences that would move a boundary silently are rewritten here:

    x{1,3}+     a repeat of a repeat in Oniguruma       -> (?>x{1,3})
    x{2}?       optional, not lazy, in Oniguruma        -> x{2}
    $  ^        ends and starts of lines in Oniguruma   -> (?=\\n?\\z)  \\A
    (?s: . )    the flag s is unknown to Oniguruma      -> [\\s\\S]
    \\w \\b       another set of characters there          -> the set spelled out
    \\xE9        a byte, not a character, there          -> \\x{E9}
    [[&~-]      nested and combined sets in both        -> escaped
    (?V1)[a--b] another operator or none there          -> [[a]&&[^b]]

A sequence of splits, `x(?#then)y`, is several patterns there. A pattern that needs none of this
comes back unchanged. What has no equivalent raises PatternError.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import PatternError
from engine.formats.patterns.sets import SetRewriter, escape_at, is_word_escape, word_set
from engine.splitting import PatternStage, pattern_stages

Dialect = Literal["oniguruma", "fancy-regex"]

_NAMES = {"oniguruma": "Oniguruma (tokenizers)", "fancy-regex": "fancy-regex (tiktoken)"}
_GROUPS = ("?:", "?=", "?!", "?<=", "?<!", "?>")
_KNOWN_FLAGS = frozenset("imsxu")
_COMBINED_SETS = "(?V1)"


@dataclass(frozen=True, slots=True)
class _Flags:
    """Inline flags in force; i is passed on, the others are resolved."""

    dot_all: bool = False
    lines: bool = False
    verbose: bool = False


def rewrite_pattern(pattern: str, dialect: Dialect) -> str:
    """`pattern` in `dialect`. Raises PatternError where that engine has no equivalent."""
    stages = rewrite_stages(pattern, dialect)
    if len(stages) > 1:
        raise PatternError(
            f"The split pattern is a sequence of {len(stages)} splits, which cannot be written as "
            f"one expression for {_NAMES[dialect]}.",
            pattern=pattern,
            position=pattern_stages(pattern)[1].position,
        )
    return stages[0]


def rewrite_stages(pattern: str, dialect: Dialect) -> list[str]:
    """The expressions of a sequence of splits, one for an ordinary pattern, in `dialect`."""
    try:
        return [_Rewriter(stage, dialect).run() for stage in pattern_stages(pattern)]
    except RecursionError:
        raise too_deep(pattern) from None


def too_deep(pattern: str) -> PatternError:
    """The error for a pattern of more groups within groups than can be followed."""
    return PatternError("The split pattern is too deeply nested.", pattern=pattern)


class _Rewriter:
    """One pass over a pattern: atoms are copied or rewritten, repeats applied to the last atom."""

    def __init__(self, stage: PatternStage, dialect: Dialect) -> None:
        self._stage = stage
        self._pattern = stage.expression
        self._dialect = dialect
        self._at = 0
        combined = self._pattern.startswith(_COMBINED_SETS)
        self._sets = SetRewriter(self._pattern, dialect, self._refuse, combined=combined)

    def run(self) -> str:
        if self._pattern.startswith(_COMBINED_SETS):
            self._at = len(_COMBINED_SETS)
        flags, ignore_case = self._leading_flags()
        body = self._alternation(flags)
        if self._at < len(self._pattern):
            raise self._refuse("an unbalanced parenthesis", self._at)
        return f"(?i:{body})" if ignore_case else body

    def _alternation(self, flags: _Flags) -> str:
        """Everything up to the closing parenthesis or the end."""
        atoms: list[str] = []
        while self._at < len(self._pattern) and self._pattern[self._at] != ")":
            if flags.verbose and self._skip_verbose():
                continue
            if atoms and (repeat := self._repeat()):
                atoms[-1] = self._repeated(atoms[-1], repeat)
            else:
                atoms.append(self._atom(flags, atoms[-1] if atoms else ""))
        return "".join(atoms)

    def _atom(self, flags: _Flags, before: str) -> str:
        character = self._pattern[self._at]
        if character == "(":
            return self._group(flags)
        if character == "[":
            text, self._at = self._sets.rewrite(self._at)
            return text
        if character == "\\":
            return self._escape()
        self._at += 1
        if character in ".^$":
            return self._special(character, flags, before)
        return "\\" + character if character in "{}]" else character

    def _special(self, character: str, flags: _Flags, before: str) -> str:
        if character == ".":
            return r"[\s\S]" if flags.dot_all else "."
        if flags.lines:
            return r"(?<![^\n])" if character == "^" else r"(?![^\n])"
        if self._dialect == "fancy-regex":
            # After a possessive run of white space no newline can be left before the end.
            harmless = character == "^" or before in {r"\s++", r"\s*+"}
            return character if harmless else r"(?=\n?\z)"
        if character == "^":
            return r"\A"
        return r"\z" if before in {r"\s++", r"\s*+"} else r"(?=\n?\z)"

    # ---- repeats ---------------------------------------------------------------------------------

    def _repeat(self) -> tuple[str, str] | None:
        """(count, manner) of a repeat at the current position, which is moved behind it.

        count is "*", "+", "?" or "{n,m}"; manner "" (greedy), "?" (lazy) or "+" (possessive).
        """
        character = self._pattern[self._at]
        if character in "*+?":
            count, end = character, self._at + 1
        elif character == "{" and (interval := self._interval()):
            count, end = interval
        else:
            return None
        manner = self._pattern[end : end + 1]
        manner = manner if manner and manner in "?+" else ""
        self._at = end + len(manner)
        return count, manner

    def _interval(self) -> tuple[str, int] | None:
        """`{n}`, `{n,}`, `{,m}` or `{n,m}` at the current position, normalised, and its end."""
        end = self._pattern.find("}", self._at)
        inside = self._pattern[self._at + 1 : end] if end > 0 else ""
        low, comma, high = inside.partition(",")
        if not inside or inside == "," or any(p and not p.isdecimal() for p in (low, high)):
            if "<" in inside or inside in {"e", "i", "d", "s"}:
                raise self._refuse("fuzzy matching", self._at)
            return None
        return "{" + (low or "0") + comma + high + "}", end + 1

    def _repeated(self, atom: str, repeat: tuple[str, str]) -> str:
        count, manner = repeat
        if self._dialect == "oniguruma" and count.startswith("{"):
            if manner == "+":
                return f"(?>{atom}{count})"
            if manner == "?" and "," not in count:
                return atom + count
        return atom + count + manner

    # ---- groups ----------------------------------------------------------------------------------

    def _group(self, flags: _Flags) -> str:
        start = self._at
        if self._pattern.startswith("(?#", start):
            self._at = self._closing(start) + 1
            return ""
        opening, inner = self._opening(start, flags)
        body = self._alternation(inner)
        if self._pattern[self._at : self._at + 1] != ")":
            raise self._refuse("a group that is not closed", start)
        self._at += 1
        return f"({opening}{body})"

    def _opening(self, start: int, flags: _Flags) -> tuple[str, _Flags]:
        """What follows the parenthesis in the other dialect, and the flags inside the group."""
        for opening in _GROUPS:
            if self._pattern.startswith(opening, start + 1):
                self._at = start + 1 + len(opening)
                return opening, flags
        if not self._pattern.startswith("?", start + 1):
            self._at = start + 1
            return "", flags
        for named in ("?P<", "?<"):
            if self._pattern.startswith(named, start + 1):
                self._at = self._pattern.index(">", start) + 1
                return "", flags
        end = start + 2
        while end < len(self._pattern) and self._pattern[end] in "imsxu-":
            end += 1
        if self._pattern[end : end + 1] != ":":
            raise self._refuse(f"the group {self._pattern[start : end + 1]!r}", start)
        self._at = end + 1
        return self._flagged(self._pattern[start + 2 : end], flags)

    def _flagged(self, text: str, flags: _Flags) -> tuple[str, _Flags]:
        on, _, off = text.partition("-")
        fields = {"s": "dot_all", "m": "lines", "x": "verbose"}
        changes = {fields[flag]: True for flag in on if flag in fields}
        changes |= {fields[flag]: False for flag in off if flag in fields}
        opening = "?i:" if "i" in on else "?-i:" if "i" in off else "?:"
        return opening, replace(flags, **changes)

    def _leading_flags(self) -> tuple[_Flags, bool]:
        """Flags such as `(?i)` at the very start; they hold for the whole pattern."""
        flags, ignore_case = _Flags(), False
        while self._pattern.startswith("(?", self._at):
            end = self._pattern.find(")", self._at)
            letters = self._pattern[self._at + 2 : end]
            if end < 0 or not letters or not _KNOWN_FLAGS.issuperset(letters):
                break
            ignore_case = ignore_case or "i" in letters
            flags = self._flagged(letters, flags)[1]
            self._at = end + 1
        return flags, ignore_case

    # ---- escapes and white space -----------------------------------------------------------------

    def _escape(self) -> str:
        start = self._at
        name = self._pattern[start + 1 : start + 2]
        if name == "Z":
            self._at += 2
            return r"\z"
        if name in {"A", "b", "B"} and name:
            self._at += 2
            return self._border(name)
        if name.isdecimal() and name != "0":
            raise self._refuse(f"the reference \\{name}", start)
        text, self._at = escape_at(self._pattern, start, self._refuse)
        if self._dialect == "oniguruma" and is_word_escape(text):
            return word_set(text)
        return text

    def _border(self, name: str) -> str:
        if self._dialect == "fancy-regex" or name == "A":
            return "\\" + name
        word = word_set(r"\w")
        if name == "b":
            return f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
        return f"(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"

    def _skip_verbose(self) -> bool:
        """Step over white space and a comment of verbose mode."""
        character = self._pattern[self._at]
        if character == "#":
            end = self._pattern.find("\n", self._at)
            self._at = len(self._pattern) if end < 0 else end + 1
            return True
        if character.isspace():
            self._at += 1
            return True
        return False

    def _closing(self, start: int) -> int:
        end = self._pattern.find(")", start)
        if end < 0:
            raise self._refuse("a comment that is not closed", start)
        return end

    def _refuse(self, what: str, position: int) -> PatternError:
        return PatternError(
            f"The split pattern holds {what} at position {self._stage.position + position}, which "
            f"cannot be written for {_NAMES[self._dialect]} with the same meaning.",
            pattern=self._stage.whole,
            position=self._stage.position + position,
        )
