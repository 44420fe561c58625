"""LibraryTokenizer: what byte-level BPE cannot represent exactly, run by its own library.

It has what is needed to encode, decode, measure and compare, and no merges. Its ids are those of
the library, which works in a process of its own (library_process).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.corpus import document_groups
from engine.encoding import (
    BatchEncoder,
    SpecialHandling,
    SpecialTokenSplitter,
    Tokenizer,
    TokenSpans,
)
from engine.errors import ConfigError, LibraryError, TokenIdError
from engine.library.process import LibraryProcess
from engine.settings import Roles
from engine.text import utf8_of, utf8_of_all

_PROCESS_BYTES = 150 << 20
"""About what a library takes with a vocabulary of some 100,000 tokens."""


class PlacedTokens(NamedTuple):
    """Tokens of documents with their places.

    ids: uint32[m]; starts: int64[n + 1], document i has ids[starts[i]:starts[i + 1]].
    places: int64[m + 1], the byte of the text at which each token begins, and the text's end.
    """

    ids: UInt32s
    starts: Int64s
    places: Int64s


class LibraryEncoder:
    """Has what an Encoder has (see encoder.py), with a process of its own.

    library: name of the Python package; file: the bytes of the tokenizer's file.
    """

    def __init__(self, library: str, file: bytes) -> None:
        self._library, self._file = library, file
        self.process = LibraryProcess(library, file)

    def __reduce__(self) -> tuple[type[LibraryEncoder], tuple[str, bytes]]:
        """A copy has a process of its own."""
        return LibraryEncoder, (self._library, self._file)

    def fork(self) -> LibraryEncoder:
        """Another one of the same tokenizer, for another thread."""
        return LibraryEncoder(self._library, self._file)

    @property
    def most_cache_bytes(self) -> int:
        """What its process may take, about."""
        return _PROCESS_BYTES

    def encode_documents(
        self, data: bytes, bounds: Int64s, *, parse: bool = False
    ) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself; see Encoder.

        parse: special tokens in a text are read as such. Raises LibraryError.
        """
        ids, starts, _ = self._asked(data, bounds, parse=parse, places=False)
        return ids, starts

    def encode_with_places(
        self, data: bytes, bounds: Int64s, *, parse: bool = False
    ) -> PlacedTokens:
        """As `encode_documents`, with the places of all tokens. Raises LibraryError."""
        ids, starts, places = self._asked(data, bounds, parse=parse, places=True)
        end = np.array([bounds[-1]], np.int64)
        return PlacedTokens(ids, starts, np.concatenate([places, end]))

    def decode_documents(self, ids: UInt32s, starts: Int64s) -> tuple[bytes, Int64s]:
        """The UTF-8 text of documents of ids, and its bounds int64[n + 1]. Raises LibraryError."""
        blobs = [ids.astype(np.uint32).tobytes(), starts.astype(np.int64).tobytes()]
        answer = self.process.ask({"do": "decode"}, blobs)
        text, bounds = answer.blobs
        return text, np.frombuffer(bounds, np.int64)

    def _asked(
        self, data: bytes, bounds: Int64s, *, parse: bool, places: bool
    ) -> tuple[UInt32s, Int64s, Int64s]:
        question = {"do": "encode", "special": "parse" if parse else "text", "places": places}
        bounds = np.ascontiguousarray(bounds, np.int64)
        blobs = self.process.ask(question, [data, bounds.tobytes()]).blobs
        ids, starts = np.frombuffer(blobs[0], np.uint32), np.frombuffer(blobs[1], np.int64)
        where = np.frombuffer(blobs[2], np.int64) if places else np.zeros(0, np.int64)
        if len(starts) != len(bounds) or starts[-1] != len(ids):
            raise LibraryError(f"{self._library} gave an answer that is no encoding of the text.")
        return ids, starts, where


