"""Loads an export in the real library and prints the ids it gives: the child of a verification.

Runs as a script in a process of its own, because tiktoken and tokenizers end theirs on some
inputs. It reads one JSON document on standard input,
    {"format": ..., "directory": ..., "name": ..., "texts": [[text, with_special_tokens], ...]}
and writes one: {"libraries": [{"name", "version", "ids", "decoded", "vocab_size",
"special_ids"}, ...], "missing": [...]}. It imports nothing of ours.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Texts = list[tuple[str, bool]]
Report = dict[str, Any]


def read_with_tokenizers(request: Report) -> Report:
    """Ids from tokenizers.Tokenizer; special tokens in text are always read as such."""
    library = import_module("tokenizers")
    tokenizer = library.Tokenizer.from_file(str(Path(request["directory"]) / "tokenizer.json"))
    texts: Texts = request["texts"]
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text, _ in texts]
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
        "vocab_size": tokenizer.get_vocab_size(with_added_tokens=True),
        "special_ids": {name: tokenizer.token_to_id(name) for name in request["special_tokens"]},
    }


def read_with_transformers(request: Report) -> Report:
    """Ids from transformers.AutoTokenizer on the directory."""
    library = import_module("transformers")
    tokenizer = library.AutoTokenizer.from_pretrained(request["directory"])
    texts: Texts = request["texts"]
    special = request["special_tokens"]
    ids = [tokenizer.encode(text, add_special_tokens=False) for text, _ in texts]
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each) for each in ids],
        "vocab_size": len(tokenizer),
        "special_ids": {name: tokenizer.convert_tokens_to_ids(name) for name in special},
    }


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
    texts: Texts = request["texts"]
    lenient = {"disallowed_special": ()}
    ids = [
        encoding.encode(text, allowed_special="all" if with_special else set(), **lenient)
        for text, with_special in texts
    ]
    return {
        "ids": ids,
        "decoded": [encoding.decode(each) for each in ids],
        "vocab_size": encoding.n_vocab,
        "special_ids": {
            name: encoding.encode_single_token(name) for name in request["special_tokens"]
        },
    }


READERS = {
    "tokenizer.json": {"tokenizers": read_with_tokenizers, "transformers": read_with_transformers},
    "tiktoken": {"tiktoken": read_with_tiktoken},
}


def main() -> int:
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    request = json.load(sys.stdin)
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints is no answer
    libraries, missing = [], []
    for name, read in READERS[request["format"]].items():
        if find_spec(name) is None:
            missing.append(name)
            continue
        entry: Report = {"name": name, "version": metadata.version(name)}
        try:
            entry |= read(request)
        except BaseException as error:  # noqa: BLE001  their panics are no Exception
            entry["error"] = f"{type(error).__name__}: {error}"
        libraries.append(entry)
    json.dump({"libraries": libraries, "missing": missing}, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
