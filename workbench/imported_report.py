"""ImportedReport: a report on a tokenizer's files, with what it is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.formats import ImportReport
    from workbench.comparison import Baseline


@dataclass(frozen=True)
class ImportedReport:
    """source: file, folder or published name. pattern: the split pattern a person gave for it."""

    source: Baseline
    report: ImportReport
    pattern: str | None = None
