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
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import PatternError
from engine.formats.patterns.dialects import rewrite_stages, too_deep
from engine.splitting import joined_stages, presets
from engine.text import property_set

# Escapes and bracketed sets of an expression for Oniguruma, as we read them.


Refuse = Callable[[str, int], PatternError]

_WORD_IN_SET = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_WORD = _WORD_IN_SET + r"\u00B2\u00B3\u00B9\u00BC-\u00BE"
"""What \\w is in Oniguruma: no joiners, and outside of a set six characters of Latin-1 more."""

_SAME = frozenset("ntrfadDsS")
_SPELLED = {"v": r"\x0B", "e": r"\x1B"}
_HEXADECIMAL = "0-9a-fA-F"
_CODE_POINT = re.compile(r"\\(?:x\{([0-9a-fA-F]{1,8})\}|x([0-7][0-9a-fA-F])|u([0-9a-fA-F]{4}))")
_PROPERTY = re.compile(r"\\([pP])\{(\^?)([A-Za-z_ ]+)\}")
_POSIX = re.compile(r"\[:(\^?)([a-z]+):\]")
_POSIX_SETS = {
    "alpha": r"\p{Alphabetic}",
    "digit": r"\p{Nd}",
    "alnum": r"\p{Alphabetic}\p{Nd}",
    "space": r"\s",
    "upper": r"\p{Uppercase}",
    "lower": r"\p{Lowercase}",
    "punct": r"\p{P}\p{S}",
    "word": _WORD_IN_SET,
    "xdigit": _HEXADECIMAL,
}
"""What these names hold there, compared with tokenizers over all of Unicode 16."""
_PROPERTIES = {
    "alpha": "Alphabetic",
    "alphabetic": "Alphabetic",
    "digit": "Nd",
    "space": "White_Space",
    "whitespace": "White_Space",
    "upper": "Uppercase",
    "uppercase": "Uppercase",
    "lower": "Lowercase",
    "lowercase": "Lowercase",
}
_LONG_CATEGORIES = frozenset({
    "letter", "uppercaseletter", "lowercaseletter", "titlecaseletter", "modifierletter",
    "otherletter", "mark", "number", "decimalnumber", "letternumber", "othernumber",
    "punctuation", "symbol", "separator", "other",
})  # fmt: skip
_CATEGORIES = frozenset(
    name
    for code in range(0x1100)
    for category in [unicodedata.category(chr(code))]
    for name in (category, category[0])
) | {"Cs", "Co", "Cn", "Nl", "No", "Mc", "Me", "Zl", "Zp", "Lt", "Lm"}
_CASED = frozenset({"Lu", "Ll", "Lt", "Uppercase", "Lowercase"})
_BORDERS = {
    "A": r"\A",
    "z": r"\Z",
    "Z": r"(?=\n?\Z)",
    "R": r"(?>\r\n|[\n-\r\x85\u2028\u2029])",
    "h": f"[{_HEXADECIMAL}]",
    "H": f"[^{_HEXADECIMAL}]",
    "w": f"[{_WORD}]",
    "W": f"[^{_WORD}]",
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}


def outside_escape(text: str, at: int, refuse: Refuse, *, ignore_case: bool) -> tuple[str, int]:
    """The escape at `at`, which stands in no set, and where it ends."""
    name = text[at + 1 : at + 2]
    if name in _BORDERS and name:
        return _BORDERS[name], at + 2
    return _escape(text, at, refuse, ignore_case=ignore_case)


def _escape(text: str, at: int, refuse: Refuse, *, ignore_case: bool) -> tuple[str, int]:
    """An escape that means the same in a set and outside of one."""
    if found := _PROPERTY.match(text, at):
        return _property(found, at, refuse, ignore_case=ignore_case), found.end()
    name = text[at + 1 : at + 2]
    if found := _CODE_POINT.match(text, at):
        point = int(found[1] or found[2] or found[3], 16)
        if point > 0x10FFFF or 0xD800 <= point <= 0xDFFF:
            raise refuse(f"the code point {found[0]}", at)
        if ignore_case and chr(point).lower() != chr(point).upper():
            raise refuse(f"the code point {found[0]} where case is ignored", at)
        return (f"\\U{point:08X}" if point > 0xFFFF else f"\\u{point:04X}"), found.end()
    if name in _SPELLED and name:
        return _SPELLED[name], at + 2
    if name and (name in _SAME or (not name.isalnum() and name.isascii())):
        return text[at : at + 2], at + 2
    raise refuse(f"the escape \\{name}", at)


