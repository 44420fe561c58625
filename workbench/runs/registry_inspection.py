"""What the inspector says of a registered tokenizer, and of the exports of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.state import Fact, Inspection
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RegisteredTokenizer

MOST_EXPORTS = 6
SHOWN_DIGITS = 16


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


def _tr(words: str) -> str:
    return QCoreApplication.translate("registry_inspection", words)
