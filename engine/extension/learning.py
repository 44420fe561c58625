"""New merges learned from a corpus, after the merges of a tokenizer; the progress of an extension.

The end of every source is held out, and the extension is measured on it: by characters and not by
documents, since a domain is often one file. General text beside the domain keeps the new tokens
useful for both; `GeneralShare` says how much it weighs.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.corpus import Corpus, Source
from engine.counting import CountsCache, PretokenCounts, count_pretokens, sampled
from engine.encoding import Tokenizer
from engine.errors import ConfigError
from engine.machine import Progress, StopRequest, WorkClock, relayed
from engine.sentences import say
from engine.settings import N_BYTES, Mixture, whole_occurrences
from engine.text import count_characters, first_characters
from engine.training import AllOf, MergeLoop, MergesDone, NewTokensOnly, veto_of

if TYPE_CHECKING:
    from engine.extension.extension import ExtensionSettings

_SLICE_SECONDS = 0.03
LEAST_CHARACTERS = 1000
"""A source of which less would be held out is learned from whole."""
MOST_CHARACTERS = 4_000_000
"""Of one source at most this much is held out, since it stays in memory."""
PREFIX = "general: "
"""Labels of general text begin with it in a joined corpus."""


class ExtensionStep(StrEnum):
    """READ: the corpus is read for its length and its end. COUNT: its pre-tokens are counted.
    ENCODE: they are encoded with the old merges. MERGE: new merges are made. TRY: given tokens are
    tried in contexts. MEASURE: texts are encoded before and after."""

    READ = "read"
    COUNT = "count"
    ENCODE = "encode"
    MERGE = "merge"
    TRY = "try"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class ExtensionProgress(Progress):
    """phase: an `ExtensionStep`, whose unit is that of done and total: bytes while reading and
    counting, merges while merging, else tokens or texts. last_token: the bytes of the newest one.
    """

    phase: ExtensionStep = ExtensionStep.READ
    last_token: bytes = b""


class Pace:
    """Passes the steps of an extension on with the time they took."""

    def __init__(self) -> None:
        self._clock = WorkClock()
        self.result: Any = None

    @property
    def elapsed_s(self) -> float:
        return self._clock.elapsed_s

    def steps(
        self, steps: Generator[ExtensionProgress, None, Any]
    ) -> Generator[ExtensionProgress, None, None]:
        """The steps with `elapsed_s`; what they return is `result` afterwards."""
        self.result = yield from relayed(
            self._clock.without_pauses(steps),
            lambda step: replace(step, elapsed_s=self._clock.elapsed_s),
        )


class LearnedMerges(NamedTuple):
    """New merges with their counts.

    pairs: uint32[n, 2] in positions. counts: int64[n], occurrences of each when it was chosen.
    problems: a sentence if there are fewer than asked for.
    """

    pairs: UInt32s
    counts: Int64s
    problems: tuple[str, ...]


def merged_steps(
    old: Tokenizer,
    pretokens: PretokenCounts,
    n_new: int,
    settings: ExtensionSettings,
    stop: StopRequest | None,
) -> Generator[ExtensionProgress, None, LearnedMerges]:
    """Merge on from the tokenizer's merges; the most frequent pair first, as in a training."""
    yield ExtensionProgress(0, 1, ExtensionStep.ENCODE)
    n_old = old.n_merges
    config = settings.config(N_BYTES + n_old + n_new, old.pattern)
    loop = MergeLoop(
        without_whole_tokens(pretokens, old),
        config,
        done=MergesDone.of_merges(old.ranked_merges, len(pretokens.labels)),
        veto=AllOf(veto_of(settings.merge_rules), NewTokensOnly(old)),
    )
    loop.count_pairs()
    is_stopped = False
    tokens = _Tokens(old, loop.results.merges)
    max_work = 1 << 16
    while not loop.finished and not is_stopped:
        began = time.perf_counter()
        loop.run_slice(max_merges=2048, max_work=max_work)
        took = max(time.perf_counter() - began, 1e-6)
        max_work = int(np.clip(max_work * _SLICE_SECONDS / took, 1 << 12, 1 << 24))
        n_made = loop.n_merges - n_old
        last_token = tokens.of(loop.n_merges - 1)
        yield ExtensionProgress(n_made, n_new, ExtensionStep.MERGE, last_token=last_token)
        is_stopped = stop is not None and stop.is_asked
    pairs = loop.results.merges[n_old : loop.n_merges].copy()
    counts = whole_occurrences(loop.results.counts[n_old : loop.n_merges], pretokens.weight_scale)
    problems = (
        ()
        if loop.n_merges == n_old + n_new
        else (fewer_words(len(pairs), n_new, is_stopped=not loop.finished),)
    )
    return LearnedMerges(pairs, counts, problems)


def without_whole_tokens(pretokens: PretokenCounts, old: Tokenizer) -> PretokenCounts:
    """The counts without pre-tokens that are one id although no merge makes them."""
    whole = old.whole_tokens
    if not whole:
        return pretokens
    widths = np.diff(pretokens.starts)
    lengths = np.array(sorted({len(token) for token in whole}), np.int64)
    maybe = np.flatnonzero(np.isin(widths, lengths)).tolist()
    removed = [i for i in maybe if pretokens.pretoken(i) in whole]
    counts, source_counts = pretokens.counts.copy(), pretokens.source_counts.copy()
    counts[removed] = 0
    for i in removed:
        source_counts[pretokens.source_starts[i] : pretokens.source_starts[i + 1]] = 0
    return replace(pretokens, counts=counts, source_counts=source_counts)


