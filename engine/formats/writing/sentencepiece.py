"""Exports of tokenizers of characters: SentencePiece's `.model`, and their tokenizer.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.formats.sentencepiece_model import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    UNUSED,
    Piece,
    SentencePieceModel,
)
from engine.sentences import say
from engine.settings import CONTROLS, N_BYTES

if TYPE_CHECKING:
    from engine.encoding import PieceNumbering, Tokenizer

MODEL_FILE = "tokenizer.model"
_BLOCK = "▁"
_UNKNOWN: str = CONTROLS[0]


def byte_name(byte: int) -> str:
    """How a byte is written in SentencePiece's models. Example: 10 -> "<0x0A>"."""
    return f"<0x{byte:02X}>"


def piece_names(tokenizer: Tokenizer) -> list[str]:
    """The text of every id, all different: ▁ for spaces, bytes as <0x0A>, fillers for unused ids.

    Raises ExportError for two ids with the same text.
    """
    pieces = _pieces_of(tokenizer)
    names = [
        token.decode("utf-8", "replace").replace(" ", _BLOCK) for token in tokenizer.vocabulary
    ]
    shown = set(pieces.ids.tolist())
    for byte, token_id in enumerate(pieces.byte_ids.tolist()):
        if token_id not in shown or pieces.ids[byte] == token_id:
            names[token_id] = byte_name(byte)
    for name, token_id in tokenizer.special_tokens.items():
        names[token_id] = name
    for token_id in tokenizer.unused_ids:
        names[token_id] = f"<unused_{token_id}>"
    seen: dict[str, int] = {}
    for token_id, name in enumerate(names):
        if (other := seen.setdefault(name, token_id)) != token_id:
            raise ExportError(
                say("json_same_bytes", one=other, other=token_id, token=repr(name), file=MODEL_FILE)
            )
    return names


def sentencepiece_files(tokenizer: Tokenizer) -> dict[str, bytes]:
    """The file by name. Raises ExportError for a tokenizer of bytes, and one without <unk>."""
    names, pieces = piece_names(tokenizer), _pieces_of(tokenizer)
    special = tokenizer.special_tokens
    if _UNKNOWN not in special:
        raise ExportError(say("sentencepiece_no_unknown", token=_UNKNOWN))
    kinds = dict.fromkeys(special.values(), CONTROL) | {special[_UNKNOWN]: UNKNOWN}
    kinds |= dict.fromkeys(pieces.byte_ids.tolist(), BYTE)
    kinds |= dict.fromkeys((*tokenizer.unused_ids, *tokenizer.extra_tokens.values()), UNUSED)
    ids = pieces.ids.tolist()
    in_order = [*ids[N_BYTES + pieces.n_alphabet :]]
    learned = set(in_order)
    characters = sorted(set(character_ids(pieces)) - learned)
    scores = {token_id: -float(rank) for rank, token_id in enumerate([*in_order, *characters])}
    roles = {role: special[token] for role, token in tokenizer.roles.items() if token in special}
    model = SentencePieceModel(
        [
            Piece(name, scores.get(token_id, 0.0), kinds.get(token_id, NORMAL))
            for token_id, name in enumerate(names)
        ],
        add_dummy_prefix=tokenizer.normalization == "prefix-space",
        special_ids={
            "unk": special[_UNKNOWN],
            "bos": roles.get("bos", special.get("<s>", -1)),
            "eos": roles.get("eos", special.get("</s>", -1)),
            "pad": roles.get("pad", -1),
        },
        **_trained_settings(tokenizer),
    )
    return {MODEL_FILE: model.to_bytes()}


def character_ids(pieces: PieceNumbering) -> list[int]:
    """The ids of the characters of the alphabet."""
    byte_ids = set(pieces.byte_ids.tolist())
    known = pieces.ids[: N_BYTES + pieces.n_alphabet].tolist()
    from engine.encoding import HIDDEN

    return [token_id for token_id in known if token_id < HIDDEN and token_id not in byte_ids]


def _trained_settings(tokenizer: Tokenizer) -> dict[str, Any]:
    """What the model says of its training; it decides no ids."""
    training = tokenizer.training
    if training is None or training.config.pieces is None:
        return {}
    settings = training.config.pieces
    return {
        "character_coverage": settings.coverage,
        "split_by_whitespace": settings.split == "white-space",
        "split_digits": settings.split_digits,
        "longest": settings.longest,
    }


def piece_document(tokenizer: Tokenizer, added_tokens: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The tokenizer.json of a tokenizer of characters, as transformers writes Llama's.

    added_tokens: as in the file.
    """
    names, pieces = piece_names(tokenizer), _pieces_of(tokenizer)
    replace = {"type": "Replace", "pattern": {"String": " "}, "content": _BLOCK}
    normalizer: dict[str, Any] = replace
    decoders: list[dict[str, Any]] = [
        {"type": "Replace", "pattern": {"String": _BLOCK}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
    ]
    if tokenizer.normalization == "prefix-space":
        prepend = {"type": "Prepend", "prepend": _BLOCK}
        normalizer = {"type": "Sequence", "normalizers": [prepend, replace]}
        decoders.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    learned = tokenizer.merges[pieces.n_alphabet :].tolist()
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": list(added_tokens),
        "normalizer": normalizer,
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": {"type": "Sequence", "decoders": decoders},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": _UNKNOWN if _UNKNOWN in tokenizer.special_tokens else None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": True,
            "byte_fallback": True,
            "ignore_merges": False,
            "vocab": {name: token_id for token_id, name in enumerate(names)},
            "merges": [[names[left], names[right]] for left, right in learned],
        },
    }


def _pieces_of(tokenizer: Tokenizer) -> PieceNumbering:
    pieces = tokenizer.pieces
    assert pieces is not None  # export.check_alphabet
    return pieces
