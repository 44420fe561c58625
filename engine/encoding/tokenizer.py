"""Tokenizer: the trained artefact, immutable. Text to ids and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_integer, checked_path, checked_texts, described
from engine.compiled import Int64s, UInt32s, bounds_of, joined_bytes, run_kernel
from engine.corpus import DocumentGroup
from engine.encoding._encoding_kernels import join_tokens
from engine.encoding.base_tokenizer import BaseTokenizer, SpecialTokenSplitter, TokenSpans
from engine.encoding.batch import BatchEncoder, encode_group
from engine.encoding.encoder import Encoder
from engine.encoding.known_formats import formats
from engine.encoding.token_table import MADE_WHEN_NEEDED, Numbering, TokenTable
from engine.errors import ArgumentError, ConfigError, TokenIdError
from engine.machine import paused_collection
from engine.sentences import counted, say
from engine.settings import (
    MAX_VOCAB_SIZE,
    N_BYTES,
    SuperwordOrigin,
    TrainingRecord,
    checked_normalization,
    checked_roles,
)
from engine.splitting import Splitter, preset_name_of
from engine.text import SPACE_FORMS, Normalization

if TYPE_CHECKING:
    from tiktoken import Encoding
    from transformers import PreTrainedTokenizerFast

    from engine.encoding.dropout import Dropout, DropoutEncoder
    from engine.encoding.merge_tables import MergeModel

_SHOWN_PATTERN = 40
_SPACES = (b" ", "▁".encode())


class Decoder:
    """The bytes of a vocabulary, one token after another.

    vocabulary: the bytes of every id; b"" for unused ids.
    """

    def __init__(self, vocabulary: Sequence[bytes]) -> None:
        data, self._starts = joined_bytes(vocabulary)
        self._data = np.frombuffer(data, np.uint8)
        self._lengths = np.diff(self._starts)

    def decode(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`. Raises TokenIdError for an unused id."""
        array = _as_int64(ids)
        if len(array) and (array.min() < 0 or array.max() >= len(self._lengths)):
            unknown = array[(array < 0) | (array >= len(self._lengths))][0]
            raise TokenIdError(say("id_not_in_vocabulary", id=unknown, n_ids=len(self._lengths)))
        lengths = self._lengths[array]
        if len(array) and not lengths.all():
            raise TokenIdError(say("id_not_in_use", id=array[lengths == 0][0]))
        out = np.empty(int(lengths.sum()), np.uint8)
        run_kernel(join_tokens, array, self._starts, self._data, out)
        return out.tobytes()


def _as_int64(ids: Iterable[int]) -> Int64s:
    try:
        array = np.asarray(ids if isinstance(ids, np.ndarray) else list(ids))
    except (OverflowError, TypeError, ValueError):
        array = np.empty(0, object)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and (len(array) or array.dtype == object)):
        raise TokenIdError(say("ids_no_row", given=described(ids)))
    return np.ascontiguousarray(array, np.int64)


