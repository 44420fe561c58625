"""Uses of the tokens of a vocabulary in a text: counts, evenness, contexts, and twins of a token.

**Counts** (`usage_steps`). An even use gives each of V ids 1 / V of the tokens. Hyper-frequent ids
are used at least HYPER times as often, hyper-rare ones at most 1 / HYPER as often, unused ones
included. The terms are those of the authors of SuperBPE ("fewer hyper-frequent and hyper-rare
tokens"), who give no bounds; these are ours.

**Contexts** (`context_steps`). The corpus is encoded as everywhere else, so that an occurrence
counts only if the token itself is given out: not "the" inside the token "other". Text without the
bytes of the token is skipped without encoding it, and a label is read no further than its share
needs.

**Twins** (`twin_steps`): tokens that differ only by leading spaces, upper and lower case (Unicode
default case folding) or the compatibility form (NFKC, UAX #15, of the running Python).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.compiled import Floats, Int64s, UInt32s, bounds_of
from engine.errors import TokenIdError
from engine.machine import Progress, result_of
from engine.sentences import say
from engine.text import without_cut_character

if TYPE_CHECKING:
    from engine.analysis.vocabulary import VocabularyFacts
    from engine.corpus import Corpus, DocumentGroup, DocumentPart
    from engine.encoding import Encoder, Tokenizer
    from engine.library import AnyTokenizer


HYPER = 100
RENYI_ALPHA = 2.5
"""The order that agreed best with translation quality in Zouhar et al. (2023)."""

COVERAGE_SHARES = (0.5, 0.8, 0.9, 0.99)

_CURVE_POINTS, _FREQUENCY_POINTS = 600, 400
PER_LABEL = 5
WIDTH = 48
"""Characters of text on each side."""

_BYTES_OF_CHARACTER = 4

_SLICE = 8_192
_WIDE = frozenset("FH")


@dataclass(frozen=True, eq=False)
class TokenDistribution:
    """Uses of the tokens of one vocabulary in one text.

    counts: int64[k], of the ids that are used, the greatest first. vocab_size: all ids.
    entropy: Shannon, bits per token; efficiency: entropy / log2(vocab_size);
    renyi_efficiency: of order RENYI_ALPHA. These are None for a text without tokens.
    """

    counts: Int64s
    vocab_size: int
    entropy: float | None
    renyi_efficiency: float | None

    @property
    def tokens(self) -> int:
        return int(self.counts.sum())

    @property
    def efficiency(self) -> float | None:
        if self.entropy is None:
            return None
        return self.entropy / float(np.log2(self.vocab_size))

    @property
    def n_frequent(self) -> int:
        """Hyper-frequent ids."""
        return int(np.count_nonzero(self._against_even >= HYPER))

    @property
    def frequent_share(self) -> float:
        """Share of the text's tokens that are hyper-frequent ones."""
        return float(self.counts[: self.n_frequent].sum()) / max(1, self.tokens)

    @property
    def n_rare(self) -> int:
        """Hyper-rare ids, with those that are not used at all."""
        used = np.count_nonzero(self._against_even <= 1 / HYPER)
        return int(used) + self.vocab_size - len(self.counts)

    @property
    def rare_share(self) -> float:
        """Share of the ids that are hyper-rare."""
        return self.n_rare / self.vocab_size

    @property
    def _against_even(self) -> Floats:
        """float64[k]: how often each is used, against an even use of all ids."""
        return np.asarray(self.counts * (self.vocab_size / max(1, self.tokens)), np.float64)

    def curve(self) -> tuple[Floats, Floats]:
        """Ranks from 1 and the share of each in the tokens, float64[m] each, evenly on a log axis.

        m is at most 600; the first and the last rank are always there.
        """
        n = len(self.counts)
        if not n:
            return np.empty(0), np.empty(0)
        ranks = np.unique(np.geomspace(1, n, _CURVE_POINTS).round().astype(np.int64))
        return ranks.astype(np.float64), self.counts[ranks - 1] / self.tokens


