"""A tokenizer in the library that it was made for: a process of its own, asked over its pipes.

Libraries end their process on some files and texts, or never finish one; here that ends nothing
else. Requests and answers are frames (see engine.machine.children):

    {"do": "open", "library": name} + file      -> what the tokenizer is, the bytes of its tokens
    {"do": "encode", "special": [...], "places"} + text, bounds    -> ids, starts, places
    {"do": "decode"} + ids, starts              -> text, bounds
    {"do": "token_to_id", "token"}              -> {"id": number or null}

Arrays are uint32 for ids and int64 for everything else. A failure is {"error": sentence}. Each
request says how many seconds it may take; then the process ends itself, whatever the library does.

A Backend encodes and decodes through its library, which it imports when it opens a file. The
libraries know characters only; `token_places` finds the bytes of their tokens.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module, metadata
from itertools import pairwise
from typing import Any, BinaryIO, NamedTuple, Protocol

import numpy as np

from engine.compiled import Int64s, UInt32s, bounds_of, joined_bytes
from engine.encoding import CHARACTER_TO_BYTE
from engine.machine import Deadline, Frame, answer_pipes, read_frame, write_frame
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE

REPLACEMENT = "�"
_WORD_PIECE = "##"
_META = "▁"
"""How SentencePiece and its followers write a space."""


class EncodedDocument(NamedTuple):
    """ids: uint32[n]; places: int64[n], the byte at which each token begins, ascending from 0."""

    ids: UInt32s
    places: Int64s


class Backend(Protocol):
    """A tokenizer in its library.

    library: its name and version; vocabulary: the bytes of every id; special_tokens: ids by
    string; unknown_ids: what characters without a token of their own become; remarks: sentences
    on what of this is approximate.
    """

    library: str
    vocabulary: list[bytes]
    special_tokens: dict[str, int]
    unknown_ids: list[int]
    remarks: list[str]

    def encode(
        self, documents: Sequence[bytes], special: frozenset[str], *, places: bool
    ) -> list[EncodedDocument]:
        """The ids of each document. special: the special tokens that are read in it as such."""

    def decode(self, ids: list[int]) -> bytes:
        """The text of ids as UTF-8."""

    def token_to_id(self, token: str) -> int | None:
        """The id of a token as the library spells it; None if there is no such token."""


class DecodedText(NamedTuple):
    """UTF-8 as the libraries take it: bytes that are not UTF-8 are U+FFFD, each by itself.

    offsets: int64[n + 1], the byte at which each character begins in the original.
    """

    text: str
    offsets: Int64s


def decoded_text(data: bytes) -> DecodedText:
    """A document as text, with the places of its characters."""
    text = data.decode("utf-8", "surrogateescape")
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    lone = (points >= 0xDC80) & (points <= 0xDCFF)
    lengths = 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    lengths[lone] = 1
    offsets = bounds_of(lengths)
    if lone.any():
        text = "".join(REPLACEMENT if "\udc80" <= c <= "\udcff" else c for c in text)
    return DecodedText(text, offsets)


def token_places(data: bytes, ids: UInt32s, spans: Int64s, vocabulary: Sequence[bytes]) -> Int64s:
    """Where tokens begin, int64[n], so that they tile the document `data`.

    spans: int64[n, 2], the bytes of each token, as its library gives them. Where the bytes of
    the tokens are the text, they say it; a library knows whole characters only. Otherwise what
    lies between two tokens, such as a space that the library drops, goes with the one after it;
    of several tokens of one character each has its own byte where they are single bytes, and
    else the last has the character.
    """
    lengths = np.fromiter((len(vocabulary[i]) for i in ids.tolist()), np.int64, len(ids))
    if int(lengths.sum()) == len(data) and b"".join(vocabulary[i] for i in ids.tolist()) == data:
        return np.cumsum(lengths) - lengths
    ends = np.maximum.accumulate(np.minimum(spans[:, 1], len(data)))
    shared = np.flatnonzero(spans[1:, 0] < ends[:-1]) + 1  # reads a character of the one before
    if len(shared):
        _divide_characters(spans, lengths, ends, shared)
    zero_width = np.flatnonzero(spans[:, 0] == spans[:, 1])
    if len(zero_width):
        _divide_characters(spans, lengths, ends, zero_width + 1)
    places = np.zeros(len(ids), np.int64)
    places[1:] = ends[:-1]
    return places


def _divide_characters(spans: Int64s, lengths: Int64s, ends: Int64s, continuing: Int64s) -> None:
    """Give tokens that share characters bytes of their own, in `ends`.

    continuing: the numbers of tokens that go on with the characters of the one before.
    """
    continuing = continuing[continuing < len(ends)]
    breaks = np.flatnonzero(np.diff(continuing, prepend=-2) > 1)
    for run in np.split(continuing, breaks[1:]):
        if not len(run):
            continue
        first, last = int(run[0]) - 1, int(run[-1])
        start = max(int(spans[first, 0]), int(ends[first - 1]) if first else 0)
        if int(lengths[first : last + 1].sum()) == int(ends[last]) - start:
            ends[first : last + 1] = start + np.cumsum(lengths[first : last + 1])
        else:
            ends[first:last] = start


class TokenizersBackend:
    """See Backend."""

    def __init__(self, data: bytes) -> None:
        text = data.decode("utf-8-sig")
        self._library = import_module("tokenizers")
        self._tokenizer = self._opened(text)
        self.library = f"tokenizers {metadata.version('tokenizers')}"
        added = self._tokenizer.get_added_tokens_decoder()
        self.special_tokens = {token.content: token_id for token_id, token in added.items()}
        self._always_special = frozenset(each.content for each in added.values() if each.special)
        self._of_some: tuple[frozenset[str], Any] = (frozenset(), None)
        self._document = document = json.loads(text)
        self.vocabulary, self.remarks = self._spelled(_types(document))
        self.unknown_ids = self._unknown(document["model"])

    def encode(
        self, documents: Sequence[bytes], special: frozenset[str], *, places: bool
    ) -> list[EncodedDocument]:
        """See Backend.encode. What the file says of bos and eos is never added."""
        tokenizer = self._reading(special & self._always_special)
        texts = [decoded_text(document) for document in documents]
        run = tokenizer.encode_batch if places else tokenizer.encode_batch_fast
        found = run([each.text for each in texts], add_special_tokens=False)
        encoded = []
        for document, text, encoding in zip(documents, texts, found, strict=True):
            ids = np.array(encoding.ids, np.uint32)
            where = np.zeros(len(ids), np.int64)
            if places and len(ids):
                spans = text.offsets[np.array(encoding.offsets, np.int64).reshape(-1, 2)]
                where = token_places(document, ids, spans, self.vocabulary)
            encoded.append(EncodedDocument(ids, where))
        return encoded

    def decode(self, ids: list[int]) -> bytes:
        """See Backend.decode."""
        text: str = self._tokenizer.decode(ids, skip_special_tokens=False)
        return text.encode()

    def token_to_id(self, token: str) -> int | None:
        """See Backend.token_to_id."""
        token_id: int | None = self._tokenizer.token_to_id(token)
        return token_id

    def _opened(self, text: str) -> Any:
        tokenizer = self._library.Tokenizer.from_str(text)
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    def _reading(self, special: frozenset[str]) -> Any:
        """The tokenizer that reads these special tokens and takes the others for text.

        The library has one switch for all tokens that are marked special, and reads others in any
        case: where only some are to be read, those get no mark.
        """
        if not special or special == self._always_special:
            self._tokenizer.encode_special_tokens = not special
            return self._tokenizer
        if self._of_some[0] != special:
            added = [
                each | {"special": each["special"] and each["content"] not in special}
                for each in self._document["added_tokens"]
            ]
            tokenizer = self._opened(json.dumps(self._document | {"added_tokens": added}))
            tokenizer.encode_special_tokens = True
            self._of_some = (special, tokenizer)
        return self._of_some[1]

    def _unknown(self, model: dict[str, Any]) -> list[int]:
        """The id that the model's unknown token has: named in it, or given by its number."""
        if isinstance(model.get("unk_id"), int):
            return [model["unk_id"]]
        token = model.get("unk_token")
        found = None if token is None else self._tokenizer.token_to_id(token)
        return [] if found is None else [found]

    def _spelled(self, types: frozenset[str]) -> tuple[list[bytes], list[str]]:
        """The bytes of every id by the manner in which the file writes tokens, and remarks."""
        vocabulary = self._tokenizer.get_vocab(with_added_tokens=True)
        highest = max(vocabulary.values(), default=-1)
        if highest >= MAX_VOCAB_SIZE:
            raise ValueError(say("highest_id", highest=highest, limit=MAX_VOCAB_SIZE))
        tokens = [b""] * (highest + 1)
        manner, remarks = _manner(types)
        suffix = self._document["model"].get("end_of_word_suffix") or ""
        for token, token_id in vocabulary.items():
            is_special = self.special_tokens.get(token) == token_id
            ends_word = bool(suffix) and not is_special and token.endswith(suffix)
            body = token.removesuffix(suffix) if ends_word else token
            own = body.encode() if is_special else _bytes_of(body, manner)
            tokens[token_id] = own + b" " if ends_word else own
        return tokens, remarks


