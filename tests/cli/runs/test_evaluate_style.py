"""`evaluate --style tok_eval`, and the metrics tokens and bytes."""

from __future__ import annotations

import pytest

from engine import Tokenizer
from resources import resource_path
from workbench.cli.runs.evaluate_styles import TEXTS


def text_of(label):
    return resource_path(f"tok_eval/{label}.txt").read_text("utf-8")


def test_the_table_has_the_layout_of_the_article(cli, trained, corpus):
    shown = cli(
        "evaluate", trained, "--style", "tok_eval", "--baseline", "small", corpus / "eng.txt"
    )
    lines = shown.out.splitlines()
    assert shown.status == 0
    assert lines[:3] == ["Vocab sizes:", "small: 300", "Ours: 300 (made)"]
    assert lines[4] == "Comparison with small:"
    assert set(lines[5]) == {"="} and set(lines[8]) == {"-"} and len(lines[5]) == len(lines[8])
    assert lines[6].split() == ["Text", "Type", "Bytes", "small", "Ours", "Relative", "Better"]
    assert lines[7].split() == ["Tokens", "Ratio", "Tokens", "Ratio", "Diff", "%"]
    rows = [line.split() for line in lines[9:]]
    assert [row[0] for row in rows] == [*TEXTS, "eng"]
    tokenizer = Tokenizer.load(trained)
    for label, row in zip(TEXTS, rows, strict=False):
        text = text_of(label)
        n_bytes, n_tokens = len(text.encode()), len(tokenizer.encode(text))
        ratio = f"{n_bytes / n_tokens:.2f}"
        assert row[1:] == [str(n_bytes), str(n_tokens), ratio, str(n_tokens), ratio, "+0.0%", "Tie"]


def test_fewer_tokens_are_a_positive_difference(cli, trained):
    news = resource_path("tok_eval/news.txt")
    cli("train", news, "--vocab-size", 300, "--name", "bigger", "--quiet")
    shown = cli("evaluate", "bigger", "--style", "tok_eval", "--baseline", trained)
    news = next(line.split() for line in shown.out.splitlines() if line.startswith("news"))
    theirs, ours = int(news[2]), int(news[4])
    assert ours < theirs
    assert news[6:] == [f"{100 * (theirs - ours) / theirs:+.1f}%", "Ours"]


def test_without_baseline_the_tokenizer_stands_alone(cli, trained):
    shown = cli("evaluate", trained, "--style", "tok_eval")
    assert shown.err == ""
    assert shown.out.splitlines()[3].split() == ["Text", "Type", "Bytes", "Tokens", "Ratio"]
    document = cli("evaluate", trained, "--style", "tok_eval", "--json").document
    assert [row["label"] for row in document["labels"]] == list(TEXTS)
    assert document["fairness"] is None  # five texts that do not say the same


@pytest.mark.parametrize(
    "option", [["--metrics", "all"], ["--sort", "label"], ["--format", "csv"], ["--again"]]
)
def test_the_style_has_its_own_columns(cli, trained, option):
    refused = cli("evaluate", trained, "--style", "tok_eval", *option)
    assert refused.status == 2
    assert option[0] in refused.sentence


def test_tokens_and_bytes_are_metrics(cli, trained, corpus):
    shown = cli("evaluate", trained, corpus, "--metrics", "bytes,tokens", "--format", "csv").out
    size = len((corpus / "eng.txt").read_bytes())
    n_tokens = len(Tokenizer.load(trained).encode((corpus / "eng.txt").read_text("utf-8")))
    row = next(line.split(",") for line in shown.splitlines() if line.startswith("eng,"))
    assert row[3:] == [str(size), str(n_tokens)]
    assert "1,0" in cli("evaluate", trained, corpus, "--metrics", "bytes").out  # no decimals
