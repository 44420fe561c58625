"""Searches: figures of trials, thresholds, keeping and going on, and what they refuse."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import Corpus, evaluate, train_tokenizer
from engine.corpus import Source
from engine.encoding import Tokenizer
from engine.errors import CheckpointError, ConfigError, CorpusError, EngineError
from engine.evaluation import Threshold
from engine.explore import (
    Budget,
    Exploration,
    LabelShare,
    Objective,
    ParityShare,
    PatternChoice,
    Question,
    SuperwordTransition,
    Temperature,
    TrialStorage,
    Variable,
    VocabSize,
    explore,
    front_of,
    search,
    slices,
    study_name,
    training_of_point,
)
from engine.explore.confirming import disagreement_of
from engine.explore.front import Front, Point
from engine.explore.keeping import KeptTrials
from engine.explore.measuring import figures_of as measured_figures
from engine.explore.texts import divided_texts
from engine.machine import StopRequest, file_lock, result_of
from engine.probe import read_report, running
from engine.settings import Mixture, Parity, Superwords, TrainingConfig
from tests.engine.probe.test_probe import write_run

PROJECT = Path(__file__).parents[3]
LABELS = ("eng", "deu", "ell")
SOUGHT = (Objective("worst_premium"), Objective("bytes_per_token", goal="maximise"))
FIXED = TrainingConfig(400)
SIZES = VocabSize.of([300, 350, 400])


def words(label: str) -> list[str]:
    drawing = random.Random(label)
    letters = "αβγδεζηθικλμ" if label == "ell" else "abcdefghijklmnop"
    drawn = ["".join(drawing.choices(letters, k=drawing.randint(2, 7))) for _ in range(60)]
    return [*drawn, "1234", "27182818"]


@cache
def corpus() -> Corpus:
    drawing = random.Random(1)
    return Corpus([
        Source(
            label,
            texts=tuple(
                " ".join(drawing.choices(words(label), k=9)) + "\n" for _ in range(60 * (i + 1))
            ),
        )
        for i, label in enumerate(LABELS)
    ])  # fmt: skip


@cache
def texts(n_lines: int = 64) -> Corpus:
    drawing = random.Random(9)
    lines = {
        label: [" ".join(drawing.choices(words(label), k=9)) for _ in range(n_lines)]
        for label in LABELS
    }
    return Corpus([Source(label, texts=("\n".join(own),)) for label, own in lines.items()])


def question(
    *objectives: Objective,
    variables: tuple[Variable, ...] = (Temperature(0, 1), SIZES),
    trials: int = 4,
    fixed: TrainingConfig = FIXED,
    **options: Any,
) -> Question:
    options = {"seeds": 0, "workers": 2, **options}
    return Question(objectives or SOUGHT, variables, Budget(trials), fixed, **options)


def searched(asked: Question, **options: Any) -> Exploration:
    return result_of(explore(asked, corpus(), texts(), **options))


def figures_of(
    asked: Question, values: Mapping[str, Any], size: int, measured: Corpus | None = None
) -> dict[str, float]:
    """What training the values at a size and evaluating it as a whole gives."""
    config, mixture = training_of_point(asked, values, size, LABELS)
    tokenizer = train_tokenizer(corpus(), config, mixture=mixture)
    evaluation = evaluate(tokenizer, divided_texts(measured or texts()).search)
    assert evaluation.fairness is not None
    return {
        "worst_premium": evaluation.fairness.worst_premium or 0.0,
        "bytes_per_token": evaluation.total.bytes_per_token,
        "three_digit_f1": evaluation.total.three_digit_f1 or 0.0,
    }


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Exploration]:
    path = tmp_path_factory.mktemp("explore") / "trials.sqlite"
    return path, searched(question(trials=12, seeds=2), storage=TrialStorage(path))


def test_figures_are_those_of_the_training_and_its_evaluation(
    kept: tuple[Path, Exploration],
) -> None:
    _, made = kept
    trial = made.trials[0]
    for size, figures in ((trial.vocab_size, trial.figures), *trial.sizes):
        expected = figures_of(made.question, trial.values, size)
        for objective in SOUGHT:
            assert figures[objective.key] == pytest.approx(expected[objective.key])
    assert {size for size, _ in trial.sizes} | {trial.vocab_size} == {300, 350, 400}
    assert trial.seconds.total > 0


def test_the_known_mixtures_are_tried_first(kept: tuple[Path, Exploration]) -> None:
    _, made = kept
    assert [trial.values["temperature"] for trial in made.trials[:3]] == [1.0, 0.3, 0.0]
    assert [trial.number for trial in made.trials] == list(range(12))


def test_the_front_is_confirmed_on_other_texts(kept: tuple[Path, Exploration]) -> None:
    _, made = kept
    assert made.front.points == tuple(
        replace(point, spread=own.spread)
        for point, own in zip(
            front_of(made.trials, made.question).points, made.front.points, strict=True
        )
    )
    for point in made.front.points:
        assert set(point.validation) >= {objective.key for objective in SOUGHT}
        assert point.validation != point.figures
        assert point.spread["worst_premium"] > 0
    assert set(made.importance) == {objective.key for objective in SOUGHT}
    assert sum(made.importance["worst_premium"].values()) == pytest.approx(1.0)
    values = [value for value, _ in slices(made, "temperature")["worst_premium"]]
    assert len(values) == 12
    assert values == sorted(values)


def test_a_search_goes_on_with_nothing_lost(kept: tuple[Path, Exploration]) -> None:
    path, made = kept
    longer = searched(question(trials=14), storage=TrialStorage(path))
    assert longer.trials[:12] == tuple(replace(trial, spread={}) for trial in made.trials)
    assert len(longer.trials) == 14
    again = searched(question(trials=3), storage=TrialStorage(path))
    assert again.trials == longer.trials
    other = searched(question(trials=1, seed=8), storage=TrialStorage(path))
    assert len(other.trials) == 1
    fresh = searched(question(trials=2, seed=8), storage=TrialStorage(path, fresh=True))
    assert [trial.number for trial in fresh.trials] == [0, 1]


KILLED = """
import os, sys
from pathlib import Path
from engine.machine import result_of
from engine.explore import TrialStorage, explore
from tests.engine.explore.test_search import corpus, question, texts

