"""A tokenizer in the library that it was made for: a process of its own, asked over its pipes.

Libraries end their process on some files and texts, or work on one for ever; here that takes
nobody with it. Requests and answers are frames (see engine.machine.children):

    {"do": "open", "library": name} + file      -> what the tokenizer is, the bytes of its tokens
    {"do": "encode", "special": [...], "places"} + text, bounds    -> ids, starts, places
    {"do": "decode"} + ids, starts              -> text, bounds
    {"do": "token_to_id", "token"}              -> {"id": number or null}

Arrays are uint32 for ids and int64 for everything else. A failure is {"error": sentence}. Each
request says how many seconds it may take; then the process ends itself, whatever the library is at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np

from engine.library.backends import Backend, SentencePieceBackend, TokenizersBackend
from engine.library.sentences import say
from engine.machine import Deadline, Frame, answer_pipes, read_frame, write_frame

_BACKENDS: dict[str, Callable[[bytes], Backend]] = {
    "tokenizers": TokenizersBackend,
    "sentencepiece": SentencePieceBackend,
}


def main() -> int:
    """Answer until no more requests come."""
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    return _serve(*answer_pipes())


def _serve(requests: BinaryIO, answers: BinaryIO) -> int:
    backend: Backend | None = None
    deadline = Deadline()
    while (request := read_frame(requests)) is not None:
        deadline.begin(request.document["seconds"])
        try:
            if request.document["do"] == "open":
                backend = _BACKENDS[request.document["library"]](request.blobs[0])
                answer = _facts(backend)
            else:
                assert backend is not None
                answer = _ANSWERS[request.document["do"]](backend, request)
            deadline.pause()
            write_frame(answers, *answer)
        except (KeyboardInterrupt, SystemExit, BrokenPipeError):
            return 1
        except BaseException as error:  # noqa: BLE001  their panics are no Exception
            deadline.pause()  # or it would end while no request comes
            sentence = str(error) or type(error).__name__
            write_frame(answers, {"error": say.packed(sentence)})
    return 0


def _facts(backend: Backend) -> tuple[dict[str, Any], list[bytes]]:
    tokens = backend.vocabulary
    ends = np.cumsum([len(token) for token in tokens], dtype=np.int64)
    document = {
        "library": backend.library,
        "special_tokens": backend.special_tokens,
        "unknown_ids": backend.unknown_ids,
        "remarks": list(map(say.packed, backend.remarks)),
    }
    return document, [b"".join(tokens), ends.tobytes()]


def _encoded(backend: Backend, request: Frame) -> tuple[dict[str, Any], list[bytes]]:
    data, bounds = request.blobs[0], np.frombuffer(request.blobs[1], np.int64).tolist()
    documents = [data[a:b] for a, b in pairwise(bounds)]
    special = frozenset(request.document["special"])
    found = backend.encode(documents, special, places=request.document["places"])
    starts = np.zeros(len(documents) + 1, np.int64)
    np.cumsum([len(each.ids) for each in found], out=starts[1:])
    blobs = [_joined([each.ids for each in found], np.uint32), starts.tobytes()]
    if request.document["places"]:
        moved = [each.places + at for each, at in zip(found, bounds[:-1], strict=True)]
        blobs.append(_joined(moved, np.int64))
    return {}, blobs


def _decoded(backend: Backend, request: Frame) -> tuple[dict[str, Any], list[bytes]]:
    ids = np.frombuffer(request.blobs[0], np.uint32).tolist()
    starts = np.frombuffer(request.blobs[1], np.int64).tolist()
    texts = [backend.decode(ids[a:b]) for a, b in pairwise(starts)]
    bounds = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=bounds[1:])
    return {}, [b"".join(texts), bounds.tobytes()]


def _token_id(backend: Backend, request: Frame) -> tuple[dict[str, Any], list[bytes]]:
    return {"id": backend.token_to_id(request.document["token"])}, []


_ANSWERS = {"encode": _encoded, "decode": _decoded, "token_to_id": _token_id}


def _joined(arrays: list[Any], dtype: Any) -> bytes:
    if not arrays:
        return b""
    return np.concatenate(arrays).astype(dtype, copy=False).tobytes()


if __name__ == "__main__":
    sys.exit(main())
