from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from engine import (
    Corpus,
    DocumentSample,
    Phase,
    ReadingOptions,
    Source,
    TrainingConfig,
    evaluate,
    preset_pattern,
    train_tokenizer,
)
from engine.corpus.paths import RemotePath
from engine.settings.parity import Parity
from engine.settings.pieces import Pieces
from engine.settings.superwords import Superwords
from engine.settings.token_lists import MergeRules
from engine.settings.trainers import LibraryTrainer
from tests.store.builders import (
    EVERY_SETTING,
    NOON,
    add_run,
    make_config,
    make_rows,
    make_sources,
    make_tokenizer,
)
from workbench.store import (
    TRAINING_EVALUATION,
    DocumentOptions,
    FileRecord,
    RunNameError,
    RunStateError,
    RunStore,
    SourceRecord,
    UnknownRunError,
    source_records,
)


def test_a_run_tells_its_recipe_from_the_start(store, clock):
    options = DocumentOptions(500, 9000, "\n--\n", text_field="body", encoding_errors="stop")
    run_id = store.begin_run("first try", EVERY_SETTING, make_sources(), options)
    record = store.run(run_id)
    assert record.config == EVERY_SETTING
    assert record.options == options
    assert record.training is None
    summary = record.summary
    assert (summary.run_id, summary.name, summary.status) == (run_id, "first try", "running")
    assert summary.created == summary.heartbeat == NOON
    assert summary.created.utcoffset() == timedelta(0)
    assert (summary.pattern_name, summary.pattern) == (None, EVERY_SETTING.pattern)
    assert summary.n_sources == 2
    assert summary.bytes is summary.bytes_per_token is summary.semantic_hash is None


def test_every_setting_of_a_training_is_stored(store):
    changes = {
        "vocab_size": 400,
        "pattern": "cl100k",
        "special_tokens": ("<a>", "<b>"),
        "reserved_slots": 3,
        "tie_break": "gpt2-order",
        "min_frequency": 2,
        "max_token_bytes": 9,
        "token_limit": "tokenizers",
        "normalization": "nfkc",
        "roles": {"eos": "<c>", "pad": "<c>"},
        "special_text": "cut",
        "superwords": Superwords(0.99, "none"),
        "merge_rules": MergeRules((b"ab",), "c+"),
        "trainer": LibraryTrainer("hf-bpe", split_digits=True),
        "parity": Parity(("dev/",), 0.25, window=50),
        "pieces": Pieces(coverage=0.99),
    }
    fields = set(TrainingConfig.__dataclass_fields__)
    assert set(changes) == fields, "a new setting needs a column and a migration"
    for name, value in changes.items():
        config = TrainingConfig(**{"vocab_size": 300, "special_tokens": ("<c>",), name: value})
        run_id = store.begin_run(None, config, [])
        assert store.run(run_id).config == config


def test_a_run_knows_the_run_it_goes_on_from(store):
    first = store.begin_run(None, make_config(), [])
    second = store.begin_run(None, make_config(), [], parent=first)
    assert (store.run(first).summary.parent, store.run(second).summary.parent) == (None, first)


def test_a_finished_run_gives_everything_back(store, clock):
    tokenizer = make_tokenizer(EVERY_SETTING)
    run_id = store.begin_run("whole", EVERY_SETTING, make_sources())
    clock.forward(seconds=5)
    store.finish_run(run_id, tokenizer, make_rows())

    summary = store.run(run_id).summary
    training = tokenizer.training
    assert (summary.status, summary.reason, summary.fraction) == ("finished", "", 1.0)
    assert summary.finished == NOON + timedelta(seconds=5)
    assert summary.documents == 3
    assert summary.bytes == int(training.source_bytes.sum())
    assert summary.pretokens == 1234
    assert summary.unique_pretokens == 321
    assert summary.unmatched_bytes == 7
    assert summary.n_merges == len(tokenizer.merges)
    assert summary.bytes_per_token == training.bytes_per_token()
    assert summary.seconds_total == 0.75
    assert summary.semantic_hash == tokenizer.semantic_hash
    assert_same_training(store.run(run_id).training, training)

    back = store.tokenizer(run_id)
    assert back.semantic_hash == tokenizer.semantic_hash
    assert (back.merges == tokenizer.merges).all()
    assert back.special_tokens == tokenizer.special_tokens
    assert_same_training(back.training, training)


