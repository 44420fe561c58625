"""A small recorded exploration: a question, trials and their front, made without training."""

from __future__ import annotations

from engine import TrainingConfig
from engine.evaluation import Threshold
from engine.explore import (
    Budget,
    Exploration,
    Objective,
    PatternChoice,
    Question,
    Temperature,
    Trial,
    VocabSize,
    front_of,
)

LABELS = ("eng", "deu", "tha")
SIZES = (300, 350, 400)


def question(**changes) -> Question:
    """Three objectives, one with a threshold; temperature, size and pattern move."""
    parts = {
        "objectives": (
            Objective("bytes_per_token", goal="maximise", threshold=Threshold(">=", 1.55)),
            Objective("worst_premium"),
            Objective("embedding_parameters"),
        ),
        "variables": (
            Temperature(0.0, 1.0),
            VocabSize(300, 400),
            PatternChoice(("gpt2", "o200k")),
        ),
        "budget": Budget(trials=12),
        "fixed": TrainingConfig(400),
        **changes,
    }
    return Question(**parts)


def figures(temperature: float, size: int, pattern: str) -> dict[str, float]:
    """More temperature compresses better and serves worse; so does a larger vocabulary."""
    bonus = 0.05 if pattern == "o200k" else 0.0
    return {
        "bytes_per_token": 1.2 + 0.4 * temperature + size / 1000 + bonus,
        "worst_premium": 1.5 + 2.0 * temperature**2 - size / 1000,
        "embedding_parameters": 8192.0 * size,
    }


def trial(number: int, temperature: float, pattern: str = "gpt2", **changes) -> Trial:
    """A trial that answers all sizes; the chosen one is the largest."""
    own = figures(temperature, SIZES[-1], pattern)
    of_labels = {}
    for place, name in enumerate(LABELS):
        of_labels[f"{name}.tokens_per_byte"] = 0.3 + 0.1 * place * temperature
        of_labels[f"{name}.premium"] = 1.0 + place * temperature
    values = {"temperature": temperature, "vocab_size": SIZES[-1], "pattern": pattern}
    parts = {
        "state": "complete",
        "vocab_size": SIZES[-1],
        "figures": own | of_labels,
        "validation": {key: value * 1.01 for key, value in own.items()},
        "sizes": tuple((size, figures(temperature, size, pattern)) for size in SIZES),
        "spread": {"bytes_per_token": 0.02, "worst_premium": 0.1},
        **changes,
    }
    return Trial(number, values, **parts)


def trials() -> tuple[Trial, ...]:
    """Twelve trials over both patterns."""
    return tuple(trial(number, number / 11, ("gpt2", "o200k")[number % 2]) for number in range(12))


def exploration(**changes) -> Exploration:
    """All of it, with importance and a disagreement."""
    asked, tried = question(), trials()
    importance = {
        "bytes_per_token": {"temperature": 0.7, "vocab_size": 0.2, "pattern": 0.1},
        "worst_premium": {"temperature": 0.9, "vocab_size": 0.05, "pattern": 0.05},
    }
    parts = {"importance": importance, "disagreement": "", **changes}
    return Exploration(asked, tried, front_of(tried, asked), **parts)
