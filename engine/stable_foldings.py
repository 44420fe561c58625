"""Runs of letters in any case where one character may stand for several, as ß for ss.

The letters that are written side by side count as a run, as far as no group and no repeat parts
them. A text can be read in one way only, so the order of the ways does not matter.
"""

from __future__ import annotations

from engine.case_folding import cases_of, expansions, in_any_case
from engine.code_point_sets import CodePointSet
from engine.stable_pieces import Characters, Piece
from engine.stable_source import Unsupported

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
            raise Unsupported(
                "too many letters in a row that one character can stand for",
                0,
                "part them, or leave out the flag f",
            )
        ways.append(found)
    return ways[-1]
