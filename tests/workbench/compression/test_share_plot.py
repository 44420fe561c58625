"""The plot of shares against premiums: marks, keys, brush, filter of the table, why it is empty."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QEvent, QPoint, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.evaluation import evaluate, training_share
from workbench.compression.comparison_view import SHARES, TABLE, ComparisonView
from workbench.ui.charts.chart_saving import save_png, save_svg
from workbench.ui.languages.comparison_values import ComparisonValues
from workbench.ui.languages.share_plot import SharePlot, SharePoint, lay_out_shares
from workbench.work.comparison import Comparison, Measured

SENTENCES = {
    "eng": "the cat sat on the mat, the cat ate the rat",
    "deu": "die Katze saß auf der Matte und die Katze schlief",
    "hin": "बिल्ली चटाई पर बैठी थी और सो गई",
    "tha": "แมวนั่งบนเสื่อและแมวนอนหลับ",
}


def texts(*labels):
    """Parallel texts, one source for each label."""
    sources = [
        Corpus.from_texts(
            ["".join(f"{SENTENCES[label]} {line}\n" for line in range(20))], label
        ).sources[0]
        for label in labels
    ]
    return Corpus(sources)


@pytest.fixture(scope="module")
def tokenizer():
    """Trained on English, German and Hindi; Thai is not in its training text."""
    return train_tokenizer(texts("eng", "deu", "hin"), TrainingConfig(320))


@pytest.fixture(scope="module")
def values(tokenizer):
    found = evaluate(tokenizer, texts(*SENTENCES))
    assert found.fairness is not None
    return ComparisonValues(Comparison("news", "run", (Measured("mine", found),)))


@pytest.fixture
def view(qtbot, theme, values, tokenizer):
    made = ComparisonView(theme)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    made.set_values(values, tokenizer)
    made.show_view(SHARES)
    return made


def test_the_name_of_the_reference_has_room_first(qtbot, theme):
    """English of another country has nearly the same share and premium."""
    points = [
        SharePoint("eng_IN", "English, India", 0.37, 1.01, 10, ""),
        SharePoint("eng", "English", 0.37, 1.0, 10, ""),
        SharePoint("deu", "German", 0.02, 1.6, 16, ""),
    ]
    metrics = QFontMetricsF(theme.font())
    layout = lay_out_shares(points, QSizeF(600, 400), metrics)
    assert next(iter(layout.names)) == 1


def drag(qtbot, plot, begin, end):
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(plot, (begin + end) / 2)
    QTest.mouseMove(plot, end)
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=end)


def around(plot, label, by=12):
    middle = plot.place_of(label).toPoint()
    return middle - QPoint(by, by), middle + QPoint(by, by)


def test_marks_are_where_share_and_premium_say(view, values, tokenizer):
    plot = view.shares
    assert {point.label for point in plot.points} == set(SENTENCES)
    places = {label: plot.place_of(label) for label in SENTENCES}
    shares = {label: training_share(label, tokenizer) for label in SENTENCES}
    assert shares["tha"] == 0 and sum(shares.values()) == pytest.approx(1.0)
    order = sorted(SENTENCES, key=shares.__getitem__)
    assert sorted(SENTENCES, key=lambda label: places[label].x()) == order  # none is at the left
    premiums = {point.label: point.premium for point in plot.points}
    assert premiums["eng"] == 1.0
    worst = max(premiums, key=premiums.__getitem__)
    assert min(places, key=lambda label: places[label].y()) == worst
    said = {point.label: point.said for point in plot.points}
    assert said["tha"].startswith("Thai: 0 % of the training text, premium ")
    assert said["tha"].endswith(" tokens")


def test_a_choice_is_followed_both_ways(qtbot, view):
    told = []
    view.inspection_requested.connect(told.append)
    qtbot.mouseClick(
        view.shares, Qt.MouseButton.LeftButton, pos=view.shares.place_of("hin").toPoint()
    )
    assert view.shares.current == "hin" == view.table.chosen.label
    assert told[-1].title == "Hindi"
    view.table.choose("deu")
    assert view.shares.current == "deu"
    assert view.shares.accessibleDescription().startswith("German: ")


def test_a_rectangle_filters_the_table_and_escape_clears_it(qtbot, view):
    plot, table = view.shares, view.table
    drag(qtbot, plot, *around(plot, "tha"))
    assert plot.chosen_labels == {"tha"}
    assert [row.label for row in table.shown.shown_rows()] == ["tha"]
    assert len(plot.points) == 4  # the others are faded, not gone
    view.draw()
    assert len(plot.points) == 4
    qtbot.keyClick(plot, Qt.Key.Key_Escape)
    assert len(table.shown.shown_rows()) == 4
    drag(qtbot, plot, *around(plot, "tha"))
    view.show_view(TABLE)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert len(table.shown.shown_rows()) == 4 and not plot.chosen_labels


def test_a_language_outside_of_the_rectangle_is_found_all_the_same(qtbot, view):
    plot = view.shares
    plot.set_brush(frozenset({"tha"}))
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=plot.place_of("hin").toPoint())
    assert view.table.chosen.label == "hin"
    plot.set_brush(frozenset({"tha"}))
    view.choose_language("deu")  # as the sentence on the worst language does
    assert view.table.chosen.label == "deu"


def test_another_comparison_shows_all_languages(qtbot, view, values, tokenizer):
    drag(qtbot, view.shares, *around(view.shares, "hin"))
    assert len(view.table.shown.shown_rows()) == 1
    view.set_values(values, tokenizer)
    assert len(view.table.shown.shown_rows()) == 4


def test_keys_walk_by_share_and_by_premium(qtbot, view):
    plot = view.shares
    by_share = [p.label for p in sorted(plot.points, key=lambda p: (p.share, p.premium))]
    by_premium = [p.label for p in sorted(plot.points, key=lambda p: (p.premium, p.share))]
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.current == by_premium[-1]  # the worst one is the first to be seen
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert plot.current == by_premium[-2]
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert plot.current == by_share[0]
    qtbot.keyClick(plot, Qt.Key.Key_Left)
    assert plot.current == by_share[0]
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.current == by_share[1] == view.table.chosen.label
    qtbot.keyClick(plot, Qt.Key.Key_Space)
    assert plot.chosen_labels == {by_share[1]}
    qtbot.keyClick(plot, Qt.Key.Key_Space)
    assert plot.chosen_labels == frozenset()


def test_pointing_says_the_language_and_a_click_beside_all_clears_the_brush(qtbot, view):
    plot = view.shares
    before = plot.grab().toImage()
    QTest.mouseMove(plot, plot.place_of("tha").toPoint())
    assert plot.grab().toImage() != before
    QApplication.sendEvent(plot, QEvent(QEvent.Type.Leave))
    assert plot.grab().toImage() == before
    plot.set_brush(frozenset({"deu"}))
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert not plot.chosen_labels


def test_filters_of_the_pane_hold_here_too(view):
    view.table.shown.set_script("Latin")
    view.draw()
    assert {point.label for point in view.shares.points} == {"deu", "eng"}
    view.table.shown.set_words("nothing like it")
    view.draw()
    assert view.shares.accessibleDescription() == "No language with a premium fits the filter."


def test_it_is_saved_as_pictures_and_as_numbers(view, tmp_path):
    plot = view.shares
    view.saving[SHARES].save(tmp_path / "shares.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "shares.csv").read_text("utf-8"))))
    assert {row["label"]: float(row["premium"]) for row in rows} == {
        point.label: point.premium for point in plot.points
    }
    words = " ".join(ET.parse(save_svg(plot, tmp_path / "shares.svg")).getroot().itertext())
    assert "Thai" in words and "Share of the training text" in words and "English = 1" in words
    assert not QImage(str(save_png(plot, tmp_path / "shares.png"))).isNull()


def test_it_says_why_there_is_nothing_to_show(view, values, tokenizer):
    view.set_values(values, None)
    assert "no training record" in view.shares.accessibleDescription()
    [measured] = values.comparison.measured
    only = Measured("mine", replace(measured.evaluation, fairness=None))
    view.set_values(ComparisonValues(Comparison("x", None, (only,))), tokenizer)
    assert "parallel" in view.shares.accessibleDescription()
    other = train_tokenizer(Corpus.from_texts(["some text"], "notes"), TrainingConfig(260))
    view.set_values(values, other)
    assert "No source of the training text" in view.shares.accessibleDescription()


def test_an_empty_plot_takes_keys_and_clicks(qtbot, theme):
    plot = SharePlot("x", theme)
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    plot.show()
    plot.set_points((), "Premium", "Why.")
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton)
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.current is None and plot.grab().height() == 300
