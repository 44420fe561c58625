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

Everything else that leaves the store is a defect of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


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
