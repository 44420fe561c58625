"""Visible text: what stands for bytes that have no picture of their own, in words and labels.

The expressions here go to `regex` as they are: what is shown may know a newer Unicode than what
is counted.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

_LABELS = {
    0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM", 0x061C: "ALM",
    0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO", 0x2066: "LRI",
    0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0x2060: "WJ", 0xFEFF: "BOM", 0x00AD: "SHY",
    0x2028: "LSEP", 0x2029: "PSEP", 0x00A0: "NBSP", 0x202F: "NNBSP", 0x3000: "IDSP",
    0x2009: "THSP", 0x200A: "HSP", 0x2003: "EMSP", 0x2002: "ENSP", 0x034F: "CGJ", 0x0085: "NEL",
    0xFE0F: "VS16", 0xFE0E: "VS15", 0x1680: "OGSP", 0xFFFC: "OBJ", 0x115F: "HCF", 0x1160: "HJF",
    0x3164: "HF", 0x180E: "MVS", 0x7F: "DEL",
}  # fmt: skip
_C0 = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
]  # fmt: skip
_INVISIBLE = r"[\p{C}\p{Z}]"
_HARMFUL = r"(?V1)[\p{C}\p{Zl}\p{Zp}--[\u200c\u200d]]"
_MARK = r"\p{M}"
_RIGHT_TO_LEFT = r"[\p{Bidi_Class=R}\p{Bidi_Class=AL}]"
LINE_FEED, TAB = "↵", "⇥"

_EMOJI_STYLE = "\ufe0f"
_JOINERS = frozenset(f"\u200c\u200d\ufe0e{_EMOJI_STYLE}")
_GLYPHS = {" ": "·", "\n": LINE_FEED, "\t": TAB}


@cache
def _compiled(expression: str) -> regex.Pattern[str]:
    import regex  # late: a help text is plain, and loading it takes as long as all of --help

    return regex.compile(expression)


def label_of(character: str) -> str:
    """Return the label of a character without a picture. Example: U+200D -> "ZWJ"."""
    if character == "\n":
        return LINE_FEED
    if character == "\t":
        return TAB
    point = ord(character)
    if is_stray_byte(character):
        return f"{point - 0xDC00:02X}"
    if point < 0x20:
        return _C0[point]
    return _LABELS.get(point) or f"U+{point:04X}"


@lru_cache(maxsize=4096)
def has_picture(character: str) -> bool:
    """Return whether a font draws the character as something to see."""
    if character == " ":
        return True
    return ord(character) not in _LABELS and _compiled(_INVISIBLE).match(character) is None


def hex_of(data: bytes) -> str:
    """Return the bytes as upper-case hexadecimal digits. Example: b"\\xe2\\x96" -> "E2 96"."""
    return data.hex(" ").upper()


def is_utf8(data: bytes) -> bool:
    """Return whether the bytes are whole characters."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def visible(data: bytes) -> str:
    """Return one line that shows every byte: white space as glyphs, the rest as labels.

    Bytes that are no UTF-8 stand as hexadecimal digits in angle brackets, never as U+FFFD.
    Example: b" a\\n\\xe2\\x96" -> "·a↵⟨E2 96⟩".
    """
    if data.isalnum():  # only ASCII is, for bytes
        return data.decode()
    parts: list[str] = []
    stray: list[int] = []
    text = data.decode("utf-8", "surrogateescape")
    for position, character in enumerate(text):
        if is_stray_byte(character):
            stray.append(ord(character) - 0xDC00)
            continue
        _flush(parts, stray)
        parts.append(_picture(character, first=position == 0, last=position == len(text) - 1))
    _flush(parts, stray)
    return "".join(parts)


def harmless(text: str) -> str:
    """Return text for a terminal: nothing in it turns a line around, hides or moves the cursor.

    Unlike `visible` it leaves spaces of all widths as they are. Example: "a\u202eb" -> "a⟨RLO⟩b".
    """
    if text.isascii() and text.isprintable():
        return text
    shown: str = _compiled(_HARMFUL).sub(lambda found: f"⟨{label_of(found[0])}⟩", text)
    return shown


def harmless_lines(text: str) -> str:
    """Return text of several lines, each of them `harmless`."""
    return "\n".join(map(harmless, text.split("\n")))


def isolated(text: str) -> str:
    """Return text that keeps its own direction and lends it to nothing around it.

    For labels and cells, where a right-to-left token would turn the whole line around.
    """
    if text.isascii() or not _compiled(_RIGHT_TO_LEFT).search(text):
        return text
    return f"\u200e\u2068{text}\u2069"


def is_stray_byte(character: str) -> bool:
    """Return whether a character of surrogateescape stands for a byte that is not UTF-8."""
    return 0xDC80 <= ord(character) <= 0xDCFF


def _picture(character: str, *, first: bool, last: bool) -> str:
    glyph = _GLYPHS.get(character)
    if glyph is not None:
        return glyph
    if character in _JOINERS and not first and (not last or character == _EMOJI_STYLE):
        return character
    if not has_picture(character):
        return f"⟨{label_of(character)}⟩"
    if first and _compiled(_MARK).match(character):
        return f"\N{DOTTED CIRCLE}{character}"
    return character


def _flush(parts: list[str], stray: list[int]) -> None:
    if stray:
        parts.append(f"⟨{hex_of(bytes(stray))}⟩")
        stray.clear()
