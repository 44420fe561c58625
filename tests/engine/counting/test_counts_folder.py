"""Counts as files: written, merged and trained on, they give what the text gives."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from engine.corpus import Corpus
from engine.counting import (
    CheckpointPace,
    CountedTexts,
    CountsCache,
    CountsFolder,
    CountsRules,
    close_folder,
    counted_rows,
    counts_reading,
    merge_counts,
    open_counts,
    partition_numbers,
    summed_rows,
    write_counts,
    write_part,
)
from engine.errors import CorpusError, ExportError
from engine.machine import result_of
from engine.settings import Mixture, TrainingConfig
from engine.training import Phase, TrainingCheckpoint, train, train_tokenizer

GPT2 = CountsRules.for_pattern("gpt2")
LABELS = ("deu", "eng", "zho")
ARRAYS = (
    "counts", "applied", "source_applied", "source_bytes", "source_documents", "source_characters",
    "source_weights",
)  # fmt: skip
CONFIGS = [
    TrainingConfig(420),
    TrainingConfig(420, tie_break="first-seen"),
    TrainingConfig(380, tie_break="gpt2-order", min_frequency=2),
    TrainingConfig(380, tie_break="greatest-bytes", max_token_bytes=5),
]


def text(seed: int, n_words: int) -> str:
    rng = random.Random(seed)
    letters = {0: "abcdeé", 1: "abcxyz", 2: "的一是不"}[seed % 3]
    words = ["".join(rng.choices(letters, k=rng.randint(1, 8))) for _ in range(300)]
    return " ".join(words[int(300 * rng.random() ** 2)] for _ in range(n_words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of texts, some words of which are the same in two languages."""
    place = tmp_path / "texts"
    place.mkdir()
    for seed, label in enumerate(LABELS):
        (place / f"{label}.txt").write_text(text(seed, 3000) + text(0, 200), encoding="utf-8")
    return place


def rows_of(folder: CountsFolder) -> pa.Table:
    table = pa.concat_tables([parquet.read_table(path) for path in folder.parts])
    return table.sort_by([("label", "ascending"), ("pretoken", "ascending")])


def check_same(one: Corpus, other: Corpus, config: TrainingConfig, mixture: Mixture | None) -> None:
    """Both train to the same tokenizer, with the same record."""
    expected = train_tokenizer(one, config, mixture=mixture)
    found = train_tokenizer(other, config, mixture=mixture)
    assert found.semantic_hash == expected.semantic_hash
    assert expected.training is not None
    assert found.training is not None
    for name in ARRAYS:
        assert np.array_equal(getattr(found.training, name), getattr(expected.training, name)), name


@pytest.mark.parametrize("memory", [None, 100_000])
@pytest.mark.parametrize("mixture", [None, Mixture(alpha=0.3), Mixture(shares={"eng": 1})])
def test_training_from_counts_is_training_from_the_text(
    folder: Path, tmp_path: Path, memory: int | None, mixture: Mixture | None
) -> None:
    corpus = Corpus.from_paths([folder])
    counts = result_of(write_counts(corpus, tmp_path / "counts", GPT2, memory_bytes=memory))
    assert (len(counts.parts) > 1) == (memory is not None)
    for config in CONFIGS:
        check_same(corpus, Corpus.from_paths([counts.path]), config, mixture)


def test_a_corpus_may_have_text_and_counts(folder: Path, tmp_path: Path) -> None:
    one = Corpus.from_paths([folder / "eng.txt"])
    result_of(write_counts(one, tmp_path / "counts", GPT2))
    mixed = Corpus.from_paths([folder / "deu.txt", tmp_path / "counts"])
    check_same(Corpus.from_paths([folder / "deu.txt", folder / "eng.txt"]), mixed, CONFIGS[1], None)


def test_a_source_of_text_and_counts_is_refused(folder: Path, tmp_path: Path) -> None:
    one = Corpus.from_paths([folder / "eng.txt"])
    result_of(write_counts(one, tmp_path / "counts", GPT2))
    with pytest.raises(CorpusError, match="eng contains text and counts"):
        train_tokenizer(Corpus.from_paths([folder / "eng.txt", tmp_path / "counts"]), CONFIGS[0])


