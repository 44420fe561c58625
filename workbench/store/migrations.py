"""The steps that bring a store's file to the newest version, oldest first.

A step that was released never changes; a new shape is a new step at the end of MIGRATIONS. Each
step gets a connection inside the transaction that also records it, and must not commit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from workbench.store.connection import Database
from workbench.store.file_health import APPLICATION_ID

_REGISTRY_TABLES = (
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
_REGISTRY_TRIGGERS = (
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

_RUNS_TABLE = """
CREATE TABLE runs (
    run_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (name <> ''),
    notes TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    finished_at TEXT,
    deleted_at TEXT,
    status TEXT NOT NULL
        CHECK (status IN ('running', 'finished', 'failed', 'cancelled', 'interrupted')),
    reason TEXT NOT NULL DEFAULT '',
    heartbeat_at TEXT NOT NULL,
    phase TEXT NOT NULL DEFAULT '',
    fraction REAL NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    boot_id TEXT,
    process_started INTEGER,
    vocab_size INTEGER NOT NULL,
    config_pattern TEXT NOT NULL,
    pattern_name TEXT,
    pattern TEXT NOT NULL,
    tie_break TEXT NOT NULL,
    reserved_slots INTEGER NOT NULL,
    min_frequency INTEGER NOT NULL,
    max_token_bytes INTEGER,
    max_document_chars INTEGER,
    max_chars INTEGER,
    document_separator TEXT,
    engine_version TEXT NOT NULL,
    unicode_version TEXT NOT NULL,
    documents INTEGER,
    bytes INTEGER,
    pretokens INTEGER,
    unique_pretokens INTEGER,
    unmatched_bytes INTEGER,
    n_merges INTEGER,
    corpus_tokens INTEGER,
    seconds_count REAL,
    seconds_merge REAL,
    seconds_total REAL,
    semantic_hash TEXT,
    CHECK (status = 'running' OR status = 'interrupted' OR finished_at IS NOT NULL),
    CHECK ((status = 'finished') = (semantic_hash IS NOT NULL)),
    CHECK (status <> 'finished' OR (documents IS NOT NULL AND bytes IS NOT NULL
        AND pretokens IS NOT NULL AND unique_pretokens IS NOT NULL AND unmatched_bytes IS NOT NULL
        AND n_merges IS NOT NULL AND corpus_tokens IS NOT NULL AND seconds_total IS NOT NULL))
) STRICT
"""

_PART_TABLES = (
    """
CREATE TABLE run_special_tokens (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    token TEXT NOT NULL,
    token_id INTEGER,
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, token)
) STRICT
""",
    """
CREATE TABLE run_sources (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1,
    documents INTEGER,
    bytes INTEGER,
    characters INTEGER,
    n_problems INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, position)
) STRICT
""",
    """
CREATE TABLE run_source_files (
    run_id TEXT NOT NULL,
    source_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    path ANY NOT NULL,
    size_bytes INTEGER,
    sha256 TEXT,
    PRIMARY KEY (run_id, source_position, position),
    FOREIGN KEY (run_id, source_position) REFERENCES run_sources ON DELETE CASCADE
) STRICT
""",
    """
