"""On split patterns, counting, training, encoding and extension."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "parity_no_texts": (
        "Parity-aware training needs parallel texts, in which line n says the same in every "
        "language: name a file for each language, or a folder of them; or ratios by language."
    ),
    "parity_texts_and_ratios": (
        "Parity goes by parallel texts or by ratios, not by both; leave one of them out."
    ),
    "parity_ratios": "numbers above 0 by language",
    "parity_ratio_unknown": (
        "Parity has ratios for {given}, but no source of the corpus is of that language; its "
        "sources are {labels}."
    ),
    "parity_without_ratio": (
        "Without a ratio for parity: {labels}. These never choose a merge; the others go on."
    ),
    "parity_share": "a number from 0 to 1",
    "parity_whole_number": "a whole number from 0, or nothing",
    "parity_window": "a whole number from 1 to 1,000,000, or nothing",
    "parity_alpha": "a number above 0",
    "parity_setting_wrong": "The parity setting {name} must be {wanted}, not {value}.",
    "unknown_parity_setting": "Parity has no setting {name}; it has {known}.",
    "parity_no_settings": "Parity settings are a Parity object, not {value}.",
    "parity_with_superwords": (
        "Parity-aware training and superwords exclude each other: superwords are merged in all "
        "text at once. Train with one of them."
    ),
    "parity_with_floor": (
        "Parity-aware training needs all pre-tokens: counts without a floor (min_count)."
    ),
    "parity_no_language": (
        "No text of {texts} belongs to a source of the corpus: there are texts for {given}, and "
        "sources {labels}. Give the files the labels of the sources."
    ),
    "parity_not_parallel": (
        "The texts for parity are not parallel, since they differ in their numbers of lines: "
        "{counts}. Line n must say the same in every language."
    ),
    "parity_empty_texts": "The texts for parity are empty: {labels}.",
    "parity_counts": (
        "{path} contains counts; parity needs texts, in which line n says the same in every "
        "language."
    ),
    "parity_other_texts": (
        "The texts for parity are not those that the training used: they changed since. A "
        "training can go on only with the same texts; train again."
    ),
    "parity_without_texts": (
        "No parallel text belongs to {labels}: these sources never choose a merge."
    ),
    "parity_exhausted": (
        "No pair is left in the text of {labels}; the other languages went on choosing."
    ),
    "superwords_read_again": "superwords need the text again after it was counted",
    "target_reads_again": (
        "a mixture with target_bytes needs the size of each source before it is counted"
    ),
    "iterator_passes": (
        "The iterator of the source {label} was read {n} times: superwords need the text again."
    ),
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
    "letter_i": "the letter i in any case",
    "letters_as_one": "letters in any case that (?V1) takes for one",
    "named_set": "a named set in brackets",
    "property_any_case": "a property inside (?i:...)",
    "the_property": "the property {name}",
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
    "probe_ended": ("The split pattern ended the process that tried it; it needs too much memory."),
    "counts_cut_otherwise": (
        "The text of {label} is split differently than when the training began, so its "
        "counts were dropped; resume once more, and the text is counted again."
    ),
    "limit_no_number": "{variable} must be a whole number of bytes, not {given}.",
    "pace_no_number": "{variable} must be a number of seconds or {off}, not {given}.",
    "mixture_without_text": "The sources of this mixture contain no text to train on.",
    "too_many_sources_of_one": (
        "The pre-token {pretoken} occurs in {n_sources:,} sources, and at most {greatest:,} "
        "can be told apart. Join files into fewer sources."
    ),
    "merges_made_again": (
        "The merges of the interrupted training are damaged or were made on other counts, so "
        "all merges are made again."
    ),
    "files_changed_meanwhile": (
        "Files of the corpus changed while the training ran, so it could not be resumed after "
        "an interruption."
    ),
    "checkpoints_not_written": (
        "Checkpoints cannot be written to {folder} ({reason}); the training goes on, but "
        "after an interruption it would go on from the last one that was written, if any."
    ),
    "checkpoint_of_other_settings": (
        "{folder} contains a training with other settings; resume it with its own, or train again."
    ),
    "checkpoint_of_other_sources": (
        "The interrupted training was on the sources {then}, not on {now}; train again."
    ),
    "source_read_otherwise": (
        "The source {label} is read in another way than when the training began; train again."
    ),
    "source_with_other_text": (
        "The text of {label} is another one than when the training began; train again."
    ),
    "source_with_other_files": Form(
        "The source {label} had {then:,} files when the training began and has {now:,} now; "
        "train again.",
        "The source {label} had {then:,} file when the training began and has {now:,} now; "
        "train again.",
        "then",
    ),
    "change_missing": "it is missing",
    "change_content": "its content is another one, though of the same size",
    "change_unreadable": "it cannot be read: {reason}",
    "change_ends": "its first or last 64 KiB are other ones, though the size is the same",
    "change_written": "it was written since",
    "change_address": "its address names another version",
    "change_size": "it had {then:,} bytes and has {now:,} now",
    "already_that_large": (
        "The training made {size:,} ids already; continue to more than that. Export it with "
        "a smaller size to get a smaller tokenizer."
    ),
    "continued_on_other_sources": (
        "The training was on {then}, not on {now}; it can go on only on its own text."
    ),
    "continued_on_other_counts": (
        "The text of {label} is not what the training read: {what} {then:,} then, {now:,} "
        "now. A training can go on only on the same text; train again."
    ),
    "continued_on_other_text": (
        "The text is not what the training read: it contains other pre-tokens. A training "
        "can go on only on the same text; train again."
    ),
    "superwords_there": (
        "The tokenizer has superwords already; continue or extend it without a new transition."
    ),
    "superwords_are_learned": (
        "Superwords are learned from a corpus; given tokens are added without them."
    ),
    "superwords_whole_tokens": Form(
        "{n:,} tokens of this tokenizer are made by no merge and are used for whole words only; "
        "across words they would never be used again. Superwords need a tokenizer whose merges "
        "make all tokens.",
        "{n:,} token of this tokenizer is made by no merge and is used for whole words only; "
        "across words it would never be used again. Superwords need a tokenizer whose merges "
        "make all tokens.",
        "n",
    ),
    "unknown_training": (
        "This tokenizer does not say how it was trained, so it cannot be continued; extend it "
        "instead."
    ),
    "too_many_pretoken_bytes": (
        "The distinct pre-tokens have {n_bytes:,} bytes, more than the {greatest:,} that "
        "one training can take; use a smaller corpus or a finer split pattern."
    ),
    "superword_memory_too_small": (
        "The memory for superwords must be at least 1 MB (0.001 GB), not {value} bytes."
    ),
    "text_changed_meanwhile": (
        "The text of the corpus is not what it was when its pre-tokens were counted: a file "
        "changed while it was trained on. Train again."
    ),
    "blocked_pattern_too_slow": (
        'The pattern of blocked tokens "{pattern}" was stopped after {seconds:.0f} s at the '
        "token {token}: it goes through the same text again and again, as repeats inside "
        "repeats such as (a+)+ do; make it simpler."
    ),
    "checkpoint_damaged": ("The checkpoint in {folder} is damaged, so the training begins again."),
    "checkpoint_of_other_version": (
        "The checkpoint in {folder} was written by another version, so the training begins again."
    ),
    "file_changed_since": (
        "{path} is not the file that the training began with: {change:.}. Put the file back "
        "as it was, or train again."
    ),
    "no_frequent_pair": Form(
        (
            "After {n:,} merges no pair is left that occurs {least:,} times. The minimum "
            "count is compared with occurrences as the mixture weighs their sources; a lower "
            "one gives more merges."
        ),
        (
            "After {n:,} merge no pair is left that occurs {least:,} times. The minimum count "
            "is compared with occurrences as the mixture weighs their sources; a lower one "
            "gives more merges."
        ),
        "n",
    ),
    "tokens_refused": Form(
        "{n:,} tokens whose turn had come: {tokens}",
        "{n:,} token whose turn had come: {tokens}",
        "n",
    ),
    "rules_refused": "The merge rules refused {which}.",
    "rules_left_nothing": Form(
        (
            "After {n:,} merges the merge rules left no pair of tokens that may be merged. "
            "They refused {which}. Looser rules give more merges."
        ),
        (
            "After {n:,} merge the merge rules left no pair of tokens that may be merged. "
            "They refused {which}. Looser rules give more merges."
        ),
        "n",
    ),
    "no_superwords": (
        "There are no superwords: the pattern and the rules of stage two leave no pair of "
        "tokens to merge. Choose other rules or another pattern for it."
    ),
    "no_frequent_superwords": (
        "There are no superwords: the pattern and the rules of stage two leave no pair of "
        "tokens that occurs {least} times to merge. Choose other rules or another pattern for "
        "it."
    ),
    "no_superwords_drawn": (
        "There are no superwords: the pattern and the rules of stage two leave no pair of "
        "tokens to merge in the documents that sampling_share = {share:g} draws. Choose other "
        "rules or another pattern for it."
    ),
    "no_frequent_superwords_drawn": (
        "There are no superwords: the pattern and the rules of stage two leave no pair of "
        "tokens that occurs {least} times to merge in the documents that sampling_share = "
        "{share:g} draws. Choose other rules or another pattern for it."
    ),
    "superword_memory": (
        "Stage two of the superwords {need} {needed} for {n_runs:,} distinct runs of tokens, "
        "and {allowed}. Let a part of the documents take part (the rule sampling_share), ask "
        "for fewer merges of superwords or a greater min_frequency, or {more}."
    ),
    "memory_expected": "is expected to need",
    "memory_at_least": "needs at least",
    "memory_allowed": "{limit} are allowed",
    "memory_free": "only {limit} of what is free may be used",
    "memory_allow_more": "allow more",
    "memory_larger_machine": "take a machine with more memory",
    "id_not_in_vocabulary": "The id {id} is not in the vocabulary of {n_ids:,} ids.",
    "id_not_in_use": (
        "The id {id} is not in use: no token has it. Ids stay free where a corpus yields "
        "fewer merges than asked, and between published special tokens."
    ),
    "ids_no_row": "Token ids must be one row of whole numbers, not {given}.",
    "too_many_ids": (
        "A tokenizer of {n_ids:,} bytes and merges is beyond the limit of {greatest:,}."
    ),
    "numbering_no_row": (
        "The ids of a numbering are one row of whole numbers, 256 for the bytes and one for "
        "each merge."
    ),
    "numbering_outside": ("The ids of tokens must lie from 0 to {greatest:,}; {value:,} does not."),
    "token_without_bytes": "A token has at least one byte.",
    "merge_of_unknown_id": "Merge {merge} joins an id that no byte and no merge has: {pair}.",
    "special_token_in_text": (
        "The text contains the special token {token} at byte {byte:,}; {advice}."
    ),
    "advice_special": ('encode it as text with special="text" or as its id with special="parse"'),
    "advice_allowed_special": (
        "add it to allowed_special to encode it as its id, or pass disallowed_special=() to "
        "encode it as text"
    ),
    "numbering_does_not_fit": (
        "A numbering of {n_ids:,} ids does not fit 256 bytes and {n_merges:,} merges."
    ),
    "merge_of_later_id": "Merge {merge} joins an id that does not exist yet: {pair}.",
    "special_ids_wrong": (
        "The ids of the special tokens must differ and lie from {first} to {last}, not {ids}."
    ),
    "no_room_for_merges": "A vocabulary size of {size:,} has no room for {n_merges:,} merges.",
    "id_outside_vocabulary": "The id {id} does not lie in a vocabulary of {size:,} ids.",
    "id_given_twice": "The id {id} is given to more than one token.",
    "dropout_needs_merges": (
        "BPE dropout drops merges, and those of this tokenizer are unknown: it runs "
        "in its own library; choose one whose merges are read, or give no dropout."
    ),
    "pieces_alone": (
        "Characters as in SentencePiece exclude the setting {setting}; choose one of the two."
    ),
    "pieces_coverage": (
        "The coverage of the alphabet must be above 0 and at most 1, not {value}; 0.9995 is usual."
    ),
    "pieces_decide": (
        "With characters as in SentencePiece, {setting} follows from their settings; remove it."
    ),
    "pieces_fewer": (
        "The corpus has no further pairs of characters: the vocabulary has {size:,} ids, not "
        "{asked:,}."
    ),
    "pieces_kind": "pieces must be Pieces() or None, not {value}.",
    "pieces_longest": (
        "The longest token must have 1 to {most:,} characters, not {value}; 16 is usual."
    ),
    "pieces_not_extended": (
        "A tokenizer of characters as in SentencePiece cannot be extended; train a larger one."
    ),
    "pieces_switch": "{name} must be True or False, not {value}.",
    "pieces_too_many": (
        "A vocabulary of {size:,} ids has no room for the {n:,} characters of the alphabet; "
        "choose at least {smallest:,} ids, or a lower coverage."
    ),
    "special_has_id": (
        "The special token {token} has the id {id:,} already; it cannot get {wanted}."
    ),
    "cut_to_size": Form(
        "A tokenizer of {size:,} ids with {n_special} special tokens can be truncated to a "
        "size from {least} to {most:,}, not to {wanted:,}.",
        "A tokenizer of {size:,} ids with {n_special} special token can be truncated to a "
        "size from {least} to {most:,}, not to {wanted:,}.",
        "n_special",
    ),
    "template_no_text": "A chat template is Jinja text, not {template}.",
    "twb_damaged": ("{path} is not a tokenizer file of this program, or it is damaged ({reason})."),
    "twb_too_new": (
        "{path} was written by a newer version of this program (file version {found}, known "
        "up to {known}); update it."
    ),
    "twb_unusable": "{path} cannot be used: {reason}",
    "twb_changed": (
        "{path} was changed after it was written: its content does not have the hash that it names."
    ),
    "token_is_special": "is a special token already, with the id {id}",
    "token_not_normal": (
        "is no text in the form {form}, into which every text is brought first; write {token}"
    ),
    "token_exists": "is there already, with the id {id}",
    "token_exists_unreached": (
        "is there already, with the id {id}, although no text is encoded to it: its merges "
        "are missing or come too late. It stays so, since the old merges stay"
    ),
    "token_no_way": (
        "cannot be put together: every pair of its parts would make a token that is there "
        "already and is not made that way"
    ),
    "special_token_exists": "The special token {token} is there already, with the id {id}.",
    "special_token_as_ordinary": (
        "The special token {token} is spelled like the ordinary token {id}, and "
        "tokenizer.json cannot contain both; rename it."
    ),
    "too_many_new_tokens": (
        "With {n:,} new tokens the {size:,} ids would be more than the limit of {greatest:,}."
    ),
    "no_token_given": "There is no token to add: nothing was given.",
    "new_tokens_no_number": (
        "The number of new tokens must be a whole number of at least 1, not {value}."
    ),
    "tokens_of_library": (
        "The tokenizer to take tokens from runs in {library}, and its tokens are known by "
        "their look alone; only those of byte-level BPE can be taken over."
    ),
    "token_not_reached": (
        "{token} is not reached in {n_taken} of the {n_inside} contexts tried in which it is "
        "a part of a longer pre-token: {text} becomes {tokens}."
    ),
    "extension_stopped": "Stopped at {made:,} of {asked:,} new tokens and kept.",
    "nothing_left_to_merge": (
        "every pre-token of it is one token already, or only pairs are left that may not be made"
    ),
    "no_new_token": "The corpus yields no new token: {reason}.",
    "fewer_new_tokens": ("The corpus yields only {made:,} of the {asked:,} new tokens: {reason}."),
    "extension_held_out": (
        "The held-out share of the text must be from 0 to below 1, not {share}."
    ),
    "general_share": "The share of general text must lie between 0 and 1, not {share}.",
    "token_cut": (
        "cannot be reached: the split pattern splits it into {pieces}, and no merge crosses "
        "that boundary"
    ),
    "token_refused": "{token} {why}.",
    "token_refused_at": "{place}: {token} {why}.",
    "some_refused": "Not every token can be added: {reason}",
    "some_refused_more": "Not every token can be added: {reason} (and {n:,} more like it)",
    "all_refused": "None of the tokens can be added: {reason}",
    "all_refused_more": "None of the tokens can be added: {reason} (and {n:,} more like it)",
    "domain_empty": "The domain contains no text, so the two cannot be mixed.",
    "general_empty": "The general text contains no text, so the two cannot be mixed.",
}
