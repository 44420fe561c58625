"""Extension from a corpus, against the slow reference and against what must never change."""

from __future__ import annotations

import numpy as np
import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.extension.extension import ExtensionSettings, extend_tokenizer
from engine.extension.learning import ExtensionStep
from engine.formats import export_tokenizer
from engine.library.tokenizer import LibraryTokenizer
from engine.machine import result_of
from engine.machine.work import StopRequest
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.settings.token_lists import MergeRules
from engine.training.training import train_tokenizer
from tests.extension_cases import (
    DOMAIN,
    TEXTS,
    extended_by_reference,
    imported_json,
    imported_ranks,
    normalizing,
    pretoken_counts,
    taken_apart,
    trained,
    with_gaps,
    with_whole_tokens,
)

WHOLE = ExtensionSettings(held_out=0.0)
ORIGINS = {
    "trained": lambda _: trained(700, "gpt2", ("<|end|>", "<|x|>")),
    "unused ids": lambda _: with_gaps(),
    "tokenizer.json": imported_json,
    "ranks": imported_ranks,
    "whole tokens": lambda _: with_whole_tokens(),
    "normalizing": lambda _: normalizing(),
    "no special tokens": lambda _: trained(600),
}


@pytest.fixture(params=list(ORIGINS))
def old(request, tmp_path) -> Tokenizer:
    return ORIGINS[request.param](tmp_path / "files")


def extended(old: Tokenizer, n_new: int, settings: ExtensionSettings = WHOLE, texts=(DOMAIN,)):
    return result_of(extend_tokenizer(old, Corpus.from_texts(texts), n_new, settings=settings))


def test_new_merges_are_those_of_the_reference(old):
    texts = (DOMAIN, "kubelet <|end|> kubelets, кубернетес кубернетес")
    expected = extended_by_reference(old, pretoken_counts(old, texts), 60)
    extension = extended(old, 60, texts=texts)
    new = extension.tokenizer.ranked_merges[old.n_merges :].tolist()
    assert [(*pair, n) for pair, n in zip(new, extension.counts.tolist(), strict=True)] == expected


def test_old_ids_never_move(old):
    settings = ExtensionSettings(held_out=0.0, special_tokens=("<|new|>", "<|other|>"))
    extension = extended(old, 40, settings)
    new = extension.tokenizer
    assert new.vocabulary[: old.vocab_size] == old.vocabulary
    assert {name: new.special_tokens[name] for name in old.special_tokens} == old.special_tokens
    assert new.merges[: old.n_merges].tolist() == old.merges.tolist()
    ids = extension.new_ids.tolist()
    assert ids == list(range(old.vocab_size, old.vocab_size + 40))
    assert extension.new_special_tokens == {
        "<|new|>": old.vocab_size + 40,
        "<|other|>": old.vocab_size + 41,
    }
    assert list(new.unused_ids) == list(old.unused_ids)
    assert (new.pattern, new.normalization) == (old.pattern, old.normalization)


def test_a_text_taken_apart_is_the_text_as_it_was(old):
    """New merges come last, so new tokens stand exactly where runs of old ones stood."""
    new = extended(old, 60).tokenizer
    for text in TEXTS:
        after, before = new.encode(text), old.encode(text)
        assert taken_apart(old, new, after) == before
        assert new.decode(after) == old.decode(before)
    assert len(new.encode(DOMAIN)) < 0.8 * len(old.encode(DOMAIN))


def test_what_holds_no_new_token_keeps_its_ids(old):
    new = extended(old, 20).tokenizer
    for text in ("Ωμέγα 12 ...", "zzz qqq", "\n\n\t x"):
        assert new.encode(text) == old.encode(text)


def test_tokenizers_loads_the_export_with_identical_ids(old, tmp_path):
    """Special tokens stand in the middle of the ids there."""
    import tokenizers

    if old.normalization is not None or with_whole_tokens() is old:
        settings = WHOLE
    else:
        settings = ExtensionSettings(held_out=0.0, special_tokens=("<|new|>",))
    new = extended(old, 50, settings).tokenizer
    export_tokenizer(new, "tokenizer.json", tmp_path)
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in (*TEXTS, "a<|new|>b<|end|>c" if new.special_tokens else "plain"):
        ids = new.encode(text, special="parse")
        assert library.encode(text, add_special_tokens=False).ids == ids
    read = Tokenizer.load(tmp_path / "tokenizer.json")
    assert read.encode(DOMAIN) == new.encode(DOMAIN)


def test_tiktoken_loads_the_ranks_with_identical_ids(tmp_path):
    import tiktoken

    old = imported_ranks(tmp_path / "old")
    new = extended(old, 50).tokenizer
    export_tokenizer(new, "tiktoken", tmp_path, name="wide")
    read = Tokenizer.load(tmp_path / "wide.tiktoken")
    ranks = {token: i for i, token in enumerate(new.vocabulary) if i in set(new.ranked_ids)}
    library = tiktoken.Encoding(
        "wide", pat_str=new.pattern, mergeable_ranks=ranks, special_tokens=new.special_tokens
    )
    for text in TEXTS:
        ids = new.encode(text)
        assert library.encode(text, disallowed_special=()) == ids
        assert read.encode(text) == ids


