"""Slow parity-aware byte-pair encoding, for comparison: everything is recounted at every step."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from tests import reference_bpe


def train(
    corpus: Mapping[str, Counter[bytes]],
    texts: Mapping[str, Counter[bytes]],
    n_merges: int,
    *,
    n_global: int = 0,
    window: int | None = None,
    alpha: float = 2.0,
    tie_break: str = "smallest-ids",
    min_frequency: int = 1,
    max_token_bytes: int | None = None,
    token_limit: str = "inclusive",
    ratios: Mapping[str, float] | None = None,
) -> list[tuple[int, int, str | None]]:
    """(left, right, language that chose it, None for the whole corpus) for each merge.

    corpus, texts: pre-tokens with their counts, by language; a language of `corpus` without a text
    never chooses. ratios: in place of texts, which are empty then.
    """
    choosing = corpus if ratios else texts
    able_at_first = [*(ratios or texts)]
    scale = dict.fromkeys(able_at_first, 1.0)
    for language in ratios or ():
        scale[language] = ratios[language] / sum(len(w) * n for w, n in corpus[language].items())
    words = {word: list(word) for counts in (*corpus.values(), *texts.values()) for word in counts}
    tokens = {byte: bytes([byte]) for byte in range(256)}
    recent: deque[str] = deque(maxlen=window or 0)
    left_out: set[str] = set()
    merges: list[tuple[int, int, str | None]] = []
    while len(merges) < n_merges:
        chooser = None
        if len(merges) < n_global:
            counts = sum(corpus.values(), Counter())
        else:
            able = [language for language in able_at_first if language not in left_out]
            if not able:
                break
            limit = alpha / len(able_at_first)
            cost = {
                language: scale[language]
                * sum(len(words[word]) * n for word, n in choosing[language].items())
                for language in able
            }
            allowed = [
                language
                for language in able
                if not window or recent.count(language) / window <= limit
            ]
            chooser = max(allowed or able, key=lambda language: cost[language])
            counts = corpus[chooser]
        pair = best_pair(
            {word: words[word] for word in counts}, counts, tokens, tie_break, min_frequency,
            max_token_bytes, token_limit,
        )  # fmt: skip
        if pair is None:
            if chooser is None:
                break
            left_out.add(chooser)
            continue
        if chooser is not None:
            recent.append(chooser)
        new_id = 256 + len(merges)
        words = {word: reference_bpe.merge(ids, pair, new_id) for word, ids in words.items()}
        tokens[new_id] = tokens[pair[0]] + tokens[pair[1]]
        merges.append((*pair, chooser))
    return merges


def best_pair(
    words: dict[bytes, list[int]],
    counts: Counter[bytes],
    tokens: dict[int, bytes],
    tie_break: str,
    min_frequency: int,
    max_token_bytes: int | None,
    token_limit: str,
) -> tuple[int, int] | None:
    """The pair that is merged next in the words of one language; None for none."""
    pairs = {
        pair: count
        for pair, count in reference_bpe.count_pairs(words, counts).items()
        if count >= min_frequency
        and reference_bpe._fits(tokens[pair[0]] + tokens[pair[1]], max_token_bytes, token_limit)
    }
    if not pairs:
        return None
    top = max(pairs.values())
    tied = [pair for pair in pairs if pairs[pair] == top]
    return reference_bpe._first(tied, tie_break, tokens)
