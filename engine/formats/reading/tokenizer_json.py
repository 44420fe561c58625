"""Reading tokenizer.json: byte-level BPE exactly as tokenizers runs it, everything else refused.

What makes the file another tokenizer than byte-level BPE raises InexactTokenizerError with the
reason; what makes it no tokenizer at all raises TokenizerFileError. What the file says and we do
not do is told in remarks: tokens that its post-processor adds, its cutting and padding of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.encoding import Tokenizer
from engine.errors import PatternError
from engine.formats.findings import (
    ID_INVALID,
    SPECIAL_TWICE,
    Findings,
    Kind,
    NotByteLevelError,
    UnusableError,
    as_reason,
    note_doubled_ids,
    short,
)
from engine.formats.pattern_dialects import has_empty_matches, published_pattern
from engine.formats.reading.contents import CONFIG_FILE, Companions, Contents, companions_beside
from engine.formats.reading.json_merges import JsonBpe, bpe_of_json, flat_parts
from engine.formats.reading.piece_json import (
    bpe_of_pieces,
    is_of_pieces,
    is_usual_decoder,
    space_form,
)
from engine.library import may_overlap
from engine.machine import beginning, refuse_pattern
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE
from engine.splitting import Splitter, preset_pattern, refuse_too_long
from engine.text import Normalization

FILE_NAME = "tokenizer.json"
_KEYS = frozenset({
    "version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
    "post_processor", "decoder", "model",
})  # fmt: skip
_MARKS = (b'"added_tokens"', b'"pre_tokenizer"')
_NUMERIC = r"\p{N}"
_PUNCTUATION = r"[\p{P}$+<=>^`|~]"
_BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
_SPECIAL_COLLIDES = Kind("special-collides", "special_tokens_renumbered")
_FLAGS = {
    "lstrip": "added_takes_before",
    "rstrip": "added_takes_after",
    "single_word": "added_single_word",
}


@dataclass(frozen=True, slots=True)
class AddedToken:
    """special: whether tokenizers takes it for a special token; others it finds in any case."""

    content: str
    token_id: int
    special: bool
    normalized: bool


def added_tokens(
    listed: Any, vocabulary: Mapping[str, int], found: Findings, *, normalizes: bool
) -> tuple[AddedToken, ...]:
    """The added tokens in the order of the file, as far as they can be read.

    vocabulary: {} if its ids are not known. normalizes: whether the file has a normalizer.
    """
    if not isinstance(listed, list):
        found.refuse(say("added_no_list"))
        return ()
    tokens: dict[str, AddedToken] = {}
    for number, each in enumerate(listed):
        token = found.attempt(_checked, each, number, normalizes=normalizes)
        if token is None:
            continue
        if token.content in tokens:
            reason = say("added_twice", token=repr(token.content))
            found.fault(SPECIAL_TWICE, short(token.content), reason, where=f"added token {number}")
        tokens[token.content] = token
    if vocabulary and len(tokens) == len(listed):
        _note_other_ids(tokens.values(), vocabulary, found)
        found.attempt(_check_overlaps, list(tokens.values()))
    return tuple(tokens.values())


def _checked(each: Any, number: int, *, normalizes: bool) -> AddedToken:
    if not isinstance(each, dict):
        raise UnusableError(say("added_no_object", number=number))
    content, token_id = each.get("content"), each.get("id")
    if not isinstance(content, str) or not content:
        raise UnusableError(say("added_no_content", number=number))
    if type(token_id) is not int or token_id < 0:
        raise UnusableError(say("added_no_id", token=repr(content)))
    for flag in (*_FLAGS, "normalized", "special"):
        if not isinstance(each.get(flag), bool):
            raise UnusableError(say("added_no_truth", flag=flag, token=repr(content)))
    for flag, code in _FLAGS.items():
        if each[flag]:
            raise NotByteLevelError(say(code, token=repr(content), flag=flag))
    if each["normalized"] and normalizes:
        raise NotByteLevelError(say("added_normalized", token=repr(content)))
    return AddedToken(content, token_id, each["special"], each["normalized"])


def _note_other_ids(
    tokens: Iterable[AddedToken], vocabulary: Mapping[str, int], found: Findings
) -> None:
    """tokenizers takes no id from here: the vocabulary says it, or it is the next free one."""
    n_model = len(vocabulary)
    highest = -1
    for token in tokens:
        given = vocabulary.get(token.content)
        if given is None:
            given = highest + 1 if highest >= n_model or n_model == 0 else n_model
        highest = max(highest, given)
        if given != token.token_id:
            reason = say(
                "added_other_id", token=repr(token.content), id=token.token_id, given=given
            )
            shown = short(token.content, token.token_id)
            found.fault(_SPECIAL_COLLIDES, shown, reason, is_inexact=True)


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
            if may_overlap(one, other):
                raise NotByteLevelError(say("added_overlap", one=repr(one), other=repr(other)))


def split_pattern(pre_tokenizer: Any, *, spells_bytes: bool) -> str:
    """The split pattern of a pre-tokenizer: its steps as a sequence of splits.

    A step that keeps matches and gaps apart (Isolated) is an expression as it is; the others are
    written so that their matches are the pieces. Steps that take text away or change it are no
    split patterns.

    spells_bytes: whether the normalizer has written the bytes in the byte alphabet already.
    Raises UnusableError; NotByteLevelError and PatternError for what is no split pattern.
    """
    steps = flat_parts(pre_tokenizer, "pretokenizers")
    if spells_bytes:
        if steps:
            raise NotByteLevelError(say("bytes_before_split"))
        return preset_pattern("none")
    if (published := published_pattern(steps)) is not None:
        return published
    expressions: list[str] = []
    for number, step in enumerate(steps):
        if step.get("type") == "ByteLevel":
            expressions += _byte_level(step)
            if number + 1 < len(steps):
                raise NotByteLevelError(say("split_behind_bytes"))
            return _joined(expressions)
        expressions.append(_expression(step))
    raise NotByteLevelError(say("no_byte_level"))


def _joined(expressions: list[str]) -> str:
    if not expressions:
        return preset_pattern("none")
    from engine.formats.oniguruma import pattern_of_oniguruma  # late: few files need it

    pattern = pattern_of_oniguruma(expressions)
    Splitter(pattern)  # raises PatternError
    if has_empty_matches(pattern):
        raise NotByteLevelError(say("empty_matches", pattern=repr(pattern[:80])))
    return pattern


def _byte_level(step: dict[str, Any]) -> list[str]:
    for switch in ("add_prefix_space", "trim_offsets", "use_regex"):
        if not isinstance(step.get(switch, True if switch == "use_regex" else None), bool):
            raise UnusableError(say("byte_level_switch", switch=switch))
    if step["add_prefix_space"]:
        raise NotByteLevelError(say("prefix_space"))
    return [preset_pattern("gpt2")] if step.get("use_regex", True) else []


def _expression(step: dict[str, Any]) -> str:
    """The expression of one step, as Oniguruma reads it."""
    kind = step.get("type")
    if kind == "Digits":
        if not isinstance(step.get("individual_digits"), bool):
            raise UnusableError(say("digits_switch"))
        return _NUMERIC if step.get("individual_digits") else _NUMERIC + "+"
    if kind == "Punctuation":
        return _behaving(_PUNCTUATION, str(step.get("behavior", "Isolated")), inverted=False)
    if kind == "Split":
        inverted = step.get("invert")
        if not isinstance(inverted, bool):
            raise UnusableError(say("split_invert"))
        return _behaving(
            _written(step.get("pattern")), str(step.get("behavior")), inverted=inverted
        )
    raise NotByteLevelError(say("unknown_step", kind=kind))


def _written(pattern: Any) -> str:
    if isinstance(pattern, dict) and len(pattern) == 1:
        ((kind, text),) = pattern.items()
        if kind in ("Regex", "String") and isinstance(text, str) and text:
            refuse_too_long(text)
            return text if kind == "Regex" else re.escape(text)
    raise UnusableError(say("split_without_pattern"))


def _behaving(expression: str, behavior: str, *, inverted: bool) -> str:
    """An expression whose matches and gaps are the pieces that a behavior makes of another's."""
    if behavior not in _BEHAVIORS:
        raise UnusableError(say("unknown_behavior", behavior=repr(behavior)))
    if behavior == "Isolated":
        return expression
    if behavior == "Removed":
        from engine.formats.oniguruma import read_oniguruma  # late, as above

        if inverted and Splitter(read_oniguruma(expression)).leaves_nothing:
            return expression
        raise NotByteLevelError(say("removes_rest" if inverted else "removes_matches"))
    if behavior == "Contiguous":
        return f"(?>(?:{expression}))++"
    if inverted:
        raise NotByteLevelError(say("inverted_behavior", behavior=behavior))
    match, gap = f"(?>(?:{expression}))", f"(?>(?:(?!(?:{expression}))[\\s\\S])+)"
    if behavior == "MergedWithPrevious":
        return f"{gap}{match}?|{match}"
    return f"{match}{gap}|{gap}|{match}"


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


