"""LabelEvaluation: what was measured on the documents of one label, or on all."""

from __future__ import annotations

from dataclasses import dataclass
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
        return _ratio(self.tokens, self.bytes)

    @property
    def tokens_per_character(self) -> float | None:
        """What red_flags looks at."""
        return _ratio(self.tokens, self.characters)

    @property
    def tokens_per_word(self) -> float:
        """Fertility over white-space words in every script; see `fertility`."""
        return self.tokens / self.words if self.words else 0.0

    @property
    def bytes_per_word(self) -> float | None:
        """Of the text alone, by the word rule."""
        return _ratio(self.bytes, self.rule_words)

    @property
    def characters_per_word(self) -> float | None:
        """Of the text alone, by the word rule."""
        return _ratio(self.characters, self.rule_words)

    @property
    def fertility(self) -> float | None:
        """Tokens per word by the word rule, all tokens over all words (Rust et al. 2021)."""
        return _ratio(self.tokens, self.rule_words)

    @property
    def whole_word_share(self) -> float | None:
        """Share of the words in the text that one token covers."""
        return _ratio(self.whole_words, self.rule_words)

    @property
    def retention(self) -> float | None:
        """Share of the distinct words that are one token after a space (STRR)."""
        return _ratio(self.retained_types, self.word_types)

    @property
    def retention_bare(self) -> float | None:
        """As `retention`, without the space."""
        return _ratio(self.retained_types_bare, self.word_types)

    @property
    def three_digit_f1(self) -> float | None:
        """Mean over all numbers of the F1 of boundaries at every third digit from the right."""
        return _ratio(self.number_f1_sum, self.numbers)

    @property
    def indentation_tokens_per_line(self) -> float | None:
        return _ratio(self.indentation_tokens, self.indented_lines)

    @property
    def indentation_share(self) -> float | None:
        """Share of all tokens that is spent on indentation; None without an indented line."""
        return _ratio(self.indentation_tokens, self.tokens) if self.indented_lines else None

    @property
    def character_split_rate(self) -> float | None:
        return _ratio(self.split_characters, self.multibyte_characters)

    @property
    def unknown_share(self) -> float | None:
        """Share of the characters that became unknown tokens, so that their text is lost."""
        return _ratio(self.unknown_characters, self.characters)

    @property
    def utilisation(self) -> float | None:
        """Share of the declared vocabulary that occurs."""
        return _ratio(self.used_ids, self.vocab_size)

    @property
    def unigram_bits_per_byte(self) -> float | None:
        """Bits that an ideal code for single tokens needs per byte of text."""
        if self.entropy is None or not self.bytes:
            return None
        return self.entropy * self.tokens / self.bytes


def _ratio(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else part / whole
