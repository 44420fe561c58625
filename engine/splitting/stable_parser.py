"""Parser of the whole language of the `regex` module: an expression as pieces.

Everything that depends on a table of characters becomes a set of code points: literals, escapes,
properties, sets, word boundaries, `\\X`, what is alike in any case. The rest, such as groups,
repeats and references, is kept as it is written. Inline flags are used up here.

Raises Unsupported for what cannot be said without the tables of the module: the flags `w` and `L`,
references in any case, the flag `a` for a part of an expression; and for approximate matching,
about which releases of the module do not agree. Raises Unreadable for what is no expression.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from engine.splitting.stable_pieces import Characters, Piece, Reference, WordEdge, grapheme_cluster
from engine.splitting.stable_sets import (
    Leaf,
    SetNode,
    SetReader,
    character_leaf,
    folded_run,
    foldings,
    matched,
)
from engine.splitting.stable_source import (
    DIGITS,
    ExpressionFlags,
    ExpressionSource,
    Unreadable,
    Unsupported,
    read_flags,
)
from engine.text import EVERYTHING, CodePointSet, property_set

_PLAIN_ESCAPES = frozenset("AZGK")
_WORD_EDGES = frozenset("bBmM")
_VERBS = frozenset({"FAIL", "F", "PRUNE", "SKIP"})
_NOT_NEW_LINE = ~CodePointSet.of_text("\n")
_LINE_ENDS = CodePointSet.of_text("\n\v\f\r\x85\u2028\u2029")
_APPROXIMATE = re.compile(r"[deis]|\d+<=?[deis]|\d*[dis][^}]*<")
_REPEATS = {"?": "?", "*": "*", "+": "+"}


@dataclass(frozen=True, slots=True)
class ParsedExpression:
    """pieces: the expression in order; strings are as the `regex` module reads them.

    flags: those that hold for the whole, such as `(?V1)`, "" without.
    """

    pieces: tuple[Piece, ...]
    flags: str


class _Restart(Exception):  # noqa: N818  as the module does: flags for all count from the start
    def __init__(self, flags: frozenset[str]) -> None:
        super().__init__()
        self.flags = flags


def parse_expression(expression: str) -> ParsedExpression:
    """The pieces of an expression. Raises Unreadable."""
    whole: frozenset[str] = frozenset()
    while True:
        if {"V0", "V1"} <= whole:
            raise Unsupported("the flags V0 and V1, which exclude each other,", 0)
        try:
            pieces = _Parser(expression, whole).run()
        except _Restart as restart:
            whole = restart.flags
            continue
        return ParsedExpression(
            tuple(pieces), "".join(f"(?{f})" for f in sorted(whole - {"a", "b", "e"}))
        )


@dataclass
class _Sequence:
    """Pieces of a sequence that is being read.

    run: literal characters, not yet written, that may fold together. repeatable: where the last
    item begins among the pieces; None where there is none that can be repeated.
    """

    pieces: list[Piece] = field(default_factory=list)
    run: str = ""
    repeatable: int | None = None

    def add(self, pieces: list[Piece]) -> None:
        self.flush()
        self.repeatable = len(self.pieces)
        self.pieces += pieces

    def flush(self) -> None:
        """Write the run."""
        if self.run:
            run, self.run = self.run, ""
            self.repeatable = len(self.pieces)
            self.pieces += folded_run(run)


class _Parser:
    """Recursive descent; the flags in force are those of the innermost group."""

    def __init__(self, expression: str, whole: frozenset[str]) -> None:
        self._source = ExpressionSource(expression)
        self._sets = SetReader(self._source)
        self._whole = whole
        is_v1 = "V1" in whole
        self._flags = ExpressionFlags(full_case=is_v1, is_v1=is_v1, is_ascii="a" in whole)

    def run(self) -> list[Piece]:
        pieces = self._alternatives()
        if self._source.peek():
            raise Unreadable("an unbalanced parenthesis", self._source.at)
        return pieces

    def _alternatives(self) -> list[Piece]:
        pieces = self._sequence()
        while self._source.match("|"):
            pieces += ["|", *self._sequence()]
        return pieces

    def _sequence(self) -> list[Piece]:
        reading = _Sequence()
        while (character := self._source.peek()) not in {"", ")", "|"}:
            self._source.get()
            start = self._source.at
            if character == "(":
                if (found := self._parenthesis(start)) is not None:
                    reading.add(found)
            elif character in "?*+" or (character == "{" and self._is_repeat()):
                self._repeat(reading, character, start)
            else:
                self._item(reading, character, start)
        reading.flush()
        return reading.pieces

    def _item(self, reading: _Sequence, character: str, start: int) -> None:
        flags = self._flags
        if character == "\\":
            found = self._escape(start)
        elif character == "[":
            node = self._sets.bracketed(flags)
            is_plain = isinstance(node, Leaf) and node.kind == "character" and node.is_positive
            found = node if is_plain and isinstance(node, Leaf) else self._set_pieces(node)
        elif character == ".":
            found = [Characters(EVERYTHING if flags.dot_all else _NOT_NEW_LINE)]
        elif character in "^$":
            found = [f"(?m:{character})" if flags.lines else character]
        elif character == "{" and _APPROXIMATE.match(self._source.text, self._source.at):
            raise Unsupported("approximate matching", start - 1, "write the variants out")
        else:
            found = character_leaf(character)
        if not isinstance(found, Leaf):
            reading.add(found)
        elif flags.folds_to_several and found.kind == "character":
            reading.run += chr(int(found.points.edges[0]))
            reading.repeatable = len(reading.pieces)
        else:
            reading.add([Characters(matched(found, flags))])

    def _set_pieces(self, node: SetNode) -> list[Piece]:
        """A set, and what its members fold to."""
        one = Characters(matched(node, self._flags))
        several = foldings(node, self._flags)
        if not several:
            return [one]
        pieces: list[Piece] = ["(?:", one]
        for text in several:
            pieces += ["|", *folded_run(text)]
        return [*pieces, ")"]

    # ---- repeats ---------------------------------------------------------------------------------

    def _is_repeat(self) -> bool:
        """Whether a brace that was read begins a repeat; it is not stepped over."""
        at = self._source.at
        is_repeat = self._bounds() is not None
        self._source.at = at
        return is_repeat

    def _bounds(self) -> str | None:
        least = self._source.take_while(DIGITS)
        if self._source.match(","):
            most = self._source.take_while(DIGITS)
            bounds = f"{{{least or 0},{most}}}"
        elif least:
            bounds = f"{{{least}}}"
        else:
            return None
        return bounds if self._source.match("}") else None

    def _repeat(self, reading: _Sequence, character: str, start: int) -> None:
        """Write the repeat behind the last item, which a run of literals gives up its last for."""
        if reading.repeatable is None:
            raise Unreadable("a repeat of nothing, or of a repeat", start - 1)
        if reading.run:
            last, reading.run = reading.run[-1], reading.run[:-1]
            reading.flush()
            reading.repeatable = len(reading.pieces)
            reading.pieces += folded_run(last)
        item = reading.pieces[reading.repeatable :]
        sign = _REPEATS.get(character) or self._bounds() or ""
        if len(item) == 1 and isinstance(item[0], WordEdge):
            item = ["(?:", *item, ")"]
        suffix = self._source.peek()
        if suffix and suffix in "?+":
            sign += self._source.get()
        reading.pieces[reading.repeatable :] = [*item, sign]
        reading.repeatable = None

    # ---- escapes ---------------------------------------------------------------------------------

    def _escape(self, start: int) -> Leaf | list[Piece]:
        source, flags = self._source, self._flags
        letter = source.text[source.at : source.at + 1]
        if letter and letter in _PLAIN_ESCAPES:
            source.at += 1
            return [f"\\{letter}"]
        if letter and letter in _WORD_EDGES:
            source.at += 1
            word = _named("Word") & (
                CodePointSet.of_ranges((0, 127)) if flags.is_ascii else EVERYTHING
            )
            return [WordEdge(letter, word)]
        if letter == "R":
            source.at += 1
            both = [Characters(CodePointSet.of_text(each)) for each in "\r\n"]
            return ["(?>", *both, "|", Characters(_LINE_ENDS), ")"]
        if letter == "X" and not flags.is_ascii:
            source.at += 1
            return list(grapheme_cluster())
        if letter in {"X", "L"}:
            raise Unreadable(f"the escape \\{letter}", start - 1)
        if letter == "g":
            source.at += 1
            found = re.compile(r"<([^)>]+)>").match(source.text, source.at)
            if found is None:
                return character_leaf("g")
            source.at = found.end()
            return [self._reference(found[1], start)]
        if letter and letter in "123456789":
            return self._numbered(start)
        return self._sets.escape(flags, in_set=False)

    def _numbered(self, start: int) -> Leaf | list[Piece]:
        """A reference of one or two digits, or a character of three octal ones."""
        source = self._source
        source.at += 1
        digits = source.text[source.at - 1]
        if source.peek() and source.peek() in DIGITS:
            digits += source.get()
            third = source.peek()
            if third and all(each in "01234567" for each in digits + third):
                source.get()
                return character_leaf(chr(int(digits + third, 8) & 0x1FF))
        return [self._reference(digits, start)]

    def _reference(self, name: str, start: int) -> Reference:
        if self._flags.any_case:
            raise Unsupported(
                "a reference to a group in any case", start - 1, "write (?-i:...) around it"
            )
        return Reference(f"(?P={name})")

    # ---- groups ----------------------------------------------------------------------------------

    def _parenthesis(self, start: int) -> list[Piece] | None:
        """What begins with the parenthesis that was read; None for flags and comments."""
        source = self._source
        if (
            source.text.startswith("*", source.at)
            and source.text[source.at + 1 : source.at + 2].isalpha()
        ):
            return [self._verb(start)]
        if not source.text.startswith("?", source.at):
            return self._group("(")
        source.at += 1
        sign = source.get_any()
        if sign == "<":
            return self._named_or_behind()
        if sign and sign in "=!>":
            return self._group(f"(?{sign}")
        if sign == "P":
            return self._extension(start)
        if sign == "#":
            self._comment(start)
            return None
        if sign == "(":
            return self._conditional()
        if sign == "|":
            inside = self._alternatives()
            source.expect(")")
            return ["(?|", *inside, ")"]
        if sign == "R" or (sign and sign in DIGITS):
            number = "R" if sign == "R" else sign + source.take_while(DIGITS)
            source.expect(")")
            return [f"(?{number})"]
        if sign == "&":
            return [f"(?&{self._name()})"]
        source.at -= len(sign)
        return self._flagged(start)

    def _group(self, opening: str) -> list[Piece]:
        """A group with flags of its own, up to its closing parenthesis."""
        saved = self._flags
        inside = self._alternatives()
        self._source.expect(")")
        self._set_flags(saved)
        return [opening, *inside, ")"]

    def _set_flags(self, flags: ExpressionFlags) -> None:
        self._flags = flags
        self._source.skips_blanks = flags.verbose

    def _named_or_behind(self) -> list[Piece]:
        if (sign := self._source.peek()) and sign in "=!":
            return self._group(f"(?<{self._source.get()}")
        name = self._source.take_until(")>")
        self._source.expect(">")
        return self._group(f"(?P<{name}>")

    def _extension(self, start: int) -> list[Piece]:
        sign = self._source.get()
        if sign == "<":
            return self._named_or_behind()
        if sign == "=":
            return [self._reference(self._name(), start)]
        if sign and sign in ">&":
            return [f"(?&{self._name()})"]
        raise Unreadable(f"the group (?P{sign}", start - 1)

    def _name(self) -> str:
        """A name up to the closing parenthesis, which is stepped over."""
        name = self._source.take_until(")>")
        self._source.expect(")")
        return name

    def _comment(self, start: int) -> None:
        while (character := self._source.get_any()) != ")":
            if not character:
                raise Unreadable("a comment without an end", start - 1)
            if character == "\\":
                self._source.get_any()

    def _conditional(self) -> list[Piece]:
        """`(?(name)yes|no)`, or with a lookaround in place of the name."""
        saved = self._flags
        source = self._source
        look = re.compile(r"\?(<?[=!])").match(source.text, source.at)
        if look is not None:
            source.at = look.end()
            condition = self._group(f"(?({look[0]}")
            inside = self._alternatives()
            source.expect(")")
            return [*condition, *inside, ")"]
        name = self._name()
        inside = self._alternatives()
        source.expect(")")
        self._set_flags(saved)
        return [f"(?({name})", *inside, ")"]

    def _verb(self, start: int) -> str:
        self._source.at += 1
        word = self._source.take_until(")>")
        self._source.expect(")")
        if word not in _VERBS:
            raise Unreadable(f"the verb {word}", start - 1)
        return f"(*{word})"

    # ---- flags -----------------------------------------------------------------------------------

    def _flagged(self, start: int) -> list[Piece] | None:
        """`(?i)`, which holds up to the end of the group around it, or `(?i:...)`."""
        read = read_flags(self._source, self._whole, start)
        if read.whole != self._whole:
            raise _Restart(read.whole)
        if not read.is_group:
            self._set_flags(replace(self._flags, **read.changes))
            return None
        saved = self._flags
        self._set_flags(replace(saved, **read.changes))
        inside = self._alternatives()
        self._source.expect(")")
        self._set_flags(saved)
        return ["(?:", *inside, ")"]


def _named(name: str) -> CodePointSet:
    found = property_set(name)
    assert found is not None
    return found