class TextCoder(TokenTable, BaseTokenizer):
    """A table of tokens that encodes and decodes text.

    See Tokenizer for its parameters, and for what special tokens in a text mean.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        pattern: str,
        special_tokens: Mapping[str, int] | None,
        vocab_size: int | None,
        numbering: Numbering | None,
        normalization: Normalization | None,
    ) -> None:
        super().__init__(merges, special_tokens, vocab_size, numbering)
        self._splitter = Splitter(pattern)
        if normalization not in SPACE_FORMS or self.pieces is None:
            normalization = checked_normalization(normalization)
        self._normalization = normalization
        self._dropout: Dropout | None = None

    @property
    def pattern(self) -> str:
        """The split pattern as a regular expression."""
        return self._splitter.pattern

    @property
    def pattern_name(self) -> str | None:
        """Name of the preset that the pattern is, None for a pattern of one's own."""
        return preset_name_of(self.pattern)

    @property
    def splitter(self) -> Splitter:
        """What cuts a text at the split pattern; its `split(text)` gives the pieces."""
        return self._splitter

    @property
    def normalization(self) -> Normalization | None:
        """The Unicode form that every text is brought into before it is split; None for none."""
        return self._normalization

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of token ids. Raises TokenIdError for an id without a token.

        A space that encoding puts in front of a text is dropped, also behind a special token.
        """
        if self._normalization == "prefix-space":
            return self._without_prefixes(ids)
        return self._decoder.decode(ids)

    def _without_prefixes(self, ids: Iterable[int]) -> bytes:
        array = _as_int64(ids)
        special = np.isin(array, list(self._special_tokens.values()))
        begins = np.concatenate([[True], special[:-1]]) & ~special if len(array) else special
        bounds = [0, *np.flatnonzero(begins).tolist(), len(array)]
        parts = [self._decoder.decode(array[a:b]) for a, b in pairwise(bounds)]
        return parts[0] + b"".join(part.removeprefix(b" ") for part in parts[1:])

    @property
    def cutting_splitter(self) -> Splitter | None:
        """Internal: the splitter at whose sure cuts a long text may be encoded in parts.

        None where a normalization could join characters across such a cut.
        """
        return self._splitter if self._normalization is None else None

    @property
    def batch_encoder(self) -> BatchEncoder:
        """Internal: encoders for several threads, which work on a stream of documents."""
        # Not a cached_property: that of Python 3.11 has one lock, so that several tokenizers could
        # not be prepared at the same time.
        kept = self.__dict__
        if "_batch_encoder" not in kept:
            kept.setdefault("_batch_encoder", self._new_batch_encoder())
        batch_encoder: BatchEncoder = kept["_batch_encoder"]
        return batch_encoder

    def _new_batch_encoder(self) -> BatchEncoder:
        if self._dropout is None:
            return BatchEncoder(self._encoder, self.cutting_splitter)
        from engine.encoding.dropout import DropoutBatchEncoder

        return DropoutBatchEncoder(self._encoder, self.cutting_splitter)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.vocabulary)

    @property
    def _encoder(self) -> Encoder | DropoutEncoder:
        kept = self.__dict__
        if "_own_encoder" not in kept:
            kept.setdefault("_own_encoder", self._new_encoder())
        encoder: Encoder | DropoutEncoder = kept["_own_encoder"]
        return encoder

    def _new_encoder(self) -> Encoder | DropoutEncoder:
        hidden, ids = None, None if self._numbering is None else self._numbering.ids
        if self.pieces is not None:
            from engine.encoding.pieces import HiddenIds, PieceEncoder

            hidden = HiddenIds(self.pieces, self.ranked_tokens)
        if self._dropout is not None:
            from engine.encoding.dropout import DropoutEncoder

            form, n_sure = self._normalization, 0 if self.pieces is None else self.pieces.n_alphabet
            return DropoutEncoder(
                self._all_merges, self._splitter, form, self._dropout, n_sure=n_sure, hidden=hidden
            )
        merges, form = self._ranked_merges, self._normalization
        if hidden is not None:
            return PieceEncoder(hidden, merges, self._splitter, ids=ids, normalization=form)
        whole = self.whole_tokens
        return Encoder(merges, self._splitter, ids=ids, whole_tokens=whole, normalization=form)

    @property
    def dropout(self) -> Dropout | None:
        """How merges are dropped in encoding; None if all are made."""
        return self._dropout

    def with_dropout(self, dropout: float, seed: int | None = None) -> Self:
        """See BaseTokenizer.with_dropout."""
        from engine.encoding.dropout import Dropout

        settings = Dropout(dropout, seed)
        _ = self._all_merges  # once for all copies
        changed = copy(self)
        changed._dropout = settings
        for name in MADE_WHEN_NEEDED:
            changed.__dict__.pop(name, None)
        return changed

    @cached_property
    def _all_merges(self) -> MergeModel:
        from engine.encoding.merge_tables import merge_model

        return merge_model(self._ranked_merges, self.ranked_ids)

    def _ids(self, data: bytes, splitter: SpecialTokenSplitter | None) -> UInt32s:
        if splitter is None:
            return self._encoder.encode(self._with_prefix(data))
        if self._dropout is not None:  # texts between special tokens have random numbers each
            group = DocumentGroup(0, data, np.array([0, len(data)], np.int64))
            return encode_group(self._encoder, group, splitter)[0]
        parts = []
        for piece, token_id in splitter.pieces(data):
            parts.append(self._encoder.encode(self._with_prefix(piece)))
            if token_id is not None:
                parts.append(np.array([token_id], np.uint32))
        return np.concatenate(parts)

    def _ids_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[UInt32s]:
        if self._has_prefix_each(splitter):
            return (self._ids(document, splitter) for document in documents)
        prefixed = self._prefixed(documents)
        return self.batch_encoder.encode(prefixed, splitter, n_threads=n_threads)

    def _lists_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[list[int]]:
        if self._has_prefix_each(splitter):
            return super()._lists_of_each(documents, splitter, n_threads)
        prefixed, listed = self._prefixed(documents), self._id_lists.of
        return self.batch_encoder.encode_to_lists(prefixed, splitter, listed, n_threads=n_threads)

    def _has_prefix_each(self, splitter: SpecialTokenSplitter | None) -> bool:
        """Whether each text between special tokens may get a space."""
        return self._normalization == "prefix-space" and splitter is not None

    def _prefixed(self, documents: Iterable[bytes]) -> Iterable[bytes]:
        """The documents as `_with_prefix` gives them."""
        is_spaced = self._normalization == "prefix-space"
        return map(self._with_prefix, documents) if is_spaced else documents

    def _with_prefix(self, data: bytes) -> bytes:
        """A text that begins with a space gets another; other texts get one when normalized."""
        is_spaced = self._normalization == "prefix-space" and data.startswith(_SPACES)
        return b" " + data if is_spaced else data

    def _spans(self, data: bytes, splitter: SpecialTokenSplitter | None) -> TokenSpans:
        ids = self._ids(data, splitter)
        starts = bounds_of(self.token_lengths[ids])
        return TokenSpans(ids, starts, np.isin(ids, list(self._special_tokens.values())))


class Tokenizer(TextCoder):
    """Byte-level BPE: 256 bytes, merges in rank order, special tokens.

    >>> tokenizer = Tokenizer([(108, 111), (256, 119)], special_tokens={"<|end|>": 258})
    >>> tokenizer.encode("low<|end|>", special="parse")
    [257, 258]
    >>> tokenizer.decode([257, 258])
    'low<|end|>'

    `train_tokenizer`, `Tokenizer.load`, `from_ranks` and `from_merges` make one; it never changes.
    `encode` gives a list of Python integers, every other method that encodes NumPy arrays.

    What a special token in a text means is said in one of two ways everywhere. special: "text", it
    is ordinary text; "parse", its id; "reject", SpecialTokenError. Or allowed_special and
    disallowed_special as for tiktoken, each "all" or a set: those allowed become ids (by default
    none), those disallowed raise SpecialTokenError (by default all others), and what is neither is
    ordinary text.

    merges: uint32[n, 2], left and right id of each merge; merge k makes id 256 + k, or what
        `numbering` says.
    pattern: name of a preset or a regular expression.
    special_tokens: ids by string; they lie after the ids of merges and never move with the
        number of merges that a corpus yields. Ids between the last merge and the first special
        token are unused.
    vocab_size: all ids; by default just as many as there are.
    training: how the tokenizer was trained; no part of its identity.
    numbering: the ids of a tokenizer that was not trained here; its special tokens lie anywhere.
    normalization: "nfc" or "nfkc" rewrites every text in that Unicode form before it is split, so
        that decoding gives the rewritten text; None for none.
    """

    def __init__(
        self,
        merges: npt.ArrayLike,
        *,
        pattern: str = "gpt2",
        special_tokens: Mapping[str, int] | None = None,
        vocab_size: int | None = None,
        training: TrainingRecord | None = None,
        numbering: Numbering | None = None,
        normalization: Normalization | None = None,
    ) -> None:
        super().__init__(merges, pattern, special_tokens, vocab_size, numbering, normalization)
        self._training = training
        self._chat_template: str | None = None
        self._superwords: SuperwordOrigin | None = None

    def __repr__(self) -> str:
        """One line for the console: size, what it is made of, and the split pattern."""
        pattern = preset_name_of(self.pattern) or self.pattern
        shown = pattern if len(pattern) <= _SHOWN_PATTERN else f"{pattern[: _SHOWN_PATTERN - 1]}…"
        parts = (
            counted(self.vocab_size, "id"),
            counted(self.n_merges, "merge"),
            counted(len(self._special_tokens), "special token"),
            f"pattern {shown}",
        )
        return f"Tokenizer({', '.join(parts)})"

    def _repr_html_(self) -> str:
        """Facts and first merges as a table, for notebooks."""
        from engine.encoding.rich_display import html_of_tokenizer

        return html_of_tokenizer(self)

    @property
    def training(self) -> TrainingRecord | None:
        """Settings, counts and sources of its training; None for one that was not trained here."""
        return self._training

    @property
    def superwords(self) -> SuperwordOrigin | None:
        """The first stage of a training with superwords; None for an ordinary tokenizer."""
        return self._superwords

    @property
    def chat_template(self) -> str | None:
        """The Jinja template that goes with the tokenizer; no part of its identity."""
        return self._chat_template

    def with_companions(
        self,
        *,
        roles: Mapping[str, str] | None = None,
        chat_template: str | None = None,
        superwords: SuperwordOrigin | None = None,
        training: TrainingRecord | None = None,
    ) -> Tokenizer:
        """The same tokenizer, with the same identity, that has these companions.

        roles: the special token of each role; chat_template: Jinja. None keeps what there is; an
        empty mapping or string removes it.
        superwords: the first stage of a training whose second pattern is `pattern`; None keeps it.
        training: how it was trained, with what was observed besides; None keeps it.
        Raises ConfigError for an unknown role, a token that is not special, and
        a template that is not text.
        """
        changed = copy(self)
        if roles is not None:
            changed._roles = checked_roles(roles, self._special_tokens)
        if chat_template is not None:
            changed._chat_template = _checked_template(chat_template) or None
        if superwords is not None:
            changed._superwords = superwords
        if training is not None:
            changed._training = training
        return changed

    def with_special_tokens(self, special_tokens: Mapping[str, int] | Iterable[str]) -> Tokenizer:
        """A tokenizer with further special tokens; every other id stays.

        special_tokens: ids by token, or tokens that get the ids from `vocab_size` on. The record of
        the training is dropped, since it is of another vocabulary. Raises ConfigError for a token
        that has another id already and for an id in use.
        """
        if isinstance(special_tokens, str):
            raise ArgumentError(
                f"special_tokens must be a list or ids by token, not {described(special_tokens)}."
            )
        if not isinstance(special_tokens, Mapping):
            names = checked_texts(special_tokens, "special_tokens")
            new = [name for name in dict.fromkeys(names) if name not in self._special_tokens]
            special_tokens = dict(zip(new, range(self._vocab_size, MAX_VOCAB_SIZE), strict=False))
        for token, token_id in special_tokens.items():
            if self._special_tokens.get(token, token_id) != token_id:
                raise ConfigError(
                    say(
                        "special_has_id",
                        token=repr(token),
                        id=self._special_tokens[token],
                        wanted=token_id,
                    ),
                    setting="special_tokens",
                )
        together = {**self._special_tokens, **special_tokens}
        extended = Tokenizer(
            self._merges,
            pattern=self.pattern,
            special_tokens=together,
            vocab_size=max(self._vocab_size, 1 + max(together.values(), default=0)),
            numbering=self._numbering,
            normalization=self._normalization,
        )
        extended.__dict__["_own_encoder"] = self._encoder  # it knows nothing of special tokens
        extended._dropout = self._dropout
        return extended.with_companions(
            roles=self._roles, chat_template=self._chat_template, superwords=self._superwords
        )

    @cached_property
    def semantic_hash(self) -> str:
        """sha256 in hex over what decides ids: pattern, merges, special tokens, size, and so on.

        What a tokenizer has not, such as a normalization, is no part of it.
        """
        parts: dict[str, Any] = {
            "pattern": self.pattern,
            "special_tokens": sorted(self._special_tokens.items(), key=lambda item: item[1]),
            "vocab_size": self._vocab_size,
        }
        if self._normalization is not None:
            parts["normalization"] = self._normalization
        if self._numbering is not None:
            parts["ignore_merges"] = self._numbering.ignore_merges
            parts["extra_tokens"] = sorted(
                (token_id, token.hex()) for token, token_id in self.extra_tokens.items()
            )
        if self.pieces is not None:
            parts["pieces"] = self.pieces.document()
        digest = hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode())
        digest.update(self._merges.astype("<u4").tobytes())
        if self._numbering is not None:
            digest.update(self._numbering.ids.astype("<u4").tobytes())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether both give the same ids: their semantic hashes are the same.

        Training record, roles and chat template may differ.
        """
        if not isinstance(other, Tokenizer):
            return NotImplemented
        return self is other or self.semantic_hash == other.semantic_hash

    def __hash__(self) -> int:
        return hash(self.semantic_hash)

    def truncated(self, vocab_size: int) -> Tokenizer:
        """The tokenizer that the same training would have given at a smaller size.

        The special tokens follow the merges that remain; an imported tokenizer keeps the order of
        its ids. Without the merges of a second stage it is the ordinary tokenizer of the first
        one, with its pattern. Raises ConfigError for a size that is greater, or too small for the
        bytes and the special tokens.
        """
        vocab_size = checked_integer(vocab_size, "vocab_size")
        n_special = len(self._special_tokens)
        n_merges = vocab_size - N_BYTES - n_special
        least, most = N_BYTES + n_special, self._vocab_size
        if self.pieces is not None:
            n_merges = vocab_size - self._vocab_size + self.n_merges
            least = self._vocab_size - self.n_merges + self.pieces.n_alphabet
        elif self._numbering is not None:
            most = N_BYTES + self.n_merges + n_special
        if not least <= vocab_size <= most:
            sizes = {"size": self._vocab_size, "least": least, "most": most}
            sentence = say("cut_to_size", n_special=n_special, wanted=vocab_size, **sizes)
            raise ConfigError(sentence, setting="vocab_size")
        ordered = sorted(self._special_tokens, key=self._special_tokens.__getitem__)
        special_ids = list(range(vocab_size - n_special, vocab_size))
        merges, numbering = self._merges[:n_merges], self._numbering
        if numbering is not None:
            ordered = list(self._special_tokens)
            numbering, special_ids = numbering.cut(n_merges, self._special_tokens)
            merges = numbering.ids[self._ranked_merges[:n_merges]]
        training = self._training
        if training is not None:
            training = training.truncated(training.config.of_size(vocab_size), n_merges)
        pattern, superwords = self.pattern, self._superwords
        if superwords is not None and n_merges <= superwords.n_first_merges:
            pattern, superwords = superwords.first_pattern, None
        smaller = Tokenizer(
            merges,
            pattern=pattern,
            special_tokens=dict(zip(ordered, special_ids, strict=True)),
            vocab_size=vocab_size,
            training=training,
            numbering=numbering,
            normalization=self._normalization,
        )
        return smaller.with_companions(
            roles=self._roles, chat_template=self._chat_template, superwords=superwords
        )

    def save(self, path: str | Path) -> Path:
        """Write the format of this program; a directory gets `tokenizer.twb`. Returns the file.

        `export_tokenizer` writes tokenizer.json and other libraries' formats; a name that ends in
        .json is refused here. Raises ArgumentError and TokenizerFileError.
        """
        from engine.encoding.tokenizer_file import save_tokenizer

        return save_tokenizer(self, checked_path(path, "The path of a tokenizer"))

    def to_transformers(self) -> PreTrainedTokenizerFast:
        """This tokenizer as transformers has it, with identical ids, roles and chat template.

        Raises LibraryError if transformers is missing, ExportError as `export_tokenizer` for
        tokenizer.json.
        """
        return formats().transformers_tokenizer(self)

    def to_tiktoken(self, name: str = "tokenizer") -> Encoding:
        """This tokenizer as a tiktoken.Encoding with identical ids. name: what it calls itself.

        Raises LibraryError if tiktoken is missing, ExportError as `export_tokenizer` for tiktoken.
        """
        return formats().tiktoken_encoding(self, name)

    @classmethod
    def load(cls, path: str | Path, *, pattern: str | None = None) -> Tokenizer:
        """Read a tokenizer from a file or a directory of any known format (see engine.formats).

        pattern: the split pattern for files without one, such as an unknown rank file.
        Raises TokenizerFileError.
        """
        with paused_collection():  # the modules of the formats are no garbage
            return formats().load_tokenizer(path, pattern)

    @classmethod
    def from_ranks(
        cls,
        ranks: Mapping[bytes, int],
        *,
        pattern: str,
        special_tokens: Mapping[str, int] | None = None,
        vocab_size: int | None = None,
    ) -> Tokenizer:
        """The tokenizer that tiktoken.Encoding makes of ranks, with identical ids.

        ranks: rank by token, all 256 bytes among them; the rank is the id. pattern: the name of a
        preset or what tiktoken calls pat_str. Raises ConfigError for ranks that make no tokenizer,
        PatternError for a pattern that would split text elsewhere here.
        """
        return formats().tokenizer_from_ranks(ranks, pattern, special_tokens, vocab_size)

    @classmethod
    def from_merges(
        cls,
        vocabulary: Mapping[str, int],
        merges: Iterable[str | Sequence[str]],
        *,
        pattern: str = "gpt2",
        special_tokens: Mapping[str, int] | Iterable[str] = (),
        ignore_merges: bool = False,
    ) -> Tokenizer:
        """The tokenizer of ids and merges in GPT-2's byte alphabet, such as vocab.json has.

        merges: pairs of tokens or lines "left right", in rank order. special_tokens: ids by token,
        or the names of those in the vocabulary. ignore_merges: as for tokenizers.models.BPE.
        Raises ConfigError for what makes no byte-level tokenizer.
        """
        return formats().tokenizer_from_merges(
            vocabulary, merges, pattern, special_tokens, ignore_merges
        )


def _checked_template(template: str) -> str:
    if not isinstance(template, str):
        raise ConfigError(say("template_no_text", template=repr(template)), setting="chat_template")
    return template
