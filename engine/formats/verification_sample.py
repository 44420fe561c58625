"""Texts of one's own corpus on which an export is verified."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.corpus import Corpus, Source
from engine.splitter import Splitter

N_PRETOKENS = 10_000
_MOST_CHARACTERS = 2_000
_MOST_DOCUMENTS = 2_000


def corpus_sample(
    paths: Iterable[Path | str], splitter: Splitter, n_pretokens: int = N_PRETOKENS
) -> list[str]:
    """The beginnings of documents, about as many pre-tokens of each label, `n_pretokens` in all.

    Raises CorpusError for paths that cannot be read or hold no text.
    """
    corpus = Corpus.from_paths(list(paths))
    share = max(1, n_pretokens // max(1, len(corpus.sources)))
    texts: list[str] = []
    for source in corpus.sources:
        texts += _beginnings(corpus, source, splitter, share)
    return texts


def _beginnings(corpus: Corpus, source: Source, splitter: Splitter, share: int) -> list[str]:
    texts: list[str] = []
    n_taken = 0
    for document in corpus.documents(source):
        text = document[:_MOST_CHARACTERS]
        n_taken += len(splitter.split(text))
        texts.append(text)
        if n_taken >= share or len(texts) == _MOST_DOCUMENTS:
            break
    return texts
