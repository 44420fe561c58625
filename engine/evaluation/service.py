"""How well a label is served: red flags, and why a language has its premium.

A red flag is why a label deserves a look: text that is lost, a language that pays too much, more
tokens than is usual for a script.

A premium is a product: pre-tokens against the reference, which the split pattern makes, times
tokens per pre-token against it, which depends on what the vocabulary has of the language. The
larger factor comes first. Details are given where they explain it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeGuard
from weakref import WeakKeyDictionary

import numpy as np

from engine.compiled import Int64s
from engine.evaluation.figures import FairnessFigures, LabelEvaluation, LabelFairness, ratio
from engine.sentences import Sentence, say
from engine.settings import N_BYTES
from engine.text import is_code, language_code, script_names, script_number, script_of_points

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.evaluation.evaluation import Evaluation
    from engine.library import AnyTokenizer

FlagKind = Literal["loss", "premium", "tokens_per_character"]
FactorKind = Literal["pattern", "tokens", "uncounted", "unknown"]
ReasonKind = Literal[FactorKind, "besides", "marks", "training", "script", "characters", "advice"]

GREATEST_PREMIUM = 3.0
"""A language that takes more than this many times the reference's tokens is badly served."""
USUAL_AT_IDS = 65_536
"""How many ids the tokenizer had with which the usual values were measured."""
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
LEAST_IDS = 16_384
"""With fewer ids tokens are short in every language, and the usual values above say nothing."""
LEAST_PREMIUM = 1.05
"""Up to this premium there is nothing to explain."""
LEAST_PART = 0.1
"""A factor that explains less than this part of a premium, in logarithms, is no reason."""
LEAST_MULTIBYTE = 0.01
"""Up to this share of a text's characters it says nothing how many of several bytes are split."""
MOSTLY_SPLIT = 0.5
"""From this share of split characters on a language is cut into bytes by any pattern."""
CLEARLY_LESS = 0.8
"""Less than this part of the reference's training text or tokens is a reason."""
PATTERN_FOR_MARKS = "o200k"
"""Preset that keeps combining marks with their letters."""

_counts: WeakKeyDictionary[Tokenizer, Int64s] = WeakKeyDictionary()

_SEPARATOR = "\uffff"
"""A noncharacter, which no text has."""


