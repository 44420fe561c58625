"""Settings of a probe: the size of its models, what they read, and for how long.

A body (everything but the embedding) is the same for all tokenizers; the embedding, which is the
head too, has as many rows as the tokenizer has ids. So a larger vocabulary is no hidden advantage
of a wider body, and its price is shown apart.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from engine.errors import ConfigError
from engine.sentences import say

USUAL_PARAMETERS, USUAL_BYTES, USUAL_SEEDS = 3_000_000, 20_000_000, 3
_HEAD_WIDTH = 32
_WIDTH_PER_LAYER = 48
_LEAST, _MOST = 10_000, 1_000_000_000
_MOST_SEEDS = 100
_LEAST_MEASURED, _MOST_MEASURED = 10_000, 1_000_000


@dataclass(frozen=True, slots=True)
class ModelShape:
    """A transformer: layers of attention and a perceptron of four times the width."""

    layers: int
    width: int
    heads: int

    @property
    def body_parameters(self) -> int:
        """Of the matrices and norms of all layers, and of the norm behind them."""
        return self.layers * (12 * self.width**2 + 2 * self.width) + self.width

    def parameters(self, n_rows: int) -> int:
        """With the embedding, which is the head too."""
        return self.body_parameters + n_rows * self.width

    def flops_per_token(self, n_rows: int, context: int) -> float:
        """Of one token in training: 6 for each parameter of a matrix, and the attention.

        Kaplan et al. 2020, with the head, which small models with large vocabularies spend most on.
        """
        matrices = 12 * self.layers * self.width**2 + n_rows * self.width
        return 6.0 * matrices + 6.0 * self.layers * self.width * context


def shape_of(parameters: int) -> ModelShape:
    """The body of about this many parameters: 48 times as wide as it has layers, about."""
    layers = max(1, round((parameters / (12 * _WIDTH_PER_LAYER**2)) ** (1 / 3)))
    width = math.sqrt(parameters / (12 * layers)) / _HEAD_WIDTH
    heads = max(1, round(width))
    return ModelShape(layers, heads * _HEAD_WIDTH, heads)


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """What decides a probe beside tokenizers and texts.

    parameters: of the body, without the embedding. n_bytes: of text that each model reads; texts
    with fewer are read again in another order. seeds: models of each tokenizer.
    context: tokens in a row; context_bytes, if not 0, decides instead, so that all rows have
    about the same text. rows: in a batch. learning_rate: at its highest.
    held_out: share of the passages. held_out_bytes: of them at most; 0 for a twentieth of n_bytes,
    at most a megabyte. addition: share of the training bytes that are sums.
    evaluations: times that the held-out text is measured along the way.
    choices: items of the multiple-choice task. samples: texts that each model writes.

    Raises ConfigError, with the setting's name, for values that cannot work.
    """

    parameters: int = USUAL_PARAMETERS
    n_bytes: int = USUAL_BYTES
    seeds: int = USUAL_SEEDS
    context: int = 128
    context_bytes: int = 0
    rows: int = 32
    learning_rate: float = 2e-3
    held_out: float = 0.05
    held_out_bytes: int = 0
    addition: float = 0.0
    evaluations: int = 10
    choices: int = 200
    samples: int = 3

    def __post_init__(self) -> None:
        self._check("parameters", self.parameters, _LEAST, _MOST)
        self._check("n_bytes", self.n_bytes, 10_000, 1 << 40)
        self._check("seeds", self.seeds, 1, _MOST_SEEDS)
        if self.context_bytes:
            self._check("context_bytes", self.context_bytes, 16, 1 << 16)
        else:
            self._check("context", self.context, 8, 1 << 14)
        self._check("rows", self.rows, 1, 1 << 12)
        self._check("learning_rate", self.learning_rate, 1e-7, 1.0)
        self._check("held_out", self.held_out, 0.001, 0.5)
        self._check("held_out_bytes", self.held_out_bytes, 0, 1 << 32)
        self._check("addition", self.addition, 0.0, 0.9)
        self._check("evaluations", self.evaluations, 1, 1000)
        self._check("choices", self.choices, 0, 100_000)
        self._check("samples", self.samples, 0, 100)

    @property
    def shape(self) -> ModelShape:
        return shape_of(self.parameters)

    @property
    def measured_bytes(self) -> int:
        """Of held-out text at most."""
        usual = min(_MOST_MEASURED, max(_LEAST_MEASURED, self.n_bytes // 20))
        return self.held_out_bytes or usual

    def context_of(self, bytes_per_token: float) -> int:
        """Tokens in a row for a tokenizer."""
        if not self.context_bytes:
            return self.context
        return max(2, round(self.context_bytes / bytes_per_token))

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: dict[str, Any]) -> ProbeSettings:
        """From what `document` gave. Raises ConfigError."""
        return cls(**document)

    @staticmethod
    def _check(name: str, value: float, least: float, most: float) -> None:
        if not (isinstance(value, int | float) and least <= value <= most):
            raise ConfigError(
                say("probe_setting", name=name, value=repr(value), least=least, most=most),
                setting=name,
            )


def cosine_rate(step: int, steps: int, *, highest: float, warm_up: float = 0.05) -> float:
    """The learning rate of a step: up in a straight line, then down in a cosine to a tenth."""
    rising = max(1, round(warm_up * steps))
    if step < rising:
        return highest * (step + 1) / rising
    share = (step - rising) / max(1, steps - rising)
    return highest * (0.1 + 0.45 * (1 + math.cos(math.pi * min(1.0, share))))
