"""The named split patterns, read from resources/split_patterns.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.argument_types import described
from engine.errors import ArgumentError
from engine.splitting.stages import joined_stages


@dataclass(frozen=True, slots=True)
class Preset:
    """A split pattern with a name: its expression, who uses it, and what it does."""

    name: str
    title: str
    pattern: str
    used_by: str
    note: str


@cache
def presets() -> dict[str, Preset]:
    """All presets by name, in the order in which a chooser shows them."""
    text = files("resources").joinpath("split_patterns.toml").read_text(encoding="utf-8")
    return {name: _preset(name, fields) for name, fields in tomllib.loads(text).items()}


def _preset(name: str, fields: dict[str, Any]) -> Preset:
    """A preset from its table: one `pattern`, or `alternatives` or `stages` to be joined."""
    if "alternatives" in fields:
        pattern = "|".join(fields["alternatives"])
    elif "stages" in fields:
        pattern = joined_stages(fields["stages"])
    else:
        pattern = fields["pattern"]
    return Preset(name, fields["title"], pattern, fields["used_by"], fields["note"])


def preset_names() -> tuple[str, ...]:
    """Names that `TrainingConfig.pattern` and `Splitter` understand."""
    return tuple(presets())


def preset_pattern(name: str) -> str:
    """The regular expression of a preset. Raises KeyError for a name that is none."""
    if not isinstance(name, str):
        raise ArgumentError(f"The name of a preset must be a string, not {described(name)}.")
    return presets()[name].pattern


def full_pattern(pattern: str) -> str:
    """The regular expression of a preset that is named; any other pattern as it stands."""
    preset = presets().get(pattern)
    return preset.pattern if preset else pattern


def preset_name_of(pattern: str) -> str | None:
    """The preset whose expression is `pattern`, or None. Example: `(?s:.+)` -> "none"."""
    for name, preset in presets().items():
        if preset.pattern == pattern:
            return name
    return None
