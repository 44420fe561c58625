"""A recipe run in the window: steps, verdict, refusals, and the way to the run."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from workbench.runs.pipeline_page import step_title

RECIPE = """
paths = ["texts/"]
vocab_size = 300
report = "report.html"
[evaluate]
texts = ["texts/"]
[require]
round_trips = true
premium = "<= 9"
[require.eng]
bytes_per_token = ">= 90"
[register]
name = "judged"
"""


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "eng.txt").write_text("The low one.\nThe lower one.\n" * 30)
    (tmp_path / "texts" / "deu.txt").write_text("Das niedrige.\nDas größere.\n" * 30, "utf-8")
    file = tmp_path / "judge.toml"
    file.write_text(RECIPE, "utf-8")
    return file


@pytest.fixture
def page(driver):
    driver.start()
    driver.window.actions_of_frame.run_recipe.trigger()
    shown = driver.workbench.pipelines.page
    assert driver.window.pages.page is shown
    return shown


def run(driver, qtbot, page, recipe):
    with qtbot.waitSignal(driver.workbench.pipelines.flow.finished):
        page.take_recipe(recipe)
    return page.outcome


def button(page, words):
    return next(each for each in page.findChildren(QPushButton) if each.text() == words)


def cells(table):
    model = table.model()
    return [
        [model.data(model.index(row, column)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_a_recipe_is_judged_and_judged_again(driver, qtbot, page, recipe):
    assert not button(page, "Open report").isEnabled()
    outcome = run(driver, qtbot, page, recipe)
    assert page.verdict.text() == "✗ Failed: 4 of 5 figures meet their requirements"
    rows = cells(page.requirement_table)
    assert rows[0][1:3] == ["English", "≥ 90"] and rows[0][4] == "✗ failed"
    assert [row[4] for row in rows[1:]] == ["✓ met"] * 4
    states = {row[0]: row[1] for row in cells(page.step_table)}
    assert states == {
        "Train": "done", "Evaluate": "done", "Judge": "✗ failed", "Register judged": "not done",
        "Report report.html": "done",
    }  # fmt: skip
    assert button(page, "Open report").isEnabled() and not button(page, "Cancel").isVisible()
    driver.rest()
    assert outcome.run.summary.run_id in {run.run_id for run in driver.runs}

    recipe.write_text(RECIPE.replace(">= 90", ">= 1"), "utf-8")
    again = run(driver, qtbot, page, recipe)
    assert page.verdict.text().startswith("✓ Passed")
    states = [row[1] for row in cells(page.step_table)]
    assert states == ["unchanged", "unchanged", "done", "done", "done"]
    assert again.registered.reference == "judged@1"
    button(page, "Open run").click()
    qtbot.waitUntil(lambda: driver.state.run_id == again.run.summary.run_id)
    assert driver.window.workspace == "runs"


def test_a_recipe_that_is_cancelled_can_go_on_and_its_report_is_opened(
    driver, qtbot, page, recipe, monkeypatch
):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(opened.append))
    with qtbot.waitSignal(driver.workbench.pipelines.flow.cancelled):
        page.take_recipe(recipe)
        button(page, "Cancel").click()
    assert page.verdict.text() == "Cancelled."
    assert "go on with what is not done" in page.bar.text
    assert not button(page, "Open report").isEnabled()
    with qtbot.waitSignal(driver.workbench.pipelines.flow.finished):
        button(page, "Run").click()
    button(page, "Open report").click()
    assert [url.toLocalFile() for url in opened] == [str(recipe.with_name("report.html"))]


def test_bad_input_is_a_sentence_on_the_page(driver, qtbot, page, recipe):
    recipe.write_text(RECIPE.replace("premium", "premiums"), "utf-8")
    with qtbot.waitSignal(driver.workbench.pipelines.flow.failed):
        page.take_recipe(recipe)
    assert "there is no metric premiums" in page.bar.text
    assert page.verdict.text() == "Nothing was judged."
    assert button(page, "Run").isEnabled()
    assert not driver.runs


def test_a_dropped_recipe_is_offered(page, recipe, tmp_path):
    words, _ = page.drop_offer([recipe])
    assert words == "Run this recipe"
    assert page.drop_offer([tmp_path / "a.txt"]) is None


def test_every_step_has_words(german):
    from workbench.work.pipeline.run import PipelineStep

    titles = [step_title(PipelineStep(name)) for name in ("train", "evaluate", "require", "export")]
    assert titles == ["Trainieren", "Auswerten", "Beurteilen", "Exportieren"]
