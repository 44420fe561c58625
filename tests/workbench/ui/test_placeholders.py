"""Values in the places of a sentence: what a value looks like never matters."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from workbench.runs.registry_flow import CheckedExports, checked_words
from workbench.store import ExportedFile
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted
from workbench.work.tokenizer_export import FileFinding

SPACED = "My%20Docs/%1.png"


def test_a_value_that_looks_like_a_placeholder_stays_as_it_is():
    assert fill("%1 could not be saved: %2", SPACED, "no %1") == (
        f"{SPACED} could not be saved: no %1"
    )


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("%2 before %1", ("a", "b"), "b before a"),
        ("%1, %1", (7,), "7, 7"),
        ("100 %, %1 %", (5,), "100 %, 5 %"),
        ("%1 and %3", ("a", "b"), "a and %3"),
        ("%1", ("\\1\\g<0>",), "\\1\\g<0>"),
    ],
)
def test_values_are_put_in_by_number(text, values, expected):
    assert fill(text, *values) == expected


@pytest.mark.parametrize(("number", "words"), [(0, "0 runs"), (1, "1 run"), (2, "2 runs")])
def test_a_count_has_its_plural(qapp, number, words):
    assert counted("RunsPane", "1 run", "%1 runs", number) == words


def test_a_folder_with_a_percent_sign_is_named_as_it_is(qapp):
    files = ExportedFile(SPACED, 1, "a"), ExportedFile("a.json", 1, "b")
    record = SimpleNamespace(folder=Path("exports"))
    findings = FileFinding(files[0], "changed", "c"), FileFinding(files[1], "same", "b")
    assert checked_words(CheckedExports("tiny:1", ((record, findings),))) == (
        f"Changed since the export of tiny:1: {Path('exports') / SPACED}. Export again. "
        "Unchanged: 1."
    )
