"""What is compared of runs, strict about types, and the search for runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from engine import Tokenizer, TrainingConfig
from engine.analysis.differences import (
    ChosenPair,
    MergeDivergence,
    PairCount,
    Reason,
    vocabulary_difference,
)
from engine.evaluation.evaluation import evaluate_all
from engine.settings.sources import Mixture, ReadingOptions
from tests.workbench.ui.test_tables import run
from workbench.runs.run_facts_part import DIFFERS_ROLE, FIRST_VALUE, FULL_ROLE, FactTable
from workbench.runs.run_vocabulary_part import VocabularyDifferenceTable
from workbench.store import EvaluationRecord, MeasuredTokenizer
from workbench.store.records import DocumentOptions, FileRecord, RunRecord, SourceRecord
from workbench.text.numbers import GROUP_SPACE
from workbench.work.runs.comparison import (
    MISSING,
    ComparedFact,
    ComparedTokenizer,
    common_evaluation,
    compared_facts,
    count_words,
    divergence_sentences,
    is_same,
    same_text,
)
from workbench.work.runs.search import RunSearch, tag_term

NAN = float("nan")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True), (1, 1.0, False), (1, True, False), (0, False, False), ("1", 1, False),
        (None, MISSING, False), (MISSING, MISSING, True), (None, None, True), (NAN, NAN, True),
        ((1, 2), (1, 2), True), ((1, 2), (1, 2.0), False), ((1,), [1], False), ((), (1,), False),
        (((1,),), ((True,),), False),
    ],
)  # fmt: skip
def test_equal_means_equal_in_type_and_value(one, other, same):
    assert is_same(one, other) is same
    assert ComparedFact("s", "k", (one, other)).differs is not same


def test_a_third_that_differs_is_a_difference():
    assert ComparedFact("s", "k", (1, 1, 2)).differs
    assert not ComparedFact("s", "k", (1, 1, 1)).differs


def test_a_fact_that_one_has_not_is_missing(tokenizer):
    other = Tokenizer(tokenizer.merges[:3], pattern="cl100k", normalization="nfc")
    rows = {
        fact.name: fact
        for fact in compared_facts(
            [ComparedTokenizer("a", tokenizer), ComparedTokenizer("b", other)]
        )
    }
    assert rows["settings.normalization"].values == (None, "nfc")
    assert rows["result.bytes_per_token"].values[1] is MISSING
    assert rows["result.n_merges"].values == (tokenizer.n_merges, 3)
    assert rows["settings.special_tokens"].values == (("<|endoftext|>",), ())
    assert "corpus.bytes" not in rows


def stored(name, measured, day=1):
    created = datetime(2026, 11, day, tzinfo=UTC)
    return EvaluationRecord(name, created, measured[0].evaluation.rows, tuple(measured))


def test_evaluations_on_the_same_texts_are_found(tokenizer, corpus, tmp_path):
    other = Tokenizer(tokenizer.merges[:9])
    ours, theirs = evaluate_all([tokenizer, other], corpus)
    path = tmp_path / "t.json"
    beside = [MeasuredTokenizer("a", ours), MeasuredTokenizer("b", theirs, path=str(path))]
    first = ComparedTokenizer("a", tokenizer, evaluations=(stored("texts", beside),))
    second = ComparedTokenizer("b", other, path=path)
    found = common_evaluation([first, second])
    assert found.evaluations == (ours, theirs)
    own = ComparedTokenizer("b", other, evaluations=(stored("texts", beside[1:]),))
    assert common_evaluation([first, own]).evaluations == (ours, theirs)
    elsewhere = ComparedTokenizer("b", other, evaluations=(stored("others", beside[1:]),))
    assert common_evaluation([first, elsewhere]) is None
    names = [fact.key for fact in compared_facts([first, second], found) if fact.differs]
    assert "bytes_per_token" in names


RUNS = (
    run("1", name="alpha", tags=("to keep", "paper"), notes="Best of the week", pattern="x"),
    run("2", name="beta cl100k", status="failed", pattern_name=None, pattern=r"\p{L}+"),
    run("3", name="gamma", pattern_name="cl100k", tags=("papers",)),
)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", "123"), ("ALPHA", "1"), ("cl100k", "23"), ("pattern:cl100k", "3"),
        ("pattern:own", "2"), (r"pattern:\p{L}", "2"), ("tag:paper", "1"), ("tag:paper*", "13"),
        ('tag:"to keep"', "1"), ("tag:keep", ""), ("status:fail", "2"), ("-status:failed", "13"),
        ("note:week best", "1"), ('note:"week best"', ""), ('note:"the week"', "1"),
        ("week paper", "1"), ("name:paper", ""),
        ("-tag:paper -failed", "3"), ('"beta cl', "2"), ("tag:", ""), ("TAG:Paper", "1"),
    ],
)  # fmt: skip
def test_a_search_finds_what_a_person_means(words, found):
    search = RunSearch.of(words)
    assert "".join(each.run_id for each in RUNS if search.finds(each)) == found


def test_a_tag_as_it_is_typed_finds_itself():
    for tag in ("paper", "to keep"):
        assert RunSearch.of(tag_term(tag)).finds(RUNS[0])
        assert not RunSearch.of(tag_term(tag)).finds(RUNS[2])


def test_where_two_part_in_sentences():
    known, unknown = PairCount(7, 7, 2), PairCount()
    first = ChosenPair(b" %2", b"h", (known, PairCount(1, 5, 9)))
    second = ChosenPair(b"a", b"b", (PairCount(at_most=7), PairCount(5, 5, 2)))
    reasons = (Reason("token_limit", 1, number=4), Reason("tie_break", number=7))
    words = divergence_sentences(MergeDivergence(2, (first, second), reasons), ("A", "B"))
    assert words == (
        "The first 2 merges are identical; the runs diverge at rank 2.",
        "A merges ·%2 + h, whose count is 7 there and 1 to 5 in B.",
        "B merges a + b, whose count is 5 there and at most 7 in A.",
        "B cannot merge ·%2 + h: its tokens have at most 4 bytes.",
        "Both pairs have the same count, and the tie-breaks differ.",
    )
    alone = ChosenPair(b"a", b"b", (unknown, unknown))
    words = divergence_sentences(MergeDivergence(0, (None, alone)), ("A", "B"))
    assert words[1:] == (
        "A has no more merges.", "B merges a + b.", "The records do not explain the divergence."
    )  # fmt: skip
    assert divergence_sentences(None, ("A", "B")) == ("All merges are identical.",)
    several = Reason("several", differing=("pattern",), unknown=("text",))
    words = divergence_sentences(MergeDivergence(1, (first, second), (several,)), ("A", "B"))
    assert words[-1].endswith("the split pattern. Not recorded, so it may differ too: "
                              "the text.")  # fmt: skip


def test_counts_in_words():
    assert count_words(PairCount(1234, 1234)) == f"1{GROUP_SPACE}234"
    assert [count_words(PairCount(*each)) for each in ((None, None), (3, None), (None, 4))] == [
        "", "at least 3", "at most 4",
    ]  # fmt: skip


def record_of(sources, **changes):
    """A run record of sources given as (label, hashes)."""
    files = [
        SourceRecord(label, tuple(FileRecord(f"/{each}", 1, each) for each in hashes))
        for label, hashes in sources
    ]
    values = {
        "summary": run("r"), "config": None, "options": DocumentOptions(), "sources": tuple(files),
        "engine_version": "1", "unicode_version": "16.0", "seconds_count": 1.0,
        "seconds_merge": 1.0, "seconds_total": 2.0, "training": None,
    }  # fmt: skip
    return RunRecord(**values | changes)


def test_the_order_in_which_sources_were_added_is_no_difference_of_labels(tokenizer):
    records = (
        record_of([("eng", ("a",)), ("deu", ("b",))]),
        record_of([("deu", ("b",)), ("eng", ("a",))]),
    )
    config = TrainingConfig(300)
    compared = [
        ComparedTokenizer(name, tokenizer, record=replace(record, config=config))
        for name, record in zip("ab", records, strict=True)
    ]
    rows = {fact.name: fact for fact in compared_facts(compared)}
    assert rows["corpus.labels"].values == (("deu", "eng"),) * 2
    assert not rows["corpus.labels"].differs


def test_the_same_text_is_known_by_hashes_and_nothing_else_is_claimed():
    one = record_of([("eng", ("a", "b")), ("deu", ("c",))])
    assert same_text(one, record_of([("other", ("c",)), ("label", ("b", "a"))])) is True
    for other in (
        record_of([("eng", ("a", "b"))]),
        record_of([("eng", ("a", None)), ("deu", ("c",))]),
        record_of([("eng", ("a", "b")), ("deu", ("c",))], options=DocumentOptions(max_chars=9)),
        record_of([("eng", ("a", "b")), ("deu", ("c",))], mixture=Mixture(target_bytes=5)),
        record_of([]),
        None,
    ):
        assert same_text(one, other) is None
    mixture = Mixture(shares={"eng": 2, "deu": 1})
    mixed = [
        record_of([("eng", ("a",)), ("deu", ("b",))], mixture=mixture),
        record_of([("deu", ("a",)), ("eng", ("b",))], mixture=mixture),  # the labels swapped
    ]
    assert same_text(mixed[0], mixed[0]) is True
    assert same_text(*mixed) is None
    capped = []
    for files in ("ab", "ba"):
        whole = record_of([("eng", files)])
        cut = replace(whole.sources[0], reading=ReadingOptions(max_chars=5))
        capped.append(replace(whole, sources=(cut,)))
    assert same_text(*capped) is None  # the limit may end the text in another file
    unread = record_of([("eng", (None,))])
    assert same_text(unread, unread) is None


# ---- the tables of the window


FACTS = (
    ComparedFact("settings", "vocab_size", (4096, 8192)),
    ComparedFact("settings", "min_frequency", (1, True)),
    ComparedFact("settings", "tie_break", ("first-seen", MISSING)),
    ComparedFact("settings", "special_tokens", (("<|a|>", "<|b|>"), ("<|a|>", "<|b|>"))),
    ComparedFact("result", "bytes_per_token", (3.123456789, 3.123456789)),
)


def shown(model):
    return [fact.key for fact in model.facts]


def test_facts_are_filtered_by_words_by_expression_and_by_difference(qtmodeltester):
    model = FactTable()
    model.set_facts(FACTS, ("A", "B"))
    qtmodeltester.check(model)
    assert shown(model) == ["vocab_size", "min_frequency", "tie_break"]
    assert model.set_filter("^result.*(8192|first)") == ""
    assert shown(model) == []
    assert model.set_filter("^settings.*(8192|first)") == ""
    assert shown(model) == ["vocab_size", "tie_break"]
    assert model.set_filter("settings.vocab(") != ""
    assert shown(model) == []
    model.set_filter("tie-BREAK")
    assert shown(model) == ["tie_break"]


def test_a_cell_shows_a_value_in_short_and_has_it_whole():
    model = FactTable()
    model.set_only_differences(False)
    model.set_facts(FACTS, ("A", "B"))
    cells = [[model.index(row, column) for column in (2, 3)] for row in range(len(FACTS))]
    assert [cell.data() for cell in cells[2]] == ["first-seen", "missing"]
    assert [cell.data(FULL_ROLE) for cell in cells[3]] == ['["<|a|>", "<|b|>"]'] * 2
    assert (cells[4][0].data(), cells[4][0].data(FULL_ROLE)) == ("3.12", "3.123456789")
    assert [row[1].data(DIFFERS_ROLE) for row in cells] == [True, True, True, False, False]


def test_heads_of_facts_say_the_name_or_what_a_difference_is():
    model = FactTable()
    model.set_facts(FACTS, ("a long name of a run", "B"))
    tips = [
        model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        for column in range(model.columnCount())
    ]
    assert tips[:4] == [None, None, "a long name of a run (baseline)", "B"]
    assert tips[4].startswith("B minus the baseline")


def test_a_difference_from_a_missing_value_is_an_empty_cell():
    model = FactTable()
    model.set_facts(FACTS, ("A", "B"))
    missing = model.index(2, FIRST_VALUE + 2)
    assert [missing.data(role) for role in (Qt.ItemDataRole.DisplayRole, FULL_ROLE)] == ["", ""]


@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
@pytest.mark.parametrize("column", range(7))
def test_tokens_are_sorted_by_any_column(qapp, tokenizer, column, order):
    other = Tokenizer(tokenizer.merges[:20])
    found = vocabulary_difference(tokenizer, other)
    model = VocabularyDifferenceTable(QFont())
    model.show_part(found, found.both, ("A", "B"))
    model.sort(column, order)
    rows = [model.token_at(row) for row in range(model.rowCount())]
    at = {token: place for place, token in enumerate(found.tokens)}
    keys = [
        token if column < 2 else len(token) if column == 2
        else int((found.ranks if column < 5 else found.ids)[at[token], (column - 3) % 2])
        for token in rows
    ]  # fmt: skip
    known = [key for key in keys if isinstance(key, bytes) or key >= 0]
    assert known == sorted(known, reverse=order is Qt.SortOrder.DescendingOrder)
    assert keys[: len(known)] == known
    assert set(rows) == set(found.tokens[found.both])


def test_tokens_are_filtered_by_text_and_by_glyphs(qapp):
    tokens = Tokenizer([[32, 84], [256, 104], [10, 10], [0xE2, 0x96]])
    found = vocabulary_difference(tokens, tokens)
    model = VocabularyDifferenceTable(QFont())
    model.show_part(found, found.both, ("A", "B"))
    for words, wanted in {
        " t": [b" T", b" Th"], "·tH": [b" Th"], "↵↵": [b"\n\n"], "⟨e2 96": [b"\xe2\x96"],
        "q": [b"Q", b"q"],
    }.items():  # fmt: skip
        model.set_filter(words)
        assert [model.token_at(row) for row in range(model.rowCount())] == wanted
