"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
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
        "numbering_outside": (
            "The ids of tokens must lie from 0 to {greatest:,}; {value:,} does not."
        ),
        "token_without_bytes": "A token has at least one byte.",
        "merge_of_unknown_id": "Merge {merge} joins an id that no byte and no merge has: {pair}.",
        "special_token_in_text": (
            "The text contains the special token {token} at byte {byte:,}; {advice}."
        ),
        "advice_special": (
            'encode it as text with special="text" or as its id with special="parse"'
        ),
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
        "tokenizer_not_written": "{path} cannot be written: {reason}.",
        "twb_not_there": "{path} was not found; check the path.",
        "twb_damaged": (
            "{path} is not a tokenizer file of this program, or it is damaged ({reason})."
        ),
        "twb_unreadable": "{path} cannot be read: {reason}.",
        "twb_too_new": (
            "{path} was written by a newer version of this program (file version {found}, known "
            "up to {known}); update it."
        ),
        "twb_unusable": "{path} cannot be used: {reason}",
        "twb_changed": (
            "{path} was changed after it was written: its content does not have the hash that it "
            "names."
        ),
    }
)