def assert_same_training(back, training):
    arrays = {
        name
        for name in type(training).__dataclass_fields__
        if isinstance(getattr(training, name), np.ndarray)
    }
    assert {"counts", "source_applied", "source_weights", "source_characters"} <= arrays
    for name in arrays:
        ours, theirs = getattr(back, name), getattr(training, name)
        assert ours.dtype == theirs.dtype == np.int64
        assert np.array_equal(ours, theirs), name
        assert not ours.flags.writeable
    for name in set(type(training).__dataclass_fields__) - arrays:
        assert getattr(back, name) == getattr(training, name), name


def test_a_real_training_survives_closing_the_store(path):
    corpus = Corpus.from_texts(["low low low lower newest newest widest"] * 3, label="eng")
    config = TrainingConfig(270, pattern="gpt2", special_tokens=("<|end|>",))
    tokenizer = train_tokenizer(corpus, config)
    rows = evaluate(tokenizer, corpus).rows
    with RunStore.open(path) as store:
        run_id = store.begin_run(None, config, source_records(corpus.sources))
        store.finish_run(run_id, tokenizer, rows)
    with RunStore.open(path) as store:
        back = store.tokenizer(run_id)
        (evaluation,) = store.evaluations(run_id)
        record = store.run(run_id)
        assert store.check() == []
    assert back.encode("lowest <|end|>") == tokenizer.encode("lowest <|end|>")
    assert back.pattern_name == "gpt2"
    assert (evaluation.name, evaluation.rows) == (TRAINING_EVALUATION, rows)
    assert record.sources == (
        SourceRecord("eng", documents=3, bytes=int(tokenizer.training.bytes), characters=3 * 38),
    )


def test_a_preset_is_stored_by_name_and_by_expression(store):
    run_id = store.begin_run(None, TrainingConfig(300, pattern="o200k"), [])
    summary = store.run(run_id).summary
    assert summary.pattern_name == "o200k"
    assert summary.pattern == preset_pattern("o200k")


def test_fewer_merges_than_asked_for_keep_the_special_ids(store):
    config = make_config(vocab_size=400)
    tokenizer = make_tokenizer(config, n_merges=5)
    run_id = store.begin_run(None, config, make_sources())
    store.finish_run(run_id, tokenizer)
    back = store.tokenizer(run_id)
    assert back.special_tokens == {"<|end|>": 398, "<|reserved_0|>": 399}
    assert back.unused_ids == range(261, 398)


def test_a_training_without_merges_is_a_run_too(store):
    config = TrainingConfig(256)
    run_id = store.begin_run(None, config, make_sources())
    store.finish_run(run_id, make_tokenizer(config))
    assert len(store.tokenizer(run_id).merges) == 0
    assert store.check() == []


def test_sources_keep_files_sizes_and_hashes(store, tmp_path):
    text = tmp_path / "deu.txt"
    text.write_bytes(b"Guten Tag")
    sha256 = hashlib.sha256(b"Guten Tag").hexdigest()
    files = (FileRecord.of(text, sha256=sha256), FileRecord.of(tmp_path / "gone.txt"))
    sources = [SourceRecord("deu", files, weight=0.5), SourceRecord("eng")]
    run_id = store.begin_run(None, make_config(), sources)
    assert store.run(run_id).sources == tuple(sources)
    assert files[0].size_bytes == 9
    assert files[0].sha256 == sha256
    assert files[0].location == text
    assert files[1].size_bytes is None


