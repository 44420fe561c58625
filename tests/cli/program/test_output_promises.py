"""Tables for spreadsheets, documents that are whole or not there, exports that are not recorded."""

from __future__ import annotations

import csv
import json
from io import StringIO

import numpy as np
import pytest

from engine.errors import PatternError
from engine.splitting.splitter import Splitter
from workbench.store import RunStore, StoreWriteError
from workbench.text.table_text import csv_text, table_text
from workbench.ui.charts.curve import Curve, curves_csv
from workbench.work.comparison import tokenizer_names

FORMULAS = ["=1+cmd|calc", "+cmd|' /C calc'!A0", "@SUM(A1)", "-2+3+cmd", "\tx", "=1"]
NUMBERS = ["-1.5", "+3.1 %", "-", "−", "1e-7", "", "-12.30%"]


def cells_of(text):
    return list(csv.reader(StringIO(text)))


def test_cells_that_begin_like_a_formula_become_texts():
    text = csv_text(["=head", "plain"], [[cell, 1.5] for cell in FORMULAS])
    heads, *rows = cells_of(text)
    assert heads == ["'=head", "plain"]
    assert [row[0] for row in rows] == ["'" + cell for cell in FORMULAS]
    assert {row[1] for row in rows} == {"1.5"}
    numbers = cells_of(csv_text(["n", "m"], [[number, "x"] for number in NUMBERS]))
    assert [row[0] for row in numbers[1:]] == NUMBERS


def test_every_writer_of_csv_does_so():
    table = table_text(["=a", "n"], [["@b", "-1,234.5"], ["-", "+2 %"]], "csv", n_words=1)
    assert cells_of(table) == [["'=a", "n"], ["'@b", "-1234.5"], ["-", "2%"]]
    assert table_text(["=a"], [["@b"]], "markdown").startswith("| =a |")


def test_evaluate_writes_labels_and_names_of_files_for_spreadsheets(cli, trained, corpus, tmp_path):
    folder = tmp_path / "deep" / "folder"
    assert cli("runs", "export", "small", "--format", "workbench", "--out", folder).status == 0
    other = folder / "tokenizer.twb"
    given = ("--baseline", other, "--format", "csv", "--label", f"{corpus}=+cmd|'/C calc'!A0")
    outcome = cli("evaluate", trained, corpus, *given)
    rows = cells_of(outcome.out)
    assert any(row[0].startswith("'+cmd|") for row in rows if row)
    heads = rows[0]
    assert "folder token_difference" in heads
    assert not any(str(tmp_path) in head for head in heads)


def test_names_of_files_tell_them_apart(tmp_path, monkeypatch):
    files = [tmp_path / folder / "tokenizer.json" for folder in ("a", "b")]
    for file in files:
        file.parent.mkdir()
        file.touch()
    assert tokenizer_names([*map(str, files), "gpt2"]) == ["a", "b", "gpt2"]
    (tmp_path / "mistral").mkdir()
    (tmp_path / "mistral" / "tekken.json").touch()
    assert tokenizer_names([str(tmp_path / "mistral" / "tekken.json")]) == ["mistral"]
    monkeypatch.chdir(tmp_path / "mistral")
    assert tokenizer_names(["tekken.json"]) == ["mistral"]


def test_split_prints_no_half_document(cli, monkeypatch):
    def failing(self, data, bounds=None):
        yield from list(whole(self, data))[:1]
        raise PatternError("The split pattern was stopped after 10 s.", pattern="x")

    whole = Splitter.span_blocks
    text = "ab12 " * 50
    before = cli("split", "--pattern", "gpt2", "--json", stdin=text.encode())
    assert json.loads(before.out)["bytes"] == len(text)
    monkeypatch.setattr(Splitter, "span_blocks", failing)
    outcome = cli("split", "--pattern", "gpt2", "--json", stdin=text.encode())
    assert outcome.status != 0
    assert outcome.out == ""
    assert "was stopped" in outcome.sentence


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_an_export_that_cannot_be_recorded_is_an_export(how, cli, trained, tmp_path, monkeypatch):
    def refused(*_):
        raise StoreWriteError("The run store could not be written (disk full).", path=tmp_path)

    monkeypatch.setattr(RunStore, "record_export", refused)
    outcome = cli("runs", "export", "small", "--format", "tokenizer.json", "--out", "out", *how)
    assert outcome.status == 0
    assert (tmp_path / "out" / "tokenizer.json").is_file()
    said = " ".join(outcome.document["notes"]) if how else outcome.err
    assert "only the record of this export was not kept: The run store could not" in said


def test_charts_write_harmless_heads():
    curve = Curve("=x", "x", np.array([1.0]), np.array([-2.0]))
    assert cells_of(curves_csv([curve], "size", "y"))[0] == ["size", "'=x"]
