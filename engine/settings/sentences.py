"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "special_tokens_no_list": "special_tokens must be a list of strings, not {value}.",
        "vocabulary_too_small": (
            "A vocabulary size of {size:,} is too small: 256 bytes and {n_special} special tokens "
            "need at least {smallest}."
        ),
        "superwords_kind": "superwords must be Superwords or None, not {value}.",
        "merge_rules_kind": "merge_rules must be MergeRules or None, not {value}.",
        "setting_no_whole_number": (
            "{setting} must be a whole number of at least {smallest}, not {value}."
        ),
        "unknown_choice": "Unknown {setting} {value}; choose one of {known}.",
        "pattern_no_text": "The split pattern must be a string that is not empty, not {value}.",
        "pattern_lone_surrogate": "The split pattern contains a lone surrogate, which is not text.",
        "unknown_normalization": "Unknown normalization {value}; choose one of {known}.",
        "special_token_no_text": (
            "A special token must be a string that is not empty, not {token}."
        ),
        "special_token_lone_surrogate": (
            "The special token {token} contains a lone surrogate, which is not text."
        ),
        "special_token_twice": "The special token {token} is listed more than once.",
        "blocked_list_missing": (
            "The list of blocked tokens {path} was not found; check the path. To block just "
            "this text, write it into a list."
        ),
        "blocked_token_too_short": (
            "The blocked token {token} is no token that a merge makes: those have two bytes and "
            "more. Single bytes are always in the vocabulary."
        ),
        "blocked_token_twice": "The blocked token {token} is listed more than once.",
        "blocked_pattern_no_text": (
            "The pattern of blocked tokens must be a string that is not empty, not {pattern}."
        ),
        "blocked_pattern_unusable": (
            'The pattern of blocked tokens "{pattern}" cannot be used: {reason}.'
        ),
        "mixture_given_twice": "A mixture is given either by {first} or by {second}, not by both.",
        "mixture_seed": (
            "The seed of a mixture must be a whole number from 0 to {greatest:,}, not {seed}."
        ),
        "nothing_to_mix": "The corpus contains no text to mix.",
        "mixture_unknown_labels": (
            "The mixture names {missing}, which the corpus does not have; its sources are {labels}."
        ),
        "source_without_text": (
            "The source {label} contains no text, so it cannot be {part:.2%} of the mixture; "
            "exclude it."
        ),
        "source_not_read": "Nothing of the source {label} was read, so it cannot have a share.",
        "target_too_small": (
            "The target of {target:,} bytes is too small: it leaves {left:.3g} bytes of the "
            "source {label}; give more, or leave that source out."
        ),
        "share_too_small": (
            "The share of the source {label}, {share:.2g} of the mixture, is too small: less "
            "than a byte of it would be left; give it more, or remove it."
        ),
        "weights_no_numbers": (
            "The {setting} of a mixture are a number for each label, not {weights}."
        ),
        "weight_negative": (
            "The weight of {label} is negative ({value}); the least is 0, which leaves it out."
        ),
        "weights_all_zero": (
            "All weights of the mixture are 0, so nothing is left to train on; give at least one "
            "source a share."
        ),
        "alpha_outside": (
            "alpha must lie between 0 (all sources equal) and 1 (as they are), not {alpha}."
        ),
        "target_no_whole_number": (
            "target_bytes must be a whole number of at least 1, not {target}."
        ),
        "target_too_large": "A target of {target:,} bytes is beyond the limit of {greatest:,}.",
        "recipe_empty_groups": (
            "The corpus has nothing for {groups}; that share goes to the other groups in "
            "proportion."
        ),
        "recipe_missing": "Named by the mixture, but not in the corpus: {labels}.",
        "recipe_left_out": "In no group of the mixture, so excluded: {labels}.",
        "recipe_fits_nothing": "The mixture {name} fits none of the sources ({labels}).",
        "unknown_recipe": (
            "There is no mixture {name}; choose one of {known}, or name a TOML file."
        ),
        "recipe_unreadable": "The mixture {path} cannot be read: {reason}.",
        "recipe_not_utf8": "The mixture {path} is not UTF-8 (byte {byte:,}).",
        "recipe_no_toml": "is not valid TOML: {reason}.",
        "recipe_unknown_key": "has the key {key}; known are {known}.",
        "recipe_without_groups": "has no [[groups]]; each has a name, a share and labels.",
        "recipe_all_zero": "gives every group the share 0.",
        "recipe_unusable": "cannot be used: {reason}",
        "recipe_needs_strings": "needs strings for name, description and source.",
        "recipe_group_keys": "has something else than name, share and labels in group {number}.",
        "recipe_group_share": "needs a share of at least 0 for the group {group}, not {share}.",
        "recipe_group_labels": "needs a list of labels for the group {group}.",
        "recipe_fault": "The mixture {place} {what}",
        "sample_share": "A sample's share must be greater than 0 and at most 1, not {share}.",
        "sample_seed": (
            "A sample's seed must be a whole number from 0 to {greatest:,}, not {seed}."
        ),
        "text_field_empty": "text_field is empty; name the field or column that contains the text.",
        "unknown_encoding_errors": "encoding_errors must be one of {known}, not {value}.",
        "cap_no_whole_number": "{setting} must be a whole number of at least 1, not {value}.",
        "cap_too_large": "{setting} of {value:,} is beyond the limit of {greatest:,}.",
        "reading_no_text": "{setting} must be text, not {value}.",
        "unknown_role": "Unknown role {role}; the roles are {roles}.",
        "role_needs_token": "The role {role} needs a special token, not {token}.",
        "role_token_unknown": (
            "The role {role} has the token {token}, which is not among the special tokens; add it "
            "to them or choose another."
        ),
        "tokens_file_empty": "{path} contains no special token; write one per line or a JSON list.",
        "tokens_file_refused": "{path}: {reason}",
        "tokens_file_no_object": "{path}, line {line}: not a JSON object of special tokens.",
        "unknown_tokens_file": (
            "There is no set of special tokens and no file named {path}; the sets are {known}."
        ),
        "tokens_file_not_utf8": "{path} is not UTF-8 (byte {byte:,}).",
        "tokens_file_unreadable": "{path} cannot be read: {reason}.",
        "tokens_file_no_list": "{path}, line {line}: not a JSON list of special tokens.",
        "tokens_file_no_strings": "{path} is JSON, but not a list of strings.",
        "design_token_empty": "The token is empty; write its name.",
        "design_token_twice": "{token} is in the list more than once.",
        "design_token_case": (
            "{token} differs from {other} only in case, which is easily mistaken."
        ),
        "design_token_inside": (
            "{token} is a part of {other}; where text is parsed, the longer one is found only if "
            "it begins first."
        ),
        "design_token_surrogate": "{token} contains a lone surrogate, which is not text.",
        "design_token_reserved": (
            "{token} is the name of a reserved slot; choose another or reserve slots."
        ),
        "design_token_blank": (
            "{token} contains blanks or invisible characters, which libraries strip or overlook."
        ),
        "design_token_word": (
            "{token} looks like ordinary text and is found inside of it where text is parsed; "
            "marks such as <|…|> prevent that."
        ),
        "design_token_non_ascii": (
            "{token} contains characters beyond ASCII, which have look-alikes."
        ),
        "design_role_without_token": (
            "The role {role} has the token {token}, which is not in the list."
        ),
        "design_no_boundary": (
            "No token has the role bos or eos, so that nothing marks where a document begins or "
            "ends."
        ),
        "design_no_object": "A design of special tokens is a JSON object.",
        "design_unknown_key": "{key} is no part of a design; known are {known}.",
        "design_tokens_no_list": '"tokens" must be a list of strings.',
        "design_roles_no_object": '"roles" must be an object of role and token.',
        "unknown_token_set": (
            "There is no set of special tokens named {name}; the sets are {known}."
        ),
        "padding_too_large": (
            "A vocabulary is padded to a multiple of at most {greatest:,}, not {value:,}."
        ),
        "design_no_whole_number": (
            "{setting} must be a whole number of at least {smallest}, not {value}."
        ),
        "rule_list_of_strings": "a list of strings",
        "unknown_superword_rule": "There is no superword rule {name}; the rules are {known}.",
        "rule_whole_number_or_off": "a whole number of at least {smallest}, or off",
        "rule_one_word": (
            "most_words = 1 forbids every superword; allow at least 2 words, or leave superwords "
            "out."
        ),
        "rule_span_of_one": (
            "{name} = 1 leaves no two tokens together, so that nothing can be merged; allow at "
            "least 2."
        ),
        "rule_whole_number": "a whole number from 0",
        "rule_share": "a number above 0, up to 1",
        "rule_percentile": "a number above 0, up to 100, or off",
        "rule_boolean": "true or false",
        "rule_strings": "a list of strings that are not empty",
        "superword_start": (
            "Superwords begin at a share of the vocabulary between 0 and 1 or at a vocabulary "
            "size, not at {start}."
        ),
        "rule_string": "a string that is not empty",
        "superwords_too_late": (
            "Superwords would begin at a vocabulary of {size:,}, but the whole vocabulary has "
            "{whole:,}; begin below that."
        ),
        "unknown_superword_rules": (
            "There are no superword rules {name}: not one of {known}, and no file that can be "
            "read ({reason})."
        ),
        "superword_rules_no_toml": "The superword rules in {path} are no TOML: {reason}.",
        "unknown_superword_preset": (
            "{path}: there is no preset {preset} of superword rules; choose one of {known}."
        ),
        "superword_rules_refused": "{path}: {reason}",
        "superword_rule_wrong": "The superword rule {name} must be {wanted}, not {value}.",
        "token_list_kind": (
            "{path} cannot be used: it is no list of tokens but a JSON {kind}; write a list of "
            "strings."
        ),
        "token_list_empty": "{path} names no token; write one on each line.",
        "token_no_string": '{value} is neither a string nor {{"hex": "..."}}',
        "token_lone_surrogate": "{value} contains a lone surrogate, which is not text",
        "token_empty": "an empty token is none",
        "beyond_setting_limit": "{setting} of {value:,} is beyond the limit of {greatest:,}.",
        "vocabulary_size_beyond_limit": (
            "A vocabulary size of {value:,} is beyond the limit of {greatest:,}."
        ),
        "blocked_tokens": "Blocked tokens: {reason}",
        "blocked_tokens_more": "Blocked tokens: {reason} ({n:,} more are like that.)",
        "at_place": "{place}: {reason}",
        "token_unreadable": "{reason}.",
        "token_single_byte": (
            "{token} is a single byte. Those are always in the vocabulary; only tokens that a "
            "merge makes can be blocked."
        ),
        "token_twice": "{token} is listed twice",
        "token_twice_first": "{token} is listed twice (first: {first})",
        "weight_no_number": "The weight of {label} must be a number of at least 0, not {value}.",
        "weight_no_whole_number": (
            "The weight of {label} must be a whole number of at least 0, not {value}."
        ),
        "superwords_too_early": (
            "Superwords would begin at a vocabulary of {size:,}, below the {smallest:,} of the "
            "bytes and the special tokens; begin later."
        ),
        "superwords_share_too_early": (
            "Superwords would begin at a vocabulary of {size:,} ({share} of {whole:,}), below the "
            "{smallest:,} of the bytes and the special tokens; begin later."
        ),
        "token_too_long": (
            "the token of {n:,} bytes that begins with {beginning} is longer than the {most:,} "
            "that a token may have"
        ),
        "line_of_file": "{name}line {number}",
        "line_lone_surrogate": "{line} contains a lone surrogate, which is not text",
        "no_hex": "{digits} is not pairs of hex digits",
        "unknown_escape": (
            "the escape {escape} is none that is known; a backslash is written twice"
        ),
        "escape_no_character": "the escape {escape} is no character",
    }
)
