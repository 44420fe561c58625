"""Other libraries' engines, asked for their cuts in processes that may die."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.splitting.alternatives import AlternativeFinder
from engine.splitting.preset_patterns import preset_names, preset_pattern
from engine.splitting.splitter import Splitter
from tests.texts import some_texts
from workbench.pattern import engines_row as engine_checker
from workbench.pattern.engines_row import EngineChecker
from workbench.pattern.pattern_rows import engine_sentence
from workbench.text.sample_text import SAMPLE_TEXT
from workbench.work import engine_verdicts
from workbench.work.engine_verdicts import (
    ENGINES,
    OwnCut,
    answer,
    ask_engines,
    engine_request,
    placed,
    regex_pieces,
    tiktoken_pieces,
    verdict_of_answers,
)

ENDLESS = "import time, sys\nsys.stdin.read()\nwhile True: pass"
DYING = "import os, sys\nsys.stdin.read()\nos.abort()"


def own_cut(pattern: str, text: str) -> OwnCut:
    finder = AlternativeFinder(pattern, with_regex=True)
    bounds, matched, _ = finder.cut(text.encode())
    return OwnCut(pattern, text.encode(), bounds, matched)


def verdict(engine: str, pattern: str, text: str):
    request = engine_request(engine, pattern, text.encode())
    answers = [
        {"way": way["way"], **answer(engine, way["expressions"], text.encode())}
        for way in request["ways"]
    ]
    return verdict_of_answers(engine, own_cut(pattern, text), answers)


@pytest.mark.slow
def test_pieces_of_tiktoken_are_exact():
    pytest.importorskip("tiktoken")
    for name in preset_names():
        pattern = preset_pattern(name)
        if "(?#then)" in pattern or name in {"superbpe-stage2", "superbpe-paper"}:
            continue
        for text in (SAMPLE_TEXT, "", "x", "aaaa" * 50 + "  !", "".join(some_texts(30))):
            wanted = [piece.encode() for piece in Splitter(pattern).split(text)]
            assert tiktoken_pieces([pattern], text) == wanted, name


def test_pieces_of_regex_keep_what_is_not_matched():
    assert regex_pieces([r"\d", "[a-c]+"], "ab12 c") == [b"ab", b"1", b"2", b" ", b"c"]


def test_pieces_find_their_places():
    assert placed([b"ab", b"c"], b"ab-c-") == ([0, 2, 3, 4, 5], 2)
    assert placed([], b"") == ([0], 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_presets_are_the_same_where_an_export_says_so(engine):
    pytest.importorskip(engine)
    for name in ("gpt2", "cl100k", "o200k", "llama3", "qwen2"):
        assert verdict(engine, preset_pattern(name), SAMPLE_TEXT).status == "same"


def test_a_repeat_of_a_repeat_differs_in_oniguruma():
    pytest.importorskip("tokenizers")
    found = verdict("tokenizers", r"\p{N}{1,3}+|\P{N}+", "in 1234 x")
    assert (found.status, found.n_places, found.place) == ("different", 1, 3)
    assert (found.ours, found.theirs) == ((b"123", b"4"), (b"1234",))
    assert found.rewritten == "same"
    assert "123 | 4" in engine_sentence(found)


def test_what_tiktoken_drops_is_told():
    pytest.importorskip("tiktoken")
    found = verdict("tiktoken", r"\d+", "ab12cdab")
    assert (found.status, found.dropped) == ("same", 6)
    assert "drops 6 bytes" in engine_sentence(found)


def test_a_sequence_and_a_broken_pattern_are_refused():
    pytest.importorskip("tiktoken")
    found = verdict("tiktoken", preset_pattern("starcoder"), "a1")
    assert (found.status, "sequence" in found.message) == ("refused", True)
    assert "rejects the pattern" in engine_sentence(found)
    assert answer("tiktoken", ["(ab"], b"x")["status"] == "refused"


def test_a_library_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)
    found = verdict("tiktoken", "a", "a")
    assert found.status == "missing"
    assert "not installed" in engine_sentence(found)


BAD_ENDS = [(ENDLESS, "slow", 300), (DYING, "died", 60_000)]


@pytest.mark.parametrize(("program", "status", "limit_ms"), BAD_ENDS)
def test_a_process_that_ends_badly_is_a_verdict(monkeypatch, program, status, limit_ms):
    import sys

    command = [sys.executable, "-S", "-c", program]
    monkeypatch.setattr(engine_verdicts, "engine_command", lambda: command)
    monkeypatch.setattr(engine_verdicts, "ENGINES", ("tiktoken",))
    (found,) = ask_engines(own_cut("a", "ab"), limit_s=limit_ms / 1000)
    assert found.status == status


@pytest.mark.parametrize(("program", "status", "limit_ms"), BAD_ENDS)
def test_the_window_survives_engines_that_do_not(qtbot, monkeypatch, program, status, limit_ms):
    import sys

    command = [sys.executable, "-S", "-c", program]
    monkeypatch.setattr(engine_checker, "engine_command", lambda: command)
    monkeypatch.setattr(engine_checker, "ENGINES", ("tiktoken", "regex"))
    checker, found = EngineChecker(limit_ms=limit_ms), []
    checker.found.connect(found.append)
    checker.ask(own_cut("a", "ab"))
    qtbot.waitUntil(lambda: len(found) == 2)
    assert [each.status for each in found] == [status, status]
    assert not checker.is_busy


def test_what_is_asked_again_gives_up_the_old(qtbot, monkeypatch):
    import sys

    said = json.dumps({"way": "written", "version": "1", "status": "refused", "message": "no"})
    program = f"import sys\nsys.stdin.read()\nprint({said!r})"
    monkeypatch.setattr(
        engine_checker, "engine_command", lambda: [sys.executable, "-S", "-c", program]
    )
    checker, found = EngineChecker(), []
    checker.found.connect(found.append)
    checker.ask(own_cut("a", "ab"))
    checker.ask(own_cut("b", "ab"))
    qtbot.waitUntil(lambda: len(found) == len(ENGINES))
    assert [each.engine for each in found] == list(ENGINES)
    assert {each.message for each in found} == {"no"}
    checker.ask(own_cut("b", "ab"))
    checker.stop()
    assert not checker.is_busy


def test_our_own_cut_is_never_different_from_itself():
    own = own_cut(preset_pattern("superbpe-stage2"), SAMPLE_TEXT)
    assert not own.matched.all()
    assert np.array_equal(own.bounds[[0, -1]], [0, len(own.data)])
    assert verdict("regex", own.pattern, SAMPLE_TEXT).status == "same"
