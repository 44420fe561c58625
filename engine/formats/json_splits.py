"""The pre-tokenizer of a tokenizer.json as a split pattern.

Its steps become the expressions of a sequence of splits. A step that keeps matches and gaps apart
(Isolated) is an expression as it stands; the others are written so that their matches are the
pieces. Steps that take text away or change it are no split patterns.
"""

from __future__ import annotations

import re
from typing import Any

from engine.formats.empty_matches import has_empty_matches
from engine.formats.json_parts import DamagedJsonError, NotByteLevelError, flat_parts
from engine.formats.oniguruma_patterns import pattern_of_oniguruma, read_oniguruma
from engine.formats.published_forms import published_pattern
from engine.pattern_stages import refuse_too_long
from engine.patterns import preset_pattern
from engine.splitter import Splitter

_NUMERIC = r"\p{N}"
_PUNCTUATION = r"[\p{P}$+<=>^`|~]"
_BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")


def split_pattern(pre_tokenizer: Any, *, spells_bytes: bool) -> str:
    """The split pattern of a pre-tokenizer, None for one that is not there.

    spells_bytes: whether the normalizer has written the bytes in the byte alphabet already.
    Raises DamagedJsonError; NotByteLevelError and PatternError for what is no split pattern.
    """
    steps = flat_parts(pre_tokenizer, "pretokenizers")
    if spells_bytes:
        if steps:
            raise NotByteLevelError("its normalizer writes bytes as characters before it splits")
        return preset_pattern("none")
    if (published := published_pattern(steps)) is not None:
        return published
    expressions: list[str] = []
    for number, step in enumerate(steps):
        if step.get("type") == "ByteLevel":
            expressions += _byte_level(step)
            if number + 1 < len(steps):
                raise NotByteLevelError("its pre-tokenizer splits again behind ByteLevel")
            return _joined(expressions)
        expressions.append(_expression(step))
    raise NotByteLevelError("its pre-tokenizer has no ByteLevel, so its tokens are not of bytes")


def _joined(expressions: list[str]) -> str:
    if not expressions:
        return preset_pattern("none")
    pattern = pattern_of_oniguruma(expressions)
    Splitter(pattern)  # raises PatternError
    if has_empty_matches(pattern):
        raise NotByteLevelError(
            f"its split pattern {pattern[:80]!r} can match without a character, and cuts there"
        )
    return pattern


def _byte_level(step: dict[str, Any]) -> list[str]:
    for switch in ("add_prefix_space", "trim_offsets", "use_regex"):
        if not isinstance(step.get(switch, True if switch == "use_regex" else None), bool):
            raise DamagedJsonError(f"ByteLevel in it does not say {switch}")
    if step["add_prefix_space"]:
        raise NotByteLevelError("it puts a blank before texts (add_prefix_space)")
    return [preset_pattern("gpt2")] if step.get("use_regex", True) else []


def _expression(step: dict[str, Any]) -> str:
    """The expression of one step, as Oniguruma reads it."""
    kind = step.get("type")
    if kind == "Digits":
        if not isinstance(step.get("individual_digits"), bool):
            raise DamagedJsonError("Digits in it does not say whether digits stand alone")
        return _NUMERIC if step.get("individual_digits") else _NUMERIC + "+"
    if kind == "Punctuation":
        return _behaving(_PUNCTUATION, str(step.get("behavior", "Isolated")), inverted=False)
    if kind == "Split":
        inverted = step.get("invert")
        if not isinstance(inverted, bool):
            raise DamagedJsonError("a Split in it does not say whether it is inverted")
        return _behaving(
            _written(step.get("pattern")), str(step.get("behavior")), inverted=inverted
        )
    raise NotByteLevelError(f"its pre-tokenizer has a step of the kind {kind}")


def _written(pattern: Any) -> str:
    if isinstance(pattern, dict) and len(pattern) == 1:
        ((kind, text),) = pattern.items()
        if kind in ("Regex", "String") and isinstance(text, str) and text:
            refuse_too_long(text)
            return text if kind == "Regex" else re.escape(text)
    raise DamagedJsonError("a Split in it has no pattern")


def _behaving(expression: str, behavior: str, *, inverted: bool) -> str:
    """An expression whose matches and gaps are the pieces that a behavior makes of another's."""
    if behavior not in _BEHAVIORS:
        raise DamagedJsonError(f"the behavior {behavior!r} is not known")
    if behavior == "Isolated":
        return expression
    if behavior == "Removed":
        if inverted and Splitter(read_oniguruma(expression)).leaves_nothing:
            return expression
        what = "what its split pattern leaves" if inverted else "what its split pattern matches"
        raise NotByteLevelError(f"it takes {what} out of every text (Removed)")
    if behavior == "Contiguous":
        return f"(?>(?:{expression}))++"
    if inverted:
        raise NotByteLevelError(f"it splits with {behavior} and inverted")
    match, gap = f"(?>(?:{expression}))", f"(?>(?:(?!(?:{expression}))[\\s\\S])+)"
    if behavior == "MergedWithPrevious":
        return f"{gap}{match}?|{match}"
    return f"{match}{gap}|{gap}|{match}"
