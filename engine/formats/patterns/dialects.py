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

import re
from typing import Literal

from engine.errors import PatternError
from engine.splitting import PatternStage, pattern_stages, read_expression
from engine.splitting import expression_tree as tree

Dialect = Literal["oniguruma", "fancy-regex"]

_NAMES = {"oniguruma": "Oniguruma (tokenizers)", "fancy-regex": "fancy-regex (tiktoken)"}
_GROUPS = frozenset({"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>"})
_WHOLE_FLAGS = re.compile(r"\(\?[imsxu]+\)")
_GROUP_FLAGS = re.compile(r"\(\?([imsxu]*)-?([imsxu]*):")
_COMBINED_SETS = "(?V1)"
_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"
"""What `regex` and fancy-regex mean by \\w; Oniguruma's own has six characters more, two less."""
_NO_LINE_END_LEFT = frozenset({r"\s++", r"\s*+"})
"""After a possessive run of white space no line end can be left before the end of the text."""

_SAME_ESCAPES = frozenset("dDsSwWnrtfva")
_CODE_POINT = re.compile(r"\\[xuU]([0-9a-fA-F]+)")
_CATEGORY_KEYS = frozenset({"gc", "generalcategory", "sc", "script"})
_POSIX_PROPERTIES = {
    "alpha": "Alphabetic",
    "lower": "Lowercase",
    "upper": "Uppercase",
    "space": "White_Space",
}
"""What these names mean in `regex`; in other engines some of them are ASCII."""
_JOINED = {
    "||": "{left}[{right}]",
    "~~": "[{left}[{right}]]&&[^{left}&&[{right}]]",
    "&&": "{left}&&[{right}]",
    "--": "{left}&&[^{right}]",
}
"""Operations on sets, from the one that binds least, and what they come to with two of them."""


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
        return [_Printer(stage, dialect).run() for stage in pattern_stages(pattern)]
    except RecursionError:
        raise too_deep(pattern) from None


def too_deep(pattern: str) -> PatternError:
    """The error for a pattern of more groups within groups than can be followed."""
    return PatternError("The split pattern is too deeply nested.", pattern=pattern)


