"""What recipes are refused with, in English; `sentence_words` says it in other languages."""

from __future__ import annotations

from engine.sentences import Form, Sentences

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
        "pipeline_unknown_key": (
            "The recipe {path} sets {key}, which is no key of {table}; known are {known}."
        ),
        "pipeline_key_missing": "The recipe {path} lacks {key}; write a line with it.",
        "pipeline_no_strings": "The recipe {path} sets {key} to {value}; it must contain strings.",
        "pipeline_no_paths": (
            "The recipe {path} names no paths, so there is nothing to train on; write a line such "
            'as paths = ["texts/"].'
        ),
        "explore_no_table": (
            "The recipe {path} has no table [explore]; write one with objectives and variables."
        ),
        "explore_no_test_texts": (
            "The recipe {path} names no explore.texts, the texts to measure on."
        ),
        "explore_notes": "Trial {trial} of {n:,} of the search in {path}.",
        "pipeline_no_texts": (
            "The recipe {path} sets {key} without evaluate.texts, the texts to measure on."
        ),
        "pipeline_no_metric": (
            "The recipe {path}, evaluate.metrics: there is no metric {metric}; the metrics are "
            "{known}."
        ),
        "pipeline_trainer": (
            "The recipe {path} sets trainer to {trainer}, whose tokenizers only their library "
            "runs; remove the key out and the tables [[export]] and [register]."
        ),
        "pipeline_in_library": (
            "{name} runs in {library}; a tokenizer can be exported and registered only if its "
            "merges are known here."
        ),
        "pipeline_same_export": (
            "The recipe {path}: two exports of the format {format} go into {folder}; change out "
            "of one."
        ),
        "pipeline_no_option": (
            "The recipe {path} sets {key}, which has no effect on the format {format}; remove it."
        ),
        "pipeline_no_baseline": (
            "The recipe {path}, evaluate.baselines: {name} is no file or folder, no run, and no "
            "registered or published tokenizer."
        ),
        "pipeline_ambiguous_file": (
            "The recipe {path} writes {key} to {file}, which it reads or writes elsewhere; change "
            "one of them."
        ),
        "pipeline_passed": "passed: {n:,} of {all:,} figures meet their requirements",
        "pipeline_not_passed": "failed: {n:,} of {all:,} figures meet their requirements",
        "pipeline_not_met": "not all requirements are met",
        "pipeline_hash": "Hash files",
        "pipeline_beside": (
            "A pipeline trains one tokenizer and skips beside. Train the others with train, and "
            "name their runs as baselines."
        ),
        "pipeline_training": "Train",
        "pipeline_loading": "Load tokenizers",
        "pipeline_measuring": "Measure",
        "pipeline_exporting": "Export {format}",
        "pipeline_run": "run {name} ({run})",
        "pipeline_sample": "the beginnings of the training sources",
        "pipeline_texts": Form("{n:,} texts of {name}", "{n:,} text of {name}", "n"),
        "pipeline_met": "{n:,} of {all:,} met",
        "pipeline_verified": "identical ids in the library",
        "pipeline_written": "written, not verified",
        "pipeline_unverified": "The export {format} is not verified: {reason}",
        "pipeline_no_sample": (
            "The recipe {path} names no evaluate.texts, and the training measured nothing; write "
            'texts = ["..."] into [evaluate].'
        ),
        "pipeline_failed": "{label}: {metric} is {measured}, required is {required}.",
        "pipeline_lossy": (
            "{label}: {metric} says nothing, because the text is not decoded exactly; required is "
            "{required}."
        ),
        "pipeline_missing": "{label}: {metric} was not measured; required is {required}.",
        "pipeline_incomparable": (
            "{label}: the baseline has no {metric}, or loses the text; required is {required}."
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
