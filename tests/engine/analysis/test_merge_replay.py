"""Encoding as of merge k equals the encoding of the tokenizer cut to k merges."""

from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.replay import MergeReplayer
from engine.corpus.corpus import Corpus
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.settings.special_tokens import N_BYTES
from engine.training.training import train_tokenizer
from tests.texts import some_texts

SAMPLE = "The cat sat on the mat, and the other cats… Zażółć gęślą jaźń 東京都 \n\n 1234 the the"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(900, special_tokens=("<|x|>",))
    return train_tokenizer(Corpus.from_texts([*some_texts(30), SAMPLE * 9]), config)


def sizes(tokenizer: Tokenizer) -> list[int]:
    n = tokenizer.n_merges
    return [0, 1, 2, 3, 17, n // 3, n // 2, n - 1, n]


@pytest.mark.parametrize("text", [SAMPLE, "", "a", "   \n", "ąą", "\ud800x", "<|x|>"])
def test_as_of_a_merge_it_is_the_shorter_tokenizer(tokenizer, text):
    replay = MergeReplayer(tokenizer).replay(text)
    for k in sizes(tokenizer):
        ids, bounds = replay.spans(k)
        shorter = tokenizer.truncated(N_BYTES + k + 1)
        assert ids.tolist() == shorter.encode(text), k
        assert bounds.tolist() == shorter.token_spans(text).starts.tolist()
        assert replay.n_tokens(k) == len(ids)
    curve = replay.token_curve(np.array(sizes(tokenizer)))
    assert curve.tolist() == [replay.n_tokens(k) for k in sizes(tokenizer)]


def test_every_merge_one_after_the_other(tokenizer):
    """Ten naive lines: apply the merges in their order, each wherever its pair stands."""
    pieces = tokenizer.splitter.split(SAMPLE)
    words = [list(piece.encode()) for piece in pieces]
    replay = MergeReplayer(tokenizer).replay(SAMPLE)
    for rank, (left, right) in enumerate(tokenizer.merges.tolist()):
        n_before = sum(map(len, words))
        for word in words:
            at = 0
            while at < len(word) - 1:
                if word[at] == left and word[at + 1] == right:
                    word[at : at + 2] = [N_BYTES + rank]
                at += 1
        assert replay.spans(rank + 1)[0].tolist() == [i for word in words for i in word]
        changes = sum(map(len, words)) != n_before
        assert changes == (rank in replay.changing)
        assert replay.places_of(rank) == n_before - sum(map(len, words))
        assert len(replay.edges_of(rank)) == replay.places_of(rank)


def test_jumps_from_change_to_change(tokenizer):
    replay = MergeReplayer(tokenizer).replay("the other")
    stops, k = [0], 0
    while (following := replay.next_change(k)) is not None:
        k = following
        stops.append(k)
        assert replay.n_tokens(k) < replay.n_tokens(k - 1)
    assert [rank + 1 for rank in replay.changing] == stops[1:]
    back = [k]
    while (before := replay.previous_change(k)) is not None:
        k = before
        back.append(k)
    assert back == stops[::-1]


def test_normalized_text_is_replayed_as_it_is_encoded():
    texts = ["e\u0301te\u0301 e\u0301te\u0301"] * 9
    tokenizer = train_tokenizer(Corpus.from_texts(texts), TrainingConfig(262, normalization="nfc"))
    replay = MergeReplayer(tokenizer).replay(texts[0])
    for k in range(tokenizer.n_merges + 1):
        assert replay.spans(k)[0].tolist() == tokenizer.truncated(N_BYTES + k).encode(texts[0])


@pytest.mark.parametrize("ignore_merges", [False, True])
def test_a_published_numbering(tokenizer, ignore_merges):
    """The tokens are those of the shorter tokenizer; its ids move together, so bytes compare.

    With `ignore_merges` a token that merges do not reach is given out whole once it exists.
    """
    ranked = tokenizer.ranked_merges
    # "t" + "he" is never reached where "th" comes first, unless it is given out whole.
    index = {token: i for i, token in enumerate(tokenizer.ranked_tokens)}
    unreached = [(index[b"h"], index[b"e"]), (index[b"t"], N_BYTES + len(ranked))]
    merges = np.concatenate([ranked, np.array(unreached, np.uint32)])
    ids = np.random.default_rng(5).permutation(N_BYTES + len(merges) + 9)[: N_BYTES + len(merges)]
    numbering = Numbering(ids, {}, ignore_merges=ignore_merges)
    foreign = Tokenizer(ids[merges], pattern="gpt2", numbering=numbering)
    text = "the the he cat Thethe\nthe"
    replay = MergeReplayer(foreign).replay(text)
    for k in [*range(20), *range(len(merges) - 5, len(merges) + 1)]:
        shorter = foreign.truncated(N_BYTES + k)
        ids_at_k, bounds = replay.spans(k)
        wanted = [shorter.vocabulary[i] for i in shorter.encode(text)]
        assert [foreign.vocabulary[i] for i in ids_at_k] == wanted, k
        assert bounds.tolist() == shorter.token_spans(text).starts.tolist()
    assert ids_at_k.tolist() == foreign.encode(text)
