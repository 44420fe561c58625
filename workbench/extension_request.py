"""ExtensionRequest: what a person asks of an extension in the window, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.extension import ExtensionReport
    from engine.settings import Mixture
    from workbench.tokenizer_export import ExportSubject


@dataclass(frozen=True, eq=False)
class ExtensionRequest:
    """subject: the tokenizer to extend.

    n_new: how many tokens are learned from the corpus; 0 for given ones, which are those of
    `text`, one a line, or of the tokenizer in the file `other`. corpus: to learn from, or None for
    the files in `paths`; of given tokens it is measured alone. mixture: how the sources count.
    """

    subject: ExportSubject
    n_new: int = 0
    corpus: Corpus | None = None
    paths: tuple[Path, ...] = ()
    mixture: Mixture | None = None
    text: str = ""
    other: Path | None = None
    special_tokens: tuple[str, ...] = ()
    held_out: float = 0.05
    min_frequency: int = 1
    fill_unused: bool = False


@dataclass(frozen=True, eq=False)
class FinishedExtension:
    """A request and the report on what came of it."""

    request: ExtensionRequest
    report: ExtensionReport

    @property
    def name(self) -> str:
        """What the extended tokenizer is called until somebody names it."""
        return f"{self.request.subject.name}+{self.report.extension.n_new}"
