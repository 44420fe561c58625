"""How each source of a corpus is read, and how much of it counts.

ReadingOptions: how the files of one source become documents. Mixture: how much of each source a
training takes, as exact integer weights.

For the sources s of a corpus with B_s bytes each, B in all:

    natural share    B_s / B
    share            p_s, what the mixture wants; shares are divided by their sum
    target size      T bytes: `target_bytes`, else B (or, of a mixture by bytes, their sum)
    effective bytes  E_s = p_s * T
    repetition       r_s = E_s / R_s, where R_s bytes of the source are read: B_s, or a sample
    weight           w_s = round(r_s * scale), at least 1 if the share is positive

Counts are multiplied by the weights, so a weighted count is in units of 1 / scale. The scale is
the largest power of two up to 2^32 with sum(w_s * R_s) < 2^62; then weights and scale are divided
by their greatest common divisor. All of it is computed with fractions, not with floats: the
natural mixture has the weights 1 and the scale 1, and no count of a training can overflow.

With `target_bytes`, a source of which less than all is wanted is sampled by whole documents: each
is kept with the probability `sample_share` = E_s / B_s, and the weight, computed from what was
really read, corrects what the sample rounded. Of the other sources all is read and repeated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from engine.argument_types import check_optional, is_whole
from engine.errors import ConfigError
from engine.sentences import say, some_of

if TYPE_CHECKING:
    from engine.compiled import Int64s

EncodingErrors = Literal["replace", "skip", "stop"]
ENCODING_ERRORS: tuple[EncodingErrors, ...] = get_args(EncodingErrors)

MAX_SEED = MAX_CAP = (1 << 63) - 1

_WORD = (1 << 64) - 1
MAX_SCALE = 1 << 32
MAX_WEIGHTED_BYTES = 1 << 62
MAX_TARGET_BYTES = 1 << 60
_MOST_NAMED = 12
MUCH_REPETITION = 10.0
"""Beyond it a source is repeated so often that its rare words count like common ones."""


@dataclass(frozen=True, slots=True)
class DocumentSample:
    """A part of a source's documents, pseudo-random and the same every time.

    Document i is kept if a hash of (seed, i) lies below `share`: a greater share of the same
    seed keeps all of the smaller one. share: greater than 0, up to 1. Raises ConfigError.
    """

    share: float
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.share, (int, float)) or not 0.0 < self.share <= 1.0:
            raise ConfigError(say("sample_share", share=repr(self.share)), setting="sample")
        is_number = isinstance(self.seed, int) and not isinstance(self.seed, bool)
        if not is_number or not 0 <= self.seed <= MAX_SEED:
            raise ConfigError(
                say("sample_seed", greatest=MAX_SEED, seed=repr(self.seed)), setting="sample"
            )

    def part(self, share: float) -> DocumentSample:
        """A sample of this sample: this share of its documents."""
        return replace(self, share=self.share * share)

    def keeps(self, number: int) -> bool:
        """Whether document `number` of a source, counted from 0, belongs to the sample."""
        return _hash(self.seed, number) < self.share * (1 << 64)


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Options of one source; a corpus fills in those at the default.

    document_separator: where documents end in a text file; None or empty: a file is one document.
    max_document_chars: documents are cut after this number of code points.
    max_chars: the source ends after this number of code points, inside a document if need be.
    text_field: the field of JSON lines, the column of CSV, TSV and parquet; dots lead into
        objects: "message.content".
    encoding_errors: invalid UTF-8 becomes U+FFFD ("replace"), drops its whole document ("skip") or
        ends the reading with a CorpusError ("stop"); all of it is reported.
    sample: which documents are kept, before all caps.
    cut_at: documents end at these strings, in files of every format and before all caps; the
        strings themselves are left out. A training with special_text "cut" sets them.
    min_count: of a source of counts, rows that occur less often are left out; see
        engine.training.certificate for what is still certain then. Text is not affected.
    Raises ConfigError for invalid values.
    """

    document_separator: str | None = None
    max_document_chars: int | None = None
    max_chars: int | None = None
    text_field: str = "text"
    encoding_errors: EncodingErrors = "replace"
    sample: DocumentSample | None = None
    cut_at: tuple[str, ...] = ()
    min_count: int = 1

    def __post_init__(self) -> None:
        checked_cap("max_document_chars", self.max_document_chars)
        checked_cap("max_chars", self.max_chars)
        checked_floor(self.min_count)
        _check_text("document_separator", self.document_separator or "")
        _check_text("text_field", self.text_field)
        if not self.text_field:
            raise ConfigError(say("text_field_empty"), setting="text_field")
        if self.encoding_errors not in ENCODING_ERRORS:
            raise ConfigError(
                say(
                    "unknown_encoding_errors",
                    known=", ".join(ENCODING_ERRORS),
                    value=repr(self.encoding_errors),
                ),
                setting="encoding_errors",
            )

    def filled(self, general: ReadingOptions) -> ReadingOptions:
        """These options, with `general` for those at the default; max_chars stays."""
        given: dict[str, Any] = {
            option.name: getattr(general, option.name)
            for option in fields(self)
            if option.name != "max_chars" and getattr(self, option.name) == option.default
        }
        return replace(self, **given)

    def sampled(self, share: float, seed: int) -> ReadingOptions:
        """These options with a part of the documents that they keep.

        An existing sample keeps its seed, so that the part is inside it.
        """
        own = self.sample
        part = DocumentSample(share, seed) if own is None else own.part(share)
        return replace(self, sample=part)

    def flat(self) -> dict[str, str | int | float | None]:
        """The options by name, as in JSON and in a row of a table."""
        own, sample = (
            {option.name: getattr(self, option.name) for option in fields(self)},
            self.sample,
        )
        del own["sample"], own["cut_at"]  # the latter follows from a training's settings
        return own | {
            "sample_share": None if sample is None else sample.share,
            "sample_seed": None if sample is None else sample.seed,
        }


