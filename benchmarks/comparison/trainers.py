"""Training: documents in memory -> merged tokens, as bytes in the order of their merges."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from benchmarks.comparison.patterns import expression
from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task
from benchmarks.texts import text_files

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

    return _phases(train, _own_tokens)


def _own_tokens(tokenizer: Any) -> Result:
    return list(tokenizer.vocabulary[256 : 256 + tokenizer.n_merges])


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
        _gigatoken_tokens,
    )


def _from_files(
    train: Callable[[str, int, str], Any], tokens: Callable[[Any], Result]
) -> Callable[[Task, Documents], Phases]:
    """train: given a folder of text files."""

    def prepare(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
        pattern = expression(task.pattern)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "warm.txt").write_text(_WARM_UP[0], "utf-8")
            train(folder, _WARM_UP_SIZE, pattern)
        return Phases({"train": lambda: train(task.files, task.vocab_size, pattern)}, tokens)

    return prepare


def _ours_from_files(tie_break: TieBreak) -> Callable[[str, int, str], Any]:
    def train(folder: str, vocab_size: int, pattern: str) -> Any:
        from engine import Corpus, TrainingConfig, train_tokenizer

        config = TrainingConfig(vocab_size, pattern=pattern, tie_break=tie_break)
        return train_tokenizer(Corpus.from_paths(folder), config)

    return train


def _rustbpe_from_files(folder: str, vocab_size: int, pattern: str) -> Any:
    texts = (file.read_text("utf-8") for file in text_files(folder))
    return _rustbpe(cast(Documents, texts), vocab_size, pattern)


def _gigatoken_from_files(folder: str, vocab_size: int, pattern: str) -> Any:  # noqa: ARG001
    import gigatoken
    from gigatoken.gigatoken_rs import TextFileSource

    return gigatoken.train_bpe(TextFileSource(text_files(folder)), vocab_size, [])


def _gigatoken_tokens(made: Any) -> Result:
    return [left + right for left, right in made[1]]


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

FILE_TRAINERS: dict[str, Candidate] = {
    "ours": Candidate(None, _from_files(_ours_from_files("smallest-ids"), _own_tokens)),
    "ours, gpt2-order": Candidate(
        None, _from_files(_ours_from_files("gpt2-order"), _own_tokens), None,
        "ties as in tokenizers",
    ),
    "rustbpe": Candidate("rustbpe", _from_files(_rustbpe_from_files, _rustbpe_tokens)),
    "gigatoken": Candidate(
        "gigatoken", _from_files(_gigatoken_from_files, _gigatoken_tokens), "ours, gpt2-order",
        "GPT-2's pattern only", patterns=("gpt2",),
    ),
}  # fmt: skip
