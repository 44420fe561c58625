"""More text out of the real texts, whose vocabulary goes on growing as theirs does.

First come the real documents, in random order. Then documents are drawn from them with repetition,
and in each copy every rare word (`sample.RARE`) is replaced, at all its spots in that document
alike, by a word drawn like this, within its label and kind:

- With probability r (n / n0)^(b - 1) it is a new word. n is the size of the text so far, n0 that of
  the real texts, b the growth exponent of the real texts; r is the share of rare words that are in
  one document only (Good and Turing's estimate of the next being unseen), scaled over all groups so
  that distinct pre-tokens grow by b V0 / n0 a byte where the real texts end. So they grow by
  V(n) = V0 (n / n0)^b.
- Else it is a word from before, each weighted by the documents that had it so far, less b: the rule
  of Pitman and Yor, which keeps the counts of rare words on the power law of exponent 1 + b.

A new word is the beginning of one real rare word and the end of another one, each cut at random, so
letters and lengths stay those of the language; one that is in the text already is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.scale.sample import Document, Sample, WordGroup
from engine.compiled import Int64s

_MOST_NEW = 0.95
_TRIES = 4
SMALL_BITS, BITS = 26, 32
_LARGE = 1_000_000_000


class Rewriter:
    """Documents without end.

    exponent: b, between 0 and 1. most_bytes: about what will be asked for.
    """

    def __init__(self, sample: Sample, exponent: float, seed: int, most_bytes: int) -> None:
        self._sample = sample
        self._exponent = exponent
        self._random = np.random.default_rng(seed)
        self._known = _Known(sample.known, BITS if most_bytes > _LARGE else SMALL_BITS)
        self._groups = [_Words(group, exponent) for group in sample.groups]
        n_pairs = np.array([len(group.history) for group in sample.groups])
        rates = np.array([group.new_rate for group in sample.groups])
        self.scale = exponent * sample.n_types / float((n_pairs * rates).sum())
        """What Good and Turing's rates are multiplied by to give the growth of the real texts."""
        self._rates = rates * self.scale
        self.n_bytes = 0
        self.n_new = 0
        """New words so far."""

    def documents(self) -> Iterator[bytes]:
        """The real ones, then rewritten ones for ever."""
        real = self._sample.documents
        for number in self._random.permutation(len(real)).tolist():
            self.n_bytes += len(real[number].data)
            yield real[number].data
        while True:
            data = self._rewritten(real[int(self._random.integers(len(real)))])
            self.n_bytes += len(data)
            yield data

    def _rewritten(self, document: Document) -> bytes:
        words = self._drawn(document.groups)
        data = memoryview(document.data)
        pieces: list[bytes | memoryview] = []
        at = 0
        for begin, end, word in zip(
            document.begins.tolist(), document.ends.tolist(), document.words.tolist(), strict=True
        ):
            pieces += (data[at:begin], words[word])
            at = end
        pieces.append(data[at:])
        return b"".join(pieces)

    def _drawn(self, groups: Int64s) -> list[bytes]:
        """A word for each number of a group; equal numbers are neighbours."""
        rate = (self.n_bytes / self._sample.n_bytes) ** (self._exponent - 1)
        chances = np.minimum(self._rates[groups] * rate, _MOST_NEW)
        is_new = self._random.random(len(groups)) < chances
        bounds = np.flatnonzero(np.diff(groups, prepend=-1, append=-1)).tolist()
        words: list[bytes] = []
        for begin, end in pairwise(bounds):
            group = self._groups[int(groups[begin])]
            words += group.drawn(is_new[begin:end], self._random, self._known)
        self.n_new += int(is_new.sum())
        return words


class _Words:
    """The words of one group and the documents that had them."""

    def __init__(self, group: WordGroup, discount: float) -> None:
        self._discount = discount
        self._parts = group.texts
        self._space = group.space
        self._texts = [group.space + text.encode() for text in group.texts]
        self._history = _Grown(np.array(group.history, np.int32))
        self._uses = _Grown(np.bincount(group.history).astype(np.int32))

    def drawn(self, is_new: np.ndarray, random: np.random.Generator, known: _Known) -> list[bytes]:
        """One word for each; new ones where said."""
        forms = np.empty(len(is_new), np.int64)
        forms[~is_new] = self._old(len(is_new) - int(is_new.sum()), random)
        first = len(self._texts)
        n_new = int(is_new.sum())
        self._texts += [self._invented(cuts, random, known) for cuts in
                        random.random((n_new, 4)).tolist()]  # fmt: skip
        forms[is_new] = np.arange(first, first + n_new)
        self._uses.extend(np.zeros(n_new, np.int32))
        np.add.at(self._uses.values, forms, 1)
        self._history.extend(forms)
        return [self._texts[form] for form in forms.tolist()]

    def _old(self, n: int, random: np.random.Generator) -> Int64s:
        """Words from before, weighted by their uses less the discount."""
        forms = np.empty(n, np.int64)
        open_ = np.arange(n)
        while len(open_):
            drawn = self._history.values[random.integers(len(self._history), size=len(open_))]
            forms[open_] = drawn
            open_ = open_[random.random(len(open_)) * self._uses.values[drawn] < self._discount]
        return forms

    def _invented(self, cuts: list[float], random: np.random.Generator, known: _Known) -> bytes:
        begin = ""
        for attempt in range(1 << 20):
            first, second, *at = cuts
            left = self._parts[int(first * len(self._parts))]
            right = self._parts[int(second * len(self._parts))]
            text = begin + left[: 1 + int(at[0] * len(left))] + right[int(at[1] * len(right)) :]
            word = self._space + text.encode()
            if known.add(zlib.crc32(word)):
                return word
            if attempt % _TRIES == _TRIES - 1:  # a small group: longer words
                begin = text
            cuts = random.random(4).tolist()
        raise AssertionError("no new word was found")


class _Known:
    """Hashes of words in a map of bits: never says new of a word that is known."""

    def __init__(self, hashes: list[int], bits: int) -> None:
        self._mask = (1 << bits) - 1
        self._bits = bytearray(1 << (bits - 3))
        for each in hashes:
            self.add(each)

    def add(self, crc: int) -> bool:
        """Whether it was new; it is known now."""
        crc &= self._mask
        at, bit = crc >> 3, 1 << (crc & 7)
        if self._bits[at] & bit:
            return False
        self._bits[at] |= bit
        return True


class _Grown:
    """int32[n] that grows at its end."""

    def __init__(self, values: np.ndarray) -> None:
        self._room, self._n = values.astype(np.int32), len(values)

    def __len__(self) -> int:
        return self._n

    @property
    def values(self) -> np.ndarray:
        return self._room[: self._n]

    def extend(self, values: np.ndarray) -> None:
        end = self._n + len(values)
        if end > len(self._room):
            room = np.empty(end + end // 2 + 16, np.int32)
            room[: self._n] = self.values
            self._room = room
        self._room[self._n : end] = values
        self._n = end


def write_shards(rewriter: Rewriter, folder: Path, n_bytes: int, shard_bytes: int) -> list[Path]:
    """Write that much text as files of `shard_bytes`, the last document cut off at no byte."""
    folder.mkdir(parents=True, exist_ok=True)
    documents = rewriter.documents()
    written = 0
    files: list[Path] = []
    while written < n_bytes:
        files.append(folder / f"part-{len(files):05}.txt")
        end = written + min(shard_bytes, n_bytes - written)
        with files[-1].open("wb", buffering=1 << 22) as out:
            while written < end:
                written += out.write(next(documents))
    return files