CREATE TABLE run_problems (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT
""",
    """
CREATE TABLE run_arrays (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT
""",
)

_REMARK_TABLES = (
    """
CREATE TABLE run_tags (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag TEXT NOT NULL CHECK (tag <> ''),
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, tag)
) STRICT
""",
    """
CREATE TABLE run_evaluations (
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    created_at TEXT NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT
""",
    """
CREATE TABLE run_evaluation_rows (
    run_id TEXT NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    documents INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    words INTEGER NOT NULL,
    round_trips INTEGER NOT NULL CHECK (round_trips IN (0, 1)),
    PRIMARY KEY (run_id, name, position),
    FOREIGN KEY (run_id, name) REFERENCES run_evaluations ON DELETE CASCADE
) STRICT
""",
)

_PREMIUMS_TABLE = """
CREATE TABLE run_premiums (
    run_id TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    premium REAL NOT NULL,
    PRIMARY KEY (run_id, name),
    FOREIGN KEY (run_id, name) REFERENCES run_evaluations ON DELETE CASCADE
) STRICT
"""

_INDEXES = (
    "CREATE INDEX runs_by_name ON runs (name)",
    "CREATE INDEX runs_by_status ON runs (status)",
)

_RUN_TRIGGERS = (
    # Names, notes and deletion stay open to change; everything else of a finished run is fixed.
    """
CREATE TRIGGER finished_runs_are_fixed BEFORE UPDATE ON runs
WHEN OLD.status = 'finished' AND (
    {changed}
) BEGIN SELECT RAISE(ABORT, 'a finished run cannot change'); END
""",
    """
CREATE TRIGGER only_deleted_runs_are_purged BEFORE DELETE ON runs
WHEN OLD.deleted_at IS NULL BEGIN SELECT RAISE(ABORT, 'only a deleted run can be purged'); END
""",
)

_FREE_COLUMNS = ("name", "notes", "deleted_at")
"""What may change in a finished run."""

_PART_NAMES = (
    "run_special_tokens",
    "run_sources",
    "run_source_files",
    "run_problems",
    "run_arrays",
)

_ENCODING_ERRORS = (
    "encoding_errors TEXT NOT NULL DEFAULT 'replace' "
    "CHECK (encoding_errors IN ('replace', 'skip', 'stop'))"
)

_PART_TRIGGER = """
CREATE TRIGGER {table}_fixed_on_{event} BEFORE {event} ON {table}
WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = {row}.run_id AND status = 'finished')
BEGIN SELECT RAISE(ABORT, 'a part of a finished run cannot change'); END
"""

_RECORDS_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (
    version INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TEXT NOT NULL
) STRICT
"""


def make_registry(connection: Connection) -> None:
    """Registered tokenizers, and exports of runs and of registered tokenizers."""
    for statement in (*_REGISTRY_TABLES, *_REGISTRY_TRIGGERS):
        connection.exec_driver_sql(statement.strip())


@dataclass(frozen=True, slots=True)
class Migration:
    """One step. Its name is recorded; its place in MIGRATIONS is the version it makes."""

    name: str
    apply: Callable[[Connection], None]


def _make_runs(connection: Connection) -> None:
    """Runs with their parts; triggers keep what is finished as it is."""
    for statement in (_RUNS_TABLE, *_PART_TABLES, *_REMARK_TABLES, *_INDEXES):
        connection.exec_driver_sql(statement)
    _fix_columns(connection)
    connection.exec_driver_sql(_RUN_TRIGGERS[1])
    for table in _PART_NAMES:
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD")):
            connection.exec_driver_sql(_PART_TRIGGER.format(table=table, event=event, row=row))


def _fix_columns(connection: Connection) -> None:
    """Let finished runs be fixed in all columns that the table has now, but _FREE_COLUMNS."""
    names = [row[1] for row in connection.exec_driver_sql("PRAGMA table_info(runs)")]
    fixed = (name for name in names if name not in _FREE_COLUMNS)
    changed = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in fixed)
    connection.exec_driver_sql(_RUN_TRIGGERS[0].format(changed=changed))


def _add_to_runs(connection: Connection, *columns: str) -> None:
    """Add columns to the runs; finished runs are fixed in them as in those before."""
    for column in columns:
        connection.exec_driver_sql(f"ALTER TABLE runs ADD COLUMN {column}")
    connection.exec_driver_sql("DROP TRIGGER finished_runs_are_fixed")
    _fix_columns(connection)


def _add_to_sources(connection: Connection, *columns: str) -> None:
    for column in columns:
        connection.exec_driver_sql(f"ALTER TABLE run_sources ADD COLUMN {column}")


def _add_token_limit_and_normalization(connection: Connection) -> None:
    """Two more settings of the recipe; earlier runs had neither."""
    _add_to_runs(connection, "token_limit TEXT NOT NULL DEFAULT 'inclusive'", "normalization TEXT")


def _add_evaluation_documents(connection: Connection) -> None:
    """Everything measured beside the sums of a row: further metrics, fairness, baselines."""
    connection.exec_driver_sql("ALTER TABLE run_evaluations ADD COLUMN document TEXT")


def _add_reading_options(connection: Connection) -> None:
    """How each source was read; earlier runs had only options of the whole corpus."""
    general = ("text_field TEXT NOT NULL DEFAULT 'text'", _ENCODING_ERRORS)
    _add_to_runs(connection, *general)
    own = ("document_separator TEXT", "max_document_chars INTEGER", "max_chars INTEGER")
    _add_to_sources(connection, *own, *general, "sample_share REAL", "sample_seed INTEGER")


def _add_mixtures(connection: Connection) -> None:
    """The weight of each source; in earlier runs every source has weight 1."""
    _add_to_runs(connection, "mixture TEXT", "weight_scale INTEGER NOT NULL DEFAULT 1")
    _add_to_sources(
        connection,
        "weight_units INTEGER NOT NULL DEFAULT 1",
        "share REAL",
        "natural_bytes INTEGER",
    )


def _add_roles(connection: Connection) -> None:
    """The roles of special tokens, which earlier runs do not have."""
    _add_to_runs(connection, "roles TEXT")


def _add_special_text(connection: Connection) -> None:
    """How special tokens in the corpus were read; in earlier runs as ordinary text."""
    column = "special_text TEXT NOT NULL DEFAULT 'ordinary' "
    _add_to_runs(connection, f"{column}CHECK (special_text IN ('ordinary', 'cut'))")


