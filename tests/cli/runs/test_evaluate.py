"""`evaluate`: what it prints, in which form, and the sentences about what cannot be measured."""

from __future__ import annotations

import csv
import io
import shutil

import pytest

from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate
from engine.evaluation.metrics import METRICS
from workbench.cli.runs.evaluate import evaluated_with_progress
from workbench.cli.shared.output import EvaluationProgress
from workbench.text.languages import is_spaced

ENGLISH = "The low one.\nThe lower one has 12 parts.\nThe lowest of 12345.\n"
GERMAN = "Das niedrige.\nDas niedrigere hat 12 Teile.\nDas niedrigste von 12345.\n"


@pytest.fixture
def bigger(cli, corpus, tmp_path):
    cli("train", corpus, "--vocab-size", 330, "--name", "bigger", "--quiet")
    return "bigger"


@pytest.fixture
def parallel(tmp_path):
    """A folder in the layout of FLORES."""
    folder = tmp_path / "flores" / "dev"
    folder.mkdir(parents=True)
    for name, text in {
        "eng_Latn": ENGLISH,
        "deu_Latn": GERMAN,
        "cmn_Hans": "低\n更低\n最低\n",
    }.items():
        (folder / f"{name}.dev").write_text(text, "utf-8")
    (tmp_path / "flores" / "metadata_dev.tsv").write_text("URL\n")
    return tmp_path / "flores"


def table(text):
    """The lines of the first table, by label; the first one is the head."""
    lines = text.split("\n\n")[0].splitlines()
    return {line.split()[0]: line for line in lines}


def test_a_row_per_label_and_the_total(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus)
    assert outcome.status == 0
    lines = table(outcome.out)
    assert list(lines) == ["label", "deu", "eng", "all"]
    assert max(map(len, lines.values())) <= 120
    assert lines["label"].split()[2:6] == ["premium", "bytes/token", "tokens/char", "fertility"]


def test_baselines_stand_beside_with_the_difference(cli, trained, bigger, corpus):
    outcome = cli("evaluate", "small", corpus, "--baseline", bigger, "--baseline", trained)
    lines = table(outcome.out)
    assert "vs bigger" in lines["label"]
    assert lines["all"].split()[-2:] == ["0.0", "%"]
    assert [line.split()[0] for line in outcome.out.split("\n\n")[1].splitlines()][:3] == [
        "tokenizer",
        "small",
        "bigger",
    ]
    document = cli("evaluate", "small", corpus, "--baseline", bigger, "--json").document
    ours, theirs = document["total"]["tokens"], document["baselines"][0]["total"]["tokens"]
    assert theirs < ours
    difference = document["baselines"][0]["total"]["token_difference"]
    assert difference == pytest.approx((ours - theirs) / theirs)
    assert document["round_trips"] is True
    assert [row["language"] for row in document["labels"]] == ["German", "English"]
    assert document["total"]["bytes"] == sum(row["bytes"] for row in document["labels"])


def test_the_document_has_every_metric(cli, trained, parallel):
    document = cli("evaluate", trained, parallel, "--json").document
    for key, metric in METRICS.items():
        place = document["fairness"] if metric.scope == "all" else document["labels"][0]
        assert key in place, key
    assert {each["key"] for each in document["metrics"]} == set(METRICS)
    assert not any("formula" in each for each in document["metrics"])
    listed = cli("evaluate", "--list-metrics", "--json").document
    assert [each["key"] for each in listed] == list(METRICS)
    assert all(each["formula"] and each["caveat"] and each["source"] for each in listed)


def test_a_folder_of_parallel_texts(cli, trained, parallel):
    document = cli("evaluate", trained, parallel, "--json").document
    assert [row["label"] for row in document["labels"]] == ["zho_Hans", "deu_Latn", "eng_Latn"]
    fairness = document["fairness"]
    assert (fairness["reference"], fairness["lines"], fairness["languages"]) == ("eng_Latn", 3, 3)
    assert "metadata_dev.tsv" in document["remarks"][0]
    premiums = {row["label"]: row["premium"] for row in document["labels"]}
    assert premiums["eng_Latn"] == 1.0
    assert fairness["worst_language"] == max(premiums, key=premiums.get)
    against_german = cli("evaluate", trained, parallel, "--reference", "de", "--json").document
    assert against_german["fairness"]["reference"] == "deu_Latn"
    ratio = {row["label"]: row["premium"] for row in against_german["labels"]}["eng_Latn"]
    assert ratio == pytest.approx(1 / premiums["deu_Latn"])


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_goes_to_standard_error(monkeypatch, tmp_path):
    (tmp_path / "eng.txt").write_text(ENGLISH)
    (tmp_path / "deu.txt").write_text(GERMAN)
    corpus = Corpus.from_paths([tmp_path / "deu.txt", tmp_path / "eng.txt"])
    monkeypatch.setattr("workbench.cli.shared.output._REPAINT_S", 0.0)
    stream = Terminal()
    (evaluation,) = evaluated_with_progress([Tokenizer([])], corpus, None, stream)
    assert evaluation.total.bytes == len(ENGLISH) + len(GERMAN)
    assert "text 1 of 2: deu" in stream.getvalue()
    assert "text 2 of 2: eng" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_the_share_that_is_done_grows_with_the_texts(tmp_path):
    (tmp_path / "deu.txt").write_text("a" * 300)
    (tmp_path / "eng.txt").write_text("b" * 100)
    corpus = Corpus.from_paths([tmp_path / "deu.txt", tmp_path / "eng.txt"])
    rows = evaluate(Tokenizer([]), corpus).rows
    shares = [EvaluationProgress(corpus).text(row).split()[1] for row in rows]
    assert shares == ["75%", "100%"]


