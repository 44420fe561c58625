"""What an evaluation measures: figures of one label, and fairness between parallel texts.

`LabelEvaluation` has sums over the documents of a label and what follows from them;
`FairnessFigures` the cost of the same content in each language, with premium and Gini. Figures of
an evaluation that was stored before they were introduced are None.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median, pstdev
from typing import Literal

from engine.text import WordRule

DifferenceCause = Literal["normalization", "decoding"]


@dataclass(frozen=True, slots=True)
class TextDifference:
    """The first offset at which decoding does not give a label's text back.

    document: number of the document in its label, from 1; offset: byte in that document.
    cause: "normalization" if the tokenizer rewrote the text as configured, "decoding" if the ids
    decode to other bytes.
    """

    document: int
    offset: int
    cause: DifferenceCause


@dataclass(frozen=True, slots=True)
class LabelEvaluation:
    """Sums over the documents of one label, or over all, as the tokenizer normalizes them.

    bytes: UTF-8 bytes; characters: Unicode code points; words: stretches between white space,
    which says little about scripts written without spaces. round_trips: decoding gave every
    document back, byte for byte, as the tokenizer's normalization writes it.

    What follows is None if it was not measured, as in evaluations stored by older versions.
    word_rule, rule_words: what a word is for fertility, and how many there are; None for a total
        over labels with different rules. fertility_median, fertility_p95: over the words, of the
        tokens that touch a word. whole_words: words that one token covers.
    word_types, retained_types, retained_types_bare: distinct words without the punctuation at
        their ends; those that are one token with a space before them, and without it.
    numbers, number_f1_sum: runs of decimal digits, and the sum of their boundary F1.
    indented_lines, indentation_tokens: lines that begin with white space and have more, and the
        tokens of nothing but white space that cover some of it.
    pretokens, mark_splits: pre-tokens of the split pattern, and those that it begins at a combining
        mark or at a letter right behind one; not known of a tokenizer that runs in its library.
    multibyte_characters, split_characters: characters of more than one byte, and those spread over
        several tokens. unknown_characters: characters that became unknown tokens.
    used_ids of vocab_size: distinct ids that occur.
    entropy: Shannon, bits per token; renyi_efficiency: see engine.analysis.RENYI_ALPHA.
    first_difference: where the text first comes back changed.
    """

    label: str
    documents: int
    bytes: int
    characters: int
    words: int
    tokens: int
    round_trips: bool
    word_rule: WordRule | None = None
    rule_words: int | None = None
    fertility_median: float | None = None
    fertility_p95: float | None = None
    whole_words: int | None = None
    word_types: int | None = None
    retained_types: int | None = None
    retained_types_bare: int | None = None
    numbers: int | None = None
    number_f1_sum: float | None = None
    indented_lines: int | None = None
    indentation_tokens: int | None = None
    pretokens: int | None = None
    mark_splits: int | None = None
    multibyte_characters: int | None = None
    split_characters: int | None = None
    used_ids: int | None = None
    vocab_size: int | None = None
    unknown_characters: int | None = None
    entropy: float | None = None
    renyi_efficiency: float | None = None
    first_difference: TextDifference | None = None

    @property
    def bytes_per_token(self) -> float:
        """Compression: more is better; compares within one language only."""
        return self.bytes / self.tokens if self.tokens else 0.0

    @property
    def characters_per_token(self) -> float:
        return self.characters / self.tokens if self.tokens else 0.0

    @property
    def tokens_per_byte(self) -> float | None:
        return ratio(self.tokens, self.bytes)

    @property
    def tokens_per_character(self) -> float | None:
        """Compared with what is usual for a script by `red_flag`."""
        return ratio(self.tokens, self.characters)

    @property
    def tokens_per_word(self) -> float:
        """Fertility over white-space words in every script; see `fertility`."""
        return self.tokens / self.words if self.words else 0.0

    @property
    def bytes_per_word(self) -> float | None:
        """Of the text alone, by the word rule."""
        return ratio(self.bytes, self.rule_words)

    @property
    def characters_per_word(self) -> float | None:
        """Of the text alone, by the word rule."""
        return ratio(self.characters, self.rule_words)

    @property
    def fertility(self) -> float | None:
        """Tokens per word by the word rule, all tokens over all words (Rust et al. 2021)."""
        return ratio(self.tokens, self.rule_words)

    @property
    def whole_word_share(self) -> float | None:
        """Share of the words in the text that one token covers."""
        return ratio(self.whole_words, self.rule_words)

    @property
    def retention(self) -> float | None:
        """Share of the distinct words that are one token after a space (STRR)."""
        return ratio(self.retained_types, self.word_types)

    @property
    def retention_bare(self) -> float | None:
        """As `retention`, without the space."""
        return ratio(self.retained_types_bare, self.word_types)

    @property
    def three_digit_f1(self) -> float | None:
        """Mean over all numbers of the F1 of boundaries at every third digit from the right."""
        return ratio(self.number_f1_sum, self.numbers)

    @property
    def indentation_tokens_per_line(self) -> float | None:
        return ratio(self.indentation_tokens, self.indented_lines)

    @property
    def indentation_share(self) -> float | None:
        """Share of all tokens that is spent on indentation; None without an indented line."""
        return ratio(self.indentation_tokens, self.tokens) if self.indented_lines else None

    @property
    def tokens_per_pretoken(self) -> float | None:
        """At least 1; compares tokenizers with the same split pattern."""
        return ratio(self.tokens, self.pretokens)

    @property
    def mark_split_share(self) -> float | None:
        """Share of the pre-tokens that begin where a combining mark is split off its letters."""
        return ratio(self.mark_splits, self.pretokens)

    @property
    def character_split_rate(self) -> float | None:
        return ratio(self.split_characters, self.multibyte_characters)

    @property
    def unknown_share(self) -> float | None:
        """Share of the characters that became unknown tokens, so that their text is lost."""
        return ratio(self.unknown_characters, self.characters)

    @property
    def utilisation(self) -> float | None:
        """Share of the declared vocabulary that occurs."""
        return ratio(self.used_ids, self.vocab_size)

    @property
    def unigram_bits_per_byte(self) -> float | None:
        """Bits that an ideal code for single tokens needs per byte of text."""
        if self.entropy is None or not self.bytes:
            return None
        return self.entropy * self.tokens / self.bytes


def ratio(part: float | None, whole: float | None) -> float | None:
    """None if a figure is not known or the whole is 0."""
    return None if part is None or not whole else part / whole


@dataclass(frozen=True, slots=True)
class LabelFairness:
    """One language of a set of parallel texts.

    tokens_per_line: over the lines that no language lacks, the cost of the same content.
    premium: tokens here over tokens of the reference, on the pairs of lines that both have; also
    as median and 90th percentile over those pairs. None without the reference or without pairs.
    pairs_left_out: lines that one of the two lacks.
    pretoken_ratio: pre-tokens here over pre-tokens of the reference, on the same pairs as the
    premium; None if they were not counted.
    """

    label: str
    tokens_per_line: float
    premium: float | None = None
    premium_median: float | None = None
    premium_p90: float | None = None
    pairs: int = 0
    pairs_left_out: int = 0
    pretoken_ratio: float | None = None

    @property
    def tokens_per_pretoken_ratio(self) -> float | None:
        """Tokens per pre-token over the reference's: times `pretoken_ratio` it is the premium."""
        return ratio(self.premium, self.pretoken_ratio)


