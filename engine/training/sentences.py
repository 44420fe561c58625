"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
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
            "{folder} contains a training with other settings; resume it with its own, or train "
            "again."
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
        "checkpoint_damaged": (
            "The checkpoint in {folder} is damaged, so the training begins again."
        ),
        "checkpoint_of_other_version": (
            "The checkpoint in {folder} was written by another version, so the training begins "
            "again."
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
    }
)
