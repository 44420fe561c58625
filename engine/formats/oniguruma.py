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

from engine.errors import PatternError
from engine.formats.pattern_dialects import TreePrinter, rewrite_stages, too_deep
from engine.sentences import say
from engine.splitting import expression_tree as tree
from engine.splitting import joined_stages, presets, read_expression
from engine.text import property_set

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
"""The sets of these names, compared with tokenizers over all of Unicode 16."""
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
_IN_SETS = {r"\b": r"\x08", r"\w": _WORD_IN_SET, r"\W": f"[^{_WORD_IN_SET}]", r"\h": _HEXADECIMAL}
_OPENINGS = frozenset({"(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>"})
_FLAGS = re.compile(r"\(\?([imx]*)(?:-([imx]+))?[:)]")
_OURS = {"i": "i", "m": "s"}
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
        printer = _Printer(expression, combined=False)
        body = printer.run()
        if not printer.needs_combining:
            return body
        return "(?V1)" + _Printer(expression, combined=True).run()
    except RecursionError:
        raise too_deep(expression) from None


class _Base(TreePrinter):
    """Characters, escapes and refusals.

    combined: whether sets in sets are written for `(?V1)`. `needs_combining` is True afterwards if
    the expression needs that: joined sets do not, negated and intersected ones do.
    """

    def __init__(self, expression: str, *, combined: bool) -> None:
        self._text = expression
        self._combined = combined
        self.needs_combining = False

    def _refuse(self, part: str, position: int, *, any_case: bool = False) -> PatternError:
        part = say("part_any_case", part=part) if any_case else part
        shown = repr(self._text[:120])
        return PatternError(
            say("pattern_read_otherwise", pattern=shown, part=part, position=position),
            pattern=self._text,
            position=position,
        )

    def _escape(self, leaf: tree.Leaf, *, ignore_case: bool) -> str:
        """An escape that means the same in a set and outside of one."""
        text, at = leaf.text, leaf.start
        if found := _PROPERTY.fullmatch(text):
            return self._property(found, at, ignore_case=ignore_case)
        if found := _CODE_POINT.fullmatch(text):
            point = int(found[1] or found[2] or found[3], 16)
            if point > 0x10FFFF or 0xD800 <= point <= 0xDFFF:
                raise self._refuse(say("part_code_point", text=text), at)
            if ignore_case and chr(point).lower() != chr(point).upper():
                raise self._refuse(say("part_code_point", text=text), at, any_case=True)
            return f"\\U{point:08X}" if point > 0xFFFF else f"\\u{point:04X}"
        name = text[1:]
        if name in _SPELLED:
            return _SPELLED[name]
        if name in _SAME or (len(name) == 1 and name.isascii() and not name.isalnum()):
            return text
        raise self._refuse(say("part_escape", text=text[:2]), at)

    def _property(self, found: re.Match[str], at: int, *, ignore_case: bool) -> str:
        """A category, a script, or one of the few properties that are the same in both."""
        letter, caret, written = found.groups()
        plain = re.sub(r"[\s_]", "", written)
        name = written if plain in _CATEGORIES or plain.lower() in _LONG_CATEGORIES else ""
        name = name or _PROPERTIES.get(plain.lower(), "")
        if not name:
            if property_set(f"Script={written}") is None:
                raise self._refuse(say("part_property", text=repr(written)), at)
            name = written
        if ignore_case and (name in _CASED or name not in _CATEGORIES):
            part = say("part_property", text=repr(written))
            raise self._refuse(part, at, any_case=True)
        if caret:
            letter = "P" if letter == "p" else "p"
        return f"\\{letter}{{{name}}}"


