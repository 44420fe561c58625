"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
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
        "tokenizer_unreadable": "{path} cannot be read: {reason}.",
        "reason_too_large": "it has {size:,} bytes, which no tokenizer needs",
        "tokenizer_not_there": "{path} was not found; check the path.",
        "reason_not_utf8": "it is not UTF-8 (byte {byte:,})",
        "reason_no_json": "it is not valid JSON ({reason})",
        "reason_nested_deeply": "its JSON is nested too deeply",
        "reason_toml_nested_deeply": "it is nested too deeply",
        "reason_many_digits": "a number in it has too many digits",
        "file_and_line": "{path}, line {line:,}",
        "tokenizer_unusable": "{where} cannot be used: {reason}.",
        "tokenizer_unusable_question": "{where} cannot be used: {reason}",
        "holds_own_pattern": "{path} contains its own split pattern, so none can be given for it.",
        "name_stands_twice": "{name} appears twice in it",
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
    }
)