def test_the_reasons_of_premiums_are_in_json_and_the_highest_is_said(cli, trained, parallel):
    outcome = cli("evaluate", trained, parallel, "--json")
    reasons = outcome.document["premium_reasons"]
    premiums = [each["premium"] for each in reasons]
    assert premiums == sorted(premiums, reverse=True)
    assert {each["label"] for each in reasons} == {"deu_Latn", "zho_Hans"}
    rows = {row["label"]: row for row in outcome.document["labels"]}
    for each in reasons:
        row = rows[each["label"]]
        pattern, tokens = row["pretoken_ratio"], row["tokens_per_pretoken_ratio"]
        assert pattern * tokens == pytest.approx(each["premium"])
        values = {factor["kind"]: factor["value"] for factor in each["factors"]}
        assert values == {"pattern": pattern, "tokens": tokens}
        assert each["mark_split_share"] == row["mark_split_share"] == 0.0
    assert f"Highest premium: {reasons[0]['sentence']}" in outcome.err
    assert f"Highest premium: {reasons[0]['sentence']}" in outcome.document["remarks"]


def test_json_and_another_format_exclude_each_other(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus, "--json", "--format", "csv")
    assert (outcome.status, outcome.out) == (2, "")
    assert "exclude each other" in outcome.sentence


def test_parallel_files_with_unequal_lines(cli, trained, tmp_path):
    (tmp_path / "eng.txt").write_text(ENGLISH)
    (tmp_path / "deu.txt").write_text(GERMAN + "Noch eine.\n")
    outcome = cli("evaluate", trained, "eng.txt", "deu.txt", "--json")
    assert outcome.status == 0
    assert "eng 3, deu 4" in outcome.err
    document = outcome.document
    assert document["fairness"] is None
    assert {row["premium"] for row in document["labels"]} == {None}
    assert all(row["fertility"] > 1 for row in document["labels"])


def test_the_worst_premium_is_first_where_texts_are_parallel(cli, trained, parallel):
    head, *rows = table(cli("evaluate", trained, parallel).out).values()
    end = head.index("premium") + len("premium")
    premiums = [float(row[:end].split()[-1]) for row in rows[:-1]]
    assert premiums == sorted(premiums, reverse=True)
    assert premiums[-1] < premiums[0] and 1.0 in premiums
    by_name = table(cli("evaluate", trained, parallel, "--sort", "label").out)
    assert list(by_name)[1:-1] == sorted(list(by_name)[1:-1])


def test_an_unknown_reference(cli, trained, parallel):
    outcome = cli("evaluate", trained, parallel, "--reference", "klingon")
    assert outcome.status == 2
    assert "'klingon'" in outcome.sentence
    assert "eng_Latn" in outcome.sentence


