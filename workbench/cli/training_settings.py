"""The settings of one `train`: command line first, then the recipe, then the defaults."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import Corpus, Splitter, TrainingConfig
from engine.counting import CountsCache
from engine.errors import ConfigError
from engine.settings import DesignWarning, SpecialTokenDesign, design_warnings
from engine.training import SuperwordOptions
from workbench.cli.command_error import UsageError
from workbench.cli.merge_rule_settings import given_merge_rules, joined_merge_rules
from workbench.cli.mixture_settings import WantedMixture, chosen_cache, wanted_mixture
from workbench.cli.reading_settings import blaming_recipe, chosen_corpus
from workbench.cli.recipe import Recipe, read_recipe
from workbench.cli.special_token_settings import given_design, joined_design
from workbench.cli.superword_settings import (
    blaming_transition,
    given_superwords,
    options_of,
    superwords_of,
)

_CONFIG_KEYS = (
    "vocab_size",
    "pattern",
    "tie_break",
    "min_frequency",
    "max_token_bytes",
    "token_limit",
    "normalization",
    "special_text",
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
    design_warnings: tuple[DesignWarning, ...] = ()
    superword_options: SuperwordOptions = SuperwordOptions()  # noqa: RUF009  (frozen)


def training_settings(arguments: Namespace) -> TrainingSettings:
    """The settings that `arguments` and their recipe ask for.

    Raises UsageError, ConfigError and PatternError for what the command line asks for in vain,
    CommandError for what the recipe does, and CorpusError.
    """
    recipe = read_recipe(arguments.recipe) if arguments.recipe else Recipe()
    given = {**recipe.settings, **_given(arguments), **given_superwords(arguments)}
    given["merge_rules"] = joined_merge_rules(recipe.settings, given_merge_rules(arguments))
    own_design = given_design(arguments)
    with blaming_recipe(arguments):
        design = joined_design(recipe.settings, own_design)
        config = _config(given, design)
        Splitter(config.pattern)  # an invalid pattern ends here, before a run begins
    corpus = chosen_corpus(arguments, recipe)
    mixture = wanted_mixture(arguments, recipe.settings, corpus)
    cache = chosen_cache(arguments)
    return TrainingSettings(
        config,
        corpus,
        given.get("name"),
        given.get("out"),
        mixture,
        cache,
        design_warnings=design_warnings(design),
        superword_options=options_of(given),
    )


def _given(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    keys = (*_CONFIG_KEYS, "name", "out")
    return {key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None}


def _config(given: Mapping[str, Any], design: SpecialTokenDesign) -> TrainingConfig:
    if "vocab_size" not in given:
        raise UsageError("The vocabulary size is missing: give --vocab-size N or a recipe with it.")
    if "token_limit" in given and "max_token_bytes" not in given:
        raise ConfigError(
            "--token-limit (token_limit in a recipe) says how --max-token-bytes is read and has "
            "no meaning without it; give --max-token-bytes N too.",
            setting="token_limit",
        )
    settings = {key: given[key] for key in (*_CONFIG_KEYS, "merge_rules") if key in given}
    settings["superwords"] = superwords_of(given)
    with blaming_transition():
        return TrainingConfig(**settings | design.settings(given["vocab_size"]))
