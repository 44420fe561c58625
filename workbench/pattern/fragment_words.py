"""What a fragment of a split pattern does, in one line of words.

`fragment_at` finds the fragment at a place of the pattern, in the tree that every reader of
patterns uses: a set, a repeat, a lookaround, a group or a run of letters.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.splitting import expression_tree, read_pattern
from workbench.text.placeholders import fill
from workbench.ui.words.translation import translator

_tr = translator("fragment_words")

Group: TypeAlias = expression_tree.Group
Part: TypeAlias = expression_tree.Part
Range: TypeAlias = expression_tree.Range
Repeat: TypeAlias = expression_tree.Repeat

_MOST_LETTERS = 240
_MOST_PARTS = 6
_MOST_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Fragment:
    """pattern[start:end] and what it does."""

    start: int
    end: int
    words: str


@lru_cache(maxsize=64)
def fragment_at(pattern: str, place: int) -> Fragment | None:
    """Return the fragment that has the character pattern[place]; None behind the end."""
    siblings: tuple[Part, ...] = ()
    for expression in read_pattern(pattern):
        if any(part.start <= place < part.end for part in expression.parts):
            siblings = expression.parts
    path: list[Part] = []
    level = siblings
    while (part := _part_at(level, place)) is not None:
        path.append(part)
        siblings, level = level, () if isinstance(part, expression_tree.Leaf) else part.parts
    if not path:
        return None
    chosen, run = _chosen(path, siblings)
    words = _sequence(run, 0) if run else _words(chosen, 0)
    start, end = (run[0].start, run[-1].end) if run else (chosen.start, chosen.end)
    any_case = _any_case()
    if words.count(any_case) > 1:  # said once for all
        words = words.replace(any_case, "") + any_case
    words = words[:1].upper() + words[1:]
    if len(words) > _MOST_LETTERS:
        words = f"{words[:_MOST_LETTERS]}…"
    return Fragment(start, end, words)


def _part_at(parts: tuple[Part, ...], place: int) -> Part | None:
    return next((part for part in parts if part.start <= place < part.end), None)


def _chosen(path: list[Part], siblings: tuple[Part, ...]) -> tuple[Part, tuple[Part, ...]]:
    """The part to speak of, or the run of characters around it."""
    for at, part in enumerate(path):
        if isinstance(part, expression_tree.Set):  # its members are told with it
            path = path[: at + 1]
            break
    leaf = path[-1]
    if isinstance(leaf, expression_tree.Leaf) and leaf.is_character and leaf in siblings:
        run = _run(siblings, siblings.index(leaf))
        if len(run) > 1:
            return leaf, run
    while len(path) > 1 and not isinstance(above := path[-2], expression_tree.Leaf):
        is_edge = path[-1] in (above.parts[0], above.parts[-1])
        is_repeated = isinstance(above, Repeat)
        if not (is_repeated or isinstance(above, Range) or (isinstance(above, Group) and is_edge)):
            break
        path = path[:-1]
        if is_repeated:
            break
    return path[-1], ()


def _run(parts: tuple[Part, ...], at: int) -> tuple[Part, ...]:
    """The characters in a row that has parts[at]."""

    def is_character(part: Part) -> bool:
        return isinstance(part, expression_tree.Leaf) and part.is_character

    first, last = at, at + 1
    while first > 0 and is_character(parts[first - 1]):
        first -= 1
    while last < len(parts) and is_character(parts[last]):
        last += 1
    return parts[first:last]


def _words(part: Part, depth: int) -> str:
    if depth > _MOST_DEPTH:
        return "…"
    if isinstance(part, Repeat):
        return _repeat(part, depth)
    if isinstance(part, expression_tree.Set):
        return _set(part)
    if isinstance(part, Group):
        return _group(part, depth)
    if isinstance(part, Range):
        return fill(_tr("%1 to %2"), _character(part.low), _character(part.high))
    return _leaf(part)


def _repeat(part: Repeat, depth: int) -> str:
    notes = [_times(*part.bounds)]
    if part.manner == "lazy":
        notes.append(_tr("as few as possible"))
    if part.manner == "possessive":
        notes.append(_tr("never given back"))
    return f"{_words(part.body, depth + 1)} ({', '.join(notes)})"


def _times(least: int, most: int | None) -> str:
    if most is None:
        if least > 1:
            return fill(_tr("at least %1"), str(least))
        return _tr("once or more") if least else _tr("any number of times")
    if (least, most) == (0, 1):
        return _tr("optional")
    if least == most:
        return fill(_tr("exactly %1"), str(least))
    return fill(_tr("%1 to %2 times"), str(least), str(most))


def _set(part: Group) -> str:
    members = [
        each
        for each in part.inside
        if not (isinstance(each, expression_tree.Leaf) and each.is_skipped)
    ]
    if any(isinstance(each, expression_tree.Leaf) and each.kind == "operator" for each in members):
        shown = "".join(each.text for each, _ in expression_tree.leaves([part]))
        return fill(_tr("one character of the set %1"), shown)
    named = ", ".join(_words(each, 1) for each in members)
    is_positive = isinstance(part, expression_tree.Set) and part.is_positive
    if is_positive:
        return named if len(members) == 1 else fill(_tr("one of: %1"), named)
    return fill(_tr("one character except: %1"), named)


def _group(part: Group, depth: int) -> str:
    inside = _choice(part.inside, depth + 1)
    opening = part.opening.value
    if part.opening.kind == "look":
        return fill(_look_words(opening), inside)
    if opening == "(?>":
        return f"{inside} ({_tr('never given back')})"
    if part.opening.captures:
        return fill(_tr("captured: %1"), inside)
    return inside


def _look_words(opening: str) -> str:
    if opening == "(?=":
        return _tr("only if followed by: %1")
    if opening == "(?!":
        return _tr("only if not followed by: %1")
    if opening == "(?<=":
        return _tr("only if preceded by: %1")
    return _tr("only if not preceded by: %1")


def _choice(parts: tuple[Part, ...], depth: int) -> str:
    found = [_sequence(each, depth) for each in expression_tree.branches(parts)]
    if len(found) == 1:
        return found[0]
    shown = "; ".join(found[:_MOST_PARTS]) + ("; …" if len(found) > _MOST_PARTS else "")
    return fill(_tr("the first that matches of: %1"), shown)


def _sequence(parts: tuple[Part, ...], depth: int) -> str:
    """Parts one after another; characters in a row are one text."""
    found: list[str] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        if isinstance(part, expression_tree.Leaf) and part.is_character:
            run = _run(parts[at:], 0)
            found.append(_text(run))
            at += len(run)
            continue
        if not (isinstance(part, expression_tree.Leaf) and part.is_skipped):
            found.append(_words(part, depth))
        at += 1
    if not found:
        return _tr("nothing")
    shown = found[:_MOST_PARTS] + ["…"] * (len(found) > _MOST_PARTS)
    return _tr(", then ").join(shown)


def _text(run: tuple[Part, ...]) -> str:
    leaves = [part for part in run if isinstance(part, expression_tree.Leaf)]
    if len(leaves) == 1:
        return _character(leaves[0]) + _case(leaves[0])
    return "“" + "".join(_sign(leaf.value) for leaf in leaves) + "”" + _case(leaves[0])


def _case(leaf: expression_tree.Leaf) -> str:
    has_cases = leaf.value.lower() != leaf.value.upper()
    return _any_case() if leaf.flags.any_case and has_cases else ""


def _any_case() -> str:
    return " " + _tr("in any case")


def _character(leaf: expression_tree.Leaf) -> str:
    """One character by its name where its sign shows little."""
    names = {
        " ": _tr("a space"),
        "\n": _tr("a line feed"),
        "\r": _tr("a carriage return"),
        "\t": _tr("a tab"),
    }
    return names.get(leaf.value) or f"“{_sign(leaf.value)}”"


def _sign(character: str) -> str:
    if character.isprintable() and not unicodedata.combining(character[:1] or " "):
        return character
    return " ".join(f"U+{ord(each):04X}" for each in character)


def _leaf(leaf: expression_tree.Leaf) -> str:
    if leaf.is_character:
        return _character(leaf) + _case(leaf)
    if leaf.kind == "class":
        return _class(leaf)
    others = {
        "bar": _tr("or: alternatives are tried from the left, the first that matches is taken"),
        "then": _tr("then split every piece by the expression that follows"),
        "comment": _tr("a comment, matches nothing"),
        "blank": _tr("a blank without meaning"),
    }
    if leaf.kind in others:
        return others[leaf.kind]
    if leaf.kind == "anchor":
        return _anchor(leaf.value)
    if leaf.kind == "flags":
        return fill(_tr("the flags %1 from here on"), leaf.value)
    if leaf.kind == "reference":
        return fill(_tr("what group %1 matched, again"), leaf.value[4:-1])
    return leaf.text


def _anchor(value: str) -> str:
    known = {
        "^": _tr("the start of the text"),
        "A": _tr("the start of the text"),
        "$": _tr("the end of the text"),
        "Z": _tr("the end of the text"),
        "b": _tr("a word boundary"),
        "B": _tr("no word boundary"),
    }
    return known.get(value, fill(_tr("the anchor %1"), f"\\{value}"))


def _class(leaf: expression_tree.Leaf) -> str:
    if leaf.value == ".":
        return _tr("any character") if leaf.flags.dot_all else _tr("any character but a line feed")
    named = class_words(leaf.value) or fill(_tr("a character of %1"), leaf.value)
    return named if leaf.is_positive else fill(_tr("a character other than %1"), named)


def class_words(name: str) -> str:
    """Return what a character of a class or property is, "" if it has no words of its own."""
    known = {
        "L": _tr("a letter"),
        "Lu": _tr("an upper-case letter"),
        "Ll": _tr("a lower-case letter"),
        "Lt": _tr("a title-case letter"),
        "Lm": _tr("a modifier letter"),
        "Lo": _tr("a letter without case"),
        "M": _tr("a combining mark"),
        "N": _tr("a digit or number"),
        "Nd": _tr("a decimal digit"),
        "Nl": _tr("a letter number"),
        "No": _tr("another number, such as ²"),
        "P": _tr("a punctuation mark"),
        "S": _tr("a symbol"),
        "Z": _tr("a separator"),
        "C": _tr("a control or unassigned character"),
        "Digit": _tr("a decimal digit"),
        "Word": _tr("a letter, mark, digit or _"),
        "Space": _tr("white space"),
        "R": _tr("a line end"),
        "X": _tr("a whole character with its marks"),
        "Extended_Pictographic": _tr("an emoji"),
    }
    return known.get(name, "")
