"""What of the window's code is to be translated: every literal that reaches Qt's translation.

A string is found in one of three shapes:

    self.tr("…")                              context: the class around it
    QCoreApplication.translate("ctx", "…")    context: "ctx"
    _tr("…")                                  a function that hands its argument to
                                              QCoreApplication.translate("ctx", words),
                                              or to QT_TRANSLATE_NOOP to translate it later;
                                              or one that is made by translator("ctx")

    QT_TRANSLATE_NOOP("ctx", "…")             words that are kept in a table and translated later
    StepProgress("…")                         what a job says of itself; context: "phases"
    tr("…"), tr being a parameter             context: the name of the module
    counted("ctx", "1 …", "%1 …", number)     context: "ctx"; the last words, with plural forms

The argument is a literal, or a choice between literals. Words out of a table are known by their
QT_TRANSLATE_NOOP or come from `data_phrases`, for the same context. Everything else is a fault:
`Found.faults` names its place, since no translator could ever see the words.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sentences import Form

NOOP, STEP, COUNTED = "QT_TRANSLATE_NOOP", "StepProgress", "counted"
TRANSLATOR = "translator"
TRANSLATE = "QCoreApplication.translate"


@dataclass(frozen=True, order=True)
class Phrase:
    """A string as translators meet it: where it is used, and its English words.

    is_plural: a number chooses between several translations.
    """

    context: str
    source: str
    is_plural: bool = False


@dataclass
class Found:
    """All phrases with the places (module:line) that use them, and what cannot be translated."""

    places: dict[Phrase, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def phrases_of(modules: Iterable[tuple[str, str]], data: Iterable[Phrase] = ()) -> Found:
    """Return what is to be translated in modules, each given as its name and its source.

    data: phrases that come from other files than modules.
    """
    found = Found()
    for phrase in data:
        found.places.setdefault(phrase, []).append(phrase.context)
    in_tables = {phrase.context for phrase in found.places}
    indirect: list[tuple[str, str]] = []
    trees = [(name, ast.parse(text)) for name, text in modules]
    own: dict[str, dict[str, str]] = {name: _own_functions(tree) for name, tree in trees}
    for name, tree in trees:
        functions = dict(own[name])
        in_tables |= set(_own_functions(tree, (NOOP,)).values())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                theirs = own.get(node.module.replace(".", "/") + ".py", {})
                functions |= {
                    each.asname or each.name: theirs[each.name]
                    for each in node.names
                    if each.name in theirs
                }
        for call, context, words in _calls(tree, functions, "", Path(name).stem):
            place = f"{name}:{call.lineno}"
            literals = _literals(words)
            if literals is None:
                indirect.append((context, f"{place}: not a literal: {ast.unparse(words)}"))
            for literal in literals or ():
                phrase = Phrase(context, literal, ast.unparse(call.func) == COUNTED)
                found.places.setdefault(phrase, []).append(place)
            if ast.unparse(call.func) == NOOP:
                in_tables.add(context)
    found.faults += [fault for context, fault in indirect if context not in in_tables]
    return found


def project_modules(root: Path) -> Iterator[tuple[str, str]]:
    """Return name and source of every module of the window."""
    for path in sorted((root / "workbench").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(("workbench/cli/", "workbench/store/")):
            yield name, path.read_text(encoding="utf-8")


def data_phrases(root: Path) -> Iterator[Phrase]:
    """What the window shows of data: report, patterns, languages, settings, metrics, formats.

    And the sentences of the engine and the store, from the tables of their packages.
    """
    from engine.explore import EXPLORE_METRICS
    from engine.formats import EXPORT_FORMATS
    from engine.text import WORD_RULES
    from engine.training import Phase
    from workbench.work.training_settings import SETTINGS

    report = tomllib.loads((root / "resources/vocabulary_report.toml").read_text(encoding="utf-8"))
    for section in report.values():
        texts = [section.get(key, "") for key in ("title", "unit", "explanation")]
        for row in section.get("rows", {}).values():
            texts += row
        yield from (Phrase("ReportTable", text) for text in texts if text and "{" not in text)
    patterns = tomllib.loads((root / "resources/split_patterns.toml").read_text(encoding="utf-8"))
    for preset in patterns.values():
        yield from (Phrase("presets", preset[key]) for key in ("note", "used_by") if preset[key])
    languages = json.loads((root / "resources/languages.json").read_text(encoding="utf-8"))
    for table in (languages["languages"], languages["subtags"]):
        yield from (Phrase("languages", name) for name, _script in table.values())
    for setting in SETTINGS.values():
        yield from (Phrase("training settings", words) for words in setting.words)
    for metric in EXPLORE_METRICS.values():
        texts = [metric.title, metric.head, metric.unit, metric.formula, metric.caveat]
        yield from (Phrase("metrics", text) for text in texts if text)
    yield from (Phrase("metrics", text) for text in WORD_RULES.values())
    yield from (Phrase("phases", str(phase)) for phase in Phase)
    yield from (Phrase("export formats", description) for description in EXPORT_FORMATS.values())
    for table in sentence_tables():
        for form in table.values():
            yield Phrase("engine", form.many, is_plural=bool(form.one))


def sentence_tables() -> Iterator[Mapping[str, Form]]:
    """The forms of the store's errors, of recipes, and of the engine, by code."""
    for name in ("workbench.store.errors", "workbench.work.sentences", "engine.sentences"):
        yield import_module(name).say.forms


