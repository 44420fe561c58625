"""The code on the pages of docs/ and in the README, run as written there."""

from __future__ import annotations

import doctest
import io
import re
import shutil
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import engine
from engine import TrainingConfig, load_any_tokenizer, train_tokenizer
from engine.analysis.sizes import SizeCurves
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate
from engine.settings.mixture_recipe import find_recipe
from tests.docs.pages import (
    MORE,
    NOT_RUN,
    blocks,
    command,
    commands,
    copied,
    lines,
    prepare,
    run_page,
    why_not_run,
)
from workbench.__main__ import main
from workbench.cli.command_line import build_parser
from workbench.frame.guide_pages import DOCS, GuidePages
from workbench.work.pipeline.recipe import read_pipeline
from workbench.work.recipe import read_recipe

README = "../README.md"
PAGES = [*(name for name in GuidePages().names if name.endswith(".md")), README]
LIBRARY, PIPELINE = "reference/python.md", "reference/pipeline.md"


def runs(name):
    """Whether a page has code that runs here."""
    for block in blocks(DOCS / name):
        if block.language == "python":
            return True
        if block.language == "sh" and any(
            command(line) is not None and not why_not_run(name, "sh", line) for line in lines(block)
        ):
            return True
    return False


PLAYED = [name for name in PAGES if name != LIBRARY and runs(name)]


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


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_the_code_of_a_page_runs_from_top_to_bottom(name, folder):
    MORE.get(name, lambda folder: None)(folder)
    assert run_page(DOCS / name, name=name)["n_run"] > 0


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("how-to/")])
def test_a_page_that_answers_a_question_has_the_window_the_command_and_the_python(name):
    assert {"sh", "python"} <= {block.language for block in blocks(DOCS / name)}
    headings = re.findall(r"^## (In .+)$", (DOCS / name).read_text("utf-8"), re.MULTILINE)
    assert sorted(headings) == ["In Python", "In the terminal", "In the window"]


def test_every_block_is_run_or_has_a_reason():
    unknown = []
    for name in PAGES:
        for block in blocks(DOCS / name):
            if block.file or block.language in ("python", "toml", "pycon"):
                continue
            for line in lines(block) if block.language == "sh" else [block.text]:
                is_ours = block.language == "sh" and command(line) is not None
                if not is_ours and not why_not_run(name, block.language, line):
                    unknown.append(f"{name}:{block.line}: {line[:60]}")
    assert unknown == []


def test_every_reason_is_of_a_block_that_there_is():
    found = [
        (name, block.language, line)
        for name in PAGES
        for block in blocks(DOCS / name)
        for line in (lines(block) if block.language == "sh" else [block.text])
    ]
    idle = [entry for entry in NOT_RUN if entry.why not in {why_not_run(*each) for each in found}]
    assert idle == []


def test_every_toml_block_is_read(folder):
    MORE[PIPELINE](folder)
    seen = []
    for name in PAGES:
        for block in blocks(DOCS / name):
            if block.language == "toml":
                path = folder / (block.file or "part.toml")
                path.write_text(block.text, "utf-8")
                if block.file == "mixture.toml":
                    assert find_recipe(path).groups
                else:
                    assert read_recipe(path)
                    if name == PIPELINE and block.file:
                        assert read_pipeline(path).requirements
                seen.append(name)
    assert len(seen) >= 6


def test_examples_of_docstrings_on_the_pages_run():
    runner = doctest.DocTestRunner()
    for name in PAGES:
        for block in blocks(DOCS / name):
            if block.language == "pycon":
                names = {each: getattr(engine, each) for each in engine.__all__}
                example = doctest.DocTestParser().get_doctest(block.text, names, name, None, 0)
                runner.run(example)
    assert runner.tries > 1
    assert runner.failures == 0


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


def cells(printed):
    """The rows of printed tables as their cells, without times, runs and names of files."""
    rows = [re.split(r" {2,}", line.strip()) for line in printed.splitlines()]
    return [row[: 4 if row[-1] in ("met", "FAILED") else 2] for row in rows if len(row) > 1]


def test_the_recipes_of_the_example_give_its_tables(folder, capsys):
    shutil.copytree(DOCS / "recipes", folder / "docs" / "recipes")
    (folder / "resources").symlink_to(DOCS.parent / "resources")
    shown = [block.text for block in blocks(DOCS / PIPELINE) if block.text.startswith("$ ")]
    for text in shown:
        first, rest = text.split("\n", 1)
        status = main(command(first.removeprefix("$ ")))
        printed = cells(capsys.readouterr().out)
        expected = cells(rest.partition("$ echo $?")[0])
        assert [row for row in expected if row not in printed] == []
        assert len(expected) > 5
        assert f"$ echo $?\n{status}\n" in text or "echo" not in text
    assert len(shown) == 3


def test_the_checks_of_the_page_on_conversations_find_a_fault(folder, capsys):
    names = run_page(DOCS / "reference" / "conversations.md", with_commands=False)
    plain = train_tokenizer(Corpus.from_paths(["texts/"]), TrainingConfig(260))
    chatml = plain.with_special_tokens(["<|im_start|>", "<|im_end|>"])
    names["lints_of"](chatml, [{"role": "user", "content": "low"}])
    assert "all-zero-mask" in capsys.readouterr().out


def test_the_lines_of_the_readme_run_and_keep_the_tokenizer(folder, capsys):
    names = run_page(DOCS / README, with_commands=False)
    assert names["tokenizer"] == Tokenizer.load("mine.twb")
    assert "Compute merges" in capsys.readouterr().out
    assert Path("mine.twb").is_file()
