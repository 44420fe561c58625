"""Training by this engine and by its peers: documents -> the merged tokens, as bytes in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.metadata import version

from engine.patterns import preset_pattern

Trainer = Callable[[Sequence[str], int], list[bytes]]


def ours(documents: Sequence[str], vocab_size: int) -> list[bytes]:
    """This engine, ties to the smallest ids."""
    return _ours(documents, vocab_size, "smallest-ids")


def ours_gpt2_order(documents: Sequence[str], vocab_size: int) -> list[bytes]:
    """This engine, ties as tokenizers breaks them."""
    return _ours(documents, vocab_size, "gpt2-order")


def rustbpe(documents: Sequence[str], vocab_size: int) -> list[bytes]:
    """rustbpe, which nanochat uses."""
    import rustbpe as library

    tokenizer = library.Tokenizer()
    tokenizer.train_from_iterator(iter(documents), vocab_size, pattern=preset_pattern("gpt2"))
    return [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:]


def tokenizers(documents: Sequence[str], vocab_size: int) -> list[bytes]:
    """The tokenizers library."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    from engine.formats.byte_alphabet import CHARACTER_TO_BYTE

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, show_progress=False, initial_alphabet=alphabet
    )
    tokenizer.train_from_iterator(documents, trainer)
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return [bytes(CHARACTER_TO_BYTE[c] for half in pair for c in half) for pair in merges]


TRAINERS: dict[str, Trainer] = {
    "ours": ours,
    "ours, gpt2-order": ours_gpt2_order,
    "rustbpe": rustbpe,
    "tokenizers": tokenizers,
}
SAME_MERGES_AS = {"rustbpe": "ours", "tokenizers": "ours, gpt2-order"}
"""Whose merges a peer's must equal before its time is believed."""


def versions() -> dict[str, str]:
    """Installed versions of the peers."""
    return {name: version(name) for name in ("rustbpe", "tokenizers", "numba", "numpy")}


def _ours(documents: Sequence[str], vocab_size: int, tie_break: str) -> list[bytes]:
    from engine import Corpus, TrainingConfig, train_tokenizer

    tokenizer = train_tokenizer(
        Corpus.from_texts(documents), TrainingConfig(vocab_size, tie_break=tie_break)
    )
    return list(tokenizer.vocabulary[256:])
