"""The settings of a training or an extension: their options and their values.

The command line comes first, then the recipe (`work/recipe.py`), then defaults. An absent option
is None, so that a recipe can give the value.
"""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError, TokenizerFileError
from engine.machine import COUNTS_CACHE_VARIABLE
from engine.settings import OWN_TRAINER, PIECE_SPLITS, ROLES, MergeRules, Pieces, blocked_in
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import (
    blaming_recipe,
    chosen_corpus,
    counted_with,
    given_recipe,
)
from workbench.cli.shared.options import (
    CommandParser,
    add_labels,
    add_reading_options,
    add_setting_option,
    gigabytes,
    number,
    share,
    size,
)
from workbench.cli.shared.output import print_note
from workbench.work.counts_folders import check_counts_of
from workbench.work.recipe_values import (
    MIXTURE_WAYS,
    WantedMixture,
    blaming_transition,
    check_labels,
    check_token_limit,
    checked_mixture,
    joined_design,
    joined_merge_rules,
    joined_parity,
    joined_pieces,
    mixture_of,
    options_of,
    superwords_of,
    trainers_of,
)
from workbench.work.setting import Group
from workbench.work.trainer_settings import TRAINER_SETTINGS
from workbench.work.training_settings import (
    DEFAULT_PATTERN,
    PLAIN_SETTINGS,
    SETTINGS,
    SUPERWORD_SETTINGS,
)

if TYPE_CHECKING:
    from engine import TrainingConfig
    from engine.corpus import Corpus
    from engine.counting import CountsCache
    from engine.settings import DesignWarning, LibraryTrainer, Parity, SpecialTokenDesign
    from engine.training import SuperwordOptions

_CONFIG_KEYS = ("vocab_size", "pattern", *PLAIN_SETTINGS)

_TABLES = ("merge_rules", "parity", "pieces")

_PARITY_OPTIONS = {
    "texts": "parity",
    "ratios": "parity_ratio",
    "global_share": "parity_global_share",
    "window": "parity_window",
    "alpha": "parity_alpha",
}
"""The option of each key of a recipe's table."""

_MOST_DIGITS = 18
_WHOLE = re.compile(r"\d[\d,_]*")
_SHARE = re.compile(r"(\d*\.\d+|\d+\.)(%?)|(\d+)%")


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
    beside: tuple[LibraryTrainer, ...] = ()


def training_settings(arguments: Namespace) -> TrainingSettings:
    """The settings that `arguments` and their recipe ask for.

    Raises UsageError, ConfigError and PatternError for what the command line asks for in vain,
    CommandError for what the recipe does, and CorpusError.
    """
    from engine.settings import design_warnings
    from engine.splitting import Splitter

    recipe = given_recipe(arguments)
    given = {**recipe.settings, **_given(arguments), **given_superwords(arguments)}
    given |= _given_of(arguments, (*TRAINER_SETTINGS, "beside"))
    given["merge_rules"] = joined_merge_rules(recipe.settings, given_merge_rules(arguments))
    given["parity"] = _parity_of(arguments, recipe.settings)
    given["pieces"] = joined_pieces(recipe.settings, given_pieces(arguments))
    own_design = given_design(arguments)
    is_own = given.get("trainer") in (None, OWN_TRAINER)
    given |= counted_with(arguments, recipe, given) if is_own else {}
    with blaming_recipe(arguments):
        design = joined_design(recipe.settings, own_design)
        config = _config(given, design)
        Splitter(config.pattern)  # an invalid pattern ends here, before a run begins
    corpus = chosen_corpus(arguments, recipe)
    if is_own:
        check_counts_of(corpus, config)
    if config.parity is not None:  # what is wrong with its texts ends here, before a run begins
        from engine.training import parity_inputs

        parity_inputs(config.parity, [source.label for source in corpus.sources])
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
        beside=trainers_of(given)[1],
    )


def _parity_of(arguments: Namespace, settings: Mapping[str, Any]) -> Parity | None:
    """The parity that `arguments` and the settings of a recipe ask for."""
    parity = joined_parity(settings, given_parity(arguments))
    if arguments.parity_alpha is not None and parity is not None and parity.window is None:
        raise UsageError("--parity-alpha limits the choices in a window: give --parity-window N.")
    return parity


