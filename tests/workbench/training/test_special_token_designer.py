"""Designing special tokens in the window: ids that are fixed, roles, padding, remarks, undoing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QPushButton

from engine.settings.special_tokens import SET_ROLES, SPECIAL_TOKEN_SETS
from workbench.training.model_check_flow import ModelCheckFlow
from workbench.training.special_token_table import (
    BYTES,
    ID,
    KIND,
    MERGES,
    REMARK,
    RESERVED,
    ROLE,
    SPECIAL,
    TOKEN,
    VocabularyBar,
)
from workbench.training.training_pane import TrainingPane
from workbench.work.training_settings import TrainingSettings


@pytest.fixture
def pane(qtbot, state, theme):
    made = TrainingPane(state, theme)
    qtbot.addWidget(made)
    made.form.set_vocab_size(4096)
    made.show_designer()
    return made


def column(pane, which):
    rows = pane.designer.rows
    return [rows.index(row, which).data() for row in range(rows.rowCount())]


def test_sets_are_combined_and_their_ids_shown(pane, state):
    designer = pane.designer
    designer.add_set("nanochat")
    designer.add_set("base")
    designer.add_set("nanochat")  # what is there already stands once
    settings = state.training_settings
    assert settings.special_tokens == (*SPECIAL_TOKEN_SETS["nanochat"], "<|endoftext|>")
    assert dict(settings.roles or ()) == {**SET_ROLES["nanochat"], **SET_ROLES["base"]}
    assert "".join(filter(str.isdigit, column(pane, ID)[0])) == "4086"
    assert [line.first_id for line in designer.rows.lines] == list(range(4086, 4096))
    assert column(pane, KIND) == ["Set"] * 10
    assert column(pane, ROLE)[0] == "bos"


def test_slots_and_padding_stand_behind_the_tokens(pane, state):
    pane.designer.add_set("chatml")
    pane.form.set_vocab_size(4001)
    pane.designer.form.edit(reserved_slots=5, multiple="64", special_text="cut")
    (*_, reserved, padding) = pane.designer.rows.lines
    assert (reserved.first_id, reserved.last_id, reserved.kind) == (3996, 4000, "reserved")
    assert (padding.first_id, padding.last_id, padding.kind) == (4001, 4031, "padding")
    config = state.training_settings.config("gpt2")
    assert (config.vocab_size, config.n_merges) == (4032, 4001 - 256 - 3 - 5)
    assert (config.special_text, config.reserved_slots) == ("cut", 36)
    total, _ = pane.designer.words
    assert "31 padding = 4" in total.replace("\u2009", " ")
    pane.designer.form.edit(multiple="many")
    assert "such as 64" in pane.designer.form.fields["pad_vocab_to"].error
    assert state.training_settings.pad_vocab_to == 64


def test_one_sum_is_on_show_while_one_designs(qtbot, pane, state, tokenizer):
    pane.show()
    state.open_run("run", tokenizer, None)
    pane.designer.add_set("chatml")
    pane.designer.form.edit(reserved_slots=16, multiple="128")
    labels = [each.text() for each in pane.findChildren(QLabel) if each.isVisible()]
    assert not [words for words in labels if "256 bytes" in words]
    assert "256 bytes + " in pane.designer.words[0]
    assert not pane.form.fields["reserved_slots"].isVisible()
    assert not pane.results.number.isVisible()
    bar = pane.designer.findChild(VocabularyBar)
    rects = bar.part_rects()
    assert list(rects) == [BYTES, MERGES, SPECIAL, RESERVED]
    assert sum(rect.width() for rect in rects.values()) == pytest.approx(bar.width())
    assert rects[BYTES].width() == pytest.approx(bar.width() * 256 / 4096, rel=0.01)
    assert min(rect.width() for rect in rects.values()) >= 3
    pane.hide_designer()
    labels = [each.text() for each in pane.form.findChildren(QLabel) if each.isVisible()]
    assert [words for words in labels if "256 bytes" in words]
    assert pane.form.fields["reserved_slots"].isVisible()
    assert pane.results.number.isVisible()


def test_a_vocabulary_without_room_has_a_sentence_and_no_bar(pane):
    pane.designer.add_set("nanochat")
    pane.designer.show_settings(replace(pane.settings, vocab_size=260))
    assert "has no room" in pane.designer.words[0]
    pane.designer.findChild(VocabularyBar).grab()


def test_tokens_are_added_renamed_moved_and_removed(pane, state):
    designer = pane.designer
    designer.add_set("base")
    designer.add_token()
    assert state.training_settings.special_tokens == ("<|endoftext|>", "<|new_0|>")
    designer.rows.setData(designer.rows.index(1, TOKEN), "<|tool|>")
    designer.set_role("pad", is_on=True)
    designer.move_token(-1)
    assert state.training_settings.special_tokens == ("<|tool|>", "<|endoftext|>")
    assert dict(state.training_settings.roles) == {"eos": "<|endoftext|>", "pad": "<|tool|>"}
    designer.rows.setData(designer.rows.index(0, TOKEN), "<|call|>")
    assert dict(state.training_settings.roles)["pad"] == "<|call|>"
    designer.set_role("pad", is_on=False)
    designer.remove_token()
    assert state.training_settings.special_tokens == ("<|endoftext|>",)
    assert dict(state.training_settings.roles) == {"eos": "<|endoftext|>"}


def test_what_is_unwise_stands_at_its_row_and_what_is_wrong_waits(pane, state):
    designer = pane.designer
    designer.add_set("base")
    for name in ("<|ENDOFTEXT|>", "User:", "a b"):
        designer.add_token()
        designer.rows.setData(designer.rows.index(len(designer.design.tokens) - 1, TOKEN), name)
    remarks = column(pane, REMARK)
    assert remarks[1:] == [
        "Differs from <|endoftext|> only in case.",
        "Looks like ordinary text.",
        "Contains blanks or invisible characters.",
    ]
    before = state.training_settings
    designer.rows.setData(designer.rows.index(3, TOKEN), "User:")
    assert "Listed twice." in column(pane, REMARK)[3]
    assert state.training_settings == before
    assert "more than once" in pane.form.fields["special_tokens"].error
    pane.take_settings(before)  # as undoing does
    assert designer.design.tokens[3] == "a b"


def test_the_form_and_the_designer_say_the_same(pane, state):
    pane.take_settings(replace(TrainingSettings(), special_tokens=("<s>", " x\n")))
    assert state.training_settings.special_tokens == ("<s>", " x\n")
    assert state.training_settings.roles is None
    assert column(pane, ROLE)[0] == "bos"  # as the name suggests
    pane.hide_designer()
    assert not pane.is_designing
    pane.design.trigger()
    assert pane.is_designing


def test_a_file_of_tokens_is_taken_or_refused_in_a_sentence(pane, state, tmp_path):
    path = tmp_path / "set.json"
    path.write_text(
        json.dumps({"tokens": ["<|a|>"], "roles": {"eos": "<|a|>"}, "reserved_slots": 2}), "utf-8"
    )
    assert pane.designer.take_file(path)
    assert state.training_settings.reserved_slots == 2
    path.write_text("{}", "utf-8")
    assert not pane.designer.take_file(path)
    assert pane.designer.design.tokens == ("<|a|>",)


def test_a_dropped_configuration_is_checked_in_place(
    qtbot, pane, state, engine_jobs, tokenizer, tmp_path
):
    flow = ModelCheckFlow(state, engine_jobs)
    pane.check_requested.connect(flow.request)
    flow.checked.connect(pane.note_check)
    with qtbot.waitSignal(flow.refused) as refused:
        flow.request(tmp_path)
    assert "No tokenizer is open" in refused.args[0]
    state.open_run("run", tokenizer, None)
    (tmp_path / "config.json").write_text(json.dumps({"vocab_size": 5}), "utf-8")
    assert pane.drop_words([tmp_path / "config.json"])
    assert not pane.drop_words([tmp_path / "text.txt"])
    with qtbot.waitSignal(flow.checked):
        assert pane.accept_drop([tmp_path / "config.json"])
    assert pane.is_designing
    with qtbot.waitSignal(flow.refused) as refused:
        flow.request(tmp_path / "missing" / "config.json")
    assert str(tmp_path / "missing") in refused.args[0]
    assert "does not fit" in pane.check_view.verdict
    assert pane.check_view.findings[0].code == "vocab-too-large"


def test_delete_takes_the_chosen_token_away(qtbot, pane, state):
    pane.designer.add_set("chatml")
    pane.show()
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    pane.designer.choose_row(1)
    pane.designer.table.setFocus()
    qtbot.keyClick(pane.designer.table, Qt.Key.Key_Delete)
    assert state.training_settings.special_tokens == ("<|endoftext|>", "<|im_end|>")
    keys = {action.objectName(): action.shortcut() for action in pane.actions()}
    assert keys["train.design_special_tokens"] == QKeySequence("Ctrl+D")


def test_commands_on_a_token_wait_for_one(pane):
    remove = next(
        each for each in pane.actions() if each.objectName() == "train.remove_special_token"
    )
    add = next(each for each in pane.actions() if each.objectName() == "train.add_special_token")
    assert not remove.isEnabled()
    assert "choose a special token" in remove.statusTip()
    pane.hide_designer()
    add.trigger()  # from the palette; it is seen where it happens
    assert pane.is_designing
    assert remove.isEnabled()
    pane.hide_designer()
    assert not remove.isEnabled()


def command(pane, name):
    [found] = [each for each in pane.actions() if each.objectName() == f"train.{name}"]
    return found


def roles_menu(pane):
    """The menu that is open at the chosen token."""
    [menu] = [each for each in pane.designer.findChildren(QMenu) if each.isVisible()]
    return menu


def test_tokens_are_moved_and_given_roles_by_commands_and_a_double_click(qtbot, pane, state):
    designer = pane.designer
    designer.add_set("chatml")
    first, second, *_ = state.training_settings.special_tokens
    designer.choose_row(0)
    command(pane, "move_special_token_down").trigger()
    assert state.training_settings.special_tokens[:2] == (second, first)
    assert designer.chosen_row == 1
    command(pane, "move_special_token_up").trigger()
    assert state.training_settings.special_tokens[:2] == (first, second)
    command(pane, "choose_role").trigger()
    menu = roles_menu(pane)
    entries = {each.text(): each for each in menu.actions()}
    given = [role for role, each in entries.items() if each.isChecked()]
    assert given == [role for role, token in designer.design.roles.items() if token == first]
    new = next(role for role in entries if role not in given)
    entries[new].trigger()
    assert designer.design.roles[new] == first
    menu.close()
    place = designer.table.visualRect(designer.rows.index(1, ROLE)).center()
    qtbot.mouseClick(designer.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(designer.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    menu = roles_menu(pane)
    next(each for each in menu.actions() if each.text() == new).trigger()
    assert designer.design.roles[new] == second
    menu.close()


def test_tokens_and_a_configuration_are_taken_from_files_of_a_dialog(
    qtbot, pane, state, chosen_in_dialog, tmp_path
):
    [sets] = [
        each.menu() for each in pane.designer.findChildren(QPushButton) if each.text() == "Add set"
    ]
    path = tmp_path / "tokens.txt"
    path.write_text("<|a|>\n<|b|>\n", "utf-8")
    before = state.training_settings.special_tokens
    sets.actions()[-1].trigger()  # cancelled
    assert state.training_settings.special_tokens == before
    chosen_in_dialog(path)
    sets.actions()[-1].trigger()
    assert state.training_settings.special_tokens == ("<|a|>", "<|b|>")
    chosen_in_dialog(tmp_path / "config.json")
    with qtbot.waitSignal(pane.check_requested) as asked:
        command(pane, "check_model_config").trigger()
    assert asked.args == [tmp_path / "config.json"]
