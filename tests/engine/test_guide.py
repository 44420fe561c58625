"""The Python of docs/guide.md, run as written there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.analysis.sizes import SizeCurves
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
README = Path(__file__).parents[2] / "README.md"
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
ENGLISH = "The low one.\nThe lower one has 12 parts.\nThe lowest of 12345.\n" * 20
GERMAN = "Das niedrige.\nDas niedrigere hat 12 Teile.\nDas niedrigste von 12345.\n" * 20


def test_the_snippets_run_and_mean_what_they_say(tmp_path, monkeypatch, capsys):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "eng.txt").write_text(ENGLISH)
    (tmp_path / "texts" / "deu.txt").write_text(GERMAN)
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(
        r"^```python\n(.*?)^```", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, str(GUIDE), "exec"), names)  # noqa: S102  our own guide
    printed = capsys.readouterr().out
    natural, fairer = names["natural"], names["fairer"]
    assert natural.vocab_size == fairer.vocab_size == names["heavier"].vocab_size == 300
    assert names["smaller"].vocab_size == 280
    (row, _) = evaluate(fairer, Corpus.from_paths(["texts/"])).rows
    assert f"deu {row.bytes_per_token} {row.fertility}" in printed
    exact = SizeCurves.of_training(natural.training).bytes_per_token("deu", 280)
    assert f"{exact} " in printed
    on_text = evaluate(names["smaller"], Corpus.from_paths(["texts/deu.txt"]))
    assert exact == pytest.approx(on_text.total.bytes_per_token)
    grown, extended = names["grown"], names["extension"].tokenizer
    assert len(grown) == extended.vocab_size == natural.vocab_size + names["extension"].n_new + 1
    assert names["saved"] > 0
    first = natural.encode_to_array(extended.vocabulary[natural.vocab_size])
    assert grown[natural.vocab_size] == pytest.approx(names["embedding"][first].mean(axis=0))
    assert names["report"].usage.tokens == evaluate(natural, names["corpus"]).total.tokens
    chatml = natural.with_special_tokens(["<|im_start|>", "<|im_end|>"])
    names["lints_of"](chatml, [{"role": "user", "content": "low"}])
    assert "all-zero-mask" in capsys.readouterr().out


def test_the_lines_of_the_readme_run_and_keep_the_tokenizer(tmp_path, monkeypatch, capsys):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "eng.txt").write_text(ENGLISH)
    monkeypatch.chdir(tmp_path)
    (snippet,) = SNIPPET.findall(README.read_text("utf-8"))
    names: dict[str, object] = {}
    exec(compile(snippet, str(README), "exec"), names)  # noqa: S102  our own page
    assert names["tokenizer"] == Tokenizer.load("mine.twb")
    assert "Compute merges" in capsys.readouterr().out
