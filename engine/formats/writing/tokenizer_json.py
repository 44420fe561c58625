"""tokenizer.json, for tokenizers and transformers.

Ids are exactly ours: bytes 0-255 in raw order (GPT-2's own file has another order), merges from
256, special tokens where the configuration put them; an imported tokenizer keeps the ids it came
with. Unused ids get filler entries that no text can reach, so that the vocabulary
has the size that was asked for and an embedding table sized by it has a row for every id.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.encoding import to_byte_alphabet
from engine.errors import ExportError
from engine.formats.pattern_dialects import (
    byte_level,
    published_steps,
    refuse_empty_matches,
    rewrite_stages,
    split,
)
from engine.formats.reading.contents import CONFIG_FILE, MAP_FILE, TEMPLATE_FILE
from engine.formats.writing.export_formats import (
    ExportOptions,
    Layout,
    MergesForm,
    without_generation_markers,
)
from engine.formats.writing.merge_checks import (
    doubled_token,
    ordinary_tokens,
    special_in_order,
    special_token_in_vocabulary,
)
from engine.sentences import say
from engine.splitting import pattern_stages, preset_pattern

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

TOKENIZER_FILE = "tokenizer.json"
_ADDED_FILE = "added_tokens.json"
_NO_LIMIT = 10**30
"""What transformers writes for the length of a text where the tokenizer knows no limit."""
_ROLES = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")
"""The roles for which transformers has a name."""
_TURN_ROLES = ("eot", "eom")
"""Roles that end a turn; transformers keeps such names as extra special tokens."""


def tokenizer_json_files(
    tokenizer: Tokenizer, options: ExportOptions, chat_template: str | None
) -> dict[str, bytes]:
    """The files by name. Raises ExportError for a vocabulary that the format cannot hold."""
    if tokenizer.pieces is None:
        check_names(tokenizer, TOKENIZER_FILE)
        refuse_empty_matches(tokenizer.pattern, "tokenizers", say("empty_cuts"))
    document = _tokenizer_document(tokenizer, options.merges)
    beside = config_files(tokenizer, options.layout, chat_template)
    return {TOKENIZER_FILE: json_bytes(document), **beside}


def tokenizer_json_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the files should know, as sentences."""
    notes: list[str] = [say("json_special")] if tokenizer.special_tokens else []
    if tokenizer.pieces is not None:
        return notes
    if tokenizer.normalization is not None:
        notes.append(say("json_unicode"))
    if len(tokenizer.unused_ids):
        notes.append(say("ids_filled", n=len(tokenizer.unused_ids)))
    is_split = tokenizer.pattern != preset_pattern("none")
    if is_split and published_steps(tokenizer.pattern) is None:
        rewritten = rewrite_stages(tokenizer.pattern, "oniguruma")
        if rewritten != [stage.expression for stage in pattern_stages(tokenizer.pattern)]:
            notes.append(say("json_oniguruma"))
    return notes


def check_names(tokenizer: Tokenizer, file: str) -> None:
    """Raise ExportError where two tokens would have one name in a file that names them by text."""
    if doubled := doubled_token(tokenizer):
        token = tokenizer.vocabulary[doubled[0]]
        raise ExportError(
            say("json_same_bytes", one=doubled[0], other=doubled[1], token=repr(token), file=file)
        )
    if clash := special_token_in_vocabulary(tokenizer):
        raise ExportError(
            say("json_special_clash", token=repr(clash[0]), id=clash[1], other=clash[2], file=file)
        )


def _tokenizer_document(tokenizer: Tokenizer, merges: MergesForm) -> dict[str, Any]:
    if tokenizer.pieces is not None:
        from engine.formats.writing.sentencepiece import piece_document

        return piece_document(tokenizer, _added_tokens(tokenizer.special_tokens))
    vocabulary = vocabulary_by_name(tokenizer)
    document = byte_level_document(
        vocabulary,
        _merges(tokenizer, list(vocabulary), merges),
        tokenizer.pattern,
        tokenizer.special_tokens,
    )
    if tokenizer.normalization is not None:
        document["normalizer"] = {"type": tokenizer.normalization.upper()}
    numbering = tokenizer.numbering
    document["model"]["ignore_merges"] = numbering is not None and numbering.ignore_merges
    return document


def byte_level_document(
    vocabulary: Mapping[str, int],
    merges: list[list[str]] | list[str],
    pattern: str,
    special_tokens: Mapping[str, int],
) -> dict[str, Any]:
    """A tokenizer.json of byte-level BPE.

    vocabulary: ids by name in the byte alphabet; merges: of names, as pairs or joined by a space.
    """
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added_tokens(special_tokens),
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(pattern),
        "post_processor": None,
        "decoder": byte_level(use_regex=False),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocabulary,
            "merges": merges,
        },
    }


