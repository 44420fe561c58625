"""Each source can be read in its own way; its problems are listed with their places."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from engine import Corpus, Source
from engine.counting import SourcePlan
from engine.settings.sources import ReadingOptions
from tests.workbench.named import named, tab_words, write
from workbench.corpus.corpus_pane import CorpusPane
from workbench.corpus.document_form import EncodingBox
from workbench.corpus.source_panel import PROBLEMS, READING, problem_columns, problem_lines
from workbench.corpus.source_table import COUNTS, REPETITION, SHARE, SourceRow
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.words.corpus_words import ReadingPlan, reading_words


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs):
    pane = CorpusPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1400, 800)
    pane.show()
    return pane


def settle(qtbot, pane) -> None:
    qtbot.waitUntil(lambda: not pane.is_reading)


def add(qtbot, pane, *paths) -> None:
    pane.add_paths(paths)
    settle(qtbot, pane)


def written(path, *lines: dict[str, object]):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def row(pane, label):
    return pane.sources.rows[pane.sources.row_of(label)]


def test_one_source_is_read_in_its_own_way_and_the_others_are_not(qtbot, pane, state, tmp_path):
    for name in ("deu", "eng"):
        (tmp_path / f"{name}.txt").write_text("eins\nzwei\ndrei\n", encoding="utf-8")
    add(qtbot, pane, tmp_path)
    pane.part.choose("deu")
    pane.part.panel.form.edit(document_separator="\\n", max_chars=6)
    settle(qtbot, pane)
    assert (row(pane, "deu").documents, row(pane, "deu").characters) == (2, 6)
    assert (row(pane, "eng").documents, row(pane, "eng").characters) == (1, 15)
    readings = {source.label: source.reading for source in state.corpus.sources}
    assert readings["deu"] == ReadingOptions(document_separator="\n", max_chars=6)
    assert readings["eng"] == ReadingOptions()
    pane.part.choose("eng")
    assert pane.part.panel.form.options == ReadingOptions()
    pane.part.choose("deu")
    assert pane.part.panel.form.options == readings["deu"]


def test_the_field_with_the_text_is_chosen_among_those_that_are_there(qtbot, pane, state, tmp_path):
    written(
        tmp_path / "eng.jsonl",
        {"id": 1, "body": "one", "meta": {"title": "first"}},
        {"id": 2, "body": "two three", "meta": {"title": "second"}},
    )
    add(qtbot, pane, tmp_path / "eng.jsonl")
    assert state.corpus is None
    pane.part.choose("eng")
    [scan] = row(pane, "eng").scans
    assert scan.fields == ("body", "meta.title")
    assert 'no line has the field "text"' in pane.part.panel.problems.lines[0].reason
    pane.part.panel.form.edit(text_field="body")
    settle(qtbot, pane)
    assert row(pane, "eng").n_bytes == len("one" + "two three")
    qtbot.waitUntil(lambda: "two three" in pane.part.panel.preview.text)
    pane.part.panel.form.edit(text_field="meta.title")
    settle(qtbot, pane)
    assert row(pane, "eng").n_bytes == len("first" + "second")


def test_the_columns_of_a_csv_file_are_offered(qtbot, pane, state, tmp_path):
    (tmp_path / "fra.csv").write_text("id;texte\n1;bonjour\n2;salut\n", encoding="utf-8")
    add(qtbot, pane, tmp_path / "fra.csv")
    [scan] = row(pane, "fra").scans
    assert scan.fields == ("id", "texte")
    with qtbot.waitSignal(pane.part.form.changed):
        write(named(pane.part.form, "text_field"), "texte")
    settle(qtbot, pane)
    assert [source.label for source in state.corpus.sources] == ["fra"]
    assert state.corpus.text_field == "texte"
    assert row(pane, "fra").documents == 2


def test_problems_have_file_place_reason_and_times(qtbot, pane, tmp_path):
    (tmp_path / "deu.txt").write_bytes(b"caf\xe9 und th\xe9\n")
    add(qtbot, pane, tmp_path / "deu.txt")
    pane.part.choose("deu")
    pane.part.panel.show_view(PROBLEMS)
    lines = pane.part.panel.problems.lines
    assert [(line.file, line.offset) for line in lines] == [("deu.txt", 3), ("deu.txt", 11)]
    assert all("UTF-8" in line.reason for line in lines)
    model = ColumnTable(problem_columns())
    model.set_rows(lines)
    assert model.index(1, model.place("place")).data() == "byte 11"
    assert pane.figures.problems == 2
    assert tab_words(named(pane, "source_views"))[PROBLEMS] == "Problems 2"


def test_special_tokens_in_the_text_stand_among_the_problems_and_are_none(qtbot, pane, tmp_path):
    (tmp_path / "eng.txt").write_text("one<|endoftext|>two<|endoftext|>\n<|bos|>", "utf-8")
    add(qtbot, pane, tmp_path / "eng.txt")
    pane.part.choose("eng")
    lines = pane.part.panel.problems.lines
    assert [(line.times, line.offset) for line in lines] == [(2, 3), (1, 33)]
    assert "<|endoftext|> occurs in the text" in lines[0].reason
    assert "Given as document separator, it ends documents." in lines[0].reason
    assert "document separator" not in lines[1].reason
    assert pane.figures.problems == 0  # nothing was repaired or left out
    assert tab_words(named(pane, "source_views"))[PROBLEMS] == "Problems 2"
    pane.part.panel.form.edit(document_separator="<|endoftext|>")
    settle(qtbot, pane)
    assert [line.offset for line in pane.part.panel.problems.lines if "bos" in line.reason] == [1]
    model = ColumnTable(problem_columns())
    model.set_rows(pane.part.panel.problems.lines)
    assert model.index(0, model.place("place")).data() == "document 3, byte 1"
    assert len(pane.part.panel.problems.lines) == 1


@pytest.mark.parametrize(("policy", "used"), [("skip", ["one"]), ("stop", None)])
def test_the_policy_is_chosen_at_the_problems(qtbot, pane, state, tmp_path, policy, used):
    (tmp_path / "eng.txt").write_bytes(b"one\ntw\xe9\n")
    add(qtbot, pane, tmp_path / "eng.txt")
    pane.part.choose("eng")
    pane.part.panel.form.edit(document_separator="\\n")
    settle(qtbot, pane)
    assert row(pane, "eng").documents == 2
    [box] = pane.part.panel.problems.findChildren(EncodingBox)
    box.setCurrentIndex(box.findData(policy))
    box.activated.emit(box.currentIndex())
    settle(qtbot, pane)
    if used is None:
        assert "byte 6" in pane.sources.rows[0].errors[0]
        assert state.corpus is None
    else:
        [source] = state.corpus.sources
        assert source.reading.encoding_errors == policy
        assert list(state.corpus.documents(source)) == used


def test_a_policy_for_the_whole_corpus_holds_where_a_source_has_none(qtbot, pane, state, tmp_path):
    corpus = Corpus([Source("eng", texts=("one",))], encoding_errors="skip", text_field="body")
    state.set_corpus(corpus)
    assert pane.part.form.options.encoding_errors == "skip"
    assert pane.part.form.options.text_field == "body"


def test_an_address_is_written_into_a_line_of_its_own(qtbot, pane, tmp_path):
    (tmp_path / "eng.txt").write_text("one\n", encoding="utf-8")
    [action] = [each for each in pane.actions() if each.text() == "Add URL…"]
    pane.show_content()
    action.trigger()
    assert pane.address.isVisible()
    pane.address.enter(f"file://{tmp_path}/eng.txt")
    settle(qtbot, pane)
    assert pane.address.isHidden()
    assert [each.label for each in pane.sources.rows] == ["eng"]
    action.trigger()
    qtbot.keyClick(pane.address, Qt.Key.Key_Escape)
    assert pane.address.isHidden()


def test_an_address_that_cannot_be_read_is_said_in_the_bar(qtbot, pane):
    pane.address.enter("nonsense://host/eng.txt")
    settle(qtbot, pane)
    assert "nonsense" in pane.bar.text
    assert pane.is_empty


def test_a_source_without_problems_says_so(qtbot, pane, tmp_path):
    (tmp_path / "eng.txt").write_text("one\n", encoding="utf-8")
    add(qtbot, pane, tmp_path / "eng.txt")
    assert pane.part.panel.problems.lines == ()
    assert tab_words(named(pane, "source_views")) == ("Text", "Reading", "Problems")
    pane.part.panel.show_view(READING)
    assert pane.part.panel.form.isVisible()


def test_texts_in_memory_have_no_reading_to_change(pane, state):
    state.set_corpus(Corpus.from_texts(["one"], label="eng"))
    pane.part.choose("eng")
    assert not pane.part.panel.form.isEnabled()
    assert problem_lines(SourceRow("eng", texts=("one",))) == ()


def test_what_will_be_read_is_said_in_words():
    kept, one, two = (
        SourcePlan("a", 9, True),
        SourcePlan("b", 1_000_000, False),
        SourcePlan("c", 2_100_000, False),
    )
    assert reading_words(None) == ""
    assert reading_words(ReadingPlan(())) == ""
    some = ReadingPlan((kept, one, two))
    assert (
        reading_words(some)
        == "1 source counted; 2 (3.10 MB on disk) will be counted when you train."
    )
    none = ReadingPlan((one, two))
    assert reading_words(none) == "2 sources (3.10 MB on disk) will be counted when you train."
    assert reading_words(ReadingPlan((kept,))) == (
        "The source is counted. Training starts at once."
    )
    in_memory = ReadingPlan((kept, one), is_in_memory=True)
    assert in_memory.to_read == ()
    assert "Training starts at once" in reading_words(in_memory)


def test_the_table_says_whose_counts_are_kept_and_how_sources_are_weighed(
    qtbot, pane, state, tmp_path
):
    (tmp_path / "deu.txt").write_text("a" * 300, encoding="utf-8")
    (tmp_path / "eng.txt").write_text("b" * 100, encoding="utf-8")
    add(qtbot, pane, tmp_path)
    pane.show_plan(ReadingPlan((SourcePlan("deu", 300, True), SourcePlan("eng", 100, False))))
    cells = {
        label: [pane.sources.index(pane.sources.row_of(label), each).data() for each in columns]
        for label in ("deu", "eng")
        for columns in [(SHARE, REPETITION, COUNTS)]
    }
    assert cells == {
        "deu": ["75.00 %", "×1.00", "counted"],
        "eng": ["25.00 %", "×1.00", "not counted"],
    }
    assert pane.caption == "1 source counted; 1 (100 B on disk) will be counted when you train."