def report(step):
    if step.trial is not None and step.trial.number == 3 and step.trial.state == "running":
        print(step.n_done, flush=True)
        os._exit(9)

kept = TrialStorage(Path(sys.argv[1]))
result_of(explore(question(trials=6), corpus(), texts(), storage=kept), report)
"""


@pytest.mark.slow
def test_a_trial_that_is_asked_for_is_measured_whole_after_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = TrialStorage(tmp_path / "trials.sqlite")
    before = searched(question(trials=2), storage=storage)
    wanted = {"temperature": 0.37, "vocab_size": 350}
    # The texts are too few for a sample: let there be one, on which every trial is hopeless.
    monkeypatch.setattr(search.Trainings, "has_sample", True)
    monkeypatch.setattr(search._Search, "_is_hopeless", lambda _search, _trial: True)
    made = searched(question(trials=2), storage=replace(storage, extra=(wanted,)))
    *others, asked = made.trials
    assert [trial.number for trial in others] == [trial.number for trial in before.trials]
    assert dict(asked.values) == wanted
    assert asked.state == "complete"
    assert asked.vocab_size == 350
    again = searched(question(trials=2), storage=storage)
    assert len(again.trials) == 3


def test_a_trial_that_is_worse_on_the_sample_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # The texts are too few for a sample of their own: all of them are it.
    monkeypatch.setattr(search.Trainings, "has_sample", True)
    shares = (LabelShare(0.01, 0.98, ("eng",)),)
    made = searched(question(variables=shares, trials=10, workers=1, sampler="random"))
    complete: list[Mapping[str, float]] = []
    for trial in made.trials:
        premium, length = (trial.figures[each.key] for each in SOUGHT)
        is_worse = any(
            best["worst_premium"] <= 0.98 * premium and best["bytes_per_token"] >= 1.02 * length
            for best in complete
        )
        assert trial.state == ("pruned" if is_worse else "complete")
        if not is_worse:
            complete.append(trial.figures)
    assert 1 < len(complete) < len(made.trials)
    assert {point.trial for point in made.front.points} <= {
        trial.number for trial in made.trials if trial.state == "complete"
    }


def test_what_a_kill_interrupts_runs_again(tmp_path: Path) -> None:
    path = tmp_path / "trials.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], cwd=PROJECT, capture_output=True, check=False
    )
    assert done.returncode == 9, done.stderr.decode()
    asked = question(trials=6)
    kept = KeptTrials(TrialStorage(path), study_of(asked), 2)
    before, running = kept.trials, dict(kept.running)
    assert len(before) >= int(done.stdout)
    assert {trial.number for trial in before} | set(running) >= {0, 1, 2}
    made = searched(asked, storage=TrialStorage(path))
    assert [trial.number for trial in made.trials] == list(range(6))
    assert [made.trial(trial.number) for trial in before] == before
    for number, values in running.items():
        assert made.trial(number).values == values


def study_of(asked: Question) -> str:
    return study_name(asked, corpus(), texts())


def test_a_closed_search_leaves_what_runs_to_the_next(tmp_path: Path) -> None:
    path, asked = tmp_path / "trials.sqlite", question(trials=5)
    steps = explore(asked, corpus(), texts(), storage=TrialStorage(path))
    for step in steps:
        if step.trial is not None and step.trial.is_over:
            break
    steps.close()
    made = searched(asked, storage=TrialStorage(path))
    assert [trial.number for trial in made.trials] == list(range(5))


def test_two_programs_do_not_search_the_same(tmp_path: Path) -> None:
    storage, asked = TrialStorage(tmp_path / "trials.sqlite"), question(trials=1)
    lock = tmp_path / f".{study_of(asked)}.lock"
    with file_lock(lock) as is_ours:
        assert is_ours
        with pytest.raises(CheckpointError) as caught:
            searched(asked, storage=storage)
    assert caught.value.code == "explore_held"


def test_no_trial_begins_while_the_caller_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    searching = search._Search(question(), corpus(), texts(), None, None, None, None)
    waits: list[float] = []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 3:
            searching._pulled = time.monotonic()  # the caller is back
        return False

    monkeypatch.setattr(searching._ended, "wait", wait)
    searching._wait_while_paused()
    assert waits == []
    searching._pulled -= 100.0
    searching._wait_while_paused()
    assert len(waits) == 3


def test_closing_after_a_pause_ends_threads_that_wait_for_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They look whether the search has ended: it says so before it waits for them."""
    waited, ended = threading.Event(), threading.Event()

    class Paused(search._Search):
        def _wait_while_paused(self) -> None:
            waited.set()
            self._ended.wait()
            ended.set()

    monkeypatch.setattr(search, "_Search", Paused)
    steps = explore(question(trials=2), corpus(), texts())
    while not waited.is_set():
        next(steps)
    steps.close()
    assert ended.is_set()


