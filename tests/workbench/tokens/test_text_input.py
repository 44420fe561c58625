"""Texts of any size: typed, pasted, opened and dropped; encoded in pieces."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication

from engine.errors import SpecialTokenError
from engine.machine import result_of
from workbench.tokens import text_encoding
from workbench.tokens.text_encoding import ColumnEncodingError, TextToEncode, encoding
from workbench.tokens.tokens_pane import MOST_TYPED, TokensPane
from workbench.ui.spans.overlays import Overlays


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs, tokenizer):
    pane = TokensPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.show()
    state.open_run("run", tokenizer, None)
    qtbot.waitUntil(lambda: bool(pane.ids))
    return pane


def steps_of(wanted: TextToEncode):
    steps, task = [], encoding(wanted)
    return steps, result_of(task, steps.append)


def test_a_text_in_pieces_gives_the_ids_of_the_whole(tokenizer, monkeypatch):
    monkeypatch.setattr(text_encoding, "PIECE_BYTES", 1000)
    data = "the cat sat on the mat, 猫がマットの上に座った。\n".encode() * 200
    steps, found = steps_of(TextToEncode(data, "text", (tokenizer,)))
    [column] = found.columns
    assert column.spans.ids.tolist() == tokenizer.encode(data.decode())
    fractions = [step.fraction for step in steps]
    assert fractions == sorted(fractions)
    assert len(fractions) > 5
    assert column.different == len(np.unique(column.spans.ids))
    assert found.characters == len(data.decode())


def test_special_tokens_are_found_wherever_a_piece_would_end(tokenizer, monkeypatch):
    monkeypatch.setattr(text_encoding, "PIECE_BYTES", 5)
    text = "cat <|endoftext|> mat <|endoftext|>"
    _, found = steps_of(TextToEncode(text.encode(), "parse", (tokenizer,)))
    assert found.columns[0].spans.ids.tolist() == tokenizer.encode(text, special="parse")
    with pytest.raises(ColumnEncodingError) as caught:
        steps_of(TextToEncode(text.encode(), "reject", (tokenizer,)))
    assert isinstance(caught.value.error, SpecialTokenError)
    assert caught.value.column == 0


def test_a_second_tokenizer_leaves_the_first_ones_tokens_alone(tokenizer):
    _, once = steps_of(TextToEncode(b"the cat", "text", (tokenizer,)))
    wanted = TextToEncode(b"the cat", "text", (tokenizer, tokenizer.truncated(260)), known=once)
    _, twice = steps_of(wanted)
    assert twice.columns[0] is once.columns[0]
    changed = TextToEncode(b"the mat", "text", (tokenizer,), known=once)
    assert steps_of(changed)[1].columns[0] is not once.columns[0]


def test_a_file_is_shown_by_its_beginning_and_encoded_whole(qtbot, pane, tmp_path, tokenizer):
    data = ("the cat sat on the mat\n" * 20_000).encode() + b"\xff\xfe end"
    path = tmp_path / "long.txt"
    path.write_bytes(data)
    pane.set_text("typed before")
    assert pane.accept_drop([path])
    qtbot.waitUntil(lambda: pane.view.text.data == data)
    assert pane.input.words.startswith("long.txt, 460")
    assert pane.input.editor.isReadOnly()
    assert len(pane.input.editor.toPlainText()) < 20_000
    pane.input.release()
    qtbot.waitUntil(lambda: pane.view.text.data == b"typed before")
    assert not pane.input.editor.isReadOnly()


def test_of_a_huge_file_the_beginning_is_shown_and_that_is_said(qtbot, pane, tmp_path, monkeypatch):
    monkeypatch.setattr(text_encoding, "MOST_BYTES", 1000)
    path = tmp_path / "huge.txt"
    path.write_bytes("猫".encode() * 1000)
    pane.open_file(path)
    qtbot.waitUntil(lambda: pane.input.held is not None)
    assert pane.input.data == "猫".encode() * 333
    assert "the first 999 B" in pane.input.words


def test_a_file_that_is_no_text_is_refused_in_the_pane(qtbot, pane, tmp_path):
    path = tmp_path / "wide.txt"
    path.write_bytes("the cat".encode("utf-16"))
    pane.open_file(path)
    qtbot.waitUntil(lambda: "UTF-16" in pane.bar.text)
    assert pane.input.held is None
    pane.open_file(tmp_path / "missing.txt")
    qtbot.waitUntil(lambda: "missing.txt" in pane.bar.text)


def test_a_file_is_opened_though_one_has_just_typed(qtbot, pane, tmp_path):
    path = tmp_path / "cat.txt"
    path.write_bytes(b"the cat")
    pane.input.editor.setPlainText("typed just now")
    pane.open_file(path)
    pane.input.editor.settle()  # as when the typing rests before the file is read
    qtbot.waitUntil(lambda: pane.view.text.data == b"the cat")
    pane.input.release()
    assert pane.input.data == b"typed just now"


def test_a_long_text_that_is_pasted_is_held_and_not_edited(qtbot, pane):
    text = "the cat sat\n" * (MOST_TYPED // 10)
    pasted = QMimeData()
    pasted.setText(text)
    pane.input.editor.insertFromMimeData(pasted)
    qtbot.waitUntil(lambda: len(pane.view.text.data) == len(text))
    assert "Pasted text" in pane.input.words
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/some/file.txt")])
    assert not pane.input.editor.canInsertFromMimeData(files)


def test_drops_are_named_and_tokenizers_become_columns(qtbot, pane, tmp_path, tokenizer):
    text, tokens = tmp_path / "text.txt", tokenizer.save(tmp_path / "one.twb")
    text.write_text("cat")
    assert "tokens of this file" in pane.drop_words([text])
    assert "Compare" in pane.drop_words([tokens])
    assert pane.drop_words([text, tokens]) == ""
    (tmp_path / "empty").mkdir()
    assert not pane.accept_drop([tmp_path / "empty"])
    with qtbot.waitSignal(pane.column_added) as caught:
        assert pane.accept_drop([tokens])
    assert caught.args[0].path == tokens


def test_tokens_are_copied_as_json_with_bytes_where_they_are_no_text(pane):
    pane.set_text("ß cat")
    pane.copying.copy_as_json()
    copied = json.loads(QGuiApplication.clipboard().text())
    assert b"".join(bytes.fromhex(token["bytes"]) for token in copied) == "ß cat".encode()
    assert [token["id"] for token in copied] == pane.ids
    for token in copied:
        data = bytes.fromhex(token["bytes"])
        assert token["end"] - token["start"] == len(data)
        assert token["text"] is None or token["text"].encode() == data


def test_too_many_tokens_are_not_copied_and_that_is_said(pane, monkeypatch):
    monkeypatch.setattr("workbench.tokens.token_column.MOST_DESCRIBED", 2)
    QGuiApplication.clipboard().setText("before")
    pane.set_text("the cat sat on the mat")
    pane.copying.copy_as_json()
    assert QGuiApplication.clipboard().text() == "before"
    assert "select 2 or fewer" in pane.bar.text


def test_white_space_is_painted_or_not_and_nothing_moves(pane):
    pane.set_text("the cat\tsat\n")
    places = [pane.view.span_rects(span) for span in range(pane.view.text.n_spans)]
    shown = pane.view.viewport().grab().toImage()
    pane.show_menu.set_overlays(Overlays(white_space=False))
    assert pane.view.viewport().grab().toImage() != shown
    assert [pane.view.span_rects(span) for span in range(pane.view.text.n_spans)] == places
