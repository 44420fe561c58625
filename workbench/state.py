"""WorkbenchState: the corpus, pattern, run and tokenizer that the whole window speaks about."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import ConfigError
from workbench.signals import Signal
from workbench.work.comparison import Baseline, Comparison, EvaluationTexts
from workbench.work.exact_tokenizer import exact_or_none
from workbench.work.training_settings import DEFAULT_PATTERN, TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer, TrainingConfig
    from engine.corpus import SourcePath
    from engine.evaluation import Evaluation
    from engine.library import AnyTokenizer
    from engine.settings import Mixture, ReadingOptions, Superwords
    from workbench.work.pattern_cases import PatternCase


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One file or folder the person added to the corpus.

    path: what was added. label: language or domain, guessed or set by the person.
    n_bytes: bytes of text, None until read; documents: likewise.
    error: the sentence to show where the file cannot be used. reading: the options of its source.
    """

    path: SourcePath
    label: str
    n_bytes: int | None = None
    documents: int | None = None
    error: str | None = None
    reading: ReadingOptions | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether the file was read and gives nothing to train on."""
        return bool(self.error) or self.documents == 0


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the inspector: a word and its value; `mono` for ids, bytes and tokens."""

    word: str
    value: str
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Inspection:
    """What the inspector shows of the selection.

    kind: small line above the title ("Token", "Run", "Language", "Merge", "Pre-token").
    title: the thing itself. mono_title: True to set it in the monospaced face.
    facts: pairs in reading order. text: longer text below, such as notes or how it was merged.
    mono_text: True to set that in the monospaced face.
    """

    kind: str
    title: str
    facts: tuple[Fact, ...] = ()
    text: str = ""
    mono_title: bool = False
    mono_text: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """An error of a job, with the sentence to show for it."""

    error: Exception
    words: str


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """A training that was asked for. name: of its run; None lets the store choose one.

    corpus: what is trained on, each source as it is; None for the current corpus and mixture.
    beside: what other libraries train afterwards on the same, each for a run of its own.
    """

    config: TrainingConfig
    name: str | None = None
    corpus: Corpus | None = None
    beside: tuple[TrainingConfig, ...] = ()


@dataclass(frozen=True)
class ResumeRequest:
    """A run that is to go on. vocab_size: of the new run that continues a finished one; None for
    one that was interrupted, which goes on as itself. superwords: with which it continues."""

    run_id: str
    vocab_size: int | None = None
    superwords: Superwords | None = None


