"""What the window measures: texts, the tokenizers beside the open one, and the figures of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.store import EvaluationRecord

if TYPE_CHECKING:
    from engine.evaluation import Evaluation

_USUAL_STEMS = frozenset(
    {"tokenizer", "vocab", "merges", "encoder", "tekken", "spiece", "sentencepiece.bpe"}
)
TRAINING_SAMPLE = "training"  # the name under which a training stores its own evaluation
CORPUS_TEXTS = "corpus in the window"
SEVERAL_TEXTS = re.compile(r"(?P<first>.+) and (?P<more>\d+) more")
"""As texts of several files are stored; the window says it in its own language."""
_PUBLISHED = "published:"


@dataclass(frozen=True, slots=True)
class EvaluationTexts:
    """Which texts to measure on: files and folders, or the corpus in the window without paths."""

    name: str = CORPUS_TEXTS
    paths: tuple[Path, ...] = ()

    @classmethod
    def of(cls, paths: tuple[Path, ...]) -> EvaluationTexts:
        """Texts named after their folder or file; several files after the folder they are in."""
        if not paths:
            return cls()
        one = paths[0] if len(paths) == 1 or paths[0].is_dir() else paths[0].parent
        more = f" and {len(paths) - 1} more" if one in paths and len(paths) > 1 else ""
        return cls(f"{one.name or one}{more}", paths)


@dataclass(frozen=True, slots=True)
class Baseline:
    """A tokenizer beside the open one: a run of the store, a file or folder, or a published one.

    published: its name, such as "cl100k_base" or "hub:owner/name".
    """

    name: str
    run_id: str | None = None
    path: Path | None = None
    published: str | None = None

    @property
    def place(self) -> str | None:
        """Where it is read from unless it is a run, as it is stored and remembered."""
        if self.published is not None:
            return f"{_PUBLISHED}{self.published}"
        return None if self.path is None else str(self.path)

    def document(self) -> dict[str, str | None]:
        """What settings keep of it; see `baselines_of_documents`."""
        return {"name": self.name, "run_id": self.run_id, "path": self.place}


def baseline_at(name: str, run_id: str | None, place: str | None) -> Baseline:
    """The baseline of a run, or the one whose `place` was stored."""
    if run_id is not None or place is None:
        return Baseline(name, run_id)
    if place.startswith(_PUBLISHED):
        return Baseline(name, published=place.removeprefix(_PUBLISHED))
    return Baseline(name, path=Path(place))


def baselines_of_documents(documents: Iterable[object]) -> tuple[Baseline, ...]:
    """The baselines whose `document` settings kept; damaged ones are left out."""
    found = map(_baseline_of_document, documents)
    return tuple(each for each in found if each is not None)


def _baseline_of_document(found: object) -> Baseline | None:
    """What `Baseline.document` gave, out of settings that anybody may have changed; else None."""
    if not isinstance(found, dict) or not isinstance(found.get("name"), str):
        return None
    run_id, place = found.get("run_id"), found.get("path")
    if isinstance(run_id, str):
        return Baseline(found["name"], run_id=run_id)
    return baseline_at(found["name"], None, place) if isinstance(place, str) else None


@dataclass(frozen=True)
class Measured:
    """One tokenizer's evaluation. baseline is None for the open run."""

    name: str
    evaluation: Evaluation
    baseline: Baseline | None = None


@dataclass(frozen=True)
class Comparison:
    """What was measured on the same texts; the open run first.

    texts: name of the texts. run_id: the run that it belongs to. problems: sentences of what
    could not be read or measured.
    """

    texts: str
    run_id: str | None
    measured: tuple[Measured, ...]
    problems: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The tokenizers' names, the open run's first; no two are the same."""
        return numbered_apart([each.name for each in self.measured])


def numbered_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Names of whatever was compared; those that are the same get their place from 1."""
    return tuple(
        name if names.count(name) == 1 else f"{name} ({place})"
        for place, name in enumerate(names, 1)
    )


def tokenizer_names(given: Sequence[str]) -> list[str]:
    """Return names as they were given, of files no more than tells them apart."""
    names: list[str] = []
    for name in given:
        path = Path(name)
        names.append(tokenizer_name(path, set(names)) if path.exists() else name)
    return names


def tokenizer_name(path: Path, taken: set[str]) -> str:
    """Return a short name for a file or folder of a tokenizer that no other has."""
    stem = path.stem if path.is_file() else path.name
    # The files of every tokenizer are called so; the folder tells whose they are.
    is_plain = stem in _USUAL_STEMS
    name = (path.absolute().parent.name if is_plain else "") or stem
    number, found = 2, name
    while found in taken:
        found, number = f"{name} {number}", number + 1
    return found


def comparison_of(record: EvaluationRecord, run_id: str, run_name: str) -> Comparison:
    """What a stored evaluation shows; the rows alone where no more was stored."""
    if not record.measured:
        evaluation = evaluation_of_rows(record)
        return Comparison(record.name, run_id, (Measured(run_name, evaluation),))
    first, *others = record.measured
    baselines = (
        Measured(
            each.name,
            each.evaluation,
            baseline_at(each.name, each.run_id, each.path),
        )
        for each in others
    )
    return Comparison(record.name, run_id, (Measured(run_name, first.evaluation), *baselines))


def evaluation_of_rows(record: EvaluationRecord) -> Evaluation:
    """The evaluation that rows of an older version make."""
    from engine.evaluation import Evaluation, LabelEvaluation

    rows = record.rows
    total = LabelEvaluation(
        label="all",
        documents=sum(row.documents for row in rows),
        bytes=sum(row.bytes for row in rows),
        characters=sum(row.characters for row in rows),
        words=sum(row.words for row in rows),
        tokens=sum(row.tokens for row in rows),
        round_trips=all(row.round_trips for row in rows),
    )
    return Evaluation(tuple(rows), total)
