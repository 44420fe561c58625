"""Rows of a table of per-token losses: names of columns, ids and losses as numbers, in parts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.errors import CorpusError
from engine.readers.problems import FileProblems

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]

ID_NAMES = ("id", "ids", "token_id", "token_ids", "token", "tokens", "target", "targets")
LOSS_NAMES = ("loss", "losses", "nll", "nlls", "nats", "cross_entropy", "surprisal")
LABEL_NAMES = ("label", "lang", "language", "domain", "split", "source")
PART_ROWS = 1 << 16
_MOST_NAMED = 20
_WHOLE = re.compile(r"[+-]?\d+(?:\.0*)?")


@dataclass(frozen=True, slots=True)
class LossColumns:
    """Names of columns, fields or arrays; None takes the usual ones, and no label.

    guesses_labels: take a column of labels by its usual name, where there is one.
    """

    ids: str | None = None
    losses: str | None = None
    labels: str | None = None
    guesses_labels: bool = False


class LossPart(NamedTuple):
    """Some rows. ids: int64[n]; losses: float64[n]; has_loss: bool[n], False where none was given.

    labels: one for each row, None without labels. places: int64[n], lines, rows or values from 1.
    kind: what `places` counts.
    """

    ids: Int64s
    losses: Floats
    has_loss: npt.NDArray[np.bool_]
    labels: list[str] | None
    places: Int64s
    kind: str


Row = tuple[int, Any, Any, Any]
"""(place, id, loss, label) as they stand in the file."""


def parts_of_rows(rows: Iterable[Row], problems: FileProblems, kind: str) -> Iterator[LossPart]:
    """Rows as numbers, in parts."""
    waiting: list[tuple[int, int, float, bool, str]] = []
    for place, token_id, loss, label in rows:
        try:
            number = _whole_number(token_id)
            value, has_loss = _loss_number(loss)
        except ValueError as error:
            line, word = _where(kind, place)
            problems.add(f"{word}left out: {error}.", line=line)
            continue
        waiting.append((place, number, value, has_loss, "" if label is None else str(label)))
        if len(waiting) >= PART_ROWS:
            yield _part(waiting, kind)
            waiting.clear()
    if waiting:
        yield _part(waiting, kind)


def _part(rows: Sequence[tuple[int, int, float, bool, str]], kind: str) -> LossPart:
    places, ids, losses, has_loss, labels = zip(*rows, strict=True)
    return LossPart(
        np.array(ids, np.int64), np.array(losses, np.float64), np.array(has_loss, np.bool_),
        list(labels), np.array(places, np.int64), kind,
    )  # fmt: skip


def _where(kind: str, place: int) -> tuple[int | None, str]:
    """A line, where the file has lines, and the beginning of the sentence."""
    return (place, "") if kind == "line" else (None, f"{kind} {place:,} ")


def _whole_number(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        number = int(value.strip().partition(".")[0])
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    else:
        raise ValueError(f"the id {shown_value(value)} is no whole number")
    if not -(1 << 62) < number < 1 << 62:
        raise ValueError(f"the id {shown_value(value)} has too many digits")
    return number


def _loss_number(value: Any) -> tuple[float, bool]:
    if value is None or (isinstance(value, str) and not value.strip()):
        return 0.0, False
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            return float(value), True
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"the loss {shown_value(value)} is no number")


def shown_value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def chosen_columns(
    path: Path, names: Sequence[str], columns: LossColumns
) -> tuple[int, int, int | None]:
    """Where the columns stand. Raises CorpusError that names those there are."""
    found = [
        _column(path, names, columns.ids, ID_NAMES, "ids"),
        _column(path, names, columns.losses, LOSS_NAMES, "losses"),
    ]
    label = None
    if columns.labels is not None:
        label = _column(path, names, columns.labels, (), "labels")
    elif columns.guesses_labels:
        label = next((names.index(name) for name in LABEL_NAMES if name in names), None)
    return found[0], found[1], label


def _column(
    path: Path, names: Sequence[str], wanted: str | None, usual: Sequence[str], what: str
) -> int:
    folded = [name.casefold() for name in names]
    for name in usual if wanted is None else (wanted,):
        if name in names:
            return list(names).index(name)
        if wanted is None and name in folded:
            return folded.index(name)
    listed = ", ".join(f'"{name}"' for name in names[:_MOST_NAMED]) or "none"
    missing = f'no column "{wanted}"' if wanted is not None else f"no column of {what} by its name"
    usually = "" if wanted is not None else f" (such as {', '.join(usual[:4])})"
    raise CorpusError(
        f"{path} has {missing}{usually}; it has {listed}. Name the one that holds the {what}.",
        path=path, line=1,
    )  # fmt: skip


def length_words(n_ids: int, n_losses: int) -> str:
    words = f"{n_ids:,} ids and {n_losses:,} losses"
    if n_ids == n_losses + 1:
        words += " (the first id of a context has no loss: leave it out, or make its loss null)"
    return words