@pytest.mark.parametrize("memory", [None, 100_000])
def test_counts_of_shards_merge_to_those_of_the_whole(
    folder: Path, tmp_path: Path, memory: int | None
) -> None:
    shards = []
    for number in range(3):
        place = tmp_path / f"shard{number}"
        place.mkdir()
        for label in LABELS:
            whole = (folder / f"{label}.txt").read_text(encoding="utf-8")
            third = len(whole) // 3
            cuts = (0, whole.index(" ", third), whole.index(" ", 2 * third), len(whole))
            part = whole[cuts[number] : cuts[number + 1]]
            (place / f"{label}.txt").write_text(part, encoding="utf-8")
        steps = write_counts(Corpus.from_paths([place]), tmp_path / f"counts{number}", GPT2)
        shards.append(result_of(steps))
    merged = result_of(merge_counts(shards, tmp_path / "merged", memory_bytes=memory))
    whole_counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "all", GPT2))
    assert rows_of(merged).equals(rows_of(whole_counts))
    paths = [shard.path for shard in shards]
    for config in CONFIGS[:2]:  # a corpus of all three is merged as it is read
        check_same(Corpus.from_paths(paths), Corpus.from_paths([merged.path]), config, None)


def test_parts_by_partition_close_to_the_same_folder(folder: Path, tmp_path: Path) -> None:
    """What tasks on several machines do: count a part, divide by key, sum up, write, close."""
    tables, documents, begins = [], dict[str, int](), dict[str, int]()
    for label in LABELS:
        for number in range(2):
            whole = (folder / f"{label}.txt").read_text(encoding="utf-8")
            cut = whole.index(" ", len(whole) // 2)
            piece = whole[:cut] if number == 0 else whole[cut:]
            part = counted_rows(Corpus.from_texts([piece], label), GPT2)
            firsts = pa.compute.add(part.table["first"], begins.get(label, 0))
            begins[label] = begins.get(label, 0) + part.bytes[label]
            tables.append(part.table.set_column(3, part.table.schema.field("first"), firsts))
            documents[label] = 1
    everything = pa.concat_tables(tables).combine_chunks()
    texts = everything["pretoken"].to_pylist()
    data = np.frombuffer(b"".join(texts), np.uint8)
    starts = np.concatenate(([0], np.cumsum([len(each) for each in texts])))
    numbers = partition_numbers(data, starts, 4)
    place = tmp_path / "parts"
    place.mkdir()
    parts = [
        write_part(place, n, summed_rows(everything.filter(pa.array(numbers == n))))
        for n in range(4)
    ]
    closed = close_folder(place, GPT2, parts, CountedTexts(documents=documents))
    expected = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    assert rows_of(closed).equals(rows_of(expected))
    assert closed.manifest.labels == expected.manifest.labels
    check_same(Corpus.from_paths([closed.path]), Corpus.from_paths([folder]), CONFIGS[1], None)


def test_without_first_positions_greater_counts_come_first(folder: Path, tmp_path: Path) -> None:
    counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    table = rows_of(counts)
    place = tmp_path / "without"
    place.mkdir()
    nothing = pa.nulls(table.num_rows, pa.int64())
    plain = table.set_column(3, table.schema.field("first"), nothing)
    close_folder(place, GPT2, [write_part(place, 0, plain)], CountedTexts())
    found = train_tokenizer(Corpus.from_paths([place]), TrainingConfig(420))
    expected = train_tokenizer(Corpus.from_paths([folder]), TrainingConfig(420))
    assert found.semantic_hash == expected.semantic_hash  # no position decides this tie-break
    rows = sorted(table.filter(pa.compute.equal(table["label"], "eng")).to_pylist(), key=_place)
    texts = [row["pretoken"].decode() for row in rows for _ in range(row["count"])]
    by_count = Corpus.from_texts(texts, "eng")
    config = TrainingConfig(420, tie_break="first-seen")
    one = Corpus.from_paths([place / "labels" / "eng.counts"])
    assert train_tokenizer(one, config).semantic_hash == (
        train_tokenizer(by_count, config).semantic_hash
    )


def _place(row: dict[str, object]) -> tuple[int, bytes]:
    count, pretoken = row["count"], row["pretoken"]
    assert isinstance(count, int)
    assert isinstance(pretoken, bytes)
    return -count, pretoken


def test_the_manifest_says_what_was_counted(folder: Path, tmp_path: Path) -> None:
    counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    manifest = open_counts(counts.path).manifest
    whole = (folder / "zho.txt").read_text(encoding="utf-8")
    facts = manifest.labels["zho"]
    assert (facts.documents, facts.bytes, facts.characters) == (1, len(whole.encode()), len(whole))
    assert manifest.rules.pattern_name == "gpt2"
    assert [Path(each.path).name for each in manifest.read] == ["deu.txt", "eng.txt", "zho.txt"]
    assert all(each.sha256 and len(each.sha256) == 64 for each in manifest.read)


def test_kept_counts_are_not_read_again(folder: Path, tmp_path: Path) -> None:
    cache = CountsCache(tmp_path / "cache", 1 << 30)
    corpus = Corpus.from_paths([folder])
    train_tokenizer(corpus, TrainingConfig(300), cache=cache)
    steps = list(write_counts(corpus, tmp_path / "kept", GPT2, cache=cache))
    assert steps[0].unique_pretokens == steps[-1].unique_pretokens or len(steps) > 1
    plain = result_of(write_counts(corpus, tmp_path / "plain", GPT2))
    kept = open_counts(tmp_path / "kept")
    assert rows_of(kept).equals(rows_of(plain))
    assert kept.manifest.labels == plain.manifest.labels


def test_a_floor_drops_rare_rows_and_keeps_the_sums(folder: Path, tmp_path: Path) -> None:
    whole = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "all", GPT2))
    steps = write_counts(Corpus.from_paths([folder]), tmp_path / "floor", GPT2, min_count=4)
    floored = result_of(steps)
    table = rows_of(whole)
    kept = table.filter(pa.compute.greater_equal(table["count"], 4))
    assert rows_of(floored).equals(kept)
    for label, facts in floored.manifest.labels.items():
        assert facts.dropped_rows > 0
        for name in ("documents", "bytes", "characters", "pretokens"):
            assert getattr(facts, name) == getattr(whole.manifest.labels[label], name)
    merged = result_of(merge_counts([whole], tmp_path / "merged", min_count=4))
    assert rows_of(merged).equals(kept)
    assert merged.manifest.labels == floored.manifest.labels


