"""Split patterns of tokenizer.json, which Oniguruma reads there, written as we read them.

Most expressions mean the same in both and come back as they are. What Oniguruma (with the syntax
that tokenizers gives it) reads otherwise is rewritten:

    x{1,3}+  x{2}+     a repeat of a repeat there, possessive here    -> (?:x{1,3})+
    x{2}?              optional there, lazy here                      -> (?:x{2})?
    ^  $               at every line there                            -> look-arounds
    \\z  \\Z             the end; the end or a line feed before it      -> \\Z  (?=\\n?\\Z)
    (?m: . )           the dot takes line feeds                       -> (?s: . )
    \\w \\b \\h \\R        other sets                                     -> spelled out
    \\x{E9}             a character                                    -> \\u00E9
    [a[bc]] [a&&[^b]]  sets in sets                                   -> joined, or behind (?V1)

What we cannot be sure to read alike raises PatternError: back-references, properties that are
neither a category nor a script, ligatures where case is ignored, and whatever is rarer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.errors import PatternError
from engine.formats.oniguruma_sets import OnigurumaSets, outside_escape
from engine.formats.pattern_dialects import rewrite_stages, too_deep
from engine.pattern_stages import joined_stages
from engine.patterns import presets

_OPENINGS = ("?:", "?=", "?!", "?<=", "?<!", "?>")
_INTERVAL = re.compile(r"\{(?:(\d+)(?:(,)(\d*))?|(,)(\d+))\}")
_FLAGS = re.compile(r"\(\?([imx]*)(?:-([imx]+))?([:)])")
_LIGATURES = re.compile(r"ff|fi|fl|ss|st", re.IGNORECASE)
_BLANK = frozenset(" \t\r\n\f\v")
_LINE_START = r"(?:\A|(?<=\n)(?=[\s\S]))"
_LINE_END = r"(?![^\n])"


def pattern_of_oniguruma(expressions: list[str]) -> str:
    """One split pattern of ours from the expressions of tokenizer.json, one after another.

    A preset is known by what it is written as there, and comes back as it is here. Raises
    PatternError where an expression has no equivalent.
    """
    for preset in presets().values():
        try:
            if rewrite_stages(preset.pattern, "oniguruma") == expressions:
                return preset.pattern
        except PatternError:
            continue
    return joined_stages([read_oniguruma(expression) for expression in expressions])


def read_oniguruma(expression: str) -> str:
    """One expression as we read it. Raises PatternError."""
    try:
        body, combined = _Reader(expression, combined=False).run()
        return "(?V1)" + _Reader(expression, combined=True).run()[0] if combined else body
    except RecursionError:
        raise too_deep(expression) from None


@dataclass(frozen=True, slots=True)
class _Flags:
    """Flags in force; i and m (our s) are passed on, x is resolved."""

    ignore_case: bool = False
    extended: bool = False


class _Reader:
    """One pass over an expression. combined: write sets for `(?V1)`."""

    def __init__(self, expression: str, *, combined: bool) -> None:
        self._text = expression
        self._at = 0
        self._sets = OnigurumaSets(expression, self._refuse, combined=combined)
        self._combined = combined
        self._literal = ""  # the characters just read where case is ignored
        self._is_repeated = False  # whether the atom just read has a count already

    def run(self) -> tuple[str, bool]:
        """The expression, and whether its sets have to be combined."""
        body = self._alternation(_Flags())
        if self._at < len(self._text):
            raise self._refuse("an unbalanced parenthesis", self._at)
        return body, self._sets.needs_combining

    def _alternation(self, flags: _Flags) -> str:
        """Everything up to the closing parenthesis or the end."""
        atoms: list[str] = []
        while self._at < len(self._text) and self._text[self._at] != ")":
            if flags.extended and self._skip_extended():
                continue
            if found := _FLAGS.match(self._text, self._at):
                if found[3] == ")":
                    atoms.append(self._rest(found, flags))
                    break
                atoms.append(self._flagged(found, flags))
            elif atoms and (repeated := self._repeated(atoms[-1])):
                atoms[-1] = repeated
                continue
            elif atom := self._atom(flags, atoms[-1] if atoms else ""):
                atoms.append(atom)
            else:
                continue  # a comment
            self._is_repeated = False
        return "".join(atoms)

    def _rest(self, found: re.Match[str], flags: _Flags) -> str:
        """`(?i)` holds for the rest of its group, alternatives and all."""
        self._at = found.end()
        inner, opening = self._changed(found, flags)
        return f"({opening}{self._alternation(inner)})"

    def _flagged(self, found: re.Match[str], flags: _Flags) -> str:
        start, self._at = self._at, found.end()
        inner, opening = self._changed(found, flags)
        return f"({opening}{self._body(inner, start)})"

    def _changed(self, found: re.Match[str], flags: _Flags) -> tuple[_Flags, str]:
        on, off = found[1], found[2] or ""
        inner = flags
        if "i" in on or "i" in off:
            inner = replace(inner, ignore_case="i" not in off)
            if self._combined and inner.ignore_case:
                raise self._refuse("combined sets where case is ignored", found.start())
        if "x" in on or "x" in off:
            inner = replace(inner, extended="x" not in off)
        kept_on, kept_off = ("".join(_OURS[f] for f in each if f in _OURS) for each in (on, off))
        return inner, f"?{kept_on}{'-' if kept_off else ''}{kept_off}:"

    def _body(self, flags: _Flags, start: int) -> str:
        """The inside of a group, whose closing parenthesis is stepped over."""
        self._literal = ""
        body = self._alternation(flags)
        if self._text[self._at : self._at + 1] != ")":
            raise self._refuse("a group that is not closed", start)
        self._at += 1
        self._literal = ""
        return body

    def _atom(self, flags: _Flags, before: str) -> str:
        character = self._text[self._at]
        if character == "(":
            return self._group(flags)
        if character == "[":
            self._literal = ""
            text, self._at = self._sets.rewrite(self._at, ignore_case=flags.ignore_case)
            return text
        if character == "\\":
            self._literal = ""
            text, self._at = outside_escape(
                self._text, self._at, self._refuse, ignore_case=flags.ignore_case
            )
            return text
        self._at += 1
        if character in ".|":
            self._literal = ""
            return character
        if character == "^":
            return _LINE_START
        if character == "$":
            # After a possessive run of white space no line feed can be left before the end.
            return "$" if before in {r"\s++", r"\s*+"} else _LINE_END
        return self._character(character, flags)

    def _character(self, character: str, flags: _Flags) -> str:
        if character in "*+?":
            raise self._refuse(f"the repeat {character} of nothing", self._at - 1)
        if not flags.ignore_case:
            return "\\" + character if character in "{}]" else character
        if not character.isascii():
            raise self._refuse(f"{character!r} where case is ignored", self._at - 1)
        self._literal += character
        if _LIGATURES.search(self._literal[-3:]):
            raise self._refuse("letters with a ligature where case is ignored", self._at - 1)
        if character in "iI":  # ours would take İ for it
            return "(?-i:[iI])"
        return "\\" + character if character in "{}]" else character

    # ---- repeats ---------------------------------------------------------------------------------

    def _repeated(self, atom: str) -> str | None:
        """The last atom with the repeat at the current position, None where there is none."""
        character = self._text[self._at]
        found = _INTERVAL.match(self._text, self._at) if character == "{" else None
        if character not in "*+?" and found is None:
            return None
        if atom == "|":
            raise self._refuse(f"the repeat {character} of nothing", self._at)
        if self._is_repeated:
            atom = f"(?:{atom})"
        self._is_repeated = True
        if found is not None:
            return self._interval(atom, found)
        self._at += 1
        return atom + character + self._manner("?+")

    def _interval(self, atom: str, found: re.Match[str]) -> str:
        """`{n}`, `{n,}`, `{n,m}` or `{,m}`; no manner of these is possessive there."""
        if found[3] and int(found[1]) > int(found[3]):
            raise self._refuse(f"the repeat {found[0]}", self._at)
        self._at = found.end()
        is_exact = not (found[2] or found[4])
        if manner := self._manner("?+" if is_exact else "+"):
            return f"(?:{atom}{found[0]}){manner}"
        return atom + found[0] + self._manner("?")

    def _manner(self, known: str) -> str:
        """What follows a count, where it is one of the known characters."""
        character = self._text[self._at : self._at + 1]
        if not character or character not in known:
            return ""
        self._at += 1
        return character

    # ---- groups ----------------------------------------------------------------------------------

    def _group(self, flags: _Flags) -> str:
        start = self._at
        if self._text.startswith("(?#", start):
            end = self._text.find(")", start)
            if end < 0:
                raise self._refuse("a comment that is not closed", start)
            self._at = end + 1
            return ""
        opening = next((o for o in _OPENINGS if self._text.startswith(o, start + 1)), "")
        self._at = start + 1 + len(opening)
        if not opening and self._text.startswith("?", start + 1):
            raise self._refuse(f"the group {self._text[start : start + 4]!r}", start)
        return f"({opening}{self._body(flags, start)})"

    def _skip_extended(self) -> bool:
        """Step over a blank or a comment of extended syntax."""
        character = self._text[self._at]
        if character == "#":
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end + 1
            return True
        if character in _BLANK:
            self._at += 1
            return True
        return False

    def _refuse(self, what: str, position: int) -> PatternError:
        return PatternError(
            f"The split pattern {self._text[:120]!r} holds {what} at position {position}, which "
            "is not read alike here and there.",
            pattern=self._text,
            position=position,
        )


_OURS = {"i": "i", "m": "s"}
