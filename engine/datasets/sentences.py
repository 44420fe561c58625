"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "dataset_choice": "{setting} must be one of {known}, not {value}.",
        "shard_too_small": "A shard has at least 1 token, not {tokens:,}.",
        "ids_do_not_fit": (
            "The {size:,} ids of this tokenizer do not fit into uint16, which has {most:,} "
            "values; use uint32."
        ),
        "role_without_special_token": (
            "No special token of this tokenizer has the role {role}; its roles are {roles}, its "
            "special tokens {tokens}."
        ),
        "no_special_token": "{token} is not a special token of this tokenizer; it has {tokens}.",
        "dataset_one_file": "{path} is one file and cannot have shards; name a folder for them.",
        "dataset_is_file": "{path} is a file; name a folder, or a file that ends in .npy or .bin.",
        "dataset_folder_not_empty": (
            "{path} is not empty; name another folder, or remove what is in it."
        ),
        "nothing_to_write": "The corpus contains no text.",
        "nothing_to_write_because": "The corpus contains no text. {reasons}",
    }
)
