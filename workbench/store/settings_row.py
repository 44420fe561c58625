"""The settings of a training as columns of a run: each field of a TrainingConfig by its name.

A new plain setting is a column of `schema.runs` with its migration and needs no line here.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from workbench.store.column_types import document_of, document_text, role_text, roles_of

if TYPE_CHECKING:
    from sqlalchemy import Row

    from engine.settings import TrainingConfig

_ELSEWHERE = {"special_tokens"}
_NAMED = {"pattern": "config_pattern"}
"""Fields with rows of their own, and columns that are called otherwise."""


def settings_row(config: TrainingConfig) -> dict[str, Any]:
    """The values of the columns."""
    row = {column: getattr(config, key) for key, column in _columns().items()}
    return row | {
        "roles": role_text(config.roles),
        "superwords": document_text(config.superwords),
        "merge_rules": document_text(config.merge_rules),
    }


def config_of_row(row: Row[Any], special_tokens: tuple[str, ...]) -> TrainingConfig:
    """The settings that are in a row."""
    from engine.settings import MergeRules, Superwords, TrainingConfig

    values = {key: getattr(row, column) for key, column in _columns().items()}
    superwords, rules = document_of(row.superwords), document_of(row.merge_rules)
    values |= {
        "roles": roles_of(row.roles),
        "superwords": None if superwords is None else Superwords.of_document(superwords),
        "merge_rules": None if rules is None else MergeRules.of_document(rules),
    }
    return TrainingConfig(special_tokens=special_tokens, **values)


def _columns() -> dict[str, str]:
    """The column of each field."""
    from engine.settings import TrainingConfig

    names = [each.name for each in fields(TrainingConfig) if each.name not in _ELSEWHERE]
    return {name: _NAMED.get(name, name) for name in names}
