"""A training of characters, in the manner of SentencePiece's BPE (engine.settings.Pieces).

The alphabet is the most frequent characters of the counts. Its merges, which join the bytes of each
character, are taken as done, so the merge loop begins with characters. `PieceVeto` keeps every
other byte out of tokens, and `piece_tokenizer` numbers what was made as sentencepiece does: special
tokens, 256 bytes, merges, characters from the most frequent on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.compiled import Floats, Int64s, UInt32s, bounds_of
from engine.counting import PretokenCounts
from engine.encoding import HIDDEN, PieceNumbering, Tokenizer, alphabet_merges
from engine.errors import ConfigError
from engine.machine import stopped_sentence
from engine.sentences import say
from engine.settings import N_BYTES, Pieces, TrainingConfig, TrainingRecord
from engine.text import byte_offsets, code_points, is_lone_byte
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergesDone

_NEVER = frozenset("\0\n⁇")
"""Characters that sentencepiece cannot learn: it reads line by line, and reserves two."""
_BYTE_NAMES = tuple(f"<0x{byte:02X}>" for byte in range(N_BYTES))
"""What a model calls its bytes: no other token may have the name."""


@dataclass(frozen=True, eq=False)
class Alphabet:
    """The characters that a training begins with.

    characters: from the most frequent on. done: their merges, with what they join.
    tokens: the bytes that each merge makes.
    """

    characters: tuple[str, ...]
    done: MergesDone
    tokens: tuple[bytes, ...]

    def loop_config(self, config: TrainingConfig) -> TrainingConfig:
        """The settings by whose size the merge loop makes as many merges as there is room for.

        Raises ConfigError for a vocabulary that the alphabet fills.
        """
        smallest = N_BYTES + config.n_special + len(self.characters)
        if config.vocab_size < smallest:
            raise ConfigError(
                say(
                    "pieces_too_many",
                    size=config.vocab_size,
                    n=len(self.characters),
                    smallest=smallest,
                ),
                setting="vocab_size",
            )
        return config.of_size(config.vocab_size - len(self.characters) + len(self.done))

    def veto(self, config: TrainingConfig, done: MergesDone) -> PieceVeto:
        """What may forbid a merge behind those that are done."""
        assert config.pieces is not None
        named = [name.encode() for name in (*config.all_special_tokens, *_BYTE_NAMES)]
        return PieceVeto(config.pieces, self.characters, [*done.token_bytes(), *named])

    def vocab_size(self, config: TrainingConfig, n_merges: int) -> int:
        """All ids with n_merges merges, those of the alphabet among them."""
        return N_BYTES + config.n_special + len(self.characters) + n_merges - len(self.done)


def piece_alphabet(pretokens: PretokenCounts, pieces: Pieces) -> Alphabet:
    """The alphabet of the counts."""
    points, by_source = _characters(pretokens)
    covered = _covered(points, by_source.sum(axis=1), pieces.coverage)
    characters = tuple(chr(int(points[i])) for i in covered)
    merges, tokens = alphabet_merges(characters)
    rank_of = {token: rank for rank, token in enumerate(tokens)}
    counts = np.zeros((len(merges), len(pretokens.labels)), np.int64)
    for i, data in zip(covered, map(str.encode, characters), strict=True):
        joined = [rank_of[data[:length]] for length in range(2, len(data) + 1)]
        counts[joined] += by_source[i]
    natural = counts // np.maximum(pretokens.source_weights, 1)
    done = MergesDone(merges, counts.sum(axis=1), natural.sum(axis=1), natural)
    return Alphabet(characters, done, tuple(tokens))


def _characters(pretokens: PretokenCounts) -> tuple[UInt32s, Int64s]:
    """uint32[n], the code points of the pre-tokens, ascending, without bytes of invalid UTF-8.

    And int64[n, n_sources], the weighted count of each in each source.
    """
    text = pretokens.data.tobytes().decode("utf-8", "surrogateescape")
    points = code_points(text)
    starts = np.searchsorted(byte_offsets(points), pretokens.starts)
    found: list[tuple[UInt32s, Floats]] = []
    rows = np.repeat(np.arange(pretokens.n_unique), np.diff(pretokens.source_starts))
    for entries in _entries_by_source(pretokens):
        texts, weights = rows[entries], pretokens.source_counts[entries]
        sizes = starts[texts + 1] - starts[texts]
        ends = np.cumsum(sizes)
        at = np.repeat(starts[texts] + sizes - ends, sizes) + np.arange(sizes.sum())
        counts = np.asarray(np.bincount(points[at], np.repeat(weights, sizes)), np.float64)
        own_points = np.flatnonzero(counts).astype(np.uint32)
        found.append((own_points, counts[own_points]))
    known = np.unique(np.concatenate([each for each, _ in found]))
    known = known[~is_lone_byte(known)]
    by_source = np.zeros((len(known), len(found)), np.int64)
    for source, (own, of_own) in enumerate(found):
        is_known = ~is_lone_byte(own)
        by_source[np.searchsorted(known, own[is_known]), source] = of_own[is_known]
    return known, by_source


def _entries_by_source(pretokens: PretokenCounts) -> list[Int64s]:
    """The entries of the counts by source that each source has, ascending."""
    n_sources = len(pretokens.labels)
    # NumPy sorts 16 bits by their digits.
    indices = pretokens.source_indices.astype(np.min_scalar_type(n_sources))
    bounds = bounds_of(np.bincount(indices, minlength=n_sources))
    return np.split(np.argsort(indices, kind="stable"), bounds[1:-1])


def _covered(points: UInt32s, counts: Int64s, coverage: float) -> list[int]:
    """Indices of the characters of the alphabet, the most frequent first, as sentencepiece takes
    them: until the share of those before reaches the coverage."""
    order = sorted(range(len(points)), key=lambda i: (-counts[i], points[i]))
    order = [i for i in order if chr(int(points[i])) not in _NEVER and counts[i] > 0]
    total, before, covered = float(sum(counts[i] for i in order)), 0.0, []
    for i in order:
        # sentencepiece divides floats of 32 bits.
        if coverage < 1 and np.float32(before) / np.float32(total) >= np.float32(coverage):
            break
        covered.append(i)
        before += float(counts[i])
    return covered


class PieceVeto:
    """Allows tokens of characters of the alphabet that the settings permit, each string once.

    It takes a token that it allows for made, so it has to be the last veto that is asked.
    tokens: those that there are.
    """

    is_empty = False

    def __init__(
        self, pieces: Pieces, characters: Collection[str], tokens: Iterable[bytes]
    ) -> None:
        self._characters = frozenset(characters)
        self._longest = pieces.longest
        self._known = set(tokens)

    def allows(self, token: bytes) -> bool:
        """Whether the token may be made now."""
        if token in self._known:
            return False
        try:
            text = token.decode()
        except UnicodeDecodeError:
            return False
        if len(text) > self._longest or text.endswith(" "):
            return False
        if not self._characters.issuperset(text):
            return False
        self._known.add(token)
        return True


def piece_numbering_of(alphabet: Alphabet, n_special: int, n_merges: int) -> PieceNumbering:
    """The ids: special tokens, bytes, merges, characters. n_merges: with those of the alphabet."""
    byte_ids = np.arange(n_special, n_special + N_BYTES, dtype=np.uint32)
    n_alphabet = len(alphabet.done)
    first_merge = n_special + N_BYTES
    first_character = first_merge + n_merges - n_alphabet
    id_of = {
        character.encode(): first_character + i for i, character in enumerate(alphabet.characters)
    }
    ids = np.empty(N_BYTES + n_merges, np.uint32)
    ids[:N_BYTES] = byte_ids
    n_hidden = 0
    for byte in range(0x80):
        ids[byte] = id_of.get(bytes([byte]), byte_ids[byte])
    for rank, token in enumerate(alphabet.tokens):
        if token in id_of:
            ids[N_BYTES + rank] = id_of[token]
        else:
            ids[N_BYTES + rank] = HIDDEN + n_hidden
            n_hidden += 1
    ids[N_BYTES + n_alphabet :] = np.arange(first_merge, first_character)
    return PieceNumbering(ids, byte_ids=byte_ids, n_alphabet=n_alphabet)


def piece_tokenizer(
    record: TrainingRecord, loop: MergeLoop, alphabet: Alphabet, is_over: bool
) -> Tokenizer:
    """The tokenizer of a training of characters; see `finished_tokenizer` of engine.training.

    Its ids have no gaps: with fewer merges than asked for the vocabulary is smaller.
    """
    config, n = record.config, loop.n_merges
    size = alphabet.vocab_size(config, n)
    if size < config.vocab_size:
        sentence: str = say("pieces_fewer", size=size, asked=config.vocab_size)
        if not is_over:
            sentence = stopped_sentence(n, alphabet.loop_config(config).n_merges, size)
        record = replace(
            record,
            config=replace(config, vocab_size=size),
            problems=(*record.problems, sentence),
        )
    numbering = piece_numbering_of(alphabet, config.n_special, n)
    return Tokenizer(
        numbering.ids[loop.results.merges[:n]],
        pattern=config.pattern,
        special_tokens={token: i for i, token in enumerate(config.all_special_tokens)},
        vocab_size=size,
        training=record,
        numbering=numbering,
        normalization=config.normalization,
    ).with_companions(roles=config.roles)
