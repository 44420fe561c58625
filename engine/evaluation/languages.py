"""Red flags, why a label deserves a look.

Text that is lost, languages that pay too much, more tokens than is usual for a script.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.evaluation.figures import FairnessFigures, LabelEvaluation
from engine.evaluation.sentences import say
from engine.text import language_code, script_names

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
