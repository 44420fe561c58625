"""LibraryTrainer: another library that trains in place of this engine, with its own options.

    TrainingConfig(32_000, "none", trainer=LibraryTrainer("sp-unigram", character_coverage=0.9995))

An option that is None is the library's own default, which `TRAINER_OPTIONS` names. A trainer
refuses the options that it does not have, and `TrainingConfig` the settings of this engine that it
lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

from engine.argument_types import is_unicode, is_whole
from engine.errors import ConfigError
from engine.sentences import say
from engine.settings.pieces import CONTROLS

if TYPE_CHECKING:
    from engine.settings.config import TrainingConfig

TrainerName = Literal["hf-bpe", "hf-unigram", "hf-wordpiece", "sp-bpe", "sp-unigram"]
TRAINERS: tuple[TrainerName, ...] = get_args(TrainerName)
OWN_TRAINER = "workbench"
"""What the trainer of this engine is called where one of several is chosen."""

_SENTENCEPIECE = ("sp-bpe", "sp-unigram")
_LINES = ("hf-unigram", *_SENTENCEPIECE)
_MOST = 1 << 30
_LEAST_COVERAGE = 0.98


@dataclass(frozen=True, slots=True)
class TrainerOption:
    """An option: the trainers that have it, and its value where none is given.

    kind: float for a share from 0.98 to 1, int for a whole number from `least` on or the default,
        bool, str. The bounds are those of sentencepiece.
    """

    kind: type
    default: Any
    trainers: tuple[str, ...]
    least: int = 0


TRAINER_OPTIONS: Mapping[str, TrainerOption] = MappingProxyType({
    "character_coverage": TrainerOption(float, 0.9995, _SENTENCEPIECE),
    "byte_fallback": TrainerOption(bool, False, _SENTENCEPIECE),
    "split_digits": TrainerOption(bool, False, TRAINERS),
    "word_prefix": TrainerOption(bool, True, _LINES),
    "word_suffix": TrainerOption(str, "", ("hf-bpe",)),
    "piece_prefix": TrainerOption(str, "##", ("hf-wordpiece",)),
    "model_prefix": TrainerOption(str, "tokenizer", _SENTENCEPIECE),
    "input_sentence_size": TrainerOption(int, 0, _SENTENCEPIECE, least=101),
    "max_sentence_length": TrainerOption(int, 4192, _SENTENCEPIECE, least=11),
})  # fmt: skip
"""By name, in the order in which they are listed."""

_SETTINGS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "pattern": ("hf-bpe",),
    "min_frequency": ("hf-bpe", "hf-wordpiece"),
    "normalization": ("hf-bpe", "hf-unigram", "hf-wordpiece"),
    "special_tokens": TRAINERS,
})  # fmt: skip
"""Settings of this engine that other trainers have, too, and which."""
_NO_NAME = frozenset('/\\:*?"<>|')
_PATTERNLESS = "none"
_USUAL_PATTERN = "gpt2"


@dataclass(frozen=True, slots=True)
class LibraryTrainer:
    """One of the trainers of other libraries and its options; None: the library's default.

    name: "hf-bpe", "hf-unigram", "hf-wordpiece" of tokenizers; "sp-bpe", "sp-unigram" of
        sentencepiece.
    character_coverage: share of the corpus's characters that the rarest ones left out do not
        reach; those become the unknown token, or bytes with `byte_fallback`.
    byte_fallback: give a character without a token the 256 tokens of bytes.
    split_digits: make every digit a token of its own.
    word_prefix: put a space before each text, so that its first word is as any other.
    word_suffix: what the last piece of a word ends with, such as "</w>": characters and words as
        in the first BPE, without a split pattern; "" for bytes.
    piece_prefix: what WordPiece writes before a piece inside a word.
    model_prefix: name of the model's files, without the ending.
    input_sentence_size: number of lines that are drawn for the training; 0 for all.
    max_sentence_length: bytes of the longest line that is used; longer ones are skipped.

    Raises ConfigError, with the option's name, for an unknown trainer, an option that the trainer
    lacks, and a value that cannot work.
    """

    name: TrainerName
    character_coverage: float | None = None
    byte_fallback: bool | None = None
    split_digits: bool | None = None
    word_prefix: bool | None = None
    word_suffix: str | None = None
    piece_prefix: str | None = None
    model_prefix: str | None = None
    input_sentence_size: int | None = None
    max_sentence_length: int | None = None

    def __post_init__(self) -> None:
        if self.name not in TRAINERS:
            known = ", ".join((OWN_TRAINER, *TRAINERS))
            raise ConfigError(
                say("unknown_choice", setting="trainer", value=repr(self.name), known=known),
                setting="trainer",
            )
        for key, value in self.given().items():
            option = TRAINER_OPTIONS[key]
            if self.name not in option.trainers:
                raise ConfigError(
                    say(
                        "trainer_lacks_option",
                        trainer=self.name,
                        option=key,
                        having=", ".join(option.trainers),
                        own=", ".join(self.own_options),
                    ),
                    setting=key,
                )
            _check(key, option, value)

    @property
    def package(self) -> str:
        """The Python package that trains."""
        return "sentencepiece" if self.name in _SENTENCEPIECE else "tokenizers"

    @property
    def own_options(self) -> tuple[str, ...]:
        """The names of the options that this trainer has."""
        return tuple(key for key, option in TRAINER_OPTIONS.items() if self.name in option.trainers)

    @property
    def file_name(self) -> str:
        """The name of the file that it makes."""
        if self.package == "tokenizers":
            return "tokenizer.json"
        return f"{self.option('model_prefix')}.model"

    def option(self, key: str) -> Any:
        """The value of an option, the default where none is given."""
        value = getattr(self, key)
        return TRAINER_OPTIONS[key].default if value is None else value

    def has_setting(self, key: str) -> bool:
        """Whether a setting of `TrainingConfig` means something to this trainer."""
        if key == "pattern" and self.word_suffix:
            return False
        return key == "vocab_size" or self.name in _SETTINGS.get(key, ())

    def given(self) -> dict[str, Any]:
        """The options that are given, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)[1:]}
        return {key: value for key, value in values.items() if value is not None}

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return {"name": self.name, **self.given()}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> LibraryTrainer:
        """The trainer of a document. Raises ConfigError, and TypeError for an unknown option."""
        return cls(**document)

    def check_settings(self, config: TrainingConfig) -> None:
        """Raise ConfigError for a setting of this engine that the trainer lacks."""
        for key in config.changed_settings():
            is_pattern = key == "pattern" and config.pattern == _PATTERNLESS
            if not is_pattern and not self.has_setting(key):
                raise ConfigError(
                    say("trainer_lacks_setting", trainer=self.name, setting=key), setting=key
                )
        if not self.has_setting("pattern") and config.pattern != _PATTERNLESS:
            raise ConfigError(say("trainer_has_no_pattern", trainer=self.name), setting="pattern")

    def training_of(self, config: TrainingConfig) -> TrainingConfig:
        """The same training with this trainer, without the settings that it lacks."""
        from engine.settings.config import TrainingConfig  # late: help needs none

        changed = {key: getattr(config, key) for key in config.changed_settings()}
        kept = {key: value for key, value in changed.items() if self.has_setting(key)}
        pattern, other = kept.pop("pattern", config.pattern), config.trainer
        if other is not None and not other.has_setting("pattern"):
            pattern = _USUAL_PATTERN
        if config.pieces is not None:  # they decide both, and have special tokens of their own
            pattern = _USUAL_PATTERN
            kept.pop("normalization", None)
            kept["special_tokens"] = config.special_tokens[len(CONTROLS) :]
        pattern = self.pattern_for(pattern)
        return TrainingConfig(config.vocab_size, pattern, roles=config.roles, trainer=self, **kept)

    def lacked_settings(self, config: TrainingConfig) -> tuple[str, ...]:
        """The settings of a training that `training_of` leaves out; the pattern is none of them."""
        own = {"pattern", "trainer", *(("normalization",) if config.pieces is not None else ())}
        changed = (key for key in config.changed_settings() if key not in own)
        return tuple(key for key in changed if not self.has_setting(key))

    def pattern_for(self, pattern: str) -> str:
        """The pattern of a training with it: "none" for a trainer that splits in its own way."""
        return pattern if self.has_setting("pattern") else _PATTERNLESS


