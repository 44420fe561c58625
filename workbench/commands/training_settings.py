"""The settings of one `train`: command line first, then the recipe, then the defaults."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import Corpus, Splitter, TrainingConfig
from engine.errors import ConfigError, PatternError
from engine.special_token_sets import special_token_set
from workbench.commands.command_error import CommandError, UsageError
from workbench.commands.recipe import Recipe, read_recipe

_CONFIG_KEYS = (
    "vocab_size",
    "pattern",
    "special_tokens",
    "tie_break",
    "min_frequency",
    "max_token_bytes",
    "token_limit",
    "normalization",
    "reserved_slots",
)
_CORPUS_KEYS = ("max_document_chars", "max_chars", "document_separator")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\\": "\\"}


@dataclass(frozen=True)
class TrainingSettings:
    """What a training needs, checked as far as it can be without reading the corpus."""

    config: TrainingConfig
    corpus: Corpus
    name: str | None
    out: Path | None


def training_settings(arguments: Namespace) -> TrainingSettings:
    """The settings that `arguments` and their recipe ask for.

    Raises UsageError, ConfigError and PatternError for what the command line asks for in vain,
    CommandError for what the recipe does, and CorpusError.
    """
    recipe = read_recipe(arguments.recipe) if arguments.recipe else Recipe()
    given = {**recipe.settings, **_given(arguments)}
    with _blaming(arguments):
        config = _config(given)
        Splitter(config.pattern)  # an invalid pattern ends here, before a run begins
    paths = arguments.paths or recipe.paths
    if not paths or "" in paths:
        raise UsageError("No corpus: give at least one PATH, or a recipe with paths.")
    labels = {**recipe.labels, **dict(arguments.label or ())}
    with _blaming(arguments):
        corpus = Corpus.from_paths(
            paths, labels=labels, **{key: given[key] for key in _CORPUS_KEYS if key in given}
        )
    _check_labels(corpus, paths, recipe.labels, CommandError)
    _check_labels(corpus, paths, dict(arguments.label or ()), UsageError)
    return TrainingSettings(config, corpus, given.get("name"), given.get("out"))


def _given(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    keys = (*_CONFIG_KEYS, *_CORPUS_KEYS, "name", "out")
    given = {key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None}
    if "special_tokens" in given:
        given["special_tokens"] = _special_tokens(given["special_tokens"])
    if "document_separator" in given:
        given["document_separator"] = unescaped(given["document_separator"])
    return given


def _special_tokens(name_or_file: str) -> tuple[str, ...]:
    """The set or the file; what stands in the file is no fault of the command line."""
    try:
        return special_token_set(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
        raise


@contextmanager
def _blaming(arguments: Namespace) -> Iterator[None]:
    """Turn errors about what the recipe sets, and no option, into CommandError."""
    try:
        yield
    except (ConfigError, PatternError) as error:
        setting = error.setting if isinstance(error, ConfigError) else "pattern"
        if arguments.recipe and getattr(arguments, setting, None) is None:
            raise CommandError(f"The recipe {arguments.recipe}: {error}") from None
        raise


def _config(given: Mapping[str, Any]) -> TrainingConfig:
    if "vocab_size" not in given:
        raise UsageError("The vocabulary size is missing: give --vocab-size N or a recipe with it.")
    if "token_limit" in given and "max_token_bytes" not in given:
        raise ConfigError(
            "--token-limit (token_limit in a recipe) says how --max-token-bytes is read and has "
            "no meaning without it; give --max-token-bytes N too.",
            setting="token_limit",
        )
    return TrainingConfig(**{key: given[key] for key in _CONFIG_KEYS if key in given})


def _check_labels(
    corpus: Corpus,
    paths: Sequence[str],
    labels: Mapping[str, str],
    error: type[CommandError],
) -> None:
    """Raise the error for a label of a path that is none of the given ones."""
    known = {Path(path) for path in paths}
    known |= {path for source in corpus.sources for path in source.paths}
    for path, label in labels.items():
        if Path(path) not in known:
            raise error(f"The label {label!r} is for {path}, which is none of the given paths.")


def unescaped(text: str) -> str:
    r"""A separator as it is meant. Example: \n in two characters -> a line feed."""
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    return text
