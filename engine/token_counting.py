"""Counting the tokens of a corpus on all cores, group by group, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.document_groups import DocumentGroup, part_groups

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoder import Encoder
    from engine.tokenizer import Tokenizer


class GroupCounts(NamedTuple):
    """counts: int64[vocab_size], tokens of a group of documents of one source.

    documents: that begin in it; bytes: of its text in normal form.
    """

    source: int
    counts: npt.NDArray[np.int64]
    documents: int
    bytes: int


def token_counts(tokenizer: Tokenizer, corpus: Corpus) -> Generator[GroupCounts | None, None, None]:
    """Encode a corpus; special tokens are plain text. None is yielded while a group is waited for.

    Raises CorpusError for files that cannot be read.
    """
    groups = part_groups(corpus.labelled_parts(), tokenizer.splitter, tokenizer.normalization)
    return tokenizer.batch_encoder.spread(partial(_counting, tokenizer.vocab_size), groups)


def _counting(vocab_size: int, encoder: Encoder) -> Callable[[DocumentGroup], GroupCounts]:
    def work(group: DocumentGroup) -> GroupCounts:
        ids, _ = encoder.encode_documents(group.data, group.bounds)
        counts = np.bincount(ids, minlength=vocab_size).astype(np.int64, copy=False)
        return GroupCounts(group.source, counts, group.n_documents, len(group.data))

    return work