class _Tokens:
    """The bytes of the tokens that merges make."""

    def __init__(self, old: Tokenizer, merges: UInt32s) -> None:
        self._tokens = list(old.ranked_tokens)
        self._merges = merges

    def of(self, rank: int) -> bytes:
        """The bytes of the token that a merge made; b"" before the first."""
        while len(self._tokens) <= N_BYTES + rank:
            left, right = self._merges[len(self._tokens) - N_BYTES].tolist()
            self._tokens.append(self._tokens[left] + self._tokens[right])
        return self._tokens[N_BYTES + rank]


def fewer_words(n_made: int, n_new: int, *, is_stopped: bool) -> str:
    """Why there are fewer new tokens than asked for."""
    if is_stopped:
        return say("extension_stopped", made=n_made, asked=n_new)
    why = say("nothing_left_to_merge")
    if not n_made:
        return say("no_new_token", reason=why)
    return say("fewer_new_tokens", made=n_made, asked=n_new, reason=why)


class DividedCorpus(NamedTuple):
    """A corpus in two.

    learned: the beginning of every source. held_out: the ends of sources, in memory; None if no
    source is long enough or nothing is to be held out.
    """

    learned: Corpus
    held_out: Corpus | None


def checked_share(share: float) -> float:
    """The share as it is. Raises ConfigError unless it lies from 0 to below 1."""
    if not isinstance(share, (int, float)) or not 0.0 <= share < 1.0:
        raise ConfigError(say("extension_held_out", share=repr(share)), setting="held_out")
    return float(share)


def divided_steps(corpus: Corpus, share: float) -> Generator[int, None, DividedCorpus]:
    """Divide a corpus; yields bytes read so far. Raises CorpusError for unreadable files.

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
    return DividedCorpus(
        corpus.with_sources(learned, capped=False), Corpus(texts) if texts else None
    )


def _held_out(n_characters: int, share: float) -> int:
    n = min(MOST_CHARACTERS, int(n_characters * share))
    return n if n >= LEAST_CHARACTERS else 0


def _ended(source: Source, n_characters: int) -> Source:
    """The source up to a number of characters; without text for 0."""
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


@dataclass(frozen=True)
class GeneralShare:
    """A MixtureMaker: general text has this share of the counts, the domain the rest.

    Inside either the sources keep their natural proportions. Raises ConfigError for a share that
    does not lie between 0 and 1.
    """

    share: float

    def __post_init__(self) -> None:
        if not isinstance(self.share, (int, float)) or not 0.0 < self.share < 1.0:
            raise ConfigError(say("general_share", share=repr(self.share)), setting="general_share")

    @property
    def target_bytes(self) -> int | None:
        """All of the text is read."""
        return None

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:
        """The mixture for sources of these sizes. Raises ConfigError if a side has no text."""
        sizes: dict[str, int] = {}
        for label, size in zip(labels, source_bytes, strict=True):
            sizes[label] = sizes.get(label, 0) + int(size)
        general = sum(size for label, size in sizes.items() if label.startswith(PREFIX))
        domain = sum(sizes.values()) - general
        if not general or not domain:
            code = "domain_empty" if general else "general_empty"
            raise ConfigError(say(code), setting="general_share")
        return Mixture(
            shares={
                label: self.share * size / general
                if label.startswith(PREFIX)
                else (1 - self.share) * size / domain
                for label, size in sizes.items()
                if size
            }
        )


def joined_corpus(domain: Corpus, general: Corpus) -> Corpus:
    """Both in one; the labels of the general text begin with PREFIX.

    Options of reading that either has for all of its sources go with each of them; a cap over all
    sources is not kept.
    """
    sources = [replace(source, reading=domain.reading_of(source)) for source in domain.sources]
    for source in general.sources:
        reading = general.reading_of(source)
        sources.append(replace(source, label=f"{PREFIX}{source.label}", reading=reading))
    return Corpus(sources)


def domain_counts(pretokens: PretokenCounts) -> PretokenCounts:
    """Natural counts of a joined corpus without its general text."""
    is_domain = _is_domain(pretokens.labels)
    if all(is_domain):
        return pretokens
    return pretokens.weighted(np.array(is_domain, np.int64))


def domain_alone(corpus: Corpus) -> Corpus:
    """A joined corpus in which the sources of general text are empty."""
    is_domain = _is_domain([source.label for source in corpus.sources])
    return sampled(corpus, [float(each) for each in is_domain], 0)


def domain_texts(corpus: Corpus | None) -> Corpus | None:
    """The sources of a joined corpus that are not general text; None if there is none."""
    if corpus is None:
        return None
    kept: list[Source] = [
        source for source in corpus.sources if not source.label.startswith(PREFIX)
    ]
    return Corpus(kept) if kept else None


def _is_domain(labels: Sequence[str]) -> list[bool]:
    return [not label.startswith(PREFIX) for label in labels]


def counted_steps(
    tokenizer: Tokenizer, corpus: Corpus, cache: CountsCache | None
) -> Generator[ExtensionProgress, None, PretokenCounts]:
    """The pre-tokens of a corpus as the tokenizer cuts and normalizes it. Raises CorpusError."""
    return relayed(
        count_pretokens(
            corpus, tokenizer.splitter, normalization=tokenizer.normalization, cache=cache
        ),
        lambda step: ExtensionProgress(step.done, step.total, ExtensionStep.COUNT),
    )
