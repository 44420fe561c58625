"""What the Loss view shows: n-gram losses of several tokenizers, and a model's table of losses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.evaluation import LossReport, LossUnit, NgramLoss


@dataclass(frozen=True)
class NgramResult:
    """N-gram losses of the open tokenizer and of those beside it, on the same passages.

    texts: name of the texts. names: of the tokenizers, the open one first; losses: theirs.
    problems: sentences on what could not be read or measured.
    """

    tokenizer: Tokenizer
    texts: str
    names: tuple[str, ...]
    losses: tuple[NgramLoss, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChosenLosses:
    """Tables of a model's losses that a person chose. unit: of the losses, nats or bits."""

    paths: tuple[Path, ...]
    unit: LossUnit = "nats"


@dataclass(frozen=True)
class LossResult:
    """What tables of a model's losses say, read with the open tokenizer. name: of the files."""

    tokenizer: Tokenizer
    name: str
    report: LossReport
