"""A training that is written as a recipe is the same training when it is read."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from engine import Corpus, Source
from engine.settings import (
    SET_ROLES,
    SPECIAL_TOKEN_SETS,
    DocumentSample,
    LibraryTrainer,
    MergeRules,
    Mixture,
    Parity,
    ReadingOptions,
    Superwords,
    superword_rules,
)
from workbench.work.pattern_cases import PatternCase
from workbench.work.recipe import RecipeError, read_recipe
from workbench.work.recipe_values import WholeTraining, toml_text, training_of, write_recipe
from workbench.work.training_settings import TrainingSettings


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "a [1].txt").write_text("low lower lowest\n" * 40, "utf-8")
    (tmp_path / "news" / "~deu.txt").write_text("der die das und\n" * 40, "utf-8")
    return tmp_path


def written(folder, **training):
    path = folder / "recipe.toml"
    write_recipe(
        path, WholeTraining(**{"settings": TrainingSettings(300), "pattern": "gpt2"} | training)
    )
    return training_of(read_recipe(path))


SETTINGS = {
    "plain": TrainingSettings(
        300, tie_break="greatest-bytes", min_frequency=2, max_token_bytes=9,
        token_limit="tokenizers", normalization="nfkc", special_text="cut", name="Größe \"1\"",
    ),
    "set": TrainingSettings(
        300, SPECIAL_TOKEN_SETS["chatml"], roles=tuple(SET_ROLES["chatml"].items())
    ),
    "own tokens": TrainingSettings(
        512, ("<a\n>", "<pad>", "</s>"), 3, roles=(("eos", "<a\n>"),), pad_vocab_to=64
    ),
    "guessed roles": TrainingSettings(300, ("<pad>",)),
    "beside": TrainingSettings(
        300, beside=(LibraryTrainer("sp-bpe", byte_fallback=True), LibraryTrainer("hf-bpe"))
    ),
    "superwords": TrainingSettings(
        400, superwords=Superwords(0.8, "none", superword_rules("official"))
    ),
    "merge rules": TrainingSettings(
        300, merge_rules=MergeRules((b" the", b"\xe2\x82", b'"\\\n'), "[0-9]{4}\x7f")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_come_back(folder, name):
    settings, read = SETTINGS[name], written(folder, settings=SETTINGS[name], pattern=r"\p{L}+|'")
    assert read.settings.config("gpt2") == settings.config("gpt2")
    assert (read.settings, read.pattern) == (settings, r"\p{L}+|'")


def test_parity_comes_back_with_texts_or_ratios(folder):
    parity = Parity((str(folder / "news"),), global_share=0.5, window=7)
    assert written(folder, settings=TrainingSettings(300, parity=parity)).settings.parity == parity
    assert 'texts = ["news"]' in (folder / "recipe.toml").read_text("utf-8")
    assert "alpha" not in (folder / "recipe.toml").read_text("utf-8")
    ratios = Parity(ratios={"eng": 1.0, "deu": 0.75})
    assert written(folder, settings=TrainingSettings(300, parity=ratios)).settings.parity == ratios


def test_own_rules_of_superwords_come_back(folder):
    rules = replace(superword_rules("official"), name="own", most_words=3, span_percentile=None)
    settings = TrainingSettings(400, superwords=Superwords(350, "superbpe-stage2", rules))
    assert written(folder, settings=settings).settings == settings


@pytest.mark.parametrize(
    "mixture",
    [
        None,
        Mixture(alpha=0.3, target_bytes=2_000, seed=4),
        Mixture(shares={"x y": 0.1, "deu": 1 / 3}),
        Mixture(bytes={"x y": 500, "deu": 20}),
    ],
)
def test_corpus_and_mixture_come_back(folder, mixture):
    news = folder / "news"
    reading = ReadingOptions(document_separator="\n", sample=DocumentSample(0.5, 7))
    corpus = Corpus(
        [
            Source("x y", (news / "a [1].txt",), reading=reading),
            Source("deu", (news / "~deu.txt",)),
        ],
        max_chars=10_000,
    )
    read = written(folder, corpus=corpus, mixture=mixture)
    assert read.corpus is not None
    assert read.corpus.sources == corpus.sources
    assert (read.corpus.reading, read.corpus.max_chars) == (corpus.reading, corpus.max_chars)
    assert read.mixture.mixture == mixture
    assert read.unused == ()
    assert str(folder) not in (folder / "recipe.toml").read_text("utf-8")


def test_what_no_recipe_can_name_is_refused(folder):
    with pytest.raises(RecipeError, match="text in memory"):
        written(folder, corpus=Corpus.from_texts(["low"]))
    with pytest.raises(RecipeError, match="no Unicode"):
        written(folder, pattern="a\udc80")


def test_what_only_the_command_line_follows_is_named(folder):
    (folder / "r.toml").write_text(
        'vocab_size = 300\nout = "x"\nsuperwords_from = 290\n'
        'superword_memory = 2\n[labels]\n"a" = "b"\n'
    )
    read = training_of(read_recipe(folder / "r.toml"))
    assert read.unused == ("superword_memory", "out", "labels")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('pattern = "gpt2"', "sets no vocab_size"),
        ("vocab_size = 10", "10"),
        ('vocab_size = 300\npattern = "("', "recipe"),
        ("vocab_size = 300\nmax_chars = true", "whole number"),
        ('vocab_size = 300\nalpha = 0.3\nmixture = "llama3-style"', "exclude each other"),
        ('vocab_size = 300\ntarget_bytes = "much"', "is not a size"),
    ],
)
def test_a_wrong_recipe_is_refused_with_its_name(folder, text, said):
    (folder / "recipe.toml").write_text(text)
    with pytest.raises(RecipeError, match=said) as refusal:
        training_of(read_recipe(folder / "recipe.toml"))
    assert str(folder / "recipe.toml") in str(refusal.value)


def test_toml_that_is_written_is_read_as_it_was():
    document = {
        "a": 1, "b": -0.5, "c": True, "d": 'x"\\\n\x7f\x00é', "e": ["", {"hex": "ff"}],
        "f g": {"k.1": {"n": 1e-7}, "": "ß"},
    }  # fmt: skip
    assert tomllib.loads(toml_text(document)) == document


def test_cases_of_the_pattern_are_the_same(folder):
    cases = (PatternCase("3.14", ("3.14",)), PatternCase('a|"b" ', ("a", "|", '"b" ')))
    assert written(folder, pattern_cases=cases).pattern_cases == cases
    assert written(folder).pattern_cases == ()
