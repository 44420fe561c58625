"""The Explore pane: what is missing, the question, what a search says, linked parts, commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
)

from engine.errors import ConfigError
from engine.sentences import say
from tests.workbench.explore import records
from tests.workbench.named import choose, empty_words, named, press_empty_action, write
from workbench.explore.exploration_landscape import landscape_of
from workbench.explore.explore_pane import ExplorePane, StudyEntry
from workbench.explore.explore_view import PARALLEL, POINTS, Standing
from workbench.explore.language_changes import LanguagePair
from workbench.work.comparison import EvaluationTexts


@pytest.fixture
def pane(qtbot, theme, state):
    made = ExplorePane(state, theme)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    yield made
    made.deleteLater()


@pytest.fixture
def ready(pane, state, corpus):
    state.set_corpus(corpus)
    state.set_evaluation_texts(EvaluationTexts.of((Path("texts"),)))
    return pane


@pytest.fixture
def filled(ready):
    found = records.exploration()
    landscape = landscape_of(
        found.question, found.trials, found.front, importance=found.importance,
        disagreement="The validation texts disagree.",
    )  # fmt: skip
    ready.set_studies([StudyEntry("one", "3 objectives"), StudyEntry("two", "Old", False)])
    ready.show_search("one", landscape, Standing(12, 12), 0.5)
    return ready


def told(signal):
    found = []
    signal.connect(found.append)
    return found


def command(pane, name):
    return next(each for each in pane.actions() if each.objectName() == f"explore.{name}")


def test_what_is_missing_is_said_with_the_step_that_brings_it(pane, state, corpus):
    assert "no other beats" in empty_words(pane)
    asked, sources = told(pane.explore_requested), []
    pane.corpus_requested.connect(lambda: sources.append(1))
    press_empty_action(pane)
    assert "No sources" in pane.bar.text
    named_button(pane, "Add sources").click()
    assert sources == [1]
    state.set_corpus(corpus)
    pane.primary_action().trigger()
    assert "training never reads" in pane.bar.text
    state.set_evaluation_texts(EvaluationTexts.of((Path("texts"),)))
    pane.primary_action().trigger()
    [draft] = asked
    assert [each.metric for each in draft.objectives][:2] == ["bytes_per_token", "worst_premium"]


def named_button(pane, words):
    return next(each for each in pane.findChildren(QPushButton) if each.text() == words)


def test_the_form_follows_corpus_and_texts_until_it_is_edited(pane, state, corpus):
    before = pane.form.draft
    state.set_evaluation_texts(EvaluationTexts.of((Path("texts"),)))
    assert pane.form.draft != before
    write(named(pane.form, "trials"), "7")
    edited = pane.form.draft
    state.set_evaluation_texts(EvaluationTexts())
    assert pane.form.draft == edited
    command(pane, "usual_question").trigger()
    assert pane.form.draft == before


def test_objectives_and_shares_come_and_go(ready):
    form = ready.form
    n = len(form.draft.objectives)
    named_button(ready, "Add objective").click()
    assert len(form.draft.objectives) == n + 1
    form._objectives[-1].remove_requested.emit()
    assert len(form.draft.objectives) == n
    form.add_variable("share")
    form.add_variable("share")
    shares = [each for each in form.draft.variables if each.name == "share"]
    assert [each.is_on for each in shares] == [True, True]
    for _ in shares:
        row = next(each for each in form._variables if each.name == "share")
        row.remove_requested.emit()
    shares = [each for each in form.draft.variables if each.name == "share"]
    assert [each.is_on for each in shares] == [False]
    offered = [action.data() for action in form.findChild(QMenu).actions()]
    assert "share" in offered
    assert "temperature" not in offered  # it moves already


def test_an_error_stands_where_it_arises(ready, state):
    form = ready.form
    write(named(form, "trials"), "many")
    with pytest.raises(ConfigError) as error:
        form.draft.question(state.training_config)
    ready.refuse(error.value)
    assert form.fields["trials"].error
    write(named(form, "trials"), "5")
    row = next(each for each in form._variables if each.name == "vocab_size")
    draft = row.draft
    row._low.setText(draft.high)
    with pytest.raises(ConfigError) as error:
        form.draft.question(state.training_config)
    ready.refuse(error.value)
    said = [each.text() for each in row.findChildren(QLabel) if each.isVisible()]
    assert any("one value" in words for words in said)
    assert not form.fields["trials"].error


def test_all_parts_mark_what_one_of_them_selects(filled):
    view = filled.view
    knee = view.landscape.knee.key
    view.points.spot_chosen.emit(knee)
    assert view.front.chosen == view.parallel.chosen == view.slices.chart.chosen == knee
    assert view.points.chosen == knee
    other = view.landscape.front[0].key
    view.front.spot_chosen.emit(other)
    assert view.points.chosen == view.parallel.chosen == other
    view.importance.variable_chosen.emit("pattern")
    assert view.slices.variable == "pattern"
    axis = view.landscape.variables[0]
    view.parallel.brush(axis, 0.0, 0.2)
    spots = view.landscape.spots
    for chart in (view.front, view.parallel):
        assert {s.values["temperature"] <= 0.2 for s in spots if not chart.is_faint(s)} == {True}


def test_points_are_listed_front_first_and_can_be_the_front_alone(filled):
    table = filled.view.points
    n_front = len(filled.view.landscape.front)
    assert len(table.shown) == len(filled.view.landscape.spots)
    assert {spot.kind for spot in table.shown[:n_front]} == {"front"}
    table.set_only_front(True)
    assert len(table.shown) == n_front
    heads = [column.title for column in table.model.columns]
    assert "Validation: bytes/token" in heads


def test_more_trials_change_neither_choice_nor_axes(filled):
    view = filled.view
    view.choose(view.landscape.knee.key)
    axes = view.chosen_axes
    found = records.exploration()
    more = landscape_of(found.question, found.trials[:-1], found.front)
    filled.show_search("one", more, Standing(11, 12, 3.0, is_running=True), 0.4)
    assert view.chosen == view.points.chosen is not None
    assert view.chosen_axes == axes


def test_advice_and_doubt_are_on_show(filled):
    view = filled.view
    assert view.advice.text() == view.landscape.advice != ""
    assert "disagree" in view.doubt.text()
    assert view.figures.values()[0] == str(len(view.landscape.front))


def test_commands_follow_what_can_be_done(filled):
    assert not command(filled, "keep").isEnabled()
    assert command(filled, "keep").statusTip()
    kept = told(filled.keep_requested)
    knee = filled.view.landscape.knee.key
    filled.view.choose(knee)
    command(filled, "keep").trigger()
    command(filled, "open_beside").trigger()
    assert kept == [(knee, False), (knee, True)]
    assert not command(filled, "resume").isEnabled()
    filled.note_started("two")
    assert not filled.primary_action().isEnabled()
    assert not filled.form.isEnabled()
    paused = told(filled.pause_toggled)
    command(filled, "pause").trigger()
    filled.note_paused(True)
    command(filled, "pause").trigger()
    assert paused == [True, False]
    filled.note_ended()
    resumed = told(filled.resume_requested)
    command(filled, "resume").trigger()
    assert resumed == ["two"]


def test_a_point_is_opened_beside_the_current_run(filled):
    opened = told(filled.view.spot_opened)
    knee = filled.view.landscape.knee
    filled.view.points.spot_opened.emit(knee.key)
    assert opened == [knee.key]
    before = {"deu.premium": 2.0, "tha.premium": 4.0, "deu.tokens_per_byte": 0.3}
    after = {"deu.premium": 1.5, "tha.premium": 4.4, "deu.tokens_per_byte": 0.2}
    filled.show_pair(LanguagePair(("current run", knee.name), before, after), "Beside it.")
    languages = filled.view.languages
    assert [row.label for row in languages.rows] == ["deu"]
    languages._metric.setCurrentIndex(1)
    assert [row.label for row in languages.rows] == ["tha", "deu"]  # the loss first
    assert "+10.0" in languages.rows[0].cells[1].words
    filled.show_pair(None, "")
    assert languages.rows == ()
    assert languages.words


def test_the_front_is_exported_where_a_person_says(filled, tmp_path, chosen_in_dialog):
    written = told(filled.export_requested)
    chosen_in_dialog(tmp_path / "front.html")
    command(filled, "export_html").trigger()
    assert written == [tmp_path / "front.html"]


def studies(pane):
    box = pane._study
    return [box.itemText(at) for at in range(box.count())]


def test_stored_explorations_are_shown_deleted_and_left_for_a_new_question(filled):
    asked, forgotten = told(filled.study_requested), told(filled.forget_requested)
    choose(filled._study, "two")
    assert asked == ["two"]
    choose(filled._study, "one")
    command(filled, "delete").trigger()
    assert forgotten == ["one"]
    filled.set_studies([StudyEntry("two", "Old", False)])  # what the flow says then
    assert studies(filled) == ["New question", "Old, can go on"]
    assert "no other beats" in empty_words(filled)
    assert named(filled, "empty_state").isVisible()
    assert not command(filled, "delete").isEnabled()
    filled.show_search("two", filled.view.landscape, Standing(12, 12))
    assert not named(filled, "empty_state").isVisible()
    choose(filled._study, "")
    assert named(filled, "empty_state").isVisible()
    assert not command(filled, "resume").isEnabled()


def test_a_search_that_leaves_nothing_is_listed_while_it_runs(filled):
    filled.note_started("three")
    assert studies(filled) == ["New question", "3 objectives", "Old, can go on", "Running"]
    assert filled.activity == "running"
    filled.note_paused(True)
    assert filled.activity == "paused"
    filled.note_ended()
    assert studies(filled) == ["New question", "3 objectives", "Old, can go on"]
    assert named(filled, "empty_state").isVisible()


def test_premiums_are_left_out_where_the_texts_are_not_parallel(ready):
    before = [each.metric for each in ready.form.draft.objectives]
    error = ConfigError(say("explore_not_parallel", key="worst_premium"), setting="explore")
    ready.refuse(error)
    named_button(ready, "Leave premiums out").click()
    left = [each.metric for each in ready.form.draft.objectives]
    assert left == [each for each in before if each != "worst_premium"]
    assert "worst_premium" in before
    assert ready.bar.text == ""


def test_what_is_pointed_at_in_one_part_is_marked_in_all(filled):
    view = filled.view
    view.choose(None)
    knee = view.landscape.knee
    view.front.point_at(view.front.place_of(knee))
    parts = (view.front, view.parallel, view.slices.chart)
    assert [part.marked() for part in parts] == [[knee]] * 3
    QApplication.sendEvent(view.front, QEvent(QEvent.Type.Leave))
    assert [part.marked() for part in parts] == [[]] * 3


def test_axes_are_chosen_and_told(filled):
    view = filled.view
    chosen = told(view.axes_chosen)
    axes = [axis.key for axis in view.landscape.objectives]
    colour = next(
        box for box in view.findChildren(QComboBox)
        if box.accessibleName() == "Objective as colour"
    )  # fmt: skip
    choose(colour, axes[0])
    assert view.front.colour_axis.key == view.parallel.colour_axis.key == axes[0]
    assert chosen == [(axes[0], axes[1], axes[0])]
    choose(colour, "")
    assert view.front.colour_axis is None


def test_below_the_front_are_points_or_lines_with_their_controls(filled):
    view = filled.view
    only_front = view.findChild(QCheckBox)
    assert only_front.isVisible()
    view.show_below(PARALLEL)
    assert view.parallel.isVisible()
    assert not only_front.isVisible()
    view.show_below(POINTS)
    assert only_front.isVisible()


def test_a_point_is_compared_from_the_languages_and_opened_from_the_table(filled):
    view, kept, opened = filled.view, told(filled.keep_requested), told(filled.view.spot_opened)
    view.languages.beside_button.click()
    assert kept == []  # nothing is selected
    knee = view.landscape.knee.key
    view.choose(knee)
    view.languages.beside_button.click()
    assert kept == [(knee, True)]
    first = view.points.shown[0]
    view.points.table.activated.emit(view.points.table.model().index(0, 0))
    assert opened == [first.key]
    assert view.chosen == first.key


def test_changes_are_blue_or_orange_by_what_they_mean(filled, theme):
    before = {"deu.premium": 2.0, "tha.premium": 4.0, "eng.premium": 1.0}
    after = {"deu.premium": 1.5, "tha.premium": 4.4, "eng.premium": 1.0}
    filled.show_pair(LanguagePair(("current run", "Trial 3"), before, after), "")
    languages = filled.view.languages
    choose(languages._metric, "premium")
    column = next(c for c in languages.changes.columns if c.title == "Change, %")
    colours = {row.label: column.colour(row) for row in languages.rows}
    assert colours["deu"] == theme.colour("positive")
    assert colours["tha"] == theme.colour("negative")
    assert colours["eng"] is None


def test_the_front_is_exported_as_a_table_too(filled, tmp_path, chosen_in_dialog):
    written = told(filled.export_requested)
    command(filled, "export_csv").trigger()
    assert written == []
    chosen_in_dialog(tmp_path / "front")
    command(filled, "export_csv").trigger()
    assert written == [tmp_path / "front.csv"]


def test_a_variable_is_added_from_the_menu_with_its_choices(ready):
    form = ready.form
    action = next(each for each in form.findChild(QMenu).actions() if each.data() == "pattern")
    action.trigger()
    draft = next(each for each in form.draft.variables if each.name == "pattern")
    assert draft.is_on
    row = next(each for each in form._variables if each.name == "pattern")
    offered = {each.data(): each for each in row.findChild(QMenu).actions()}
    assert {"gpt2", "o200k", "llama3"} <= set(offered)
    n_before = len(draft.choices)
    new = next(each for each in offered.values() if each.data() not in draft.choices)
    new.trigger()
    draft = next(each for each in form.draft.variables if each.name == "pattern")
    assert new.data() in draft.choices
    assert len(draft.choices) == n_before + 1
