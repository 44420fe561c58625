"""Reading tokenizer.json, and vocab.json with merges.txt, in tokenizers and transformers.

Part of the child of a verification; see reader.py.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

Report = dict[str, Any]

_CONVERSATION = [
    {"role": "user", "content": "What is 2 + 2?"},
    {"role": "assistant", "content": "It is 4."},
]


def read_with_tokenizers(request: Report) -> Report:
    """Ids from tokenizers.Tokenizer; special tokens in text are always read as such."""
    library = import_module("tokenizers")
    path = Path(request["directory"]) / "tokenizer.json"
    return _asked_tokenizers(library.Tokenizer.from_file(str(path)), request)


def read_with_transformers(request: Report) -> Report:
    """Ids from transformers.AutoTokenizer on the directory."""
    library = import_module("transformers")
    tokenizer = library.AutoTokenizer.from_pretrained(request["directory"])
    return _asked_transformers(tokenizer, request) | _chat(tokenizer, request)


def read_pair_with_tokenizers(request: Report) -> Report:
    """Ids from tokenizers' BPE on the two files, with the split pattern of the sidecar."""
    library = import_module("tokenizers")
    folder = Path(request["directory"])
    sidecar = json.loads((folder / "merges.txt.json").read_text("utf-8"))
    model = library.models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    tokenizer = library.Tokenizer(model)
    splits = [
        library.pre_tokenizers.Split(library.Regex(each), "isolated")
        for each in sidecar["patterns_for_oniguruma"]
    ]
    byte_level = library.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = library.pre_tokenizers.Sequence([*splits, byte_level])
    tokenizer.decoder = library.decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [library.AddedToken(name, normalized=False) for name in sidecar["special_tokens"]]
    )
    return _asked_tokenizers(tokenizer, request)


def read_pair_with_transformers(request: Report) -> Report | None:
    """Ids from transformers.GPT2Tokenizer; None where the files do not call themselves GPT-2's."""
    if not (Path(request["directory"]) / "tokenizer_config.json").exists():
        return None
    library = import_module("transformers")
    tokenizer = library.GPT2Tokenizer.from_pretrained(request["directory"])
    return _asked_transformers(tokenizer, request) | _chat(tokenizer, request)


def _asked_tokenizers(tokenizer: Any, request: Report) -> Report:
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text, _ in request["texts"]]
    model = tokenizer.model
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
        "vocab_size": tokenizer.get_vocab_size(with_added_tokens=True),
        "special_ids": {name: tokenizer.token_to_id(name) for name in request["special_tokens"]},
        "pieces": [
            [token.id for token in model.tokenize(in_byte_alphabet(bytes.fromhex(piece)))]
            for piece in request["pieces"]
        ],
    }


def _asked_transformers(tokenizer: Any, request: Report) -> Report:
    ids = [tokenizer.encode(text, add_special_tokens=False) for text, _ in request["texts"]]
    special = request["special_tokens"]
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
        "vocab_size": len(tokenizer),
        "special_ids": {name: tokenizer.convert_tokens_to_ids(name) for name in special},
    }


def _chat(tokenizer: Any, request: Report) -> Report:
    """The chat template that was found, and what it does with a short conversation.

    chat_error: why it fails; chat_refused: what it says where it refuses the conversation itself.
    """
    if not tokenizer.chat_template:
        return {"chat_template": None}
    report: Report = {"chat_template": tokenizer.chat_template}
    try:
        with _time_limit(request["template_seconds"]):
            tokenizer.apply_chat_template(_CONVERSATION, tokenize=True)
    except Exception as error:  # noqa: BLE001  a template raises what it likes
        name = type(error).__name__  # raise_exception() of a template gives the bare TemplateError
        refuses = name == "TemplateError"
        report["chat_refused" if refuses else "chat_error"] = f"{name}: {error}"
    return report


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in code that goes on for longer; a template is such code.

    One long step of a library is not interrupted: the limit of the whole process is for that.
    """
    end = time.monotonic() + seconds

    def trace(*_: object) -> Any:
        if time.monotonic() > end:
            raise TimeoutError(f"no end within {seconds:g} seconds")
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def in_byte_alphabet(data: bytes) -> str:
    """Bytes in GPT-2's alphabet, written again here so that ours is checked by it."""
    return data.decode("latin-1").translate(_ALPHABET)


def _alphabet() -> dict[int, str]:
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(256 + place) for place, byte in enumerate(others)}


_ALPHABET = _alphabet()