def _added_tokens(special_tokens: Mapping[str, int]) -> list[dict[str, Any]]:
    return [
        {"id": token_id, **added_token(content)}
        for content, token_id in sorted(special_tokens.items(), key=lambda t: t[1])
    ]


def _merges(
    tokenizer: Tokenizer, names: list[str], form: MergesForm
) -> list[list[str]] | list[str]:
    """The merges as pairs of names, or as strings with a space between the two."""
    pairs = [[names[a], names[b]] for a, b in tokenizer.merges.tolist()]
    if form == "pairs":
        return pairs
    for left, right in pairs:
        if " " in left or " " in right:
            raise ExportError(say("json_merge_space", left=repr(left), right=repr(right)))
    return [f"{left} {right}" for left, right in pairs]


def vocabulary_by_name(tokenizer: Tokenizer) -> dict[str, int]:
    """The id of every token by its name, from 0 to vocab_size - 1; fillers for unused ids."""
    names: list[str | None] = [None] * tokenizer.vocab_size
    for token_id, token in ordinary_tokens(tokenizer):
        names[token_id] = to_byte_alphabet(token)
    for content, token_id in tokenizer.special_tokens.items():
        names[token_id] = content
    taken = {name for name in names if name is not None}
    return {name or _filler(token_id, taken): token_id for token_id, name in enumerate(names)}


def _filler(token_id: int, taken: set[str]) -> str:
    name = f"<|unused_{token_id}|>"
    while name in taken:
        name += "|"
    return name


def _pre_tokenizer(pattern: str) -> dict[str, Any]:
    plain = byte_level(use_regex=False)
    if pattern == preset_pattern("none"):
        return plain
    steps = published_steps(pattern)
    if steps is None:
        rewritten = rewrite_stages(pattern, "oniguruma")
        steps = [*map(split, rewritten), plain]
    return steps[0] if len(steps) == 1 else {"type": "Sequence", "pretokenizers": steps}


def json_bytes(document: Mapping[str, Any], indent: int = 2) -> bytes:
    """A document as it is written to a file, in UTF-8."""
    return (json.dumps(document, ensure_ascii=False, indent=indent) + "\n").encode()


def config_files(
    tokenizer: Tokenizer, layout: Layout, chat_template: str | None
) -> dict[str, bytes]:
    """The files by name, without tokenizer.json.

    v5    tokenizer_config.json, chat_template.jinja; what transformers 5 writes
    v4    as well special_tokens_map.json, added_tokens.json, added_tokens_decoder and the template
          in tokenizer_config.json too: older versions and servers look only there
    """
    files = {CONFIG_FILE: json_bytes(_config(tokenizer, layout, chat_template))}
    if layout == "v4":
        files[MAP_FILE] = json_bytes(_special_tokens_map(tokenizer))
        files[_ADDED_FILE] = json_bytes(dict(special_in_order(tokenizer)))
    return files | template_files(chat_template)


def template_files(chat_template: str | None) -> dict[str, bytes]:
    """The chat template in a file of its own, where there is one."""
    return {} if chat_template is None else {TEMPLATE_FILE: chat_template.encode()}


def role_fields(tokenizer: Tokenizer) -> dict[str, Any]:
    """`bos_token` and the others that transformers knows, of the roles that the tokenizer has."""
    roles = tokenizer.roles
    return {f"{role}_token": roles[role] for role in _ROLES if role in roles}


def added_token(content: str) -> dict[str, Any]:
    """A special token as transformers and tokenizers describe it: found anywhere, unchanged."""
    return {
        "content": content,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }


def added_tokens_decoder(tokenizer: Tokenizer) -> dict[str, dict[str, Any]]:
    """Every special token by its id, as text."""
    return {
        str(token_id): added_token(content) for content, token_id in special_in_order(tokenizer)
    }


def _config(tokenizer: Tokenizer, layout: Layout, chat_template: str | None) -> dict[str, Any]:
    common = {
        "clean_up_tokenization_spaces": False,
        "model_max_length": _NO_LIMIT,
        **role_fields(tokenizer),
    }
    if layout == "v5":
        return {"backend": "tokenizers", "tokenizer_class": "TokenizersBackend", **common}
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "added_tokens_decoder": added_tokens_decoder(tokenizer),
        **common,
    }
    if chat_template is not None:
        config["chat_template"] = without_generation_markers(chat_template)
    return config


def _special_tokens_map(tokenizer: Tokenizer) -> dict[str, Any]:
    fields = role_fields(tokenizer)
    named = set(fields.values())
    turn_ends = [
        token
        for role in _TURN_ROLES
        if (token := tokenizer.roles.get(role)) is not None and token not in named
    ]
    return fields | ({"additional_special_tokens": turn_ends} if turn_ends else {})
