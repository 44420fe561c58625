from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Tokenizer
from engine.training import EstimateError
from tests.cli.conftest import PROJECT
from workbench.cli.shared.training_report import estimate_sentence
from workbench.store import RunStore
from workbench.work.runs.recording_progress import TrainingReport

KEYS = {
    "run_id", "vocab_size", "tokenizer", "semantic_hash", "bytes", "documents", "pretokens",
    "unique_pretokens", "seconds", "problems", "unused_ids",
}  # fmt: skip


def test_json_is_one_document_and_progress_goes_to_standard_error(cli, corpus, tmp_path):
    outcome = cli(
        "train", corpus, "--vocab-size", 300, "--out", tmp_path / "out", "--name", "mine", "--json"
    )
    assert outcome.status == 0
    report = outcome.document
    assert report.keys() >= KEYS
    assert report["seconds"].keys() >= {"count", "merge", "total"}
    assert report["elapsed_s"] >= report["seconds"]["total"] - 0.001
    assert report["bytes_per_second"] > 0
    assert report["merges_per_second"] > 0
    assert not report["was_stopped"]
    assert [each["share"] for each in report["estimates"]] == [0.10, 0.25, 0.50]
    for each in report["estimates"]:
        if each["error"] is not None:
            error = each["estimated_s"] / each["actual_s"] - 1
            assert each["error"] == pytest.approx(error, rel=0.02, abs=0.01)
    assert report["tokenizer"] == str(tmp_path / "out/tokenizer.twb")
    assert report["bytes"] == sum(p.stat().st_size for p in corpus.iterdir())
    assert (report["documents"], report["vocab_size"], report["unused_ids"]) == (2, 300, 0)
    assert report["problems"] == []
    assert {row["label"]: row["language"] for row in report["labels"]} == {
        "eng": "English",
        "deu": "German",
    }
    assert "Compute merges" in outcome.err
    assert "44 of 44 merges" in outcome.err
    tokenizer = Tokenizer.load(report["tokenizer"])
    assert tokenizer.semantic_hash == report["semantic_hash"]
    with RunStore.open() as store:
        assert store.tokenizer("mine").semantic_hash == report["semantic_hash"]
        assert store.resolve("mine") == report["run_id"]


def test_the_table_is_sorted_and_aligned(cli, corpus):
    lines = cli("train", corpus, "--vocab-size", 300).out.splitlines()
    assert lines[0].split() == ["label", "language", "bytes", "tokens", "bytes/token"]
    assert [line.split()[0] for line in lines[1:4]] in (
        ["eng", "deu", "all"],
        ["deu", "eng", "all"],
    )
    ratios = [float(line.split()[-1]) for line in lines[1:3]]
    assert ratios == sorted(ratios, reverse=True)
    assert len({len(line) for line in lines[:4]}) == 1
    assert re.match(r"Run \d{8}-\d{4}-\w+ \(gpt2-300\)", lines[5])


def test_without_out_the_tokenizer_lies_beside_the_store(cli, corpus, tmp_path):
    report = cli(
        "train", corpus, "--vocab-size", 270, "--json", "--db", tmp_path / "own/runs.sqlite"
    ).document
    folder = tmp_path / "own/tokenizers" / report["run_id"]
    assert report["tokenizer"] == str(folder / "tokenizer.twb")
    assert Tokenizer.load(report["tokenizer"]).vocab_size == 270


def test_quiet_prints_only_the_run(cli, corpus):
    outcome = cli("train", corpus, "--vocab-size", 270, "--quiet")
    assert re.fullmatch(r"\d{8}-\d{4}-\w+\n", outcome.out)
    assert outcome.err == ""


