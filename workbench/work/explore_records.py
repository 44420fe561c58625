"""What is stored of searches beside the runs, so that window and command line list the same ones.

A search has two files in the folder `explorations`, by its name (`engine.explore.study_name`):
NAME.search.json, its question and state, and NAME.trials.json, its trials. What it goes on from is
in the file of all searches, `explorations.sqlite`, which only Optuna reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.machine import write_whole

if TYPE_CHECKING:
    from engine.explore import Front, Trial

FOLDER, TRIALS_FILE = "explorations", "explorations.sqlite"
"""Beside the run store: of these records, and of what searches go on from."""
TRIALS_ENDING, SEARCH_ENDING = ".trials.json", ".search.json"
_VERSION = 1
_PARITY = "parity-"
_OF_LABELS = (".premium", ".tokens_per_byte")


@dataclass(frozen=True)
class SearchRecord:
    """A search of the command line. began: when, as ISO 8601.

    recipe: its file; table: the table [explore] of it. settings, pattern: of the training that
    trials vary, settings as `TrainingSettings.document` has them. texts: files and folders of test
    texts; labels: of the corpus. importance, disagreement: see engine.explore.Exploration.
    is_whole: nothing is left to do.
    """

    name: str
    began: str
    recipe: str
    table: Mapping[str, Any]
    settings: Mapping[str, Any]
    pattern: str
    texts: tuple[str, ...]
    labels: tuple[str, ...]
    n_trials: int = 0
    importance: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    disagreement: str = ""
    is_whole: bool = False

    @property
    def title(self) -> str:
        """What a list calls it."""
        return Path(self.recipe).stem

    def document(self) -> dict[str, Any]:
        """As its file has it."""
        return {"version": _VERSION, **asdict(self)}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> SearchRecord:
        """What `document` gave. Raises KeyError, TypeError or ValueError for anything else."""
        values = dict(document)
        if values.pop("version") != _VERSION:
            raise ValueError("another version")
        kinds = {"texts": list, "labels": list, "table": dict, "settings": dict,
                 "importance": dict, "n_trials": int, "is_whole": bool}  # fmt: skip
        for name, value in values.items():
            if not isinstance(value, kinds.get(name, str)):
                raise TypeError(name)
        for name in ("texts", "labels"):
            values[name] = tuple(map(str, values[name]))
        return cls(**values)


def parity_folder(folder: Path, texts: Sequence[str | Path]) -> Path:
    """Where texts are kept by which languages choose, taken from these test texts.

    folder: of the records. Only the part that a search sees belongs there: see
    `engine.explore.parity_texts`.
    """
    name = blake2b("\n".join(map(str, texts)).encode("utf-8", "surrogateescape"), digest_size=8)
    return folder / f"{_PARITY}{name.hexdigest()}"


def is_parity_folder(folder: Path, path: str) -> bool:
    """Whether a path is one that `parity_folder` gives."""
    return Path(path).parent == folder and Path(path).name.startswith(_PARITY)


def write_record(folder: Path, record: SearchRecord, trials: Sequence[Trial]) -> None:
    """Store a search in place of the one of its name. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_trials(folder, record.name, trials)
    record = replace(record, n_trials=len(trials))
    content = json.dumps(record.document()).encode()
    write_whole(folder / f"{record.name}{SEARCH_ENDING}", content)


def read_records(folder: Path) -> list[SearchRecord]:
    """All searches of the command line, the newest first; damaged files are left out."""
    found = []
    for path in folder.glob(f"*{SEARCH_ENDING}"):
        try:
            found.append(SearchRecord.of_document(json.loads(path.read_text("utf-8"))))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return sorted(found, key=lambda record: record.began, reverse=True)


def write_trials(folder: Path, name: str, trials: Sequence[Trial]) -> None:
    """Store the trials of a search. Raises OSError."""
    documents = [trial.document() for trial in trials]
    write_whole(folder / f"{name}{TRIALS_ENDING}", json.dumps(documents).encode())


def read_trials(folder: Path, name: str) -> tuple[Trial, ...]:
    """The trials of a stored search; () where they cannot be read."""
    from engine.explore import Trial

    try:
        documents = json.loads((folder / f"{name}{TRIALS_ENDING}").read_text("utf-8"))
        return tuple(map(Trial.of_document, documents))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def slim(trial: Trial, front: Front | None) -> Trial:
    """The trial without the figures of single labels at sizes that are not on the front."""
    kept = set() if front is None else {(p.trial, p.vocab_size) for p in front.points}

    def figures_at(size: int, figures: Mapping[str, float]) -> Mapping[str, float]:
        if (trial.number, size) in kept:
            return figures
        return {key: value for key, value in figures.items() if not key.endswith(_OF_LABELS)}

    sizes = tuple((size, figures_at(size, figures)) for size, figures in trial.sizes)
    seen = tuple((size, figures_at(size, figures)) for size, figures in trial.validation_sizes)
    return replace(trial, sizes=sizes, validation_sizes=seen)
