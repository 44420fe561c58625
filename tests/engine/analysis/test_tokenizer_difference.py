"""Where two tokenizers part and what they share, against sets and loops over lists."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import regex

from engine.analysis.differences import (
    NO_MERGE,
    circumstances,
    first_divergence,
    vocabulary_difference,
)
from engine.corpus.corpus import Corpus, Source
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.settings.parity import Parity
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords, superword_rules
from engine.settings.token_lists import MergeRules
from engine.splitting.pattern_probe import surely_cuts
from engine.splitting.preset_patterns import presets
from engine.training.training import train_tokenizer
from tests.reference_bpe import count_pairs, merge, pretokens_of
from tests.texts import some_texts

TEXTS = tuple(some_texts(40))
PLAIN = TrainingConfig(420)


def trained(texts=TEXTS, mixture=None, **settings):
    config = TrainingConfig(**{"vocab_size": 420, **settings})
    return train_tokenizer(Corpus.from_texts(texts), config, mixture=mixture)


@pytest.fixture(scope="module")
def plain():
    return trained()


def pairs_in_bytes(tokenizer):
    """The merges as pairs of bytes, by the slow way."""
    tokens = [bytes([byte]) for byte in range(256)]
    pairs = []
    for left, right in tokenizer.merges.tolist():
        pairs.append((tokens[left], tokens[right]))
        tokens.append(tokens[left] + tokens[right])
    return pairs


def counts_at(tokenizer, texts, rank):
    """Counts of all pairs of bytes after `rank` merges, recounted from the texts."""
    counts = Counter(word for text in texts for word in pretokens_of(text, tokenizer.pattern))
    words = {word: list(word) for word in counts}
    for new, pair in enumerate(tokenizer.merges[:rank].tolist()):
        words = {word: merge(ids, tuple(pair), 256 + new) for word, ids in words.items()}
    tokens = tokenizer.ranked_tokens
    return {(tokens[a], tokens[b]): n for (a, b), n in count_pairs(words, counts).items()}


OTHERS = {
    "pattern": {"pattern": "cl100k"},
    "ties": {"tie_break": "greatest-bytes"},
    "texts": {"texts": TEXTS[:25]},
    "shorter": {"vocab_size": 300},
    "limit": {"max_token_bytes": 4},
    "normalized": {"normalization": "nfkc"},
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_first_different_merge_is_that_of_a_loop(plain, name):
    other = trained(**OTHERS[name])
    ours, theirs = pairs_in_bytes(plain), pairs_in_bytes(other)
    rank = 0
    while rank < min(len(ours), len(theirs)) and ours[rank] == theirs[rank]:
        rank += 1
    found = first_divergence(plain, other)
    assert found.rank == rank
    first, second = found.pairs
    assert (first.left, first.right) == ours[rank]
    assert second is None if rank == len(theirs) else (second.left, second.right) == theirs[rank]


@pytest.mark.parametrize("name", ["ties", "texts", "normalized", "limit"])
def test_counts_are_bounds_that_hold(plain, name):
    settings = dict(OTHERS[name])
    texts = settings.get("texts", TEXTS)
    if name == "normalized":
        import unicodedata

        texts = [unicodedata.normalize("NFKC", text) for text in TEXTS]
    other = trained(**settings)
    found = first_divergence(plain, other)
    for side, (tokenizer, read) in enumerate(((plain, TEXTS), (other, texts))):
        true = counts_at(tokenizer, read, found.rank)
        for pair in found.pairs:
            count = pair.counts[side]
            real = true.get((pair.left, pair.right), 0)
            assert count.at_least is None or count.at_least <= real
            assert count.at_most is None or real <= count.at_most
        assert (
            found.pairs[side].counts[side].exact
            == true[(found.pairs[side].left, found.pairs[side].right)]
        )


def reasons(first, second, **facts):
    return [reason.kind for reason in first_divergence(first, second, **facts).reasons]


def test_equal_merges_have_no_divergence(plain):
    assert first_divergence(plain, trained()) is None
    assert first_divergence(plain, trained(special_tokens=("<|x|>",), vocab_size=421)) is None


def test_a_smaller_size_ends_for_want_of_room(plain):
    small = trained(vocab_size=300, special_tokens=("<|x|>",))
    found = first_divergence(plain, small)
    assert found.rank == 43
    assert found.pairs[1] is None
    [reason] = found.reasons
    assert (reason.kind, reason.side, reason.number) == ("size", 1, 300)
    assert found.pairs[0].counts[1].at_most is None


def test_a_training_that_found_no_pair_any_more_says_so():
    texts = ["abab cd"] * 3
    often, rare = trained(texts), trained(texts, min_frequency=4)
    assert reasons(often, rare) == ["min_frequency"]
    assert first_divergence(often, rare).reasons[0].number == 4
    assert reasons(trained(["abab cdcd"]), trained(["abab"])) == ["text"]
    assert reasons(trained(["ababab"]), trained(["ab"])) == ["no_pair"]


def test_an_end_with_pairs_that_are_too_long_is_that_of_the_limit():
    texts = ["abcd " * 9, "xy"]
    free, short = (
        trained(texts, min_frequency=2),
        trained(texts, min_frequency=2, max_token_bytes=2, vocab_size=300),
    )
    found = first_divergence(free, short)
    assert found.pairs[1] is None
    assert [(each.kind, each.number) for each in found.reasons] == [("token_limit", 2)]


def test_other_ties_are_proven_by_equal_counts():
    texts = ["ab|cd|ab|cd|"]
    first, second = trained(texts), trained(texts, tie_break="greatest-bytes")
    assert reasons(first, second) == ["tie_break"]
    assert reasons(first, second, same_text=True) == ["tie_break"]
    assert first_divergence(first, second).reasons[0].number == 2
    texts = ["ab ab cd cd"]  # merging "cd" takes all of " c" away, so its record cannot tell
    first, second = trained(texts), trained(texts, tie_break="greatest-bytes")
    assert reasons(first, second) == []
    assert reasons(first, second, same_text=True) == ["tie_break"]


def test_a_limit_that_forbids_the_pair_is_the_reason(plain):
    found = first_divergence(plain, trained(max_token_bytes=4))
    [reason] = found.reasons
    assert (reason.kind, reason.side, reason.number) == ("token_limit", 1, 4)
    assert len(found.pairs[0].token) > 4
    assert found.pairs[0].counts[1].at_most is None


def test_rules_that_forbid_the_pair_are_the_reason(plain):
    blocked = MergeRules((plain.ranked_tokens[290],))
    found = first_divergence(plain, trained(merge_rules=blocked))
    [reason] = found.reasons
    assert (found.rank, reason.kind, reason.side) == (34, "merge_rules", 1)
    assert found.pairs[0].counts[1].at_most is None
    ended = first_divergence(plain, trained(merge_rules=MergeRules((), "(?s).")))
    assert (ended.rank, ended.pairs[1]) == (0, None)
    assert [(each.kind, each.side) for each in ended.reasons] == [("merge_rules", 1)]


def test_a_pattern_that_cuts_the_pair_is_the_reason():
    texts = ["1111,1111,1111,"]
    whole, cut = trained(texts, pattern="gpt2"), trained(texts, pattern="o200k")
    found = first_divergence(whole, cut)
    assert [(reason.kind, reason.side) for reason in found.reasons] == [("pattern_cuts", 1)]


def test_the_text_alone_is_named_where_the_rest_is_equal(plain):
    assert reasons(plain, trained(TEXTS[:25])) == ["text"]
    assert reasons(plain, trained(TEXTS[:25]), same_text=False) == ["text"]


def test_what_the_records_do_not_tell_is_not_told():
    texts = ["don't do it, dont " * 5, "it is, it is " * 4]
    first = trained(texts)
    second = trained([*texts, "it " * 9, "don " * 30], normalization="nfc")
    found = first_divergence(first, second)
    [reason] = found.reasons
    assert (reason.kind, reason.differing) == ("several", ("normalization",))
    assert reason.unknown == ("text",)
    nowhere = Tokenizer(first.merges[::-1][:0])
    assert first_divergence(first, nowhere).reasons == ()


def test_sizes_that_a_normal_form_or_a_mixture_changed_prove_no_other_text():
    texts = ["e\u0301te\u0301 " * 20]
    first, second = trained(texts), trained(texts, normalization="nfc")
    assert first.training.bytes > second.training.bytes
    assert circumstances(first, second) == ("normalization",)
    assert circumstances(first, second, same_text=False) == ("normalization", "text")
    sources = [Source("a", texts=("abab " * 9,)), Source("b", texts=("cdcd " * 5,))]
    natural = train_tokenizer(Corpus(sources), PLAIN)
    half = train_tokenizer(Corpus(sources), PLAIN, mixture=Mixture(shares={"a": 1, "b": 0}))
    assert natural.training.bytes > half.training.bytes
    assert circumstances(natural, half) == ("mixture",)


def test_a_mixture_is_proven_where_the_text_is_the_same():
    sources = [Source("a", texts=("abab " * 9,)), Source("b", texts=("cdcd " * 5,))]
    natural = train_tokenizer(Corpus(sources), PLAIN)
    mixed = train_tokenizer(Corpus(sources), PLAIN, mixture=Mixture(shares={"a": 1, "b": 9}))
    assert circumstances(natural, mixed, same_text=True) == ("mixture",)
    assert reasons(natural, mixed, same_text=True) == ["mixture"]
    found = first_divergence(natural, mixed).reasons[0]
    assert (found.kind, found.differing, found.unknown) == ("several", ("mixture",), ("text",))


def test_languages_that_choose_are_the_reason_and_their_counts_are_no_bounds():
    """Another text, or the pattern alone, was named; a count was "352,425 to 347,283"."""
    texts = {"a": "abab abc abd " * 9, "b": "xyz xyw xyv " * 5}
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    parity = Parity(ratios={"a": 1.0, "b": 1.0})
    plain, equal = (
        train_tokenizer(corpus, TrainingConfig(270, parity=each)) for each in (None, parity)
    )
    found = first_divergence(plain, equal, same_text=True)
    assert [reason.kind for reason in found.reasons] == ["parity"]
    unknown = first_divergence(plain, equal).reasons[0]
    assert (unknown.kind, unknown.differing, unknown.unknown) == ("several", ("parity",), ("text",))
    true = counts_at(equal, texts.values(), found.rank)
    for pair in found.pairs:
        count = pair.counts[1]
        assert count.at_least is None or count.at_least <= true[pair.left, pair.right]
        assert count.at_most is None or true[pair.left, pair.right] <= count.at_most
    late = train_tokenizer(corpus, TrainingConfig(270, parity=replace(parity, global_merges=14)))
    assert first_divergence(plain, late) is None
    assert circumstances(plain, late, same_text=True) == ()


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "qwen2", "deepseek-v3", r"\w+|\s"])
def test_no_token_of_a_training_is_said_to_be_cut(pattern):
    """What is really merged within pre-tokens of a pattern cannot be impossible under it."""
    for token in trained(pattern=pattern).ranked_tokens:
        assert not surely_cuts(pattern, token)


def test_what_is_said_to_be_cut_is_cut_in_every_text():
    claimed = [b"1234", b"a b", b"x\ny", b" the cat", "日本 ".encode(), b"a1"]
    expression = presets()["cl100k"].pattern
    surroundings = ("", " ", "a", "1", "\n", "!", "日", "'")
    assert all(surely_cuts("cl100k", token) for token in claimed)
    for token in claimed:
        for before in surroundings:
            for after in surroundings:
                text = f"{before}{token.decode()}{after}"
                pieces = [match.group().encode() for match in regex.finditer(expression, text)]
                assert not any(token in piece for piece in pieces)


def test_nothing_is_claimed_of_patterns_that_leave_text_and_of_parts_of_characters():
    assert not surely_cuts(r"[a-z]+", b"1234")
    assert not surely_cuts(r"(?<=a)b|\w", b"1234")
    assert not surely_cuts("cl100k", "日".encode()[:2])
    assert surely_cuts("cl100k", "日".encode()[1:] + b" ab c" + "日".encode()[:1])


@pytest.mark.parametrize("name", OTHERS)
def test_vocabularies_are_compared_as_sets(plain, name):
    other = trained(**{"special_tokens": ("<|a|>", "<|b|>"), **OTHERS[name]})
    found = vocabulary_difference(plain, other)
    assert [found.tokens[at] for at in np.argsort(found.places)] == sorted(found.tokens)
    ours, theirs = set(plain.ranked_tokens), set(other.ranked_tokens)
    assert set(found.tokens[found.both]) == ours & theirs
    assert set(found.tokens[found.only_first]) == ours - theirs
    assert set(found.tokens[found.only_second]) == theirs - ours
    assert found.n_all == len(ours | theirs)
    assert found.overlap == len(ours & theirs) / len(ours | theirs)
    assert found.special == ((), (), ("<|a|>", "<|b|>"))
    for token, ranks, ids in zip(found.tokens, found.ranks, found.ids, strict=True):
        for side, tokenizer in enumerate((plain, other)):
            tokens = list(tokenizer.ranked_tokens)
            place = tokens.index(token) if token in tokens else None
            assert ids[side] == (-1 if place is None else place)
            assert ranks[side] == (NO_MERGE if place is None or place < 256 else place - 256)


def test_extra_tokens_and_foreign_ids_are_found():
    own = Tokenizer([[97, 98], [256, 99]])
    ids = np.concatenate([np.arange(255, -1, -1), [256, 258]])
    merges = [[255 - 97, 255 - 98], [256, 255 - 100]]
    numbering = Numbering(ids, {b"zzz": 257})
    foreign = Tokenizer(merges, numbering=numbering, special_tokens={"<|s|>": 259})
    found = vocabulary_difference(own, foreign)
    assert found.tokens[found.only_first] == (b"abc",)
    assert found.tokens[found.only_second] == (b"abd", b"zzz")
    at = found.tokens.index(b"ab")
    assert found.ids[at].tolist() == [256, 256]
    assert found.ids[found.tokens.index(b"a")].tolist() == [97, 158]
    divergence = first_divergence(own, foreign)
    assert divergence.rank == 1
    assert [pair.token for pair in divergence.pairs] == [b"abc", b"abd"]
    assert divergence.reasons == ()


# ---- superwords ------------------------------------------------------------------------------

PHRASES = ("as well as the rest of the world: as well as the others: and so on. " * 9, *TEXTS[:9])


def with_superwords(start, rules="unbounded", pattern="none", texts=PHRASES):
    superwords = Superwords(start, pattern, superword_rules(rules))
    return trained(texts, pattern="gpt2", superwords=superwords)


def test_what_rules_of_superwords_forbid_does_not_prove_another_text():
    """The forbidden pair is more frequent than the one merged in its place."""
    official, free = with_superwords(300, "official"), with_superwords(300)
    divergence = first_divergence(official, free)
    assert divergence.rank >= 300 - 256
    kinds = {reason.kind for reason in divergence.reasons}
    assert "text" not in kinds
    forbidden = divergence.pairs[1]
    assert b": " in forbidden.token or forbidden.token.count(b" ") > 3
    assert forbidden.counts[0].at_most is None
    same = first_divergence(official, free, same_text=True)
    assert all(reason.kind == "pattern" for reason in same.reasons)


def test_a_transition_elsewhere_does_not_prove_another_text():
    early, late = with_superwords(290), with_superwords(305)
    divergence = first_divergence(early, late)
    assert divergence.rank == 290 - 256
    assert all(reason.kind not in ("text", "tie_break") for reason in divergence.reasons)
    chosen = divergence.pairs[0]
    assert chosen.counts[1].at_least is None, "its count of stage two is none of stage one"
    plain = trained(PHRASES, pattern="gpt2")
    assert first_divergence(plain, late).rank >= 305 - 256
    assert circumstances(plain, late, rank=10) == ()
    assert circumstances(plain, late, rank=70) == ("pattern",)


def test_another_text_of_superwords_is_still_proven():
    ours = with_superwords(300)
    theirs = with_superwords(300, texts=PHRASES[::-1] + (PHRASES[0][:90],))
    assert [reason.kind for reason in first_divergence(ours, theirs).reasons] == ["text"]
