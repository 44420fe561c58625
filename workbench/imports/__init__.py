"""Tokenizers from other libraries' files, and vocabularies to extend."""
