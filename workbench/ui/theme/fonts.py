"""Fonts of the window: the system's interface face, and a monospaced chain for every script."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFont, QFontDatabase

LEAST_TEXT = 11  # smaller words cannot be read by many, whatever size is chosen
_scale = {"percent": 100}
_GENERIC_FAMILIES = {"sans serif", "sans-serif", "sans", "monospace", "fixed", ""}
_INTERFACE_FALLBACK = ("Noto Sans", "DejaVu Sans")
_INDIC_FAMILIES = (
    "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Gurmukhi", "Noto Sans Gujarati",
    "Noto Sans Oriya", "Noto Sans Tamil", "Noto Sans Telugu", "Noto Sans Kannada",
    "Noto Sans Malayalam", "Noto Sans Sinhala", "Noto Sans Khmer",
)  # fmt: skip
"""Before the large faces: for these scripts Qt looks into each face up to the one that has it."""
_MONO_FAMILIES = ("Noto Sans Mono", "Noto Sans Arabic", "Noto Sans Georgian", "Noto Sans Armenian",
                  "Noto Sans Lao", "DejaVu Sans Mono", *_INDIC_FAMILIES,
                  "Noto Sans Mono CJK SC")  # fmt: skip
"""Scripts that letters of one width distort have their own face before DejaVu, which has them."""
_MONO_LATIN = ("Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Menlo", "Consolas")
_SCRIPT_FAMILIES = (
    *_INDIC_FAMILIES,
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK TC",
    "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Lao", "Noto Sans Myanmar",
    "Noto Sans Georgian", "Noto Sans Armenian", "Noto Sans Ethiopic", "Noto Serif Tibetan",
    "Noto Sans Tibetan", "Noto Sans Thaana", "Noto Sans Tifinagh", "Noto Sans Mongolian",
    "Noto Sans Symbols", "Noto Sans Symbols 2", "Noto Sans Math", "Noto Color Emoji",
)  # fmt: skip


def interface_font(size: int, *, bold: bool = False) -> QFont:
    """Return the interface face in `size` pixels, with tabular figures."""
    return _font(_interface_families(), size, bold)


def mono_font(size: int, *, bold: bool = False) -> QFont:
    """Return the monospaced face for tokens, patterns, bytes and ids, in `size` pixels."""
    font = _font(_mono_families(), size, bold)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def quiet_font_messages() -> None:
    """Keep Qt from a warning for each face of a chain that lacks a script; that is its purpose."""
    QLoggingCategory.setFilterRules("qt.text.font.db*=false")


def set_text_scale(percent: int) -> bool:
    """Show text in a share of its usual size; returns whether that is another one than before."""
    before = _scale["percent"]
    _scale["percent"] = percent
    return percent != before


def scaled(size: int) -> int:
    """Return the pixels of one of the text sizes in the current scale, readable ones."""
    return max(LEAST_TEXT, round(size * _scale["percent"] / 100))


def _font(families: list[str], size: int, bold: bool) -> QFont:
    font = QFont()
    font.setFamilies(families)
    font.setPixelSize(size)
    font.setFeature(QFont.Tag("tnum"), 1)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


@cache
def _interface_families() -> list[str]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    first = () if system.lower() in _GENERIC_FAMILIES else (system,)
    return _installed((*first, *_INTERFACE_FALLBACK, *_SCRIPT_FAMILIES)) or [system]


@cache
def _mono_families() -> list[str]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    first = () if system.lower() in _GENERIC_FAMILIES else (system,)
    latin = _installed((*first, *_MONO_LATIN))[:1]  # before all faces whose letters differ in width
    return _installed((*latin, *_MONO_FAMILIES, "Noto Sans", *_SCRIPT_FAMILIES)) or [system]


def _installed(families: tuple[str, ...]) -> list[str]:
    known = set(QFontDatabase.families())
    return [family for family in dict.fromkeys(families) if family in known]
