"""Escapes and bracketed sets of an expression for Oniguruma, as we read them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from engine.errors import PatternError
from engine.unicode_properties import property_set

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
