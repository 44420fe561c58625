"""The training on the sample: in a fresh window, and beside a person's own work."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from engine.evaluation import METRICS
from engine.settings.sources import Mixture
from resources import sample_corpus_folder
from tests.workbench.driver import WorkbenchDriver
from workbench.state import TrainingRequest
from workbench.work.demonstration import demonstration_config, sample_corpus, stored_demonstration
from workbench.work.preferences import TOUR_SEEN
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow


def demonstration() -> TrainingRequest:
    return TrainingRequest(demonstration_config(), corpus=sample_corpus())


def first_start(made: WorkbenchDriver, request: TrainingRequest | None) -> None:
    """Open the window as the program does, and wait until it is idle."""
    settings = TrainingSettings.of(demonstration_config())
    made.start(request, settings)


def test_a_first_start_has_a_conversation_with_its_mask(driver, qtbot):
    driver.workbench.preferences.set(TOUR_SEEN, True)
    first_start(driver, demonstration())
    assert driver.workbench.training_pane.settings.special_tokens[0] == "<|bos|>"
    driver.window.show_workspace("chat")
    results = driver.workbench.chat_pane.results
    qtbot.waitUntil(lambda: results.shown is not None)
    rendered = results.shown.rendered
    assert 0 < rendered.mask.sum() < len(rendered.ids)
    assert set(driver.state.tokenizer.special_tokens.values()) & set(rendered.ids.tolist())


def test_the_first_compression_says_which_language_is_worst_and_why(driver, qtbot):
    driver.workbench.preferences.set(TOUR_SEEN, True)
    first_start(driver, demonstration())
    driver.window.show_workspace("compression")
    pane = driver.workbench.compression_pane
    qtbot.waitUntil(lambda: pane.view.values is not None)
    premium = METRICS["premium"]
    premiums = {row.label: pane.view.values.value(premium, row) for row in pane.view.values.rows}
    languages = {path.stem for path in sample_corpus_folder().glob("???.txt")}
    assert {label for label, value in premiums.items() if value is not None} == languages
    assert premiums["eng"] == 1.0
    worst = max(languages, key=lambda label: premiums[label])
    rows = pane.view.table.shown.shown_rows()
    assert rows[0].label == worst
    assert pane.caption.endswith("25 parallel with 48 lines")
    assert pane.view.figures.values()[0].startswith(rows[0].name)  # the largest figure
    words = [each.text() for each in pane.view.figures.findChildren(QLabel)]
    assert any("not comparable between scripts" in each for each in words)
    pane.view.show_view("shares")
    assert {point.label for point in pane.view.shares.points} == languages
    assert "by the pattern" in pane.view.why.accessibleName()


def test_it_leaves_sources_mixture_pattern_and_settings_alone(qtbot, qapp, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    for name in ("eng.txt", "own.txt"):
        (own / name).write_text("my own text\n" * 30, encoding="utf-8")
    first = WorkbenchDriver(qtbot, qapp, tmp_path)
    first.workbench.preferences.set(TOUR_SEEN, True)
    first.start()
    first.add_to_corpus(own)
    first.state.set_mixture(Mixture(shares={"eng": 1, "own": 3}))
    first.state.set_pattern(r"\w+|\W")
    settings = TrainingSettings(vocab_size=777, special_tokens=("<|end|>",), min_frequency=3)
    first.state.set_training_settings(settings)
    first.close()

    second = WorkbenchDriver(qtbot, qapp, tmp_path)
    captions = []
    second.workbench.training.progressed.connect(
        lambda _: captions.append(second.workbench.training_pane.caption)
    )
    first_start(second, demonstration())
    try:
        assert captions
        assert set(captions) == {"Training on the sample corpus, pattern gpt2"}
        assert stored_demonstration(second.workbench.store) == second.state.run_id
        second.window.close()
    finally:
        second.close()

    third = WorkbenchDriver(qtbot, qapp, tmp_path)
    third.start()
    try:
        assert {str(p) for s in third.state.corpus.sources for p in s.paths} == {
            str(own / "eng.txt"), str(own / "own.txt"),
        }  # fmt: skip
        assert third.state.mixture == Mixture(shares={"eng": 1, "own": 3})
        assert third.state.pattern == r"\w+|\W"
        assert third.state.training_settings == settings
        assert not third.workbench.undo.history.steps
    finally:
        third.close()


def test_the_tour_is_offered_while_the_sample_is_trained(driver, qtbot):
    seen = []
    guide = driver.workbench.tour_guide
    driver.workbench.training.started.connect(lambda: seen.append(guide.tour.step))
    first_start(driver, demonstration())
    tour = guide.tour
    assert driver.state.run_id is not None  # the training went on behind the card
    assert tour.step == 0
    assert tour.title == "A tour of the program"
    assert driver.window.docks.current == "train"
    assert not tour.geometry().intersects(shown_charts(driver))
    tour.leave()
    assert driver.workbench.preferences.get(TOUR_SEEN)


def shown_charts(driver):
    from PySide6.QtCore import QPoint, QRect

    results = driver.workbench.training_pane.results
    return QRect(results.mapTo(driver.window, QPoint(0, 0)), results.size())


def test_the_tour_that_was_left_is_not_offered_again(qtbot, qapp, tmp_path):
    for expected in (0, None):
        made = WorkbenchDriver(qtbot, qapp, tmp_path)
        try:
            first_start(made, demonstration())
            assert made.workbench.tour_guide.tour.step == expected
            made.workbench.tour_guide.tour.leave()
        finally:
            made.close()


def test_the_tour_is_shown_at_the_first_window_even_with_a_run(qtbot, qapp, tmp_path):
    """As after a first start without a display; at the second window it is not shown again."""
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.workbench.training.request(demonstration())
    made.workbench.engine.start()
    made.wait_for_training()
    try:
        first_start(made, None)
        tour = made.workbench.tour_guide.tour
        qtbot.waitUntil(lambda: tour.step == 0)
        assert made.window.docks.current == "corpus"
    finally:
        made.close()
    again = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        first_start(again, None)
        assert again.workbench.tour_guide.tour.step is None
    finally:
        again.close()


def test_the_same_training_is_known_by_content_and_settings(driver, tmp_path):
    first_start(driver, demonstration())
    store, run_id = driver.workbench.store, driver.state.run_id
    assert stored_demonstration(store) == run_id
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in sample_corpus_folder().glob("*.txt"):
        (copy / file.name).write_bytes(file.read_bytes())
    (copy / "eng.txt").write_text("another text", encoding="utf-8")
    store.delete(run_id)
    assert stored_demonstration(store) is None
    from engine import Corpus

    other = TrainingRequest(demonstration_config(), corpus=Corpus.from_paths(copy))
    driver.workbench.training.request(other)
    driver.wait_for_training()
    assert driver.state.run_id != run_id
    assert stored_demonstration(store) is None
