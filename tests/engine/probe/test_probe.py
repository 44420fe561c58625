"""Probes without PyTorch: settings, texts, batches, tasks, plans, results, the child."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from engine import Corpus
from engine.errors import ArgumentError, CheckpointError, ConfigError, CorpusError, LibraryError
from engine.machine import OptionalLibrary, result_of
from engine.probe import (
    ProbeSettings,
    bits,
    check_torch,
    child,
    cosine_rate,
    probe_steps,
    read_choices,
    read_report,
    running,
    shape_of,
    tasks,
)
from engine.probe import texts as probe_texts
from engine.probe.plan import CURVE, RESULT, new_plan, read_passages, read_plan, run_folder
from engine.probe.running import trained_steps
from tests.extension_cases import trained

SETTINGS = ProbeSettings(
    30_000, 20_000, seeds=2, rows=4, context=16, held_out=0.2, choices=20, evaluations=2
)
WORDS = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st", "uv", "wx", "yz"]


def corpus() -> Corpus:
    """Two labels of random words; 60 documents of about 700 bytes."""
    drawing = np.random.default_rng(0)
    made = {
        label: [" ".join(drawing.choice(WORDS, 230)) + f" {label}{n}\n" for n in range(30)]
        for label in ("deu", "eng")
    }
    return Corpus.from_iterator({label: texts.__iter__ for label, texts in made.items()})


@pytest.fixture(scope="module")
def texts():
    return result_of(probe_texts.text_steps(corpus(), SETTINGS))


@pytest.fixture
def tokenizers():
    return [("plain", trained(400)), ("wide", trained(600, "superbpe-stage2"))]


@pytest.fixture
def plan(tmp_path, texts, tokenizers):
    """A plan in tmp_path / probe."""
    return new_plan(tokenizers, texts, SETTINGS, None, tmp_path / "probe")


def test_a_body_has_about_the_parameters_that_were_asked_for():
    for wanted in (50_000, 300_000, 3_000_000, 100_000_000):
        shape = shape_of(wanted)
        assert 0.6 < shape.body_parameters / wanted < 1.5
        assert shape.width == 32 * shape.heads
        assert shape.parameters(1000) == shape.body_parameters + 1000 * shape.width
    shape = shape_of(3_000_000)
    exact = 6 * (12 * shape.layers * shape.width**2 + 1000 * shape.width)
    assert shape.flops_per_token(1000, 0) == exact
    assert shape.flops_per_token(1000, 64) == exact + 6 * shape.layers * shape.width * 64


def test_the_rate_rises_and_falls_in_a_cosine():
    rates = [cosine_rate(step, 200, highest=1.0) for step in range(200)]
    assert rates[:10] == pytest.approx([0.1 * k for k in range(1, 11)])
    assert rates[10] == pytest.approx(1.0)
    assert all(a > b for a, b in pairwise(rates[10:]))
    assert rates[105] == pytest.approx(0.55)
    assert rates[-1] == pytest.approx(0.1, abs=1e-3)


@pytest.mark.parametrize(
    "given",
    [{"parameters": 5}, {"n_bytes": 0}, {"seeds": 0}, {"context": 1}, {"held_out": math.nan},
     {"learning_rate": "x"}, {"addition": 1.5}],
)  # fmt: skip
def test_impossible_settings_are_named(given):
    with pytest.raises(ConfigError, match="must be between") as caught:
        ProbeSettings(**given)
    assert caught.value.setting in given


def test_passages_are_the_same_for_any_order_of_the_texts(texts):
    sources = {source.label: list(corpus().documents(source)) for source in corpus().sources}
    other = Corpus.from_iterator(
        {label: lambda made=made: reversed(made) for label, made in reversed(sources.items())}
    )
    again = result_of(probe_texts.text_steps(other, SETTINGS))
    assert {p.data for p in again.held_out} == {p.data for p in texts.held_out}
    assert again.training == texts.training
    assert not {p.data for p in texts.training} & {p.data for p in texts.held_out}
    assert 20_000 <= sum(len(p.data) for p in texts.training) < 21_000
    assert set(texts.labels) == {"deu", "eng"}
    few = result_of(probe_texts.text_steps(Corpus.from_texts(["one", "other"]), SETTINGS))
    assert len(few.training) == len(few.held_out) == 1
    with pytest.raises(CorpusError, match="too few"):
        result_of(probe_texts.text_steps(Corpus.from_texts(["short"]), SETTINGS))


def test_equal_passages_keep_their_order():
    lines = ["".join(f"low lower {number} {line}\n" for line in range(150)) for number in range(99)]
    both = Corpus.from_iterator({label: lambda: iter(lines) for label in ("deu", "eng")})
    made = result_of(probe_texts.text_steps(both, SETTINGS))
    alone = result_of(probe_texts.text_steps(Corpus.from_texts(lines), SETTINGS))
    passages = made.training
    assert [p.label for p in passages if p.data == passages[0].data] == ["deu", "eng"]
    assert list(dict.fromkeys(p.data for p in passages)) == [
        p.data for p in alone.training[: (len(passages) + 1) // 2]
    ]


def test_all_tokenizers_read_the_same_bytes_and_every_token_once(texts, tokenizers):
    data = [passage.data for passage in texts.training]
    order = probe_texts.passage_order([len(d) for d in data], 50_000, seed=3)
    assert sum(len(data[i]) for i in order) >= 50_000
    assert max(Counter(order.tolist()).values()) == 3  # 50,000 of 20,000 bytes
    assert order.tolist() != probe_texts.passage_order([len(d) for d in data], 50_000, 4).tolist()
    for _, tokenizer in tokenizers:
        encoded = probe_texts.encoded(tokenizer, data)
        boundary = tokenizer.vocab_size
        stream = probe_texts.stream_of(encoded, order, boundary)
        assert np.count_nonzero(stream == boundary) == len(order)
        ids = stream[stream != boundary].tolist()
        assert tokenizer.decode_bytes(ids) == b"".join(data[i] for i in order)
        targets = []
        for step in range(probe_texts.n_steps(len(stream), 16, 4)):
            rows = probe_texts.batch_rows(stream, 16, 4, step)
            assert rows.shape[1] == 17
            targets += rows[:, 1:].reshape(-1).tolist()
            assert (rows[1:, 0] == rows[:-1, -1]).all()
        assert targets[: len(stream) - 1] == stream[1:].tolist()
        assert set(targets[len(stream) - 1 :]) <= {boundary}
        assert probe_texts.batch_rows(stream, 16, 4, step + 1) is None
        by_label = probe_texts.label_places(
            encoded, [p.label for p in texts.training], ["deu", "eng"]
        )
        whole = probe_texts.stream_of(encoded, np.arange(len(data)), boundary)
        assert ((by_label < 0) == (whole == boundary)).all()


def test_answers_are_scored_from_the_token_that_reaches_into_them():
    tokenizer = trained(600, "superbpe-stage2")
    whole = tokenizer.encode_to_array(b"of the people")
    scored = tasks.scored_tokens(tokenizer, b"of the", b" people")
    assert list(scored.ids) == whole.tolist()
    before = tokenizer.decode_bytes(scored.ids[: scored.first])
    assert b"of the".startswith(before)
    assert scored.crosses == (before != b"of the")
    assert tasks.chosen([10.0, 6.0], [10, 2]) == 0


def test_choices_come_from_held_out_text_of_the_same_label(texts):
    items = tasks.continuation_items(texts.held_out, 8)
    assert len(items) == 8
    for item in items:
        assert len(set(item.choices)) == 4
        assert any(item.prompt + item.choices[item.answer] in p.data for p in texts.held_out)
        for choice in item.choices:
            assert any(choice in p.data and p.label == item.label for p in texts.held_out)
    assert len({item.answer for item in items}) > 1
    cut, rest = tasks.cut_at_word("ქართული".encode(), 4)
    assert cut.decode() + rest.decode() == "ქართული"


def test_choices_of_a_file(tmp_path):
    path = tmp_path / "choices.jsonl"
    path.write_text('{"prompt": "a", "choices": ["b", "c"], "answer": 1}\n\n', encoding="utf-8")
    (item,) = read_choices(path)
    assert (item.prompt, item.choices, item.answer) == (b"a", (b"b", b"c"), 1)
    for line in ("[]", '{"prompt": "a", "choices": ["b"], "answer": 0}', "{" * 70_000,
                 '{"prompt": "a", "choices": ["b", "c"], "answer": 2}'):  # fmt: skip
        path.write_text(f'{{"prompt": "a", "choices": ["b", "c"], "answer": 1}}\n{line}\n')
        with pytest.raises(CorpusError, match="line 2"):
            read_choices(path)
    path.write_text("\n")
    with pytest.raises(CorpusError, match="no items"):
        read_choices(path)
    with pytest.raises(CorpusError, match="cannot be read"):
        read_choices(tmp_path / "missing")


def test_no_model_reads_the_sums_that_it_is_asked():
    read = {line for passage in tasks.sums_in_passages(40_000) for line in passage.splitlines()}
    asked = tasks.held_out_sums(50)
    assert len(asked) == 50
    for prompt, answer in asked:
        question = prompt.splitlines()[-1]
        one, other = map(int, question[:-1].split(b"+"))
        assert int(answer) == one + other
        assert question + answer.strip() not in read
        assert set(prompt.splitlines()[:-1]) <= read or len(prompt.splitlines()) == 5


def write_run(folder, run, nats, *, result=True, steps=10, choices=(True, False)):
    """A run with a held-out loss that falls in a line to `nats` of each label."""
    target = run_folder(folder, run)
    target.mkdir()
    points = [
        {"step": s, "tokens": 64 * s, "bytes": 2000 * s, "flops": 1e6 * s, "loss": 3.0,
         "seconds": s, "held_out": [n * (2 - s / steps) for n in nats]}
        for s in range(1, steps + 1)
    ]  # fmt: skip
    content = "".join(json.dumps(point) + "\n" for point in points)
    (target / CURVE).write_text(content + '{"step": 1', encoding="utf-8")
    if result:
        document = {
            "point": points[-1],
            "choices": list(choices),
            "sums": [],
            "samples": [[70, 71]],
        }
        (target / RESULT).write_text(json.dumps(document), encoding="utf-8")


def test_a_report_has_spread_scale_and_views(tmp_path, plan, tokenizers):
    folder = tmp_path / "probe"
    assert read_plan(folder) == plan
    assert plan.runs == ((0, 0), (1, 0), (0, 1), (1, 1))
    write_run(folder, (0, 0), [1000.0, 500.0])
    write_run(folder, (0, 1), [1100.0, 500.0], choices=(True, True))
    write_run(folder, (1, 0), [900.0, 500.0], steps=5)
    write_run(folder, (1, 1), [900.0, 500.0], steps=5, result=False)
    report = read_report(folder)
    assert not report.is_complete
    n_bytes = sum(plan.label_bytes)
    total = report.rows()[0]
    values = [bits(1500, n_bytes), bits(1600, n_bytes)]
    assert total.bits_per_byte.mean == pytest.approx(np.mean(values))
    assert total.bits_per_byte.deviation == pytest.approx(np.std(values, ddof=1))
    of_label = next(r for r in report.rows() if r.label == plan.labels[1] and not r.tokenizer)
    assert of_label.bits_per_byte.mean == pytest.approx(bits(500, plan.label_bytes[1]))
    at_steps = report.at_equal("step")
    assert at_steps[0].mean == pytest.approx(1.5 * np.mean(values))  # step 5 of 10
    assert at_steps[1].mean == pytest.approx(bits(1400, n_bytes))
    one, other = plan.tokenizers
    assert report.scale(1) == other.held_out_tokens / one.held_out_tokens
    scaled = report.nats_per_token(1).mean * report.scale(1)
    assert scaled == pytest.approx(1400 / one.held_out_tokens)
    assert report.share_right(0, "choices").mean == 0.75
    assert report.share_right(0, "sums") is None
    assert report.n_items("choices") == 2
    assert "one seed does not tell" in report.verdict(1)
    document = report.document([tokenizer for _, tokenizer in tokenizers])
    assert document["tokenizers"][0]["samples"] == [{"tokens": 2, "text": "FG"}]
    assert json.loads(json.dumps(document))["complete"] is False
    write_run(folder, (1, 2), [1.0, 1.0])  # a seed that is not of the plan
    assert len(read_report(folder).runs) == 4


def test_a_difference_counts_only_beyond_the_noise(tmp_path, plan):
    folder = tmp_path / "probe"
    for seed, (one, other) in enumerate([(1500.0, 1400.0), (1501.0, 1401.0)]):
        write_run(folder, (0, seed), [one, 0.0])
        write_run(folder, (1, seed), [other, 0.0])
    assert "more than the 2 seeds vary" in read_report(folder).verdict(1)
    (run_folder(folder, (1, 1)) / CURVE).unlink()
    with pytest.raises(CheckpointError, match="delete that directory"):
        read_report(folder)
    for path in run_folder(folder, (1, 1)).iterdir():
        path.unlink()
    run_folder(folder, (1, 1)).rmdir()
    write_run(folder, (1, 1), [1700.0, 0.0])
    assert "within what the 2 seeds vary" in read_report(folder).verdict(1)


def test_a_folder_takes_only_its_own_probe_up_again(tmp_path, plan, texts, tokenizers):
    folder = tmp_path / "probe"
    before = (folder / "plan.json").stat().st_mtime_ns
    assert new_plan(tokenizers, texts, SETTINGS, None, folder) == plan
    assert (folder / "plan.json").stat().st_mtime_ns == before
    with pytest.raises(CheckpointError, match="other tokenizers, texts or settings"):
        new_plan(tokenizers[:1], texts, SETTINGS, None, folder)
    held_out = read_passages(folder, 1, held_out=True)
    assert len(held_out.ids) == plan.tokenizers[1].held_out_tokens
    (folder / "held-ids-1.npy").unlink()
    with pytest.raises(CheckpointError, match="no probe that can be read"):
        read_passages(folder, 1, held_out=True)
    (folder / "plan.json").write_text('{"version": 7}')
    with pytest.raises(CheckpointError, match="no probe that can be read"):
        read_plan(folder)


def events(*lines: object, tail: str = "") -> list[str]:
    """A child that says these lines."""
    said = "".join(json.dumps(line) + "\n" for line in lines)
    return [sys.executable, "-S", "-c", f"print({said!r}, end='');{tail}"]


def test_the_events_of_the_child_become_progress(tmp_path, plan):
    folder = tmp_path / "probe"
    point = {"step": 1, "tokens": 9, "bytes": 5000, "flops": 1.0, "loss": 2.0, "seconds": 1.0}
    said = events(
        {"event": "step", "run": [0, 0], **point},
        {"event": "point", "run": [0, 0], **point, "held_out": [1.0, 2.0]},
        {"event": "done", "run": [0, 0]},
        {"event": "end"},
    )
    steps = list(trained_steps(folder, said))
    assert [step.done for step in steps] == [5000, 5000, 20_000]
    assert {step.total for step in steps} == {80_000}
    assert [step.point is None for step in steps] == [True, False, True]
    assert steps[1].point.held_out == (1.0, 2.0)
    with pytest.raises(LibraryError, match="ended without a word"):
        list(trained_steps(folder, events({"event": "done", "run": [0, 0]})))


def test_a_failure_of_the_child_is_its_sentence(tmp_path, plan, monkeypatch):
    """The child says it in a line; here it runs in this process, with its answers in a list."""
    told: list[bytes] = []

    class Answers:
        write = staticmethod(told.append)

        @staticmethod
        def flush() -> None:
            pass

    monkeypatch.setattr(child, "answer_pipes", lambda: (None, Answers))
    monkeypatch.setattr(child, "find_spec", lambda name: None)
    assert child.main([str(tmp_path / "probe")]) == 1
    failed = json.loads(told[-1])
    with pytest.raises(LibraryError, match="needs PyTorch") as caught:
        list(trained_steps(tmp_path / "probe", events(failed)))
    assert "pip install" in str(caught.value)


def test_without_pytorch_nothing_is_read(monkeypatch, tmp_path, tokenizers):
    missing = OptionalLibrary("no_such_library", "torch>=2.4", "probe models", "probe")
    monkeypatch.setattr(running, "optional_library", lambda _: missing)
    monkeypatch.delitem(sys.modules, "torch", raising=False)  # another file's tests import it
    with pytest.raises(LibraryError, match="needs PyTorch"):
        check_torch()
    with pytest.raises(LibraryError, match="needs PyTorch"):
        next(probe_steps(tokenizers, corpus(), tmp_path / "probe", SETTINGS))
    assert not (tmp_path / "probe").exists()
    with pytest.raises(ArgumentError, match="needs a tokenizer"):
        probe_steps([], corpus(), tmp_path / "probe")
    assert "torch" not in sys.modules


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("[enforce fail at alloc_cpu.cpp:121] DefaultCPUAllocator: can't allocate "
                     "memory: you tried to allocate 4000 bytes."),
        RuntimeError("CUDA out of memory. Tried to allocate 2.00 MiB."),
    ],
)  # fmt: skip
def test_memory_that_is_short_is_a_sentence(error):
    assert child.failure_sentence(error).startswith("The probe ran out of memory; give it fewer")


def test_another_failure_has_its_first_line():
    sentence = child.failure_sentence(RuntimeError("a bad shape\nat line 5"))
    assert sentence == "The training of the probe failed: a bad shape."
