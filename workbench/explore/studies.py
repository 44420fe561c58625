"""Stored explorations: for each a JSON file with its question and texts, and one with its trials.

A search goes on from a file of its own; these records list what there is and show it again
without searching.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.machine import write_whole
from engine.sentences import Sentences
from workbench.explore.exploration_landscape import BaselineFigures
from workbench.explore.question_draft import QuestionDraft, draft_of, usual_draft
from workbench.work.explore_records import (
    SEARCH_ENDING,
    TRIALS_ENDING,
    SearchRecord,
    read_records,
    write_trials,
)
from workbench.work.remembered import typed
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine import TrainingConfig
    from engine.explore import Exploration, Question, Trial

_VERSION = 1


@dataclass(frozen=True)
class Study:
    """A stored exploration. began: when, as ISO 8601. is_whole: nothing is left to do.

    settings, pattern: of the training that its trials vary. labels: of the corpus.
    table: of the recipe of a search by the command line, in place of the draft; {} for others.
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
    table: Mapping[str, Any] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """The question. Raises ConfigError."""
        config = self.settings.config(self.pattern)
        if self.table:
            return question_of(self.table, config, self.texts)
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
            "disagreement": Sentences.packed(self.disagreement),
            "baseline": None if self.baseline is None else asdict(self.baseline),
            "is_whole": self.is_whole,
            "table": dict(self.table),
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
            Sentences.unpacked(document["disagreement"]),
            None if baseline is None else BaselineFigures(**baseline),
            typed(bool, document["is_whole"]),
            document.get("table", {}),
        )


def question_of(
    table: Mapping[str, Any], config: TrainingConfig, texts: Sequence[Path]
) -> Question:
    """The question of the table of a recipe on these texts. Raises ConfigError."""
    from engine.explore import read_question

    return read_question({**table, "texts": [str(path) for path in texts]}, config)


def study_of(record: SearchRecord) -> Study:
    """A search of the command line. Raises ConfigError, KeyError, TypeError or ValueError."""
    settings = TrainingSettings.of_document(record.settings)
    config, texts = settings.config(record.pattern), tuple(map(Path, record.texts))
    usual = usual_draft(config, has_parallel=True)
    draft = draft_of(question_of(record.table, config, texts), usual)
    return Study(
        record.name, record.began, draft, settings, record.pattern, texts, record.labels,
        record.n_trials, record.importance, record.disagreement, None, record.is_whole,
        record.table,
    )  # fmt: skip


def exploration_of(study: Study, trials: Sequence[Trial]) -> Exploration:
    """What was found. Raises ConfigError."""
    from engine.explore import Exploration, front_of

    question = study.question
    front = front_of(trials, question)
    is_stopped = not study.is_whole
    return Exploration(
        question, tuple(trials), front, study.importance, study.disagreement, is_stopped
    )


def write_study(folder: Path, study: Study, trials: Sequence[Trial]) -> None:
    """Store an exploration in place of the one of its name. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    study = replace(study, n_trials=len(trials))
    write_trials(folder, study.name, trials)
    write_whole(folder / f"{study.name}.json", json.dumps(study.document()).encode())


def read_studies(folder: Path) -> list[Study]:
    """All stored explorations, the newest first; damaged files are left out."""
    found = []
    others = (TRIALS_ENDING, SEARCH_ENDING)
    paths = (path for path in folder.glob("*.json") if not path.name.endswith(others))
    for path in paths:
        try:
            found.append(Study.of_document(json.loads(path.read_text("utf-8"))))
        except (OSError, ValueError, KeyError, TypeError, EngineError):
            continue
    known = {study.name for study in found}
    for record in read_records(folder):
        with suppress(ValueError, KeyError, TypeError, EngineError):
            if record.name not in known:
                found.append(study_of(record))
    return sorted(found, key=lambda study: study.began, reverse=True)


def delete_study(folder: Path, name: str) -> None:
    """Forget an exploration; its trials stay in the file of searches."""
    for ending in (".json", SEARCH_ENDING, TRIALS_ENDING):
        (folder / f"{name}{ending}").unlink(missing_ok=True)
