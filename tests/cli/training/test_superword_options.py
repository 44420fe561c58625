"""`train` with superwords: options, recipes, what is reported, what is refused."""

from __future__ import annotations

import json

import pytest

TEXT = "as well as the rest of the world: the rest of it, as well as the others. " * 12
SIZE = ("--vocab-size", "320", "--pattern", "gpt2")


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_the_document_tells_what_stage_two_did(cli, text):
    document = cli("train", text, *SIZE, "--superwords-from", "0.85", "--json").document
    second = document["second_stage"]
    assert second["transition_vocab_size"] == 272
    assert second["n_first_merges"] == 16
    assert second["n_superword_merges"] == document["n_merges"] - 16 > 0
    assert second["pattern"] == "superbpe-stage2"
    assert second["rules"]["name"] == "official"
    assert 0 < second["several_words_share"] < 1
    assert document["bytes_per_token"] > second["bytes_per_token_before"]
    assert {"pairs", "runs", "merge"} <= second["seconds"].keys()
    assert second["floor"] >= 1


def test_the_summary_says_what_superwords_save(cli, text):
    outcome = cli("train", text, *SIZE, "--superwords-from", "272")
    assert "Superwords: 16 merges before them" in outcome.out
    assert "fewer tokens than at the transition" in outcome.out
    assert "Collect runs" in outcome.err
    assert "Compute superwords" in outcome.err


@pytest.mark.parametrize("start", ["90%", "2_88"])
def test_a_share_and_a_size_say_the_same(cli, text, start):
    document = cli("train", text, *SIZE, "--superwords-from", start, "--json").document
    assert document["second_stage"]["transition_vocab_size"] == 288


def test_a_file_changes_single_rules_of_a_preset(cli, text, tmp_path):
    rules = tmp_path / "mine.toml"
    rules.write_text('preset = "official"\nmost_words = 2\nforbidden_inside = []\n', "utf-8")
    options = ("--superwords-from", "0.85", "--superword-rules", rules)
    document = cli("train", text, *SIZE, *options, "--json").document
    given = document["second_stage"]["rules"]
    assert (given["name"], given["most_words"], given["forbidden_inside"]) == ("mine", 2, [])


@pytest.mark.parametrize(
    "rules",
    ['superword_rules = "unbounded"', "[superword_rules]\npreset = 'official'\nmost_words = false"],
)
def test_a_recipe_has_all_of_it(cli, text, tmp_path, rules):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'paths = ["eng.txt"]\nvocab_size = 320\npattern = "gpt2"\nsuperwords_from = 0.9\n'
        f'superword_pattern = "none"\nsuperword_memory = 2\n{rules}\n',
        "utf-8",
    )
    second = cli("train", "--recipe", recipe, "--json").document["second_stage"]
    assert second["pattern"] == "none"
    assert second["rules"]["most_words"] is None
    other = cli("train", "--recipe", recipe, "--superwords-from", "300", "--json").document
    assert other["second_stage"]["transition_vocab_size"] == 300


def test_a_recipe_with_a_file_of_rules_beside_it(cli, text, tmp_path):
    (tmp_path / "own.toml").write_text("most_words = 3\n", "utf-8")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'paths = ["eng.txt"]\nvocab_size = 300\nsuperwords_from = 0.95\n'
        'superword_rules = "own.toml"\n',
        "utf-8",
    )
    second = cli("train", "--recipe", recipe, "--json").document["second_stage"]
    assert second["rules"]["most_words"] == 3


@pytest.mark.parametrize("pattern", ["superbpe-paper", "none"])
def test_second_patterns(cli, text, pattern):
    options = ("--superwords-from", "0.9", "--superword-pattern", pattern)
    document = cli("train", text, *SIZE, *options, "--json").document
    assert document["second_stage"]["n_superword_merges"] > 0


