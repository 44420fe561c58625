"""The slow, obvious superword training: the specification that the engine's is compared with.

Stage one is `reference_bpe` with the first pattern. For stage two every document is cut by the
second pattern, the first merges are replayed in every piece, the rules cut the pieces into spans
of tokens, and byte-pair encoding goes on over the spans, counting again those that change. Nothing
here is shared with the engine.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import regex

from tests import reference_bpe

Span = tuple[int, ...]


class Trained(NamedTuple):
    """All merges as (left, right), the count of each when it was selected, in units of 1 / scale,
    and how many of them stage one made."""

    merges: list[tuple[int, int]]
    counts: list[int]
    n_first: int


def train_superwords(
    documents_by_source: Sequence[Sequence[str]],
    config,
    weights: Sequence[int] | None = None,
    scale: int = 1,
) -> Trained:
    """The merges of `config`, which has superwords, and any merge rules.

    documents_by_source: as they are read, so cut at special tokens where that is wanted.
    weights: of each source, in units of 1 / scale; 1 each by default.
    """
    rules = config.superwords.stage_two_rules
    weights = [scale] * len(documents_by_source) if weights is None else list(weights)
    sources = [
        [_normalized(text, config.normalization) for text in documents] if weight else []
        for documents, weight in zip(documents_by_source, weights, strict=True)
    ]
    tokens = {byte: bytes([byte]) for byte in range(256)}
    loop = _Loop(config, scale, tokens)

    words: Counter[Span] = Counter()
    for documents, weight in zip(sources, weights, strict=True):
        for text in documents:
            for piece in reference_bpe.pretokens_of(text, expression(config.pattern)):
                words[tuple(piece)] += weight
    loop.run(words, config.n_first_merges, lambda token: True)
    n_first = len(loop.merges)

    spans: Counter[Span] = Counter()
    for weight, some in zip(weights, spans_of(sources, loop.merges, tokens, config), strict=True):
        for span in some:
            spans[span] += weight
    loop.run(spans, config.n_merges, lambda token: allows(rules, token, set(tokens.values())))
    return Trained(loop.merges, loop.counts, n_first)


def expression(pattern: str) -> str:
    """The regular expression of a preset's name, or the one given."""
    from engine.splitting.preset_patterns import preset_pattern

    try:
        return preset_pattern(pattern)
    except KeyError:
        return pattern


class _Loop:
    """Greedy byte-pair encoding that keeps its merges from stage to stage."""

    def __init__(self, config, scale: int, tokens: dict[int, bytes]) -> None:
        self._config = config
        self._least = config.min_frequency * scale
        self._tokens = tokens
        self.merges: list[tuple[int, int]] = []
        self.counts: list[int] = []

    def run(self, words: Counter[Span], n_merges: int, allowed: Callable[[bytes], bool]) -> None:
        """Merge until there are `n_merges` of all stages, or no pair is left."""
        encoded = {word: list(word) for word in words}
        pairs = reference_bpe.count_pairs(encoded, words)
        refused: set[tuple[int, int]] = set()
        while len(self.merges) < n_merges:
            pair = self._best(pairs, refused, encoded, allowed)
            if pair is None:
                return
            self.merges.append(pair)
            self.counts.append(pairs[pair])
            new_id = 255 + len(self.merges)
            self._tokens[new_id] = self._tokens[pair[0]] + self._tokens[pair[1]]
            for word, ids in encoded.items():
                if pair[0] in ids and pair in pairwise(ids):
                    encoded[word] = reference_bpe.merge(ids, pair, new_id)
                    pairs.subtract(reference_bpe.count_pairs({word: ids}, words))
                    pairs.update(reference_bpe.count_pairs({word: encoded[word]}, words))

    def _best(
        self,
        pairs: Counter[tuple[int, int]],
        refused: set[tuple[int, int]],
        encoded: dict[Span, list[int]],
        allowed: Callable[[bytes], bool],
    ) -> tuple[int, int] | None:
        """The pair to merge next; what is refused on the way is out for good."""
        while True:
            top = max((n for pair, n in pairs.items() if pair not in refused), default=0)
            if top < self._least:
                return None
            tied = [pair for pair, n in pairs.items() if n == top and pair not in refused]
            if self._config.tie_break == "first-seen":
                sight = (pair for ids in encoded.values() for pair in pairwise(ids))
                tied = [next(pair for pair in sight if pair in tied)]
            pair = reference_bpe._first(tied, self._config.tie_break, self._tokens)
            if self._is_allowed(pair, allowed):
                return pair
            refused.add(pair)

    def _is_allowed(self, pair: tuple[int, int], allowed: Callable[[bytes], bool]) -> bool:
        config, token = self._config, self._tokens[pair[0]] + self._tokens[pair[1]]
        fits = reference_bpe._fits(token, config.max_token_bytes, config.token_limit)
        return fits and not _is_blocked(config.merge_rules, token) and allowed(token)


def _is_blocked(merge_rules, token: bytes) -> bool:
    """The person's own rules, which hold in both stages."""
    if merge_rules is None:
        return False
    pattern = merge_rules.blocked_pattern
    text = token.decode("utf-8", "surrogateescape")
    return token in merge_rules.blocked or bool(pattern and regex.search(pattern, text))


