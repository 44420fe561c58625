"""New merges after the merges of a tokenizer, learned from pre-token counts."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.extension_progress import ExtensionProgress, ExtensionStep
from engine.extension_veto import NewTokensOnly
from engine.merge_loop import MergeLoop
from engine.merge_veto import AllOf, veto_of
from engine.merges_done import MergesDone
from engine.pretoken_counts import PretokenCounts
from engine.stop_request import StopRequest
from engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from engine.extension import ExtensionSettings

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]

_SLICE_SECONDS = 0.03


class LearnedMerges(NamedTuple):
    """pairs: uint32[n, 2] in positions. counts: int64[n], occurrences of each when it was chosen.

    problems: sentences on what was not as asked.
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
    yield ExtensionProgress(ExtensionStep.ENCODE, 0, 1)
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
        made = loop.n_merges - n_old
        yield ExtensionProgress(ExtensionStep.MERGE, made, n_new, tokens.of(loop.n_merges - 1))
        is_stopped = stop is not None and stop.is_asked
    pairs = loop.results.merges[n_old : loop.n_merges].copy()
    scale = pretokens.weight_scale
    counts = np.maximum(1, (loop.results.counts[n_old : loop.n_merges] + scale // 2) // scale)
    problems = () if loop.n_merges == n_old + n_new else (_fewer(len(pairs), n_new, loop),)
    return LearnedMerges(pairs, counts, problems)


def without_whole_tokens(pretokens: PretokenCounts, old: Tokenizer) -> PretokenCounts:
    """The counts without pre-tokens that are given out as one id although no merge makes them."""
    whole = old.whole_tokens
    if not whole:
        return pretokens
    widths = np.diff(pretokens.starts)
    lengths = np.array(sorted({len(token) for token in whole}), np.int64)
    maybe = np.flatnonzero(np.isin(widths, lengths)).tolist()
    found = [i for i in maybe if pretokens.pretoken(i) in whole]
    counts, source_counts = pretokens.counts.copy(), pretokens.source_counts.copy()
    counts[found] = 0
    for i in found:
        source_counts[pretokens.source_starts[i] : pretokens.source_starts[i + 1]] = 0
    return replace(pretokens, counts=counts, source_counts=source_counts)


class _Tokens:
    """The bytes of tokens as they come about."""

    def __init__(self, old: Tokenizer, merges: UInt32s) -> None:
        self._tokens = list(old.ranked_tokens)
        self._merges = merges

    def of(self, rank: int) -> bytes:
        """The bytes of the token that a merge made; b"" before the first."""
        while len(self._tokens) <= N_BYTES + rank:
            left, right = self._merges[len(self._tokens) - N_BYTES].tolist()
            self._tokens.append(self._tokens[left] + self._tokens[right])
        return self._tokens[N_BYTES + rank]


def _fewer(n_made: int, n_new: int, loop: MergeLoop) -> str:
    if not loop.finished:
        return f"Stopped at {n_made:,} of {n_new:,} new tokens and kept."
    why = "every pre-token of it is one token already, or only pairs are left that may not be made"
    if not n_made:
        return f"The corpus yields no new token: {why}."
    return f"The corpus yields only {n_made:,} of the {n_new:,} new tokens: {why}."
