"""NAME.gguf: the vocabulary for llama.cpp, without tensors.

A GGUF file is a list of named values (the specification is docs/gguf.md of ggml). Ours holds those
under tokenizer.ggml: tokens in GPT-2's byte alphabet, a type for each, merges, the ids of the
roles, the chat template, and `pre`, the name of a pre-tokenizer that llama.cpp has built in. Where
none of them cuts as our split pattern does, the reason is given instead of a file.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.errors import ExportError
from engine.formats.llama_cpp import (
    LONG_S,
    PreTokenizer,
    compared_with,
    find_pre_tokenizer,
    pre_tokenizers,
)
from engine.formats.writing.export_formats import ExportOptions, without_generation_markers
from engine.formats.writing.merge_checks import first_rank_conflict
from engine.formats.writing.tokenizer_json import check_names, vocabulary_by_name
from engine.sentences import either, say
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

Value = str | bool | int | Sequence[str] | Sequence[int]

NORMAL, CONTROL, UNUSED = 1, 3, 5
"""Types of tokens. USER_DEFINED (4) is read in every text, which our special tokens never are."""

_MAGIC, _VERSION, _ALIGNMENT = b"GGUF", 3, 32
_UINT32, _INT32, _BOOL, _STRING, _ARRAY = 4, 5, 7, 8, 9
_ROLE_KEYS = {
    "bos": "bos_token_id",
    "eos": "eos_token_id",
    "unk": "unknown_token_id",
    "sep": "seperator_token_id",
    "pad": "padding_token_id",
    "cls": "cls_token_id",
    "mask": "mask_token_id",
    "eot": "eot_token_id",
    "eom": "eom_token_id",
}
"""Keys of the roles; the misspelt one is spelt so in the format."""
_DEFAULT_ID = 11
"""What llama.cpp takes for bos and eos of such a vocabulary where the file names none."""

CHECK_TEXT = (
    "\n \n\n \n\n\n \t \t\t \t\n  \n   \n    \n     \n🚀 (normal) 😶\u200d🌫\ufe0f (multiple emojis "
    "concatenated) ✅ 🦙🦙 3 33 333 3333 33333 333333 3333333 33333333 3.3 3..3 3...3 "
    "កាន់តែពិសេសអាច😁 ?我想在apple工作1314151天～ ------======= нещо на Български "
    "''''''```````\"\"\"\"......!!!!!!?????? I've been 'told he's there, 'RE you sure? "
    "'M not sure I'll make it, 'D you like some tea? We'Ve a'lL"
)
"""The text whose ids convert_hf_to_gguf.py hashes to recognise a tokenizer (get_vocab_base_pre)."""


def gguf_files(
    tokenizer: Tokenizer, name: str, options: ExportOptions, chat_template: str | None
) -> dict[str, bytes]:
    """The file by name. Raises ExportError where llama.cpp would give other ids."""
    _check(tokenizer, options)
    pre = pre_tokenizer_name(tokenizer, options)
    return {f"{name}.gguf": gguf_bytes(gguf_fields(tokenizer, name, pre, options, chat_template))}


def gguf_notes(tokenizer: Tokenizer, options: ExportOptions) -> list[str]:
    """What a user of the file should know, as sentences."""
    pre = pre_tokenizer_name(tokenizer, options)
    notes = []
    if pre in pre_tokenizers():
        notes += _pattern_notes(tokenizer, pre)
    else:
        notes.append(say("gguf_unknown_pre", pre=repr(pre)))
    roles = tokenizer.roles
    if missing := [role for role in ("bos", "eos") if role not in roles]:
        notes.append(say("gguf_roles", roles=either(missing), id=_DEFAULT_ID))
    notes.append(say("gguf_converter", lines=converter_line(tokenizer, pre)))
    return notes


def converter_line(tokenizer: Tokenizer, pre: str) -> str:
    """The lines by which llama.cpp's converter recognises this tokenizer."""
    return f'        if chkhsh == "{check_hash(tokenizer)}":\n            res = "{pre}"'


def check_hash(tokenizer: Tokenizer) -> str:
    """What the converter calls chkhsh: the sha256 of the printed list of its test text's ids."""
    return hashlib.sha256(str(tokenizer.encode(CHECK_TEXT)).encode()).hexdigest()


