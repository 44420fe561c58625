"""Reading tokenizer.json: byte-level BPE exactly as tokenizers runs it, everything else refused.

What makes the file another tokenizer than byte-level BPE raises InexactTokenizerError with the
reason; what makes it no tokenizer at all raises TokenizerFileError. What the file says and we do
not do is told in remarks: tokens that its post-processor adds, its cutting and padding of texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.encoding import Tokenizer
from engine.errors import ConfigError, InexactTokenizerError, PatternError
from engine.formats.patterns.oniguruma import pattern_of_oniguruma, read_oniguruma
from engine.formats.patterns.published_forms import has_empty_matches, published_pattern
from engine.formats.reading.companions import CONFIG_FILE, companions_beside, with_companions
from engine.formats.reading.json_merges import (
    DamagedJsonError,
    JsonBpe,
    NotByteLevelError,
    bpe_of_json,
    flat_parts,
)
from engine.machine import beginning, paused_collection, read_json, refusal, refuse_pattern
from engine.settings import MAX_VOCAB_SIZE
from engine.splitting import Splitter, preset_pattern, refuse_too_long
from engine.text import Normalization

# The added tokens of a tokenizer.json: their ids as tokenizers gives them, and what they do.


_FLAGS = {
    "lstrip": "takes the blanks before it",
    "rstrip": "takes the blanks after it",
    "single_word": "is found as a whole word only",
}


@dataclass(frozen=True, slots=True)
class AddedToken:
    """special: whether tokenizers takes it for a special token; others it finds in any case."""

    content: str
    token_id: int
    special: bool
    normalized: bool


def added_tokens(
    listed: Any, vocabulary: Mapping[str, int], *, normalizes: bool
) -> tuple[AddedToken, ...]:
    """The added tokens in the order of the file.

    normalizes: whether the file has a normalizer. Raises DamagedJsonError, NotByteLevelError.
    """
    if not isinstance(listed, list):
        raise DamagedJsonError("its added_tokens are no list")
    found: dict[str, AddedToken] = {}
    for number, each in enumerate(listed):
        token = _checked(each, number, normalizes=normalizes)
        if token.content in found:
            raise DamagedJsonError(f"it adds the token {token.content!r} twice")
        found[token.content] = token
    _check_ids(found.values(), vocabulary)
    _check_overlaps(list(found.values()))
    return tuple(found.values())


def _checked(each: Any, number: int, *, normalizes: bool) -> AddedToken:
    if not isinstance(each, dict):
        raise DamagedJsonError(f"added token {number} is no object")
    content, token_id = each.get("content"), each.get("id")
    if not isinstance(content, str) or not content:
        raise DamagedJsonError(f"added token {number} has no content")
    if type(token_id) is not int or token_id < 0:
        raise DamagedJsonError(f"the added token {content!r} has no id")
    for flag in (*_FLAGS, "normalized", "special"):
        if not isinstance(each.get(flag), bool):
            raise DamagedJsonError(
                f"{flag} of the added token {content!r} is neither true nor false"
            )
    for flag, words in _FLAGS.items():
        if each[flag]:
            raise NotByteLevelError(f"the added token {content!r} {words} ({flag})")
    if each["normalized"] and normalizes:
        raise NotByteLevelError(f"the added token {content!r} is looked for in normalized text")
    return AddedToken(content, token_id, each["special"], each["normalized"])


def _check_ids(tokens: Any, vocabulary: Mapping[str, int]) -> None:
    """tokenizers takes no id from here: the vocabulary says it, or it is the next free one."""
    n_model = len(vocabulary)
    highest = -1
    for token in tokens:
        given = vocabulary.get(token.content)
        if given is None:
            given = highest + 1 if highest >= n_model or n_model == 0 else n_model
        highest = max(highest, given)
        if given != token.token_id:
            raise NotByteLevelError(
                f"it says that the added token {token.content!r} has the id {token.token_id}, "
                f"which tokenizers does not heed: it gives it {given}"
            )


def _check_overlaps(tokens: Sequence[AddedToken]) -> None:
    """tokenizers looks first for those that are not normalized, then for the others.

    We look for all at once, which is the same unless two of both kinds can share characters.
    """
    first = [token.content for token in tokens if not token.normalized]
    later = [token.content for token in tokens if token.normalized]
    if not first or not later:
        return
    for one in first:
        for other in later:
            if _may_overlap(one, other):
                raise NotByteLevelError(
                    f"its added tokens {one!r} and {other!r} can overlap in a text, and are "
                    "looked for one after the other"
                )


def _may_overlap(one: str, other: str) -> bool:
    if one in other or other in one:
        return True
    longest = min(len(one), len(other)) - 1
    return any(
        one.endswith(other[:size]) or other.endswith(one[:size]) for size in range(1, longest + 1)
    )


# The pre-tokenizer of a tokenizer.json as a split pattern.
# Its steps become the expressions of a sequence of splits. A step that keeps matches and gaps
# apart (Isolated) is an expression as it stands; the others are written so that their matches are
# the pieces. Steps that take text away or change it are no split patterns.


_NUMERIC = r"\p{N}"
_PUNCTUATION = r"[\p{P}$+<=>^`|~]"
_BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")


def split_pattern(pre_tokenizer: Any, *, spells_bytes: bool) -> str:
    """The split pattern of a pre-tokenizer, None for one that is not there.

    spells_bytes: whether the normalizer has written the bytes in the byte alphabet already.
    Raises DamagedJsonError; NotByteLevelError and PatternError for what is no split pattern.
    """
    steps = flat_parts(pre_tokenizer, "pretokenizers")
    if spells_bytes:
        if steps:
            raise NotByteLevelError("its normalizer writes bytes as characters before it splits")
        return preset_pattern("none")
    if (published := published_pattern(steps)) is not None:
        return published
    expressions: list[str] = []
    for number, step in enumerate(steps):
        if step.get("type") == "ByteLevel":
            expressions += _byte_level(step)
            if number + 1 < len(steps):
                raise NotByteLevelError("its pre-tokenizer splits again behind ByteLevel")
            return _joined(expressions)
        expressions.append(_expression(step))
    raise NotByteLevelError("its pre-tokenizer has no ByteLevel, so its tokens are not of bytes")


def _joined(expressions: list[str]) -> str:
    if not expressions:
        return preset_pattern("none")
    pattern = pattern_of_oniguruma(expressions)
    Splitter(pattern)  # raises PatternError
    if has_empty_matches(pattern):
        raise NotByteLevelError(
            f"its split pattern {pattern[:80]!r} can match without a character, and cuts there"
        )
    return pattern


def _byte_level(step: dict[str, Any]) -> list[str]:
    for switch in ("add_prefix_space", "trim_offsets", "use_regex"):
        if not isinstance(step.get(switch, True if switch == "use_regex" else None), bool):
            raise DamagedJsonError(f"ByteLevel in it does not say {switch}")
    if step["add_prefix_space"]:
        raise NotByteLevelError("it puts a blank before texts (add_prefix_space)")
    return [preset_pattern("gpt2")] if step.get("use_regex", True) else []


def _expression(step: dict[str, Any]) -> str:
    """The expression of one step, as Oniguruma reads it."""
    kind = step.get("type")
    if kind == "Digits":
        if not isinstance(step.get("individual_digits"), bool):
            raise DamagedJsonError("Digits in it does not say whether digits stand alone")
        return _NUMERIC if step.get("individual_digits") else _NUMERIC + "+"
    if kind == "Punctuation":
        return _behaving(_PUNCTUATION, str(step.get("behavior", "Isolated")), inverted=False)
    if kind == "Split":
        inverted = step.get("invert")
        if not isinstance(inverted, bool):
            raise DamagedJsonError("a Split in it does not say whether it is inverted")
        return _behaving(
            _written(step.get("pattern")), str(step.get("behavior")), inverted=inverted
        )
    raise NotByteLevelError(f"its pre-tokenizer has a step of the kind {kind}")


def _written(pattern: Any) -> str:
    if isinstance(pattern, dict) and len(pattern) == 1:
        ((kind, text),) = pattern.items()
        if kind in ("Regex", "String") and isinstance(text, str) and text:
            refuse_too_long(text)
            return text if kind == "Regex" else re.escape(text)
    raise DamagedJsonError("a Split in it has no pattern")


def _behaving(expression: str, behavior: str, *, inverted: bool) -> str:
    """An expression whose matches and gaps are the pieces that a behavior makes of another's."""
    if behavior not in _BEHAVIORS:
        raise DamagedJsonError(f"the behavior {behavior!r} is not known")
    if behavior == "Isolated":
        return expression
    if behavior == "Removed":
        if inverted and Splitter(read_oniguruma(expression)).leaves_nothing:
            return expression
        what = "what its split pattern leaves" if inverted else "what its split pattern matches"
        raise NotByteLevelError(f"it takes {what} out of every text (Removed)")
    if behavior == "Contiguous":
        return f"(?>(?:{expression}))++"
    if inverted:
        raise NotByteLevelError(f"it splits with {behavior} and inverted")
    match, gap = f"(?>(?:{expression}))", f"(?>(?:(?!(?:{expression}))[\\s\\S])+)"
    if behavior == "MergedWithPrevious":
        return f"{gap}{match}?|{match}"
    return f"{match}{gap}|{gap}|{match}"


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
