"""Training: documents in memory -> merged tokens, as bytes in the order of their merges."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from benchmarks.comparison.patterns import expression
from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task

if TYPE_CHECKING:
    from engine.settings import TieBreak

_WARM_UP = ["warm the kernels up, warm them " * 50]
_WARM_UP_SIZE = 300
_SEPARATOR = b"\0end of document\0"
_NO_LIMIT = 1 << 20

Train = Callable[[Documents, int, str], Any]


def _ours(tie_break: TieBreak) -> Callable[[Task, Documents], Phases]:
    def train(documents: Documents, vocab_size: int, pattern: str) -> Any:
        from engine import Corpus, TrainingConfig, train_tokenizer

        config = TrainingConfig(vocab_size, pattern=pattern, tie_break=tie_break)
        return train_tokenizer(Corpus.from_texts(documents), config)

    return _phases(train, lambda tokenizer: list(tokenizer.vocabulary[256:]))


def _phases(train: Train, tokens: Callable[[Any], Result]) -> Callable[[Task, Documents], Phases]:
    def prepare(task: Task, documents: Documents) -> Phases:
        pattern = expression(task.pattern)
        train(_WARM_UP, _WARM_UP_SIZE, pattern)
        return Phases({"train": lambda: train(documents, task.vocab_size, pattern)}, tokens)

    return prepare


def _rustbpe(documents: Documents, vocab_size: int, pattern: str) -> Any:
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter(documents), vocab_size, pattern=pattern)
    return tokenizer


def _rustbpe_tokens(tokenizer: Any) -> Result:
    return [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:]


def _tokenizers(documents: Documents, vocab_size: int, pattern: str) -> Any:
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    if pattern == expression("gpt2"):
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    else:
        split = pre_tokenizers.Split(Regex(pattern), "isolated")
        level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, level])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, show_progress=False, initial_alphabet=alphabet
    )
    tokenizer.train_from_iterator(documents, trainer)
    return tokenizer


def _tokenizers_tokens(tokenizer: Any) -> Result:
    from engine.encoding import CHARACTER_TO_BYTE

    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return [bytes(CHARACTER_TO_BYTE[c] for half in pair for c in half) for pair in merges]


def _bpeasy(documents: Documents, vocab_size: int, pattern: str) -> Any:
    import bpeasy

    return bpeasy.train_bpe(iter(documents), pattern, _NO_LIMIT, vocab_size)


def _bpeasy_tokens(ids: dict[bytes, int]) -> Result:
    return sorted(ids, key=lambda token: ids[token])[256:]


def _gigatoken(task: Task, documents: Documents) -> Phases:
    """It takes one buffer and a separator; joining them is not timed."""
    import gigatoken

    data = _SEPARATOR.join(document.encode() for document in documents)
    gigatoken.train_bpe(_WARM_UP[0].encode(), _WARM_UP_SIZE, [])
    return Phases(
        {"train": lambda: gigatoken.train_bpe(data, task.vocab_size, [], separator=_SEPARATOR)},
        lambda made: [left + right for left, right in made[1]],
    )


def _sentencepiece(documents: Documents, vocab_size: int, pattern: str) -> Any:  # noqa: ARG001
    import sentencepiece

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(line for text in documents for line in text.splitlines()),
        model_writer=model, model_type="bpe", vocab_size=vocab_size, minloglevel=2,
        character_coverage=0.9995, max_sentence_length=_NO_LIMIT, hard_vocab_limit=False,
        num_threads=_cores(),
    )  # fmt: skip
    return model.getvalue()


def _sentencepiece_tokens(model: bytes) -> Result:
    import sentencepiece

    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(i).encode() for i in range(processor.get_piece_size())]


def _cores() -> int:
    from engine.machine import n_cores

    return n_cores()


TRAINERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours("smallest-ids")),
    "ours, gpt2-order": Candidate(None, _ours("gpt2-order"), None, "ties as in tokenizers"),
    "rustbpe": Candidate("rustbpe", _phases(_rustbpe, _rustbpe_tokens)),
    "bpeasy": Candidate("bpeasy", _phases(_bpeasy, _bpeasy_tokens)),
    "tokenizers": Candidate(
        "tokenizers", _phases(_tokenizers, _tokenizers_tokens), "ours, gpt2-order"
    ),
    "gigatoken": Candidate(
        "gigatoken", _gigatoken, "ours, gpt2-order",
        "one buffer, GPT-2's pattern only", patterns=("gpt2",),
    ),
    "sentencepiece": Candidate(
        "sentencepiece", _phases(_sentencepiece, _sentencepiece_tokens), None,
        "another algorithm: characters, lines, no split pattern", patterns=("gpt2",),
    ),
}  # fmt: skip