def _own_functions(tree: ast.Module, takers: tuple[str, ...] = (TRANSLATE, NOOP)) -> dict[str, str]:
    """The functions of a module that hand their first argument on, with their context."""
    functions: dict[str, str] = {}
    for node in tree.body:
        if TRANSLATE in takers and isinstance(node, ast.Assign):
            functions |= _made_functions(node)
        if not isinstance(node, ast.FunctionDef) or not node.args.args:
            continue
        first = node.args.args[0].arg
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in takers and call.args[1:]:
                context, words = call.args[:2]
                if isinstance(words, ast.Name) and words.id == first:
                    functions[node.name] = str(getattr(context, "value", ""))
    return functions


def _made_functions(node: ast.Assign) -> dict[str, str]:
    made = node.value
    if not isinstance(made, ast.Call) or ast.unparse(made.func) != TRANSLATOR:
        return {}
    context = str(getattr(made.args[0], "value", ""))
    return {ast.unparse(target): context for target in node.targets}


def _calls(
    node: ast.AST, functions: dict[str, str], around: str, stem: str
) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """Every call that translates: itself, the context, the expression of the words."""
    if isinstance(node, ast.ClassDef):
        around = node.name
    is_wrapper = (
        isinstance(node, ast.FunctionDef)
        and not around
        and (node.name in functions or node.name == COUNTED)
    )
    if isinstance(node, ast.Call) and node.args:
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "tr":
            yield node, around, node.args[0]
        elif isinstance(called, ast.Name) and called.id == COUNTED and len(node.args) > 3:
            yield node, str(getattr(node.args[0], "value", "")), node.args[2]
        elif _is_translate(node) and len(node.args) > 1:
            yield node, str(getattr(node.args[0], "value", "")), node.args[1]
        elif isinstance(called, ast.Name) and called.id in functions:
            yield node, functions[called.id], node.args[0]
        elif isinstance(called, ast.Name) and called.id in ("tr", STEP):
            yield node, "phases" if called.id == STEP else stem, node.args[0]
    for child in ast.iter_child_nodes(node):
        if not is_wrapper:
            yield from _calls(child, functions, around, stem)


def _is_translate(call: ast.Call) -> bool:
    return ast.unparse(call.func) in (TRANSLATE, NOOP)


def _literals(words: ast.expr) -> tuple[str, ...] | None:
    if isinstance(words, ast.Constant) and isinstance(words.value, str):
        return (words.value,)
    if isinstance(words, ast.IfExp):
        parts = [_literals(words.body), _literals(words.orelse)]
        return None if None in parts else tuple(each for part in parts for each in part or ())
    return None
