"""`train --parity`: options, recipe, what is printed and stored, and what is refused."""

from __future__ import annotations

import json

import pytest

from workbench.store import RunStore

TEXTS = {
    "eng": "the low lower lowest newest widest the cat and the dog\n",
    "deu": "das ist die Katze und der Hund und die Maus und das Haus\n",
}
PARALLEL = {"eng": "the cat\nthe dog\n", "deu": "die Katze\nder Hund\n"}


@pytest.fixture
def folder(tmp_path):
    for name, texts, times in (("texts", TEXTS, 30), ("dev", PARALLEL, 1)):
        (tmp_path / name).mkdir()
        for label, text in texts.items():
            (tmp_path / name / f"{label}.txt").write_text(text * times, "utf-8")
    return tmp_path


def test_options_recipe_and_library_train_the_same(cli, folder):
    outcome = cli(
        "train", folder / "texts", "--vocab-size", 300, "--parity", folder / "dev",
        "--parity-global-share", "25%", "--parity-window", 8, "--parity-alpha", 1.5, "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert "premium" in outcome.err
    parity = outcome.document["parity"]
    assert (parity["global_share"], parity["window"], parity["alpha"]) == (0.25, 8, 1.5)
    assert (parity["n_global"], parity["reference"], parity["lines"]) == (11, "eng", 2)
    assert sum(row["chosen"] for row in parity["labels"]) == 33
    (folder / "recipe.toml").write_text(
        'paths = ["texts/"]\nvocab_size = 300\n'
        '[parity]\ntexts = "dev"\nglobal_share = 0.25\nwindow = 8\nalpha = 1.5\n'
    )
    again = cli("train", "--recipe", folder / "recipe.toml", "--json")
    assert again.document["semantic_hash"] == outcome.document["semantic_hash"]
    run = outcome.document["run_id"]
    assert "parity" in cli("runs", "show", run).out
    assert json.loads(cli("runs", "show", run, "--json").out)["parity"]["window"] == 8
    table = cli("train", "--recipe", folder / "recipe.toml", "--parity-global-share", 1)
    assert "Parity: 0 merges chosen by 2 languages, 44 by the whole corpus" in table.out
    with RunStore.open() as store:
        record = store.run(run)
        assert record.training.parity.labels == ("deu", "eng")
        assert record.config.parity.texts == (str(folder / "dev"),)
    larger = cli("resume", run, "--vocab-size", 310, "--json")
    assert larger.status == 0, larger.err
    assert larger.document["parity"]["n_global"] == 11


def test_ratios_in_place_of_texts(cli, folder):
    given = ("--parity-ratio", "eng=1", "--parity-ratio", "deu=1.2")
    outcome = cli("train", folder / "texts", "--vocab-size", 300, *given, "--json")
    assert outcome.status == 0, outcome.err
    parity = outcome.document["parity"]
    assert (parity["ratios"], parity["lines"]) == ({"eng": 1.0, "deu": 1.2}, 0)
    assert sum(row["chosen"] for row in parity["labels"]) == 44
    (folder / "recipe.toml").write_text(
        'paths = ["texts/"]\nvocab_size = 300\n[parity]\nratios = { eng = 1, deu = 1.2 }\n'
    )
    again = cli("train", "--recipe", folder / "recipe.toml", "--json")
    assert again.document["semantic_hash"] == outcome.document["semantic_hash"]
    run = outcome.document["run_id"]
    assert "by eng 1, deu 1.2" in cli("runs", "show", run).out
    with RunStore.open() as store:
        assert dict(store.run(run).config.parity.ratios) == {"eng": 1.0, "deu": 1.2}
    by_texts = cli(
        "train", "--recipe", folder / "recipe.toml", "--parity", folder / "dev", "--json"
    )
    assert by_texts.document["parity"]["lines"] == 2
    assert (
        "by the ratios the highest premium" in cli("train", "--recipe", folder / "recipe.toml").out
    )


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (("--parity-window", 5), 2, "needs parallel texts"),
        (("--parity", "dev", "--parity-window", 0), 2, "window must be a whole number from 1"),
        (("--parity", "dev", "--superwords-from", "0.95"), 2, "exclude each other"),
        (("--parity", "dev", "--parity-alpha", 3), 2, "give --parity-window N"),
        (("--parity", "missing"), 1, "missing"),
        (("--parity", "dev", "--parity-ratio", "eng=1"), 2, "not by both"),
        (("--parity-ratio", "eng=0"), 2, "numbers above 0 by language"),
        (("--parity-ratio", "eng"), 2, "is not of the form LABEL=RATIO"),
        (("--parity-ratio", "ita=1"), 1, "has ratios for ita, but no source"),
        (("--parity", "uneven"), 1, "differ in their numbers of lines: deu 3, eng 1"),
    ],
)
def test_what_cannot_be_is_a_sentence(cli, folder, monkeypatch, options, status, sentence):
    monkeypatch.chdir(folder)
    (folder / "uneven").mkdir()
    for label, text in {"eng": "a", "deu": "a\nb\nc"}.items():
        (folder / "uneven" / f"{label}.txt").write_text(text)
    outcome = cli("train", "texts", "--vocab-size", 300, *options)
    assert outcome.status == status, outcome.err
    assert sentence in outcome.sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--parity", "nowhere"), "nowhere was not found"),
        (("--parity", "texts/eng.txt", "--parity", "dev/deu.txt"), "deu 2, eng 30"),
        (("--parity-ratio", "ita=1"), "no source of the corpus is of that language"),
    ],
)
def test_what_is_wrong_with_texts_ends_before_a_run_begins(
    cli, folder, monkeypatch, options, sentence
):
    monkeypatch.chdir(folder)
    outcome = cli("train", "texts", "--vocab-size", 300, *options)
    assert (outcome.status, sentence in outcome.sentence) == (1, True), outcome.err
    assert "Pre-tokenize" not in outcome.err
    with RunStore.open() as store:
        assert not store.list_runs()
