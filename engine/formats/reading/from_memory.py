"""Tokenizers of what other libraries hold in memory: ranks, or a vocabulary with merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.argument_types import checked_texts, described
from engine.encoding import Tokenizer
from engine.errors import ArgumentError, ConfigError, PatternError
from engine.formats.findings import Findings, TooManyFaultsError, UnusableError
from engine.formats.patterns.reading import read_tiktoken_pattern
from engine.formats.reading.json_merges import bpe_of_json
from engine.formats.reading.ranks import check_token, missing_bytes, ranked_tokenizer
from engine.settings import MAX_VOCAB_SIZE
from engine.splitting import presets


def tokenizer_from_ranks(
    ranks: Mapping[bytes, int],
    pattern: str,
    special_tokens: Mapping[str, int] | None,
    vocab_size: int | None,
) -> Tokenizer:
    """See Tokenizer.from_ranks."""
    _check_ranks(ranks)
    try:
        return ranked_tokenizer(
            ranks,
            pattern=_pattern(pattern),
            special_tokens=special_tokens or {},
            vocab_size=vocab_size,
        )
    except UnusableError as error:
        raise _unusable_ranks(str(error)) from None


def tokenizer_from_merges(
    vocabulary: Mapping[str, int],
    merges: Iterable[str | Sequence[str]],
    pattern: str,
    special_tokens: Mapping[str, int] | Iterable[str],
    ignore_merges: bool,
) -> Tokenizer:
    """See Tokenizer.from_merges."""
    _check_ids(vocabulary)
    special = _special_ids(special_tokens, vocabulary)
    listed: list[Any] = [each if isinstance(each, str) else list(each) for each in merges]
    model = {"merges": listed, "ignore_merges": ignore_merges}
    found, bpe = Findings(Path()), None
    with suppress(TooManyFaultsError):
        bpe = bpe_of_json(model, vocabulary, frozenset(special), found)
    if bpe is None or found.first is not None:
        reason = found.reason.replace("its vocabulary", "the vocabulary")
        raise ConfigError(
            f"No byte-level tokenizer has this vocabulary and these merges: {reason}.",
            setting="merges",
        )
    return Tokenizer(bpe.merges, pattern=pattern, special_tokens=special, numbering=bpe.numbering)


def _pattern(pattern: str) -> str:
    if pattern in presets():
        return pattern
    try:
        return read_tiktoken_pattern(pattern)
    except PatternError as error:
        sentence = str(error)
        sentence = sentence[:1].upper() + sentence[1:]
        raise PatternError(sentence, pattern=pattern, position=error.position) from None


def _check_ranks(ranks: Mapping[bytes, int]) -> None:
    if not isinstance(ranks, Mapping):
        raise ArgumentError(f"ranks must be ranks by token, not {described(ranks)}.")
    for token, rank in ranks.items():
        if not isinstance(token, bytes) or type(rank) is not int:
            raise ArgumentError(
                f"ranks must be whole numbers by bytes; {token!r}: {rank!r} is not."
            )
        if reason := check_token(token, rank):
            raise _unusable_ranks(reason)
    if reason := missing_bytes(ranks):
        raise _unusable_ranks(reason)
    _refuse_doubled(ranks, "rank")


def _check_ids(vocabulary: Mapping[str, int]) -> None:
    if not isinstance(vocabulary, Mapping):
        raise ArgumentError(f"vocabulary must be ids by token, not {described(vocabulary)}.")
    for token, token_id in vocabulary.items():
        if not isinstance(token, str) or type(token_id) is not int:
            raise ArgumentError(f"vocabulary must be ids by token; {token!r}: {token_id!r} is not.")
        if not 0 <= token_id < MAX_VOCAB_SIZE:
            raise ConfigError(
                f"The token {token!r} has the id {token_id:,}; ids lie from 0 to "
                f"{MAX_VOCAB_SIZE - 1:,}.",
                setting="vocabulary",
            )
    _refuse_doubled(vocabulary, "id")


def _refuse_doubled(numbers: Mapping[Any, int], kind: str) -> None:
    seen: dict[int, Any] = {}
    for token, number in numbers.items():
        other = seen.setdefault(number, token)
        if other != token:
            raise ConfigError(
                f"The tokens {other!r} and {token!r} have the same {kind}, {number:,}; each needs "
                "its own.",
                setting="vocabulary",
            )


def _special_ids(
    special_tokens: Mapping[str, int] | Iterable[str], vocabulary: Mapping[str, int]
) -> dict[str, int]:
    if isinstance(special_tokens, Mapping):
        return dict(special_tokens)
    if isinstance(special_tokens, str):
        raise ArgumentError(
            f"special_tokens must be a list or ids by token, not {described(special_tokens)}."
        )
    names = checked_texts(special_tokens, "special_tokens")
    unknown = [name for name in names if name not in vocabulary]
    if unknown:
        raise ConfigError(
            f"The special token {unknown[0]!r} is not in the vocabulary; give its id as in "
            "{'<|end|>': 300}.",
            setting="special_tokens",
        )
    return {name: vocabulary[name] for name in names}


def _unusable_ranks(reason: str) -> ConfigError:
    return ConfigError(f"No tokenizer has these ranks: {reason}.", setting="ranks")
