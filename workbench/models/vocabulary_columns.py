"""The columns of the vocabulary table: their order, keys for the settings, and which are usual."""

from __future__ import annotations

from dataclasses import dataclass, field

(
    ID, TEXT, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, INSIDE, PARENTS, CHARACTERS, SCRIPT,
    HEX, KIND, WORDS, PARTS,
) = range(17)  # fmt: skip

KEYS = (
    "id", "text", "bytes", "rank", "left", "right", "count", "applied", "uses", "inside",
    "merged-into", "characters", "script", "hex", "kind", "words",
    "parts",
)  # fmt: skip
WIDTHS = (76, 160, 60, 88, 76, 76, 92, 92, 92, 80, 84, 80, 96, 144, 108, 64, 148)
USUAL = (ID, TEXT, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, SCRIPT, KIND, WORDS, PARTS)
EXPENDABLE = (LEFT, RIGHT, SCRIPT, USES, KIND, PARTS, COUNT, RANK, APPLIED, WORDS, BYTES)
"""What goes where there is no room for the usual columns, the first first."""

NUMBERS = (ID, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, USES, INSIDE, PARENTS, CHARACTERS, WORDS)
LEAST_TEXT = 120


@dataclass(frozen=True)
class ColumnChoice:
    """What a person made of the columns.

    shown: keys of the visible columns from left to right; empty for the usual ones. widths: of
    columns whose width was set, in pixels.
    """

    shown: tuple[str, ...] = ()
    widths: dict[str, int] = field(default_factory=dict)

    @property
    def is_usual(self) -> bool:
        return not self.shown and not self.widths
