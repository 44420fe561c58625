"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
        "loss_no_csv": "{path}, line {line}: not valid CSV ({reason}).",
        "loss_line_no_json": "skipped: not valid JSON ({reason}).",
        "loss_no_object": "{value} is no object",
        "loss_no_lists": "ids and losses are not both lists",
        "loss_left_out": "skipped: {reason}.",
        "loss_id_no_number": "the id {value} is no whole number",
        "loss_id_too_long": "the id {value} has too many digits",
        "loss_no_number_given": "the loss {value} is no number",
        "loss_npz_is_npy": "{path} contains one array; it is a .npy file.",
        "loss_needs_ids": "{path} contains one array; name the file with the ids that belong to "
        "it.",
        "loss_npy_is_npz": "{path} contains several arrays; it is a .npz file.",
        "loss_no_array": "{path} is no array that can be read ({reason}).",
        "loss_array_unreadable": '{path}: "{name}" cannot be read ({reason}).',
        "loss_ids_no_integers": "{path}: the ids are {kind}, not whole numbers.",
        "loss_no_floats": (
            "{path}: the losses are {kind}, not floating-point numbers; save them as float32."
        ),
        "loss_shapes": "ids of the shape {ids} and losses of {losses}",
        "loss_files_do_not_fit": "{path} and {ids_path} do not fit: {reason}.",
        "loss_labels": "{path}: {n_labels:,} labels for {n_ids:,} ids.",
        "loss_holds_ids": (
            "{path} contains its ids itself; a file of ids goes with losses in a .npy file."
        ),
        "loss_no_table": (
            "{path} is no table of losses that is read here: they end in {suffixes}, text also "
            "compressed."
        ),
        "loss_choose_two": (
            "{path} contains one array; choose two .npy files, the losses and their ids."
        ),
        "no_text_to_measure": "The corpus contains no text.",
        "premium_needs_parallel": (
            "Premium and Gini need parallel texts, line n the same sentence in each, but the "
            "numbers of lines differ: {counts}. Everything else is measured."
        ),
        "no_english_text": "There is no English text to compare with; name another as reference.",
        "reference_not_parallel": (
            "There are no premiums: {reference}, the reference, has {lines:,} lines, the parallel "
            "texts have {parallel:,}. Name one of these as reference, or mend {reference}."
        ),
        "unknown_reference": (
            "No text is labelled {label}, so that it cannot be the reference. The labels are "
            "{labels}."
        ),
        "ranges_joined": "Lines with <range> in a text were joined to the line above: {n:,}.",
        "blank_lines_left_out": (
            "Lines that are blank in at least one text were excluded from the Gini coefficient: "
            "{n:,} of {all:,}, most for {label}. Premiums exclude pairs with a missing line."
        ),
        "no_common_line": "No line is in all texts, so there is no Gini coefficient.",
        "flag_premium": (
            "{label}: {premium:.1f} times the tokens of {reference} for the same text. Above "
            "{limit:g} a language is badly served: too little of it in the training text, a "
            "vocabulary too small for all its languages, or a split pattern that splits its words."
        ),
        "premium_pattern": ("split into {times} as many pre-tokens as {reference} by the pattern"),
        "premium_pattern_second": "split into {times} as many pre-tokens by the pattern",
        "premium_pretokens": "{times} as many pre-tokens as {reference}",
        "premium_pretokens_second": "{times} as many pre-tokens",
        "premium_tokens": "{times} as many tokens in each pre-token as {reference}",
        "premium_tokens_second": "{times} as many tokens in each",
        "premium_uncounted": "its pre-tokens were not counted, evaluate again",
        "premium_unknown": "its pre-tokens are not known",
        "premium_marks": "{share} at combining marks",
        "premium_training": "{share} of the training text, {reference} {there}",
        "premium_advice_marks": (
            "Try a pattern that keeps combining marks with their letters, such as {pattern}"
        ),
        "service_training": "{share} of the training text",
        "service_script": Form(
            "{number} tokens with {script} letters", "{number} token with {script} letters", "count"
        ),
        "service_no_script": "no token with {script} letters",
        "service_characters": "{share} of its multi-byte characters split",
        "flag_tokens_per_character": (
            "{label}: {value:.2f} tokens per character; {script} script usually has about "
            "{usual}. More than {factor:g} times that means short tokens: too little of it in "
            "the training text, a vocabulary too small for all its languages, or a split "
            "pattern that splits its words."
        ),
        "held_out_share": (
            "The held-out share of the text lies between 0 and 1, such as 0.1, not {share}."
        ),
        "ngram_order": "The order of an n-gram model is 1, 2 or 3, not {order}.",
        "ngram_ids": (
            "The ids of an n-gram model lie below {most:,}, and this tokenizer has {n_ids:,}."
        ),
        "loss_document_no_json": "{place}: not valid JSON ({reason}).",
        "loss_place": "{path}, line {line}",
        "loss_no_document": "not UTF-8, or nested too deeply",
        "loss_row_refused": "{kind} {row:,} skipped: {reason}.",
        "loss_no_such_column": (
            '{path} has no column "{wanted}"; it has {columns}. Name the one with the {what}.'
        ),
        "loss_no_column_of": (
            "{path} has no column of {what} by its name (such as {usual}); it has {columns}. "
            "Name the one with the {what}."
        ),
        "loss_no_columns": "none",
        "loss_lengths": "{n_ids:,} ids and {n_losses:,} losses",
        "loss_lengths_of_context": (
            "{n_ids:,} ids and {n_losses:,} losses (the first id of a context has no loss: "
            "remove it, or make its loss null)"
        ),
        "loss_negative": "the loss {value} is below 0; log probabilities need their sign changed",
        "loss_id_outside": "the id {value} is not in the vocabulary of {n_ids:,} ids",
        "loss_id_unused": "the id {value} has no token",
        "loss_is_no_number": "the loss {value} is no number",
        "loss_units": "Losses are in {units}, not in {unit}.",
        "no_token_has_loss": "{names}: no token has a loss.",
        "no_token_has_loss_because": "{names}: no token has a loss. {reasons}",
        "first_loses_text": (
            "The first tokenizer does not decode exactly, so its tokens are those of other text."
        ),
        "second_loses_text": (
            "The second tokenizer does not decode exactly, so its tokens are those of other text."
        ),
        "not_parallel": (
            "Not parallel to the {most:,} lines of the other texts, so without premium: {counts}."
        ),
        "texts_lost": (
            "Not decoded exactly, so without premium and not in the Gini coefficient: {labels}."
        ),
        "reference_lost": (
            "Not decoded exactly, so without premium and not in the Gini coefficient: {labels}. "
            "{reference} is the reference, so there are no premiums at all."
        ),
        "files_left_out": (
            "{folder} contains parallel texts; other files there were skipped: {names}."
        ),
        "flag_loss": (
            "{label}: decoding does not give the text back. Its figures are no measure of "
            "compression: the more is lost, the fewer tokens are left."
        ),
        "flag_loss_unknown": (
            "{label}: decoding does not give the text back, and {percent:.1f} % of its characters "
            "are unknown. Its figures are no measure of compression: the more is lost, the fewer "
            "tokens are left."
        ),
        "ngram_memory": (
            "N-grams of the {n_tokens:,} tokens read need {needed:,} MB of memory, and "
            "{available:,} MB are free. Read less of it (max_chars)."
        ),
        "ngram_memory_of_order": (
            "N-grams of the {n_tokens:,} tokens read need {needed:,} MB of memory, and "
            "{available:,} MB are free. Read less of it (max_chars), or measure a lower order "
            "than {order}."
        ),
        "too_small_to_hold_out": Form(
            (
                "The corpus is too small for a held-out part: of {n:,} passages of about four "
                "thousand bytes, {held_out:,} would be held out. Give more text, or another "
                "held-out share."
            ),
            (
                "The corpus is too small for a held-out part: of {n:,} passage of about four "
                "thousand bytes, {held_out:,} would be held out. Give more text, or another "
                "held-out share."
            ),
            "n",
        ),
    }
)
