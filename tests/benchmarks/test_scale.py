"""Texts that grow as real ones, the fit of the growth law, the shuffle, and the whole report."""

from __future__ import annotations

import io
import math
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from benchmarks.scale import measuring
from benchmarks.scale.costs import Measured, forecast, line_of
from benchmarks.scale.growth import fitted
from benchmarks.scale.launching import __file__ as launching_file
from benchmarks.scale.measuring import measured
from benchmarks.scale.report import TINY, as_text, measure_scale
from benchmarks.scale.rewriting import Rewriter
from benchmarks.scale.sample import RARE, read_documents, sample_of
from benchmarks.scale.shuffle import simulate_shuffle, spelled, zipf_keys
from benchmarks.scale.texts import Making, made_texts, shards_of
from engine.splitting import Splitter
from workbench.__main__ import main

EXPONENT = 0.6
SIZES = [10**6, 3 * 10**6, 10**7, 3 * 10**7, 10**8]


def write_corpus(folder: Path, n_words: int) -> Path:
    """Two files of words whose distinct ones grow with EXPONENT, in paragraphs."""
    train = folder / "train"
    train.mkdir()
    random = np.random.default_rng(3)
    for name in ("one", "two"):
        data, starts = spelled(zipf_keys(n_words, EXPONENT, random))
        text = data.tobytes().decode()
        words = [text[a:b] for a, b in pairwise(starts)]
        lines = [" ".join(words[at : at + 50]) for at in range(0, n_words, 50)]
        (train / f"{name}.txt").write_text("\n\n".join(lines), "utf-8")
    return folder


def test_the_fit_recovers_the_exponent_and_its_interval_has_further_values():
    random = np.random.default_rng(1)
    exact = fitted(SIZES, [3 * size**EXPONENT for size in SIZES])
    assert exact.exponent == pytest.approx(EXPONENT)
    assert exact.at(10**9) == pytest.approx(3 * 10 ** (9 * EXPONENT))
    inside = 0
    for _ in range(200):
        noise = np.exp(random.normal(0, 0.02, len(SIZES) + 1))
        law = fitted(SIZES, [3 * s**EXPONENT * n for s, n in zip(SIZES, noise[1:], strict=True)])
        low, high = law.interval(10**10)
        inside += low <= 3 * 10 ** (10 * EXPONENT) * noise[0] <= high
    assert 180 <= inside <= 199  # 95 %


def test_drift_widens_the_interval_beyond_the_measured_sizes_only():
    law = fitted(SIZES, [s**EXPONENT for s in SIZES])
    assert law.interval(10**7, 0.05, 10**8) == law.interval(10**7)
    low, high = law.interval(10**10, 0.05, 10**8)
    assert math.log(high / law.at(10**10)) == pytest.approx(0.05 * math.log(100), rel=1e-3)
    assert low < law.at(10**10) < high


@pytest.mark.slow
def test_rewritten_text_goes_on_growing_with_the_exponent_it_was_given(tmp_path):
    corpus = write_corpus(tmp_path, 150_000)
    making = Making(corpus / "train", 8_000_000, shard_bytes=1_000_000, orders=3)
    facts = made_texts(making, tmp_path / "made")
    assert 0.7 < facts["scale"] < 1.4  # rates of Good and Turing need little scaling
    assert facts["check"]["distinct"][-1] == pytest.approx(facts["real_distinct"], rel=0.15)
    splitter = Splitter("gpt2")
    sizes, distinct = [], []
    for n_bytes in (2_000_000, 3_000_000, 5_000_000, 8_000_000):
        files = shards_of(tmp_path / "made", n_bytes)
        texts = [file.read_text("utf-8") for file in files]
        sizes.append(sum(map(len, texts)))
        distinct.append(len({word for text in texts for word in splitter.split(text)}))
    law = fitted([facts["real_bytes"], *sizes], [facts["real_distinct"], *distinct])
    assert law.exponent == pytest.approx(facts["exponent"], abs=0.05)
    assert facts["new_words"] > 10_000


@pytest.mark.slow
def test_the_same_seed_writes_the_same_text_and_another_one_another(tmp_path):
    corpus = write_corpus(tmp_path, 60_000)
    making = Making(corpus / "train", 1_000_000, shard_bytes=300_000, orders=3)
    facts, again = (made_texts(making, tmp_path / name) for name in ("made", "again"))
    assert facts["new_words"] == again["new_words"] > 1_000
    for file in shards_of(tmp_path / "made", making.n_bytes):
        assert file.read_bytes() == (tmp_path / "again" / "all" / file.name).read_bytes()
    other = made_texts(replace(making, seed=8), tmp_path / "other")
    assert other["new_words"] != facts["new_words"]


def test_a_rewritten_document_has_as_many_pretokens_and_all_its_frequent_words(tmp_path):
    texts = read_documents(write_corpus(tmp_path, 60_000) / "train")
    sample = sample_of(texts, "gpt2")
    splitter = Splitter("gpt2")
    words = [splitter.split(data.decode()) for _, data in texts]
    counts: dict[str, int] = {}
    for word in (word for document in words for word in document):
        counts[word] = counts.get(word, 0) + 1
    rewritten = islice(Rewriter(sample, EXPONENT, 1, 10**6).documents(), len(texts), 40)
    n_other = 0
    for data in rewritten:
        found = splitter.split(data.decode())
        whole = [document for document in words if len(document) == len(found)]
        source = max(whole, key=lambda each: sum(map(str.__eq__, each, found)))
        for new, old in zip(found, source, strict=True):
            assert new == old or counts[old] < RARE
            n_other += new != old
    assert n_other > 1_000


