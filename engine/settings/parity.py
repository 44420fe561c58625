"""Parity-aware training: which language chooses the next merge, and what a training recorded of it.

    TrainingConfig(32_768, parity=Parity(("dev/",)))
    TrainingConfig(32_768, parity=Parity(("dev/",), global_share=0.5, window=100))
    TrainingConfig(32_768, parity=Parity(ratios={"eng": 1.0, "hin": 2.57}))

At each merge the language with the most tokens on parallel texts chooses: its most frequent pair is
merged in the text of all languages (Foroutan et al. 2025, "Parity-aware byte-pair encoding",
arXiv 2508.04796). Without parallel texts the one chooses that is furthest from the compression that
is wanted of it in the corpus. `engine/training/parity_loop.py` has the rules.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from numbers import Real
from os import PathLike, fspath
from typing import Any

from engine.argument_types import is_whole
from engine.errors import ConfigError
from engine.sentences import say

_MOST_WINDOW = 1_000_000


@dataclass(frozen=True)
class Parity:
    """The settings of a parity-aware training.

    texts: files and folders of parallel texts, in which line n says the same in every language.
        Each goes with the source of its label.
    global_share: share of the merges, the first ones, that are chosen by the counts of the whole
        corpus as in ordinary training; 1 is ordinary training. The rest are chosen by languages.
    global_merges: the same as a number; None for the share.
    window: of the last `window` choices a language may have made `alpha` times its even share at
        most; beyond that the next worst one chooses. None for no such rule.
    alpha: see window.
    ratios: in place of texts, the compression that is wanted of each language, in bytes per token
        and relative to each other: the language with the least bytes per token for its ratio
        chooses. Languages need different bytes for the same content, so take the bytes of each on
        parallel text, relative to one language; equal ratios favour scripts of several bytes.

    Raises ConfigError (setting "parity") for values that cannot work.
    """

    texts: tuple[str, ...] = ()
    global_share: float = 0.0
    global_merges: int | None = None
    window: int | None = None
    alpha: float = 2.0
    ratios: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        given = (self.texts,) if isinstance(self.texts, (str, PathLike)) else tuple(self.texts)
        object.__setattr__(self, "texts", tuple(fspath(path) for path in given))
        object.__setattr__(self, "ratios", _ratios(self.ratios))
        if not (self.texts or self.ratios) or not all(
            isinstance(path, str) and path for path in self.texts
        ):
            raise _refusal(say("parity_no_texts"))
        if self.texts and self.ratios:
            raise _refusal(say("parity_texts_and_ratios"))
        if not _is_number(self.global_share) or not 0 <= self.global_share <= 1:
            raise _wrong("global_share", self.global_share, say("parity_share"))
        n_global, window = self.global_merges, self.window
        if n_global is not None and (not is_whole(n_global) or int(n_global) < 0):
            raise _wrong("global_merges", self.global_merges, say("parity_whole_number"))
        if window is not None and (not is_whole(window) or not 1 <= int(window) <= _MOST_WINDOW):
            raise _wrong("window", self.window, say("parity_window"))
        if not _is_number(self.alpha) or not 0 < self.alpha < math.inf:
            raise _wrong("alpha", self.alpha, say("parity_alpha"))

    def n_global(self, n_merges: int) -> int:
        """How many of n_merges the whole corpus chooses. Example: 0.5 of 1,000 -> 500."""
        if self.global_merges is not None:
            return min(self.global_merges, n_merges)
        return round(self.global_share * n_merges)

    def fixed(self, n_merges: int) -> Parity:
        """The same for a training of n_merges, with the global merges as a number."""
        return replace(self, global_share=0.0, global_merges=self.n_global(n_merges))

    def document(self) -> dict[str, Any]:
        """As JSON has it; without ratios as before there were any."""
        document = {**asdict(self), "texts": list(self.texts), "ratios": dict(self.ratios)}
        if not self.ratios:
            del document["ratios"]
        return document

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Parity:
        """The settings of a document. Raises ConfigError for an unknown one."""
        known = cls.__dataclass_fields__
        for name in document:
            if name not in known:
                raise _refusal(
                    say("unknown_parity_setting", name=repr(name), known=", ".join(known))
                )
        return cls(**document)


@dataclass(frozen=True)
class ParityRecord:
    """What a parity-aware training recorded.

    labels: the languages that chose, as the sources are labelled. n_lines: of each of their texts.
    n_bytes, tokens: of each, at the beginning and at the end. By ratios n_lines is 0, and both are
        those of a million bytes of the corpus, times the ratio.
    n_global: merges that the whole corpus chose; chosen: merges that each language chose.
    curve: (merges, tokens of each language), some hundred times over the training.
    recent: the last choices, as indices of labels: a training that goes on needs them.
    digest: a hash of the texts.
    """

    labels: tuple[str, ...]
    n_lines: int
    n_bytes: tuple[int, ...]
    tokens: tuple[int, ...]
    n_global: int
    chosen: tuple[int, ...]
    curve: tuple[tuple[int, ...], ...] = ()
    recent: tuple[int, ...] = ()
    digest: str = ""

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> ParityRecord:
        """The record of a document. Raises TypeError and KeyError for an invalid one."""
        values = dict(document)
        for name in ("n_bytes", "tokens", "chosen", "recent"):
            values[name] = tuple(map(int, values[name]))
        values["labels"] = tuple(map(str, values["labels"]))
        values["curve"] = tuple(tuple(map(int, point)) for point in values["curve"])
        return cls(**values)


def _ratios(given: object) -> dict[str, float]:
    """Ratios by label. Raises ConfigError."""
    if not isinstance(given, Mapping):
        raise _wrong("ratios", given, say("parity_ratios"))
    for label, ratio in given.items():
        if not isinstance(label, str) or not _is_number(ratio) or not 0 < ratio < math.inf:
            raise _wrong("ratios", dict(given), say("parity_ratios"))
    return {label: float(ratio) for label, ratio in given.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _wrong(name: str, value: object, wanted: str) -> ConfigError:
    return _refusal(say("parity_setting_wrong", name=name, wanted=wanted, value=repr(value)))


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="parity")
