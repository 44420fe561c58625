"""Writing a whole training as a recipe, which `read_recipe` and `train --recipe` take back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import RemotePath
from engine.machine import write_whole
from engine.settings import (
    SPECIAL_TOKEN_SETS,
    SUPERWORD_PRESETS,
    MergeRules,
    Mixture,
    ReadingOptions,
    Superwords,
    guessed_roles,
    special_token_design,
    superword_rules,
)
from workbench.work.recipe import RecipeError
from workbench.work.sentences import say
from workbench.work.training_schema import READING_SETTINGS, SOURCE_KINDS
from workbench.work.training_settings import PLAIN_SETTINGS, SETTINGS, TrainingSettings, default_of

if TYPE_CHECKING:
    from engine import Corpus, Source
    from engine.corpus import SourcePath
    from workbench.work.pattern_cases import PatternCase

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class WholeTraining:
    """Everything that a training is made of; corpus None where none was chosen yet."""

    settings: TrainingSettings
    pattern: str
    corpus: Corpus | None = None
    mixture: Mixture | None = None
    pattern_cases: tuple[PatternCase, ...] = ()


def write_recipe(path: Path, training: WholeTraining) -> None:
    """Write a training as a recipe. Raises RecipeError for what no recipe can say, and OSError."""
    path = path.resolve()
    document = recipe_document(training, path.parent)
    try:
        content = toml_text(document).encode()
    except UnicodeEncodeError as error:
        broken = repr(error.object[error.start : error.end])
        raise RecipeError(say("recipe_not_unicode", path=path, character=broken)) from None
    write_whole(path, content)


def recipe_document(training: WholeTraining, folder: Path) -> dict[str, Any]:
    """The keys of a recipe in `folder` for a training. Raises RecipeError."""
    settings, given = training.settings, _of_settings(training.settings)
    given["pattern"] = training.pattern
    if training.pattern_cases:
        given["pattern_cases"] = [case.line for case in training.pattern_cases]
    if settings.merge_rules is not None:
        given["merge_rules"] = _of_merge_rules(settings.merge_rules)
    if settings.superwords is not None:
        given |= _of_superwords(settings.superwords)
    if training.corpus is not None:
        given |= _of_corpus(training.corpus, folder)
    if training.mixture is not None:
        given |= _of_mixture(training.mixture)
    return {key: given[key] for key in SETTINGS if key in given}


def toml_text(document: Mapping[str, Any]) -> str:
    """A document of scalars, lists and tables as TOML; tables of the first level come last."""
    lines = [
        f"{_key(key)} = {_value(value)}"
        for key, value in document.items()
        if not isinstance(value, Mapping)
    ]
    for name, table in document.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_key(name)}]"]
            lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
    return "\n".join([*lines, ""])


def _of_settings(settings: TrainingSettings) -> dict[str, Any]:
    given: dict[str, Any] = {
        key: value
        for key in ("name", "reserved_slots", "pad_vocab_to", *PLAIN_SETTINGS)
        if (value := getattr(settings, key)) != default_of(key)
    }
    if settings.max_token_bytes is None:
        given.pop("token_limit", None)  # it has no meaning then
    given["vocab_size"] = settings.vocab_size
    tokens = settings.special_tokens
    if not tokens:
        return given
    roles = None if settings.roles is None else dict(settings.roles)
    for name in SPECIAL_TOKEN_SETS:
        design = special_token_design(name)
        if (design.tokens, design.roles) == (tokens, roles):
            return given | {"special_tokens": name}
    given["special_tokens"] = list(tokens)
    if roles is not None:  # those that would be guessed are taken away
        given["roles"] = {**dict.fromkeys(guessed_roles(tokens), ""), **roles}
    return given


def _of_superwords(superwords: Superwords) -> dict[str, Any]:
    rules = superwords.stage_two_rules
    name = rules.name
    is_preset = name in SUPERWORD_PRESETS and superword_rules(name) == rules
    table = {rule: value for rule, value in rules.document().items() if value is not None}
    return {
        "superwords_from": superwords.start,
        "superword_pattern": superwords.pattern,
        "superword_rules": name if is_preset else table,
    }


def _of_merge_rules(rules: MergeRules) -> dict[str, Any]:
    table: dict[str, Any] = {"blocked": [_of_token(token) for token in rules.blocked]}
    if rules.blocked_pattern is not None:
        table["blocked_pattern"] = rules.blocked_pattern
    return table


def _of_token(token: bytes) -> str | dict[str, str]:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return {"hex": token.hex()}


def _of_corpus(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Every file by name, with its label, so that another guess changes nothing."""
    labels: dict[str, str] = {}
    sources: dict[str, dict[str, Any]] = {}
    for source in corpus.sources:
        if source.texts is not None:
            raise RecipeError(say("recipe_source_in_memory", label=source.label))
        labels |= {_path_text(path, folder): source.label for path in source.paths}
        if table := _of_reading(source):
            sources[source.label] = table
    general = {**corpus.reading.flat(), "max_chars": corpus.max_chars}
    usual = ReadingOptions().flat()
    given: dict[str, Any] = {
        key: general[key] for key in READING_SETTINGS if general[key] != usual[key]
    }
    given |= {"paths": list(labels), "labels": labels}
    return given | ({"sources": sources} if sources else {})


def _of_reading(source: Source) -> dict[str, Any]:
    own, usual = source.reading.flat(), ReadingOptions().flat()
    return {key: own[key] for key in SOURCE_KINDS if own[key] != usual[key]}


def _path_text(path: SourcePath, folder: Path) -> str:
    if isinstance(path, RemotePath):
        return path.url
    whole = Path(path).absolute()
    if not whole.is_relative_to(folder):
        return str(whole)
    inside = whole.relative_to(folder).as_posix()
    return f"./{inside}" if inside.startswith("~") else inside


def _of_mixture(mixture: Mixture) -> dict[str, Any]:
    given = mixture.given()
    if "shares" in given:
        given["weights"] = given.pop("shares")
    if not given.get("seed"):
        given.pop("seed", None)
    return given


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
