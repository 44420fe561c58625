"""A training becomes a run: whole, or marked as what it became."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine.analysis.sizes import SizeCurves
from engine.corpus.corpus import Corpus, Source
from engine.corpus.file_search import known_hash
from engine.counting.kept import CountsCache
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CorpusError, EngineError
from engine.machine import result_of
from engine.machine.work import StopRequest
from engine.settings import LibraryTrainer
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.trainers import LibraryProgress
from engine.training.merge_loop import MergeLoop
from engine.training.progress import IN_LIBRARY, STAGE_TWO, Phase
from engine.training.training import CountedCorpus
from workbench.store import RunStore, StoreBusyError, StoreWriteError
from workbench.work import memory
from workbench.work.runs import library_recording
from workbench.work.runs import recording as run_recording
from workbench.work.runs.library_recording import record_library_training
from workbench.work.runs.recording import record_training


@pytest.fixture
def store(tmp_path):
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        yield store


@pytest.fixture
def corpus() -> Corpus:
    return Corpus(
        [
            Source("eng", texts=("the cat sat on the mat " * 30,)),
            Source("deu", texts=("die Katze saß auf der Matte " * 30,)),
        ]
    )


def finish(recording):
    progress = []
    return progress, result_of(recording, progress.append)


def test_the_memory_over_the_merges_is_stored_with_the_run(store, corpus, monkeypatch):
    used = iter(range(10**8, 2 * 10**8, 10**6))
    monkeypatch.setattr(memory, "resident_bytes", lambda: next(used))
    _, made = finish(record_training(store, corpus, TrainingConfig(300)))
    stored = store.tokenizer(made.run_id).training.memory
    assert stored.dtype == np.int64
    assert np.array_equal(made.tokenizer.training.memory, stored)  # of the run just trained, too
    assert stored[-1, 0] == made.tokenizer.n_merges
    assert (np.diff(stored[:, 0]) > 0).all()
    assert stored[:, 1].tolist() == list(range(10**8, 10**8 + len(stored) * 10**6, 10**6))
    shorter = store.tokenizer(made.run_id).truncated(260)
    assert (shorter.training.memory[:, 0] <= 4).all()


def test_where_the_system_reports_no_memory_none_is_stored(store, corpus, monkeypatch):
    monkeypatch.setattr(memory, "resident_bytes", lambda: None)
    _, made = finish(record_training(store, corpus, TrainingConfig(300)))
    assert store.tokenizer(made.run_id).training.memory.shape == (0, 2)


def test_training_again_reads_nothing_and_remembers_its_mixture(store, tmp_path, monkeypatch):
    for label, text in (("eng", "the cat sat on the mat " * 90), ("deu", "die Katze saß " * 30)):
        (tmp_path / f"{label}.txt").write_text(text, encoding="utf-8")
    corpus = Corpus.from_paths([tmp_path / "eng.txt", tmp_path / "deu.txt"])
    counted = CountedCorpus(corpus, cache=CountsCache(tmp_path / "counts"))
    config = TrainingConfig(300)
    _, first = finish(record_training(store, corpus, config, counted=counted))

    def broken(*_args, **_kwargs):
        raise AssertionError("a file was opened again")

    monkeypatch.setattr("engine.corpus.corpus.document_parts", broken)
    monkeypatch.setattr(run_recording, "content_hash", known_hash)  # it may only be remembered
    for path in corpus.sources[0].paths + corpus.sources[1].paths:
        assert known_hash(path) is None  # too new to be remembered
    mixture = Mixture(alpha=0.3)
    steps = record_training(store, corpus, config, counted=counted, mixture=mixture)
    progress, again = finish(steps)
    assert progress[0].phase is Phase.COUNT_PAIRS
    assert again.tokenizer.training.is_weighted
    assert len(again.evaluation.rows) == 2
    assert again.evaluation.rows[0].bytes == first.evaluation.rows[0].bytes
    record = store.run(again.run_id)
    assert record.mixture == mixture
    assert sum(source.share for source in record.sources) == pytest.approx(1)
    assert [source.weight_units for source in record.sources] == list(
        again.tokenizer.training.source_weights
    )
    assert store.run(first.run_id).mixture is None
    with pytest.raises(ValueError, match="another corpus"):
        next(record_training(store, Corpus.from_texts(["a"]), config, counted=counted))


def test_a_finished_run_holds_the_tokenizer_and_its_evaluation(store, corpus):
    progress, recorded = finish(record_training(store, corpus, TrainingConfig(300), name="cats"))
    phases = [value.phase for value in progress]
    assert phases == sorted(phases, key=list(Phase).index)
    assert set(phases) == set(Phase) - {*STAGE_TWO, *IN_LIBRARY}
    (summary,) = store.list_runs()
    assert (summary.run_id, summary.name, summary.status) == (recorded.run_id, "cats", "finished")
    tokenizer = store.tokenizer("cats")
    assert tokenizer.semantic_hash == summary.semantic_hash
    (evaluation,) = store.evaluations(recorded.run_id)
    assert [row.label for row in evaluation.rows] == ["eng", "deu"]
    for row, source in zip(evaluation.rows, corpus.sources, strict=True):
        assert row.tokens == len(tokenizer.encode(source.texts[0]))
        assert row.round_trips
    assert recorded.tokenizer.semantic_hash == tokenizer.semantic_hash
    assert recorded.evaluation.rows == evaluation.rows


def test_every_value_has_an_estimate_of_the_whole_and_the_report_judges_them(store, corpus):
    progress, recorded = finish(record_training(store, corpus, TrainingConfig(300)))
    counted = [value for value in progress if value.done]
    assert all(value.remaining_s >= value.phase_remaining_s >= 0 for value in counted)
    elapsed = [value.elapsed_s for value in progress]
    assert elapsed == sorted(elapsed)
    for phase in set(Phase) - {*STAGE_TWO, *IN_LIBRARY}:
        shares = [value.fraction for value in progress if value.phase is phase]
        assert shares == sorted(shares)
        assert 0 <= shares[0] <= shares[-1] <= 1
    report = recorded.report
    assert report.elapsed_s >= elapsed[-1]
    assert (report.n_merges, report.asked_merges, report.was_stopped) == (32, 44, False)
    assert [each.share for each in report.estimates] == [0.10, 0.25, 0.50]
    for each in report.estimates:
        assert each.actual_s == report.elapsed_s
        assert each.error is None or each.error > -1


def test_a_training_that_is_stopped_is_a_finished_run_of_its_own_size(store, corpus, monkeypatch):
    one_merge_at_a_time(monkeypatch)
    special = ("<|endoftext|>",)
    _, whole = finish(record_training(store, corpus, TrainingConfig(300, special_tokens=special)))
    stop = StopRequest()
    asked = TrainingConfig(300, special_tokens=special)
    recording = record_training(store, corpus, asked, stop=stop, name="short")
    for progress in recording:
        if progress.merges_done == 12:
            stop.keep()
            break
    rest, recorded = finish(recording)
    assert {value.phase for value in rest} == {Phase.EVALUATE, Phase.STORE}
    record = store.run("short")
    summary = record.summary
    assert (summary.status, summary.reason) == ("finished", "stopped at 12 of 43 merges")
    assert (summary.vocab_size, summary.n_merges) == (256 + 12 + 1, 12)
    assert record.config == replace(asked, vocab_size=269)
    assert any("Stopped at 12 of 43 merges" in each for each in record.training.problems)
    stored = store.tokenizer("short")
    smaller = whole.tokenizer.truncated(269)
    assert stored.merges.tolist() == smaller.merges.tolist()
    assert stored.special_tokens == smaller.special_tokens == {"<|endoftext|>": 268}
    assert stored.semantic_hash == smaller.semantic_hash
    # Its curve is the beginning of the sweep of the whole training.
    sizes = SizeCurves.of_training(whole.tokenizer.training)
    assert stored.training.corpus_tokens() == sizes.total_tokens[sizes.merges_at(269)]
    # It is evaluated as every run is.
    (evaluation,) = store.evaluations(recorded.run_id)
    for row, source in zip(evaluation.rows, corpus.sources, strict=True):
        assert row.tokens == len(smaller.encode(source.texts[0]))
    assert recorded.report.was_stopped
    assert recorded.report.estimates == ()  # they were of the whole training
    assert (recorded.report.n_merges, recorded.report.asked_merges) == (12, 43)
    assert summary.outcome == "stopped"
    assert store.run(whole.run_id).summary.outcome == "finished"


@pytest.mark.parametrize("renamed", ["", "mine"])
def test_a_run_without_a_name_is_called_after_the_size_that_was_kept(
    store, corpus, monkeypatch, renamed
):
    one_merge_at_a_time(monkeypatch)
    stop = StopRequest()
    for progress in (recording := record_training(store, corpus, TrainingConfig(300), stop=stop)):
        if progress.merges_done == 12:
            [run] = store.list_runs()
            assert run.name == "gpt2-300"
            if renamed:
                store.rename(run.run_id, renamed)
            stop.keep()
            break
    _, recorded = finish(recording)
    assert store.run(recorded.run_id).summary.name == (renamed or "gpt2-268")


def one_merge_at_a_time(monkeypatch):
    run_slice = MergeLoop.run_slice
    monkeypatch.setattr(
        MergeLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 1, max_work)
    )


def test_closing_leaves_a_cancelled_run(store, corpus):
    recording = record_training(store, corpus, TrainingConfig(300))
    next(recording)
    recording.close()
    assert [summary.status for summary in store.list_runs()] == ["cancelled"]


def test_an_error_leaves_a_failed_run_with_the_reason(store):
    recording = record_training(store, Corpus.from_texts([""]), TrainingConfig(300))
    with pytest.raises(CorpusError):
        finish(recording)
    (summary,) = store.list_runs()
    assert summary.status == "failed"
    assert "contains no text" in summary.reason


def test_a_defect_is_recorded_too(store, corpus, monkeypatch):
    def broken(*_args, **_kwargs):
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(run_recording.CountedCorpus, "train", broken)
    with pytest.raises(ZeroDivisionError):
        finish(record_training(store, corpus, TrainingConfig(300)))
    assert store.list_runs()[0].reason == "ZeroDivisionError: no such luck"


def test_the_sources_are_stored_with_hashes_and_sizes(store, tmp_path):
    path = tmp_path / "eng.txt"
    path.write_bytes(b"the cat \xff sat " * 20)
    corpus = Corpus.from_paths([path])
    _, recorded = finish(record_training(store, corpus, TrainingConfig(260)))
    (source,) = store.run(recorded.run_id).sources
    assert source.files[0].sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (source.documents, source.n_problems) == (1, 20)
    assert source.bytes == len(path.read_bytes().decode("utf-8", "replace").encode())


def test_a_store_that_is_busy_costs_a_heartbeat_and_not_the_training(store, corpus, monkeypatch):
    def busy(*_args):
        raise StoreBusyError("in use", path=store.path)

    monkeypatch.setattr(store, "heartbeat", busy)
    _, recorded = finish(record_training(store, corpus, TrainingConfig(300)))
    assert store.run(recorded.run_id).summary.status == "finished"


def test_the_first_error_is_the_one_that_is_raised(store, monkeypatch):
    def busy(*_args):
        raise StoreBusyError("in use", path=store.path)

    monkeypatch.setattr(store, "fail_run", busy)
    with pytest.raises(CorpusError):
        finish(record_training(store, Corpus.from_texts([""]), TrainingConfig(300)))


def test_a_corpus_that_vanishes_after_the_training_costs_the_evaluation_only(store, tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text("the cat sat " * 200, encoding="utf-8")
    recording = record_training(store, Corpus.from_paths([path]), TrainingConfig(270))
    for progress in recording_until(recording, Phase.COMPUTE_MERGES):
        assert progress.phase is not Phase.EVALUATE
    path.unlink()
    _, recorded = finish(recording)
    assert store.run(recorded.run_id).summary.status == "finished"
    assert recorded.evaluation.rows == ()
    assert store.run(recorded.run_id).sources[0].files[0].sha256 is None


def test_a_store_that_fails_at_the_end_leaves_the_tokenizer_in_a_file(store, corpus, monkeypatch):
    def full(*_args, **_kwargs):
        raise StoreWriteError("The disk is full.", path=store.path)

    monkeypatch.setattr(store, "finish_run", full)
    with pytest.raises(
        StoreWriteError, match=r"The disk is full\. The trained tokenizer was saved"
    ):
        finish(record_training(store, corpus, TrainingConfig(300)))
    (saved,) = store.path.parent.glob("rescued-*.twb")
    assert Tokenizer.load(saved).n_merges == 32
    assert store.list_runs()[0].status == "failed"


def test_a_deleted_current_folder_is_no_reason_to_lose_the_tokenizer(
    store, corpus, monkeypatch, tmp_path
):
    def full(*_args, **_kwargs):
        raise StoreWriteError("The disk is full.", path=store.path)

    monkeypatch.setattr(store, "finish_run", full)
    recording = record_training(store, corpus, TrainingConfig(300))
    next(recording)
    (tmp_path / "current").mkdir()
    monkeypatch.chdir(tmp_path / "current")
    (tmp_path / "current").rmdir()
    with pytest.raises(StoreWriteError, match="The trained tokenizer was saved"):
        finish(recording)


def test_a_rescued_tokenizer_never_lands_in_the_current_folder(
    store, corpus, tmp_path, monkeypatch
):
    """The current folder may be that of the sources; beside a store that is full comes home."""
    for name in ("here", "home"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    save = Tokenizer.save

    def full(*_args, **_kwargs):
        raise StoreWriteError("The disk is full.", path=store.path)

    def save_elsewhere(tokenizer, path):
        if path.parent == store.path.parent:
            raise EngineError("The disk is full.")
        return save(tokenizer, path)

    monkeypatch.setattr(store, "finish_run", full)
    monkeypatch.setattr(Tokenizer, "save", save_elsewhere)
    with pytest.raises(StoreWriteError, match="home"):
        finish(record_training(store, corpus, TrainingConfig(300)))
    assert not list((tmp_path / "here").iterdir())
    assert len(list((tmp_path / "home").glob("rescued-*.twb"))) == 1


@pytest.fixture
def in_library(monkeypatch):
    """Trainings in another library end at once; the settings of one."""

    def training(corpus, config, *, mixture):
        texts = list(corpus.labelled_parts())
        yield LibraryProgress(1, 1, "Write text", documents=len(texts))
        return SimpleNamespace(
            tokenizer=Tokenizer(()), manifest={"files": []}, file=b"model", file_name="bpe.model"
        )

    monkeypatch.setattr(library_recording, "train_with_library", training)
    return TrainingConfig(300, "none", trainer=LibraryTrainer("sp-bpe"))


@pytest.mark.parametrize("is_home_full", [False, True])
def test_a_tokenizer_of_a_library_is_rescued_too(
    is_home_full, in_library, store, corpus, tmp_path, monkeypatch
):
    write = Path.write_bytes

    def full(*_args, **_kwargs):
        raise StoreWriteError("The disk is full.", path=store.path)

    def write_elsewhere(path, data):
        if is_home_full or path.parent.parent == store.path.parent:
            write(path, data[:2])
            raise OSError(28, "No space left on device")
        return write(path, data)

    (tmp_path / "home").mkdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "home"))
    monkeypatch.setattr(store, "finish_library_run", full)
    monkeypatch.setattr(Path, "write_bytes", write_elsewhere)
    with pytest.raises(StoreWriteError, match=r"The disk is full\. The trained tok") as caught:
        finish(record_library_training(store, corpus, in_library))
    assert not list(store.path.parent.glob("rescued-*"))
    left = list((tmp_path / "home").rglob("*.model"))
    assert [file.read_bytes() for file in left] == ([] if is_home_full else [b"model"])
    where = "could not be saved anywhere" if is_home_full else f"was saved as {left[0]}"
    assert where in str(caught.value)
    assert store.list_runs()[0].status == "failed"


def test_problems_of_sources_are_those_of_our_own_trainings(
    in_library, store, tmp_path, monkeypatch
):
    stored = []
    monkeypatch.setattr(store, "finish_library_run", lambda *made: stored.append(made[-1]))
    (tmp_path / "eng.txt").write_bytes(b"the cat \xff sat\n\xfe\n" * 30)
    (tmp_path / "deu.txt").write_text("die Katze")
    paths = [tmp_path / "deu.txt", tmp_path / "eng.txt"]
    finish(record_library_training(store, Corpus.from_paths(paths), in_library))
    _, recorded = finish(record_training(store, Corpus.from_paths(paths), TrainingConfig(270)))
    expected = [source.n_problems for source in store.run(recorded.run_id).sources]
    assert [source.n_problems for source in stored[0]] == expected
    assert expected[0] == 0 < expected[1]


def test_no_thread_is_left_after_an_error_or_a_close(store, corpus, tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"the cat " * 100_000)[:-20])
    errors = []
    for broken in (Corpus.from_paths([path]), corpus):
        recording = record_training(store, broken, TrainingConfig(300))
        try:
            next(recording)
            recording.throw(ValueError("stop here"))
        except (CorpusError, ValueError) as error:
            errors.append(error)  # kept, and with it the frames
    assert len(errors) == 2
    assert not [each for each in threading.enumerate() if each.name == "engine-worker"]


def recording_until(recording, phase):
    """The progress values up to the first one of a phase."""
    for progress in recording:
        yield progress
        if progress.phase is phase:
            return