def _types(document: Any) -> frozenset[str]:
    """The names of all parts of normalizer, pre-tokenizer, decoder and model."""
    found: set[str] = set()
    parts = [document.get(key) for key in ("normalizer", "pre_tokenizer", "decoder")]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found.add(str(part.get("type")))
            for inner in part.values():
                parts += inner if isinstance(inner, list) else []
    model = document.get("model") or {}
    found.add("model " + str(model.get("type")))
    found.update({"suffix"} if model.get("end_of_word_suffix") else set())
    return frozenset(found)


def _manner(types: frozenset[str]) -> tuple[str, list[str]]:
    if "ByteLevel" in types:
        return "bytes", [say("shown_with_word_ends")] if "suffix" in types else []
    if "model WordPiece" in types:
        return "pieces", [say("shown_without_marks")]
    if "suffix" in types:
        return "suffix", [say("shown_with_word_ends")]
    return "meta", [say("shown_with_spaces")]


def _bytes_of(token: str, manner: str) -> bytes:
    if manner == "bytes":
        known = [CHARACTER_TO_BYTE.get(character) for character in token]
        return bytes(b for b in known if b is not None) if None not in known else token.encode()
    if manner == "pieces":
        return token.removeprefix(_WORD_PIECE).encode()
    if manner == "suffix":
        return token.encode()
    if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
        try:
            return bytes([int(token[3:5], 16)])
        except ValueError:
            return token.encode()
    return token.replace(_META, " ").encode()


