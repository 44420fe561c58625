"""What can be exported: the formats, their options and the chat template, without what writes them.

A format has one name; `known_format` also takes the names of its files and of what reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

from engine.argument_types import checked_string
from engine.errors import ExportError
from engine.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

OWN_FILE = "tokenizer.twb"
"""Name of a tokenizer in our own format inside a directory."""

_TEMPLATE = "chat_template"
Layout = Literal["v5", "v4"]
MergesForm = Literal["pairs", "strings"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
MERGES_FORMS: tuple[MergesForm, ...] = get_args(MergesForm)
_GENERATION = re.compile(r"\{%([-+]?)\s*generation\s*([-+]?)%\}")
_END_GENERATION = re.compile(r"\{%([-+]?)\s*endgeneration\s*([-+]?)%\}")


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """What is known of a format without writing it.

    `_WRITERS` of export.py has what writes it, `READERS` of verification_reader.py the libraries
    that have to read it.

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
        "GPT-2's two files: vocab.json and merges.txt. They contain no split pattern, so only "
        "tokenizers that split like GPT-2 can be read back as they are.",
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
        "sentencepiece",
        "For sentencepiece: tokenizer.model, which the library loads with identical ids. Only for "
        "tokenizers of characters; one of bytes has tokens that are no text.",
        ("spm", "sentencepiece.model", "tokenizer.model"),
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


def known_format(name: str) -> str:
    """The format of a name or an alias. Example: ".tiktoken" -> "tiktoken".

    Raises ExportError for an unknown name, with all that are known, and for a format
    that cannot hold byte-level BPE, with the reason.
    """
    wanted = checked_string(name, "The name of an export format").strip().lower()
    for known in _FORMATS:
        if wanted == known.name or wanted in known.aliases:
            return known.name
    choices = ", ".join(f"{known.name} ({', '.join(known.aliases)})" for known in _FORMATS)
    raise ExportError(say("no_export_format", name=repr(name), choices=choices))


def export_format(name: str) -> ExportFormat:
    """What is known of the format with this name or alias. Raises ExportError as known_format."""
    return _BY_NAME[known_format(name)]


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Choices; a format reads those that `export_format(name).options` lists and no others.

    layout: of the files beside tokenizer.json, as transformers 5 writes them or as version 4 did,
        which older servers need.
    merges: pairs, which tokenizers reads from 0.20 on, or strings "a b", which all versions read
        but which cannot hold a token with a space.
    chat_template: a name of resources/chat_templates, a .jinja file or the Jinja text itself; None
        takes the tokenizer's own.
    renumber: whether a format in which special tokens come first may change ids.
    pre: the name of the pre-tokenizer in GGUF; None looks for the one that cuts alike.
    add_bos: whether readers of GGUF put the bos token before a text.
    provenance: what a bundle says of the run; its values are those of JSON.
    """

    layout: Layout = "v5"
    merges: MergesForm = "pairs"
    chat_template: str | None = None
    renumber: bool = False
    pre: str | None = None
    add_bos: bool = False
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("layout", self.layout, LAYOUTS),
            ("merges", self.merges, MERGES_FORMS),
        ):
            if value not in choices:
                known = ", ".join(choices)
                raise ExportError(say("export_option", name=name, known=known, value=repr(value)))


def chat_template_text(wanted: str | None, tokenizer: Tokenizer) -> str | None:
    """The Jinja text of `wanted`; None if there is none.

    wanted: None or "tokenizer" for what the tokenizer has; a name of resources/chat_templates; a
    .jinja file, a tokenizer_config.json or the folder with one; or the text. Raises ExportError.
    """
    if wanted is None or wanted == "tokenizer":
        return tokenizer.chat_template
    if "{{" in wanted or "{%" in wanted or "\n" in wanted:
        return wanted
    if wanted == "nanochat":
        raise ExportError(say("template_of_nanochat"))
    from engine.chat import ChatError, template_source

    try:
        return template_source(wanted).text
    except ChatError as error:
        raise ExportError(str(error)) from None


def refuse_broken_template(wanted: str | None, tokenizer: Tokenizer) -> None:
    """Raise ExportError for a template that cannot write one question, before it is in a file.

    It runs in the process for templates of strangers: one that loops without end would hold up
    the library that is asked to verify the export. Templates of the program are not tried, nor
    is the tokenizer's own, without which it could not be exported.
    """
    from engine.chat import (
        ChatError,
        Conversation,
        Message,
        TemplateRenderer,
        TemplateSource,
        template_names,
        template_source,
    )

    if wanted in (None, "tokenizer", *template_names()):
        return
    text = chat_template_text(wanted, tokenizer) or ""
    is_text = text == wanted
    source = TemplateSource("the chat template", {"default": text})
    source = source if is_text else template_source(str(wanted))
    renderer = TemplateRenderer(tokenizer, source)
    try:
        renderer.render(Conversation((Message("user", "Who?"),)), completion=True)
    except ChatError as error:
        raise ExportError(say("export_template_fails", reason=error)) from None
    finally:
        renderer.close()


def without_generation_markers(template: str) -> str:
    """The same template for engines that do not know `{% generation %}`, which marks for masks.

    transformers knows it from 4.42 on. An `if` that is always true takes its place, so that what
    the marks do to the white space around them stays.
    """
    opened = _GENERATION.sub(r"{%\1 if true \2%}", template)
    return _END_GENERATION.sub(r"{%\1 endif \2%}", opened)


def turn_end_notes(tokenizer: Tokenizer) -> list[str]:
    """A sentence where the end of a turn is not what transformers has as eos_token."""
    eos, eot = (tokenizer.roles.get(role) for role in ("eos", "eot"))
    if eot is None or eos == eot:
        return []
    if eos is None:
        return [say("export_no_eos", eot=eot)]
    return [say("export_eos_no_turn_end", eos=eos, eot=eot)]


def template_notes(wanted: str | None, tokenizer: Tokenizer) -> list[str]:
    """What is missing in the tokenizer for the template, or that none is written, as sentences."""
    from engine.chat import template_names, template_special_tokens

    if wanted is None:
        if tokenizer.chat_template is not None:
            return []
        known = tokenizer.special_tokens.keys()
        able = [name for name in template_names() if known >= {*template_special_tokens(name)}]
        return [say("export_without_template", templates=", ".join(able))] if able else []
    if wanted not in template_names():
        return []
    special = tokenizer.special_tokens
    missing = [token for token in template_special_tokens(wanted) if token not in special]
    notes: list[str] = []
    if missing:
        notes.append(say("export_template_tokens", template=wanted, tokens=", ".join(missing)))
    return notes