def test_tiktoken_makes_no_whole_token_of_new_halves(tmp_path):
    """` kubelet` has an id and no merges; its halves are never learned, whatever the text."""
    old = with_whole_tokens()
    text = "kubelets kubeletta kubelette kubeletti " * 9 + "k ku kub ube bel elet let "
    new = extended(old, 40, texts=(text,)).tokenizer
    learned = set(new.ranked_tokens[256 + old.n_merges :])
    assert learned
    assert not learned & {b" kubelet"[:at] for at in range(1, 8)}
    assert not learned & {b" kubelet"[at:] for at in range(1, 8)}
    assert new.encode(" kubelet") == old.encode(" kubelet") == [old.extra_tokens[b" kubelet"]]


def test_own_files_keep_an_extended_tokenizer(old, tmp_path):
    settings = ExtensionSettings(held_out=0.0, special_tokens=("<|new|>",))
    new = extended(old, 30, settings).tokenizer
    again = Tokenizer.load(new.save(tmp_path / "new.twb"))
    assert again.semantic_hash == new.semantic_hash
    assert again.encode(DOMAIN) == new.encode(DOMAIN)


def test_an_extension_is_extended_like_any_tokenizer(old):
    once = extended(old, 60).tokenizer
    half = extended(old, 25).tokenizer
    twice = extended(half, 35).tokenizer
    assert twice.ranked_merges.tolist() == once.ranked_merges.tolist()
    assert twice.semantic_hash == once.semantic_hash


def test_going_on_is_as_if_training_had_not_stopped():
    """Without special tokens an extension on the same text is the larger training."""
    corpus = Corpus.from_texts([DOMAIN])
    small = train_tokenizer(corpus, TrainingConfig(290))
    large = train_tokenizer(corpus, TrainingConfig(330))
    extension = result_of(extend_tokenizer(small, corpus, 40, settings=WHOLE))
    assert extension.tokenizer.merges.tolist() == large.merges.tolist()
    assert extension.tokenizer.semantic_hash == large.semantic_hash


def test_unused_ids_are_filled_if_asked():
    old = with_gaps()
    unused = list(old.unused_ids)
    assert len(unused) > 5
    settings = ExtensionSettings(held_out=0.0, fill_unused=True)
    n = len(unused) + 3
    extension = extended(old, n, settings)
    assert extension.new_ids.tolist() == [*unused, *range(old.vocab_size, old.vocab_size + 3)]
    assert extension.tokenizer.vocab_size == old.vocab_size + 3
    assert taken_apart(old, extension.tokenizer, extension.tokenizer.encode(DOMAIN)) == old.encode(
        DOMAIN
    )


def test_a_corpus_without_new_pairs_says_so():
    old = trained(600)
    with pytest.raises(ConfigError, match="yields no new token"):
        extended(old, 5, texts=("e\ne",))
    extension = extended(old, 50, texts=("kubeletkubelet " * 3,))
    assert 0 < extension.n_new < 50
    assert "yields only" in extension.problems[-1]
    assert extension.tokenizer.vocab_size == old.vocab_size + extension.n_new


def test_mixture_weighs_the_domain_with_general_text():
    sources = [
        Source("domain", texts=("kubelet " * 30,)),
        Source("general", texts=("Straßenbahn " * 40,)),
    ]
    old = trained(600)

    def first(mixture):
        steps = extend_tokenizer(old, Corpus(sources), 8, settings=WHOLE, mixture=mixture)
        return result_of(steps).new_tokens

    domain = first(Mixture(shares={"domain": 0.9, "general": 0.1}))
    general = first(Mixture(shares={"domain": 0.1, "general": 0.9}))
    assert domain != general
    assert b"ube" in domain[:3]
    assert b"ube" not in general[:3]
    with pytest.raises(ConfigError, match="other"):
        first(Mixture(shares={"other": 1.0}))


def test_rules_of_merges_are_kept():
    old = trained(600)
    settings = ExtensionSettings(
        held_out=0.0, min_frequency=5, max_token_bytes=6,
        merge_rules=MergeRules(blocked_pattern="ub"),
    )  # fmt: skip
    extension = extended(old, 60, settings)
    assert extension.n_new > 10
    assert all(len(token) <= 6 and b"ub" not in token for token in extension.new_tokens)
    assert extension.counts.min() >= 5
    free = extended(old, 60)
    assert any(b"ub" in token for token in free.new_tokens)


@pytest.mark.parametrize("tie_break", ["gpt2-order", "greatest-bytes", "first-seen"])
def test_other_tie_breaks_choose_among_equal_counts(tie_break):
    old = trained(600)
    settings = ExtensionSettings(held_out=0.0, tie_break=tie_break)
    extension = extended(old, 40, settings)
    usual = extended(old, 40)
    assert extension.counts.tolist()[:5] == usual.counts.tolist()[:5]
    assert extension.tokenizer.ranked_merges.tolist() != usual.tokenizer.ranked_merges.tolist()