def allows(rules, token: bytes, existing: set[bytes]) -> bool:
    """Whether stage two may make this token while those exist."""
    if not rules.allow_twins and token in existing:
        return False
    words = [piece for piece in token.split(b" ") if piece]
    if rules.most_words is not None and len(words) > rules.most_words:
        return False
    return not any(string.encode() in token for string in rules.forbidden_inside)


def spans_of(
    sources: Sequence[Sequence[str]],
    first_merges: list[tuple[int, int]],
    tokens: dict[int, bytes],
    config,
) -> list[list[Span]]:
    """The spans of tokens that stage two begins with, of each source in the order of the text."""
    rules = config.superwords.stage_two_rules
    sources = _documents_taking_part(sources, rules)
    pattern = expression(config.superwords.pattern)
    encode = _Replay(first_merges)
    result = []
    for documents in sources:
        pieces = [
            piece for text in documents for piece in reference_bpe.pretokens_of(text, pattern)
        ]
        result.append([span for piece in pieces for span in cut(encode(piece), tokens, rules)])
    if rules.span_percentile is not None:
        lengths = [len(span) for spans in result for span in spans]
        most = percentile(lengths, rules.span_percentile)
        result = [[span[:most] for span in spans] for spans in result]
    return result


class _Replay:
    """Pieces encoded with the first merges; what is known is not merged again."""

    def __init__(self, merges: list[tuple[int, int]]) -> None:
        self._merges, self._known = merges, {}

    def __call__(self, piece: bytes) -> list[int]:
        if piece not in self._known:
            self._known[piece] = replay(piece, self._merges)
        return self._known[piece]


def replay(piece: bytes, merges: list[tuple[int, int]]) -> list[int]:
    """All merges in the order of their ranks, each everywhere in the piece: ids."""
    ids = list(piece)
    for rank, pair in enumerate(merges):
        ids = reference_bpe.merge(ids, pair, 256 + rank)
    return ids


def cut(ids: list[int], tokens: dict[int, bytes], rules) -> list[Span]:
    """The spans of one piece: the rules about characters first, then the longest span."""
    borders = {0, len(ids)}
    for at, token_id in enumerate(ids):
        token = tokens[token_id]
        text = token.decode("utf-8", "ignore")
        if any(token.endswith(character.encode()) for character in rules.cut_after):
            borders.add(at + 1)
        if any(character.encode() in token for character in rules.cut_before):
            borders.add(at)
        if any(character.encode() in token for character in rules.cut_one_before):
            borders.add(max(0, at - 1))
        kinds = {unicodedata.category(character) for character in text}
        if (rules.digits_apart and "Nd" in kinds) or (
            rules.punctuation_apart and any(kind[0] in "PS" for kind in kinds)
        ):
            borders |= {at, at + 1}
    places = sorted(borders)
    spans = [tuple(ids[i:j]) for i, j in pairwise(places)]
    return [part for span in spans for part in _parts(span, rules) if part]


def _parts(span: Span, rules) -> list[Span]:
    """Cut a span that is too long into parts of a fixed length; the rest stays together."""
    if rules.longest_span is None or len(span) < rules.longest_span:
        return [span]
    width = rules.longest_span if rules.span_parts is None else rules.span_parts
    n_cuts = len(span) // width
    if rules.most_span_cuts is not None:
        n_cuts = min(n_cuts, rules.most_span_cuts)
    ends = [width * (i + 1) for i in range(n_cuts)]
    return [span[i:j] for i, j in zip([0, *ends], [*ends, len(span)], strict=True)]


def _documents_taking_part(sources: Sequence[Sequence[str]], rules) -> list[list[str]]:
    """Documents drawn by chance, each up to the percentile of all documents' lengths.

    A source in which no text is drawn takes part whole.
    """
    most = None
    if rules.document_percentile is not None:
        lengths = [len(text) for documents in sources for text in documents if text]
        most = percentile(lengths, rules.document_percentile)
    share, seed = rules.sampling_share, rules.sampling_seed
    result = []
    for documents in sources:
        drawn = [text for i, text in enumerate(documents) if is_drawn(seed, i, share)]
        if not any(drawn):  # nothing of this source: then all of it
            drawn = list(documents)
        result.append([text[:most] for text in drawn])
    return result


def percentile(lengths: list[int], p: float) -> int:
    """The length that p percent of the lengths do not exceed; 0 of none."""
    if not lengths:
        return 0
    return sorted(lengths)[math.ceil(p / 100 * len(lengths)) - 1]


def is_drawn(seed: int, number: int, share: float) -> bool:
    """Whether document `number` of its source takes part: SplitMix64 of both numbers."""
    return _mixed(_mixed(seed) ^ number) < share * 2**64


def _mixed(word: int) -> int:
    word = (word + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
    return word ^ (word >> 31)


def _normalized(text: str, form: str | None) -> str:
    return text if form is None else unicodedata.normalize(form.upper(), text)


def encode_text(text: str, pattern: str, merges: list[tuple[int, int]]) -> list[int]:
    """Ids of a text by a superword tokenizer: whole pieces of its pattern, merges by rank."""
    return [
        token_id
        for piece in reference_bpe.pretokens_of(text, expression(pattern))
        for token_id in replay(piece, merges)
    ]
