"""Why a language deserves a look, and why it costs many tokens.

Red flags: text that is lost, languages that pay too much, more tokens than is usual for a script.
Service: the training text of a language, the tokens in its script, its split letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

import numpy as np

from engine.compiled import Int64s
from engine.evaluation.figures import FairnessFigures, LabelEvaluation
from engine.evaluation.sentences import say
from engine.settings import N_BYTES
from engine.text import is_code, language_code, script_names, script_number, script_of_points

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer

FlagKind = Literal["loss", "premium", "tokens_per_character"]

GREATEST_PREMIUM = 3.0
"""A language that takes more than this many times the reference's tokens is badly served."""
USUAL_FACTOR = 1.5
"""More than this many times the usual tokens per character of a script is a reason to look."""
USUAL_TOKENS_PER_CHARACTER: dict[str, float] = {
    "Latn": 0.38, "Cyrl": 0.46, "Arab": 0.46, "Grek": 0.44, "Hebr": 0.53, "Armn": 0.51,
    "Geor": 0.49, "Deva": 0.45, "Beng": 0.47, "Gujr": 0.53, "Guru": 0.48, "Taml": 0.44,
    "Telu": 0.49, "Knda": 0.48, "Mlym": 0.46, "Thai": 0.49, "Khmr": 0.55, "Tfng": 0.52,
    "Hani": 1.02, "Hans": 1.02, "Hant": 1.02, "Jpan": 0.83, "Kore": 0.73,
}  # fmt: skip
"""By ISO 15924 code: the median over the languages of a script on parallel news (128 languages).

Measured with byte-level BPE of 65,536 tokens, o200k pattern, trained on 76 languages with
temperature 0.3, so that each of these scripts has tokens of its own. A script that is missing here
was not served well enough by it to say what is usual.
"""

_counts: WeakKeyDictionary[Tokenizer, Int64s] = WeakKeyDictionary()

_SEPARATOR = "\uffff"
"""A noncharacter, which no text has."""


@dataclass(frozen=True, slots=True)
class RedFlag:
    """Why a label deserves a look.

    kind: "loss", the text is not decoded exactly, value: the share of unknown characters or None;
    "premium", value: tokens over the reference's for the same text; "tokens_per_character".
    limit: what the value exceeds; None for a loss. reference: label that a premium compares with.
    script: ISO 15924 code whose tokens per character are usual. sentence: all of it in English.
    """

    label: str
    kind: FlagKind
    value: float | None
    limit: float | None
    sentence: str
    reference: str = ""
    script: str = ""

    @property
    def mark(self) -> str:
        """A sign that needs no colour; triangles mean better and worse."""
        return "⚑"

    @property
    def words(self) -> str:
        """The value with its unit, short enough for a cell; "" for a loss of unknown size."""
        if self.value is None:
            return ""
        return {
            "loss": f"{100 * self.value:.0f} %",
            "premium": f"{self.value:.{2 if self.value < 10 else 1}f} ×",
            "tokens_per_character": f"{self.value:.2f}/char",
        }[self.kind]


def red_flag(row: LabelEvaluation, fairness: FairnessFigures | None = None) -> RedFlag | None:
    """The most serious flag of a label, None for none.

    Lost text comes before a premium, since it makes every other figure meaningless, and a premium
    before tokens per character, since it compares the same content.
    """
    if not row.round_trips:
        return _loss(row)
    return _premium(row, fairness) or _tokens_per_character(row)


def _loss(row: LabelEvaluation) -> RedFlag:
    share = row.unknown_share or None
    code = "flag_loss" if share is None else "flag_loss_unknown"
    sentence = say(code, label=row.label, percent=100 * (share or 0.0))
    return RedFlag(row.label, "loss", share, None, sentence)


def _premium(row: LabelEvaluation, fairness: FairnessFigures | None) -> RedFlag | None:
    found = None if fairness is None else fairness.of(row.label)
    if fairness is None or found is None or found.premium is None:
        return None
    if found.premium <= GREATEST_PREMIUM:
        return None
    sentence = say(
        "flag_premium",
        label=row.label,
        premium=found.premium,
        reference=fairness.reference,
        limit=GREATEST_PREMIUM,
    )
    return RedFlag(
        row.label,
        "premium",
        found.premium,
        GREATEST_PREMIUM,
        sentence,
        reference=fairness.reference or "",
    )


def _tokens_per_character(row: LabelEvaluation) -> RedFlag | None:
    value = row.tokens_per_character
    code = language_code(row.label)
    script = None if code is None else code.expected_script
    usual = None if script is None else USUAL_TOKENS_PER_CHARACTER.get(script)
    if value is None or usual is None or value <= USUAL_FACTOR * usual:
        return None
    (name, *_) = script_names().get(script or "", (script or "",))
    sentence = say(
        "flag_tokens_per_character",
        label=row.label,
        value=value,
        script=name,
        usual=usual,
        factor=USUAL_FACTOR,
    )
    limit = USUAL_FACTOR * usual
    return RedFlag(row.label, "tokens_per_character", value, limit, sentence, script=script or "")


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
    from engine.library import LibraryTokenizer  # red flags need no tokenizer

    code = None if is_code(row.label) else language_code(row.label)
    script = None if code is None else code.expected_script
    names = script_names().get(script or "", ())
    n_tokens = None
    if names and not isinstance(tokenizer, LibraryTokenizer):
        numbers = [number for name in names if (number := script_number(name)) is not None]
        n_tokens = int(_script_tokens(tokenizer)[numbers].sum())
    name = names[0].replace("_", " ") if names else None
    share = training_share(row.label, tokenizer)
    return LanguageService(row.label, share, name, n_tokens, row.character_split_rate)


def training_share(label: str, tokenizer: AnyTokenizer) -> float | None:
    """Share of the trained bytes, as weighed, that are in the language of a label.

    None without a training record.
    """
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
