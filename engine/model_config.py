"""ModelConfig: what a model's config.json and generation_config.json say of its tokenizer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError

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
"""Keys that hold ids, with the roles that such an id may have."""
_MOST_BYTES = 1 << 24


class ModelConfigError(EngineError):
    """A config.json that cannot be read; path: the file."""

    def __init__(self, sentence: str, *, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


@dataclass(frozen=True, slots=True)
class ConfiguredIds:
    """The ids of one key. file: where it stands; part: the object in it, "" for the file's own.

    value: as written, where it is no id and no list of ids; ids are empty then.
    """

    key: str
    ids: tuple[int, ...]
    file: str
    part: str = ""
    value: object = None

    @property
    def place(self) -> str:
        """For sentences. Example: text_config.eos_token_id of config.json."""
        return f"{self.part + '.' if self.part else ''}{self.key} of {self.file}"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """path: the config.json. model_type and vocab_size as written, None where they are missing.

    vocab_size_part: the object that vocab_size stands in, "" for the file's own.
    """

    path: Path
    model_type: str | None
    vocab_size: object
    vocab_size_part: str
    ids: tuple[ConfiguredIds, ...]


def read_model_config(path: Path) -> ModelConfig:
    """Read a config.json, or the one in a folder, and generation_config.json beside it.

    Raises ModelConfigError for what is no such file.
    """
    if path.is_dir():
        if not (path / CONFIG_FILE).exists():
            raise ModelConfigError(
                f"The folder {path} holds no {CONFIG_FILE}; name a model's folder or the file.",
                path=path,
            )
        path = path / CONFIG_FILE
    document = _json_object(path)
    parts = [("", document)]
    parts += [(name, document[name]) for name in TEXT_PARTS if isinstance(document.get(name), dict)]
    vocab_size, part = next(
        ((each["vocab_size"], name) for name, each in parts if each.get("vocab_size") is not None),
        (None, ""),
    )
    ids = [found for name, each in parts for found in _ids(each, path.name, name)]
    generation = path.with_name(GENERATION_FILE)
    if generation.is_file() and generation != path:
        ids += _ids(_json_object(generation), generation.name, "")
    types = [each.get("model_type") for _, each in reversed(parts)]
    model_type = next((each for each in types if isinstance(each, str)), None)
    return ModelConfig(path, model_type, vocab_size, part, tuple(ids))


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
        with path.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise ModelConfigError(f"{path} is too large for a model configuration.", path=path)
        document = json.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        raise ModelConfigError(f"{path} is not there; check the path.", path=path) from None
    except OSError as error:
        sentence = f"{path} cannot be read: {error.strerror or error}."
        raise ModelConfigError(sentence, path=path) from None
    except UnicodeDecodeError as error:
        raise ModelConfigError(f"{path} is not UTF-8 (byte {error.start:,}).", path=path) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ModelConfigError(f"{path}, line {line}: not JSON.", path=path) from None
    if not isinstance(document, dict):
        raise ModelConfigError(
            f"{path} is JSON, but no object; a model's config.json is one.", path=path
        )
    return document
