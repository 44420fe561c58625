"""The trainer of alisawuffles/tokenizers-superbpe, transcribed: what it does, in plain Python.

A merges.txt in the folder turns its `do_train` into `do_train_extend`: the inherited merges are
replayed in their order over the words of the second pattern, one whose pair does not occur there
is lost to vocabulary and merges, and ordinary training goes on with two vetoes. It reads files, so
line by line. Tokens are strings of GPT-2's characters for bytes, ids begin with the characters that
occur, sorted, and a merge that makes a string which exists takes that one's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests import reference_bpe

CHARACTER_OF = {
    byte: chr(byte) if place < 188 else chr(256 + place - 188)
    for place, byte in enumerate(reference_bpe.GPT2_BYTE_ORDER)
}
SPACE = CHARACTER_OF[0x20]
MOST_WORDS = 4

StringPair = tuple[str, str]


def lines_with_ending(text: str) -> list[str]:
    """What the trainer reads of a file, piece by piece."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]


class SuperBpeTrainer:
    """The words of some lines under one pattern, and what was merged in them."""

    def __init__(self, lines: Sequence[str], pattern: str) -> None:
        self._counts: Counter[tuple[int, ...]] = Counter()
        words: Counter[str] = Counter()
        for line in lines:
            for piece in reference_bpe.pretokens_of(line, pattern):
                words["".join(CHARACTER_OF[byte] for byte in piece)] += 1
        alphabet = sorted({character for word in words for character in word})
        self._ids = {character: i for i, character in enumerate(alphabet)}
        self._strings = alphabet
        for word, count in words.items():
            self._counts[tuple(self._ids[character] for character in word)] = count
        self._words = {word: list(word) for word in self._counts}
        self.merges: list[StringPair] = []

    def inherit(self, merges: Sequence[StringPair]) -> list[StringPair]:
        """Replay merges in their order; what was "not found" and is lost."""
        lost = []
        for left, right in merges:
            pair = (self._ids.get(left, -1), self._ids.get(right, -1))
            if pair in reference_bpe.count_pairs(self._words, self._counts):
                self._merge(pair)
            else:
                lost.append((left, right))
        return lost

    def train(self, n_merges: int, *, vetoes: bool) -> None:
        """Train until there are n_merges merges, or no pair is left."""
        refused: set[tuple[int, int]] = set()
        while len(self.merges) < n_merges:
            pairs = reference_bpe.count_pairs(self._words, self._counts)
            left = [pair for pair in pairs if pair not in refused]
            if not left:
                return
            pair = min(left, key=lambda each: (-pairs[each], each))
            made = self._strings[pair[0]] + self._strings[pair[1]]
            words = [word for word in made.split(SPACE) if word]
            if vetoes and (":" + SPACE in made or len(words) > MOST_WORDS):
                refused.add(pair)
            else:
                self._merge(pair)

    def _merge(self, pair: tuple[int, int]) -> None:
        left, right = self._strings[pair[0]], self._strings[pair[1]]
        self.merges.append((left, right))
        if left + right not in self._ids:
            self._ids[left + right] = len(self._strings)
            self._strings.append(left + right)
        new_id = self._ids[left + right]
        for word, ids in self._words.items():
            self._words[word] = reference_bpe.merge(ids, pair, new_id)


def official_superbpe(
    texts: Sequence[str], first_pattern: str, second_pattern: str, n_first: int, n_merges: int
) -> tuple[list[StringPair], list[StringPair]]:
    """Both of its stages: all merges, and the inherited ones that were lost."""
    lines = [line for text in texts for line in lines_with_ending(text)]
    first = SuperBpeTrainer(lines, first_pattern)
    first.train(n_first, vetoes=False)
    second = SuperBpeTrainer(lines, second_pattern)
    lost = second.inherit(first.merges)
    second.train(n_merges - len(lost), vetoes=True)
    return second.merges, lost
