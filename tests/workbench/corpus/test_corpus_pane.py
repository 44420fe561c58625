"""The corpus pane: files become labelled sources, and every problem is said where it arises."""

from __future__ import annotations

import gzip
import hashlib
import threading

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox

from engine import Corpus, Mixture
from tests.patience import wait_for
from tests.workbench.buttons import press_button
from tests.workbench.named import empty_words, named, press_empty_action, tab_words, words_of, write
from workbench.corpus.corpus_pane import MIXTURE, MOST_SAID, CorpusPane, SampleRoom
from workbench.corpus.source_scan import DocumentOptions, FileScan, FileToScan, read_preview
from workbench.corpus.source_table import (
    CHARACTERS,
    COUNTS,
    LABEL,
    NAME,
    NATURAL,
    PROBLEMS,
    REPETITION,
    SHARE,
    CorpusFigures,
    SourceTable,
)
from workbench.text.numbers import NOTHING
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.work.jobs import Job


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs):
    pane = CorpusPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    return pane


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "deu.txt").write_text("Straße\nzwei\n", encoding="utf-8")
    (folder / "eng.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    (folder / "eng-0002.txt").write_text("four\n", encoding="utf-8")
    return folder


def add(qtbot, pane, *paths) -> None:
    pane.add_paths(paths)
    settle(qtbot, pane)


def settle(qtbot, pane) -> None:
    qtbot.waitUntil(lambda: not pane.is_reading)


def rows(pane) -> dict[str, tuple[int, int, int]]:
    return {row.label: (len(row.files), row.documents, row.n_bytes) for row in pane.sources.rows}


def test_an_empty_corpus_offers_the_sample(qtbot, pane, state):
    assert pane.is_empty
    press_empty_action(pane)
    settle(qtbot, pane)
    assert not pane.is_empty
    assert len(state.corpus.sources) >= 16


def test_files_are_read_before_the_engine_is_ready(qtbot, state, theme, jobs, folder):
    pane = CorpusPane(state, theme, EngineJobs(jobs))
    qtbot.addWidget(pane)
    pane.add_paths([folder])
    assert pane.caption == "Reading files…"
    settle(qtbot, pane)
    assert len(state.corpus.sources) == len(rows(pane))
    assert state.corpus.sources


def test_a_corpus_from_elsewhere_stays_though_a_reading_just_ended(
    qtbot, pane, state, jobs, folder
):
    pane.add_paths([folder / "deu.txt"])
    over = threading.Event()

    def after_it():
        over.set()
        yield

    jobs.start(Job(after_it(), title="After it"))
    wait_for(over)  # the files are read, and nothing of it is delivered yet
    wanted = Corpus.from_paths([folder / "eng.txt"])
    state.set_corpus(wanted)
    assert state.corpus is wanted
    settle(qtbot, pane)
    assert list(rows(pane)) == ["eng"]
    assert [source.label for source in state.corpus.sources] == ["eng"]


def test_files_of_which_beginnings_are_read_wait_for_the_engine(qtbot, state, theme, jobs, folder):
    held = EngineJobs(jobs)
    pane = CorpusPane(state, theme, held)
    qtbot.addWidget(pane)
    pane.part.form.set_options(DocumentOptions(max_document_chars=1000))
    pane.part.form.changed.emit()
    settle(qtbot, pane)
    said = empty_words(pane)
    pane.add_paths([folder / "deu.txt"])
    pane.add_paths([folder / "eng.txt"])
    assert pane.caption == "Preparing the engine"
    assert empty_words(pane).startswith("Preparing the engine")
    assert pane.is_reading
    assert jobs.jobs == ()
    held.release()
    settle(qtbot, pane)
    assert list(rows(pane)) == ["deu", "eng"]
    assert len(state.corpus.sources) == 2
    assert "Preparing" not in pane.caption
    assert empty_words(pane) == said


def test_a_reading_that_breaks_is_said_in_the_bar(
    qtbot, pane, folder, monkeypatch, expected_log_records
):
    def broken(*_arguments):
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr("workbench.corpus.source_scan._scan", broken)
    add(qtbot, pane, folder)
    assert "ZeroDivisionError" in pane.bar.text
    assert expected_log_records


def test_a_folder_becomes_one_row_per_label(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    assert rows(pane) == {"deu": (1, 1, 13), "eng": (2, 2, 19)}
    assert [source.label for source in state.corpus.sources] == [
        row.label for row in pane.sources.rows
    ]
    assert pane.figures == CorpusFigures(32, 2, 3, 3, 31)
    assert words_of(named(pane, "corpus_figures")) == "of text, 31 characters, 3 documents"
    assert {entry.label for entry in state.sources} == {"deu", "eng"}


def test_the_table_follows_a_head_of_88_pixels_at_most(qtbot, pane, folder):
    add(qtbot, pane, folder)
    assert pane.part.table.mapTo(pane, QPoint()).y() <= 88


def test_reading_options_are_folded_until_they_differ(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    assert not pane.part.form.isVisible()
    state.set_corpus(Corpus.from_paths([folder], document_separator="\n"))
    settle(qtbot, pane)
    assert pane.part.form.isVisible()
    pane.show_view(MIXTURE)
    assert not pane.part.reading_button.isVisible()


def test_a_natural_mixture_has_no_columns_to_compare_shares(qtbot, pane, state, folder):
    pane.resize(1400, 600)
    add(qtbot, pane, folder)
    table = pane.part.table
    assert [table.isColumnHidden(column) for column in (NATURAL, SHARE, REPETITION)] == [
        True, False, True]  # fmt: skip
    state.set_mixture(Mixture(alpha=0.3))
    assert not any(table.isColumnHidden(column) for column in (NATURAL, SHARE, REPETITION))


def test_labels_and_languages_are_whole_and_a_longer_one_is_its_own_tip(qtbot, pane, tmp_path):
    long = "code_" + "of_a_project_with_a_name_that_is_too_long_for_a_column" * 2
    for name in ("code_javascript", "nno", "pcm", long):
        (tmp_path / f"{name}.txt").write_text("some text\n", encoding="utf-8")
    pane.resize(1180, 728)
    add(qtbot, pane, tmp_path)
    table = pane.part.table
    model = table.model()
    cut = {
        model.index(at, column).data()
        for at in range(model.rowCount())
        for column in (LABEL, NAME)
        if table.cut_text(model.index(at, column))
    }
    assert cut == {long, long.removeprefix("code_").replace("_", " ")}
    assert table.horizontalHeader().length() == table.viewport().width()
    assert table.textElideMode() is Qt.TextElideMode.ElideMiddle
    assert not table.horizontalScrollBar().maximum()


def test_problems_have_room_where_the_pane_is_narrow(qtbot, pane, tmp_path):
    (tmp_path / "deu.txt").write_bytes(b"")
    add(qtbot, pane, tmp_path / "deu.txt")
    assert pane.sources.index(0, PROBLEMS).data() == "the file is empty."
    table = pane.part.table
    pane.resize(900, 700)
    assert table.isColumnHidden(CHARACTERS)
    assert not table.isColumnHidden(COUNTS)
    pane.resize(1700, 700)
    assert not table.isColumnHidden(CHARACTERS)
    assert not table.isColumnHidden(SHARE)


def test_characters_and_bytes_are_counted_apart(qtbot, pane, tmp_path):
    (tmp_path / "jpn.txt").write_text("猫が𠮷\n", encoding="utf-8")
    add(qtbot, pane, tmp_path / "jpn.txt")
    [row] = pane.sources.rows
    assert (row.characters, row.n_bytes) == (4, 11)


@pytest.mark.parametrize("separator", [None, "\n"])
def test_a_preview_reads_only_the_beginning_of_a_file(tmp_path, separator):
    lines = "\n".join(hashlib.sha256(b"%d" % n).hexdigest() for n in range(40_000))
    path = tmp_path / "long.txt.gz"
    path.write_bytes(gzip.compress(lines.encode(), 1)[:-1000])  # damaged, but at its end
    preview = preview_of(path, DocumentOptions(separator=separator, max_document_chars=50))
    assert preview.error == ""
    assert preview.documents[0] == lines[:50]
    assert len(preview.documents) == (12 if separator else 1)


def test_a_separator_does_not_cut_json_lines_in_the_preview(tmp_path):
    path = tmp_path / "eng.jsonl"
    path.write_text('{"text": "one\\ntwo"}\n{"text": "three"}\n', encoding="utf-8")
    assert preview_of(path, DocumentOptions(separator="\n")).documents == ("one\ntwo", "three")


def preview_of(path, options):
    task = read_preview(FileToScan(path), options)
    assert next(task).phase == "Read preview"
    with pytest.raises(StopIteration) as ended:
        next(task)
    return ended.value.value


def test_a_file_is_taken_once(qtbot, pane, folder):
    add(qtbot, pane, folder)
    add(qtbot, pane, folder / "deu.txt", folder)
    assert rows(pane)["deu"][0] == 1


def test_a_label_can_be_changed_and_joins_its_like(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    model = pane.sources
    model.setData(model.index(model.row_of("deu"), LABEL), "gsw")
    assert "gsw" in rows(pane)
    assert "gsw" in {source.label for source in state.corpus.sources}
    model.setData(model.index(model.row_of("gsw"), LABEL), "eng")
    assert rows(pane) == {"eng": (3, 3, 32)}
    assert len(state.corpus.sources) == 1
    assert not model.setData(model.index(0, LABEL), "   ")


def test_removed_sources_leave_the_corpus(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    pane.part.choose("deu")
    pane.remove_chosen()
    assert list(rows(pane)) == ["eng"]
    assert [source.label for source in state.corpus.sources] == ["eng"]
    pane.part.choose("eng")
    pane.remove_chosen()
    assert state.corpus is None
    assert pane.is_empty


def test_a_document_separator_and_caps_reach_the_corpus(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    with qtbot.waitSignal(pane.part.form.changed):
        write(named(pane.part.form, "separator"), "\\n")
    settle(qtbot, pane)
    qtbot.waitUntil(lambda: state.corpus.document_separator == "\n")
    assert rows(pane)["eng"][1] == 4
    assert pane.part.form.options.separator == "\n"


BAD_FILES = {
    "latin.txt": (b"caf\xe9 au lait", "invalid UTF-8", False),
    "bom.txt": (b"\xef\xbb\xbfhello", "byte order mark", False),
    "nul.txt": (b"a\x00b", "NUL", False),
    "lines.jsonl": (b'{"text": "a"}\n{"no": 1}\n', "line 2", False),
    "utf16.txt": ("hello there, wide text".encode("utf-16"), "UTF-16", True),
    "cut.txt.gz": (gzip.compress(b"hello " * 1000, mtime=0)[:40], "cut short", True),
    "empty.txt": (b"", "empty", False),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_named_at_its_row_and_in_words(qtbot, pane, state, folder, name):
    data, words, is_error = BAD_FILES[name]
    (folder / name).write_bytes(data)
    add(qtbot, pane, folder / name, folder / "deu.txt")
    (row,) = [row for row in pane.sources.rows if row.label != "deu"]
    cell = pane.sources.index(pane.sources.row_of(row.label), PROBLEMS)
    assert words in cell.data()
    assert name in cell.data(Qt.ItemDataRole.ToolTipRole)
    pane.part.choose(row.label)
    [line] = pane.part.panel.problems.lines
    assert line.file == name
    assert words in line.reason or words == f"line {line.line}"
    assert tab_words(named(pane, "source_views"))[2] == "Problems 1"
    used = {path.name for source in state.corpus.sources for path in source.paths}
    assert "deu.txt" in used
    assert (name in used) == (not is_error and name != "empty.txt")
    assert pane.figures.skipped == is_error
    assert ("skipped" in words_of(named(pane, "corpus_figures"))) == is_error


def test_one_file_of_a_source_can_be_removed_from_the_list(qtbot, pane, state, folder):
    damaged = folder / "eng-0003.txt"
    damaged.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(64))
    add(qtbot, pane, folder)
    assert rows(pane)["eng"][0] == 3
    pane.part.choose("eng")
    press_button(pane.part.panel.problems, "Remove file")
    assert damaged not in pane.sources.paths
    assert rows(pane)["eng"][0] == 2
    assert pane.part.chosen.label == "eng"
    assert all(entry.error is None for entry in state.sources)


def test_what_is_not_there_or_holds_no_text_is_said_in_the_bar(qtbot, pane, state, tmp_path):
    (tmp_path / "nothing").mkdir()
    add(qtbot, pane, tmp_path / "gone.txt", tmp_path / "nothing")
    assert "gone.txt was not found" in pane.bar.text
    assert "nothing contains no text files" in pane.bar.text
    assert state.corpus is None
    assert pane.is_empty


def test_a_file_that_vanishes_before_it_is_read_again_is_left_out(qtbot, pane, state, folder):
    add(qtbot, pane, folder)
    (folder / "deu.txt").unlink()
    with qtbot.waitSignal(pane.part.form.changed):
        write(named(pane.part.form, "separator"), "\\n\\n")
    settle(qtbot, pane)
    qtbot.waitUntil(lambda: len(state.corpus.sources) == 1)
    row = pane.sources.index(pane.sources.row_of("deu"), PROBLEMS)
    assert "was not found" in row.data()


def test_the_preview_shows_first_documents_and_invisible_characters(qtbot, pane, folder):
    (folder / "deu.txt").write_text("ein Wort\nnoch\tdas\n", encoding="utf-8")
    add(qtbot, pane, folder / "deu.txt")
    pane.part.choose("deu")
    qtbot.waitUntil(lambda: "ein Wort" in pane.part.panel.preview.text)
    named(pane, "show_invisible").setChecked(True)
    assert "ein·Wort↵\nnoch⇥das↵" in pane.part.panel.preview.text


def test_the_preview_says_how_much_of_a_file_it_shows(qtbot, pane, tmp_path):
    (tmp_path / "long.txt").write_text("a long text\n" * 100_000, encoding="utf-8")
    (tmp_path / "short.txt").write_text("short\n", encoding="utf-8")
    add(qtbot, pane, tmp_path)
    pane.part.choose("long")
    preview = pane.part.panel.preview
    qtbot.waitUntil(lambda: "a long text" in preview.text)
    part = named(preview, "shown_part")
    assert words_of(part) == "The beginnings of documents: 2.00 kB of 1.20 MB"
    pane.part.choose("short")
    qtbot.waitUntil(lambda: "short" in preview.text)
    assert words_of(part) == ""


def test_each_file_of_a_source_can_be_previewed(qtbot, pane, folder):
    add(qtbot, pane, folder)
    pane.part.choose("eng")
    preview = pane.part.panel.preview
    qtbot.waitUntil(lambda: "four" in preview.text or "three" in preview.text)
    [files] = [each for each in preview.findChildren(QComboBox) if each.findText("eng.txt") >= 0]
    for name, words in (("eng.txt", "three"), ("eng-0002.txt", "four"), ("eng.txt", "three")):
        files.setCurrentText(name)
        files.activated.emit(files.currentIndex())
        qtbot.waitUntil(lambda wanted=words: wanted in preview.text)


def test_an_offer_to_keep_the_sample_ends_when_it_is_dismissed(qtbot):
    bar, rows = MessageBar(), SourceTable()
    qtbot.addWidget(bar)
    room = SampleRoom(rows, bar, rows)
    wanted, undone = [], []
    room.sample_wanted.connect(wanted.append)
    room.say("The sample corpus made room for your files.")
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    bar.show_note("Sources were removed.", offer=Offer("Undo", lambda: undone.append(1)))
    press_button(bar, bar.action)
    assert (len(wanted), len(undone)) == (0, 1)
    room.say("The sample corpus made room for your files.")
    press_button(bar, bar.action)
    assert (len(wanted), len(undone)) == (1, 1)


def test_a_corpus_from_elsewhere_is_shown(qtbot, pane, state, folder):
    state.set_corpus(Corpus.from_paths([folder], document_separator="\n"))
    settle(qtbot, pane)
    assert rows(pane)["eng"][1] == 4
    assert pane.part.form.options == DocumentOptions(separator="\n")


def test_texts_in_memory_are_sources_too(qtbot, pane, state, folder):
    corpus = Corpus.from_texts(["eins", "zwei ß"], label="deu")
    state.set_corpus(corpus)
    assert state.corpus is corpus
    assert rows(pane) == {"deu": (0, 2, 11)}
    pane.part.choose("deu")
    assert "zwei ß" in pane.part.panel.preview.text
    add(qtbot, pane, folder / "eng.txt")
    assert [source.label for source in state.corpus.sources] == ["deu", "eng"]
    assert [documents for _, documents, _ in rows(pane).values()] == [2, 1]
    model = pane.sources
    assert not model.setData(model.index(model.row_of("deu"), LABEL), "eng")


def test_eighty_sources_are_one_table(qtbot, pane, state, tmp_path):
    paths = []
    for number in range(90):
        path = tmp_path / f"{chr(97 + number // 26)}{chr(97 + number % 26)}word.txt"
        path.write_text("some text", "utf-8")
        paths.append(path)
    add(qtbot, pane, *paths)
    assert len(pane.sources.rows) == 90
    assert pane.figures.sources == 90


def test_the_model_is_sound(qtmodeltester, tmp_path):
    model = SourceTable()
    for name in ("a", "b"):
        model.add_file(tmp_path / name, name)
    model.set_scan(FileScan(tmp_path / "a", documents=2, n_bytes=5, characters=5))
    qtmodeltester.check(model)
    model.remove([0])
    assert [row.label for row in model.rows] == ["b"]


def test_folders_that_became_one_source_are_named_once(qtbot, pane, tmp_path):
    for parent in ("first", "second"):
        books = tmp_path / parent
        books.mkdir()
        (books / "notes.txt").write_text("one two three\n", encoding="utf-8")
    pane.add_paths([tmp_path / "first", tmp_path / "second"])
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert len(pane.sources.rows) == 1
    assert "Files of 2 folders became one source, notes" in pane.bar.text
    pane.bar.clear()
    (tmp_path / "eng.txt").write_text("more\n", encoding="utf-8")
    pane.add_paths([tmp_path / "eng.txt"])
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert pane.bar.text == ""


def test_sizes_are_published_of_a_corpus_that_came_from_elsewhere(qtbot, pane, state, folder):
    corpus = Corpus.from_paths([folder / "deu.txt"])
    state.set_corpus(corpus)
    settle(qtbot, pane)
    assert state.corpus is corpus
    assert [entry.n_bytes for entry in state.sources] == [len("Straße\nzwei\n".encode())]


def shares(pane):
    model = pane.sources
    return [model.index(row, SHARE).data() for row in range(model.rowCount())]


def test_shares_never_stand_beside_other_sizes(qtbot, pane, folder):
    add(qtbot, pane, folder / "deu.txt", folder / "eng.txt")
    before = shares(pane)
    assert all(share.endswith("%") for share in before)
    seen = []
    pane.reading.progressed.connect(lambda: seen.append(shares(pane)))
    add(qtbot, pane, folder / "eng-0002.txt")
    assert seen
    assert set(seen[-1]) == {NOTHING}
    after = shares(pane)
    assert all(share.endswith("%") for share in after)
    assert after != before
    pane.sources.set_mixture(())
    read = pane.sources.rows
    pane.mixture.set_sources([row.label for row in read], [row.n_bytes for row in read])
    assert shares(pane) == after


def test_an_empty_column_of_problems_leaves_room_for_language_and_share(qtbot, pane, folder):
    add(qtbot, pane, folder / "deu.txt")
    table, part = pane.part.table, pane.part
    part.resize(part.width() + 420 - table.viewport().width(), part.height())
    part.refresh()
    has_room = table.viewport().width() >= 408
    assert has_room
    assert not table.isColumnHidden(NAME)
    assert not table.isColumnHidden(SHARE)
    assert table.isColumnHidden(COUNTS)


def test_the_same_text_twice_is_said(qtbot, pane, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "deu.txt").write_text("Straße\n", encoding="utf-8")
    add(qtbot, pane, tmp_path / "one" / "deu.txt")
    assert pane.bar.text == ""
    add(qtbot, pane, tmp_path / "two" / "deu.txt")
    assert "contain the same text" in pane.bar.text
    assert str(tmp_path / "two" / "deu.txt") in pane.bar.text


def test_the_same_file_again_is_said_and_counted_once(qtbot, pane, folder):
    add(qtbot, pane, folder / "deu.txt")
    assert pane.bar.text == ""
    add(qtbot, pane, folder / "deu.txt")
    assert pane.bar.text == f"{folder / 'deu.txt'} is already in the corpus; it counts once."
    assert [len(row.files) for row in pane.part.rows.rows] == [1]


def test_of_many_files_with_the_same_text_a_few_are_named(qtbot, pane, tmp_path):
    for number in range(20):
        (tmp_path / f"text-{number}.txt").write_text("the same\n", encoding="utf-8")
    add(qtbot, pane, tmp_path)
    lines = pane.bar.text.splitlines()
    assert len(lines) == MOST_SAID + 1
    assert lines[-1] == "11 more like these"
