"""Which formats there are, known without loading what writes them.

A format has one name; `known_format` also takes the names of its files and of what reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import ExportError

OWN_FILE = "tokenizer.twb"
"""Name of a tokenizer in our own format inside a directory."""

EXPORT_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "tokenizer.json": (
            "For tokenizers and transformers: tokenizer.json, tokenizer_config.json and the chat "
            "template, which AutoTokenizer loads from the directory."
        ),
        "vocab.json": (
            "GPT-2's pair of files: vocab.json and merges.txt. It holds no split pattern, so only "
            "tokenizers that split as GPT-2 does can be read from it without more ado."
        ),
        "tiktoken": (
            "For tiktoken: the rank file, a JSON file with split pattern and special tokens, and "
            "a Python file that builds the Encoding."
        ),
        "tekken": (
            "For mistral_common: tekken.json. Special tokens come first there, so most "
            "tokenizers get other ids; the export then asks for consent and writes the mapping."
        ),
        "minbpe": "For minbpe: its .model file, with split pattern, special tokens and merges.",
        "nanochat": (
            "For nanochat: tokenizer.pkl, a pickled tiktoken.Encoding, and token_bytes.pt, the "
            "bytes of each token, written without torch."
        ),
        "gguf": (
            "For llama.cpp: a vocabulary in GGUF, without tensors, and what its converter needs "
            "to know to recognise this tokenizer."
        ),
        "workbench": "Our own format: the whole tokenizer in one file, with its training record.",
        "bundle": (
            "Our own format with its provenance: the run, its sources with their sha256, mixture, "
            "evaluation, versions and the sha256 of what was exported, in one file."
        ),
    }
)
"""Name of each format and a sentence on what it is for."""

_ALIASES: Mapping[str, tuple[str, ...]] = {
    "tokenizer.json": ("transformers", "tokenizers", "huggingface", "hf", "json"),
    "vocab.json": ("merges.txt", "gpt2", "gpt-2", "encoder.json", "vocab.bpe"),
    "tiktoken": (".tiktoken", "ranks"),
    "tekken": ("tekken.json", "mistral", "mistral_common"),
    "minbpe": (".model", "minbpe.model"),
    "nanochat": ("tokenizer.pkl", "token_bytes.pt"),
    "gguf": (".gguf", "llama.cpp"),
    "workbench": (".twb", "twb", OWN_FILE),
    "bundle": ("provenance",),
}

_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "tokenizer.json": ("layout", "merges", "chat_template"),
    "vocab.json": ("chat_template",),
    "tekken": ("renumber",),
    "gguf": ("pre", "add_bos", "chat_template"),
    "workbench": ("chat_template",),
    "bundle": ("chat_template",),
}

_NOT_OFFERED: Mapping[str, str] = {
    "sentencepiece": (
        "SentencePiece is no export format for this tokenizer: a piece of a SentencePiece model is "
        "a string, and byte-level BPE has tokens that end in the middle of a character (such as "
        "b'\\xe2\\x80', the beginning of a quotation mark), which no string can hold. Its model "
        "also has no split pattern of its own. Choose tokenizer.json, tiktoken or gguf."
    ),
}


def known_format(name: str) -> str:
    """The format that a name or an alias stands for. Example: ".tiktoken" -> "tiktoken".

    Raises ExportError for an unknown name, with all that are known, and for a format
    that cannot hold byte-level BPE, with the reason.
    """
    wanted = name.strip().lower()
    if wanted in EXPORT_FORMATS:
        return wanted
    for format_name, aliases in _ALIASES.items():
        if wanted in aliases:
            return format_name
    if wanted in {*_NOT_OFFERED, "spm", "sentencepiece.model", "tokenizer.model"}:
        raise ExportError(_NOT_OFFERED["sentencepiece"])
    choices = ", ".join(f"{known} ({', '.join(_ALIASES[known])})" for known in EXPORT_FORMATS)
    raise ExportError(
        f"There is no export format {name!r}; choose one of these, or another name of it: "
        f"{choices}."
    )


def format_options(name: str) -> tuple[str, ...]:
    """Which options of ExportOptions a format reads, for who asks for them."""
    return _OPTIONS.get(known_format(name), ())


def format_aliases(name: str) -> tuple[str, ...]:
    """Other names of a format: its files, and what reads them."""
    return _ALIASES[known_format(name)]