class _Printer:
    """Prints the tree of one expression."""

    def __init__(self, stage: PatternStage, dialect: Dialect) -> None:
        self._stage = stage
        self._is_oniguruma = dialect == "oniguruma"
        self._dialect = dialect

    def run(self) -> str:
        """The expression as the other engine reads it. Raises PatternError."""
        expression = read_expression(self._stage.expression)
        if expression.faults:
            raise self._refuse(expression.faults[0].reason, expression.faults[0].position)
        parts = expression.parts
        if parts and isinstance(parts[0], tree.Leaf) and parts[0].text == _COMBINED_SETS:
            parts = parts[1:]
        is_any_case = False
        while parts and isinstance(first := parts[0], tree.Leaf):
            if not _WHOLE_FLAGS.fullmatch(first.text):
                break
            is_any_case = is_any_case or "i" in first.value
            parts = parts[1:]
        body = self._sequence(parts)
        return f"(?i:{body})" if is_any_case else body

    def _sequence(self, parts: tuple[tree.Part, ...]) -> str:
        written: list[str] = []
        for part in parts:
            if text := self._part(part, written[-1] if written else ""):
                written.append(text)
        return "".join(written)

    def _part(self, part: tree.Part, before: str) -> str:
        """A part as it is written behind `before`."""
        if isinstance(part, tree.Leaf):
            return self._leaf(part, before)
        if isinstance(part, tree.Set):
            return self._set(part)
        if isinstance(part, tree.Repeat):
            return self._repeat(part)
        assert isinstance(part, tree.Group)
        return f"({self._opening(part.opening)}{self._sequence(part.inside)})"

    def _repeat(self, part: tree.Repeat) -> str:
        atom = self._part(part.body, "") + self._sequence(part.parts[1:-1])
        count = part.count.value
        sign, brace, manner = count.rpartition("}")
        if self._is_oniguruma and brace:
            if manner == "+":
                return f"(?>{atom}{sign}{brace})"
            if manner == "?" and "," not in sign:
                return atom + sign + brace
        return atom + count

    def _opening(self, opening: tree.Leaf) -> str:
        """What follows the parenthesis in the other engine."""
        if opening.captures:
            return ""
        if opening.text in _GROUPS:
            return opening.text[1:]
        found = _GROUP_FLAGS.fullmatch(opening.text)
        if found is None:
            raise self._refuse(f"the group {opening.text!r}", opening.start)
        return "?i:" if "i" in found[1] else "?-i:" if "i" in found[2] else "?:"

    # ---- characters, classes and anchors ---------------------------------------------------------

    def _leaf(self, leaf: tree.Leaf, before: str) -> str:
        if leaf.kind in {"comment", "blank"}:
            return ""
        if leaf.kind in {"flags", "group"} or leaf.text.startswith("(?"):
            raise self._refuse(f"the group {leaf.text!r}", leaf.start)
        if leaf.kind == "reference":
            raise self._refuse(f"the reference {leaf.text}", leaf.start)
        if leaf.text in {".", "^", "$"}:
            return self._special(leaf, before)
        if leaf.kind == "anchor":
            return self._border(leaf)
        if leaf.kind in {"escape", "class"}:
            text = self._escape(leaf)
            return f"[{text}]" if text == _WORD else text
        return "\\" + leaf.text if leaf.text in {"{", "}", "]"} else leaf.text

    def _special(self, leaf: tree.Leaf, before: str) -> str:
        if leaf.text == ".":
            return r"[\s\S]" if leaf.flags.dot_all else "."
        if leaf.flags.lines:
            return r"(?<![^\n])" if leaf.text == "^" else r"(?![^\n])"
        if leaf.text == "^":
            return r"\A" if self._is_oniguruma else "^"
        if before in _NO_LINE_END_LEFT:
            return r"\z" if self._is_oniguruma else "$"
        return r"(?=\n?\z)"

    def _border(self, leaf: tree.Leaf) -> str:
        if leaf.value == "Z":
            return r"\z"
        if leaf.value not in {"A", "b", "B"}:
            raise self._refuse(f"the escape {leaf.text}", leaf.start)
        if not self._is_oniguruma or leaf.value == "A":
            return leaf.text
        word = f"[{_WORD}]"
        if leaf.value == "b":
            return f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
        return f"(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"

    def _escape(self, leaf: tree.Leaf) -> str:
        """An escape, in a set or outside; `\\w` for Oniguruma is the content of its set."""
        if leaf.text[:2] in {r"\p", r"\P"} and leaf.kind == "class":
            return self._property(leaf)
        if found := _CODE_POINT.fullmatch(leaf.text):
            return f"\\x{{{found[1].lstrip('0') or '0'}}}"
        if self._is_oniguruma and leaf.text in {r"\w", r"\W"}:
            return _WORD if leaf.is_positive else f"[^{_WORD}]"
        name = leaf.text[1:]
        if name in _SAME_ESCAPES or not (leaf.text[1].isalnum() or leaf.kind == "class"):
            return leaf.text
        if leaf.kind == "escape":
            return f"\\x{{{ord(leaf.value):X}}}"
        raise self._refuse(f"the escape {leaf.text}", leaf.start)

    def _property(self, leaf: tree.Leaf) -> str:
        """\\p{...} by the names that all engines know: categories, scripts, binary properties."""
        name = leaf.value
        key, equals, value = name.partition("=")
        if equals:
            if re.sub(r"[\s_-]", "", key).lower() not in _CATEGORY_KEYS:
                raise self._refuse(f"the property {name!r}", leaf.start)
            name = value
        return f"\\{'p' if leaf.is_positive else 'P'}{{{name}}}"

    # ---- sets ------------------------------------------------------------------------------------

    def _set(self, part: tree.Set) -> str:
        """`[...]`: characters that combine sets in other engines are escaped."""
        return f"{part.opening.text}{self._operands(part.inside, 0)}]"

    def _operands(self, parts: tuple[tree.Part, ...], level: int) -> str:
        """What tree.OPERATORS[level:] join, without brackets."""
        if level == len(tree.OPERATORS):
            first = parts[0]
            if tree.flags_of(first).is_v1 and self._text_at(first.start, 2) in tree.OPERATORS:
                raise self._refuse("an operation on sets without a set", first.start)
            return "".join(map(self._member, parts))
        sign = tree.OPERATORS[level]
        left, *rest = tree.set_operands(parts, sign)
        written = self._operands(left, level + 1)
        for each in rest:
            right = self._operands(each, level + 1)
            written = _JOINED[sign].format(left=f"[{written}]", right=right)
        return written

    def _text_at(self, start: int, length: int) -> str:
        return self._stage.expression[start : start + length]

    def _member(self, part: tree.Part) -> str:
        if isinstance(part, tree.Set):
            return self._set(part)
        if isinstance(part, tree.Range):
            return f"{self._member(part.low)}-{self._member(part.high)}"
        assert isinstance(part, tree.Leaf)
        if part.text.startswith("[:"):
            return self._posix(part)
        if part.text.startswith("\\"):
            return self._escape(part)
        return "\\" + part.text if part.text in {"[", "]", "&", "~", "-"} else part.text

    def _posix(self, leaf: tree.Leaf) -> str:
        name = _POSIX_PROPERTIES.get(leaf.value.lower())
        if name is None:
            raise self._refuse(f"the set {leaf.text}", leaf.start)
        return f"\\{'p' if leaf.is_positive else 'P'}{{{name}}}"

    def _refuse(self, what: str, position: int) -> PatternError:
        return PatternError(
            f"The split pattern holds {what} at position {self._stage.position + position}, which "
            f"cannot be written for {_NAMES[self._dialect]} with the same meaning.",
            pattern=self._stage.whole,
            position=self._stage.position + position,
        )
