"""`pipeline`: a recipe from corpus to verdict, what is skipped, what goes on, and every refusal."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from engine import Tokenizer
from workbench.store import RunStore
from workbench.work.pipeline.recipe import read_pipeline
from workbench.work.pipeline.run import run_pipeline
from workbench.work.pipeline.state import corpus_steps, training_key

RECIPE = """
paths = ["corpus/"]
vocab_size = 300
special_tokens = "chatml"
results = "out/results.json"
report = "out/report.html"
[evaluate]
texts = ["ev/"]
baselines = ["base.twb"]
[require]
round_trips = true
premium = "<= 9"
gini = "< 1"
tokens = "<= 300 % of base.twb"
[require.eng]
bytes_per_token = [">= 1", "< 100"]
[require.all]
unknown_share = "<= 0.1 %"
[[export]]
format = "tiktoken"
out = "out/tiktoken"
verify = false
[register]
name = "judged"
metadata = { ticket = "<TOK-12>" }
"""
STEPS = ["train", "evaluate", "require", "export", "register", "results", "report"]


@pytest.fixture
def recipe(cli, trained, corpus, tmp_path):
    """A recipe that passes, its texts, and a baseline beside it."""
    (tmp_path / "ev").mkdir()
    (tmp_path / "ev" / "eng.txt").write_text("The low one.\nThe lower one.\nAll of it.\n")
    (tmp_path / "ev" / "deu.txt").write_text("Das niedrige.\nDas größere.\nAlles davon.\n", "utf-8")
    os.link(trained, tmp_path / "base.twb")
    file = tmp_path / "judge.toml"
    file.write_text(RECIPE, "utf-8")
    return file


def statuses(document):
    return [step["status"] for step in document["steps"]]


def test_what_passes_is_exported_and_registered(cli, recipe, tmp_path):
    first = cli("pipeline", recipe, "--json")
    document = first.document
    assert (first.status, document["passed"], document["failures"]) == (0, True, [])
    assert [step["step"] for step in document["steps"]] == STEPS
    assert set(statuses(document)) == {"done"}
    assert Tokenizer.load(tmp_path / "out" / "tiktoken" / "tokenizer.tiktoken").vocab_size == 300
    assert document["registered"] == "judged@1"
    kept = json.loads((tmp_path / "out" / "results.json").read_bytes())
    assert kept["semantic_hash"] == document["semantic_hash"]
    assert [each["name"] for each in kept["tokenizers"]] == ["judge", "base"]
    judged = {(row["metric"], row["label"]): row for row in kept["requirements"]}
    assert {label for metric, label in judged if metric == "premium"} == {"eng", "deu"}
    assert judged["gini", "all"]["measured"] == kept["tokenizers"][0]["all"]["gini"]
    assert len([key for key in judged if key[0] == "bytes_per_token"]) == 1
    ours, base = (each["labels"]["deu"]["tokens"] for each in kept["tokenizers"])
    assert judged["tokens", "deu"]["measured"] == ours
    assert judged["tokens", "deu"]["limit"] == 3 * base
    assert judged["tokens", "deu"]["required"].endswith("base.twb")

    again = cli("pipeline", recipe, "--json").document  # nothing is done twice
    assert set(statuses(again)) - {"unchanged"} == {"done"}
    assert [s["step"] for s in again["steps"] if s["status"] == "done"] == ["require"]
    assert again["run_id"] == document["run_id"]

    (tmp_path / "ev" / "eng.txt").write_text("The low one.\nThe lower one.\nAnd more.\n")
    measured = cli("pipeline", recipe, "--json").document
    assert statuses(measured)[:2] == ["unchanged", "done"]
    assert statuses(measured)[3:5] == ["unchanged", "unchanged"]
    (tmp_path / "out" / "tiktoken" / "tokenizer.tiktoken").write_bytes(b"")
    recipe.write_text(RECIPE.replace("vocab_size = 300", "vocab_size = 310"), "utf-8")
    other = cli("pipeline", recipe, "--json").document
    assert other["run_id"] != document["run_id"]
    assert statuses(other)[:4] == ["done"] * 4


def test_what_fails_is_neither_exported_nor_registered(cli, recipe, tmp_path):
    text = RECIPE.replace('"<= 9"', '"< 0.5"').replace("300 % of base", "0.001 * base")
    recipe.write_text(text, "utf-8")
    outcome = cli("pipeline", recipe)
    assert outcome.status == 1
    assert "deu: tokens is " in outcome.sentence and "≤ 0.001 × base.twb (0)" in outcome.sentence
    assert "eng: premium is 1.00, required is < 0.5." in outcome.sentence
    assert "deu: premium is " in outcome.sentence
    rows = {line.split()[0]: line for line in outcome.out.splitlines() if line}
    assert "FAILED" in rows["require"] and "not done" in rows["register"]
    assert "failed: 6 of 10 figures meet their requirements" in outcome.out
    assert not (tmp_path / "out" / "tiktoken").exists()
    report = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "Failed" in report and "eng: premium is 1.00, required is &lt; 0.5." in report


class Strict(HTMLParser):
    """Notes tags that are not closed, and everything that would load or run something."""

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], set()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        names = {name for name, _ in attrs}
        assert not names & {"src", "href", "onload", "onclick", "action"}

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_report_is_one_valid_page_with_everything_escaped(cli, recipe, tmp_path):
    hostile = "<script>alert('1')</script>&\u202e"
    text = RECIPE.replace('"judge.toml"', "x")
    recipe.write_text(f'name = "{hostile}"\n' + text, "utf-8")
    assert cli("pipeline", recipe, "--quiet").status == 0
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    parser = Strict()
    parser.feed(page)
    assert not parser.open
    assert not parser.tags & {"script", "link", "img", "iframe", "object", "form"}
    assert {"svg", "table", "style", "figure"} <= parser.tags
    root = ET.fromstring(page.partition("\n")[2])  # well-formed besides
    words = "".join(root.itertext())
    assert "<script>alert('1')</script>&⟨RLO⟩" in words
    assert "http" not in page.replace("http-equiv", "")
    assert "prefers-color-scheme: dark" in page
    charts = [chart for chart in root.iter("svg") if chart.get("class") == "chart"]
    assert len(charts) >= 4
    titles = [title.text for title in root.iter("title")]
    assert any(
        title and title.startswith("German, ") and ", base: " not in title for title in titles
    )
    assert any(title and ", base: " in title for title in titles)


def test_an_interrupted_training_goes_on(cli, recipe, home):
    pipeline = read_pipeline(recipe)
    with RunStore.open() as store:
        steps = run_pipeline(store, pipeline)
        next(progress for progress in steps if progress.training is not None)
        steps.close()
        (cancelled,) = [run for run in store.list_runs() if run.status == "cancelled"]
    document = cli("pipeline", recipe, "--json").document
    assert document["run_id"] == cancelled.run_id
    assert document["passed"]


def test_the_texts_of_parity_are_inputs_of_the_training(recipe, tmp_path):
    """A training with other parallel texts is another one."""
    text = "[parity]\ntexts = ['ev/']\n"
    recipe.write_text(RECIPE.replace("[evaluate]", f"{text}[evaluate]"), "utf-8")
    before = training_key(read_pipeline(recipe), [])
    assert training_key(read_pipeline(recipe), []) == before
    (tmp_path / "ev" / "eng.txt").write_text("The low one.\nThe lower one.\nMore of it.\n")
    assert training_key(read_pipeline(recipe), []) != before


SETTINGS = [
    'superwords_from = 0.95\nsuperword_rules = "official"',
    'superwords_from = 0.9\nsuperword_rules = "official"',
    '[merge_rules]\nblocked = [" the", { hex = "e282" }]',
    '[merge_rules]\nblocked = [" the", { hex = "e283" }]',
    "[parity]\nratios = { eng = 1.0, deu = 0.5 }",
    "[parity]\nratios = { eng = 1.0, deu = 0.6 }",
    'mixture = "balanced-multilingual"',
    'mixture = "english-focused"',
    "alpha = 0.3",
    "[weights]\neng = 2",
    "[sources.eng]\nmax_chars = 100",
    "[sources.eng]\nsample_share = 0.5",
    "[sources.eng]\nsample_share = 0.6",
    "document_separator = '|'",
    "normalization = 'nfc'",
    'roles = { eos = "" }',
    "name = 'other'",
    "",
]


def test_every_setting_that_decides_a_training_is_in_its_key(recipe):
    keys = {}
    for words in SETTINGS:
        at = 'results = "out' if not words.startswith("[") else "[evaluate]"
        recipe.write_text(RECIPE.replace(at, f"{words}\n{at}"), "utf-8")
        pipeline = read_pipeline(recipe)
        sources = [source for _, source in corpus_steps(pipeline.training.corpus)]
        keys[words] = training_key(pipeline, sources)
    assert keys.pop("name = 'other'") == keys[""]
    assert len(set(keys.values())) == len(keys)


def test_without_texts_the_training_sources_are_judged(cli, recipe):
    recipe.write_text(
        'paths = ["corpus/"]\nvocab_size = 300\n[require]\nbytes_per_token = ">= 1.1"\n'
        'unknown_share = "== 0"\n', "utf-8",
    )  # fmt: skip
    document = cli("pipeline", recipe, "--json").document
    assert statuses(document) == ["done", "unchanged", "done"]
    assert {row["label"] for row in document["requirements"]} == {"eng", "deu"}


def test_another_trainer_is_judged(cli, recipe, tmp_path):
    recipe.write_text(
        'paths = ["corpus/"]\nvocab_size = 90\ntrainer = "hf-wordpiece"\nreport = "report.html"\n'
        '[evaluate]\ntexts = ["ev/"]\n[require]\nunknown_share = "<= 100 %"\n', "utf-8",
    )  # fmt: skip
    document = cli("pipeline", recipe, "--json").document
    assert (document["passed"], statuses(document)) == (True, ["done"] * 4)
    assert statuses(cli("pipeline", recipe, "--json").document)[:2] == ["unchanged", "unchanged"]
    assert "hf-wordpiece (tokenizers " in (tmp_path / "report.html").read_text("utf-8")


def test_a_model_that_only_its_library_runs_is_neither_exported_nor_registered(cli, recipe):
    """Whether sp-bpe makes one is known after its training: here its spaces are not ours."""
    recipe.write_text(
        'paths = ["corpus/"]\nvocab_size = 90\ntrainer = "sp-bpe"\n[[export]]\n'
        'format = "tiktoken"\nout = "out"\n[register]\nname = "judged"\n', "utf-8",
    )  # fmt: skip
    outcome = cli("pipeline", recipe, "--json")
    assert (outcome.status, outcome.document["passed"]) == (1, False)
    assert statuses(outcome.document) == ["done", "unchanged", "failed", "skipped"]
    (failure,) = outcome.document["failures"]
    assert failure.startswith("judge runs in sentencepiece")
    assert not recipe.with_name("out").exists()


REFUSED = [
    ('"<= 9"', '"<= 9"\npremiums = ">= 1"', "require: premiums: there is no metric premiums"),
    ("[require.eng]", "[require.fra]", "fra.bytes_per_token: no text is labelled fra"),
    ('[">= 1", "< 100"]', '[">= 5", "< 4"]', "no value is >= 5 and < 4"),
    ("round_trips = true", 'round_trips = "yes"', "round_trips is 'yes'; it must be true or false"),
    ('"<= 9"', "9", "premium is 9; write a relation and a number"),
    ('"<= 9"', '"<= 9,5"', "'9,5' is no number for premium"),
    ('"<= 9"', '"<= many"', "premium: many is neither a number nor one of the baselines; they are"),
    ("of base.twb", "of cl100k_base", "tokens: cl100k_base is neither a number nor one of the"),
    ('"<= 9"', '"<= 9 %"', "percentages are for shares only"),
    ('"<= 0.1 %"', '"<= 40"', "all.unknown_share: '40' is no share; write 0.05 or 5 %"),
    ("[require.all]", '[require.all]\npremium = "< 2"', "premium has no value for all texts"),
    ("[require.eng]", '[require.eng]\ngini = "< 2"', "gini has one value for all languages"),
    ('results = "out', 'result = "out', "sets 'result', which is no setting"),
    ('texts = ["ev/"]', 'text = ["ev/"]', "sets 'text', which is no key of evaluate"),
    ('texts = ["ev/"]', "texts = 3", "evaluate.texts to 3; it must be a list or a string"),
    ('texts = ["ev/"]', "", "sets evaluate.baselines without evaluate.texts"),
    ('["base.twb"]', '["no-such"]', "evaluate.baselines: no-such is no file or folder"),
    ('["base.twb"]', '[]\nreference = "fra"', "evaluate: No text is labelled 'fra'"),
    ('["base.twb"]', '[]\nmetrics = ["x"]', "evaluate.metrics: there is no metric x"),
    ('format = "tiktoken"', 'format = "word"', "export: "),
    ('format = "tiktoken"\n', "", "lacks export.format"),
    ("verify = false", 'verify = "no"', "export.verify to 'no'; it must be true or false"),
    ("verify = false", "renumber = true", "export.renumber, which has no effect on the format"),
    ('name = "judged"', 'name = "a/b"', "register: "),
    ('name = "judged"', 'names = "judged"', "sets 'names', which is no key of register"),
    ("out/report.html", "out/results.json", "writes report to"),
    ('paths = ["corpus/"]', "", "names no paths"),
    ('special_tokens = "chatml"', 'trainer = "hf-wordpiece"', "only their library runs"),
    ("vocab_size = 300", "vocab_size = 3", "A vocabulary size of 3 is too small"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), REFUSED)
def test_bad_input_ends_with_a_sentence_before_anything_is_done(cli, recipe, old, new, sentence):
    assert old in RECIPE
    text = RECIPE.replace(old, new, 1)
    if "base.twb" in old and "tokens" not in sentence:  # no threshold without its baseline
        text = text.replace('tokens = "<= 300 % of base.twb"', "")
    recipe.write_text(text, "utf-8")
    refused = cli("pipeline", recipe)
    assert refused.status == 2
    assert str(recipe) in refused.sentence and sentence in refused.sentence
    assert not (recipe.parent / "out").exists()


def test_a_recipe_with_steps_still_trains(cli, recipe):
    assert cli("train", "--recipe", recipe, "--quiet").status == 0
