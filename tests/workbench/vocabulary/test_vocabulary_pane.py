"""The vocabulary: every token in a table, filters, sorting, and the tree of merges."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding import from_byte_alphabet
from tests.workbench.vocabulary.filtered import filter_ids
from workbench.vocabulary.merge_tree import MergeTree
from workbench.vocabulary.vocabulary_columns import COLUMNS, COUNT, EXPENDABLE, KEYS, TEXT, USUAL
from workbench.vocabulary.vocabulary_filter import FilterError, conditions_of
from workbench.vocabulary.vocabulary_index import VocabularyIndex, index_vocabulary
from workbench.vocabulary.vocabulary_pane import VocabularyPane
from workbench.vocabulary.vocabulary_table import TOKEN_ROLE, VocabularyTable
from workbench.work.jobs import Job

BYTES = KEYS.index("bytes")


@pytest.fixture(scope="session")
def index(tokenizer) -> VocabularyIndex:
    *shares, index = index_vocabulary(tokenizer)
    assert shares[-1] == 1.0
    return index


@pytest.fixture
def table(index, theme):
    table = VocabularyTable(theme.mono_font())
    table.show_vocabulary(index)
    return table


def first_visible_token(pane) -> int:
    return pane.model.token_at(pane.table.rowAt(0))


def test_the_table_begins_at_the_merges(pane, state):
    assert pane.chosen == 256
    assert first_visible_token(pane) == 256
    assert pane.detail.tree.nodes[0].facts.token_id == 256
    assert state.inspection is None
    pane.select_token(256)
    assert state.inspection.facts[0].value == "256"


def test_tokens_are_listed_between_two_steps_of_a_training(
    qtbot, state, theme, jobs, engine_jobs, tokenizer
):
    def endless():
        while True:
            yield None

    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    training = Job(endless(), title="Train")
    jobs.start(training)
    state.open_run("run", tokenizer, None)
    assert "ended" not in pane.caption
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
    assert not training.is_over


def test_a_listing_that_breaks_is_said_in_the_bar(
    qtbot, state, theme, jobs, engine_jobs, tokenizer, monkeypatch, expected_log_records
):
    def broken(_tokenizer):
        yield 0.5
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr("workbench.vocabulary.vocabulary_jobs.index_vocabulary", broken)
    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    state.open_run("run", tokenizer, None)
    qtbot.waitUntil(lambda: bool(pane.bar.text))
    assert "ZeroDivisionError: nothing to divide by" in pane.bar.text
    assert pane.caption == ""
    monkeypatch.undo()
    state.open_run("other", tokenizer.truncated(280), None)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
    assert pane.bar.text == ""
    assert expected_log_records


def test_the_table_begins_at_the_merges_when_the_pane_is_opened_later(
    qtbot, state, theme, jobs, engine_jobs, tokenizer
):
    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    state.open_run("run", tokenizer, None)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
    pane.resize(900, 500)
    pane.show()
    assert first_visible_token(pane) == 256


def test_a_token_asked_for_too_early_is_chosen_later(
    qtbot, state, theme, jobs, engine_jobs, tokenizer
):
    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    state.open_run("run", tokenizer, None)
    pane.select_token(270)
    assert pane.chosen is None
    qtbot.waitUntil(lambda: pane.chosen == 270)


def shown_ids(model: VocabularyTable) -> list[int]:
    return [model.token_at(row) for row in range(model.rowCount())]


def test_the_model_is_sound(qtmodeltester, table):
    qtmodeltester.check(table)


def test_rows_say_what_the_tokenizer_knows(table, tokenizer):
    token_id = 256 + tokenizer.n_merges - 1
    row = table.row_of(token_id)
    cells = [table.index(row, column).data() for column in range(table.columnCount())]
    left, right = tokenizer.merges[-1]
    told = dict(zip(KEYS, cells, strict=True))
    assert told["id"] == str(token_id)
    assert told["bytes"] == str(len(tokenizer.vocabulary[token_id]))
    assert (told["left"], told["right"]) == (str(left), str(right))
    assert told["count"] == str(tokenizer.training.counts[-1])
    assert told["applied"] == str(tokenizer.training.applied[-1])
    assert table.index(row, TEXT).data(TOKEN_ROLE) == token_id


def test_bytes_and_special_tokens_have_their_kind(table, tokenizer):
    kind = KEYS.index("kind")
    special = tokenizer.special_tokens["<|endoftext|>"]
    assert table.index(table.row_of(special), kind).data() == "special"
    assert table.index(0xE7, kind).data() == "byte"
    assert table.index(0xE7, TEXT).data() == "⟨E7⟩"
    assert table.index(0x20, TEXT).data() == "·"


@pytest.mark.parametrize("column", [BYTES, COUNT])
def test_sorting_is_by_number_and_unknown_last(table, index, column):
    values = {BYTES: index.lengths, COUNT: index.counts}[column]
    table.sort(column, Qt.SortOrder.DescendingOrder)
    known = [int(values[i]) for i in shown_ids(table) if values[i] >= 0]
    assert known == sorted(known, reverse=True)
    assert [int(values[i]) for i in shown_ids(table)][: len(known)] == known


def test_sorting_by_text_is_by_bytes(table, index):
    table.sort(TEXT, Qt.SortOrder.AscendingOrder)
    data = [index.vocabulary[i] for i in shown_ids(table)]
    assert data == sorted(data)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("at", lambda data: b"at" in data),
        ('" the"', lambda data: b" the" in data),
        (" the", lambda data: b" the" in data),
        (" a length:>=2", lambda data: b" a" in data),
        ("length:>=2 a", lambda data: b"a" in data and len(data) >= 2),
        ("length:>=2  a", lambda data: b" a" in data),
        ("·t", lambda data: b" t" in data),
        ("hex:e7 8c", lambda data: b"\xe7\x8c" in data),
        ("hex:e7", lambda data: b"\xe7" in data),
        ("length:>3", lambda data: len(data) > 3),
        ("length:2..3", lambda data: 2 <= len(data) <= 3),
        ("len:1", lambda data: len(data) == 1),
        ("is:space", lambda data: data[:1] == b" "),
        ("t length:>=4 is:space", lambda d: b"t" in d and len(d) >= 4 and d[:1] == b" "),
        ("", lambda data: True),
    ],
)
def test_filters_keep_what_they_say(index, text, holds):
    wanted = [i for i, data in enumerate(index.vocabulary) if holds(data)]
    assert wanted
    assert filter_ids(index, text).tolist() == wanted


def test_a_word_with_its_space_becomes_a_chip_that_shows_it():
    (one,) = conditions_of(" the")
    assert (one.key, one.value, one.words) == ("text", " the", '" the"')
    assert conditions_of(one.words) == (one,)
    assert [each.words for each in conditions_of(' the is:space  "a b" x  y')] == [
        '" the"', "is:space", '"a b"', "x", '" y"',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ġthe", {" the"}), ("Ġ", {" ", "Ġ"}), ("Ċ", {"\n"}), ("Ã¤", {"Ã¤"}), ("ĉ", {"\t"}),
        ("Ģ", {"Ģ"}), ('"Ġthe"', {"Ġthe"}), ("·Ġ", {" Ġ"}),
    ],
)  # fmt: skip
def test_gpt2_notation_is_read_as_the_bytes_that_it_means(text, meant):
    tokenizer = train_tokenizer(Corpus.from_texts(["a the\tbĠġĢx\n"] * 9), TrainingConfig(280))
    *_, index = index_vocabulary(tokenizer)
    wanted = [
        i for i, data in enumerate(index.vocabulary) if any(each.encode() in data for each in meant)
    ]
    assert filter_ids(index, text).tolist() == wanted


def test_the_column_in_gpt2_notation_is_what_files_write(table, index, tokenizer):
    notation = KEYS.index("gpt2")
    cells = [table.index(row, notation).data() for row in range(table.rowCount())]
    assert cells[0x20] == "Ġ"
    assert cells[0x0A] == "Ċ"
    for token_id in range(256 + tokenizer.n_merges):
        assert from_byte_alphabet(cells[token_id]) == index.vocabulary[token_id]
    assert cells[tokenizer.special_tokens["<|endoftext|>"]] == "<|endoftext|>"
    assert notation not in USUAL


def test_filters_by_flags(index, tokenizer):
    special = list(tokenizer.special_tokens.values())
    assert filter_ids(index, "is:special").tolist() == special
    partial = filter_ids(index, "is:partial").tolist()
    assert 0xE7 in partial
    assert 0x41 not in partial
    assert filter_ids(index, "is:byte").tolist() == list(range(256))
    both = filter_ids(index, "not:merge")
    assert len(both) + len(filter_ids(index, "is:merge")) == index.n_tokens
    assert filter_ids(index, "id:65").tolist() == [65]


@pytest.mark.parametrize("text", ["hex:abc", "hex:", "length:x", "is:nothing", "id:x"])
def test_a_filter_that_cannot_be_read_is_a_sentence(index, text):
    with pytest.raises(FilterError, match=text.split(":")[0]):
        filter_ids(index, text)


def test_parents_are_the_tokens_merged_from_one(index, tokenizer):
    parents = index.parents(ord("t")).tolist()
    merged = tokenizer.merges
    assert parents == [256 + int(k) for k in np.flatnonzero((merged == ord("t")).any(axis=1))]
    assert parents


def test_filtering_keeps_the_chosen_token(pane):
    pane.select_token(ord("t"))
    pane.set_filter("t")
    assert pane.chosen == ord("t")
    assert all(b"t" in pane.model.vocabulary.vocabulary[i] for i in shown_ids(pane.model))
    assert pane.figures[0] == str(pane.model.rowCount())
    pane.sort_by(BYTES, Qt.SortOrder.DescendingOrder)
    assert pane.chosen == ord("t")


def test_a_wrong_filter_says_so_and_leaves_the_table(pane):
    before = shown_ids(pane.model)
    pane.set_filter("length:x")
    assert "length:3" in pane.filter_error
    assert shown_ids(pane.model) == before
    pane.set_filter("")
    assert pane.filter_error == ""


def test_choosing_a_hidden_token_takes_the_filter_away(pane, tokenizer):
    pane.set_filter("is:special")
    pane.select_token(ord("a"))
    assert pane.chosen == ord("a")
    assert pane.model.rowCount() == tokenizer.vocab_size


def test_choosing_a_token_shows_tree_parents_and_inspection(pane, state, tokenizer):
    token_id = 256 + tokenizer.n_merges - 1
    pane.select_token(token_id)
    top = pane.detail.tree.nodes[0]
    assert top.facts.token_id == token_id
    assert [child.facts.token_id for child in top.children] == tokenizer.merges[-1].tolist()
    assert state.inspection.kind == "Token"
    pane.select_token(ord("t"))
    assert pane.detail.parents.ids == pane.model.vocabulary.parents(ord("t")).tolist()


def test_a_click_in_the_tree_chooses_that_token(qtbot, pane, tokenizer):
    pane.select_token(256 + tokenizer.n_merges - 1)
    child = pane.detail.tree.nodes[1]
    wanted = child.facts.token_id
    qtbot.mouseClick(pane.detail.tree, Qt.MouseButton.LeftButton, pos=child.rect.center().toPoint())
    assert pane.chosen == wanted


def test_without_a_tokenizer_the_pane_says_what_it_is_for(qtbot, pane, state):
    state.open_run(None, None, None)
    assert pane.is_empty
    assert pane.model.rowCount() == 0


@pytest.fixture
def tree(qtbot, theme, tokenizer):
    tree = MergeTree(theme)
    qtbot.addWidget(tree)
    longest = max(range(256, 256 + tokenizer.n_merges), key=lambda i: len(tokenizer.vocabulary[i]))
    tree.show_token(tokenizer, longest)
    tree.show()
    return tree


def test_the_leaves_of_a_tree_spell_the_token(tree):
    leaves = [node for node in tree.nodes if not node.children]
    leaves.sort(key=lambda node: node.rect.left())
    assert b"".join(node.facts.data for node in leaves) == tree.nodes[0].facts.data


def test_nodes_lie_apart_and_inside(tree):
    for at, node in enumerate(tree.nodes):
        assert tree.rect().contains(node.rect.toAlignedRect())
        assert tree.node_at(QPointF(node.rect.center())) is node
        for other in tree.nodes[at + 1 :]:
            assert not node.rect.intersects(other.rect)
        if node.parent is not None:
            assert node.rect.top() > node.parent.rect.bottom()


def test_arrows_walk_the_tree_and_enter_chooses(qtbot, tree):
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert tree.current is tree.nodes[0].children[0]
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    assert tree.current is tree.nodes[0].children[1]
    assert f"id {tree.current.facts.token_id}" in tree.accessibleDescription()
    with qtbot.waitSignal(tree.token_requested) as caught:
        qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert caught.args == [tree.current.facts.token_id]
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    assert tree.current is tree.nodes[0]


def test_a_byte_has_a_tree_of_one_node(tree, tokenizer):
    tree.show_token(tokenizer, 65)
    assert [node.facts.token_id for node in tree.nodes] == [65]
    tree.show_token(None, None)
    assert tree.nodes == ()


def test_a_column_is_told_in_one_place(index):
    assert len(set(KEYS)) == len(COLUMNS)
    ranks = [COLUMNS[column].leaves for column in EXPENDABLE]
    assert ranks == list(range(1, len(ranks) + 1))  # no two go at once
    for column in COLUMNS:
        values = column.values(index, index.report)
        assert len(values) == index.n_tokens
        assert (column.text is None) or column.text(index, 97)
