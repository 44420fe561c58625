"""The compression pane: stored and live numbers, order, filter, texts and baselines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QPushButton

from engine import Corpus, Tokenizer, TrainingConfig, evaluate, train_tokenizer
from engine.corpus.corpus import Source
from engine.evaluation import language_service
from engine.evaluation.metrics import METRICS
from engine.evaluation.service import RedFlag
from engine.training import NO_MERGES
from tests.engine.evaluation.test_language_service import without_pretokens
from tests.workbench.named import empty_words, press_empty_action
from tests.workbench.training.test_training_pane import PROGRESS
from tests.workbench.ui.test_tool_tips import read_as_html
from workbench.compression.comparison_view import (
    DOTS,
    HEAT_MAP,
    TABLE,
    TEXTS,
    inspection_of_language,
)
from workbench.compression.compression_pane import COMPRESSION, CompressionPane
from workbench.compression.evaluation_choice import EvaluationChoice
from workbench.compression.service_line import ServiceLine
from workbench.state import Inspection
from workbench.text.numbers import NOTHING
from workbench.ui.widgets.figures import Figures
from workbench.work.comparison import Baseline, Comparison, EvaluationTexts, Measured

HEAD_MOST = 96  # 88 pixels, and the row's own spacing above the figures


@pytest.fixture
def pane(qtbot, state, theme):
    made = CompressionPane(state, theme)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def test_without_a_run_the_pane_says_what_it_is_for(qtbot, pane):
    assert pane.is_empty
    assert not pane.primary_action().isEnabled()
    assert "language" in empty_words(pane)
    with qtbot.waitSignal(pane.training_requested):
        press_empty_action(pane)


def test_an_evaluation_of_parallel_texts_has_the_worst_served_language_first(
    pane, state, tokenizer, corpus
):
    state.set_corpus(corpus)
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    rows = pane.shown_rows
    values = pane.view.values
    premiums = [values.value(METRICS["premium"], row) for row in rows]
    assert None not in premiums
    assert premiums == sorted(premiums, reverse=True)
    by_label = {row.label: row.evaluated for row in rows}
    assert all(row.round_trips for row in by_label.values())
    assert by_label["eng"].word_rule == "white-space"
    assert by_label["jpn"].word_rule == "characters"  # written without spaces
    assert pane.primary_action().isEnabled()


def test_the_caption_is_that_of_the_tab_in_front(pane, state, tokenizer, corpus):
    """It named the texts of Compression over the figures of Loss, measured on others."""
    pane.tabs.show_loss()
    state.set_corpus(corpus)
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    assert "language model" in pane.caption
    pane.tabs.show_tab(COMPRESSION)
    assert "3 labels" in pane.caption
    pane.tabs.show_loss()
    assert "language model" in pane.caption


def test_the_inspector_says_each_figure_of_a_language_once(pane, state, tokenizer, corpus):
    """Tokens and bytes are metrics and were facts beside."""
    state.set_corpus(corpus)
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    row = pane.shown_rows[0]
    metric = METRICS["bytes_per_token"]
    names = [fact.word for fact in inspection_of_language(pane.view.values, row, metric).facts]
    assert {"Tokens", "Bytes"} <= set(names)
    assert len(names) == len(set(names))


def test_a_run_without_an_evaluation_shows_its_training_record(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}
    assert all(row.tokens is None for row in pane.shown_rows)
    assert not pane.primary_action().isEnabled()  # neither corpus nor texts
    state.set_evaluation_texts(EvaluationTexts("news", (Path("news"),)))
    assert pane.primary_action().isEnabled()


def test_an_equal_tokenizer_with_a_training_record_is_shown(pane, state, tokenizer):
    bare = Tokenizer(tokenizer.merges, special_tokens=tokenizer.special_tokens)
    assert bare == tokenizer
    state.open_run("run-1", bare, None)
    assert not pane.shown_rows
    state.open_run("run-2", tokenizer, None)
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}


def test_the_filter_finds_names_and_labels(pane, state, tokenizer, corpus):
    state.open_run("run-1", tokenizer, None)
    pane.filter("germ")
    assert [row.label for row in pane.shown_rows] == ["deu"]
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    assert [row.label for row in pane.shown_rows] == ["deu"]
    pane.filter("")
    assert len(pane.shown_rows) == 3
    assert pane.filters.scripts == ("Japanese", "Latin")
    pane.filters.set_script("Japanese")
    assert [row.label for row in pane.shown_rows] == ["jpn"]


def test_a_chosen_label_is_inspected(pane, state, tokenizer, corpus):
    state.open_run("run-1", tokenizer, None)
    pane.choose("jpn")
    assert state.inspection.title == "Japanese"
    assert ("Label", "jpn") in [(fact.word, fact.value) for fact in state.inspection.facts]
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    pane.choose("deu")
    facts = {fact.word: fact.value for fact in state.inspection.facts}
    assert facts["Script"] == "Latin"
    assert "stretches between white space" in facts["Fertility"]
    assert facts["Decodes exactly"] == "exact"


def test_another_width_chooses_no_language(qtbot, pane, state, tokenizer, corpus):
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    pane.choose("deu")
    elsewhere = Inspection("Token", "the")
    state.inspect(elsewhere)  # of a workspace in front of this one
    pane.resize(1200, 600)
    pane.resize(800, 600)
    assert state.inspection is elsewhere
    assert pane.view.table.chosen.label == "deu"


def test_live_numbers_replace_what_is_stored_until_the_training_ends(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    pane.note_started()
    live = replace(PROGRESS, source_labels=("fra", "ita"), source_bytes_per_token=(1.5, 2.5))
    pane.note_progress((live,))
    assert {row.label: row.bytes_per_token for row in pane.shown_rows} == {"fra": 1.5, "ita": 2.5}
    nothing = replace(live, source_bytes_per_token=(1.6, float("nan")))
    pane.note_progress((nothing,))
    assert [row.label for row in pane.shown_rows] == ["fra"]
    pane.note_ended()
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}


def test_there_are_no_numbers_before_the_first_merge(pane):
    pane.note_started()
    pane.note_progress((replace(PROGRESS, merges_done=0, last_merges=NO_MERGES),))
    assert pane.shown_rows == ()
    assert NOTHING in {each.text() for each in pane.findChildren(QLabel)}
    pane.note_progress((PROGRESS,))
    assert [row.label for row in pane.shown_rows] == ["eng"]


def test_a_comparison_gives_way_to_a_training_and_comes_back(pane, state, tokenizer, corpus):
    evaluation = evaluate(tokenizer, corpus)
    measured = (Measured("mine", evaluation), Measured("other", evaluation, Baseline("other")))
    state.set_comparison(Comparison("news", "run-1", measured))
    state.open_run("run-1", tokenizer, evaluation)
    assert pane.view.values.comparison.names == ("mine", "other")
    pane.note_started()
    pane.note_progress((PROGRESS,))
    assert [row.label for row in pane.shown_rows] == ["eng"]
    assert not pane.choice.isVisible()
    pane.note_ended()
    assert len(pane.shown_rows) == 3
    assert pane.choice.isVisible()


def test_a_hidden_pane_catches_up_when_it_is_shown(pane):
    pane.hide()
    pane.note_started()
    pane.note_progress((PROGRESS,))
    assert pane.shown_rows == ()
    pane.show()
    assert [row.label for row in pane.shown_rows] == ["eng"]


def test_baselines_have_chips_that_take_them_away(qtbot, pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    mine = Baseline("mine", run_id="run-1")
    other = Baseline("gpt2", path=Path("tokenizers/gpt2"))
    state.set_baselines((mine, other))
    assert pane.choice.baseline_names == ("gpt2",)  # the open run is not beside itself
    with qtbot.waitSignal(pane.choice.baseline_removed) as removed:
        pane.choice.remove_baseline("gpt2")
    assert removed.args == [other]
    state.open_run("run-2", tokenizer, None)
    assert pane.choice.baseline_names == ("mine", "gpt2")


@pytest.mark.parametrize("width", [330, 420, 520, 900])
def test_chips_without_room_are_in_a_menu_and_none_is_cut(qtbot, theme, width):
    choice = EvaluationChoice()
    qtbot.addWidget(choice)
    choice.show_baselines([Baseline(f"tokenizer {n}") for n in range(4)], None)
    choice.resize(width, 40)
    choice.show()
    chips = [each for each in choice.findChildren(QPushButton) if each.property("baseline")]
    seen = [chip for chip in chips if chip.isVisible()]
    assert all(choice.rect().contains(_place_in(choice, chip)) for chip in seen)
    assert all(chip.width() >= chip.sizeHint().width() for chip in seen)
    [more] = [each for each in choice.findChildren(QPushButton) if each.text()[:1] == "+"]
    assert more.isVisible() == (len(seen) < 4)
    if more.isVisible():
        assert more.text() == f"+{4 - len(seen)}"
        more.menu().aboutToShow.emit()
        with qtbot.waitSignal(choice.baseline_removed) as removed:
            more.menu().actions()[-1].trigger()
        assert removed.args == [Baseline("tokenizer 3")]


def _place_in(parent, widget):
    return QRect(widget.mapTo(parent, QPoint(0, 0)), widget.size())


def test_dropped_files_are_texts_or_tokenizers(pane, tmp_path):
    tokenizer, text = tmp_path / "mine.tiktoken", tmp_path / "deu.txt"
    texts, tokenizers = [], []
    pane.choice.texts_chosen.connect(texts.append)
    pane.choice.baseline_paths_chosen.connect(tokenizers.append)
    assert "baseline" in pane.drop_words([tokenizer])
    assert pane.accept_drop([tokenizer, text])
    assert (texts, tokenizers) == ([(text,)], [(tokenizer,)])


def test_problems_are_said_in_a_few_lines(pane, state, tokenizer, corpus):
    evaluation = evaluate(tokenizer, corpus)
    problems = tuple(f"Text {i} has other lines." for i in range(9))
    state.set_comparison(Comparison("news", "r", (Measured("mine", evaluation),), problems))
    state.open_run("r", tokenizer, evaluation)
    assert pane.bar.text.splitlines()[0] == "Text 0 has other lines."
    assert pane.bar.text.splitlines()[-1] == "and 5 more"


def test_problems_leave_with_their_comparison(pane, state, tokenizer, corpus):
    evaluation = evaluate(tokenizer, corpus)
    problems = ("Text 1 has other lines.",)
    state.set_comparison(Comparison("news", "r", (Measured("mine", evaluation),), problems))
    state.open_run("r", tokenizer, evaluation)
    assert pane.bar.text == problems[0]
    state.open_run("other", tokenizer, evaluate(tokenizer, corpus))
    assert pane.bar.text == ""


@pytest.fixture
def parallel(pane, state, tokenizer):
    """The pane with an evaluation of two parallel texts and of one that is not."""
    texts = {"eng": "the lower\nthe low\n", "tam": "தமிழ்\nதம\n", "code_c": "int a;\n"}
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    return pane


def test_the_line_of_reasons_follows_the_chosen_language(parallel, state):
    why, table = parallel.view.why, parallel.view.table
    assert why.accessibleName().startswith("Tamil: ")
    height = why.height()
    for label, begin in (("eng", "English: "), ("code_c", "C: "), ("tam", "Tamil: ")):
        parallel.choose(label)
        assert why.accessibleName().startswith(begin)
        assert why.isVisible() and why.height() == height  # nothing below it moves
    facts = [fact.word for fact in state.inspection.facts]
    reasons = ["Each pre-token", "Split pattern", "Training text", "Vocabulary"]
    assert facts[2:7] == ["Premium", *reasons]
    parallel.filter("english")  # takes the chosen row away
    table.clearSelection()
    parallel.filter("")
    parallel.view.set_values(parallel.view.values, state.tokenizer)
    assert why.accessibleName().startswith("Tamil: ")


def test_the_figures_begin_within_the_height_of_a_head(parallel, state):
    """At the smallest window: the texts, the baselines and the tabs have one row."""
    state.set_baselines((Baseline("all-8k", run_id="a"), Baseline("cl100k_base", run_id="b")))
    parallel.resize(895, 728)
    parallel.choice.describe_texts("135 texts, 129 with a known language")
    assert parallel.view.figures.mapTo(parallel, QPoint()).y() <= HEAD_MOST
    shown = [chip for chip in parallel.choice.findChildren(QPushButton) if chip.isVisible()]
    assert {"all-8k ✕", "cl100k_base ✕"} <= {chip.text() for chip in shown}


def test_a_filter_that_fits_no_language_says_so_and_is_cleared(qtbot, parallel):
    view, n_rows = parallel.view, len(parallel.shown_rows)
    for shown in (TABLE, HEAT_MAP, DOTS):
        view.show_view(shown)
        parallel.filter("zzz")
        assert not parallel.shown_rows
        assert view.none_fits.isVisible()
        view.none_fits.act()
        assert not view.none_fits.isVisible()
        assert len(parallel.shown_rows) == n_rows
    view.show_view(TEXTS)
    parallel.filter("zzz")  # it has all texts
    assert not view.none_fits.isVisible()


def test_the_worst_language_is_a_link_and_its_reasons_are_said(qtbot, parallel, state):
    pane = parallel
    figures, why = pane.view.figures, pane.view.why
    assert figures.values()[0].startswith("Tamil ")
    assert why.isVisible()
    row = next(row for row in pane.view.values.rows if row.label == "tam")
    evaluation = pane.view.values.comparison.measured[0].evaluation
    service = language_service(row.evaluated, state.tokenizer, evaluation)
    in_english = service.sentence.replace("eng", "English")
    assert why.accessibleName() == in_english.replace("tam, 1.91 × English", "Tamil").rstrip(".")
    assert "0 % of the training text, English 29.3 %; no token with Tamil letters; 100.0 % of" in (
        why.accessibleName()
    )
    figures.link_activated.emit("tam")
    assert state.inspection.title == "Tamil"
    facts = {fact.word: fact.value for fact in state.inspection.facts}
    assert facts["Training text"] == "0 % of the training text, English 29.3 %"
    assert facts["Split pattern"] == "1.25 × as many pre-tokens"  # no reason: all are bytes
    with qtbot.waitSignal(why.script_requested) as asked:
        why.linkActivated.emit("script")
    assert asked.args == ["Tamil"]
    assert 'href="training"' in why.text()
    with qtbot.waitSignal(why.corpus_requested):
        why.linkActivated.emit("training")


@pytest.fixture
def with_letters(pane, state):
    """The pane with a tokenizer that has whole Tamil letters, and a pattern that splits words."""
    texts = {"eng": "the lower\nthe low\n" * 9, "tam": "தமிழ்\nதமிழ் தமிழ்\n" * 9}
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    return pane


def test_a_pattern_that_splits_letters_is_named_with_a_better_one(qtbot, with_letters, state):
    why = with_letters.view.why
    with_letters.view.figures.link_activated.emit("tam")
    facts = {fact.word: fact.value for fact in state.inspection.facts}
    assert facts["Split pattern"].startswith("split into ")
    assert facts["Split pattern"].endswith(" at combining marks")
    assert state.inspection.text.startswith("Try a pattern that keeps combining marks")
    with qtbot.waitSignal(why.pattern_requested) as asked:
        why.linkActivated.emit("advice")
    assert asked.args == ["o200k"]


def test_details_without_room_are_left_out_of_the_line_and_never_the_advice(with_letters):
    why = with_letters.view.why
    for width, has_details in ((850, True), (340, False)):
        why.setFixedWidth(width)
        assert ("at combining marks" in why.text()) == has_details, width
        assert "such as o200k</a>" in why.text()
        assert "at combining marks" in why.toolTip()


def test_an_evaluation_of_before_pretokens_were_counted_is_measured_again(parallel, state, qtbot):
    why, evaluation = parallel.view.why, parallel.view.values.comparison.measured[0].evaluation
    state.open_run("older", state.tokenizer, without_pretokens(evaluation))
    assert "evaluate again" in why.accessibleName()
    assert "0 % of the training text" in why.accessibleName()
    state.set_evaluation_texts(EvaluationTexts("news", (Path("news"),)))
    with qtbot.waitSignal(parallel.evaluation_requested):
        why.linkActivated.emit("uncounted")


def test_the_name_of_a_run_is_no_html_in_the_reasons_of_a_premium(parallel, qtbot, theme):
    """Qt would fetch the picture from the other machine."""
    name = '<img src="//host/share/x"> and text'
    line = ServiceLine(theme)
    qtbot.addWidget(line)
    _, service = parallel.view.why._explained[0]
    line._explain([(name, service)], "Tamil")
    assert read_as_html(line.toolTip()).startswith(name)
    assert read_as_html(line.text()).startswith(f"Tamil · {name}")


@pytest.mark.parametrize("target", ["unknown", "script"])
def test_a_link_without_a_place_to_go_leads_nowhere(parallel, qtbot, target):
    """Such as the script of a language whose script is not known."""
    why = parallel.view.why
    name, service = why._explained[0]
    why._explained[0] = (name, replace(service, script=None))
    with qtbot.assertNotEmitted(why.pattern_requested, wait=0):
        why.linkActivated.emit(target)


def test_links_have_the_colour_of_the_theme_in_force(qtbot, theme):
    figures = Figures(("a", "b"), theme)
    qtbot.addWidget(figures)
    figures.show_values("1", "two")
    figures.set_link(1, "x")
    for name in ("dark", "light"):
        theme.set_preference(name)
        label = figures._values[1]
        assert theme.colour("accent").name() in label.text()
    assert figures.values() == ("1", "two")


def test_one_warning_is_not_called_warnings(parallel, monkeypatch):
    figures, values = parallel.view.figures, parallel.view.values
    some = RedFlag("eng", "premium", 3.5, 3.0, "")
    words = []
    for n_flags in (0, 1, 2):
        flags = [some] * n_flags + [None] * len(values.rows)
        rows = (replace(row, flag=flag) for row, flag in zip(values.rows, flags, strict=False))
        monkeypatch.setattr(values, "rows", tuple(rows))
        figures.show_figures(values)
        words.append((figures.values()[-1], figures.findChildren(QLabel)[-1].text()))
    assert words == [("0", "warnings"), ("1", "warning"), ("2", "warnings")]