class _SetPrinter(_Base):
    """`[...]`, which may contain sets there."""

    def _set(self, part: tree.Set) -> str:
        inside = self._inside(part)
        if part.opening.flags.any_case:
            self._check_case(inside, part.start)
        return f"{part.opening.text}{inside}]"

    def _inside(self, part: tree.Set) -> str:
        """The content of a set."""
        if not part.closing.text:
            raise self._refuse(say("part_open_set"), part.start)
        written: list[str] = []
        for operand in tree.set_operands(part.inside, "&&"):
            if not operand or self._text.startswith("&&", operand[0].start):
                raise self._refuse(say("part_set_operation"), part.start)
            self._check_ranges(operand)
            members = [self._member(each) for each in operand]
            written.append(self._joined(members))
        self.needs_combining |= len(written) > 1
        return "&&".join(written)

    def _joined(self, members: list[str]) -> str:
        """Members one after another, escaped where two of them would form an operator here."""
        text = ""
        for member in members:
            doubles = text[-1:] == member[:1] and member[:1] in "-|~&["
            text += "\\" + member if doubles else member
        return text

    def _check_ranges(self, members: tuple[tree.Part, ...]) -> None:
        for first, hyphen, last in zip(members, members[1:], members[2:], strict=False):
            leaves = [each for each in (first, hyphen, last) if isinstance(each, tree.Leaf)]
            if len(leaves) < 3 or leaves[1].text != "-" or leaves[2].text.startswith("["):
                continue
            if leaves[0].kind != "class" and leaves[2].kind == "class":
                raise self._refuse(say("part_range_of_set"), leaves[2].start)

    def _member(self, part: tree.Part) -> str:
        """A member: a range, a character, an escape, or a set."""
        if isinstance(part, tree.Set):
            return self._set_in_set(part)
        if isinstance(part, tree.Range):
            return f"{self._member(part.low)}-{self._member(part.high)}"
        assert isinstance(part, tree.Leaf)
        if part.text.startswith("[:"):
            found = _POSIX.fullmatch(part.text)
            if found is None or found[1] or found[2] not in _POSIX_SETS:
                raise self._refuse(say("part_set", text=part.text), part.start)
            return _POSIX_SETS[found[2]]
        if part.text == r"\W":
            self.needs_combining = True
        if part.text in _IN_SETS:
            return _IN_SETS[part.text]
        if part.text.startswith("\\"):
            return self._escape(part, ignore_case=False)
        is_special = part.text in "[]" or (self._combined and part.text in "&~|")
        return "\\" + part.text if is_special else part.text

    def _set_in_set(self, part: tree.Set) -> str:
        inside = self._inside(part)
        if not part.is_positive or "&&" in inside:
            self.needs_combining = True
            return f"{part.opening.text}{inside}]"
        return f"[{inside}]" if self._combined else inside

    def _check_case(self, inside: str, start: int) -> None:
        """Refuse a set where case is ignored, but for single ASCII letters other than i and I."""
        plain = re.sub(r"\\[dDsSrntf]|\\p\{[LNPSMZ]\}", "", inside)
        letters = [c for c in plain if c.isalpha()]
        if "\\" in plain or any(not c.isascii() or c in "iI" for c in letters):
            raise self._refuse(say("part_some_set"), start, any_case=True)
        if re.search(r"[^\\]-.", plain) and letters:
            raise self._refuse(say("part_letter_range"), start, any_case=True)


