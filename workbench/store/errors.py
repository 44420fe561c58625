"""Known failures of the run store, each with a sentence a person can act on.

    StoreError
    ├── NotAStoreError         the file is a database of another program (`path`)
    ├── NewerStoreError        the file was written by a newer program; it is left as it is (`path`)
    ├── DamagedStoreError      the file, or one run in it, cannot be read whole (`path`, `backup`)
    ├── StoreReadError         the file cannot be reached (`path`)
    ├── StoreWriteError        disk full, read-only file or folder (`path`)
    │   └── RunNotStoredError  ... so a trained tokenizer was saved elsewhere (`rescued`)
    ├── StoreBusyError         another program holds the file for too long (`path`)
    ├── UnknownRunError        no run has that id or name (`run`)
    ├── AmbiguousRunError      several runs have that name (`run`, `run_ids`)
    ├── RunNameError           a name that cannot be given (`name`)
    ├── RunStateError          the run's state does not allow it (`run`, `status`)
    ├── RegistryNameError      a name or metadata that cannot be given (`name`)
    ├── UnknownTokenizerError  no registered tokenizer is called that (`reference`)
    └── AmbiguousTokenizerError   several are (`reference`, `references`)

Everything else that leaves the store is a defect of ours. `say` has the sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.sentences import Sentences


class StoreError(Exception):
    """Base of the known failures; `str(error)` is the sentence to show."""


class StoreFileError(StoreError):
    """Base of the failures that concern the store's file, `path`."""

    def __init__(self, sentence: str, *, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


class NotAStoreError(StoreFileError):
    """The file is a database, but not a run store; it is left as it is."""


class NewerStoreError(StoreFileError):
    """The file was written by a newer program; it is left as it is."""


class DamagedStoreError(StoreFileError):
    """The file cannot be read whole. `backup` is the newest good copy, None if there is none."""

    def __init__(self, sentence: str, *, path: Path, backup: Path | None = None) -> None:
        super().__init__(sentence, path=path)
        self.backup = backup


class StoreReadError(StoreFileError):
    """The file cannot be opened or has vanished."""


class StoreWriteError(StoreFileError):
    """Nothing can be written: disk full, read-only file or folder. Nothing was changed."""


class RunNotStoredError(StoreWriteError):
    """A finished training could not be stored. `rescued`: file of its tokenizer, or None."""

    def __init__(self, sentence: str, *, path: Path, rescued: Path | None) -> None:
        super().__init__(sentence, path=path)
        self.rescued = rescued


class StoreBusyError(StoreFileError):
    """Another program holds the file for longer than anybody should wait."""


class UnknownRunError(StoreError):
    """No run has that id or name; is_deleted: a deleted one has."""

    def __init__(self, sentence: str, *, run: str, is_deleted: bool = False) -> None:
        super().__init__(sentence)
        self.run = run
        self.is_deleted = is_deleted


class AmbiguousRunError(StoreError):
    """Several runs have that name; `run_ids` lists them, newest first."""

    def __init__(self, sentence: str, *, run: str, run_ids: Sequence[str]) -> None:
        super().__init__(sentence)
        self.run = run
        self.run_ids = tuple(run_ids)


class RunNameError(StoreError):
    """A run cannot have that name."""

    def __init__(self, sentence: str, *, name: str) -> None:
        super().__init__(sentence)
        self.name = name


class RunStateError(StoreError):
    """The state of the run does not allow what was asked, e.g. deleting a running one."""

    def __init__(self, sentence: str, *, run: str, status: str) -> None:
        super().__init__(sentence)
        self.run = run
        self.status = status


class RegistryNameError(StoreError):
    """A registered tokenizer cannot have that name, that version or that metadata."""

    def __init__(self, sentence: str, *, name: str) -> None:
        super().__init__(sentence)
        self.name = name


class UnknownTokenizerError(StoreError):
    """No registered tokenizer is called that."""

    def __init__(self, sentence: str, *, reference: str) -> None:
        super().__init__(sentence)
        self.reference = reference


class AmbiguousTokenizerError(StoreError):
    """Several registered tokenizers are called that; `references` lists them, newest first."""

    def __init__(self, sentence: str, *, reference: str, references: Sequence[str]) -> None:
        super().__init__(sentence)
        self.reference = reference
        self.references = tuple(references)


say = Sentences(
    {
        "store_move": (
            "choose another file with --db FILE or another folder with TOKENIZER_WORKBENCH_HOME"
        ),
        "store_not_utf8": "text in it is not UTF-8",
        "store_damaged": "The run store {path} is damaged ({detail}). It was left as it is.",
        "store_not_written": (
            "The run store {path} could not be written ({detail}). Nothing was changed; make room "
            "on the disk, or {hint}."
        ),
        "store_disk_full": "the disk is full",
        "store_read_only": (
            "The run store {path} cannot be written: the file or its folder is read-only. Nothing "
            "was changed; allow writing there, or {hint}."
        ),
        "store_not_opened": (
            "The run store {path} cannot be opened. Check that the file exists and that its "
            "folder can be read and written, or {hint}."
        ),
        "store_busy": (
            "The run store {path} has been in use by another program for too long. Nothing was "
            "changed; close other windows and commands that use it, then try again."
        ),
        "store_unreadable": (
            "The run store {path} cannot be read ({detail}). Check the disk it lies on, or {hint}."
        ),
        "store_without_mark": "its mark of a run store is missing",
        "not_a_store": (
            "{path} is not a run store of Tokenizer Workbench: {reason}. It was left as it is; "
            "{hint}."
        ),
        "store_of_other_program": "it is a database of another program",
        "store_no_database": "it is no database",
        "store_too_new": (
            "The run store {path} was written by a newer Tokenizer Workbench (file version "
            "{version}, this program knows {known}). It was left as it is; update the program, or "
            "choose another file."
        ),
        "store_is_folder": (
            "{path} is a folder, not a run store; name a file in it, such as {example}."
        ),
        "store_empty": "it is empty although it has backups",
        "store_folder_not_made": (
            "The folder {folder} for the run store cannot be made ({reason}); {hint}."
        ),
        "store_not_made": (
            "The run store {path} cannot be made: its folder cannot be written. Allow writing "
            "there, or {hint}."
        ),
        "store_not_backed_up": (
            "The run store {store} could not be backed up to {folder} ({detail}). The store "
            "itself is as it was; make room or allow writing there."
        ),
        "run_name_empty": "A run needs a name that is not empty.",
        "run_name_too_long": (
            'The name "{beginning}…" is too long: {n} characters where {most} are allowed.'
        ),
        "run_name_control": "The name {name} contains control characters.",
        "unknown_run": 'No run has the id or name "{run}". List the runs to see what there is.',
        "run_not_deleted": 'The run "{run}" is not deleted.',
        "run_deleted": 'The run "{run}" is deleted. Restore it first.',
        "registered_name_empty": "A registered tokenizer needs a name.",
        "registered_name_too_long": (
            'The name "{beginning}…" is too long: {n} characters where {most} are allowed.'
        ),
        "registered_name_folder": (
            'The name "{name}" means a folder in every path; use letters or digits.'
        ),
        "registered_name_sign": (
            'The name "{name}" contains {sign}; a name is the part before the @ of '
            "NAME@VERSION, without @, slashes and control characters."
        ),
        "metadata_too_many": "{n} entries of metadata are too many; {most} are allowed.",
        "metadata_key": "The key {key} of the metadata must have 1 to {most} characters.",
        "metadata_too_long": (
            'The metadata "{word}" is too long: {n:,} characters where {most:,} are allowed.'
        ),
        "metadata_twice": 'The metadata names "{word}" twice.',
        "run_in_library": (
            "{name} ({run_id}) was trained by {trainer} and runs in {package}; this needs a "
            "tokenizer whose merges are known. evaluate, encode, decode and compare work with it."
        ),
        "run_without_tokenizer": 'The run "{name}" ({run_id}) has no tokenizer: it is {status}.',
        "unknown_run_id": 'No run has the id "{run_id}".',
        "record_damaged": (
            "{subject} in {path} is damaged: {reason}. Nothing was changed; runs without damage "
            "can still be used, and the folder of backups may contain a good copy."
        ),
        "resume_finished": "is finished; there is nothing to resume.",
        "resume_deleted": "is deleted; restore it before resuming it.",
        "resume_running": "is being trained now, by process {pid} on {host}.",
        "run_refused": 'The run "{name}" ({run_id}) {reason}',
        "run_is_running": 'The run "{name}" ({run_id}) is running. Cancel it before deleting it.',
        "store_damaged_with_backup": (
            "{reason} Restoring its newest good backup, {backup}, keeps the damaged file next "
            "to it."
        ),
        "store_damaged_without_backup": (
            "{reason} There is no good backup; starting again keeps the damaged file next to it."
        ),
        "several_runs": '{n} runs are called "{run}": {ids}. Use one of these ids.',
    }
)
