"""The mixture that a command line and its recipe ask for."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.corpus import Corpus
from engine.counting import CountsCache
from engine.errors import ConfigError
from engine.machine import COUNTS_CACHE_VARIABLE
from engine.settings import AppliedRecipe, Mixture, MixtureMaker, MixtureRecipe, find_recipe
from workbench.cli.command_error import CommandError, UsageError
from workbench.cli.mixture_arguments import size
from workbench.cli.output import print_note

_WAYS = ("mixture", "alpha", "weights")
MIXTURE_KEYS = (*_WAYS, "target_bytes", "seed")
"""Keys of a recipe; on the command line `weights` is --weight."""


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
        return self.recipe and self.recipe.applied(labels, source_bytes)


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
    try:
        return find_recipe(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).is_file():
            raise CommandError(str(error)) from None
        raise


def _check_labels(wanted: WantedMixture, corpus: Corpus) -> None:
    """Raise ConfigError for labels that no source has, before anything is read."""
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
