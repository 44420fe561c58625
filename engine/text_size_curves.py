"""The curves of any text over all vocabulary sizes, from one encode at the greatest size."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked
from engine.config import N_BYTES
from engine.corpus import Corpus, checked_corpus
from engine.merge_trees import MergeForest
from engine.size_curves import SizeCurves
from engine.token_counting import token_counts
from engine.tokenizer import Tokenizer

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SizeCurvesProgress:
    """Where the encode is: the label it reads and the bytes of all labels that are done."""

    label: str
    bytes_done: int


def text_size_curves(tokenizer: Tokenizer, corpus: Corpus) -> SizeCurves:
    """Encode a corpus once and return its curves. Raises CorpusError."""
    steps = text_size_curves_steps(tokenizer, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            curves: SizeCurves = stop.value
            return curves


def text_size_curves_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[SizeCurvesProgress, None, SizeCurves]:
    """`text_size_curves` in steps, some ten times a second and more.

    Equal to encoding the corpus with `tokenizer.truncated(v)` at every size v. Bytes are those of
    the text as the tokenizer normalizes it. Labels without text are left out.

    Where words were joined in a second stage of training, sizes up to the transition cut text by
    the first pattern: the corpus is encoded twice, and each time counts half in the progress.
    """
    checked(tokenizer, Tokenizer, "tokenizer", "Tokenizer.load(path) reads one")
    origin = tokenizer.superwords
    if origin is None:
        return (yield from _encoded(tokenizer, corpus))
    n_first = origin.n_first_merges
    subwords = tokenizer.truncated(N_BYTES + n_first + len(tokenizer.special_tokens))
    earlier = yield from _encoded(subwords, corpus, parts=2)
    curves = yield from _encoded(tokenizer, corpus, parts=2, done=int(earlier.n_bytes.sum()) // 2)
    tokens = curves.tokens.copy()
    tokens[:, : n_first + 1] = earlier.tokens
    return replace(curves, tokens=tokens)


def _encoded(
    tokenizer: Tokenizer, corpus: Corpus, *, parts: int = 1, done: int = 0
) -> Generator[SizeCurvesProgress, None, SizeCurves]:
    """The curves of one encode, which is one of `parts`; `done` are the bytes of those before."""
    forest = MergeForest(tokenizer)
    labels = list(dict.fromkeys(source.label for source in checked_corpus(corpus).sources))
    row_of = [labels.index(source.label) for source in corpus.sources]
    n_bytes = np.zeros(len(labels), np.int64)
    tokens = np.zeros((len(labels), forest.n_merges + 1), np.int64)
    open_source, counts = 0, np.zeros(tokenizer.vocab_size, np.int64)
    with closing(token_counts(tokenizer, corpus)) as counted:
        for found in counted:
            if found is not None:
                if found.source != open_source:
                    tokens[row_of[open_source], 1:] += forest.applied(counts)
                    open_source = found.source
                    counts[:] = 0
                counts += found.counts
                n_bytes[row_of[open_source]] += found.bytes
            label = labels[row_of[open_source]] if labels else ""
            yield SizeCurvesProgress(label, done + int(n_bytes.sum()) // parts)
    if labels:
        tokens[row_of[open_source], 1:] += forest.applied(counts)
    for row, size in zip(tokens, n_bytes.tolist(), strict=True):  # applied -> what is left
        np.cumsum(row, out=row)
        np.subtract(size, row, out=row)
    return _curves(tokenizer, labels, n_bytes, tokens)


def _curves(
    tokenizer: Tokenizer, labels: Sequence[str], n_bytes: Int64s, tokens: Int64s
) -> SizeCurves:
    """The curves of the labels that have text."""
    n_special = len(tokenizer.special_tokens)
    greatest = tokenizer.vocab_size
    if tokenizer.numbering is not None:  # its ids may have gaps, which `truncated` closes
        greatest = N_BYTES + tokenizer.n_merges + n_special
    kept = np.flatnonzero(n_bytes)
    if len(kept) < len(labels):
        n_bytes, tokens = n_bytes[kept], tokens[kept]
    return SizeCurves(
        labels=tuple(labels[row] for row in kept.tolist()),
        n_bytes=n_bytes,
        tokens=tokens,
        n_special=n_special,
        weights=np.ones(len(kept), np.int64),
        weight_scale=1,
        vocab_size=greatest,
    )