class LibraryTokenizer:
    """A tokenizer that runs through its library.

    package: name of the Python package. file: the bytes of the tokenizer's file. reason: why it is
    not represented here, the end of a sentence without its full stop. roles, chat_template: see
    Tokenizer; a role whose token is no special token of the library is left out. Raises
    LibraryError where the library is missing or refuses the file.

    unknown_ids: uint32[k], what characters without a token become; their text is lost.
    """

    normalization = None
    training = None
    cutting_splitter = None

    def __init__(
        self,
        package: str,
        file: bytes,
        *,
        reason: str,
        path: Path | None = None,
        roles: Mapping[str, str] | None = None,
        chat_template: str | None = None,
    ) -> None:
        self.package = package
        self.reason = reason
        self.path = path
        self.chat_template = chat_template
        self._file = file
        self._encoder = LibraryEncoder(package, file)
        self.batch_encoder = BatchEncoder(self._encoder, None)
        facts = self._encoder.process.facts
        self.library = str(facts.document["library"])
        self.remarks = tuple(str(remark) for remark in facts.document["remarks"])
        self._special_tokens = dict(facts.document["special_tokens"])
        self.unknown_ids = np.array(facts.document["unknown_ids"], np.uint32)
        self.roles = dict(Roles(roles or {}).among(self._special_tokens))
        data, ends = facts.blobs[0], np.frombuffer(facts.blobs[1], np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        places = zip(starts.tolist(), ends.tolist(), strict=True) if len(ends) else ()
        self._vocabulary = tuple(data[start:end] for start, end in places)

    @property
    def vocab_size(self) -> int:
        """All ids: the highest and one."""
        return len(self._vocabulary)

    @property
    def vocabulary(self) -> Sequence[bytes]:
        """The bytes of every id, as near as they can be said; `remarks` says where they are not.

        Special tokens as UTF-8; ids that stand for nothing b"".
        """
        return self._vocabulary

    @cached_property
    def token_lengths(self) -> Int64s:
        """int64[vocab_size]: bytes of every id, 0 for those that stand for nothing."""
        return np.fromiter(map(len, self._vocabulary), np.int64, self.vocab_size)

    @property
    def special_tokens(self) -> dict[str, int]:
        """Ids of special and other added tokens, by string."""
        return dict(self._special_tokens)

    @property
    def sentence(self) -> str:
        """That it runs through its library, which and why: what a person is told."""
        return f"It runs through {self.library}, because {self.reason}."

    @cached_property
    def semantic_hash(self) -> str:
        """sha256 in hex over the library's name and the file."""
        return hashlib.sha256(self.package.encode() + b"\0" + self._file).hexdigest()

    def encode(self, text: str, *, special: SpecialHandling = "text") -> list[int]:
        """Token ids of a text, those that the library gives without adding any.

        special: as for Tokenizer. What is no special token for the library, and is looked for in
        every text all the same, is read in any case.
        """
        ids: list[int] = self.encode_to_array(text, special=special).tolist()
        return ids

    def encode_to_array(self, text: str | bytes, *, special: SpecialHandling = "text") -> UInt32s:
        """Token ids uint32[n] of a text; bytes that are not UTF-8 are U+FFFD for the library."""
        data = text if isinstance(text, bytes) else utf8_of(text)
        parse = self._parses([data], special)
        bounds = np.array([0, len(data)], np.int64)
        return self._encoder.encode_documents(data, bounds, parse=parse)[0]

    def encode_batch(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        n_threads: int | None = None,
    ) -> list[UInt32s]:
        """Token ids uint32[n] of each text, in one process whatever `n_threads` says."""
        del n_threads
        documents = utf8_of_all(texts)
        parse = self._parses(documents, special)
        found: list[UInt32s] = []
        for group in document_groups(((0, document) for document in documents), None):
            ids, starts = self._encoder.encode_documents(group.data, group.bounds, parse=parse)
            places = starts.tolist()
            found += [ids[places[i] : places[i + 1]] for i in range(len(places) - 1)]
        return found

    def token_spans(self, text: str | bytes, *, special: SpecialHandling = "text") -> TokenSpans:
        """The tokens of a text with their byte offsets in the text itself.

        Tokens that stand for nothing in the text, such as a blank that the library puts before it,
        begin and end at the same place. A text of which the library leaves nothing, such as blanks,
        has no tokens, and `starts` is 0 alone.
        """
        data = text if isinstance(text, bytes) else utf8_of(text)
        parse = self._parses([data], special)
        bounds = np.array([0, len(data)], np.int64)
        ids, _, places = self._encoder.encode_with_places(data, bounds, parse=parse)
        if not len(ids):
            places = np.zeros(1, np.int64)
        return TokenSpans(ids, places, np.isin(ids, list(self._special_tokens.values())))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of token ids, as the library writes it."""
        return self.decode_bytes(ids).decode("utf-8", "replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """As `decode`, as UTF-8. Raises TokenIdError for an id that is not in the vocabulary."""
        given = list(ids)
        for token_id in given:
            if not 0 <= token_id < self.vocab_size:
                raise TokenIdError(
                    f"The id {token_id} is not in the vocabulary, which has the ids 0 to "
                    f"{self.vocab_size - 1:,}."
                )
        array = np.array(given, np.uint32)
        return self._encoder.decode_documents(array, np.array([0, len(array)], np.int64))[0]

    def close(self) -> None:
        """End the library's process; the next question starts it again."""
        self._encoder.process.close()

    def _parses(self, documents: Sequence[bytes], special: SpecialHandling) -> bool:
        """Whether special tokens are read as such. Raises SpecialTokenError, ConfigError."""
        if special not in get_args(SpecialHandling):
            raise ConfigError(
                f"special must be one of {', '.join(get_args(SpecialHandling))}, not {special!r}.",
                setting="special",
            )
        if special == "reject" and self._special_tokens:
            splitter = SpecialTokenSplitter({}, refused=self._special_tokens)
            for document in documents:
                splitter.refuse(document)
        return special == "parse"


AnyTokenizer = Tokenizer | LibraryTokenizer
"""What encodes, decodes, is measured and compared."""