def test_a_stop_ends_it_after_the_trials_that_run() -> None:
    """How many run until the report is read depends on the machine; all fifty never do."""
    stop = StopRequest()

    def report(step: Any) -> None:
        if step.trial is not None and step.trial.is_over:
            stop.keep()

    made = result_of(explore(question(trials=50), corpus(), texts(), stop=stop), report)
    assert made.is_stopped
    assert 1 <= len(made.trials) < 50


@pytest.mark.parametrize("sampler", ["nsga2", "random"])
def test_other_samplers(sampler: Any) -> None:
    made = searched(question(trials=10, sampler=sampler, seed=3))
    assert {trial.state for trial in made.trials} == {"complete"}
    assert made.front.points


def test_thresholds_that_nothing_keeps_are_explained() -> None:
    held = Objective("bytes_per_token", goal="hold", threshold=Threshold(">=", 100.0))
    made = searched(question(SOUGHT[0], held, trials=4))
    assert {trial.state for trial in made.trials} == {"infeasible"}
    assert made.front.points == ()
    assert "bytes_per_token is" in made.front.nearest


def test_shares_beyond_the_whole_are_infeasible() -> None:
    shares = (LabelShare(0.1, 0.8, ("eng",)), LabelShare(0.1, 0.8, ("ell", "deu"), "others"))
    made = searched(question(variables=shares, trials=8))
    for trial in made.trials:
        total = sum(float(value) for value in trial.values.values())
        assert (trial.state == "infeasible") == (total > 1)
        assert trial.violations.get("shares", 0.0) == pytest.approx(max(0.0, total - 1))
        if total <= 1:
            expected = figures_of(made.question, trial.values, 400)
            assert trial.figures["worst_premium"] == pytest.approx(expected["worst_premium"])


@pytest.mark.parametrize(("group", "share"), [((), 2 / 3), (("eng", "deu"), 1.0), (("eng",), None)])
def test_the_share_of_languages_that_are_served_badly(
    group: tuple[str, ...], share: float | None
) -> None:
    """Of those beside the reference, by their premiums; not known where there is none."""
    lines = {"eng": "abc\n", "deu": "abcd abcd abcd\n", "ell": "αβ\n", "fra": "abcdefghijklm\n"}
    corpus = Corpus([Source(label, texts=(line * 4,)) for label, line in lines.items()])
    evaluation = evaluate(Tokenizer((), pattern="gpt2"), corpus, reference="eng")
    assert evaluation.fairness is not None
    premiums = {row.label: row.premium or 0.0 for row in evaluation.fairness.labels}
    assert [label for label, premium in premiums.items() if premium > 3] == ["deu", "fra"]
    served = Objective("badly_served_share", group=group)
    figures = measured_figures(question(served), evaluation, 256)
    assert figures[served.key] == pytest.approx(math.nan if share is None else share, nan_ok=True)


