"""Pieces of an expression: text that every release of `regex` reads alike, and sets of characters.

Everything that depends on a table of characters becomes a set of code points: literals, escapes,
properties, sets, word boundaries, `\\X`, what is alike in any case. The rest, such as groups,
repeats and references, is kept as it is written. Inline flags are used up here. Faulty is raised
for what cannot be said without the tables of the module. stable_expression writes the pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.splitting.character_sets import Item, foldings, matched, named, read_set
from engine.splitting.expression_tree import (
    Expression,
    Fault,
    Faulty,
    Group,
    Leaf,
    Part,
    Repeat,
    Set,
    flags_of,
)
from engine.text import EVERYTHING, CodePointSet, cases_of, expansions, in_any_case

_NOT_NEW_LINE = ~CodePointSet.of_text("\n")
_LINE_ENDS = CodePointSet.of_text("\n\v\f\r\x85\u2028\u2029")


@dataclass(frozen=True, slots=True)
class Characters:
    """One code point of a set."""

    members: CodePointSet


@dataclass(frozen=True, slots=True)
class WordEdge:
    """\\b, \\B, \\m or \\M with the characters that words are made of."""

    kind: str
    word: CodePointSet


@dataclass(frozen=True, slots=True)
class Reference:
    """The text of a group again. written: as `(?P=name)`."""

    written: str


Piece = str | Characters | WordEdge | Reference


@cache
def grapheme_cluster() -> tuple[Piece, ...]:
    """`\\X`: a character and all that no boundary of UAX #29 parts from it, as an atomic group."""
    anything = Characters(EVERYTHING)
    inside: list[Piece] = []
    for rule in _joining_rules():
        inside += ["|" if inside else "(?:", *rule]
    return ("(?>", anything, "(?:", *inside, ")", anything, ")*)")


def _joining_rules() -> list[list[Piece]]:
    """Where no cluster ends, GB3 to GB13: what is before a place, and what comes after it."""
    cluster = {name: named(f"GCB={name}") for name in _CLUSTER_CLASSES}
    apart = cluster["Control"] | cluster["CR"] | cluster["LF"]
    joining = cluster["Extend"] | cluster["ZWJ"] | cluster["SpacingMark"]
    hangul = [
        ("L", ("L", "V", "LV", "LVT")),
        ("LV", ("V", "T")),
        ("V", ("V", "T")),
        ("LVT", ("T",)),
        ("T", ("T",)),
    ]
    rules = [_rule([cluster["CR"]], cluster["LF"])]
    for before, after in hangul:
        members = CodePointSet.of_disjoint([cluster[name] for name in after])
        rules.append(_rule([cluster[before]], members))
    rules.append(_rule([~apart], joining))
    rules.append(_rule([cluster["Prepend"]], ~apart))
    linker, extend, consonant = (named(f"InCB={n}") for n in ("Linker", "Extend", "Consonant"))
    between = linker | extend
    rules.append(_rule([consonant, between, "*", linker, between, "*"], consonant))
    picture = named("Extended_Pictographic")
    rules.append(_rule([picture, cluster["Extend"], "*", cluster["ZWJ"]], picture))
    flag = cluster["Regional_Indicator"]
    rules.append(_rule(["(?<!", flag, ")(?:", flag, flag, ")*", flag], flag))
    return rules


_CLUSTER_CLASSES = (
    "CR", "LF", "Control", "Extend", "ZWJ", "SpacingMark", "Prepend", "L", "V", "T", "LV", "LVT",
    "Regional_Indicator",
)  # fmt: skip


def _rule(before: list[CodePointSet | str], after: CodePointSet) -> list[Piece]:
    written = [Characters(each) if isinstance(each, CodePointSet) else each for each in before]
    return ["(?<=", *written, ")(?=", Characters(after), ")"]


# Runs of letters in any case where one character may stand for several, as ß for ss.
# The letters that are written side by side count as a run, as far as no group and no repeat parts
# them. A text can be read in one way only, so the order of the ways does not matter.


MOST_FOLDINGS = 1_000
"""Ways to write a run of letters of which some fold to several, before it is refused."""


def folded_run(run: str) -> list[Piece]:
    """A run of literals in any case where one character may stand for several, as ß for ss."""
    folded = "".join(_folded(character) for character in run)
    pieces: list[Piece] = []
    at = 0
    while at < len(folded):
        end = _end_of_foldings(folded, at)
        ways = _ways(folded[at:end])
        is_choice = len(ways) > 1
        for number, way in enumerate(ways):
            pieces += [*(["|" if number else "(?:"] if is_choice else []), *way]
        pieces += [")"] if is_choice else []
        at = end
    return ["(?:", *pieces, ")"] if len(run) == 1 and len(pieces) > 1 else pieces


def _folded(character: str) -> str:
    text = character.casefold()
    return text if len(text) > 1 and text in expansions() else character


def _end_of_foldings(folded: str, start: int) -> int:
    """Where the letters from `start` on end that some character folds to together."""
    end, at = start + 1, start
    while at < end:
        end = max([end, *(at + len(text) for text, _ in _foldings_at(folded, at))])
        at += 1
    return end


