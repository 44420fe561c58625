"""What one `extend` is asked for, checked before anything is read."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from engine.analysis import ModelCost, model_size
from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.errors import ConfigError
from engine.extension import ExtensionSettings, GeneralShare, joined_corpus, tokens_of_other
from engine.settings import MixtureMaker, TokenList, read_token_list, special_token_design
from resources import sample_corpus_folder
from workbench.cli.command_error import UsageError
from workbench.cli.merge_rule_settings import given_merge_rules, joined_merge_rules
from workbench.cli.mixture_settings import wanted_mixture
from workbench.cli.output import print_note
from workbench.cli.reading_settings import check_paths, chosen_corpus, given_reading
from workbench.cli.tokenizer_argument import load_tokenizer

_OF_LEARNING = (
    "held_out", "tie_break", "min_frequency", "max_token_bytes", "general_share", "block_tokens",
    "block_pattern",
)  # fmt: skip
_OF_MIXTURES = ("mixture", "alpha", "weight")


def check_extend(arguments: Namespace) -> None:
    """Raise UsageError for options that contradict each other or say nothing here."""
    if arguments.add is not None:
        check_paths(arguments.paths)
    else:
        way = "--tokens" if arguments.tokens is not None else "--from"
        for key in (*_OF_LEARNING, *_OF_MIXTURES):
            if getattr(arguments, key) is not None:
                option = "--" + key.replace("_", "-")
                raise UsageError(f"{option} is for merges that are learned; {way} learns none.")
    if arguments.strict and arguments.add is not None:
        raise UsageError("--strict is for given tokens; --add learns its own.")
    if arguments.target_bytes is not None or arguments.seed is not None:
        raise UsageError("extend reads all of the text; --target-bytes and --seed do not go here.")
    if arguments.general_share is not None:
        if not arguments.general:
            raise UsageError("--general-share needs --general PATH, the text to learn from too.")
        if any(getattr(arguments, key) is not None for key in _OF_MIXTURES):
            raise UsageError("--general-share and another mixture exclude each other.")
    if arguments.model is not None and arguments.width is not None:
        raise UsageError("--model and --width exclude each other: a model has its own width.")


def extension_settings(arguments: Namespace, tokenizer: object) -> ExtensionSettings:
    """The settings of the engine. Raises ConfigError.

    Special tokens of a set or file that are there already keep their ids, and a note says so.
    """
    keys = ("held_out", "tie_break", "min_frequency", "max_token_bytes")
    given: dict[str, Any] = {
        key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None
    }
    given["merge_rules"] = joined_merge_rules({}, given_merge_rules(arguments))
    if arguments.special_tokens is not None:
        known: dict[str, int] = getattr(tokenizer, "special_tokens", {})
        wanted = special_token_design(arguments.special_tokens).tokens
        given["special_tokens"] = tuple(name for name in wanted if name not in known)
        for name in [name for name in wanted if name in known]:
            print_note(f"The special token {name} is there already, with the id {known[name]}.")
    return ExtensionSettings(**given, fill_unused=arguments.fill_unused, strict=arguments.strict)


def domain_corpus(arguments: Namespace) -> Corpus | None:
    """The text of the domain, None where no PATH is given."""
    return chosen_corpus(arguments) if arguments.paths else None


def general_corpus(arguments: Namespace) -> Corpus:
    """The general text: the given paths, or the sample corpus."""
    if not arguments.general:
        return Corpus.from_paths(sample_corpus_folder())
    return Corpus.from_paths(arguments.general, **given_reading(arguments))


def learned_corpus(
    arguments: Namespace, domain: Corpus, general: Corpus
) -> tuple[Corpus, MixtureMaker | None]:
    """What is learned from, and how much of each source counts."""
    if arguments.general_share is not None:
        return joined_corpus(domain, general), GeneralShare(arguments.general_share)
    arguments.recipe = None
    return domain, wanted_mixture(arguments, {}, domain).maker


def given_tokens(arguments: Namespace, tokenizer: Tokenizer) -> TokenList:
    """The tokens of --tokens or --from. Raises TokenizerFileError, ConfigError and CommandError."""
    if arguments.tokens is not None:
        return read_token_list(arguments.tokens)
    other = load_tokenizer(arguments.other, arguments.db)
    wanted = tokens_of_other(tokenizer, other)
    if not wanted.tokens:
        raise ConfigError(
            f"{arguments.other} has no token that {arguments.tokenizer} lacks.", setting="other"
        )
    if other.pattern != tokenizer.pattern:
        print_note(pattern_note(arguments.other, arguments.tokenizer, other, tokenizer))
    return wanted


def pattern_note(other_name: str, name: str, other: Tokenizer, tokenizer: Tokenizer) -> str:
    """The sentence on tokens that come from another split pattern."""
    return (
        f"{other_name} cuts text by another split pattern ({_pattern_words(other)}) than {name} "
        f"({_pattern_words(tokenizer)}), which stays: tokens that cross its cuts are left out."
    )


def model_cost(arguments: Namespace) -> ModelCost | None:
    """What the embeddings cost, None where no model was named. Raises ConfigError."""
    if arguments.width is not None:
        return ModelCost(arguments.width, bool(arguments.tied))
    if arguments.model is None:
        if arguments.tied is not None:
            raise UsageError("--tied and --untied go with --model or --width.")
        return None
    return ModelCost.of_model(model_size(arguments.model), is_tied=arguments.tied)


def _pattern_words(tokenizer: Tokenizer) -> str:
    return tokenizer.pattern_name or "one of its own"
