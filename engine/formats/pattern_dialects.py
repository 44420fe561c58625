"""Split patterns in the files of other regex engines: the same boundaries, written and read.

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

tokenizers reads any pattern. Faster loaders know those of published tokenizer.json files by their
text and refuse others. So a preset with a published form is exported in it, and a file that has it
is read as the preset. tests/engine/formats/test_published_forms.py compares the cuts of both.

A pattern of tiktoken or minbpe is taken only where writing it for their engine gives it back. They
drop text that no match covers, which this program keeps; so the matches must be known to cover
every text. Patterns of tokenizer.json are read by oniguruma.py.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Literal

from engine.errors import ExportError, PatternError
from engine.formats.findings import as_reason
from engine.machine import refusal
from engine.sentences import say
from engine.splitting import (
    THEN,
    PatternStage,
    PatternToken,
    Splitter,
    pattern_stages,
    pattern_tokens,
    preset_pattern,
    presets,
    read_expression,
    refuse_too_long,
)
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
"""Operations on two sets, the loosest binding first, and how other engines write them."""
_PROBES = ("", "Don't x1234567,89  \t\r\n\n (a-b)_é漢字 한 ไทย\N{COMBINING ACUTE ACCENT}🙂.. ")
_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
_CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
_DEEPSEEK_WORDS = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
    "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
"""The published files contain these line ends as characters, not as escapes."""
_BARE_WORD = re.compile(r"[\w.-]+")
_FANCY_CODE_POINT = re.compile(r"\\x\{([0-9a-fA-F]{1,8})\}")
_LONE_OPERATOR = re.compile(r"(?<![&~\-\\])\\([&~-])(?!\\?[&~-])")
"""Doubled they combine sets in fancy-regex; one of them means itself."""
_PLAIN_BRACES = frozenset({r"\{", r"\}", r"\]"})


def rewrite_pattern(pattern: str, dialect: Dialect) -> str:
    """`pattern` in `dialect`. Raises PatternError where that engine has no equivalent."""
    stages = rewrite_stages(pattern, dialect)
    if len(stages) > 1:
        raise PatternError(
            say("split_sequence", n=len(stages), engine=_NAMES[dialect]),
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
    return PatternError(say("pattern_too_deep"), pattern=pattern)


class TreePrinter(ABC):
    """Prints the tree of an expression for an engine that reads some of its parts differently."""

    def _sequence(self, parts: tuple[tree.Part, ...]) -> str:
        written: list[str] = []
        for part in parts:
            if text := self._part(part, written[-1] if written else ""):
                written.append(text)
        return "".join(written)

    def _part(self, part: tree.Part, before: str) -> str:
        """The text of a part that follows the text `before`."""
        if isinstance(part, tree.Leaf):
            return self._leaf(part, before)
        if isinstance(part, tree.Set):
            return self._set(part)
        if isinstance(part, tree.Repeat):
            return self._repeat(part)
        assert isinstance(part, tree.Group)
        return self._group(part)

    @abstractmethod
    def _leaf(self, leaf: tree.Leaf, before: str) -> str: ...

    @abstractmethod
    def _set(self, part: tree.Set) -> str: ...

    @abstractmethod
    def _repeat(self, part: tree.Repeat) -> str: ...

    @abstractmethod
    def _group(self, part: tree.Group) -> str: ...


class _Printer(TreePrinter):
    """Prints the tree of one expression of ours."""

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

    def _group(self, part: tree.Group) -> str:
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
        """The text after the parenthesis in the other engine."""
        if opening.captures:
            return ""
        if opening.text in _GROUPS:
            return opening.text[1:]
        found = _GROUP_FLAGS.fullmatch(opening.text)
        if found is None:
            raise self._refuse(say("part_group", text=repr(opening.text)), opening.start)
        return "?i:" if "i" in found[1] else "?-i:" if "i" in found[2] else "?:"

    # ---- characters, classes and anchors ---------------------------------------------------------

    def _leaf(self, leaf: tree.Leaf, before: str) -> str:
        if leaf.kind in {"comment", "blank"}:
            return ""
        if leaf.kind in {"flags", "group"} or leaf.text.startswith("(?"):
            raise self._refuse(say("part_group", text=repr(leaf.text)), leaf.start)
        if leaf.kind == "reference":
            raise self._refuse(say("part_reference", text=leaf.text), leaf.start)
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
            raise self._refuse(say("part_escape", text=leaf.text), leaf.start)
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
        raise self._refuse(say("part_escape", text=leaf.text), leaf.start)

    def _property(self, leaf: tree.Leaf) -> str:
        """\\p{...} by the names that all engines know: categories, scripts, binary properties."""
        name = leaf.value
        key, equals, value = name.partition("=")
        if equals:
            if re.sub(r"[\s_-]", "", key).lower() not in _CATEGORY_KEYS:
                raise self._refuse(say("part_property", text=repr(name)), leaf.start)
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
                raise self._refuse(say("part_set_operation"), first.start)
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
            raise self._refuse(say("part_set", text=leaf.text), leaf.start)
        return f"\\{'p' if leaf.is_positive else 'P'}{{{name}}}"

    def _refuse(self, part: str, position: int) -> PatternError:
        position += self._stage.position
        engine = _NAMES[self._dialect]
        return PatternError(
            say("pattern_without_equivalent", part=part, position=position, engine=engine),
            pattern=self._stage.whole,
            position=position,
        )


def has_empty_matches(pattern: str) -> bool:
    """Whether `pattern` matches without a character somewhere in a short text of every kind.

    Raises PatternError for one that does not come to an end with such a text.
    """
    from engine.splitting import compile_stage, spans_of  # they need regex

    expressions = [compile_stage(stage) for stage in pattern_stages(pattern)]
    return any(
        start == end
        for expression in expressions
        for text in _PROBES
        for start, end in spans_of(expression, text, pattern)
    )


def refuse_empty_matches(pattern: str, library: str, consequence: str) -> None:
    """Raise ExportError for a pattern with empty matches; `consequence` says what they do there."""
    if has_empty_matches(pattern):
        raise ExportError(
            say(
                "pattern_empty_matches",
                pattern=repr(pattern),
                library=library,
                consequence=consequence,
            )
        )


def byte_level(*, use_regex: bool) -> dict[str, Any]:
    """The step that writes bytes as characters; `use_regex`: after GPT-2's splits."""
    return {**_BYTE_LEVEL, "use_regex": use_regex}


