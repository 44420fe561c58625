"""Facts of the tokens of a vocabulary: their kind of text, what merges took of them, whether any
text reaches them. All are arrays over the ids.

**Kind** (`vocabulary_facts`): a token is counted by its bytes, not by its use. Special tokens,
unused ids and tokens that are not whole characters are in no class of text.

**Lineage** (`vocabulary_lineage`), from the training record: how often each token is left at the
end, and inside what. f(t), how often t was made, is `applied` of its merge. Every later merge of t
with another token takes as many of them as it was applied, twice as many if it joins t with itself.
So in the training corpus, cut and encoded with the finished tokenizer, t occurs

    c(t) = applied(t) - sum of applied(m) over merges m with t on the left
                      - sum of applied(m) over merges m with t on the right

times, exactly: the training ends in the state that encoding reaches. The record does not say how
often single bytes occurred in the corpus, nor, with superwords, how often the tokens of stage one
occur in the text that is cut again at the transition: c(t) is then exact for those of stage two.

Picky BPE (Chizhov et al. 2024, arXiv 2409.04599) calls f(x1, x2) / f(x1) the intersection over
self of x1 in x1x2, and drops x1 if it is at least 0.9 when x1x2 is merged, with f(x1) as it
is then. `picky` marks these. Where several merges have eaten a token up the last of them has
an IoS of 1, so `inside_share` is over all x1 ever made: the share that went into one token.

**Reach** (`unreachable_tokens`): tokens that no text is ever encoded to, for one of four reasons,
which are found without a corpus:

NEVER_MERGED    merging the token's own bytes by rank gives something else. Decisive if merges
                are taken lowest rank first: what is merged inside a token does not depend on what
                is beside it, so a token that its own bytes do not become is never made. No
                training leaves such tokens; gaps in a rank file, pruned or joined vocabularies and
                added tokens do.
NOT_NORMALIZED  its text is not in the Unicode form that every text is brought into first. Parts of
                a normalized text are normalized (UAX #15), so it is part of none.
ALWAYS_CUT      the split pattern cuts it, by itself and between each of BEFORE and AFTER. A pattern
                that looks further than these could still keep it whole. Not tried are tokens that
                are not whole characters, and merges that a training record vouches for: of a
                training with superwords those of the second stage, whose pattern counts. It cuts
                some tokens of the first stage, such as white space before a line end by
                `superbpe-stage2`.
SPECIAL_TEXT    it contains the text of a special token, so that it is never given if special
                tokens are parsed; as plain text it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s, UInt8s, UInt32s, bounds_of, joined_bytes
from engine.settings import N_BYTES
from engine.text import (
    PointSet,
    category,
    script_of_points,
    white_space,
    without_script,
    word_runs,
    words_between_spaces,
)

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer
    from engine.settings import TrainingRecord
    from engine.splitting import Splitter

# Flags.
SPECIAL, UNUSED, BYTE, MERGED, EXTRA = 1, 2, 4, 8, 16
LEADING_SPACE, DIGITS, WHITE_SPACE, PUNCTUATION = 32, 64, 128, 256
PARTIAL, CROSSING, SPACE_TWIN, CASE_TWIN, SUPERWORD = 512, 1024, 2048, 4096, 8192
# Numbers beside those of scripts.
NO_SCRIPT, MIXED, NOT_TEXT = 0, 255, 254

_SLICE = 8_192

INSIDE_SHARE = 0.9
"""Bound of the intersection over self; the value that the paper's experiments use most."""

# Reasons.
REACHED, NEVER_MERGED, NOT_NORMALIZED, ALWAYS_CUT, SPECIAL_TEXT = range(5)
BEFORE = (
    "", "a", "A", "1", " ", "\n", "'", ".", "/", "//", "_", "\t", "é", "中", "\u0301", "\u200d",
)  # fmt: skip
AFTER = (*BEFORE, "s", "l", "e", "00")
"""Put around a token that the pattern cuts by itself; "s" ends a contraction, and so on."""

_TRIED_AT_ONCE = 512