def test_the_end_of_every_source_is_held_out(tmp_path):
    for name, tail in (("a.txt", "zebra "), ("b.txt", "yacht ")):
        (tmp_path / name).write_text("kubelet " * 4000 + tail * 400, encoding="utf-8")
    old = trained(600)
    corpus = Corpus.from_paths(tmp_path)
    settings = ExtensionSettings(held_out=0.05)
    extension = result_of(extend_tokenizer(old, corpus, 20, settings=settings))
    assert extension.held_out is not None
    held = "".join(text for source in extension.held_out.sources for text in source.texts)
    n = sum(path.stat().st_size for path in tmp_path.glob("*.txt"))
    assert extension.domain.n_bytes + len(held.replace("\n", "")) == n
    assert set(held.split()) <= {"zebra", "yacht", "bra", "cht", "ra", "ht", "ebra", "acht"}
    everything = result_of(extend_tokenizer(old, corpus, 20, settings=WHOLE))
    assert everything.held_out is None
    assert everything.domain.n_bytes == n


def test_stopping_keeps_what_is_merged():
    old = trained(600)
    stop = StopRequest()
    steps = extend_tokenizer(old, Corpus.from_texts([DOMAIN]), 60, settings=WHOLE, stop=stop)
    stop.keep()
    extension = result_of(steps)
    whole = extended(old, 60)
    n = extension.n_new
    assert n > 0
    assert extension.new_tokens == whole.new_tokens[:n]
    if n < 60:
        assert "Stopped at" in extension.problems[-1]


def test_progress_tells_the_steps_in_order():
    steps = [
        progress.phase
        for progress in extend_tokenizer(trained(600), Corpus.from_texts([DOMAIN]), 20)
    ]
    order = [ExtensionStep.READ, ExtensionStep.COUNT, ExtensionStep.ENCODE, ExtensionStep.MERGE]
    assert [step for step in order if step in steps] == list(dict.fromkeys(steps))
    assert steps[-1] is ExtensionStep.MERGE


def test_closing_cancels():
    steps = extend_tokenizer(trained(600), Corpus.from_texts([DOMAIN]), 20)
    next(steps)
    steps.close()
    assert list(steps) == []


def test_superword_tokenizer_is_extended_under_its_pattern():
    """What crosses spaces stays reachable: the pattern of stage two is the tokenizer's own."""
    from engine.settings.superwords import SuperwordOrigin

    plain = trained(500)
    old = Tokenizer(plain.merges, pattern="superbpe-stage2").with_companions(
        superwords=SuperwordOrigin("gpt2", 200)
    )
    extension = extended(old, 60)
    assert any(b" " in token[1:] for token in extension.new_tokens)
    assert extension.tokenizer.superwords == old.superwords
    assert taken_apart(old, extension.tokenizer, extension.tokenizer.encode(DOMAIN)) == old.encode(
        DOMAIN
    )


class Foreign(LibraryTokenizer):
    """One that a library would run; nothing of it is asked."""

    def __init__(self) -> None:
        self.library, self.reason = "sentencepiece", "its model is Unigram"


@pytest.mark.parametrize(
    ("tokenizer", "n_new", "settings", "words"),
    [
        (Foreign(), 5, {}, "runs in sentencepiece, because its model is Unigram"),
        (None, 0, {}, "at least 1, not 0"),
        (None, True, {}, "not True"),
        (None, 2_000_000, {}, "limit of 2,000,000"),
        (None, 5, {"special_tokens": ("<|end|>",)}, "'<|end|>' is there already, with the id"),
        (None, 5, {"special_tokens": ("e",)}, "spelled like the ordinary token"),
        (None, 5, {"special_tokens": ("<|a|>", "<|a|>")}, "more than once"),
        (None, 5, {"held_out": 1.0}, "must be from 0 to below 1, not 1.0"),
        (None, 5, {"tie_break": "best"}, "Unknown tie_break 'best'"),
        (None, 5, {"min_frequency": 0}, "min_frequency must be"),
    ],
)
def test_what_cannot_work_is_a_sentence(tokenizer, n_new, settings, words):
    old = trained(700, "gpt2", ("<|end|>", "<|x|>")) if tokenizer is None else tokenizer
    with pytest.raises(ConfigError) as error:
        extended(old, n_new, ExtensionSettings(**{"held_out": 0.0, **settings}))
    assert words in str(error.value)


def test_an_empty_corpus_is_a_sentence():
    with pytest.raises(CorpusError, match="no text"):
        extended(trained(600), 5, texts=("",))


def test_counts_are_read_only_facts_of_the_merges():
    extension = extended(trained(600), 10)
    assert extension.counts.dtype == np.int64
    assert (np.diff(extension.counts) <= 0).all()
