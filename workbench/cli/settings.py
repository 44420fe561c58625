"""The settings of a training or an extension: command line first, then recipe, then defaults.

The options are in settings_options, the file format in recipe.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError, TokenizerFileError
from engine.machine import COUNTS_CACHE_VARIABLE
from engine.settings import (
    SECOND_PATTERN,
    MergeRules,
    SuperwordRules,
    Superwords,
    blocked_in,
    guessed_roles,
    superword_rules,
)
from workbench.cli.errors import CommandError, UsageError
from workbench.cli.inputs import blaming_recipe, chosen_corpus
from workbench.cli.output import print_note
from workbench.cli.recipe import Recipe, read_recipe
from workbench.cli.settings_options import size

if TYPE_CHECKING:
    from engine import TrainingConfig
    from engine.corpus import Corpus
    from engine.counting import CountsCache
    from engine.settings import (
        AppliedRecipe,
        DesignWarning,
        Mixture,
        MixtureMaker,
        MixtureRecipe,
        SpecialTokenDesign,
    )
    from engine.training import SuperwordOptions

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
SUPERWORD_KEYS = ("superwords_from", "superword_rules", "superword_pattern", "superword_memory")
_GIGABYTE = 10**9
_WAYS = ("mixture", "alpha", "weights")
MIXTURE_KEYS = (*_WAYS, "target_bytes", "seed")
"""Keys of a recipe; on the command line `weights` is --weight."""


@dataclass(frozen=True)
class TrainingSettings:
    """What a training needs, checked as far as it can be without reading the corpus."""

    config: TrainingConfig
    corpus: Corpus
    name: str | None
    out: Path | None
    mixture: WantedMixture
    cache: CountsCache | None
    design_warnings: tuple[DesignWarning, ...]
    superword_options: SuperwordOptions


def training_settings(arguments: Namespace) -> TrainingSettings:
    """The settings that `arguments` and their recipe ask for.

    Raises UsageError, ConfigError and PatternError for what the command line asks for in vain,
    CommandError for what the recipe does, and CorpusError.
    """
    from engine.settings import design_warnings
    from engine.splitting import Splitter

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
    from engine import TrainingConfig

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


def given_merge_rules(arguments: Namespace) -> dict[str, Any]:
    """What the command line says, by key. Raises ConfigError and CommandError."""
    given: dict[str, Any] = {}
    if arguments.block_tokens is not None:
        try:
            given["blocked"] = blocked_in(arguments.block_tokens)
        except TokenizerFileError as error:
            raise CommandError(str(error)) from None
    if arguments.block_pattern is not None:
        given["blocked_pattern"] = arguments.block_pattern
    MergeRules(**given)  # what is wrong with it is no fault of the recipe
    return given


def joined_merge_rules(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> MergeRules | None:
    """The rules of a training; what the command line says of a key replaces what the recipe says.

    recipe: its settings.
    """
    rules = MergeRules(**{**recipe.get("merge_rules", {}), **given})
    return None if rules.is_empty else rules


def given_design(arguments: Namespace) -> dict[str, Any]:
    """What the command line says of special tokens, by key."""
    given: dict[str, Any] = {}
    if arguments.special_tokens is not None:
        given["special_tokens"] = _special_tokens(arguments.special_tokens)
    for key in ("reserved_slots", "pad_vocab_to"):
        if getattr(arguments, key) is not None:
            given[key] = getattr(arguments, key)
    if arguments.roles is not None:
        given["roles"] = dict(arguments.roles)
    return given


def joined_design(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> SpecialTokenDesign:
    """The design of a training: command line first, then recipe, then what a set or file says.

    The roles of a recipe go with its tokens: other tokens leave them out. Raises ConfigError.
    """
    from engine.settings import SpecialTokenDesign

    design: SpecialTokenDesign = given.get("special_tokens") or recipe.get(
        "special_tokens", SpecialTokenDesign()
    )
    roles = dict(given.get("roles", {}))
    if "special_tokens" not in given:
        roles = {**recipe.get("roles", {}), **roles}
    numbers = {
        key: each[key]
        for each in (recipe, given)
        for key in ("reserved_slots", "pad_vocab_to")
        if key in each
    }
    design = replace(design, **numbers)
    if not roles:
        return design
    before = guessed_roles(design.tokens) if design.roles is None else design.roles
    wanted = {role: token for role, token in {**before, **roles}.items() if token != ""}
    return replace(design, roles=wanted)


def _special_tokens(name_or_file: str) -> SpecialTokenDesign:
    """The set or the file; what stands in the file is no fault of the command line."""
    from engine.settings import special_token_design

    try:
        return special_token_design(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
        raise


def superwords_of(given: Mapping[str, Any]) -> Superwords | None:
    """The superwords of the settings by name; None where there are none.

    Raises ConfigError, PatternError.
    """
    from engine.splitting import Splitter

    start = given.get("superwords_from")
    if start is None:
        for key in SUPERWORD_KEYS[1:]:
            if given.get(key) is not None:
                raise ConfigError(
                    f"--{key.replace('_', '-')} ({key} in a recipe) has no meaning without "
                    "superwords; give --superwords-from SHARE too, such as 0.8.",
                    setting=key,
                )
        return None
    pattern = given.get("superword_pattern") or SECOND_PATTERN
    Splitter(pattern)  # an invalid pattern ends here
    wanted = given.get("superword_rules") or "official"
    with _as_setting("superword_rules"):
        rules = wanted if isinstance(wanted, SuperwordRules) else superword_rules(wanted)
    with blaming_transition():
        return Superwords(start, pattern, rules)


def blaming_transition() -> AbstractContextManager[None]:
    """Say of errors about superwords that they are about --superwords-from."""
    return _as_setting("superwords_from")


@contextmanager
def _as_setting(setting: str) -> Iterator[None]:
    try:
        yield
    except ConfigError as error:
        if error.setting == "superwords":
            raise ConfigError(str(error), setting=setting) from None
        raise


def options_of(given: Mapping[str, Any]) -> SuperwordOptions:
    """How stage two works, by the settings."""
    from engine.training import SuperwordOptions

    memory = given.get("superword_memory")
    return SuperwordOptions(memory_bytes=None if memory is None else int(memory * _GIGABYTE))


def given_superwords(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    values = {key: getattr(arguments, key, None) for key in SUPERWORD_KEYS}
    return {key: value for key, value in values.items() if value is not None}


@dataclass(frozen=True)
class WantedMixture:
    """What is asked for: a mixture, or a mixture file, which waits for the sizes."""

    mixture: Mixture | None = None
    recipe: MixtureRecipe | None = None

    @property
    def is_given(self) -> bool:
        """Whether anything else than all as it is was asked for."""
        return self.recipe is not None or self.mixture is not None

    @property
    def maker(self) -> MixtureMaker | None:
        """What a training takes; None for everything as it is."""
        return self.recipe or self.mixture

    def applied(self, labels: Sequence[str], source_bytes: Sequence[int]) -> AppliedRecipe | None:
        """The mixture file on sources of these sizes, if there is one."""
        return None if self.recipe is None else self.recipe.applied(labels, source_bytes)


def wanted_mixture(
    arguments: Namespace, settings: Mapping[str, Any], corpus: Corpus
) -> WantedMixture:
    """What the command line asks for, and where it says nothing the recipe's settings.

    Raises UsageError and ConfigError for the command line, CommandError for the recipe's mistakes.
    """
    own = _own(arguments)
    if len(ways := [key for key in _WAYS if key in own]) > 1:
        raise UsageError(f"{_option(ways[0])} and {_option(ways[1])} exclude each other.")
    theirs = {key: settings[key] for key in MIXTURE_KEYS if key in settings}
    if ways:
        theirs = {key: value for key, value in theirs.items() if key not in _WAYS}
    try:
        wanted = _wanted({**_checked(theirs, arguments), **own})
        _check_labels(wanted, corpus)
    except ConfigError as error:
        if arguments.recipe and not own:
            raise CommandError(f"The recipe {arguments.recipe}: {error}") from None
        raise
    if "seed" in own and not _samples(wanted):
        raise UsageError("--seed chooses what --target-bytes samples and has no meaning without.")
    return wanted


def chosen_cache(arguments: Namespace) -> CountsCache | None:
    """Where counts of sources are kept, None if they are not to be."""
    from engine.counting import CountsCache

    if arguments.no_kept_counts:
        return None
    cache = CountsCache()
    if cache.max_bytes and not cache.prepare():
        print_note(
            f"Counts cannot be kept in {cache.folder}, so the next training reads everything "
            f"again; {COUNTS_CACHE_VARIABLE} names another folder."
        )
    return cache


def _own(arguments: Namespace) -> dict[str, Any]:
    given = {
        "mixture": arguments.mixture,
        "alpha": arguments.alpha,
        "weights": None if arguments.weight is None else dict(arguments.weight),
        "target_bytes": arguments.target_bytes,
        "seed": arguments.seed,
    }
    if arguments.weight is not None and len(given["weights"]) < len(arguments.weight):
        raise UsageError("--weight gives the same label twice.")
    return {key: value for key, value in given.items() if value is not None}


def _checked(settings: dict[str, Any], arguments: Namespace) -> dict[str, Any]:
    """The recipe's settings, sizes as numbers, files beside the recipe."""
    if len(ways := [key for key in _WAYS if key in settings]) > 1:
        raise CommandError(
            f"The recipe {arguments.recipe} sets {ways[0]} and {ways[1]}, which exclude each other."
        )
    settings = dict(settings)
    if isinstance(target := settings.get("target_bytes"), str):
        try:
            settings["target_bytes"] = size(target)
        except argparse.ArgumentTypeError as error:
            raise CommandError(f"The recipe {arguments.recipe}: target_bytes {error}.") from None
    if "mixture" in settings:
        beside = arguments.recipe.parent / Path(settings["mixture"]).expanduser()
        settings["mixture"] = str(beside) if beside.is_file() else settings["mixture"]
    return settings


