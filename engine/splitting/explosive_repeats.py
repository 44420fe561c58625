"""The construct for which a backtracking engine may go through the same text again and again."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine.splitting.automaton_cutter import CompiledPattern, compiled_pattern
from engine.splitting.automaton_subset import MatchesNothing, TooLarge, Unsupported
from engine.splitting.pattern_text import PatternToken, brackets, pattern_tokens
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
    tokens = pattern_tokens(pattern)
    pairs = brackets(pattern)
    repeats = [
        (_atom_start(tokens, number, pairs), token)
        for number, token in enumerate(tokens)
        if number and token.kind == "quantifier" and _is_long(pattern[token.start : token.end])
    ]
    for start, token in repeats:
        if pattern[start] == "(" and _has_choice(pattern, tokens, start, token):
            return start, token.end
    for (start, token), (next_start, following) in pairwise(repeats):
        if token.end == next_start and token.depth == following.depth:
            return start, following.end
    return None


def _is_long(quantifier: str) -> bool:
    """Whether it repeats often and gives back what it took."""
    if quantifier.endswith("+") and len(quantifier) > 1:
        return False
    if quantifier[0] != "{":
        return quantifier[0] != "?"
    _, comma, most = quantifier.rstrip("?")[1:-1].partition(",")
    return bool(comma) and (not most or int(most) >= _MANY)


def _atom_start(tokens: tuple[PatternToken, ...], number: int, pairs: dict[int, int]) -> int:
    """Where what is repeated begins."""
    before = tokens[number - 1]
    opening = pairs.get(before.end - 1)
    if opening is not None and opening < before.end - 1:
        return opening
    return before.end - 1 if before.kind == "literal" else before.start


def _has_choice(
    pattern: str, tokens: tuple[PatternToken, ...], start: int, repeat: PatternToken
) -> bool:
    if pattern.startswith("(?>", start):
        return False
    inside = [token for token in tokens if start < token.start and token.end < repeat.start]
    return any(
        token.kind == "bar"
        or (token.kind == "quantifier" and _is_long(pattern[token.start : token.end]))
        for token in inside
    )


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
