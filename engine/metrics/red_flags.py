"""Red flags: tokens per character outside what a well-trained tokenizer shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.language_codes import language_code
from engine.metrics.label_evaluation import LabelEvaluation

EXPECTED_TOKENS_PER_CHARACTER: dict[str, tuple[str, float, float]] = {
    "eng": ("English", 0.25, 0.3),
    "zho": ("Chinese", 0.6, 1.0),
    "hin": ("Hindi", 1.0, 2.0),
}
"""By language, on held-out text: its name, the least and the greatest usual value."""


@dataclass(frozen=True, slots=True)
class RedFlag:
    """A value outside its usual range. side: which side it lies on."""

    label: str
    value: float
    least: float
    greatest: float
    side: Literal["below", "above"]
    sentence: str

    @property
    def mark(self) -> str:
        """A sign that needs no colour: "▲" above the range, "▼" below it."""
        return "▲" if self.side == "above" else "▼"


def red_flag(row: LabelEvaluation) -> RedFlag | None:
    """The flag of a label's tokens per character; None inside the range and where none is known."""
    value = row.tokens_per_character
    code = language_code(row.label)
    if value is None or code is None or code.language not in EXPECTED_TOKENS_PER_CHARACTER:
        return None
    name, least, greatest = EXPECTED_TOKENS_PER_CHARACTER[code.language]
    if least <= value <= greatest:
        return None
    side: Literal["below", "above"] = "below" if value < least else "above"
    usual = (
        f"{row.label}: {value:.2f} tokens per character; {name} usually has {least} to {greatest}"
    )
    if side == "above":
        sentence = (
            f"{usual}. More than that means short tokens: too little {name} in the training text, "
            "a vocabulary too small for all its languages, or a split pattern that cuts its words."
        )
    else:
        sentence = (
            f"{usual}. Less is better compression than usual and no error; it may mean that this "
            f"text resembles the training text, or that {name} takes room from other languages."
        )
    return RedFlag(row.label, value, least, greatest, side, sentence)
