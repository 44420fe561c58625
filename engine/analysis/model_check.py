"""A tokenizer checked against a model's config.json and generation_config.json.

A tokenizer that does not fit its model fails silently: ids beyond the embedding crash or wrap, an
end token of another id is never met, a pad token that is an ordinary word trains on nothing. The
article "Training a tokenizer from scratch" names it as its third pitfall, tokenizer-model mismatch,
and asks for three checks: the vocabulary's size, the special tokens' ids, round trips.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import EngineError, reason_of
from engine.machine import check_regular
from engine.sentences import either, say, some_of
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer


CONFIG_FILE = "config.json"
GENERATION_FILE = "generation_config.json"
TEXT_PARTS = ("text_config", "llm_config", "language_config", "language_model", "decoder")
"""Where models of text and pictures keep what belongs to the text."""
ID_ROLES: Mapping[str, tuple[str, ...]] = {
    "bos_token_id": ("bos",),
    "eos_token_id": ("eos", "eot", "eom"),
    "pad_token_id": ("pad",),
    "unk_token_id": ("unk",),
    "mask_token_id": ("mask",),
    "sep_token_id": ("sep",),
    "cls_token_id": ("cls",),
    "decoder_start_token_id": ("bos", "pad"),
    "forced_bos_token_id": ("bos",),
    "forced_eos_token_id": ("eos", "eot"),
}
"""Keys of ids, with the roles that such an id may have."""
_MOST_BYTES = 1 << 24

Severity = Literal["error", "warning", "note", "right"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note", "right")

ROUND_TRIP_TEXTS = (
    "Hello, world!",
    "def foo():\n    return 42\n",
    "The value is $100.",
    "Größe, naïve café, smørrebrød, e\u0301 and \u00e9",
    "Привет, мир! Ελληνικά, Հայերեն, ქართული",
    "שלום עולם، السَّلامُ عليكم، فارسی",
    "नमस्ते दुनिया, বাংলা, தமிழ், తెలుగు",
    "ภาษาไทย ພາສາລາວ ខ្មែរ မြန်မာ",
    "你好，世界。漢字かなカナ混じり文 한국어",
    "አማርኛ ᏣᎳᎩ ᓀᐦᐃᔭᐍᐏᐣ",
    "👩\u200d👩\u200d👧 🏳️\u200d🌈 👍🏽 𝔘𝔫𝔦 ﬁ ² ½",
    "tabs\tand  blanks \u00a0\u3000\r\nlines\n\n",
    "\x00\x1b[31m \ufffd \ufeff",
)
"""Many scripts, code, blanks and what normalizations rewrite."""

USUAL_TOKENS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "llama": (("<|begin_of_text|>", "<|end_of_text|>"), ("<s>", "</s>")),
    "llama4": (("<|begin_of_text|>", "<|end_of_text|>"),),
    "gpt2": (("<|endoftext|>",),),
    "gpt_neo": (("<|endoftext|>",),),
    "gpt_neox": (("<|endoftext|>",),),
    "gpt_oss": (("<|endoftext|>", "<|return|>"),),
    "qwen2": (("<|endoftext|>", "<|im_start|>", "<|im_end|>"),),
    "qwen3": (("<|endoftext|>", "<|im_start|>", "<|im_end|>"),),
    "mistral": (("<s>", "</s>"),),
    "mixtral": (("<s>", "</s>"),),
    "gemma": (("<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>"),),
    "gemma2": (("<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>"),),
    "phi": (("<|endoftext|>",),),
    "phi3": (("<|endoftext|>", "<|end|>"), ("<s>", "</s>")),
    "olmo2": (("<|endoftext|>",),),
    "falcon": (("<|endoftext|>",),),
    "bert": (("[CLS]", "[SEP]", "[PAD]", "[MASK]"),),
    "roberta": (("<s>", "</s>", "<pad>", "<mask>"),),
    "t5": (("</s>", "<pad>"),),
}
"""Special tokens of published models by their model_type; one of the groups is enough."""

_UNKNOWN = "\U0010fffd"
"""A character that no text has: a library has no token for it but the unknown one."""

_USUAL_MULTIPLES = (256, 128, 64, 8)


class ModelConfigError(EngineError):
    """A config.json that cannot be read; path: the file."""

    def __init__(self, sentence: str, *, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


@dataclass(frozen=True, slots=True)
class ConfiguredIds:
    """The ids of one key. file: its name; part: the object in it, "" for the file's own.

    value: as written if it is neither an id nor a list of ids; ids are empty then.
    """

    key: str
    ids: tuple[int, ...]
    file: str
    part: str = ""
    value: object = None

    @property
    def place(self) -> str:
        """For sentences. Example: text_config.eos_token_id of config.json."""
        key = f"{self.part}.{self.key}" if self.part else self.key
        return say("place_in_config", key=key, file=self.file)


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """path: the config.json. model_type and vocab_size as written, None if they are missing."""

    path: Path
    model_type: str | None
    vocab_size: object
    ids: tuple[ConfiguredIds, ...]


def read_model_config(path: Path) -> ModelConfig:
    """Read a config.json, or the one in a folder, and generation_config.json beside it.

    Raises ModelConfigError for what is no such file.
    """
    if path.is_dir():
        if not (path / CONFIG_FILE).exists():
            raise ModelConfigError(
                say("folder_without_config", path=path, file=CONFIG_FILE), path=path
            )
        path = path / CONFIG_FILE
    document = _json_object(path)
    parts = [("", document)]
    parts += [(name, document[name]) for name in TEXT_PARTS if isinstance(document.get(name), dict)]
    sizes = (each.get("vocab_size") for _, each in parts)
    vocab_size = next((size for size in sizes if size is not None), None)
    ids = [found for name, each in parts for found in _ids(each, path.name, name)]
    generation = path.with_name(GENERATION_FILE)
    if generation.is_file() and generation != path:
        ids += _ids(_json_object(generation), generation.name, "")
    types = [each.get("model_type") for _, each in reversed(parts)]
    model_type = next((each for each in types if isinstance(each, str)), None)
    return ModelConfig(path, model_type, vocab_size, tuple(ids))


def _ids(document: Mapping[str, Any], file: str, part: str) -> list[ConfiguredIds]:
    found = []
    for key in ID_ROLES:
        value = document.get(key)
        if value is None:
            continue
        values = value if isinstance(value, list) else [value]
        if all(isinstance(each, int) and not isinstance(each, bool) for each in values):
            found.append(ConfiguredIds(key, tuple(values), file, part))
        else:
            found.append(ConfiguredIds(key, (), file, part, value))
    return found


def _json_object(path: Path) -> dict[str, Any]:
    try:
        check_regular(path)
        with path.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise ModelConfigError(say("config_too_large", path=path), path=path)
        document = json.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        raise ModelConfigError(say("file_not_there", path=path), path=path) from None
    except OSError as error:
        sentence = say("file_unreadable", path=path, reason=reason_of(error))
        raise ModelConfigError(sentence, path=path) from None
    except UnicodeDecodeError as error:
        raise ModelConfigError(
            say("file_not_utf8", path=path, byte=error.start), path=path
        ) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ModelConfigError(say("config_no_json", path=path, line=line), path=path) from None
    if not isinstance(document, dict):
        raise ModelConfigError(say("config_no_object", path=path), path=path)
    return document


@dataclass(frozen=True, slots=True)
class ConfigFinding:
    """One thing that was checked. code: its kind; remedy: what to do, "" where nothing is to do."""

    code: str
    severity: Severity
    sentence: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """A check for people. name: of the tokenizer; path: the config.json."""

    name: str
    path: Path
    findings: tuple[ConfigFinding, ...]


def check_model_config(
    tokenizer: Tokenizer | LibraryTokenizer, config: ModelConfig
) -> tuple[ConfigFinding, ...]:
    """Everything that was checked, errors first; what is right is said as well."""
    found = [
        *_size(tokenizer, config),
        *_special_ids(tokenizer, config),
        *_special_tokens(tokenizer),
        *_round_trips(tokenizer),
        *_usual_tokens(tokenizer, config),
    ]
    return tuple(sorted(found, key=lambda each: SEVERITIES.index(each.severity)))


def _size(tokenizer: Tokenizer | LibraryTokenizer, config: ModelConfig) -> Iterator[ConfigFinding]:
    """The embedding needs a row for every id."""
    size, embedding, file = tokenizer.vocab_size, config.vocab_size, config.path.name
    if embedding is None:
        yield ConfigFinding(
            "no-vocab-size",
            "warning",
            say("no_vocab_size", file=file),
            say("write_vocab_size", size=size),
        )
        return
    if not isinstance(embedding, int) or isinstance(embedding, bool) or embedding < 1:
        yield ConfigFinding(
            "vocab-size-no-number",
            "error",
            say("vocab_size_no_number", file=file, value=repr(embedding)),
            say("write_size_or_multiple", size=size),
        )
        return
    highest = _highest_id(tokenizer)
    if highest >= embedding:
        yield ConfigFinding(
            "vocab-too-large",
            "error",
            say("vocabulary_too_large", size=size, highest=highest, rows=embedding),
            say("resize_embedding", size=size),
        )
    elif size > embedding:
        yield ConfigFinding(
            "unused-beyond",
            "warning",
            say("ids_unused_beyond", size=size, rows=embedding),
            say("take_tokenizers_size"),
        )
    elif size < embedding:
        multiple = next((each for each in _USUAL_MULTIPLES if embedding % each == 0), None)
        more = embedding - size
        sentence = (
            say("padded_to_multiple", rows=embedding, multiple=multiple, more=more, size=size)
            if multiple
            else say("padded_embedding", rows=embedding, more=more, size=size)
        )
        yield ConfigFinding("padded-embedding", "note", sentence)
    else:
        yield ConfigFinding("vocab-size", "right", say("same_size", size=size))


def _highest_id(tokenizer: Tokenizer | LibraryTokenizer) -> int:
    """The highest id with a token; -1 for an empty vocabulary."""
    vocabulary = tokenizer.vocabulary
    used = (token_id for token_id in range(len(vocabulary) - 1, -1, -1) if vocabulary[token_id])
    return max(next(used, -1), max(tokenizer.special_tokens.values(), default=-1))


def _special_ids(
    tokenizer: Tokenizer | LibraryTokenizer, config: ModelConfig
) -> Iterator[ConfigFinding]:
    named: set[str] = set()
    for configured in config.ids:
        named.add(configured.key)
        problems = list(_problems_of_ids(tokenizer, configured))
        yield from problems
        if not problems:
            tokens = _tokens_of(tokenizer, configured.ids)
            shown = ", ".join(f"{token_id:,} {tokens[token_id]}" for token_id in configured.ids)
            yield ConfigFinding(
                "id", "right", say("id_right", place=configured.place, tokens=shown)
            )
    for role in ("bos", "eos", "pad"):
        if f"{role}_token_id" not in named and role in tokenizer.roles:
            token = tokenizer.roles[role]
            token_id = tokenizer.special_tokens[token]
            yield ConfigFinding(
                "id-missing",
                "warning" if role == "eos" else "note",
                say("id_not_named", file=config.path.name, role=role, token=token, id=token_id),
                say("write_id", role=role, id=token_id),
            )


def _problems_of_ids(
    tokenizer: Tokenizer | LibraryTokenizer, configured: ConfiguredIds
) -> Iterator[ConfigFinding]:
    place, roles = configured.place, ID_ROLES[configured.key]
    if configured.value is not None:
        yield ConfigFinding(
            "id-no-number",
            "error",
            say("id_no_number", place=place, value=repr(configured.value)),
            say("write_number"),
        )
        return
    special = {token_id: token for token, token_id in tokenizer.special_tokens.items()}
    wanted = _wanted(tokenizer, roles)
    remedy = say("set_to", wanted=_either(wanted)) if wanted else say("give_special_id")
    for token_id in configured.ids:
        if token_id == -1:
            yield ConfigFinding("id-none", "note", say("id_minus_one", place=place))
        elif not 0 <= token_id < tokenizer.vocab_size:
            yield ConfigFinding(
                "id-outside",
                "error",
                say("id_outside", place=place, id=token_id, highest=tokenizer.vocab_size - 1),
                remedy,
            )
        elif token_id not in special:
            yield _ordinary(tokenizer, configured, token_id, remedy)
    fit = [token_id for token_id in configured.ids if token_id in special]
    if fit and wanted and not set(fit) & set(wanted.values()):
        shown = ", ".join(f"{token_id:,} ({special[token_id]})" for token_id in fit)
        yield ConfigFinding(
            "role-differs",
            "error" if roles[0] in {"bos", "eos"} else "warning",
            say("role_differs", place=place, found=shown, wanted=_either(wanted)),
            remedy,
        )


def _ordinary(
    tokenizer: Tokenizer | LibraryTokenizer, configured: ConfiguredIds, token_id: int, remedy: str
) -> ConfigFinding:
    """An id that belongs to no special token, though it has a role."""
    token = tokenizer.vocabulary[token_id]
    if not token:
        return ConfigFinding(
            "id-unused", "error", say("id_unused", place=configured.place, id=token_id), remedy
        )
    return ConfigFinding(
        "id-ordinary",
        "error",
        say("id_ordinary", place=configured.place, id=token_id, token=_shown(token)),
        remedy,
    )


def _wanted(tokenizer: Tokenizer | LibraryTokenizer, roles: Sequence[str]) -> dict[str, int]:
    """The tokenizer's own tokens for the roles that a key may have, with their ids."""
    tokens = [tokenizer.roles[role] for role in roles if role in tokenizer.roles]
    return {token: tokenizer.special_tokens[token] for token in tokens}