_WITHOUT_FIGURE = {"uncounted": "premium_uncounted", "unknown": "premium_unknown"}
_FACTOR_CODES = {
    "pattern": ("premium_pattern", "premium_pattern_second"),
    "pretokens": ("premium_pretokens", "premium_pretokens_second"),
    "tokens": ("premium_tokens", "premium_tokens_second"),
}


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
    before tokens per character, since it compares the same content. A tokenizer of fewer than
    LEAST_IDS ids has no flag of the last kind.
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
    if row.vocab_size is not None and row.vocab_size < LEAST_IDS:
        return None
    value = row.tokens_per_character
    code = language_code(row.label)
    script = None if code is None else code.expected_script
    usual = None if script is None else USUAL_TOKENS_PER_CHARACTER.get(script)
    if value is None or usual is None or value <= USUAL_FACTOR * usual:
        return None
    name = _joined(script_names().get(script or "", (script or "",)))
    sentence = say(
        "flag_tokens_per_character",
        label=row.label,
        value=value,
        script=name,
        usual=usual,
        factor=USUAL_FACTOR,
        ids=USUAL_AT_IDS,
    )
    limit = USUAL_FACTOR * usual
    return RedFlag(row.label, "tokens_per_character", value, limit, sentence, script=script or "")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason in English, without a full stop.

    kind: what it is about, for links; "besides" for a factor that is no reason.
    """

    kind: ReasonKind
    words: Sentence


@dataclass(frozen=True, slots=True)
class PremiumFactor:
    """One factor of a premium; all factors multiplied are the premium.

    kind: "pattern" for pre-tokens against the reference, "tokens" for tokens per pre-token against
    it. Where these are not known it is the whole premium: "uncounted" for an evaluation of before
    they were counted, "unknown" for a tokenizer that runs through its library.
    is_reason: whether it raises the premium noticeably. details: what explains it, if it does.
    """

    kind: FactorKind
    value: float
    is_reason: bool
    details: tuple[ReasonKind, ...] = ()


@dataclass(frozen=True, slots=True)
class LanguageService:
    """What a tokenizer was given of a language, what it has for it, and why it has its premium.

    training_share: of the bytes that were trained on, as the mixture weighed them; None without a
    training record. script: English name of the language's script, of Japanese of all three; None
    if not known. script_tokens: merged tokens with a whole character of it; None without a script
    or for a tokenizer that runs through its library. split_share: characters of several bytes that
    are spread over several tokens, which none of them has whole; None for a text with hardly any.
    mark_split_share: pre-tokens that begin where a combining mark is split off; None if unknown.
    premium, reference, factors: the premium, the same of the language that it is against, and its
    factors, the largest first; None and () for the reference and for texts that are not parallel.
    """

    label: str
    training_share: float | None
    script: str | None
    script_tokens: int | None
    split_share: float | None
    mark_split_share: float | None = None
    premium: float | None = None
    reference: LanguageService | None = None
    factors: tuple[PremiumFactor, ...] = ()

    @property
    def facts(self) -> tuple[Reason, ...]:
        """What is known apart from the premium, whether it explains anything or not."""
        kinds: tuple[ReasonKind, ...] = ("training", "script", "characters")
        known = (self._fact(kind) for kind in kinds)
        return tuple(fact for fact in known if fact is not None)

    @property
    def advice(self) -> Reason | None:
        """What to do where the split pattern is a reason that another pattern takes away."""
        if any("marks" in factor.details for factor in self.factors):
            return Reason("advice", say("premium_advice_marks", pattern=PATTERN_FOR_MARKS))
        return None

    @property
    def n_details(self) -> int:
        """How many details all factors have."""
        return sum(len(self.details_of(factor)) for factor in self.factors)

    @property
    def sentence(self) -> str:
        """The reasons in one line of English; without a premium the facts; "" if none is known."""
        if self.premium is None or self.reference is None:
            line = self.line(self.label, _plain)
            return f"{line}." if self.facts else ""
        head = f"{self.label}, {_times(self.premium)} {self.reference.label}"
        return f"{self.line(head, _plain)}."

    def line(
        self, head: str, words_of: Callable[[Reason], str], n_details: int | None = None
    ) -> str:
        """The reasons behind their head, without a full stop.

        words_of: how each is written. n_details: show only the first ones; None for all.
        """
        if not self.factors:
            facts = ", ".join(map(words_of, self.facts))
            return f"{head}: {facts}" if facts else head
        parts = []
        left = self.n_details if n_details is None else n_details
        for factor in self.factors:
            shown = self.details_of(factor)[:left]
            left -= len(shown)
            details = "; ".join(map(words_of, shown))
            words = words_of(self.reason_of(factor))
            parts.append(f"{words} ({details})" if details else words)
        line = f"{head}: {', '.join(parts)}"
        return line if self.advice is None else f"{line}. {words_of(self.advice)}"

    def reason_of(self, factor: PremiumFactor) -> Reason:
        """A factor in words."""
        assert self.reference is not None
        if factor.kind in _WITHOUT_FIGURE:
            return Reason(factor.kind, say(_WITHOUT_FIGURE[factor.kind]))
        is_plain = factor.kind == "pattern" and not factor.is_reason
        first, later = _FACTOR_CODES["pretokens" if is_plain else factor.kind]
        code = first if factor is self.factors[0] else later  # the first one names the reference
        words = say(code, times=_times(factor.value), reference=self.reference.label)
        return Reason(factor.kind if factor.is_reason else "besides", words)

    def details_of(self, factor: PremiumFactor) -> tuple[Reason, ...]:
        """What explains a factor, in words."""
        known = (self._detail(kind) for kind in factor.details)
        return tuple(reason for reason in known if reason is not None)

    def _detail(self, kind: ReasonKind) -> Reason | None:
        other = self.reference
        if kind == "training" and other is not None:
            code, shares = "premium_training", (self.training_share, other.training_share)
            share, there = (share_words(share or 0.0) for share in shares)
            return Reason(kind, say(code, share=share, reference=other.label, there=there))
        if kind == "marks":
            return Reason(
                kind, say("premium_marks", share=share_words(self.mark_split_share or 0.0))
            )
        return self._fact(kind)

    def _fact(self, kind: ReasonKind) -> Reason | None:
        """A fact of this language alone; None if it is not known."""
        if kind == "training" and self.training_share is not None:
            return Reason(kind, say("service_training", share=share_words(self.training_share)))
        if kind == "script" and self.script is not None and self.script_tokens is not None:
            n = self.script_tokens
            code = "service_script" if n else "service_no_script"
            return Reason(kind, say(code, count=n, number=f"{n:,}", script=self.script))
        if kind == "characters" and self.split_share is not None:
            return Reason(kind, say("service_characters", share=share_words(self.split_share)))
        return None


def share_words(share: float) -> str:
    """A share in percent that tells a small one from none: "0 %", "< 0.1 %", "12.3 %"."""
    if not share:
        return "0 %"
    return "< 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def _times(value: float) -> str:
    return f"{value:.{2 if value < 10 else 1}f} ×"


def _plain(reason: Reason) -> str:
    return reason.words


def language_service(
    row: LabelEvaluation, tokenizer: AnyTokenizer, evaluation: Evaluation
) -> LanguageService:
    """Facts of a label, and the reasons for its premium where the evaluation has one."""
    service, fairness = _language_facts(row, tokenizer), evaluation.fairness
    figures = None if fairness is None else fairness.of(row.label)
    if fairness is None or figures is None or figures.premium is None:
        return service
    if row.label == fairness.reference:
        return service
    reference = next(other for other in evaluation.rows if other.label == fairness.reference)
    service = replace(
        service, premium=figures.premium, reference=_language_facts(reference, tokenizer)
    )
    factors = _factors(service, figures, row, reference)
    if not factors:
        factors = (_whole_premium(service, row, reference, tokenizer),)
    return replace(service, factors=factors)


def _factors(
    service: LanguageService,
    figures: LabelFairness,
    row: LabelEvaluation,
    reference: LabelEvaluation,
) -> tuple[PremiumFactor, ...]:
    """The factors of a premium, the largest first; () if pre-tokens are not known."""
    premium = figures.premium or 1.0
    of_pattern, of_tokens = figures.pretoken_ratio, figures.tokens_per_pretoken_ratio
    if of_pattern is None or of_tokens is None:
        return ()
    cuts = _growth(row.mark_split_share) / _growth(reference.mark_split_share)
    marks: tuple[ReasonKind, ...] = ("marks",) if _explains(cuts, premium) else ()
    in_bytes = (service.split_share or 0.0) >= MOSTLY_SPLIT
    by_pattern = _explains(of_pattern, premium) and not in_bytes
    by_tokens = _explains(of_tokens, premium)
    details = _vocabulary_reasons(service, row, reference) if by_tokens else ()
    factors = (
        PremiumFactor("pattern", of_pattern, by_pattern, marks if by_pattern else ()),
        PremiumFactor("tokens", of_tokens, by_tokens, details),
    )
    return tuple(sorted(factors, key=lambda factor: -factor.value))


def _whole_premium(
    service: LanguageService,
    row: LabelEvaluation,
    reference: LabelEvaluation,
    tokenizer: AnyTokenizer,
) -> PremiumFactor:
    """A premium in one factor, where pre-tokens are not known."""
    premium = service.premium or 1.0
    can_count = row.pretokens is None and _is_native(tokenizer)
    kind: FactorKind = "uncounted" if can_count else "unknown"
    details = _vocabulary_reasons(service, row, reference) if _explains(premium, premium) else ()
    return PremiumFactor(kind, premium, bool(details), details)


def _explains(factor: float, premium: float) -> bool:
    """Whether a factor is a noticeable part of a premium."""
    if factor <= 1 or premium <= LEAST_PREMIUM:
        return False
    return math.log(factor) >= LEAST_PART * math.log(premium)


def _growth(share: float | None) -> float:
    """How many times as large something is with this share of it as without; 1 if unknown."""
    return 1 / (1 - share) if share and share < 1 else 1.0


def _vocabulary_reasons(
    service: LanguageService, row: LabelEvaluation, reference: LabelEvaluation
) -> tuple[ReasonKind, ...]:
    """What the vocabulary lacks of a language in comparison with the reference, causes first."""
    other = service.reference
    assert other is not None
    reasons: list[ReasonKind] = []
    if _is_less(service.training_share, other.training_share):
        reasons.append("training")
    if _is_less(service.script_tokens, other.script_tokens):
        reasons.append("script")
    # Each character that is split costs a token or more.
    here, there = (ratio(each.split_characters, each.tokens) for each in (row, reference))
    if _explains(_growth(here) / _growth(there), service.premium or 1.0):
        reasons.append("characters")
    return tuple(reasons)


def _is_less(here: float | None, there: float | None) -> bool:
    return here is not None and there is not None and here < CLEARLY_LESS * there


def _is_native(tokenizer: AnyTokenizer) -> TypeGuard[Tokenizer]:
    """Whether its vocabulary and its pre-tokens are known here, not only in its library."""
    from engine.library import LibraryTokenizer  # red flags need no tokenizer

    return not isinstance(tokenizer, LibraryTokenizer)


def _language_facts(row: LabelEvaluation, tokenizer: AnyTokenizer) -> LanguageService:
    """A label without its premium."""
    code = None if is_code(row.label) else language_code(row.label)
    script = None if code is None else code.expected_script
    names = script_names().get(script or "", ())
    n_tokens = None
    if names and _is_native(tokenizer):
        numbers = [number for name in names if (number := script_number(name)) is not None]
        pairs = _script_tokens(tokenizer)
        n_tokens = len(np.unique(pairs[np.isin(pairs % 256, numbers)] // 256))
    name = _joined(names) if names else None
    share = training_share(row.label, tokenizer)
    has_several = (row.multibyte_characters or 0) > LEAST_MULTIBYTE * row.characters
    split, marks = row.character_split_rate if has_several else None, row.mark_split_share
    return LanguageService(row.label, share, name, n_tokens, split, marks)


def _joined(names: Sequence[str]) -> str:
    """Example: ("Han", "Hiragana", "Katakana") -> "Han, Hiragana and Katakana"."""
    *first, last = (name.replace("_", " ") for name in names)
    return f"{', '.join(first)} and {last}" if first else last


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
    """int64[n]: 256 times a merged token's place and the number of a script, once for each script
    of which the token has a whole character."""
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
        _counts[tokenizer] = np.unique(owners * 256 + script_of_points()[points])
    return _counts[tokenizer]
