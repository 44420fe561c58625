"""The one reader of regular expressions: the whole language of the `regex` module, as a tree.

It reads as that module does and never refuses: what is wrong is a fault of the tree, with its
place, and reading goes on behind it, so that an editor can colour what is still being typed.
Brackets are kept on a stack of its own: no nesting is too deep for it. `pattern_tokens` and
`top_level_alternatives` are for that editor, `as_lines` writes each alternative on a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.sentences import say
from engine.splitting.expression_tree import (
    REGEX,
    THEN,
    Expression,
    Fault,
    Faulty,
    Grammar,
    Group,
    Kind,
    Leaf,
    Repeat,
    bounds_of,
    leaves,
    nodes,
)
from engine.splitting.set_reader import DIGITS, OCTAL_DIGITS, SetReader

_NUMBERS = DIGITS - {"0"}
_ANCHORS = frozenset("AZGKbBmM")
_VERBS = frozenset({"FAIL", "F", "PRUNE", "SKIP"})
_APPROXIMATE = re.compile(r"[deis]|\d+<=?[deis]|\d*[dis][^}]*<")
_REFERENCE = re.compile(r"<([^)>]+)>")
_CONDITION = re.compile(r"\(\?<?[=!]")
_FIELDS = {"i": "any_case", "f": "full_case", "m": "lines", "s": "dot_all", "x": "verbose"}
_WHOLE = frozenset({"V0", "V1", "a", "b", "e", "p", "r"})
_IGNORED = "u"
"""Unicode, as every string has it."""

_MARK = re.compile(rf"\||{re.escape(THEN)}")
_BROKEN = re.compile(rf"\n(?=\||{re.escape(THEN)})")


@lru_cache(maxsize=16)
def read_expression(text: str, grammar: Grammar = REGEX) -> Expression:
    """The tree of one expression; `(?#then)` is a comment.

    Of another grammar it has the faults that the `regex` module would find in it.
    """
    return _read(text, 0, grammar, splits=False)[0]


@lru_cache(maxsize=16)
def read_pattern(pattern: str) -> tuple[Expression, ...]:
    """The trees of a sequence of splits, with `(?#then)` as last leaf of all but the last tree."""
    if THEN not in pattern:
        return (read_expression(pattern),)
    found: list[Expression] = []
    at = 0
    while not found or _ends_in_then(found[-1]):
        expression, at = _read(pattern, at, REGEX, splits=True)
        found.append(expression)
    return tuple(found)


def _ends_in_then(expression: Expression) -> bool:
    last = expression.parts[-1] if expression.parts else None
    return isinstance(last, Leaf) and last.kind == "then"


class _Restart(Exception):  # noqa: N818  as the module does: flags for all count from the start
    def __init__(self, whole: frozenset[str]) -> None:
        super().__init__()
        self.whole = whole


def _read(text: str, start: int, grammar: Grammar, *, splits: bool) -> tuple[Expression, int]:
    """One expression, and where it ends."""
    whole: frozenset[str] = frozenset()
    while True:
        reader = _Reader(text, start, whole, splits, grammar)
        try:
            return reader.run(), reader.at
        except _Restart as restart:
            whole = restart.whole


class _Reader(SetReader):
    """One pass over an expression."""

    def run(self) -> Expression:
        """Read up to the end of the text or, where it splits, behind `(?#then)`."""
        while self.at < len(self.text):
            if self._now.is_set:
                self._member()
            elif self.splits and not self._open and self.text.startswith(THEN, self.at):
                self._source.at += len(THEN)
                self._add(self.at - len(THEN), "then")
                break
            else:
                self._item()
        while self._open:
            what = say("set_open") if self._now.is_set else say("parenthesis_open")
            self._fault(what, self.at)
            self._close()
        return Expression(tuple(self._now.parts), self.whole, tuple(self._faults), self._now.size)

    def _item(self) -> None:
        """One item of a sequence, a bar, or a bracket."""
        start = self.at
        if blank := self._source.blank():
            self._add(start, "comment" if blank.startswith("#") else "blank")
            return
        character = self.text[start]
        if character == ")" and self._open:
            self._close()
            return
        self._source.at += 1
        if character == "(":
            self._guarded(self._parenthesis, start)
        elif character == "\\":
            self._guarded(self._escape, start)
        elif character == "[":
            self._begin_set(start)
        elif character == "|":
            self._add(start, "bar")
        elif character in "?*+" or (character == "{" and self._is_repeat(start)):
            self._repeat(character, start)
        elif character in "^$":
            self._add(start, "anchor", character)
        elif character == ".":
            self._add(start, "class", ".")
        else:
            self._other(character, start)

    def _other(self, character: str, start: int) -> None:
        if character == ")":
            self._fault(say("unbalanced"), start)
            self._add(start, "group")
            return
        if character == "{" and _APPROXIMATE.match(self.text, self.at):
            self._fault(say("approximate"), start, say("write_variants"), refused=True)
        self._add(start, "literal", character)

    def _is_repeat(self, start: int) -> bool:
        """Whether the brace at `start` begins a repeat; nothing is stepped over."""
        is_repeat = self._bounds() is not None
        self._source.at = start + 1
        return is_repeat

    def _bounds(self) -> str | None:
        least = self._source.take_while(DIGITS)
        if self._source.match(","):
            most = self._source.take_while(DIGITS)
            if not (least or most or self.grammar.has_empty_bounds):
                return None
            bounds = f"{{{least or 0},{most}}}"
        elif least:
            bounds = f"{{{least}}}"
        else:
            return None
        return bounds if self._source.match("}") else None

    def _repeat(self, character: str, start: int) -> None:
        """Make the last part one that is repeated."""
        sign = (self._bounds() or "") if character == "{" else character
        suffix = self._source.peek()
        if suffix and suffix in "?+":
            sign += self._source.get()
        count = self._leaf(start, "quantifier", sign)
        now = self._now
        if now.last is None:
            self._fault(say("repeat_of_nothing"), start)
            self._put(count)
            return
        body, *between = now.parts[now.last :]
        size = body.size if isinstance(body, Group | Repeat) else 1
        least, most = bounds_of(count)
        written = size * max(1, least, most or 1)
        now.size += written - size
        now.parts[now.last :] = [Repeat((body, *between, count), written)]
        now.last = now.last if self.grammar.repeats_again else None

    def _escape(self, start: int) -> None:
        """An escape outside of a set, whose backslash was read."""
        source = self._source
        letter = self.text[self.at : self.at + 1]
        if letter in _ANCHORS:
            source.at += 1
            self._add(start, "anchor", letter)
        elif letter == "R" or (letter == "X" and not self._flags.is_ascii):
            source.at += 1
            self._add(start, "class", letter)
        elif letter == "g" and (found := _REFERENCE.match(self.text, self.at + 1)):
            source.at = found.end()
            self._reference(start, found[1])
        elif letter in _NUMBERS:
            self._numbered(start)
        else:
            self._put(self._plain_escape(start, in_set=False))

    def _numbered(self, start: int) -> None:
        """A reference of one or two digits, or a character of three octal ones."""
        source = self._source
        digits = source.get_any()
        if source.peek() in DIGITS:
            digits += source.get()
            third = source.peek()
            if third and all(each in OCTAL_DIGITS for each in digits + third):
                source.get()
                self._add(start, "escape", chr(int(digits + third, 8) & 0x1FF))
                return
        self._reference(start, digits)

    def _reference(self, start: int, name: str) -> None:
        self._add(start, "reference", f"(?P={name})")

    # ---- groups ----------------------------------------------------------------------------------

    def _parenthesis(self, start: int) -> None:
        """A group, flags, a comment or a reference, whose parenthesis was read."""
        source = self._source
        if self.text.startswith("*", self.at) and self.text[self.at + 1 : self.at + 2].isalpha():
            self._verb(start)
            return
        if not self.text.startswith("?", self.at):
            self._enter(start, "group", "(")
            return
        source.at += 1
        sign = source.get_any()
        if sign == "<":
            self._named_or_behind(start)
        elif sign and sign in "=!":
            self._enter(start, "look", f"(?{sign}")
        elif sign and sign in ">|":
            self._enter(start, "group", f"(?{sign}")
        elif sign == "P":
            self._extension(start)
        elif sign == "#":
            self._comment(start)
        elif sign == "(":
            self._conditional(start)
        elif sign == "R" or (sign and sign in DIGITS):
            number = "R" if sign == "R" else sign + source.take_while(DIGITS)
            source.expect(")")
            self._add(start, "reference", f"(?{number})")
        elif sign == "&":
            self._add(start, "reference", f"(?&{self._name()})")
        else:
            source.at -= len(sign)
            self._flagged(start)

    def _named_or_behind(self, start: int) -> None:
        source = self._source
        if (sign := source.peek()) and sign in "=!":
            self._enter(start, "look", f"(?<{source.get()}")
            return
        name = source.take_until(")>")
        source.expect(">")
        self._enter(start, "group", f"(?P<{name}>")

    def _extension(self, start: int) -> None:
        sign = self._source.get()
        if sign == "<":
            self._named_or_behind(start)
        elif sign == "=":
            self._reference(start, self._name())
        elif sign and sign in ">&":
            self._add(start, "reference", f"(?&{self._name()})")
        else:
            raise Faulty(Fault(say("part_group", text=f"(?P{sign}"), start))

    def _name(self) -> str:
        """A name up to the closing parenthesis, which is stepped over."""
        name = self._source.take_until(")>")
        self._source.expect(")")
        return name

    def _comment(self, start: int) -> None:
        while (character := self._source.get_any()) != ")":
            if not character:
                self._fault(say("comment_open"), start)
                break
            if character == "\\":
                self._source.get_any()
        self._add(start, "comment")

    def _conditional(self, start: int) -> None:
        """`(?(name)yes|no)`, or with a lookaround in place of the name, which is read next."""
        if _CONDITION.match(self.text, self.at - 1):
            self._source.at -= 1
            self._enter(start, "group", "(?")
        else:
            self._enter(start, "group", f"(?({self._name()})")

    def _verb(self, start: int) -> None:
        self._source.at += 1
        word = self._source.take_until(")>")
        self._source.expect(")")
        if word not in _VERBS:
            self._fault(say("the_verb", word=word), start)
        self._add(start, "group", f"(*{word})")

    def _flagged(self, start: int) -> None:
        """`(?i)`, which applies up to the end of the group around it, or `(?i:...)`."""
        source = self._source
        on = self._flag_names()
        off = self._flag_names() if source.match("-") else []
        is_group = source.match(":")
        if not is_group:
            source.expect(")")
        if set(on) & set(off) or set(off) & _WHOLE:
            raise Faulty(Fault(say("flags_on_off"), start))
        self._refuse_flags(on, start, is_inside=start > self.start or is_group)
        if not _WHOLE.isdisjoint(on) and not self.whole.issuperset(_WHOLE & set(on)):
            raise _Restart(self.whole | (_WHOLE & set(on)))
        changes = {_FIELDS[name]: True for name in on if name in _FIELDS}
        changes |= {_FIELDS[name]: False for name in off if name in _FIELDS}
        inner = replace(self._flags, **changes)
        if is_group:
            self._enter(start, "group", "(?:", inner)
        else:
            self._add(start, "flags", "".join([*on, *(["-", *off] if off else [])]))
            self._set_flags(inner)

    def _flag_names(self) -> list[str]:
        names: list[str] = []
        while True:
            at = self.at
            name = self._source.get()
            if name == "V":
                name += self._source.get()
            if name not in {*_FIELDS, *_WHOLE, _IGNORED, "w", "L"}:
                self._source.at = at
                return names
            names.append(name)

    def _refuse_flags(self, on: list[str], start: int, *, is_inside: bool) -> None:
        """A fault for flags about which releases of `regex` do not agree."""
        for name in on:
            if name in {"w", "L"}:
                self._fault(say("the_flag", name=name), start, say("leave_out"), refused=True)
            if name == "a" and is_inside:
                advice = say("write_at_start")
                self._fault(say("flag_a_inside"), start, advice, refused=True)
        if "a" in self.whole | set(on) and _IGNORED in on:
            reason = say("flags_exclude", first="a", second="u")
            self._fault(reason, start, refused=True)


@dataclass(frozen=True, slots=True)
class PatternToken:
    """pattern[start:end] is of one kind; `depth` groups are open around it.

    An opening bracket and its closing one have the same depth, that of what is outside.
    """

    start: int
    end: int
    kind: Kind
    depth: int


@dataclass(frozen=True, slots=True)
class PatternAlternative:
    """One top-level alternative, pattern[start:end], of the split number `stage` (from 0)."""

    start: int
    end: int
    stage: int
    text: str


@lru_cache(maxsize=16)
def pattern_tokens(pattern: str) -> tuple[PatternToken, ...]:
    """Tokens that tile `pattern`, in order; neighbouring literals are one."""
    tokens: list[PatternToken] = []
    for expression in read_pattern(pattern):
        for leaf, depth in leaves(expression.parts):
            kind: Kind = "literal" if leaf.kind in {"blank", "operator"} else leaf.kind
            last = tokens[-1] if tokens else None
            if kind == "literal" and last is not None and (last.kind, last.depth) == (kind, depth):
                tokens[-1] = PatternToken(last.start, leaf.end, kind, depth)
            else:
                tokens.append(PatternToken(leaf.start, leaf.end, kind, depth))
    return tuple(tokens)


def brackets(pattern: str) -> dict[int, int]:
    """Where each bracket that is closed has its other half, both ways: ( ) and [ ]."""
    pairs: dict[int, int] = {}
    for expression in read_pattern(pattern):
        for part, _ in nodes(expression.parts):
            is_whole = isinstance(part, Leaf) and part.text[:1] == "(" and part.text[-1] == ")"
            is_opening = isinstance(part, Leaf) and part.value.startswith("(?(")
            is_closed = isinstance(part, Group) and part.closing.text != ""
            if (is_whole and not is_opening) or is_closed:
                pairs[part.start], pairs[part.end - 1] = part.end - 1, part.start
    return pairs


def top_level_alternatives(pattern: str) -> tuple[PatternAlternative, ...]:
    """The alternatives that are not inside a group, of all splits of a sequence, in order.

    Example: `'s| ?\\w+` -> `'s` at 0 to 2 and ` ?\\w+` at 3 to 7.
    """
    found: list[PatternAlternative] = []
    start = stage = 0
    for token in pattern_tokens(pattern):
        if token.depth == 0 and token.kind in {"bar", "then"}:
            found.append(
                PatternAlternative(start, token.start, stage, pattern[start : token.start])
            )
            start = token.end
            stage += token.kind == "then"
    found.append(PatternAlternative(start, len(pattern), stage, pattern[start:]))
    return tuple(found)


# ---- a split pattern on several lines, one top-level alternative on each -------------------------
#
# A line break comes before each top-level `|` and `(?#then)`. The way back takes one line break
# away before every `|` and every `(?#then)`, wherever they are; so where the pattern itself has a
# line end before one of these, the lines get a second one. Nothing else is added or removed:
# blanks and # are those of the pattern.


def as_lines(pattern: str) -> str:
    """`pattern` with its line breaks. Example: `a|(b|c)` -> `a` and `|(b|c)`.

    `from_lines(as_lines(pattern)) == pattern` for every pattern, also one that is not finished.
    """
    breaks = _breaks(pattern)
    parts = [pattern[a:b] for a, b in zip([0, *breaks], [*breaks, len(pattern)], strict=True)]
    return "\n".join(parts)


def from_lines(lines: str) -> str:
    """The pattern on these lines."""
    return _BROKEN.sub("", lines)


def place_on_lines(pattern: str, position: int) -> int:
    """The place of the character pattern[position] in `as_lines(pattern)`."""
    return position + sum(at <= position for at in _breaks(pattern))


def place_in_pattern(lines: str, position: int) -> int:
    """The place of the character lines[position] in `from_lines(lines)`."""
    return position - sum(found.start() < position for found in _BROKEN.finditer(lines))


def _breaks(pattern: str) -> list[int]:
    """Before which characters the lines have a line break that the pattern has not."""
    top = {
        token.start
        for token in pattern_tokens(pattern)
        if token.depth == 0 and token.kind in {"bar", "then"}
    }
    marks = (found.start() for found in _MARK.finditer(pattern))
    return [at for at in marks if at in top or pattern[at - 1 : at] == "\n"]