def _wanted(given: Mapping[str, Any]) -> WantedMixture:
    from engine.settings import Mixture

    target, seed = given.get("target_bytes"), given.get("seed")
    if "mixture" in given:
        recipe = _found_recipe(given["mixture"])
        target = recipe.target_bytes if target is None else target
        seed = recipe.seed if seed is None else seed
        Mixture(target_bytes=target, seed=seed)
        return WantedMixture(recipe=replace(recipe, target_bytes=target, seed=seed))
    if not given:
        return WantedMixture()
    return WantedMixture(
        Mixture(
            shares=given.get("weights"),
            alpha=given.get("alpha"),
            target_bytes=target,
            seed=seed or 0,
        )
    )


def _found_recipe(name_or_file: str) -> MixtureRecipe:
    """The built-in mixture or the file; what stands in it is no fault of the command line."""
    from engine.settings import find_recipe

    try:
        return find_recipe(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).is_file():
            raise CommandError(str(error)) from None
        raise


def _check_labels(wanted: WantedMixture, corpus: Corpus) -> None:
    """Raise ConfigError for labels that no source has, before anything is read."""
    from engine.settings import Mixture

    labels = [source.label for source in corpus.sources]
    if wanted.mixture is not None and wanted.mixture.shares is not None:
        known = dict.fromkeys(labels, 1)
        named = {label: share for label, share in wanted.mixture.shares.items() if share}
        Mixture(shares=named).resolve(list(known), [1 << 40] * len(known))


def _samples(wanted: WantedMixture) -> bool:
    source = wanted.recipe or wanted.mixture
    return source is not None and source.target_bytes is not None


def _option(key: str) -> str:
    return "--weight" if key == "weights" else f"--{key}"
