"""The code on the pages of docs/ and in the README, run as written there."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import engine
from engine import TrainingConfig, load_any_tokenizer, train_tokenizer
from engine.analysis.sizes import SizeCurves
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate
from tests.docs.pages import blocks, commands, copied, prepare, run_page
from workbench.cli.command_line import build_parser
from workbench.frame.guide_pages import DOCS, GuidePages

README = DOCS.parent / "README.md"
PAGES = [name for name in GuidePages().names if name.endswith(".md")]
PLAYED = [
    name for name in PAGES
    if name.startswith("how-to/") or name == "start/ten-minutes.md"
]  # fmt: skip
"""Pages whose commands run too."""
OF_PYTHON = [
    name
    for name in PAGES
    if name not in PLAYED and any(block.language == "python" for block in blocks(DOCS / name))
]
LIBRARY = "reference/python.md"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """The files that the pages name, and a store with the run `mine`."""
    folder = tmp_path_factory.mktemp("pages") / "folder"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        patch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder / "home"))
        prepare(folder)
    return folder


@pytest.fixture
def folder(template, tmp_path, monkeypatch):
    """A working directory of one page, and its store."""
    folder = copied(template, tmp_path / "folder")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder / "home"))
    monkeypatch.chdir(folder)
    monkeypatch.setattr(engine, "load_published", load_any_tokenizer)  # a folder of that name
    monkeypatch.setenv("PYTHONPATH", str(folder / "missing"))
    return folder


@pytest.mark.parametrize("name", PLAYED)
def test_a_page_that_answers_a_question_runs_from_top_to_bottom(name, folder):
    languages = {block.language for block in blocks(DOCS / name)}
    assert {"sh", "python"} <= languages
    run_page(DOCS / name)


@pytest.mark.parametrize("name", [name for name in OF_PYTHON if name != LIBRARY])
def test_the_python_of_a_page_runs(name, folder):
    assert run_page(DOCS / name, with_commands=False)


def test_every_command_on_a_page_has_options_that_there_are():
    wrong = []
    parser = build_parser()
    for name in PAGES:
        for block in blocks(DOCS / name):
            for arguments in commands(block) if block.language == "sh" else ():
                try:
                    parser.parse_args([part for part in arguments if part[0] + part[-1] != "[]"])
                except SystemExit:
                    wrong.append(f"{name}: {' '.join(arguments)}")
    assert wrong == []


def test_the_page_on_the_library_means_what_it_says(folder, capsys):
    names = run_page(DOCS / LIBRARY)
    printed = capsys.readouterr().out
    natural, fairer = names["natural"], names["fairer"]
    assert natural.vocab_size == fairer.vocab_size == names["heavier"].vocab_size == 300
    assert names["smaller"].vocab_size == 280
    rows = {row.label: row for row in evaluate(fairer, Corpus.from_paths(["texts/"])).rows}
    assert f"deu {rows['deu'].bytes_per_token} {rows['deu'].fertility}" in printed
    exact = SizeCurves.of_training(natural.training).bytes_per_token("deu", 280)
    assert f"{exact} " in printed
    on_text = evaluate(names["smaller"], Corpus.from_paths(["texts/deu.txt"]))
    assert exact == pytest.approx(on_text.total.bytes_per_token)
    grown, extended = names["grown"], names["extension"].tokenizer
    assert len(grown) == extended.vocab_size == natural.vocab_size + names["extension"].n_new + 1
    assert names["saved"] > 0
    first = natural.encode_to_array(extended.vocabulary[natural.vocab_size])
    assert grown[natural.vocab_size] == pytest.approx(names["embedding"][first].mean(axis=0))
    assert names["report"].usage.tokens == evaluate(natural, names["corpus"]).total.tokens


def test_the_checks_of_the_page_on_conversations_find_a_fault(folder, capsys):
    names = run_page(DOCS / "reference" / "conversations.md", with_commands=False)
    plain = train_tokenizer(Corpus.from_paths(["texts/"]), TrainingConfig(260))
    chatml = plain.with_special_tokens(["<|im_start|>", "<|im_end|>"])
    names["lints_of"](chatml, [{"role": "user", "content": "low"}])
    assert "all-zero-mask" in capsys.readouterr().out


def test_the_lines_of_the_readme_run_and_keep_the_tokenizer(folder, capsys):
    names = run_page(README, with_commands=False)
    assert names["tokenizer"] == Tokenizer.load("mine.twb")
    assert "Compute merges" in capsys.readouterr().out
    assert Path("mine.twb").is_file()
