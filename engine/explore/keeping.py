"""KeptTrials: the trials of a search in an SQLite file, so that it goes on after any end.

It is an Optuna study, one for each question: `optuna-dashboard sqlite:///FILE` shows it. A trial
is written once, when it is over; those that run are noted before they begin, and put back by the
next session.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.corpus import Corpus, Source, content_hash
from engine.errors import CheckpointError
from engine.explore.question import Budget, Question
from engine.explore.sampling import loaded_optuna, no_remarks
from engine.explore.trials import Trial
from engine.explore.variables import VariableValue
from engine.machine import file_lock
from engine.sentences import say
from engine.settings import MixtureMaker
from engine.text import utf8_of

if TYPE_CHECKING:
    import optuna
    from optuna.trial import FrozenTrial

Result = TypeVar("Result")
_RUNNING, _ELAPSED = "running", "elapsed"
_VERSION = 2


def study_name(
    question: Question, corpus: Corpus, texts: Corpus, mixture: MixtureMaker | None = None
) -> str:
    """The name of a study: a hash of what decides its trials, files by their content.

    Example: "explore-3f2a9c0d1b5e7a86". mixture: of the recipe. Raises CorpusError for a file that
    cannot be read.
    """
    parity = question.fixed.parity
    asked = asdict(replace(question, budget=Budget(1), workers=1, seeds=0, texts=()))
    asked["variables"] = [[each.name, asdict(each)] for each in question.variables]
    if parity is not None and parity.texts:  # a folder that lies elsewhere has the same texts
        asked["fixed"]["parity"]["texts"] = _facts(Corpus.from_paths(parity.texts))
    facts = {
        "version": _VERSION,
        "question": asked,
        "corpus": _facts(corpus),
        "texts": _facts(texts),
        "mixture": None if mixture is None else repr(mixture),
    }
    text = json.dumps(facts, sort_keys=True, default=str)
    return f"explore-{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _facts(corpus: Corpus) -> list[object]:
    """Label, content and reading of each source; a changed file is another question."""
    sources: list[object] = [
        [source.label, _content_of(source), source.part, str(corpus.reading_of(source))]
        for source in corpus.sources
    ]
    return [corpus.max_chars, *sources]


def _content_of(source: Source) -> list[str]:
    """Hashes of the files of a source, or of all its texts; [] for what can only be iterated."""
    if source.texts is None:
        return [content_hash(path) for path in source.paths]
    found = blake2b(digest_size=16)
    for text in source.texts:
        found.update(f"{len(text)}\n".encode() + utf8_of(text))
    return [found.hexdigest()]


@dataclass(frozen=True, slots=True)
class TrialStorage:
    """Where trials are kept: an SQLite file. fresh: forget what is there of the question.

    extra: values of trials that are added; they run first, whatever the budget of trials.
    """

    path: Path
    fresh: bool = False
    extra: tuple[Mapping[str, VariableValue], ...] = ()


@contextmanager
def held(storage: TrialStorage | None, name: str) -> Iterator[None]:
    """Keep other processes from a study. Raises CheckpointError where one has it."""
    if storage is None:
        yield
        return
    with suppress(OSError):  # the trials say what is wrong with the folder
        storage.path.parent.mkdir(parents=True, exist_ok=True)
    with file_lock(storage.path.parent / f".{name}.lock") as is_ours:
        if not is_ours:
            raise CheckpointError(say("explore_held", path=storage.path), path=storage.path)
        yield


class KeptTrials:
    """The trials of one study.

    storage: None to keep nothing. Raises CheckpointError for a file that cannot be used.
    """

    def __init__(self, storage: TrialStorage | None, name: str, n_objectives: int) -> None:
        self._study: optuna.Study | None = None
        self._path = None if storage is None else storage.path
        self.before: list[FrozenTrial] = []
        self.running: dict[int, dict[str, VariableValue]] = {}
        if storage is not None:
            self._study = self._kept(lambda: self._opened(storage, name, n_objectives))
            self._kept(self._read)

    @property
    def trials(self) -> list[Trial]:
        """Those of earlier sessions, in the order of their numbers."""
        found = [Trial.of_document(trial.user_attrs["trial"]) for trial in self.before]
        return sorted(found, key=lambda trial: trial.number)

    @property
    def elapsed(self) -> float:
        """Seconds of earlier sessions."""
        return max((trial.user_attrs.get(_ELAPSED, 0.0) for trial in self.before), default=0.0)

    def begin(self, number: int, values: Mapping[str, VariableValue]) -> None:
        """A trial begins."""
        self.running[number] = dict(values)
        self._note_running()

    def end(self, trial: FrozenTrial, number: int, elapsed: float) -> None:
        """A trial is over; from here on it is kept. elapsed: seconds of the search so far."""
        study = self._study
        if study is not None:
            trial.user_attrs[_ELAPSED] = elapsed
            self._kept(lambda: study.add_trial(trial))
        self.running.pop(number, None)  # not before: what cannot be kept runs again
        self._note_running()

    def put_back(self) -> list[tuple[int, dict[str, VariableValue]]]:
        """The trials that were running when an earlier session ended, which run again."""
        return sorted(self.running.items())

    def _note_running(self) -> None:
        study = self._study
        if study is not None:
            running = {str(number): values for number, values in self.running.items()}
            self._kept(lambda: study.set_user_attr(_RUNNING, running))

    def _opened(self, storage: TrialStorage, name: str, n_objectives: int) -> optuna.Study:
        optuna_, path = loaded_optuna(), storage.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with no_remarks():
            kept = optuna_.storages.RDBStorage(
                f"sqlite:///{path}", engine_kwargs={"connect_args": {"timeout": 60}}
            )
            known = [study.study_name for study in kept.get_all_studies()]
            if storage.fresh and name in known:
                optuna_.delete_study(study_name=name, storage=kept)
            study: optuna.Study = optuna_.create_study(
                storage=kept,
                study_name=name,
                directions=["minimize"] * n_objectives,
                load_if_exists=True,
            )
        return study

    def _read(self) -> None:
        assert self._study is not None
        over = [trial for trial in self._study.get_trials() if "trial" in trial.user_attrs]
        self.before = over
        known = {trial.user_attrs["trial"]["number"] for trial in over}
        running: dict[str, Any] = self._study.user_attrs.get(_RUNNING, {})
        self.running = {
            int(number): dict(values)
            for number, values in running.items()
            if int(number) not in known
        }

    def _kept(self, work: Callable[[], Result]) -> Result:
        """Do something with the file. Raises CheckpointError where that fails."""
        try:
            return work()
        except Exception as error:  # noqa: BLE001  SQLAlchemy's and Optuna's, by many names
            reason = str(error.__cause__ or error).splitlines()[0]
            raise CheckpointError(
                say("explore_store", path=self._path, reason=reason), path=self._path
            ) from None