def test_every_option_reaches_the_configuration(cli, corpus, tmp_path):
    (tmp_path / "special.txt").write_text("<|one|>\n\n<|two|>\n", "utf-8")
    outcome = cli(
        "train", corpus / "eng.txt", "--vocab-size", "300", "--pattern", r"\p{L}+|[^\p{L}]+",
        "--special-tokens", tmp_path / "special.txt", "--tie-break", "gpt2-order",
        "--min-frequency", 3, "--max-token-bytes", 4, "--reserved-slots", 2,
        "--token-limit", "tokenizers", "--normalization", "nfkc",
        "--max-document-chars", 50, "--max-chars", 600, "--document-separator", r". \n",
        "--label", f"{corpus / 'eng.txt'}=prose", "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    with RunStore.open() as store:
        record = store.run(outcome.document["run_id"])
    config, options = record.config, record.options
    assert config.pattern == r"\p{L}+|[^\p{L}]+"
    assert config.special_tokens == ("<|one|>", "<|two|>")
    assert (config.tie_break, config.min_frequency) == ("gpt2-order", 3)
    assert (config.max_token_bytes, config.reserved_slots) == (4, 2)
    assert (config.token_limit, config.normalization) == ("tokenizers", "nfkc")
    assert (options.max_document_chars, options.max_chars) == (50, 600)
    assert options.document_separator == ". \n"
    assert [source.label for source in record.sources] == ["prose"]
    tokenizer = Tokenizer.load(outcome.document["tokenizer"])
    assert max(map(len, tokenizer.vocabulary[: 256 + tokenizer.n_merges])) <= 3


def test_a_design_of_special_tokens_reaches_the_run_and_its_sizes(cli, corpus, tmp_path):
    design = {"tokens": ["<|a|>", "<|b|>"], "roles": {"eos": "<|b|>"}, "pad_vocab_to": 64}
    (tmp_path / "own.json").write_text(json.dumps(design), "utf-8")
    report = cli(
        "train", corpus, "--vocab-size", 300, "--special-tokens", tmp_path / "own.json",
        "--role", "pad=<|a|>", "--reserved-slots", 2, "--special-text", "cut", "--json",
    ).document  # fmt: skip
    assert (report["vocab_size"], report["n_merges"]) == (320, 300 - 256 - 4)
    assert report["special_tokens"]["<|a|>"] == 296
    assert report["roles"] == {"eos": "<|b|>", "pad": "<|a|>"}
    shown = cli("runs", "show", report["run_id"], "--json").document
    assert (shown["roles"], shown["special_text"]) == (report["roles"], "cut")
    assert cli("export", report["run_id"], "--format", "workbench", "--vocab-size", 310,
               "--out", tmp_path / "small").status == 0  # fmt: skip
    small = Tokenizer.load(tmp_path / "small")
    assert (small.vocab_size, small.roles) == (310, report["roles"])
    assert small.special_tokens["<|reserved_21|>"] == 309


def test_roles_of_the_command_line_come_before_those_of_a_recipe_and_a_set(cli, corpus, tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'vocab_size = 300\nspecial_tokens = "chatml"\npad_vocab_to = 8\n'
        'roles = { pad = "<|im_start|>", eos = "<|im_end|>" }\n'
    )
    train = ("train", corpus, "--recipe", recipe, "--json")
    assert cli(*train, "--role", "eot=").document["roles"] == {
        "eos": "<|im_end|>", "pad": "<|im_start|>",
    }  # fmt: skip
    assert cli(*train, "--special-tokens", "base").document["roles"] == {"eos": "<|endoftext|>"}
    wrong = cli(*train, "--role", "end=<|im_end|>")
    assert (wrong.status, "the roles are bos, eos" in wrong.sentence) == (2, True)
    missing = cli(*train, "--role", "bos=<|s|>")
    assert (missing.status, "not among the special tokens" in missing.sentence) == (2, True)


def test_one_special_token_in_the_corpus_stands_there_one_time(cli, tmp_path):
    (tmp_path / "eng.txt").write_text("low lower<|endoftext|>low", "utf-8")
    assert "eng: <|endoftext|> 1 time (first" in cli("corpus", tmp_path).out


def test_special_tokens_in_the_corpus_are_noted(cli, tmp_path):
    (tmp_path / "eng.txt").write_text("low lower<|endoftext|>" * 30, "utf-8")
    outcome = cli("train", tmp_path, "--vocab-size", 280, "--special-tokens", "base")
    assert "eng: special tokens are in the text, <|endoftext|> 30 times" in outcome.err
    outcome = cli("corpus", tmp_path)
    assert "eng: <|endoftext|> 30 times (first <|endoftext|> in document 1, byte 9)" in outcome.out
    assert "--document-separator '<|endoftext|>' splits them there" in outcome.err
    found = cli("corpus", tmp_path, "--document-separator", "<|endoftext|>", "--json").document
    assert found["sources"][0]["look_alikes"] == []


def test_special_ids_do_not_depend_on_how_many_merges_there_are(cli, corpus, tmp_path):
    (tmp_path / "tiny.txt").write_text("abab", "utf-8")
    for path in (corpus, tmp_path / "tiny.txt"):
        report = cli(
            "train", path, "--vocab-size", 300, "--special-tokens", "nanochat", "--json"
        ).document
        special = Tokenizer.load(report["tokenizer"]).special_tokens
        assert special["<|bos|>"] == 291
        assert special["<|output_end|>"] == 299
    assert report["unused_ids"] == 300 - 9 - 256 - report["n_merges"] > 30
    assert any("ids stay unused" in problem for problem in report["problems"])


@pytest.mark.slow
def test_ctrl_c_leaves_a_cancelled_run_and_status_130(home, tmp_path):
    words = "".join(f"{n:x}{n * 7919 % 100003:x} " for n in range(400_000))
    (tmp_path / "long.txt").write_text(words, "utf-8")
    program = subprocess.Popen(
        [sys.executable, "-m", "workbench", "train", "long.txt", "--vocab-size", "60000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        text=True,
    )
    with program:
        first = program.stderr.readline()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate()
    assert "Pre-tokenize" in first
    assert program.returncode == 130, err
    assert "Cancelled" in err
    assert "Traceback" not in err
    assert out == ""
    with RunStore.open() as store:
        assert [run.status for run in store.list_runs()] == ["cancelled"]
        assert store.check() == []


def test_a_cap_that_leaves_sources_without_text_names_them(cli, corpus, tmp_path):
    n = len((corpus / "deu.txt").read_text("utf-8"))
    sentence = f"The corpus ends after {n:,} characters (max_chars), before any text of eng."
    outcome = cli("train", corpus, "--vocab-size", 270, "--max-chars", n, "--json")
    assert sentence in outcome.document["problems"]
    assert f"Note: {sentence}" in outcome.err
    (tmp_path / "recipe.toml").write_text(f"paths = 'corpus'\nvocab_size = 270\nmax_chars = {n}\n")
    assert sentence in cli("train", "--recipe", "recipe.toml").err
    assert "max_chars" not in cli("train", corpus, "--vocab-size", 270, "--max-chars", n + 1).err


def test_one_thing_is_not_many(cli, tmp_path):
    (tmp_path / "eng.txt").write_text("ab", "utf-8")
    out = cli("train", "eng.txt", "--vocab-size", 257).out
    assert "257 ids (256 bytes, 1 merge)," in out
    assert " 1 document, 2 B, 1 pre-token, 1 different" in out
    run_id = out.partition("Run ")[2].split()[0]
    assert " 1 document, 2 bytes" in cli("runs", "show", run_id).out


def test_a_recipe_gives_settings_and_paths_and_the_command_line_comes_first(cli, corpus, tmp_path):
    (tmp_path / "recipes").mkdir()
    recipe = tmp_path / "recipes/small.toml"
    recipe.write_text(
        'paths = ["../corpus/eng.txt", "../corpus/deu.txt"]\nvocab_size = 280\n'
        'pattern = "llama3"\nspecial_tokens = "base"\nname = "from recipe"\nout = "made"\n'
        '[labels]\n"../corpus/deu.txt" = "Deutsch"\n',
        "utf-8",
    )
    report = cli("train", "--recipe", recipe, "--vocab-size", 290, "--json").document
    assert (report["vocab_size"], report["name"]) == (290, "from recipe")
    assert {row["label"] for row in report["labels"]} == {"eng", "Deutsch"}
    assert Path(report["tokenizer"]).samefile(tmp_path / "recipes/made/tokenizer.twb")
    tokenizer = Tokenizer.load(report["tokenizer"])
    assert tokenizer.pattern_name == "llama3"
    assert tokenizer.special_tokens == {"<|endoftext|>": 289}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("vocab_sise = 300", "sets 'vocab_sise', which is no setting"),
        ('vocab_size = "300"', "sets vocab_size to '300'; it must be a whole number"),
        ("weights = [1, 2]", "sets weights to [1, 2]; it must be a table"),
        ("vocab_size = = 3", "not valid TOML"),
        ("min_frequency = true", "sets min_frequency to True"),
        ("special_tokens = [1]", "special token"),
        ("tie_break = 'random'", "random"),
    ],
)
def test_a_wrong_recipe_names_the_file_and_the_key(line, sentence, refused_recipe, corpus):
    text = f'paths = "corpus"\n{line}\n'
    assert sentence in refused_recipe(text, "train", "--vocab-size", 300)
    with RunStore.open() as store:
        assert store.list_runs() == []


def test_an_out_directory_that_cannot_be_made_ends_before_the_training(cli, corpus, tmp_path):
    (tmp_path / "file").write_text("x")
    outcome = cli("train", corpus, "--vocab-size", 300, "--out", tmp_path / "file/out")
    assert outcome.status == 1
    assert "file/out cannot be written" in outcome.sentence
    with RunStore.open() as store:
        assert store.list_runs() == []


def test_estimates_are_judged_where_a_person_could_read_them():
    read = EstimateError(0.25, 12.0, 10.0)
    report = TrainingReport(10.0, 44, 44, was_stopped=False, estimates=(read,))
    assert estimate_sentence(report) == "the estimate of the whole time was off by +20% at 25%"
    unread = replace(report, elapsed_s=0.1, estimates=(EstimateError(0.25, 5.0, 0.1),))
    assert estimate_sentence(unread) == ""