def test_metrics_of_whole_encodings_and_of_models() -> None:
    sought = (Objective("three_digit_f1"), Objective("ngram_bits"))
    long = texts(1200)
    made = result_of(explore(question(*sought, trials=1), corpus(), long))
    (trial,) = made.trials
    expected = figures_of(made.question, trial.values, trial.vocab_size, long)
    assert trial.figures["three_digit_f1"] == pytest.approx(expected["three_digit_f1"])
    assert 0 < trial.figures["ngram_bits"] < 8
    assert trial.sizes == ()


def test_a_probe_is_trained_for_each_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child writes what a run leaves; models with PyTorch: engine/probe's own tests."""
    probed: list[int] = []

    def child(command: Sequence[str]) -> Iterator[str]:
        folder = Path(command[-1])
        plan = read_report(folder).plan
        probed.append(len(plan.runs))
        write_run(folder, (0, 0), [100.0 * len(probed) for _ in plan.labels])
        yield json.dumps({"event": "done", "run": [0, 0]})
        yield json.dumps({"event": "end"})

    monkeypatch.setattr(running, "check_torch", lambda: None)
    monkeypatch.setattr(running, "output_lines", child)
    asked = question(Objective("probe_bits"), SOUGHT[0], trials=2, workers=1)
    made = result_of(explore(asked, corpus(), texts(400)))
    bits = [trial.figures["probe_bits"] for trial in made.trials]
    assert bits[0] > 0
    assert bits[1] > bits[0]  # also of validation, where the first is on the front
    assert all(trial.sizes == () for trial in made.trials)
    assert made.front.points[0].validation["probe_bits"] > 0
    assert set(probed) == {1}
    assert len(probed) >= 3


def test_superwords_are_measured_by_both_patterns() -> None:
    fixed = TrainingConfig(400, superwords=Superwords(0.9))
    variables = (SuperwordTransition(0.84, 0.86), SIZES)
    made = searched(question(variables=variables, trials=1, fixed=fixed))
    (trial,) = made.trials
    for size, figures in ((trial.vocab_size, trial.figures), *trial.sizes):
        config, mixture = training_of_point(made.question, trial.values, 400, LABELS)
        whole = train_tokenizer(corpus(), config, mixture=mixture)
        expected = evaluate(whole.truncated(size), divided_texts(texts()).search)
        assert figures["bytes_per_token"] == pytest.approx(expected.total.bytes_per_token)


def test_parity_and_patterns(tmp_path: Path) -> None:
    for source in texts().sources:
        assert source.texts is not None
        (tmp_path / f"{source.label}.txt").write_text(source.texts[0], encoding="utf-8")
    fixed = TrainingConfig(400, parity=Parity((str(tmp_path),)))
    variables = (ParityShare(0, 1), PatternChoice(("gpt2", "o200k")))
    made = searched(question(variables=variables, trials=3, fixed=fixed))
    trial = made.trials[-1]
    expected = figures_of(made.question, trial.values, 400)
    assert trial.figures["worst_premium"] == pytest.approx(expected["worst_premium"])


@pytest.mark.parametrize(
    ("objectives", "options", "error", "code"),
    [
        ((), {"variables": (LabelShare(0.1, 0.2, ("jpn",)),)}, CorpusError, "explore_no_source"),
        ((), {"variables": (VocabSize.of([257, 400]),),
              "fixed": TrainingConfig(400, special_tokens=("<s>",))},
         ConfigError, "explore_small_size"),
        ((Objective("tokens", "jpn"),), {}, CorpusError, "explore_no_label"),
        ((Objective("whole_word_share", "eng", ("eng",)), Objective("gini", "g", ("jpn",))), {},
         CorpusError, "explore_no_label"),
    ],
)  # fmt: skip
def test_questions_that_do_not_fit_the_texts(
    objectives: tuple[Objective, ...], options: dict[str, Any], error: type[EngineError], code: str
) -> None:
    with pytest.raises(error) as caught:
        searched(question(*objectives, **options))
    assert caught.value.code == code