def split(expression: str) -> dict[str, Any]:
    """A step that cuts at the matches of an expression, and keeps them and the gaps."""
    pattern = {"Regex": expression}
    return {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}


PUBLISHED_FORMS: dict[str, list[dict[str, Any]]] = {
    "gpt2": [byte_level(use_regex=True)],
    "cl100k": [split(_CL100K), byte_level(use_regex=False)],
    "deepseek-v3": [
        split(r"\p{N}{1,3}"),
        split("[一-龥\u3040-ゟ゠-ヿ]+"),
        split(_DEEPSEEK_WORDS),
        byte_level(use_regex=False),
    ],
    "starcoder": [{"type": "Digits", "individual_digits": True}, byte_level(use_regex=True)],
}
"""By preset: the pre-tokenizer of the published tokenizer.json files, as the steps of a Sequence.

It is written for a tokenizer with the preset, and a file that has it is read as the preset.
"""


def published_steps(pattern: str) -> list[dict[str, Any]] | None:
    """The pre-tokenizer of the published files with this split pattern, None without one."""
    for name, steps in PUBLISHED_FORMS.items():
        if presets()[name].pattern == pattern:
            return steps
    return None


def published_pattern(steps: list[dict[str, Any]]) -> str | None:
    """The preset whose published form `steps` are, as its pattern; None for others."""
    for name, known in PUBLISHED_FORMS.items():
        if list(map(_cutting, steps)) == list(map(_cutting, known)):
            return preset_pattern(name)
    return None


def _cutting(step: dict[str, Any]) -> dict[str, Any]:
    """What of a step moves cuts; trim_offsets does not, and use_regex is true without a word."""
    kept = {key: value for key, value in step.items() if key != "trim_offsets"}
    return {"use_regex": True, **kept} if step.get("type") == "ByteLevel" else kept


def tiktoken_pattern(path: Path, written: str) -> str:
    """As `read_tiktoken_pattern`, of a file. Raises TokenizerFileError."""
    try:
        return read_tiktoken_pattern(written)
    except PatternError as error:
        raise refusal(path, as_reason(error, is_lower=False)) from None