@dataclass(frozen=True, eq=False)
class VocabularyFacts:
    """One entry per token id.

    lengths: int64[n], bytes, 0 for unused ids. characters: int64[n], code points; -1 for special
    tokens, unused ids and tokens that are not whole characters. flags: uint16[n] of the constants
    above. scripts: uint8[n], the number of the one script (unicode_sets) whose letters the token
    holds, NO_SCRIPT if it has none of its own (digits, punctuation, white space), MIXED where
    it has several, NOT_TEXT if `characters` is -1. words: int64[n], words between spaces
    (engine.text.words), 0 for special tokens and unused ids.

    BYTE: a single byte; MERGED: made by a merge; EXTRA: an imported token that no merge makes.
    DIGITS: nothing but \\p{N}, PUNCTUATION: nothing but \\p{P} and \\p{S}, each after one space at
    most; WHITE_SPACE: nothing but \\s. PARTIAL: not valid UTF-8; CROSSING: such a token with bytes
    of more than one character. SPACE_TWIN: also there with or without a space before it;
    CASE_TWIN: also there in another case. SUPERWORD: more than one word, between spaces or by the
    runs of letters and numbers.
    """

    lengths: Int64s
    characters: Int64s
    flags: npt.NDArray[np.uint16]
    scripts: UInt8s
    words: Int64s

    def has(self, flag: int) -> Bools:
        """bool[n]: which tokens have a flag."""
        return np.asarray((self.flags & flag) != 0)

    @property
    def is_token(self) -> Bools:
        """bool[n]: every id with a token."""
        return ~self.has(UNUSED)


def vocabulary_facts(tokenizer: AnyTokenizer) -> Generator[float, None, VocabularyFacts]:
    """Yields the share that is done, some milliseconds apart; returns the facts."""
    vocabulary = tokenizer.vocabulary
    n = len(vocabulary)
    flags = _kinds(tokenizer)
    is_left_out = (flags & (SPECIAL | UNUSED)) != 0
    texts: list[str] = []
    for start in range(0, n, _SLICE):
        for token_id in range(start, min(start + _SLICE, n)):
            text = "" if is_left_out[token_id] else _text(vocabulary[token_id])
            if text is None:
                flags[token_id] |= PARTIAL | _crossing(vocabulary[token_id])
            texts.append(text or "")
        yield 0.5 * min(start + _SLICE, n) / n
    is_text = np.fromiter(map(bool, texts), np.bool_, n)
    characters = np.where(is_text, np.fromiter(map(len, texts), np.int64, n), -1)
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    owners = np.repeat(np.arange(n), np.maximum(characters, 0))
    flags |= _classes(points, owners, characters)
    scripts = np.where(is_text, _scripts(points, owners, n), NOT_TEXT).astype(np.uint8)
    words = np.where(is_left_out, 0, words_between_spaces(vocabulary))
    flags[(words > 1) | (word_runs(points, owners, n) > 1)] |= SUPERWORD
    yield 0.6
    yield from _mark_twins(texts, flags)
    has_space = np.fromiter((data[:1] == b" " for data in vocabulary), np.bool_, n)
    flags[has_space & ~is_left_out] |= LEADING_SPACE
    return VocabularyFacts(tokenizer.token_lengths, characters, flags, scripts, words)


def _kinds(tokenizer: AnyTokenizer) -> npt.NDArray[np.uint16]:
    """uint16[n]: the kind of each id; a library does not tell how its tokens were made."""
    from engine.library import LibraryTokenizer  # late: it needs the encoder

    flags = np.full(tokenizer.vocab_size, UNUSED, np.uint16)
    if isinstance(tokenizer, LibraryTokenizer):
        flags[tokenizer.token_lengths > 0] = EXTRA
        flags[list(tokenizer.special_tokens.values())] = SPECIAL
        return flags
    flags[list(tokenizer.extra_tokens.values())] = EXTRA
    merged = tokenizer.ranked_ids[N_BYTES:]
    flags[merged[merged < tokenizer.vocab_size]] = MERGED
    flags[tokenizer.ranked_ids[:N_BYTES]] = BYTE
    if tokenizer.numbering is not None:
        flags[tokenizer.numbering.byte_tokens] = BYTE
    flags[list(tokenizer.special_tokens.values())] = SPECIAL
    return flags


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _crossing(data: bytes) -> int:
    """CROSSING for bytes of more than one character: each begins at a byte that continues none."""
    n_begun = sum(byte & 0xC0 != 0x80 for byte in data) + (data[0] & 0xC0 == 0x80)
    return CROSSING if n_begun > 1 else 0


@cache
def _class_sets() -> tuple[tuple[int, PointSet], ...]:
    return (DIGITS, category("N")), (PUNCTUATION, category("P") | category("S"))


