"""The construct for which a backtracking engine may go through the same text again and again."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine.splitting.automaton_cutter import CompiledPattern, compiled_pattern
from engine.splitting.automaton_subset import MatchesNothing, TooLarge, Unsupported
from engine.splitting.expression_reader import read_pattern
from engine.splitting.expression_tree import Group, Leaf, Part, Repeat, nodes
from engine.splitting.presets import presets
from engine.splitting.stages import pattern_stages

_MANY = 10


def explosive_construct(pattern: str) -> tuple[int, int] | None:
    """Start and end of the first repeat that can explode; None where none is seen.

    A repeat of a group that holds a repeat or a choice, none of them possessive, can be passed
    through in as many ways as a text has cuts: `(?:a+)+`, `(?:a|aa)+`. Two repeats side by side
    share the text between them in as many ways as it has characters: `\\w*\\w*!`. The first kind,
    which is the worse one, is looked for first. This is a guess from the looks: whether text
    explodes is for a trial to tell.
    """
    parts = (part for expression in read_pattern(pattern) for part in expression.parts)
    found = (part for part, _ in nodes(parts))
    repeats = [part for part in found if isinstance(part, Repeat) and _is_long(part)]
    for repeat in repeats:
        if _has_choice(repeat.body):
            return repeat.start, repeat.end
    for repeat, following in pairwise(repeats):
        if repeat.end == following.start:
            return repeat.start, following.end
    return None


def _is_long(repeat: Repeat) -> bool:
    """Whether it repeats often and gives back what it took."""
    most = repeat.bounds[1]
    is_open = "," in repeat.count.value or repeat.count.value[0] in "*+"
    return is_open and repeat.manner != "possessive" and (most is None or most >= _MANY)


def _has_choice(body: Part) -> bool:
    if not isinstance(body, Group) or body.opening.value == "(?>":
        return False
    inside = [part for part, _ in nodes(body.parts)]
    has_bar = any(isinstance(part, Leaf) and part.kind == "bar" for part in inside)
    return has_bar or any(isinstance(part, Repeat) and _is_long(part) for part in inside)


# Which tokens a split pattern can never leave in one pre-token, whatever stands around them.


def surely_cuts(pattern: str, token: bytes) -> bool:
    """Whether no text at all has `token` inside one pre-token of `pattern`.

    pattern: name of a preset or a regular expression. True is a proof: the token is read from
    every state of the pattern's automaton, and none of them gets to its end, so no match holds it.
    False says only that there is no such proof: the pattern has no automaton, it leaves text
    unmatched (which stays in one piece), or some match may hold the token.
    """
    preset = presets().get(pattern)
    characters = _whole_characters(token)
    if len(characters) < 2:
        return False
    for stage in pattern_stages(preset.pattern if preset else pattern):
        try:
            compiled = compiled_pattern(stage.expression)
        except (Unsupported, TooLarge, MatchesNothing):
            continue
        if compiled.leaves_nothing and not _survives(compiled, characters):
            return True
    return False


def _survives(compiled: CompiledPattern, characters: list[int]) -> bool:
    """Whether some state of the automaton reads all the characters within one match."""
    states = np.arange(len(compiled.moves))
    for point in characters:
        reached = compiled.moves[states, int(compiled.class_of[point])]
        states = np.unique(reached[reached > 0]) - 1
        if not len(states):
            return False
    return True


def _whole_characters(token: bytes) -> list[int]:
    """Code points of the characters that lie wholly in the token; parts at its ends are left out.

    A token with anything else that is not UTF-8 has none: nothing is claimed of it.
    """
    start = 0
    while start < min(len(token), 3) and token[start] & 0xC0 == 0x80:
        start += 1
    for end in range(len(token), max(len(token) - 4, start), -1):
        try:
            return [ord(character) for character in token[start:end].decode()]
        except UnicodeDecodeError:
            continue
    return []
