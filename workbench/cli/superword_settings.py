"""The superwords of one training: what the command line and a recipe say of them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from engine.encoding import Tokenizer
from engine.errors import ConfigError
from engine.settings import (
    SECOND_PATTERN,
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    TrainingRecord,
    superword_rules,
)
from engine.splitting import Splitter
from engine.training import SuperwordOptions
from workbench.cli.command_error import CommandError
from workbench.cli.output import count, counted
from workbench.numbers import duration

KEYS = ("superwords_from", "superword_rules", "superword_pattern", "superword_memory")
RECIPE_KINDS: Mapping[str, tuple[type, ...]] = {
    "superwords_from": (int, float),
    "superword_rules": (str, dict),
    "superword_pattern": (str,),
    "superword_memory": (int, float),
}
_GIGABYTE = 10**9


def superwords_of(given: Mapping[str, Any]) -> Superwords | None:
    """The superwords of the settings by name; None where there are none.

    Raises ConfigError, PatternError.
    """
    start = given.get("superwords_from")
    if start is None:
        for key in KEYS[1:]:
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
    memory = given.get("superword_memory")
    return SuperwordOptions(memory_bytes=None if memory is None else int(memory * _GIGABYTE))


def recipe_rules(recipe: Path, value: str | Mapping[str, Any]) -> SuperwordRules:
    """The rules that a recipe names, or has in a table. Raises CommandError."""
    try:
        if isinstance(value, str):
            beside = recipe.parent / Path(value).expanduser()
            return superword_rules(value if value in SUPERWORD_PRESETS else beside)
        table = dict(value)
        preset = table.pop("preset", None)
        if preset is not None and preset not in SUPERWORD_PRESETS:
            raise ConfigError(
                f"there is no preset {preset!r} of superword rules; choose one of "
                f"{', '.join(SUPERWORD_PRESETS)}.",
                setting="superwords",
            )
        base = {} if preset is None else superword_rules(preset).document()
        return SuperwordRules.of_document({**base, "name": "own", **table})
    except ConfigError as error:
        raise CommandError(f"The recipe {recipe}, superword_rules: {error}") from None


def superwords_document(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """What `train --json` says of stage two; None in a training without superwords."""
    training = tokenizer.training
    if training is None or training.config.superwords is None:
        return None
    second = training.second_stage
    superwords = training.config.superwords
    document: dict[str, Any] = {
        "asked_from": superwords.start,
        "transition_vocab_size": superwords.first_size(training.config.vocab_size),
        "pattern": superwords.pattern,
        "rules": superwords.stage_two_rules.document(),
        "n_first_merges": None if second is None else second.n_first,
        "n_superword_merges": 0,
    }
    if second is None:
        return document
    n_first = second.n_first
    return document | {
        "n_superword_merges": tokenizer.n_merges - n_first,
        "several_words_share": several_words_share(tokenizer),
        "bytes_per_token_before": training.bytes_per_token(n_first),
        "floor": second.floor,
        "tries": second.tries,
        "runs": second.n_runs,
        "distinct_runs": second.n_distinct_runs,
        "refused": second.n_refused,
        "seconds": dict(second.seconds),
    }


def superword_words(tokenizer: Tokenizer) -> str | None:
    """A sentence of the summary on what stage two did; None without one."""
    training = tokenizer.training
    if training is None or (second := training.second_stage) is None:
        return None
    saved = saved_share(training)
    share = several_words_share(tokenizer)
    spent = sum(second.seconds.values())
    words = "" if share is None else f"; {share:.1%} of all tokens hold several words"
    return (
        f"Superwords: {counted(second.n_first, 'merge')} before them, "
        f"{count(tokenizer.n_merges - second.n_first)} after, in {duration(spent)}; "
        f"{saved:.1%} fewer tokens than at the transition{words}"
    )


def saved_share(training: TrainingRecord) -> float:
    """Which share of the tokens at the end of stage one the superwords save."""
    second = training.second_stage
    assert second is not None
    return 1 - training.corpus_tokens() / max(1, training.corpus_tokens(second.n_first))


def several_words_share(tokenizer: Tokenizer) -> float | None:
    """Which share of the training text's tokens has more than one word; None where unknown."""
    from engine.analysis import superword_report

    total = superword_report(tokenizer).total
    return None if total is None else total.share


def given_superwords(arguments: Namespace) -> dict[str, Any]:
    """The options of the command line that were really given."""
    values = {key: getattr(arguments, key, None) for key in KEYS}
    return {key: value for key, value in values.items() if value is not None}
