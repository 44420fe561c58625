"""On files and memory, texts, settings, corpora and datasets, and what several packages say."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "iterator_named": "the iterator of {label}",
    "dataset_named": "the dataset of {label}",
    "iterator_wanted": (
        "The source {label} needs a function that returns an iterator of texts, or several "
        "texts, not {value}."
    ),
    "iterators_with_label": (
        "Iterators are given by label; remove label={label}, or pass one iterator."
    ),
    "iterator_not_made": (
        "The function of the source {label} must return an iterator of texts; it returned {value}."
    ),
    "iterator_same_again": (
        "The function of the source {label} returned the same iterator again, which is used "
        "up; make a new one in it, for example with a generator function."
    ),
    "iterator_used_up": (
        "The iterator of the source {label} is used up: a generator can be read once. Pass a "
        "function that returns a new one for each pass, such as a generator function without "
        "its parentheses."
    ),
    "iterator_read_once": (
        "The iterator of the source {label} can be read once, but {reason}. Pass a function "
        "that returns a new one for each pass, such as a generator function without its "
        "parentheses."
    ),
    "iterator_gives": (
        "Item {index:,} of the iterator of {label} is {value}; a text must be str or bytes."
    ),
    "iterator_gives_rows": (
        "Item {index:,} of the iterator of {label} is {value}; a text must be str or bytes. "
        "Rows with columns are read by Corpus.from_dataset(rows, column=...)."
    ),
    "iterator_differs": (
        "The iterator of {label} gave other texts in pass {n} than in the first one; it must "
        "give the same texts in the same order each time."
    ),
    "iterator_differed": "pass {n} gave other texts than the first one.",
    "dataset_wanted": "A dataset must give rows with columns; {value} gives none.",
    "dataset_of_splits": (
        "A dataset with splits was given ({splits}); pass one of them, such as "
        "dataset[{first}], or a dict of label to split."
    ),
    "dataset_no_column": (
        'The dataset of {label} has no column "{name}"; it has {columns}. Name the one with '
        "the text (column)."
    ),
    "dataset_value_no_text": (
        'Row {row:,} of the dataset of {label} has no text in column "{column}" but {value}; '
        "name another column."
    ),
    "either": "{several} or {last}",
    "all_of": "{several} and {last}",
    "listed": "{first}, {rest}",
    "some_of": "{first} and {rest:,} more",
    "inexact_tokenizer": (
        "{path} cannot be represented exactly: {reason}. Through {library}, its own library, "
        "it encodes, decodes and is measured and compared; nothing else can be done with it."
    ),
    "archive_member_too_large": (
        "{name} unpacks to {size:,} bytes, of which a tokenizer needs {most:,} at most"
    ),
    "choose_directory": "Choose another directory.",
    "cannot_be_written": "{path} cannot be written: {reason}. {advice}",
    "long_pretoken": (
        "The longest pre-token has {n_bytes:,} bytes. Long pre-tokens seldom repeat, so "
        "training takes much memory and time for them; a split pattern that splits finer "
        "avoids it."
    ),
    "packaged_application": (
        "The packaged application cannot install libraries; start Tokenizer Workbench from "
        "its sources (python3 run.py) to add it."
    ),
    "how_to_install": "Install it with: {command}",
    "reason_too_large": "it has {size:,} bytes, which no tokenizer needs",
    "reason_not_utf8": "it is not UTF-8 (byte {byte:,})",
    "reason_no_json": "it is not valid JSON ({reason})",
    "reason_nested_deeply": "its JSON is nested too deeply",
    "reason_toml_nested_deeply": "it is nested too deeply",
    "file_and_line": "{path}, line {line:,}",
    "tokenizer_unusable": "{where} cannot be used: {reason}.",
    "tokenizer_unusable_question": "{where} cannot be used: {reason}",
    "holds_own_pattern": "{path} contains its own split pattern, so none can be given for it.",
    "stopped_and_kept": (
        "Stopped at {made:,} of {asked:,} merges and kept: a vocabulary of {vocab_size:,} ids."
    ),
    "corpus_needs_memory": (
        "The corpus has {n_pretokens:,} distinct pre-tokens of {length:,.0f} bytes on "
        "average. Training on them needs {needed}, and only {available} are free. Use a "
        "split pattern that splits finer, a smaller corpus or caps on it (max_chars, "
        "max_document_chars), or a machine with more memory."
    ),
    "corpus_part_needs_memory": (
        "The first {share:.0%} of the corpus have {n_pretokens:,} distinct pre-tokens of "
        "{length:,.0f} bytes on average. Training on them needs at least {needed}, and only "
        "{available} are free. Use a split pattern that splits finer, a smaller corpus or "
        "caps on it (max_chars, max_document_chars), or a machine with more memory."
    ),
    "reason_disk_full": "the disk is full",
    "reason_quota_used": "the disk quota is used up",
    "reason_file_too_large": "the file would be larger than the system allows",
    "reason_read_only": "the file system is read-only",
    "reason_permission_denied": "permission denied",
    "reason_part_is_file": "a part of the path is a file, not a directory",
    "reason_file_in_the_way": "a file of that name is in the way of the directory",
    "advice_free_space": "Free some space or choose another directory.",
    "advice_writable": "Choose a directory that you may write to.",
    "advice_other_name": "Choose another name.",
    "advice_shorter_name": "Choose a shorter name.",
    "reason_directory_in_the_way": "a directory of that name is in the way",
    "reason_name_too_long": "the name is too long",
    "reason_no_such_directory": "there is no such directory, and it cannot be made",
    "text_no_string_given": "A text must be a string, not {value}.",
    "other_unicode": (
        "The text was normalized by Unicode {version}, not {wanted}: install unicodedata2 "
        "16.0.0 for the same result as on other machines."
    ),
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
    "special_token_no_text": ("A special token must be a string that is not empty, not {token}."),
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
    "target_no_whole_number": ("target_bytes must be a whole number of at least 1, not {target}."),
    "target_too_large": "A target of {target:,} bytes is beyond the limit of {greatest:,}.",
    "recipe_empty_groups": (
        "The corpus has nothing for {groups}; that share goes to the other groups in proportion."
    ),
    "recipe_missing": "Named by the mixture, but not in the corpus: {labels}.",
    "recipe_left_out": "In no group of the mixture, so excluded: {labels}.",
    "recipe_fits_nothing": "The mixture {name} fits none of the sources ({labels}).",
    "unknown_recipe": ("There is no mixture {name}; choose one of {known}, or name a TOML file."),
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
    "sample_seed": ("A sample's seed must be a whole number from 0 to {greatest:,}, not {seed}."),
    "text_field_empty": "text_field is empty; name the field or column that contains the text.",
    "unknown_encoding_errors": "encoding_errors must be one of {known}, not {value}.",
    "no_whole_number": "{setting} must be a whole number of at least 1, not {value}.",
    "reading_no_text": "{setting} must be text, not {value}.",
    "unknown_role": "Unknown role {role}; the roles are {roles}.",
    "role_needs_token": "The role {role} needs a special token, not {token}.",
    "role_token_unknown": (
        "The role {role} has the token {token}, which is not among the special tokens; add it "
        "to them or choose another."
    ),
    "tokens_file_empty": "{path} contains no special token; write one per line or a JSON list.",
    "file_refused": "{path}: {reason}",
    "tokens_file_no_object": "{path}, line {line}: not a JSON object of special tokens.",
    "unknown_tokens_file": (
        "There is no set of special tokens and no file named {path}; the sets are {known}."
    ),
    "tokens_file_no_list": "{path}, line {line}: not a JSON list of special tokens.",
    "tokens_file_no_strings": "{path} is JSON, but not a list of strings.",
    "design_token_empty": "The token is empty; write its name.",
    "design_token_twice": "{token} is in the list more than once.",
    "design_token_case": ("{token} differs from {other} only in case, which is easily mistaken."),
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
    "design_token_non_ascii": ("{token} contains characters beyond ASCII, which have look-alikes."),
    "design_role_without_token": (
        "The role {role} has the token {token}, which is not in the list."
    ),
    "design_no_boundary": (
        "No token has the role bos or eos, so that nothing marks where a document begins or ends."
    ),
    "design_no_object": "A design of special tokens is a JSON object.",
    "design_unknown_key": "{key} is no part of a design; known are {known}.",
    "design_tokens_no_list": '"tokens" must be a list of strings.',
    "design_roles_no_object": '"roles" must be an object of role and token.',
    "unknown_token_set": ("There is no set of special tokens named {name}; the sets are {known}."),
    "padding_too_large": (
        "A vocabulary is padded to a multiple of at most {greatest:,}, not {value:,}."
    ),
    "rule_list_of_strings": "a list of strings",
    "unknown_superword_rule": "There is no superword rule {name}; the rules are {known}.",
    "rule_whole_number_or_off": "a whole number of at least {smallest}, or off",
    "rule_one_word": (
        "most_words = 1 forbids every superword; allow at least 2 words, or leave superwords out."
    ),
    "rule_span_of_one": (
        "{name} = 1 leaves no two tokens together, so that nothing can be merged; allow at least 2."
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
    "superword_rule_wrong": "The superword rule {name} must be {wanted}, not {value}.",
    "token_list_kind": (
        "{path} cannot be used: it is no list of tokens but a JSON {kind}; write a list of strings."
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
    "unknown_escape": ("the escape {escape} is none that is known; a backslash is written twice"),
    "escape_no_character": "the escape {escape} is no character",
    "corpus_empty": "The corpus is empty: no file or directory was given.",
    "reading_options_unknown": (
        "There are reading options for {labels}, but no such source; the labels are {known}."
    ),
    "path_empty": "An empty path was given; name a file, a directory or a pattern.",
    "path_unsearchable": "{path} cannot be searched: {reason}.",
    "folders_joined": (
        "Files of {n_folders:,} folders became one source, {label}, because their names are "
        "alike (such as {first} and {second}); a label for each folder keeps them apart."
    ),
    "no_file_matches": "No file matches {path}.",
    "file_not_there": "{path} was not found; check the path.",
    "folder_without_text": (
        "{folder} contains no text files; expected endings such as .txt, .jsonl, .csv or "
        ".parquet, also with .gz, .zst or .xz after them."
    ),
    "file_changed": (
        "{path} changed while it was read; wait until no program writes to it and read it again."
    ),
    "file_unreadable": "{path} cannot be read: {reason}.",
    "file_unwritable": "{path} cannot be written: {reason}.",
    "file_not_utf8": "{path} is not UTF-8 (byte {byte:,}).",
    "file_damaged": "{path} is cut short or damaged ({reason}); fetch or compress it again.",
    "file_is_folder": "{path} is a directory, not a file.",
    "file_forbidden": "{path} cannot be read: permission denied.",
    "file_empty": "the file is empty.",
    "names_invalid": "invalid UTF-8 in the names of the columns was replaced by U+FFFD.",
    "blank_lines_before_names": ("blank lines before the names of the columns were passed over."),
    "blank_row": "a blank line was passed over.",
    "row_invalid": "row skipped: invalid UTF-8.",
    "row_too_short": "row skipped: it ends before column {column}.",
    "row_cell_empty": "row skipped: the cell is empty.",
    "cell_never_closed": ("a quoted cell of this row is never closed; the rest was skipped."),
    "row_no_csv": "row skipped: not valid CSV ({reason}).",
    "carriage_return": "a carriage return without a line feed; end lines with line feeds",
    "byte_order_mark_at_start": "a byte order mark at the start was skipped.",
    "header_no_csv": "{path}, line 1: the header is not valid CSV ({reason}).",
    "columns_of_one_name": '{n} columns are called "{name}"; the first one is read.',
    "line_invalid": "line skipped: invalid UTF-8.",
    "advice_unpack": "unpack it first",
    "advice_take_out": "take its text out first",
    "kind_bzip2": "compressed by bzip2",
    "kind_lz4": "compressed by lz4",
    "no_text": "{path} is {kind}, not text; {advice}.",
    "looks_like_utf16": (
        "{path} looks like UTF-16, not UTF-8; convert it first, for example with iconv -f "
        "UTF-16 -t UTF-8."
    ),
    "document_invalid": "document {number:,} of the file skipped: invalid UTF-8.",
    "field_missing": 'there is no field "{field}".',
    "byte_order_mark": "a byte order mark was skipped.",
    "line_left_out": "line skipped: {reason}",
    "surrogate_replaced": "a lone surrogate was replaced by U+FFFD.",
    "nested_deeply": "nested too deeply",
    "text_no_string": "the text is {kind}, not a string.",
    "text_empty": "the text is empty.",
    "parquet_damaged": "{path} is damaged or no parquet file ({reason}); fetch it again.",
    "column_no_text": (
        '{path}: the column "{name}" contains {kind}, not text; name another one (text_field).'
    ),
    "parquet_row_invalid": "row {row:,} skipped: invalid UTF-8 at byte {byte:,} of its text.",
    "problems_not_listed": "other problems, not listed: {times:,}.",
    "server_sends_whole": (
        "{path} cannot be read: its server sends files only whole, and at most {megabytes:,} "
        "MB are fetched so. Download the file and name it here."
    ),
    "address_unreadable": "{path} cannot be read: {reason}; is the address written correctly?",
    "address_not_there": "{path} was not found; check the address.",
    "hub_address_not_there": (
        "{path} was not found on the hub, or needs a login: check owner, name, revision and path, "
        "or set HF_TOKEN or run hf auth login."
    ),
    "hub_denies": (
        "{path}: the hub does not give access ({status}); accept the terms on the page of the "
        "dataset, and set HF_TOKEN or run hf auth login."
    ),
    "access_denied": "{path} cannot be read: access denied ({reason}).",
    "server_answers": "{path} cannot be read: the server answers {status} ({reason}).",
    "unknown_host": (
        "{path} cannot be reached: no machine of that name is found ({reason}); check how the "
        "address is written, and the connection."
    ),
    "unreachable": "{path} cannot be reached: {reason}; check the address and the connection.",
    "no_column": (
        '{path} has no column "{name}"; it has {columns}. Name the one with the text (text_field).'
    ),
    "no_columns": "none",
    "no_line_has_field": (
        '{path}: no line has the field "{field}"; line {line:,} and others have {fields}. '
        "Name the one with the text (text_field)."
    ),
    "no_field_with_text": "no field with text",
    "blank_lines_in_file": Form(
        "{n:,} blank lines passed over, the first here.",
        "{n:,} blank line passed over, the first here.",
        "n",
    ),
    "nul_characters": Form(
        "{n:,} NUL characters, kept as text.", "{n:,} NUL character, kept as text.", "n"
    ),
    "nul_bytes": Form("{n:,} NUL bytes, kept as text.", "{n:,} NUL byte, kept as text.", "n"),
    "empty_documents": Form(
        "{n:,} empty documents skipped, the first is document {first:,} of the file.",
        "{n:,} empty document skipped, the first is document {first:,} of the file.",
        "n",
    ),
    "null_values": Form(
        '{n:,} null values of column "{column}" skipped, the first in row {first:,}.',
        '{n:,} null value of column "{column}" skipped, the first in row {first:,}.',
        "n",
    ),
    "empty_values": Form(
        '{n:,} empty values of column "{column}" skipped, the first in row {first:,}.',
        '{n:,} empty value of column "{column}" skipped, the first in row {first:,}.',
        "n",
    ),
    "parquet_needs_pyarrow": "{path} is a parquet file; reading it needs pyarrow. {advice}",
    "address_needs_fsspec": "{path} is an address; reading it needs fsspec. {advice}",
    "address_needs_library": (
        "{path} cannot be read: fsspec needs another library for {scheme}:// ({reason}). {advice}"
    ),
    "address_needs_other_library": (
        "{path} cannot be read: fsspec needs another library for {scheme}:// ({reason})."
    ),
    "line_no_json": "not valid JSON ({reason}).",
    "value_boolean": "true or false",
    "value_number": "a number",
    "value_list": "a list",
    "value_object": "an object",
    "at_line": "{place}, line {line}",
    "at_row": "{place}, row {row:,}",
    "at_conversation": "{place}, conversation {record:,}",
    "at_byte": "{place}, byte {offset:,}",
    "problem_often": "{problem:.} ({times:,} times).",
    "problem_also_in_conversation": (
        "{problem:.} ({times:,} times, also in conversation {places})."
    ),
    "problem_also_in_line": "{problem:.} ({times:,} times, also in line {places}).",
    "problem_also_in_byte": "{problem:.} ({times:,} times, also in byte {places}).",
    "invalid_replaced": (
        "invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, convert it "
        "to UTF-8."
    ),
    "invalid_replaced_in_row": (
        "row {row:,}: invalid UTF-8 was replaced by U+FFFD; if the file has another encoding, "
        "convert it to UTF-8."
    ),
    "invalid_refused": (
        "{place}: invalid UTF-8 ({sequence}); if the file has another encoding, convert it to "
        "UTF-8."
    ),
    "kind_parquet": "a parquet file",
    "kind_gzip": "compressed by gzip",
    "kind_zstd": "compressed by zstd",
    "kind_xz": "compressed by xz",
    "kind_zip": "a zip archive",
    "kind_7z": "a 7z archive",
    "kind_rar": "a rar archive",
    "kind_pdf": "a PDF document",
    "kind_sqlite": "an SQLite database",
    "kind_arrow": "an Arrow file",
    "kind_png": "a picture (PNG)",
    "kind_jpeg": "a picture (JPEG)",
    "kind_elf": "a program (ELF)",
    "advice_ending": "give it the ending {ending}",
    "advice_ending_after": "give it the ending {ending}, after that of its content",
    "advice_write_parquet": "write it as parquet",
    "advice_leave_out": "remove it",
    "places_and_on": "{places} and so on",
    "file_changed_between_passes": (
        "{path} changed between two passes over the text. Wait until no program writes to it and "
        "train again."
    ),
    "source_changed": (
        "{path} changed while it was read; wait until no program writes to it and start again."
    ),
    "files_need_pyarrow": "Parquet and Arrow files are written by pyarrow. {advice}",
    "separator_empty": "Documents in a text file need a separator; it is empty.",
    "mixture_reads_again": "a mixture is measured before it is written",
    "mixture_is_file": "{path} is a file; name a folder for the mixture.",
    "mixture_text_changed": (
        "The text of the source {label} changed between two passes; nothing was written. Wait "
        "until no program writes to it and start again."
    ),
    "mixture_has_no_room": (
        "The mixture has {needed:,} bytes of text, and the disk of {path} has {free:,} free; "
        "name another folder or a smaller target."
    ),
    "mixture_documents_too_long": (
        "The mixture takes {wanted:,} bytes of the source {label}, whose nearest document has "
        "{size:,}; shorten the last document, or name a document separator or a maximum length of "
        "documents."
    ),
    "dataset_choice": "{setting} must be one of {known}, not {value}.",
    "shard_too_small": "A shard has at least 1 token, not {tokens:,}.",
    "shard_without_bytes": "A shard has at least 1 byte.",
    "shards_of_two_sizes": "Give the size of a shard in tokens or in bytes, not both.",
    "unfinished_differs": (
        "{folder} contains finished shards of {path} from another run, which differs in: {names}. "
        "Run that command again to continue it, remove the folder, or name another one."
    ),
    "dataset_being_written": (
        "{path} is being written by another process; wait for it, or name another folder."
    ),
    "document_too_long": (
        "{path} cannot contain a document of {tokens:,} tokens: the format has at most {most:,}; "
        "set a maximum length of documents, or choose the format npy."
    ),
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
    "corpus_without_text": "The corpus contains no text; add files that are not empty.",
    "corpus_without_text_because": "The corpus contains no text: {problem:.}.",
    "corpus_without_text_because_of_several": Form(
        "The corpus contains no text: {problem:.} (and {n} more problems).",
        "The corpus contains no text: {problem:.} (and {n} more problem).",
        "n",
    ),
}
