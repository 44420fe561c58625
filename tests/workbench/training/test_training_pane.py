"""The training pane: its form, what it says while a training runs, and how that ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QComboBox, QLabel

from engine import TIE_BREAKS, ConfigError, Corpus, Phase, TrainingProgress
from engine.training import NO_MERGES
from tests.merges import merges_of
from tests.workbench.buttons import press_button
from tests.workbench.named import named, write
from workbench.state import Failure, SourceEntry
from workbench.text.numbers import NOTHING, byte_size
from workbench.training.training_form import TrainingForm
from workbench.training.training_pane import TrainingPane
from workbench.ui.words.job_words import failure_words


def points(chart) -> tuple[list[float], list[float]]:
    """x and y of the one curve of a chart."""
    [curve] = chart.curves
    return curve.x.tolist(), curve.y.tolist()


FIRST_MERGES = [(116, 104, 9, 9), (256, 101, 7, 7)]
PROGRESS = TrainingProgress(
    phase=Phase.COMPUTE_MERGES, elapsed_s=3.0, remaining_s=9.0, documents=1, done=100,
    total=100, pretokens=50, unique_pretokens=20, unmatched_bytes=0, merges_done=2,
    merges_total=8, last_merges=merges_of(FIRST_MERGES),
    corpus_tokens=84, bytes_per_token=1.19, source_labels=("eng",), source_bytes_per_token=(1.19,),
)  # fmt: skip


@pytest.fixture
def form(qtbot, theme):
    made = TrainingForm(theme)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def pane(qtbot, state, theme):
    made = TrainingPane(state, theme)
    qtbot.addWidget(made)
    made.resize(928, 700)
    made.show()
    return made


def test_the_form_makes_the_settings(form):
    write(named(form, "vocab_size"), "32 768")
    form.set_special_tokens(("<|a|>", "<|b|>"))
    config = form.config("cl100k")
    assert (config.vocab_size, config.pattern) == (32768, "cl100k")
    assert config.special_tokens == ("<|a|>", "<|b|>")
    assert (config.min_frequency, config.max_token_bytes) == (1, None)
    assert (config.token_limit, config.normalization) == ("inclusive", None)
    assert form.check()


def choose(field, value):
    field.findChild(QComboBox).setCurrentIndex(field.findChild(QComboBox).findData(value))


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_choice_of_the_engine_is_in_the_form(form, tie_break):
    choose(form.fields["tie_break"], tie_break)
    choose(form.fields["token_limit"], "tokenizers")
    choose(form.fields["normalization"], "nfkc")
    config = form.config("gpt2")
    assert (config.tie_break, config.token_limit) == (tie_break, "tokenizers")
    assert config.normalization == "nfkc"
    assert form.check()
    said = [label.text() for label in form.fields["normalization"].findChildren(QLabel)]
    assert any(words.startswith("Lossy") for words in said)


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "whole number"), ("many", "whole number"), ("-5", "whole number"),
     ("200", "too small"), ("999999999", "beyond the limit"), ("1" * 40, "whole number")],
)  # fmt: skip
def test_a_wrong_vocabulary_size_is_said_at_its_field(form, text, words):
    write(named(form, "vocab_size"), text)
    assert not form.check()
    assert words in form.fields["vocab_size"].error
    write(named(form, "vocab_size"), "4096")
    assert form.check()
    assert form.fields["vocab_size"].error == ""


def test_a_special_token_twice_is_said_at_its_field(form):
    form.set_special_tokens(("<|a|>", "<|a|>"))
    assert not form.check()
    assert "more than once" in form.fields["special_tokens"].error


def test_an_error_of_no_field_is_not_swallowed(form):
    assert not form.show_error(ConfigError("No such tie.", setting="recipe"))


def test_without_a_corpus_the_pane_says_so_and_offers_to_choose_one(qtbot, pane):
    with qtbot.assertNotEmitted(pane.training_requested):
        pane.request_training()
    assert "No corpus" in pane.bar.text
    with qtbot.waitSignal(pane.corpus_requested):
        press_button(pane.bar, pane.bar.action)


def test_training_is_asked_for_with_the_settings(qtbot, pane, state, corpus):
    state.set_corpus(corpus)
    state.set_pattern("llama3")
    pane.form.set_run_name(" mine ")
    with qtbot.waitSignal(pane.training_requested) as asked:
        pane.primary_action().trigger()
    assert (asked.args[0].name, asked.args[0].config.pattern) == ("mine", "llama3")


def test_a_hidden_pane_takes_another_pattern_when_it_is_shown(qtbot, pane, state, corpus):
    state.set_corpus(corpus)
    pane.hide()
    state.set_pattern("llama3")
    assert "llama3" not in pane.caption
    assert state.training_config.pattern == "llama3"
    with qtbot.waitSignal(pane.training_requested) as asked:  # as a shortcut does
        pane.request_training()
    assert asked.args[0].config.pattern == "llama3"
    pane.show()
    assert "llama3" in pane.caption


def test_wrong_settings_are_no_next_training(qtbot, pane, state, corpus):
    state.set_corpus(corpus)
    before = state.training_config
    write(named(pane.form, "vocab_size"), "many")
    assert state.training_config is None
    assert state.training_settings.vocab_size == before.vocab_size
    with qtbot.assertNotEmitted(pane.training_requested):
        pane.request_training()
    with qtbot.waitSignal(state.training_config_changed):
        write(named(pane.form, "vocab_size"), str(before.vocab_size))
    assert state.training_config == before


def test_there_is_no_number_before_the_first_merge(pane):
    pane.note_started()
    assert pane.results.number.text() == NOTHING
    counting = replace(
        PROGRESS, phase=Phase.PRETOKENIZE, merges_done=0, last_merges=NO_MERGES, bytes_per_token=1.0
    )
    pane.note_progress((counting,))
    pane.results.show_newest()
    assert pane.results.number.text() == NOTHING
    pane.note_progress((PROGRESS,))
    pane.results.show_newest()
    assert pane.results.number.text() == "1.19"


def test_progress_appends_merges_and_moves_the_phases(pane):
    pane.note_started()
    assert not pane.primary_action().isEnabled()
    pane.note_progress((PROGRESS,))
    third = merges_of([(257, 32, 5, 5)], before=FIRST_MERGES)
    later = replace(PROGRESS, merges_done=3, last_merges=third, bytes_per_token=1.3)
    pane.note_progress((later,))
    pane.results.show_newest()
    assert pane.results.merges.rowCount() == 3
    assert pane.results.number.text() == "1.30"
    assert pane.results.phases.shares[:3] == (1.0, 1.0, pytest.approx(3 / 8, abs=0.01))
    pane.note_finished("run-1")
    pane.results.charts.finish()  # here no run is opened, which draws all charts
    assert points(pane.results.charts.counts_chart)[1] == [9, 7, 5]
    # After the first merge the text has the seven tokens more that the second saved.
    assert points(pane.results.charts.languages.chart)[1] == [1.0, 100 / 91, 1.19, 1.3]
    assert pane.primary_action().isEnabled()
    assert set(pane.results.phases.shares) == {1.0}


def test_the_curve_ends_at_the_newest_progress_of_each_delivery(pane):
    pane.note_started()
    chart = pane.results.charts.languages.chart
    for merges_done in range(1, 200):
        before = [(116, 104, 9, 9)] * (merges_done - 1)
        merge = merges_of([(116, 104, 9, 9)], before=before)
        bytes_per_token = 1.0 + merges_done / 100
        newest = replace(
            PROGRESS, merges_done=merges_done, last_merges=merge, bytes_per_token=bytes_per_token
        )
        pane.note_progress((newest,))
        pane.results.show_newest()
        x, y = points(chart)
        assert (x[-1], y[-1]) == (merges_done, bytes_per_token)
        assert chart.plan.labels[0].words.endswith(f"  {pane.results.number.text()}")
    assert points(pane.results.charts.languages.chart)[0] == list(range(200))


def test_what_comes_fast_is_shown_together_and_soon(pane, qtbot):
    pane.note_started()
    pane.note_progress((PROGRESS,))  # a new phase is shown at once
    assert pane.results.merges.rowCount() == 2
    before = list(FIRST_MERGES)
    for merges_done in range(3, 9):
        merge = merges_of([(257, 32, 5, 5)], before=before)
        before.append((257, 32, 5, 5))
        newest = replace(
            PROGRESS, merges_done=merges_done, last_merges=merge, bytes_per_token=1.0 + merges_done
        )
        pane.note_progress((newest,))
        shown = pane.results.merges.rowCount()
        assert pane.results.number.text() == ("1.19" if shown == 2 else f"{1 + shown:.2f}")
    # Nothing more comes, as when the training is paused: the rest is shown nevertheless.
    qtbot.waitUntil(lambda: pane.results.merges.rowCount() == 8)
    assert pane.results.number.text() == "9.00"
    assert points(pane.results.charts.languages.chart)[0] == list(range(9))


def test_the_time_is_never_older_than_that_of_the_status_bar(pane):
    pane.note_started()
    pane.note_progress((replace(PROGRESS, remaining_s=400.0),))
    assert "6 min 40 s" in pane.results.phases.words
    third = merges_of([(257, 32, 5, 5)], before=FIRST_MERGES)
    pane.note_progress((replace(PROGRESS, last_merges=third, remaining_s=100.0),))
    assert pane.results.merges.rowCount() == 2  # drawn a moment later
    assert "1 min 40 s" in pane.results.phases.words


def test_what_waits_is_shown_at_the_end_and_forgotten_at_a_new_beginning(pane):
    pane.note_started()
    pane.note_progress((PROGRESS,))
    third = merges_of([(257, 32, 5, 5)], before=FIRST_MERGES)
    pane.note_progress((replace(PROGRESS, merges_done=3, last_merges=third),))
    pane.note_started()
    pane.results.show_newest()
    assert pane.results.merges.rowCount() == 0
    pane.note_progress((PROGRESS,))
    pane.note_progress((replace(PROGRESS, merges_done=3, last_merges=third),))
    pane.note_finished("run-1")
    assert pane.results.merges.rowCount() == 3


def test_a_failure_of_a_setting_stands_at_its_field(pane, expected_log_records):
    pane.note_started()
    error = ConfigError("There are only 40 pairs to merge.", setting="vocab_size")
    pane.note_failed(Failure(error, str(error)))
    assert pane.form.fields["vocab_size"].error == "There are only 40 pairs to merge."
    assert pane.bar.text == ""
    error = OSError("The disk is full.")
    pane.note_failed(Failure(error, failure_words(error)))
    assert pane.bar.text == "The disk is full."
    assert not expected_log_records
    error = ZeroDivisionError("division by zero")
    pane.note_failed(Failure(error, failure_words(error)))
    assert "ZeroDivisionError" in pane.bar.text
    assert expected_log_records[0].exc_info[1] is error


@pytest.mark.parametrize("how", ["failed", "cancelled"])
def test_a_training_that_ends_before_its_first_merge_gives_the_open_run_back(
    pane, state, tokenizer, how
):
    state.open_run("run-1", tokenizer, None)
    figure = pane.results.number.text()
    pane.note_started()
    assert pane.results.merges.n_merges == 0
    if how == "failed":
        error = OSError("The file is missing.")
        pane.note_failed(Failure(error, failure_words(error)))
    else:
        pane.note_cancelled()
    assert pane.results.merges.n_merges == tokenizer.n_merges
    assert pane.results.number.text() == figure != NOTHING
    assert pane.results.phases.words == how.capitalize()


def test_the_caption_says_whether_it_speaks_of_this_training_or_the_next(
    pane, state, corpus, tokenizer
):
    assert pane.caption == "Next training: no corpus yet, pattern gpt2"
    state.set_corpus(corpus)
    state.open_run("run-1", tokenizer, None)
    n_bytes = sum(len(text.encode()) for source in corpus.sources for text in source.texts)
    of_corpus = f"3 sources, {byte_size(n_bytes)}, pattern gpt2"
    assert pane.caption == f"Next training: {of_corpus}"
    pane.request_training()
    pane.note_started()
    assert pane.caption == f"Training on {of_corpus}"
    state.set_pattern("llama3")
    state.set_corpus(None)
    assert pane.caption == f"Training on {of_corpus}"
    pane.note_finished("run-2")
    assert pane.caption == "Next training: no corpus yet, pattern llama3"


def test_no_hint_to_choose_a_corpus_that_is_being_read(pane, state, corpus):
    nothing = named(named(pane, "nothing_trained"), "sentence")
    assert nothing.text().startswith("A training needs a corpus")
    pane.note_reading(True)
    assert pane.caption == "Next training: corpus not read yet, pattern gpt2"
    assert nothing.text().startswith("The corpus is being read")
    state.set_corpus(corpus)
    pane.note_reading(False)
    assert nothing.text().startswith("Merges")


def test_pause_and_resume_take_turns(qtbot, pane):
    pane.note_started()
    pause = next(action for action in pane.actions() if action.text() == "Pause")
    with qtbot.waitSignal(pane.controls.pause_requested):
        pause.trigger()
    pane.note_paused(True)
    assert pause.text() == "Resume"
    with qtbot.waitSignal(pane.controls.resume_requested):
        pause.trigger()


def test_a_stored_tokenizer_shows_its_merges_and_curves(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    assert pane.results.merges.rowCount() == tokenizer.n_merges
    curve = pane.results.charts.languages.chart.curves[-1].y
    assert curve[-1] == pytest.approx(tokenizer.training.bytes_per_token())
    state.open_run(None, None, None)
    assert pane.results.merges.rowCount() == 0


def test_the_guess_of_the_size_is_replaced_once_the_corpus_is_read(pane, state, tmp_path):
    path = tmp_path / "eng.txt"
    path.write_bytes(b"ab\n" * 1000)
    state.set_corpus(Corpus.from_paths([path]))
    assert pane.caption.startswith("Next training: 1 source, about ")
    state.set_sources((SourceEntry(path, "eng", n_bytes=2_500),))
    assert pane.caption == "Next training: 1 source, 2.50 kB, pattern gpt2"


def test_cancelling_is_said_at_once(qtbot, pane):
    pane.controls.begin("gpt2, 4 096 ids")
    pane.controls.cancel.trigger()
    assert pane.controls.cancel.text() == "Cancelling…"
    assert not pane.controls.cancel.isEnabled()
    assert not pane.controls.pause.isEnabled()
    assert pane.results.phases.words == "Cancelling…"
    pane.controls.end()
    assert pane.controls.cancel.text() == "Cancel"


def test_the_sum_of_the_vocabulary_names_what_is_neither_byte_nor_merge(form):
    write(named(form, "vocab_size"), "2 048")
    form.set_special_tokens(("<|a|>", "<|b|>"))
    form.take(replace(form.settings(), reserved_slots=16, pad_vocab_to=128))
    write(named(form, "vocab_size"), "2 000")
    form.check()
    labels = form.fields["vocab_size"].findChildren(QLabel)
    [words] = [label.text() for label in labels if "256 bytes" in label.text()]
    assert words.replace("\u202f", " ") == (
        "256 bytes + 1 726 merges + 2 special + 16 reserved + 48 padding = 2 048 ids"
    )


def test_slices_that_waited_are_added_to_the_table_in_one_step(pane):
    inserted = []
    pane.results.merges.rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    slices, before = [PROGRESS], list(FIRST_MERGES)
    for merges_done in range(3, 7):
        merge = merges_of([(257, 32, 5, 5)], before=before)
        before.append((257, 32, 5, 5))
        slices.append(replace(PROGRESS, merges_done=merges_done, last_merges=merge))
    pane.note_started()
    pane.note_progress(tuple(slices))
    assert inserted == [(0, 5)]
    pane.note_progress((slices[0], slices[-1]))  # known already
    pane.results.show_newest()
    assert pane.results.merges.rowCount() == 6
