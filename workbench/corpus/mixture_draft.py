"""A mixture while it is edited, and the preview of what it does.

`MixtureDraft` keeps the text of the fields as typed. Drafts are frozen, so that undo goes back
to an older one. `MixturePreview` has the figures of a training that is not stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from engine.errors import ConfigError
from workbench.text.numbers import GROUP_SPACE

if TYPE_CHECKING:
    from engine.settings import Mixture, MixtureRow

Mode = Literal["natural", "temperature", "shares", "bytes", "recipe"]
MODES: tuple[Mode, ...] = ("natural", "temperature", "shares", "bytes", "recipe")
FIRST_ALPHA = 0.3
_UNITS = {"": 1, "b": 1, "kb": 1000, "mb": 1000**2, "gb": 1000**3}
_MAX_DIGITS = 18


@dataclass(frozen=True)
class MixtureDraft:
    """Everything the fields of a mixture say.

    alpha, target, seed: text as typed, right or wrong. shares, sizes: by label, what the person
    gave in the modes "shares" and "bytes". recipe: name of the recipe, and `of_recipe` what it
    gave for the labels of the corpus.
    """

    mode: Mode = "natural"
    alpha: str = f"{FIRST_ALPHA:g}"
    shares: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    recipe: str = ""
    of_recipe: Mapping[str, float] = field(default_factory=dict)
    target: str = ""
    seed: str = "0"

    def mixture(self) -> Mixture:
        """Return the mixture. Raises ConfigError, whose `setting` names the field."""
        from engine.settings import Mixture

        return Mixture(
            shares=self._shares(),
            bytes=(self.sizes or None) if self.mode == "bytes" else None,
            alpha=self._alpha() if self.mode == "temperature" else None,
            target_bytes=read_size(self.target),
            seed=_whole(self.seed, "seed"),
        )

    def with_given(self, label: str, value: float) -> MixtureDraft:
        """Return the draft with another share, or number of bytes, of one label."""
        if self.mode == "bytes":
            return replace(self, sizes={**self.sizes, label: round(value)})
        return replace(self, shares={**self.shares, label: value})

    def begun(self, mode: Mode, rows: Sequence[MixtureRow]) -> MixtureDraft:
        """Return the draft in another mode, with the values of the mixture of `rows`."""
        draft = replace(self, mode=mode)
        if mode == "shares" and not draft.shares:
            return replace(draft, shares={row.label: _rounded(100 * row.share) for row in rows})
        if mode == "bytes" and not draft.sizes:
            return replace(draft, sizes={row.label: round(row.effective_bytes) for row in rows})
        return draft

    def made_equal(self, sizes: Mapping[str, int]) -> MixtureDraft:
        """Return the draft with the same for all labels of `sizes`."""
        if self.mode == "bytes":
            each = sum(sizes.values()) // max(1, len(sizes))
            return replace(self, sizes=dict.fromkeys(sizes, each))
        return replace(self, shares=dict.fromkeys(sizes, 1.0))

    def made_natural(self, sizes: Mapping[str, int]) -> MixtureDraft:
        """Return the draft with what there is of every label."""
        if self.mode == "bytes":
            return replace(self, sizes=dict(sizes))
        total = max(1, sum(sizes.values()))
        return replace(self, shares={name: _rounded(100 * n / total) for name, n in sizes.items()})

    def fitted(self, labels: Sequence[str]) -> MixtureDraft:
        """Return the draft without labels that the corpus does not have."""
        return replace(
            self,
            shares={name: share for name, share in self.shares.items() if name in labels},
            sizes={name: size for name, size in self.sizes.items() if name in labels},
        )

    def given(self) -> Mapping[str, float]:
        """What the person gave by label in the mode in force; empty in the other modes."""
        if self.mode == "bytes":
            return self.sizes
        return self.shares if self.mode == "shares" else {}

    def _shares(self) -> Mapping[str, float] | None:
        if self.mode == "recipe":
            return self.of_recipe or None
        return (self.shares or None) if self.mode == "shares" else None

    def _alpha(self) -> float:
        try:
            return float(self.alpha.replace(",", "."))
        except ValueError:
            raise ConfigError(
                "A number between 0 and 1 is needed here, such as 0.3.", setting="alpha"
            ) from None


def draft_of(mixture: Mixture | None, before: MixtureDraft) -> MixtureDraft:
    """Return the draft that gives `mixture`; what it says nothing of stays as in `before`."""
    if mixture is None:
        return replace(before, mode="natural", target="", seed="0")
    target = "" if mixture.target_bytes is None else str(mixture.target_bytes)
    draft = replace(before, target=target, seed=str(mixture.seed))
    if mixture.alpha is not None:
        return replace(draft, mode="temperature", alpha=repr(mixture.alpha).removesuffix(".0"))
    if mixture.shares is not None:
        return replace(draft, mode="shares", shares=dict(mixture.shares))
    if mixture.bytes is not None:
        return replace(draft, mode="bytes", sizes=dict(mixture.bytes))
    return replace(draft, mode="natural")


def edit_kind(before: MixtureDraft, after: MixtureDraft) -> str:
    """Say which part of a draft an edit was of: its mode, and the field or label that changed.

    Edits of one kind shortly after each other, such as a drag of a slider, belong together.
    """
    changed = [name for name, value in vars(after).items() if value != getattr(before, name)]
    old, new = before.given(), after.given()
    labels = sorted(label for label in {*old, *new} if old.get(label) != new.get(label))
    return " ".join([after.mode, *changed, *labels])


def read_size(text: str) -> int | None:
    """Read a number of bytes as people write it; None for nothing. Raises ConfigError.

    >>> read_size("100 MB"), read_size("1.5gb"), read_size("2000"), read_size("  ")
    (100000000, 1500000000, 2000, None)
    """
    plain = "".join(text.replace(GROUP_SPACE, "").split()).casefold()
    if not plain:
        return None
    digits = plain.rstrip("bkmg")
    unit = _UNITS.get(plain[len(digits) :])
    try:
        number = float(digits.replace(",", "."))
    except ValueError:
        number = float("nan")
    if unit is None or not 0 <= number * unit < 10**_MAX_DIGITS:
        raise ConfigError(
            f"“{text.strip()}” is not a size; write it as 100 MB or as a number of bytes.",
            setting="target_bytes",
        )
    return round(number * unit)


def _rounded(percent: float) -> float:
    return float(f"{percent:.4g}")


def _whole(text: str, setting: str) -> int:
    digits = "".join(text.replace(GROUP_SPACE, "").split())
    if not digits.isdecimal() or len(digits) > _MAX_DIGITS:
        raise ConfigError("A whole number is needed here, such as 0.", setting=setting)
    return int(digits)


@dataclass(frozen=True, slots=True)
class PreviewWish:
    """Whether a preview is wanted; vocab_size None takes the size of the next training."""

    is_on: bool = True
    vocab_size: int | None = None


@dataclass(frozen=True, slots=True)
class PreviewStatus:
    """Why a preview is missing; can_count: the user may have the corpus counted now."""

    words: str
    can_count: bool = False


@dataclass(frozen=True, slots=True)
class PremiumChange:
    """The premium of a source with the natural mixture, and with the one that is previewed."""

    natural: float
    now: float


@dataclass(frozen=True)
class MixturePreview:
    """Bytes per token by label, with a mixture and with the natural one.

    overall, natural_overall: of the whole corpus, each text counted once. seconds: duration of the
    training with the mixture. is_natural: both are the same training. premiums: of the
    sources that are parallel.
    """

    vocab_size: int
    now: Mapping[str, float]
    natural: Mapping[str, float]
    overall: float
    natural_overall: float
    seconds: float
    is_natural: bool
    premiums: Mapping[str, PremiumChange] = field(default_factory=dict)

    @property
    def change(self) -> float:
        """Overall difference against the natural mixture, in parts of it; more is better."""
        return self.overall / self.natural_overall - 1 if self.natural_overall else 0.0

    def worst_served(self) -> str | None:
        """Label with the highest premium under the mixture; None unless sources are parallel."""
        return max(self.premiums, key=lambda label: self.premiums[label].now, default=None)

    def changes(self) -> tuple[str, str] | None:
        """Labels that gain and that lose most against the natural mixture; None without both."""
        differences = {
            label: value / self.natural[label] - 1
            for label, value in self.now.items()
            if value == value and self.natural.get(label)
        }
        if self.is_natural or len(differences) < 2:
            return None
        return (
            max(differences, key=differences.__getitem__),
            min(differences, key=differences.__getitem__),
        )