def read_tiktoken_pattern(written: str) -> str:
    """A split pattern for tiktoken, whose engine is fancy-regex, as it is written here.

    Raises PatternError, with the reason, for one that would cut text elsewhere.
    """
    _refuse_unreadable(written)
    kept, gaps_kept = _without_gap_alternative(written)
    pattern = "".join(_read(kept, token) for token in pattern_tokens(kept))
    try:
        is_same = _canonical(rewrite_pattern(pattern, "fancy-regex")) == _canonical(kept)
    except PatternError as error:
        raise _refusal(written, as_reason(error, is_lower=False)) from None
    if not is_same:
        raise _refusal(written, say("tiktoken_reads_otherwise"))
    return _checked(written, pattern, "tiktoken", gaps_kept=gaps_kept)


def minbpe_pattern(path: Path, written: str) -> str:
    """The split pattern of a minbpe file, which its `regex` module reads as this program does.

    Raises TokenizerFileError, with the reason, for one that would cut text elsewhere.
    """
    try:
        return _read_minbpe_pattern(written)
    except PatternError as error:
        raise refusal(path, as_reason(error, is_lower=False)) from None


def _read_minbpe_pattern(written: str) -> str:
    from engine.splitting import ExpressionError, stable_regex  # they need regex

    _refuse_unreadable(written)
    try:
        n_groups = stable_regex(written).n_groups
    except ExpressionError as error:
        raise _refusal(written, say("minbpe_no_compile", reason=error.sentence())) from None
    if n_groups:
        raise _refusal(written, say("minbpe_groups"))
    kept, gaps_kept = _without_gap_alternative(written)
    return _checked(written, kept, "minbpe", gaps_kept=gaps_kept)


def _refuse_unreadable(written: str) -> None:
    """Raise PatternError for what is too long to be read, and for a sequence."""
    refuse_too_long(written)
    if THEN in written:
        raise _refusal(written, say("split_joiner", sign=THEN))


def _checked(written: str, pattern: str, library: str, *, gaps_kept: bool) -> str:
    """The pattern as an expression that is no preset's name, if no text is lost with it."""
    if pattern in presets() or _BARE_WORD.fullmatch(pattern):
        pattern = f"(?:{pattern})"
    splitter = Splitter(pattern)
    if gaps_kept or splitter.leaves_nothing:
        return pattern
    raise _refusal(written, say("pattern_leaves_text", library=library))


def _without_gap_alternative(written: str) -> tuple[str, bool]:
    """The pattern inside `(?:P)|(?:(?!P)[\\s\\S])+`, as our export writes it, and whether it is so.

    The second alternative takes what P leaves over in one piece, as is done here anyway.
    """
    if not (written.startswith("(?:") and written.endswith(r")[\s\S])+")):
        return written, False
    length = (len(written) - len(r"(?:)|(?:(?!)[\s\S])+")) // 2
    inner = written[3 : 3 + length]
    if written == rf"(?:{inner})|(?:(?!{inner})[\s\S])+":
        return inner, True
    return written, False


def _read(pattern: str, token: PatternToken) -> str:
    """A token of fancy-regex as it is written here."""
    text = pattern[token.start : token.end]
    if token.kind == "anchor" and text == "$":
        # Behind these no line end can be left, so that both engines mean the same end.
        before = pattern[: token.start]
        return text if before.endswith((r"\s++", r"\s*+")) else r"\Z"
    if text == r"\z":
        return r"\Z"
    return _FANCY_CODE_POINT.sub(lambda found: _escape(int(found[1], 16)), text)


def _escape(point: int) -> str:
    if point <= 0xFF:
        return rf"\x{point:02x}"
    return rf"\u{point:04x}" if point <= 0xFFFF else rf"\U{point:08x}"


def _canonical(pattern: str) -> str:
    """A pattern with one spelling of ends of the text, braces, code points, lone & ~ and -."""
    spelled = "".join(_spelled(pattern[t.start : t.end], t) for t in pattern_tokens(pattern))
    return _LONE_OPERATOR.sub(r"\1", spelled)


def _spelled(text: str, token: PatternToken) -> str:
    if token.kind == "anchor" and text == "$":
        return r"\z"
    if text in _PLAIN_BRACES:
        return text[1:]
    return _FANCY_CODE_POINT.sub(lambda found: rf"\x{{{int(found[1], 16):X}}}", text)


def _refusal(written: str, reason: str) -> PatternError:
    shown = written if len(written) <= 60 else written[:57] + "..."
    return PatternError(
        say("pattern_not_usable", pattern=repr(shown), reason=reason), pattern=written
    )