WRONG = {
    ("--superwords-from", "1.0"): "between 0 and 1",
    ("--superwords-from", "0.0"): "between 0 and 1",
    ("--superwords-from", "0"): "below the 256",
    ("--superwords-from", "200"): "of 200, below the 256",
    ("--superwords-from", "0.1"): "(0.1 of 320), below the 256",
    ("--superwords-from", "320"): "begin below that",
    ("--superwords-from", "9000"): "begin below that",
    ("--superwords-from", "half"): "neither a share of the vocabulary",
    ("--superword-rules", "article"): "give --superwords-from",
    ("--superword-pattern", "none"): "give --superwords-from",
    ("--superword-memory", "2"): "give --superwords-from",
    ("--superwords-from", "0.9", "--superword-rules", "nobody"): "not one of official",
    ("--superwords-from", "0.9", "--superword-pattern", "superbpe-stag2"): "did you mean",
    ("--superwords-from", "0.9", "--superword-pattern", "(a"): "pattern",
    ("--superwords-from", "0.9", "--superword-memory", "0"): "gigabytes",
    ("--superwords-from", "0.9", "--superword-memory", "much"): "gigabytes",
}


@pytest.mark.parametrize("options", WRONG, ids=" ".join)
def test_wrong_use_is_one_sentence(cli, text, options):
    outcome = cli("train", text, *SIZE, *options)
    assert outcome.status == 2
    assert WRONG[options] in outcome.sentence
    assert cli("runs", "list", "--json").document["runs"] == []


DAMAGED = {
    "most_words = 0": "most_words must be a whole number of at least 1",
    "most_words = 1": "forbids every superword",
    "longest_span = 1": "nothing can be merged",
    "most_wrods = 3": "no superword rule 'most_wrods'",
    "most_words = 'x'": "most_words must be a whole number",
    "preset = 'mine'": "no preset 'mine'",
    "sampling_share = 0": "sampling_share must be a number above 0",
    "cut_after = 3": "cut_after must be a string",
    "most_words = = 3": "are no TOML",
    "\udcff": "are no TOML",
}


@pytest.mark.parametrize("words", DAMAGED)
def test_a_damaged_file_of_rules_is_named(cli, text, tmp_path, words):
    rules = tmp_path / "mine.toml"
    rules.write_text(words, "utf-8", "surrogateescape")
    options = ("--superwords-from", "0.9", "--superword-rules", rules)
    outcome = cli("train", text, *SIZE, *options)
    assert outcome.status == 2
    assert str(rules) in outcome.sentence
    assert DAMAGED[words] in outcome.sentence


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("superwords_from = 2.0", "between 0 and 1"),
        ("superwords_from = 'x'", "a whole number or a number"),
        ("superwords_from = 0.9\n[superword_rules]\nmost_wrods = 1", "'most_wrods'"),
        ("superwords_from = 0.9\n[superword_rules]\npreset = 'x'", "no preset 'x'"),
        ("superwords_from = 0.9\nsuperword_rules = 'gone.toml'", "no file that can be read"),
        ("superword_pattern = 'none'", "superword_pattern in a recipe"),
    ],
)
def test_a_recipe_with_a_fault_is_named(refused_recipe, text, line, words):
    assert words in refused_recipe(f'paths = ["eng.txt"]\nvocab_size = 320\n{line}\n')


def test_too_little_memory_ends_the_run_with_a_sentence(cli, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(" ".join(f"{i * 7919 % 10007:x} of {i}" for i in range(9000)), "utf-8")
    options = ("--superwords-from", "300", "--superword-pattern", "none", "--superword-memory")
    outcome = cli("train", path, "--vocab-size", "30000", *options, "0.0011")
    assert outcome.status == 1
    assert "--superword-memory" in outcome.sentence
    [run] = cli("runs", "list", "--json").document["runs"]
    assert run["status"] == "failed"


def test_a_run_knows_its_superwords_again(cli, text):
    report = cli("train", text, *SIZE, "--superwords-from", "0.9", "--json").document
    shown = cli("runs", "show", report["run_id"], "--json").document
    assert json.dumps(shown).count("superbpe-stage2") > 0
    sizes = cli("sweep", report["run_id"], "--json")
    assert sizes.status == 0