def test_sources_keep_how_they_are_read_and_addresses(store):
    every = ReadingOptions("|", 5, 70, "a.b", "skip", DocumentSample(0.25, 9))
    fields = set(ReadingOptions.__dataclass_fields__)
    changes = {name: getattr(every, name) for name in fields}
    readings = [ReadingOptions(**{name: value}) for name, value in changes.items()]
    address = RemotePath("https://host/deu.txt?download=1", 1234)
    sources = [
        *(SourceRecord(str(i), reading=reading) for i, reading in enumerate([every, *readings])),
        SourceRecord.of(Source("deu", (address,), reading=every)),
    ]
    run_id = store.begin_run(None, make_config(), sources)
    assert store.run(run_id).sources == tuple(sources)
    (file,) = sources[-1].files
    assert (file.location, file.size_bytes) == (address, 1234)


def test_finishing_may_add_what_reading_found_out(store):
    run_id = store.begin_run(None, make_config(), make_sources())
    known = [SourceRecord("deu", characters=80, n_problems=2), SourceRecord("eng", characters=90)]
    tokenizer = make_tokenizer()
    store.finish_run(run_id, tokenizer, sources=known)
    n_bytes = tokenizer.training.source_bytes
    assert store.run(run_id).sources == (
        replace(known[0], documents=1, bytes=int(n_bytes[0]), characters=100),
        replace(known[1], documents=2, bytes=int(n_bytes[1]), characters=101),
    )


def test_paths_below_the_home_folder_are_stored_with_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    record = FileRecord.of(tmp_path / "texts" / "a.txt")
    assert record.path == str(Path("~/texts/a.txt"))
    assert record.location == tmp_path / "texts" / "a.txt"


@pytest.mark.skipif(os.name != "posix", reason="file names are text on Windows")
def test_a_file_name_that_is_not_utf8_is_kept(store, tmp_path):
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    odd.write_bytes(b"text")
    run_id = store.begin_run(
        None, make_config(), [SourceRecord("caf\udce9", (FileRecord.of(odd),))]
    )
    (source,) = store.run(run_id).sources
    assert source.files[0].location == odd
    assert source.files[0].size_bytes == 4
    assert source.label == r"caf\udce9"


def test_ids_tell_the_day_and_the_order(store, clock):
    first, second = (store.begin_run(None, make_config(), []) for _ in range(2))
    clock.forward(days=1)
    third = store.begin_run(None, make_config(), [])
    assert first.startswith("20261121-0001-")
    assert second.startswith("20261121-0002-")
    assert third.startswith("20261122-0001-")
    assert [run.run_id for run in store.list_runs()] == [third, second, first]


def test_runs_without_a_name_get_one_that_no_other_has(store):
    own = TrainingConfig(300, pattern=r"\w+")
    for config in (make_config(), make_config(), own):
        store.begin_run(None, config, [])
    assert [run.name for run in store.list_runs()] == ["own-pattern-300", "gpt2-270-2", "gpt2-270"]


@pytest.mark.parametrize("name", ["", "  \n ", "x" * 201, "bell\a"])
def test_impossible_names_are_refused_and_leave_no_run(store, name):
    with pytest.raises(RunNameError):
        store.begin_run(name, make_config(), [])
    assert store.list_runs() == []


def test_heartbeats_tell_phase_and_fraction(store, clock):
    run_id = store.begin_run(None, make_config(), [])
    clock.forward(seconds=3)
    store.heartbeat(run_id, Phase.COMPUTE_MERGES, 0.25)
    summary = store.run(run_id).summary
    assert (summary.phase, summary.fraction) == ("Compute merges", 0.25)
    assert summary.heartbeat == NOON + timedelta(seconds=3)


@pytest.mark.parametrize(
    ("told", "stored"), [(-0.5, 0.0), (1.5, 1.0), (float("nan"), 0.0), (float("inf"), 1.0)]
)
def test_a_fraction_out_of_range_does_no_harm(store, told, stored):
    run_id = store.begin_run(None, make_config(), [])
    store.heartbeat(run_id, "Count pairs", told)
    assert store.run(run_id).summary.fraction == stored


def test_failed_and_cancelled_runs_stay_in_the_list(store):
    failed = store.begin_run(None, make_config(), [])
    store.fail_run(failed, "a.txt is a directory.")
    cancelled = store.begin_run(None, make_config(), [])
    store.cancel_run(cancelled)
    states = {run.run_id: (run.status, run.reason, run.finished) for run in store.list_runs()}
    assert states == {
        failed: ("failed", "a.txt is a directory.", NOON),
        cancelled: ("cancelled", "", NOON),
    }