def _either(tokens: Mapping[str, int]) -> str:
    return either(f"{token_id:,} ({token})" for token, token_id in tokens.items())


def _tokens_of(tokenizer: Tokenizer | LibraryTokenizer, ids: Iterable[int]) -> dict[int, str]:
    return {token_id: _shown(tokenizer.vocabulary[token_id]) for token_id in ids if token_id >= 0}


def _special_tokens(tokenizer: Tokenizer | LibraryTokenizer) -> Iterator[ConfigFinding]:
    """Parsed, each is its one id; as text, none is."""
    split, read, library = [], [], getattr(tokenizer, "library", None)
    unknown = set() if library is None else set(tokenizer.encode(_UNKNOWN, special="text"))
    for token, token_id in tokenizer.special_tokens.items():
        if list(tokenizer.encode(token, special="parse")) != [token_id]:
            split.append(token)
        if token_id not in unknown and token_id in tokenizer.encode(token, special="text"):
            read.append(token)
    if split and library is not None:
        yield ConfigFinding(
            "special-by-id",
            "note",
            say("special_by_id", tokens=some_of(split), library=library, n=len(split)),
            say("put_ids_in"),
        )
    elif split:
        yield ConfigFinding(
            "special-split",
            "error",
            say("special_split", tokens=some_of(split)),
            say("rename_inside"),
        )
    if read:
        yield ConfigFinding(
            "special-in-text",
            "warning",
            say("special_in_text", tokens=some_of(read), n=len(read)),
            say("take_out_of_texts"),
        )
    if not split and tokenizer.special_tokens:
        n = len(tokenizer.special_tokens)
        yield ConfigFinding("special-tokens", "right", say("special_tokens_right", n=n))