class WorkbenchState(QObject):
    """The current things; panes read them and listen, and never talk to each other.

    Signals (payload: the new value; not sent when the new value equals the old):
        corpus_changed: Corpus or None.            sources_changed: tuple of SourceEntry.
        mixture_changed: Mixture or None (natural), how sources are weighted in a training.
        pattern_changed: str, preset or regular expression.
        pattern_cases_changed: tuple of PatternCase, what the pattern must do.
        training_settings_changed: TrainingSettings, the rest of what the next training is; sent
            at every keystroke that leaves the form right.
        training_config_changed: TrainingConfig or None, settings and pattern as one.
        run_id_changed: str or None, the stored run that is open.
        tokenizer_changed: Tokenizer or None; None for one that runs in another library.
        any_tokenizer_changed: Tokenizer, LibraryTokenizer or None; sent right after the other.
        evaluation_changed: Evaluation or None, per label, of the open run.
        evaluation_texts_changed: EvaluationTexts, what the next evaluation measures on.
        baselines_changed: tuple of Baseline, the tokenizers that are measured beside.
        comparison_changed: Comparison or None, what was measured last on the same texts.
        inspection_changed: Inspection or None, what the inspector shows.
    """

    corpus_changed: Signal[Corpus | None] = Signal(object)
    sources_changed: Signal[tuple[SourceEntry, ...]] = Signal(object)
    mixture_changed: Signal[Mixture | None] = Signal(object)
    pattern_changed: Signal[str] = Signal(object)
    pattern_cases_changed: Signal[tuple[PatternCase, ...]] = Signal(object)
    training_settings_changed: Signal[TrainingSettings] = Signal(object)
    training_config_changed: Signal[TrainingConfig | None] = Signal(object)
    run_id_changed: Signal[str | None] = Signal(object)
    tokenizer_changed: Signal[Tokenizer | None] = Signal(object)
    any_tokenizer_changed: Signal[AnyTokenizer | None] = Signal(object)
    evaluation_changed: Signal[Evaluation | None] = Signal(object)
    evaluation_texts_changed: Signal[EvaluationTexts] = Signal(object)
    baselines_changed: Signal[tuple[Baseline, ...]] = Signal(object)
    comparison_changed: Signal[Comparison | None] = Signal(object)
    inspection_changed: Signal[Inspection | None] = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._corpus: Corpus | None = None
        self._sources: tuple[SourceEntry, ...] = ()
        self._mixture: Mixture | None = None
        self._pattern = DEFAULT_PATTERN
        self._pattern_cases: tuple[PatternCase, ...] = ()
        self._training_settings = TrainingSettings()
        self._is_form_right = True
        self._training_config: TrainingConfig | None = None
        self._make_config()
        self._run_id: str | None = None
        self._tokenizer: AnyTokenizer | None = None
        self._tokenizer_name = ""
        self._tokenizer_path: Path | None = None
        self._evaluation: Evaluation | None = None
        self._evaluation_texts = EvaluationTexts()
        self._baselines: tuple[Baseline, ...] = ()
        self._comparison: Comparison | None = None
        self._inspection: Inspection | None = None

    @property
    def corpus(self) -> Corpus | None:
        return self._corpus

    def set_corpus(self, corpus: Corpus | None) -> None:
        if corpus is not self._corpus:
            self._corpus = corpus
            self.corpus_changed.emit(corpus)

    @property
    def sources(self) -> tuple[SourceEntry, ...]:
        return self._sources

    def set_sources(self, sources: tuple[SourceEntry, ...]) -> None:
        if sources != self._sources:
            self._sources = sources
            self.sources_changed.emit(sources)

    @property
    def mixture(self) -> Mixture | None:
        """How sources are weighted in the next training; None where each counts as it is."""
        return self._mixture

    def set_mixture(self, mixture: Mixture | None) -> None:
        if mixture != self._mixture:
            self._mixture = mixture
            self.mixture_changed.emit(mixture)

    @property
    def pattern(self) -> str:
        return self._pattern

    def set_pattern(self, pattern: str) -> None:
        if pattern != self._pattern:
            self._pattern = pattern
            self.pattern_changed.emit(pattern)
            self._make_config()

    @property
    def pattern_cases(self) -> tuple[PatternCase, ...]:
        """Texts with the pre-tokens that they must become, whichever the pattern."""
        return self._pattern_cases

    def set_pattern_cases(self, cases: tuple[PatternCase, ...]) -> None:
        if cases != self._pattern_cases:
            self._pattern_cases = cases
            self.pattern_cases_changed.emit(cases)

    @property
    def training_settings(self) -> TrainingSettings:
        """What the form of the training says; while it is wrong, what it said before."""
        return self._training_settings

    def set_training_settings(self, settings: TrainingSettings) -> None:
        """Fill the form of the training, or note what a person put into it."""
        if settings != self._training_settings:
            self._training_settings = settings
            self.training_settings_changed.emit(settings)
            self._make_config()

    @property
    def training_config(self) -> TrainingConfig | None:
        """What the next training is; None while a setting is wrong."""
        return self._training_config

    def note_form(self, *, is_right: bool) -> None:
        """Whether the form of the training says what `training_settings` are."""
        self._is_form_right = is_right
        self._make_config()

    def _make_config(self) -> None:
        config = None
        if self._is_form_right:
            with suppress(ConfigError):
                config = self._training_settings.config(self._pattern)
        if config != self._training_config:
            self._training_config = config
            self.training_config_changed.emit(config)

    @property
    def run_id(self) -> str | None:
        return self._run_id

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The open tokenizer; None for one that runs in another library."""
        return None if self._tokenizer is None else exact_or_none(self._tokenizer)

    @property
    def any_tokenizer(self) -> AnyTokenizer | None:
        """The open tokenizer, whatever runs it."""
        return self._tokenizer

    @property
    def evaluation(self) -> Evaluation | None:
        return self._evaluation

    @property
    def tokenizer_name(self) -> str:
        """What the tokenizer is called where no run stands for it."""
        return self._tokenizer_name

    @property
    def tokenizer_path(self) -> Path | None:
        """Where the files of an imported tokenizer are."""
        return self._tokenizer_path

    def open_run(
        self,
        run_id: str | None,
        tokenizer: AnyTokenizer | None,
        evaluation: Evaluation | None,
        *,
        name: str = "",
        path: Path | None = None,
    ) -> None:
        """Make a stored run, its tokenizer and its evaluation current, in one step.

        name: of a tokenizer that is registered or was imported, and has no run; path: where its
        files are, None for none.
        """
        changed = run_id != self._run_id
        new_tokenizer = tokenizer is not self._tokenizer
        new_evaluation = evaluation is not self._evaluation
        self._run_id, self._tokenizer, self._evaluation = run_id, tokenizer, evaluation
        if new_tokenizer:
            self._tokenizer_name, self._tokenizer_path = name, path
        if changed:
            self.run_id_changed.emit(run_id)
        if new_tokenizer:
            self.tokenizer_changed.emit(self.tokenizer)
            self.any_tokenizer_changed.emit(tokenizer)
        if new_evaluation:
            self.evaluation_changed.emit(evaluation)

    @property
    def evaluation_texts(self) -> EvaluationTexts:
        return self._evaluation_texts

    def set_evaluation_texts(self, texts: EvaluationTexts) -> None:
        if texts != self._evaluation_texts:
            self._evaluation_texts = texts
            self.evaluation_texts_changed.emit(texts)

    @property
    def baselines(self) -> tuple[Baseline, ...]:
        return self._baselines

    def set_baselines(self, baselines: tuple[Baseline, ...]) -> None:
        if baselines != self._baselines:
            self._baselines = baselines
            self.baselines_changed.emit(baselines)

    @property
    def comparison(self) -> Comparison | None:
        """What was measured last; of the open run while its first evaluation is `evaluation`."""
        return self._comparison

    def set_comparison(self, comparison: Comparison | None) -> None:
        if comparison is not self._comparison:
            self._comparison = comparison
            self.comparison_changed.emit(comparison)

    @property
    def inspection(self) -> Inspection | None:
        return self._inspection

    def inspect(self, inspection: Inspection | None) -> None:
        """Show something in the inspector, None to empty it."""
        if inspection != self._inspection:
            self._inspection = inspection
            self.inspection_changed.emit(inspection)
