"""On measurements, losses, vocabularies, and models."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "loss_no_csv": "{path}, line {line}: not valid CSV ({reason}).",
    "loss_line_no_json": "skipped: not valid JSON ({reason}).",
    "loss_no_object": "{value} is no object",
    "loss_no_lists": "ids and losses are not both lists",
    "loss_left_out": "skipped: {reason}.",
    "loss_id_no_number": "the id {value} is no whole number",
    "loss_id_too_long": "the id {value} has too many digits",
    "loss_npz_is_npy": "{path} contains one array; it is a .npy file.",
    "loss_needs_ids": "{path} contains one array; name the file with the ids that belong to it.",
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
    "requirement_none": "There is no requirement in the table.",
    "requirement_no_metric": ("{key}: there is no metric {metric}; the metrics are {known}."),
    "requirement_of_all": (
        "{key}: {metric} has one value for all languages together; write it outside of the table "
        "of a label."
    ),
    "requirement_no_total": (
        "{key}: {metric} has no value for all texts together; write it for every label, or take "
        "median_premium or worst_premium."
    ),
    "requirement_yes_no": "{key} is {value}; it must be true or false.",
    "requirement_no_threshold": (
        '{key} is {value}; write a relation and a number, such as "{usual} 2.5".'
    ),
    "requirement_no_factor": "{key}: {text} is no factor; write a number above 0.",
    "requirement_no_baseline": (
        "{key}: {name} is neither a number nor one of the baselines; they are {known}."
    ),
    "requirement_no_baselines": (
        "{key}: {name} is no number, and there are no baselines; name them in [evaluate]."
    ),
    "requirement_label_relation": (
        '{key} is {value}; a language can be required by "== deu" or "!= deu" only.'
    ),
    "requirement_no_number": (
        "{key}: {text} is no number for {metric}; percentages are for shares only."
    ),
    "requirement_no_share": "{key}: {text} is no share; write 0.05 or 5 %.",
    "requirement_contradiction": "{key}: no value is {thresholds}; mend one of them.",
    "requirement_no_label": ("{key}: no text is labelled {label}. The labels are {labels}."),
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
        "No text is labelled {label}, so that it cannot be the reference. The labels are {labels}."
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
        "{usual} with {ids:,} ids. More than {factor:g} times that means short tokens: too little "
        "of it in the training text, a vocabulary too small for all its languages, or a split "
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
    "id_without_token": "The id {id} has no token.",
    "folder_without_config": (
        "The folder {path} contains no {file}; name a model's folder or the file."
    ),
    "config_too_large": "{path} is too large for a model configuration.",
    "config_no_json": "{path}, line {line}: not JSON.",
    "config_no_object": "{path} is JSON, but no object; a model's config.json is one.",
    "no_vocab_size": "{file} has no vocab_size: sizes cannot be compared.",
    "write_vocab_size": 'Write "vocab_size": {size} into it.',
    "vocab_size_no_number": "vocab_size of {file} is {value}, no number.",
    "write_size_or_multiple": "Write {size}, or a multiple of 64 or 128 above it.",
    "vocabulary_too_large": (
        "The tokenizer has {size:,} ids up to {highest:,}, and the model's embedding {rows:,} "
        "rows: ids from {rows:,} on have none."
    ),
    "resize_embedding": (
        "Set vocab_size to {size} and resize the embedding, or take the model's tokenizer."
    ),
    "ids_unused_beyond": (
        "The tokenizer counts {size:,} ids and the model {rows:,}; the ids from {rows:,} on "
        "are unused."
    ),
    "take_tokenizers_size": "Set vocab_size to the tokenizer's.",
    "same_size": "Vocabulary and embedding both have {size:,} rows.",
    "id_not_named": (
        "{file} names no {role}_token_id; the tokenizer has {token} with the id {id:,} for it."
    ),
    "write_id": 'Write "{role}_token_id": {id} into it.',
    "id_no_number": "{place} is {value}, neither an id nor a list.",
    "write_number": "Write the number of the id.",
    "id_minus_one": "{place} is -1: no token.",
    "id_outside": "{place} is {id:,}, and the tokenizer's ids go from 0 to {highest:,}.",
    "role_differs": "{place} is {found}, and the tokenizer's is {wanted}.",
    "id_unused": "{place} is {id:,}, an unused id of the tokenizer.",
    "id_ordinary": (
        "{place} is {id:,}, the ordinary token {token}: text that contains it would be "
        "taken for the special token."
    ),
    "put_ids_in": ("Put ids in where the model wants them, as training and serving programs do."),
    "special_split": "{tokens} cannot be encoded as one id each, even where text is parsed.",
    "rename_inside": "Rename what lies inside of another special token.",
    "take_out_of_texts": "Take such strings out of what users write.",
    "round_trip_differs": "{text} comes back as {back}.",
    "round_trip_loses": ("A byte-level tokenizer gives every text back; this one loses something."),
    "round_trip_of_library": (
        "Nothing, if the model was trained with it: {library} rewrites texts or has no tokens "
        "for some."
    ),
    "texts_normalized": (
        "{rewritten} of {n} texts come back in the form {form}: the normalization rewrites "
        "text, and what it rewrote is lost."
    ),
    "normalized_remedy": (
        "Nothing, if that is meant; byte-exact copies need a tokenizer without it."
    ),
    "round_trips_exact": "{n} texts in many scripts come back byte for byte.",
    "unusual_tokens": (
        "Published models of the type {model_type} have {usual}, which this tokenizer has not all."
    ),
    "unusual_tokens_remedy": (
        "Fine for a model that is trained with this tokenizer; a published one needs its own."
    ),
    "width_too_large": (
        "At a width of {width:,} the {n_bytes} bytes alone take {parameters:,} parameters, "
        "more than the whole model's {total:,}."
    ),
    "budget_share_outside": (
        "The share of the budget must lie above 0 and be at most 1, not {value}."
    ),
    "size_not_held": (
        "This tokenizer contains every size from {smallest:,} to {largest:,} ids, not {size:,}."
    ),
    "threshold_outside": (
        "The threshold of diminishing returns is a share between 0 and 1, not {value}."
    ),
    "place_in_config": "{key} of {file}",
    "padded_embedding": (
        "The embedding has {rows:,} rows, {more:,} more than the tokenizer's {size:,} ids: "
        "padding, which no text ever uses. All ids lie below it."
    ),
    "padded_to_multiple": (
        "The embedding has {rows:,} rows, a multiple of {multiple}, {more:,} more than the "
        "tokenizer's {size:,} ids: padding, which no text ever uses. All ids lie below it."
    ),
    "set_to": "Set it to {wanted}.",
    "give_special_id": "Give the id of a special token.",
    "id_right": "{place}: {tokens}.",
    "special_by_id": Form(
        "{tokens}: {library} reads them in no text.",
        "{tokens}: {library} reads it in no text.",
        "n",
    ),
    "special_in_text": Form(
        "{tokens}: read as ids in any text, also in that of a user.",
        "{tokens}: read as an id in any text, also in that of a user.",
        "n",
    ),
    "special_tokens_right": Form(
        "{n:,} special tokens are one id each where text is parsed.",
        "{n:,} special token is one id where text is parsed.",
        "n",
    ),
    "unknown_model": "There is no model {name}; choose one of {known}.",
    "unknown_model_like": "There is no model {name}; did you mean {near}? There are {known}.",
}
