"""The vocabulary report in the window: its rows, the filter behind them, and counting uses."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QTabBar

from engine import Corpus, Source, Tokenizer, TrainingConfig, train_tokenizer
from engine.analysis.report import report_sections, vocabulary_report
from engine.analysis.usage import token_usage
from engine.encoding.token_table import Numbering
from tests.texts import some_texts
from tests.workbench.vocabulary.filtered import filter_ids
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.vocabulary.vocabulary_filter import FilterError
from workbench.vocabulary.vocabulary_index import VocabularyIndex, index_vocabulary
from workbench.vocabulary.vocabulary_pane import VocabularyPane
from workbench.vocabulary.vocabulary_report import (
    COUNT,
    PART_ROLE,
    SHARE,
    WHAT,
    ReportTable,
    share_bar,
)


@pytest.fixture(scope="module")
def texts():
    return some_texts(10)


@pytest.fixture(scope="module")
def trained(texts) -> Tokenizer:
    config = TrainingConfig(900, special_tokens=("<|endoftext|>",), reserved_slots=1)
    return train_tokenizer(Corpus.from_texts(texts), config)


@pytest.fixture(scope="module")
def index(trained) -> VocabularyIndex:
    return list(index_vocabulary(trained))[-1]


@pytest.fixture
def pane(opened_pane, trained, texts):
    return opened_pane(trained, Corpus([Source("all", texts=tuple(texts))]))


def open_report(qtbot, pane):
    """Bring the report to the front and wait until the tokens out of reach are known."""
    model = pane.side.report.model
    pane.side.show_report()
    qtbot.waitUntil(lambda: model.row_of("is:cut") is not None)


def shown_ids(pane) -> list[int]:
    return [pane.model.token_at(row) for row in range(pane.model.rowCount())]


def test_every_row_counts_the_tokens_that_its_filter_shows(index, trained, texts):
    report = vocabulary_report(trained)
    measured = report.with_usage(token_usage(trained, Corpus.from_texts(texts)), "texts")
    n_rows = 0
    for known in (report, measured):
        for section in report_sections(known):
            for row in section.rows:
                found = filter_ids(index, row.condition, known)
                assert len(found) == (1 if row.token_id is not None else row.count), row
                n_rows += 1
    assert n_rows > 100


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("chars:2", lambda text: len(text) == 2),
        ("chars:3..4 is:space", lambda text: 3 <= len(text) <= 4 and text[0] == " "),
        (
            "script:greek",  # of one script alone
            lambda text: (
                text.isascii() is False
                and all("\u0370" <= c <= "\u03ff" for c in text if c.isalpha())
                and any(c.isalpha() for c in text)
            ),
        ),
        ("is:digits", lambda text: text.strip(" ").isnumeric()),
    ],
)
def test_conditions_on_the_text(text, holds, index, trained):
    special = trained.special_tokens.values()
    wanted = []
    for token_id, data in enumerate(trained.vocabulary):
        try:
            if data and token_id not in special and holds(data.decode()):
                wanted.append(token_id)
        except UnicodeDecodeError:
            continue
    assert wanted
    assert filter_ids(index, text).tolist() == wanted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("script:Klingon", "script:Klingon is not known"),
        ("chars:x", "chars: needs a number"),
        ("rank:9..2", "rank:9..2 is empty"),
        ("covers:0", "from 1 to 100"),
        ("covers:50", "count the uses in the report first"),
        ("is:cut", "open the report first"),
        ("is:nonsense", "there are special"),
    ],
)
def test_conditions_that_cannot_be_met_are_sentences(text, sentence, index):
    with pytest.raises(FilterError, match=sentence):
        filter_ids(index, text)


def test_without_a_training_record(qtbot, state, theme, jobs, engine_jobs):
    """An imported vocabulary with its own numbers, gaps and a token that nothing makes."""
    ids = [*range(1, 257), 300]
    tokenizer = Tokenizer([(98, 99)], numbering=Numbering(ids, {b"xyz": 290}))
    imported = list(index_vocabulary(tokenizer))[-1]
    assert filter_ids(imported, "is:merge").tolist() == [300]
    assert imported.ranks[300] == 0
    assert (imported.lefts[300], imported.rights[300]) == (98, 99)
    for text, sentence in (("uses:1", "count the uses"), ("is:dead", "trained here")):
        with pytest.raises(FilterError, match=sentence):
            filter_ids(imported, text)
    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    state.open_run("run", tokenizer, None)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
    open_report(qtbot, pane)
    assert "Uses not counted yet" in pane.side.report.caption
    pane.side.report.choose("is:never-merged")
    assert shown_ids(pane) == [290]


def test_a_chosen_row_shows_its_tokens_and_says_what_it_means(qtbot, pane, index):
    open_report(qtbot, pane)
    part = pane.side.report
    assert part.choose("script:Latin")
    assert shown_ids(pane) == filter_ids(index, "script:Latin").tolist()
    assert pane.filter_error == ""
    assert "UAX #24" in part.meaning
    row = part.model.row_of("script:Latin")
    assert part.model.index(row, COUNT).data() == pane.figures[0]


def test_a_second_click_or_escape_shows_all_tokens_again(qtbot, pane, trained):
    open_report(qtbot, pane)
    table = pane.side.report.table
    table.scrollToTop()
    place = table.visualRect(pane.side.report.model.index(2, WHAT)).center()
    for expected in (256, trained.vocab_size, 256):
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert pane.model.rowCount() == expected
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert pane.model.rowCount() == trained.vocab_size


def test_typing_another_filter_leaves_the_row(qtbot, pane, trained):
    open_report(qtbot, pane)
    part = pane.side.report
    part.choose("script:Latin")
    field = pane.findChild(QLineEdit)
    field.clear()
    qtbot.keyClicks(field, "is:byte")
    qtbot.waitUntil(lambda: pane.model.rowCount() == 256)
    assert not part.table.currentIndex().isValid()
    part.uses_requested.emit(None)
    qtbot.waitUntil(lambda: part.model.row_of("covers:50") is not None)
    assert pane.model.rowCount() == 256
    part.choose("script:Latin")
    assert pane.model.rowCount() != 256


def test_uses_are_counted_in_the_corpus_of_the_window(qtbot, pane, trained, texts):
    open_report(qtbot, pane)
    part = pane.side.report
    assert "training corpus, from its record" in part.caption
    part.choose("script:Latin")
    part.uses_requested.emit(None)
    qtbot.waitUntil(lambda: part.model.row_of("covers:50") is not None)
    usage = token_usage(trained, Corpus.from_texts(texts))
    assert "the corpus of the window" in part.caption
    assert part.table.currentIndex().data(ROW_ROLE).condition == "script:Latin"
    part.choose("covers:50")
    assert shown_ids(pane) == sorted(usage.covering(0.5).tolist())


def test_uses_in_files_and_what_cannot_be_read(qtbot, pane, tmp_path):
    open_report(qtbot, pane)
    part = pane.side.report
    (tmp_path / "a.txt").write_text("the cat the cat", "utf-8")
    part.uses_requested.emit((tmp_path / "a.txt",))
    qtbot.waitUntil(lambda: "a.txt" in part.caption)
    part.uses_requested.emit((tmp_path / "gone.txt",))
    qtbot.waitUntil(lambda: bool(pane.bar.text))
    assert "gone.txt" in pane.bar.text
    (tmp_path / "empty.txt").touch()
    part.uses_requested.emit((tmp_path / "empty.txt",))
    qtbot.waitUntil(lambda: "empty.txt" in pane.bar.text)


def test_another_tokenizer_has_a_report_of_its_own(qtbot, pane, state, trained):
    open_report(qtbot, pane)
    pane.side.report.uses_requested.emit(None)
    state.open_run("other", trained.truncated(400), None)
    qtbot.waitUntil(lambda: pane.model.rowCount() == 400)
    qtbot.waitUntil(lambda: pane.side.report.model.row_of("is:cut") is not None)
    assert pane.side.report.model.row_of("covers:50") is None
    state.open_run(None, None, None)
    assert pane.side.report.model.rowCount() == 0


def test_a_token_asked_for_comes_to_the_front(qtbot, pane):
    open_report(qtbot, pane)
    pane.select_token(300)
    assert not pane.side.shows_report
    assert pane.chosen == 300


def walk_tabs(pane) -> dict[int, tuple[int, int]]:
    """Open one part after the other; where the tabs are then, by the open one."""
    side, places = pane.side, {}
    tabs = next(bar for bar in side.findChildren(QTabBar) if "timeline" in bar.accessibleName())
    for show in (
        side.show_token, side.show_timeline, side.show_report, side.show_superwords,
        side.show_frequency,
    ):  # fmt: skip
        show()
        QCoreApplication.processEvents()  # lays out
        places[tabs.currentIndex()] = tabs.mapTo(pane, QPoint(0, 0)).toTuple()
        assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()  # none is scrolled away
    return places


@pytest.mark.parametrize("width", [900, 1700])
def test_the_tabs_stay_where_they_are_when_one_is_chosen(qtbot, pane, width):
    pane.resize(width, 640)
    open_report(qtbot, pane)
    places = walk_tabs(pane)
    assert len(places) == 5
    assert len(set(places.values())) == 1


def test_the_tabs_stay_where_they_are_after_the_window_was_wide(qtbot, pane):
    pane.resize(1700, 900)
    open_report(qtbot, pane)
    walk_tabs(pane)
    pane.side.show_token()
    pane.resize(900, 640)
    QCoreApplication.processEvents()
    below = pane.side.mapTo(pane, QPoint(0, 0)).toTuple()
    assert set(walk_tabs(pane).values()) == {below}


def test_the_model_is_sound_and_every_row_is_explained(qtmodeltester, trained, texts):
    report = vocabulary_report(trained)
    measured = report.with_usage(token_usage(trained, Corpus.from_texts(texts)), "texts")
    table = ReportTable()
    table.show_sections(report_sections(measured), trained.vocabulary)
    qtmodeltester.check(table)
    for row in range(table.rowCount()):
        index = table.index(row, WHAT)
        assert index.data(Qt.ItemDataRole.ToolTipRole)
        assert index.data(Qt.ItemDataRole.WhatsThisRole) == index.data(Qt.ItemDataRole.ToolTipRole)
    assert table.index(table.row_of("is:byte"), COUNT).data() == "256"
    assert table.index(table.row_of("is:byte"), SHARE).data() == "28.4 %"
    assert table.index(table.row_of("is:cut"), SHARE).data() == "0 %"


def test_bars_of_all_sections_have_one_scale(trained):
    table = ReportTable()
    table.show_sections(report_sections(vocabulary_report(trained)), trained.vocabulary)
    rows = [table.index(row, WHAT) for row in range(table.rowCount())]
    shares = {}
    for index in rows:
        row, share = index.data(ROW_ROLE), index.data(PART_ROLE)
        assert (share is None) == (row is None or row.token_id is not None)
        if share is not None:
            track, bar = share_bar(QRect(0, 0, 300, 24), share)
            shares[row.count] = bar.width() / track.width()
    n = trained.vocab_size
    for count, width in shares.items():
        assert width == pytest.approx(count / n, abs=0.004)


def test_the_report_is_copied_as_text(qtbot, pane):
    open_report(qtbot, pane)
    pane.side.report.table.copying.copy("markdown")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "| Property | Tokens | Share of ids |"
    assert any(line.startswith("| Single bytes | 256 |") for line in lines)


def test_superwords_are_looked_for_when_they_come_to_the_front(pane):
    [command] = [each for each in pane.actions() if each.text() == "Superwords"]
    assert not pane.side.shows_superwords
    command.trigger()
    assert pane.side.shows_superwords
    assert "This tokenizer has no superwords" in pane.side.superwords.empty.sentence
