"""What the inspector says of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from workbench.runs.registry_inspection import asked_words, export_facts
from workbench.runs.runs_table import reason_words
from workbench.state import Fact, Inspection
from workbench.text.numbers import byte_size, duration, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.words.mixture_words import mixture_words
from workbench.ui.words.setting_words import setting_choice
from workbench.ui.words.superword_words import rules_title, transition_text

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RunSummary

HASH_DIGITS = 16


def inspection_of_run(run: RunSummary, exports: Sequence[ExportRecord] = ()) -> Inspection:
    """Return everything known of a run; what is not known is left out.

    exports: of this run, newest first.
    """
    facts = (
        Fact(_tr("Status"), _status(run.outcome)),
        Fact(_tr("Vocabulary"), grouped(run.vocab_size)),
        Fact(_tr("Merges"), _number(run.n_merges)),
        Fact(_tr("Bytes per token"), _or_nothing(_compression_of, run.bytes_per_token)),
        Fact(_tr("Pattern"), run.pattern_name or run.pattern, mono=not run.pattern_name),
        Fact(_tr("Superwords"), _superwords(run)),
        Fact(_tr("Tie-break"), setting_choice("tie_break", run.tie_break)),
        Fact(_tr("Normalization"), (run.normalization or "").upper()),
        Fact(_tr("Merge rules"), _tr("some tokens are blocked") if run.has_merge_rules else ""),
        Fact(_tr("Sources"), grouped(run.n_sources)),
        Fact(_tr("Mixture"), mixture_words(run.mixture)),
        Fact(_tr("Documents"), _number(run.documents)),
        Fact(_tr("Corpus"), _or_nothing(byte_size, run.bytes)),
        Fact(_tr("Pre-tokens"), _number(run.pretokens)),
        Fact(_tr("Distinct"), _number(run.unique_pretokens)),
        Fact(_tr("Unmatched"), _or_nothing(byte_size, run.unmatched_bytes)),
        Fact(_tr("Time"), _or_nothing(duration, run.seconds_total)),
        Fact(_tr("Run id"), run.run_id, mono=True),
        Fact(_tr("Hash"), (run.semantic_hash or "")[:HASH_DIGITS], mono=True),
        Fact(_tr("Tags"), ", ".join(run.tags)),
        *export_facts(exports),
    )
    known = tuple(fact for fact in facts if fact.value)
    said = (reason_words(run) or run.notes, asked_words(exports))
    return Inspection(_tr("Run"), run.name, known, text="\n\n".join(filter(None, said)))


def _compression_of(value: float) -> str:
    """Bytes per token with their text: each counted once, whatever the mixture."""
    return fill(_tr("%1, training corpus"), ratio(value))


def _superwords(run: RunSummary) -> str:
    if run.superwords is None:
        return ""
    return fill(
        _tr("from %1, %2"),
        transition_text(run.superwords.start),
        rules_title(run.superwords.stage_two_rules),
    )


def _status(status: str) -> str:
    return {
        "running": _tr("running"), "finished": _tr("finished"), "failed": _tr("failed"),
        "cancelled": _tr("cancelled"), "interrupted": _tr("interrupted"),
        "stopped": _tr("stopped"),
    }.get(status, status)  # fmt: skip


def _number(number: int | None) -> str:
    return _or_nothing(grouped, number)


def _or_nothing(words: Callable[[Any], str], value: Any) -> str:
    return "" if value is None else words(value)


def _tr(words: str) -> str:
    return QCoreApplication.translate("inspection_of_run", words)
