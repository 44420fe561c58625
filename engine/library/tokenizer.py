"""LibraryTokenizer: what byte-level BPE cannot represent exactly, run by its own library.

It has what is needed to encode, decode, measure and compare, and no merges. Its ids are those of
the library. The whole library works in a child process, not only a first try: a text can end or
hang it as well as a file, and what it costs, copying a text and its ids through a pipe, is small
beside its encoding.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from engine.argument_types import check_threads, checked
from engine.compiled import Int64s, UInt32s
from engine.corpus import document_groups
from engine.encoding import (
    BaseTokenizer,
    BatchEncoder,
    SpecialHandling,
    SpecialTokenChoice,
    SpecialTokenSplitter,
    Tokenizer,
    TokenSpans,
)
from engine.errors import ArgumentValueError, ConfigError, LibraryError, TokenIdError, reason_of
from engine.machine import Child, Frame, how_to_install
from engine.sentences import Sentence, counted, say
from engine.settings import Roles
from engine.text import utf8_of

_OPENING_SECONDS = 120.0
_ANSWER_SECONDS = 60.0
_BYTES_PER_SECOND = 20_000
"""A library that is slower than this at a text is taken for one that hangs."""
_PROCESS_BYTES = 150 << 20
"""About what a library takes with a vocabulary of some 100,000 tokens."""
_MAKE_ONE = "Tokenizer.load(path) reads one"


class LibraryProcess:
    """One process with one tokenizer; it ends with this object.

    library: name of the Python package; file: the bytes of the tokenizer's file. It starts with
    the first question, and again after it died. Questions may come from any thread, one after the
    other. Raises LibraryError where there is no answer.
    """

    def __init__(self, library: str, file: bytes) -> None:
        self._library, self._file = library, file
        self._lock = threading.Lock()
        self._child = Child("engine.library.child")
        self._facts: Frame | None = None

    @property
    def facts(self) -> Frame:
        """What the library says of the tokenizer when it has opened it."""
        with self._lock:
            self._start()
            assert self._facts is not None
            return self._facts

    def ask(self, document: dict[str, Any], blobs: Sequence[bytes]) -> Frame:
        """One question and its answer."""
        seconds = _ANSWER_SECONDS + sum(map(len, blobs)) / _BYTES_PER_SECOND
        with self._lock:
            self._start()
            return self._asked(document, blobs, seconds)

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._child.close()

    def _start(self) -> None:
        try:
            is_new = self._child.start()
        except OSError as error:
            raise LibraryError(
                say("library_no_process", library=self._library, reason=reason_of(error))
            ) from None
        if is_new:
            document = {"do": "open", "library": self._library}
            self._facts = self._asked(document, [self._file], _OPENING_SECONDS)

    def _asked(self, document: dict[str, Any], blobs: Sequence[bytes], seconds: float) -> Frame:
        self._child.send(document | {"seconds": seconds}, blobs)
        answer = self._child.receive()
        if answer is None:
            raise LibraryError(self._ended(seconds))
        if sentence := answer.document.get("error"):
            if document["do"] == "open":
                self._child.close()
            raise LibraryError(_first_line(say.unpacked(sentence), self._library))
        return answer

    def _ended(self, seconds: float) -> str:
        """Why there is no answer, as a sentence; the process is gone after this."""
        ending = self._child.ending()
        if ending.is_slow:
            return say("library_too_late", library=self._library, seconds=seconds)
        if "ModuleNotFoundError" in ending.said or "ImportError" in ending.said:
            return _first_line(ending.last_line, self._library)
        return say("library_ended", library=self._library, reason=ending.last_line[:300])


def _first_line(sentence: str, library: str) -> str:
    if f"No module named '{library}'" in sentence:
        return say("library_not_installed", library=library, advice=how_to_install([library]))
    reason = sentence
    if not isinstance(sentence, Sentence):
        lines = sentence.strip().splitlines()
        reason = lines[0][:300].rstrip(".") if lines else say("no_reason_given")
    return say("library_refuses", library=library, reason=reason)


class PlacedTokens(NamedTuple):
    """Tokens of documents with their places.

    ids: uint32[m]; starts: int64[n + 1], document i has ids[starts[i]:starts[i + 1]].
    places: int64[m + 1], the byte of the text at which each token begins, and the text's end.
    """

    ids: UInt32s
    starts: Int64s
    places: Int64s


class LibraryEncoder:
    """Has the methods of `Encoder` (encoding/encoder.py), with a process of its own.

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
    def thread_bytes(self) -> int:
        """What its process may take, about."""
        return _PROCESS_BYTES

    def encode_documents(
        self, data: bytes, bounds: Int64s, *, special: Collection[str] = ()
    ) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself; see Encoder.

        special: the special tokens that are read in a text as such. Raises LibraryError.
        """
        ids, starts, _ = self._asked(data, bounds, special, places=False)
        return ids, starts

    def encode_with_places(
        self, data: bytes, bounds: Int64s, *, special: Collection[str] = ()
    ) -> PlacedTokens:
        """As `encode_documents`, with the places of all tokens. Raises LibraryError."""
        ids, starts, places = self._asked(data, bounds, special, places=True)
        end = np.array([bounds[-1]], np.int64)
        return PlacedTokens(ids, starts, np.concatenate([places, end]))

    def decode_documents(self, ids: UInt32s, starts: Int64s) -> tuple[bytes, Int64s]:
        """The UTF-8 text of documents of ids, and its bounds int64[n + 1]. Raises LibraryError."""
        blobs = [ids.astype(np.uint32).tobytes(), starts.astype(np.int64).tobytes()]
        answer = self.process.ask({"do": "decode"}, blobs)
        text, bounds = answer.blobs
        return text, np.frombuffer(bounds, np.int64)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token as the library spells it. Raises LibraryError."""
        answer = self.process.ask({"do": "token_to_id", "token": token}, [])
        token_id: int | None = answer.document["id"]
        return token_id

    def _asked(
        self, data: bytes, bounds: Int64s, special: Collection[str], *, places: bool
    ) -> tuple[UInt32s, Int64s, Int64s]:
        question = {"do": "encode", "special": sorted(special), "places": places}
        bounds = np.ascontiguousarray(bounds, np.int64)
        blobs = self.process.ask(question, [data, bounds.tobytes()]).blobs
        ids, starts = np.frombuffer(blobs[0], np.uint32), np.frombuffer(blobs[1], np.int64)
        where = np.frombuffer(blobs[2], np.int64) if places else np.zeros(0, np.int64)
        if len(starts) != len(bounds) or starts[-1] != len(ids):
            raise LibraryError(say("library_no_encoding", library=self._library))
        return ids, starts, where