def test_texts_that_answer_no_question(tmp_path: Path) -> None:
    lone = Corpus([Source("eng", texts=("one\ntwo\n",)), Source("deu", texts=("a\n" * 9,))])
    with pytest.raises(CorpusError) as caught:
        result_of(explore(question(), corpus(), lone))
    assert caught.value.code == "explore_not_parallel_because"
    with pytest.raises(CorpusError) as caught:
        result_of(explore(question(), corpus(), Corpus([Source("eng", texts=("\n",))])))
    assert caught.value.code == "explore_no_texts"
    file = tmp_path / "eng.txt"
    file.write_text("text\n", encoding="utf-8")
    both = Corpus.from_paths([file])
    with pytest.raises(ConfigError) as refused:
        explore(question(), both, both)
    assert refused.value.code == "explore_same_file"
    with pytest.raises(ConfigError) as refused:
        explore(question(), corpus(), texts(), mixture=Mixture(target_bytes=100))
    assert refused.value.code == "explore_target_bytes"


def test_a_lack_of_premiums_has_its_reason() -> None:
    others = [source for source in texts().sources if source.label != "eng"]
    with pytest.raises(CorpusError, match="no English text") as caught:
        result_of(explore(question(), corpus(), Corpus(others)))
    assert caught.value.code == "explore_no_reference"
    with pytest.raises(CorpusError, match="eng, the reference, has 8 lines") as caught:
        result_of(explore(question(), corpus(), Corpus([*texts(16).sources[:1], *others])))
    assert caught.value.code == "explore_no_reference"
    with pytest.raises(ConfigError) as refused:
        searched(question(reference="jpn"))
    assert refused.value.code == "unknown_reference"
    shorter = Corpus([*texts(60).sources[:1], *others])  # 32 lines of both for the search
    made = result_of(explore(question(trials=1), corpus(), shorter))
    assert "On the validation texts" in made.problems[0]
    assert "28 lines" in made.problems[0]


def test_trials_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CheckpointError) as caught:
        searched(question(trials=1), storage=TrialStorage(tmp_path))
    assert caught.value.code == "explore_store"
    path, real, n_kept = tmp_path / "full.sqlite", KeptTrials._note_running, 0

    def full(self: KeptTrials) -> None:
        nonlocal n_kept
        n_kept += 1
        if n_kept == 5:
            self._kept(lambda: (_ for _ in ()).throw(OSError("database or disk is full")))
        real(self)

    monkeypatch.setattr(KeptTrials, "_note_running", full)
    with pytest.raises(CheckpointError, match="disk is full"):
        searched(question(trials=9), storage=TrialStorage(path))
    monkeypatch.undo()
    kept = KeptTrials(TrialStorage(path), study_of(question()), 2)
    made = searched(question(trials=9), storage=TrialStorage(path))
    assert [made.trial(trial.number) for trial in kept.trials] == kept.trials
    assert [trial.number for trial in made.trials] == list(range(9))


def test_a_trial_that_a_full_disk_refuses_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = TrialStorage(tmp_path / "full.sqlite")
    kept = KeptTrials(storage, "one", 2)
    kept.begin(0, {"temperature": 0.5})

    def full(*_: object) -> None:
        raise OSError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("optuna.Study.add_trial", full)
        with pytest.raises(CheckpointError, match="disk is full"):
            kept.end(SimpleNamespace(user_attrs={}), 0, 1.0)  # type: ignore[arg-type]
    kept.begin(1, {"temperature": 0.7})  # another worker, while there is room again
    again = KeptTrials(storage, "one", 2).put_back()
    assert again == [(0, {"temperature": 0.5}), (1, {"temperature": 0.7})]


def test_a_front_that_other_texts_do_not_confirm() -> None:
    def point(number: int, seen: tuple[float, float], other: tuple[float, float]) -> Point:
        keys = [objective.key for objective in SOUGHT]
        return Point(
            number, 400, {}, dict(zip(keys, seen, strict=True)), dict(zip(keys, other, strict=True))
        )

    agreed = [point(0, (1, 2), (1.1, 2.2)), point(1, (2, 3), (2.2, 3.3))]
    assert disagreement_of(Front(tuple(agreed), SOUGHT)) == ""
    turned = [agreed[0], point(1, (2, 3), (9, 2)), point(2, (3, 4), (9, 1))]
    sentence = disagreement_of(Front(tuple(turned), SOUGHT))
    assert "1 of 3 points are still on it" in sentence


def test_trials_are_plain_documents(kept: tuple[Path, Exploration]) -> None:
    _, made = kept
    for trial in made.trials:
        assert type(trial).of_document(json.loads(json.dumps(trial.document()))) == trial
