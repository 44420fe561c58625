"""The table of a comparison: values, differences, columns, order, filter, flags, words."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QLabel, QPushButton, QStyle, QStyleOptionViewItem

from engine.evaluation.evaluation import Evaluation, LabelEvaluation
from engine.evaluation.figures import FairnessFigures, LabelFairness
from engine.evaluation.metrics import METRICS
from engine.evaluation.parallel import TextReport
from workbench.compression.comparison_charts import show_tokenizers
from workbench.compression.comparison_columns import DEFAULT_KEYS, all_keys, columns_of, fitting
from workbench.compression.comparison_table_view import (
    ComparisonTable,
    ComparisonTableView,
    text_columns,
)
from workbench.compression.comparison_view import (
    DOTS,
    HEAT_MAP,
    ComparisonView,
    ViewChoice,
    inspection_of_column,
    inspection_of_metric,
)
from workbench.ui.languages.comparison_values import (
    FULL_RATIO,
    ComparisonValues,
    difference_words,
    script_words,
    shade_of,
    value_words,
)
from workbench.ui.languages.heat_map import HeatMap
from workbench.ui.languages.language_delegates import DifferenceDelegate
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.headed_table import REFERENCE_ROLE, SCALE_ROLE, SHADE_ROLE
from workbench.ui.theme.diverging import DivergingGround
from workbench.ui.words.metric_words import names_of
from workbench.work.comparison import Baseline, Comparison, Measured


def row(label, tokens, *, characters=1000, round_trips=True, words=200):
    return LabelEvaluation(
        label, 1, 2 * characters, characters, words, tokens, round_trips,
        word_rule="white-space", rule_words=words,
    )  # fmt: skip


def evaluation(tokens, premiums=None):
    """English, Hindi and German with these numbers of tokens."""
    labels = ("eng", "hin", "deu")
    rows = tuple(row(label, n) for label, n in zip(labels, tokens, strict=True))
    fairness = None
    if premiums is not None:
        fairness = FairnessFigures(
            "eng", 10, 0,
            tuple(LabelFairness(label, n, p) for label, n, p in
                  zip(labels, tokens, premiums, strict=True)),
        )  # fmt: skip
    texts = tuple(
        TextReport(label, 10, 2000, 1, 0, "Latn", "Latn", is_parallel=True) for label in labels
    )
    return Evaluation(rows, row("all", sum(tokens)), fairness, texts)


@pytest.fixture
def values():
    """The open run, a baseline that needs twice the tokens, one that lacks German."""
    mine = evaluation((270, 2500, 400), (1.0, 9.26, 1.48))
    worse = evaluation((540, 5000, 300))
    part = Evaluation(worse.rows[:2], worse.total)
    return ComparisonValues(
        Comparison(
            "news",
            "run",
            (
                Measured("mine", mine),
                Measured("worse", worse, Baseline("worse")),
                Measured("part", part, Baseline("part")),
            ),
        )
    )


@pytest.fixture
def table(qtbot, theme, values):
    view = ComparisonTableView(theme)
    qtbot.addWidget(view)
    view.resize(1200, 400)
    view.show()
    view.set_values(values, METRICS["bytes_per_token"])
    return view


def heads(view):
    return view.copying.heads()


def test_differences_are_in_percent_of_the_baseline_with_a_sign(values):
    metric = METRICS["bytes_per_token"]
    english, _, german = values.rows
    assert values.difference(metric, english, 1) == pytest.approx((2000 / 270) / (2000 / 540) - 1)
    assert difference_words(values.difference(metric, english, 1)) == "+100"
    assert difference_words(values.difference(metric, german, 1)) == "−25.0"
    assert values.difference(metric, german, 2) is None  # the baseline has no German
    assert [difference_words(each) for each in (0.0, 0.0004, -0.0123, None)] == [
        "0.0", "0.0", "−1.2", "–",
    ]  # fmt: skip


def test_better_and_worse_follow_the_metric_and_zero_is_neutral():
    higher, lower = METRICS["bytes_per_token"], METRICS["fertility"]
    half = math.sqrt(FULL_RATIO) - 1
    assert shade_of(higher, half) == pytest.approx(0.5) == -shade_of(lower, half)
    assert shade_of(higher, 1 / (1 + half) - 1) == pytest.approx(-0.5)  # as far on the other side
    assert shade_of(higher, 0.0) == shade_of(lower, 0.0) == 0
    assert shade_of(higher, 0.5) == pytest.approx(1.0)
    assert shade_of(higher, 9.0) == 1 == shade_of(lower, -1.0)
    assert shade_of(METRICS["bytes_per_word"], 0.5) == 0  # says nothing of the tokenizer
    assert shade_of(higher, None) is None


def test_the_table_and_the_heat_map_have_one_sign(qtbot, theme, values):
    """Blue is where the open run is better than the baseline, in both."""
    chart = HeatMap("x", theme)
    qtbot.addWidget(chart)
    for key in ("bytes_per_token", "fertility"):
        metric = METRICS[key]
        show_tokenizers(chart, values, values.rows, metric)
        model = ComparisonTable()
        model.set_values(values, columns_of(values, ("difference",), metric))
        for line, row in enumerate(chart.rows):
            shades = [cell.shade for cell in row.cells[1:]]
            assert shades == [model.index(line, at).data(SHADE_ROLE) for at in range(2)]
        assert chart.rows[0].cells[1].shade == 1.0  # English: half of the baseline's tokens


@pytest.mark.parametrize("is_selected", [False, True])
def test_a_selection_hides_no_shade(qtbot, theme, table, is_selected):
    place = [column.key for column in table.columns].index("difference")
    index = table.shown.index(0, place)
    picture = QImage(80, 24, QImage.Format.Format_RGB32)
    option = QStyleOptionViewItem()
    option.rect = picture.rect()
    if is_selected:
        option.state |= QStyle.StateFlag.State_Selected
    painter = QPainter(picture)
    DifferenceDelegate(theme).paint(painter, option, index)
    painter.end()
    assert picture.pixelColor(40, 4) == DivergingGround(theme).colour(index.data(SHADE_ROLE))


def test_values_have_as_many_decimals_in_every_row():
    assert [value_words(METRICS["premium"], each) for each in (0.9997, 4.0, 13.24)] == [
        "1.00", "4.00", "13.24",
    ]  # fmt: skip
    assert value_words(METRICS["retention"], 0.1234) == "12.3"
    assert value_words(METRICS["premium"], None) == "–"


def test_scripts_have_english_words():
    words = [script_words(label) for label in ("deu", "hin", "jpn", "zho_Hant", "code_python")]
    assert words == ["Latin", "Devanagari", "Japanese", "Han", "Code"]
    assert script_words("no language") == ""


def test_the_usual_columns_that_fit_are_shown(table, values):
    shown = heads(table)
    assert shown[:4] == ["Language or domain", "Warning", "Premium", "Bytes/token"]
    assert "vs worse, %" in shown and "vs part, %" in shown
    assert shown.index("Words counted as") == shown.index("Fertility") + 1
    assert "STRR, %" not in shown  # was not measured
    columns = columns_of(values, DEFAULT_KEYS, METRICS["premium"])
    narrow = [column.key for column in fitting(columns, 500)]
    assert "fertility" not in narrow and "word_rule" not in narrow  # never without its rule


def test_the_bars_are_premiums_with_a_line_at_one_where_texts_are_parallel(qtbot, table, values):
    def bars():
        return {
            column.key: (table.shown.index(0, place).data(REFERENCE_ROLE), column.has_bar)
            for place, column in enumerate(table.columns)
            if column.has_bar or column.key == "bytes_per_token"
        }

    assert bars() == {"premium": (1.0, True), "bytes_per_token": (None, False)}
    assert table.shown.index(0, 0).data(SCALE_ROLE) == pytest.approx(9.26)
    only = Comparison("x", None, (Measured("mine", evaluation((2500, 400, 270))),))
    table.set_values(ComparisonValues(only), METRICS["bytes_per_token"])
    assert bars() == {"bytes_per_token": (None, True)}


def words_below(figures):
    """The captions below the visible figures."""
    every = [each for each in figures.findChildren(QLabel) if each.property("role") == "caption"]
    return [each.text() for each in every if not each.parentWidget().isHidden()]


def test_the_highest_premium_leads_with_its_language(qtbot, theme, values):
    view = ComparisonView(theme)
    qtbot.addWidget(view)
    view.set_values(values)
    assert view.figures.values()[:3] == ("Hindi 9.26 ×", "5.37", "0.631")
    assert "not comparable between scripts" in words_below(view.figures)[2]
    assert view.figures.note.isHidden()
    only = Comparison("x", None, (Measured("mine", evaluation((2500, 400, 270))),))
    view.set_values(ComparisonValues(only))
    assert view.figures.values()[:4] == ("0.631", "", "", "")
    assert len(words_below(view.figures)) == 3  # what was not measured has no room
    assert "parallel" in view.figures.note.text()
    assert not view.figures.note.isHidden()


def test_dots_show_premiums_until_a_metric_is_chosen(qtbot, theme, values):
    view = ComparisonView(theme)
    qtbot.addWidget(view)
    view.set_values(values)
    assert view.compared_metric.key == "bytes_per_token"  # in which tokenizers are compared
    view.show_view(DOTS)
    assert view.compared_metric.key == "premium"
    assert "Premium" in view.dots.axis_title
    view.set_choice(ViewChoice(DOTS, "fertility"))
    assert view.compared_metric.key == "fertility"
    assert view.choice.metric == "fertility"


def test_columns_are_chosen_kept_in_order_and_told(qtbot, table):
    with qtbot.waitSignal(table.columns_changed):
        table.toggle_key("tokens")
    assert "Tokens" in heads(table)
    table.set_keys(("language", "premium", "bytes_per_token"))
    assert heads(table) == ["Language or domain", "Premium", "Bytes/token"]
    table.sort_by("premium", Qt.SortOrder.DescendingOrder)
    [left] = [action for action in table.actions() if action.text() == "Move column left"]
    with qtbot.waitSignal(table.columns_changed) as told:
        left.trigger()
    assert told.args == [("premium", "language", "bytes_per_token")]
    assert heads(table) == ["Premium", "Language or domain", "Bytes/token"]
    table.set_keys(("nonsense", "premium"))
    assert table.keys == ("premium",)


def menu_of(widget, name):
    """The menu of a button, filled as when it is pressed."""
    [menu] = [
        each.menu()
        for each in widget.findChildren(QPushButton)
        if each.text() == name and each.menu() is not None and not each.isHidden()
    ]
    menu.aboutToShow.emit()
    return menu


def entry(menu, words):
    [found] = [each for each in menu.actions() if each.text() == words]
    return found


def test_a_comparison_is_looked_at_column_by_column_and_as_a_picture(qtbot, theme, values):
    view = ComparisonView(theme)
    qtbot.addWidget(view)
    view.resize(1200, 500)
    view.show()
    view.set_values(values)
    told = []
    view.inspection_requested.connect(told.append)
    entry(menu_of(view, "Columns"), "Tokens").trigger()
    assert "tokens" in view.choice.columns
    assert not entry(menu_of(view, "Columns"), "Language or domain").isEnabled()
    entry(menu_of(view, "Columns"), "Usual columns").trigger()
    assert view.choice.columns == ()
    header = view.table.horizontalHeader()
    place = [column.key for column in view.table.columns].index("premium")
    point = QPoint(header.sectionViewportPosition(place) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert told[-1].title == names_of(METRICS["premium"]).title
    view.table.setFocus()
    [right] = [each for each in view.table.actions() if each.text() == "Move column right"]
    before = heads(view.table)
    right.trigger()
    assert heads(view.table).index("Premium") == before.index("Premium") + 1
    view.table.choose("deu")
    facts = {fact.word: fact.value for fact in told[-1].facts}
    assert facts["worse"] == "6.67 bytes/token, open run −25.0 %"
    assert "part" not in facts  # it has no German
    [heat] = [each for each in view.findChildren(QPushButton) if each.text() == "Heat map"]
    heat.click()
    assert (view.view, view.choice.view) == (HEAT_MAP, HEAT_MAP)
    QGuiApplication.clipboard().clear()
    entry(menu_of(view, "Copy or save"), "Copy picture").trigger()
    assert not QGuiApplication.clipboard().image().isNull()


def test_every_key_that_is_offered_has_words(values):
    keys = all_keys()
    assert len(set(keys)) == len(keys)
    columns = columns_of(values, keys, METRICS["bytes_per_token"])
    model = ComparisonTable()
    model.set_values(values, columns)
    for place, column in enumerate(columns):
        tip = model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert tip and inspection_of_column(column).title
        if column.metric is not None:
            assert column.metric.formula in tip and column.metric.source in tip
            assert column.metric.caveat in tip
            this = Qt.ItemDataRole.WhatsThisRole
            assert model.headerData(place, Qt.Orientation.Horizontal, this) == tip


def test_a_metric_is_explained_as_a_diagnostic():
    told = inspection_of_metric(METRICS["renyi_efficiency"])
    assert told.text.lower().count("a diagnostic, not a score") == 1
    told = inspection_of_metric(METRICS["fertility"])
    assert "A diagnostic, not a score." in told.text
    assert METRICS["fertility"].caveat in told.text


def test_sorting_by_premium_puts_the_costliest_first(table):
    table.sort_by("premium", Qt.SortOrder.DescendingOrder)
    assert [each.label for each in table.shown.shown_rows()] == ["hin", "deu", "eng"]
    table.sort_by("premium", Qt.SortOrder.AscendingOrder)
    assert [each.label for each in table.shown.shown_rows()] == ["eng", "deu", "hin"]


def test_the_worst_served_language_is_first_until_another_order_is_chosen(table, values):
    """Bytes per token ranks no languages: Hindi has the most of them and pays nine times."""
    assert [each.label for each in table.shown.shown_rows()] == ["hin", "deu", "eng"]
    only = Comparison("x", None, (Measured("mine", evaluation((2500, 400, 270))),))
    table.set_values(ComparisonValues(only), METRICS["bytes_per_token"])  # no premium: by name
    assert [each.name for each in table.shown.shown_rows()] == ["English", "German", "Hindi"]
    table.set_values(values, METRICS["bytes_per_token"])
    assert [each.label for each in table.shown.shown_rows()] == ["hin", "deu", "eng"]
    table.sort_by("fertility", Qt.SortOrder.AscendingOrder)
    table.set_values(values, METRICS["bytes_per_token"])
    assert [each.label for each in table.shown.shown_rows()] == ["eng", "deu", "hin"]


def test_flags_are_marked_explained_and_filtered(table):
    table.shown.set_only_flags(True)
    [flagged] = table.shown.shown_rows()
    assert flagged.label == "hin"
    place = [column.key for column in table.columns].index("flag")
    index = table.shown.index(0, place)
    assert index.data() == "⚑ 9.26 ×"
    assert "9.3 times the tokens of English" in index.data(Qt.ItemDataRole.ToolTipRole)


def lost(*labels, tokens=160):
    """An evaluation that gives no text back and needs few tokens; all characters are unknown."""
    rows = tuple(
        replace(row(label, tokens, round_trips=False), unknown_characters=820) for label in labels
    )
    return Evaluation(rows, row("all", tokens * len(rows), round_trips=False))


@pytest.mark.parametrize("is_mine", [True, False])
def test_a_tokenizer_that_loses_text_is_neither_better_nor_worse(theme, qtbot, is_mine):
    exact = evaluation((270, 2500, 400))
    pair = (lost("eng", "hin", "deu"), exact) if is_mine else (exact, lost("eng", "hin", "deu"))
    names = ("mine", "other")
    measured = (Measured(names[0], pair[0]), Measured(names[1], pair[1], Baseline("other")))
    values = ComparisonValues(Comparison("x", None, measured))
    metric = METRICS["bytes_per_token"]
    assert [values.difference(metric, each, 1) for each in values.rows] == [None] * 3
    chart = HeatMap("x", theme)
    qtbot.addWidget(chart)
    show_tokenizers(chart, values, values.rows, metric)
    assert {cell.shade for each in chart.rows for cell in each.cells[1:]} == {None}
    model = ComparisonTable()
    columns = columns_of(values, ("flag", "difference", "unknown_share"), metric)
    model.set_values(values, columns)
    if is_mine:
        assert [model.index(1, column).data() for column in range(3)] == ["82 % lost", "–", "82.0"]
        assert values.rows[1].is_flagged
    else:
        assert values.rows[0].flag is None


def test_differences_carry_their_shade(table):
    place = [column.key for column in table.columns].index("difference")
    shades = {
        table.shown.index(line, 0).data(): table.shown.index(line, place).data(SHADE_ROLE)
        for line in range(3)
    }
    assert shades["English"] > 0 > shades["German"]


def test_a_narrow_table_takes_its_columns_back_when_it_grows(qtbot, table):
    table.resize(500, 400)
    qtbot.waitUntil(lambda: "Fertility" not in heads(table))
    table.resize(1200, 400)
    qtbot.waitUntil(lambda: "Fertility" in heads(table))


def test_texts_say_their_lines_and_scripts(qtmodeltester):
    model = ColumnTable(text_columns())
    model.set_rows([TextReport("deu", 1997, 290_000, 4, 2, "Latn", "Cyrl", is_parallel=True)])
    shown = [model.index(0, column).data() for column in range(model.columnCount())]
    assert shown[0] == "German" and shown[-1] == "yes"
    assert shown[4:8] == ["4", "2", "Latin (Latn)", "≠ Cyrillic (Cyrl)"]
    qtmodeltester.check(model)


def test_the_model_keeps_the_rules_of_models(qtmodeltester, values):
    model = ComparisonTable()
    model.set_values(values, columns_of(values, all_keys(), METRICS["fertility"]))
    qtmodeltester.check(model)


def test_another_width_with_the_same_columns_does_not_sort_again(table):
    """A change of the theme resizes the table twice."""
    resets, orders = [], []
    table.rows.modelReset.connect(lambda: resets.append(1))
    table.order_changed.connect(lambda: orders.append(1))
    columns, wide = heads(table), table.columnWidth(0)
    table.resize(1190, 400)
    assert heads(table) == columns and table.columnWidth(0) <= wide
    assert (resets, orders) == ([], [])
    table.resize(420, 400)
    assert heads(table) != columns
    assert resets and orders