@dataclass(frozen=True, eq=False)
class FrequencyCurves:
    """How uses fall with the rank of a token, and how much of a text the first tokens cover.

    ranks: float64[m], from 1, evenly on a log axis. uses: float64[m], of the token at each rank by
    uses. of_uses: float64[m], share of all uses that tokens up to that rank have; of_bytes: share
    of the bytes, tokens ranked by the bytes that they cover.
    """

    ranks: Floats
    uses: Floats
    of_uses: Floats
    of_bytes: Floats


def frequency_curves(counts: Int64s, lengths: Int64s) -> FrequencyCurves:
    """The curves of uses and bytes int64[vocab_size] of each id; negative uses are unknown.

    At most 400 points; the first and the last used rank are always there.
    """
    known = np.maximum(counts, 0)
    uses = np.sort(known[known > 0])[::-1]
    if not len(uses):
        return FrequencyCurves(*(np.empty(0) for _ in range(4)))
    covered = np.sort((known * lengths)[known > 0])[::-1]
    ranks = np.unique(np.geomspace(1, len(uses), _FREQUENCY_POINTS).round().astype(np.int64))
    of_uses, of_bytes = (
        np.cumsum(part)[ranks - 1] / max(1, part.sum()) for part in (uses, covered)
    )
    return FrequencyCurves(
        ranks.astype(np.float64), uses[ranks - 1].astype(np.float64), of_uses, of_bytes
    )


def token_distribution(counts: Int64s) -> TokenDistribution:
    """The distribution of uses int64[vocab_size]."""
    entropy, renyi = entropy_and_efficiency(counts)
    used = np.sort(counts[counts > 0])[::-1]
    return TokenDistribution(used, len(counts), entropy, renyi)


def entropy_and_efficiency(counts: Int64s) -> tuple[float | None, float | None]:
    """Shannon entropy in bits per token, and Rényi efficiency over the declared vocabulary.

    counts: int64[vocab_size], uses of each id. None for a text without tokens.
    """
    used = counts[counts > 0]
    if not len(used) or len(counts) < 2:
        return None, None
    shares = used / used.sum()
    entropy = float(-(shares * np.log2(shares)).sum())
    renyi = float(np.log2((shares**RENYI_ALPHA).sum()) / (1 - RENYI_ALPHA))
    return abs(entropy), abs(renyi) / float(np.log2(len(counts)))


@dataclass(frozen=True, eq=False)
class LabelledUses:
    """Uses of each token under each label of a text.

    labels: in the order of the text. tokens: int64[n_labels], all uses under each. ids, counts:
    for each label the tokens that are used under it, uint32[m] in order, and how often, int64[m].
    """

    labels: tuple[str, ...]
    tokens: Int64s
    ids: tuple[UInt32s, ...]
    counts: tuple[Int64s, ...]

    def of(self, token_id: int) -> Int64s:
        """int64[n_labels]: the uses of one token under each label."""
        counts_by_label = np.zeros(len(self.labels), np.int64)
        for number, (ids, counts) in enumerate(zip(self.ids, self.counts, strict=True)):
            at = int(np.searchsorted(ids, token_id))
            if at < len(ids) and ids[at] == token_id:
                counts_by_label[number] = counts[at]
        return counts_by_label


@dataclass(frozen=True, eq=False)
class TokenUsage:
    """counts: int64[vocab_size], uses of each id, with special tokens read as plain text.

    lengths: int64[vocab_size], bytes of each id. documents, bytes: of the text. by_label: the
    same uses label by label.
    """

    counts: Int64s
    lengths: Int64s
    documents: int
    bytes: int
    by_label: LabelledUses | None = None

    @property
    def tokens(self) -> int:
        return int(self.counts.sum())

    def covering(self, share: float) -> Int64s:
        """The fewest tokens that together are `share` of the text's bytes: their ids, int64[k].

        A token covers its uses times its bytes; of tokens that cover the same the smaller id comes
        first. Empty for an empty text.
        """
        covered = self._covered
        n = int(np.searchsorted(np.cumsum(covered[self._order]), share * covered.sum()))
        return self._order[: n + 1] if covered.any() else self._order[:0]

    @cached_property
    def _covered(self) -> Int64s:
        return self.counts * self.lengths

    @cached_property
    def _order(self) -> Int64s:
        return np.argsort(-self._covered, kind="stable")


