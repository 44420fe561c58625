"""`encode --compare`: counts and differing spans, against the ids that `encode` prints."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest

from engine import Tokenizer

DATA = "low lower newest größe lowest".encode()


@pytest.fixture
def smaller(trained, tmp_path):
    """The tokenizer with a few of its merges, in a file."""
    return Tokenizer.load(trained).truncated(264).save(tmp_path / "smaller.twb")


def spans_of(tokenizer: Tokenizer) -> set[tuple[int, int]]:
    ids = tokenizer.encode(DATA.decode())
    ends = list(accumulate(len(tokenizer.vocabulary[each]) for each in ids))
    return set(zip([0, *ends], ends, strict=False))


def test_counts_and_differences_of_two(cli, trained, smaller):
    document = cli("encode", trained, "--compare", smaller, "--json", stdin=DATA).document
    one, other = (spans_of(Tokenizer.load(path)) for path in (trained, smaller))
    assert [each["tokens"] for each in document["tokenizers"]] == [len(one), len(other)]
    alone = {place for start, end in one ^ other for place in range(start, end)}
    assert document["differing_bytes"] == len(alone) > 0
    for difference in document["first_differences"]:
        for places, spans in zip(difference["cuts"], (one, other), strict=True):
            assert set(pairwise(places)) <= spans
            assert (places[0], places[-1]) == (difference["start"], difference["end"])


def test_the_table_shows_the_cuts_in_the_order_of_the_text(cli, trained, smaller):
    shown = cli("encode", trained, "--compare", smaller, "--differences", "1", stdin=DATA)
    assert shown.status == 0
    lines = shown.out.splitlines()
    assert "smaller" in lines[2]
    assert lines[-1].split()[0] == "3"  # "low" is cut alike
    assert "|" in lines[-1]


def test_equal_tokenizers_differ_nowhere(cli, trained):
    shown = cli("encode", trained, "--compare", trained, stdin=DATA)
    assert "identically" in shown.err
    document = cli("encode", trained, "--compare", trained, "--json", stdin=DATA).document
    assert (document["differences"], document["share_differing"]) == (0, 0)


def test_what_cannot_be_compared_is_refused(cli, trained, tmp_path):
    refused = cli("encode", trained, "--compare", trained, "--out", "ids.npy", stdin=DATA)
    assert refused.status == 2
    assert "--out" in refused.sentence
    path = Tokenizer([], normalization="nfc").save(tmp_path / "nfc.twb")
    refused = cli("encode", trained, "--compare", path, stdin=DATA)
    assert refused.status == 2
    assert "NFC" in refused.sentence


def test_up_to_four_tokenizers_are_compared_and_each_once(cli, trained, smaller):
    twice = cli("encode", trained, "--compare", smaller, "--compare", smaller, stdin=DATA)
    assert twice.status == 2
    assert "more than once" in twice.sentence
    options = [word for number in range(4) for word in ("--compare", f"{number}.twb")]
    many = cli("encode", trained, *options, stdin=DATA)
    assert many.status == 2
    assert "Up to 4 tokenizers" in many.sentence
