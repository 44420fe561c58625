"""UTF-8 text as bytes: where it is invalid, how many characters it has, where each begins."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from engine.argument_types import described
from engine.compiled import Bools, Int64s, UInt8s, UInt32s, bounds_of
from engine.errors import ArgumentError
from engine.sentences import say

_DECODED_BYTES = 1 << 18
_WORTH_SLICES = 1 << 17
_WORTH_A_KERNEL = 1 << 16
_LONG_TEXT = 1 << 11
"""Code points from which on a string is UTF-8 sooner by the kernel."""
_WORTH_SPELLING = 1 << 20
"""Work of Python after which the kernel would have saved what loading it takes: see `note`."""
_CHEAP_POINTS = 16
"""Code points of ASCII that cost Python as much as one byte more of another character."""
_PIECE_POINTS = 1 << 16
"""Their buffers fit into the cache of a core."""
_FIRST_BEGINNING = np.int8(-64)  # 0xC0 as a signed byte; 0x80 to 0xBF are less


def first_invalid_byte(data: bytes, start: int = 0) -> int | None:
    """Offset of the first byte from `start` on that is not part of valid UTF-8, None without one.

    start: where a character begins.
    """
    if start == 0 and data.isascii():
        return None
    if len(data) - start >= _WORTH_A_KERNEL and _has_kernels():
        at = int(_run("first_invalid", np.frombuffer(data, np.uint8), start)[0])
        return None if at < 0 else at
    return _first_undecoded(data, start)


def valid_characters(data: memoryview, *, loads_kernel: bool) -> int | None:
    """Code points of a text, None if it is no valid UTF-8.

    loads_kernel: whether there is so much to check that loading Numba's kernel is worth it.
    """
    is_loaded = "engine.text._text_kernels" in sys.modules
    if len(data) >= _WORTH_A_KERNEL and (loads_kernel or is_loaded):
        at, n = _run("first_invalid", np.frombuffer(data, np.uint8), 0)
        return int(n) if at < 0 else None
    n, start = 0, 0
    while start < len(data):  # in pieces, as in _first_undecoded
        piece = bytes(data[start : start + _DECODED_BYTES])
        if start + len(piece) < len(data):
            piece = without_cut_character(piece)
        try:
            n += len(piece.decode())
        except UnicodeDecodeError:
            return None
        start += len(piece)
    return n


def _first_undecoded(data: bytes, start: int) -> int | None:
    """As `first_invalid_byte` by Python's decoder, for what is not worth loading Numba.

    Pieces are so small that no other thread waits for the interpreter long enough to be felt.
    """
    while start < len(data):
        piece = data[start : start + _DECODED_BYTES]
        if start + len(piece) < len(data):
            piece = without_cut_character(piece)
        if not piece.isascii():
            try:
                piece.decode()
            except UnicodeDecodeError as error:
                return start + error.start
        start += len(piece)
    return None


def first_characters(data: bytes, n_characters: int) -> bytes:
    """The first code points of a text. Example: "né!" and 2 -> the three bytes of "né"."""
    if len(data) <= n_characters:
        return data
    view = np.frombuffer(data, np.uint8)
    return data[: int(_run("offset_of_character", view, n_characters))]


def without_cut_character(data: bytes) -> bytes:
    """`data` without the first bytes of a character at its end that was cut. b"a\\xc3" -> b"a"."""
    for length in (1, 2, 3):
        lead = data[-length] if len(data) >= length else 0
        if lead >= 0xC0:
            needed = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return data[:-length] if length < needed else data
        if lead < 0x80:
            return data
    return data


def count_characters(data: bytes) -> int:
    """Code points of a text: bytes that do not continue a character (those are 0x80 to 0xBF)."""
    view = np.frombuffer(data, np.uint8)
    if len(data) >= _WORTH_A_KERNEL and _has_kernels():
        return int(_run("count_beginnings", view))
    slices = range(0, len(data), _WORTH_SLICES)  # each fits into the processor's cache
    return sum(
        int(np.count_nonzero(view[at : at + _WORTH_SLICES].view(np.int8) >= _FIRST_BEGINNING))
        for at in slices
    )


def utf8_of(text: str) -> bytes:
    """The UTF-8 form of a string; a lone surrogate becomes U+FFFD, as in tiktoken.

    Raises ArgumentError for what is no string.
    """
    if not isinstance(text, str):
        raise ArgumentError(say("text_no_string_given", value=described(text)))
    if len(text) >= _LONG_TEXT and not text.isascii():
        spelled = _spelling.utf8_of(text)
        if spelled is None:
            spelled = _utf8_by_python(text)
            _spelling.note(len(text), len(spelled))
        return spelled
    return _utf8_by_python(text)


def _utf8_by_python(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return without_lone_surrogates(text).encode()


class _Spelling(threading.local):
    """Long strings as UTF-8 by a kernel, in a third of the time that `str.encode` takes.

    Python copies code points into a buffer by a function of its stable interface, piece by piece.
    """

    _work = 0
    """What Python has spelled so far, for which the kernel was not worth loading."""

    def __init__(self) -> None:
        self._copy = _copy_of_points()
        self._points = np.empty(0, np.uint32)
        self._data = np.empty(0, np.uint8)

    def utf8_of(self, text: str) -> bytes | None:
        """The UTF-8 form; None where the kernel is not worth loading, or for a lone surrogate."""
        if self._copy is None or self._work < _WORTH_SPELLING or not _has_kernels():
            return None
        if not len(self._points):
            self._points = np.empty(_PIECE_POINTS + 16, np.uint32)
            self._data = np.empty(4 * _PIECE_POINTS + 64, np.uint8)
        pieces = []
        for start in range(0, len(text), _PIECE_POINTS):
            piece = text[start : start + _PIECE_POINTS]
            self._copy(piece, self._points.ctypes.data, len(piece), 0)
            n_bytes = _spell(self._points, len(piece), self._data)
            if n_bytes < 0:
                return None
            pieces.append(self._data[:n_bytes].tobytes())
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def note(self, n_points: int, n_bytes: int) -> None:
        """Python has spelled a text: ASCII fast, each further byte of other characters slowly."""
        self._work += n_points // _CHEAP_POINTS + n_bytes - n_points


def _copy_of_points() -> Any:
    """PyUnicode_AsUCS4 of the stable interface of CPython; None if this is another Python."""
    interface = getattr(ctypes, "pythonapi", None)
    copy: Any = getattr(interface, "PyUnicode_AsUCS4", None)
    if copy is not None:
        copy.restype = ctypes.c_void_p
        copy.argtypes = (ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)
    return copy


_spelling = _Spelling()


def without_lone_surrogates(text: str) -> str:
    """`text` with surrogate pairs joined and each lone surrogate replaced by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def utf8_of_each(texts: Iterable[str | bytes]) -> Iterator[bytes]:
    """Texts as UTF-8, one after another; bytes are unchanged.

    Raises ArgumentError for a single text.
    """
    if isinstance(texts, (str, bytes)) or not isinstance(texts, Iterable):
        raise ArgumentError(
            f"Several texts are expected, such as a list of strings, not {described(texts)}; "
            "encode takes one text."
        )
    return (text if isinstance(text, bytes) else utf8_of(text) for text in texts)


def code_points(text: str) -> UInt32s:
    """uint32[n]: the code points of a string; an invalid byte is a surrogate from U+DC80 on."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def byte_offsets(points: UInt32s) -> Int64s:
    """int64[n + 1]: where each code point starts in the UTF-8 form, and its length."""
    lengths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    lengths[is_lone_byte(points)] = 1
    return bounds_of(lengths)


def is_lone_byte(points: UInt32s) -> Bools:
    """bool[n]: which code points are bytes of invalid UTF-8."""
    return (points >= 0xDC80) & (points <= 0xDCFF)


def _has_kernels() -> bool:
    """Whether Numba is loaded, which takes longer than it saves on a text or two."""
    return "numba" in sys.modules


def _run(name: str, *arguments: Any) -> Any:
    """Call a kernel. Numba is loaded here and not before, so that the window can show first."""
    from engine.compiled import run_kernel
    from engine.text import _text_kernels

    return run_kernel(getattr(_text_kernels, name), *arguments)


def _spell(points: UInt32s, n_points: int, data: UInt8s) -> int:
    """As `_run`, of a module that is loaded sooner."""
    from engine.compiled import run_kernel
    from engine.text._spelling_kernels import spell_points

    return int(run_kernel(spell_points, points, n_points, data))