def _foldings_at(folded: str, at: int) -> list[tuple[str, str]]:
    """What characters fold to, and these characters, where it comes next in any case."""
    return [
        (text, letters)
        for text, letters in expansions().items()
        if len(text) <= len(folded) - at
        and all(a in cases_of(b) for a, b in zip(text, folded[at : at + len(text)], strict=True))
    ]


def _ways(folded: str) -> list[list[Piece]]:
    """Every way to write some letters with single characters that fold to several of them."""
    ways: list[list[list[Piece]]] = [[[]]]
    for end in range(1, len(folded) + 1):
        letter = Characters(CodePointSet.of_text(cases_of(folded[end - 1])))
        found = [[*way, letter] for way in ways[end - 1]]
        for start in range(max(0, end - 3), end - 1):
            for text, letters in _foldings_at(folded[:end], start):
                if start + len(text) == end:
                    members = Characters(in_any_case(CodePointSet.of_text(letters)))
                    found += [[*way, members] for way in ways[start]]
        if len(found) > MOST_FOLDINGS:
            reason = "too many letters in a row that one character can stand for"
            raise Faulty(Fault(reason, 0, "part them, or leave out the flag f", is_refused=True))
        ways.append(found)
    return ways[-1]


def pieces_of(expression: Expression) -> list[Piece]:
    """An expression in order; strings are as the `regex` module reads them. Raises Faulty."""
    if expression.faults:
        raise Faulty(expression.faults[0])
    return _sequence(expression.parts)


def _sequence(parts: tuple[Part, ...]) -> list[Piece]:
    """What stands side by side. Letters that may fold together are written together."""
    pieces: list[Piece] = []
    run = ""
    for part in parts:
        if isinstance(part, Leaf) and part.is_skipped:
            continue
        if (character := _folding_character(part)) is not None:
            run += character
            continue
        pieces += folded_run(run)
        run = ""
        pieces += _written(part)
    return pieces + folded_run(run)


def _folding_character(part: Part) -> str | None:
    """The character of a literal, also `[s]`, where one may stand for several."""
    if not isinstance(part, Leaf | Set) or not flags_of(part).folds_to_several:
        return None
    if isinstance(part, Leaf):
        return part.value if part.is_character else None
    item = read_set(part)
    is_plain = isinstance(item, Item) and item.kind == "character" and item.is_positive
    return chr(int(item.points.edges[0])) if is_plain and isinstance(item, Item) else None


def _written(part: Part) -> list[Piece]:
    if isinstance(part, Leaf):
        return _leaf(part)
    if isinstance(part, Set):
        return _set(part)
    if isinstance(part, Repeat):
        character = _folding_character(part.body)
        body = _written(part.body) if character is None else folded_run(character)
        if len(body) == 1 and isinstance(body[0], WordEdge):
            body = ["(?:", *body, ")"]
        return [*body, part.count.value]
    assert isinstance(part, Group)
    return [part.opening.value, *_sequence(part.inside), ")"]


def _set(part: Set) -> list[Piece]:
    """A set, and what its members fold to."""
    node, flags = read_set(part), part.opening.flags
    one = Characters(matched(node, flags))
    is_character = isinstance(node, Item) and node.kind == "character" and node.is_positive
    several = [] if is_character else foldings(node, flags)
    if not several:
        return [one]
    pieces: list[Piece] = ["(?:", one]
    for text in several:
        pieces += ["|", *folded_run(text)]
    return [*pieces, ")"]


def _leaf(leaf: Leaf) -> list[Piece]:
    flags = leaf.flags
    if leaf.kind == "bar":
        return ["|"]
    if leaf.kind == "anchor":
        return [_anchor(leaf)]
    if leaf.kind == "reference":
        if not leaf.value.startswith("(?P="):
            return [leaf.value]
        if flags.any_case:
            reason, advice = "a reference to a group in any case", "write (?-i:...) around it"
            raise Faulty(Fault(reason, leaf.start, advice, is_refused=True))
        return [Reference(leaf.value)]
    if leaf.kind == "group":  # a verb
        return [leaf.value]
    if leaf.value == "." and leaf.kind == "class":
        return [Characters(EVERYTHING if flags.dot_all else _NOT_NEW_LINE)]
    if leaf.value == "X" and leaf.text == r"\X":
        return list(grapheme_cluster())
    if leaf.value == "R" and leaf.text == r"\R":
        both = [Characters(CodePointSet.of_text(each)) for each in "\r\n"]
        return ["(?>", *both, "|", Characters(_LINE_ENDS), ")"]
    return [Characters(matched(read_set(leaf), flags))]


def _anchor(leaf: Leaf) -> Piece:
    if leaf.value in {"^", "$"}:
        return f"(?m:{leaf.value})" if leaf.flags.lines else leaf.value
    if leaf.value in {"b", "B", "m", "M"}:
        ascii_only = CodePointSet.of_ranges((0, 127)) if leaf.flags.is_ascii else EVERYTHING
        return WordEdge(leaf.value, named("Word") & ascii_only)
    return f"\\{leaf.value}"
