"""Reading an expression character by character: its source, its parts, escapes and sets.

The escapes and sets are those of the `regex` module, old ones and those of `(?V1)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass, field

from engine.sentences import say
from engine.splitting.expression_tree import (
    REGEX,
    THEN,
    Fault,
    Faulty,
    Flags,
    Grammar,
    Group,
    Kind,
    Leaf,
    Part,
    Range,
    Repeat,
    Set,
)

MOST_NESTED = 200
"""Groups and sets within each other, of what is read without a fault."""

DIGITS = frozenset("0123456789")
OCTAL_DIGITS = frozenset("01234567")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEX_LENGTHS = {"x": 2, "u": 4, "U": 8}
_CONTROL = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CLASSES = {"d": "Digit", "h": "Blank", "s": "Space", "w": "Word"}
_ALNUM = _LETTERS | DIGITS
_NAME_PART = _ALNUM | frozenset(" &_-.")
_VALUE_PART = _NAME_PART | {"/"}
_UNKNOWN_CLASSES = frozenset("HVX")
_BRACED_NUMBER = re.compile(r"\{([0-9a-fA-F]{1,8})\}")
_NUMBER = re.compile(r"\{[^}]*\}?|[0-9a-fA-F]*")
"""What an incomplete number of a character may be meant to hold, also `{41}` of other engines."""


class _Source:
    """`text` with `at`, the position of the next character; skips_blanks as behind `(?x)`.

    splits: whether `(?#then)` ends what is read, also in a comment.
    """

    def __init__(self, text: str, at: int, *, splits: bool) -> None:
        self.text = text
        self.at = at
        self.skips_blanks = False
        self._ends_of_comments = ("\n", THEN) if splits else ("\n",)

    def blank(self) -> str:
        """The blanks or the comment that come next where these do not count, stepped over."""
        start = self.at
        if self.skips_blanks and self.text.startswith("#", start):
            ends = (self.text.find(sign, start) for sign in self._ends_of_comments)
            self.at = min([end for end in ends if end >= 0], default=len(self.text))
        elif self.skips_blanks:
            while self.text[self.at : self.at + 1].isspace():
                self.at += 1
        return self.text[start : self.at]

    def get(self) -> str:
        """The next character, stepped over; "" at the end."""
        while self.skips_blanks and self.blank():
            continue
        return self.get_any()

    def get_any(self) -> str:
        """The next character, also a blank."""
        character = self.text[self.at : self.at + 1]
        self.at += len(character)
        return character

    def peek(self) -> str:
        """The next character, "" at the end."""
        at = self.at
        character = self.get()
        self.at = at
        return character

    def match(self, wanted: str) -> bool:
        """Step over `wanted` where it comes next."""
        start = self.at
        for character in wanted:
            if self.get() != character:
                self.at = start
                return False
        return True

    def take_while(self, allowed: Container[str], *, blanks: bool = False) -> str:
        """The next characters that are allowed; blanks: a blank is a character like others."""
        return self._take(allowed, wanted=True, blanks=blanks)

    def take_until(self, ends: Container[str]) -> str:
        """The next characters up to one of `ends`, which is not stepped over."""
        return self._take(ends, wanted=False, blanks=False)

    def _take(self, characters: Container[str], *, wanted: bool, blanks: bool) -> str:
        taken: list[str] = []
        while True:
            start = self.at
            character = self.get_any() if blanks else self.get()
            if not character or (character in characters) is not wanted:
                self.at = start
                return "".join(taken)
            taken.append(character)

    def expect(self, wanted: str) -> None:
        """Step over `wanted`. Raises Faulty where it does not come next."""
        if not self.match(wanted):
            raise Faulty(Fault(say("missing_end", text=wanted), self.at))


@dataclass(slots=True)
class _Open:
    """A group or a set that is being read.

    flags, skips: in force outside of it. last: index of the part that a quantifier would repeat.
    is_empty: whether a member of a set has to come next.
    """

    parts: list[Part]
    flags: Flags
    skips: bool
    is_set: bool = False
    last: int | None = None
    is_empty: bool = True
    size: int = 0


@dataclass
class _Builder:
    """The parts that were read so far. whole: flags that apply to all of the expression."""

    text: str
    start: int
    whole: frozenset[str]
    splits: bool
    grammar: Grammar = REGEX
    _faults: list[Fault] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)

    def __post_init__(self) -> None:
        is_v1 = "V1" in self.whole
        self._flags = Flags(full_case=is_v1, is_v1=is_v1, is_ascii="a" in self.whole)
        self._source = _Source(self.text, self.start, splits=self.splits)
        self._now = _Open([], self._flags, skips=False)
        if {"V0", "V1"} <= self.whole:
            reason = say("flags_exclude", first="V0", second="V1")
            self._faults.append(Fault(reason, self.start, is_refused=True))

    @property
    def at(self) -> int:
        """The position of the next character."""
        return self._source.at

    def _leaf(self, start: int, kind: Kind, value: str = "", *, is_positive: bool = True) -> Leaf:
        """What was read from `start` on."""
        return Leaf(start, self.text[start : self.at], kind, self._flags, value, is_positive)

    def _add(self, start: int, kind: Kind, value: str = "", *, is_positive: bool = True) -> None:
        self._put(self._leaf(start, kind, value, is_positive=is_positive))

    def _put(self, part: Part) -> None:
        """Add a part to the innermost group or set."""
        now = self._now
        if not (isinstance(part, Leaf) and part.is_skipped):
            is_sign = isinstance(part, Leaf) and part.kind in {"bar", "quantifier"}
            now.last = None if is_sign else len(now.parts)
            now.size += part.size if isinstance(part, Group | Repeat) and not now.is_set else 1
        now.parts.append(part)

    def _fault(
        self, reason: str, position: int, advice: str = "", *, refused: bool = False
    ) -> None:
        self._faults.append(Fault(reason, position, advice, is_refused=refused))

    def _enter(self, start: int, kind: Kind, value: str, inner: Flags | None = None) -> None:
        """Begin a group or a set whose opening was read from `start` on. inner: flags inside."""
        opening = self._leaf(start, kind, value)
        if len(self._open) == MOST_NESTED:
            self._fault(say("too_deep"), start, say("make_simpler"), refused=True)
        self._open.append(self._now)
        self._now = _Open([opening], self._flags, self._source.skips_blanks, kind == "set")
        if kind == "set":
            self._source.skips_blanks = False
        elif inner is not None:
            self._set_flags(inner)

    def _close(self) -> None:
        """End the innermost group or set, at its closing if that comes next."""
        now, self._now = self._now, self._open.pop()
        start = self.at
        self._source.get_any()
        self._flags, self._source.skips_blanks = now.flags, now.skips
        opening = now.parts[0]
        assert isinstance(opening, Leaf)
        closing = self._leaf(start, opening.kind)
        parts = (*now.parts, closing)
        self._put(Set(parts, 1) if now.is_set else Group(parts, now.size))

    def _set_flags(self, flags: Flags) -> None:
        self._flags = flags
        self._source.skips_blanks = flags.verbose


class _EscapeReader(_Builder):
    """Escapes and `[:name:]`, in a set or outside; references and anchors are not here."""

    def _guarded(self, read: Callable[[int], None], start: int) -> None:
        """Read what begins at `start`; of what is none take the sign with which it begins."""
        try:
            read(start)
        except Faulty as faulty:
            self._faults.append(faulty.fault)
            if self.text[start] == "(":
                self._source.at = start + 1
                self._enter(start, "group", "(")
            else:
                self._lenient_escape(start)

    def _plain_escape(self, start: int, *, in_set: bool) -> Leaf:
        """A character or a class, in a set or outside; references and anchors are not here."""
        source = self._source
        letter = source.get_any()
        if letter in _HEX_LENGTHS:
            return self._leaf(start, "escape", self._hexadecimal(letter))
        if letter == "N":
            return self._leaf(start, "escape", self._named_character(start))
        if letter in {"p", "P"}:
            return self._property(start, letter)
        if letter.lower() in _CLASSES and letter != "H":
            name = _CLASSES[letter.lower()]
            return self._leaf(start, "class", name, is_positive=letter.islower())
        if letter in _CONTROL:
            return self._leaf(start, "escape", _CONTROL[letter])
        if letter in DIGITS:
            return self._leaf(start, "escape", self._octal(letter, in_set=in_set))
        if not letter or (letter in _LETTERS and (in_set or letter != "g")):
            raise Faulty(Fault(say("part_escape", text=f"\\{letter}"), start))
        return self._leaf(start, "escape", letter)

    def _hexadecimal(self, letter: str) -> str:
        start = self.at
        found = _BRACED_NUMBER.match(self.text, start) if letter == "x" else None
        if found is not None and self.grammar.has_braced_numbers:
            self._source.at = found.end()
            number = int(found[1], 16)
        else:
            digits = [self._source.get() for _ in range(_HEX_LENGTHS[letter])]
            if not all(digit in _HEX_DIGITS for digit in digits):
                raise Faulty(Fault(say("incomplete_number"), start))
            number = int("".join(digits), 16)
        if number >= 0x110000:
            raise Faulty(Fault(say("no_character_number"), start))
        return chr(number)

    def _octal(self, digit: str, *, in_set: bool) -> str:
        digits = digit
        while len(digits) < 3 and self._source.peek() in OCTAL_DIGITS:
            digits += self._source.get()
        if not all(each in OCTAL_DIGITS for each in digits) or not (in_set or digit == "0"):
            raise Faulty(Fault(say("part_escape", text=f"\\{digits}"), self.at))
        return chr(int(digits, 8))

    def _named_character(self, start: int) -> str:
        """`\\N{DIGIT ONE}`, or the letter N."""
        source = self._source
        after = self.at
        if source.match("{"):
            name = source.take_while(_ALNUM | {" ", "-"}, blanks=True)
            if source.match("}"):
                return self._character_called(name, start)
        source.at = after
        return "N"

    def _character_called(self, name: str, start: int) -> str:
        from engine.text import unicode_data

        try:
            found = str(unicode_data().lookup(name))
        except KeyError:
            found = ""
        if len(found) != 1:
            reason = say("no_character", name=name)
            self._fault(reason, start + 2, refused=True)
            return ""
        return found

    def _property(self, start: int, letter: str) -> Leaf:
        source = self._source
        after = self.at
        is_positive = letter == "p"
        opening = source.get()
        name = ""
        if opening == "{":
            is_positive = is_positive is not source.match("^")
            name = self._property_name()
            if not source.match("}"):
                name = ""
        elif opening and opening in "CLMNPSZ":
            name = opening
        if not name:
            source.at = after
            return self._leaf(start, "escape", letter)
        return self._leaf(start, "class", name, is_positive=is_positive)

    def _property_name(self) -> str:
        """NAME, or NAME=VALUE."""
        source = self._source
        name = source.take_while(_NAME_PART)
        start = self.at
        if (sign := source.get()) and sign in ":=":
            value = source.take_while(_VALUE_PART).strip()
            if value:
                return f"{name}={value}"
        source.at = start
        return name

    def _posix(self) -> Leaf | None:
        """`[:name:]` at the source, stepped over; None if there is none."""
        start = self.at
        source = self._source
        if source.match("[:"):
            is_negated = source.match("^")
            name = self._property_name()
            if source.match(":]"):
                return self._leaf(start, "class", name, is_positive=not is_negated)
        source.at = start
        return None

    def _lenient_escape(self, start: int) -> None:
        """What may be meant by an escape that is none, as one leaf without a value."""
        letter = self.text[start + 1 : start + 2]
        self._source.at = start + 1 + len(letter)
        if letter in _HEX_LENGTHS:
            found = _NUMBER.match(self.text, self.at)
            assert found is not None
            is_braced = found[0].startswith("{")
            length = len(found[0]) if is_braced else min(len(found[0]), _HEX_LENGTHS[letter])
            self._source.at += length
        kind: Kind = "escape"
        if letter in _UNKNOWN_CLASSES:
            kind = "class"
        elif letter == "z" and not self._now.is_set:
            kind = "anchor"
        self._add(start, kind)


class SetReader(_EscapeReader):
    """`[...]`, member by member."""

    def _member(self) -> None:
        """One member of a set, an operator between sets, or the closing bracket."""
        now, start = self._now, self.at
        ahead = self.text[start : start + 2]
        nests = self._nests_sets
        if not now.is_empty and nests and ahead in self.grammar.operators:
            self._source.at += 2
            self._add(start, "operator", ahead)
            now.is_empty = True
            if self.text.startswith("]", self.at):
                self._fault(say("no_operand"), start)
                self._close()
        elif not now.is_empty and ahead[:1] == "]":
            self._close()
        elif ahead == "[:" and (posix := self._posix()) is not None:
            now.is_empty = False
            self._put(posix)
        elif nests and ahead[0] == "[":
            now.is_empty = False
            self._begin_set(start)
        else:
            now.is_empty = False
            self._guarded(self._single_or_range, start)

    @property
    def _nests_sets(self) -> bool:
        return self._flags.is_v1 or self.grammar.nests_sets

    def _begin_set(self, start: int) -> None:
        """Step over the opening bracket at `start`, in which no blank is skipped."""
        self._source.at = start + 1 + self.text.startswith("^", start + 1)
        self._enter(start, "set", "")

    def _single_or_range(self, _start: int) -> None:
        first = self._single()
        hyphen = self.at
        if not first.is_character or not self._joins(hyphen):
            self._put(first)
            return
        self._source.at += 1
        sign = self._leaf(hyphen, "literal", "-")
        try:
            last = self._single()
        except Faulty as faulty:  # `a-\q`
            self._put(first)
            self._put(sign)
            self._faults.append(faulty.fault)
            self._lenient_escape(hyphen + 1)
            return
        if not last.is_character:
            for part in (first, sign, last):
                self._put(part)
            return
        if first.value > last.value:
            self._fault(say("range_reversed"), hyphen + 1)
        self._put(Range((first, sign, last)))

    def _single(self) -> Leaf:
        start = self.at
        character = self._source.get_any()
        if character == "\\":
            return self._plain_escape(start, in_set=True)
        return self._leaf(start, "literal", character)

    def _joins(self, hyphen: int) -> bool:
        """Whether there is a hyphen at a place, with a character or an escape behind it."""
        after = self.text[hyphen + 1 : hyphen + 2]
        if not self.text.startswith("-", hyphen) or after in {"", "]"}:
            return False
        if after == "-" and self._nests_sets and "--" in self.grammar.operators:
            return False
        if after != "[":
            return True
        if self._nests_sets:
            return False
        self._source.at = hyphen + 1
        is_posix = self._posix() is not None
        self._source.at = hyphen
        return not is_posix