def _classes(points: UInt32s, owners: Int64s, characters: Int64s) -> npt.NDArray[np.uint16]:
    """The flags of tokens with characters of one class only."""
    n = len(characters)
    flags = np.zeros(n, np.uint16)
    is_first = np.ones(len(owners), np.bool_)
    is_first[1:] = owners[1:] != owners[:-1]
    is_lead = is_first & (points == ord(" "))
    left = characters - np.bincount(owners[is_lead], minlength=n)
    for flag, members in _class_sets():
        held = np.bincount(owners[members[points] & ~is_lead], minlength=n)
        flags[(held == left) & (left > 0)] |= flag
    held = np.bincount(owners[white_space()[points]], minlength=n)
    flags[(held == characters) & (characters > 0)] |= WHITE_SPACE
    return flags


def _scripts(points: UInt32s, owners: Int64s, n: int) -> UInt8s:
    scripts = np.full(n, NO_SCRIPT, np.uint8)
    numbers = script_of_points()[points]
    has_script = ~np.isin(numbers, without_script())
    numbers, owners = numbers[has_script], owners[has_script]
    if len(owners):
        starts = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1])))
        lowest = np.minimum.reduceat(numbers, starts)
        is_one = lowest == np.maximum.reduceat(numbers, starts)
        scripts[owners[starts]] = np.where(is_one, lowest, MIXED)
    return scripts


def _mark_twins(texts: list[str], flags: npt.NDArray[np.uint16]) -> Generator[float, None, None]:
    known = set(texts) - {""}
    with_space = {text[1:] for text in known if text[0] == " "} & known
    folded = {text: text.casefold() for text in known}
    in_any_case = Counter(folded.values())
    yield 0.7
    for start in range(0, len(texts), _SLICE):
        part = texts[start : start + _SLICE]
        spaced = [
            text in with_space or (text[:1] == " " and text[1:] in with_space) for text in part
        ]
        cased = [in_any_case[folded.get(text, "")] > 1 for text in part]
        flags[start : start + _SLICE] |= np.where(spaced, np.uint16(SPACE_TWIN), np.uint16(0))
        flags[start : start + _SLICE] |= np.where(cased, np.uint16(CASE_TWIN), np.uint16(0))
        yield 0.7 + 0.3 * min(start + _SLICE, len(texts)) / len(texts)


@dataclass(frozen=True, eq=False)
class VocabularyLineage:
    """One entry per token id.

    remaining: int64[n], c(t) above, -1 for what no merge made and if it is not known. inside:
    int64[n], the id of the token that took the most of it, -1 if none did; inside_share:
    float64[n], that share.
    picky: bool[n], tokens that Picky BPE would have dropped. n_tokens: tokens of the corpus.
    """

    remaining: Int64s
    inside: Int64s
    inside_share: Floats
    picky: Bools
    n_tokens: int


def vocabulary_lineage(tokenizer: Tokenizer) -> VocabularyLineage | None:
    """The lineage of a tokenizer that was trained here, None for any other."""
    training = tokenizer.training
    if training is None:
        return None
    n_positions = N_BYTES + tokenizer.n_merges
    n_made = np.zeros(n_positions, np.int64)
    n_made[N_BYTES:] = training.applied
    taken_from, by, amount, left_before = _takings(tokenizer.ranked_merges, n_made)
    taken = np.concatenate(([0], np.cumsum(amount)))
    bounds = np.searchsorted(taken_from, np.arange(n_positions + 1))
    remaining = n_made - (taken[bounds[1:]] - taken[bounds[:-1]])
    remaining[: N_BYTES + _first_exact(training)] = -1

    is_merge = taken_from >= N_BYTES
    taken_from, by, amount, left_before = (
        array[is_merge] for array in (taken_from, by, amount, left_before)
    )
    order = np.lexsort((-by, amount, taken_from))  # the greatest last, the earliest of equals
    inside = np.full(n_positions, -1, np.int64)
    share = np.zeros(n_positions, np.float64)
    inside[taken_from[order]] = by[order]
    share[taken_from[order]] = amount[order] / np.maximum(n_made[taken_from[order]], 1)
    picky = np.zeros(n_positions, np.bool_)
    picky[taken_from[amount >= INSIDE_SHARE * left_before]] = True
    return _by_id(tokenizer, remaining, inside, share, picky)


@dataclass(frozen=True, eq=False)
class LabelledMaking:
    """One token under each label of the training corpus.

    labels: in the order of the corpus. made, remaining: int64[n_labels], f(t) and c(t) above.
    n_bytes: int64[n_labels], of the text that was read.
    """

    labels: tuple[str, ...]
    made: Int64s
    remaining: Int64s
    n_bytes: Int64s