def checked_cap(setting: str, value: int | None) -> int | None:
    """A cap in code points as it is. Raises ConfigError for an invalid one."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if value is not None and (not is_number or value < 1):
        raise ConfigError(
            say("no_whole_number", setting=setting, value=repr(value)), setting=setting
        )
    if value is not None and value > MAX_CAP:
        raise ConfigError(
            say("beyond_setting_limit", setting=setting, value=value, greatest=MAX_CAP),
            setting=setting,
        )
    return value


def checked_floor(value: object) -> int:
    """A floor of counts as it is. Raises ConfigError for an invalid one."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not isinstance(value, int) or not 1 <= value <= MAX_CAP:
        raise ConfigError(say("counts_least", value=repr(value)), setting="min_count")
    return value


def _check_text(setting: str, value: object) -> None:
    try:
        if isinstance(value, str):
            value.encode()
            return
    except UnicodeEncodeError:
        pass
    raise ConfigError(say("reading_no_text", setting=setting, value=repr(value)), setting=setting)


def _hash(seed: int, number: int) -> int:
    """64 evenly spread bits: SplitMix64 (Steele, Lea and Flood 2014) of both numbers."""
    return _mixed(_mixed(seed & _WORD) ^ (number & _WORD))


def _mixed(word: int) -> int:
    word = (word + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


class MixtureMaker(Protocol):
    """What becomes a mixture once the sizes of the sources are known: a Mixture, a mixture file."""

    @property
    def target_bytes(self) -> int | None: ...

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:
        """The mixture for sources of these sizes. Raises ConfigError."""


def check_mixture(mixture: object) -> None:
    """Raise ArgumentError for what makes no mixture; None is none."""
    if not hasattr(mixture, "for_sources"):
        check_optional(mixture, Mixture, "mixture", "Mixture(shares={label: share}) makes one")


@dataclass(frozen=True)
class Mixture:
    """What a training takes of each source: by shares, by bytes, by temperature, or all as it is.

    shares: by label; they need not add up to 1. bytes: by label, how much of each. A source that
        is not named is left out.
    alpha: the share of a source is proportional to bytes ** alpha: 1 leaves the natural shares,
        0 makes all equal.
    target_bytes: size of the whole, see the module. seed: which documents a sample keeps.

    At most one of shares, bytes and alpha is given; none means the natural shares. Raises
    ConfigError for values that cannot work.
    """

    shares: Mapping[str, float] | None = None
    bytes: Mapping[str, int] | None = None
    alpha: float | None = None
    target_bytes: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        given = [name for name in ("shares", "bytes", "alpha") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ConfigError(
                say("mixture_given_twice", first=given[0], second=given[1]), setting=given[1]
            )
        for name in ("shares", "bytes"):
            if (weights := getattr(self, name)) is not None:
                object.__setattr__(self, name, _checked_weights(name, weights))
        _check_alpha(self.alpha)
        if self.target_bytes is not None:
            object.__setattr__(self, "target_bytes", _checked_target(self.target_bytes))
        if not is_whole(self.seed) or not 0 <= int(self.seed) <= MAX_SEED:
            raise ConfigError(
                say("mixture_seed", greatest=MAX_SEED, seed=repr(self.seed)), setting="seed"
            )

    @property
    def kind(self) -> str:
        """ "shares", "bytes", "alpha" or "natural"."""
        kinds = ("shares", "bytes", "alpha")
        return next((name for name in kinds if getattr(self, name) is not None), "natural")

    def given(self) -> dict[str, Any]:
        """The given fields by name, as in JSON. Example: alpha 0.3, seed 0."""
        values = {setting.name: getattr(self, setting.name) for setting in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def is_natural(self) -> bool:
        """Whether it leaves every corpus as it is."""
        return self.target_bytes is None and (self.kind == "natural" or self.alpha == 1)

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:  # noqa: ARG002
        """Itself: it needs no sizes."""
        return self

    def resolve(
        self,
        labels: Sequence[str],
        source_bytes: Sequence[int] | Int64s,
        *,
        natural_bytes: Sequence[int] | Int64s | None = None,
    ) -> ResolvedMixture:
        """The exact weights for sources of which `source_bytes` are read.

        labels: of each source; sources with the same label share its part by their bytes.
        source_bytes: int64[n_sources], or as many ints.
        natural_bytes: likewise of the whole sources, if only samples of them were read.
        Raises ConfigError for missing labels and for mixtures without any text.
        """
        read = [int(n) for n in source_bytes]
        whole = read if natural_bytes is None else [int(n) for n in natural_bytes]
        shares = self._shares(labels, whole)
        total = sum(whole)
        target = self._target(total)
        target_bytes = [share * target for share in shares]
        self._check_sizes(labels, target_bytes, read, whole)
        # A source without text counts as it is, unless it was left out by name.
        empty = Fraction(self.shares is None and self.bytes is None)
        repetitions = [
            n_wanted / n if n_wanted else (Fraction(0) if n else empty)
            for n_wanted, n in zip(target_bytes, read, strict=True)
        ]
        weights, scale = _weights(repetitions, read)
        rows = []
        for i, label in enumerate(labels):
            kept = min(Fraction(1), target_bytes[i] / whole[i]) if target_bytes[i] else Fraction(1)
            rows.append(
                MixtureRow(
                    label=label,
                    n_bytes=whole[i],
                    natural_share=whole[i] / total,
                    share=float(shares[i]),
                    repetition=float(repetitions[i]),
                    weight=weights[i],
                    sample_share=1.0 if self.target_bytes is None else float(kept),
                    read_bytes=read[i],
                )
            )
        import numpy as np  # here: the command line lists encodings before it needs any array

        return ResolvedMixture(tuple(rows), np.array(weights, np.int64), scale)

    def _shares(self, labels: Sequence[str], whole: list[int]) -> list[Fraction]:
        """The exact share of each source; they add up to 1."""
        total = sum(whole)
        if total == 0:
            raise ConfigError(say("nothing_to_mix"), setting="mixture")
        if self.kind in ("shares", "bytes"):
            return self._named_shares(labels, whole)
        alpha = 1.0 if self.alpha is None else float(self.alpha)
        return tempered_shares(whole, alpha)

    def _named_shares(self, labels: Sequence[str], whole: list[int]) -> list[Fraction]:
        named: Mapping[str, float] = self.shares or self.bytes or {}
        missing = [label for label in named if label not in set(labels)]
        if missing:
            raise ConfigError(
                say(
                    "mixture_unknown_labels",
                    missing=some_of(missing, _MOST_NAMED),
                    labels=some_of(sorted(set(labels)), _MOST_NAMED),
                ),
                setting=self.kind,
            )
        parts = {label: Fraction(value) for label, value in named.items()}
        every = sum(parts.values())
        bytes_of: dict[str, int] = {}
        for label, n_bytes in zip(labels, whole, strict=True):
            bytes_of[label] = bytes_of.get(label, 0) + n_bytes
        shares = []
        for label, n_bytes in zip(labels, whole, strict=True):
            part = parts.get(label, Fraction(0)) / every
            if part and not bytes_of[label]:
                raise ConfigError(
                    say("source_without_text", label=label, part=float(part)), setting=self.kind
                )
            shares.append(part * n_bytes / bytes_of[label] if part else Fraction(0))
        return shares

    def _target(self, total: int) -> int:
        if self.target_bytes is not None:
            return self.target_bytes
        return total if self.bytes is None else sum(self.bytes.values())

    def _check_sizes(
        self, labels: Sequence[str], wanted: list[Fraction], read: list[int], whole: list[int]
    ) -> None:
        for label, n_wanted, n_read, n_whole in zip(labels, wanted, read, whole, strict=True):
            if n_wanted and n_whole and n_wanted < 1:
                raise self._too_small(label, n_wanted, self._target(sum(whole)))
            if n_wanted and not n_read:
                raise ConfigError(say("source_not_read", label=label), setting=self.kind)

    def _too_small(self, label: str, left: Fraction, target: int) -> ConfigError:
        """The fault of a source of which less than a byte would be left."""
        if self.target_bytes is not None:
            return ConfigError(
                say("target_too_small", target=target, left=float(left), label=label),
                setting="target_bytes",
            )
        return ConfigError(
            say("share_too_small", label=label, share=float(left / target)), setting=self.kind
        )


@dataclass(frozen=True, slots=True)
class MixtureRow:
    """One source in a mixture.

    n_bytes: of the whole source; read_bytes: of what is read of it, after sampling.
    natural_share, share: parts of 1. repetition: how often what is read counts.
    weight: the repetition in units of 1 / scale.
    sample_share: probability with which a document is kept, 1 if all are.
    """

    label: str
    n_bytes: int
    natural_share: float
    share: float
    repetition: float
    weight: int
    sample_share: float
    read_bytes: int

    @property
    def is_sampled(self) -> bool:
        """Whether less than the whole source was read, by whole documents."""
        return self.sample_share < 1 and self.read_bytes < self.n_bytes

    @property
    def effective_bytes(self) -> float:
        """Bytes that the source counts for."""
        return self.repetition * self.read_bytes


@dataclass(frozen=True, eq=False)
class ResolvedMixture:
    """A mixture for one corpus. weights: int64[n_sources], in units of 1 / scale."""

    rows: tuple[MixtureRow, ...]
    weights: Int64s
    scale: int

    @property
    def is_natural(self) -> bool:
        """Whether every source counts as it is."""
        return self.scale == 1 and bool((self.weights == 1).all())

    @property
    def left_out(self) -> tuple[str, ...]:
        """Labels of the sources without a share."""
        return tuple(row.label for row in self.rows if row.weight == 0)

    @property
    def is_sampled(self) -> bool:
        """Whether less than all of some source is to be read."""
        return any(row.weight and row.sample_share < 1 for row in self.rows)


def tempered_shares(sizes: Sequence[int], alpha: float) -> list[Fraction]:
    """Shares proportional to size ** alpha, exact for alpha 0 and 1; nothing for size 0.

    Sizes are divided by the greatest first, so that no power can overflow.
    """
    greatest = max(sizes)
    if alpha == 1:
        parts = [Fraction(size) for size in sizes]
    elif alpha == 0:
        parts = [Fraction(size > 0) for size in sizes]
    else:
        parts = [Fraction((size / greatest) ** alpha) for size in sizes]
    total = sum(parts)
    return [part / total for part in parts]


def _weights(repetitions: list[Fraction], read: list[int]) -> tuple[list[int], int]:
    scale = MAX_SCALE
    while True:
        weights = [
            max(1, round(repetition * scale)) if repetition else 0 for repetition in repetitions
        ]
        if scale == 1 or sum(w * n for w, n in zip(weights, read, strict=True)) < (
            MAX_WEIGHTED_BYTES
        ):
            break
        scale //= 2
    divisor = math.gcd(scale, *weights)
    return [weight // divisor for weight in weights], scale // divisor


def _checked_weights(setting: str, weights: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(weights, Mapping) or not weights:
        raise ConfigError(
            say("weights_no_numbers", setting=setting, weights=repr(weights)), setting=setting
        )
    kind: type[Any] = Integral if setting == "bytes" else Real
    for label, value in weights.items():
        code = "weight_no_whole_number" if setting == "bytes" else "weight_no_number"
        if not isinstance(value, kind) or isinstance(value, bool) or not _is_finite(value):
            raise ConfigError(say(code, label=label, value=repr(value)), setting=setting)
        if value < 0:
            raise ConfigError(
                say("weight_negative", label=label, value=repr(value)), setting=setting
            )
    if not any(weights.values()):
        raise ConfigError(say("weights_all_zero"), setting=setting)
    if setting == "bytes":
        _checked_target(sum(int(value) for value in weights.values()))
    return {label: int(v) if setting == "bytes" else float(v) for label, v in weights.items()}


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _check_alpha(alpha: object) -> None:
    if alpha is None:
        return
    is_number = isinstance(alpha, Real) and not isinstance(alpha, bool)
    if not is_number or not 0 <= alpha <= 1:  # type: ignore[operator]
        raise ConfigError(say("alpha_outside", alpha=repr(alpha)), setting="alpha")


def _checked_target(target: object) -> int:
    if not is_whole(target) or int(target) < 1:
        raise ConfigError(
            say("target_no_whole_number", target=repr(target)), setting="target_bytes"
        )
    if int(target) > MAX_TARGET_BYTES:
        raise ConfigError(
            say("target_too_large", target=int(target), greatest=MAX_TARGET_BYTES),
            setting="target_bytes",
        )
    return int(target)
