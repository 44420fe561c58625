"""The columns that the table of runs can have: key, width, side, words and value to sort by."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from workbench.mixture_words import mixture_words
from workbench.numbers import NOTHING, byte_size, duration, grouped, ratio
from workbench.placeholders import fill

if TYPE_CHECKING:
    from workbench.store.records import RunSummary

(
    NAME, STATUS, VOCABULARY, PATTERN, BYTES_PER_TOKEN, CORPUS, TIME, WHEN, TAGS, MIXTURE, NOTES,
    MERGES, SOURCES, DOCUMENTS, PRETOKENS, DISTINCT, UNMATCHED, TIE_BREAK, NORMALIZATION, HASH,
    RUN_ID,
) = range(21)  # fmt: skip

_STOPPED = re.compile(r"stopped at ([\d,]+) of ([\d,]+) merges")  # as run_recording stores it


@dataclass(frozen=True, slots=True)
class RunColumn:
    """One column. shown: its words; value: what it is sorted by, None last."""

    key: str
    width: int
    is_number: bool
    shown: Callable[[RunSummary], str]
    value: Callable[[RunSummary], Any]


def _text(attribute: str) -> tuple[Callable[[RunSummary], str], Callable[[RunSummary], Any]]:
    def shown(run: RunSummary) -> str:
        return str(getattr(run, attribute) or NOTHING)

    def value(run: RunSummary) -> Any:
        return str(getattr(run, attribute) or "").casefold() or None

    return shown, value


def _figure(
    attribute: str, words: Callable[[Any], str]
) -> tuple[Callable[[RunSummary], str], Callable[[RunSummary], Any]]:
    def shown(run: RunSummary) -> str:
        found = getattr(run, attribute)
        return NOTHING if found is None else words(found)

    def value(run: RunSummary) -> Any:
        return getattr(run, attribute)

    return shown, value


def _status(run: RunSummary) -> str:
    words = {
        "running": _tr("running"), "finished": _tr("finished"), "failed": _tr("failed"),
        "cancelled": _tr("cancelled"), "interrupted": _tr("interrupted"),
        "stopped": _tr("stopped"),
    }  # fmt: skip
    word = words.get(run.outcome, run.outcome)
    if run.status == "running" and run.phase:
        word = f"{word}, {round(100 * run.fraction)} %"
    if run.outcome == "stopped":
        reason = _merges_words(run.reason, _tr("at %1 of %2 merges"))
        return f"{word}: {reason.removeprefix('stopped ')}"
    return f"{word}: {run.reason}" if run.reason else word


def reason_words(run: RunSummary) -> str:
    """Return why a run ended as it did; what the program stored itself in the window's words."""
    return _merges_words(run.reason, _tr("stopped at %1 of %2 merges"))


def _merges_words(reason: str, words: str) -> str:
    """Say in other words where a training was stopped; other reasons stay as they are."""
    found = _STOPPED.fullmatch(reason)
    if found is None:
        return reason
    made, asked = (grouped(int(digits.replace(",", ""))) for digits in found.groups())
    return fill(words, made, asked)


def _when(run: RunSummary) -> str:
    return run.created.astimezone().strftime("%Y-%m-%d %H:%M")


def _one_line(run: RunSummary) -> str:
    return " ".join(run.notes.split())


COLUMNS = (
    RunColumn("name", 156, False, *_text("name")),
    RunColumn("status", 128, False, _status, lambda run: run.outcome),
    RunColumn("vocabulary", 84, True, *_figure("vocab_size", grouped)),
    RunColumn("pattern", 136, False, lambda run: run.pattern_name or _tr("own"),
              lambda run: run.pattern_name or run.pattern),
    RunColumn("bytes_per_token", 124, True, *_figure("bytes_per_token", ratio)),
    RunColumn("corpus", 80, True, *_figure("bytes", byte_size)),
    RunColumn("time", 76, True, *_figure("seconds_total", duration)),
    RunColumn("when", 128, False, _when, lambda run: run.created.timestamp()),
    RunColumn("tags", 104, False, lambda run: ", ".join(run.tags),
              lambda run: ", ".join(run.tags).casefold() or None),
    RunColumn("mixture", 128, False, lambda run: mixture_words(run.mixture),
              lambda run: mixture_words(run.mixture)),
    RunColumn("notes", 160, False, _one_line, lambda run: _one_line(run).casefold() or None),
    RunColumn("merges", 80, True, *_figure("n_merges", grouped)),
    RunColumn("sources", 72, True, *_figure("n_sources", grouped)),
    RunColumn("documents", 88, True, *_figure("documents", grouped)),
    RunColumn("pretokens", 100, True, *_figure("pretokens", grouped)),
    RunColumn("distinct", 88, True, *_figure("unique_pretokens", grouped)),
    RunColumn("unmatched", 84, True, *_figure("unmatched_bytes", byte_size)),
    RunColumn("tie_break", 112, False, *_text("tie_break")),
    RunColumn("normalization", 96, False, *_text("normalization")),
    RunColumn("hash", 128, False, *_text("semantic_hash")),
    RunColumn("run_id", 140, False, *_text("run_id")),
)  # fmt: skip
PLACES = {column.key: place for place, column in enumerate(COLUMNS)}
USUAL = ("name", "tags", "status", "vocabulary", "pattern", "mixture", "bytes_per_token", "corpus",
         "time", "when")  # fmt: skip
EXPENDABLE = ("mixture", "time", "corpus", "status", "tags")
"""Of the usual columns what goes first where there is no room for all."""


def heads() -> tuple[str, ...]:
    """The titles of all columns, in the order of COLUMNS."""
    return (
        _tr("Name"), _tr("Status"), _tr("Vocabulary"), _tr("Pattern"), _tr("Corpus bytes/token"),
        _tr("Corpus"), _tr("Time"), _tr("When"), _tr("Tags"), _tr("Mixture"), _tr("Note"),
        _tr("Merges"), _tr("Sources"), _tr("Documents"), _tr("Pre-tokens"), _tr("Distinct"),
        _tr("Unmatched"), _tr("Equal counts"), _tr("Normalization"), _tr("Hash"), _tr("Run id"),
    )  # fmt: skip


def sort_key(column: RunColumn, run: RunSummary) -> tuple[bool, Any]:
    """What a run is sorted by; runs without a value come last."""
    value = column.value(run)
    return (value is None, 0 if value is None else value)


def _tr(words: str) -> str:
    return QCoreApplication.translate("run_columns", words)