def test_a_folder_with_something_in_it_is_left_alone(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "counts"
    place.mkdir()
    (place / "mine.txt").write_text("mine")
    with pytest.raises(ExportError, match="is not empty"):
        result_of(write_counts(Corpus.from_paths([folder]), place, GPT2))
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    assert (place / "mine.txt").read_text() == "mine"


def test_a_cancelled_counting_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    steps = write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2)
    next(steps)
    steps.close()
    assert [each.name for each in tmp_path.iterdir()] == ["texts"]


def test_counts_are_not_text(folder: Path, tmp_path: Path) -> None:
    counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    corpus = Corpus.from_paths([counts.path])
    with pytest.raises(CorpusError, match="contains counts and no text"):
        list(corpus.documents(corpus.sources[0]))


def test_counts_beyond_the_memory_ask_for_a_floor(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    monkeypatch.setattr(counts_reading, "available_bytes", lambda: 5_000)
    with pytest.raises(CorpusError, match=r"counts of deu have \d+ pre-tokens and need about"):
        train_tokenizer(Corpus.from_paths([counts.path]), TrainingConfig(300))


def test_an_interrupted_training_from_counts_goes_on(folder: Path, tmp_path: Path) -> None:
    counts = result_of(write_counts(Corpus.from_paths([folder]), tmp_path / "counts", GPT2))
    corpus, config = Corpus.from_paths([counts.path]), TrainingConfig(400)
    whole = train_tokenizer(corpus, config)

    def checkpoint() -> TrainingCheckpoint:
        return TrainingCheckpoint(tmp_path / "checkpoint", pace=CheckpointPace.every(0))

    steps = train(corpus, config, checkpoint=checkpoint())
    for step in steps:
        if step.phase is Phase.COMPUTE_MERGES and step.merges_done:
            break
    steps.close()
    again = checkpoint()
    resumed = result_of(train(Corpus.from_paths([counts.path]), config, checkpoint=again))
    assert resumed.semantic_hash == whole.semantic_hash
    assert not again.remarks
