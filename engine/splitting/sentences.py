"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "pattern_reads_again": (
            "The split pattern reads the same text again and again: its cuts in a long stretch of "
            "similar characters would take hours. Let every alternative end where its last "
            "repeat ends, or limit the repeat."
        ),
        "pattern_unusable": "The split pattern cannot be used: {reason}.",
        "pattern_empty_stage": (
            "The split pattern cannot be used: there is no expression at position {position}; "
            "{then} stands between two expressions, the second of which cuts what the first left."
        ),
        "pattern_then_inside": (
            "The split pattern cannot be used: {then} at position {position} stands inside a "
            "group; it can only stand between whole expressions."
        ),
        "pattern_no_string": (
            "A split pattern is the name of a preset or a regular expression, not {pattern}."
        ),
        "pattern_misspelled": (
            "There is no split pattern called {pattern}; did you mean {similar}? The presets are "
            "{known}. To search for these letters, write (?:{letters})."
        ),
        "pattern_half_character": (
            "The split pattern holds half of a character (U+{number}); no text has one."
        ),
        "pattern_too_slow": (
            "The split pattern was stopped after {seconds:.0f} s: it goes through the same text "
            "again and again, as repeats inside repeats such as (a+)+ do; make it simpler."
        ),
        "pattern_out_of_memory": (
            "The split pattern was stopped when memory ran out: it goes through the same text "
            "again and again, as repeats inside repeats such as (a+)+ do; make it simpler."
        ),
        "expression_at": "{reason} at position {position}",
        "expression_advice": "{reason}; {advice}",
        "searches_backwards": "(?r) searches backwards",
        "in_part": "{reason} in part {number}",
    }
)
