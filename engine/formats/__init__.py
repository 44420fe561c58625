"""Files for other libraries: writing them, and verifying that they give the same ids there."""

from __future__ import annotations

from engine.formats.export import EXPORT_FORMATS, OWN_FILE, export_notes, export_tokenizer
from engine.formats.export_error import ExportError
from engine.formats.verification import ExportDifference, ExportVerdict, verify_export
from engine.formats.verification_texts import verification_texts

__all__ = [
    "EXPORT_FORMATS",
    "OWN_FILE",
    "ExportDifference",
    "ExportError",
    "ExportVerdict",
    "export_notes",
    "export_tokenizer",
    "verification_texts",
    "verify_export",
]
