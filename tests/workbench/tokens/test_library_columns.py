"""Tokenizers that run through their library, in the window: columns, baselines, comparisons."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import sentencepiece
from PySide6.QtCore import QSettings

from engine import Corpus
from engine.analysis.differences import merge_comparison, vocabulary_difference
from engine.formats.reading.loading import load_any_tokenizer
from resources import sample_corpus_folder
from workbench.compression.evaluation_flow import library_sentences
from workbench.corpus.source_scan import is_tokenizer_source
from workbench.frame.drop_overlay import Kind, kind_of
from workbench.runs.run_comparison_flow import ComparedPair
from workbench.runs.run_comparison_view import RunDivergencePart
from workbench.tokens.text_encoding import TextToEncode, encode_columns
from workbench.tokens.token_columns_flow import TokenColumnsFlow, TokenizerColumn
from workbench.tokens.tokens_pane import TokensPane
from workbench.ui.words.token_facts import TokenKind, token_facts
from workbench.work.comparison import Baseline
from workbench.work.runs.comparison import ComparedTokenizer, compared_facts
from workbench.work.tokenizer_files import is_tokenizer_path

pytestmark = pytest.mark.slow

TEXT = "The cat sat on the mat, naïve ﬁ 你好\n"


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    text = (sample_corpus_folder() / "eng.txt").read_text("utf-8").splitlines()
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text), model_writer=made, vocab_size=300, model_type="bpe",
        hard_vocab_limit=False, num_threads=1, minloglevel=3,
    )  # fmt: skip
    path = tmp_path_factory.mktemp("models") / "small.model"
    path.write_bytes(made.getvalue())
    return path


@pytest.fixture(scope="module")
def foreign(file):
    return load_any_tokenizer(file)


def test_a_column_shows_its_tokens_and_says_what_runs_it(
    qtbot, state, theme, engine_jobs, tokenizer, foreign
):
    pane = TokensPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    pane.set_text(TEXT)
    state.open_run("run", tokenizer, None)
    pane.set_columns([TokenizerColumn(Baseline("small"), foreign)])
    qtbot.waitUntil(lambda: pane.difference_bar.texts[2] != "")
    ours, theirs = pane.columns.columns
    assert ours.library_words == ""
    assert theirs.library_words == foreign.library
    assert theirs.view.text.n_spans == len(foreign.encode(TEXT))
    assert theirs.view.text.data == TEXT.encode()
    assert theirs.view.grab().width() > 0
    assert "id" in theirs.describe(0)
    facts = token_facts(foreign, int(theirs.view.text.ids[1]))
    assert facts.kind is TokenKind.FOREIGN
    assert token_facts(foreign, 0).kind is TokenKind.SPECIAL


def test_a_text_of_which_nothing_is_left_is_not_compared(tokenizer, foreign):
    found = encode_columns(TextToEncode(b"   ", "text", (tokenizer, foreign)))
    assert found.compared == (True, False)
    assert found.columns[1].spans.n_spans == 0


def test_the_flow_reads_its_file(qtbot, jobs, store, tmp_path, file):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    flow = TokenColumnsFlow(jobs, store, settings)
    flow.add_paths([file])
    qtbot.waitUntil(lambda: flow.columns[0].tokenizer is not None)
    assert flow.columns[0].tokenizer.library.startswith("sentencepiece")


def test_a_comparison_says_why_there_are_no_merges(qtbot, theme, tokenizer, foreign):
    compared = (ComparedTokenizer("ours", tokenizer), ComparedTokenizer("small", foreign))
    facts = {fact.name: fact.values for fact in compared_facts(compared)}
    assert facts["settings.library"][1] == foreign.library
    assert facts["settings.vocab_size"] == (tokenizer.vocab_size, foreign.vocab_size)
    pair = ComparedPair(
        (0, 1), compared, vocabulary_difference(tokenizer, foreign),
        merge_comparison(tokenizer, foreign),
    )  # fmt: skip
    part = RunDivergencePart(theme)
    qtbot.addWidget(part)
    part.show_pair(pair)
    assert "small runs in sentencepiece" in part.sentences
    assert part.rows.rowCount() == 0


def test_a_baseline_is_measured_and_told(tokenizer, foreign):
    from engine.evaluation.evaluation import evaluate_all

    corpus = Corpus.from_texts([TEXT])
    evaluations = evaluate_all([tokenizer, foreign], corpus)
    told = library_sentences({Baseline("small"): foreign}, evaluations[1:])
    assert "small runs in sentencepiece" in told[0]
    assert "loses text" in told[1]
    assert library_sentences({Baseline("ours"): tokenizer}, evaluations[:1]) == []


def test_files_of_new_formats_are_known_as_tokenizers(file, tmp_path):
    (tmp_path / "tekken.json").write_text('{"config": {"default_num_special_tokens": 1}}')
    (tmp_path / "small.json").write_text('{"version": "1.0", "added_tokens": []}')
    (tmp_path / "text.json").write_text('{"text": "nothing", "version": "of a truncation"}')
    for name in ("tekken.json", "small.json"):
        assert is_tokenizer_path(tmp_path / name)
        assert is_tokenizer_source(tmp_path / name)
        assert kind_of(tmp_path / name) is Kind.TOKENIZER
    assert not is_tokenizer_path(tmp_path / "text.json")
    assert kind_of(file) is Kind.TOKENIZER
    assert kind_of(file.parent) is Kind.TOKENIZER
    assert is_tokenizer_source(file)