@dataclass
class JsonContents(Contents):
    """document: the whole file. added: its added tokens. bpe: its model, None if it is damaged.

    is_of_pieces: whether its tokens are of characters with byte fallback.
    """

    document: dict[str, Any] = field(default_factory=dict)
    added: tuple[AddedToken, ...] = ()
    bpe: JsonBpe | None = None
    normalization: Normalization | None = None
    is_of_pieces: bool = False

    def build(self) -> Tokenizer:
        assert self.bpe is not None
        try:
            return Tokenizer(
                self.bpe.merges,
                pattern=self.pattern,
                special_tokens=self.special_tokens,
                vocab_size=self.vocab_size,
                numbering=self.bpe.numbering,
                normalization=self.normalization,
            )
        except PatternError as error:
            raise _not_byte_level(error) from None


def read_tokenizer_json(path: Path, pattern: str | None = None) -> JsonContents:
    """What a tokenizer.json holds, with roles and chat template of the files beside it.

    What is no byte-level BPE is noted as an InexactTokenizerError. Raises TokenizerFileError.
    """
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    contents = JsonContents(file)
    found = contents.found
    document = contents.document = contents.read_json()
    model = document.get("model")
    if not isinstance(model, dict):
        found.refuse(say("no_tokenizer_json"))
        return contents
    if document.get("version", "1.0") != "1.0":
        found.refuse(say("unknown_version", version=repr(document["version"])))
    for name in sorted(document.keys() - _KEYS):
        found.refuse(say("unknown_part", name=repr(name)))
    for part in ("truncation", "padding", "post_processor", "decoder"):
        if not isinstance(document.get(part), dict | None):
            found.refuse(say("no_object", part=part))
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        found.inexact(say("other_model", kind=kind) if kind else say("unknown_kind_of_model"))
        return contents
    _note_settings(model, found)
    contents.is_of_pieces = is_of_pieces(document)
    _read_model(contents, model)
    beside = contents.companions = found.attempt(companions_beside, file.parent) or Companions()
    contents.remarks += found.attempt(_remarks, contents) or []
    if beside.has_tool_template:
        contents.remarks.append(say("two_templates", file=CONFIG_FILE))
    contents.remarks += contents.bpe.remarks if contents.bpe is not None else ()
    return contents


