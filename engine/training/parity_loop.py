"""ParityLoop: a merge loop in which languages choose, by their tokens on parallel texts.

1. The first merges may be those of the whole corpus, as in every training (Parity.global_share).
2. From there on the language with the most tokens on the parallel texts chooses, the first one of
   several: its most frequent pair is merged everywhere, in a tie the one that the tie-break says.
   Within a window it may choose `alpha` times its even share; beyond that the next worst chooses.
   By ratios it is the one with the most tokens per byte of the corpus, times its ratio.
3. A language without a pair of the least count never chooses again, and the others go on.

So with one language, and with a global share of 1, the merges are those of ordinary training.
Foroutan et al. 2025 and `ParityBpeTrainer` of tokenizers have the same rules but for two things:
there a failed turn counts in the window, and equal tokens made of different halves are one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.compiled import Bools, Floats, Int64s, ReusedArrays, UInt32s, run_kernel
from engine.counting import PretokenCounts
from engine.errors import CheckpointError
from engine.machine import check_memory, parity_bytes
from engine.sentences import say, some_of
from engine.settings import Parity, ParityRecord, TrainingConfig
from engine.training import _parity_kernels as kernels
from engine.training._pair_kernels import N_MERGES
from engine.training._training_kernels import ASK_VETO, GROW_PAIRS, MAKE_ROOM, NO_PAIR_LEFT
from engine.training.layout import (
    LayoutKeeper,
    Limits,
    Results,
    empty_results,
    pretoken_order,
)
from engine.training.merge_loop import REFUSAL_WORK, AskedVeto, MergeLoop, weighted_least_count
from engine.training.merges_done import LaidTokens, MergesDone, merges_to_continue
from engine.training.parity_groups import ParityGroups
from engine.training.parity_texts import ParityFigures, ParityTexts, reference_of
from engine.training.vetoes import MergeVeto, rules_remark, tokens_refused_by_rules

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.training.checkpoint import TrainingCheckpoint

_POINTS = 100
_ALL_WORK = 1 << 62
_MILLION = 1_000_000


class Choice(NamedTuple):
    """Which language chooses, for the kernels.

    tokens    int64[n]            tokens of each language on the parallel texts; by ratios those
                                  of the corpus, weighted
    scale     float64[n]          what they are multiplied by before they are compared
    is_out    bool[n]             languages without a pair
    recent    int64[window]       the last choices, a ring; empty without a window
    n_recent  int64[n]            how often each language is in it
    limit     float64             greatest share of them of one language
    least     int64               least count of a pair that is chosen
    choosers  int64[n_merges]     who chose each merge, -1 for the whole corpus
    applied   int64[n_merges, n]  what each merge took from the tokens
    by_corpus bool                whether the tokens are those of the corpus
    """

    tokens: Int64s
    scale: Floats
    is_out: Bools
    recent: Int64s
    n_recent: Int64s
    limit: float
    least: int
    choosers: Int64s
    applied: Int64s
    by_corpus: bool


class ParityDone(NamedTuple):
    """Merges that a training by parity begins with.

    choosers: int64[n], who chose the last n of them, -1 for the whole corpus.
    """

    merges: MergesDone
    choosers: Int64s


class ParityLoop:
    """Merges by parity, a slice at a time; it is used as a MergeLoop.

    pretokens: of the corpus, weighted or not. texts: the parallel texts of its languages.
    done: merges to begin with.
    room, layouts, veto: see MergeLoop.
    """

    def __init__(
        self,
        pretokens: PretokenCounts,
        config: TrainingConfig,
        texts: ParityTexts,
        room: ReusedArrays | None = None,
        layouts: LayoutKeeper | None = None,
        *,
        done: ParityDone | None = None,
        veto: MergeVeto | None = None,
    ) -> None:
        assert config.parity is not None
        self._pretokens, self._config, self._texts = pretokens, config, texts
        self._parity: Parity = config.parity
        self._room = ReusedArrays() if room is None else room
        self._layouts, self._veto = layouts, veto
        self._asking = None if veto is None or veto.is_empty else AskedVeto(veto)
        self._n_global = self._parity.n_global(config.n_merges)
        self.results = empty_results(config.n_merges, len(pretokens.labels))
        least = weighted_least_count(pretokens, config)
        self._languages = _language_of_source(pretokens, texts)
        self._choice = _first_choice(config, texts, least, self._weighted(pretokens.source_bytes))
        self._n_merges, self._exhausted = 0, False
        self._n_counted, self._n_chosen = 0, np.zeros(len(texts.labels), np.int64)
        self._first: MergeLoop | None = None
        self._groups: _Merging | None = None
        self._done = None if done is None else done.merges
        if done is not None and (n := len(done.merges)):
            self._take(done.merges.merges, done.merges.counts, done.merges.source_applied, n)
            known = done.choosers[len(done.choosers) - min(n, len(done.choosers)) :]
            self._choice.choosers[n - len(known) : n] = known

    @property
    def choosers(self) -> Int64s:
        """int64[n_merges]: the language that chose each merge, -1 for the whole corpus."""
        return self._choice.choosers

    @property
    def languages(self) -> tuple[str, ...]:
        return self._texts.labels

    @property
    def language_tokens(self) -> Int64s:
        """int64[n]: tokens of each language on the parallel texts, with the merges so far.

        By ratios: of a million bytes of the corpus, times the ratio.
        """
        return self._compared(self._choice.tokens)

    @property
    def longest_pretoken(self) -> int:
        """Bytes of the longest pre-token."""
        return int(np.diff(self._pretokens.starts).max())

    @property
    def n_merges(self) -> int:
        """Merges done."""
        return self._n_merges

    @property
    def finished(self) -> bool:
        return self._exhausted or self._n_merges == self._config.n_merges

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of this merging, as sentences."""
        remarks: tuple[str, ...] = self._texts.remarks
        if self._veto is not None:
            refused = tokens_refused_by_rules(self._veto)
            remarks += rules_remark(refused, self._n_merges, self._exhausted)
        out = [
            label
            for label, is_out in zip(self.languages, self._choice.is_out, strict=True)
            if is_out
        ]
        if out and not self._exhausted:
            remarks += (say("parity_exhausted", labels=some_of(out, 6)),)
        return remarks

    def count_pairs(self) -> None:
        """Count the pairs of the corpus. Raises CorpusError without memory."""
        n_pretokens, n_bytes = self._texts.n_distinct(self._pretokens)
        needed = parity_bytes(n_pretokens, n_bytes, self._config.n_merges, len(self.languages))
        check_memory(needed - self._room.n_bytes, n_pretokens, n_bytes, share=None)
        if self._n_merges or self._n_global:
            follower = ParityGroups([self._texts.pretokens], self._config, 0, self._room)
            self._follower = _Merging(follower)
            self._follow()
        if self._n_merges < self._n_global:
            self._first = MergeLoop(
                self._pretokens, _of_merges(self._config, self._n_global), self._room,
                self._layouts, done=self._done, veto=self._veto,
            )  # fmt: skip
            self._first.count_pairs()
        else:
            self._begin_choosing()

    def run_slice(self, max_merges: int, max_work: int) -> int:
        """Merge up to `max_merges` pairs or about `max_work` postings; returns merges done."""
        before = self._n_merges
        if self._first is not None:
            self._run_first(self._first, max_merges, max_work)
        elif self._groups is not None and not self.finished:
            last = min(self._config.n_merges, before + max_merges)
            self._exhausted = not self._groups.run(
                self._choice, self.results, self._limits(last, max_work), self._asking
            )
            self._n_merges = self._groups.n_merges
            self._make_natural(before)
        return self._n_merges - before

    @property
    def figures(self) -> ParityFigures:
        """How even the languages are now."""
        n, tokens = self._n_merges, self.language_tokens
        return ParityFigures(
            self.languages, tuple(tokens.tolist()), reference_of(self.languages, tokens),
            min(self._n_global, n), self._chosen(n),
        )  # fmt: skip

    def _chosen(self, n: int) -> tuple[int, ...]:
        """How many of the first n merges each language chose; n never falls."""
        chosen = self._choice.choosers[self._n_counted : n]
        self._n_chosen += np.bincount(chosen[chosen >= 0], minlength=len(self.languages))
        self._n_counted = n
        return tuple(self._n_chosen.tolist())

    @property
    def parity_record(self) -> ParityRecord:
        """What is recorded of it."""
        choice, n = self._choice, self._n_merges
        chosen = choice.choosers[:n]
        window = self._parity.window or 0
        points = sorted({*np.linspace(1, n, min(n, _POINTS), dtype=np.int64).tolist()}) if n else []
        begins = np.array([0, *points][:-1], np.int64)  # of the merges up to each point
        taken = np.cumsum(np.add.reduceat(choice.applied[:n], begins, axis=0), axis=0)
        first = choice.tokens + (taken[-1] if n else 0)
        tokens = self._compared(first - taken)
        return ParityRecord(
            labels=self.languages,
            n_lines=self._texts.n_lines,
            n_bytes=tuple(self._compared(first).tolist()),
            tokens=tuple(self.language_tokens.tolist()),
            n_global=min(self._n_global, n),
            chosen=self._chosen(n),
            curve=tuple((k, *row) for k, row in zip(points, tokens.tolist(), strict=True)),
            recent=tuple(chosen[chosen >= 0][-window:].tolist()) if window else (),
            digest=self._texts.digest,
        )

    def _limits(self, last: int, max_work: int) -> Limits:
        return Limits(1, self._config.longest_merge, last, max_work, self._asking is not None)

    def _run_first(self, loop: MergeLoop, max_merges: int, max_work: int) -> None:
        loop.run_slice(max_merges, max_work)
        results = loop.results
        self._take(results.merges, results.counts, results.source_applied, loop.n_merges)
        self._follow()
        if loop.finished:
            self._exhausted = loop.is_exhausted
            self._first = None
            if not self.finished:
                self._begin_choosing(loop.laid_tokens)

    def _take(self, merges: UInt32s, counts: Int64s, by_source: Int64s, n: int) -> None:
        """Enter the merges up to n, which were made elsewhere."""
        rows, results = slice(self._n_merges, n), self.results
        results.merges[rows], results.counts[rows] = merges[rows], counts[rows]
        results.source_applied[rows] = by_source[rows]
        results.applied[rows] = by_source[rows].sum(axis=1)
        if self._choice.by_corpus:
            self._choice.applied[rows] = self._weighted(by_source[rows])
        self._n_merges = n

    def _weighted(self, by_source: Int64s) -> Int64s:
        """Natural counts by source, int64[..., n_sources], as weighted ones by language."""
        weights = np.maximum(self._pretokens.source_weights, 1)
        return np.asarray((by_source * weights) @ self._languages, np.int64)

    def _compared(self, tokens: Int64s) -> Int64s:
        """Tokens by language, int64[..., n], as they are compared and recorded."""
        if not self._choice.by_corpus:
            return tokens
        return np.rint(_MILLION * tokens * self._choice.scale).astype(np.int64)

    def _follow(self) -> None:
        """Make the merges so far in the parallel texts."""
        limits = self._limits(self._n_merges, _ALL_WORK)
        self._follower.run(self._choice, self.results, limits, None, n_given=self._n_merges)

    def _begin_choosing(self, tokens: LaidTokens | None = None) -> None:
        """Lay out the text of each language with the merges so far, which made these tokens."""
        n = self._n_merges
        merges = self.results.merges[:n] if n else None
        parts = self._texts.by_language(self._pretokens)
        known: list[LaidTokens] = []
        if tokens is not None and not len(pretoken_order(self._config.tie_break, self._pretokens)):
            tokens = tokens._replace(symbols=tokens.symbols.copy())  # the room is used again
            known = [tokens._replace(numbers=numbers) for numbers, _ in parts]
            texts = self._follower.groups.arrays.symbols
            known.append(LaidTokens(texts, self._texts.pretokens.starts))
        groups = ParityGroups(
            [*(part for _, part in parts), self._texts.pretokens], self._config,
            len(self.languages), self._room, merges, known,
        )  # fmt: skip
        self._groups = _Merging(groups, n)
        chosen = self._choice.choosers[self._n_global : n]
        self._groups.note_recent(self._choice, chosen[chosen >= 0])

    def _make_natural(self, first: int) -> None:
        """Take the weights of the sources out of what the merges from `first` on applied."""
        weights = np.maximum(self._pretokens.source_weights, 1)
        if (weights > 1).any():
            rows = self.results.source_applied[first : self._n_merges]
            np.floor_divide(rows, weights, out=rows)
            self.results.applied[first : self._n_merges] = rows.sum(axis=1)


