"""The construct for which a backtracking engine may go through the same text again and again."""

from __future__ import annotations

from itertools import pairwise

from engine.pattern_tokens import PatternToken, brackets, pattern_tokens

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
