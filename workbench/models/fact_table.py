"""FactTable: settings, results and metrics of several tokenizers, one column for each."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.evaluation import METRICS
from workbench.languages import language_name
from workbench.metric_names import names_of
from workbench.models.comparison_values import value_words
from workbench.models.headed_table import HeadedTable
from workbench.numbers import byte_size, duration, grouped, percent, ratio
from workbench.placeholders import fill
from workbench.run_comparison import MISSING, ComparedFact, is_same

SECTION, FACT, FIRST_VALUE = range(3)
FACT_ROLE = Qt.ItemDataRole.UserRole
FULL_ROLE = Qt.ItemDataRole.UserRole + 1
DIFFERS_ROLE = Qt.ItemDataRole.UserRole + 2
_Index = QModelIndex | QPersistentModelIndex
_SIZES = frozenset({"bytes", "target_bytes", "unmatched_bytes"})
_RATIOS = frozenset({"bytes_per_token", "bytes_per_token_mixed", "repetition", "alpha"})
_SECONDS = frozenset({"seconds_count", "seconds_merge", "seconds_total"})


class FactTable(HeadedTable):
    """Columns: section, fact, then one for each tokenizer.

    FACT_ROLE: the ComparedFact. FULL_ROLE: the whole value as text, as it is copied.
    DIFFERS_ROLE: of a value, whether it differs from the first tokenizer's; of a fact, whether any
    two differ.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[ComparedFact, ...] = ()
        self._found: tuple[ComparedFact, ...] = ()
        self._only_differences = False
        self._pattern = re.compile("")
        self._heads = (self.tr("Section"), self.tr("Fact"))

    @property
    def facts(self) -> tuple[ComparedFact, ...]:
        """The facts on show."""
        return self._found

    @property
    def n_all(self) -> int:
        """Facts with those that are not on show."""
        return len(self._facts)

    @property
    def n_differing(self) -> int:
        """Facts that differ, with those that are not on show."""
        return sum(fact.differs for fact in self._facts)

    def set_facts(self, facts: Sequence[ComparedFact], names: Sequence[str]) -> None:
        """Show the facts of tokenizers with these names."""
        self.beginResetModel()
        self._facts = tuple(facts)
        self._heads = (self.tr("Section"), self.tr("Fact"), *names)
        self._found = self._matching()
        self.endResetModel()

    def set_only_differences(self, only: bool) -> None:
        """Leave out what is the same in all of them, or show it again."""
        self._only_differences = only
        self._refill()

    def set_filter(self, text: str) -> str:
        """Show only facts whose words hold the text or fit the regular expression.

        Returns what is wrong with the expression, "" for nothing; a wrong one is taken as text.
        """
        error = ""
        try:
            self._pattern = re.compile(text, re.IGNORECASE)
        except re.error as reason:
            self._pattern, error = re.compile(re.escape(text), re.IGNORECASE), str(reason)
        self._refill()
        return error

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        fact, column = self._found[index.row()], index.column()
        if role == FACT_ROLE:
            return fact
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if column < FIRST_VALUE:
            words = section_words(fact) if column == SECTION else fact_words(fact)
            known = {Qt.ItemDataRole.DisplayRole: words, FULL_ROLE: words,
                     Qt.ItemDataRole.ToolTipRole: explanation(fact),
                     DIFFERS_ROLE: fact.differs}  # fmt: skip
            return known.get(role)
        value = fact.values[column - FIRST_VALUE]
        if role == DIFFERS_ROLE:
            return not is_same(fact.values[0], value)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_value(fact, value)
        if role in (FULL_ROLE, Qt.ItemDataRole.ToolTipRole):
            return full_value(value)
        return None

    def _shown(self) -> Sequence[object]:
        return self._found

    def _refill(self) -> None:
        found = self._matching()
        if found != self._found:
            self.beginResetModel()
            self._found = found
            self.endResetModel()

    def _matching(self) -> tuple[ComparedFact, ...]:
        return tuple(
            fact
            for fact in self._facts
            if (fact.differs or not self._only_differences) and self._pattern.search(_line(fact))
        )


def _line(fact: ComparedFact) -> str:
    """Everything that a filter looks at."""
    values = [full_value(value) for value in fact.values]
    return "\t".join((section_words(fact), fact_words(fact), fact.name, *values))