def making_by_label(tokenizer: Tokenizer, token_id: int) -> LabelledMaking | None:
    """How often a token was made and is left under each label; None if it is not recorded.

    Nothing is recorded of single bytes and special tokens, nor of imported tokenizers, nor how
    many tokens of stage one are left if superwords followed.
    """
    training = tokenizer.training
    position = int(tokenizer.positions_of_ids[token_id])
    if training is None or position < N_BYTES + _first_exact(training):
        return None
    applied = training.source_applied
    n_made = applied[position - N_BYTES]
    left, right = tokenizer.ranked_merges.T
    taken = applied[left == position].sum(axis=0) + applied[right == position].sum(axis=0)
    labels, sums = training.by_label(n_made, n_made - taken, training.source_bytes)
    return LabelledMaking(labels, *sums)


def _first_exact(training: TrainingRecord) -> int:
    """The first merge of whose token the record says exactly how many are left."""
    return 0 if training.second_stage is None else training.second_stage.n_first


def _takings(merges: UInt32s, made: Int64s) -> tuple[Int64s, ...]:
    """Every time a merge took of a token: (token, what it made, how many, how many there were).

    All int64, in positions, sorted by the token and then by rank.
    """
    left, right = merges.astype(np.int64).T
    applied = made[N_BYTES:]
    result = np.arange(N_BYTES, N_BYTES + len(merges))
    is_double = left == right
    tokens = np.concatenate([left, right[~is_double]])
    by = np.concatenate([result, result[~is_double]])
    amount = np.concatenate([np.where(is_double, 2 * applied, applied), applied[~is_double]])
    order = np.lexsort((by, tokens))
    tokens, by, amount = tokens[order], by[order], amount[order]
    before = np.cumsum(amount) - amount
    first = np.searchsorted(tokens, tokens)
    return tokens, by, amount, made[tokens] - (before - before[first])


def _by_id(
    tokenizer: Tokenizer, remaining: Int64s, inside: Int64s, share: Floats, picky: Bools
) -> VocabularyLineage:
    """Positions in rank order as ids."""
    assert tokenizer.training is not None
    shown = tokenizer.ranked_ids < tokenizer.vocab_size
    ids = np.where(shown, tokenizer.ranked_ids, -1).astype(np.int64)
    n = tokenizer.vocab_size
    by_id = VocabularyLineage(
        remaining=np.full(n, -1, np.int64),
        inside=np.full(n, -1, np.int64),
        inside_share=np.zeros(n, np.float64),
        picky=np.zeros(n, np.bool_),
        n_tokens=tokenizer.training.corpus_tokens(),
    )
    by_id.remaining[ids[shown]] = remaining[shown]
    by_id.inside[ids[shown]] = np.where(inside >= 0, ids[inside], -1)[shown]
    by_id.inside_share[ids[shown]] = share[shown]
    by_id.picky[ids[shown]] = picky[shown]
    return by_id


def unreachable_tokens(tokenizer: Tokenizer, facts: VocabularyFacts) -> UInt8s:
    """uint8[n]: the first of the reasons above for each id, REACHED for none."""
    reasons = np.zeros(tokenizer.vocab_size, np.uint8)
    reasons[_special_look_alikes(tokenizer)] = SPECIAL_TEXT
    is_text = facts.characters > 0
    if tokenizer.training is not None:
        origin = tokenizer.superwords
        n_first = 0 if origin is None else origin.n_first_merges
        is_text = is_text.copy()
        learned = tokenizer.ranked_ids[N_BYTES + n_first :]
        is_text[learned[learned < tokenizer.vocab_size]] = False
    texts = np.flatnonzero(is_text)
    reasons[_cut_by_pattern(tokenizer, texts)] = ALWAYS_CUT
    reasons[_not_normalized(tokenizer, texts)] = NOT_NORMALIZED
    reasons[_never_merged(tokenizer)] = NEVER_MERGED
    return reasons


