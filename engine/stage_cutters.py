"""The cutter of one expression of a split pattern: an automaton where it has one, else `regex`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.automaton_cutter import AutomatonCutter
from engine.errors import PatternError
from engine.lookahead_cutter import LookaheadCutter
from engine.pattern_reader import LooksFurther, MatchesNothing, TooLarge, Unsupported
from engine.pattern_stages import PatternStage

if TYPE_CHECKING:
    from engine.regex_cutter import RegexCutter

Cutter: TypeAlias = "AutomatonCutter | LookaheadCutter | RegexCutter"


def cutter_of(stage: PatternStage) -> tuple[Cutter, str | None]:
    """The cutter of one expression, and what kept it from being an automaton.

    Raises PatternError for an expression that cannot be used.
    """
    try:
        return automaton_cutter(stage.expression), None
    except (TooLarge, MatchesNothing) as reason:
        raise PatternError(
            f"The split pattern cannot be used: {reason}.",
            pattern=stage.whole,
            position=stage.position or None,
        ) from None
    except Unsupported as reason:
        from engine.regex_cutter import RegexCutter  # `regex` and its sets, which few need

        return RegexCutter(stage), str(reason)


def automaton_cutter(expression: str) -> AutomatonCutter | LookaheadCutter:
    """The automaton of one expression. Raises Unsupported, with the reason, if it has none."""
    try:
        return AutomatonCutter(expression)
    except LooksFurther:
        return LookaheadCutter(expression)
