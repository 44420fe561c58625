"""What recipes are refused with, in English; `sentence_words` says it in other languages."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "recipe_not_there": "The recipe {path} was not found; check the path.",
        "recipe_not_readable": "The recipe {path} cannot be read: {reason}.",
        "recipe_no_utf8": "The recipe {path} is not UTF-8 (byte {byte:,}).",
        "recipe_not_toml": "The recipe {path} is not valid TOML: {reason}.",
        "recipe_is_mixture": "{path} is a mixture file and no recipe; give it as --mixture.",
        "recipe_no_strings": "{path}: paths and labels must be strings.",
        "recipe_no_setting": (
            "The recipe {path} sets {key}, which is no setting; known are {known}."
        ),
        "recipe_unknown_option": (
            "The recipe {path} sets {key}, which is no reading option; known are {known}."
        ),
        "recipe_unknown_rule": (
            "The recipe {path} sets {key}, which is no merge rule; known are {known}."
        ),
        "recipe_wrong_kind": "The recipe {path} sets {key} to {value}; it must be {expected}.",
        "recipe_list": "a list",
        "recipe_string": "a string",
        "recipe_table": "a table",
        "recipe_integer": "a whole number",
        "recipe_number": "a number",
        "recipe_boolean": "true or false",
        "recipe_table_with": "a table with {keys}",
        "recipe_blocked": "a list of strings or the name of a file with one token on each line",
        "recipe_seed_alone": "The recipe {path} sets {key} without sample_share.",
        "recipe_table_refused": "The recipe {path}, {table}: {reason}",
        "recipe_refused": "The recipe {path}: {reason}",
        "recipe_exclusive": "The recipe {path} sets {one} and {other}, which exclude each other.",
        "recipe_target_bytes": "The recipe {path}: target_bytes {reason}.",
        "recipe_no_size": "{text} is not a size such as 500MB or 2GB",
        "recipe_no_preset": (
            "there is no preset {preset} of superword rules; choose one of {presets}."
        ),
        "label_of_no_path": (
            "The label {label} is for {path}, which is none of the given paths and lies below "
            "none of them."
        ),
        "token_limit_alone": (
            "--token-limit (token_limit in a recipe) says how --max-token-bytes is read and has no "
            "meaning without it; give --max-token-bytes N too."
        ),
        "superword_option_alone": (
            "{option} ({key} in a recipe) has no meaning without superwords; give "
            "--superwords-from SHARE too, such as 0.8."
        ),
        "recipe_no_vocab_size": (
            "The recipe {path} sets no vocab_size; write a line such as vocab_size = 32768."
        ),
        "recipe_not_unicode": (
            "{path} cannot be written: {character} in a path, pattern or token is no Unicode "
            "character; change or rename it."
        ),
        "recipe_source_in_memory": (
            "The source {label} is text in memory, which no recipe can name; save it as a file "
            "and add that, or remove the source."
        ),
        "case_no_text": 'a case begins with a text in double quotes, as in " world" stays one',
        "case_no_pieces": (
            "after the text write stays one, or → and the pieces, as in \"don't\" → don|'t"
        ),
        "case_empty": "the text of a case is empty",
        "case_too_long": "the text has {n:,} characters; a case has at most {most:,}",
        "case_half_character": "the text has half of a character, which no file has",
        "case_other_text": "the pieces {pieces} joined are not the text {text}",
        "case_line": "{path}, line {line}: {reason:.}.",
        "cases_too_many": "there are {n:,} cases; at most {most:,} are run",
        "cases_too_large": "{path} is larger than {most:,} bytes; it is not a case file.",
        "cases_not_there": "The case file {path} was not found; check the path.",
        "cases_not_readable": "The case file {path} cannot be read: {reason}.",
        "cases_no_utf8": "The case file {path} is not UTF-8 (byte {byte:,}).",
        "recipe_case": "The recipe {path}, pattern_cases, entry {number}: {reason:.}.",
    }
)
