"""The tables of the registry and of exports; triggers keep what is registered as it is."""

from __future__ import annotations

from sqlalchemy import Connection

_TABLES = (
    """
CREATE TABLE registered_tokenizers (
    name TEXT NOT NULL CHECK (name <> ''),
    version INTEGER NOT NULL CHECK (version > 0),
    semantic_hash TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    vocab_size INTEGER NOT NULL,
    n_merges INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    pattern_name TEXT,
    origin TEXT NOT NULL CHECK (origin IN ('trained', 'imported')),
    run_id TEXT,
    run_name TEXT,
    file_name TEXT,
    file_sha256 TEXT,
    metadata TEXT NOT NULL,
    trained_from TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (name, version),
    UNIQUE (name, content_hash),
    CHECK ((origin = 'trained') = (run_id IS NOT NULL)),
    CHECK ((origin = 'imported') = (file_name IS NOT NULL))
) STRICT
""",
    """
CREATE TABLE run_exports (
    export_id INTEGER NOT NULL PRIMARY KEY,
    run_id TEXT REFERENCES runs ON DELETE SET NULL,
    registered_name TEXT,
    registered_version INTEGER,
    created_at TEXT NOT NULL,
    format TEXT NOT NULL,
    name TEXT NOT NULL,
    directory ANY NOT NULL,
    vocab_size INTEGER NOT NULL,
    semantic_hash TEXT NOT NULL,
    options TEXT NOT NULL,
    notes TEXT NOT NULL,
    verdict TEXT,
    FOREIGN KEY (registered_name, registered_version) REFERENCES registered_tokenizers,
    CHECK ((registered_name IS NULL) = (registered_version IS NULL))
) STRICT
""",
    """
CREATE TABLE run_export_files (
    export_id INTEGER NOT NULL REFERENCES run_exports ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name ANY NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (export_id, position)
) STRICT
""",
    "CREATE INDEX run_exports_by_run ON run_exports (run_id)",
    """
CREATE INDEX run_exports_by_registered ON run_exports (registered_name, registered_version)
""",
)

# An INSERT OR REPLACE removes rows without asking the triggers of DELETE, so versions may only be
# the next ones, and the files of an export may only be added.
_TRIGGERS = (
    """
CREATE TRIGGER registered_tokenizers_fixed_on_UPDATE BEFORE UPDATE ON registered_tokenizers
BEGIN SELECT RAISE(ABORT, 'a registered tokenizer cannot change'); END
""",
    """
CREATE TRIGGER registered_tokenizers_fixed_on_DELETE BEFORE DELETE ON registered_tokenizers
BEGIN SELECT RAISE(ABORT, 'a registered tokenizer cannot be removed'); END
""",
    """
CREATE TRIGGER registered_versions_follow BEFORE INSERT ON registered_tokenizers
WHEN NEW.version IS NOT (
    SELECT coalesce(max(version), 0) + 1 FROM registered_tokenizers WHERE name = NEW.name
) OR EXISTS (
    SELECT 1 FROM registered_tokenizers
    WHERE name = NEW.name AND content_hash = NEW.content_hash
)
BEGIN SELECT RAISE(ABORT, 'a version of a registered tokenizer is taken'); END
""",
    """
CREATE TRIGGER run_exports_fixed_on_UPDATE BEFORE UPDATE ON run_exports
WHEN OLD.export_id IS NOT NEW.export_id OR OLD.created_at IS NOT NEW.created_at
    OR OLD.format IS NOT NEW.format OR OLD.name IS NOT NEW.name
    OR OLD.directory IS NOT NEW.directory OR OLD.vocab_size IS NOT NEW.vocab_size
    OR OLD.semantic_hash IS NOT NEW.semantic_hash OR OLD.options IS NOT NEW.options
    OR OLD.notes IS NOT NEW.notes OR OLD.verdict IS NOT NEW.verdict
    OR (OLD.run_id IS NOT NEW.run_id AND NEW.run_id IS NOT NULL)
    OR (OLD.registered_name IS NOT NULL AND (OLD.registered_name IS NOT NEW.registered_name
        OR OLD.registered_version IS NOT NEW.registered_version))
BEGIN SELECT RAISE(ABORT, 'an export cannot change'); END
""",
    """
CREATE TRIGGER run_exports_fixed_on_INSERT BEFORE INSERT ON run_exports
WHEN EXISTS (SELECT 1 FROM run_exports WHERE export_id = NEW.export_id)
BEGIN SELECT RAISE(ABORT, 'an export cannot change'); END
""",
    """
CREATE TRIGGER run_exports_fixed_on_DELETE BEFORE DELETE ON run_exports
WHEN OLD.registered_name IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an export of a registered tokenizer cannot be removed'); END
""",
    """
CREATE TRIGGER run_export_files_fixed_on_INSERT BEFORE INSERT ON run_export_files
WHEN EXISTS (
    SELECT 1 FROM run_export_files WHERE export_id = NEW.export_id AND position = NEW.position
)
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot change'); END
""",
    """
CREATE TRIGGER run_export_files_fixed_on_UPDATE BEFORE UPDATE ON run_export_files
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot change'); END
""",
    """
CREATE TRIGGER run_export_files_fixed_on_DELETE BEFORE DELETE ON run_export_files
WHEN EXISTS (
    SELECT 1 FROM run_exports WHERE export_id = OLD.export_id AND registered_name IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a file of an export cannot be removed'); END
""",
    # The exports of a purged run go with it, but for those that a registered tokenizer has.
    """
CREATE TRIGGER exports_of_purged_runs BEFORE DELETE ON runs
WHEN OLD.deleted_at IS NOT NULL
BEGIN DELETE FROM run_exports WHERE run_id = OLD.run_id AND registered_name IS NULL; END
""",
)


def make_registry(connection: Connection) -> None:
    """Registered tokenizers, and exports of runs and of registered tokenizers."""
    for statement in (*_TABLES, *_TRIGGERS):
        connection.exec_driver_sql(statement.strip())
