"""What a vocabulary costs a model in parameters, and the sizes that a budget and hardware allow."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from engine.analysis.sentences import say
from engine.errors import ConfigError
from engine.settings import N_BYTES

DEFAULT_MODEL = "llama3-8b"
BUDGET_SHARE = 0.02
"""The share of a model's parameters that the article grants its embeddings."""
MAX_WIDTH = 1_000_000
MAX_PARAMETERS = 10**15
"""Both far beyond every model there is; within them the arithmetic below is exact and quick."""
HARDWARE_MULTIPLES = (64, 128)
"""Matrix units work on tiles of this number of rows; a vocabulary that is no multiple is padded."""
ARTICLE_SIZES = (16_384, 32_768, 49_152, 65_536, 98_304, 131_072, 196_608, 262_144)
_TIERS = (
    (*(1 << bits for bits in range(9, 21)), *ARTICLE_SIZES),
    tuple(3 << bits for bits in range(8, 20)),
    tuple(unit << bits for unit in (5, 7) for bits in range(7, 19)),
)


@dataclass(frozen=True, slots=True)
class ModelSize:
    """A published model.

    width: numbers per token vector (d_model). is_tied: one matrix serves input and output.
    parameters: all of them, with the embeddings of its own `vocabulary`.
    """

    name: str
    title: str
    width: int
    layers: int
    is_tied: bool
    parameters: int
    vocabulary: int
    source: str


@cache
def model_sizes() -> dict[str, ModelSize]:
    """The published models by name, the smallest first."""
    text = files("resources").joinpath("model_sizes.toml").read_text(encoding="utf-8")
    return {
        name: ModelSize(
            name=name,
            title=fields["title"],
            width=fields["width"],
            layers=fields["layers"],
            is_tied=fields["tied"],
            parameters=fields["parameters"],
            vocabulary=fields["vocabulary"],
            source=fields["source"],
        )
        for name, fields in tomllib.loads(text).items()
    }


def model_size(name: str) -> ModelSize:
    """The published model of that name. Raises ConfigError."""
    try:
        return model_sizes()[name]
    except KeyError:
        near = get_close_matches(name.lower(), model_sizes(), n=1)
        known = ", ".join(model_sizes())
        sentence = (
            say("unknown_model_like", name=repr(name), near=near[0], known=known)
            if near
            else say("unknown_model", name=repr(name), known=known)
        )
        raise ConfigError(sentence, setting="model") from None


@dataclass(frozen=True, slots=True)
class ModelCost:
    """The parameters that a vocabulary takes in a model, against a budget.

    width: numbers per token vector. is_tied: one matrix of width x ids for input and output,
    otherwise two. total_parameters: the reference of the share, fixed for any vocabulary,
    as a budget is; None if only the parameters themselves are asked for.
    budget_share: the share of it that embedding and output may take.

    Raises ConfigError, with the setting's name, for values that cannot work.
    """

    width: int
    is_tied: bool
    total_parameters: int | None = None
    budget_share: float = BUDGET_SHARE

    def __post_init__(self) -> None:
        for setting, value, greatest in (
            ("width", self.width, MAX_WIDTH),
            ("total_parameters", self.total_parameters, MAX_PARAMETERS),
        ):
            if value is None:
                continue
            if value > greatest:
                raise ConfigError(
                    say("beyond_limit", setting=setting, value=value, greatest=greatest),
                    setting=setting,
                )
            if isinstance(value, bool) or value != int(value) or value < 1:
                raise ConfigError(
                    say("not_whole_number", setting=setting, value=repr(value)),
                    setting=setting,
                )
        if self.total_parameters is not None and self.parameters(N_BYTES) > self.total_parameters:
            raise ConfigError(
                say(
                    "width_too_large",
                    width=self.width,
                    n_bytes=N_BYTES,
                    parameters=self.parameters(N_BYTES),
                    total=self.total_parameters,
                ),
                setting="total_parameters",
            )
        if not (math.isfinite(self.budget_share) and 0.0 < self.budget_share <= 1.0):
            raise ConfigError(
                say("budget_share_outside", value=repr(self.budget_share)),
                setting="budget_share",
            )

    @classmethod
    def of_model(
        cls,
        model: ModelSize,
        *,
        is_tied: bool | None = None,
        budget_share: float = BUDGET_SHARE,
    ) -> ModelCost:
        """The cost in a published model, tied as it is unless `is_tied` says otherwise."""
        tied = model.is_tied if is_tied is None else is_tied
        return cls(model.width, tied, model.parameters, budget_share)

    def parameters(self, vocab_size: int) -> int:
        """Parameters of embedding and output: width x ids, twice if they are not tied."""
        return self.width * vocab_size * (1 if self.is_tied else 2)

    def share(self, vocab_size: int) -> float | None:
        """Their share of all parameters; None without a total."""
        if self.total_parameters is None:
            return None
        return self.parameters(vocab_size) / self.total_parameters

    def fits(self, vocab_size: int) -> bool | None:
        """Whether they stay within the budget; None without a total."""
        largest = self.largest_size()
        return None if largest is None else vocab_size <= largest

    def largest_size(self) -> int | None:
        """The most ids whose parameters stay within the budget; None without a total.

        Of the article's search over eight trainings ("optimal vocabulary size") this is the bound;
        compression only grows with the size, so the largest size within it compresses best.
        """
        if self.total_parameters is None:
            return None
        size = int(self.total_parameters * self.budget_share / self.parameters(1))
        while self._within(size + 1):  # floating point may miss by one
            size += 1
        while not self._within(size):
            size -= 1
        return size

    def _within(self, vocab_size: int) -> bool:
        share = self.share(vocab_size)
        return share is not None and share <= self.budget_share


@dataclass(frozen=True, slots=True)
class HardwareSize:
    """A size that hardware likes. multiple: 64 or 128; 0 for a power of two."""

    size: int
    multiple: int

    @property
    def is_power_of_two(self) -> bool:
        return self.multiple == 0


def hardware_sizes(near: int, *, smallest: int, largest: int) -> tuple[HardwareSize, ...]:
    """The power of two and the multiples of 64 and 128 next to a size, below and above.

    A size that is one itself is among them. Ascending, each size once (a power of two before a
    multiple of 128 before one of 64), none outside of `smallest` to `largest`.
    """
    power = 1 << max(0, near.bit_length() - 1)
    sizes = {}
    for multiple in HARDWARE_MULTIPLES:  # the greater one and then the power replace the others
        for size in _neighbours(near, multiple):
            sizes[size] = HardwareSize(size, multiple)
    for size in (power,) if power == near else (power, 2 * power):
        sizes[size] = HardwareSize(size, 0)
    return tuple(sizes[size] for size in sorted(sizes) if smallest <= size <= largest)


def round_sizes(smallest: int, largest: int, n: int = 16) -> tuple[int, ...]:
    """At most `n` sizes for a table, ascending, the greatest size itself the last.

    Powers of two from 512 up and the article's candidates (which are these and 1.5 times them);
    then, as far as there is room, the other halves and quarters between powers, the largest first,
    which is where a choice is made.
    """
    chosen = {largest}
    for tier in _TIERS:
        fitting = {size for size in tier if smallest <= size < largest} - chosen
        chosen.update(sorted(fitting)[::-1][: n - len(chosen)])
    return tuple(sorted(chosen))


def _neighbours(near: int, multiple: int) -> tuple[int, ...]:
    below = near // multiple * multiple
    return (below,) if below == near else (below, below + multiple)
