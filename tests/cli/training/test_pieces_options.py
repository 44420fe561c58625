"""Characters as in SentencePiece on the command line: trained, stored, shown, exported, resumed."""

from __future__ import annotations

from engine import Tokenizer
from engine.settings import Pieces
from workbench.store import RunStore
from workbench.work.recipe import read_recipe
from workbench.work.recipe_values import training_of

TEXT = "the then 12 1234 the other 東京 low lower wörld\n" * 30


def test_pieces_from_the_options_to_the_exports(cli, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, "utf-8")
    options = ("--pieces", "--pieces-split-digits", "--document-separator", r"\n")
    outcome = cli("train", file, "--vocab-size", 285, *options, "--name", "sp", "--json")
    assert outcome.status == 0
    tokenizer = Tokenizer.load(outcome.document["tokenizer"])
    with RunStore.open() as store:
        stored = store.tokenizer(store.resolve("sp"))
    assert stored == tokenizer
    assert stored.training.config.pieces == Pieces(split_digits=True)
    assert stored.encode("the 12☃") == tokenizer.encode("the 12☃")
    assert cli("runs", "show", "sp", "--json").document["pieces"]["split_digits"] is True
    facts = cli("vocabulary", "sp", "--json").document
    assert facts["vocab_size"] == 285
    assert cli("vocabulary", "sp", "--token", " the").status == 0
    exported = cli("export", "sp", "--format", "sentencepiece", "--out", tmp_path / "out")
    assert exported.status == 0
    ids = cli("encode", tmp_path / "out" / "tokenizer.model", stdin="the ☃".encode()).out
    assert [int(word) for word in ids.split()] == tokenizer.encode("the ☃")
    refused = cli("extend", "sp", file, "--add", 5, "--out", tmp_path / "larger")
    assert "cannot be extended" in refused.sentence
    larger = cli("resume", "sp", "--vocab-size", 292, "--name", "larger", "--json")
    assert larger.status == 0
    again = cli("train", file, "--vocab-size", 292, *options, "--json")
    assert larger.document["semantic_hash"] == again.document["semantic_hash"]


def test_a_recipe_has_pieces(cli, tmp_path, refused_recipe):
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
    recipe = tmp_path / "pieces.toml"
    recipe.write_text(
        'paths = ["text.txt"]\nvocab_size = 290\n[pieces]\nsplit = "none"\n', encoding="utf-8"
    )
    settings = training_of(read_recipe(recipe)).settings
    assert settings.pieces == Pieces(split="none")
    assert cli("train", "--recipe", recipe, "--pieces-longest", 3, "--quiet").status == 0
    assert "pieces.colour" in refused_recipe("vocab_size = 290\n[pieces]\ncolour = 1\n")
    assert "coverage" in refused_recipe("vocab_size = 290\n[pieces]\ncoverage = 2\n")
