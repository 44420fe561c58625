"""Inline flags of an expression, such as `(?i)`, `(?i-s:...)` and `(?V1)`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.stable_source import ExpressionSource, Unreadable, Unsupported

_FIELDS = {"i": "any_case", "f": "full_case", "m": "lines", "s": "dot_all", "x": "verbose"}
_WHOLE = frozenset({"V0", "V1", "a", "b", "e", "p", "r"})
_IGNORED = "u"
"""Unicode, as every string has it."""


@dataclass(frozen=True, slots=True)
class ExpressionFlags:
    """Inline flags in force. is_v1 and is_ascii, (?V1) and (?a), hold for a whole expression."""

    any_case: bool = False
    full_case: bool = False
    lines: bool = False
    dot_all: bool = False
    verbose: bool = False
    is_v1: bool = False
    is_ascii: bool = False

    @property
    def folds_to_several(self) -> bool:
        """Whether a character is compared with several, as ß with ss."""
        return self.any_case and self.full_case and not self.is_ascii


@dataclass(frozen=True, slots=True)
class FlagsRead:
    """What one parenthesis with flags says.

    whole: flags for the whole expression by now. changes: fields of ExpressionFlags. is_group:
    whether the flags hold for a group that follows, not up to the end of the one around them.
    """

    whole: frozenset[str]
    changes: dict[str, bool]
    is_group: bool


def read_flags(source: ExpressionSource, whole: frozenset[str], start: int) -> FlagsRead:
    """Read the flags at the source, with the colon or the parenthesis behind them.

    whole: what is known to hold for all of it; start: where the question mark is. Raises
    Unsupported for flags about which releases of `regex` do not agree.
    """
    on = _names(source)
    off = _names(source) if source.match("-") else []
    is_group = source.match(":")
    if not is_group:
        source.expect(")")
    for name in on:
        if name in {"w", "L"}:
            raise Unsupported(f"the flag {name}", start - 1, "leave it out")
        if name == "a" and (start > 1 or is_group):
            raise Unsupported("the flag a inside", start - 1, "write it at the very start")
    if "a" in whole | set(on) and _IGNORED in on:
        raise Unsupported("the flags a and u, which exclude each other,", start - 1)
    if set(on) & set(off) or set(off) & _WHOLE:
        raise Unreadable("flags that are turned on and off", start - 1)
    changes = {_FIELDS[name]: True for name in on if name in _FIELDS}
    changes |= {_FIELDS[name]: False for name in off if name in _FIELDS}
    return FlagsRead(whole | (_WHOLE & set(on)), changes, is_group)


def _names(source: ExpressionSource) -> list[str]:
    names: list[str] = []
    while True:
        at = source.at
        name = source.get()
        if name == "V":
            name += source.get()
        if name not in {*_FIELDS, *_WHOLE, _IGNORED, "w", "L"}:
            source.at = at
            return names
        names.append(name)
