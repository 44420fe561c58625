"""Special tokens that stand literally in text, against a straight search for them."""

from __future__ import annotations

import random
import re

import pytest

from engine.corpus.look_alikes import (
    BATCH_BYTES,
    LookAlikeCounter,
    likely_separator,
    look_alikes_in,
    usual_tokens,
)
from engine.corpus.readers.parts import DocumentPart

TOKENS = ("<|a|>", "<|a|>b", "<|abc|>", "end", "€", "[X]", "<|ünï|>", "ab")
PIECES = (*TOKENS, "<|", "|>", "a", "b", "<", "[", "Привет ", "नमस्ते", "🙂", "\0", "\n", "en")


def naive(documents, tokens=TOKENS):
    longest_first = sorted(tokens, key=len, reverse=True)
    expression = re.compile("|".join(map(re.escape, longest_first)))
    found = {}
    for number, document in enumerate(documents, 1):
        for match in expression.finditer(document):
            offset = len(document[: match.start()].encode())
            found.setdefault(match.group(), []).append((number, offset))
    return {
        token: (len(places), len({document for document, _ in places}), *places[0])
        for token, places in found.items()
    }


def as_naive(found):
    return {e.token: (e.times, e.documents, e.document, e.offset) for e in found}


def test_documents_are_counted_as_a_straight_search_counts_them():
    chance = random.Random(5)
    for _ in range(60):
        documents = ["".join(chance.choices(PIECES, k=chance.randint(0, 30))) for _ in range(5)]
        found = look_alikes_in([each.encode() for each in documents], TOKENS)
        assert as_naive(found) == naive(documents), documents
        assert [each.times for each in found] == sorted((e.times for e in found), reverse=True)


@pytest.mark.parametrize("size", [1, 3, 7, 50])
def test_parts_of_documents_are_counted_as_the_whole(size, monkeypatch):
    monkeypatch.setattr("engine.corpus.look_alikes.BATCH_BYTES", 40)
    chance = random.Random(size)
    documents = ["".join(chance.choices(PIECES, k=200)) for _ in range(4)]
    counter = LookAlikeCounter(TOKENS)
    for document in documents:
        pieces = [document[i : i + size] for i in range(0, len(document), size)]
        for i, piece in enumerate(pieces):
            counter.add(DocumentPart(piece.encode(), i == 0, i == len(pieces) - 1))
    assert as_naive(counter.finish()) == naive(documents)


def test_a_long_text_and_many_brackets():
    text = "<b>[x] prose " * (BATCH_BYTES // 8) + "<|im_end|>" + "<|im_start|>" * 300
    (start, end) = look_alikes_in([text.encode()], usual_tokens())
    assert (start.token, start.times, end.token, end.times) == (
        "<|im_start|>",
        300,
        "<|im_end|>",
        1,
    )
    assert end.offset == text.index("<|im_end|>")


def test_a_text_that_is_joined_with_the_end_of_text_is_recognised():
    text = "Es war einmal.\n<|endoftext|>\n" * 5
    found = look_alikes_in([text.encode()], usual_tokens())
    assert likely_separator(found, 1) == "<|endoftext|>"
    assert likely_separator(found, 4) is None
    assert likely_separator(look_alikes_in([b"<|im_end|>" * 9], usual_tokens()), 1) is None


def test_nothing_is_looked_for_without_tokens():
    assert look_alikes_in([b"<|endoftext|>"], ()) == ()
    assert "<s>" not in usual_tokens()
    assert {"<|bos|>", "<|eot_id|>", "<|im_end|>", "</s>"} <= set(usual_tokens())
