"""SentencePiece's `.model`: a protobuf message, read and written without the library.

Only what decides ids has a field here (sentencepiece_model.proto of SentencePiece 0.2); what else a
file has is passed over.

    ModelProto       1 pieces, 2 trainer_spec, 3 normalizer_spec
    SentencePiece    1 piece, 2 score, 3 type
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
UNIGRAM, BPE = 1, 2
_VARINT, _FIXED_64, _LENGTH, _FIXED_32 = 0, 1, 2, 5
_MOST_VARINT_BYTES = 10
_Value: TypeAlias = "int | float | bytes"


@dataclass(frozen=True, slots=True)
class Piece:
    """One token. kind: NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED or BYTE."""

    text: str
    score: float
    kind: int = NORMAL


@dataclass(frozen=True)
class SentencePieceModel:
    """A model. Its ids are the places of the pieces.

    charsmap: the compiled table of its normalizer, b"" for the identity.
    """

    pieces: Sequence[Piece]
    model_type: int = BPE
    normalizer: str = "identity"
    charsmap: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = False
    escape_whitespaces: bool = True
    treat_whitespace_as_suffix: bool = False
    byte_fallback: bool = True
    split_by_whitespace: bool = True
    split_digits: bool = False
    character_coverage: float = 0.9995
    longest: int = 16
    special_ids: dict[str, int] = field(default_factory=dict)
    """Ids of unk, bos, eos and pad; -1 for none."""

    def to_bytes(self) -> bytes:
        """The file."""
        kinds = {"unk": 40, "bos": 41, "eos": 42, "pad": 43}
        usual = {"unk": 0, "bos": 1, "eos": 2, "pad": -1}
        trainer = [
            _number(3, self.model_type),
            _number(4, len(self.pieces)),
            _float(10, self.character_coverage),
            _number(20, self.longest),
            _number(21, 0),  # split_by_unicode_script
            _number(22, self.split_by_whitespace),
            _number(23, 0),  # split_by_number
            _number(25, self.split_digits),
            _number(35, self.byte_fallback),
            *(_number(kinds[name], self.special_ids.get(name, usual[name])) for name in kinds),
        ]
        normalizer = [
            _message(1, self.normalizer.encode()),
            _message(2, self.charsmap),
            _number(3, self.add_dummy_prefix),
            _number(4, self.remove_extra_whitespaces),
            _number(5, self.escape_whitespaces),
        ]
        pieces = [
            _message(
                1,
                _message(1, piece.text.encode()) + _float(2, piece.score) + _number(3, piece.kind),
            )
            for piece in self.pieces
        ]
        return b"".join(
            [*pieces, _message(2, b"".join(trainer)), _message(3, b"".join(normalizer))]
        )

    @classmethod
    def of_bytes(cls, data: bytes) -> SentencePieceModel:
        """The model of a file. Raises ValueError for bytes that are no such message."""
        pieces: list[Piece] = []
        trainer: dict[int, _Value] = {}
        normalizer: dict[int, _Value] = {}
        for number, value in _fields(data):
            if number in (1, 2, 3) and not isinstance(value, bytes):
                raise ValueError("no message")
            if number == 1 and isinstance(value, bytes):
                pieces.append(_piece(dict(_fields(value))))
            elif number == 2 and isinstance(value, bytes):
                trainer.update(_fields(value))
            elif number == 3 and isinstance(value, bytes):
                normalizer.update(_fields(value))
        charsmap, name = normalizer.get(2, b""), normalizer.get(1, b"")
        if not isinstance(charsmap, bytes) or not isinstance(name, bytes):
            raise ValueError("no text")
        return cls(
            pieces,
            model_type=_whole(trainer, 3, UNIGRAM),
            normalizer=name.decode(),
            charsmap=charsmap,
            add_dummy_prefix=bool(_whole(normalizer, 3, 1)),
            remove_extra_whitespaces=bool(_whole(normalizer, 4, 1)),
            escape_whitespaces=bool(_whole(normalizer, 5, 1)),
            treat_whitespace_as_suffix=bool(_whole(trainer, 24, 0)),
            byte_fallback=bool(_whole(trainer, 35, 0)),
            split_by_whitespace=bool(_whole(trainer, 22, 1)),
            split_digits=bool(_whole(trainer, 25, 0)),
            character_coverage=float(trainer.get(10, 0.9995)),
            longest=_whole(trainer, 20, 16),
            special_ids={
                "unk": _whole(trainer, 40, 0),
                "bos": _whole(trainer, 41, 1),
                "eos": _whole(trainer, 42, 2),
                "pad": _whole(trainer, 43, -1),
            },
        )


def _piece(fields: dict[int, _Value]) -> Piece:
    text, score = fields.get(1, b""), fields.get(2, 0.0)
    if not isinstance(text, bytes) or not isinstance(score, float):
        raise ValueError("bad piece")
    return Piece(text.decode(), score, _whole(fields, 3, NORMAL))


def _whole(fields: dict[int, _Value], number: int, default: int) -> int:
    """A whole number with its sign (int32 of a varint of 64 bits)."""
    value = fields.get(number, default)
    if not isinstance(value, int):
        raise ValueError("no number")
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def _fields(data: bytes) -> Iterator[tuple[int, _Value]]:
    """(number, value) of each field of a message. Raises ValueError where it is cut off."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind, value = tag & 7, None
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield tag >> 3, value
            continue
        size = {_FIXED_64: 8, _FIXED_32: 4}.get(kind, 0)
        if kind == _LENGTH:
            size, at = _varint(data, at)
        elif not size:
            raise ValueError("unknown kind")
        content = data[at : at + size]
        if len(content) < size:
            raise ValueError("truncated field")
        at += size
        if kind == _FIXED_32:
            yield tag >> 3, float(struct.unpack("<f", content)[0])
        elif kind == _LENGTH:
            yield tag >> 3, content


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(_MOST_VARINT_BYTES):
        if at + place >= len(data):
            break
        byte = data[at + place]
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError("truncated number")


def _number(number: int, value: int) -> bytes:
    return _as_varint(number << 3 | _VARINT) + _as_varint(int(value) & ((1 << 64) - 1))


def _float(number: int, value: float) -> bytes:
    return _as_varint(number << 3 | _FIXED_32) + struct.pack("<f", value)


def _message(number: int, content: bytes) -> bytes:
    return _as_varint(number << 3 | _LENGTH) + _as_varint(len(content)) + content


def _as_varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
