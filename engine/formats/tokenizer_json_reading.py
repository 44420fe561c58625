"""Reading tokenizer.json: byte-level BPE exactly as tokenizers runs it, everything else refused.

What makes the file another tokenizer than byte-level BPE raises InexactTokenizerError with the
reason; what makes it no tokenizer at all raises TokenizerFileError. What the file says and we do
not do is told in remarks: tokens that its post-processor adds, its cutting and padding of texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.config import MAX_VOCAB_SIZE
from engine.errors import ConfigError, InexactTokenizerError, PatternError
from engine.formats.companions import CONFIG_FILE, companions_beside, with_companions
from engine.formats.file_reading import beginning, read_json, refusal, refuse_pattern
from engine.formats.json_added_tokens import AddedToken, added_tokens
from engine.formats.json_bpe import JsonBpe, bpe_of_json
from engine.formats.json_parts import DamagedJsonError, NotByteLevelError, flat_parts
from engine.formats.json_splits import split_pattern
from engine.normalization import Normalization
from engine.paused_collection import paused_collection
from engine.tokenizer import Tokenizer

FILE_NAME = "tokenizer.json"
LIBRARY = "tokenizers"
_KEYS = frozenset({
    "version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
    "post_processor", "decoder", "model",
})  # fmt: skip
_MARKS = (b'"added_tokens"', b'"pre_tokenizer"')


@dataclass(frozen=True, slots=True)
class JsonImport:
    """remarks: sentences on what the file says besides, and on what is not taken over."""

    tokenizer: Tokenizer
    remarks: tuple[str, ...]


def is_tokenizer_json(path: Path) -> bool:
    """Whether a directory holds a tokenizer.json, or a file is one by its name or beginning."""
    if path.is_dir():
        return (path / FILE_NAME).is_file()
    if path.name == FILE_NAME:
        return True
    if path.suffix != ".json" or not path.is_file():
        return False
    data = beginning(path)
    return any(mark in data for mark in _MARKS)


def load_tokenizer_json(path: Path, pattern: str | None) -> Tokenizer:
    """The tokenizer of a tokenizer.json, with roles and chat template of the files beside it.

    Raises TokenizerFileError, and InexactTokenizerError for what is no byte-level BPE.
    """
    return import_tokenizer_json(path, pattern).tokenizer


def import_tokenizer_json(path: Path, pattern: str | None = None) -> JsonImport:
    """As `load_tokenizer_json`, with what is to be said about the file."""
    with paused_collection():
        return _imported(path, pattern)


def _imported(path: Path, pattern: str | None) -> JsonImport:
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    document = read_json(file)
    if not isinstance(document, dict) or not isinstance(document.get("model"), dict):
        raise refusal(file, "it is no tokenizer.json: there is no model in it")
    reading = _Reading(file, document)
    tokenizer, bpe, added = reading.tokenizer()
    beside = companions_beside(file.parent)
    try:
        remarks = _remarks(document, added)
    except DamagedJsonError as error:
        raise refusal(file, str(error)) from None
    if beside.has_tool_template:
        remarks.append(
            f"{CONFIG_FILE} has a chat template of its own for conversations with tools; a "
            "tokenizer keeps one, the default. Name the file itself as template to use both."
        )
    return JsonImport(with_companions(tokenizer, beside), (*remarks, *bpe.remarks))


class _Reading:
    """One file on its way to a tokenizer."""

    def __init__(self, path: Path, document: dict[str, Any]) -> None:
        self._path, self._document = path, document

    def tokenizer(self) -> tuple[Tokenizer, JsonBpe, tuple[AddedToken, ...]]:
        document, path = self._document, self._path
        if document.get("version", "1.0") != "1.0":
            raise refusal(path, f"its version {document['version']!r} is not known")
        if unknown := sorted(document.keys() - _KEYS):
            raise refusal(path, f"it holds {unknown[0]!r}, which no tokenizer.json does")
        for part in ("truncation", "padding", "post_processor", "decoder"):
            if not isinstance(document.get(part), dict | None):
                raise refusal(path, f"its {part} is no object")
        model = document["model"]
        self._check_model(model)
        vocabulary = self._vocabulary(model)
        normalization, spells_bytes = self._normalizer(document.get("normalizer"))
        try:
            added = added_tokens(
                document.get("added_tokens", []), vocabulary, normalizes=normalization is not None
            )
            pattern = split_pattern(document.get("pre_tokenizer"), spells_bytes=spells_bytes)
            bpe = bpe_of_json(model, vocabulary, frozenset(token.content for token in added))
            made = Tokenizer(
                bpe.merges,
                pattern=pattern,
                special_tokens={token.content: token.token_id for token in added},
                vocab_size=max([*vocabulary.values(), *(token.token_id for token in added)]) + 1,
                numbering=bpe.numbering,
                normalization=normalization,
            )
        except NotByteLevelError as error:
            raise self._inexact(str(error)) from None
        except DamagedJsonError as error:
            raise refusal(path, str(error)) from None
        except PatternError as error:
            words = str(error).removesuffix(".")
            raise self._inexact(words[:1].lower() + words[1:]) from None
        except ConfigError as error:
            raise refusal(path, str(error).removesuffix(".")) from None
        return made, bpe, added

    def _check_model(self, model: dict[str, Any]) -> None:
        kind = model.get("type", "BPE" if "merges" in model else None)
        if kind != "BPE":
            raise self._inexact(f"its model is {kind or 'none that is known'}, not BPE")
        dropout = model.get("dropout")
        if dropout is not None and type(dropout) not in (int, float):
            raise refusal(self._path, "its dropout is no number")
        if dropout:
            raise self._inexact(f"it drops merges at random (dropout {dropout})")
        for key in ("continuing_subword_prefix", "end_of_word_suffix"):
            if not isinstance(model.get(key), str | None):
                raise refusal(self._path, f"its {key} is no text")
            if model.get(key):
                raise self._inexact(f"it writes tokens with {key} {model[key]!r}")
        unknown = model.get("unk_token")
        if unknown is not None and not isinstance(unknown, str):
            raise refusal(self._path, "its unk_token is no text")
        if unknown is not None and unknown not in (model.get("vocab") or {}):
            raise refusal(self._path, f"its unk_token {unknown!r} is not in its vocabulary")

    def _vocabulary(self, model: dict[str, Any]) -> dict[str, int]:
        vocabulary = model.get("vocab")
        if not isinstance(vocabulary, dict):
            raise refusal(self._path, "its model has no vocabulary of ids by token")
        ids = vocabulary.values()
        if set(map(type, ids)) - {int} or (ids and not 0 <= min(ids) <= max(ids) < MAX_VOCAB_SIZE):
            token = next(
                token
                for token, token_id in vocabulary.items()
                if type(token_id) is not int or not 0 <= token_id < MAX_VOCAB_SIZE
            )
            raise refusal(self._path, f"{token!r}: {vocabulary[token]!r} is not a token and its id")
        if len(set(vocabulary.values())) < len(vocabulary):
            seen: dict[int, str] = {}
            for token, token_id in vocabulary.items():
                if token_id in seen:
                    raise self._inexact(
                        f"its tokens {seen[token_id]!r} and {token!r} have the same id, {token_id}"
                    )
                seen[token_id] = token
        return vocabulary

    def _normalizer(self, normalizer: Any) -> tuple[Normalization | None, bool]:
        """The Unicode form, and whether it writes bytes in the byte alphabet, as its last step."""
        try:
            steps = flat_parts(normalizer, "normalizers")
        except DamagedJsonError as error:
            raise refusal(self._path, str(error)) from None
        spells_bytes = bool(steps) and steps[-1].get("type") == "ByteLevel"
        forms = [str(step.get("type")) for step in (steps[:-1] if spells_bytes else steps)]
        for form in forms:
            if form not in ("NFC", "NFKC", "NFD", "NFKD"):
                raise self._inexact(f"its normalizer is {form}")
        if not forms:
            return None, spells_bytes
        if forms[-1].endswith("D"):
            raise self._inexact(f"its normalizer is {forms[-1]}")
        return ("nfkc" if any("K" in form for form in forms) else "nfc"), spells_bytes

    def _inexact(self, reason: str) -> InexactTokenizerError:
        return InexactTokenizerError(reason, path=self._path, library=LIBRARY)


def _remarks(document: dict[str, Any], added: tuple[AddedToken, ...]) -> list[str]:
    """What the file says that encoding here does not do."""
    remarks = []
    if names := _names_added(document.get("post_processor")):
        listed = ", ".join(names)
        remarks.append(f"Its post-processor adds {listed} to every text; encoding here never does.")
    if any(str(each.get("type")).startswith("NF") for each in _steps(document)):
        remarks.append(
            "tokenizers normalizes by an older version of Unicode: it leaves characters that are "
            "newer as they are written."
        )
    decoders = [str(each.get("type")) for each in flat_parts(document.get("decoder"), "decoders")]
    if "ByteLevel" not in decoders:
        listed = ", ".join(decoders) or "missing"
        remarks.append(f"Its decoder is {listed}; decoding here gives the bytes of the tokens.")
    if document.get("truncation") is not None:
        remarks.append("It cuts texts off at a length; encoding here never does.")
    if document.get("padding") is not None:
        remarks.append("It pads texts; encoding here never does.")
    plain = [token.content for token in added if not token.special]
    if plain:
        first = ", ".join(map(repr, plain[:3]))
        remarks.append(
            f"{len(plain):,} of its added tokens are no special ones ({first}). tokenizers finds "
            "them in every text; here they are found where special tokens are."
        )
    return remarks


def _steps(document: dict[str, Any]) -> list[dict[str, Any]]:
    return flat_parts(document.get("normalizer"), "normalizers")


def _names_added(processor: Any) -> list[str]:
    """The tokens that a post-processor puts around a single text."""
    names: list[str] = []
    try:
        parts = flat_parts(processor, "processors")
    except DamagedJsonError:
        return ["something"]
    for part in parts:
        single = part.get("single")
        for piece in single if isinstance(single, list) else []:
            special = piece.get("SpecialToken") if isinstance(piece, dict) else None
            if isinstance(special, dict):
                names.append(str(special.get("id")))
        for key in ("cls", "sep"):
            value = part.get(key)
            if isinstance(value, list) and value:
                names.append(str(value[0]))
    return names
