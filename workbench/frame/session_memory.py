"""SessionMemory: what a person was at, corpus, mixture, pattern and settings, for the next start.

Sources are kept by their paths: what they hold is read again. A path whose file is missing, as on a
disk that is not connected, or cannot be used stays kept until it is removed from the list.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings

from engine.errors import EngineError
from resources import sample_corpus_folder
from workbench.state import SourceEntry, WorkbenchState
from workbench.work.pattern_cases import CaseError, PatternCase, read_case
from workbench.work.remembered import read_json, write_json
from workbench.work.training_settings import DEFAULT_PATTERN, TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus
    from engine.corpus import SourcePath
    from engine.settings import Mixture, ReadingOptions

CORPUS, MIXTURE = "session/corpus", "session/mixture"
PATTERN, SETTINGS = "session/pattern", "session/training_settings"
CASES = "session/pattern_cases"
SAMPLE = "sample:"  # where it lies differs from one installation to the next
OPTIONS = (
    "max_document_chars", "max_chars", "document_separator", "text_field", "encoding_errors"
)  # fmt: skip
_Entry = tuple[str, Mapping[str, Any], list[str]]
"""Label, reading options and names of the files of a source."""


@dataclass(frozen=True)
class KeptCorpus:
    """What is left of a corpus. corpus: None where nothing is. missing: files not found."""

    corpus: Corpus | None
    missing: tuple[SourcePath, ...]


class SessionMemory(QObject):
    """Writes every change into the settings after `follow`; what is damaged counts as not kept."""

    def __init__(
        self, state: WorkbenchState, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state, self._settings = state, settings
        self._left_out: tuple[SourceEntry, ...] = ()

    @property
    def keeps_corpus(self) -> bool:
        """Whether a corpus is kept, also one without sources or one whose files are missing."""
        return isinstance(read_json(self._settings, CORPUS), dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept, as before the first start of the window."""
        keys = (CORPUS, MIXTURE, PATTERN, SETTINGS)
        return not any(self._settings.contains(key) for key in keys)

    @property
    def left_out(self) -> tuple[SourceEntry, ...]:
        """Files of the list that are in no corpus: missing ones and those that give no text."""
        return self._left_out

    def follow(self) -> None:
        """Keep what changes from now on."""
        state = self._state
        state.sources_changed.connect(self._note_sources)
        state.corpus_changed.connect(self._keep_corpus)
        state.mixture_changed.connect(self._keep_mixture)
        state.pattern_changed.connect(self._keep_pattern)
        state.pattern_cases_changed.connect(self._keep_cases)
        state.training_settings_changed.connect(self._keep_settings)

    def restore_recipe(self) -> None:
        """Bring back pattern and training settings."""
        pattern = self._settings.value(PATTERN)
        if pattern:
            self._state.set_pattern(str(pattern))
        self._state.set_pattern_cases(self._kept_cases())
        found = read_json(self._settings, SETTINGS)
        if isinstance(found, dict):
            try:
                settings = TrainingSettings.of_document(found)
                settings.config(DEFAULT_PATTERN)
            except (KeyError, TypeError, ValueError, EngineError):
                return
            self._state.set_training_settings(settings)

    def restore_corpus(self) -> KeptCorpus:
        """Bring back the sources that are still there, and the mixture if it is one of them."""
        kept = self._kept_corpus()
        if kept.corpus is not None:
            mixture = self._kept_mixture(kept.corpus)
            self._state.set_corpus(kept.corpus)
            if mixture is not None:
                self._state.set_mixture(mixture)
        return kept

    def _kept_corpus(self) -> KeptCorpus:
        from engine import Corpus, Source

        found = read_json(self._settings, CORPUS)
        if not isinstance(found, dict):
            return KeptCorpus(None, ())
        left_out = []
        sources = []
        try:
            for label, reading, names in found["sources"]:
                options = _reading(reading)
                paths = [_path(str(name)) for name in names]
                there = tuple(path for path in paths if _may_be_there(path))
                left_out += [
                    SourceEntry(path, str(label), reading=options)
                    for path in paths
                    if path not in there
                ]
                if there:
                    sources.append(Source(str(label), there, reading=options))
            chosen = {name: found[name] for name in OPTIONS if name in found}
            corpus = Corpus(sources, **chosen) if sources else None
            missing = tuple(entry.path for entry in left_out)
            for label, reading, names in found.get("left_out", ()):
                left_out += [
                    SourceEntry(_path(str(name)), str(label), reading=_reading(reading))
                    for name in names
                ]
        except (KeyError, TypeError, ValueError, EngineError):
            return KeptCorpus(None, ())
        self._left_out = tuple(left_out)
        return KeptCorpus(corpus, missing)

    def _note_sources(self) -> None:
        self._left_out = tuple(entry for entry in self._state.sources if entry.is_left_out)
        self._keep_corpus(self._state.corpus)

    def _kept_mixture(self, corpus: Corpus) -> Mixture | None:
        """The mixture, if it speaks of no other sources."""
        from engine.settings import Mixture

        found = read_json(self._settings, MIXTURE)
        if not isinstance(found, dict):
            return None
        try:
            mixture = Mixture(**found)
        except (TypeError, ValueError, EngineError):
            return None
        named = {*(mixture.shares or ()), *(mixture.bytes or ())}
        return mixture if named <= {source.label for source in corpus.sources} else None

    def _keep_corpus(self, corpus: Corpus | None) -> None:
        entries: list[_Entry] = [
            (source.label, source.reading.flat(), [_name(path) for path in source.paths])
            for source in (corpus.sources if corpus is not None else ())
            if source.paths
        ]
        options = {} if corpus is None else {name: getattr(corpus, name) for name in OPTIONS}
        # A missing file may be back at the next start; one that is there would be skipped again.
        skipped = [file for file in self._left_out if file.is_left_out and _may_be_there(file.path)]
        missing = [file for file in self._left_out if file not in skipped]
        document = {
            "sources": _joined(entries, missing),
            "left_out": _joined((), skipped),
            **options,
        }
        write_json(self._settings, CORPUS, document)

    def _keep_mixture(self, mixture: Mixture | None) -> None:
        write_json(self._settings, MIXTURE, None if mixture is None else _plain(mixture.given()))

    def _keep_pattern(self, pattern: str) -> None:
        self._settings.setValue(PATTERN, pattern)

    def _keep_cases(self, cases: tuple[PatternCase, ...]) -> None:
        write_json(self._settings, CASES, [case.line for case in cases])

    def _kept_cases(self) -> tuple[PatternCase, ...]:
        lines = read_json(self._settings, CASES)
        try:
            return tuple(read_case(str(line)) for line in lines or ())
        except (TypeError, CaseError):
            return ()

    def _keep_settings(self, settings: TrainingSettings) -> None:
        write_json(self._settings, SETTINGS, replace(settings, name="").document())