def _property(found: re.Match[str], at: int, refuse: Refuse, *, ignore_case: bool) -> str:
    """A category, a script, or one of the few properties that are the same in both."""
    letter, caret, written = found.groups()
    plain = re.sub(r"[\s_]", "", written)
    name = written if plain in _CATEGORIES or plain.lower() in _LONG_CATEGORIES else ""
    name = name or _PROPERTIES.get(plain.lower(), "")
    if not name:
        if property_set(f"Script={written}") is None:
            raise refuse(f"the property {written!r}", at)
        name = written
    if ignore_case and (name in _CASED or name not in _CATEGORIES):
        raise refuse(f"the property {written!r} where case is ignored", at)
    if caret:
        letter = "P" if letter == "p" else "p"
    return f"\\{letter}{{{name}}}"


class OnigurumaSets:
    """Rewrites `[...]`, which may hold sets there.

    combined: write sets in sets for `(?V1)`. Sets that are only joined need none of that;
    `needs_combining` says, after a pass, whether one was more.
    """

    def __init__(self, text: str, refuse: Refuse, *, combined: bool) -> None:
        self._text = text
        self._refuse = refuse
        self._combined = combined
        self.needs_combining = False

    def rewrite(self, start: int, *, ignore_case: bool) -> tuple[str, int]:
        """The set that opens at `start`, rewritten, and where it ends."""
        inside, negated, at = self._inside(start)
        if ignore_case:
            self._check_case(inside, start)
        return f"[{'^' if negated else ''}{inside}]", at

    def _inside(self, start: int) -> tuple[str, bool, int]:
        """What a set holds, whether it is the rest of everything, and where it ends."""
        at = start + 1
        negated = self._text[at : at + 1] == "^"
        at += negated
        parts: list[str] = []
        first = True
        while True:
            character = self._text[at : at + 1]
            if not character:
                raise self._refuse("a set that is not closed", start)
            if character == "]" and not first:
                break
            if self._text.startswith("&&", at):
                self.needs_combining = True
                parts.append("&&")
                at += 2
            else:
                text, at = self._item(at)
                parts.append(text)
            first = False
        if not parts or parts[0] == "&&" or parts[-1] == "&&":
            raise self._refuse("an operation on sets without a set", start)
        return self._joined(parts), negated, at + 1

    def _joined(self, parts: list[str]) -> str:
        """Items one after another, so that no two make an operator that is none there."""
        text = ""
        for part in parts:
            doubles = text[-1:] == part[:1] and part[:1] in "-|~&[" and part != "&&"
            text += "\\" + part if doubles and not text.endswith("&&") else part
        return text

    def _item(self, at: int) -> tuple[str, int]:
        """A member: a range, a character, an escape, or a set."""
        if found := _POSIX.match(self._text, at):
            if found[1] or found[2] not in _POSIX_SETS:
                raise self._refuse(f"the set {found[0]}", at)
            return _POSIX_SETS[found[2]], found.end()
        if self._text[at] == "[":
            return self._set_in_set(at)
        start, at, single = self._single(at)
        after = self._text[at + 1 : at + 2]
        if single and self._text[at : at + 1] == "-" and after not in ("]", "", "["):
            end, at, is_single = self._single(at + 1)
            if not is_single:
                raise self._refuse("a range that ends in a set", at)
            return f"{start}-{end}", at
        return start, at

    def _set_in_set(self, at: int) -> tuple[str, int]:
        inside, negated, end = self._inside(at)
        if negated or "&&" in inside:
            self.needs_combining = True
            return f"[{'^' if negated else ''}{inside}]", end
        return (f"[{inside}]" if self._combined else inside), end

    def _single(self, at: int) -> tuple[str, int, bool]:
        """A character or an escape, where it ends, and whether it is one character."""
        character = self._text[at]
        if character != "\\":
            special = character in "[]" or (self._combined and character in "&~|")
            return ("\\" + character if special else character), at + 1, True
        name = self._text[at + 1 : at + 2]
        if name == "b":
            return r"\x08", at + 2, True
        if name == "w":
            return _WORD_IN_SET, at + 2, False
        if name == "W":
            self.needs_combining = True
            return f"[^{_WORD_IN_SET}]", at + 2, False
        if name == "h":
            return _HEXADECIMAL, at + 2, False
        text, end = _escape(self._text, at, self._refuse, ignore_case=False)
        return text, end, text[1:2] not in "dDsSpP"

    def _check_case(self, inside: str, start: int) -> None:
        """Where case is ignored: only ASCII letters one by one, and neither i nor I."""
        plain = re.sub(r"\\[dDsSrntf]|\\p\{[LNPSMZ]\}", "", inside)
        letters = [c for c in plain if c.isalpha()]
        if "\\" in plain or any(not c.isascii() or c in "iI" for c in letters):
            raise self._refuse("a set where case is ignored", start)
        if re.search(r"[^\\]-.", plain) and letters:
            raise self._refuse("a range of letters where case is ignored", start)


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