class _Merging:
    """The slices in which the kernel runs over groups. n_done: merges that these begin with."""

    def __init__(self, groups: ParityGroups, n_done: int = 0) -> None:
        self.groups = groups
        self._state = np.zeros(kernels.N_FIELDS, np.int64)
        self._state[kernels.MERGES] = n_done
        self._state[kernels.CHOOSER] = self._state[kernels.GROUP] = -1

    @property
    def n_merges(self) -> int:
        return int(self._state[kernels.MERGES])

    def note_recent(self, choice: Choice, chosen: Int64s) -> None:
        """Enter earlier choices into the window."""
        window = len(choice.recent)
        if not window:
            return
        last = chosen[-window:]
        choice.recent[: len(last)] = last
        choice.n_recent[:] = np.bincount(last, minlength=len(choice.tokens))
        self._state[kernels.N_RECENT] = len(last)
        self._state[kernels.RECENT_AT] = len(last) % window

    def run(
        self,
        choice: Choice,
        results: Results,
        limits: Limits,
        asking: AskedVeto | None,
        n_given: int = 0,
    ) -> bool:
        """Merge until the limits are reached; returns whether a pair was left."""
        groups, state = self.groups, self._state
        state[kernels.VISITED], state[kernels.GIVEN] = 0, n_given
        while True:
            wanted = run_kernel(
                kernels.merge_by_parity, groups.arrays, groups.scratch, choice, results, limits,
                state,
            )  # fmt: skip
            if wanted == GROW_PAIRS:
                groups.grow_pairs(int(state[kernels.GROUP]))
            elif wanted == MAKE_ROOM:
                groups.make_room(int(state[kernels.GROUP]), int(state[kernels.NEEDED]))
            elif wanted == kernels.LOWER_FLOOR:
                groups.lower_floor(int(state[kernels.CHOOSER]), choice.least)
            elif wanted == ASK_VETO and asking is not None:
                table, heap, cursor = groups.of_language(int(state[kernels.CHOOSER]))
                cursor[N_MERGES] = state[kernels.MERGES]
                asking.answer(table, heap, results, cursor)
                state[kernels.VISITED] += REFUSAL_WORK
            else:
                return bool(wanted != NO_PAIR_LEFT)


