"""The tables as they are now. Only the store imports this; migrations.py makes them.

A run's columns come in four groups: what it is, its state, its recipe, its result. Constraints and
triggers are in migrations.py alone; tests/store/test_migrations.py compares the two.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, Table

from workbench.store.column_types import PathText, SafeText, UtcTime

metadata = MetaData()

runs = Table(
    "runs",
    metadata,
    # what it is
    Column("run_id", SafeText, primary_key=True),
    Column("name", SafeText, nullable=False),
    Column("notes", SafeText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("finished_at", UtcTime),
    Column("deleted_at", UtcTime),
    # its state
    Column("status", SafeText, nullable=False),
    Column("reason", SafeText, nullable=False),
    Column("heartbeat_at", UtcTime, nullable=False),
    Column("phase", SafeText, nullable=False),
    Column("fraction", Float, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("host", SafeText, nullable=False),
    Column("boot_id", SafeText),
    Column("process_started", Integer),
    # its recipe; special tokens, sources and files have tables of their own
    Column("vocab_size", Integer, nullable=False),
    Column("config_pattern", SafeText, nullable=False),
    Column("pattern_name", SafeText),
    Column("pattern", SafeText, nullable=False),
    Column("tie_break", SafeText, nullable=False),
    Column("reserved_slots", Integer, nullable=False),
    Column("min_frequency", Integer, nullable=False),
    Column("max_token_bytes", Integer),
    Column("max_document_chars", Integer),
    Column("max_chars", Integer),
    Column("document_separator", SafeText),
    Column("engine_version", SafeText, nullable=False),
    Column("unicode_version", SafeText, nullable=False),
    # its result
    Column("documents", Integer),
    Column("bytes", Integer),
    Column("pretokens", Integer),
    Column("unique_pretokens", Integer),
    Column("unmatched_bytes", Integer),
    Column("n_merges", Integer),
    Column("corpus_tokens", Integer),
    Column("seconds_count", Float),
    Column("seconds_merge", Float),
    Column("seconds_total", Float),
    Column("semantic_hash", SafeText),
    # more of its recipe
    Column("token_limit", SafeText, nullable=False),
    Column("normalization", SafeText),
    Column("text_field", SafeText, nullable=False),
    Column("encoding_errors", SafeText, nullable=False),
    # how its sources were mixed, as JSON; the unit of their weights is 1 / weight_scale
    Column("mixture", SafeText),
    Column("weight_scale", Integer, nullable=False),
    # what special tokens are for, as JSON; NULL if not given
    Column("roles", SafeText),
    # what special tokens were that stood in the corpus
    Column("special_text", SafeText, nullable=False),
    # as JSON: superwords and tokens that are never made, what stage two found; NULL without them
    Column("superwords", SafeText),
    Column("merge_rules", SafeText),
    Column("second_stage", SafeText),
    # the run that this one goes on from or extends; NULL for one that begins by itself
    Column("parent_run", SafeText),
    # as JSON: the library that trains in place of this engine, and what it took; NULL without one
    Column("trainer", SafeText),
    Column("library", SafeText),
    # as JSON: how languages choose merges, and what they chose; NULL without parity
    Column("parity", SafeText),
    Column("parity_record", SafeText),
    # as JSON: characters as in SentencePiece; NULL for bytes
    Column("pieces", SafeText),
)

run_special_tokens = Table(
    "run_special_tokens",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("token", SafeText, nullable=False),
    Column("token_id", Integer),
)

run_sources = Table(
    "run_sources",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("label", SafeText, nullable=False),
    Column("weight", Float, nullable=False),
    Column("documents", Integer),
    Column("bytes", Integer),
    Column("characters", Integer),
    Column("n_problems", Integer, nullable=False),
    # how it was read, where that differs from what holds for the whole corpus
    Column("document_separator", SafeText),
    Column("max_document_chars", Integer),
    Column("max_chars", Integer),
    Column("text_field", SafeText, nullable=False),
    Column("encoding_errors", SafeText, nullable=False),
    Column("sample_share", Float),
    Column("sample_seed", Integer),
    # what it counted for; `weight` is the same as a number
    Column("weight_units", Integer, nullable=False),
    Column("share", Float),
    Column("natural_bytes", Integer),
    # the floor of a source of counts
    Column("min_count", Integer, nullable=False),
)

run_source_files = Table(
    "run_source_files",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("source_position", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("path", PathText, nullable=False),
    Column("size_bytes", Integer),
    Column("sha256", SafeText),
)

run_problems = Table(
    "run_problems",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("sentence", SafeText, nullable=False),
)

run_arrays = Table(
    "run_arrays",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("name", SafeText, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

run_tags = Table(
    "run_tags",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("tag", SafeText, nullable=False),
)

run_evaluations = Table(
    "run_evaluations",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("name", SafeText, primary_key=True),
    Column("created_at", UtcTime, nullable=False),
    Column("document", SafeText),
)

# the highest premium of an evaluation of parallel texts; beside the documents, which are large
run_premiums = Table(
    "run_premiums",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("name", SafeText, primary_key=True),
    Column("label", SafeText, nullable=False),
    Column("premium", Float, nullable=False),
)

run_evaluation_rows = Table(
    "run_evaluation_rows",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    Column("name", SafeText, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("label", SafeText, nullable=False),
    Column("documents", Integer, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    Column("round_trips", Boolean, nullable=False),
)

registered_tokenizers = Table(
    "registered_tokenizers",
    metadata,
    Column("name", SafeText, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("semantic_hash", SafeText, nullable=False),
    Column("content_hash", SafeText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("vocab_size", Integer, nullable=False),
    Column("n_merges", Integer, nullable=False),
    Column("pattern", SafeText, nullable=False),
    Column("pattern_name", SafeText),
    Column("origin", SafeText, nullable=False),
    Column("run_id", SafeText),
    Column("run_name", SafeText),
    Column("file_name", SafeText),
    Column("file_sha256", SafeText),
    # JSON: texts of the person by key, and which bytes it was trained from
    Column("metadata", SafeText, nullable=False),
    Column("trained_from", SafeText, nullable=False),
    # the tokenizer as a file of our own holds it
    Column("sha256", SafeText, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

run_exports = Table(
    "run_exports",
    metadata,
    Column("export_id", Integer, primary_key=True),
    Column("run_id", SafeText),
    Column("registered_name", SafeText),
    Column("registered_version", Integer),
    Column("created_at", UtcTime, nullable=False),
    Column("format", SafeText, nullable=False),
    Column("name", SafeText, nullable=False),
    Column("directory", PathText, nullable=False),
    Column("vocab_size", Integer, nullable=False),
    Column("semantic_hash", SafeText, nullable=False),
    # JSON: options of the format, sentences, the document of a verdict
    Column("options", SafeText, nullable=False),
    Column("notes", SafeText, nullable=False),
    Column("verdict", SafeText),
)

run_export_files = Table(
    "run_export_files",
    metadata,
    Column("export_id", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", PathText, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("sha256", SafeText, nullable=False),
)