def library_trainer(name: str, options: Mapping[str, Any]) -> LibraryTrainer | None:
    """The trainer of a name; None for `OWN_TRAINER`, which has none of these options.

    Raises ConfigError.
    """
    if name != OWN_TRAINER:
        known: Any = name
        return LibraryTrainer(known, **options)
    for key in options:
        having = ", ".join(TRAINER_OPTIONS[key].trainers)
        raise ConfigError(say("own_trainer_lacks_option", option=key, having=having), setting=key)
    return None


def library_trainers(
    name: str, beside: Sequence[str], options: Mapping[str, Any]
) -> tuple[LibraryTrainer | None, tuple[LibraryTrainer, ...]]:
    """The trainer of a name, None for `OWN_TRAINER`, and others that train the same beside it.

    beside: names, each once; options: given to every trainer that has them. Raises ConfigError.
    """
    for number, other in enumerate(beside):
        if other not in TRAINERS:
            known = ", ".join(TRAINERS)
            given = {"setting": "beside", "value": repr(other), "known": known}
            raise ConfigError(say("unknown_choice", **given), setting="beside")
        if other == name or other in beside[:number]:
            raise ConfigError(say("trainer_twice", trainer=other), setting="beside")
    of_others = {key for key in options if set(beside) & set(TRAINER_OPTIONS[key].trainers)}
    own = {
        key: value
        for key, value in options.items()
        if name in TRAINER_OPTIONS[key].trainers or key not in of_others
    }
    others = []
    for other in beside:
        theirs = {key: options[key] for key in options if other in TRAINER_OPTIONS[key].trainers}
        known_name: Any = other
        others.append(LibraryTrainer(known_name, **theirs))
    return library_trainer(name, own), tuple(others)


def _check(key: str, option: TrainerOption, value: Any) -> None:
    """Raise ConfigError for a value that an option cannot have."""
    if option.kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        is_right = is_number and _LEAST_COVERAGE <= value <= 1
        expected: str = say("share_of_characters")
    elif option.kind is int:
        is_right = is_whole(value) and (
            option.least <= int(value) < _MOST or int(value) == option.default
        )
        expected = say("whole_number_from", least=option.least)
    elif option.kind is bool:
        is_right, expected = isinstance(value, bool), say("true_or_false")
    else:
        is_right = isinstance(value, str) and is_unicode(value) and _is_plain(key, value)
        expected = say("plain_name")
    if not is_right:
        raise ConfigError(
            say("option_value", option=key, value=repr(value), expected=expected), setting=key
        )


def _is_plain(key: str, value: str) -> bool:
    """Whether a text can be a prefix; that of a model's files is a name without folders."""
    if key == "model_prefix":
        is_name = bool(value.strip(". ")) and value.isprintable()
        return is_name and not _NO_NAME & set(value)
    return value.isprintable() and not any(map(str.isspace, value))
