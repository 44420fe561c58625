"""Mixtures as text: one JSON object with what a person asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.settings import Mixture


def mixture_text(mixture: Mixture) -> str:
    """The fields of a mixture that are given. Example: {"alpha": 0.3, "seed": 0}."""
    return json.dumps(mixture.given())


def mixture_of(text: str) -> Mixture:
    """The mixture that was stored. Raises ValueError, TypeError or ConfigError for damage."""
    from engine.settings import Mixture

    return Mixture(**json.loads(text))
