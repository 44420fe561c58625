"""Whether a split pattern has matches without a character, which other libraries read otherwise."""

from __future__ import annotations

from engine.formats.export_error import ExportError
from engine.pattern_stages import pattern_stages

_PROBES = ("", "Don't x1234567,89  \t\r\n\n (a-b)_é漢字 한 ไทย\N{COMBINING ACUTE ACCENT}🙂.. ")


def has_empty_matches(pattern: str) -> bool:
    """Whether `pattern` matches without a character somewhere in a short text of every kind.

    Raises PatternError for one that does not come to an end with such a text.
    """
    from engine.regex_cutter import compile_stage, spans_of

    expressions = [compile_stage(stage) for stage in pattern_stages(pattern)]
    return any(
        start == end
        for expression in expressions
        for text in _PROBES
        for start, end in spans_of(expression, text, pattern)
    )


def refuse_empty_matches(pattern: str, library: str, consequence: str) -> None:
    """Raise ExportError for a pattern with empty matches; `consequence` says what they do there."""
    if has_empty_matches(pattern):
        raise ExportError(
            f"The split pattern {pattern!r} can match without taking a character. Such matches "
            f"are nothing here, but {library} {consequence}; change the pattern so that every "
            "match takes a character."
        )