def pre_tokenizer_name(tokenizer: Tokenizer, options: ExportOptions) -> str:
    """The name of the pre-tokenizer: the one that was asked for, or the one that cuts alike.

    Raises ExportError with the reason if there is no such name.
    """
    if options.pre is not None:
        return options.pre
    match = find_pre_tokenizer(tokenizer.pattern)
    if match.pre is None:
        raise ExportError(say("gguf_no_pattern", reason=match.sentence()), setting="pre")
    if not match.is_equal:
        raise ExportError(
            say("gguf_other_cut", reason=match.sentence(), name=repr(match.pre.name)), setting="pre"
        )
    for pre in (match.pre, *(p for p in pre_tokenizers().values() if _same_cut(p, match.pre))):
        if _gives_same_tokens(tokenizer, pre):
            return pre.name
    code = "gguf_whole_tokens" if match.pre.ignore_merges else "gguf_no_whole_tokens"
    raise ExportError(say(code, name=repr(match.pre.name)))


def gguf_fields(
    tokenizer: Tokenizer, name: str, pre: str, options: ExportOptions, chat_template: str | None
) -> dict[str, Value]:
    """The named values, in the order in which they are written."""
    vocabulary = vocabulary_by_name(tokenizer)
    names = list(vocabulary)
    types = [NORMAL] * len(names)
    for token_id in tokenizer.special_tokens.values():
        types[token_id] = CONTROL
    for token_id in tokenizer.unused_ids:
        types[token_id] = UNUSED
    fields: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": name,
        "general.description": "A vocabulary without a model, by Tokenizer Workbench",
        "llama.vocab_size": tokenizer.vocab_size,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": pre,
        "tokenizer.ggml.tokens": names,
        "tokenizer.ggml.token_type": types,
        "tokenizer.ggml.merges": [f"{names[a]} {names[b]}" for a, b in tokenizer.merges.tolist()],
        "tokenizer.ggml.add_bos_token": options.add_bos,
        "tokenizer.ggml.add_eos_token": False,
        "tokenizer.ggml.add_space_prefix": False,
    }
    special = tokenizer.special_tokens
    for role, token in tokenizer.roles.items():
        if role in _ROLE_KEYS:
            fields[f"tokenizer.ggml.{_ROLE_KEYS[role]}"] = special[token]
    if chat_template is not None:
        fields["tokenizer.chat_template"] = without_generation_markers(chat_template)
    fields["tokenizer_workbench.semantic_hash"] = tokenizer.semantic_hash
    return fields


def gguf_bytes(fields: Mapping[str, Value]) -> bytes:
    """A GGUF file with named values and no tensors.

    A single whole number is uint32, those of a list are int32.
    """
    parts = [_MAGIC, struct.pack("<IQQ", _VERSION, 0, len(fields))]
    for name, value in fields.items():
        parts += [_string(name), _value(value)]
    content = b"".join(parts)
    return content + bytes(-len(content) % _ALIGNMENT)


def _value(value: Value) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", _STRING) + _string(value)
    if isinstance(value, bool):
        return struct.pack("<I?", _BOOL, value)
    if isinstance(value, int):
        return struct.pack("<II", _UINT32, value)
    if value and isinstance(value[0], int):
        header = struct.pack("<IIQ", _ARRAY, _INT32, len(value))
        return header + struct.pack(f"<{len(value)}i", *value)
    header = struct.pack("<IIQ", _ARRAY, _STRING, len(value))
    return header + b"".join(_string(str(each)) for each in value)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _pattern_notes(tokenizer: Tokenizer, pre: str) -> list[str]:
    match = compared_with(tokenizer.pattern, pre)
    notes = [sentence] if (sentence := match.sentence()) else []
    if match.has_other_long_s:
        notes.append(say("gguf_long_s", letter=LONG_S))
    return notes


def _check(tokenizer: Tokenizer, options: ExportOptions) -> None:
    check_names(tokenizer, "GGUF")
    if options.add_bos and "bos" not in tokenizer.roles:
        raise ExportError(say("gguf_no_bos", id=_DEFAULT_ID), setting="add_bos")
    if tokenizer.normalization is not None:
        raise ExportError(say("gguf_normalization", form=form_name(tokenizer.normalization)))


def _same_cut(pre: PreTokenizer, other: PreTokenizer) -> bool:
    return pre is not other and pre.expressions == other.expressions


def _gives_same_tokens(tokenizer: Tokenizer, pre: PreTokenizer) -> bool:
    """Whether the rule on whole tokens is ours, or makes no difference to this vocabulary."""
    ours = tokenizer.numbering is not None and tokenizer.numbering.ignore_merges
    if pre.ignore_merges == ours:
        return True
    if ours:
        return not tokenizer.whole_tokens
    return first_rank_conflict(tokenizer) is None and not tokenizer.extra_tokens