class SentencePieceBackend:
    """See Backend."""

    def __init__(self, data: bytes) -> None:
        self._processor = import_module("sentencepiece").SentencePieceProcessor()
        self._processor.LoadFromSerializedProto(data)
        self.library = f"sentencepiece {metadata.version('sentencepiece')}"
        size = self._processor.vocab_size()
        pieces = [self._processor.id_to_piece(i) for i in range(size)]
        is_special = [
            self._processor.is_control(i) or self._processor.is_unknown(i) for i in range(size)
        ]
        self.special_tokens = {pieces[i]: i for i in range(size) if is_special[i]}
        self.vocabulary = [
            pieces[i].encode() if is_special[i] else self._bytes_of(i, pieces[i])
            for i in range(size)
        ]
        self.unknown_ids = [i for i in range(size) if self._processor.is_unknown(i)]
        self.remarks: list[str] = [
            say("shown_with_spaces"),
            say("texts_rewritten"),
            say("controls_not_read"),
        ]

    def encode(
        self, documents: Sequence[bytes], special: frozenset[str], *, places: bool
    ) -> list[EncodedDocument]:
        """See Backend.encode. The library reads no control symbols in text, whatever is asked."""
        del special
        return [self._encoded(document, places=places) for document in documents]

    def decode(self, ids: list[int]) -> bytes:
        """See Backend.decode."""
        text: str = self._processor.decode(ids)
        return text.encode()

    def token_to_id(self, token: str) -> int | None:
        """See Backend.token_to_id."""
        token_id: int = self._processor.piece_to_id(token)  # that of the unknown token if missing
        return token_id if self._processor.id_to_piece(token_id) == token else None

    def _encoded(self, document: bytes, *, places: bool) -> EncodedDocument:
        text = decoded_text(document)
        if not places:
            ids = np.array(self._processor.encode(text.text, return_type=int), np.uint32)
            return EncodedDocument(ids, np.zeros(len(ids), np.int64))
        found = self._processor.encode(text.text, return_type="offset_mapping")
        ids = np.array(found["ids"], np.uint32)
        if not len(ids):
            return EncodedDocument(ids, np.zeros(0, np.int64))
        spans = text.offsets[np.array(found["offsets"], np.int64).reshape(-1, 2)]
        return EncodedDocument(ids, token_places(document, ids, spans, self.vocabulary))

    def _bytes_of(self, token_id: int, piece: str) -> bytes:
        if self._processor.is_unused(token_id):
            return b""
        if self._processor.is_byte(token_id):
            return bytes([int(piece[3:5], 16)])
        return piece.replace(_META, " ").encode()


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
    ends = bounds_of(list(map(len, tokens)))[1:]
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
    starts = bounds_of([len(each.ids) for each in found])
    blobs = [_joined([each.ids for each in found], np.uint32), starts.tobytes()]
    if request.document["places"]:
        moved = [each.places + at for each, at in zip(found, bounds[:-1], strict=True)]
        blobs.append(_joined(moved, np.int64))
    return {}, blobs


def _decoded(backend: Backend, request: Frame) -> tuple[dict[str, Any], list[bytes]]:
    ids = np.frombuffer(request.blobs[0], np.uint32).tolist()
    starts = np.frombuffer(request.blobs[1], np.int64).tolist()
    texts = [backend.decode(ids[a:b]) for a, b in pairwise(starts)]
    data, bounds = joined_bytes(texts)
    return {}, [data, bounds.tobytes()]


def _token_id(backend: Backend, request: Frame) -> tuple[dict[str, Any], list[bytes]]:
    return {"id": backend.token_to_id(request.document["token"])}, []


_ANSWERS = {"encode": _encoded, "decode": _decoded, "token_to_id": _token_id}


def _joined(arrays: list[Any], dtype: Any) -> bytes:
    if not arrays:
        return b""
    return np.concatenate(arrays).astype(dtype, copy=False).tobytes()


if __name__ == "__main__":
    sys.exit(main())