def test_metrics_and_their_order(cli, trained, bigger, corpus):
    columns = ["--metrics", "fertility_p95,bytes_per_token", "--sort", "bytes_per_token"]
    outcome = cli("evaluate", trained, corpus, "--baseline", bigger, *columns)
    head, *rows = table(outcome.out).values()
    assert head.split()[2:] == [
        "p95", "bytes/token", "bigger", "p95", "bigger", "bytes/token", "vs", "bigger",
    ]  # fmt: skip
    best = [float(row.split()[3]) for row in rows[:-1]]
    assert best == sorted(best, reverse=True)
    assert rows[-1].startswith("all")
    every = cli("evaluate", trained, corpus, "--metrics", "all").out
    assert "Rényi" in every
    assert all(each.head in every for each in METRICS.values())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--metrics", "speed"], "no metric 'speed'"),
        (["--metrics", ","], "names no metric"),
        (["--sort", "speed"], "no metric 'speed'"),
        (["--sort", "gini"], "cannot sort"),
    ],
)
def test_wrong_metrics(cli, trained, corpus, arguments, words):
    outcome = cli("evaluate", trained, corpus, *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in outcome.sentence


@pytest.mark.parametrize("missing", [[], ["small"]])
def test_without_a_tokenizer_or_a_text(cli, missing):
    assert cli("evaluate", *missing).status == 2


def test_csv_is_read_back(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus, "--format", "csv")
    rows = list(csv.DictReader(outcome.out.splitlines()))
    assert [row["label"] for row in rows] == ["deu", "eng", "all"]
    document = cli("evaluate", trained, corpus, "--json").document
    for row, measured in zip(rows, [*document["labels"], document["total"]], strict=True):
        assert float(row["fertility"]) == measured["fertility"]
        assert float(row["retention"]) == measured["retention"] <= 1
        assert row["word_rule"] == (measured["word_rule"] or "")


def test_csv_has_the_same_columns_of_every_tokenizer(cli, trained, bigger, parallel):
    given = ["evaluate", "small", parallel, "--baseline", bigger]
    rows = list(csv.DictReader(cli(*given, "--format", "csv").out.splitlines()))
    columns = list(rows[0])[3:]
    ours = [key for key in columns if not key.startswith("bigger ")]
    theirs = [key.removeprefix("bigger ") for key in columns if key.startswith("bigger ")]
    assert theirs == [*ours, "token_difference"]
    assert set(ours) <= set(METRICS)
    document = cli(*given, "--json").document
    baseline = document["baselines"][0]
    total = rows[-1]
    assert float(total["gini"]) == document["fairness"]["gini"]
    assert float(total["bigger gini"]) == baseline["fairness"]["gini"]
    assert total["worst_language"] == document["fairness"]["worst_language"]
    assert float(total["bigger token_difference"]) == baseline["total"]["token_difference"]
    assert {row["gini"] for row in rows[:-1]} == {""}


def test_gini_alone(cli, trained, parallel):
    out = cli("evaluate", trained, parallel, "--metrics", "gini,variation").out
    assert out.startswith("tokenizer")
    assert "CV" in out.splitlines()[0]


def test_two_baselines_leave_the_table_readable(cli, trained, bigger, parallel, tmp_path):
    long = tmp_path / "a_tokenizer_with_a_long_name.twb"
    shutil.copy(next(tmp_path.rglob("*.twb")), long)
    given = ["evaluate", "small", parallel, "--baseline", bigger, "--baseline", long]
    outcome = cli(*given)
    assert max(map(len, table(outcome.out).values())) <= 120
    assert "_long_name" in outcome.out.splitlines()[0]
    assert "decodes exactly" in outcome.out.split("\n\n")[1]


def test_files_of_the_same_name_are_told_apart(cli, trained, corpus, tmp_path):
    made = next(tmp_path.rglob("*.twb"))
    files = [tmp_path / folder / "a_tokenizer.twb" for folder in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        shutil.copy(made, file)
    given = ["--baseline", files[0], "--baseline", files[1]]
    labels, tokenizers, *_ = cli("evaluate", "small", corpus, *given).out.split("\n\n")
    assert "vs a_tokenizer  vs …tokenizer 2" in labels
    assert [line.split("  ")[0] for line in tokenizers.splitlines()][1:] == [
        "small", "a_tokenizer", "a_tokenizer 2",
    ]  # fmt: skip


def test_files_with_the_usual_name_are_called_by_their_folder(cli, trained, corpus, tmp_path):
    folders = [tmp_path / "a_folder_with_a_long_name" / name for name in ("gpt2", "llama3")]
    for folder in folders:
        assert cli("export", "small", "--format", "tokenizer.json", "--out", folder).status == 0
    files = [folder / "tokenizer.json" for folder in folders]
    out = cli("evaluate", "small", corpus, "--baseline", files[0], "--baseline", files[1]).out
    labels, tokenizers, *_ = out.split("\n\n")
    assert "vs gpt2  vs llama3" in labels
    assert [line.split()[0] for line in tokenizers.splitlines()][1:] == ["small", "gpt2", "llama3"]


def test_several_texts_in_one_language_are_told(cli, trained, tmp_path):
    for name in ("eng", "eng_GB", "deu"):
        (tmp_path / f"{name}.txt").write_text(ENGLISH)
    out = cli("evaluate", trained, "eng.txt", "eng_GB.txt", "deu.txt").out
    assert "3 texts in 2 languages" in out


@pytest.mark.parametrize(
    ("how", "begins"), [("markdown", "| label |"), ("latex", "\\begin{tabular}{lll")]
)
def test_other_formats(cli, trained, corpus, how, begins):
    outcome = cli("evaluate", "small", corpus, "--format", how)
    assert outcome.out.startswith(begins)
    labels, tokenizers = outcome.out.split("\n\n")
    assert METRICS["bytes_per_token"].head in labels
    assert "bytes\\_per\\_token" not in labels
    assert "small" in tokenizers


def test_metrics_are_explained(cli):
    listed = cli("evaluate", "--list-metrics")
    assert listed.status == 0
    assert all(key in listed.out for key in METRICS)
    assert "all languages together" in listed.out
    assert "yes or no" in cli("evaluate", "--explain", "round_trips").out
    explained = cli("evaluate", "--explain", "renyi_efficiency").out
    assert "2.5" in explained
    assert "Zouhar" in explained
    assert "diagnostic" in explained
    assert cli("evaluate", "--explain", "gini", "--json").document["better"] == "lower"
    assert cli("evaluate", "--explain", "speed").status == 2


def test_red_flags_are_marked_and_explained(cli, tmp_path):
    pairs = [(left, right) for left in range(128, 192) for right in range(256)]
    large = Tokenizer(pairs, pattern="gpt2").save(tmp_path / "large.twb")  # 16,640 ids, no words
    for name in ("eng", "deu"):
        (tmp_path / f"{name}.txt").write_text("zxqj vwkb")
    outcome = cli("evaluate", large, "eng.txt")
    assert "⚑" in table(outcome.out)["eng"]
    assert "Latin script usually has about 0.38 with 65,536 ids" in outcome.out
    both = cli("evaluate", large, "eng.txt", "deu.txt").out
    assert both.count("a vocabulary too small for all its languages") == 1
    assert "eng 1.00 (usually 0.38), deu 1.00 (usually 0.38)" in both
    document = cli("evaluate", large, "eng.txt", "--json").document
    assert document["red_flags"][0]["kind"] == "tokens_per_character"
    assert document["labels"][0]["red_flag"] == "tokens_per_character"
    assert document["total"]["red_flag"] is None


def test_a_small_vocabulary_is_not_compared_with_what_a_large_one_has(cli, trained, tmp_path):
    (tmp_path / "eng.txt").write_text("zxqj vwkb")
    assert cli("evaluate", trained, "eng.txt", "--json").document["red_flags"] == []


def test_problems_of_the_corpus_are_told(cli, trained, tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 low")
    outcome = cli("evaluate", trained, "latin.txt", "--json")
    assert outcome.status == 0
    assert "invalid UTF-8" in outcome.document["problems"][0]
    assert "latin.txt, byte 3" in outcome.err


def test_a_corpus_without_text(cli, trained, tmp_path):
    (tmp_path / "empty.txt").touch()
    outcome = cli("evaluate", trained, "empty.txt")
    assert (outcome.status, outcome.out) == (1, "")
    assert "empty.txt: the file is empty" in outcome.sentence


def test_an_unknown_baseline(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus, "--baseline", "gpt5")
    assert outcome.status == 1
    assert "gpt5" in outcome.sentence


def test_the_word_rule_stands_beside_the_number(cli, trained, corpus, tmp_path):
    (corpus / "tha.txt").write_text("ภาษาไทยไม่มีช่องว่าง ระหว่างคำ", "utf-8")
    (corpus / "zho_Hant.txt").write_text("中文沒有空格。", "utf-8")
    document = cli("evaluate", trained, corpus, "--baseline", "small", "--json").document
    for part in (document, document["baselines"][0]):
        rows = {row["label"]: row for row in part["labels"]}
        for label in ("tha", "zho_Hant"):
            assert rows[label]["tokens_per_word"] is None
            assert rows[label]["word_rule"] == "characters"
            assert rows[label]["retention"] is None
        assert rows["eng"]["tokens_per_word"] == rows["eng"]["fertility"] > 1
        assert part["total"]["tokens_per_word"] is part["total"]["fertility"] is None
    out = cli("evaluate", trained, corpus).out
    assert " c " in table(out)["zho_Hant"]
    assert "c: characters other than white space" in out


def test_which_languages_are_written_with_spaces():
    unspaced = [
        "tha",
        "jpn",
        "ja",
        "zho",
        "zh",
        "zho_Hant",
        "zho_news",
        "yue",
        "lao",
        "khm",
        "mya",
        "bod",
        "dzo",
        "tha_x",
    ]
    assert [label for label in unspaced if is_spaced(label)] == []
    spaced = ["deu", "kor", "vie", "sat", "hin", "code_python", "zho_Latn", "all", "klingon", "a_b"]
    assert [label for label in spaced if not is_spaced(label)] == []
