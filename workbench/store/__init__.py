"""The store of runs: SQLite through SQLAlchemy. It gives and takes frozen records, never rows.

Its names load on first use, so that a record or an error needs no SQLAlchemy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names
from engine.machine import paused_collection

if TYPE_CHECKING:
    from workbench.store.errors import AmbiguousRunError as AmbiguousRunError
    from workbench.store.errors import AmbiguousTokenizerError as AmbiguousTokenizerError
    from workbench.store.errors import DamagedStoreError as DamagedStoreError
    from workbench.store.errors import NewerStoreError as NewerStoreError
    from workbench.store.errors import NotAStoreError as NotAStoreError
    from workbench.store.errors import RegistryNameError as RegistryNameError
    from workbench.store.errors import RunNameError as RunNameError
    from workbench.store.errors import RunNotStoredError as RunNotStoredError
    from workbench.store.errors import RunStateError as RunStateError
    from workbench.store.errors import StoreBusyError as StoreBusyError
    from workbench.store.errors import StoreError as StoreError
    from workbench.store.errors import StoreFileError as StoreFileError
    from workbench.store.errors import StoreReadError as StoreReadError
    from workbench.store.errors import StoreWriteError as StoreWriteError
    from workbench.store.errors import UnknownRunError as UnknownRunError
    from workbench.store.errors import UnknownTokenizerError as UnknownTokenizerError
    from workbench.store.records import HASH_DIGITS as HASH_DIGITS
    from workbench.store.records import RESUMABLE as RESUMABLE
    from workbench.store.records import DocumentOptions as DocumentOptions
    from workbench.store.records import EvaluationRecord as EvaluationRecord
    from workbench.store.records import ExportedFile as ExportedFile
    from workbench.store.records import ExportRecord as ExportRecord
    from workbench.store.records import FileRecord as FileRecord
    from workbench.store.records import ImportedFile as ImportedFile
    from workbench.store.records import LibraryResult as LibraryResult
    from workbench.store.records import MeasuredTokenizer as MeasuredTokenizer
    from workbench.store.records import RegisteredTokenizer as RegisteredTokenizer
    from workbench.store.records import RunId as RunId
    from workbench.store.records import RunRecord as RunRecord
    from workbench.store.records import RunStatus as RunStatus
    from workbench.store.records import RunSummary as RunSummary
    from workbench.store.records import SourceRecord as SourceRecord
    from workbench.store.records import TrainedFrom as TrainedFrom
    from workbench.store.records import portable_path as portable_path
    from workbench.store.records import sha256_of as sha256_of
    from workbench.store.records import source_records as source_records
    from workbench.store.registry import trained_from_run as trained_from_run
    from workbench.store.run_store import TRAINING_EVALUATION as TRAINING_EVALUATION
    from workbench.store.run_store import RunStore as RunStore
else:
    _load, __dir__, __all__ = lazy_names(__name__)

    def __getattr__(name: str) -> object:
        with paused_collection():  # nothing of what SQLAlchemy brings is garbage
            return _load(name)