def _joined(entries: Sequence[_Entry], others: Sequence[SourceEntry]) -> list[_Entry]:
    """Entries with other files behind those of the same label; none of them twice."""
    known = {name for _, _, names in entries for name in names}
    joined = {label: (label, reading, [*names]) for label, reading, names in entries}
    for file in others:
        reading = {} if file.reading is None else file.reading.flat()
        _, _, names = joined.setdefault(file.label, (file.label, reading, []))
        name = _name(file.path)
        names += [] if name in known else [name]
    return [entry for entry in joined.values() if entry[2]]


def _may_be_there(path: SourcePath) -> bool:
    """False for a file of this machine that is missing; an address is not asked."""
    try:
        return not isinstance(path, Path) or path.is_file()
    except OSError:  # such as a folder that may not be entered
        return False


def _name(path: SourcePath) -> str:
    if not isinstance(path, Path):
        return str(path)
    name, sample = str(path.absolute()), f"{sample_corpus_folder()}{os.sep}"
    if name.startswith(sample):
        return SAMPLE + Path(name.removeprefix(sample)).as_posix()
    return name


def _path(name: str) -> SourcePath:
    from engine.corpus import source_path

    if name.startswith(SAMPLE):
        return sample_corpus_folder() / name.removeprefix(SAMPLE)
    return source_path(name)


def _reading(flat: Mapping[str, Any]) -> ReadingOptions:
    from engine.settings import DocumentSample, ReadingOptions

    options = dict(flat)
    share, seed = options.pop("sample_share"), options.pop("sample_seed")
    sample = None if share is None else DocumentSample(share, seed)
    return ReadingOptions(**options, sample=sample)


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in given.items()
    }
