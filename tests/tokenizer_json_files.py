"""tokenizer.json files of many shapes, written from a tokenizer that was trained here."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding.token_table import BYTE_TO_CHARACTER, to_byte_alphabet
from engine.encoding.tokenizer import Tokenizer
from resources import sample_corpus_folder

BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False,
              "use_regex": False}  # fmt: skip
GPT2_ORDER = sorted(range(256), key=lambda byte: BYTE_TO_CHARACTER[byte])


@cache
def trained(pattern: str = "llama3", size: int = 1400) -> Tokenizer:
    corpus = Corpus.from_paths(sample_corpus_folder())
    return train_tokenizer(corpus, TrainingConfig(size, pattern=pattern))


def split(regex: str, behavior: str = "Isolated", *, invert: bool = False) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": invert}


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": [*steps, BYTE_LEVEL]}


def added(content: str, token_id: int, **flags: bool) -> dict[str, Any]:
    usual = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
             "special": True}  # fmt: skip
    return {"id": token_id, "content": content, **usual, **flags}


def document_of(tokenizer: Tokenizer, **changes: Any) -> dict[str, Any]:
    """The file of a tokenizer with GPT-2's numbering of bytes. changes: of model or document."""
    names = [BYTE_TO_CHARACTER[byte] for byte in GPT2_ORDER]
    names += [to_byte_alphabet(token) for token in tokenizer.ranked_tokens[256:]]
    tokens = [to_byte_alphabet(token) for token in tokenizer.ranked_tokens]
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "ignore_merges": False, "vocab": {name: i for i, name in enumerate(names)},
        "merges": [[tokens[a], tokens[b]] for a, b in tokenizer.ranked_merges.tolist()],
    }  # fmt: skip
    document = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": None, "pre_tokenizer": sequence(split(tokenizer.pattern)),
        "post_processor": None, "decoder": BYTE_LEVEL, "model": model,
    }  # fmt: skip
    for key, value in changes.items():
        (document if key in document else model)[key] = value
    return document


def all_ways(document: dict[str, Any]) -> list[list[str]]:
    """Every pair of tokens that joins to a token, by the rank of what it makes.

    The way in which converters of rank files write merges; of one token shorter left halves first.
    """
    vocabulary = document["model"]["vocab"]
    merges = []
    for token in sorted(vocabulary, key=vocabulary.__getitem__):
        merges += [
            [token[:cut], token[cut:]]
            for cut in range(1, len(token))
            if token[:cut] in vocabulary and token[cut:] in vocabulary
        ]
    return merges


def written(document: dict[str, Any], folder: Path) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    return path
