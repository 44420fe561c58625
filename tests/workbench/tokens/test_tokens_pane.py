"""The tokens pane: the ids of the engine, in colour, with what is known of each."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.encoding.tokenizer import Tokenizer
from workbench.tokens.text_encoding import TextToEncode, encode_columns
from workbench.tokens.tokens_pane import TokensPane
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_text import SPECIAL
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.work.jobs import Job


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs, tokenizer):
    pane = TokensPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    state.open_run("run", tokenizer, None)
    qtbot.waitUntil(lambda: bool(pane.ids))
    return pane


def show(qtbot, pane, text: str) -> None:
    pane.set_text(text)
    qtbot.waitUntil(lambda: pane.view.text.data == text.encode())


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_without_a_tokenizer_there_is_one_sentence_and_one_action(qtbot, state, theme, engine_jobs):
    pane = TokensPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    assert pane.is_empty
    pane.set_text("typing into nothing is harmless")
    assert pane.ids == []


def test_a_text_waits_for_the_engine(qtbot, state, theme, jobs, tokenizer):
    held = EngineJobs(jobs)
    pane = TokensPane(state, theme, held)
    qtbot.addWidget(pane)
    state.open_run("run", tokenizer, None)
    pane.set_text("the cat")
    pane.set_text("the mat")
    assert pane.caption == "Preparing the engine"
    assert jobs.jobs == ()
    held.release()
    qtbot.waitUntil(lambda: bool(pane.ids))
    assert pane.ids == tokenizer.encode("the mat")
    assert pane.caption == ""


def test_shows_the_ids_and_counts_of_the_engine(qtbot, pane, tokenizer):
    text = "the cat sat. 猫がマット é 👩‍💻"
    show(qtbot, pane, text)
    assert pane.ids == tokenizer.encode(text)
    n_tokens, n_bytes = len(pane.ids), len(text.encode())
    assert pane.figures[:2] == (str(n_tokens), str(n_bytes))
    assert float(pane.figures[2]) == pytest.approx(n_bytes / n_tokens, abs=0.01)
    spans = pane.view.text
    assert b"".join(spans.span_bytes(i) for i in range(spans.n_spans)) == text.encode()


def test_a_long_text_is_encoded_in_a_job(qtbot, pane, tokenizer):
    text = "the cat sat on the mat\n" * 2000
    show(qtbot, pane, text)
    assert pane.ids == tokenizer.encode(text)


def test_a_long_text_is_encoded_between_two_steps_of_a_training(qtbot, pane, jobs, tokenizer):
    def endless():
        while True:
            yield None

    training = Job(endless(), title="Train")
    jobs.start(training)
    pane.set_text("the cat sat on the mat\n" * 2000)
    assert "ended" not in pane.caption
    qtbot.waitUntil(lambda: len(pane.view.text.data) > 40_000)
    assert not training.is_over


def test_encoding_that_breaks_is_said_in_the_bar(qtbot, pane, monkeypatch, expected_log_records):
    def broken(*_arguments, special):
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(Tokenizer, "encode_to_array", broken)
    pane.set_text("the cat sat on the mat\n" * 2000)
    qtbot.waitUntil(lambda: "ZeroDivisionError" in pane.bar.text)
    assert expected_log_records


def test_only_the_last_of_many_edits_is_shown(qtbot, pane, jobs, tokenizer):
    texts = ["cat " * 5000, "mat " * 5000, "rat " * 5000]
    for text in texts:
        pane.set_text(text)
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert pane.view.text.data == texts[-1].encode()


def test_special_tokens_are_text_parsed_or_rejected(qtbot, pane, tokenizer):
    special_id = tokenizer.special_tokens["<|endoftext|>"]
    show(qtbot, pane, "cat<|endoftext|>")
    assert special_id not in pane.ids
    pane.options.set_special("parse")
    assert pane.ids[-1] == special_id
    assert pane.view.text.kind(len(pane.ids) - 1) == SPECIAL
    pane.options.set_special("reject")
    assert "<|endoftext|>" in pane.bar.text
    assert "byte 3" in pane.bar.text
    pane.options.set_special("text")
    assert pane.bar.text == ""


def test_the_inspector_explains_the_current_token(qtbot, pane, tokenizer, state):
    show(qtbot, pane, "the cat")
    span = max(range(len(pane.ids)), key=lambda at: pane.ids[at])
    pane.view.set_current(span)
    token_id = pane.ids[span]
    left, right = tokenizer.merges[token_id - 256]
    data = tokenizer.vocabulary[token_id]
    shown = {fact.word: fact.value for fact in state.inspection.facts}
    assert state.inspection.kind == "Token"
    assert state.inspection.title == data.decode().replace(" ", "·")
    assert (shown["Id"], shown["Rank"]) == (str(token_id), str(token_id - 256))
    assert shown["Bytes"] == str(len(data))
    assert shown["Byte in the text"] == str(pane.view.text.bounds[span])
    assert shown["Hex"] == data.hex(" ").upper()
    assert f"({left})" in shown["Merged from"]
    assert f"({right})" in shown["Merged from"]


def test_partial_characters_never_pose_as_text(qtbot, pane):
    show(qtbot, pane, "ß漢")
    descriptions = [pane.view.describe(span) for span in range(len(pane.ids))]
    assert not any("\ufffd" in words for words in descriptions)
    assert any("⟨" in words for words in descriptions)
    assert descriptions[0].startswith(f"token 1 of {len(pane.ids)}, id {pane.ids[0]}, bytes ")


def test_the_view_says_the_current_token_to_screen_readers(qtbot, pane):
    show(qtbot, pane, "the cat")
    pane.view.set_current(0)
    qtbot.keyClick(pane.view, Qt.Key.Key_Right)
    assert pane.view.accessibleDescription() == pane.view.describe(1)


def test_copies_text_ids_and_lists(qtbot, pane):
    show(qtbot, pane, "the cat sat")
    pane.copying.copy_ids()
    assert clipboard() == " ".join(map(str, pane.ids))
    pane.view.set_current(0)
    pane.view.set_current(1, extend=True)
    pane.copying.copy_ids_as_list()
    assert json.loads(clipboard()) == pane.ids[:2]
    pane.copying.copy_text()
    assert clipboard() == pane.view.text.range_bytes(0, 1).decode()


def test_enter_asks_for_the_token_in_the_vocabulary(qtbot, pane):
    show(qtbot, pane, "the cat")
    pane.view.set_current(1)
    with qtbot.waitSignal(pane.token_requested) as caught:
        qtbot.keyClick(pane.view, Qt.Key.Key_Return)
    assert caught.args == [pane.ids[1]]


def test_the_current_token_is_shown_in_the_vocabulary_by_a_command(qtbot, pane):
    [command] = [each for each in pane.actions() if each.text() == "Show in vocabulary"]
    pane.view.set_current(1)
    with qtbot.waitSignal(pane.token_requested) as asked:
        command.trigger()
    assert asked.args == [pane.ids[1]]


def test_another_tokenizer_encodes_again(qtbot, pane, state, tokenizer):
    show(qtbot, pane, "the cat sat")
    smaller = tokenizer.truncated(260)
    state.open_run("other", smaller, None)
    qtbot.waitUntil(lambda: pane.ids == smaller.encode("the cat sat"))
    state.open_run(None, None, None)
    assert pane.is_empty


@pytest.mark.parametrize("special", ["text", "parse"])
def test_a_text_that_is_normalized_is_shown_as_its_ids_spell_it(special):
    tokenizer = Tokenizer([], special_tokens={"<|e\u0301|>": 256}, normalization="nfc")
    text = TextToEncode("e\u0301<|e\u0301|>".encode(), special, (tokenizer,))
    shown = encode_columns(text).columns[0].spans
    expected = "é<|é|>" if special == "text" else "é<|e\u0301|>"
    assert shown.data.decode() == expected
    assert shown.bounds[-1] == len(expected.encode())


def test_the_inspector_leaves_a_token_of_the_text_before(qtbot, pane, state):
    show(qtbot, pane, "the cat")
    pane.view.set_current(0)
    assert state.inspection.kind == "Token"
    show(qtbot, pane, "on the mat")
    assert state.inspection is None


def test_pre_tokens_are_found_when_they_are_shown(qtbot, pane, tokenizer):
    text = "the cat<|endoftext|>12 sat"
    pane.options.set_special("parse")
    show(qtbot, pane, text)
    assert pane.view.text.pre_tokens is None
    pane.show_menu.set_overlays(Overlays(pre_tokens=True))
    qtbot.waitUntil(lambda: pane.view.text.pre_tokens is not None)
    spans = pane.view.text
    starts = [int(spans.bounds[span]) for span in np.flatnonzero(spans.pre_tokens)]
    before, after = text.split("<|endoftext|>")
    wanted, at = [], 0
    for part in (*tokenizer.cutting_splitter.split(before), "<|endoftext|>",
                 *tokenizer.cutting_splitter.split(after)):  # fmt: skip
        wanted.append(at)
        at += len(part)
    assert starts == wanted


def test_dropout_drops_merges_and_draws_again(qtbot, pane, tokenizer):
    text = "the cat sat on the mat " * 5
    show(qtbot, pane, text)
    whole = pane.ids
    assert not pane.draw_again.isEnabled()
    assert pane.draw_button.isHidden()
    pane.dropout.setCurrentText("Dropout 0.5")
    qtbot.waitUntil(lambda: pane.ids != whole)
    first = pane.ids
    assert first == tokenizer.encode(text, dropout=0.5, seed=0)
    assert pane.view.text.data == text.encode()
    assert not pane.draw_button.isHidden()
    pane.draw_again.trigger()
    qtbot.waitUntil(lambda: pane.ids != first)
    assert pane.ids == tokenizer.encode(text, dropout=0.5, seed=1)
    pane.dropout.setCurrentText("No dropout")
    qtbot.waitUntil(lambda: pane.ids == whole)
