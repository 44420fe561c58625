"""Reading what tiktoken runs: .tiktoken with its sidecar, tekken.json, nanochat's pickle.

Part of the child of a verification; see reader.py.
"""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
import zipfile
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any

Report = dict[str, Any]


def read_with_tiktoken(request: Report) -> Report:
    """Ids from tiktoken.Encoding, built from the rank file and its sidecar."""
    library = import_module("tiktoken")
    folder = Path(request["directory"])
    sidecar = json.loads((folder / f"{request['name']}.tiktoken.json").read_text("utf-8"))
    ranks = (folder / sidecar["ranks"]).read_bytes()
    if hashlib.sha256(ranks).hexdigest() != sidecar["sha256"]:
        raise ValueError(f"{sidecar['ranks']} is not the file that its sidecar describes")
    lines = (line.split() for line in ranks.splitlines())
    encoding = library.Encoding(
        name=sidecar["name"],
        pat_str=sidecar["pattern"],
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens=sidecar["special_tokens"],
    )
    return _asked_encoding(encoding, request)


def unpickle_with_tiktoken(request: Report) -> Report:
    """Ids from the unpickled Encoding; who asks has made sure that the pickle is the export's."""
    folder = Path(request["directory"])
    import_module("tiktoken")
    with (folder / "tokenizer.pkl").open("rb") as stream:
        encoding = pickle.load(stream)  # noqa: S301  in a process of its own, on our own file
    with zipfile.ZipFile(folder / "token_bytes.pt") as archive:
        lengths = array("i", archive.read("token_bytes/data/0"))
    return _asked_encoding(encoding, request) | {"token_bytes": lengths.tolist()}


def read_with_mistral_common(request: Report) -> Report:
    """Ids from mistral_common's Tekkenizer, which never reads special tokens in a text."""
    library = import_module("mistral_common.tokens.tokenizers.tekken")
    base = import_module("mistral_common.tokens.tokenizers.base")
    path = Path(request["directory"]) / "tekken.json"
    tokenizer = library.Tekkenizer.from_file(path)
    ids = [tokenizer.encode(text, bos=False, eos=False) for text, _ in request["texts"]]
    keep = base.SpecialTokenPolicy.KEEP
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, special_token_policy=keep) for each in ids],
        "vocab_size": tokenizer.n_words,
        "special_ids": {
            name: tokenizer.get_special_token(name) for name in request["special_tokens"]
        },
    }


def read_tekken_with_tiktoken(request: Report) -> Report:
    """Ids as mistral_common computes them: ranks from a tiktoken.Encoding, moved behind the
    special tokens."""
    library = import_module("tiktoken")
    document = json.loads((Path(request["directory"]) / "tekken.json").read_text("utf-8"))
    config = document["config"]
    n_special = config["default_num_special_tokens"]
    n_inner = config["default_vocab_size"] - n_special
    ranks = {}
    for place, entry in enumerate(document["vocab"][:n_inner]):
        token = base64.b64decode(entry["token_bytes"])
        if entry["rank"] != place or (place < 256 and token != bytes([place])):
            raise ValueError(f"the entry {place} of the vocabulary is out of order")
        ranks[token] = place
    encoding = library.Encoding(
        name="tekken", pat_str=config["pattern"], mergeable_ranks=ranks, special_tokens={}
    )
    names = [entry["token_str"] for entry in document["special_tokens"]]
    inner = [encoding.encode(text) for text, _ in request["texts"]]
    return {
        "ids": [[rank + n_special for rank in each] for each in inner],
        "decoded": [encoding.decode(each) for each in inner],
        "vocab_size": config["default_vocab_size"],
        "special_ids": {name: names.index(name) for name in request["special_tokens"]},
        "pieces": [
            [rank + n_special for rank in _piece(encoding, piece)] for piece in request["pieces"]
        ],
    }


def _asked_encoding(encoding: Any, request: Report) -> Report:
    lenient = {"disallowed_special": ()}
    ids = [
        encoding.encode(text, allowed_special="all" if with_special else set(), **lenient)
        for text, with_special in request["texts"]
    ]
    pieces = [_piece(encoding, piece) for piece in request["pieces"]]
    return {
        "ids": ids,
        "decoded": [encoding.decode(each) for each in ids],
        "vocab_size": encoding.n_vocab,
        "special_ids": {
            name: encoding.encode_single_token(name) for name in request["special_tokens"]
        },
        "pieces": pieces,
        "piece_bytes": [encoding.decode_bytes(each).hex() for each in pieces],
    }


def _piece(encoding: Any, piece: str) -> list[int]:
    """Bytes merged without splitting; they need not be valid UTF-8."""
    data = bytes.fromhex(piece)
    ids: list[int] = encoding._encode_single_piece(data) if data else []
    return ids