def _note_settings(model: dict[str, Any], found: Findings) -> None:
    """Note what a model says that is damaged, or that byte-level BPE does not do."""
    dropout = model.get("dropout")
    if dropout is not None and type(dropout) not in (int, float):
        found.refuse(say("dropout_no_number"))
    elif dropout:
        found.inexact(say("dropout", dropout=dropout))
    for key in ("continuing_subword_prefix", "end_of_word_suffix"):
        if not isinstance(model.get(key), str | None):
            found.refuse(say("setting_no_text", key=key))
        elif model.get(key):
            found.inexact(say("affix", key=key, affix=repr(model[key])))
    unknown = model.get("unk_token")
    if unknown is not None and not isinstance(unknown, str):
        found.refuse(say("unknown_token_no_text"))
    elif unknown is not None and unknown not in (model.get("vocab") or {}):
        found.refuse(say("unknown_token_missing", token=repr(unknown)))


def _read_model(contents: JsonContents, model: dict[str, Any]) -> None:
    """Read the vocabulary and everything that it has a part in."""
    document, found, vocabulary = contents.document, contents.found, model.get("vocab")
    if not isinstance(vocabulary, dict):
        found.refuse(say("no_vocabulary"))
        return
    is_numbered = _is_numbered(vocabulary, found)
    if contents.is_of_pieces:
        _read_pieces(contents, model, vocabulary, is_numbered=is_numbered)
        return
    normalizer = found.attempt(_normalizer, document.get("normalizer")) or (None, False)
    contents.normalization, spells_bytes = normalizer
    contents.added = added_tokens(
        document.get("added_tokens", []),
        vocabulary if is_numbered else {},
        found,
        normalizes=contents.normalization is not None,
    )
    pre_tokenizer = document.get("pre_tokenizer")
    contents.pattern = found.attempt(_split_pattern, pre_tokenizer, spells_bytes) or ""
    contents.special_tokens = {token.content: token.token_id for token in contents.added}
    contents.bpe = bpe_of_json(
        model, vocabulary, frozenset(contents.special_tokens), found, is_numbered=is_numbered
    )
    _note_size(contents, vocabulary, is_numbered=is_numbered)


