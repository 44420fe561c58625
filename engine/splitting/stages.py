"""Sequences of splits: the stages of a split pattern, each of which cuts what the one before left.

A split pattern is one string everywhere. Where a tokenizer splits several times (DeepSeek-V3,
StarCoder), its expressions are joined by the comment `(?#then)`: every later expression cuts each
piece of the earlier ones by itself, matched or not, with the end of the piece as the end of its
text.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PatternError
from engine.splitting.expression_reader import read_pattern
from engine.splitting.expression_tree import THEN, leaves
from engine.splitting.large_patterns import length_refusal
from engine.splitting.sentences import say


@dataclass(frozen=True, slots=True)
class PatternStage:
    """One expression of a sequence.

    position: where it begins in `whole`, the split pattern as it was written.
    """

    expression: str
    position: int
    whole: str


def pattern_stages(pattern: str) -> tuple[PatternStage, ...]:
    """The expressions of a split pattern, at least one. Raises PatternError for an empty one
    and for a pattern that is too long to be read.

    Example: `\\p{N}(?#then)\\w+` -> `\\p{N}` at 0 and `\\w+` at 13.
    """
    refuse_too_long(pattern)
    marks = _marks(pattern)
    starts = [0, *(mark + len(THEN) for mark in marks)]
    stages = tuple(
        PatternStage(pattern[start:end], start, pattern)
        for start, end in zip(starts, [*marks, len(pattern)], strict=True)
    )
    for stage in stages:
        if not stage.expression and len(stages) > 1:
            raise PatternError(
                say("pattern_empty_stage", position=stage.position, then=THEN),
                pattern=pattern,
                position=stage.position,
            )
    return stages


def refuse_too_long(pattern: str) -> None:
    """Raise PatternError for a pattern that is too long to be read."""
    if (refusal := length_refusal(pattern)) is not None:
        raise PatternError(say("pattern_unusable", reason=refusal), pattern=pattern)


def joined_stages(expressions: list[str]) -> str:
    """One split pattern from the expressions of a sequence."""
    return THEN.join(expressions)


def _marks(pattern: str) -> list[int]:
    """Where `(?#then)` stands outside of sets and escapes; inside a group it is an error."""
    if THEN not in pattern:
        return []
    marks = []
    for expression in read_pattern(pattern):
        for leaf, depth in leaves(expression.parts):
            if leaf.text != THEN:
                continue
            if depth > 0:
                raise PatternError(
                    say("pattern_then_inside", then=THEN, position=leaf.start),
                    pattern=pattern,
                    position=leaf.start,
                )
            marks.append(leaf.start)
    return marks
