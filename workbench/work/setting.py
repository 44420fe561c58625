"""Setting: one setting of a training, from which options, keys and fields are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Group = Literal[
    "size",
    "pattern",
    "superwords",
    "special tokens",
    "merging",
    "merge rules",
    "parity",
    "pieces",
    "reading",
    "mixture",
    "trainer",
    "run",
]
NOTHING: Mapping[Any, str] = MappingProxyType({})


@dataclass(frozen=True)
class Setting:
    """One setting of a training, in English; the window translates label, choices and hint.

    kinds: types that its value may have in a recipe; empty for what a recipe cannot have.
    help: of the option on the command line; "" if it has no option of its own there.
    metavar: of the option. option: its name if it is not the key's.
    choices: the values that may be chosen, with what the window calls them.
    label, hint: of the field in the window; fact: the label in fact tables, if it is another.
    placeholder: text of an empty field, whose value is None then.
    is_plain: its value is the same in a recipe, in the window, in a TrainingConfig and in the
        store, so that nothing but this record need know it.
    is_narrow: its field takes half a row of the form. in_form: False if a designer shows it.
    """

    group: Group
    kinds: tuple[type, ...]
    help: str = ""
    metavar: str | None = None
    option: str = ""
    choices: Mapping[Any, str] = field(default_factory=lambda: NOTHING)
    label: str = ""
    hint: str = ""
    fact: str = ""
    placeholder: str = ""
    is_plain: bool = False
    is_narrow: bool = False
    in_form: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that the window shows of it, for translators."""
        if not self.label:
            return ()
        own = (self.label, self.fact, self.hint, self.placeholder, *self.choices.values())
        return tuple(words for words in own if words)

    @property
    def fact_label(self) -> str:
        """What it is called in fact tables."""
        return self.fact or self.label
