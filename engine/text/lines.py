r"""Tokens as lines of text: with escapes for what a line cannot have, and back.

Spaces count, also at the beginning and the end. A backslash begins an escape:

    \n \t \r \0 \s (a space) \\     \xNN (one byte)     \uNNNN \UNNNNNNNN (a code point)

and a line `hex:` and pairs of hex digits names any bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.text.sentences import say

_PLAIN = {"n": b"\n", "t": b"\t", "r": b"\r", "0": b"\0", "s": b" ", "\\": b"\\"}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([ntr0s\\])|(.?))", re.DOTALL
)
_HEX = "hex:"
_SHOWN = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\0": r"\0", "\\": r"\\"}


def token_of_line(line: str) -> bytes:
    """The bytes that a line means. Raises ValueError, with the beginning of a sentence."""
    if line.startswith(_HEX):
        return bytes_of_hex(line[len(_HEX) :].strip())
    try:
        return b"".join(_pieces(line))
    except UnicodeEncodeError:
        raise ValueError(say("line_lone_surrogate", line=repr(line))) from None


def line_of_token(token: bytes) -> str:
    """A line that means these bytes; invisible characters are written as escapes."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return f"{_HEX}{token.hex()}"
    line = "".join(_shown(character) for character in text)
    if line.startswith(_HEX):
        return f"{_HEX}{token.hex()}"
    inside = line.strip(" ")
    before, _, after = line.partition(inside) if inside else (line, "", "")
    return rf"{before.replace(' ', chr(92) + 's')}{inside}{after.replace(' ', chr(92) + 's')}"


def token_words(token: bytes) -> str:
    """A token as sentences name it: its text in quotes, or its bytes in hex."""
    try:
        return repr(token.decode())
    except UnicodeDecodeError:
        return f"{_HEX}{token.hex()}"


def bytes_of_hex(digits: str) -> bytes:
    """The bytes of pairs of hex digits. Raises ValueError, with the beginning of a sentence."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise ValueError(say("no_hex", digits=repr(digits))) from None


def _shown(character: str) -> str:
    if character in _SHOWN:
        return _SHOWN[character]
    if character.isprintable():
        return character
    code_point = ord(character)
    return rf"\u{code_point:04x}" if code_point < 0x10000 else rf"\U{code_point:08x}"


def _pieces(line: str) -> Iterator[bytes]:
    at = 0
    for match in _ESCAPE.finditer(line):
        yield line[at : match.start()].encode()
        byte, short, long, plain, unknown = match.groups()
        if unknown is not None:
            raise ValueError(say("unknown_escape", escape=repr(match.group())))
        if byte is not None:
            yield bytes([int(byte, 16)])
        elif plain is not None:
            yield _PLAIN[plain]
        else:
            yield _character(int(short or long, 16), match.group())
        at = match.end()
    yield line[at:].encode()


def _character(code_point: int, escape: str) -> bytes:
    if code_point > 0x10FFFF or 0xD800 <= code_point < 0xE000:
        raise ValueError(say("escape_no_character", escape=repr(escape)))
    return chr(code_point).encode()