def _never_merged(tokenizer: Tokenizer) -> Int64s:
    """Ids that merging does not give, and that the format does not give out whole either."""
    from engine.encoding import own_merging  # numba is loaded here and not before

    positions = np.arange(N_BYTES, N_BYTES + tokenizer.n_merges, dtype=np.uint32)
    tokens = tokenizer.ranked_tokens[N_BYTES:]
    becomes = own_merging(tokens, tokenizer.ranked_merges, positions).becomes
    never = set(tokenizer.ranked_ids[N_BYTES:][becomes != positions].tolist())
    never = {token_id for token_id in never if token_id < tokenizer.vocab_size}
    never |= set(tokenizer.extra_tokens.values())
    whole = [token_id for token_id in tokenizer.whole_tokens.values() if token_id in never]
    never -= set(_uncut(tokenizer, np.array(sorted(whole), np.int64)).tolist())
    return np.array(sorted(never), np.int64)


def _uncut(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    """Those of the ids whose bytes alone are one pre-token."""
    tokens = [tokenizer.vocabulary[i] for i in ids.tolist()]
    n_spans, _ = _pieces(tokenizer.splitter, tokens)
    return np.asarray(ids[n_spans == 1])


def _not_normalized(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    if tokenizer.normalization is None or tokenizer.pieces is not None:
        return np.empty(0, np.int64)
    changed = [
        token_id
        for token_id in ids.tolist()
        if tokenizer.normalized(tokenizer.vocabulary[token_id]) != tokenizer.vocabulary[token_id]
    ]
    return np.array(changed, np.int64)


def _cut_by_pattern(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    tokens = [tokenizer.vocabulary[i] for i in ids.tolist()]
    return ids[np.array(always_cut_tokens(tokenizer.splitter, tokens), np.int64)]


def always_cut_tokens(splitter: Splitter, tokens: list[bytes]) -> list[int]:
    """Which of the tokens the pattern cuts alone and between each of BEFORE and AFTER."""
    n_spans, _ = _pieces(splitter, tokens)
    suspects = np.flatnonzero(n_spans > 1)
    contexts = [(before.encode(), after.encode()) for before in BEFORE for after in AFTER]
    return [
        suspect
        for start in range(0, len(suspects), _TRIED_AT_ONCE)
        for suspect in _always_cut(
            splitter, tokens, suspects[start : start + _TRIED_AT_ONCE], contexts
        )
    ]


def _always_cut(
    splitter: Splitter, tokens: list[bytes], suspects: Int64s, contexts: list[tuple[bytes, bytes]]
) -> list[int]:
    """Those of the suspects that no context keeps whole."""
    texts = [before + tokens[i] + after for i in suspects.tolist() for before, after in contexts]
    _, ends = _pieces(splitter, texts)
    starts = bounds_of(list(map(len, texts)))
    heads = np.array([len(before) for before, _ in contexts], np.int64)
    tails = np.array([len(after) for _, after in contexts], np.int64)
    begin = starts[:-1] + np.tile(heads, len(suspects))
    end = starts[1:] - np.tile(tails, len(suspects))
    # Whole if the first end of a piece behind the token's beginning is not inside the token.
    is_whole = ends[np.searchsorted(ends, begin, "right")] >= end
    kept = is_whole.reshape(len(suspects), len(contexts)).any(axis=1)
    return [int(suspect) for suspect in suspects[~kept]]


def _pieces(splitter: Splitter, texts: list[bytes]) -> tuple[Int64s, Int64s]:
    """Number of pre-tokens of each text, and where they end in all texts together."""
    data, bounds = joined_bytes(texts)
    blocks = [block.spans[:, 1] for block in splitter.span_blocks(data, bounds)]
    ends = np.concatenate(blocks) if blocks else np.empty(0, np.int64)
    n_spans = np.bincount(np.searchsorted(bounds[1:], ends), minlength=len(texts))
    return n_spans[: len(texts)], ends


def _special_look_alikes(tokenizer: Tokenizer) -> Int64s:
    """Ids of ordinary tokens that contain the name of one of (up to 1,000) special tokens."""
    names = [name.encode() for name in tokenizer.special_tokens]
    shortest = min(map(len, names), default=0)
    is_long = tokenizer.token_lengths >= max(1, shortest)
    is_long[list(tokenizer.special_tokens.values())] = False
    ids = np.flatnonzero(is_long)
    text = b"".join(tokenizer.vocabulary[token_id] for token_id in ids.tolist())
    ends = np.cumsum(tokenizer.token_lengths[ids])
    alike: set[int] = set()
    for name in names:
        at = text.find(name)
        while at >= 0:
            token = int(np.searchsorted(ends, at, "right"))
            if at + len(name) <= ends[token]:
                alike.add(int(ids[token]))
            at = text.find(name, at + 1)
    return np.array(sorted(alike), np.int64)