def test_a_shuffle_loses_no_row_and_doubles_none():
    report = simulate_shuffle(30, 4_000, (7, 64), EXPONENT, 1)
    assert report["mean_task_bytes"] * 30 == pytest.approx(report["sent_bytes"], rel=1e-3)
    for row in report["partitions"]:
        assert row["rows"] == report["sent_rows"]
        assert row["bytes"] == report["sent_bytes"]
        assert row["distinct"] == report["distinct"] < report["sent_rows"]
        assert row["smallest_to_mean"] <= 1 <= row["largest_to_mean"] < 2


@pytest.mark.slow
def test_synthetic_keys_are_spelled_apart_and_grow_with_the_exponent():
    keys = np.array([1, 2, 25, 26, 27, 676, 10**15])
    data, starts = spelled(keys)
    words = [bytes(data[a:b]) for a, b in pairwise(starts)]
    assert len({*words}) == len(keys)
    assert all(word.isalpha() for word in words)
    drawn = zipf_keys(4_000_000, EXPONENT, np.random.default_rng(2))
    sizes = [500_000, 1_000_000, 2_000_000, 4_000_000]
    law = fitted(sizes, [len(np.unique(drawn[:size])) for size in sizes])
    assert law.exponent == pytest.approx(EXPONENT, abs=0.05)


def test_costs_follow_the_laws_of_what_was_measured():
    def distinct(n):
        return 50 * n**EXPONENT

    counts = [
        {"asked_bytes": n, "bytes": n, "distinct": distinct(n), "processor_s": n / 2e8,
         "folder_bytes": 11 * distinct(n)}
        for n in SIZES
    ]  # fmt: skip
    trainings = [
        {"asked_bytes": n, "floor": floor, "rows": distinct(n) / floor,
         "peak_mb": 200 + 5e-4 * distinct(n) / floor, "processor_s": distinct(n) / floor / 1e5}
        for n in SIZES for floor in (1, 2)
    ]  # fmt: skip
    assert line_of(trainings, "peak_mb") == pytest.approx((200, 5e-4))
    given = Measured(counts, trainings, {"processor_s": 1.0, "rows": 1_000_000}, 10.0, 0.05)
    found = forecast(given, 10**12, tasks=1_000)
    assert found["distinct"] == pytest.approx(distinct(10**12))
    assert found["counting_hours"] == pytest.approx(10**12 / 2e8 / 3600)
    assert found["shuffled_rows"] == pytest.approx(1_000 * distinct(10**9))
    assert found["network_bytes"] == pytest.approx(found["shuffled_rows"] * 34)
    assert found["summing_hours"] == pytest.approx(found["shuffled_rows"] / 1e6 / 3600)
    assert found["folder_bytes"] == pytest.approx(11 * distinct(10**12))
    assert found["hosts"][0]["hours"] == pytest.approx(distinct(10**12) / 1e5 / 3600)
    memory = [host["memory_gb"] for host in found["hosts"]]
    assert memory[0] - 0.2 == pytest.approx(2 * (memory[1] - 0.2))


def test_a_command_is_measured_apart_from_its_parent():
    python = [measured.__globals__["sys"].executable, "-c"]
    said, cost = measured([*python, "a = bytearray(300_000_000); print('done')"])
    assert said.strip() == "done"
    assert 280 < cost["peak_mb"] < 400
    _, small = measured([*python, "pass"])
    assert small["peak_mb"] < 60
    with pytest.raises(SystemExit, match="failed"):
        measured([*python, "import time; time.sleep(60)"], limit_s=0.5)
    assert Path(launching_file).is_file()


@pytest.fixture
def in_this_process(monkeypatch):
    """All commands but the first run here: the start of each takes longer than its work."""
    commands = []

    def run(command):
        commands.append(command)
        if len(commands) == 1:
            return measured(command)
        began, said = process_time(), io.StringIO()
        with redirect_stdout(said):
            assert main(command[command.index("run.py") + 1 :]) == 0
        seconds = process_time() - began
        return said.getvalue(), {"seconds": seconds, "processor_s": seconds, "peak_mb": 200}

    monkeypatch.setattr(measuring, "measured", run)


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
def test_the_tiny_form_reports_everything(tmp_path):
    corpus = write_corpus(tmp_path, 150_000)
    scale = replace(TINY, sizes=(300_000, 600_000, 1_200_000), shard_bytes=100_000, most_bytes=None)
    report = measure_scale(corpus, tmp_path / "scale", scale)
    assert [row["bytes"] >= size for row, size in zip(report["counts"], scale.sizes, strict=True)]
    for row in report["trainings"]:
        assert row["proven"] <= row["equal"] <= row["n_merges"]
        assert (row["proven"] == row["n_merges"]) == (row["floor"] == 1)
    merged = report["merge"]
    assert merged["distinct"] == report["counts"][1]["distinct"] < merged["rows"]
    assert [each["bytes"] for each in report["forecasts"]] == [10**12, 15 * 10**12]
    text = as_text(report)
    assert sum(line.startswith("| --- |") for line in text.splitlines()) == 4
    assert f"{report['counts'][-1]['distinct']:,}" in text
