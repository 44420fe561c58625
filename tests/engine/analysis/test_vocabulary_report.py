"""The report as a whole: sections add up, and say nothing where nothing is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.report import (
    LONGEST_SHOWN,
    ReportSection,
    VocabularyReport,
    report_sections,
    vocabulary_report,
)
from engine.analysis.usage import token_usage
from engine.corpus.corpus import Corpus
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import some_texts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(1500, special_tokens=("<|x|>", "<|y|>"), reserved_slots=2)
    return train_tokenizer(Corpus.from_texts(some_texts(10)), config)


@pytest.fixture(scope="module")
def report(tokenizer) -> VocabularyReport:
    return vocabulary_report(tokenizer)


def by_key(report: VocabularyReport) -> dict[str, ReportSection]:
    return {section.key: section for section in report_sections(report)}


def counts(section: ReportSection) -> dict[str, int]:
    return {row.condition: row.count for row in section.rows}


def test_kinds_lengths_and_scripts_add_up(tokenizer, report):
    sections = by_key(report)
    kinds = counts(sections["kinds"])
    assert sum(kinds.values()) == tokenizer.vocab_size
    assert kinds["is:special"] == 4
    assert sum(counts(sections["length"]).values()) == tokenizer.vocab_size - kinds["is:unused"]
    whole = sum(counts(sections["chars"]).values())
    assert whole == sum(counts(sections["scripts"]).values())
    partial = counts(sections["text"])["is:partial"]
    assert whole + partial + kinds["is:special"] + kinds["is:unused"] == tokenizer.vocab_size
    for section in sections.values():
        for row in section.rows:
            assert row.share == (1 if row.token_id is not None else row.count) / report.n_ids


def test_the_longest_tokens(tokenizer, report):
    rows = by_key(report)["longest"].rows
    special = set(tokenizer.special_tokens.values())
    lengths = sorted(
        (len(data) for i, data in enumerate(tokenizer.vocabulary) if i not in special), reverse=True
    )
    assert [row.count for row in rows] == lengths[:LONGEST_SHOWN]
    assert all(len(tokenizer.vocabulary[row.token_id]) == row.count for row in rows)


def test_without_a_text_uses_are_those_of_the_training_corpus(tokenizer, report):
    sections = by_key(report)
    assert "coverage" not in sections
    assert "training record" in sections["usage"].explanation
    assert sum(counts(sections["usage"]).values()) == tokenizer.n_merges
    assert counts(sections["usage"])["is:unused-in-corpus"] == counts(sections["record"])["is:dead"]
    assert report.covering(50) is None


def test_a_measured_text(tokenizer, report):
    texts = some_texts(7)
    usage = token_usage(tokenizer, Corpus.from_texts(texts))
    measured = report.with_usage(usage, "seven texts")
    sections = by_key(measured)
    assert "seven texts" in sections["usage"].explanation
    assert sum(counts(sections["usage"]).values()) == 256 + tokenizer.n_merges
    coverage = list(counts(sections["coverage"]).values())
    assert coverage == sorted(coverage)
    assert int(np.count_nonzero(measured.covering(50))) == coverage[0]
    covered = usage.counts[measured.covering(50)] @ usage.lengths[measured.covering(50)]
    assert 2 * covered >= sum(len(text.encode()) for text in texts)


def test_names(report):
    for name in report.names:
        members = report.named(name)
        assert members.shape == (report.n_ids,)
    assert report.named("dead-tired") is None
    assert (report.of_script("cyrl") == report.of_script("Cyrillic")).all()
    assert report.of_script("cyrl").any()
    assert (report.of_script("none") != report.of_script("mixed")).any()
    assert report.of_script("Tlhingan") is None


def test_an_imported_tokenizer_has_no_record():
    numbering = Numbering(np.arange(257), {b"xyz": 300})
    report = vocabulary_report(Tokenizer([(97, 98)], numbering=numbering))
    sections = by_key(report)
    assert {"usage", "coverage", "record"}.isdisjoint(sections)
    assert counts(sections["kinds"])["is:extra"] == 1
    assert counts(sections["kinds"])["is:unused"] == 43
    assert counts(sections["unreachable"])["is:never-merged"] == 1
    assert report.uses is None
    assert report.named("picky") is None
    assert report.named("unused-in-corpus") is None
