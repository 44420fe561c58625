"""The words of window, command line, engine and documents: one name per thing, plain English."""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.cli.command_line import COMMANDS, build_parser

pytestmark = pytest.mark.static

ROOT = Path(__file__).resolve().parents[1]
OF_PROGRAMS = (
    "benchmarks*.md", "gallery*.md", "window/commands.md",
    "reference/api/*", "reference/commands/*",
    "reference/settings.md", "reference/metrics.md", "reference/store.md",
)  # fmt: skip
"""Pages that programs write; what they are made of is checked where it is."""
RECORDS = ("models.md", "scale.md", "trainers.md")
"""Records of measurements."""
PAGES = tuple(
    f"docs/{path.relative_to(ROOT / 'docs').as_posix()}"
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if not any(path.relative_to(ROOT / "docs").match(name) for name in (*OF_PROGRAMS, *RECORDS))
)
DOCUMENTS = ("README.md", *PAGES, "ARCHITECTURE.md", "engine/README.md")
"""Pages that users read."""

REFUSED = {
    r"(some|any|every)(body|one)|nobody|no one": "the user, a program, or passive",
    r"anew": "again, new",
    r"what came of": "the result",
    r"told of|tells? of": "described, reported",
    r"so many": "the number itself",
    r"stands?|stood": "is; is used by",
    r"holds?|held|holding": "contains; keeps",
    r"left out|leaves? out|leaving out": "skipped, excluded, omitted",
    r"(not|no longer|nothing) there|gone": "missing, not found, removed",
    r"any more": "no longer",
    r"in all(?! \w)": "total",
    r"so far": "elapsed, until now, or nothing",
    r"(by|of) (it|them)sel(f|ves)": "automatically, alone",
    r"the one that|such as are|what is told": "the noun",
    r"just now": "now",
    r"for good|for ever": "permanently",
    r"(in|of|with) force": "current, used",
    r"runs through": "runs in",
    r"learnt|unlearnt": "supervised; learned",
    r"lints?": "problem, check",
    r"equal counts|equally frequent": "tie-break",
    r"repeated (more|×)": "sampled, oversampled",
    r"weigh(ed|s)? (the|sources)": "weighting",
    r"counts kept|nothing will be read": "counted, not counted",
    r"what is (not|no) UTF-8": "invalid UTF-8",
    r"add address": "Add URL…",
    r"cuts? (otherwise|differently)|same cuts": "splits differently, identical splits",
    r"stop and keep": "Stop and save",
    r"red flags?": "warning",
    r"worst language": "highest premium",
    r"round[- ]trips?": "decodes exactly",
    r"compare in|measure next on": "metric; test texts",
    r"merged into|with it as a half|halves|(left|right) half": "used in merges; made of",
    r"tokens? of several words|several words": "multi-word token",
    r"official rules|rules of the article": "reference rules, paper rules",
    r"half up to": "median, P99, max",
    r"edit as new": "duplicate settings",
    r"they part|where they part": "diverge, split at merge",
    r"other ids than": "token IDs differ",
    r"only write": "export without verifying",
    r"files? beside it": "companion files",
    r"found by itself": "detected automatically",
    r"given by date": "named by date and time",
    r"keys it came with|take them from there": "Default; Reassign",
    r"places?": "occurrences; position; line",
    r"cuts?|cutting": "split; truncated; section",
}
"""An old term, as an expression over whole words, and what is written instead of it."""

REFUSED_OF_CHAT = {r"(un)?trained": "supervised, not supervised"}
"""The same for the words about conversations alone: elsewhere tokenizers are trained."""

ALLOWED = {
    r"cut short|power cut": "an accident ended it; nothing was split",
    r"special-text cut|or cut|Cut documents there": "the option's value, and its label",
    r"[Hh]eld[- ]out": "the field's term for text that only measures",
}
"""Phrases that a refused term is part of, and why they are right."""

_REFUSED = {re.compile(rf"\b(?:{term})\b", re.IGNORECASE): use for term, use in REFUSED.items()}
_OF_CHAT = {re.compile(rf"\b(?:{term})\b"): use for term, use in REFUSED_OF_CHAT.items()}
_ALLOWED = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in ALLOWED), re.IGNORECASE)


def faults(texts, of_chat=False):
    """Yield a line for every refused term in (where, text) pairs."""
    for where, text in sorted(set(texts)):
        words = _ALLOWED.sub(" ", re.sub(r"\{[^}]*\}|`[^`]*`", "%1", text))
        for term, use in (_REFUSED | _OF_CHAT if of_chat else _REFUSED).items():
            for match in term.finditer(words):
                yield f"{where}: “{match[0]}” ({use}) in: {text}"


@pytest.fixture(scope="module")
def phrases():
    """Everything that is translated: of the window, the engine's and the store's sentences."""
    sys.path.insert(0, str(ROOT / "packaging"))
    import translations

    yield translations.found_phrases()
    sys.path.remove(str(ROOT / "packaging"))


def window_texts(phrases, of_chat=False):
    for phrase, places in phrases.places.items():
        if phrase.context != "languages":
            is_chat = any("/chat/" in place for place in places)
            if is_chat or not of_chat:
                yield places[0], phrase.source


