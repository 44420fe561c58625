"""Several runs may have one name: titles tell them apart in menus, chooser and legends."""

from __future__ import annotations

from tests.workbench.ui.test_tables import run
from workbench.compression.compression_pane import CompressionPane
from workbench.runs.runs_pane import RunsPane
from workbench.work.comparison import Baseline, Comparison, Measured, numbered_apart
from workbench.work.runs.search import run_titles, title_among

RUNS = (
    run("20261122-0001-aaaa", name="keep", vocab_size=4096),
    run("20261122-0002-bbbb", name="keep", vocab_size=8192),
    run("20261122-0003-cccc", name="keep", vocab_size=8192),
    run("20261122-0004-dddd", name="other"),
)


def test_titles_tell_runs_apart_and_leave_single_names_alone():
    titles = run_titles(RUNS)
    plain = [title.replace("\u202f", " ") for title in titles.values()]
    assert plain == ["keep, 4 096", "keep, 8 192, bbbb", "keep, 8 192, cccc", "other"]
    assert run_titles(RUNS[1:2]) == {"20261122-0002-bbbb": "keep"}
    twice = (*RUNS[1:2], run("20261123-0002-bbbb", name="keep", vocab_size=8192))
    assert len(set(run_titles(twice).values())) == 2
    tricky = (*RUNS[:2], run("x", name="keep, 4\u202f096"))
    assert len(set(run_titles(tricky).values())) == 3


def test_a_deleted_run_is_told_from_those_that_are_left(qtbot, state, theme):
    assert title_among(RUNS[0], RUNS[1:]).replace("\u202f", " ") == "keep, 4 096"
    pane = RunsPane(state, theme)
    qtbot.addWidget(pane)
    for left, deleted, words in (
        (RUNS[1:], RUNS[:1], "Run keep, 4 096 was deleted."),
        (RUNS[1:2], RUNS[3:], "Run other was deleted."),
    ):
        pane.set_runs(left)
        pane.note_deleted(deleted)
        assert pane.bar.text.replace("\u202f", " ") == words


def test_the_menu_of_baselines_tells_them_apart(qtbot, state, theme, tokenizer):
    pane = CompressionPane(state, theme)
    qtbot.addWidget(pane)
    state.open_run("20261122-0001-aaaa", tokenizer, None)
    pane.set_runs(RUNS)
    menu = pane.choice._add.menu()
    menu.aboutToShow.emit()
    words = [action.text() for action in menu.actions()]
    assert len({each for each in words if each.startswith("keep, 8")}) == 2


def test_legends_never_have_one_name_twice(tokenizer):
    from engine.evaluation.evaluation import nothing_evaluated

    measured = tuple(Measured("keep", nothing_evaluated(), Baseline("keep")) for _ in range(2))
    assert Comparison("x", None, measured).names == ("keep (1)", "keep (2)")
    assert numbered_apart(["a", "b"]) == ("a", "b")