def usage_steps(tokenizer: AnyTokenizer, corpus: Corpus) -> Generator[Progress, None, TokenUsage]:
    """Yields about ten times a second; the usage is the generator's return value.

    It encodes a corpus on all cores; a tokenizer that its library runs encodes there. The call
    itself checks its arguments; CorpusError comes later, for files that cannot be read.
    """
    from engine.corpus import checked_corpus
    from engine.library import checked_tokenizer

    checked_tokenizer(tokenizer)
    return _counting(tokenizer, checked_corpus(corpus))


def _counting(tokenizer: AnyTokenizer, corpus: Corpus) -> Generator[Progress, None, TokenUsage]:
    from engine.encoding import token_counts  # the kernels come with it

    counts = np.zeros(tokenizer.vocab_size, np.int64)
    documents = n_bytes = 0
    expected = corpus.expected_bytes
    labels = _LabelCounter(corpus, tokenizer.vocab_size)

    with closing(token_counts(tokenizer, corpus)) as groups:
        for counted in groups:
            if counted is not None:
                counts += counted.counts
                labels.add(counted.source, counted.counts)
                documents += counted.documents
                n_bytes += counted.bytes
            yield Progress(n_bytes, max(expected, n_bytes))
    return TokenUsage(counts, tokenizer.token_lengths, documents, n_bytes, labels.uses())


def token_usage(tokenizer: AnyTokenizer, corpus: Corpus) -> TokenUsage:
    """`usage_steps` run to its end."""
    return result_of(usage_steps(tokenizer, corpus))


class _LabelCounter:
    """Adds up the uses of each label; only the one at hand has an entry for every id."""

    def __init__(self, corpus: Corpus, vocab_size: int) -> None:
        self._labels = [source.label for source in corpus.sources]
        self._vocab_size = vocab_size
        self._done: dict[str, tuple[UInt32s, Int64s]] = {}
        self._label = ""
        self._counts: Int64s | None = None

    def add(self, source: int, counts: Int64s) -> None:
        label = self._labels[source]
        if self._counts is None or label != self._label:
            self._put_away()
            self._label = label
            self._counts = np.zeros(self._vocab_size, np.int64)
            if label in self._done:
                ids, before = self._done[label]
                self._counts[ids] = before
        self._counts += counts

    def uses(self) -> LabelledUses:
        self._put_away()
        self._counts = None
        labels = tuple(label for label in dict.fromkeys(self._labels) if label in self._done)
        ids = tuple(self._done[label][0] for label in labels)
        counts = tuple(self._done[label][1] for label in labels)
        tokens = np.array([int(label_counts.sum()) for label_counts in counts], np.int64)
        return LabelledUses(labels, tokens, ids, counts)

    def _put_away(self) -> None:
        if self._counts is not None:
            ids = np.flatnonzero(self._counts)
            self._done[self._label] = ids.astype(np.uint32), self._counts[ids]


@dataclass(frozen=True, slots=True)
class TokenContext:
    """One place of a token. label, source: of the text; document: its number among those of the
    source with text, from 0.

    left, right: the bytes beside the token, inside the document and in normal form; they begin and
    end with whole characters, except where the token itself cuts one.
    """

    label: str
    source: int
    document: int
    left: bytes
    token: bytes
    right: bytes


@dataclass(frozen=True, slots=True)
class ContextProgress(Progress):
    """How far the search is. found: contexts since the last progress."""

    found: tuple[TokenContext, ...] = ()


class _Found(NamedTuple):
    """The contexts of a group. documents: that begin in it; n_bytes: of its text."""

    source: int
    documents: int
    n_bytes: int
    places: tuple[tuple[int, bytes, bytes], ...]