def singular_forms() -> Iterator[tuple[str, str]]:
    """What `counted` and the sentences' forms say of one; translators see the plural alone."""
    import translated_strings

    for table in translated_strings.sentence_tables():
        for code, form in table.items():
            yield code, form.one
    for name, text in translated_strings.project_modules(ROOT):
        for node in ast.walk(ast.parse(text)):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_call and node.func.id == "counted":
                for argument in node.args[1:2]:
                    if isinstance(argument, ast.Constant):
                        yield f"{name}:{node.lineno}", str(argument.value)


def literals(path: Path) -> Iterator[tuple[str, str]]:
    """Strings and f-strings of a module with a blank in them, but no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(getattr(part, "value", "")) if isinstance(part, ast.Constant) else "%1"
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and id(node) not in parts | docstrings:
            text = str(node.value)
        if " " in text.strip():
            yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", text


def help_texts() -> Iterator[tuple[str, str]]:
    """Summary, description and options' help of every command and its actions."""

    def of_parser(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
        getattr(parser, "complete", lambda: None)()
        yield name, parser.description or ""
        yield name, parser.epilog or ""
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for command, inner in action.choices.items():
                    yield from of_parser(f"{name} {command}", inner)
            elif action.help != argparse.SUPPRESS:
                yield f"{name} {'/'.join(action.option_strings) or action.dest}", action.help or ""

    yield from of_parser("tokenizer-workbench", build_parser())
    yield from ((command.name, command.summary) for command in COMMANDS.values())


def prose(name: str) -> Iterator[tuple[str, str]]:
    """The paragraphs of a page without code and the targets of links."""
    text = (ROOT / name).read_text("utf-8")
    text = re.sub(
        r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE
    )
    text = re.sub(r"`[^`]*`", "%1", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    number = 1
    for paragraph in text.split("\n\n"):
        yield f"{name}:{number}", " ".join(paragraph.split())
        number += paragraph.count("\n") + 2


def test_the_window_and_the_sentences_use_the_glossary(phrases):
    assert "\n".join(faults(window_texts(phrases))) == ""
    assert "\n".join(faults(singular_forms())) == ""


def test_chat_says_supervised(phrases):
    of_chat = importlib.import_module("engine.sentences.chat").FORMS
    forms = importlib.import_module("engine.sentences").say.forms
    texts = [*window_texts(phrases, of_chat=True), *((code, forms[code].many) for code in of_chat)]
    assert "\n".join(faults(texts, of_chat=True)) == ""


def test_each_exception_is_needed(phrases):
    texts = [*window_texts(phrases), *help_texts()]
    texts += [text for name in DOCUMENTS for text in prose(name)]
    words = "\n".join(text for _, text in texts)
    needed = [phrase for phrase in ALLOWED if re.search(rf"\b(?:{phrase})\b", words)]
    assert needed == list(ALLOWED)


def test_the_command_line_uses_the_glossary():
    assert "\n".join(faults(help_texts())) == ""
    for path in sorted((ROOT / "workbench" / "cli").rglob("*.py")):
        assert "\n".join(faults(literals(path))) == ""


def test_resources_use_the_glossary():
    def values(name, table):
        if isinstance(table, str):
            yield name, table
        elif isinstance(table, dict | list):
            for value in table.values() if isinstance(table, dict) else table:
                yield from values(name, value)

    for path in sorted((ROOT / "resources").glob("*.toml")):
        document = tomllib.loads(path.read_text("utf-8"))
        assert "\n".join(faults(values(path.name, document))) == ""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_use_the_glossary(name):
    assert "\n".join(faults(prose(name))) == ""


def test_labels_in_the_guide_are_those_of_the_window(phrases):
    """Words in italics in the guide are labels, or a way through menus: `*File > Open recipe…*`."""

    def plain(label: str) -> str:
        return label.replace("&", "").rstrip("…").strip().casefold()

    commands = json.loads((ROOT / "resources" / "pane_commands.json").read_text("utf-8"))
    known = {plain(phrase.source) for phrase in phrases.places}
    known |= {plain(command["text"]["en"]) for pane in commands.values() for command in pane}
    known |= {label.removesuffix(": %1") for label in known}
    with_values = {label.split("%1")[0] for label in known if re.match(r"\w{4,} .*%1$", label)}
    texts = [
        (name, " ".join(paragraph for _, paragraph in prose(name)))
        for name in PAGES
        if name.count("/") > 1
    ]
    unknown = [
        f"{name}: {label}"
        for name, text in texts
        for label in re.findall(r"(?<![*\w])\*([^*]+)\*(?!\*)", text)
        for part in re.split(r" > |: ", label)
        if plain(part) not in known and not plain(part).startswith(tuple(with_values))
    ]
    assert "\n".join(unknown) == ""


@pytest.mark.parametrize("term", ["nobody", "stands", "holds no text", "red flags", "places"])
def test_an_old_term_is_refused(term):
    assert list(faults([("a", f"The row {term} here.")]))


def test_a_phrase_that_is_right_is_allowed():
    assert not list(faults([("a", "The file is cut short.")]))
