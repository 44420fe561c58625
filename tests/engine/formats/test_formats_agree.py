"""One reader for loading and validation: a file loads exactly when its report has no error."""

from __future__ import annotations

import json
import random

import pytest

from benchmarks.damage.mutated_files import written
from benchmarks.damage.mutations import mutated
from benchmarks.damage.samples import samples
from engine.corpus.corpus import Corpus
from engine.encoding.token_table import BYTE_TO_CHARACTER
from engine.errors import InexactTokenizerError, LibraryError, TokenizerFileError
from engine.formats import (
    export_tokenizer,
    findings,
    load_any_tokenizer,
    validate_tokenizer,
    validation,
)
from engine.formats.reading import loading
from engine.formats.reading.loading import load_tokenizer
from engine.library import LibraryTokenizer
from engine.settings.config import TrainingConfig
from engine.splitting.pattern_probe import PatternProbe
from engine.training.training import train_tokenizer

KINDS = (
    "tokenizer.json", "tokenizer.json (Llama 3)", "vocab.json + merges.txt", "tiktoken",
    "tekken.json", "minbpe", "nanochat", "own",
)  # fmt: skip
N_FILES = 40


@pytest.fixture(scope="module")
def intact(tmp_path_factory):
    made = samples(tmp_path_factory.mktemp("samples"), n_merges=40)
    return {sample.kind: sample for sample in made}


@pytest.fixture
def alone(monkeypatch):
    """No process is started, neither to try a pattern nor to run a library."""

    def refused(inexact):
        raise LibraryError(f"No library runs it: {inexact.reason}.")

    monkeypatch.setattr(validation, "probe_pattern", lambda p: PatternProbe(p, slow_on="letters"))
    monkeypatch.setattr(validation, "library_tokenizer", refused)
    monkeypatch.setattr(loading, "library_tokenizer", refused)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_loads_exactly_when_its_report_has_no_error(kind, intact, alone, tmp_path):
    sample = intact[kind]
    pattern = "llama3" if kind == "tiktoken" else None
    n_loaded = 0
    for number in range(N_FILES):
        path = written(sample, mutated(sample, random.Random(f"{kind} {number}")), tmp_path)
        report = validate_tokenizer(path, pattern)
        try:
            loaded = load_any_tokenizer(path, pattern)
        except (TokenizerFileError, LibraryError) as error:
            sentence = str(error).replace(str(path), path.name)
            assert sentence in {found.sentence for found in report.of("error")}
        else:
            n_loaded += 1
            assert not report.of("error")
            assert report.tokenizer.semantic_hash == loaded.semantic_hash
    assert 0 < n_loaded < N_FILES


def test_a_description_with_a_size_beyond_all_measure_is_refused(tmp_path):
    """It made a list of two thousand million tokens."""
    config = TrainingConfig(260, special_tokens=("<end>",))
    tokenizer = train_tokenizer(Corpus.from_texts(["low lower lowest"]), config)
    for kind, described in (("tiktoken", "x.tiktoken.json"), ("vocab.json", "merges.txt.json")):
        export_tokenizer(tokenizer, kind, tmp_path / kind, name="x")
        file = tmp_path / kind / described
        document = json.loads(file.read_text("utf-8")) | {"vocab_size": 1 << 31}
        file.write_text(json.dumps(document), "utf-8")
        with pytest.raises(TokenizerFileError, match="no tokenizer has 2,147,483,648 ids"):
            load_tokenizer(tmp_path / kind)


def test_what_its_own_library_takes_all_the_same_is_a_warning(tmp_path):
    vocabulary = {name: i for i, name in enumerate([*BYTE_TO_CHARACTER[1:], "ab"])}
    (tmp_path / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    (tmp_path / "merges.txt").write_text("a b\na b\n", "utf-8")
    with pytest.raises(InexactTokenizerError, match="no token for the byte 0x00"):
        load_tokenizer(tmp_path)
    report = validate_tokenizer(tmp_path)
    assert isinstance(report.tokenizer, LibraryTokenizer)
    report.tokenizer.close()
    assert not report.of("error")
    warned = {found.code for found in report.of("warning")}
    assert {"byte-missing", "merge-twice", "runs-through-library"} <= warned


def test_a_file_of_nothing_but_faults_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(findings, "MOST_FAULTS", 100)
    path = tmp_path / "a.tiktoken"
    path.write_bytes(b"IQ== 0\n" + b"x\n" * 1_000)
    report = validate_tokenizer(path, "gpt2")
    sentences = {found.code: found.sentence for found in report.findings}
    assert "line 2 cannot be used: 'x' is not a base64 token" in sentences["refused"]
    assert "ended after 100 faults" in sentences["more-faults"]
    with pytest.raises(TokenizerFileError, match="line 2 cannot be used"):
        load_tokenizer(path, "gpt2")


def test_many_refusals_of_one_file_are_not_all_listed(tmp_path):
    added = [{"id": number} for number in range(1_000)]
    model = {"type": "BPE", "vocab": {}, "merges": []}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"added_tokens": added, "model": model}))
    assert len(validate_tokenizer(tmp_path).findings) < 30