def _of_merges(config: TrainingConfig, n_merges: int) -> TrainingConfig:
    """The settings of ordinary training with that many merges."""
    size = config.vocab_size - config.n_merges + n_merges
    return replace(config, vocab_size=size, parity=None)


def _language_of_source(pretokens: PretokenCounts, texts: ParityTexts) -> Int64s:
    """int64[n_sources, n]: 1 where a source is of a language."""
    labels = np.array(pretokens.labels, object)
    return np.stack([labels == label for label in texts.labels], axis=1).astype(np.int64)


def _first_choice(
    config: TrainingConfig, texts: ParityTexts, least: int, corpus_bytes: Int64s
) -> Choice:
    """corpus_bytes: int64[n], of each language, weighted."""
    parity, n = config.parity, len(texts.labels)
    assert parity is not None
    by_corpus = bool(texts.ratios)
    tokens = corpus_bytes if by_corpus else texts.pretokens.source_bytes.copy()
    ratios = np.array(texts.ratios, np.float64)
    return Choice(
        tokens=tokens,
        scale=ratios / np.maximum(tokens, 1) if by_corpus else np.ones(n),
        is_out=np.zeros(n, np.bool_),
        recent=np.zeros(parity.window or 0, np.int64),
        n_recent=np.zeros(n, np.int64),
        limit=float(parity.alpha) / n,
        least=least,
        choosers=np.full(config.n_merges, -1, np.int64),
        applied=np.zeros((config.n_merges, n), np.int64),
        by_corpus=by_corpus,
    )


def parity_merges_done(
    continued: Tokenizer | None,
    checkpoint: TrainingCheckpoint | None,
    pretokens: PretokenCounts,
    texts: ParityTexts,
    n_merges: int,
) -> ParityDone | None:
    """The merges to begin with and who chose them, as far as that matters; None for none.

    Raises CheckpointError for a tokenizer that was trained with other texts.
    """
    if checkpoint is not None:
        kept = checkpoint.merges_done(pretokens, n_merges, texts.digest)
        if kept is not None:
            return ParityDone(*kept.without_choosers())
    if continued is None:
        return None
    done = merges_to_continue(continued, pretokens)
    record = None if continued.training is None else continued.training.parity
    if record is None:
        return ParityDone(done, np.zeros(0, np.int64))
    if record.digest != texts.digest:
        raise CheckpointError(say("parity_other_texts"))
    return ParityDone(done, np.array(record.recent, np.int64))
