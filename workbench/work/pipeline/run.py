"""Running a pipeline: train, evaluate, judge, export, register, write; a generator without Qt.

What was done before with the same inputs is not done again, and a training that was interrupted
goes on where it was. Exports and the registration wait for all requirements to be met; results and
report are written either way.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.machine import make_directory, relayed, write_whole
from workbench.store import RESUMABLE, MeasuredTokenizer, RunRecord, RunStore
from workbench.text.numbers import duration
from workbench.work.comparison import TRAINING_SAMPLE, EvaluationTexts
from workbench.work.exact_tokenizer import exact_or_none
from workbench.work.named_tokenizer import NamedTokenizer, named_tokenizer
from workbench.work.pipeline.state import (
    PipelineState,
    corpus_steps,
    evaluation_key,
    export_key,
    training_key,
)
from workbench.work.recipe import RecipeError
from workbench.work.sentences import say
from workbench.work.tokenizer_export import ExportSubject, checked_exports, export_steps

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.evaluation import LabelEvaluation, RequirementResult
    from engine.library import AnyTokenizer
    from engine.training import TrainingProgress
    from workbench.store import ExportRecord, RegisteredTokenizer
    from workbench.work.pipeline.recipe import ExportStep, Pipeline

StepName = Literal["train", "evaluate", "require", "export", "register", "results", "report"]
StepStatus = Literal["waiting", "running", "done", "unchanged", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class PipelineStep:
    """A step. subject: the format or file that it writes; words: its result."""

    name: StepName
    subject: str = ""
    status: StepStatus = "waiting"
    words: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class PipelineProgress:
    """All steps, and how far the one that runs is. training: the progress of a training."""

    steps: tuple[PipelineStep, ...]
    phase: str = ""
    fraction: float | None = None
    training: TrainingProgress | None = None


@dataclass(frozen=True)
class PipelineOutcome:
    """What a pipeline came to. failures: why it did not pass, in sentences.

    texts: the name of the texts; measured: the tokenizer first, then the baselines.
    """

    pipeline: Pipeline
    steps: tuple[PipelineStep, ...]
    run: RunRecord
    tokenizer: AnyTokenizer
    texts: str
    measured: tuple[MeasuredTokenizer, ...]
    results: tuple[RequirementResult, ...] = ()
    exports: tuple[ExportRecord, ...] = ()
    registered: RegisteredTokenizer | None = None
    failures: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every requirement is met and every export is verified."""
        return not self.failures

    @property
    def verdict_words(self) -> str:
        """Whether it passed, and how many figures meet their requirements."""
        n_met = sum(result.is_met for result in self.results)
        code = "pipeline_passed" if self.passed else "pipeline_not_passed"
        return say(code, n=n_met, all=len(self.results))


Running = Generator[PipelineProgress, None, PipelineOutcome]
_Doing = Generator[PipelineProgress, None, None]


def run_pipeline(store: RunStore, pipeline: Pipeline, *, again: bool = False) -> Running:
    """Do the steps of a pipeline. again: also those that are unchanged.

    Raises RecipeError for baselines that do not exist, before anything is done; EngineError and
    StoreError of the steps.
    """
    work = _Work(store, pipeline, again=again)
    yield from work.steps()
    return work.outcome()


