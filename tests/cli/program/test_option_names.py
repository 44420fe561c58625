"""Sentences of the engine name no option of the command line; the command line adds its own."""

from __future__ import annotations

import ast
import re
from argparse import Namespace

import pytest

from engine.errors import ConfigError, CorpusError
from tests.cli.conftest import PROJECT
from workbench.cli.shared.errors import OPTIONS, with_option
from workbench.work.training_settings import SETTINGS

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
PROGRAMS = {
    "engine/compiled/kernel_children.py", "engine/machine/child_programs.py",
    "engine/machine/optional_libraries.py", "engine/splitting/large_patterns.py",
    "engine/warm_up.py",
    "engine/explore/front_files.py",
}  # fmt: skip
"""They run programs, or are one; the last one writes a style sheet with names of colours."""


def options_in_sentences(path):
    tree = ast.parse(path.read_text("utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from OPTION.findall(node.value)


@pytest.mark.static
def test_no_sentence_of_the_engine_names_an_option():
    found = {
        path.relative_to(PROJECT).as_posix(): names
        for path in sorted((PROJECT / "engine").rglob("*.py"))
        if (names := list(options_in_sentences(path)))
    }
    assert found.keys() == PROGRAMS, found


@pytest.mark.parametrize("option", OPTIONS.values())
def test_each_option_is_one_of_the_command_line(option):
    sources = (PROJECT / "workbench" / "cli").rglob("*.py")
    others = (path for path in sources if path.stem != "errors")
    is_setting = option.removeprefix("--").replace("-", "_") in SETTINGS
    assert is_setting or any(f'"{option}"' in path.read_text("utf-8") for path in others)


def test_the_option_stands_behind_the_sentence():
    error = CorpusError("The field is missing.", setting="text_field")
    arguments = Namespace(text_field="text", pattern="gpt2")
    assert with_option(error, arguments) == "The field is missing. The option is --text-field."
    assert with_option(CorpusError("It is empty."), arguments) == "It is empty."
    refused = ConfigError("It is too long.", setting="pattern")
    assert with_option(refused, arguments) == "It is too long."


def test_a_command_names_no_option_that_it_does_not_have(cli, trained):
    outcome = cli("export", "small", "--format", "nanochat", "--out", "exported")
    assert outcome.status == 1
    assert "<|bos|>" in outcome.err
    assert "The option is" not in outcome.err


def test_a_command_names_the_option(cli, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"body": "low"}\n' * 3)
    outcome = cli("train", tmp_path / "rows.jsonl", "--vocab-size", "300")
    assert outcome.status == 1
    assert "The option is --text-field." in outcome.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["trian", "x"], "unknown command 'trian'; did you mean train?"),
        (["runs", "lst"], "unknown action 'lst'; did you mean list?"),
        (["xyzzy"], "unknown command 'xyzzy' (see"),
        (
            ["train", "--vocabsize", "300", "x"],
            "unrecognized arguments: --vocabsize; did you mean --vocab-size?",
        ),
        (["runs", "list", "--jsn"], "unrecognized arguments: --jsn; did you mean --json?"),
        (
            ["encode", "a", "--frobnicate"],
            "unrecognized arguments: --frobnicate (see tokenizer-workbench encode --help)",
        ),
        (["runs", "delete", "a", "b"], "runs delete: unrecognized arguments: b (see"),
        (["probe", "a", "--params", "-1"], "'-1' is not a number such as 500K or 3M"),
    ],
)
def test_a_mistyped_command_or_option_is_answered_with_the_nearest(cli, arguments, sentence):
    outcome = cli(*arguments)
    assert outcome.status == 2
    assert sentence in outcome.sentence
    assert "choose from" not in outcome.err
