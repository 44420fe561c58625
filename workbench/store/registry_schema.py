"""The tables of registered tokenizers and of exports; registry_migration.py makes them."""

from __future__ import annotations

from sqlalchemy import Column, Integer, LargeBinary, Table

from workbench.store.column_types import PathText, SafeText, UtcTime
from workbench.store.schema import metadata

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
