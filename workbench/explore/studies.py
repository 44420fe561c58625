"""Stored explorations: for each a JSON file with its question and texts, and one with its trials.

A search goes on from a file of its own; these records list what there is and show it again
without searching.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.machine import write_whole
from workbench.explore.exploration_landscape import BaselineFigures
from workbench.explore.question_draft import QuestionDraft
from workbench.work.remembered import typed
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine.explore import Exploration, Front, Question, Trial

FOLDER, TRIALS_FILE = "explorations", "explorations.sqlite"
"""Beside the run store: of these records, and of what searches go on from."""
_VERSION = 1
_TRIALS = ".trials.json"
_OF_LABELS = (".premium", ".tokens_per_byte")


@dataclass(frozen=True)
class Study:
    """A stored exploration. began: when, as ISO 8601. is_whole: nothing is left to do.

    settings, pattern: of the training that its trials vary. labels: of the corpus.
    """

    name: str
    began: str
    draft: QuestionDraft
    settings: TrainingSettings
    pattern: str
    texts: tuple[Path, ...]
    labels: tuple[str, ...]
    n_trials: int = 0
    importance: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    disagreement: str = ""
    baseline: BaselineFigures | None = None
    is_whole: bool = False

    @property
    def question(self) -> Question:
        """The question. Raises ConfigError."""
        config = self.settings.config(self.pattern)
        return self.draft.question(config, [str(path) for path in self.texts])

    def document(self) -> dict[str, Any]:
        """As its file has it."""
        return {
            "version": _VERSION,
            "name": self.name,
            "began": self.began,
            "draft": asdict(self.draft),
            "settings": self.settings.document(),
            "pattern": self.pattern,
            "texts": [str(path) for path in self.texts],
            "labels": list(self.labels),
            "n_trials": self.n_trials,
            "importance": {key: dict(shares) for key, shares in self.importance.items()},
            "disagreement": self.disagreement,
            "baseline": None if self.baseline is None else asdict(self.baseline),
            "is_whole": self.is_whole,
        }

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Study:
        """What `document` gave. Raises KeyError, TypeError or ValueError for anything else."""
        if document["version"] != _VERSION:
            raise ValueError(f"version {document['version']}")
        baseline = document["baseline"]
        return cls(
            typed(str, document["name"]),
            typed(str, document["began"]),
            typed(QuestionDraft, document["draft"]),
            TrainingSettings.of_document(document["settings"]),
            typed(str, document["pattern"]),
            typed(tuple[Path, ...], document["texts"]),
            typed(tuple[str, ...], document["labels"]),
            typed(int, document["n_trials"]),
            document["importance"],
            typed(str, document["disagreement"]),
            None if baseline is None else BaselineFigures(**baseline),
            typed(bool, document["is_whole"]),
        )


def exploration_of(study: Study, trials: Sequence[Trial]) -> Exploration:
    """What was found. Raises ConfigError."""
    from engine.explore import Exploration, front_of

    question = study.question
    front = front_of(trials, question)
    is_stopped = not study.is_whole
    return Exploration(
        question, tuple(trials), front, study.importance, study.disagreement, is_stopped
    )


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


def write_study(folder: Path, study: Study, trials: Sequence[Trial]) -> None:
    """Store an exploration in place of the one of its name. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    documents = [trial.document() for trial in trials]
    study = replace(study, n_trials=len(documents))
    write_whole(folder / f"{study.name}{_TRIALS}", json.dumps(documents).encode())
    write_whole(folder / f"{study.name}.json", json.dumps(study.document()).encode())


def read_trials(folder: Path, name: str) -> tuple[Trial, ...]:
    """The trials of a stored exploration; () where they cannot be read."""
    from engine.explore import Trial

    try:
        documents = json.loads((folder / f"{name}{_TRIALS}").read_text("utf-8"))
        return tuple(map(Trial.of_document, documents))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def read_studies(folder: Path) -> list[Study]:
    """All stored explorations, the newest first; damaged files are left out."""
    found = []
    paths = (path for path in folder.glob("*.json") if not path.name.endswith(_TRIALS))
    for path in paths:
        try:
            found.append(Study.of_document(json.loads(path.read_text("utf-8"))))
        except (OSError, ValueError, KeyError, TypeError, EngineError):
            continue
    return sorted(found, key=lambda study: study.began, reverse=True)


def delete_study(folder: Path, name: str) -> None:
    """Forget an exploration; its trials stay in the file of searches."""
    for ending in (".json", _TRIALS):
        (folder / f"{name}{ending}").unlink(missing_ok=True)
