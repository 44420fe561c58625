"""General text beside a domain: learned with, so that the new tokens serve both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.corpus import Corpus, Source
from engine.errors import ConfigError
from engine.mixture import Mixture
from engine.pretoken_counts import PretokenCounts

PREFIX = "general: "
"""What the labels of general text begin with in a joined corpus."""


@dataclass(frozen=True)
class GeneralShare:
    """A MixtureMaker: so much of what is counted is general text, the rest the domain.

    Inside either the sources keep their natural proportions. Raises ConfigError for a share that
    does not lie between 0 and 1.
    """

    share: float

    def __post_init__(self) -> None:
        if not isinstance(self.share, (int, float)) or not 0.0 < self.share < 1.0:
            raise ConfigError(
                f"The share of general text must lie between 0 and 1, not {self.share!r}.",
                setting="general_share",
            )

    @property
    def target_bytes(self) -> int | None:
        """All of the text is read."""
        return None

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:
        """The mixture for sources of these sizes. Raises ConfigError where a side has no text."""
        sizes: dict[str, int] = {}
        for label, size in zip(labels, source_bytes, strict=True):
            sizes[label] = sizes.get(label, 0) + int(size)
        general = sum(size for label, size in sizes.items() if label.startswith(PREFIX))
        domain = sum(sizes.values()) - general
        if not general or not domain:
            side = "domain" if general else "general text"
            raise ConfigError(
                f"The {side} holds no text, so the two cannot be mixed.", setting="general_share"
            )
        return Mixture(
            shares={
                label: self.share * size / general
                if label.startswith(PREFIX)
                else (1 - self.share) * size / domain
                for label, size in sizes.items()
                if size
            }
        )


def joined_corpus(domain: Corpus, general: Corpus) -> Corpus:
    """Both in one; the labels of the general text begin with PREFIX.

    Options of reading that either has for all of its sources go with each of them; a cap over all
    sources is not kept.
    """
    sources = [replace(each, reading=domain.reading_of(each)) for each in domain.sources]
    for each in general.sources:
        reading = general.reading_of(each)
        sources.append(replace(each, label=f"{PREFIX}{each.label}", reading=reading))
    return Corpus(sources)


def domain_counts(pretokens: PretokenCounts) -> PretokenCounts:
    """Natural counts of a joined corpus without its general text."""
    is_domain = _is_domain(pretokens.labels)
    if all(is_domain):
        return pretokens
    return pretokens.weighted(np.array(is_domain, np.int64))


def domain_texts(corpus: Corpus | None) -> Corpus | None:
    """The sources of a joined corpus that are not general text; None where none is left."""
    if corpus is None:
        return None
    kept: list[Source] = [
        source for source in corpus.sources if not source.label.startswith(PREFIX)
    ]
    return Corpus(kept) if kept else None


def _is_domain(labels: Sequence[str]) -> list[bool]:
    return [not label.startswith(PREFIX) for label in labels]
