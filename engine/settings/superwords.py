"""Superwords: a second stage of training across the boundaries of the split pattern.

    TrainingConfig(50_000, superwords=Superwords(0.8))
    TrainingConfig(50_000, superwords=Superwords(40_000, "none", superword_rules("article")))

Stage one is ordinary training up to the transition. Stage two cuts the text by another pattern and
merges on over the tokens of stage one (Liu et al. 2025, "SuperBPE: Space Travel for Language
Models", arXiv 2503.13423). The rules say which merges stage two may make.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from numbers import Real
from pathlib import Path
from typing import Any

from engine.argument_types import is_whole
from engine.errors import ConfigError, reason_of
from engine.machine import check_regular, toml_document
from engine.sentences import say

SUPERWORD_PRESETS = ("official", "article", "unbounded")
SECOND_PATTERN = "superbpe-stage2"
_NUMBERS = {"most_words": 1, "longest_span": 1, "span_parts": 1, "most_span_cuts": 1}
_PERCENTILES = ("span_percentile", "document_percentile")
_CHARACTERS = ("cut_after", "cut_before", "cut_one_before")
_SWITCHES = ("digits_apart", "punctuation_apart", "allow_twins")
_MOST_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class SuperwordRules:
    """The merges that stage two may make; None, "" and False switch a rule off.

    Rules on the bytes of a new token, checked when its pair is the most frequent one; a refused
    pair stays refused:
    most_words: highest number of non-empty pieces when the token is split at spaces (0x20).
    forbidden_inside: strings that no new token may contain, such as ": ".
    allow_twins: whether two tokens may have the same bytes; off, since most files of
        other libraries cannot represent such a pair.

    Rules on the tokens of a piece of text before stage two merges; each cuts it into spans that no
    merge crosses. A token "contains" a character if its UTF-8 bytes are whole in the token:
    cut_after: a span ends after a token whose last character is one of these (sentence ends).
    cut_before: a span begins at each token that contains one of these.
    cut_one_before: a span begins at the token before each token that contains one of these.
    digits_apart: each token that contains a decimal digit (Unicode Nd) is a span of its own.
    punctuation_apart: each token that contains punctuation or a symbol (Unicode P or S) is a span
        of its own.
    longest_span, span_parts, most_span_cuts: a span of at least `longest_span` tokens is cut after
        every `span_parts` of them (after longest_span if that is None), at most
        `most_span_cuts` times (None for no limit); the rest stays together. It applies
        to the spans that the rules above leave.
    span_percentile: of spans longer than this percentile of all spans' lengths in tokens, only the
        first n tokens take part. It applies last, to every span that takes part,
        also those of one token, as often as it occurs in the text, without weights.

    Rules on what text takes part in stage two:
    document_percentile: of documents longer in characters than this percentile of all documents'
        lengths, only the first n take part. It applies to the documents of all sources with a
        weight, drawn or not, without empty ones, as they are cut and normalized.
    sampling_share, sampling_seed: the share of the documents that takes part, chosen at random: a
        `DocumentSample` of each source. A source in which no text would be drawn takes part whole,
        such as one that is a single document.

    The percentile p of n sorted lengths is the one at the index ceil(p / 100 * n) - 1.

    name: the preset the rules come from, or "own".
    Raises ConfigError (setting "superwords") for values that cannot work.
    """

    name: str = "own"
    most_words: int | None = None
    forbidden_inside: tuple[str, ...] = ()
    cut_after: str = ""
    cut_before: str = ""
    cut_one_before: str = ""
    digits_apart: bool = False
    punctuation_apart: bool = False
    longest_span: int | None = None
    span_parts: int | None = None
    most_span_cuts: int | None = None
    span_percentile: float | None = None
    document_percentile: float | None = None
    sampling_share: float = 1.0
    sampling_seed: int = 0
    allow_twins: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.forbidden_inside, str):
            raise _wrong("forbidden_inside", self.forbidden_inside, say("rule_list_of_strings"))
        object.__setattr__(self, "forbidden_inside", tuple(self.forbidden_inside))
        self._check_numbers()
        self._check_shares()
        self._check_words()

    def document(self) -> dict[str, Any]:
        """The rules as in JSON and TOML."""
        return {**asdict(self), "forbidden_inside": list(self.forbidden_inside)}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> SuperwordRules:
        """The rules of a document. Raises ConfigError for an unknown rule."""
        known = {rule.name for rule in fields(cls)}
        for name in document:
            if name not in known:
                raise _refusal(
                    say(
                        "unknown_superword_rule",
                        name=repr(name),
                        known=", ".join(sorted(known - {"name"})),
                    )
                )
        # TOML has no null: `most_words = false` switches a rule off.
        optional = (*_NUMBERS, *_PERCENTILES)
        off = {name: None for name in optional if document.get(name) is False}
        return cls(**{**document, **off})

    def _check_numbers(self) -> None:
        for name, least in _NUMBERS.items():
            value = getattr(self, name)
            if value is not None and (not is_whole(value) or value < least):
                raise _wrong(name, value, say("rule_whole_number_or_off", smallest=least))
        if self.most_words == 1:
            raise _refusal(say("rule_one_word"))
        if self.longest_span == 1 or self.span_parts == 1:
            name = "longest_span" if self.longest_span == 1 else "span_parts"
            raise _refusal(say("rule_span_of_one", name=name))
        if not is_whole(self.sampling_seed) or not 0 <= int(self.sampling_seed) <= _MOST_SEED:
            raise _wrong("sampling_seed", self.sampling_seed, say("rule_whole_number"))

    def _check_shares(self) -> None:
        if not _is_number(self.sampling_share) or not 0 < self.sampling_share <= 1:
            raise _wrong("sampling_share", self.sampling_share, say("rule_share"))
        for name in _PERCENTILES:
            value = getattr(self, name)
            if value is not None and (not _is_number(value) or not 0 < value <= 100):
                raise _wrong(name, value, say("rule_percentile"))

    def _check_words(self) -> None:
        for name in _SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise _wrong(name, getattr(self, name), say("rule_boolean"))
        for name in ("name", *_CHARACTERS):
            if not isinstance(getattr(self, name), str):
                raise _wrong(name, getattr(self, name), "a string")
        for string in self.forbidden_inside:
            if not isinstance(string, str) or not string:
                raise _wrong("forbidden_inside", string, say("rule_strings"))


@dataclass(frozen=True)
class Superwords:
    """The second stage of a training.

    start: the transition, as a share of the vocabulary (a float between 0 and 1) or as the size
        (a whole number) of the ordinary vocabulary that stage one gives: 256 bytes, its merges,
        special tokens and reserved slots. 0.8 of 50,000 is 40,000.
    pattern: the split pattern of stage two, a preset or a regular expression. It is the pattern
        that the tokenizer has.
    rules: what stage two may merge; those of the preset "official" by default.

    Raises ConfigError (setting "superwords") for values that cannot work.
    """

    start: float | int
    pattern: str = SECOND_PATTERN
    rules: SuperwordRules | None = None

    def __post_init__(self) -> None:
        if self.rules is None:
            object.__setattr__(self, "rules", superword_rules("official"))
        start = self.start
        is_share = isinstance(start, float)
        if not _is_number(start) or (is_share and not (math.isfinite(start) and 0 < start < 1)):
            raise _refusal(say("superword_start", start=repr(start)))
        if not isinstance(self.pattern, str) or not self.pattern:
            raise _wrong("pattern", self.pattern, say("rule_string"))

    @property
    def stage_two_rules(self) -> SuperwordRules:
        """The rules, which are always there."""
        assert self.rules is not None
        return self.rules

    def first_size(self, vocab_size: int) -> int:
        """The vocabulary size at the transition. Example: 0.8 of 50,000 -> 40,000."""
        if isinstance(self.start, float):
            return round(self.start * vocab_size)
        return int(self.start)

    def fixed(self, vocab_size: int) -> Superwords:
        """The same for a training of that size, with the transition as a size."""
        return replace(self, start=self.first_size(vocab_size))

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        rules = self.stage_two_rules.document()
        return {"start": self.start, "pattern": self.pattern, "rules": rules}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Superwords:
        """The settings of a document. Raises ConfigError, KeyError."""
        rules = SuperwordRules.of_document(document["rules"])
        return cls(document["start"], document["pattern"], rules)


@dataclass(frozen=True, slots=True)
class SuperwordOrigin:
    """Where the superwords of a tokenizer come from.

    first_pattern: the split pattern of stage one, a regular expression.
    n_first_merges: how many merges stage one made; they are the first of all.
    """

    first_pattern: str
    n_first_merges: int


def checked_superwords(superwords: Superwords, vocab_size: int, smallest: int) -> Superwords:
    """The settings as they are. Raises ConfigError for a transition outside the vocabulary.

    smallest: 256 bytes and the special tokens.
    """
    size = superwords.first_size(vocab_size)
    if size < smallest:
        is_share = size != superwords.start
        sentence = say(
            "superwords_share_too_early" if is_share else "superwords_too_early",
            size=size,
            share=superwords.start,
            whole=vocab_size,
            smallest=smallest,
        )
        raise _refusal(sentence)
    if size >= vocab_size:
        raise _refusal(say("superwords_too_late", size=size, whole=vocab_size))
    return superwords


@cache
def _preset(name: str) -> SuperwordRules:
    import tomllib  # late, as the next line: a start reads no rules
    from importlib.resources import files

    text = files("resources").joinpath(f"superwords/{name}.toml").read_text(encoding="utf-8")
    return SuperwordRules.of_document({"name": name, **tomllib.loads(text)})


def superword_rules(name_or_path: str | Path) -> SuperwordRules:
    """The rules of a preset or of a TOML file.

    A file has rules by name and may begin with `preset = "official"`, whose rules it changes;
    `most_words = false` switches a number off.
    Raises ConfigError that names the file and the rule.
    """
    if str(name_or_path) in SUPERWORD_PRESETS:
        return _preset(str(name_or_path))
    path = Path(name_or_path)
    try:
        check_regular(path)
        document = toml_document(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refusal(
            say(
                "unknown_superword_rules",
                name=repr(str(name_or_path)),
                known=", ".join(SUPERWORD_PRESETS),
                reason=reason_of(error),
            )
        ) from None
    except ValueError as error:
        raise _refusal(say("superword_rules_no_toml", path=path, reason=error)) from None
    return _rules_of_file(document, path)


def _rules_of_file(document: dict[str, Any], path: Path) -> SuperwordRules:
    preset = document.pop("preset", None)
    if preset is not None and preset not in SUPERWORD_PRESETS:
        raise _refusal(
            say(
                "unknown_superword_preset",
                path=path,
                preset=repr(preset),
                known=", ".join(SUPERWORD_PRESETS),
            )
        )
    base = {} if preset is None else _preset(preset).document()
    try:
        return SuperwordRules.of_document({**base, "name": path.stem, **document})
    except ConfigError as error:
        raise _refusal(say("file_refused", path=path, reason=error)) from None


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _wrong(name: str, value: object, wanted: str) -> ConfigError:
    return _refusal(say("superword_rule_wrong", name=name, wanted=wanted, value=repr(value)))


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="superwords")