@dataclass
class _Work:
    store: RunStore
    pipeline: Pipeline
    again: bool = False
    texts: str = TRAINING_SAMPLE
    measured: tuple[MeasuredTokenizer, ...] = ()
    results: tuple[RequirementResult, ...] = ()
    exports: list[ExportRecord] = field(default_factory=list)
    registered: RegisteredTokenizer | None = None
    failures: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    run_id: str = ""
    phase: str = ""

    def __post_init__(self) -> None:
        self.state = PipelineState.of(self.store, self.pipeline.file)
        self._steps = _planned(self.pipeline)
        self._at = 0
        self._began = time.monotonic()
        if self.pipeline.training.settings.beside:
            self.problems.append(say("pipeline_beside"))

    @cached_property
    def tokenizer(self) -> AnyTokenizer:
        """The tokenizer of the run."""
        return self.store.any_tokenizer(self.run_id)

    def steps(self) -> _Doing:
        """Everything, in order."""
        baselines = self._baselines()
        doing: Mapping[StepName, Any] = {
            "train": self._train,
            "evaluate": lambda: self._evaluate(baselines),
            "require": self._require,
            "export": self._export,
            "register": self._register,
            "results": self._write_results,
            "report": self._write_report,
        }
        for place, step in enumerate(tuple(self._steps)):
            self._at, self._began, self.phase = place, time.monotonic(), ""
            if step.name in ("export", "register") and self.failures:
                self._end("skipped", say("pipeline_not_met"))
                continue
            self._set(status="running")
            yield self.progress()
            yield from doing[step.name]()
            yield self.progress()

    def progress(
        self, fraction: float | None = None, training: TrainingProgress | None = None
    ) -> PipelineProgress:
        """How far everything is."""
        return PipelineProgress(tuple(self._steps), self.phase, fraction, training)

    def outcome(self) -> PipelineOutcome:
        """The result of all that was done."""
        return PipelineOutcome(
            self.pipeline, tuple(self._steps), self.store.run(self.run_id), self.tokenizer,
            self.texts, self.measured, self.results, tuple(self.exports), self.registered,
            tuple(self.failures), tuple(self.problems),
        )  # fmt: skip

    def _set(self, **changes: Any) -> None:
        self._steps[self._at] = replace(self._steps[self._at], **changes)

    def _end(self, status: StepStatus, words: str = "") -> None:
        self._set(status=status, words=words, seconds=time.monotonic() - self._began)

    def _baselines(self) -> list[NamedTokenizer]:
        found = []
        for name in self.pipeline.evaluate.baselines:
            baseline = named_tokenizer(self.store, name)
            if baseline is None:
                path = self.pipeline.file
                raise RecipeError(say("pipeline_no_baseline", path=path, name=name))
            found.append(baseline)
        return found

    def _hashed(self, corpus: Corpus) -> Generator[PipelineProgress, None, list[list[Any]]]:
        """What decides the text of each source; large files are read once to be hashed."""
        self.phase = say("pipeline_hash")
        rows, n_sources = [], max(1, len(corpus.sources))
        for label, row in corpus_steps(corpus):
            del label
            rows.append(row)
            yield self.progress(len(rows) / n_sources)
        return rows

    # ---- training

    def _train(self) -> _Doing:
        corpus = self.pipeline.training.corpus
        assert corpus is not None
        sources = yield from self._hashed(corpus)
        key = training_key(self.pipeline, sources)
        kept = None if self.again else self.state.kept("train", key)
        run = None
        if kept is not None:
            self.store.recognise_interrupted()
            listed = self.store.list_runs()
            run = next((each for each in listed if each.run_id == kept.get("run_id")), None)
        if run is not None and run.status == "finished":
            self.run_id = run.run_id
            self._end("unchanged", say("pipeline_run", name=run.name, run=run.run_id))
            return
        resumed = run is not None and run.status in (*RESUMABLE, "running")
        if self.pipeline.training.settings.trainer is not None:
            yield from self._recorded_in_library(key)
        else:
            yield from self._recorded(key, run.run_id if run is not None and resumed else None)
        name = self.store.run(self.run_id).summary.name
        self._end("done", say("pipeline_run", name=name, run=self.run_id))

    def _recorded(self, key: str, resumed: str | None) -> _Doing:
        from engine.counting import CountsCache
        from engine.training import CountedCorpus
        from workbench.work.recipe_values import options_of
        from workbench.work.runs.recording import RunTask, begin_run, recorded
        from workbench.work.runs.resuming import counts_with, resume_run, resumption

        self.phase = say("pipeline_training")
        training, kept = self.pipeline.training, CountsCache()
        cache = kept if kept.max_bytes and kept.prepare() else None
        assert training.corpus is not None
        if resumed is not None:
            found = resumption(self.store, resumed, counts_with(cache))
            steps = resume_run(self.store, found)
        else:
            options = options_of(self.pipeline.recipe.settings)
            counted = CountedCorpus(training.corpus, cache=cache, superwords=options)
            config = training.settings.config(training.pattern)
            mixture = training.mixture.maker
            run_id = begin_run(
                self.store, counted, config, name=self.pipeline.name, mixture=mixture
            )
            self.state.keep("train", key, run_id=run_id)
            steps = recorded(RunTask(self.store, run_id, counted, config, mixture))
        made = yield from relayed(steps, lambda step: self.progress(step.fraction, step))
        self.run_id = made.run_id
        self.problems += made.remarks

    def _recorded_in_library(self, key: str) -> _Doing:
        """Train in another library, which begins from the start each time."""
        from workbench.work.runs.library_recording import record_library_training

        self.phase = say("pipeline_training")
        training = self.pipeline.training
        assert training.corpus is not None
        steps = record_library_training(
            self.store,
            training.corpus,
            training.settings.config(training.pattern),
            name=self.pipeline.name,
            mixture=training.mixture.maker,
        )
        made = yield from relayed(steps, lambda step: self.progress(step.fraction, step))
        self.run_id = made.run_id
        self.problems += made.remarks
        self.state.keep("train", key, run_id=made.run_id)

    # ---- evaluation

    def _evaluate(self, baselines: list[NamedTokenizer]) -> _Doing:
        step = self.pipeline.evaluate
        if not step.paths:
            self._take_sample()
            return
        corpus, remarks = step.corpus()
        sources = yield from self._hashed(corpus)
        tokenizer_hash = self.store.run(self.run_id).summary.semantic_hash or ""
        key = evaluation_key(step, tokenizer_hash, sources, baselines)
        self.texts = EvaluationTexts.of(tuple(map(Path, step.paths))).name
        kept = None if self.again else self.state.kept("evaluate", key)
        if kept is not None and self._take_stored(kept):
            self._end("unchanged", self._texts_words())
            return
        problems = yield from self._measure(corpus, baselines)
        self.problems += (noted := [*remarks, *problems])
        created = self._stored_at()
        self.state.keep(
            "evaluate", key, run_id=self.run_id, texts=self.texts, created=created, problems=noted
        )
        self._end("done", self._texts_words())

    def _take_sample(self) -> None:
        """Take what the training measured on the beginnings of its sources."""
        records = self.store.evaluations(self.run_id)
        found = [each for each in records if each.name == TRAINING_SAMPLE and each.measured]
        if not found or not found[-1].rows:
            raise RecipeError(say("pipeline_no_sample", path=self.pipeline.file))
        self.measured = (replace(found[-1].measured[0], name=self._run_name()),)
        self._end("unchanged", self._texts_words())

    def _take_stored(self, kept: Mapping[str, Any]) -> bool:
        """Take the evaluation of last time, unless it is missing or another one now."""
        if kept.get("run_id") != self.run_id:
            return False
        for record in self.store.evaluations(self.run_id):
            if record.name == self.texts and record.created.isoformat() == kept.get("created"):
                self.measured = self._named(record.measured)
                self.problems += map(str, kept.get("problems", []))
                return bool(record.measured)
        return False

    def _measure(
        self, corpus: Corpus, baselines: list[NamedTokenizer]
    ) -> Generator[PipelineProgress, None, list[str]]:
        from engine.evaluation import all_evaluation_steps

        self.phase = say("pipeline_loading")
        yield self.progress()
        loaded = [each.load(self.store) for each in baselines]
        self.phase = say("pipeline_measuring")
        expected, done = max(1, corpus.expected_bytes), dict[str, int]()

        def shown(row: LabelEvaluation) -> PipelineProgress:
            done[row.label] = row.bytes
            return self.progress(min(1.0, sum(done.values()) / expected))

        reference = self.pipeline.evaluate.reference
        steps = all_evaluation_steps([self.tokenizer, *loaded], corpus, reference=reference)
        ours, *theirs = yield from relayed(steps, shown)
        measured = (
            MeasuredTokenizer("", ours),
            *(
                MeasuredTokenizer(each.name, evaluation, each.run_id, each.place)
                for each, evaluation in zip(baselines, theirs, strict=True)
            ),
        )
        self.store.save_evaluation(self.run_id, self.texts, ours.rows, measured=measured)
        self.measured = self._named(measured)
        return [*corpus.problem_sentences, *ours.remarks]

    def _named(self, measured: tuple[MeasuredTokenizer, ...]) -> tuple[MeasuredTokenizer, ...]:
        ours, *others = measured
        return (replace(ours, name=self._run_name()), *others)

    def _run_name(self) -> str:
        return self.store.run(self.run_id).summary.name

    def _stored_at(self) -> str:
        records = self.store.evaluations(self.run_id, whole=False)
        return next(each.created.isoformat() for each in records if each.name == self.texts)

    def _texts_words(self) -> str:
        n_rows = len(self.measured[0].evaluation.rows)
        name = self.texts
        if name == TRAINING_SAMPLE:
            name = say("pipeline_sample")
        return say("pipeline_texts", n=n_rows, name=name)

    # ---- what follows

    def _require(self) -> _Doing:
        from engine.evaluation import judged

        ours, *others = (each.evaluation for each in self.measured)
        baselines = dict(zip(self.pipeline.evaluate.baselines, others, strict=False))
        self.results = judged(self.pipeline.requirements, ours, baselines)
        failed = [result for result in self.results if not result.is_met]
        self.failures += [requirement_sentence(result) for result in failed]
        words = say("pipeline_met", n=len(self.results) - len(failed), all=len(self.results))
        self._end("failed" if failed else "done", words)
        yield self.progress()

    def _export(self) -> _Doing:
        number = sum(step.name == "export" for step in self._steps[: self._at])
        step, tokenizer = self.pipeline.exports[number], exact_or_none(self.tokenizer)
        if tokenizer is None:
            self._refuse_library()
            return
        key, name = export_key(step, tokenizer), f"export {number}"
        kept = None if self.again else self.state.kept(name, key)
        record = None if kept is None else self._intact(kept.get("export_id"))
        status: StepStatus = "unchanged"
        if record is None:
            status = "done"
            record = yield from self._written(step, tokenizer)
            self.state.keep(name, key, export_id=record.export_id)
        self.exports.append(record)
        if record.verdict is not None and record.status != "equal":
            sentence = str(record.verdict.get("sentence") or record.status)
            words = say("pipeline_unverified", format=record.format, reason=sentence)
            self.failures.append(words)
            self._end("failed", words)
            return
        words = say("pipeline_verified" if record.verdict else "pipeline_written")
        self._end(status, words)

    def _intact(self, export_id: object) -> ExportRecord | None:
        """The record of an export whose files are still the ones that were written."""
        for record, findings in checked_exports(self.store.exports(self.run_id)):
            if record.export_id == export_id:
                is_same = all(finding.status == "same" for finding in findings)
                return record if is_same else None
        return None

    def _refuse_library(self) -> None:
        """End a step that needs the merges of a tokenizer that its library runs."""
        library = getattr(self.tokenizer, "library", "")
        words = say("pipeline_in_library", name=self._run_name(), library=library)
        if words not in self.failures:
            self.failures.append(words)
        self._end("failed", words)

    def _written(
        self, step: ExportStep, tokenizer: Tokenizer
    ) -> Generator[PipelineProgress, None, ExportRecord]:
        summary = self.store.run(self.run_id).summary
        subject = ExportSubject(
            summary.name, summary.vocab_size, self.run_id, tokenizer=tokenizer, size=step.size
        )
        wish = step.wish
        if wish.format == "bundle":
            options = replace(wish.options, provenance=subject.provenance(self.store))
            wish = replace(wish, options=options)
        self.phase = say("pipeline_exporting", format=wish.format)
        make_directory(wish.directory)
        steps = export_steps(subject.load(self.store), wish)
        made = yield from relayed(steps, lambda each: self.progress(each.fraction))
        record = made.record
        if made.verdict is not None and not made.verdict.is_equal:
            record = replace(
                record, verdict={**made.verdict.document(), "sentence": str(made.verdict)}
            )
        return subject.keep(self.store, record)

    def _register(self) -> _Doing:
        step = self.pipeline.register
        assert step is not None
        if exact_or_none(self.tokenizer) is None:
            self._refuse_library()
            return
        self.registered = self.store.register(step.name, self.run_id, dict(step.metadata))
        is_new = self.registered.is_new
        self._end("done" if is_new else "unchanged", self.registered.reference)
        yield self.progress()

    def _write_results(self) -> _Doing:
        from workbench.work.pipeline.results import results_text

        assert self.pipeline.results is not None
        self._write(self.pipeline.results, results_text(self.outcome()))
        yield self.progress()

    def _write_report(self) -> _Doing:
        from workbench.work.pipeline.report import report_html

        assert self.pipeline.report is not None
        self._write(self.pipeline.report, report_html(self.outcome()))
        yield self.progress()

    def _write(self, path: Path, text: str) -> None:
        """Write a file unless it is the same already."""
        content = text.encode("utf-8", "replace")
        if path.is_file() and path.read_bytes() == content:
            self._end("unchanged")
            return
        make_directory(path.parent)
        write_whole(path.resolve(), content)
        self._end("done")


