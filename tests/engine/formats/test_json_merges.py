"""The merges of a tokenizer.json all at once, against the rules written out one by one."""

from __future__ import annotations

import gc
import random
from itertools import pairwise
from pathlib import Path

import pytest

from engine.encoding.token_table import BYTE_TO_CHARACTER, CHARACTER_TO_BYTE, to_byte_alphabet
from engine.errors import InexactTokenizerError, TokenizerFileError
from engine.formats.findings import Findings
from engine.formats.reading.json_merges import bpe_of_json, spelled_bytes
from engine.formats.reading.loading import load_tokenizer
from engine.machine.memory import paused_collection
from tests.tokenizer_json_files import document_of, trained, written


def merged(token: str, rank_of: dict[tuple[str, str], int]) -> tuple[list[str], list[str]]:
    """What merging the characters of a token leaves, and the parts before the last merge."""
    parts, before = list(token), []
    while True:
        pairs = [(rank_of[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in rank_of]
        if not pairs:
            return parts, before
        at = min(pairs)[1]
        before, parts = parts, [*parts[:at], parts[at] + parts[at + 1], *parts[at + 2 :]]


def kept_merges(listed: list[list[str]]) -> list[tuple[str, str]] | None:
    """The merges in rank order, None where one stands too early.

    All of them where each makes a new token of those before it, else those that are ever taken.
    """
    made = list(BYTE_TO_CHARACTER)
    for left, right in listed:
        if left in made and right in made and left + right not in made:
            made.append(left + right)
    if len(made) == len(BYTE_TO_CHARACTER) + len(listed):
        return [(left, right) for left, right in listed]
    rank_of = {(left, right): rank for rank, (left, right) in enumerate(listed)}
    taken = {}
    for left, right in rank_of:
        parts, before = merged(left + right, rank_of)
        if len(parts) == 1:
            taken[before[0], before[1]] = rank_of[before[0], before[1]]
    ordered = sorted(taken, key=taken.__getitem__)
    known = set(BYTE_TO_CHARACTER)
    for left, right in ordered:
        if left not in known or right not in known:
            return None
        known.add(left + right)
    return ordered


def random_merges(seed: int) -> list[list[str]]:
    """Merges over few letters, so that many make the same token or appear twice."""
    rng = random.Random(seed)
    tokens, merges = list("abc\u0120\u00e9"), []
    for _ in range(rng.randint(0, 14)):
        pair = [rng.choice(tokens), rng.choice(tokens)]
        merges.append(pair)
        tokens.append("".join(pair))
    for _ in range(rng.choice((0, 0, 3))):
        i, j = rng.randrange(len(merges) + 1), rng.randrange(len(merges) + 1)
        merges.insert(i, merges.pop(j) if j < len(merges) else ["a", "b"])
    return merges


def bpe_of(model, vocabulary):
    """The model, or the first error in it."""
    findings = Findings(Path("a.json"))
    bpe = bpe_of_json(model, vocabulary, frozenset(), findings)
    if findings.first is not None:
        raise findings.first
    return bpe


@pytest.mark.parametrize("written_as", ["pairs", "lines"])
def test_merges_are_those_that_single_tokens_take(written_as):
    n_shorter = n_refused = 0
    for seed in range(300):
        listed = random_merges(seed)
        names = dict.fromkeys([*BYTE_TO_CHARACTER, *map("".join, listed)])
        ids = random.Random(seed).sample(range(2 * len(names)), len(names))
        vocabulary = dict(zip(names, ids, strict=True))
        merges = listed if written_as == "pairs" else [" ".join(pair) for pair in listed]
        model = {"merges": merges}
        expected = kept_merges(listed)
        if expected is None:
            n_refused += 1
            with pytest.raises(InexactTokenizerError, match="comes before the merge that makes"):
                bpe_of(model, vocabulary)
            continue
        found = bpe_of(model, vocabulary)
        assert found.merges.tolist() == [[vocabulary[a], vocabulary[b]] for a, b in expected]
        made = [vocabulary[a + b] for a, b in expected]
        assert found.numbering.ids.tolist()[256:] == made
        n_shorter += len(expected) < len(listed)
        n_out = len(listed) - len(expected)
        told = [f"{n_out:,} of the {len(listed):,} merges"] if n_out else []
        assert [remark[: len(told[0])] for remark in found.remarks] == told
        left = {t: i for t, i in vocabulary.items() if i not in made and len(t) > 1}
        assert found.numbering.extra_tokens == {spelled(t): i for t, i in left.items()}
    assert n_shorter > 20
    assert n_refused > 5


def spelled(token: str) -> bytes:
    return bytes(CHARACTER_TO_BYTE[character] for character in token)


def test_tokens_are_spelled_one_by_one_as_together():
    tokens = [
        "",
        "a",
        "\u0120the",
        "\u4f60",
        "a b",
        "",
        "\ud800",
        "\U0001f600x",
        "\u0143",
        "\u0144",
    ]
    tokens += [to_byte_alphabet(bytes([byte, 255 - byte])) for byte in range(256)]
    singly = [spelled(t) if set(t) <= CHARACTER_TO_BYTE.keys() else None for t in tokens]
    assert spelled_bytes(tokens) == singly
    assert spelled_bytes([]) == []
    assert None in singly


def test_the_first_of_many_faults_is_named():
    vocabulary = {name: i for i, name in enumerate([*BYTE_TO_CHARACTER, "ab"])}
    for merges, words in (
        (["#version: 0.2", "a b", "a", "b"], "merge 2, 'a', is not two tokens"),
        (["a b", 7, 8], "merge 1, 7, is not two tokens"),
        ([["a", "b"], "a b"], "merge 1, 'a b', is not two tokens"),
        ([["a", "b"], ["a", 1], []], r"merge 1, \['a', 1\], is not two tokens"),
        (["#version: 0.2", "a b", "b a"], "merge 1 joins 'b' and 'a', but 'ba'"),
        ([["a", "b"], ["ab", "zz"], ["q", "qq"]], "merge 1 joins 'ab' and 'zz', but 'zz'"),
    ):
        with pytest.raises(TokenizerFileError, match=words) as caught:
            bpe_of({"merges": merges}, vocabulary)
        assert not isinstance(caught.value, InexactTokenizerError)


def test_ids_that_are_none_are_named(tmp_path):
    document = document_of(trained())
    vocabulary = document["model"]["vocab"]
    for wrong in (-1, True, 1.0, 2_000_000, "7"):
        document["model"]["vocab"] = vocabulary | {"zzz": wrong, "zzzz": -5}
        with pytest.raises(
            TokenizerFileError, match=r"'zzz': .* is not a token and its id"
        ) as found:
            load_tokenizer(written(document, tmp_path))
        assert not isinstance(found.value, InexactTokenizerError)


def test_what_a_pause_made_is_not_searched_at_once():
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    try:
        with paused_collection():
            kept = [[number] for number in range(50_000)]
        assert gc.get_count()[0] < len(kept) / 10
        assert any(made is kept for made in gc.get_objects(generation=2))
        assert not gc.get_freeze_count()
        gc.freeze()
        with paused_collection():
            others = [[number] for number in range(50_000)]
        assert not any(made is others for made in gc.get_objects(generation=2))
        assert gc.get_freeze_count() >= len(kept)
    finally:
        gc.unfreeze()
        if frozen:
            gc.freeze()


def test_the_search_for_garbage_goes_on_after_reading(tmp_path):
    assert gc.isenabled()
    with paused_collection(), paused_collection():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(TokenizerFileError):
        load_tokenizer(written({"model": {}}, tmp_path))
    assert gc.isenabled()
