"""What goes wrong with files of tokenizers."""

from engine.errors import ExportError

__all__ = ["ExportError"]