@dataclass(frozen=True)
class FairnessFigures:
    """How evenly a tokenizer treats the languages of parallel texts.

    reference: the label that premiums refer to, None if there is none.
    lines: the lines that no language lacks, which costs and Gini are counted on; lines_left_out:
    the others. labels: one entry per language in the order of the corpus.
    """

    reference: str | None
    lines: int
    lines_left_out: int
    labels: tuple[LabelFairness, ...]

    def without(self, labels: Collection[str]) -> FairnessFigures:
        """Without some languages; without their reference none of the others has a premium.

        For texts that a tokenizer loses: the fewer tokens, the more is lost.
        """
        kept = tuple(row for row in self.labels if row.label not in labels)
        if self.reference not in labels:
            return replace(self, labels=kept)
        bare = tuple(LabelFairness(row.label, row.tokens_per_line) for row in kept)
        return replace(self, reference=None, labels=bare)

    def of(self, label: str) -> LabelFairness | None:
        """The figures of a label; None for one outside the parallel texts."""
        return self._by_label.get(label)

    @cached_property
    def median_premium(self) -> float | None:
        """Over the languages other than the reference."""
        premiums = self._premiums
        return median(premiums.values()) if premiums else None

    @cached_property
    def worst_label(self) -> str | None:
        """The language that pays most: the greatest premium, or the greatest cost."""
        ranked = self._premiums or self._costs
        return max(ranked, key=ranked.__getitem__) if ranked else None

    @cached_property
    def best_label(self) -> str | None:
        """The language with the least tokens for the same content."""
        return min(self._costs, key=self._costs.__getitem__) if self._costs else None

    @cached_property
    def worst_premium(self) -> float | None:
        return max(self._premiums.values(), default=None)

    @cached_property
    def gini(self) -> float | None:
        """Inequality of tokens per line, from 0 to `gini_bound` (Meister et al.)."""
        return gini(list(self._costs.values()))

    @property
    def gini_bound(self) -> float | None:
        """The greatest Gini that n languages can have: (n - 1) / n."""
        return (len(self._costs) - 1) / len(self._costs) if self._costs else None

    @cached_property
    def max_min_ratio(self) -> float | None:
        """Tokens of the costliest language over those of the cheapest."""
        costs = self._costs.values()
        return max(costs) / min(costs) if costs and min(costs) else None

    @cached_property
    def variation(self) -> float | None:
        """Coefficient of variation of tokens per line: standard deviation over mean."""
        costs = list(self._costs.values())
        return pstdev(costs) * len(costs) / sum(costs) if sum(costs) else None

    @cached_property
    def _by_label(self) -> dict[str, LabelFairness]:
        return {row.label: row for row in self.labels}

    @cached_property
    def _costs(self) -> dict[str, float]:
        return {row.label: row.tokens_per_line for row in self.labels} if self.lines else {}

    @cached_property
    def _premiums(self) -> dict[str, float]:
        return {
            row.label: row.premium
            for row in self.labels
            if row.premium is not None and row.label != self.reference
        }


def gini(costs: list[float]) -> float | None:
    """Sum of all differences between two costs over 2 n² times their mean.

    None for no costs or only zeros. Example: equal costs -> 0, [0, 1] -> 0.5, which is the most
    that two can have.
    """
    total = sum(costs)
    if not total:
        return None
    n = len(costs)
    weighted = sum((2 * rank - n - 1) * cost for rank, cost in enumerate(sorted(costs), 1))
    return weighted / (n * total)
