"""TokenDistribution: how evenly a text uses the tokens of a vocabulary.

Even means that all V ids are used alike, each in 1 / V of the tokens. Hyper-frequent are ids that
are used at least HYPER times as often as that, hyper-rare those used at most 1 / HYPER as often,
unused ones with them. The words are those of the authors of SuperBPE ("fewer hyper-frequent and
hyper-rare tokens"), who give no bounds; these are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

HYPER = 100
RENYI_ALPHA = 2.5
"""The order that agreed best with translation quality in Zouhar et al. (2023)."""

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TokenDistribution:
    """Uses of the tokens of one vocabulary in one text.

    counts: int64[k], of the ids that are used, the greatest first. vocab_size: all ids.
    entropy: Shannon, bits per token; efficiency: entropy / log2(vocab_size);
    renyi_efficiency: see metrics.definitions. These are None for a text without tokens.
    """

    counts: Int64s
    vocab_size: int
    entropy: float | None
    renyi_efficiency: float | None

    @property
    def tokens(self) -> int:
        return int(self.counts.sum())

    @property
    def efficiency(self) -> float | None:
        if self.entropy is None:
            return None
        return self.entropy / float(np.log2(self.vocab_size))

    @property
    def n_frequent(self) -> int:
        """Hyper-frequent ids."""
        return int(np.count_nonzero(self._against_even >= HYPER))

    @property
    def frequent_share(self) -> float:
        """Share of the text's tokens that are hyper-frequent ones."""
        return float(self.counts[: self.n_frequent].sum()) / max(1, self.tokens)

    @property
    def n_rare(self) -> int:
        """Hyper-rare ids, with those that are not used at all."""
        used = np.count_nonzero(self._against_even <= 1 / HYPER)
        return int(used) + self.vocab_size - len(self.counts)

    @property
    def rare_share(self) -> float:
        """Share of the ids that are hyper-rare."""
        return self.n_rare / self.vocab_size

    @property
    def _against_even(self) -> npt.NDArray[np.float64]:
        """float64[k]: how often each is used, against an even use of all ids."""
        return np.asarray(self.counts * (self.vocab_size / max(1, self.tokens)), np.float64)

    def curve(self, most: int = 600) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Ranks from 1 and the share of each in the tokens, float64[m] each, evenly on a log axis.

        m is at most `most`; the first and the last rank are always there.
        """
        n = len(self.counts)
        if not n:
            return np.empty(0), np.empty(0)
        ranks = np.unique(np.geomspace(1, n, most).round().astype(np.int64))
        return ranks.astype(np.float64), self.counts[ranks - 1] / self.tokens


def token_distribution(counts: Int64s) -> TokenDistribution:
    """The distribution of uses int64[vocab_size]."""
    entropy, renyi = entropy_and_efficiency(counts)
    used = np.sort(counts[counts > 0])[::-1]
    return TokenDistribution(used, len(counts), entropy, renyi)


def entropy_and_efficiency(counts: Int64s) -> tuple[float | None, float | None]:
    """Shannon entropy in bits per token, and Rényi efficiency over the declared vocabulary."""
    used = counts[counts > 0]
    if not len(used) or len(counts) < 2:
        return None, None
    shares = used / used.sum()
    entropy = float(-(shares * np.log2(shares)).sum())
    renyi = float(np.log2((shares**RENYI_ALPHA).sum()) / (1 - RENYI_ALPHA))
    return abs(entropy), abs(renyi) / float(np.log2(len(counts)))
