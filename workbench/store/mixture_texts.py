"""Mixtures as text: one JSON object with what a person asked for."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.mixture import Mixture


def mixture_text(mixture: Mixture) -> str:
    """The fields of a mixture that are given. Example: {"alpha": 0.3, "seed": 0}."""
    given = {each.name: getattr(mixture, each.name) for each in fields(mixture)}
    return json.dumps({name: value for name, value in given.items() if value is not None})


def mixture_of(text: str) -> Mixture:
    """The mixture that was stored. Raises ValueError, TypeError or ConfigError for damage."""
    from engine.mixture import Mixture

    return Mixture(**json.loads(text))
