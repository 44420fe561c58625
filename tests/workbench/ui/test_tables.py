"""The tables of merges, compression and runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QFontMetrics

from engine import Corpus, Source, Tokenizer, TrainingConfig, train_tokenizer
from engine.encoding.token_table import Numbering
from engine.settings.sources import Mixture
from tests.merges import merges_of
from workbench.compression.live_compression import CompressionRow, CompressionTable
from workbench.connections.runs import run_in_short
from workbench.runs import run_table
from workbench.runs.run_table import RunsTable
from workbench.runs.runs_pane import inspection_of_run
from workbench.store import RunSummary
from workbench.text.numbers import GROUP_SPACE, ratio
from workbench.training import merge_table
from workbench.training.merge_stream import MergeDelegate, MergeStream
from workbench.training.merge_table import MergeRow, MergeTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import SCALE_ROLE

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def merges(n, first=0):
    rows = [(97, 98, 2000 - rank, 900) for rank in range(n)]
    return merges_of(rows[first:], before=rows[:first])


def run(run_id, **changes):
    values = {
        "run_id": run_id, "name": run_id, "status": "finished", "created": NOW, "finished": NOW,
        "deleted": None, "heartbeat": NOW, "phase": "", "fraction": 1.0, "vocab_size": 4096,
        "n_merges": 3840, "pattern_name": "gpt2", "pattern": "x", "tie_break": "smallest-ids",
        "normalization": None, "n_sources": 2, "documents": 3, "bytes": 21_300_000, "pretokens": 10,
        "unique_pretokens": 5, "unmatched_bytes": 0, "bytes_per_token": 3.21,
        "seconds_total": 12.0, "semantic_hash": "ab" * 32, "reason": "", "tags": (), "notes": "",
    }  # fmt: skip
    return RunSummary(**values | changes)


def words(model, row):
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_merges_are_appended_in_order(qtmodeltester, qtbot):
    model = MergeTable()
    model.append(merges(5))
    with qtbot.waitSignal(model.rowsInserted):
        model.append(merges(1200, first=5))
    assert model.rowCount() == 1200
    assert words(model, 0) == ["0", "256", f"2{GROUP_SPACE}000", "a + b → ab"]
    model.append(merges(1200, first=1190))  # seen already
    model.append(merges(1300, first=1250))  # not the next ones
    assert model.rowCount() == 1200
    model.append(merges(1210, first=1190))
    assert words(model, 1209)[:3] == [f"1{GROUP_SPACE}209", "1465", "791"]
    qtmodeltester.check(model)


def test_a_merge_of_half_characters_shows_their_bytes():
    model = MergeTable()
    model.append(merges_of([(0xC3, 0xA9, 7, 7)]))
    assert words(model, 0)[merge_table.MERGE] == "⟨C3⟩ + ⟨A9⟩ → é"


def test_a_tokenizer_is_shown_without_the_bytes_of_all_its_tokens():
    corpus = Corpus([Source("en", texts=("the cat and the dog and then them " * 20,))])
    tokenizer = train_tokenizer(corpus, TrainingConfig(280)).truncated(279)
    model = MergeTable()
    model.set_tokenizer(tokenizer)
    assert "ranked_tokens" not in vars(tokenizer)
    last = model.row(model.rowCount() - 1)
    assert last.left_bytes + last.right_bytes == tokenizer.ranked_tokens[-1]
    part = tokenizer.ranked_tokens[-1]
    made = tokenizer.ranked_tokens[256:]
    assert model.rows_with(part) == [row for row, token in enumerate(made) if part in token]


def test_a_row_far_down_shows_the_bytes_that_earlier_rows_made():
    model = MergeTable()
    rows = [(97, 97, 9, 9)] + [(256 + i, 98, 9, 9) for i in range(50)]
    model.append(merges_of(rows))
    assert model.row(50) == MergeRow(50, 305, 98, b"aa" + b"b" * 49, b"b", 9)
    assert model.row(1) == MergeRow(1, 256, 98, b"aa", b"b", 9)


@pytest.mark.parametrize("width", [180, 300, 900])
def test_a_long_merge_is_cut_in_the_middle_of_its_texts(theme, width):
    delegate = MergeDelegate(theme)
    metrics = QFontMetrics(theme.mono_font())
    long = MergeRow(0, 300, 301, b"abc" + b"-" * 200 + b"xyz", b"!", 5)
    left, right, *token = delegate.texts(long, width)
    assert (right, token[1]) == ("!", "!")
    for cut in (left, token[0]):
        assert "…" in cut[1:-1]
        assert (cut[0], cut[-1]) == ("a", "z")
    assert metrics.horizontalAdvance("".join((left, right, *token, "+→"))) < width
    other = MergeRow(0, 300, 301, "é".encode() * 100 + b"\xc3", b"\xa9", 5)
    assert all("…" in delegate.texts(other, width)[at] for at in (0, 2))


def test_the_token_is_cut_before_its_sides(theme):
    merge = MergeRow(0, 300, 301, b" internation", b"alization", 5)
    left, right, *token = MergeDelegate(theme).texts(merge, 380)
    assert (left, right) == ("·internation", "alization")
    assert "…" in token[0]


def test_a_short_merge_is_shown_whole(theme):
    short = MergeRow(0, 300, 301, b"the ", b"cat", 5)
    assert MergeDelegate(theme).texts(short, 300) == ["the·", "cat", "the·", "cat"]


def test_the_list_of_merges_has_ids_only_where_they_say_more_than_ranks(qtbot, theme, tokenizer):
    stream = MergeStream(theme)
    qtbot.addWidget(stream)
    stream.resize(700, 300)
    stream.show()
    stream.set_tokenizer(tokenizer)
    assert stream.table.isColumnHidden(merge_table.TOKEN_ID)
    assert not stream.table.isColumnHidden(merge_table.COUNT)
    numbering = Numbering(np.arange(257, dtype=np.uint32)[::-1])
    stream.set_tokenizer(Tokenizer([(159, 158)], numbering=numbering))
    assert not stream.table.isColumnHidden(merge_table.TOKEN_ID)


def test_a_tokenizer_fills_the_table_of_merges(tokenizer):
    model = MergeTable()
    model.set_tokenizer(tokenizer)
    assert model.rowCount() == tokenizer.n_merges
    last = model.row(tokenizer.n_merges - 1)
    assert last.left_bytes + last.right_bytes == tokenizer.vocabulary[last.token_id]
    assert last.count == tokenizer.training.counts[-1]
    model.set_tokenizer(None)
    assert model.rowCount() == 0


def test_bytes_of_an_imported_tokenizer_are_not_taken_from_their_ids():
    ids = np.arange(258, dtype=np.uint32)[::-1]  # the byte 97 has the id 160
    merges = [(160, 159), (1, 158)]  # a + b, then ab + c
    tokenizer = Tokenizer(merges, numbering=Numbering(ids))
    model = MergeTable()
    model.set_tokenizer(tokenizer)
    for row, rank in ((model.row(0), 0), (model.row(1), 1)):
        assert (row.left, row.right) == merges[rank]
        assert row.left_bytes == tokenizer.vocabulary[row.left]
        assert row.left_bytes + row.right_bytes == tokenizer.vocabulary[row.token_id]
    assert model.rows_with(b"abc") == [1]
    model.set_tokenizer(Tokenizer([(97, 98), (256, 99)]))
    assert model.row(1) == MergeRow(1, 256, 99, b"ab", b"c", None)


def test_the_same_tokenizer_does_not_reset_what_the_training_showed(qtbot, tokenizer):
    model = MergeTable()
    model.set_tokenizer(tokenizer)
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_tokenizer(tokenizer)


def test_compression_changes_in_place(qtbot, qtmodeltester):
    model = CompressionTable()
    model.set_rows((CompressionRow("deu", 1.5), CompressionRow("code_python", 2.0)))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows((CompressionRow("deu", 3.456), CompressionRow("code_python", 2.0)))
    shown = words(model, 0)
    assert shown[model.place("language")] == "German"
    assert shown[model.place("bytes_per_token")] == "3.46"
    assert shown[model.place("tokens")] == "–"
    assert model.known_columns() == {
        model.place("language"), model.place("label"), model.place("bytes_per_token"),
    }  # fmt: skip
    qtmodeltester.check(model)


def test_the_scale_of_the_bars_holds_every_bar_and_keeps_still(qtbot):
    model = CompressionTable()
    scales = []
    for value in (1.0, 1.05, 1.1, 2.0, 2.1, 2.2, 3.9):
        model.set_rows((CompressionRow("deu", value), CompressionRow("fra", value / 2)))
        scales.append(model.index(0, 0).data(SCALE_ROLE))
        assert scales[-1] >= value
    assert len(set(scales)) < len(scales) - 1


def test_runs_show_their_state_and_reason(qtmodeltester):
    model = RunsTable()
    model.set_runs([run("a"), run("b", status="failed", reason="The disk is full.", bytes=None)])
    assert words(model, 0)[: run_table.WHEN] == [
        "a", "finished", f"4{GROUP_SPACE}096", "gpt2", "3.21", "not evaluated", "21.3 MB",
        "12 s",
    ]  # fmt: skip
    assert words(model, 1)[run_table.STATUS] == "failed: The disk is full."
    assert words(model, 1)[run_table.CORPUS] == "–"
    qtmodeltester.check(model)


def test_editing_a_name_asks_for_the_rename(qtbot):
    model = RunsTable()
    model.set_runs([run("a")])
    with qtbot.waitSignal(model.rename_requested) as asked:
        assert model.setData(model.index(0, run_table.NAME), "  better ")
    assert asked.args[0] == ("a", "better")
    assert not model.setData(model.index(0, run_table.NAME), "   ")
    assert not model.setData(model.index(0, run_table.STATUS), "x")


def test_the_open_run_is_marked():
    model = RunsTable()
    model.set_runs([run("a"), run("b")])
    model.set_current("b")
    marks = [model.index(row, 0).data(run_table.CURRENT_ROLE) for row in range(2)]
    assert marks == [False, True]
    assert model.row_of("b") == 1
    assert model.row_of("c") is None


@pytest.fixture
def table(qtbot, theme):
    view = DataTable("Merges", theme)
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.show()
    return view


def test_chosen_rows_are_copied_as_tab_separated_text(qapp, table):
    model = MergeTable(table)
    table.setModel(model)
    model.append(merges(3))
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in (0, 2):
        table.selectionModel().select(model.index(row, 0), flags)
    table.copy_rows()
    lines = qapp.clipboard().text().split("\n")
    assert lines[0].split("\t")[0] == "Rank"
    assert [line.split("\t")[0] for line in lines[1:]] == ["0", "2"]


def fill(table):
    model = MergeTable(table)
    table.setModel(model)
    model.append(merges(8))


def test_what_the_program_chooses_is_chosen_whatever_keys_are_held(qtbot, table):
    fill(table)
    table.selectRow(3)
    qtbot.keyPress(table, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    table.selectRow(3)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    table.setCurrentIndex(table.model().index(3, 0))
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    table.setCurrentIndex(table.model().index(5, 0))
    assert [index.row() for index in table.selectionModel().selectedRows()] == [5]
    qtbot.keyRelease(table, Qt.Key.Key_Control)


def test_a_person_chooses_several_rows_with_ctrl(qtbot, table):
    fill(table)
    table.selectRow(1)
    for row in (3, 1):
        place = table.visualRect(table.model().index(row, 0)).center()
        qtbot.mouseClick(
            table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place
        )
    qtbot.keyRelease(table, Qt.Key.Key_Control)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]


@pytest.mark.parametrize("mixture", [None, Mixture(alpha=0.5)])
def test_the_inspector_says_of_which_text_the_bytes_per_token_are(mixture):
    summary = run("a", mixture=mixture)
    facts = {fact.word: fact.value for fact in inspection_of_run(summary).facts}
    assert facts["Bytes per token"] == f"{ratio(summary.bytes_per_token)}, training corpus"


def test_the_inspector_has_titles_for_trainers_and_normal_forms():
    summary = replace(run("a"), trainer="sp-bpe", normalization="prefix-space")
    facts = {fact.word: fact.value for fact in inspection_of_run(summary).facts}
    assert facts["Trainer"] == "sentencepiece: BPE"
    assert facts["Normalization"] == "space before text"


def test_the_top_bar_says_of_which_text_the_bytes_per_token_are():
    assert ", training corpus " in run_in_short(run("a"))
    assert ", beginnings of the sources " in run_in_short(replace(run("a"), trainer="sp-bpe"))
