"""`sweep`: every size of a run, against the tokenizers of these sizes; `export --vocab-size`."""

from __future__ import annotations

import csv
import io

import pytest

from engine import Corpus, Tokenizer
from engine.evaluation.evaluation import evaluate


def test_sizes_of_a_run_by_its_training_record(cli, trained, corpus):
    outcome = cli("sweep", "small", "--sizes", "262,270,300", "--json")
    assert outcome.status == 0, outcome.err
    document = outcome.document
    assert document["texts"] == "training"
    assert (document["smallest_size"], document["largest_size"]) == (259, 300)
    assert document["languages"] == {"deu": "German", "eng": "English"}
    whole = Tokenizer.load(trained)
    for row in document["sizes"]:
        wanted = evaluate(whole.truncated(row["size"]), Corpus.from_paths([corpus]))
        assert row["bytes_per_token"] == pytest.approx(wanted.total.bytes_per_token)
        for label in wanted.rows:
            found = row["labels"][label.label]
            assert found["tokens"] == label.tokens
            assert found["bytes_per_token"] == pytest.approx(label.bytes_per_token)
    assert [row["size"] for row in document["sizes"]] == [262, 270, 300]


def test_sizes_on_other_texts(cli, trained, tmp_path):
    (tmp_path / "fra.txt").write_text("la rue, lower et plus grande. " * 9, "utf-8")
    document = cli("sweep", trained, "fra.txt", "--json").document
    assert document["texts"] == "paths"
    assert document["sizes"][-1]["size"] == 300
    cut = Tokenizer.load(trained).truncated(document["sizes"][0]["size"])
    n_tokens = len(cut.encode((tmp_path / "fra.txt").read_text("utf-8")))
    assert document["sizes"][0]["labels"]["fra"]["tokens"] == n_tokens


def test_sizes_on_counts(cli, trained, tmp_path):
    (tmp_path / "fra.txt").write_text("la rue, lower et plus grande. " * 9, "utf-8")
    assert cli("count", "fra.txt", "--out", "counts").status == 0
    on_text = cli("sweep", trained, "fra.txt", "--json").document
    assert cli("sweep", trained, "--counts", "counts", "--json").document == on_text
    least = cli("sweep", trained, "--counts", "counts", "--min-count", "9", "--json")
    assert least.document["bytes"]["fra"] < on_text["bytes"]["fra"]


def test_texts_are_read_and_labelled_as_evaluate_does(cli, trained, tmp_path):
    folder = tmp_path / "flores"
    folder.mkdir()
    for name, line in (("eng_Latn", "lower and lowest"), ("deu_Latn", "größer und größer")):
        (folder / f"{name}.dev").write_text(f"{line}\n" * 9, "utf-8")
    (folder / "notes.txt").write_text("no parallel text", "utf-8")
    outcome = cli("sweep", trained, folder, "--json")
    measured = cli("evaluate", trained, folder, "--json").document["labels"]
    labels = [row["label"] for row in measured]
    assert sorted(outcome.document["bytes"]) == sorted(labels) == ["deu_Latn", "eng_Latn"]
    assert "notes.txt" in outcome.err
    (tmp_path / "fra.jsonl").write_text('{"body": "la rue"}\n', "utf-8")
    options = ("--text-field", "body", "--label", "fra.jsonl=French", "--json")
    assert cli("sweep", trained, "fra.jsonl", *options).document["bytes"] == {"French": 6}


def test_the_cost_in_a_model_and_the_marks(cli, trained):
    document = cli(
        "sweep", "small", "--sizes", "260,280,300", "--width", "100", "--tied",
        "--parameters", "0.1M", "--budget-share", "28.5%", "--json",
    ).document  # fmt: skip
    assert document["model"] == {
        "name": None, "width": 100, "tied": True, "parameters": 100_000, "budget_share": 0.285
    }  # fmt: skip
    assert document["budget_size"] == 285
    rows = document["sizes"]
    assert [row["parameters"] for row in rows] == [26_000, 28_000, 30_000]
    assert [row["within_budget"] for row in rows] == [True, True, False]
    assert [row["marks"] for row in rows] == [[], ["budget"], []]
    assert {"size": 256, "multiple": 64} not in document["hardware_sizes"]  # below the smallest
    document = cli("sweep", "small", "--model", "gpt2", "--untied", "--json").document
    assert (document["model"]["name"], document["model"]["tied"]) == ("gpt2", False)
    document = cli("sweep", "small", "--width", "8", "--json").document
    assert document["budget_size"] is None
    assert document["sizes"][0]["parameter_share"] is None


def test_a_mixture_has_two_totals_that_are_named(cli, corpus):
    report = cli(
        "train", corpus, "--vocab-size", 300, "--weight", "deu=9", "--weight", "eng=1",
        "--name", "mixed", "--json",
    ).document  # fmt: skip
    rows = report["labels"]
    natural = sum(row["bytes"] for row in rows) / sum(row["tokens"] for row in rows)
    mixed = sum(row["bytes"] * row["repetition"] for row in rows) / sum(
        row["tokens"] * row["repetition"] for row in rows
    )
    assert abs(natural - mixed) > 0.01
    shown = cli("runs", "show", "mixed", "--json").document
    last = cli("sweep", "mixed", "--json").document["sizes"][-1]
    for document in (report, shown, last):
        assert document["bytes_per_token"] == pytest.approx(natural)
        assert document["bytes_per_token_mixed"] == pytest.approx(mixed)
    words = f"{natural:.2f} bytes per token of the training corpus, {mixed:.2f} as mixed"
    assert words in cli("runs", "show", "mixed").out
    table = cli("sweep", "mixed", "--sizes", "300").out.splitlines()
    assert "bytes/token  bytes/token as mixed" in table[0]
    assert table[1].split()[1:3] == [f"{natural:.3f}", f"{mixed:.3f}"]