class _Printer(_SetPrinter):
    """Prints the tree of one expression as we read it."""

    _literal = ""
    """The characters just written where case is ignored."""

    def run(self) -> str:
        """The expression. Raises PatternError."""
        return self._sequence(read_expression(self._text, tree.ONIGURUMA).parts)

    def _sequence(self, parts: tuple[tree.Part, ...]) -> str:
        for index, part in enumerate(parts):
            if isinstance(part, tree.Leaf) and part.kind == "flags":
                # `(?i)` holds for the rest of its group, alternatives and all.
                before, opening = super()._sequence(parts[:index]), self._flags(part)
                return f"{before}({opening}{self._sequence(parts[index + 1 :])})"
        return super()._sequence(parts)

    def _set(self, part: tree.Set) -> str:
        self._literal = ""
        return super()._set(part)

    def _group(self, group: tree.Group) -> str:
        opening = group.opening
        if opening.text in _OPENINGS:
            written = opening.text[1:]
        elif _FLAGS.fullmatch(opening.text):
            written = self._flags(opening)
        else:
            shown = self._text[group.start : group.start + 4]
            raise self._refuse(say("part_group", text=repr(shown)), group.start)
        self._literal = ""
        body = self._sequence(group.inside)
        if not group.closing.text:
            raise self._refuse(say("part_open_group"), group.start)
        self._literal = ""
        return f"({written}{body})"

    def _flags(self, leaf: tree.Leaf) -> str:
        """The opening of a group in which flags hold."""
        found = _FLAGS.fullmatch(leaf.text)
        if found is None:
            raise self._refuse(say("part_group", text=repr(leaf.text[:4])), leaf.start)
        on, off = found[1], found[2] or ""
        if self._combined and "i" in on and "i" not in off:
            raise self._refuse(say("part_combined_sets"), leaf.start, any_case=True)
        kept_on, kept_off = ("".join(_OURS[f] for f in each if f in _OURS) for each in (on, off))
        return f"?{kept_on}{'-' if kept_off else ''}{kept_off}:"

    def _repeat(self, part: tree.Repeat) -> str:
        atom = self._part(part.body, "")
        if isinstance(part.body, tree.Repeat):
            atom = f"(?:{atom})"
        if any(isinstance(each, tree.Leaf) and each.kind == "flags" for each in part.parts):
            raise self._refuse(say("part_repeated_flags"), part.parts[1].start)
        count, least, most = part.count, *part.bounds
        sign, brace, manner = count.text.rpartition("}")
        if not brace:
            return atom + count.value
        is_spaced = any(map(str.isspace, count.text))
        if is_spaced or (most is not None and least > most):
            raise self._refuse(say("part_repeat", text=sign + brace), count.start)
        if manner == "+" or (manner and "," not in sign):
            return f"(?:{atom}{sign}{brace}){manner}"
        return atom + count.text

    # ---- leaves ----------------------------------------------------------------------------------

    def _leaf(self, leaf: tree.Leaf, before: str) -> str:
        if leaf.kind == "comment" or (leaf.kind == "blank" and _BLANK.issuperset(leaf.text)):
            if leaf.text.startswith("(") and not leaf.text.endswith(")"):
                raise self._refuse(say("part_open_comment"), leaf.start)
            return ""
        if leaf.kind == "quantifier":
            raise self._refuse(say("part_empty_repeat", text=leaf.text), leaf.start)
        if leaf.text == ")":
            raise self._refuse(say("part_lone_parenthesis"), leaf.start)
        if leaf.text.startswith("(?") or leaf.kind in {"group", "blank"}:
            raise self._refuse(say("part_group", text=repr(leaf.text[:4])), leaf.start)
        if leaf.text.startswith("\\"):
            self._literal = ""
            name = leaf.text[1:]
            if name in _BORDERS:
                return _BORDERS[name]
            return self._escape(leaf, ignore_case=leaf.flags.any_case)
        if leaf.text in {".", "|"}:
            self._literal = ""
            return leaf.text
        if leaf.text == "^":
            return _LINE_START
        if leaf.text == "$":
            # After a possessive run of white space no line feed can be left before the end.
            return "$" if before in {r"\s++", r"\s*+"} else _LINE_END
        return self._character(leaf)

    def _character(self, leaf: tree.Leaf) -> str:
        character = leaf.text
        if leaf.flags.any_case:
            if not character.isascii():
                raise self._refuse(repr(character), leaf.start, any_case=True)
            self._literal += character
            if _LIGATURES.search(self._literal[-3:]):
                raise self._refuse(say("part_ligature"), leaf.start, any_case=True)
            if character in "iI":  # ours would take İ for it
                return "(?-i:[iI])"
        return "\\" + character if character in "{}]" else character
