"""A corpus in two: what is learned from, and the end of every source, on which it is tried out.

By characters and not by documents, since a domain is often one file. What is held out stays in
memory; of a large source no more than MOST_CHARACTERS are.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple

from engine.corpus import Corpus, Source
from engine.errors import ConfigError
from engine.utf8 import count_characters, first_characters

LEAST_CHARACTERS = 1000
"""A source of which less would be held out is learned from whole."""
MOST_CHARACTERS = 4_000_000


class DividedCorpus(NamedTuple):
    """learned: the beginning of every source. held_out: texts in memory; None where no source is
    long enough or nothing is to be held out."""

    learned: Corpus
    held_out: Corpus | None


def checked_share(share: float) -> float:
    """The share as it is. Raises ConfigError unless it lies from 0 to below 1."""
    if not isinstance(share, (int, float)) or not 0.0 <= share < 1.0:
        raise ConfigError(
            f"The share of the text that is held out must lie from 0 to below 1, not {share!r}.",
            setting="held_out",
        )
    return float(share)


def divided_steps(corpus: Corpus, share: float) -> Generator[int, None, DividedCorpus]:
    """Divide a corpus; yields bytes read so far. Raises CorpusError for files that are not read.

    The corpus is read twice: once for its length, once for its end.
    """
    if not checked_share(share):
        return DividedCorpus(corpus, None)
    lengths, n_bytes = [0] * len(corpus.sources), 0
    for index, part in corpus.labelled_parts():
        lengths[index] += count_characters(part.data)
        n_bytes += len(part.data)
        yield n_bytes
    kept = [n - _held_out(n, share) for n in lengths]
    learned, texts = [], []
    for source, n_kept, n in zip(corpus.sources, kept, lengths, strict=True):
        if n_kept == n and corpus.max_chars is None:
            learned.append(source)
            continue
        learned.append(_ended(source, n_kept))
        if n_kept < n:
            yield n_bytes
            text = _end_of(corpus, source, n_kept, n)
            texts.append(Source(source.label, texts=(text,)))
    return DividedCorpus(_with_sources(corpus, learned), Corpus(texts) if texts else None)


def _held_out(n_characters: int, share: float) -> int:
    n = min(MOST_CHARACTERS, int(n_characters * share))
    return n if n >= LEAST_CHARACTERS else 0


def _ended(source: Source, n_characters: int) -> Source:
    """The source up to a number of characters; a source without any holds none."""
    if n_characters == 0:
        return Source(source.label, texts=())
    return replace(source, reading=replace(source.reading, max_chars=n_characters))


def _end_of(corpus: Corpus, source: Source, begin: int, end: int) -> str:
    """The characters of a source from `begin` to `end`, its documents joined by line feeds."""
    pieces, at = [], 0
    with closing(corpus.parts(source, max_chars=end)) as parts:
        for data, _, ends in parts:
            n = count_characters(data)
            if at + n > begin:
                pieces.append(data[len(first_characters(data, max(0, begin - at))) :])
                pieces += [b"\n"] if ends else []
            at += n
    return b"".join(pieces).decode()


def _with_sources(corpus: Corpus, sources: list[Source]) -> Corpus:
    return Corpus(
        sources,
        max_document_chars=corpus.max_document_chars,
        document_separator=corpus.document_separator,
        text_field=corpus.text_field,
        encoding_errors=corpus.encoding_errors,
    )
