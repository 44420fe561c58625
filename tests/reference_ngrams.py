"""Interpolated modified Kneser-Ney, as it stands in the papers: dicts, fractions, no hurry.

Shares nothing with the engine. Documents are lists of ids; BEGIN stands before each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

BEGIN = "<s>"
Ngram = tuple[object, ...]


class ReferenceModel:
    """Models of order 1 to 3 over `vocabulary`, trained on documents."""

    def __init__(self, documents: Iterable[Sequence[int]], vocabulary: Iterable[int]) -> None:
        self.vocabulary = sorted(vocabulary)
        counts: dict[int, Counter[Ngram]] = {1: Counter(), 2: Counter(), 3: Counter()}
        for document in documents:
            ids = [BEGIN, *document]
            for order in (1, 2, 3):
                for end in range(1, len(ids)):
                    if end - order + 1 >= 0:
                        counts[order][tuple(ids[end - order + 1 : end + 1])] += 1
        self._raw = counts

    def probability(self, order: int, context: Sequence[object], wanted: int) -> Fraction:
        """P(wanted | context) by the model of an order; the context begins with BEGIN."""
        return self._of_level(order, order, tuple(context), wanted)

    def _of_level(self, model: int, level: int, context: Ngram, wanted: int) -> Fraction:
        if level == 0:
            return Fraction(1, len(self.vocabulary))
        context = context[-(level - 1) :] if level > 1 else ()
        if len(context) < level - 1:  # a document has no trigram that ends in its first id
            return self._of_level(model, level - 1, context, wanted)
        counts = self._counts(model, level)
        discounts = discounts_of(counts.values())
        following = {gram[-1]: n for gram, n in counts.items() if gram[:-1] == context}
        lower = self._of_level(model, level - 1, context, wanted)
        total = sum(following.values())
        if not total:
            return lower
        left_over = sum((discounts[min(n, 3)] for n in following.values()), Fraction(0)) / total
        own = following.get(wanted, 0)
        kept = own - discounts[min(own, 3)] if own else Fraction(0)
        return kept / total + left_over * lower

    def _counts(self, model: int, level: int) -> Counter[Ngram]:
        """The counts themselves at the highest level, numbers of left neighbours below it."""
        if level == model:
            return self._raw[level]
        neighbours: dict[Ngram, set[object]] = defaultdict(set)
        for gram in self._raw[level + 1]:
            neighbours[gram[1:]].add(gram[0])
        found = Counter({gram: len(each) for gram, each in neighbours.items()})
        if level > 1:
            begins = {gram: n for gram, n in self._raw[level].items() if gram[0] == BEGIN}
            found.update(begins)
        return found


def discounts_of(counts: Iterable[int]) -> list[Fraction]:
    """Discounts of counts of 0, 1, 2 and more (Chen and Goodman 1998)."""
    n = Counter(counts)
    usual = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2)]
    if not all(n[k] for k in (1, 2, 3, 4)):
        return usual
    y = Fraction(n[1], n[1] + 2 * n[2])
    found = [Fraction(0), *(k - (k + 1) * y * Fraction(n[k + 1], n[k]) for k in (1, 2, 3))]
    return found if all(0 < found[k] < k for k in (1, 2, 3)) else usual
