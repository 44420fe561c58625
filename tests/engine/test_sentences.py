"""Sentences of the engine and the store: one for each code, made from data, for libraries."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from engine.errors import CorpusError, EngineError, InexactTokenizerError, reason_of
from engine.sentences import Form, Sentences, all_of, either, some_of
from engine.sentences import say as of_the_engine
from tests.conventions import source

PROJECT = Path(__file__).parents[2]
ENGINE = PROJECT / "engine"
STORE, WORK = (PROJECT / "workbench" / name for name in ("store", "work"))
TABLES = {
    ENGINE: of_the_engine.forms,
    STORE: import_module("workbench.store.errors").say.forms,
    WORK: import_module("workbench.work.sentences").say.forms,
}
SUBJECTS = [path for path in (ENGINE / "sentences").glob("*.py") if path.stem != "__init__"]
OPTION = re.compile(r"(?<![\w-])--[a-z]")
OF_THE_WINDOW = re.compile(
    r"\b(?:button|click|pane|panel|menu|workspace|dialog|tab|tool bar|window)s?\b|command line",
    re.IGNORECASE,
)

say = Sentences(
    {
        "missing": "{path} is missing.",
        "found": Form("{n:,} files: {why}", "One file: {why}", "n"),
        "nested": "It failed: {reason}",
    }
)


def folder_of(path):
    """The folder with the table for a module."""
    return next(folder for folder in path.parents if folder in TABLES)


def calls():
    for module in source.modules("engine", "workbench/store", "workbench/work"):
        for node in module.calls:
            is_say = isinstance(node.func, ast.Name) and node.func.id == "say"
            if is_say and isinstance(node.args[0], ast.Constant):
                yield PROJECT / module.path, node


def test_a_sentence_is_a_str_with_code_and_data():
    sentence = say("found", n=1234, why=Path("a.txt"))
    assert sentence == "1,234 files: a.txt"
    assert isinstance(sentence, str)
    assert (sentence.code, sentence.data) == ("found", {"n": 1234, "why": "a.txt"})
    assert say("found", n=1, why="x") == "One file: x"
    assert say("found", n=np.int64(1234), why="x").data["n"] == 1234


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  made here


@pytest.mark.parametrize("kept", [through_pickle, copy.deepcopy, str])
def test_copies_keep_code_and_data(kept):
    sentence = kept(say("nested", reason=say("missing", path="b")))
    assert sentence == "It failed: b is missing."
    assert sentence.code == "nested"
    assert sentence.data["reason"].code == "missing"


def test_a_sentence_goes_to_another_process_and_back():
    sentence = say("nested", reason=say("missing", path="b"))
    assert say.unpacked(say.packed(sentence)).data["reason"].data == {"path": "b"}
    assert say.unpacked(say.packed("not of a table")) == "not of a table"


def test_an_error_tells_its_code_and_data_and_those_of_its_cause():
    error = CorpusError(say("missing", path=Path("c")), path=Path("c"))
    assert (str(error), error.code, error.data) == ("c is missing.", "missing", {"path": "c"})
    assert say("nested", reason=error).data["reason"].code == "missing"
    assert (EngineError("in words").code, EngineError("in words").data) == ("", {})
    inexact = InexactTokenizerError("its model is WordPiece", path=Path("d"), library="tokenizers")
    assert inexact.code == "inexact_tokenizer"
    assert through_pickle(error.args) == error.args


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (IsADirectoryError(21, "Is a directory", "texts"), "is a directory"),
        (OSError(5, "I/O failed"), "I/O failed"),
        (ValueError("Too short.\nSee below."), "Too short"),
        (EOFError(), "EOFError"),
    ],
)
def test_the_reason_of_a_failure_ends_a_sentence(error, reason):
    assert reason_of(error) == reason


def test_lists():
    assert either("a") == "a"
    assert either("abc") == "a, b or c"
    assert all_of("abc") == "a, b and c"
    assert some_of("abc") == "a, b, c"
    assert some_of(["x"] * 6) == "x, x, x and 3 more"


def test_codes_are_unique_and_in_snake_case():
    subjects = [import_module(f"engine.sentences.{path.stem}") for path in SUBJECTS]
    of_the_engine = [code for subject in subjects for code in subject.FORMS]
    assert set(of_the_engine) == set(TABLES[ENGINE])
    codes = [*of_the_engine, *TABLES[STORE], *TABLES[WORK]]
    assert len(codes) == len(set(codes)), {code for code in codes if codes.count(code) > 1}
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", code) for code in codes)


@pytest.mark.static
def test_every_call_names_a_code_and_the_data_of_its_sentence():
    wrong = []
    for path, node in calls():
        form = TABLES[folder_of(path)].get(node.args[0].value)
        given = {keyword.arg for keyword in node.keywords}
        if form is None or (None not in given and not given >= form.fields() | {form.count} - {""}):
            wrong.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert not wrong


def test_every_code_is_used():
    for folder, table in TABLES.items():
        texts = [path.read_text("utf-8") for path in folder.rglob("*.py")]
        named = Counter(name for text in texts for name in re.findall(r'"([a-z0-9_]+)"', text))
        unused = [code for code in table if named[code] < 2]
        assert not unused, folder.name


def test_a_plural_names_its_number():
    for table in TABLES.values():
        for code, form in table.items():
            assert bool(form.one) == bool(form.count), code


def test_no_sentence_names_an_option_or_a_part_of_the_window():
    for folder, table in TABLES.items():
        for code, form in table.items() if folder not in (STORE, WORK) else ():
            for words in (form.one, form.many):
                assert not OPTION.search(words), code
                assert not OF_THE_WINDOW.search(words), code


SPEAKING = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
OF_PROGRAMS = re.compile(
    "Argument(Value)?Error|(Value|Type|Key|Index|Attribute|Runtime|Timeout|Frame|Security|OS)Error"
    "|jinja2.TemplateRuntimeError"
)
"""What a mistake of a program raises, and what is caught and worded elsewhere."""
READERS = frozenset({"formats", "reading", "writing", "library"})
"""Folders in which such errors become the reason in a sentence."""


def raised_texts(module):
    """The texts written out in what a module raises for people, with the line of each."""
    path = module.path
    for node in module.nodes:
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            is_reader = path.parent.name in READERS and path.name != "verification_reader.py"
            if not is_reader and OF_PROGRAMS.fullmatch(ast.unparse(node.exc.func)):
                continue
            for part in ast.walk(node.exc):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield f"{path.name}:{part.lineno}", part.value


@pytest.mark.static
def test_what_is_raised_for_people_is_a_sentence_with_a_code():
    written = [
        (place, text)
        for module in source.modules("engine", "workbench/work")
        if module.is_in("engine") or module.path.name.startswith("recipe")
        for place, text in raised_texts(module)
        if SPEAKING.search(text)
    ]
    assert not written


def test_the_tables_load_with_the_first_sentence():
    code = (
        "import sys, engine.corpus.readers.text, engine.formats.validation, engine.chat.lints\n"
        "from engine import Tokenizer\n"
        "assert Tokenizer([(108, 111)], pattern='gpt2').encode('low') == [256, 119]\n"
        "print([name for name in sys.modules if name.startswith('engine.sentences.')])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
