"""On counts as files."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "counts_without_labels": (
        "{folder} is not a whole folder of counts: it contains no labels. Copy or write it again."
    ),
    "counts_label_damaged": (
        "{path} is damaged or does not belong to a folder of counts; copy or write the folder "
        "again."
    ),
    "counts_have_no_text": (
        "{path} contains counts and no text; name the text itself for what needs text."
    ),
    "counts_beside_text": (
        "The source {label} contains text and counts; give one of them another label."
    ),
    "counts_need_pyarrow": "Counts as files need pyarrow. {advice}",
    "counts_other_pattern": (
        "{folder} was counted with the split pattern {own}, not with {asked}; choose that "
        "pattern, or count the text again."
    ),
    "counts_other_normalization": (
        "{folder} was counted with the normalization {own}, not with {asked}; choose that "
        "normalization, or count the text again."
    ),
    "counts_other_cut_at": (
        "{folder} was counted with documents ended at these special tokens: {own}; asked for: "
        "{asked}. Choose the same special tokens, or count the text again."
    ),
    "counts_other_unicode": (
        "{folder} was counted with the Unicode tables {own}, and this version has {asked}; "
        "count the text again."
    ),
    "counts_other_counting": (
        "{folder} was counted by another version of counting ({own}, here {asked}); count the "
        "text again."
    ),
    "counts_part_missing": (
        "{folder} is not whole: {name} is missing. Copy or write the folder again."
    ),
    "counts_part_size": (
        "{path} has {size:,} bytes and was written with {written:,}; copy or write the folder "
        "again."
    ),
    "counts_part_changed": (
        "{path} is not the file that was written: its SHA-256 differs. Copy or write the "
        "folder again."
    ),
    "counts_manifest_changed": (
        "{path} belongs to another manifest than {folder} has; copy or write the folder again."
    ),
    "counts_label_unknown": "{folder} has no label {label}; copy or write the folder again.",
    "counts_no_folder": "{path} is a file, not a folder of counts; name the folder.",
    "counts_manifest_damaged": (
        "{path} is damaged or not a manifest of counts; copy or write the folder again."
    ),
    "counts_nothing_in": "{folder} contains no counts: no manifest and no .parquet files.",
    "counts_half_written": (
        "{folder} is half written: it has the folder _temporary of a job that did not end. "
        "Run the job again."
    ),
    "counts_no_manifest": (
        "{folder} has no manifest (counts.json). Where our program wrote it, its writing did "
        "not end; of another program give the split pattern of its counts."
    ),
    "counts_sum_too_large": (
        "The counts of {label} add up to more than 2^62, which no training can count; scale "
        "them down."
    ),
    "counts_file_missing": "{path} was not found; copy or write the folder again.",
    "counts_file_damaged": (
        "{path} is damaged or no parquet file ({reason}); copy or write it again."
    ),
    "counts_no_column": (
        "{path} needs one column {name}; it has {columns}. The columns of counts are "
        "pretoken, label, count and first."
    ),
    "counts_column_type": (
        "{path}: the column {name} contains {kind}. pretoken is binary, label is a string, "
        "count and first are integers."
    ),
    "counts_value_missing": "{path}, row {row:,}, column {column}: the value is null.",
    "counts_pretoken_empty": "{path}, row {row:,}, column {column}: the pre-token is empty.",
    "counts_pretokens_too_large": (
        "{path}, row {row:,}, column {column}: the pre-tokens up to here need more than 1 GB; "
        "split the text with a pattern that gives shorter ones."
    ),
    "counts_label_invalid": (
        "{path}, row {row:,}, column {column}: {value} is no label; a label is a text of 1 to "
        "4,096 bytes."
    ),
    "counts_too_many_labels": "{path} has more than {most:,} labels.",
    "counts_count_not_positive": (
        "{path}, row {row:,}, column {column}: {value} is no count; a count is at least 1."
    ),
    "counts_count_too_large": (
        "{path}, row {row:,}, column {column}: {value} is too large; counts stay below 2^62."
    ),
    "counts_first_invalid": (
        "{path}, row {row:,}, column {column}: {value} is no position; a position is at least "
        "0 and below 2^62."
    ),
    "counts_duplicate": (
        "{path}, row {row:,}, column pretoken: {value} of the label {label} is also in "
        "{first}, row {first_row:,}; add their counts up."
    ),
    "counts_has_duplicates": (
        "{folder} has pre-tokens of the label {label} more than once; `counts check` names the "
        "first, and `counts merge` adds them up."
    ),
    "counts_cannot_be_cut": (
        "The source {label} contains counts, so {setting} cannot be applied to it; set it "
        "when the text is counted."
    ),
    "counts_dropped_damaged": "{path} is damaged; copy or write the folder again.",
    "counts_least": "min_count must be a whole number of at least 1, not {value}.",
    "counts_are_counted": (
        "The source {label} contains counts already; `counts merge` joins folders of counts."
    ),
    "counts_nothing_to_merge": "No folder of counts was given.",
    "counts_out_is_file": "{path} is a file, not a folder; choose another name.",
    "counts_out_not_empty": "{path} is not empty; choose another folder.",
    "counts_rows_differ": (
        "{folder} has {rows:,} rows of the label {label}, and its manifest says {written:,}; "
        "copy or write the folder again."
    ),
    "counts_sums_differ": (
        "{folder}: the rows of the label {label} add up to {found:,} {name}, and its manifest "
        "says {written:,}; copy or write the folder again."
    ),
    "counts_without_rows": (
        "Every pre-token of {label} occurs less than {least:,} times; choose a smaller floor."
    ),
    "counts_memory": (
        "The counts of {label} have {rows:,} pre-tokens and need about {needed} of memory, "
        "with {available} free. A floor drops rare ones and says what is still "
        "certain."
    ),
    "counts_many_pieces": Form(
        "{n:,} pre-tokens are not what the split pattern gives, such as {value} ({path}, row "
        "{row:,}); were they counted with this pattern?",
        "{n:,} pre-token is not what the split pattern gives: {value} ({path}, row {row:,}); "
        "was it counted with this pattern?",
        "n",
    ),
    "counts_invalid_utf8": Form(
        "{n:,} pre-tokens are invalid UTF-8, such as {value} ({path}, row {row:,}).",
        "{n:,} pre-token is invalid UTF-8: {value} ({path}, row {row:,}).",
        "n",
    ),
    "counts_some_first": (
        "The label {label} has first positions in some rows only, so none of them is used."
    ),
    "superwords_need_text": (
        "Superwords need the text itself, and the source {label} contains counts; train without "
        "superwords, or name the text."
    ),
    "floor_certificate": Form(
        "A floor left {rows:,} rare pre-tokens out of the counts, {share:.2%} of the bytes; the "
        "first {n:,} of {n_merges:,} merges are proven equal to those of all counts.",
        "A floor left {rows:,} rare pre-tokens out of the counts, {share:.2%} of the bytes; the "
        "first {n:,} of {n_merges:,} merges is proven equal to that of all counts.",
        "n",
    ),
}