def test_without_a_mixture_there_is_one_total(cli, trained):
    document = cli("runs", "show", "small", "--json").document
    assert document["bytes_per_token_mixed"] is None
    assert cli("sweep", "small", "--json").document["sizes"][-1]["bytes_per_token_mixed"] is None
    assert "mixed" not in cli("sweep", "small").out + cli("runs", "show", "small").out


def test_a_model_that_is_not_as_published_is_not_passed_off_as_such(cli, trained):
    assert "Parameters: Llama 3 8B, width" in cli("sweep", "small").out
    assert "Parameters: as Llama 3 8B but for what was given" in cli("sweep", "small", "--tied").out


def test_the_table_and_what_stands_below_it(cli, trained):
    outcome = cli("sweep", "small", "--sizes", "280,300", "--model", "pythia-70m")
    lines = outcome.out.splitlines()
    assert lines[0].split() == [
        "size", "bytes/token", "saved", "per", "1,000", "%", "parameters", "M", "share", "%",
        "deu", "eng", "marks",
    ]  # fmt: skip
    assert lines[1].split()[0] == "280"
    assert "largest within the budget" in lines[2]
    assert "Parameters: Pythia 70M, width 512, untied embedding and output." in lines
    assert "Budget: 2 % of 70 M parameters = at most 1,375 ids." in lines


@pytest.mark.parametrize(
    ("how", "begin"), [("csv", "size,"), ("markdown", "| size"), ("latex", r"\begin{tabular}")]
)
def test_formats(how, begin, cli, trained):
    outcome = cli("sweep", "small", "--sizes", "280,300", "--format", how)
    assert outcome.out.startswith(begin)
    if how == "csv":
        rows = list(csv.DictReader(io.StringIO(outcome.out)))
        assert [row["size"] for row in rows] == ["280", "300"]
        assert all(rows[0]), "every column has a name"
        assert float(rows[1]["eng"]) > float(rows[0]["eng"]) > 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--sizes", "258"], "every size from 259 to 300 ids, not 258"),
        (["--sizes", "301"], "every size from 259 to 300 ids, not 301"),
        (["--sizes", "many"], "'many' is not a whole number"),
        (["--sizes", ","], "there is no size in it"),
        (["--model", "llama3"], "There is no model 'llama3'; did you mean llama3-8b?"),
        (["--parameters", "7B"], "give --width D, or a --model"),
        (["--model", "gpt2", "--parameters", "9" * 40], "beyond the limit"),
        (["--width", "9" * 14, "--parameters", "1"], "beyond the limit of 1,000,000"),
        (["--width", "900", "--parameters", "1"], "more than the whole model's 1"),
        (["--model", "gpt2", "--width", "9"], "--model and --width exclude each other"),
        (["--width", "0"], "width must be a whole number of at least 1, not 0"),
        (
            ["--width", "9", "--parameters", "0"],
            "total_parameters must be a whole number of at least 1, not 0",
        ),
        (["--width", "9", "--budget-share", "0.1"], "give --parameters"),
        (["--budget-share", "2"], "must lie above 0 and be at most 1"),
        (["--budget-share", "much"], "'much' is not a share"),
        (["--threshold", "0"], "share between 0 and 1"),
        (["--parameters", "big"], "not a number of parameters"),
        (["--tied", "--untied"], "not allowed with"),
        (["--format", "csv", "--json"], "exclude each other"),
    ],
)
def test_wrong_use(options, sentence, cli, trained):
    outcome = cli("sweep", "small", *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.sentence


def test_a_tokenizer_without_a_training_needs_texts(cli, trained, tmp_path):
    cli("export", trained, "--format", "tiktoken", "--out", "tt")
    outcome = cli("sweep", "tt/tokenizer.tiktoken")
    assert outcome.status == 2
    assert "does not say what it was trained on" in outcome.sentence
    assert "PATH" in outcome.sentence
    (tmp_path / "eng.txt").write_text("lower and lowest", "utf-8")
    assert cli("sweep", "tt/tokenizer.tiktoken", "eng.txt").status == 0
    (tmp_path / "empty.txt").touch()
    outcome = cli("sweep", trained, "empty.txt")
    assert (outcome.status, "contains no text" in outcome.sentence) == (1, True)


@pytest.mark.parametrize("command", [["export"], ["runs", "export"]])
def test_export_of_a_smaller_size(command, cli, trained, tmp_path):
    outcome = cli(
        *command, "small", "--format", "workbench", "--out", "cut", "--vocab-size", 280, "--json"
    )
    assert outcome.status == 0, outcome.err
    assert outcome.document["vocab_size"] == 280
    written = Tokenizer.load(tmp_path / "cut")
    assert written.semantic_hash == Tokenizer.load(trained).truncated(280).semantic_hash
    outcome = cli(*command, "small", "--format", "workbench", "--out", "x", "--vocab-size", 900)
    assert outcome.status == 2
    assert "can be truncated to a size from 259 to 300, not to 900" in outcome.sentence
