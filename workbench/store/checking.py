"""The thorough look at a store: its file, the references in it, every run and its evaluations."""

from __future__ import annotations

from sqlalchemy import select

from workbench.store.connection import Database
from workbench.store.errors import DamagedStoreError, StoreError
from workbench.store.file_health import full_findings
from workbench.store.file_systems import file_system_kind, is_network
from workbench.store.mixture_texts import mixture_of
from workbench.store.run_artefacts import read_tokenizer
from workbench.store.run_reading import whole_record
from workbench.store.run_remarks import read_evaluations
from workbench.store.schema import runs


def findings_of(database: Database) -> list[str]:
    """Sentences on what is wrong; a damaged file is not searched further."""
    path = database.path
    findings = []
    kind = file_system_kind(path.parent)
    if is_network(kind):
        findings.append(
            f"The run store {path} lies on a network file system ({kind}), where locks may not "
            "hold. Let one program at a time use it, or move it to a local disk."
        )
    try:
        broken = [f"The run store {path} is damaged: {text}." for text in full_findings(path)]
        return findings + (broken or _run_findings(database))
    except StoreError as error:
        return [*findings, str(error)]


def _run_findings(database: Database) -> list[str]:
    with database.reading() as connection:
        query = select(runs.c.run_id, runs.c.status, runs.c.mixture).order_by(runs.c.run_id)
        rows = connection.execute(query).all()
    findings = []
    for run_id, status, mixture in rows:
        try:
            with (
                whole_record(database.path, f"The run {run_id}"),
                database.reading() as connection,
            ):
                if mixture is not None:
                    mixture_of(mixture)
                read_evaluations(connection, run_id)
                if status == "finished":
                    read_tokenizer(connection, run_id)
        except DamagedStoreError as error:
            findings.append(str(error))
    return findings
