"""Modules that earlier guides named still import, with a warning at the line that imports them."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from importlib import import_module

import pytest

import engine
from engine.old_names import PACKAGES, TYPES, OldNames

NAMES = {
    "engine.chat.chat_arrays": ["write_chat_arrays"],
    "engine.chat.chat_lints": ["lint_chat", "lint_template"],
    "engine.dataset_writer": ["DatasetSettings", "write_dataset"],
    "engine.extension_report": ["report_steps"],
    "engine.extension_rows": ["write_embedding_rows"],
    "engine.formats.loading": ["load_any_tokenizer", "load_tokenizer"],
    "engine.token_usage": ["token_usage"],
    "engine.vocabulary_report": ["vocabulary_report"],
    "engine.vocabulary_report_sections": ["report_sections"],
}


@pytest.mark.parametrize("name", PACKAGES)
def test_an_old_name_imports_with_a_warning(name, monkeypatch):
    monkeypatch.delitem(sys.modules, name, raising=False)
    parent, _, last = name.rpartition(".")
    with pytest.warns(DeprecationWarning, match=f"{name} is {PACKAGES[name]} now") as seen:
        exec(compile(f"import {name}", "a_script.py", "exec"), {})  # noqa: S102
    assert seen[0].filename == "a_script.py"
    module = sys.modules[name]
    for attribute in NAMES[name]:
        assert getattr(module, attribute) is getattr(import_module(PACKAGES[name]), attribute)
    with pytest.raises(AttributeError):
        module.no_such_name  # noqa: B018
    delattr(import_module(parent), last)
    sys.modules.pop(name)


@pytest.mark.parametrize("name", TYPES)
def test_an_old_type_is_that_of_today_with_a_warning(name):
    with pytest.warns(DeprecationWarning, match=f"engine.{name} is engine.{TYPES[name]} now"):
        old = getattr(engine, name)
    assert old is getattr(engine, TYPES[name])
    assert name not in engine.__all__


@pytest.mark.parametrize(
    ("progress", "old", "value"),
    [
        (engine.Progress.of_share(0.5, remaining_s=3.0), "share", 0.5),
        (engine.Progress.of_share(0.5, remaining_s=3.0), "seconds_left", 3.0),
        (engine.TrainingProgress(7, 9), "bytes_done", 7),
        (engine.DatasetProgress(7, 9), "bytes_total", 9),
        (engine.ExtensionProgress(), "step", engine.ExtensionProgress().phase),
    ],
)
def test_an_old_figure_of_progress_is_that_of_today_with_a_warning(progress, old, value):
    with pytest.warns(DeprecationWarning, match=f"{type(progress).__name__}.{old} is") as seen:
        assert getattr(progress, old) == value
    assert seen[0].filename == __file__


def test_progress_has_no_other_figures_and_can_be_copied():
    progress = engine.TrainingProgress(7, 9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert copy.deepcopy(progress) == pickle.loads(pickle.dumps(progress)) == progress  # noqa: S301
    with pytest.raises(AttributeError, match="TrainingProgress has no attribute 'sahre'"):
        progress.sahre  # noqa: B018


@pytest.mark.parametrize("name", ["ChatProgress", "PreparationProgress", "ShareProgress"])
def test_types_that_earlier_versions_exported_are_there(name):
    with pytest.warns(DeprecationWarning, match=f"engine.{name} is"):
        assert issubclass(getattr(engine, name), engine.Progress)


def test_nothing_else_is_found_and_nothing_warns():
    assert sum(isinstance(finder, OldNames) for finder in sys.meta_path) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        import_module("engine.evaluation")
    with pytest.raises(ModuleNotFoundError):
        import_module("engine.no_such_module")


def test_every_name_of_the_engine_is_there_once():
    names = engine.__all__
    assert len(set(names)) == len(names) > 70
    assert [name for name in names if getattr(engine, name, None) is None] == []
    hidden = {name.rpartition(".")[2] for name in PACKAGES}
    assert hidden & set(names) == set(), "an old module would hide it"
