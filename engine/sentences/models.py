"""On files of models: tensors, and checkpoints that get more rows."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "tensors_unusable": "{path} is no usable safetensors file: {reason}.",
    "tensors_no_header": "it is shorter than its header",
    "tensors_long_header": "its header would take {length:,} bytes, of which {most:,} are allowed",
    "tensors_cut_header": (
        "its header would take {length:,} bytes, and the whole file has {size:,}; it was not "
        "downloaded completely"
    ),
    "tensors_metadata": "its metadata are no object of texts",
    "tensors_no_json": "its header cannot be read ({reason})",
    "tensors_twice": "{name} occurs twice",
    "tensors_entry": "the entry of {name} in its header has no usable dtype, shape and offsets",
    "tensors_dtype": "{name} has the unknown type {dtype}",
    "tensors_size": "{name} takes {n_bytes:,} bytes, which its shape {shape} of {dtype} does not",
    "tensors_gap": "{name} does not begin where the tensor before it ends",
    "tensors_half": (
        "it has {size:,} of {whole:,} bytes; it was not downloaded completely, or its copy "
        "was interrupted"
    ),
    "tensors_left_over": "{n:,} bytes follow its last tensor",
    "model_file_missing": "{path} does not exist.",
    "model_file_shrank": "{path} became shorter while it was read; copy the model and start again.",
    "model_without_size": (
        "{path} names no vocab_size, so that its embedding cannot be found; add it."
    ),
    "model_index_unusable": (
        "{path} is no usable index: it needs a weight_map from names of tensors to "
        ".safetensors files in the same folder."
    ),
    "model_index_differs": (
        "{path} and the files it names do not have the same tensors: {names}. The download is "
        "incomplete, or of two versions."
    ),
    "model_without_tensors": (
        "{path} has neither model.safetensors nor model.safetensors.index.json; other files of "
        "weights are not read."
    ),
    "model_half": Form(
        one="{path} is half a checkpoint: 1 of {of:,} files is missing ({files}).",
        many="{path} is half a checkpoint: {n:,} of {of:,} files are missing ({files}).",
        count="n",
    ),
    "model_other_rows": (
        "{name} in {path} has {rows:,} rows, and config.json says vocab_size {size:,}; the files "
        "are of different models."
    ),
    "model_without_embedding": "{path} has no embedding of {size:,} rows under a known name.",
    "model_unknown_table": (
        "{name} in {path} has {rows:,} rows too, as many as there are ids, and is no known "
        "table; it cannot be resized."
    ),
    "model_table_type": (
        "{name} is stored as {dtype}, whose rows cannot be computed; resize the model before it "
        "is quantized."
    ),
    "model_has_fewer_rows": (
        "The model {path} has {rows:,} rows and the tokenizer {size:,} ids: it is not the model's "
        "tokenizer."
    ),
    "model_has_more_rows": (
        "The model {path} has {rows:,} rows and the tokenizer {size:,} ids, more than padding "
        "explains: it is not the model's tokenizer."
    ),
    "model_target_taken": (
        "{path} is not an empty directory; a resized model needs a directory of its own."
    ),
    "model_rows_differ": (
        "{path} was read back with other bytes than its source has; check the disk. Nothing was "
        "kept."
    ),
    "unknown_row_rule": (
        "The rule of new rows must be parts, mean, zeros, normal or token, not {rule}."
    ),
    "row_rule_token": "The rule “token” needs the token whose row is copied, and no other does.",
    "row_rule_tokens": (
        "{token} is {n:,} tokens; the row of one is copied, which can also be named by its id."
    ),
    "row_rule_outside": "The id {id} has no row in the model.",
    "row_multiple": "The number of rows cannot be a multiple of {multiple}; 1 to {most:,} can.",
}
