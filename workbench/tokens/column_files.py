"""Which tokenizers stand in columns beside the open one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.work.comparison import Baseline

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

MOST_COLUMNS = 4  # the open tokenizer is the first


@dataclass(frozen=True, eq=False)
class TokenizerColumn:
    """A tokenizer in a column.

    source: where it comes from. tokenizer: None while it is read, or where it cannot be.
    error: the sentence that says why it cannot be.
    """

    source: Baseline
    tokenizer: AnyTokenizer | None = None
    error: str = ""
