"""Sums over the groups of a label, and the rows that they become."""

from __future__ import annotations

import numpy as np

from engine.analysis import entropy_and_efficiency
from engine.corpus import DocumentGroup
from engine.evaluation.metrics.groups import MOST_TOKENS, GroupText, GroupTokens, percentile
from engine.evaluation.metrics.labels import LabelEvaluation, TextDifference
from engine.evaluation.metrics.parallel_lines import TextLines
from engine.text import WordRule


class LabelSums:
    """The figures of one tokenizer for a label, added up group by group."""

    def __init__(self, label: str, rule: WordRule | None, vocab_size: int) -> None:
        self.label = label
        self.rule = rule
        self.counts = np.zeros(vocab_size, np.int64)
        self.histogram = np.zeros(MOST_TOKENS + 1, np.int64)
        self.documents = self.bytes = self.characters = self.words = self.tokens = 0
        self.rule_words = self.multibyte = self.split = 0
        self.types = self.retained = self.retained_bare = self.unknown = 0
        self.numbers = self.indented = self.indentation = 0
        self.has_types = rule == "white-space"
        self.number_f1 = 0.0
        self.round_trips = True
        self.difference: TextDifference | None = None
        self._lines: list[TextLines] = []
        self._before = 0

    def add(self, group: DocumentGroup, text: GroupText, found: GroupTokens) -> None:
        """Add the next group of the label."""
        facts = text.facts
        self._note_difference(group, found)
        self._before = (self._before if group.before else 0) + len(text.data)
        self.documents += group.n_documents
        self.bytes += len(text.data)
        self.characters += facts.characters
        self.words += facts.stretches
        self.tokens += found.tokens
        self.rule_words += len(facts.word_starts)
        self.multibyte += facts.multibyte
        self.split += found.split_characters
        self.types += len(text.new_words.starts)
        self.retained += found.retained
        self.retained_bare += found.retained_bare
        self.unknown += found.unknown_characters
        self.numbers += len(facts.numbers.starts)
        self.number_f1 += found.number_f1
        self.indented += int(facts.lines.is_indented.sum())
        self.indentation += found.indentation
        self.round_trips &= found.round_trips
        self.counts += found.counts
        self.histogram += found.histogram
        # Half the memory, for corpora of millions of lines; no line has 2^31 tokens.
        self._lines.append(TextLines(facts.lines.flags, found.line_tokens.astype(np.int32)))

    def add_label(self, other: LabelSums) -> None:
        """Add a whole label, for the total; a word rule only if all labels have the same."""
        self.rule = other.rule if self.rule == other.rule or not self.tokens else None
        self.documents += other.documents
        self.bytes += other.bytes
        self.characters += other.characters
        self.words += other.words
        self.tokens += other.tokens
        self.rule_words += other.rule_words
        self.multibyte += other.multibyte
        self.split += other.split
        self.types += other.types
        self.retained += other.retained
        self.retained_bare += other.retained_bare
        self.unknown += other.unknown
        self.numbers += other.numbers
        self.number_f1 += other.number_f1
        self.indented += other.indented
        self.indentation += other.indentation
        self.round_trips &= other.round_trips
        self.has_types |= other.has_types
        self.counts += other.counts
        self.histogram += other.histogram

    @property
    def lines(self) -> TextLines:
        """All lines of the label."""
        return TextLines(
            np.concatenate([part.flags for part in self._lines]),
            np.concatenate([part.tokens for part in self._lines]),
        )

    def row(self) -> LabelEvaluation:
        """The figures of everything added so far."""
        entropy, efficiency = entropy_and_efficiency(self.counts)
        median = p95 = None
        if self.rule is not None:
            median, p95 = percentile(self.histogram, 0.5), percentile(self.histogram, 0.95)
        return LabelEvaluation(
            label=self.label,
            documents=self.documents,
            bytes=self.bytes,
            characters=self.characters,
            words=self.words,
            tokens=self.tokens,
            round_trips=self.round_trips,
            word_rule=self.rule,
            rule_words=self.rule_words if self.rule is not None else None,
            fertility_median=median,
            fertility_p95=p95,
            whole_words=int(self.histogram[1]) if self.rule is not None else None,
            word_types=self.types if self.has_types else None,
            retained_types=self.retained if self.has_types else None,
            retained_types_bare=self.retained_bare if self.has_types else None,
            numbers=self.numbers,
            number_f1_sum=self.number_f1,
            indented_lines=self.indented,
            indentation_tokens=self.indentation,
            multibyte_characters=self.multibyte,
            split_characters=self.split,
            used_ids=int(np.count_nonzero(self.counts)),
            vocab_size=len(self.counts),
            unknown_characters=self.unknown,
            entropy=entropy,
            renyi_efficiency=efficiency,
            first_difference=self.difference,
        )

    def progress(self) -> LabelEvaluation:
        """The plain sums so far, cheap enough for every group."""
        return LabelEvaluation(
            self.label, self.documents, self.bytes, self.characters, self.words, self.tokens,
            self.round_trips,
        )  # fmt: skip

    def _note_difference(self, group: DocumentGroup, found: GroupTokens) -> None:
        difference = found.difference
        if difference is None or (self.difference and self.difference.cause == "decoding"):
            return
        if self.difference is not None and difference.cause == "normalization":
            return
        goes_on = bool(group.before) and difference.document == 0
        self.difference = TextDifference(
            self.documents + difference.document + (0 if group.before else 1),
            difference.offset + (self._before if goes_on else 0),
            difference.cause,
        )