def requirement_sentence(result: RequirementResult) -> str:
    """Which requirement is not met, and what was measured."""
    from workbench.work.pipeline.results import limit_words, value_words

    requirement = result.requirement
    codes = {
        "failed": "pipeline_failed",
        "lossy": "pipeline_lossy",
        "missing": "pipeline_missing",
        "incomparable": "pipeline_incomparable",
    }
    return say(
        codes[result.verdict],
        label=result.label,
        metric=requirement.metric.key,
        measured=value_words(requirement.metric, result.measured),
        required=limit_words(result),
    )


def step_words(step: PipelineStep) -> str:
    """The time of a step that was done; "" for none."""
    return duration(step.seconds) if step.seconds is not None and step.status == "done" else ""


def _planned(pipeline: Pipeline) -> list[PipelineStep]:
    steps = [PipelineStep("train"), PipelineStep("evaluate")]
    steps += [PipelineStep("require")] if pipeline.requirements else []
    steps += [PipelineStep("export", each.wish.format) for each in pipeline.exports]
    if pipeline.register is not None:
        steps.append(PipelineStep("register", pipeline.register.name))
    for name, file in (("results", pipeline.results), ("report", pipeline.report)):
        if file is not None:
            steps.append(PipelineStep(name, file.name))  # type: ignore[arg-type]
    return steps