def context_steps(
    tokenizer: Tokenizer,
    corpus: Corpus,
    token_id: int,
    *,
    per_label: int = PER_LABEL,
    width: int = WIDTH,
) -> Generator[ContextProgress, None, tuple[TokenContext, ...]]:
    """Find the first `per_label` occurrences of a token under each label of a corpus.

    Yields about ten times a second; returns all contexts, label by label in the order of the
    corpus. Special tokens are plain text, so none is found. Raises CorpusError for files that
    cannot be read, TokenIdError for an unused id.
    """
    if not 0 <= token_id < tokenizer.vocab_size or not tokenizer.vocabulary[token_id]:
        raise TokenIdError(say("id_without_token", id=token_id))
    token = tokenizer.vocabulary[token_id]
    labels = [source.label for source in corpus.sources]
    found: dict[str, list[TokenContext]] = {label: [] for label in labels}
    documents = [0] * len(labels)
    n_bytes, expected = 0, corpus.expected_bytes
    parts = _parts(corpus, labels, found, per_label)
    from engine.corpus import part_groups  # the kernels come with it

    groups = part_groups(parts, tokenizer.splitter, tokenizer.normalization)
    lengths = tokenizer.token_lengths
    work = partial(_finding, token_id, lengths, token, per_label, _BYTES_OF_CHARACTER * width)
    with closing(tokenizer.batch_encoder.spread(work, groups)) as results:
        for group in results:
            fresh: tuple[TokenContext, ...] = ()
            if group is not None:
                label = labels[group.source]
                missing = per_label - len(found[label])
                first = documents[group.source]
                fresh = tuple(
                    TokenContext(label, group.source, first + at, _end(left, width), token,
                                 _beginning(right, width))
                    for at, left, right in group.places[:missing]
                )  # fmt: skip
                found[label].extend(fresh)
                documents[group.source] += group.documents
                n_bytes += group.n_bytes
            yield ContextProgress(n_bytes, max(expected, n_bytes), found=fresh)
    return tuple(context for label in found for context in found[label])


def _parts(
    corpus: Corpus, labels: list[str], found: dict[str, list[TokenContext]], per_label: int
) -> Iterator[tuple[int, DocumentPart]]:
    """The parts of a corpus; the rest of a source is skipped once its label has enough."""
    if corpus.max_chars is not None:  # a cap over all sources needs all of them counted
        yield from corpus.labelled_parts()
        return
    for index, source in enumerate(corpus.sources):
        if len(found[labels[index]]) >= per_label:
            continue
        is_open = False
        for part in corpus.parts(source):
            if part.data or not part.begins:
                yield index, part
                is_open = not part.ends
            if not is_open and len(found[labels[index]]) >= per_label:
                break


def _finding(
    token_id: int, lengths: Int64s, token: bytes, per_label: int, n_beside: int, encoder: Encoder
) -> Callable[[DocumentGroup], _Found]:
    """The work on a group: (document in it, bytes left, bytes right) of each occurrence."""

    def work(group: DocumentGroup) -> _Found:
        counted = (group.source, group.n_documents, len(group.data))
        if token not in group.data:
            return _Found(*counted, ())
        ids, starts = encoder.encode_documents(group.data, group.bounds)
        at = np.flatnonzero(ids == token_id)[:per_label]
        if not len(at):
            return _Found(*counted, ())
        places = []
        numbers = np.searchsorted(starts, at, "right") - 1
        before = lengths[ids[: int(at[-1])]]
        begins = np.concatenate(([0], np.cumsum(before)))[at]
        # A part that goes on with a document belongs to the one that began before.
        shift = -1 if group.before else 0
        for number, begin in zip(numbers.tolist(), begins.tolist(), strict=True):
            low, high = int(group.bounds[number]), int(group.bounds[number + 1])
            end = begin + len(token)
            left = group.data[max(low, begin - n_beside) : begin]
            right = group.data[end : min(high, end + n_beside)]
            places.append((number + shift, left, right))
        return _Found(*counted, tuple(places))

    return work


