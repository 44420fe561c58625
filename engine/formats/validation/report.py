"""ImportReport: what there is to say about a tokenizer's files before anybody uses them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.formats.findings import SEVERITIES, Finding, Severity

if TYPE_CHECKING:
    from engine.encoding import Tokenizer


@dataclass(frozen=True)
class ImportReport:
    """What was found in a file or directory.

    path: what was looked at. facts: words and values in reading order: numbers, strings, lists of
    strings, or mappings of such. findings: errors first. tokenizer: what the files hold, None
    where they cannot be used.
    """

    path: Path
    facts: Mapping[str, Any]
    findings: tuple[Finding, ...]
    tokenizer: Tokenizer | None = field(default=None, repr=False)

    @property
    def is_usable(self) -> bool:
        """Whether there is a tokenizer and nothing speaks against using it."""
        return self.tokenizer is not None and not self.of("error")

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of one severity."""
        return tuple(each for each in self.findings if each.severity == severity)

    @property
    def verdict(self) -> str:
        """One sentence: whether these files can be used, and how much there is to read."""
        counted = [_counted(len(self.of(each)), each) for each in SEVERITIES if self.of(each)]
        words = ", ".join(counted) or "nothing found that speaks against it"
        return f"{'Usable' if self.is_usable else 'Not usable'}: {words}."

    def document(self) -> dict[str, Any]:
        """The report as JSON holds it, without the tokenizer."""
        return {
            "path": str(self.path),
            "usable": self.is_usable,
            "verdict": self.verdict,
            "facts": dict(self.facts),
            "findings": [
                {
                    "severity": each.severity,
                    "code": each.code,
                    "sentence": each.sentence,
                    "where": each.where,
                }
                for each in self.findings
            ],
        }


def ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    """Errors first, then warnings, then notes; otherwise as they were found, none twice."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda each: SEVERITIES.index(each.severity)))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number != 1 else ''}"
