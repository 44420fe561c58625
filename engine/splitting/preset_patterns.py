"""Split patterns by name, from resources/split_patterns.toml, and the stages of a pattern.

A split pattern is one string everywhere. Where a tokenizer splits several times (DeepSeek-V3,
StarCoder), its expressions are joined by the comment `(?#then)`: every later expression cuts each
piece of the earlier ones by itself, matched or not, with the end of the piece as the end of its
text.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.argument_types import described
from engine.errors import ArgumentError, PatternError
from engine.sentences import say
from engine.splitting.expression_reader import read_pattern
from engine.splitting.expression_tree import THEN, leaves

MOST_CHARACTERS = 32_768
"""Of a whole split pattern, wherever it comes from; the longest published one has 1,100."""


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


def length_refusal(pattern: str) -> str | None:
    """Why a whole split pattern is too long to be read, None where it is not."""
    if len(pattern) > MOST_CHARACTERS:
        return say("too_long", n_characters=len(pattern), most=MOST_CHARACTERS)
    return None


def refuse_too_long(pattern: str) -> None:
    """Raise PatternError for a pattern that is too long to be read."""
    if (refusal := length_refusal(pattern)) is not None:
        raise PatternError(say("pattern_unusable", reason=refusal), pattern=pattern)


def joined_stages(expressions: list[str]) -> str:
    """One split pattern from the expressions of a sequence."""
    return THEN.join(expressions)


def _marks(pattern: str) -> list[int]:
    """The positions of `(?#then)` outside of sets and escapes; inside a group it is an error."""
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


@dataclass(frozen=True, slots=True)
class Preset:
    """A split pattern with a name: its expression, who uses it, and what it does."""

    name: str
    title: str
    pattern: str
    used_by: str
    note: str


@cache
def presets() -> dict[str, Preset]:
    """All presets by name, in the order in which a chooser shows them."""
    text = files("resources").joinpath("split_patterns.toml").read_text(encoding="utf-8")
    return {name: _preset(name, fields) for name, fields in tomllib.loads(text).items()}


def _preset(name: str, fields: dict[str, Any]) -> Preset:
    """A preset from its table: one `pattern`, or `alternatives` or `stages` to be joined."""
    if "alternatives" in fields:
        pattern = "|".join(fields["alternatives"])
    elif "stages" in fields:
        pattern = joined_stages(fields["stages"])
    else:
        pattern = fields["pattern"]
    return Preset(name, fields["title"], pattern, fields["used_by"], fields["note"])


def preset_names() -> tuple[str, ...]:
    """Names that `TrainingConfig.pattern` and `Splitter` understand."""
    return tuple(presets())


def preset_pattern(name: str) -> str:
    """The regular expression of a preset. Raises KeyError for a name that is none."""
    if not isinstance(name, str):
        raise ArgumentError(f"The name of a preset must be a string, not {described(name)}.")
    return presets()[name].pattern


def full_pattern(pattern: str) -> str:
    """The regular expression of a preset that is named; any other pattern unchanged."""
    preset = presets().get(pattern)
    return preset.pattern if preset else pattern


def preset_name_of(pattern: str) -> str | None:
    """The preset whose expression is `pattern`, or None. Example: `(?s:.+)` -> "none"."""
    for name, preset in presets().items():
        if preset.pattern == pattern:
            return name
    return None
