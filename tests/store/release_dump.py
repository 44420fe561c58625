"""Write the dump of a small store of the present version, for test_migrations:

    python -m tests.store.release_dump

Run once per version, before its release; dumps of released versions stay as they are.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from engine import DocumentSample, ReadingOptions
from engine.settings.sources import Mixture
from tests.store.builders import EVERY_SETTING, Clock, make_config, make_parallel, make_tokenizer
from workbench.store import (
    DocumentOptions,
    ExportedFile,
    ExportRecord,
    FileRecord,
    MeasuredTokenizer,
    RunStore,
    SourceRecord,
)
from workbench.store.run_writing import ProcessIdentity

RELEASED = Path(__file__).parent / "released"
NOBODY = ProcessIdentity(pid=1, host="host", boot_id="boot", started=1)
# SQLite's dump ends a text at a NUL, so that no token may hold one here.
CONFIG = replace(EVERY_SETTING, special_tokens=("<|end|>", "<|ünïcode 🙂|>"))
ONE_STAGE = replace(CONFIG, superwords=None, merge_rules=None)
ORDINARY = replace(ONE_STAGE, special_text="ordinary")
WITHOUT_ROLES = replace(ORDINARY, roles=None)
CONFIGS = {
    1: replace(WITHOUT_ROLES, token_limit="inclusive", normalization=None),
    2: WITHOUT_ROLES,
    3: WITHOUT_ROLES,
    4: WITHOUT_ROLES,
    5: WITHOUT_ROLES,
    6: ORDINARY,
    7: ORDINARY,
    8: ONE_STAGE,
    9: CONFIG,
    10: CONFIG,
    11: CONFIG,
    12: CONFIG,
    13: CONFIG,
    14: CONFIG,
}
"""The settings in the dump of each version; later versions have more of them."""

MIXTURE = Mixture(shares={"deu": 0.75, "eng": 0.25}, target_bytes=10_000, seed=7)
"""How the sources are mixed from version 5 on."""

READING = ReadingOptions("\n", 500, 9000, "content", "stop", DocumentSample(0.5, 7))
"""How the source deu is read from version 4 on."""
FLOORED = replace(READING, min_count=3)
"""The same from version 11 on."""

EXPORT = ExportRecord(
    "tokenizer.json",
    "~/exported",
    (ExportedFile("tokenizer.json", 1200, "cd" * 32),),
    CONFIG.vocab_size,
    make_tokenizer(CONFIG).semantic_hash,
    verdict={"status": "equal", "libraries": ["tokenizers 0.22.2"]},
    options={"layout": "v4"},
    notes=("Ein Hinweis.",),
)
"""What was exported of the finished run, which is registered, from version 7 on."""


PARALLEL = make_parallel({"tam": 2.5, "deu": 1.2})
"""What was measured of the finished run from version 10 on; rows without premiums before."""


def fill(store):
    """One finished run that has everything, one that failed."""
    options = DocumentOptions(1000, 100_000, "\n\n", "body", "skip")
    sources = [
        SourceRecord(
            "deu", (FileRecord("~/texts/deu.txt", 1200, "ab" * 32),), 2.0, reading=FLOORED
        ),
        SourceRecord("eng", (FileRecord("~/texts/eng.txt"),), n_problems=1),
    ]
    run_id = store.begin_run("released", CONFIG, sources, options, MIXTURE)
    store.heartbeat(run_id, "Compute merges", 0.5)
    tokenizer = make_tokenizer(CONFIG, weights=(3 << 40, 5), scale=4)
    measured = (MeasuredTokenizer("released", PARALLEL),)
    store.finish_run(run_id, tokenizer, PARALLEL.rows, measured=measured)
    child = store.begin_run("child", make_config(), [], parent=run_id)
    store.cancel_run(child)
    store.delete(child)
    store.set_notes(run_id, "Grüße 🙂")
    store.set_tags(run_id, ["kept"])
    store.fail_run(store.begin_run("failed", make_config(), []), "The file a.txt has vanished.")
    store.register("kept", run_id, {"for": "Ünïcode 🙂"})
    store.record_export(run_id, EXPORT)


def dump(path):
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        marks = [
            f"PRAGMA {name} = {connection.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("auto_vacuum", "application_id", "user_version")
        ]
        return version, "\n".join([*marks, *connection.iterdump(), ""])


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        current = patch.object(ProcessIdentity, "current", lambda: NOBODY)
        with current, RunStore.open(path, clock=Clock()) as store:
            fill(store)
        version, script = dump(path)
    target = RELEASED / f"version-{version}.sql"
    target.write_text(script, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
