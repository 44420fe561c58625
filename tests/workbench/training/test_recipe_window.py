"""The window opens and saves the recipes of the command line."""

from __future__ import annotations

import json

import pytest

from engine.settings import MergeRules, SpecialTokenDesign, Superwords, superword_rules
from tests.workbench.named import named, write
from workbench.__main__ import main

TEXTS = {
    "deu.txt": "der die das und nicht oder aber <eos> der Hund und die Katze\n" * 30,
    "eng.txt": "the cat and the dog and not the other one, 1234 times\n" * 50,
}
RECIPE = """
paths = ["texts/"]
vocab_size = 310
pattern = "[a-z]+| [a-z]+|."
name = "of a recipe"
special_tokens = ["<eos>", "<pad>"]
roles = { pad = "" }
special_text = "cut"
reserved_slots = 2
min_frequency = 2
max_token_bytes = 12
tie_break = "gpt2-order"
max_chars = 3000
superwords_from = 0.95
superword_rules = "official"
[labels]
"texts/deu.txt" = "german"
[weights]
german = 0.75
eng = 0.25
[merge_rules]
blocked = ["the"]
[sources.eng]
document_separator = "\\n"
"""


@pytest.fixture
def texts(folder_of):
    return folder_of(TEXTS)


def trained_by_command(recipe, capsys, tmp_path):
    status = main(
        ["train", "--recipe", str(recipe), "--json", "--db", str(tmp_path / "other.sqlite")]
    )
    said = capsys.readouterr()
    assert status == 0, said.err
    return json.loads(said.out)


def open_recipe(qtbot, driver, chosen_in_dialog, path):
    chosen_in_dialog(path)
    with qtbot.waitSignal(driver.workbench.recipes.opened):
        driver.trigger("Open recipe…")
    qtbot.waitUntil(lambda: not driver.workbench.corpus_pane.is_reading)


def train_here(driver):
    driver.window.show_workspace("train")
    driver.trigger("Train")
    driver.wait_for_training()
    return driver.state.tokenizer.semantic_hash


@pytest.mark.slow
def test_the_window_trains_what_the_command_line_trains(
    qtbot, driver, texts, chosen_in_dialog, capsys, tmp_path
):
    recipe = tmp_path / "made.toml"
    recipe.write_text(RECIPE, "utf-8")
    expected = trained_by_command(recipe, capsys, tmp_path)
    driver.start()
    before = (driver.state.corpus, driver.state.pattern, driver.state.training_settings)
    open_recipe(qtbot, driver, chosen_in_dialog, recipe)
    assert train_here(driver) == expected["semantic_hash"]
    assert driver.runs[0].name == "of a recipe"
    saved = tmp_path / "saved" / "again.toml"
    saved.parent.mkdir()
    chosen_in_dialog(saved)
    driver.trigger("Save recipe…")
    assert str(saved) in driver.pane_message
    assert trained_by_command(saved, capsys, tmp_path)["semantic_hash"] == expected["semantic_hash"]
    history = driver.workbench.undo.history
    assert history.undo_words == "opening of a recipe"
    history.undo()
    assert driver.state.mixture is None
    assert (driver.state.corpus, driver.state.pattern, driver.state.training_settings) == before


@pytest.mark.slow
def test_what_is_set_in_the_window_trains_the_same_by_the_command_line(
    driver, texts, chosen_in_dialog, capsys, tmp_path
):
    driver.start()
    driver.add_to_corpus(texts)
    driver.open_mixture()
    driver.weigh_by_temperature(0.3)
    driver.state.set_pattern("o200k")
    settings = driver.state.training_settings.with_design(
        SpecialTokenDesign(("<eos>", "<x>"), 1, 16, {"eos": "<x>"})
    )
    driver.state.set_training_settings(
        type(settings)(
            **{name: getattr(settings, name) for name in settings.__slots__}
            | {
                "vocab_size": 330,
                "superwords": Superwords(0.9, "none", superword_rules("official")),
                "merge_rules": MergeRules((b"und",), "[0-9]"),
            }
        )
    )
    expected = train_here(driver)
    recipe = tmp_path / "window.toml"
    chosen_in_dialog(recipe)
    driver.trigger("Save recipe…")
    assert trained_by_command(recipe, capsys, tmp_path)["semantic_hash"] == expected


@pytest.mark.slow
def test_a_mixture_file_waits_for_the_sources_of_the_recipe(
    qtbot, driver, texts, chosen_in_dialog, capsys, tmp_path
):
    (tmp_path / "mix.toml").write_text(
        'target_bytes = 4000\n[[groups]]\nname = "a"\nshare = 3\nlabels = ["one"]\n'
        '[[groups]]\nname = "b"\nshare = 1\nlabels = ["two"]\n'
    )
    recipe = tmp_path / "r.toml"
    recipe.write_text(
        'paths = ["texts"]\nvocab_size = 300\nmixture = "mix.toml"\ntarget_bytes = 3000\n'
        '[labels]\n"texts/deu.txt" = "one"\n"texts/eng.txt" = "two"\n'
    )
    expected = trained_by_command(recipe, capsys, tmp_path)["semantic_hash"]
    driver.start()
    open_recipe(qtbot, driver, chosen_in_dialog, recipe)
    assert driver.state.mixture.shares == {"one": 0.75, "two": 0.25}
    assert driver.state.mixture.target_bytes == 3000
    assert train_here(driver) == expected


def test_a_recipe_with_a_mixture_and_no_paths(qtbot, driver, texts, chosen_in_dialog, tmp_path):
    (tmp_path / "mix.toml").write_text(
        'name = "mix"\ndescription = "d"\nsource = "s"\n'
        '[[groups]]\nname = "a"\nshare = 3\nlabels = ["deu"]\n'
        '[[groups]]\nname = "b"\nshare = 1\nlabels = ["eng"]\n'
    )
    recipe = tmp_path / "r.toml"
    recipe.write_text('vocab_size = 300\nmixture = "mix.toml"\nseed = 5\nout = "o"\n')
    driver.start()
    driver.add_to_corpus(texts)
    open_recipe(qtbot, driver, chosen_in_dialog, recipe)
    assert driver.state.mixture.shares == {"deu": 0.75, "eng": 0.25}
    assert driver.state.mixture.seed == 5
    assert "names no paths" in driver.pane_message
    assert driver.pane_message.endswith("follows these keys of the recipe: out.")


def test_a_wrong_recipe_changes_nothing(qtbot, driver, texts, chosen_in_dialog, tmp_path):
    recipe = tmp_path / "r.toml"
    recipe.write_text("vocab_size = 300\nvocabsize = 2\n")
    driver.start()
    driver.add_to_corpus(texts)
    before = driver.state.training_settings
    chosen_in_dialog(recipe)
    driver.window.show_workspace("train")
    with qtbot.waitSignal(driver.workbench.recipes.failed):
        driver.trigger("Open recipe…")
    assert "'vocabsize', which is no setting" in driver.pane_message
    assert driver.state.training_settings == before
    write(named(driver.workbench.training_pane.form, "vocab_size"), "x")
    driver.trigger("Save recipe…")
    assert "A setting is wrong" in driver.pane_message
    assert recipe.read_text().count("vocabsize") == 1
