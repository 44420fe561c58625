"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
        "id_without_token": "The id {id} has no token.",
        "folder_without_config": (
            "The folder {path} contains no {file}; name a model's folder or the file."
        ),
        "config_too_large": "{path} is too large for a model configuration.",
        "config_missing": "{path} was not found; check the path.",
        "config_unreadable": "{path} cannot be read: {reason}.",
        "config_not_utf8": "{path} is not UTF-8 (byte {byte:,}).",
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
        "put_ids_in": (
            "Put ids in where the model wants them, as training and serving programs do."
        ),
        "special_split": "{tokens} cannot be encoded as one id each, even where text is parsed.",
        "rename_inside": "Rename what lies inside of another special token.",
        "take_out_of_texts": "Take such strings out of what users write.",
        "round_trip_differs": "{text} comes back as {back}.",
        "round_trip_loses": (
            "A byte-level tokenizer gives every text back; this one loses something."
        ),
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
            "Published models of the type {model_type} have {usual}, which this tokenizer has not "
            "all."
        ),
        "unusual_tokens_remedy": (
            "Fine for a model that is trained with this tokenizer; a published one needs its own."
        ),
        "beyond_limit": "{setting} of {value:,} is beyond the limit of {greatest:,}.",
        "not_whole_number": "{setting} must be a whole number of at least 1, not {value}.",
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
)