@pytest.mark.parametrize("ending", ["finish", "fail", "cancel"])
def test_an_ended_run_does_not_end_again(store, ending):
    run_id = store.begin_run(None, make_config(), make_sources())
    end(store, run_id, ending)
    before = store.run(run_id).summary
    for again in ("finish", "fail", "cancel"):
        with pytest.raises(RunStateError, match="already"):
            end(store, run_id, again)
    with pytest.raises(RunStateError):
        store.heartbeat(run_id, "Count pairs", 0.1)
    assert store.run(run_id).summary == before


def end(store, run_id, ending):
    match ending:
        case "finish":
            store.finish_run(run_id, make_tokenizer())
        case "fail":
            store.fail_run(run_id, "It failed.")
        case "cancel":
            store.cancel_run(run_id)


def test_unknown_runs_are_named(store):
    for call in (
        lambda: store.finish_run("nothing", make_tokenizer()),
        lambda: store.heartbeat("nothing", "", 0),
        lambda: store.run("nothing"),
        lambda: store.tokenizer("nothing"),
    ):
        with pytest.raises(UnknownRunError, match="nothing"):
            call()


def test_only_finished_runs_have_a_tokenizer(store):
    store.begin_run("unready", make_config(), [])
    with pytest.raises(RunStateError, match=r'"unready".*has no tokenizer: it is running'):
        store.tokenizer("unready")


@pytest.mark.parametrize(
    ("tokenizer", "complaint"),
    [
        (make_tokenizer(make_config(min_frequency=2)), "other settings"),
        (make_tokenizer(labels=("fra", "eng")), "other sources"),
        (make_tokenizer().truncated(266), "other settings"),
    ],
)
def test_a_tokenizer_of_another_run_is_refused_whole(store, tokenizer, complaint):
    run_id = store.begin_run(None, make_config(), make_sources())
    with pytest.raises(ValueError, match=complaint):
        store.finish_run(run_id, tokenizer, make_rows())
    assert store.run(run_id).summary.status == "running"
    assert store.evaluations(run_id) == ()
    store.finish_run(run_id, make_tokenizer())


def test_a_run_is_written_whole_or_not_at_all(store, monkeypatch):
    run_id = store.begin_run(None, make_config(), make_sources())
    before = store.run(run_id)

    def fail(*_):
        raise RuntimeError("in the last statement")

    monkeypatch.setattr("workbench.store.run_writing.mark_finished", fail)
    with pytest.raises(RuntimeError, match="last statement"):
        store.finish_run(run_id, make_tokenizer(), make_rows())
    monkeypatch.undo()
    assert store.run(run_id) == before
    store.finish_run(run_id, make_tokenizer(), make_rows())
    assert store.check() == []


def test_a_store_can_be_used_from_several_threads(store):
    from concurrent.futures import ThreadPoolExecutor

    add_run(store, "shared")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: store.set_notes("shared", str(i)), range(20)))
        assert {len(runs) for runs in pool.map(lambda _: store.list_runs(), range(20))} == {1}


def test_many_runs_are_deleted_and_restored_in_one_transaction(store, monkeypatch):
    ids = [add_run(store, f"run-{i}") for i in range(3)]
    running = store.begin_run("running", make_config(), [])
    transactions = []
    writing = store._database.writing

    def counted():
        transactions.append("begun")
        return writing()

    monkeypatch.setattr(store._database, "writing", counted)
    deleted, refused = store.delete_runs([ids[0], running, "no such run", ids[2]])
    assert deleted == [ids[0], ids[2]]
    assert [type(error) for error in refused] == [RunStateError, UnknownRunError]
    assert {run.run_id for run in store.list_runs()} == {ids[1], running}
    restored, refused = store.restore_runs([ids[2], ids[1]])
    assert restored == [ids[2]]
    assert len(refused) == 1
    assert {run.run_id for run in store.list_runs()} == {ids[1], ids[2], running}
    assert len(transactions) == 2
