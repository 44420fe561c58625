"""Texts of one's own corpus on which an export is verified."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.corpus import Corpus, Source
from engine.splitter import Splitter

N_PRETOKENS = 10_000
_LONGEST_TEXT = 2_000
"""Characters. Longer documents are compared in parts, so that a difference is easy to see."""
_LONGEST_USUAL = 8
"""Characters of a pre-token, on average; patterns for words are below it in every language."""


def corpus_sample(
    paths: Iterable[Path | str], splitter: Splitter, n_pretokens: int = N_PRETOKENS
) -> list[str]:
    """The first texts of each label, about as many pre-tokens of each, `n_pretokens` in all.

    Raises CorpusError for paths that cannot be read or hold no text.
    """
    corpus = Corpus.from_paths(list(paths))
    share = max(1, n_pretokens // max(1, len(corpus.sources)))
    texts: list[str] = []
    for source in corpus.sources:
        texts += _first_texts(corpus, source, splitter, share)
    return texts


def _first_texts(corpus: Corpus, source: Source, splitter: Splitter, share: int) -> list[str]:
    texts: list[str] = []
    n_taken = 0
    for document in corpus.documents(source):
        for start in range(0, len(document), _LONGEST_TEXT):
            texts.append(document[start : start + _LONGEST_TEXT])
            # A pattern that hardly splits shall not take the whole corpus.
            n_taken += max(len(splitter.split(texts[-1])), len(texts[-1]) // _LONGEST_USUAL, 1)
            if n_taken >= share:
                return texts
    return texts
