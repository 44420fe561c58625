"""What each vocabulary size gives and costs: tokens of a text, parameters of a model.

`SizeCurves`: merges are taken in the order of their ranks and each takes one token away wherever it
is applied, so a tokenizer with the first k merges leaves `bytes - (merges applied of rank below k)`
tokens. A training counts what it applies; for any other text one encode is enough, because the tree
of a token says which merges made it.

`ModelCost`: the parameters that a vocabulary takes in a model, and the sizes that a budget and
hardware allow.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property, partial
from importlib.resources import files

import numpy as np

from engine.analysis.counted_tokens import tokens_of_counts
from engine.argument_types import checked
from engine.compiled import Floats, Int64s
from engine.corpus import Corpus, checked_corpus
from engine.encoding import MergeForest, Tokenizer, token_counts
from engine.errors import ConfigError
from engine.machine import Progress, relayed, result_of
from engine.sentences import say
from engine.settings import N_BYTES, TrainingRecord
from engine.training import refuse_counts

PER_TOKENS = 1000
"""Gains are given for this number of further ids."""
SMOOTHED_OVER = 1000
"""Merges over which a gain is measured."""
THRESHOLD = 0.001
"""Returns diminish when PER_TOKENS further ids save less than this share of the tokens."""
_BLOCK = 1024

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


@dataclass(frozen=True, eq=False)
class SizeCurves:
    """Tokens of each label at every size from 256 bytes and the special tokens up.

    A size counts all ids, as everywhere: bytes, merges, special tokens and reserved slots. Pattern,
    normalization and the `n_special` special tokens and reserved slots are fixed, so size v has the
    first `v - 256 - n_special` merges, as in `Tokenizer.truncated`.

    labels: names of the parts of the text. n_bytes: int64[n], their UTF-8 bytes.
    tokens: int64[n, n_merges + 1], column k is after the first k merges; column 0 equals n_bytes.
    weights: int64[n], weight of each label in the total, in units of 1 / weight_scale.
    vocab_size: the largest size; beyond `n_merges` merges nothing changes (pairs ran out).
    """

    labels: tuple[str, ...]
    n_bytes: Int64s
    tokens: Int64s
    n_special: int
    weights: Int64s
    weight_scale: int
    vocab_size: int

    def __post_init__(self) -> None:
        n = len(self.labels)
        shapes = (self.n_bytes.shape, self.tokens.shape[:1], self.weights.shape)
        if self.tokens.ndim != 2 or any(shape != (n,) for shape in shapes):
            raise ValueError(f"{n} labels do not fit arrays of the shapes {shapes}")

    @classmethod
    def of_training(cls, training: TrainingRecord) -> SizeCurves:
        """The curves of the corpus that a tokenizer was trained on; exact, nothing is encoded.

        Labels count by their own text; if a mixture weighed them, the total is that of the
        mixture, exactly. Sizes beyond the transition to superwords have the second pattern.
        Sources without text or without weight are left out.
        """
        checked(training, TrainingRecord, "training", "Tokenizer.training has one")
        kept = np.flatnonzero(training.source_bytes)  # none of empty sources and of weight 0
        n_merges = len(training.applied)
        tokens = np.empty((len(kept), n_merges + 1), np.int64)
        tokens[:, 0] = training.source_bytes[kept]
        for begin in range(0, n_merges, _BLOCK):  # turned over in blocks that stay in the cache
            block = training.source_applied[begin : begin + _BLOCK, kept]
            np.negative(block.T, out=tokens[:, begin + 1 : begin + 1 + len(block)])
        if (second := training.second_stage) is None or second.n_first >= n_merges:
            parts = [tokens]
        else:  # the text is cut by another pattern from the first merge of stage two on
            first, last = tokens[:, : second.n_first + 1], tokens[:, second.n_first + 1 :]
            last[:, 0] += np.array(second.source_tokens, np.int64)[kept]
            parts = [first, last]
        for part in parts:
            for row in part:
                np.cumsum(row, out=row)
        return cls(
            tuple(training.source_labels[source] for source in kept.tolist()),
            training.source_bytes[kept],
            tokens,
            training.config.n_special,
            training.source_weights[kept],
            training.weight_scale,
            training.config.vocab_size,
        )

    @property
    def is_weighted(self) -> bool:
        """Whether the total weighs labels differently."""
        return self.weight_scale != 1 or bool((self.weights != 1).any())

    @property
    def n_merges(self) -> int:
        return int(self.tokens.shape[1]) - 1

    @property
    def smallest_size(self) -> int:
        """The size without any merge."""
        return N_BYTES + self.n_special

    @property
    def largest_size(self) -> int:
        """The size with all merges that there are."""
        return self.smallest_size + self.n_merges

    def sizes(self) -> Int64s:
        """int64[n_merges + 1]: the size that belongs to each column of `tokens`."""
        return np.arange(self.smallest_size, self.largest_size + 1, dtype=np.int64)

    def merges_at(self, size: int) -> int:
        """The number of merges at a size. Raises ConfigError for one that cannot be."""
        if not self.smallest_size <= size <= self.vocab_size:
            raise ConfigError(
                say(
                    "size_not_held", smallest=self.smallest_size, largest=self.vocab_size, size=size
                ),
                setting="vocab_size",
            )
        return min(size - self.smallest_size, self.n_merges)

    @cached_property
    def total_bytes(self) -> int:
        """All bytes, weighted, in units of 1 / weight_scale."""
        return int(self.weights @ self.n_bytes)

    @cached_property
    def total_tokens(self) -> Int64s:
        """int64[n_merges + 1]: tokens of all labels, weighted, in units of 1 / weight_scale."""
        return np.asarray(self.weights @ self.tokens, np.int64)

    def label_tokens(self, label: str | None) -> Int64s:
        """int64[n_merges + 1]: tokens of a label, of all if it is None. Raises KeyError."""
        return self.total_tokens if label is None else self.tokens[self._index(label)]

    def label_bytes(self, label: str | None) -> int:
        """Bytes of a label, of all if it is None. Raises KeyError."""
        return self.total_bytes if label is None else int(self.n_bytes[self._index(label)])

    def bytes_per_token(self, label: str | None, size: int) -> float:
        """Bytes per token of a label, or of all, at a size; NaN for a label without text."""
        tokens = int(self.label_tokens(label)[self.merges_at(size)])
        return self.label_bytes(label) / tokens if tokens else float("nan")

    def natural_bytes_per_token(self, size: int) -> float:
        """Bytes per token of all labels with each text counted once, without weights."""
        tokens = int(self.tokens[:, self.merges_at(size)].sum())
        return int(self.n_bytes.sum()) / tokens if tokens else float("nan")

    def bytes_per_token_curve(self, label: str | None, columns: Int64s | None = None) -> Floats:
        """float64[n]: bytes per token at some columns of `tokens`, by default at all."""
        tokens = self.label_tokens(label)
        return _quotient(self.label_bytes(label), tokens if columns is None else tokens[columns])

    def gain(self, label: str | None, columns: Int64s | None = None) -> Floats:
        """float64[n]: share of the tokens that PER_TOKENS further ids save, at some columns.

        With T(k) tokens after k merges, a = k - h, b = k + h and h half of SMOOTHED_OVER, or half
        of all merges if there are fewer; a and b are kept within the merges that there are:

            gain(k) = 1 - (T(b) / T(a)) ** (PER_TOKENS / (b - a))

        which is the plain saving over PER_TOKENS merges around k, and at the ends what as many
        merges would save at the rate of those that are left. NaN if there are no tokens or
        no merges. It is the marginal utility of Xu et al. 2021 (VOLT, arXiv:2012.15671), there of
        entropy, here of the number of tokens.
        """
        tokens = self.label_tokens(label)
        k = np.arange(self.n_merges + 1, dtype=np.int64) if columns is None else columns
        half = max(1, min(SMOOTHED_OVER, self.n_merges) // 2)
        first, last = np.maximum(k - half, 0), np.minimum(k + half, self.n_merges)
        with np.errstate(invalid="ignore", divide="ignore"):
            kept = tokens[last] / tokens[first]
            return np.asarray(1.0 - kept ** (PER_TOKENS / (last - first)), np.float64)

    def diminishing_size(self, threshold: float = THRESHOLD) -> int | None:
        """The least size from which on `gain` stays below `threshold`; None if never.

        Only sizes whose gain is measured over the full SMOOTHED_OVER merges count, so that the
        last few merges alone decide nothing. Raises ConfigError unless 0 < threshold < 1.
        """
        if not 0.0 < threshold < 1.0:
            raise ConfigError(say("threshold_outside", value=repr(threshold)), setting="threshold")
        half = SMOOTHED_OVER // 2
        columns = np.arange(half, self.n_merges - half + 1, dtype=np.int64)
        if not len(columns) or not self.label_bytes(None):
            return None
        enough = np.flatnonzero(self.gain(None, columns) >= threshold)
        first = int(enough[-1]) + 1 if len(enough) else 0
        return None if first == len(columns) else self.smallest_size + int(columns[first])

    def _index(self, label: str) -> int:
        try:
            return self.labels.index(label)
        except ValueError:
            raise KeyError(label) from None


def _quotient(n_bytes: int, tokens: Int64s) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(tokens > 0, n_bytes / tokens, np.nan)


def text_size_curves(tokenizer: Tokenizer, corpus: Corpus) -> SizeCurves:
    """Encode a corpus once and return its curves; of counts each pre-token. Raises CorpusError."""
    return result_of(text_size_curves_steps(tokenizer, corpus))


def text_size_curves_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[Progress, None, SizeCurves]:
    """`text_size_curves` in steps, about ten times a second and more.

    Equal to encoding the corpus with `tokenizer.truncated(v)` at every size v. Bytes are those of
    the text as the tokenizer normalizes it. Labels without text are left out.

    Where words were joined in a second stage of training, sizes up to the transition cut text by
    the first pattern: the corpus is encoded twice, and each time counts half in the progress. The
    call itself checks its arguments.
    """
    checked(tokenizer, Tokenizer, "tokenizer", "Tokenizer.load(path) reads one")
    return _curves_steps(tokenizer, checked_corpus(corpus))


def _curves_steps(tokenizer: Tokenizer, corpus: Corpus) -> Generator[Progress, None, SizeCurves]:
    origin = tokenizer.superwords
    if origin is None:
        return (yield from _encoded(tokenizer, corpus))
    refuse_counts(corpus)
    n_first = origin.n_first_merges
    subwords = tokenizer.truncated(N_BYTES + n_first + len(tokenizer.special_tokens))
    earlier = yield from _encoded(subwords, corpus, parts=2)
    curves = yield from _encoded(tokenizer, corpus, parts=2, done=int(earlier.n_bytes.sum()) // 2)
    tokens = curves.tokens.copy()
    tokens[:, : n_first + 1] = earlier.tokens
    return replace(curves, tokens=tokens)


def _encoded(
    tokenizer: Tokenizer, corpus: Corpus, *, parts: int = 1, done: int = 0
) -> Generator[Progress, None, SizeCurves]:
    """The curves of one encode, which is one of `parts`; `done` are the bytes of those before."""
    forest = MergeForest(tokenizer)
    labels = list(dict.fromkeys(source.label for source in checked_corpus(corpus).sources))
    row_of = [labels.index(source.label) for source in corpus.sources]
    n_bytes = np.zeros(len(labels), np.int64)
    tokens = np.zeros((len(labels), forest.n_merges + 1), np.int64)
    of_text = [number for number, source in enumerate(corpus.sources) if not source.is_counts]
    for number, source in enumerate(corpus.sources):
        if source.is_counts:
            before = int(n_bytes.sum())
            counted = tokens_of_counts(tokenizer, corpus, number)
            shown = partial(_progress, done, parts, before, source.label)
            counts, size = yield from relayed(counted, shown)
            tokens[row_of[number], 1:] += forest.applied(counts)
            n_bytes[row_of[number]] += size
    text = corpus.with_sources(corpus.sources[number] for number in of_text)
    open_source, counts = 0, np.zeros(tokenizer.vocab_size, np.int64)
    row_of = [row_of[number] for number in of_text]
    with closing(token_counts(tokenizer, text)) as groups:
        for group in groups:
            if group is not None:
                if group.source != open_source:
                    tokens[row_of[open_source], 1:] += forest.applied(counts)
                    open_source = group.source
                    counts[:] = 0
                counts += group.counts
                n_bytes[row_of[open_source]] += group.bytes
            label = text.sources[open_source].label if row_of else ""
            yield _progress(done, parts, int(n_bytes.sum()), label, 0)
    if row_of:
        tokens[row_of[open_source], 1:] += forest.applied(counts)
    corpus.note_problems(text.problems)
    for row, size in zip(tokens, n_bytes.tolist(), strict=True):  # applied -> what is left
        np.cumsum(row, out=row)
        np.subtract(size, row, out=row)
    return _curves(tokenizer, labels, n_bytes, tokens)


def _progress(done: int, parts: int, before: int, label: str, n_bytes: int) -> Progress:
    return Progress(done + (before + n_bytes) // parts, label=label)


def _curves(
    tokenizer: Tokenizer, labels: Sequence[str], n_bytes: Int64s, tokens: Int64s
) -> SizeCurves:
    """The curves of the labels that have text."""
    n_special = len(tokenizer.special_tokens)
    greatest = tokenizer.vocab_size
    if tokenizer.numbering is not None:  # its ids may have gaps, which `truncated` closes
        greatest = N_BYTES + tokenizer.n_merges + n_special
    kept = np.flatnonzero(n_bytes)
    if len(kept) < len(labels):
        n_bytes, tokens = n_bytes[kept], tokens[kept]
    return SizeCurves(
        labels=tuple(labels[row] for row in kept.tolist()),
        n_bytes=n_bytes,
        tokens=tokens,
        n_special=n_special,
        weights=np.ones(len(kept), np.int64),
        weight_scale=1,
        vocab_size=greatest,
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
    models = tomllib.loads(text).items()
    return {name: ModelSize(name, is_tied=facts.pop("tied"), **facts) for name, facts in models}


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
                    say("beyond_setting_limit", setting=setting, value=value, greatest=greatest),
                    setting=setting,
                )
            if isinstance(value, bool) or value != int(value) or value < 1:
                raise ConfigError(
                    say("no_whole_number", setting=setting, value=repr(value)), setting=setting
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
                say("budget_share_outside", value=repr(self.budget_share)), setting="budget_share"
            )

    @classmethod
    def of_model(
        cls, model: ModelSize, *, is_tied: bool | None = None, budget_share: float = BUDGET_SHARE
    ) -> ModelCost:
        """The cost in a published model, tied as it is unless `is_tied` says otherwise."""
        checked(model, ModelSize, "model", "It is the size of a published model")
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
