"""Limits on searches count the time of the searching thread, whatever other threads do."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
import regex

from engine import Corpus, Splitter, TrainingConfig, train
from engine.errors import ConfigError, PatternError
from engine.formats.llama_cpp import cut_of
from engine.formats.pattern_dialects import has_empty_matches
from engine.machine import work as own_time
from engine.machine.work import OwnTime
from engine.settings.token_lists import MergeRules
from engine.splitting import regex_cutter
from engine.splitting.alternatives import AlternativeFinder
from engine.training import vetoes as merge_veto
from engine.training.vetoes import RuleVeto
from workbench.vocabulary.vocabulary_index import TokenLines, TooSlowError

SLOW = r"(?:a|aa)+(?<!q)b"
"""Exponential on a run of a's."""
FALLBACK = r"(?<=a)b|\p{L}+?|."


def use_processor(seconds: float) -> None:
    """Let another thread use so much processor time of this process."""

    def work() -> None:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.fixture
def _no_own_time(monkeypatch):
    """This thread takes nothing: all is charged to it by others."""
    monkeypatch.setattr(own_time, "thread_time", lambda: 0.0)


def test_the_limit_of_regex_is_charged_other_threads():
    """What makes OwnTime needed; where this fails, a release of `regex` does without."""
    found = regex.finditer("a", "aaaa", timeout=0.02)
    next(found)
    use_processor(0.05)
    with pytest.raises(TimeoutError):
        list(found)


def test_what_other_threads_take_is_not_charged_to_a_pattern(monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.06)
    monkeypatch.setattr(regex_cutter, "_BLOCK_MATCHES", 8)
    data = b"abc, ab" * 100
    splitter = Splitter(FALLBACK)
    assert splitter.kind == "regex"
    spans = []
    for number, block in enumerate(splitter.span_blocks(data, np.array([0, len(data)]))):
        if not number:
            use_processor(0.12)
        spans.append(block.spans)
    monkeypatch.undo()
    assert np.concatenate(spans).tolist() == splitter.spans(data).tolist()


@pytest.mark.usefixtures("_no_own_time")
def test_a_search_that_others_ended_begins_again(monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.005)
    monkeypatch.setattr(own_time, "_LEAST_TIMEOUT", 0.0)
    text = "b" + "a" * 24 + "!" + "ab" * 3
    assert Splitter(SLOW).split(text) == ["b" + "a" * 24 + "!", "ab", "ab", "ab"]


def test_the_seconds_are_those_of_all_searches_together():
    limit = OwnTime(0.02)

    def search(_timeout: float) -> None:
        end = time.thread_time() + 0.03
        while time.thread_time() < end:
            pass

    limit.search(search)
    with pytest.raises(TimeoutError):
        limit.search(search)


@pytest.mark.parametrize(
    "pattern",
    [FALLBACK, r"\Ga|b(?=c)", r"(?<=ab)c|a*|b", r"(?m)^.|.$|a", r"(?=b)|a|b", r"(?<!^)a|b",
     r"(?V1)\b|a|bc|c(?<!b)", r"\A.|c(?<=c)|b+|a{2}"],
)  # fmt: skip
def test_blocks_that_begin_again_cut_as_one_search_does(pattern, monkeypatch):
    monkeypatch.setattr(regex_cutter, "_BLOCK_MATCHES", 3)
    stage = regex_cutter.RegexCutter(regex_cutter.PatternStage(pattern, 0, pattern))
    rng = np.random.default_rng(5)
    for _ in range(40):
        text = "".join(rng.choice(list("abc \n"), 24))
        bounds = np.array([0, len(text)])
        blocks = list(stage.span_blocks(text.encode(), bounds))
        matched = np.concatenate([block.matched for block in blocks])
        spans = np.concatenate([block.spans for block in blocks])[matched]
        whole = [m.span() for m in regex.finditer(pattern, text) if m.end() > m.start()]
        assert spans.tolist() == [list(each) for each in whole], text


def test_a_pattern_of_blocked_tokens_is_stopped(monkeypatch):
    monkeypatch.setattr(merge_veto, "_MOST_SECONDS", 0.05)
    rules = MergeRules(blocked_pattern=SLOW)
    corpus = Corpus.from_texts(["a" * 33 + "cb"] * 2)
    config = TrainingConfig(292, pattern="none", merge_rules=rules)
    with pytest.raises(ConfigError, match=r"\(\?:a\|aa\).*was stopped after .* at the token 'aaa"):
        list(train(corpus, config))


@pytest.mark.usefixtures("_no_own_time")
def test_a_blocked_pattern_is_asked_again_where_others_took_its_time(monkeypatch):
    monkeypatch.setattr(merge_veto, "_MOST_SECONDS", 0.001)
    monkeypatch.setattr(own_time, "_LEAST_TIMEOUT", 0.0)
    assert RuleVeto(MergeRules(blocked_pattern=SLOW)).allows(b"a" * 22 + b"cb")


def test_the_filter_of_the_vocabulary_waits_for_its_own_time_alone(monkeypatch):
    monkeypatch.setattr(own_time, "_LEAST_TIMEOUT", 0.0)
    texts = ["a" * 24 + "cb"] * 3
    lines = TokenLines("\n".join(texts), np.arange(3), (), 3)
    with pytest.raises(TooSlowError):
        lines.matching(SLOW, limit_s=0.002)
    monkeypatch.setattr(own_time, "thread_time", lambda: 0.0)
    assert not lines.matching(SLOW, limit_s=0.002).any()


def test_a_slow_pattern_is_still_stopped(monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.1)
    with pytest.raises(PatternError, match="again and again"):
        Splitter(SLOW).split("a" * 60)


def test_groups_of_a_pattern_are_searched_within_the_limit(monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.1)
    with pytest.raises(PatternError, match="again and again"):
        AlternativeFinder(SLOW + "|c", with_regex=True).cut(b"a" * 60)


@pytest.mark.parametrize(
    "find", [has_empty_matches, lambda pattern: cut_of(pattern, "x" * 60 + "\n b")]
)
def test_the_short_texts_that_imports_and_exports_try_have_the_limit_too(find, monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(regex_cutter, "_SLOWEST_RATE", 1e9)
    with pytest.raises(PatternError, match="again and again"):
        find(r"(?:.|..)+(?<!q)b")
