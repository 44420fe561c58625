"""Unicode normalization of UTF-8 text, before it is split.

NFC writes a letter and its accents as one character if there is one; NFKC also replaces
characters by plainer ones (ligatures, full-width letters, superscripts). Both lose the way a text
was written. The data are those of Unicode 16, as in the character classes of the split patterns:
from unicodedata2, or from Python 3.14, which has the same.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Literal, get_args

from engine.sentences import say

if TYPE_CHECKING:
    from engine.compiled import Int64s

Normalization = Literal["nfc", "nfkc", "spaces", "prefix-space"]
SPACE_FORMS: tuple[Normalization, ...] = ("spaces", "prefix-space")
"""Those of tokenizers of characters, as in SentencePiece: ▁ (U+2581) is a space, and with
"prefix-space" a text that does not begin with one gets a space in front."""
NORMALIZATIONS: tuple[Normalization, ...] = tuple(
    form for form in get_args(Normalization) if form not in SPACE_FORMS
)
"""The Unicode forms, which a person may choose."""

_FORM_NAMES: dict[str, str] = {
    "spaces": "SentencePiece's spaces",
    "prefix-space": "SentencePiece's spaces, one in front",
}

_PIECE_BYTES = 1 << 20
_Form = Literal["NFC", "NFKC"]
_FORMS: dict[Normalization, _Form] = {"nfc": "NFC", "nfkc": "NFKC"}
_BLOCK = "▁".encode()


def form_name(form: Normalization | None) -> str:
    """What a form is called in sentences: its name, as Unicode has it. Example: "nfc" -> "NFC"."""
    return _FORM_NAMES.get(str(form), str(form).upper())


def normalized(data: bytes, form: Normalization | None) -> bytes:
    """`data` in the given Unicode form; invalid UTF-8 stays as it is.

    A text is normalized in pieces that begin with a line feed, which no character before or after
    it joins with, so that the interpreter lock is never taken for long.
    """
    if form in SPACE_FORMS:
        spaced = data.replace(_BLOCK, b" ")
        has_prefix = form == "spaces" or not spaced or spaced.startswith(b" ")
        return spaced if has_prefix else b" " + spaced
    if form is None or data.isascii():
        return data
    pieces = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _PIECE_BYTES)
        end = len(data) if end < 0 else end
        text = data[start:end].decode("utf-8", "surrogateescape")
        pieces.append(
            unicode_data().normalize(_FORMS[form], text).encode("utf-8", "surrogateescape")
        )
        start = end
    return b"".join(pieces)


def normalized_documents(
    data: bytes, bounds: Int64s, form: Normalization | None
) -> tuple[bytes, Int64s]:
    """Documents data[bounds[i]:bounds[i + 1]], each normalized by itself, and their new bounds."""
    from engine.compiled import joined_bytes  # here: the name of a form, a setting, needs no NumPy

    if form is None or (data.isascii() and form not in SPACE_FORMS):
        return data, bounds
    documents = [normalized(data[start:end], form) for start, end in pairwise(bounds.tolist())]
    return joined_bytes(documents)


def normalization_version(form: Normalization | None) -> str | None:
    """The version of the Unicode data by which this Python normalizes; None if none is asked."""
    if form is None or form in SPACE_FORMS:
        return None
    return str(unicode_data().unidata_version)


def normalization_remark() -> tuple[str, ...]:
    """A sentence if this Python can only normalize by another version of Unicode."""
    from engine.text.unicode_sets import UNICODE_VERSION

    version = unicode_data().unidata_version
    if version.startswith(UNICODE_VERSION):
        return ()
    remark = say("other_unicode", version=version, wanted=UNICODE_VERSION)
    return (remark,)


def unicode_data() -> ModuleType:
    """The module with Unicode 16: `unicodedata` of Python 3.14 and later, else unicodedata2."""
    if sys.version_info >= (3, 14):
        import unicodedata

        return unicodedata
    import unicodedata2

    newer: ModuleType = unicodedata2
    return newer