def _read_pieces(
    contents: JsonContents,
    model: Mapping[str, Any],
    vocabulary: Mapping[str, int],
    *,
    is_numbered: bool,
) -> None:
    """As `_read_model`, of a model of characters with byte fallback."""
    found = contents.found
    contents.normalization = found.attempt(space_form, contents.document)
    listed = contents.document.get("added_tokens", [])
    contents.added = added_tokens(listed, vocabulary if is_numbered else {}, found, normalizes=True)
    contents.special_tokens = {token.content: token.token_id for token in contents.added}
    pieces = bpe_of_pieces(
        model, vocabulary, contents.special_tokens, found, is_numbered=is_numbered
    )
    if pieces is not None:
        contents.bpe, contents.pattern = pieces.bpe, pieces.pattern
    _note_size(contents, vocabulary, is_numbered=is_numbered)


def _note_size(contents: JsonContents, vocabulary: Mapping[str, int], *, is_numbered: bool) -> None:
    if is_numbered:
        ids = (*vocabulary.values(), *contents.special_tokens.values())
        contents.vocab_size = max(ids, default=-1) + 1


def _is_numbered(vocabulary: dict[str, Any], found: Findings) -> bool:
    """Whether all ids can be ids and differ; those that do not are noted."""
    ids = vocabulary.values()
    if set(map(type, ids)) - {int} or (ids and not 0 <= min(ids) <= max(ids) < MAX_VOCAB_SIZE):
        for token, token_id in vocabulary.items():
            if type(token_id) is not int or not 0 <= token_id < MAX_VOCAB_SIZE:
                reason = say("no_token_and_id", token=repr(token), id=repr(token_id))
                found.fault(ID_INVALID, short(token, token_id), reason)
        return False
    if len(set(ids)) < len(ids):
        note_doubled_ids(found, vocabulary, is_inexact=True)
        return False
    return True


def _normalizer(normalizer: Any) -> tuple[Normalization | None, bool]:
    """The Unicode form, and whether it writes bytes in the byte alphabet, as its last step."""
    steps = flat_parts(normalizer, "normalizers")
    spells_bytes = bool(steps) and steps[-1].get("type") == "ByteLevel"
    forms = [str(step.get("type")) for step in (steps[:-1] if spells_bytes else steps)]
    for form in forms:
        if form not in ("NFC", "NFKC", "NFD", "NFKD"):
            raise NotByteLevelError(say("normalizer", form=form))
    if not forms:
        return None, spells_bytes
    if forms[-1].endswith("D"):
        raise NotByteLevelError(say("normalizer", form=forms[-1]))
    return ("nfkc" if any("K" in form for form in forms) else "nfc"), spells_bytes


def _split_pattern(pre_tokenizer: Any, spells_bytes: bool) -> str:
    try:
        return split_pattern(pre_tokenizer, spells_bytes=spells_bytes)
    except PatternError as error:
        raise _not_byte_level(error) from None


def _not_byte_level(error: PatternError) -> NotByteLevelError:
    return NotByteLevelError(as_reason(error))


def _remarks(contents: JsonContents) -> list[str]:
    """What the file says that encoding here does not do."""
    document, added = contents.document, contents.added
    remarks: list[str] = []
    if names := _names_added(document.get("post_processor")):
        listed = ", ".join(names)
        remarks.append(say("post_processor", tokens=listed))
    if any(str(each.get("type")).startswith("NF") for each in _steps(document)):
        remarks.append(say("older_unicode"))
    decoders = [str(each.get("type")) for each in flat_parts(document.get("decoder"), "decoders")]
    is_usual = "ByteLevel" in decoders
    if contents.is_of_pieces:
        is_usual = is_usual_decoder(decoders, contents.normalization)
    if not is_usual:
        listed = ", ".join(decoders) or "missing"
        remarks.append(say("other_decoder", decoders=listed))
    if document.get("truncation") is not None:
        remarks.append(say("truncation"))
    if document.get("padding") is not None:
        remarks.append(say("padding"))
    plain = [token.content for token in added if not token.special]
    if plain:
        first = ", ".join(map(repr, plain[:3]))
        remarks.append(say("added_not_special", n=len(plain), first=first))
    return remarks


def _steps(document: dict[str, Any]) -> list[dict[str, Any]]:
    return flat_parts(document.get("normalizer"), "normalizers")


def _names_added(processor: Any) -> list[str]:
    """The tokens that a post-processor puts around a single text."""
    names: list[str] = []
    try:
        parts = flat_parts(processor, "processors")
    except UnusableError:
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
