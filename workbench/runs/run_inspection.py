"""What the inspector shows of a run, its exports, and a registered tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from workbench.runs.run_table import reason_words
from workbench.state import Fact, Inspection
from workbench.text.numbers import byte_size, duration, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.setting_words import setting_choice
from workbench.ui.words.superword_words import rules_title, transition_text

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RegisteredTokenizer, RunSummary

HASH_DIGITS = 16

MOST_EXPORTS = 6
SHOWN_DIGITS = 16


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
        Fact(_tr("Training time"), _or_nothing(duration, run.seconds_total)),
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


def inspection_of_registered(each: RegisteredTokenizer) -> Inspection:
    """Everything that is kept of it; what is not known is left out."""
    known = each.trained_from
    trained = "" if known.trained is None else f"{known.trained.astimezone():%Y-%m-%d %H:%M}"
    file = each.file
    facts = (
        Fact(_tr("Hash"), each.semantic_hash[:SHOWN_DIGITS], mono=True),
        Fact(_tr("Registered"), f"{each.created.astimezone():%Y-%m-%d %H:%M}"),
        Fact(_tr("Run"), each.run_name or ""),
        Fact(_tr("Run id"), each.run_id or "", mono=True),
        Fact(_tr("File"), "" if file is None else file.name),
        Fact(_tr("sha256"), (file.sha256 or "")[:SHOWN_DIGITS] if file else "", mono=True),
        Fact(_tr("Trained"), trained),
        Fact(_tr("Vocabulary"), grouped(each.vocab_size)),
        Fact(_tr("Merges"), grouped(each.n_merges)),
        Fact(_tr("Pattern"), each.pattern_name or each.pattern, mono=not each.pattern_name),
        Fact(_tr("Text"), "" if known.bytes is None else byte_size(known.bytes)),
        Fact(_tr("Sources"), grouped(len(known.sources)) if known.sources else ""),
        *(Fact(key, value) for key, value in each.metadata.items()),
        *export_facts(each.exports),
    )
    return Inspection(
        _tr("Registered tokenizer"),
        each.reference,
        tuple(fact for fact in facts if fact.value),
        text=asked_words(each.exports),
    )


def export_facts(records: Sequence[ExportRecord]) -> tuple[Fact, ...]:
    """The newest export of each format with what the library said."""
    newest = {record.format: record for record in reversed(records)}
    kept = sorted(newest.values(), key=lambda record: record.export_id or 0, reverse=True)
    return tuple(Fact(record.format, _verdict(record)) for record in kept[:MOST_EXPORTS])


def asked_words(records: Sequence[ExportRecord]) -> str:
    """Which libraries, with versions, gave identical ids; "" where none did."""
    asked: dict[str, None] = {}
    for record in records:
        if record.verdict is not None and record.status == "equal":
            asked.update(dict.fromkeys(record.verdict.get("libraries", ())))
    if not asked:
        return ""
    return fill(_tr("Identical ids in %1"), ", ".join(asked))


def _verdict(record: ExportRecord) -> str:
    return {
        "equal": _tr("✓ identical ids"),
        "different": _tr("≠ ids differ"),
        "not asked": _tr("not asked"),
        "not installed": _tr("not installed"),
    }.get(record.status, _tr("✗ not verified"))
