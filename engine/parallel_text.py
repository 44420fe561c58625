"""Parallel texts: files in which line n says the same in every language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextReport:
    """One text of an evaluation, for judging whether it is what its label says.

    lines: line breaks, and one more where the text does not end in one. blank_lines: lines of
    white space only; range_lines: `<range>`, which belongs to the line above it.
    declared_script: ISO 15924, as the label says or its language is usually written; None where
    it says nothing. detected_script: the script of most letters, None without letters.
    is_parallel: whether the text takes part in premium and Gini.
    """

    label: str
    lines: int
    bytes: int
    blank_lines: int
    range_lines: int
    declared_script: str | None
    detected_script: str | None
    is_parallel: bool

    @property
    def has_other_script(self) -> bool:
        """Whether the script that was found is not the declared one."""
        declared, detected = self.declared_script, self.detected_script
        return None not in (declared, detected) and declared != detected
