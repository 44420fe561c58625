"""GPT-2's byte alphabet: one printable character for each byte, so that tokens fit into JSON.

Printable Latin-1 characters are themselves; the other 68 become U+0100, U+0101, ... in
order. Example: b" caf\\xc3\\xa9" -> "ĠcafÃ©".
"""

from __future__ import annotations

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_OTHERS = tuple(byte for byte in range(256) if byte not in _PRINTABLE)

BYTE_TO_CHARACTER: tuple[str, ...] = tuple(
    chr(byte) if byte in _PRINTABLE else chr(0x100 + _OTHERS.index(byte)) for byte in range(256)
)
"""The character of each byte, str[256]."""

CHARACTER_TO_BYTE: dict[str, int] = {
    character: byte for byte, character in enumerate(BYTE_TO_CHARACTER)
}

_LATIN_1_TO_ALPHABET = str.maketrans(
    {chr(byte): character for byte, character in enumerate(BYTE_TO_CHARACTER)}
)


def to_byte_alphabet(data: bytes) -> str:
    """`data` with each byte as its character."""
    return data.decode("latin-1").translate(_LATIN_1_TO_ALPHABET)


def from_byte_alphabet(text: str) -> bytes:
    """The bytes of `text`. Raises ValueError for a character outside the alphabet."""
    try:
        return bytes(CHARACTER_TO_BYTE[character] for character in text)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is not in the byte alphabet") from None