def _add_superwords(connection: Connection) -> None:
    """Second stages, tokens that are never made, and runs that continue others."""
    names = ("superwords", "merge_rules", "second_stage", "parent_run")
    _add_to_runs(connection, *(f"{name} TEXT" for name in names))


def _add_premiums(connection: Connection) -> None:
    """The highest premium of each evaluation, which so far only its document has."""
    connection.exec_driver_sql(_PREMIUMS_TABLE)
    stored = "SELECT run_id, name, document FROM run_evaluations WHERE document IS NOT NULL"
    for run_id, name, document in connection.exec_driver_sql(stored).all():
        try:
            highest = _highest_premium(json.loads(document))
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            continue  # a damaged document is reported where it is read
        if highest is not None and math.isfinite(highest[1]):
            # Labels come from names of files: one may have what no column can hold (see SafeText).
            label = highest[0].encode("utf-8", "backslashreplace").decode("utf-8")
            row = (run_id, name, label, highest[1])
            connection.exec_driver_sql("INSERT INTO run_premiums VALUES (?, ?, ?, ?)", row)


def _highest_premium(document: dict[str, Any]) -> tuple[str, float] | None:
    """Label and premium of the language that pays most, of a document of version 1.

    Texts that the tokenizer loses have no premium, nor have others if they are the reference.
    """
    if document["version"] != 1 or not document["measured"]:
        return None
    evaluation = document["measured"][0]["evaluation"]
    fairness = evaluation["fairness"]
    lost = {row["label"] for row in evaluation["rows"] if not row["round_trips"]}
    if fairness is None or fairness["reference"] in lost:
        return None
    premiums = {
        row["label"]: float(row["premium"])
        for row in fairness["labels"]
        if row["premium"] is not None and row["label"] not in {fairness["reference"], *lost}
    }
    if not all(isinstance(label, str) for label in premiums):
        raise TypeError("a label is no text")
    return max(premiums.items(), key=lambda each: each[1], default=None)


def _add_floors_of_counts(connection: Connection) -> None:
    """The floor of sources of counts; earlier runs had none."""
    _add_to_sources(connection, "min_count INTEGER NOT NULL DEFAULT 1")


def _add_library_trainers(connection: Connection) -> None:
    """Runs that another library trained; earlier ones are all of this engine."""
    _add_to_runs(connection, "trainer TEXT", "library TEXT")


def _add_parity(connection: Connection) -> None:
    """How languages choose merges, and what they chose; earlier runs had no parity."""
    _add_to_runs(connection, "parity TEXT", "parity_record TEXT")


def _add_pieces(connection: Connection) -> None:
    """Characters as in SentencePiece; earlier runs are all of bytes."""
    _add_to_runs(connection, "pieces TEXT")


MIGRATIONS: tuple[Migration, ...] = (
    Migration("runs", _make_runs),
    Migration("token-limit-and-normalization", _add_token_limit_and_normalization),
    Migration("evaluation-documents", _add_evaluation_documents),
    Migration("reading-options", _add_reading_options),
    Migration("mixtures", _add_mixtures),
    Migration("roles", _add_roles),
    Migration("registry", make_registry),
    Migration("special-text", _add_special_text),
    Migration("superwords", _add_superwords),
    Migration("premiums", _add_premiums),
    Migration("floors-of-counts", _add_floors_of_counts),
    Migration("library-trainers", _add_library_trainers),
    Migration("parity", _add_parity),
    Migration("pieces", _add_pieces),
)


def migrate(
    database: Database,
    *,
    back_up: Callable[[str], object],
    migrations: Sequence[Migration] = MIGRATIONS,
) -> tuple[str, ...]:
    """Apply what is missing, oldest first; returns the names of the steps applied.

    back_up: called with a reason before the first step on a file that holds something.
    All steps are one transaction, with their records and the file's version: a file is of the old
    version or of the newest. Two programs may do this at once: each looks again once it has its
    turn.
    """
    version = _version(database)
    if 0 < version < len(migrations):
        back_up(f"before-{migrations[version].name}")
    applied = []
    if version >= len(migrations):
        return ()
    with database.writing() as connection:
        version = _version_within(connection)  # another program may have been faster
        for number, migration in enumerate(migrations[version:], version + 1):
            migration.apply(connection)
            _record(connection, number, migration.name)
            applied.append(migration.name)
    return tuple(applied)


def _record(connection: Connection, number: int, name: str) -> None:
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    connection.exec_driver_sql(_RECORDS_TABLE)
    connection.exec_driver_sql("INSERT INTO migrations VALUES (?, ?, ?)", (number, name, moment))
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def _version(database: Database) -> int:
    with database.reading() as connection:
        return _version_within(connection)


def _version_within(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