def _end(data: bytes, width: int) -> bytes:
    """The last `width` characters; a character that is cut at the front is left out."""
    begins = [at for at, byte in enumerate(data) if byte & 0xC0 != 0x80]
    return data[begins[-width] :] if len(begins) >= width else data[begins[0] if begins else 0 :]


def _beginning(data: bytes, width: int) -> bytes:
    """The first `width` characters; one that is cut at the end is left out."""
    begins = [at for at, byte in enumerate(data) if byte & 0xC0 != 0x80]
    if len(begins) > width:
        return data[: begins[width]]
    return without_cut_character(data)


class TwinDifference(StrEnum):
    """What two twins differ in."""

    SPACE = "leading space"
    CASE = "case"
    WIDTH = "full width"
    FORM = "normal form"
    COMPATIBILITY = "compatibility form"


@dataclass(frozen=True, eq=False)
class TokenTwins:
    """The groups of twins in a vocabulary.

    vocabulary: the bytes of each id. groups: int64[n], a number that twins share, -1 for tokens
    without twins. order: int64[m], starts: int64[n_groups + 1], the ids of group g are
    order[starts[g]:starts[g + 1]].
    """

    vocabulary: Sequence[bytes]
    groups: Int64s
    order: Int64s
    starts: Int64s

    def of(self, token_id: int) -> tuple[tuple[int, tuple[TwinDifference, ...]], ...]:
        """The twins of a token in the order of their ids, and what each differs in."""
        group = int(self.groups[token_id])
        if group < 0:
            return ()
        own = self.vocabulary[token_id].decode()
        others = self.order[self.starts[group] : self.starts[group + 1]]
        return tuple(
            (other, _differences(own, self.vocabulary[other].decode()))
            for other in others.tolist()
            if other != token_id
        )


def twin_steps(
    vocabulary: Sequence[bytes], facts: VocabularyFacts
) -> Generator[float, None, TokenTwins]:
    """Yields the share that is done, some milliseconds apart; returns the twins."""
    numbers: dict[str, int] = {}
    n = len(vocabulary)
    found = np.full(n, -1, np.int64)
    is_text = facts.characters > 0
    for start in range(0, n, _SLICE):
        ids = start + np.flatnonzero(is_text[start : start + _SLICE])
        keys = [_key(vocabulary[i].decode()) for i in ids.tolist()]
        found[ids] = [numbers.setdefault(key, len(numbers)) if key else -1 for key in keys]
        yield min(start + _SLICE, n) / n
    sizes = np.bincount(found[found >= 0], minlength=max(len(numbers), 1))
    is_twin = (found >= 0) & (sizes[found] > 1)
    new_number = np.cumsum(sizes > 1) - 1
    groups = np.where(is_twin, new_number[found], -1)
    order = np.flatnonzero(is_twin)
    order = order[np.argsort(groups[order], kind="stable")]
    starts = bounds_of(sizes[sizes > 1])
    return TokenTwins(vocabulary, groups, order, starts)


def _key(text: str) -> str:
    """What twins have in common; "" for white space alone, which has no twins."""
    if text.isascii():
        return text.strip(" ").lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).strip(" ")


def _differences(one: str, other: str) -> tuple[TwinDifference, ...]:
    found = []
    if one[: len(one) - len(one.lstrip(" "))] != other[: len(other) - len(other.lstrip(" "))]:
        found.append(TwinDifference.SPACE)
    one, other = one.strip(" "), other.strip(" ")
    if unicodedata.normalize("NFKC", one) != unicodedata.normalize("NFKC", other):
        found.append(TwinDifference.CASE)
        one, other = one.casefold(), other.casefold()
    if one != other:
        found.append(_form_difference(one, other))
    return tuple(found)


def _form_difference(one: str, other: str) -> TwinDifference:
    if unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other):
        return TwinDifference.FORM
    if any(unicodedata.east_asian_width(letter) in _WIDE for letter in one + other):
        return TwinDifference.WIDTH
    return TwinDifference.COMPATIBILITY
