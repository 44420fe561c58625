"""Which tokens a split pattern can never leave in one pre-token, whatever stands around them."""

from __future__ import annotations

import numpy as np

from engine.automaton_cutter import CompiledPattern, compiled_pattern
from engine.pattern_reader import MatchesNothing, TooLarge, Unsupported
from engine.pattern_stages import pattern_stages
from engine.patterns import presets


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
