"""Tokens and patterns that no merge may make, from the command line and from recipes."""

from __future__ import annotations

import pytest

from engine import Tokenizer
from engine.settings.token_lists import MergeRules
from workbench.store import RunStore

TEXT = "the then 12 1234 the other 東京 东京 the\n\n" * 50


@pytest.fixture
def text_file(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_blocked_tokens_are_not_made_and_the_run_knows_them(cli, text_file, tmp_path):
    listed = tmp_path / "blocked.txt"
    listed.write_text("\\sthe\nhe\nhex:e69d\n", "utf-8")
    outcome = cli(
        "train", text_file, "--vocab-size", 290, "--json", "--name", "ruled",
        "--block-tokens", listed, "--block-tokens", r"\n\n", "--block-pattern", "[0-9]{2}",
    )  # fmt: skip
    assert outcome.status == 0
    blocked = (b" the", b"he", b"\xe6\x9d", b"\n\n")
    tokens = Tokenizer.load(outcome.document["tokenizer"]).vocabulary[256:]
    assert len(tokens) > 5
    assert not [token for token in tokens if token in blocked or b"12" in token]
    (remark,) = [each for each in outcome.document["problems"] if "merge rules" in each]
    assert remark.startswith("After ")
    assert f"Note: {remark}" in outcome.err
    with RunStore.open() as store:
        rules = store.run(store.resolve("ruled")).config.merge_rules
    assert rules == MergeRules(blocked, "[0-9]{2}")
    shown = cli("runs", "show", "ruled", "--json").document["merge_rules"]
    assert shown == {"blocked": [token.hex() for token in blocked], "blocked_pattern": "[0-9]{2}"}


def test_a_token_in_gpt2_notation_is_noted(cli, text_file):
    arguments = ("train", text_file, "--vocab-size", 270, "--quiet", "--block-tokens")
    outcome = cli(*arguments, "Ġthe")
    assert (
        r"Note: Ġthe is read as this text; the token that GPT-2 writes so is given as \sthe."
        in (outcome.err)
    )
    assert "GPT-2" not in cli(*arguments, r"\sthe").err


def test_a_recipe_has_them_and_the_command_line_comes_first(cli, text_file, tmp_path):
    recipe = tmp_path / "recipe.toml"
    head = f"paths = [{str(text_file)!r}]\nvocab_size = 270\n[merge_rules]\n"
    recipe.write_text(head + "blocked = ['th', {hex = 'e4b8'}]\nblocked_pattern = 'h.'\n", "utf-8")
    cli("train", "--recipe", recipe, "--name", "first")
    cli("train", "--recipe", recipe, "--name", "second", "--block-tokens", "he")
    (tmp_path / "list.json").write_text('["n ", " 1"]', "utf-8")
    recipe.write_text(head + "blocked = 'list.json'\n", "utf-8")
    cli("train", "--recipe", recipe, "--name", "third")
    with RunStore.open() as store:
        found = [store.run(store.resolve(name)).config.merge_rules for name in NAMES]
    assert found == [
        MergeRules((b"th", b"\xe4\xb8"), "h."),
        MergeRules((b"he",), "h."),
        MergeRules((b"n ", b" 1")),
    ]


NAMES = ("first", "second", "third")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--block-pattern", "a[b"], "cannot be used: unterminated character set at"),
        (["--block-pattern", ""], "must be a string that is not empty"),
        (["--block-tokens", "a"], "Blocked tokens: a is a single byte."),
        (["--block-tokens", "é", "--block-tokens", "hex:c3a9"], "'é' is listed twice."),
        (["--block-tokens", r"a\q"], r"the escape '\\q' is none that is known"),
        (["--block-tokens", "missing.txt"], "The list of blocked tokens missing.txt was not found"),
        (
            ["--block-tokens", "doubled.txt"],
            "line 3: 'ab' is listed twice (first: doubled.txt, line 1)",
        ),
        (["--block-tokens", "single.txt"], "single.txt, line 2: 'x' is a single byte."),
        (["--block-tokens", "broken.txt"], "broken.txt, line 1: 'e' is not pairs of hex digits."),
    ],
)
def test_what_cannot_be_blocked_is_wrong_use(
    cli, text_file, tmp_path, monkeypatch, options, sentence
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "doubled.txt").write_text("ab\n\nab\n", "utf-8")
    (tmp_path / "single.txt").write_text("ab\nx\n", "utf-8")
    (tmp_path / "broken.txt").write_text("hex:e\nhex:f\nhex:1\n", "utf-8")
    outcome = cli("train", text_file, "--vocab-size", 270, *options)
    assert outcome.status == 2
    assert sentence in outcome.err
    if "broken" in options[-1]:
        assert "(2 more are like that.)" in outcome.err


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("blocked = 3", "sets merge_rules.blocked to 3; it must be a list of strings or the name"),
        ("blocked = [3]", "3 is neither a string nor"),
        ("blocked = ['a']", "'a' is a single byte"),
        ("blocked = 'none.txt'", "none.txt was not found"),
        ("blocked_pattern = '('", "cannot be used: missing ) at position 1"),
        ("blocked_pattern = 3", "must be a string that is not empty, not 3"),
        ("bloked = []", "sets merge_rules.bloked, which is no merge rule; known are blocked, "),
    ],
)
def test_what_a_recipe_cannot_say(refused_recipe, text_file, lines, sentence):
    head = f"paths = [{str(text_file)!r}]\nvocab_size = 270\n[merge_rules]\n"
    assert sentence in refused_recipe(f"{head}{lines}\n")


def test_rules_that_leave_nothing(cli, text_file):
    outcome = cli("train", text_file, "--vocab-size", 300, "--block-pattern", "(?s).", "--json")
    assert (outcome.status, outcome.document["n_merges"]) == (0, 0)
    assert outcome.document["problems"][0].startswith(
        "After 0 merges the merge rules left no pair of tokens that may be merged."
    )
