"""Which formats there are, known without loading what writes them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OWN_FILE = "tokenizer.twb"
"""Name of a tokenizer in our own format inside a directory."""

EXPORT_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "tokenizer.json": (
            "For tokenizers and transformers: tokenizer.json and tokenizer_config.json, which "
            "AutoTokenizer loads from the directory."
        ),
        "tiktoken": (
            "For tiktoken: the rank file, a JSON file with split pattern and special tokens, and "
            "a Python file that builds the Encoding."
        ),
        "workbench": "Our own format: the whole tokenizer in one file, with its training record.",
    }
)
