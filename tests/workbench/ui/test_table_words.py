"""What tables say beside their numbers: tool tips of heads, and cells of what is compared."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from engine import Tokenizer, TrainingConfig, train_tokenizer
from engine.analysis.differences import vocabulary_difference
from engine.analysis.model_check import ConfigFinding
from engine.analysis.superwords import SuperwordShare
from engine.chat.renderer import RoleCount
from engine.settings.superwords import Superwords
from workbench.chat.chat_results import SHARE_ROLE, role_columns
from workbench.compression.comparison_table_view import text_columns
from workbench.compression.live_compression import CompressionTable
from workbench.compression.loss_view import label_columns, worst_columns
from workbench.compression.ngram_view import NgramCells, NgramTable
from workbench.corpus.mixture_table import MixtureTable
from workbench.pattern.pattern_rows import (
    AlternativeRow,
    alternative_columns,
    figures_columns,
)
from workbench.runs.run_vocabulary_part import (
    FIRST_RANK,
    LINK,
    SAME_ROLE,
    SECOND_RANK,
    TEXT,
    TOKEN_ROLE,
    VocabularyDifferenceTable,
    beside_columns,
    merge_partners,
)
from workbench.sizes.size_charts import size_columns
from workbench.text.numbers import NOTHING, grouped
from workbench.text.visible_text import visible
from workbench.training.designing_pane import finding_columns
from workbench.training.merge_table import MergeTable
from workbench.training.special_token_table import SpecialTokenTable
from workbench.training.superword_designer import RULE_ROWS, SuperwordRuleTable
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.headed_table import SORT_ROLE
from workbench.vocabulary.superword_part import SavedTokensTable, SuperwordShareTable
from workbench.vocabulary.vocabulary_table import VocabularyTable


def tips(model):
    """The tool tips of the heads that have one."""
    columns = range(model.columnCount())
    side, role = Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    found = {column: model.headerData(column, side, role) for column in columns}
    return {column: words for column, words in found.items() if words}


def row_words(model, row):
    return [model.index(row, column).data() for column in range(model.columnCount())]


# The columns whose head says more in its tool tip, and a word of one of them.
HEADS = {
    "compression": (lambda _: CompressionTable(), 1, "white space"),
    "losses": (lambda _: ColumnTable(label_columns()), 2, "excluded from both sums"),
    "worst tokens": (lambda _: ColumnTable(worst_columns(QFont())), 1, "total loss"),
    "mixture": (lambda _: MixtureTable(), 7, "natural mixture"),
    "alternatives": (lambda _: ColumnTable(alternative_columns()), 2, "reference pattern"),
    "figures": (lambda _: ColumnTable(figures_columns()), 2, "training on the sample"),
    "sizes": (lambda _: ColumnTable(size_columns()), None, ""),
    "special tokens": (SpecialTokenTable, 3, "Fixed"),
    "superwords": (lambda _: SuperwordShareTable(), 2, "stage two made"),
    "saved tokens": (lambda _: SavedTokensTable(), 6, "superwords cost tokens"),
    "texts": (lambda _: ColumnTable(text_columns()), 1, "<range>"),
    "vocabulary": (lambda _: VocabularyTable(QFont()), None, "from 0"),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_that_needs_it_is_explained(name, theme):
    make, n_explained, word = HEADS[name]
    model = make(theme)
    found = tips(model)
    assert len(found) == n_explained if n_explained else found
    assert any(word in words for words in found.values())
    side = Qt.Orientation.Horizontal
    assert all(words != model.headerData(column, side) for column, words in found.items())
    model.deleteLater()


def test_heads_that_say_it_themselves_have_no_tip():
    assert tips(MergeTable()) == {}


def test_ngrams_are_said_and_sorted_with_what_is_missing_last():
    model = NgramTable()
    assert tips(model) == {}
    rows = (
        NgramCells("", "All", 2000, (4.0, 2.5, 2.25, 2.0), is_total=True),
        NgramCells("deu", "German", 0, (None, None, None, None)),
    )
    model.set_rows(rows, ("mine",))
    assert row_words(model, 0) == ["All", grouped(2000), "4.00", "2.500", "2.250", "2.000"]
    assert row_words(model, 1) == ["German", *[NOTHING] * 5]
    assert model.index(0, 0).data(Qt.ItemDataRole.FontRole).weight() == QFont.Weight.DemiBold
    keys = [[model.index(row, column).data(SORT_ROLE) for row in (0, 1)] for column in (0, 1, 3)]
    assert keys == [["all", "german"], [2000, 0], [2.5, float("inf")]]
    explained = tips(model)
    assert sorted(explained) == [1, 2, 3, 4, 5]
    assert "held-out" in explained[2]
    assert "favours long tokens" in explained[3]


def test_findings_about_a_model_have_words_a_remedy_and_a_colour(theme):
    model = ColumnTable(finding_columns(theme))
    finding = ConfigFinding("vocab_size", "error", "vocab_size is 10.", "Set it to 300.")
    model.set_rows((finding,))
    assert row_words(model, 0) == ["Error", "vocab_size is 10.", "Set it to 300."]
    assert model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == (
        "vocab_size is 10. Set it to 300."
    )
    assert model.index(0, 0).data(Qt.ItemDataRole.ForegroundRole) == theme.colour("negative")
    assert model.index(0, 1).data(Qt.ItemDataRole.ForegroundRole) is None
    model.deleteLater()


@pytest.fixture(scope="module")
def pair(corpus):
    return tuple(train_tokenizer(corpus, TrainingConfig(size)) for size in (280, 300))


def test_vocabularies_beside_each_other_show_where_each_token_is(pair):
    first, second = pair
    difference = vocabulary_difference(first, second)
    model = VocabularyDifferenceTable(QFont("mono"))
    model.show_part(difference, slice(0, len(difference.tokens)), ("a", "b"))
    assert model.rowCount() == len({*first.ranked_tokens, *second.ranked_tokens})
    token = second.ranked_tokens[-1]
    [row] = [row for row in range(model.rowCount()) if model.token_at(row) == token]
    assert model.index(row, TEXT).data(TOKEN_ROLE) == token
    assert model.index(row, SECOND_RANK).data() == str(second.n_merges - 1)
    is_shared = token in first.ranked_tokens
    assert (model.index(row, FIRST_RANK).data() == NOTHING) is not is_shared
    assert visible(token) in model.index(row, TEXT).data()
    assert model.index(row, TEXT).data(Qt.ItemDataRole.FontRole).family() == "mono"
    assert model.index(row, SECOND_RANK).data(Qt.ItemDataRole.FontRole) is None


def test_merges_beside_each_other_say_where_one_ends(pair):
    first, second = pair
    model = ColumnTable(beside_columns(pair, ("a", "b"), QFont("mono")))
    model.set_rows(range(second.n_merges))
    first_count, first_merge, second_merge = 1, 2, 4
    last = second.n_merges - 1
    assert [model.index(0, first_merge).data(SAME_ROLE), model.index(last, 0).data()] == [
        True, grouped(last),
    ]  # fmt: skip
    assert model.index(0, first_merge).data() == model.index(0, second_merge).data()
    assert model.index(0, first_count).data() == grouped(int(first.training.occurrences[0]))
    assert model.index(last, first_merge).data() == NOTHING
    assert " + " in model.index(last, second_merge).data()
    assert not model.index(last, first_merge).data(SAME_ROLE)


def test_equal_pairs_are_partners_with_the_shift_of_their_ranks():
    first = Tokenizer([[97, 98], [99, 100], [101, 102]])
    second = Tokenizer([[120, 121], [97, 98], [99, 100]])
    partners = merge_partners((first, second), 3)
    assert partners == {0: 1, 1: 2}
    assert merge_partners((first, second), 2) == {0: 1}
    model = ColumnTable(beside_columns((first, second), ("a", "b"), QFont("mono"), partners))
    model.set_rows(range(3))
    assert model.index(0, LINK).data() == ""
    assert [model.index(row, 5).data() for row in range(3)] == [NOTHING, "+1", "+1"]


def test_a_rule_of_superwords_is_written_and_switched_in_its_row(theme):
    model = SuperwordRuleTable(theme)
    model.show_rules(Superwords(0.8).rules, is_on=True)
    names = [rule.name for rule in RULE_ROWS]
    row = names.index("most_words")
    taken = []
    model.rules_edited.connect(taken.append)
    assert model.setData(model.index(row, 1), "3")
    assert taken[-1].most_words == 3
    off = Qt.CheckState.Unchecked
    assert model.setData(model.index(row, 0), off, Qt.ItemDataRole.CheckStateRole)
    assert taken[-1].most_words == RULE_ROWS[row].off
    assert not model.setData(model.index(row, 2), "3")
    assert not model.setData(model.index(-1, 0), "3")
    tip = model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "\n" in tip
    titles = [model.index(row, 0).data() for row in range(len(names))]
    assert (titles[row], titles[-1]) == ("Words per superword", "Twins")
    assert len(set(titles)) == len(names)
    model.deleteLater()


def test_languages_are_sorted_by_their_names_with_all_text_last():
    model = SuperwordShareTable()
    shares = [SuperwordShare(label, 100, 10, None) for label in ("zho", "deu", "eng", "all")]
    model.show_shares(shares)
    model.sort(0, Qt.SortOrder.AscendingOrder)
    assert model.labels == ("zho", "eng", "deu", "all")
    assert model.index(0, 0).data() == "Chinese"
    model.sort(0, Qt.SortOrder.DescendingOrder)
    assert model.labels == ("deu", "eng", "zho", "all")


def test_an_alternative_says_where_it_is_missing(theme):
    model = ColumnTable(alternative_columns())
    rows = (
        AlternativeRow(1, r"\w+", 0, 7, 30, 20),
        AlternativeRow(2, r"\d{1,3}", 1, 0, 0, 0),
        AlternativeRow(None, r"\s+", None, 0, 0, 9, is_gone=True),
    )
    model.set_rows(rows)
    told = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    assert told == [
        r"\w+",
        r"Matches nothing in the sample: \d{1,3}",
        r"Only in the reference pattern: \s+",
    ]
    model.deleteLater()


def test_tokens_of_a_role_are_counted_with_the_share_that_is_trained():
    model = ColumnTable(role_columns())
    assert tips(model) == {}
    model.set_rows({"user": RoleCount(2000, 0), "assistant": RoleCount(40, 30)}.items())
    assert row_words(model, 0) == ["user", grouped(2000), "0", "0 %"]
    assert row_words(model, 1) == ["assistant", "40", "30", "75.0 %"]
    assert model.index(1, 3).data(SHARE_ROLE) == 0.75
    model.set_rows([("system", RoleCount(0, 0))])
    assert row_words(model, 0) == ["system", "0", "0", NOTHING]
    assert model.index(0, 3).data(SHARE_ROLE) is None