def _round_trips(tokenizer: Tokenizer | LibraryTokenizer) -> Iterator[ConfigFinding]:
    normalization = tokenizer.normalization
    rewritten, library = 0, getattr(tokenizer, "library", None)
    for text in ROUND_TRIP_TEXTS:
        back = tokenizer.decode_bytes(tokenizer.encode(text))
        if back == text.encode():
            continue
        if normalization is not None and back == _normalized(tokenizer, text):
            rewritten += 1
            continue
        yield ConfigFinding(
            "round-trip",
            "error" if library is None else "warning",
            say("round_trip_differs", text=repr(text), back=repr(back.decode("utf-8", "replace"))),
            say("round_trip_loses")
            if library is None
            else say("round_trip_of_library", library=library),
        )
        return
    n = len(ROUND_TRIP_TEXTS)
    if rewritten:
        yield ConfigFinding(
            "normalized",
            "warning",
            say("texts_normalized", rewritten=rewritten, n=n, form=form_name(normalization)),
            say("normalized_remedy"),
        )
    else:
        yield ConfigFinding("round-trips", "right", say("round_trips_exact", n=n))


def _normalized(tokenizer: Tokenizer | LibraryTokenizer, text: str) -> bytes | None:
    from engine.encoding import Tokenizer

    return tokenizer.normalized(text.encode()) if isinstance(tokenizer, Tokenizer) else None


def _usual_tokens(
    tokenizer: Tokenizer | LibraryTokenizer, config: ModelConfig
) -> Iterator[ConfigFinding]:
    groups = USUAL_TOKENS.get(config.model_type or "")
    if groups is None or any(set(group) <= set(tokenizer.special_tokens) for group in groups):
        return
    usual = either(", ".join(group) for group in groups)
    yield ConfigFinding(
        "unusual-tokens",
        "note",
        say("unusual_tokens", model_type=config.model_type, usual=usual),
        say("unusual_tokens_remedy"),
    )


def _shown(token: bytes) -> str:
    text = token.decode("utf-8", "replace")
    return text if text.isprintable() and text == text.strip() and text else repr(text)
