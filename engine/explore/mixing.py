"""The settings and the mixture of one trial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.analysis import round_sizes
from engine.corpus import Corpus
from engine.errors import ConfigError, CorpusError
from engine.evaluation import labels_meant
from engine.explore.question import Question
from engine.explore.variables import LabelShare, VariableValue, VocabSize
from engine.sentences import say, some_of
from engine.settings import (
    N_BYTES,
    Mixture,
    MixtureMaker,
    TrainingConfig,
    superword_rules,
)

_MOST_SIZES = 6
"""Sizes beside the chosen one that are answered where any is allowed."""


@dataclass(frozen=True)
class TrialMixture:
    """The mixture of a trial: a MixtureMaker.

    base: the mixture that shares are taken from. shares: (labels, their share together); the
    others share the rest as `base` weighs them.
    """

    base: MixtureMaker
    shares: tuple[tuple[tuple[str, ...], float], ...] = ()

    @property
    def target_bytes(self) -> int | None:
        return self.base.target_bytes

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:
        """The mixture for sources of these sizes. Raises ConfigError."""
        base = self.base.for_sources(labels, source_bytes)
        if not self.shares:
            return base
        parts: dict[str, float] = dict.fromkeys(labels, 0.0)
        for row in base.resolve(labels, source_bytes).rows:
            parts[row.label] += row.share
        given: dict[str, float] = {}
        for names, share in self.shares:
            members = [label for label in parts if label in names]
            weights = [parts[label] or 1e-9 for label in members]
            for label, weight in zip(members, weights, strict=True):
                given[label] = share * weight / sum(weights)
        rest = {label: part for label, part in parts.items() if label not in given}
        left, whole = max(0.0, 1.0 - sum(given.values())), sum(rest.values())
        shares = {label: left * part / whole if whole else 0.0 for label, part in rest.items()}
        return Mixture(shares={**shares, **given})


def mixture_of(
    question: Question,
    values: Mapping[str, VariableValue],
    base: MixtureMaker | None,
    labels: Sequence[str],
) -> MixtureMaker:
    """The mixture of the values of a trial; labels: of the corpus's sources."""
    alpha = values.get("temperature", question.alpha)
    if alpha is not None:
        base = Mixture(alpha=float(alpha))
    shares = tuple(
        (meant_labels(variable, labels), float(values[variable.name]))
        for variable in question.variables
        if isinstance(variable, LabelShare)
    )
    return TrialMixture(base or Mixture(), shares) if shares else base or Mixture()


def shares_beyond(question: Question, values: Mapping[str, VariableValue]) -> float:
    """By how much the shares of a trial are more than the whole; 0 where they are not."""
    shares = [each for each in question.variables if isinstance(each, LabelShare)]
    return max(0.0, sum(float(values[each.name]) for each in shares) - 1.0)


def config_of(question: Question, values: Mapping[str, VariableValue]) -> TrainingConfig:
    """The settings of the training of a trial: up to the greatest size."""
    config = replace(question.fixed, vocab_size=question.greatest_size)
    if "pattern" in values:
        config = replace(config, pattern=str(values["pattern"]))
    if "min_count" in values:
        config = replace(config, min_frequency=int(values["min_count"]))
    if "longest_token" in values:
        config = replace(config, max_token_bytes=int(values["longest_token"]))
    if (superwords := config.superwords) is not None:
        if "superword_rules" in values:
            rules = superword_rules(str(values["superword_rules"]))
            superwords = replace(superwords, rules=rules)
        if "superword_transition" in values:
            superwords = replace(superwords, start=float(values["superword_transition"]))
        config = replace(config, superwords=superwords)
    if (parity := config.parity) is not None and "parity_share" in values:
        share = 1.0 - float(values["parity_share"])
        config = replace(config, parity=replace(parity, global_share=share, global_merges=None))
    return config


def training_of_point(
    question: Question,
    values: Mapping[str, VariableValue],
    vocab_size: int,
    labels: Sequence[str],
    base: MixtureMaker | None = None,
) -> tuple[TrainingConfig, MixtureMaker]:
    """Settings and mixture of the training that gives the tokenizer of a point.

    labels: of the corpus's sources; base: the mixture of the recipe.
    """
    config = config_of(question, values).of_size(vocab_size)
    return config, mixture_of(question, values, base, labels)


def chosen_size(question: Question, values: Mapping[str, VariableValue]) -> int:
    """The vocabulary size of a trial."""
    return int(values.get("vocab_size", question.fixed.vocab_size))


def sizes_of(question: Question, values: Mapping[str, VariableValue]) -> tuple[int, ...]:
    """The sizes that a trial answers, ascending; the chosen one is among them."""
    chosen = chosen_size(question, values)
    variable = question.by_name.get("vocab_size")
    if not isinstance(variable, VocabSize):
        return (chosen,)
    if variable.sizes:
        return variable.sizes
    others = round_sizes(int(variable.low), int(variable.high), _MOST_SIZES)
    return tuple(sorted({chosen, *others}))


def n_merges_at(config: TrainingConfig, size: int) -> int:
    """Merges of a tokenizer of a size with the special tokens of the settings."""
    return max(0, size - N_BYTES - config.n_special)


def check_corpus(question: Question, corpus: Corpus, base: MixtureMaker | None) -> None:
    """Raise ConfigError, CorpusError for a corpus that the question does not fit."""
    labels = [source.label for source in corpus.sources]
    if base is not None and base.target_bytes is not None:
        raise ConfigError(say("explore_target_bytes"), setting="explore")
    least = N_BYTES + question.fixed.n_special + 1
    variable = question.by_name.get("vocab_size")
    if variable is not None and isinstance(variable, VocabSize) and variable.low < least:
        raise ConfigError(say("explore_small_size", least=least), setting="explore")
    if "temperature" in question.by_name and len(set(labels)) < 2:
        raise CorpusError(say("explore_one_source"), setting="explore")
    for each in question.variables:
        if isinstance(each, LabelShare):
            meant_labels(each, labels)


def meant_labels(variable: LabelShare, labels: Sequence[str]) -> tuple[str, ...]:
    """The labels of the corpus that a share is of. Raises CorpusError for a label without text."""
    found: list[str] = []
    for label in variable.labels:
        meant = labels_meant(label, labels)
        if not meant:
            known = some_of(list(dict.fromkeys(labels)), 8)
            sentence = say("explore_no_source", name=variable.name, label=label, labels=known)
            raise CorpusError(sentence, setting="explore")
        found += meant
    return tuple(dict.fromkeys(found))