def _given(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    keys = (*_CONFIG_KEYS, "name", "out")
    return {key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None}


def _config(given: Mapping[str, Any], design: SpecialTokenDesign) -> TrainingConfig:
    from engine import TrainingConfig

    if "vocab_size" not in given:
        raise UsageError("The vocabulary size is missing: give --vocab-size N or a recipe with it.")
    check_token_limit(given)
    settings = {key: given[key] for key in (*_CONFIG_KEYS, *_TABLES) if key in given}
    settings["superwords"] = superwords_of(given)
    settings["trainer"] = trainer = trainers_of(given)[0]
    if trainer is not None and "pattern" not in settings:
        settings["pattern"] = trainer.pattern_for(DEFAULT_PATTERN)
    with blaming_transition():
        return TrainingConfig(**settings | design.settings(given["vocab_size"]))


def given_merge_rules(arguments: Namespace) -> dict[str, Any]:
    """What the command line says, by key. Raises ConfigError and CommandError."""
    given: dict[str, Any] = {}
    if arguments.block_tokens is not None:
        try:
            given["blocked"] = blocked_in(arguments.block_tokens)
            note_gpt2_notation(given["blocked"])
        except TokenizerFileError as error:
            raise CommandError(str(error)) from None
    if arguments.block_pattern is not None:
        given["blocked_pattern"] = arguments.block_pattern
    MergeRules(**given)  # what is wrong with it is no fault of the recipe
    return given


def given_parity(arguments: Namespace) -> dict[str, Any]:
    """What the command line says of parity, by key; files by their whole paths."""
    given = {key: getattr(arguments, option) for key, option in _PARITY_OPTIONS.items()}
    if given["texts"] is not None:
        given["texts"] = [str(Path(path).absolute()) for path in given["texts"]]
    if given["ratios"] is not None:
        given["ratios"] = dict(given["ratios"])
    return {key: value for key, value in given.items() if value is not None}


def given_pieces(arguments: Namespace) -> dict[str, Any]:
    """What the command line says of characters as in SentencePiece, by key."""
    given = {
        "coverage": arguments.pieces_coverage,
        "split": arguments.pieces_split,
        "split_digits": arguments.pieces_split_digits,
        "prefix_space": arguments.pieces_prefix_space,
        "longest": arguments.pieces_longest,
    }
    found = {key: value for key, value in given.items() if value is not None}
    return {"coverage": Pieces().coverage, **found} if arguments.pieces else found


def note_gpt2_notation(tokens: Iterable[bytes]) -> None:
    """Say of the first token in GPT-2's notation that it is read as text, and how it is written."""
    from engine.settings import line_of_token
    from workbench.vocabulary.vocabulary_filter import gpt2_meaning

    for token in tokens:
        if meant := gpt2_meaning(token):
            text = token.decode("utf-8", "replace")
            print_note(
                f"{text} is read as this text; the token that GPT-2 writes so is given as "
                f"{line_of_token(meant)}."
            )
            return


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


def _special_tokens(name_or_file: str) -> SpecialTokenDesign:
    """The set or the file; what stands in the file is no fault of the command line."""
    from engine.settings import special_token_design

    try:
        return special_token_design(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
        raise


def given_superwords(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    return _given_of(arguments, SUPERWORD_SETTINGS)


def _given_of(arguments: Namespace, keys: Iterable[str]) -> dict[str, Any]:
    values = {key: getattr(arguments, key, None) for key in keys}
    return {key: value for key, value in values.items() if value is not None}


def wanted_mixture(
    arguments: Namespace, settings: Mapping[str, Any], corpus: Corpus, *, draws: bool = False
) -> WantedMixture:
    """What the command line asks for, and where it says nothing the recipe's settings.

    draws: whether documents are drawn for any mixture, and not only for one of a target size.

    Raises UsageError and ConfigError for the command line, CommandError for the recipe's mistakes.
    """
    own = _own(arguments)
    if len(ways := [key for key in MIXTURE_WAYS if key in own]) > 1:
        raise UsageError(f"{_option(ways[0])} and {_option(ways[1])} exclude each other.")
    theirs = settings
    if ways:
        theirs = {key: value for key, value in theirs.items() if key not in MIXTURE_WAYS}
    try:
        wanted = mixture_of({**checked_mixture(theirs, arguments.recipe or Path()), **own})
        check_labels(wanted, corpus)
    except ConfigError as error:
        if arguments.recipe and not own:
            raise CommandError(f"The recipe {arguments.recipe}: {error}") from None
        raise
    if "seed" in own and not draws and not _samples(wanted):
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


def _samples(wanted: WantedMixture) -> bool:
    source = wanted.recipe or wanted.mixture
    return source is not None and source.target_bytes is not None


def _option(key: str) -> str:
    return "--weight" if key == "weights" else f"--{key}"


def add_setting_options(parser: ArgumentParser, *groups: Group) -> None:
    """Add the options of groups of settings; an absent one is None."""
    for key, setting in SETTINGS.items():
        if setting.group in groups and setting.help:
            add_setting_option(parser, key, setting, _PARSERS.get(key))


def add_superwords(extend: ArgumentParser) -> None:
    """Add the options of superwords without a transition, which is where the old merges end."""
    extend.add_argument(
        "--superwords",
        action="store_true",
        help="learn multi-word tokens too, across the boundaries of the split pattern",
    )
    for key in ("superword_rules", "superword_pattern", "superword_memory"):
        add_setting_option(extend, key, SETTINGS[key], _PARSERS.get(key))


def superwords_of_extension(arguments: Namespace) -> dict[str, Any]:
    """What ExtensionSettings takes of these options. Raises UsageError and ConfigError."""
    from engine.settings import SECOND_PATTERN, superword_rules

    given = given_superwords(arguments)
    if not arguments.superwords:
        if given:
            raise UsageError("The options of superwords go with --superwords.")
        return {}
    if arguments.add is None:
        raise UsageError("--superwords are learned from PATHs: give --add N.")
    return {
        "superwords": superword_rules(given.get("superword_rules") or "official"),
        "superword_pattern": given.get("superword_pattern") or SECOND_PATTERN,
        "superword_options": options_of(given),
    }


def add_weighting_options(parser: ArgumentParser) -> None:
    """Add the options of a mixture."""
    add_setting_options(parser, "mixture")
    parser.add_argument(
        "--no-kept-counts",
        action="store_true",
        help="neither use nor keep counts of sources on disk",
    )


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _weight(text: str, form: str = "LABEL=SHARE") -> tuple[str, float]:
    label, equals, share = text.rpartition("=")
    if not equals or not label:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form {form}")
    return label, _real(share)


def _ratio(text: str) -> tuple[str, float]:
    return _weight(text, "LABEL=RATIO")


def add_merge_rule_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    parser.add_argument(
        "--block-tokens",
        metavar="FILE|TEXT",
        action="append",
        help="a token that no merge may make, or a file with one on each line; \\n, \\s (a space), "
        "\\x41, hex:e282 and the like are read. Give it several times for several",
    )
    parser.add_argument(
        "--block-pattern",
        metavar="REGEX",
        help="no token is made in which this is found; bytes that are no UTF-8 of their own are "
        "the lone surrogates U+DC80 to U+DCFF",
    )


def add_parity_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    parser.add_argument(
        "--parity",
        metavar="TEXTS",
        action="append",
        help="parallel texts, a file or folder with the same lines in every language: at each "
        "merge the language with the most tokens there chooses. Give it several times for several",
    )
    parser.add_argument(
        "--parity-ratio",
        metavar="LABEL=RATIO",
        type=_ratio,
        action="append",
        help="instead of --parity: the bytes per token wanted of each language, relative to the "
        "others; the one furthest below its ratio in the corpus chooses",
    )
    parser.add_argument(
        "--parity-global-share",
        metavar="SHARE",
        type=share,
        help="share of the merges, the first ones, that the whole corpus chooses (default 0)",
    )
    parser.add_argument(
        "--parity-window",
        metavar="N",
        type=number,
        help="of the last N choices a language makes at most --parity-alpha times its even share",
    )
    parser.add_argument(
        "--parity-alpha", metavar="A", type=_real, help="see --parity-window (default 2)"
    )


def add_pieces_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    option = parser.add_argument
    option(
        "--pieces",
        action="store_true",
        help="characters instead of bytes, as SentencePiece's BPE: ▁ for spaces, bytes for rare "
        "characters; export it with --format sentencepiece",
    )
    option(
        "--pieces-coverage",
        metavar="SHARE",
        type=share,
        help="share of the characters that become tokens, the most frequent (default 0.9995)",
    )
    option(
        "--pieces-split",
        choices=PIECE_SPLITS,
        help="where tokens may have spaces: at the beginning only (default), or anywhere but at "
        "the end",
    )
    option(
        "--pieces-split-digits",
        action=BooleanOptionalAction,
        help="each digit is a token alone",
    )
    option(
        "--pieces-prefix-space",
        action=BooleanOptionalAction,
        help="a space is put in front of every text (default)",
    )
    option(
        "--pieces-longest",
        metavar="N",
        type=number,
        help="characters of the longest token (default 16)",
    )


def _role(text: str) -> tuple[str, str]:
    role, equals, token = text.partition("=")
    if not equals or role not in ROLES:
        raise ArgumentTypeError(
            f"{text!r} is no ROLE=TOKEN, such as eos='<|endoftext|>'; the roles are "
            f"{', '.join(ROLES)}"
        )
    return role, token


def _start(text: str) -> float | int:
    digits = text.replace(",", "").replace("_", "")
    if _WHOLE.fullmatch(text) and len(digits) <= _MOST_DIGITS:
        return int(digits)
    if found := _SHARE.fullmatch(text):
        number = float(found[1] or found[3])
        return number / 100 if found[2] or found[3] else number
    raise argparse.ArgumentTypeError(
        f"{text!r} is neither a share of the vocabulary, such as 0.8, nor a size, such as 40000"
    )


def _gigabytes(text: str) -> float:
    return gigabytes(text) / 1e9


def add_training_options(train: CommandParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    add_setting_options(train, "size", "pattern", "superwords")
    add_setting_options(train, "special tokens")
    add_setting_options(train, "merging")
    add_merge_rule_options(train)
    add_setting_options(train, "trainer")
    add_parity_options(train)
    add_pieces_options(train)
    add_reading_options(train)
    add_labels(train)
    add_weighting_options(train)


_PARSERS: Mapping[str, Callable[[str], object]] = {
    "roles": _role,
    "superwords_from": _start,
    "superword_memory": _gigabytes,
    "alpha": _real,
    "character_coverage": _real,
    "weights": _weight,
    "target_bytes": size,
}
"""How values are read that are no plain text, choice or whole number."""
