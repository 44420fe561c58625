"""The settings of one `train`: command line first, then the recipe, then the defaults."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import Corpus, Splitter, TrainingConfig
from engine.counts_cache import CountsCache
from engine.errors import ConfigError
from engine.special_token_sets import special_token_set
from workbench.commands.command_error import CommandError, UsageError
from workbench.commands.mixture_settings import WantedMixture, chosen_cache, wanted_mixture
from workbench.commands.reading_settings import blaming_recipe, chosen_corpus
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


@dataclass(frozen=True)
class TrainingSettings:
    """What a training needs, checked as far as it can be without reading the corpus."""

    config: TrainingConfig
    corpus: Corpus
    name: str | None
    out: Path | None
    mixture: WantedMixture
    cache: CountsCache | None


def training_settings(arguments: Namespace) -> TrainingSettings:
    """The settings that `arguments` and their recipe ask for.

    Raises UsageError, ConfigError and PatternError for what the command line asks for in vain,
    CommandError for what the recipe does, and CorpusError.
    """
    recipe = read_recipe(arguments.recipe) if arguments.recipe else Recipe()
    given = {**recipe.settings, **_given(arguments)}
    with blaming_recipe(arguments):
        config = _config(given)
        Splitter(config.pattern)  # an invalid pattern ends here, before a run begins
    corpus = chosen_corpus(arguments, recipe)
    mixture = wanted_mixture(arguments, recipe.settings, corpus)
    cache = chosen_cache(arguments)
    return TrainingSettings(config, corpus, given.get("name"), given.get("out"), mixture, cache)


def _given(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    keys = (*_CONFIG_KEYS, "name", "out")
    given = {key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None}
    if "special_tokens" in given:
        given["special_tokens"] = _special_tokens(given["special_tokens"])
    return given


def _special_tokens(name_or_file: str) -> tuple[str, ...]:
    """The set or the file; what stands in the file is no fault of the command line."""
    try:
        return special_token_set(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
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