def shown_value(fact: ComparedFact, value: Any) -> str:
    """A value as it stands in its cell."""
    if value is MISSING:
        return _tr("not there")
    if value is None:
        return _tr("none")
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    if fact.section == "metrics" and isinstance(value, float):
        return value_words(METRICS[fact.key], value)
    if isinstance(value, int | float):
        return _number_words(fact.key.rsplit(".", 1)[-1], value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) if value else _tr("none")
    return " ".join(str(value).split())


def _number_words(key: str, value: float) -> str:
    if key in _SECONDS:
        return duration(value)
    if key in _RATIOS:
        return ratio(value)
    if key == "superwords_from" and isinstance(value, float):
        return f"{100 * value:g} %"
    if key == "share":
        return percent(value)
    if isinstance(value, int):
        return f"{grouped(value)} ({byte_size(value)})" if key in _SIZES else grouped(value)
    return ratio(value)


def full_value(value: Any) -> str:
    """A whole value, exactly: numbers with all digits, lists as JSON, "" where there is none."""
    if value is MISSING:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def section_words(fact: ComparedFact) -> str:
    """The section of a fact."""
    return {
        "settings": _tr("Settings"), "corpus": _tr("Corpus"), "sources": _tr("Sources"),
        "result": _tr("Result"), "engine": _tr("Engine"), "metrics": _tr("Metrics"),
    }.get(fact.section, fact.section)  # fmt: skip


def fact_words(fact: ComparedFact) -> str:
    """What a fact is, in a few words."""
    if fact.section == "metrics":
        metric = METRICS[fact.key]
        in_percent, title = metric.format == "percent", names_of(metric).title
        return fill(_tr("%1, %"), title) if in_percent else title
    if fact.section == "sources":
        label, _, key = fact.key.rpartition(".")
        own = _source_words(key)
        return fill(_tr("%1: %2"), language_name(label), own)
    return _key_words(fact.key)


def _source_words(key: str) -> str:
    """What is known of one source, behind its name."""
    return {
        "bytes": _tr("bytes"), "documents": _tr("documents"), "files": _tr("files"),
        "sha256": _tr("content"), "share": _tr("share"), "repetition": _tr("repetition"),
    }.get(key, _key_words(key))  # fmt: skip


def _key_words(key: str) -> str:
    return {
        "library": _tr("Runs through"), "library_reason": _tr("Because"),
        "vocab_size": _tr("Vocabulary size"), "pattern": _tr("Split pattern"),
        "pattern_expression": _tr("Pattern as an expression"),
        "normalization": _tr("Normalization"), "special_tokens": _tr("Special tokens"),
        "reserved_slots": _tr("Reserved slots"), "tie_break": _tr("Equally frequent pairs"),
        "min_frequency": _tr("Minimum count"), "max_token_bytes": _tr("Longest token allowed"),
        "token_limit": _tr("Limit is"), "blocked_tokens": _tr("Blocked tokens"),
        "blocked_pattern": _tr("Blocked pattern"),
        "superwords_from": _tr("Superwords from"), "superword_rules": _tr("Rules of superwords"),
        "first_pattern": _tr("Pattern before superwords"),
        "sources": _tr("Sources"), "labels": _tr("Labels"),
        "documents": _tr("Documents"), "bytes": _tr("Bytes"), "mixture": _tr("Mixture"),
        "alpha": _tr("Temperature"), "target_bytes": _tr("Target size"), "seed": _tr("Seed"),
        "document_separator": _tr("Document separator"),
        "max_document_chars": _tr("Characters per document"),
        "max_chars": _tr("Characters in all"), "text_field": _tr("Text field"),
        "encoding_errors": _tr("Encoding errors"), "n_merges": _tr("Merges"),
        "longest_token": _tr("Longest token, bytes"),
        "semantic_hash": _tr("Hash"), "bytes_per_token": _tr("Bytes per token of the corpus"),
        "bytes_per_token_mixed": _tr("Bytes per token of the mixture"),
        "pretokens": _tr("Pre-tokens"), "unique_pretokens": _tr("Distinct pre-tokens"),
        "unmatched_bytes": _tr("Bytes without a match"), "seconds_count": _tr("Time to count"),
        "seconds_merge": _tr("Time to merge"), "seconds_total": _tr("Time in all"),
        "engine_version": _tr("Engine version"), "unicode_version": _tr("Unicode version"),
    }.get(key, key)  # fmt: skip


def explanation(fact: ComparedFact) -> str | None:
    """What a metric is; None for what its name says."""
    metric = METRICS.get(fact.key) if fact.section == "metrics" else None
    names = None if metric is None else names_of(metric)
    return None if names is None else f"{names.title}\n= {names.formula}\n{names.caveat}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("fact_table", words)
