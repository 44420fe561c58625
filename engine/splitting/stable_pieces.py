"""Pieces of an expression: text that every release of `regex` reads alike, and sets of characters.

engine/splitting/stable_parser.py makes them, engine/splitting/stable_expression.py writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.text import EVERYTHING, CodePointSet, property_set


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
    cluster = {name: _property(f"GCB={name}") for name in _CLUSTER_CLASSES}
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
    linker, extend, consonant = (_property(f"InCB={n}") for n in ("Linker", "Extend", "Consonant"))
    between = linker | extend
    rules.append(_rule([consonant, between, "*", linker, between, "*"], consonant))
    picture = _property("Extended_Pictographic")
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


def _property(name: str) -> CodePointSet:
    found = property_set(name)
    assert found is not None
    return found
