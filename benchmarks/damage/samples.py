"""Small tokenizers in every format that is read: what `mutated_files` damages."""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.corpus import Corpus
from engine.encoding import Tokenizer, to_byte_alphabet
from engine.formats import export_tokenizer
from engine.settings import TrainingConfig
from engine.splitting import preset_pattern
from engine.training import train_tokenizer

SAMPLE_TEXT = (
    "The quick brown fox jumps over the lazy dog, again and again. It's 1234567 o'clock! "
    "Die Straße führt über grüne Hügel nach Köln; das weiß doch jeder. "
    "Съешь же ещё этих мягких французских булок, да выпей чаю. "
    "今日は良い天気ですね。中文字符測試，漢字。 हिन्दी में लिखा हुआ पाठ। ภาษาไทย "
    "def f(x):\n    return x  # comment\n\n\n\tprint('done')\r\n 🙂👍🏽 "
)
PATTERN = "llama3"
SPECIAL_TOKENS = ("<|bos|>", "<|eos|>")


@dataclass(frozen=True, slots=True)
class Sample:
    """A tokenizer's files by name. main: the one that is loaded, "" for the directory itself.

    structure: "json", "lines", "pickle", "zip" or "protobuf", what can be changed so that it fits.
    """

    kind: str
    files: Mapping[str, bytes]
    main: str
    structure: str
    damaged: tuple[str, ...]


def trained_tokenizer(n_merges: int) -> Tokenizer:
    """A tokenizer of that many merges at most, of the sample text."""
    config = TrainingConfig(
        256 + n_merges + len(SPECIAL_TOKENS), pattern=PATTERN, special_tokens=SPECIAL_TOKENS
    )
    return train_tokenizer(Corpus.from_texts([SAMPLE_TEXT] * 3), config)


def samples(folder: Path, n_merges: int = 200) -> list[Sample]:
    """One sample of each kind, made with `folder` as scratch."""
    tokenizer = trained_tokenizer(n_merges)
    ranks = {token: i for i, token in enumerate(tokenizer.vocabulary[: 256 + tokenizer.n_merges])}
    made = [
        _exported(tokenizer, folder / "json", "tokenizer.json", "tokenizer.json", "json"),
        _llama3_style(tokenizer),
        _merge_pair(tokenizer),
        _rank_file(ranks),
        _tekken(ranks),
        _minbpe(tokenizer),
        _nanochat(ranks, tokenizer.special_tokens),
        _own(tokenizer, folder / "own"),
    ]
    model = _sentencepiece(folder)
    return made if model is None else [*made, model]


def _exported(
    tokenizer: Tokenizer, folder: Path, kind: str, name: str, structure: str
) -> Sample:  # fmt: skip
    export_tokenizer(tokenizer, kind, folder)
    return Sample(kind, {name: (folder / name).read_bytes()}, name, structure, (name,))


def _llama3_style(tokenizer: Tokenizer) -> Sample:
    """A tokenizer.json as Llama 3's: a Split, merges as strings, ignore_merges, a bos template."""
    names = [to_byte_alphabet(token) for token in tokenizer.vocabulary]
    vocab = {name: i for i, name in enumerate(names[: 256 + tokenizer.n_merges])}
    merges = [f"{names[a]} {names[b]}" for a, b in tokenizer.merges.tolist()]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    special = tokenizer.special_tokens
    document = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {"id": i, "content": name, **flags, "special": True} for name, i in special.items()
        ],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Split", "pattern": {"Regex": preset_pattern(PATTERN)},
                 "behavior": "Isolated", "invert": False},
                {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
                 "use_regex": False},
            ],
        },
        "post_processor": {
            "type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True,
        },
        "decoder": {
            "type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True,
        },
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
            "ignore_merges": True, "vocab": vocab, "merges": merges,
        },
    }  # fmt: skip
    data = json.dumps(document, ensure_ascii=False, indent=1).encode()
    name = "tokenizer.json"
    return Sample("tokenizer.json (Llama 3)", {name: data}, name, "json", (name,))


def _merge_pair(tokenizer: Tokenizer) -> Sample:
    names = [to_byte_alphabet(token) for token in tokenizer.vocabulary[: 256 + tokenizer.n_merges]]
    lines = ["#version: 0.2", *(f"{names[a]} {names[b]}" for a, b in tokenizer.merges.tolist())]
    files = {
        "vocab.json": json.dumps({name: i for i, name in enumerate(names)}).encode(),
        "merges.txt": ("\n".join(lines) + "\n").encode(),
    }
    return Sample("vocab.json + merges.txt", files, "merges.txt", "lines", tuple(files))


def _rank_file(ranks: Mapping[bytes, int]) -> Sample:
    lines = [base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items()]
    name = "sample.tiktoken"
    return Sample("tiktoken", {name: b"".join(lines)}, name, "lines", (name,))


def _tekken(ranks: Mapping[bytes, int]) -> Sample:
    entries = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for token, rank in ranks.items()
    ]
    document = {
        "config": {
            "pattern": preset_pattern(PATTERN), "num_vocab_tokens": len(entries),
            "default_vocab_size": len(entries) + 10, "default_num_special_tokens": 10,
            "version": "v11",
        },
        "vocab": entries,
        "special_tokens": [
            {"rank": i, "token_str": name, "is_control": True}
            for i, name in enumerate(("<unk>", "<s>", "</s>"))
        ],
    }  # fmt: skip
    data = json.dumps(document, indent=1).encode()
    return Sample("tekken.json", {"tekken.json": data}, "tekken.json", "json", ("tekken.json",))


def _minbpe(tokenizer: Tokenizer) -> Sample:
    special = tokenizer.special_tokens
    lines = ["minbpe v1", preset_pattern("cl100k"), str(len(special))]
    lines += [f"{name} {i}" for name, i in special.items()]
    lines += [f"{a} {b}" for a, b in tokenizer.merges.tolist()]
    data = ("\n".join(lines) + "\n").encode()
    return Sample("minbpe", {"sample.model": data}, "sample.model", "lines", ("sample.model",))


def _nanochat(ranks: Mapping[bytes, int], special: Mapping[str, int]) -> Sample:
    import tiktoken

    encoding = tiktoken.Encoding(
        "sample", pat_str=preset_pattern("nanochat"), mergeable_ranks=dict(ranks),
        special_tokens=dict(special),
    )  # fmt: skip
    files = {"tokenizer.pkl": pickle.dumps(encoding)}
    return Sample("nanochat", files, "", "pickle", ("tokenizer.pkl",))


def _own(tokenizer: Tokenizer, folder: Path) -> Sample:
    data = tokenizer.save(folder / "tokenizer.twb").read_bytes()
    return Sample("own", {"tokenizer.twb": data}, "tokenizer.twb", "zip", ("tokenizer.twb",))


def _sentencepiece(folder: Path) -> Sample | None:
    """A SentencePiece model trained on the sample text; None where the library is missing."""
    try:
        import sentencepiece
    except ImportError:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / "pieces"
    trainer: Callable[..., Any] = sentencepiece.SentencePieceTrainer.train
    trainer(
        sentence_iterator=iter([SAMPLE_TEXT.replace("\n", " ")] * 3), model_prefix=str(stem),
        vocab_size=400, model_type="bpe", byte_fallback=True, minloglevel=2,
        character_coverage=1.0, hard_vocab_limit=False,
    )  # fmt: skip
    data = stem.with_suffix(".model").read_bytes()
    name = "pieces.model"
    return Sample("SentencePiece", {name: data}, name, "protobuf", (name,))
