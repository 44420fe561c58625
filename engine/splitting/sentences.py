"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "pattern_reads_again": (
            "The split pattern reads the same text again and again: splitting a long stretch of "
            "similar characters would take hours. Let every alternative end where its last "
            "repeat ends, or limit the repeat."
        ),
        "pattern_unusable": "The split pattern cannot be used: {reason}.",
        "pattern_empty_stage": (
            "The split pattern cannot be used: there is no expression at position {position}; "
            "{then} joins two expressions, the second of which splits the pieces of the first."
        ),
        "pattern_then_inside": (
            "The split pattern cannot be used: {then} at position {position} is inside a group; "
            "it must be between whole expressions."
        ),
        "pattern_no_string": (
            "A split pattern is the name of a preset or a regular expression, not {pattern}."
        ),
        "pattern_misspelled": (
            "There is no split pattern called {pattern}; did you mean {similar}? The presets are "
            "{known}. To search for these letters, write (?:{letters})."
        ),
        "pattern_half_character": (
            "The split pattern contains half of a character (U+{number}); no text has one."
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
        "long_lookahead": "a lookahead of more than one character",
        "matches_nothing": "it never matches a character, so it would split nothing",
        "possessive_group": "a possessive repeat of a group",
        "too_many_repeats": "too many repeats: the automaton would be too large",
        "anchor_line_end": "the anchor $ where a line end may come last",
        "slow_automaton": "too many cases: the automaton would take long to make",
        "repeat_empty": "a repeat of something that can be empty",
        "too_many_sets": "too many different character sets",
        "large_automaton": "too many cases: the automaton would be too large",
        "atomic_choice": "an atomic group with a choice inside",
        "too_many_parts": "too many parts: the automaton would be too large",
        "sets_too_deep": "sets nested more than {most} deep",
        "groups_too_deep": "groups nested more than {most} deep",
        "word_boundary": "a word boundary where anything may come before",
        "flags_before_repeat": "flags before a repeat",
        "repeat_of_no_character": "a repeat of something that takes no character",
        "repeat_too_often": "a repeat of more than {most}",
        "repeat_reversed": "a repeat whose bounds are in the wrong order",
        "anchor_begin": "the anchor ^",
        "the_group": "the group {text}",
        "letter_i": "the letter i in any case",
        "letters_as_one": "letters in any case that (?V1) takes for one",
        "named_set": "a named set in brackets",
        "property_any_case": "a property inside (?i:...)",
        "the_property": "the property {name}",
        "the_escape": "the escape {text}",
        "unclear_set": "an unclear set",
        "no_operand": "an operation on sets without a set",
        "unclear_range": "an unclear range in a set",
        "set_open": "a set without an end",
        "missing_end": "{text} is missing",
        "parenthesis_open": "missing )",
        "unbalanced": "an unbalanced parenthesis",
        "approximate": "approximate matching",
        "write_variants": "write the variants out",
        "repeat_of_nothing": "a repeat of nothing, or of a repeat",
        "the_verb": "the verb {word}",
        "flags_on_off": "flags that are turned on and off",
        "comment_open": "a comment without an end",
        "the_flag": "the flag {name}",
        "leave_out": "leave the flag out",
        "write_at_start": "write it at the very start",
        "flag_a_inside": "the flag a inside",
        "flags_exclude": "the flags {first} and {second}, which exclude each other,",
        "unknown_set": "the set [:{name}:] is unknown",
        "no_property": "Unicode 16 has no property {name}",
        "lookaheads_apart": "lookaheads that tell too many cases apart",
        "lookaheads_slow": "lookaheads of too many cases to compile quickly",
        "lookaheads_many": "lookaheads of too many cases",
        "too_deep": "it is too deeply nested",
        "make_simpler": "make it simpler",
        "no_character_number": "a character number that is none",
        "no_character": "Unicode 16 has no character {name}",
        "range_reversed": "a range in the wrong order",
        "incomplete_number": "an incomplete character number",
        "sets_beyond_need": "more different character sets than any text needs",
        "characters_beyond_need": "more different characters than any text needs",
        "letters_in_row": "too many letters in a row that one character can match",
        "part_letters": "separate them, or remove the flag f",
        "reference_any_case": "a reference to a group in any case",
        "write_without_i": "write (?-i:...) around it",
        "nested_or_large": "it is too deeply nested or too large ({kind})",
        "too_long": (
            "it has {n_characters:,} characters, and at most {most:,} are read; "
            "replace lists of words and long literals by classes of characters"
        ),
        "long_number": "a number in it has too many digits",
        "too_large": "written out, its repeats come to {size:,} parts",
        "needs_too_much": (
            "it needs more than {megabytes:,} MB of memory or {seconds:.0f} s to compile; "
            "make it shorter"
        ),
        "pattern_needs_too_much": (
            "The split pattern needs more than {megabytes:,} MB of memory or {seconds:.0f} s to "
            "compile; make it shorter."
        ),
        "probe_no_process": "The split pattern could not be tried: no process.",
        "probe_ended": (
            "The split pattern ended the process that tried it; it needs too much memory."
        ),
    }
)