class LibraryTokenizer(BaseTokenizer):
    """A tokenizer that runs through its library: ids without adding any, in one process.

    Special tokens are as for Tokenizer, but sentencepiece reads none in a text, and tokenizers
    cannot read one without another that overlaps it. Those that it looks for in every text are read
    in any case. Bytes that are invalid UTF-8 are U+FFFD for the library. A token without text of
    its own, such as a space that the library puts before a text, begins and ends at the same
    offset. A text of which the library leaves nothing, such as spaces, has no tokens, and its
    `starts` is 0 alone.

    package: name of the Python package. file: the bytes of the tokenizer's file. reason: why it is
    not represented here, the end of a sentence without its full stop. roles, chat_template: see
    Tokenizer; a role whose token is no special token of the library is left out. Raises
    LibraryError where the library is missing or refuses the file.

    unknown_ids: uint32[k], what characters without a token become; their text is lost.
    """

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
        self.remarks = tuple(map(say.unpacked, facts.document["remarks"]))
        self._special_tokens = dict(facts.document["special_tokens"])
        self.unknown_ids = np.array(facts.document["unknown_ids"], np.uint32)
        self.roles = dict(Roles(roles or {}).among(self._special_tokens))
        data, ends = facts.blobs[0], np.frombuffer(facts.blobs[1], np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        places = zip(starts.tolist(), ends.tolist(), strict=True) if len(ends) else ()
        self._vocabulary = tuple(data[start:end] for start, end in places)

    def __repr__(self) -> str:
        """One line for the console."""
        return f"LibraryTokenizer({self.package}, {counted(self.vocab_size, 'id')})"

    @property
    def vocab_size(self) -> int:
        """All ids: the highest and one."""
        return len(self._vocabulary)

    @property
    def vocabulary(self) -> Sequence[bytes]:
        """The bytes of every id, as near as they can be said; `remarks` says where they are not.

        Special tokens as UTF-8; unused ids b"".
        """
        return self._vocabulary

    @property
    def sentence(self) -> str:
        """That it runs through its library, which and why: what a person is told."""
        return say("runs_through_library", library=self.library, reason=self.reason)

    @cached_property
    def semantic_hash(self) -> str:
        """sha256 in hex over the library's name and the file."""
        return hashlib.sha256(self.package.encode() + b"\0" + self._file).hexdigest()

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The UTF-8 text of token ids. Raises TokenIdError for an id that is too high."""
        given = list(ids)
        for token_id in given:
            if not 0 <= token_id < self.vocab_size:
                raise TokenIdError(
                    say("id_beyond_vocabulary", id=token_id, highest=self.vocab_size - 1)
                )
        array = np.array(given, np.uint32)
        return self._encoder.decode_documents(array, np.array([0, len(array)], np.int64))[0]

    def token_to_id(self, token: str | bytes) -> int | None:
        """See BaseTokenizer; a string may also be spelled as the library does, such as "▁the"."""
        if isinstance(token, str) and token not in self._special_tokens:
            spelled = self._encoder.token_to_id(utf8_of(token).decode())
            if spelled is not None:
                return spelled
        return super().token_to_id(token)

    def close(self) -> None:
        """End the library's process; the next question starts it again."""
        self._encoder.process.close()

    def _ids(self, data: bytes, splitter: SpecialTokenSplitter | None) -> UInt32s:
        bounds = np.array([0, len(data)], np.int64)
        _refuse(data, splitter)
        return self._encoder.encode_documents(data, bounds, special=_read(splitter))[0]

    def _ids_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[UInt32s]:
        check_threads(n_threads)  # one process, whatever it says
        for group in document_groups(((0, document) for document in documents), None):
            for document in group.documents() if splitter is not None else ():
                _refuse(document, splitter)
            ids, starts = self._encoder.encode_documents(
                group.data, group.bounds, special=_read(splitter)
            )
            yield from (ids[start:end] for start, end in pairwise(starts.tolist()))

    def _spans(self, data: bytes, splitter: SpecialTokenSplitter | None) -> TokenSpans:
        bounds = np.array([0, len(data)], np.int64)
        _refuse(data, splitter)
        ids, _, places = self._encoder.encode_with_places(data, bounds, special=_read(splitter))
        starts = places if len(ids) else np.zeros(1, np.int64)
        return TokenSpans(ids, starts, np.isin(ids, list(self._special_tokens.values())))

    def _special_splitter(
        self,
        special: SpecialHandling,
        allowed: SpecialTokenChoice | None,
        disallowed: SpecialTokenChoice | None,
    ) -> SpecialTokenSplitter | None:
        splitter = super()._special_splitter(special, allowed, disallowed)
        read = _read(splitter)
        if read and len(read) < len(self._special_tokens):
            self._check_choice(read)
        return splitter

    def _check_choice(self, read: frozenset[str]) -> None:
        """Raise ConfigError where the library cannot read some special tokens without others."""
        if self.package != "tokenizers":
            raise ConfigError(
                say("special_all_or_none", library=self.library), setting="allowed_special"
            )
        for one, other in product(sorted(read), sorted(self._special_tokens.keys() - read)):
            if may_overlap(one, other):
                raise ConfigError(
                    say("special_overlap", library=self.library, one=repr(one), other=repr(other)),
                    setting="allowed_special",
                )


def _read(splitter: SpecialTokenSplitter | None) -> frozenset[str]:
    return frozenset() if splitter is None else splitter.read


def _refuse(data: bytes, splitter: SpecialTokenSplitter | None) -> None:
    """Raise SpecialTokenError for a special token that must not be in a text."""
    if splitter is not None:
        splitter.refuse(data)


def may_overlap(one: str, other: str) -> bool:
    """Whether two tokens can share characters of a text."""
    if one in other or other in one:
        return True
    longest = min(len(one), len(other)) - 1
    return any(
        one.endswith(other[:size]) or other.endswith(one[:size]) for size in range(1, longest + 1)
    )


AnyTokenizer = Tokenizer | LibraryTokenizer
"""What encodes, decodes, is measured and compared."""


def checked_tokenizer(tokenizer: AnyTokenizer) -> AnyTokenizer:
    """What encodes, as it is. Raises ArgumentError for anything else."""
    if not hasattr(tokenizer, "encode_batch"):
        checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    return tokenizer


def checked_merges_known(tokenizer: object, use: Literal["extended", "exported"]) -> Tokenizer:
    """A tokenizer whose merges are known, as it is.

    use: for the sentence of the error. Raises ArgumentError for a tokenizer that another library
    runs, and for anything else.
    """
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if not hasattr(tokenizer, "encode_batch"):
        return checked(tokenizer, Tokenizer, "tokenizer", _MAKE_ONE)
    library: str = say("another_library")
    reason: str = say("merges_not_known")
    if isinstance(tokenizer, LibraryTokenizer):
        library, reason = tokenizer.library, tokenizer.reason
    code = "not_extendable" if use == "extended" else "not_exportable"
    raise ArgumentValueError(say(code, library=library, reason=reason), setting="tokenizer")
