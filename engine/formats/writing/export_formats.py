"""Which formats there are, known without loading what writes them.

A format has one name; `known_format` also takes the names of its files and of what reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.argument_types import checked_string
from engine.errors import ExportError

OWN_FILE = "tokenizer.twb"
"""Name of a tokenizer in our own format inside a directory."""

_TEMPLATE = "chat_template"


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """What is known of a format without writing it; `export.py` has what writes it.

    name: as in EXPORT_FORMATS. description: one sentence on what it is for. aliases: its files and
        the libraries that read it. options: the fields of ExportOptions that it reads.
    keeps_roles: whether the roles of special tokens have a place in it.
    names_files: whether the user names its files; others have names that their library expects.
    """

    name: str
    description: str
    aliases: tuple[str, ...]
    options: tuple[str, ...] = ()
    keeps_roles: bool = True
    names_files: bool = False

    @property
    def has_template(self) -> bool:
        """Whether a chat template has a place in it."""
        return _TEMPLATE in self.options


_FORMATS = (
    ExportFormat(
        "tokenizer.json",
        "For tokenizers and transformers: tokenizer.json, tokenizer_config.json and the chat "
        "template, which AutoTokenizer loads from the directory.",
        ("transformers", "tokenizers", "huggingface", "hf", "json"),
        ("layout", "merges", _TEMPLATE),
    ),
    ExportFormat(
        "vocab.json",
        "GPT-2's pair of files: vocab.json and merges.txt. It holds no split pattern, so only "
        "tokenizers that split as GPT-2 does can be read from it without more ado.",
        ("merges.txt", "gpt2", "gpt-2", "encoder.json", "vocab.bpe"),
        (_TEMPLATE,),
    ),
    ExportFormat(
        "tiktoken",
        "For tiktoken: the rank file, a JSON file with split pattern and special tokens, and "
        "a Python file that builds the Encoding.",
        (".tiktoken", "ranks"),
        names_files=True,
    ),
    ExportFormat(
        "tekken",
        "For mistral_common: tekken.json. Special tokens come first there, so most "
        "tokenizers get other ids; the export then asks for consent and writes the mapping.",
        ("tekken.json", "mistral", "mistral_common"),
        ("renumber",),
        keeps_roles=False,
    ),
    ExportFormat(
        "minbpe",
        "For minbpe: its .model file, with split pattern, special tokens and merges.",
        (".model", "minbpe.model"),
        keeps_roles=False,
        names_files=True,
    ),
    ExportFormat(
        "nanochat",
        "For nanochat: tokenizer.pkl, a pickled tiktoken.Encoding, and token_bytes.pt, the "
        "bytes of each token, written without torch.",
        ("tokenizer.pkl", "token_bytes.pt"),
        keeps_roles=False,
    ),
    ExportFormat(
        "gguf",
        "For llama.cpp: a vocabulary in GGUF, without tensors, and what its converter needs "
        "to know to recognise this tokenizer.",
        (".gguf", "llama.cpp"),
        ("pre", "add_bos", _TEMPLATE),
        names_files=True,
    ),
    ExportFormat(
        "workbench",
        "Our own format: the whole tokenizer in one file, with its training record.",
        (".twb", "twb", OWN_FILE),
        (_TEMPLATE,),
    ),
    ExportFormat(
        "bundle",
        "Our own format with its provenance: the run, its sources with their sha256, mixture, "
        "evaluation, versions and the sha256 of what was exported, in one file.",
        ("provenance",),
        (_TEMPLATE,),
    ),
)
_BY_NAME = {each.name: each for each in _FORMATS}

EXPORT_FORMATS: Mapping[str, str] = MappingProxyType(
    {each.name: each.description for each in _FORMATS}
)
"""Name of each format and a sentence on what it is for."""

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
    wanted = checked_string(name, "The name of an export format").strip().lower()
    for known in _FORMATS:
        if wanted == known.name or wanted in known.aliases:
            return known.name
    if wanted in {*_NOT_OFFERED, "spm", "sentencepiece.model", "tokenizer.model"}:
        raise ExportError(_NOT_OFFERED["sentencepiece"])
    choices = ", ".join(f"{known.name} ({', '.join(known.aliases)})" for known in _FORMATS)
    raise ExportError(
        f"There is no export format {name!r}; choose one of these, or another name of it: "
        f"{choices}."
    )


def export_format(name: str) -> ExportFormat:
    """What is known of the format with this name or alias. Raises ExportError as known_format."""
    return _BY_NAME[known_format(name)]
