"""Why a language costs many tokens: its training text, the tokens in its script, split letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from engine.compiled import Int64s
from engine.encoding import Tokenizer
from engine.evaluation.metrics.labels import LabelEvaluation
from engine.library import AnyTokenizer, LibraryTokenizer
from engine.settings import N_BYTES
from engine.text import is_code, language_code, script_names, script_number, script_of_points

_counts: WeakKeyDictionary[Tokenizer, Int64s] = WeakKeyDictionary()

_SEPARATOR = "\uffff"
"""A noncharacter, which no text has."""


@dataclass(frozen=True, slots=True)
class LanguageService:
    """What a tokenizer was given of a language and what it has for it.

    training_share: of the bytes that were trained on, as the mixture weighed them; None without a
    training record. script: English name of the language's script; None if not known.
    script_tokens: merged tokens with a whole character of that script; None without a script or
    for a tokenizer that runs through its library. split_share: characters of several bytes that
    are spread over several tokens, which none of them has whole; None for a text without such.
    """

    label: str
    training_share: float | None
    script: str | None
    script_tokens: int | None
    split_share: float | None

    @property
    def sentence(self) -> str:
        """The facts that are known, in one line; "" if none is."""
        parts = []
        if self.training_share is not None:
            parts.append(f"{share_words(self.training_share)} of the training text")
        if self.script is not None and self.script_tokens is not None:
            number = f"{self.script_tokens:,}" if self.script_tokens else "no"
            plural = "" if self.script_tokens == 1 else "s"
            parts.append(f"{number} merged token{plural} with {self.script} letters")
        if self.split_share is not None:
            parts.append(f"{share_words(self.split_share)} of its multi-byte characters split")
        return f"{self.label}: {', '.join(parts)}." if parts else ""


def share_words(share: float) -> str:
    """A share in percent that tells a small one from none: "0 %", "< 0.1 %", "12.3 %"."""
    if not share:
        return "0 %"
    return "< 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def language_service(row: LabelEvaluation, tokenizer: AnyTokenizer) -> LanguageService:
    """Reasons for the tokens that a label costs."""
    code = None if is_code(row.label) else language_code(row.label)
    script = None if code is None else code.expected_script
    names = script_names().get(script or "", ())
    n_tokens = None
    if names and not isinstance(tokenizer, LibraryTokenizer):
        numbers = [number for name in names if (number := script_number(name)) is not None]
        n_tokens = int(_script_tokens(tokenizer)[numbers].sum())
    name = names[0].replace("_", " ") if names else None
    share = _training_share(row.label, tokenizer)
    return LanguageService(row.label, share, name, n_tokens, row.character_split_rate)


def _training_share(label: str, tokenizer: AnyTokenizer) -> float | None:
    training = tokenizer.training
    if training is None or not len(training.source_bytes):
        return None
    weighed = training.source_bytes * training.source_repetitions
    key = _key(label)
    is_same = [
        source_label == label or _key(source_label) == key
        for source_label in training.source_labels
    ]
    total = float(weighed.sum())
    return float(weighed[np.array(is_same, np.bool_)].sum()) / total if total else None


@cache
def _key(label: str) -> tuple[str, ...]:
    """A key that labels of one language share, such as zho and zho_Hans, but not of two scripts."""
    code = None if is_code(label) else language_code(label)
    if code is None:
        return (label,)
    return (code.language, *script_names().get(code.expected_script or "", ()))


def _script_tokens(tokenizer: Tokenizer) -> Int64s:
    """int64[256]: merged tokens with a whole character of each script, by its number."""
    if tokenizer not in _counts:
        special = set(tokenizer.special_tokens.values())
        merged = [
            token
            for token_id, token in enumerate(tokenizer.vocabulary)
            if token_id >= N_BYTES and token_id not in special
        ]
        # All at once: one after the other takes half a second for 100,000 tokens.
        text = _SEPARATOR.encode().join(merged).decode("utf-8", "ignore")
        points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        owners = np.cumsum(points == ord(_SEPARATOR), dtype=np.int64)
        pairs = np.unique(owners * 256 + script_of_points()[points])
        _counts[tokenizer] = np.bincount(pairs % 256, minlength=256).astype(np.int64)
    return _counts[tokenizer]
