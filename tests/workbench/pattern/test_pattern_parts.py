"""The parts of the Pattern workspace: editor, alternatives, comparison, counts of tokens."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.splitting.alternatives import AlternativeFinder
from engine.splitting.expression_reader import top_level_alternatives
from engine.splitting.preset_patterns import preset_pattern
from tests.workbench.colour_vision import (
    DEUTERANOPIA,
    PROTANOPIA,
    colour_distance,
    seen_by,
)
from tests.workbench.named import named, words_of
from workbench.pattern.pattern_checker import PatternTrial
from workbench.pattern.pattern_comparison import CutSide, PatternComparison
from workbench.pattern.pattern_editor import PatternEditor
from workbench.pattern.pattern_flow import CutPair, PatternFlow
from workbench.pattern.pattern_results import MAX_PREVIEW_BYTES, PatternPreview, PatternResults
from workbench.pattern.pattern_rows import (
    RANKED_HUES,
    PatternHues,
    alternative_rows,
    cut_figures,
    hues_of,
    run_numbers,
)
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.ui.spans.span_colouring import NO_HUE, base_hue, mark_style
from workbench.ui.theme import colours
from workbench.ui.theme.colours import SCHEMES

TEXT = SAMPLE_TEXT.encode()


def trial(name: str, data: bytes = TEXT) -> PatternTrial:
    bounds, matched, made = AlternativeFinder(name, with_regex=True).cut(data)
    pieces = {data[a:b] for a, b in pairwise(bounds)}
    pattern = preset_pattern(name) if name in {"gpt2", "o200k", "qwen2"} else name
    return PatternTrial(pattern, data, bounds, matched, made, distinct=len(pieces))


def hues_for(edited: PatternTrial) -> PatternHues:
    hues = PatternHues()
    hues.take(edited)
    return hues


def test_alternatives_have_numbers_where_their_runs_begin():
    found = trial("gpt2", b"we're 12 ab cd, ef!? x")
    pieces = [found.text[a:b].decode() for a, b in pairwise(found.bounds)]
    numbers = dict(zip(pieces, run_numbers(found).tolist(), strict=True))
    texts = found.texts
    assert numbers.pop("'re") == texts.index("'re") + 1
    assert numbers.pop(" 12") == texts.index(r" ?\p{N}+") + 1
    assert numbers.pop(",") == numbers.pop("!?") == texts.index(r" ?[^\s\p{L}\p{N}]+") + 1
    assert set(numbers.values()) == {0}  # words, which cover most


def test_a_run_of_one_alternative_has_one_number():
    found = trial("gpt2", b"abcdefgh '' '' ''")
    assert np.count_nonzero(run_numbers(found)) == 1


def test_what_matches_nothing_has_no_number():
    found = trial("[a-z]+|[0-9]+", b"abc ++ 12")
    assert run_numbers(found).tolist() == [0, 0, 2]
    assert run_numbers(replace(found, made=None)) is None


def test_numbers_are_written_below_the_pre_tokens_unless_switched_off(qtbot, theme):
    results = PatternResults(theme)
    qtbot.addWidget(results)
    found = trial("gpt2")
    results.show_edited(found)
    assert results.view.overlays.ids
    text = results.view.text
    assert text.number_words(1) == str(found.made[1] + 1)
    results.numbers.click()
    assert not results.view.overlays.ids


@pytest.fixture
def editor(qtbot, theme):
    made = PatternEditor("Split pattern", theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_lines_are_no_part_of_the_pattern(editor):
    pattern = "'s| ?𝒳#|(?:a|b)[|\n]|\n|c"
    editor.set_pattern(pattern, is_settled=True)
    assert editor.pattern == pattern
    assert editor.document().blockCount() > 4
    editor.set_lines(False)
    assert editor.pattern == pattern
    assert editor.raw_text == pattern
    editor.set_lines(True)
    assert editor.pattern == pattern


def test_typing_on_lines_gives_what_was_typed(qtbot, editor):
    editor.set_pattern("", is_settled=True)
    qtbot.keyClicks(editor, "a|(b|c)| d")
    editor.settle()
    assert editor.pattern == "a|(b|c)| d"
    assert editor.raw_text == "a\n|(b|c)\n| d"
    assert editor.textCursor().atEnd()
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClicks(editor, "e")
    assert editor.pattern == "a|(b|c)| d|e"
    editor.undo()
    editor.undo()
    assert "e" not in editor.pattern


def test_an_error_is_marked_where_it_stands_on_its_line(editor):
    editor.set_pattern("𝒳|ab|(c", is_settled=True)
    editor.mark_position(5)  # the bracket; two line breaks and a pair of surrogates before it
    assert editor.marked == (8, 9)
    editor.mark_position(None)
    assert editor.marked is None


def test_alternatives_have_their_hues_as_ground(editor, theme):
    editor.set_pattern("ab|cd", is_settled=True)
    grounds = []
    block = editor.document().firstBlock()
    while block.isValid():
        formats = [(f.start, f.format.background().color()) for f in block.layout().formats()
                   if f.format.hasProperty(f.format.Property.BackgroundBrush)]  # fmt: skip
        grounds.append(formats)
        block = block.next()
    assert grounds == [
        [(0, theme.token_colour(0).background)],
        [(1, theme.token_colour(1).background)],
    ]


def test_the_bracket_at_the_cursor_and_its_other_half_are_marked(qtbot, editor):
    editor.set_pattern("a(b[c)]d)", is_settled=True)
    editor.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    cursor = editor.textCursor()
    cursor.setPosition(2)
    editor.setTextCursor(cursor)
    assert [mark.cursor.selectionStart() for mark in editor.extraSelections()] == [1, 8]
    cursor.setPosition(1)
    editor.setTextCursor(cursor)
    assert len(editor.extraSelections()) == 2
    cursor.setPosition(8)
    editor.setTextCursor(cursor)
    assert [mark.cursor.selectionStart() for mark in editor.extraSelections()] == [8, 1]


def test_rows_of_alternatives_cover_the_text():
    edited, saved = trial("gpt2"), trial("qwen2")
    rows = alternative_rows(edited, saved, "not matched", hues_for(edited))
    assert sum(row.n_bytes for row in rows) == len(TEXT)
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert sum(row.pretokens for row in rows) == len(edited.bounds) - 1
    assert sum(row.saved_bytes for row in rows) == len(TEXT)
    shared = next(row for row in rows if row.text == r"\s+")
    assert shared.number == 12
    assert [row.text for row in rows if row.is_gone][-1] == r"\s*[\r\n]+"
    digits = trial(r"\d+")
    left = alternative_rows(digits, None, "not matched", hues_for(digits))[-1]
    assert (left.text, left.number, left.pretokens) == ("not matched", None, int(
        (~digits.matched).sum()))  # fmt: skip


def test_equal_alternatives_of_two_patterns_have_one_hue():
    edited, saved = trial(r"\d+|[a-z]+|(?s:.)", b"ab 12"), trial(r"[a-z]+|\d", b"ab 12")
    hues = hues_for(edited)
    letters, blank, digits = hues_of(edited, hues).tolist()
    assert len({letters, blank, digits}) == 3
    assert hues_of(saved, hues).tolist()[0] == letters
    assert hues_of(saved, hues).tolist()[2] not in (letters, blank, digits)
    figures = cut_figures(edited)
    assert (figures.pretokens, figures.distinct, figures.longest, figures.unmatched) == (3, 3, 2, 0)


def test_no_two_alternatives_look_alike_but_contractions_do():
    edited = trial("gpt2", b"It's what we'd say: they're here, 2024\n  ok")
    hues = hues_for(edited).hues
    texts = [each.text for each in top_level_alternatives(edited.pattern)]
    contractions = {hue for hue, text in zip(hues, texts, strict=True) if text.startswith("'")}
    others = [hue for hue, text in zip(hues, texts, strict=True) if not text.startswith("'")]
    assert len(contractions) == 1
    assert len({*others, *contractions}) == len(others) + 1
    assert others[0] == RANKED_HUES[0]  # words have most bytes


def test_hues_stay_while_a_text_is_typed_and_follow_another_pattern():
    hues = hues_for(trial(r"\d+|[a-z]+", b"abc 1"))
    before = hues.hues
    hues.take(trial(r"\d+|[a-z]+", b"a 123456"))
    assert hues.hues == before
    hues.take(trial(r"\d+|[a-z]+|\s", b"a 123456"))
    assert hues.hues[0] == RANKED_HUES[0]


def test_what_colour_blind_people_confuse_has_another_mark():
    alike = {frozenset(pair) for pair in ((0, 2), (1, 6), (3, 6), (4, 5), (4, 7), (5, 7))}
    usual = RANKED_HUES[:11]
    assert len(set(RANKED_HUES)) == len(RANKED_HUES)
    for one, other in combinations(usual, 2):
        if mark_style(one) == mark_style(other):
            assert frozenset((base_hue(one), base_hue(other))) not in alike


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("matrix", [PROTANOPIA, DEUTERANOPIA], ids=["protan", "deutan"])
def test_colour_blind_people_tell_neighbours_by_share_of_bytes_apart(name, matrix):
    grounds = [hue.background for hue in colours.scheme(name).tokens]
    for pair in pairwise(RANKED_HUES):
        one, other = (seen_by(grounds[base_hue(hue)], matrix) for hue in pair)
        assert colour_distance(one, other) >= 10, pair


def test_only_what_changed_is_coloured_and_one_goes_from_change_to_change(qtbot, theme):
    view = PatternComparison(theme)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    data = b"one 12 two 345 end"
    left, right = trial(r"\w+|\s", data), trial(r"[a-z]+|\d|\s", data)
    hues = hues_for(right)
    sides = [
        CutSide(str(i), t.bounds, t.matched, hues_of(t, hues)) for i, t in enumerate((left, right))
    ]
    view.show_cuts(data, *sides)
    assert view.n_places == 2
    assert np.flatnonzero(view.right.ringed).tolist() == [2, 3, 7, 8, 9]
    assert [hue != NO_HUE for hue in view.left.text.hues] == view.left.ringed.tolist()
    seen = []
    for step in (1, 1, 1, -1):
        view.go(step)
        seen.append((view.place, data[slice(*view.left.text.bounds[view.left.current :][:2])]))
    assert seen == [(1, b"12"), (2, b"345"), (1, b"12"), (2, b"345")]


def test_tokens_under_two_patterns_are_those_of_tokenizers_with_them(qtbot, state, engine_jobs):
    text = "the cat sat, 1234 the cats: 56789 sat!\n" * 6
    corpus = Corpus.from_texts([text * 3])
    tokenizer = train_tokenizer(corpus, TrainingConfig(300, pattern="gpt2"))
    state.open_run("run", tokenizer, None)
    cuts = [
        AlternativeFinder(name, with_regex=True).cut(text.encode())[0] for name in ("gpt2", "qwen2")
    ]
    flow = PatternFlow(state, engine_jobs)
    with qtbot.waitSignal(flow.counted) as caught:
        flow.count(CutPair(text.encode(), *cuts))
    other = type(tokenizer)(tokenizer.merges, pattern="qwen2")
    assert (caught.args[0].saved, caught.args[0].edited) == (
        len(tokenizer.encode(text)), len(other.encode(text)))  # fmt: skip
    with qtbot.waitSignal(flow.counted) as caught:
        flow.count(CutPair(text.encode(), *cuts, vocab_size=280))
    expected = []
    for name in ("gpt2", "qwen2"):
        trained = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(280, pattern=name))
        expected.append(len(trained.encode(text)))
    assert [caught.args[0].saved, caught.args[0].edited] == expected


def test_a_sample_has_something_of_every_source(qtbot, state, engine_jobs, corpus):
    flow = PatternFlow(state, engine_jobs)
    with qtbot.waitSignal(flow.failed) as caught:
        flow.sample()
    assert "no corpus" in caught.args[0]
    state.set_corpus(corpus)
    with qtbot.waitSignal(flow.sampled) as caught:
        flow.sample()
    assert all(word in caught.args[0] for word in ("the cat", "Katze", "猫が"))
    assert len(caught.args[0].encode()) <= 66_000


def test_a_sample_of_files_that_are_missing_names_them(qtbot, state, engine_jobs, tmp_path):
    (tmp_path / "eng.txt").write_text("low lower", encoding="utf-8")
    state.set_corpus(Corpus.from_paths(tmp_path / "eng.txt"))
    (tmp_path / "eng.txt").unlink()
    flow = PatternFlow(state, engine_jobs)
    with qtbot.waitSignal(flow.failed) as caught:
        flow.sample()
    assert str(tmp_path / "eng.txt") in caught.args[0]


def test_the_preview_says_how_much_of_a_long_text_is_tried(qtbot, theme):
    preview = PatternPreview(theme)
    qtbot.addWidget(preview)
    part = named(preview, "shown_part")
    preview.set_text("é" * 50_000)
    assert len(preview.data) <= MAX_PREVIEW_BYTES
    assert words_of(part) == "The preview covers the first 65.5 kB of 100 kB."
    preview.set_text("short")
    assert words_of(part) == ""
    QGuiApplication.clipboard().setText("a" * 300_000)
    editor = preview.findChild(QPlainTextEdit)
    editor.selectAll()
    editor.paste()
    editor.settle()
    assert len(editor.toPlainText()) == MAX_PREVIEW_BYTES  # megabytes would take seconds
    assert words_of(part) == "The preview covers the first 65.5 kB of 300 kB."
    editor.setPlainText("typed")
    editor.settle()
    assert words_of(part) == ""


@pytest.mark.parametrize("is_comparing", [False, True])
def test_a_late_result_of_an_older_pattern_is_shown_with_its_own_alternatives(
    qtbot, theme, is_comparing
):
    results = PatternResults(theme)
    qtbot.addWidget(results)
    results.show_view(int(is_comparing))
    newer, late = trial(r"\w+|\s"), trial("gpt2")
    late = replace(late, pattern="gpt2", alternatives=late.texts)  # typed as a name
    for shown in (newer, late, newer, late):
        results.show_edited(shown)
        results.show_saved(late if shown is newer else newer)
        rows = alternative_rows(results.edited, None, "not matched", results.hues)
        numbered = [row for row in rows if row.number is not None]
        assert [row.text for row in numbered] == list(shown.texts)
        assert [row.hue for row in numbered] == list(results.hues.hues)
        assert set(results.spans.hues[shown.made >= 0]) <= set(results.hues.hues)
