"""Files for other libraries: writing them, and verifying that they give the same ids there.

Names load on first use: who knows the dialects of patterns needs no kernels.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.errors import ExportError
from engine.formats.verification.texts import verification_texts
from engine.formats.writing.export_formats import (
    EXPORT_FORMATS,
    OWN_FILE,
    format_aliases,
    format_options,
    known_format,
)
from engine.formats.writing.options import ExportOptions

if TYPE_CHECKING:
    from engine.formats.verification.verdict import ExportDifference, ExportVerdict
    from engine.formats.verification.verification import verify_export
    from engine.formats.writing.export import export_notes, export_tokenizer

__all__ = [
    "EXPORT_FORMATS",
    "OWN_FILE",
    "ExportDifference",
    "ExportError",
    "ExportOptions",
    "ExportVerdict",
    "export_notes",
    "export_tokenizer",
    "format_aliases",
    "format_options",
    "known_format",
    "verification_texts",
    "verify_export",
]
_HOME = {
    "ExportDifference": "export_verdict",
    "ExportVerdict": "export_verdict",
    "verify_export": "verification",
}
"""Name -> module; everything else is in `export`."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'engine.formats' has no attribute {name!r}")
    value = getattr(import_module(f"engine.formats.{_HOME.get(name, 'export')}"), name)
    globals()[name] = value
    return value
