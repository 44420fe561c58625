"""The command `corpus`, and reading options on the command line and in recipes."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "deu.txt").write_text("Größe|Straße||Maß", "utf-8")
    (folder / "eng.jsonl").write_text('{"body": "one"}\n{"text": "two"}\n{bad\n', "utf-8")
    (folder / "fra.txt").write_bytes(b"caf\xe9 au lait")
    return folder


def by_label(outcome):
    return {source["label"]: source for source in outcome.document["sources"]}


def test_a_corpus_source_by_source(cli, folder):
    outcome = cli("corpus", folder, "--document-separator", "|", "--json")
    assert outcome.status == 0, outcome.err
    sources = by_label(outcome)
    deu = sources["deu"]
    assert (deu["documents"], deu["characters"], deu["bytes"]) == (3, 14, 18)
    assert deu["language"] == "German"
    assert deu["files"] == [{"path": str(folder / "deu.txt"), "bytes": 21}]
    total = outcome.document["bytes"]
    assert total == sum(source["bytes"] for source in sources.values())
    assert deu["natural_share"] == 18 / total
    (problem,) = sources["fra"]["problems"]
    assert (problem["path"], problem["offset"], problem["line"]) == (
        str(folder / "fra.txt"),
        3,
        None,
    )
    assert [problem["line"] for problem in sources["eng"]["problems"]] == [1, 3]


def test_the_table_and_the_sentences(cli, folder):
    outcome = cli("corpus", folder)
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert lines[0].split() == [
        "label", "language", "files", "documents", "bytes", "characters", "share", "problems",
    ]  # fmt: skip
    assert lines[1].split()[:4] == ["deu", "German", "1", "1"]
    assert "fra.txt, byte 3: invalid UTF-8 was replaced" in outcome.out


def test_one_broken_file_does_not_hide_the_others(cli, folder):
    outcome = cli("corpus", folder, "--encoding-errors", "stop", "--json")
    assert outcome.status == 1
    assert "fra.txt, byte 3: invalid UTF-8 (E9)" in outcome.sentence
    sources = by_label(outcome)
    assert sources["deu"]["documents"] == 1
    assert "invalid UTF-8" in sources["fra"]["error"]
    assert sources["deu"]["error"] is None


def test_options_of_the_command_line(cli, folder):
    outcome = cli(
        "corpus", folder, "--text-field", "body", "--encoding-errors", "skip",
        "--max-document-chars", 2, "--max-chars", 3, "--label", f"{folder / 'deu.txt'}=gsw",
        "--json",
    )  # fmt: skip
    sources = by_label(outcome)
    assert sources["gsw"]["characters"] == 2
    assert sources["eng"]["characters"] == 1
    assert sources["fra"]["documents"] == 0
    reading = sources["eng"]["reading"]
    assert (reading["text_field"], reading["encoding_errors"]) == ("body", "skip")


RECIPE = r"""
paths = ["texts"]
encoding_errors = "skip"
[sources.deu]
document_separator = "|"
max_document_chars = 3
[sources.eng]
text_field = "body"
sample_share = 1.0
sample_seed = 5
"""


def test_a_recipe_says_how_single_sources_are_read(cli, folder, tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE, "utf-8")
    outcome = cli("corpus", "--recipe", recipe, "--json")
    sources = by_label(outcome)
    assert (sources["deu"]["documents"], sources["deu"]["characters"]) == (3, 9)
    assert sources["eng"]["documents"] == 1
    assert sources["eng"]["reading"]["sample_seed"] == 5
    assert sources["fra"]["documents"] == 0
    outcome = cli("train", "--recipe", recipe, "--vocab-size", 260, "--json")
    assert outcome.status == 0, outcome.err
    stored = cli("runs", "show", outcome.document["run_id"], "--json").document
    assert stored["encoding_errors"] == "skip"
    kept = {source["label"]: source["reading"] for source in stored["sources"]}
    assert kept["deu"]["max_document_chars"] == 3
    assert kept["eng"]["text_field"] == "body"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("[sources]\ndeu = 3", "sources.deu to 3; it must be a table with max_document_chars"),
        ("[sources.deu]\nmax_char = 3", "sources.deu.max_char, which is no reading option"),
        ("[sources.deu]\nmax_chars = '3'", "sources.deu.max_chars to '3'; it must be a whole"),
        ("[sources.deu]\nmax_chars = 0", "sources.deu: max_chars must be a whole number of at"),
        ("[sources.deu]\nsample_share = 2", "sources.deu: A sample's share must be greater"),
        ("[sources.deu]\nsample_seed = 2", "sources.deu.sample_seed without sample_share"),
        ("[sources.spa]\nmax_chars = 3", "options for 'spa', but no such source"),
        ('encoding_errors = "ignore"', "encoding_errors must be one of replace, skip, stop"),
    ],
)
def test_recipes_that_cannot_work(refused_recipe, folder, table, words):
    assert words in refused_recipe(f'paths = ["texts"]\n{table}\n', "corpus")


def test_wrong_use(cli, folder):
    assert cli("corpus").status == 2
    outcome = cli("corpus", folder, "--max-chars", 0)
    assert outcome.status == 2 and "max_chars" in outcome.sentence
    assert cli("corpus", folder, "--encoding-errors", "ignore").status == 2


def test_encode_and_evaluate_take_the_options(cli, folder, trained, tmp_path):
    (tmp_path / "t.jsonl").write_text(json.dumps({"body": "low lower"}) + "\n", "utf-8")
    out = tmp_path / "ids"
    outcome = cli(
        "encode", trained, tmp_path / "t.jsonl", "--text-field", "body", "--out", out, "--json"
    )
    assert outcome.document["bytes"] == 9
    outcome = cli("evaluate", trained, tmp_path / "t.jsonl", "--text-field", "body", "--json")
    assert outcome.document["total"]["bytes"] == 9
    outcome = cli("encode", trained, tmp_path / "t.jsonl", "--text-field", "body")
    assert outcome.status == 2 and "--text-field needs --out" in outcome.sentence


def test_a_label_for_a_folder_below_a_path(cli, folder):
    for name in ("a/notes.txt", "b/notes.txt"):
        (folder / name).parent.mkdir()
        (folder / name).write_text("text", "utf-8")
    outcome = cli("corpus", folder, "--json")
    assert len(by_label(outcome)["notes"]["files"]) == 2
    assert "2 folders became one source, 'notes'" in outcome.err
    outcome = cli("corpus", folder, "--label", f"{folder / 'a'}=gsw", "--json")
    assert outcome.status == 0, outcome.err
    assert [file["path"] for file in by_label(outcome)["gsw"]["files"]] == [
        str(folder / "a" / "notes.txt")
    ]
    assert "became one source" not in outcome.err
    outcome = cli("corpus", folder, "--label", f"{folder.parent / 'c'}=gsw")
    assert outcome.status == 2 and "none of the given paths" in outcome.sentence


def test_what_caps_leave_out_is_told(cli, folder):
    (folder / "eng.jsonl").write_text('{"text": "one two"}\n{"text": "one"}\n', "utf-8")
    (folder / "fra.txt").write_text("café au lait", "utf-8")
    outcome = cli("corpus", folder, "--max-document-chars", 4, "--json")
    left_out = {
        label: (source["cut_documents"], source["characters_left_out"])
        for label, source in by_label(outcome).items()
    }
    assert left_out == {"deu": (1, 13), "eng": (1, 3), "fra": (1, 8)}
    text = cli("corpus", folder, "--max-document-chars", 4).out
    assert "eng: 1 of 2 documents; 3 characters skipped (30.0% of the text)" in text
    assert "deu: 1 of 1 document; 13 characters skipped" in text
    for command in ("corpus", "mixture"):
        outcome = cli(command, folder, "--max-chars", 5)
        assert "before any text of 2 sources: eng, fra." in outcome.err
        assert "before any text" not in cli(command, folder, "--max-chars", 5000).err


def test_every_source_that_fails_is_told(cli, folder):
    (folder / "deu.txt").write_bytes(b"Gr\xfc\xdfe")
    outcome = cli("corpus", folder, "--encoding-errors", "stop")
    assert outcome.status == 1
    assert "deu.txt, byte 2: invalid UTF-8" in outcome.err
    assert "fra.txt, byte 3: invalid UTF-8" in outcome.sentence
    assert outcome.sentence.endswith("(2 sources failed)")
    (total,) = [line for line in outcome.out.splitlines() if line.startswith("all")]
    assert total.endswith("2, 2 failed")  # two lines of eng.jsonl were left out


def test_a_run_shows_how_each_source_was_really_read(cli, folder, tmp_path):
    recipe = tmp_path / "recipe.toml"
    own = "[sources.deu]\nmax_chars = 8\nsample_share = 1.0\nsample_seed = 5\n"
    recipe.write_text(own, "utf-8")
    outcome = cli(
        "train", folder, "--recipe", recipe, "--vocab-size", 260, "--text-field", "body",
        "--document-separator", "|", "--json",
    )  # fmt: skip
    run_id = outcome.document["run_id"]
    stored = cli("runs", "show", run_id, "--json").document
    reading = {source["label"]: source["reading"] for source in stored["sources"]}
    for label in ("deu", "eng", "fra"):
        assert (reading[label]["text_field"], reading[label]["document_separator"]) == ("body", "|")
    assert (reading["deu"]["max_chars"], reading["deu"]["sample_seed"]) == (8, 5)
    assert reading["eng"]["max_chars"] is None
    lines = cli("runs", "show", run_id).out.splitlines()
    general, deu = (line.split(None, 1)[1] for line in lines if line.startswith("reading "))
    assert general == "document separator '|', text field 'body'"
    assert deu == (
        "deu: document separator '|', max chars 8, text field 'body', sample share 1.0, "
        "sample seed 5"
    )


def test_the_same_text_twice_is_noted(cli, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "deu.txt").write_text("low lower\n", encoding="utf-8")
    told = cli("corpus", "one", "two").err
    assert "contain the same text, and both are counted." in told


def test_a_path_given_twice_is_noted_and_counted_once(cli, tmp_path):
    (tmp_path / "deu.txt").write_text("low lower\n", encoding="utf-8")
    outcome = cli("corpus", "deu.txt", "deu.txt", "--json")
    assert "deu.txt is given more than once and counted once." in outcome.err
    assert [source["bytes"] for source in outcome.document["sources"]] == [10]
